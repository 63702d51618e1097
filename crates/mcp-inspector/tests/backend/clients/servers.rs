//! The servers that are put behind the backend.

use std::io::{BufRead as _, BufReader};
use std::net::{Ipv4Addr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// How many ports are tried before a test gives up.
const PORTS: u32 = 5;

/// What a server has to offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// `server-everything`, the reference server. It has the older era only.
    Everything,
    /// Our demo.
    Demo,
}

impl Kind {
    /// How the client programs call it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Kind::Everything => "everything",
            Kind::Demo => "demo",
        }
    }
}

/// `server-everything` on a port. Dropping it ends the process.
#[derive(Debug)]
pub(crate) struct Listening {
    child: Child,
    pub(crate) url: String,
}

impl Listening {
    /// Starts it and waits until it says that it listens.
    pub(crate) fn everything(mode: &str, path: &str) -> Self {
        for _ in 0..PORTS {
            // Free a moment ago: whoever else takes it makes the server end, and the next is tried.
            let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a free port");
            let port = listener.local_addr().expect("it has one").port();
            drop(listener);
            let mut command = Command::new("node");
            command.arg(everything()).arg(mode).env("PORT", port.to_string());
            command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
            let mut child = command.spawn().expect("node starts");
            let output = child.stderr.take().expect("it is piped");
            let server = Listening { child, url: format!("http://127.0.0.1:{port}{path}") };
            let mut lines = BufReader::new(output).lines();
            let is_there = lines.by_ref().map_while(Result::ok).any(|line| line.contains("on port"));
            std::thread::spawn(move || lines.map_while(Result::ok).for_each(drop));
            if is_there {
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

/// The script of `server-everything`.
pub(crate) fn everything() -> PathBuf {
    installed("node_modules").join("@modelcontextprotocol/server-everything/dist/index.js")
}

/// A part of what `scripts/servers/install` installs.
pub(crate) fn installed(part: &str) -> PathBuf {
    let servers = std::env::var_os("MCPI_SERVERS")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../.servers"), PathBuf::from);
    let part = servers.join(part);
    assert!(
        part.exists(),
        "the test servers are not installed ({} does not exist): run ./scripts/check, which installs them",
        part.display()
    );
    part
}
