//! A backend with the servers behind it.

use super::servers::{Kind, Listening, everything};
use mcp_inspector_testkit::children;
use serde_json::json;
use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use tempfile::TempDir;

/// The token that clients give.
pub(crate) const TOKEN: &str = "a-token-for-the-clients-of-the-tests";

/// How long the backend may take to end everything that it started.
const PATIENCE: Duration = Duration::from_secs(20);

/// The servers behind the backend, by the names they have there.
pub(crate) const SERVERS: [(&str, Kind); 6] = [
    ("everything-stdio", Kind::Everything),
    ("everything-sse", Kind::Everything),
    ("everything-http", Kind::Everything),
    ("demo-both", Kind::Demo),
    ("demo-older", Kind::Demo),
    ("demo-newer", Kind::Demo),
];

/// A backend with the servers behind it. Dropping it kills it.
#[derive(Debug)]
pub(crate) struct Behind {
    child: Child,
    base: String,
    _config: TempDir,
    _listening: [Listening; 2],
}

impl Behind {
    /// Starts the servers that listen, and the backend in front of all of them.
    pub(crate) fn start() -> Self {
        let sse = Listening::everything("sse", "/sse");
        let http = Listening::everything("streamableHttp", "/mcp");
        let binary = env!("CARGO_BIN_EXE_mcp-inspector");
        let config = tempfile::tempdir().expect("a directory");
        let file = config.path().join("mcp.json");
        let servers = json!({ "mcpServers": {
            "everything-stdio": { "command": "node", "args": [everything()] },
            "everything-sse": { "type": "sse", "url": sse.url },
            "everything-http": { "type": "http", "url": http.url },
            "demo-both": { "command": binary, "args": ["demo"] },
            "demo-older": { "command": binary, "args": ["demo", "--only", "legacy"] },
            "demo-newer": { "command": binary, "args": ["demo", "--only", "modern"] },
        } });
        std::fs::write(&file, servers.to_string()).expect("the file can be written");
        let mut command = Command::new(binary);
        command.args(["--port", "0", "--no-open", "--config"]).arg(&file).env("MCPI_TOKEN", TOKEN);
        // Whatever the backend keeps, it keeps there.
        command.current_dir(config.path()).env("HOME", config.path());
        let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn().expect("it starts");
        let mut lines = BufReader::new(child.stdout.take().expect("it is piped")).lines();
        let ready = lines.by_ref().map_while(Result::ok).find_map(|line| {
            let (_, place) = line.split_once("is ready at ")?;
            Some(place.split("/#").next().unwrap_or(place).trim_end_matches('/').to_owned())
        });
        std::thread::spawn(move || lines.map_while(Result::ok).for_each(drop));
        let mut behind = Behind { child, base: String::new(), _config: config, _listening: [sse, http] };
        behind.base = ready.expect("the backend says where it is");
        behind
    }

    /// Where clients reach a server.
    pub(crate) fn url(&self, server: &str) -> String {
        format!("{}/mcp?serverId={server}", self.base)
    }

    /// Asks the backend to end, and waits until every process of it is gone.
    pub(crate) fn end(mut self) {
        let mut family = children::descendants(self.child.id());
        assert!(family.len() >= 4, "each server over stdio must have been started: {family:?}");
        let pid = self.child.id();
        let told = Command::new("kill").args(["-TERM", &pid.to_string()]).status().expect("`kill` runs");
        assert!(told.success(), "the backend has ended by itself");
        self.child.wait().expect("it can be waited for");
        family.retain(|pid| !children::wait_gone(*pid, PATIENCE));
        assert!(family.is_empty(), "the processes {family:?} of the backend are left");
    }
}

impl Drop for Behind {
    fn drop(&mut self) {
        // It has ended already unless the test failed.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
