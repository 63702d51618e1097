//! A user who logs in from the command line: a run that waits, a browser without windows, and a place for
//! tokens.

use crate::harness::{Cli, Ran};
use mcp_inspector_testkit::auth::{AuthBehaviour, AuthFault, AuthServer};
use mcp_inspector_testkit::client::{Answer, Connection};
use std::io::{BufRead as _, BufReader, Read as _};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use tempfile::TempDir;

pub(crate) fn good() -> AuthServer {
    AuthServer::start(AuthBehaviour::default())
}

pub(crate) fn with_fault(fault: AuthFault) -> AuthServer {
    AuthServer::start(AuthBehaviour::with(&[fault]))
}

/// Asks for a page as a browser does, and does not follow where it leads.
pub(crate) fn get(url: &str) -> Answer {
    let rest = url.strip_prefix("http://").expect("plain HTTP");
    let (place, path) = rest.split_once('/').expect("a path");
    let mut connection = Connection::open(place).expect("somebody listens");
    connection.send("GET", &format!("/{path}"), "Accept: text/html\r\n", "").expect("an answer")
}

/// Where the authorization server sends a user who agrees.
pub(crate) fn agreed(authorization_url: &str) -> String {
    let answer = get(authorization_url);
    assert_eq!(answer.status, 302, "{}", answer.text());
    answer.header("location").expect("it leads somewhere").to_owned()
}

/// A run that waits for a user.
pub(crate) struct Waiting {
    pub(crate) child: Child,
    stderr: BufReader<std::process::ChildStderr>,
    said: String,
    pub(crate) url: String,
}

impl Waiting {
    pub(crate) fn start(words: &[&str], store: &Path) -> Self {
        Waiting::start_with(words, store, |_| {})
    }

    /// Like [`Waiting::start`], with nothing to read on stdin.
    pub(crate) fn start_without_stdin(words: &[&str], store: &Path) -> Self {
        Waiting::start_on(Stdio::null(), words, store, |_| {})
    }

    /// Like [`Waiting::start`], in another way than usual.
    pub(crate) fn start_with(words: &[&str], store: &Path, change: impl FnOnce(&mut Command)) -> Self {
        Waiting::start_on(Stdio::piped(), words, store, change)
    }

    fn start_on(stdin: Stdio, words: &[&str], store: &Path, change: impl FnOnce(&mut Command)) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_mcp-inspector"));
        command.arg("--cli").args(words).env("MCPI_AUTH_STORE", store).env("MCPI_AUTH_TIMEOUT", "60s");
        for variable in ["MCPI_VIA", "MCPI_TOKEN", "MCPI_EXIT_CODES"] {
            command.env_remove(variable);
        }
        change(&mut command);
        command.stdin(stdin).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the program starts");
        let stderr = BufReader::new(child.stderr.take().expect("it is piped"));
        let mut waiting = Waiting { child, stderr, said: String::new(), url: String::new() };
        waiting.says("(waiting for ");
        let mut lines = waiting.said.lines().map(str::trim);
        waiting.url = lines.rfind(|line| line.starts_with("http://")).expect("a URL").to_owned();
        waiting
    }

    /// Reads on until it says this.
    pub(crate) fn says(&mut self, text: &str) {
        while !self.said.contains(text) {
            let read = self.stderr.read_line(&mut self.said).expect("it says text");
            assert!(read > 0, "it ended and never said `{text}`:\n{}", self.said);
        }
    }

    pub(crate) fn end(mut self) -> Ran {
        let mut stdout = String::new();
        self.child.stdout.take().expect("it is piped").read_to_string(&mut stdout).expect("text");
        self.stderr.read_to_string(&mut self.said).expect("text");
        let exit = self.child.wait().expect("it ends").code();
        Ran { exit, stdout, stderr: std::mem::take(&mut self.said) }
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A place for tokens.
pub(crate) struct Home {
    pub(crate) directory: TempDir,
}

impl Home {
    pub(crate) fn new() -> Self {
        Home { directory: tempfile::tempdir().expect("a directory") }
    }

    pub(crate) fn store(&self) -> std::path::PathBuf {
        self.directory.path().join("state/auth.json")
    }

    pub(crate) fn run(&self, words: &[&str]) -> Ran {
        Cli::new(words).env("MCPI_AUTH_STORE", self.store().to_str().expect("UTF-8")).run()
    }

    pub(crate) fn log_in(&self, server: &AuthServer) {
        let waiting = Waiting::start(&["--method", "auth/login", "--no-open", &server.url()], &self.store());
        assert_eq!(get(&agreed(&waiting.url)).status, 200);
        let ran = waiting.end();
        assert_eq!(ran.exit, Some(0), "{ran:#?}");
    }
}

/// The text without what the test server makes up.
pub(crate) fn shown(ran: &Ran) -> String {
    let client = regex::Regex::new(r"client-\d+-[A-Za-z0-9_-]+").expect("a pattern");
    client.replace_all(&ran.shown(), "<client>").into_owned()
}
