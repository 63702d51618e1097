//! Runs the binary and shows what came of it, with what differs from run to run blanked out.
//!
//! Every envelope that any test prints is checked against the committed schema.

use jsonschema::Validator;
use mcp_inspector_testkit::scripted::Script;
use regex::Regex;
use serde_json::Value;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::LazyLock;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// A run of the binary that is over.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) exit: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

/// A run of the binary that is being prepared.
#[derive(Debug)]
pub(crate) struct Cli {
    command: Command,
    words: Vec<String>,
    stdin: Option<String>,
    _empty: TempDir,
}

/// Runs `mcp-inspector --cli` with these words, in an empty directory.
pub(crate) fn cli(words: &[&str]) -> Ran {
    Cli::new(words).run()
}

impl Cli {
    /// A run with these words.
    pub(crate) fn new(words: &[&str]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_mcp-inspector"));
        command.arg("--cli").args(words).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        for variable in
            ["MCPI_VIA", "MCPI_TOKEN", "MCPI_ERA", "MCPI_TIMEOUT", "MCPI_CONNECT_TIMEOUT", "MCPI_EXIT_CODES"]
        {
            command.env_remove(variable);
        }
        // Nothing is there: no test depends on where it runs, or on who logged in before.
        let empty = tempfile::tempdir().expect("a directory");
        command.current_dir(empty.path()).env("MCPI_AUTH_STORE", empty.path().join("auth.json"));
        command.env_remove("MCPI_AUTH_TIMEOUT");
        let words = words.iter().map(|word| (*word).to_owned()).collect();
        Cli { command, words, stdin: None, _empty: empty }
    }

    /// Runs in this directory.
    pub(crate) fn in_dir(mut self, directory: &Path) -> Self {
        self.command.current_dir(directory);
        self
    }

    /// Sets a variable.
    pub(crate) fn env(mut self, name: &str, value: &str) -> Self {
        self.command.env(name, value);
        self
    }

    /// Gives it this to read.
    pub(crate) fn stdin(mut self, text: &str) -> Self {
        self.stdin = Some(text.to_owned());
        self.command.stdin(Stdio::piped());
        self
    }

    /// Runs it to its end.
    pub(crate) fn run(mut self) -> Ran {
        let mut child = self.command.spawn().expect("the program starts");
        if let (Some(text), Some(mut pipe)) = (&self.stdin, child.stdin.take()) {
            // It may end without reading.
            let _ = pipe.write_all(text.as_bytes());
        }
        let output = child.wait_with_output().expect("the program ends");
        let text = |bytes| String::from_utf8(bytes).expect("it prints text");
        let ran =
            Ran { exit: output.status.code(), stdout: text(output.stdout), stderr: text(output.stderr) };
        ran.check_envelopes(&self.words);
        ran
    }
}

impl Ran {
    /// Everything that was printed, for a snapshot.
    pub(crate) fn shown(&self) -> String {
        let exit = self.exit.map_or("signal".to_owned(), |exit| exit.to_string());
        let part = |name: &str, text: &str| {
            if text.is_empty() { String::new() } else { format!("--- {name}\n{}", blanked(text)) }
        };
        format!("exit {exit}\n{}{}", part("stdout", &self.stdout), part("stderr", &self.stderr))
    }

    /// stdout as JSON.
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.stdout)
            .unwrap_or_else(|error| panic!("stdout is not JSON: {error}\n{self:#?}"))
    }

    /// The only envelope on stdout, or the `index`th of a script.
    pub(crate) fn envelope(&self, index: usize) -> Value {
        match self.json() {
            Value::Array(mut envelopes) => envelopes.remove(index),
            envelope => envelope,
        }
    }

    fn check_envelopes(&self, words: &[String]) {
        let ours: Vec<&str> = words.iter().map(String::as_str).take_while(|word| *word != "--").collect();
        let has_envelopes = ours.contains(&"--structured") || ours.contains(&"--script");
        let is_elsewhere =
            ours.iter().any(|word| ["--output", "--help", "-h", "--print-schema"].contains(word));
        if !has_envelopes || is_elsewhere || self.stdout.is_empty() {
            return;
        }
        let envelopes = match self.json() {
            Value::Array(envelopes) => envelopes,
            envelope => vec![envelope],
        };
        for envelope in envelopes {
            check_envelope(&envelope);
        }
    }
}

