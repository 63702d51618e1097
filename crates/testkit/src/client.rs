//! The smallest HTTP client: one connection, one request at a time.
//!
//! For tests, because it sends what it is told and hides nothing of what comes back; for benchmarks,
//! because it costs next to nothing.

use serde_json::Value;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

/// How long an answer may take: long enough for a busy machine, short enough to notice.
const PATIENCE: Duration = Duration::from_secs(60);

/// One connection.
#[derive(Debug)]
pub struct Connection {
    reader: BufReader<TcpStream>,
    host: String,
}

/// An answer, read to its end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answer {
    /// The status.
    pub status: u16,
    /// The headers, names in lower case.
    pub headers: Vec<(String, String)>,
    /// The body.
    pub body: Vec<u8>,
}

impl Answer {
    /// The value of a header.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// The body as text.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    /// The body as JSON.
    ///
    /// # Panics
    /// When it is none.
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.text()))
    }

    /// The messages of a body that is JSON or a stream of events.
    pub fn messages(&self) -> Vec<Value> {
        if self.header("content-type").is_some_and(|kind| kind.starts_with("text/event-stream")) {
            let text = self.text();
            return text.split("\n\n").filter_map(message_of).collect();
        }
        vec![self.json()]
    }
}

impl Connection {
    /// Connects to `host`, such as `127.0.0.1:3000`.
    pub fn open(host: &str) -> io::Result<Self> {
        let stream = TcpStream::connect(host)?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(PATIENCE))?;
        Ok(Connection { reader: BufReader::new(stream), host: host.to_owned() })
    }

    /// Sends a request with these header lines and reads the whole answer.
    pub fn send(&mut self, method: &str, path: &str, headers: &str, body: &str) -> io::Result<Answer> {
        self.begin(method, path, headers, body)?;
        let mut answer = self.head()?;
        let length = answer.header("content-length").and_then(|length| length.parse().ok());
        match length {
            Some(length) => self.take(&mut answer.body, length)?,
            None if answer.header("transfer-encoding").is_some() => while self.chunk(&mut answer.body)? {},
            None if matches!(answer.status, 100..200 | 202 | 204 | 304) => {}
            None => {
                self.reader.read_to_end(&mut answer.body)?;
            }
        }
        Ok(answer)
    }

    /// Sends a request whose answer is a stream of events; its head is in the answer.
    pub fn stream(
        mut self,
        method: &str,
        path: &str,
        headers: &str,
        body: &str,
    ) -> io::Result<(Answer, Events)> {
        self.begin(method, path, headers, body)?;
        let head = self.head()?;
        Ok((head, Events { connection: self, text: Vec::new() }))
    }

    /// Sends exact bytes.
    pub fn raw(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.reader.get_mut().write_all(bytes)
    }

    /// Reads whatever comes until the other side closes.
    pub fn rest(mut self) -> io::Result<Vec<u8>> {
        let mut rest = Vec::new();
        self.reader.read_to_end(&mut rest)?;
        Ok(rest)
    }

    fn begin(&mut self, method: &str, path: &str, headers: &str, body: &str) -> io::Result<()> {
        let host = if headers.to_ascii_lowercase().contains("host:") {
            String::new()
        } else {
            format!("Host: {}\r\n", self.host)
        };
        let request = format!(
            "{method} {path} HTTP/1.1\r\n{host}{headers}Content-Length: {}\r\n\r\n{body}",
            body.len()
        );
        self.raw(request.as_bytes())
    }

    /// Reads the head of an answer.
    pub fn head(&mut self) -> io::Result<Answer> {
        let mut line = String::new();
        self.line(&mut line)?;
        let status = line.split(' ').nth(1).and_then(|status| status.parse().ok());
        let status = status.ok_or_else(|| io::Error::other(format!("not a status line: {line}")))?;
        let mut headers = Vec::new();
        loop {
            self.line(&mut line)?;
            let Some((name, value)) = line.split_once(':') else { break };
            headers.push((name.to_ascii_lowercase(), value.trim().to_owned()));
        }
        Ok(Answer { status, headers, body: Vec::new() })
    }

    /// Reads one chunk; false at the last one.
    fn chunk(&mut self, body: &mut Vec<u8>) -> io::Result<bool> {
        let mut line = String::new();
        self.line(&mut line)?;
        let length = usize::from_str_radix(&line, 16)
            .map_err(|_| io::Error::other(format!("not the length of a chunk: {line:?}")))?;
        self.take(body, length)?;
        self.line(&mut line)?;
        Ok(length > 0)
    }

    fn take(&mut self, body: &mut Vec<u8>, length: usize) -> io::Result<()> {
        let start = body.len();
        body.resize(start + length, 0);
        self.reader.read_exact(&mut body[start..])
    }

    fn line(&mut self, line: &mut String) -> io::Result<()> {
        line.clear();
        if self.reader.read_line(line)? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        line.truncate(line.trim_end().len());
        Ok(())
    }
}

/// A stream of events that is read one by one. Dropping it closes the connection.
#[derive(Debug)]
pub struct Events {
    connection: Connection,
    text: Vec<u8>,
}

/// One event.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Event {
    /// Its id.
    pub id: Option<String>,
    /// Its kind.
    pub event: Option<String>,
    /// Its data.
    pub data: String,
}

impl Events {
    /// The next event; none at the end of the stream. Comments are passed over.
    pub fn next_event(&mut self) -> io::Result<Option<Event>> {
        loop {
            if let Some(end) = self.text.windows(2).position(|pair| pair == b"\n\n") {
                let block: Vec<u8> = self.text.drain(..end + 2).collect();
                if let Some(event) = event_of(&String::from_utf8_lossy(&block)) {
                    return Ok(Some(event));
                }
            } else if !self.connection.chunk(&mut self.text)? {
                return Ok(None);
            }
        }
    }

    /// The data of the next event as JSON; none at the end of the stream.
    pub fn next_message(&mut self) -> io::Result<Option<Value>> {
        let event = self.next_event()?;
        event.map(|event| serde_json::from_str(&event.data).map_err(io::Error::other)).transpose()
    }
}

fn event_of(block: &str) -> Option<Event> {
    let mut event = Event::default();
    let mut is_event = false;
    for line in block.lines() {
        let Some((name, value)) = line.split_once(':').filter(|(name, _)| !name.is_empty()) else { continue };
        let value = value.strip_prefix(' ').unwrap_or(value);
        is_event = true;
        match name {
            "id" => event.id = Some(value.to_owned()),
            "event" => event.event = Some(value.to_owned()),
            "data" => {
                if !event.data.is_empty() {
                    event.data.push('\n');
                }
                event.data.push_str(value);
            }
            _ => {}
        }
    }
    is_event.then_some(event)
}

fn message_of(block: &str) -> Option<Value> {
    event_of(block).and_then(|event| serde_json::from_str(&event.data).ok())
}
