//! Servers that listen on a port, run as children of the test.

use crate::support::PATIENCE;
use mcp_inspector_testkit::children;
use std::fs::File;
use std::net::{Ipv4Addr, TcpListener};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;
use tokio::net::TcpStream;

/// How many ports are tried before the test gives up.
const PORTS: u32 = 5;

/// How long to wait before connecting again to a server that does not listen yet.
const PAUSE: Duration = Duration::from_millis(20);

/// A running server. Dropping it kills its whole process group, also when the test fails.
pub(crate) struct Server {
    child: Child,
    port: u16,
    /// What the server writes, shown when the test fails.
    output: TempDir,
}

impl Server {
    /// Starts `words` with the port in the variable `PORT` and waits until it can be connected to.
    pub(crate) async fn start(words: &[String]) -> Self {
        for _ in 0..PORTS {
            let mut server = Server::launch(words, free_port());
            if server.listens().await {
                return server;
            }
        }
        panic!("`{}` took none of {PORTS} free ports", words.join(" "));
    }

    /// Starts `words` and lets it take any port: it says `listening on URL` when it has one. Nobody
    /// else can have that port, however many servers are started at once.
    pub(crate) async fn start_anywhere(words: &[String]) -> Self {
        let mut server = Server::launch(words, 0);
        let said = "listening on http://127.0.0.1:";
        server.said(said).await;
        server.said("/mcp").await;
        let written = server.written();
        let port = written.split(said).nth(1).and_then(|rest| rest.split('/').next());
        server.port = port.and_then(|port| port.parse().ok()).unwrap_or_else(|| panic!("{written}"));
        server
    }

    /// The address of `path` on the server.
    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://127.0.0.1:{}{path}", self.port)
    }

    /// Waits until the server has written `text`.
    pub(crate) async fn said(&self, text: &str) {
        let deadline = Instant::now() + PATIENCE;
        let mut pause = tokio::time::interval(PAUSE);
        while !self.written().contains(text) {
            assert!(Instant::now() < deadline, "the server never wrote `{text}`");
            pause.tick().await;
        }
    }

    /// Kills the server and waits until every process of it is gone.
    pub(crate) fn end(mut self) {
        let mut family = children::descendants(self.child.id());
        family.push(self.child.id());
        self.kill();
        for pid in family {
            assert!(children::wait_gone(pid, PATIENCE), "process {pid} of the server is left");
        }
    }

    fn launch(words: &[String], port: u16) -> Self {
        let output = tempfile::tempdir().unwrap();
        let file = File::create(output.path().join("output")).unwrap();
        let child = Command::new(&words[0])
            .args(&words[1..])
            .env("PORT", port.to_string())
            .stdin(Stdio::null())
            .stdout(file.try_clone().unwrap())
            .stderr(file)
            .process_group(0)
            .spawn()
            .unwrap_or_else(|error| panic!("`{}` does not start: {error}", words[0]));
        Server { child, port, output }
    }

    /// False when the server ended instead, as it does when someone else took the port.
    async fn listens(&mut self) -> bool {
        let deadline = Instant::now() + PATIENCE;
        let mut pause = tokio::time::interval(PAUSE);
        loop {
            pause.tick().await;
            let is_open = TcpStream::connect((Ipv4Addr::LOCALHOST, self.port)).await.is_ok();
            if self.child.try_wait().unwrap().is_some() {
                return false;
            }
            if is_open {
                return true;
            }
            assert!(Instant::now() < deadline, "the server does not listen on port {}", self.port);
        }
    }

    fn written(&self) -> String {
        std::fs::read_to_string(self.output.path().join("output")).unwrap_or_default()
    }

    fn kill(&mut self) {
        // Once the child is collected its number may belong to another group.
        if matches!(self.child.try_wait(), Ok(None)) {
            let group = format!("-{}", self.child.id());
            let killed = Command::new("/bin/kill").args(["-KILL", "--", &group]).status();
            if !killed.is_ok_and(|status| status.success()) {
                let _ = self.child.kill();
            }
            let _ = self.child.wait();
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.kill();
        if std::thread::panicking() {
            eprintln!("the server wrote:\n{}", self.written());
        }
    }
}

/// A port that was free a moment ago.
fn free_port() -> u16 {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    listener.local_addr().unwrap().port()
}