/// Fails unless the envelope is as the committed schema says.
pub(crate) fn check_envelope(envelope: &Value) {
    static SCHEMA: LazyLock<Validator> = LazyLock::new(|| {
        let schema =
            serde_json::from_str(include_str!("../../../cli/schema/envelope.schema.json")).expect("JSON");
        jsonschema::validator_for(&schema).expect("a schema")
    });
    let problems: Vec<String> =
        SCHEMA.iter_errors(envelope).map(|error| format!("{}: {error}", error.instance_path())).collect();
    assert!(problems.is_empty(), "an envelope breaks its schema:\n{}\n{envelope:#}", problems.join("\n"));
}

/// The text without what differs from run to run.
pub(crate) fn blanked(text: &str) -> String {
    static BLANKS: LazyLock<Vec<(Regex, &str)>> = LazyLock::new(|| {
        [
            (r#""(durationMs|connectMs|aliveMs)": \d+"#, r#""$1": 0"#),
            (r"\(\d+ ms\)", "(<n> ms)"),
            (r#""timestamp": "[^"]+""#, r#""timestamp": "<time>""#),
            (r"127\.0\.0\.1:\d+", "127.0.0.1:<port>"),
            (r"after \d+ ms", "after <n> ms"),
            (r#"(/[^\s"':;,]+)?/\.tmp[A-Za-z0-9]{6}"#, "<temp>"),
        ]
        .map(|(pattern, with)| (Regex::new(pattern).expect("a pattern"), with))
        .into()
    });
    let mut text = text.to_owned();
    let binaries = programs();
    text = text.replace(binaries.to_str().expect("UTF-8"), "<bin>");
    let root = root();
    text = text.replace(root.to_str().expect("UTF-8"), "<root>");
    for (pattern, with) in BLANKS.iter() {
        text = pattern.replace_all(&text, *with).into_owned();
    }
    text
}

/// Where the binaries of this workspace are.
pub(crate) fn programs() -> PathBuf {
    Path::new(env!("CARGO_BIN_EXE_mcp-inspector")).parent().expect("a directory").to_owned()
}

/// A binary of the test kit.
pub(crate) fn testkit(name: &str) -> String {
    let path = programs().join(name);
    assert!(path.exists(), "{} is not built: run the tests with `--workspace`", path.display());
    path.to_str().expect("UTF-8").to_owned()
}

/// The root of the repository.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the repository is there")
}

/// How long anything may take that is expected to end.
pub(crate) const WATCHDOG: Duration = Duration::from_secs(120);

/// A failing run told both ways: for people, and the `error` of the envelope.
pub(crate) fn told(words: &[&str], category: &str, code: &str) -> String {
    let (ran, error) = failed(words);
    assert_eq!((&error["category"], &error["code"]), (&category.into(), &code.into()), "{ran:#?}");
    format!("{}--- error\n{}\n", ran.shown(), blanked(&format!("{error:#}")))
}

/// A failing run for people, and the `error` of the envelope of the same run.
pub(crate) fn failed(words: &[&str]) -> (Ran, Value) {
    let ran = cli(words);
    let structured = cli(&[&["--structured"], words].concat());
    assert_eq!(ran.exit, structured.exit, "{ran:#?}\n{structured:#?}");
    assert_eq!(structured.stderr, "", "what the envelope says is not said twice");
    let envelope = structured.envelope(0);
    assert_eq!(envelope["success"], false, "{envelope:#}");
    (ran, envelope["error"].clone())
}

/// The words of a run against a server of the test kit.
pub(crate) fn kit<'a>(words: &[&'a str], behaviour: &[&'a str]) -> Vec<&'a str> {
    static SERVER: LazyLock<String> = LazyLock::new(|| testkit("testkit-server"));
    [words, &["--", SERVER.as_str()], behaviour].concat()
}

/// A server on stdio that plays a script, and the file in which it keeps what it is sent.
#[derive(Debug)]
pub(crate) struct Scripted {
    directory: TempDir,
    server: [String; 3],
}

impl Scripted {
    pub(crate) fn new(script: &Script) -> Self {
        let directory = tempfile::tempdir().expect("a directory");
        let record = directory.path().join("record").to_str().expect("UTF-8").to_owned();
        Scripted { directory, server: [testkit("testkit-scripted"), script.to_json(), record] }
    }

    /// The words of a run against it.
    pub(crate) fn words<'a>(&'a self, words: &[&'a str]) -> Vec<&'a str> {
        words.iter().copied().chain(["--"]).chain(self.server.iter().map(String::as_str)).collect()
    }

    /// What it was sent so far.
    pub(crate) fn received(&self) -> Vec<Value> {
        let record = std::fs::read_to_string(self.directory.path().join("record")).unwrap_or_default();
        record.lines().filter_map(|line| serde_json::from_str(line).ok()).collect()
    }

    /// The messages of a method that it was sent so far.
    pub(crate) fn received_of(&self, method: &str) -> Vec<Value> {
        self.received().into_iter().filter(|message| message["method"] == method).collect()
    }

    /// Waits until a message of this method has come.
    pub(crate) fn wait_for(&self, method: &str) {
        until(&format!("`{method}` comes"), || !self.received_of(method).is_empty());
    }
}

/// Waits until something is so; what it is tells whoever reads of it in vain.
pub(crate) fn until(what: &str, is_so: impl Fn() -> bool) {
    let deadline = Instant::now() + WATCHDOG;
    while !is_so() {
        assert!(Instant::now() < deadline, "in vain: {what}");
        // sleep: a pause between two looks; what is waited for is looked for, not timed.
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// A run that is under way.
#[derive(Debug)]
pub(crate) struct Running {
    child: Child,
    run: Cli,
}

impl Cli {
    /// Sends stdout there.
    pub(crate) fn stdout(mut self, to: impl Into<Stdio>) -> Self {
        self.command.stdout(to);
        self
    }

    /// Sends stderr there.
    pub(crate) fn stderr(mut self, to: impl Into<Stdio>) -> Self {
        self.command.stderr(to);
        self
    }

    /// Starts it.
    pub(crate) fn start(mut self) -> Running {
        let child = self.command.spawn().expect("the program starts");
        // Whatever was handed over for its output is now its own alone.
        self.command = Command::new("");
        Running { child, run: self }
    }
}

impl Running {
    pub(crate) fn pid(&self) -> u32 {
        self.child.id()
    }

    /// Where its results come from.
    pub(crate) fn stdout(&mut self) -> &mut ChildStdout {
        self.child.stdout.as_mut().expect("nobody else reads it")
    }

    /// Sends it a signal by its name.
    pub(crate) fn signal(&self, name: &str) {
        let sent = Command::new("kill").args(["-s", name, &self.pid().to_string()]).status();
        assert!(sent.expect("there is a `kill`").success());
    }

    /// Waits for its end.
    pub(crate) fn end(self) -> Ran {
        let Running { child, run } = self;
        let pid = child.id();
        let (sender, ended) = std::sync::mpsc::channel();
        std::thread::spawn(move || sender.send(child.wait_with_output()));
        let Ok(output) = ended.recv_timeout(WATCHDOG) else {
            let _ = Command::new("kill").args(["-s", "KILL", &pid.to_string()]).status();
            panic!("it does not end: {:?}", run.words);
        };
        let output = output.expect("the program ends");
        let text = |bytes| String::from_utf8(bytes).expect("it prints text");
        Ran { exit: output.status.code(), stdout: text(output.stdout), stderr: text(output.stderr) }
    }
}

impl Cli {
    /// Starts it, for who wants to do something meanwhile; this must be kept as long as it runs.
    pub(crate) fn spawn(&mut self) -> std::process::Child {
        assert!(self.stdin.is_none(), "nobody writes to its stdin");
        self.command.spawn().expect("the program starts")
    }
}
