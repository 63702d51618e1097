//! One HTTP request, as it arrived.

use serde_json::Value;
use std::io::{self, BufRead, Read};

/// A request the server has read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeenRequest {
    /// The HTTP method.
    pub method: String,
    /// The path with its query.
    pub path: String,
    /// Names and values, spelled and ordered as sent.
    pub headers: Vec<(String, String)>,
    /// The body; what is not UTF-8 is replaced.
    pub body: String,
}

impl SeenRequest {
    /// The first value of a header, whatever its case.
    pub fn header(&self, name: &str) -> Option<&str> {
        let mut headers = self.headers.iter();
        let (_, value) = headers.find(|(known, _)| known.eq_ignore_ascii_case(name))?;
        Some(value)
    }

    /// The body as JSON.
    pub fn json(&self) -> Option<Value> {
        serde_json::from_str(&self.body).ok()
    }

    /// The JSON-RPC method of the body.
    pub fn rpc_method(&self) -> Option<String> {
        Some(self.json()?.get("method")?.as_str()?.to_owned())
    }

    /// The path without its query.
    pub(crate) fn bare_path(&self) -> &str {
        self.path.split('?').next().unwrap_or_default()
    }

    /// Reads one request; `None` when the client has closed instead.
    pub(super) fn read(input: &mut impl BufRead) -> io::Result<Option<Self>> {
        let first = line(input)?;
        let mut words = first.split(' ');
        let (Some(method), Some(path)) = (words.next(), words.next()) else {
            return Ok(None);
        };
        let mut request = Self {
            method: method.to_owned(),
            path: path.to_owned(),
            headers: Vec::new(),
            body: String::new(),
        };
        loop {
            let header = line(input)?;
            let Some((name, value)) = header.split_once(':') else {
                break;
            };
            request.headers.push((name.to_owned(), value.trim().to_owned()));
        }
        let chunked = request.header("Transfer-Encoding").is_some_and(|coding| coding == "chunked");
        let body = if chunked {
            chunks(input)?
        } else {
            let length = request.header("Content-Length").and_then(|length| length.parse().ok());
            exactly(input, length.unwrap_or(0))?
        };
        request.body = String::from_utf8_lossy(&body).into_owned();
        Ok(Some(request))
    }
}

fn line(input: &mut impl BufRead) -> io::Result<String> {
    let mut text = String::new();
    input.read_line(&mut text)?;
    Ok(text.trim_end().to_owned())
}

fn exactly(input: &mut impl BufRead, length: usize) -> io::Result<Vec<u8>> {
    let mut bytes = vec![0; length];
    input.read_exact(&mut bytes)?;
    Ok(bytes)
}

fn chunks(input: &mut impl BufRead) -> io::Result<Vec<u8>> {
    let mut body = Vec::new();
    loop {
        let size = line(input)?;
        let digits = size.split(';').next().unwrap_or_default();
        let length = usize::from_str_radix(digits, 16)
            .map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))?;
        input.take(length as u64).read_to_end(&mut body)?;
        line(input)?;
        if length == 0 {
            return Ok(body);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> SeenRequest {
        SeenRequest::read(&mut text.as_bytes()).unwrap().unwrap()
    }

    #[test]
    fn length_and_chunks_give_the_same_body() {
        let counted = read("POST /mcp?x=1 HTTP/1.1\r\nContent-length: 3\r\n\r\nabc");
        let chunked =
            read("POST /mcp HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n1\r\nc\r\n0\r\n\r\n");
        assert_eq!((counted.body.as_str(), chunked.body.as_str()), ("abc", "abc"));
        assert_eq!(counted.header("CONTENT-LENGTH"), Some("3"));
        assert_eq!((counted.path.as_str(), counted.bare_path()), ("/mcp?x=1", "/mcp"));
    }

    #[test]
    fn a_closed_connection_is_no_request() {
        assert_eq!(SeenRequest::read(&mut "".as_bytes()).unwrap(), None);
    }
}
