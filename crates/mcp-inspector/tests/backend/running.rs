//! A backend under test: the real binary, in a directory of its own, on a port of its own.

use mcp_inspector_testkit::client::{Answer, Connection, Events};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use tempfile::TempDir;

/// The token that every backend under test is given.
pub(crate) const TOKEN: &str = "a-token-that-only-tests-know";

/// A backend that runs. It is killed when this is dropped.
#[derive(Debug)]
pub(crate) struct Backend {
    child: Child,
    host: String,
    directory: TempDir,
}

/// A server of a config file: its name, and the program with its arguments.
pub(crate) fn stdio(name: &str, words: &[&str]) -> Value {
    json!({ "id": name, "name": name, "transport": "stdio", "command": words[0], "args": &words[1..] })
}

/// A server of the kit, which behaves as `words` say.
pub(crate) fn kit(name: &str, words: &[&str]) -> Value {
    let program = testkit("testkit-server");
    let words: Vec<&str> = std::iter::once(program.as_str()).chain(words.iter().copied()).collect();
    stdio(name, &words)
}

/// A program of the kit, which is built beside ours.
pub(crate) fn testkit(name: &str) -> String {
    let path = Path::new(env!("CARGO_BIN_EXE_mcp-inspector")).with_file_name(name);
    assert!(path.exists(), "{} is missing: cargo build --workspace --bins", path.display());
    path.display().to_string()
}

/// The demo server, on stdio.
pub(crate) fn demo(name: &str, words: &[&str]) -> Value {
    let all: Vec<&str> =
        [env!("CARGO_BIN_EXE_mcp-inspector"), "demo"].into_iter().chain(words.iter().copied()).collect();
    stdio(name, &all)
}

impl Backend {
    /// A backend for these servers.
    pub(crate) fn of(servers: &[Value]) -> Self {
        Backend::start(servers, |_| {})
    }

    /// A backend for these servers, started in another way than usual.
    pub(crate) fn start(servers: &[Value], change: impl FnOnce(&mut Command)) -> Self {
        let directory = tempfile::tempdir().expect("a directory");
        let text = json!({ "version": "2.0", "servers": servers }).to_string();
        std::fs::write(directory.path().join("mcp.json"), text).expect("the config file is written");
        Backend::again(directory, change)
    }

    /// A backend in the directory of an earlier one.
    pub(crate) fn again(directory: TempDir, change: impl FnOnce(&mut Command)) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_mcp-inspector"));
        command
            .args(["--port", "0", "--no-open", "--data-dir"])
            .arg(directory.path().join("data"))
            .current_dir(directory.path())
            .env("MCPI_TOKEN", TOKEN)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        for variable in ["PORT", "LOG_LEVEL", "MCPI_DATA_DIR", "MCPI_VIA"] {
            command.env_remove(variable);
        }
        change(&mut command);
        let mut child = command.spawn().expect("the backend starts");
        let mut lines = BufReader::new(child.stdout.take().expect("it is piped")).lines();
        let port = lines
            .by_ref()
            .map_while(Result::ok)
            .find_map(|line| line.split("localhost:").nth(1)?.split('/').next().map(str::to_owned))
            .expect("the backend says that it is ready");
        Backend { child, host: format!("127.0.0.1:{port}"), directory }
    }

    /// Where it listens.
    pub(crate) fn host(&self) -> &str {
        &self.host
    }

    /// Its process.
    pub(crate) fn pid(&self) -> u32 {
        self.child.id()
    }

    /// Its working directory.
    pub(crate) fn directory(&self) -> PathBuf {
        self.directory.path().to_owned()
    }

    /// Kills it as the system would; its directory stays.
    pub(crate) fn kill(mut self) -> TempDir {
        self.child.kill().expect("it can be killed");
        self.child.wait().expect("it has ended");
        std::mem::replace(&mut self.directory, tempfile::tempdir().expect("a directory"))
    }

    /// A connection to it.
    pub(crate) fn connect(&self) -> Connection {
        Connection::open(&self.host).expect("the backend listens")
    }

    /// Sends a request with the token.
    pub(crate) fn send(&self, method: &str, path: &str, body: Option<&Value>) -> Answer {
        let body = body.map(Value::to_string).unwrap_or_default();
        let headers = format!("X-Session-Token: {TOKEN}\r\nContent-Type: application/json\r\n");
        self.connect().send(method, path, &headers, &body).expect("an answer")
    }

    /// A plain request for a server: one POST, one answer.
    pub(crate) fn plain(&self, server: &str, method: &str, params: &Value) -> Answer {
        let body = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params });
        self.send("POST", &format!("/mcp?serverId={server}"), Some(&body))
    }

    /// The entries of the history, newest first.
    pub(crate) fn history(&self, query: &str) -> Vec<Value> {
        let answer = self.send("GET", &format!("/api/history{query}"), None);
        assert_eq!(answer.status, 200, "{}", answer.text());
        answer.json()["entries"].as_array().cloned().expect("a list of entries")
    }

    /// A client of a server, with a session.
    pub(crate) fn client(&self, server: &str, capabilities: &Value) -> Client {
        let mut client = Client { host: self.host.clone(), server: server.to_owned(), session: None };
        let params = json!({ "protocolVersion": "2025-06-18", "capabilities": capabilities,
            "clientInfo": { "name": "test", "version": "1" } });
        let answer = client.request(0, "initialize", &params);
        assert_eq!(answer.status, 200, "{}", answer.text());
        client.session = Some(answer.header("mcp-session-id").expect("a session").to_owned());
        let told = client.post(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }));
        assert_eq!(told.status, 202, "{}", told.text());
        client
    }
}

impl Drop for Backend {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A client with a session, as the SDKs make them.
#[derive(Clone, Debug)]
pub(crate) struct Client {
    host: String,
    server: String,
    pub(crate) session: Option<String>,
}

impl Client {
    fn headers(&self) -> String {
        let session = self.session.as_ref().map(|id| format!("Mcp-Session-Id: {id}\r\n")).unwrap_or_default();
        format!(
            "X-Session-Token: {TOKEN}\r\nContent-Type: application/json\r\n\
             Accept: application/json, text/event-stream\r\n{session}"
        )
    }

    fn path(&self) -> String {
        format!("/mcp?serverId={}", self.server)
    }

    fn connect(&self) -> Connection {
        Connection::open(&self.host).expect("the backend listens")
    }

    /// Posts a message and reads the whole answer.
    pub(crate) fn post(&self, message: &Value) -> Answer {
        let sent = self.connect().send("POST", &self.path(), &self.headers(), &message.to_string());
        sent.expect("an answer")
    }

    /// Makes a request and reads the whole answer.
    pub(crate) fn request(&self, id: i64, method: &str, params: &Value) -> Answer {
        self.post(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }))
    }

    /// Makes a request whose answer is a stream.
    pub(crate) fn streamed(&self, id: i64, method: &str, params: &Value) -> Events {
        let message = json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params });
        let opened = self.connect().stream("POST", &self.path(), &self.headers(), &message.to_string());
        let (head, events) = opened.expect("an answer");
        assert_eq!(head.header("content-type"), Some("text/event-stream"), "{head:?}");
        events
    }

    /// Opens the client's own stream.
    pub(crate) fn listen(&self) -> Events {
        let (head, events) =
            self.connect().stream("GET", &self.path(), &self.headers(), "").expect("an answer");
        assert_eq!(head.status, 200, "{head:?}");
        events
    }

    /// Ends the session.
    pub(crate) fn leave(&self) -> Answer {
        self.connect().send("DELETE", &self.path(), &self.headers(), "").expect("an answer")
    }
}
