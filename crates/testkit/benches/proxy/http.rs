//! The smallest HTTP client: one connection, one request at a time, so that what is measured is the
//! other side.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;

/// One connection.
pub(crate) struct Connection {
    reader: BufReader<TcpStream>,
    host: String,
    body: Vec<u8>,
}

impl Connection {
    pub(crate) fn open(host: &str) -> Self {
        let stream = TcpStream::connect(host).expect("the contestant listens");
        stream.set_nodelay(true).expect("a connection without delay");
        Connection { reader: BufReader::new(stream), host: host.to_owned(), body: Vec::new() }
    }

    /// Posts `body` and reads the whole answer; the status and the value of `mcp-session-id`.
    pub(crate) fn post(&mut self, path: &str, headers: &str, body: &str) -> (u16, Option<String>) {
        let request = format!(
            "POST {path} HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\n\
             Accept: application/json, text/event-stream\r\n{headers}Content-Length: {}\r\n\r\n{body}",
            self.host,
            body.len()
        );
        self.reader.get_mut().write_all(request.as_bytes()).expect("the request is sent");
        let mut line = String::new();
        self.line(&mut line);
        let status = line.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status");
        let (mut length, mut session) = (None, None);
        loop {
            self.line(&mut line);
            if line.is_empty() {
                break;
            }
            let (name, value) = line.split_once(':').expect("a header");
            match name.to_ascii_lowercase().as_str() {
                "content-length" => length = value.trim().parse().ok(),
                "mcp-session-id" => session = Some(value.trim().to_owned()),
                _ => {}
            }
        }
        self.body.clear();
        match length {
            Some(length) => self.take(length),
            None if status == 202 || status == 204 => {}
            None => self.chunks(&mut line),
        }
        (status, session)
    }

    /// The body of the last answer.
    pub(crate) fn body(&self) -> &[u8] {
        &self.body
    }

    fn chunks(&mut self, line: &mut String) {
        loop {
            self.line(line);
            let length = usize::from_str_radix(line.trim(), 16).expect("the length of a chunk");
            self.take(length);
            self.line(line);
            if length == 0 {
                return;
            }
        }
    }

    fn take(&mut self, length: usize) {
        let start = self.body.len();
        self.body.resize(start + length, 0);
        self.reader.read_exact(&mut self.body[start..]).expect("the whole body");
    }

    fn line(&mut self, line: &mut String) {
        line.clear();
        self.reader.read_line(line).expect("a line of the head");
        assert!(line.ends_with('\n'), "the connection was closed");
        line.truncate(line.trim_end().len());
    }
}
