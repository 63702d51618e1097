//! Starts the backend and talks to it.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// How long anything may take that is expected to happen.
pub(crate) const WATCHDOG: Duration = Duration::from_secs(60);

/// A start that is being prepared, in an empty directory, with nothing said in the environment.
#[derive(Debug)]
pub(crate) struct Start {
    pub(crate) command: Command,
    pub(crate) directory: TempDir,
}

impl Start {
    /// A start with these words.
    pub(crate) fn new(words: &[&str]) -> Self {
        let directory = tempfile::tempdir().expect("a directory");
        let mut command = Command::new(env!("CARGO_BIN_EXE_mcp-inspector"));
        command.args(words).current_dir(directory.path());
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        for variable in ["PORT", "MCP_AUTO_OPEN_ENABLED", "CI", "DISPLAY", "WAYLAND_DISPLAY", "LOG_LEVEL"] {
            command.env_remove(variable);
        }
        for variable in ["CONFIG", "DATA_DIR", "ALLOW_HOST", "ALLOW_ORIGIN", "BIND", "TOKEN"] {
            command.env_remove(format!("MCPI_{variable}"));
        }
        command.env("XDG_STATE_HOME", directory.path().join("state"));
        Start { command, directory }
    }

    pub(crate) fn env(mut self, name: &str, value: &str) -> Self {
        self.command.env(name, value);
        self
    }

    /// Runs it to its end, which must come by itself: exit number, stdout, stderr.
    pub(crate) fn fails(mut self) -> (Option<i32>, String, String) {
        let child = self.command.spawn().expect("the program starts");
        let pid = child.id();
        let (tell, told) = mpsc::channel();
        std::thread::spawn(move || tell.send(child.wait_with_output()));
        let Ok(output) = told.recv_timeout(WATCHDOG) else {
            let _ = Command::new("kill").args(["-s", "KILL", &pid.to_string()]).status();
            panic!("it started, and should not have");
        };
        let output = output.expect("it ends");
        let text = |bytes| String::from_utf8(bytes).expect("it prints text");
        (output.status.code(), text(output.stdout), text(output.stderr))
    }

    /// Starts it and waits for its ready line.
    pub(crate) fn ready(mut self) -> Backend {
        let mut child = self.command.spawn().expect("the program starts");
        let stdout = lines(child.stdout.take().expect("a pipe"));
        let stderr = lines(child.stderr.take().expect("a pipe"));
        let mut backend = Backend {
            child,
            stdout,
            stderr,
            printed: Vec::new(),
            url: String::new(),
            directory: self.directory,
        };
        while backend.url.is_empty() {
            let Ok(line) = backend.stdout.recv_timeout(WATCHDOG) else {
                let said: Vec<String> = backend.stderr.try_iter().collect();
                panic!("there is no ready line: {:?}, {said:?}", backend.printed);
            };
            if let Some(url) = line.strip_prefix("MCP Inspector is ready at ") {
                url.clone_into(&mut backend.url);
            }
            backend.printed.push(line);
        }
        backend
    }
}

/// What a pipe says, line by line, to its end. Of a line of the log it is the message.
pub(crate) fn lines(pipe: impl std::io::Read + Send + 'static) -> Receiver<String> {
    let (tell, told) = mpsc::channel();
    std::thread::spawn(move || {
        for line in BufReader::new(pipe).lines().map_while(Result::ok) {
            let message = serde_json::from_str::<serde_json::Value>(&line)
                .ok()
                .and_then(|line| line["message"].as_str().map(str::to_owned));
            // Every start says so, and no test is about it.
            if message.as_deref() == Some("Servers are configured") {
                continue;
            }
            if tell.send(message.unwrap_or(line)).is_err() {
                break;
            }
        }
    });
    told
}

/// A backend that is ready. Ended with the test, whatever becomes of it.
#[derive(Debug)]
pub(crate) struct Backend {
    child: Child,
    pub(crate) stdout: Receiver<String>,
    pub(crate) stderr: Receiver<String>,
    /// What it printed up to and with its ready line.
    pub(crate) printed: Vec<String>,
    /// The link in the ready line.
    pub(crate) url: String,
    directory: TempDir,
}

impl Backend {
    pub(crate) fn port(&self) -> u16 {
        let (base, _) = self.url.split_once("/#").expect("a fragment");
        base.rsplit_once(':').and_then(|(_, port)| port.parse().ok()).expect("a port")
    }

    pub(crate) fn token(&self) -> &str {
        self.url.split_once("#token=").expect("a token").1
    }

    pub(crate) fn directory(&self) -> PathBuf {
        self.directory.path().to_owned()
    }

    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(("127.0.0.1", self.port())).expect("it listens");
        stream.set_read_timeout(Some(WATCHDOG)).expect("a socket");
        stream
    }

    /// The status of the answer to a request for a path, with these lines of head.
    pub(crate) fn status(&self, path: &str, headers: &str) -> u16 {
        status(self.connect(), path, headers)
    }

    pub(crate) fn signal(&self, name: &str) {
        let sent = Command::new("kill").args(["-s", name, &self.child.id().to_string()]).status();
        assert!(sent.expect("there is a `kill`").success());
    }

    /// Waits for its end: the exit number, and how long that took.
    pub(crate) fn end(&mut self) -> (Option<i32>, Duration) {
        let began = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().expect("a child") {
                return (status.code(), began.elapsed());
            }
            assert!(began.elapsed() < WATCHDOG, "it does not end");
            // sleep: a pause between two looks; what is waited for is looked for, not timed.
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

impl Drop for Backend {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The status of the answer to a request for a path, with these lines of head.
pub(crate) fn status(mut stream: TcpStream, path: &str, headers: &str) -> u16 {
    write!(stream, "GET {path} HTTP/1.1\r\n{headers}Connection: close\r\n\r\n").expect("it reads");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("it answers");
    answer.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status")
}

/// Every file below a directory.
pub(crate) fn files(directory: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(directory).into_iter().flatten().filter_map(Result::ok);
    entries
        .flat_map(|entry| if entry.path().is_dir() { files(&entry.path()) } else { vec![entry.path()] })
        .collect()
}
