//! The suite as a process: installed, asked, run, and killed when it does not end.
//!
//! Each cell has a suite process of its own in a process group of its own. The
//! suite's own timeout only signals the shell it started and then waits for the
//! pipes, so the end comes from here.

use super::cell::{Cell, read_list};
use super::verdict::Run;
use serde_json::Value;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// How long the suite gives the client. The client has a shorter limit of its own.
const CLIENT_LIMIT: Duration = Duration::from_secs(30);

/// How long a cell may take whatever happens.
const CELL_LIMIT: Duration = Duration::from_secs(45);

/// How often to look whether a cell has ended.
const PAUSE: Duration = Duration::from_millis(20);

/// The installed suite, and the client it judges.
#[derive(Debug)]
pub(crate) struct Harness {
    node: PathBuf,
    suite: PathBuf,
    results: PathBuf,
    client: PathBuf,
}

impl Harness {
    /// Installs the suite of the repository at `root` unless it is installed; builds the client
    /// unless one is given.
    pub(crate) fn prepare(root: &Path, client: Option<PathBuf>) -> Result<Self, String> {
        let home = root.join(".conformance");
        let mut install = Command::new(root.join("scripts/conformance/install"));
        // Stdout is for the cells.
        succeed("scripts/conformance/install", install.arg(&home).stdout(Stdio::from(io::stderr())))?;
        let modules = home.join("node_modules");
        let own_node = modules.join(".bin/node");
        let client = match client {
            Some(client) => client,
            None => build(root)?,
        };
        let client = client.canonicalize().map_err(|error| format!("`{}`: {error}", client.display()))?;
        Ok(Harness {
            node: if own_node.exists() { own_node } else { "node".into() },
            suite: modules.join("@modelcontextprotocol/conformance/dist/index.js"),
            // Two runs at once must not share it.
            results: home.join("results").join(std::process::id().to_string()),
            client,
        })
    }

    /// Every cell of the suite.
    pub(crate) fn cells(&self) -> Result<Vec<Cell>, String> {
        let output = self.suite(["list", "--client"]).output().map_err(|error| self.no_start(&error))?;
        let cells = read_list(&String::from_utf8_lossy(&output.stdout));
        if cells.is_empty() {
            return Err(format!(
                "the suite lists nothing: {}",
                String::from_utf8_lossy(&output.stderr).trim()
            ));
        }
        Ok(cells)
    }

    /// Where the cells leave what they printed, each in a directory of its own.
    pub(crate) fn results(&self) -> &Path {
        &self.results
    }

    /// Runs one cell.
    pub(crate) fn run(&self, cell: &Cell) -> Result<Run, String> {
        let directory = self.results.join(cell.directory());
        let in_words = |error: io::Error| format!("`{}`: {error}", directory.display());
        fs::create_dir_all(&directory).map_err(in_words)?;
        let talk = directory.join("suite.stderr");
        let mut command =
            self.suite(["client", "--scenario", &cell.scenario, "--spec-version", &cell.revision]);
        if cell.is_extension {
            command.arg("--force");
        }
        // The suite splits the command at spaces, so it must not be told a whole path.
        let name = self.client.file_name().unwrap_or_default().to_string_lossy();
        command
            .current_dir(self.client.parent().unwrap_or(Path::new("/")))
            .args(["--command", &format!("./{name}")])
            .args(["--timeout", &CLIENT_LIMIT.as_millis().to_string()])
            .arg("-o")
            .arg(directory.join("suite"))
            .stdout(File::create(directory.join("suite.stdout")).map_err(in_words)?)
            .stderr(File::create(&talk).map_err(in_words)?)
            .process_group(0);
        let mut child = command.spawn().map_err(|error| self.no_start(&error))?;
        let status = ended_within(&mut child, CELL_LIMIT).map_err(in_words)?;
        Ok(Run {
            code: status.and_then(|status| status.code()),
            is_wedged: status.is_none(),
            talk: fs::read_to_string(&talk).map_err(in_words)?,
            checks: find(&directory, "checks.json").and_then(|path| fs::read_to_string(path).ok()),
        })
    }

