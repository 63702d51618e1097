//! Servers that play a script, over HTTP or as a process, behind one face.

use crate::support::{PATIENCE, at, entries, quick};
use mcp_inspector_engine::core::entry::EntryKind;
use mcp_inspector_engine::core::era::Versions;
use mcp_inspector_engine::core::target::Target;
use mcp_inspector_engine::{Direction, Session, SessionConfig};
use mcp_inspector_testkit::http::SeenRequest;
use mcp_inspector_testkit::scripted::{Script, ScriptedServer};
use serde_json::Value;
use tempfile::TempDir;

/// How a scripted server is reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Over {
    Http,
    Stdio,
}

/// A scripted server, and what it was sent.
pub(crate) enum Served {
    Http(ScriptedServer),
    Stdio { script: String, directory: TempDir },
}

impl Served {
    pub(crate) fn start(over: Over, script: Script) -> Self {
        match over {
            Over::Http => Served::Http(ScriptedServer::start(script)),
            Over::Stdio => {
                let directory = tempfile::tempdir().expect("a place for the record");
                Served::Stdio { script: script.to_json(), directory }
            }
        }
    }

    pub(crate) fn target(&self) -> Target {
        match self {
            Served::Http(server) => at(&server.url()),
            Served::Stdio { script, directory } => {
                let record = directory.path().join("record").to_string_lossy().into_owned();
                let words = [env!("CARGO_BIN_EXE_testkit-scripted").to_owned(), script.clone(), record];
                Target::from_words(&words).expect("a command is a target")
            }
        }
    }

    /// What is only there over HTTP.
    pub(crate) fn http(&self) -> &ScriptedServer {
        match self {
            Served::Http(server) => server,
            Served::Stdio { .. } => panic!("the server is a process"),
        }
    }

    /// What came, in order: the methods of messages, or of HTTP, and the texts.
    pub(crate) fn came(&self) -> Vec<(String, String)> {
        match self {
            Served::Http(server) => {
                let of = |seen: SeenRequest| (seen.rpc_method().unwrap_or(seen.method), seen.body);
                server.requests().into_iter().map(of).collect()
            }
            Served::Stdio { .. } => {
                let of = |line: String| {
                    let message: Value = serde_json::from_str(&line).expect("we send JSON");
                    (message["method"].as_str().unwrap_or_default().to_owned(), line)
                };
                self.record().into_iter().filter(|line| line != "started").map(of).collect()
            }
        }
    }

    /// The methods that came, in order.
    pub(crate) fn methods(&self) -> Vec<String> {
        self.came().into_iter().map(|(method, _)| method).collect()
    }

    /// The messages of a method that came.
    pub(crate) fn messages(&self, method: &str) -> Vec<Value> {
        let of = |text: String| serde_json::from_str(&text).expect("we send JSON");
        self.came().into_iter().filter(|(name, _)| name == method).map(|(_, text)| of(text)).collect()
    }

    /// How often the process was started.
    pub(crate) fn starts(&self) -> usize {
        self.record().iter().filter(|line| *line == "started").count()
    }

    fn record(&self) -> Vec<String> {
        let Served::Stdio { directory, .. } = self else { return Vec::new() };
        let text = std::fs::read_to_string(directory.path().join("record")).unwrap_or_default();
        text.lines().map(str::to_owned).collect()
    }
}

/// A configuration that finds out the era by itself.
pub(crate) fn any_era() -> SessionConfig {
    let mut config = quick();
    config.peer.versions = Versions::Auto;
    config.peer.quiet_log_level = None;
    config.peer.concurrency = 8;
    config
}

/// A session with a scripted server, connected.
pub(crate) async fn connected(served: &Served, config: SessionConfig) -> Session {
    let connecting = Session::connect(served.target(), config);
    let connected = tokio::time::timeout(PATIENCE, connecting).await.expect("connecting does not hang");
    connected.expect("the server can be connected to")
}

/// The methods of what the log says was sent, in order.
pub(crate) fn logged_methods(session: &Session) -> Vec<String> {
    let method = |kind: &EntryKind| match kind {
        EntryKind::Frame { direction: Direction::Sent, frame, .. } => {
            frame.message()?.method().map(str::to_owned)
        }
        _ => None,
    };
    entries(session).iter().filter_map(|entry| method(&entry.kind)).collect()
}
