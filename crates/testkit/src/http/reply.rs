//! The bytes of an HTTP response: a whole one, or an event stream piece by piece.

use serde_json::Value;
use std::io::{self, Write};
use std::net::TcpStream;

/// What becomes of the connection after a reply.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum After {
    /// It can carry another request.
    Keep,
    /// It is closed at once.
    Close,
}

pub(crate) const JSON: &str = "application/json";

/// Where a reply is written.
pub(crate) struct Reply<'a> {
    pub(crate) stream: &'a TcpStream,
    /// Extra header lines, each with its line end.
    headers: String,
}

impl<'a> Reply<'a> {
    pub(crate) fn new(stream: &'a TcpStream) -> Self {
        Self { stream, headers: String::new() }
    }

    /// Adds a header to whatever is sent next.
    pub(crate) fn header(&mut self, name: &str, value: &str) {
        for piece in [name, ": ", value, "\r\n"] {
            self.headers.push_str(piece);
        }
    }

    /// A whole response. An empty content type is left out.
    pub(crate) fn whole(&mut self, code: u16, content_type: &str, body: &str) -> io::Result<After> {
        self.head(code, content_type, body.len())?;
        self.stream.write_all(body.as_bytes())?;
        Ok(After::Keep)
    }

    /// A response without a body.
    pub(crate) fn empty(&mut self, code: u16) -> io::Result<After> {
        self.whole(code, "", "")
    }

    /// The head of a response whose body the caller writes.
    pub(crate) fn head(&mut self, code: u16, content_type: &str, length: usize) -> io::Result<()> {
        if !content_type.is_empty() {
            self.header("Content-Type", content_type);
        }
        let head =
            format!("HTTP/1.1 {code} {}\r\n{}Content-Length: {length}\r\n\r\n", reason(code), self.headers);
        self.stream.write_all(head.as_bytes())
    }

    /// Opens an event stream.
    pub(crate) fn open_stream(&mut self) -> io::Result<()> {
        let head = format!(
            "HTTP/1.1 200 OK\r\n{}Content-Type: text/event-stream\r\n\
             Cache-Control: no-cache\r\nTransfer-Encoding: chunked\r\n\r\n",
            self.headers,
        );
        self.stream.write_all(head.as_bytes())
    }

    /// Sends part of an event stream, as it is.
    pub(crate) fn part(&mut self, text: &str) -> io::Result<()> {
        let chunk = format!("{:x}\r\n{text}\r\n", text.len());
        self.stream.write_all(chunk.as_bytes())
    }

    /// Sends a message as an event.
    pub(crate) fn message(&mut self, message: &Value) -> io::Result<()> {
        self.part(&format!("event: message\ndata: {message}\n\n"))
    }

    /// Ends an event stream properly.
    pub(crate) fn close_stream(&mut self) -> io::Result<After> {
        self.stream.write_all(b"0\r\n\r\n")?;
        Ok(After::Keep)
    }
}

fn reason(code: u16) -> &'static str {
    match code {
        200 => "OK",
        201 => "Created",
        202 => "Accepted",
        301 => "Moved Permanently",
        302 => "Found",
        303 => "See Other",
        307 => "Temporary Redirect",
        308 => "Permanent Redirect",
        400 => "Bad Request",
        401 => "Unauthorized",
        403 => "Forbidden",
        404 => "Not Found",
        405 => "Method Not Allowed",
        429 => "Too Many Requests",
        500 => "Internal Server Error",
        502 => "Bad Gateway",
        503 => "Service Unavailable",
        _ => "Status",
    }
}
