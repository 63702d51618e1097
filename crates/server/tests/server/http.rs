//! A small HTTP client: one request per connection, and events as they come.

use serde_json::Value;
use std::net::SocketAddr;
use std::time::Duration;
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::timeout;

/// The longest any test waits for a fact. Long, because it is only reached when something is wrong.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

/// A request to send.
#[derive(Clone, Debug)]
pub(crate) struct Request {
    method: String,
    path: String,
    headers: Vec<(String, String)>,
    body: Vec<u8>,
}

impl Request {
    pub(crate) fn new(method: &str, path: &str) -> Self {
        Request { method: method.into(), path: path.into(), headers: Vec::new(), body: Vec::new() }
    }

    pub(crate) fn header(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.into(), value.into()));
        self
    }

    pub(crate) fn json(self, body: &Value) -> Self {
        self.header("content-type", "application/json").body(body.to_string())
    }

    pub(crate) fn body(mut self, body: impl Into<Vec<u8>>) -> Self {
        self.body = body.into();
        self
    }

    fn bytes(&self) -> Vec<u8> {
        let mut lines = vec![format!("{} {} HTTP/1.1", self.method, self.path), "host: localhost".to_owned()];
        lines.extend(self.headers.iter().map(|(name, value)| format!("{name}: {value}")));
        if self.method != "GET" {
            lines.push(format!("content-length: {}", self.body.len()));
        }
        let mut bytes = format!("{}\r\nconnection: close\r\n\r\n", lines.join("\r\n")).into_bytes();
        bytes.extend(&self.body);
        bytes
    }
}

/// An answer, whole.
#[derive(Clone, Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: String,
}

impl Answer {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {self:#?}"))
    }

    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers.iter().find(|header| header.0 == name).map_or("", |header| &header.1)
    }
}

/// Sends a request and reads the whole answer.
pub(crate) async fn send(address: SocketAddr, request: &Request) -> Answer {
    timeout(PATIENCE, async {
        let (status, headers, mut body) = begin(address, request).await;
        let mut whole = Vec::new();
        while let Some(piece) = body.piece().await {
            whole.extend(piece);
        }
        Answer { status, headers, body: String::from_utf8(whole).expect("text") }
    })
    .await
    .unwrap_or_else(|_| panic!("no answer to {request:?}"))
}

/// A connection to which a request was sent, and from which nothing is read.
pub(crate) async fn send_and_read_nothing(address: SocketAddr, request: &Request) -> TcpStream {
    let socket = TcpSocket::new_v4().expect("a socket");
    socket.set_recv_buffer_size(4096).expect("a small buffer");
    let mut stream = socket.connect(address).await.expect("someone listens");
    stream.write_all(&request.bytes()).await.expect("the request is taken");
    stream
}

/// One event of a stream.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Event {
    pub(crate) id: Option<u64>,
    pub(crate) name: String,
    pub(crate) data: Value,
}

/// A stream of events.
pub(crate) struct Events {
    body: Pieces,
    text: Vec<u8>,
    read: usize,
}

impl Events {
    pub(crate) async fn open(address: SocketAddr, request: &Request) -> Self {
        let (status, headers, body) =
            timeout(PATIENCE, begin(address, request)).await.expect("the stream begins");
        assert_eq!(status, 200, "{request:?}");
        assert!(headers.iter().any(|header| header.1 == "text/event-stream"), "{headers:?}");
        Events { body, text: Vec::new(), read: 0 }
    }

    /// The next event; `None` at the end of the stream. Comments are skipped.
    pub(crate) async fn next(&mut self) -> Option<Event> {
        timeout(PATIENCE, self.read_next()).await.expect("an event comes")
    }

    async fn read_next(&mut self) -> Option<Event> {
        loop {
            let rest = &self.text[self.read..];
            if let Some(end) = memchr::memmem::find(rest, b"\n\n") {
                let block = String::from_utf8(rest[..end].to_vec()).expect("text");
                self.read += end + 2;
                if let Some(event) = event(&block) {
                    return Some(event);
                }
                continue;
            }
            self.text.drain(..self.read);
            self.read = 0;
            self.text.extend(self.body.piece().await?);
        }
    }
}

/// Reads one event strictly: only the fields we send, each at most once.
fn event(block: &str) -> Option<Event> {
    let (mut id, mut name, mut data) = (None, None, None);
    for line in block.lines() {
        match line.split_once(": ").unwrap_or_else(|| panic!("an odd line: {line}")) {
            ("" | "retry", _) => {}
            ("id", text) => assert!(id.replace(text.parse().expect("a number")).is_none()),
            ("event", text) => assert!(name.replace(text.to_owned()).is_none()),
            ("data", text) => assert!(data.replace(serde_json::from_str(text).expect("JSON")).is_none()),
            _ => panic!("an odd line: {line}"),
        }
    }
    Some(Event { id, name: name?, data: data? })
}

/// The pieces of a body.
struct Pieces {
    stream: BufReader<TcpStream>,
    framing: Framing,
}

enum Framing {
    Length(usize),
    Chunked,
    Ended,
}

impl Pieces {
    /// The next piece; `None` when the body is complete or the connection broke.
    async fn piece(&mut self) -> Option<Vec<u8>> {
        match self.framing {
            Framing::Ended => None,
            Framing::Length(length) => {
                self.framing = Framing::Ended;
                let mut bytes = vec![0; length];
                self.stream.read_exact(&mut bytes).await.ok()?;
                (length > 0).then_some(bytes)
            }
            Framing::Chunked => {
                let mut line = String::new();
                self.stream.read_line(&mut line).await.ok()?;
                let length = usize::from_str_radix(line.trim(), 16).ok()?;
                let mut bytes = vec![0; length + 2];
                self.stream.read_exact(&mut bytes).await.ok()?;
                bytes.truncate(length);
                (length > 0).then_some(bytes)
            }
        }
    }
}

async fn begin(address: SocketAddr, request: &Request) -> (u16, Vec<(String, String)>, Pieces) {
    let mut stream = TcpStream::connect(address).await.expect("someone listens");
    // A server that has heard enough may stop reading; its answer still comes.
    let _ = stream.write_all(&request.bytes()).await;
    let mut stream = BufReader::new(stream);
    let mut line = String::new();
    stream.read_line(&mut line).await.expect("an answer");
    let status = line.split(' ').nth(1).and_then(|word| word.parse().ok());
    let status = status.unwrap_or_else(|| panic!("an odd answer: {line:?}"));
    let mut headers = Vec::new();
    loop {
        let mut line = String::new();
        stream.read_line(&mut line).await.expect("a header");
        let Some((name, value)) = line.trim().split_once(": ") else { break };
        headers.push((name.to_ascii_lowercase(), value.to_owned()));
    }
    let named = |name: &str| headers.iter().find(|header| header.0 == name).map(|header| header.1.as_str());
    let framing = match (named("transfer-encoding"), named("content-length")) {
        (Some("chunked"), _) => Framing::Chunked,
        (_, Some(length)) => Framing::Length(length.parse().expect("a length")),
        _ => Framing::Ended,
    };
    (status, headers, Pieces { stream, framing })
}
