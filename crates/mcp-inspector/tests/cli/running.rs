//! What runs beside a test: servers that listen on a port, and runs of the binary that go on.
//!
//! Nothing here waits by the clock: a server is there once it has said so, and a run has done
//! something once it has printed it. Dropping either ends its process.

use crate::harness::{Cli, Ran};
use std::io::{BufRead as _, BufReader, Read};
use std::net::{Ipv4Addr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStderr, Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::thread::JoinHandle;

/// How many ports are tried before a test gives up.
const PORTS: u32 = 5;

/// A server that listens on a port.
#[derive(Debug)]
pub(crate) struct Listening {
    child: Child,
    url: String,
}

impl Listening {
    /// The demo, with a world of its own.
    pub(crate) fn demo() -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_mcp-inspector"));
        command.args(["demo", "--http", "0"]).stdin(Stdio::null()).stdout(Stdio::piped());
        let mut child = command.spawn().expect("the demo starts");
        let output = child.stdout.take().expect("it is piped");
        let line = line_with(output, "listens at").expect("the demo says where it listens");
        let url = line.split_whitespace().last().expect("a URL").to_owned();
        Listening { child, url }
    }

    /// `server-everything` over `mode`, shared by the tests that run at the same time.
    pub(crate) fn everything(mode: &'static str) -> Arc<Self> {
        static STREAMABLE: Mutex<Weak<Listening>> = Mutex::new(Weak::new());
        static SSE: Mutex<Weak<Listening>> = Mutex::new(Weak::new());
        let (shared, path, sign) = match mode {
            "sse" => (&SSE, "/sse", "running on port"),
            _ => (&STREAMABLE, "/mcp", "listening on port"),
        };
        let mut shared = shared.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(server) = shared.upgrade() {
            return server;
        }
        let server = Arc::new(Self::started(mode, path, sign));
        *shared = Arc::downgrade(&server);
        server
    }

    /// The URL to give to a client.
    pub(crate) fn url(&self) -> &str {
        &self.url
    }

    /// The URL without its scheme and path.
    pub(crate) fn place(&self) -> &str {
        let place = self.url.trim_start_matches("http://");
        place.split('/').next().expect("a place")
    }

    fn started(mode: &str, path: &str, sign: &str) -> Self {
        for _ in 0..PORTS {
            // Free a moment ago: whoever else takes it makes the server end, and the next is tried.
            let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a free port");
            let port = listener.local_addr().expect("it has one").port();
            drop(listener);
            let mut words = everything(mode);
            let mut command = Command::new(words.remove(0));
            command.args(words).env("PORT", port.to_string()).stdin(Stdio::null()).stdout(Stdio::null());
            let mut child = command.stderr(Stdio::piped()).spawn().expect("node starts");
            let output = child.stderr.take().expect("it is piped");
            let url = format!("http://127.0.0.1:{port}{path}");
            let server = Listening { child, url };
            if line_with(output, sign).is_some() {
                return server;
            }
        }
        panic!("server-everything took none of {PORTS} free ports");
    }
}

impl Drop for Listening {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The words that run `server-everything`.
pub(crate) fn everything(mode: &str) -> Vec<String> {
    let servers = std::env::var_os("MCPI_SERVERS")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../.servers"), PathBuf::from);
    let script = servers.join("node_modules/@modelcontextprotocol/server-everything/dist/index.js");
    assert!(
        script.exists(),
        "the test servers are not installed ({} does not exist): run ./scripts/check, which installs them",
        script.display()
    );
    vec!["node".to_owned(), script.to_str().expect("UTF-8").to_owned(), mode.to_owned()]
}

/// The first line with `sign`; what follows is read by a thread, so that nobody waits for a reader.
fn line_with(output: impl Read + Send + 'static, sign: &str) -> Option<String> {
    let mut lines = BufReader::new(output).lines();
    let line = lines.by_ref().map_while(Result::ok).find(|line| line.contains(sign));
    std::thread::spawn(move || lines.map_while(Result::ok).for_each(drop));
    line
}

/// A run of the binary that goes on until it is interrupted.
#[derive(Debug)]
pub(crate) struct Going {
    child: Child,
    stdout: Option<JoinHandle<String>>,
    stderr: BufReader<ChildStderr>,
    said: String,
    _run: Cli,
}

impl Going {
    /// Starts a run whose result is one line, and waits until that is printed.
    pub(crate) fn after_result(mut run: Cli) -> Self {
        let mut child = run.spawn();
        let mut stdout = BufReader::new(child.stdout.take().expect("it is piped"));
        let stderr = BufReader::new(child.stderr.take().expect("it is piped"));
        let mut printed = String::new();
        stdout.read_line(&mut printed).expect("it prints text");
        let rest = std::thread::spawn(move || {
            stdout.read_to_string(&mut printed).expect("it prints text");
            printed
        });
        Going { child, stdout: Some(rest), stderr, said: String::new(), _run: run }
    }

    /// Waits until it has said `text` on stderr.
    pub(crate) fn until_said(&mut self, text: &str) {
        while !self.said.contains(text) {
            let read = self.stderr.read_line(&mut self.said).expect("it says text");
            assert!(read > 0, "it ended and never said `{text}`:\n{}", self.said);
        }
    }

    /// Presses Ctrl-C and waits for the end.
    pub(crate) fn interrupt(mut self) -> Ran {
        let pid = self.child.id().to_string();
        let sent = Command::new("/bin/kill").args(["-INT", &pid]).status().expect("kill is there");
        assert!(sent.success(), "the run ended before it was interrupted: {}", self.said);
        self.stderr.read_to_string(&mut self.said).expect("it says text");
        let exit = self.child.wait().expect("it ends").code();
        let stdout = self.stdout.take().expect("it is taken once").join().expect("it prints text");
        Ran { exit, stdout, stderr: std::mem::take(&mut self.said) }
    }
}

impl Drop for Going {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
