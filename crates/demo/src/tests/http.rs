//! The demo over HTTP, with requests written by hand.

use serde_json::{Value, json};
use tokio::{
    io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader},
    net::TcpStream,
    sync::oneshot,
    task::JoinHandle,
};

use crate::{DemoError, HttpDemo};

struct Server {
    host: String,
    stop: oneshot::Sender<()>,
    running: JoinHandle<Result<(), DemoError>>,
}

impl Server {
    async fn start() -> Self {
        let demo = HttpDemo::bind(0).await.unwrap();
        let url = demo.url();
        let host = url.strip_prefix("http://").unwrap();
        let host = host.strip_suffix("/mcp").unwrap().to_owned();
        let (stop, stopped) = oneshot::channel();
        let running = tokio::spawn(demo.serve_until(async {
            let _ = stopped.await;
        }));
        Self { host, stop, running }
    }

    /// Sends a request and leaves its response to be read.
    async fn send(&self, method: &str, headers: &[(&str, &str)], body: &str) -> TcpStream {
        let length = body.len().to_string();
        let mut all = vec![
            ("Connection", "close"),
            ("Content-Type", "application/json"),
            ("Content-Length", length.as_str()),
            ("Accept", "application/json, text/event-stream"),
        ];
        if !headers.iter().any(|(name, _)| *name == "Host") {
            all.push(("Host", &self.host));
        }
        all.extend(headers);
        let head: Vec<_> = all.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
        let request = format!("{method} /mcp HTTP/1.1\r\n{}\r\n{body}", head.concat());
        let mut stream = TcpStream::connect(&self.host).await.unwrap();
        stream.write_all(request.as_bytes()).await.unwrap();
        stream
    }

    /// Posts `body` and returns the whole response as it came.
    async fn post(&self, headers: &[(&str, &str)], body: &Value) -> String {
        let mut stream = self.send("POST", headers, &body.to_string()).await;
        let mut response = String::new();
        stream.read_to_string(&mut response).await.unwrap();
        response
    }

    /// Opens a session of 2025-11-25 and returns its id.
    async fn open(&self) -> String {
        let opened = self.post(&[], &initialize()).await;
        header(&opened, "Mcp-Session-Id").unwrap().to_owned()
    }

    async fn stop(self) {
        self.stop.send(()).unwrap();
        self.running.await.unwrap().unwrap();
    }
}

/// The JSON-RPC frame of a response, as a body or as an event.
fn frame(response: &str) -> Value {
    let line = response
        .lines()
        .map(|line| line.strip_prefix("data: ").unwrap_or(line))
        .find(|line| line.starts_with('{'))
        .unwrap_or_else(|| panic!("no frame in {response}"));
    serde_json::from_str(line).unwrap()
}

fn header<'a>(response: &'a str, name: &str) -> Option<&'a str> {
    response.lines().find_map(|line| {
        let (key, value) = line.split_once(": ")?;
        key.eq_ignore_ascii_case(name).then_some(value)
    })
}

fn initialize() -> Value {
    json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
        "protocolVersion": "2025-11-25",
        "capabilities": {},
        "clientInfo": { "name": "test", "version": "0" }
    }})
}

#[tokio::test]
async fn a_session_opens_answers_and_the_server_stops_when_told() {
    let server = Server::start().await;
    let opened = server.post(&[], &initialize()).await;
    assert!(opened.starts_with("HTTP/1.1 200"), "{opened}");
    assert_eq!(frame(&opened)["result"]["serverInfo"]["name"], "mcp-inspector-demo");
    let session = header(&opened, "Mcp-Session-Id").unwrap();

    let headers = [("Mcp-Session-Id", session), ("MCP-Protocol-Version", "2025-11-25")];
    let initialized = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" });
    let accepted = server.post(&headers, &initialized).await;
    assert!(accepted.starts_with("HTTP/1.1 202"), "{accepted}");

    let params = json!({ "name": "echo", "arguments": { "message": "hi" } });
    let call = json!({ "jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": params });
    let called = server.post(&headers, &call).await;
    assert_eq!(frame(&called)["result"]["content"][0]["text"], "hi");
    server.stop().await;
}

#[tokio::test]
async fn a_touch_is_told_to_other_sessions_and_open_streams_do_not_delay_the_end() {
    let server = Server::start().await;
    let (watching, touching) = (server.open().await, server.open().await);
    let watching = [("Mcp-Session-Id", watching.as_str())];
    let touching = [("Mcp-Session-Id", touching.as_str())];
    let uri = json!({ "uri": "demo://clock" });
    let subscribe = json!({ "jsonrpc": "2.0", "id": 2, "method": "resources/subscribe", "params": uri });
    server.post(&watching, &subscribe).await;
    let mut events = BufReader::new(server.send("GET", &watching, "").await).lines();

    let params = json!({ "name": "touch" });
    let call = json!({ "jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": params });
    let touched = server.post(&touching, &call).await;
    assert!(!touched.contains("resources/updated"), "{touched}");
    loop {
        let line = events.next_line().await.unwrap().expect("an update comes");
        if line.contains("notifications/resources/updated") {
            break;
        }
    }
    server.stop().await;
    while events.next_line().await.unwrap().is_some() {}
}

#[tokio::test]
async fn a_request_of_2026_needs_no_session_and_shares_the_world() {
    let server = Server::start().await;
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": { "name": "test", "version": "0" },
        "io.modelcontextprotocol/clientCapabilities": {}
    });
    let headers = |name: &'static str| {
        [("MCP-Protocol-Version", "2026-07-28"), ("Mcp-Method", "tools/call"), ("Mcp-Name", name)]
    };
    for (name, expected) in [("toggle_tool", "the tool `surprise` has appeared"), ("surprise", "surprise!")] {
        let params = json!({ "name": name, "_meta": meta });
        let call = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params });
        let response = server.post(&headers(name), &call).await;
        assert_eq!(frame(&response)["result"]["content"][0]["text"], expected);
        assert_eq!(header(&response, "Mcp-Session-Id"), None);
    }
    server.stop().await;
}

#[tokio::test]
async fn a_foreign_origin_or_host_gets_403_and_our_own_does_not() {
    let server = Server::start().await;
    let own = format!("http://{}", server.host);
    for (name, value, status) in [
        ("Origin", "https://evil.example", "403"),
        ("Origin", "http://127.0.0.1:1", "403"),
        ("Origin", "null", "403"),
        ("Host", "evil.example", "403"),
        ("Origin", own.as_str(), "200"),
    ] {
        let response = server.post(&[(name, value)], &initialize()).await;
        assert!(response.starts_with(&format!("HTTP/1.1 {status}")), "{response}");
    }
    server.stop().await;
}

#[tokio::test]
async fn a_taken_port_is_named_in_the_error() {
    let demo = HttpDemo::bind(0).await.unwrap();
    let url = demo.url();
    let port = url.rsplit_once(':').unwrap().1.strip_suffix("/mcp").unwrap();
    let error = HttpDemo::bind(port.parse().unwrap()).await.unwrap_err();
    assert_eq!(error.to_string(), format!("could not listen on 127.0.0.1:{port}"));
}
