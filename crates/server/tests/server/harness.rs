//! A backend on a port of its own, and a client that can send what no client would.

use axum::Router;
use mcp_inspector_server::{Backend, Config, Guard, History, Token, guard, router, serve};
use serde_json::Value;
use std::io::{Read as _, Write as _};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::time::Duration;
use tempfile::TempDir;
use tokio::runtime::Runtime;

/// How long anything may take that is expected to end.
const WATCHDOG: Duration = Duration::from_secs(60);

/// A backend that runs until the end of the test.
#[derive(Debug)]
pub(crate) struct Running {
    pub(crate) address: SocketAddr,
    pub(crate) token: String,
    pub(crate) backend: Backend,
    runtime: Option<Runtime>,
    _directory: TempDir,
}

impl Running {
    /// The backend as it is.
    pub(crate) fn start() -> Self {
        Running::with(|_| Router::new(), |guard| guard)
    }

    /// The backend with routes that only a test needs, and a guard that was told more.
    pub(crate) fn with(more: impl FnOnce(&Backend) -> Router, told: impl FnOnce(Guard) -> Guard) -> Self {
        let directory = tempfile::tempdir().expect("a directory");
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        listener.set_nonblocking(true).expect("a socket");
        let address = listener.local_addr().expect("an address");
        let token = Token::random();
        let config = Config::new(&directory.path().join("mcp.json"));
        let history = History::open(&directory.path().join("history")).expect("a history");
        // The help links of errors are the same in each run.
        let backend = Backend::new("http://localhost:3000", config, history);
        let routes = router(backend.clone()).merge(more(&backend));
        let gate = told(Guard::new(token.clone(), address.port()));
        let app = guard::around(routes, &backend, gate);
        let runtime = Runtime::new().expect("a runtime");
        runtime.spawn(serve(vec![listener], app, backend.clone()));
        let token = token.reveal().to_owned();
        Running { address, token, backend, runtime: Some(runtime), _directory: directory }
    }

    /// Sends bytes and reads whatever comes back. What is sent must make the backend hang up.
    pub(crate) fn send(&self, bytes: &[u8]) -> Answer {
        let mut stream = self.connect();
        // It may be answered, and hung up on, before all is sent.
        let _ = stream.write_all(bytes);
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).expect("an answer, and the end of it");
        Answer::read(&answer)
    }

    /// Sends bytes, says that this is all, and gives whatever comes back, if anything does.
    pub(crate) fn send_and_stop(&self, bytes: &[u8]) -> Vec<u8> {
        let mut stream = self.connect();
        let _ = stream.write_all(bytes);
        let _ = stream.shutdown(Shutdown::Write);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        answer
    }

    /// Asks with these lines of head, besides a line that ends the connection.
    pub(crate) fn ask(&self, request_line: &str, headers: &[&str]) -> Answer {
        self.ask_with(request_line, headers, b"")
    }

    /// Asks with these lines of head and this body.
    pub(crate) fn ask_with(&self, request_line: &str, headers: &[&str], body: &[u8]) -> Answer {
        self.send(&request(request_line, headers, body))
    }

    /// Asks for a path, as a program that has the token does.
    pub(crate) fn get(&self, path: &str) -> Answer {
        let headers = [self.host(), self.token_line()];
        self.ask(&format!("GET {path} HTTP/1.1"), &headers.each_ref().map(String::as_str))
    }

    /// Sends a body of JSON to a path, as a program that has the token does.
    pub(crate) fn post(&self, path: &str, body: &str) -> Answer {
        let headers = [
            self.host(),
            self.token_line(),
            "Content-Type: application/json".to_owned(),
            format!("Content-Length: {}", body.len()),
        ];
        self.ask_with(
            &format!("POST {path} HTTP/1.1"),
            &headers.each_ref().map(String::as_str),
            body.as_bytes(),
        )
    }

    pub(crate) fn host(&self) -> String {
        format!("Host: {}", self.address)
    }

    pub(crate) fn token_line(&self) -> String {
        format!("X-Session-Token: {}", self.token)
    }

    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).expect("it listens");
        stream.set_read_timeout(Some(WATCHDOG)).expect("a socket");
        stream.set_write_timeout(Some(WATCHDOG)).expect("a socket");
        stream
    }

    /// Ends the backend in good order.
    pub(crate) fn shutdown(&self) {
        let runtime = self.runtime.as_ref().expect("it is there until the end");
        runtime.block_on(self.backend.shutdown());
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

/// An answer, taken apart.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    headers: Vec<(String, String)>,
    pub(crate) body: String,
}

impl Answer {
    pub(crate) fn read(bytes: &[u8]) -> Self {
        let text = String::from_utf8_lossy(bytes);
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or_else(|| panic!("no answer: `{text}`"));
        let mut lines = head.lines();
        let status = lines.next().and_then(|line| line.split(' ').nth(1)?.parse().ok()).expect("a status");
        let header = |line: &str| {
            let (name, value) = line.split_once(": ").expect("a header");
            (name.to_ascii_lowercase(), value.to_owned())
        };
        Answer { status, headers: lines.map(header).collect(), body: body.to_owned() }
    }

    /// The values of a header, by commas.
    pub(crate) fn header(&self, name: &str) -> Option<String> {
        let values: Vec<&str> =
            self.headers.iter().filter(|(known, _)| known == name).map(|(_, value)| value.as_str()).collect();
        (!values.is_empty()).then(|| values.join(", "))
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("not JSON: {error}\n{self:#?}"))
    }

    /// The code of the error that this is. Fails unless the answer has the form of every error.
    pub(crate) fn error(&self) -> String {
        assert_eq!(self.header("content-type").as_deref(), Some("application/json"), "{self:#?}");
        let body = self.json();
        let error = &body["error"];
        assert!(error["message"].is_string() && error["helpUrl"].is_string(), "{self:#?}");
        assert!(!body.to_string().contains("X-Session-Token:"), "{self:#?}");
        error["code"].as_str().expect("a code").to_owned()
    }

    /// Status and body, for a snapshot.
    pub(crate) fn shown(&self) -> String {
        format!("{}\n{:#}", self.status, self.json())
    }

    /// Everything that allows another origin to read the answer.
    pub(crate) fn permits(&self) -> Vec<&str> {
        let names = self.headers.iter().map(|(name, _)| name.as_str());
        names.filter(|name| name.starts_with("access-control-")).collect()
    }
}

/// A request with these lines of head, besides one that ends the connection.
pub(crate) fn request(request_line: &str, headers: &[&str], body: &[u8]) -> Vec<u8> {
    let mut head = format!("{request_line}\r\n");
    for line in headers.iter().chain(&["Connection: close"]) {
        head.push_str(line);
        head.push_str("\r\n");
    }
    head.push_str("\r\n");
    [head.as_bytes(), body].concat()
}