    fn suite<'a>(&self, arguments: impl IntoIterator<Item = &'a str>) -> Command {
        let mut command = Command::new(&self.node);
        command.arg(&self.suite).args(arguments).env("NO_COLOR", "1").stdin(Stdio::null());
        command
    }

    fn no_start(&self, error: &io::Error) -> String {
        format!("`{}` does not start: {error}", self.node.display())
    }
}

/// Waits for a group to end, and kills what is left of it. How its leader ended; `None` when it had
/// to be killed.
fn ended_within(child: &mut Child, limit: Duration) -> io::Result<Option<ExitStatus>> {
    let deadline = Instant::now() + limit;
    let status = loop {
        match child.try_wait()? {
            Some(status) => break Some(status),
            None if Instant::now() >= deadline => break None,
            None => std::thread::sleep(PAUSE),
        }
    };
    // Also when the leader has ended: what it started may have stayed, and then the number of the
    // group is still taken. The shell has a `kill` on every system.
    let group = format!("-{}", child.id());
    let killed = Command::new("sh").args(["-c", "kill -s KILL -- \"$0\" 2>/dev/null", &group]).status()?;
    if status.is_none() {
        if !killed.success() {
            child.kill()?;
        }
        child.wait()?;
    }
    Ok(status)
}

/// Builds the client and asks cargo where it is.
fn build(root: &Path) -> Result<PathBuf, String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.args(["build", "--locked", "--message-format=json-render-diagnostics"]);
    command.args(["--workspace", "--example", CLIENT]);
    command.current_dir(root).stderr(Stdio::inherit());
    let output = command.output().map_err(|error| format!("cargo does not start: {error}"))?;
    if !output.status.success() {
        return Err(format!("the example `{CLIENT}` does not build"));
    }
    let text = String::from_utf8_lossy(&output.stdout);
    executable(&text).ok_or_else(|| format!("cargo does not say where the example `{CLIENT}` is"))
}

/// The example that is the client.
const CLIENT: &str = "conformance_client";

/// The path of the example among cargo's messages.
fn executable(messages: &str) -> Option<PathBuf> {
    let messages = messages.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let mut ours = messages.filter(|message| message["target"]["name"] == CLIENT);
    ours.find_map(|message| message["executable"].as_str().map(PathBuf::from))
}

fn succeed(name: &str, command: &mut Command) -> Result<(), String> {
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("`{name}`: {status}")),
        Err(error) => Err(format!("`{name}` does not start: {error}")),
    }
}

/// The first file of that name below `directory`.
fn find(directory: &Path, name: &str) -> Option<PathBuf> {
    let entries: Vec<PathBuf> = fs::read_dir(directory).ok()?.flatten().map(|entry| entry.path()).collect();
    let here = entries.iter().find(|path| path.file_name() == Some(OsStr::new(name)));
    here.cloned().or_else(|| entries.iter().filter(|path| path.is_dir()).find_map(|path| find(path, name)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str) -> Child {
        Command::new("sh").args(["-c", script]).process_group(0).stdout(Stdio::piped()).spawn().unwrap()
    }

    #[test]
    fn a_group_that_does_not_end_is_killed_as_a_whole() {
        let mut child = shell("sleep 600 & sleep 600");
        let mut output = child.stdout.take().unwrap();
        assert_eq!(ended_within(&mut child, Duration::ZERO).unwrap(), None);
        // Both had the pipe; it ends only when both are gone.
        assert_eq!(io::copy(&mut output, &mut io::sink()).unwrap(), 0);
    }

    #[test]
    fn what_a_group_leaves_behind_is_killed_and_its_exit_code_kept() {
        let mut child = shell("sleep 600 & exit 3");
        let mut output = child.stdout.take().unwrap();
        let status = ended_within(&mut child, CELL_LIMIT).unwrap().unwrap();
        assert_eq!(status.code(), Some(3));
        assert_eq!(io::copy(&mut output, &mut io::sink()).unwrap(), 0);
    }

    #[test]
    fn cargo_says_where_the_client_is() {
        let messages = format!(
            "{}\nnot json\n{}\n",
            r#"{"target":{"name":"other"},"executable":"/a"}"#,
            r#"{"target":{"name":"conformance_client"},"executable":"/b/conformance_client"}"#
        );
        assert_eq!(executable(&messages), Some("/b/conformance_client".into()));
        assert_eq!(executable(""), None);
    }
}
