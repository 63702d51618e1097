//! Who takes part: the server itself, our backend in front of it, and a Node bridge in front of it.

use mcp_inspector_testkit::client::Connection;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

/// The token that our backend is given.
const TOKEN: &str = "a-token-for-the-benchmark-only";

const INITIALIZE: &str = r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"bench","version":"1"}}}"#;
const INITIALIZED: &str = r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;
const CALL: &str = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{"message":"hello"}}}"#;

/// A process in front of the echo server.
pub(crate) struct Contestant {
    pub(crate) name: &'static str,
    process: Child,
    host: String,
    path: String,
    headers: String,
    _scratch: tempfile::TempDir,
}

impl Drop for Contestant {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// One client of a contestant, with a session.
pub(crate) struct Client {
    connection: Connection,
    path: String,
    headers: String,
}

impl Client {
    pub(crate) fn call(&mut self) {
        let answer = self.connection.send("POST", &self.path, &self.headers, CALL).expect("an answer");
        let is_result = answer.body.windows(8).any(|part| part == b"\"result\"");
        assert!(answer.status == 200 && is_result, "{}: {}", answer.status, answer.text());
    }
}

impl Contestant {
    /// A new client that has shaken hands.
    pub(crate) fn client(&self) -> Client {
        let mut connection = Connection::open(&self.host).expect("the contestant listens");
        let accepted = "Content-Type: application/json\r\nAccept: application/json, text/event-stream\r\n";
        let headers = format!("{}{accepted}", self.headers);
        let answer = connection.send("POST", &self.path, &headers, INITIALIZE).expect("an answer");
        assert_eq!(answer.status, 200, "{}", answer.text());
        let session = answer.header("mcp-session-id");
        let session = session.map(|session| format!("Mcp-Session-Id: {session}\r\n")).unwrap_or_default();
        let headers = format!("{headers}{session}MCP-Protocol-Version: 2025-06-18\r\n");
        connection.send("POST", &self.path, &headers, INITIALIZED).expect("an answer");
        Client { connection, path: self.path.clone(), headers }
    }
}

/// Our backend.
pub(crate) fn ours() -> Result<Contestant, String> {
    let program = std::env::var_os("MCPI_BENCH_BINARY")
        .map_or_else(|| Path::new(echo()).with_file_name("mcp-inspector"), PathBuf::from);
    if !program.exists() {
        return Err(format!("{} is not there: cargo build --release", program.display()));
    }
    let scratch = tempfile::tempdir().map_err(|error| error.to_string())?;
    let config = scratch.path().join("mcp.json");
    let text = format!(
        r#"{{"servers":[{{"id":"echo","name":"echo","transport":"stdio","command":{:?}}}]}}"#,
        echo()
    );
    std::fs::write(&config, text).map_err(|error| error.to_string())?;
    let mut process = Command::new(program)
        .args(["--port", "0", "--no-open", "--config"])
        .arg(&config)
        .arg("--data-dir")
        .arg(scratch.path().join("data"))
        .env("MCPI_TOKEN", TOKEN)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|error| error.to_string())?;
    let mut lines = BufReader::new(process.stdout.take().expect("it is piped")).lines();
    let port = lines
        .by_ref()
        .map_while(Result::ok)
        .find_map(|line| line.split("localhost:").nth(1)?.split('/').next().map(str::to_owned))
        .ok_or("our backend did not get ready")?;
    Ok(Contestant {
        name: "mcp-inspector",
        process,
        host: format!("127.0.0.1:{port}"),
        path: "/mcp?serverId=echo".to_owned(),
        headers: format!("X-Session-Token: {TOKEN}\r\n"),
        _scratch: scratch,
    })
}

/// The npm package mcp-proxy.
pub(crate) fn bridge() -> Result<Contestant, String> {
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../.bench/node_modules/.bin/mcp-proxy");
    if !program.exists() {
        return Err("mcp-proxy is not installed: run scripts/bench/cli once, which installs it".to_owned());
    }
    let port = std::net::TcpListener::bind("127.0.0.1:0")
        .and_then(|listener| listener.local_addr())
        .map_err(|error| error.to_string())?
        .port();
    let scratch = tempfile::tempdir().map_err(|error| error.to_string())?;
    let process = Command::new(program)
        .args(["--host", "127.0.0.1", "--port", &port.to_string(), "--server", "stream", "--", echo()])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|error| error.to_string())?;
    let contestant = Contestant {
        name: "mcp-proxy",
        process,
        host: format!("127.0.0.1:{port}"),
        path: "/mcp".to_owned(),
        headers: String::new(),
        _scratch: scratch,
    };
    let until = Instant::now() + Duration::from_secs(30);
    while std::net::TcpStream::connect(&contestant.host).is_err() {
        if Instant::now() > until {
            return Err("mcp-proxy did not get ready".to_owned());
        }
        std::thread::yield_now();
    }
    Ok(contestant)
}

/// The server itself, over its pipe.
pub(crate) struct Direct {
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    line: String,
}

impl Direct {
    pub(crate) fn start() -> Self {
        let mut process = Command::new(echo())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the echo server starts");
        let input = process.stdin.take().expect("it is piped");
        let output = BufReader::new(process.stdout.take().expect("it is piped"));
        let mut direct = Direct { process, input, output, line: String::new() };
        direct.send(INITIALIZE);
        direct
    }

    pub(crate) fn call(&mut self) {
        self.send(CALL);
    }

    fn send(&mut self, message: &str) {
        self.input.write_all(format!("{message}\n").as_bytes()).expect("the server reads");
        self.line.clear();
        self.output.read_line(&mut self.line).expect("the server answers");
        assert!(self.line.contains("\"result\""), "{}", self.line);
    }
}

impl Drop for Direct {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// The echo server.
fn echo() -> &'static str {
    env!("CARGO_BIN_EXE_testkit-echo")
}
