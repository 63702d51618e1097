//! A client that knows JSON lines and nothing else.

use std::time::Duration;

use serde_json::{Value, json};
use tokio::{
    io::{AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, Lines, ReadHalf, WriteHalf, duplex},
    task::JoinHandle,
    time::timeout,
};

use crate::{DemoError, serve_on};

/// Far longer than any answer takes: a missing frame fails the test, not the run.
const PATIENCE: Duration = Duration::from_secs(60);

/// One end of a pipe with the demo server at the other.
pub(super) struct Client {
    lines: Lines<BufReader<ReadHalf<DuplexStream>>>,
    writer: WriteHalf<DuplexStream>,
    server: JoinHandle<Result<(), DemoError>>,
    next_id: u64,
    /// Frames that came while something else was waited for, in order.
    pub(super) aside: Vec<Value>,
}

impl Client {
    /// Starts a server that has heard nothing yet.
    pub(super) fn connect() -> Self {
        let (near, far) = duplex(64 * 1024);
        let (reader, writer) = tokio::io::split(far);
        let server = tokio::spawn(serve_on(reader, writer));
        let (reader, writer) = tokio::io::split(near);
        Self { lines: BufReader::new(reader).lines(), writer, server, next_id: 1, aside: vec![] }
    }

    /// Starts a server and opens a session of 2025-11-25.
    pub(super) async fn open(capabilities: Value) -> Self {
        let mut client = Self::connect();
        client.initialize("2025-11-25", capabilities).await;
        client
    }

    /// Sends `initialize` and its notification; returns the result.
    pub(super) async fn initialize(&mut self, version: &str, capabilities: Value) -> Value {
        let params = json!({
            "protocolVersion": version,
            "capabilities": capabilities,
            "clientInfo": { "name": "test", "version": "0" }
        });
        let result = self.result("initialize", params).await;
        self.notify("notifications/initialized", json!({})).await;
        result
    }

    /// Sends a frame as it is.
    pub(super) async fn send(&mut self, frame: Value) {
        let line = format!("{frame}\n");
        self.writer.write_all(line.as_bytes()).await.unwrap();
    }

    /// Sends a request; returns its id.
    pub(super) async fn request(&mut self, method: &str, params: Value) -> u64 {
        let id = self.next_id;
        self.next_id += 1;
        self.send(json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params })).await;
        id
    }

    /// Sends a notification.
    pub(super) async fn notify(&mut self, method: &str, params: Value) {
        self.send(json!({ "jsonrpc": "2.0", "method": method, "params": params })).await;
    }

    /// The next frame, or nothing once the server has closed.
    pub(super) async fn frame(&mut self) -> Option<Value> {
        let line = timeout(PATIENCE, self.lines.next_line())
            .await
            .expect("the server sends another frame or closes")
            .unwrap()?;
        Some(serde_json::from_str(&line).unwrap())
    }

    /// The next frame that `wanted` accepts; others are put aside.
    pub(super) async fn frame_where(&mut self, wanted: impl Fn(&Value) -> bool) -> Value {
        loop {
            let frame = self.frame().await.expect("the server is still there");
            if wanted(&frame) {
                return frame;
            }
            self.aside.push(frame);
        }
    }

    /// The next frame with this method.
    pub(super) async fn message(&mut self, method: &str) -> Value {
        self.frame_where(|frame| frame["method"] == method).await
    }

    /// The response to the request with this id.
    pub(super) async fn response(&mut self, id: u64) -> Value {
        self.frame_where(|frame| frame["id"] == id && frame.get("method").is_none()).await
    }

    /// Sends a request and returns its result.
    pub(super) async fn result(&mut self, method: &str, params: Value) -> Value {
        let id = self.request(method, params).await;
        let mut response = self.response(id).await;
        assert_eq!(response.get("error"), None, "{method} succeeds");
        response["result"].take()
    }

    /// Sends a request and returns its error.
    pub(super) async fn error(&mut self, method: &str, params: Value) -> Value {
        let id = self.request(method, params).await;
        let mut response = self.response(id).await;
        assert_eq!(response.get("result"), None, "{method} fails");
        response["error"].take()
    }

    /// Calls a tool and returns its result.
    pub(super) async fn tool(&mut self, name: &str, arguments: Value) -> Value {
        let params = json!({ "name": name, "arguments": arguments });
        self.result("tools/call", params).await
    }

    /// Methods of the frames put aside.
    pub(super) fn methods_aside(&self) -> Vec<&str> {
        self.aside.iter().filter_map(|frame| frame["method"].as_str()).collect()
    }

    /// Closes our side; returns what the server still sends before it ends well.
    pub(super) async fn close(mut self) -> Vec<Value> {
        self.writer.shutdown().await.unwrap();
        let mut rest = vec![];
        while let Some(frame) = self.frame().await {
            rest.push(frame);
        }
        self.server.await.unwrap().unwrap();
        rest
    }
}

/// The text of the first content block of a tool result.
pub(super) fn text(result: &Value) -> &str {
    result["content"][0]["text"].as_str().expect("the first block is text")
}

/// The text of a tool result that must be an error.
pub(super) fn failure(result: &Value) -> &str {
    assert_eq!(result["isError"], true, "{result}");
    text(result)
}
