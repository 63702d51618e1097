//! The server process: started in a group of its own, and never left behind.
//!
//! Ending it is a ladder: its stdin is closed, then the whole group gets
//! SIGTERM, then SIGKILL, all within the grace. Three things make sure that no
//! process is orphaned: the ladder, a guard that kills the group when it is
//! dropped, and a watchdog process that kills it when we are killed ourselves.

use super::LinkEvent;
use super::outlet::Outlet;
use super::tail::Tail;
use mcp_inspector_core::fault::{Fault, FaultCode, PostMortem};
use mcp_inspector_core::target::{Stdio, Target};
use rustix::process::{Pid, Signal, kill_process_group};
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{ExitStatus, Stdio as Pipe};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;
use tokio::net::unix::pipe;
use tokio::process::{Child, ChildStderr, ChildStdout, Command};
use tokio::sync::{mpsc, watch};
use tokio::task::JoinHandle;
use tokio::time::{Instant, timeout};

/// How long a process may live on after it closed its stdout.
const SILENT_END: Duration = Duration::from_millis(500);

/// How many bytes the pipe from the server may hold, where the system lets us choose.
#[cfg(target_os = "linux")]
const WIDE_PIPE: usize = 1024 * 1024;

/// How long the pipes of a dead process are read for its last words. Somebody else may hold them.
const LAST_WORDS: Duration = Duration::from_millis(200);

/// A process that was started, and its pipes.
pub(super) struct Launched {
    pub(super) stdin: pipe::Sender,
    pub(super) stdout: ChildStdout,
    pub(super) stderr: ChildStderr,
    pub(super) keeper: Keeper,
}

/// Holds the process and what its post-mortem needs.
pub(super) struct Keeper {
    pub(super) child: Child,
    /// Its id, also after its end.
    pid: Option<u32>,
    guard: Arc<GroupGuard>,
    started: Instant,
    post_mortem: PostMortem,
    /// The variables that it was given on top of ours.
    given: Vec<String>,
}

impl Keeper {
    /// Whether the process has a variable; one without a value is as good as none.
    fn has(&self, name: &str) -> bool {
        self.given.iter().any(|given| given == name)
            || std::env::var_os(name).is_some_and(|value| !value.is_empty())
    }
}

/// The parts of the link that end with the process.
pub(super) struct Around {
    pub(super) reader: JoinHandle<()>,
    pub(super) stderr_reader: JoinHandle<()>,
    pub(super) outlet: Arc<Outlet>,
    pub(super) tail: Arc<Tail>,
    pub(super) grace: Duration,
}

/// Starts the process. A failure is a post-mortem too.
pub(super) fn launch(stdio: &Stdio, target: &Target) -> Result<Launched, Box<Fault>> {
    let cwd = stdio.cwd.clone().or_else(|| std::env::current_dir().ok()).unwrap_or_default();
    let program = resolve(&stdio.command, stdio.env.get("PATH").map(String::as_str), &cwd);
    let mut argv = vec![stdio.command.clone()];
    argv.extend(stdio.shown_args());
    let post_mortem = PostMortem {
        argv,
        program: program.as_ref().map(|program| program.display().to_string()),
        cwd: cwd.display().to_string(),
        unset_variables: target.unset.iter().map(|unset| unset.variable.clone()).collect(),
        ..PostMortem::default()
    };
    let fail = |error: &std::io::Error| Box::new(spawn_failed(stdio, &cwd, error, post_mortem.clone()));
    let mut command = Command::new(program.as_deref().unwrap_or(Path::new(&stdio.command)));
    command
        .args(&stdio.args)
        // Whoever has it can start programs through the backend; no server needs to know it.
        .env_remove("MCPI_TOKEN")
        .envs(&stdio.env)
        .current_dir(&cwd)
        .stdin(Pipe::piped())
        .stdout(Pipe::piped())
        .stderr(Pipe::piped());
    // The watchdog comes first: however early we are killed, it is there, or the server is not.
    let guard = Arc::new(GroupGuard::start());
    command.process_group(guard.group());
    let mut child = command.spawn().map_err(|error| fail(&error))?;
    guard.lead_by(child.id());
    let missing = || std::io::Error::other("a pipe of the process is missing");
    let stdin = child.stdin.take().ok_or_else(missing).and_then(tokio::process::ChildStdin::into_owned_fd);
    let stdin = stdin.and_then(pipe::Sender::from_owned_fd).map_err(|error| fail(&error))?;
    let stdout = child.stdout.take().ok_or_else(missing).map_err(|error| fail(&error))?;
    let stderr = child.stderr.take().ok_or_else(missing).map_err(|error| fail(&error))?;
    widen(&stdout);
    let given =
        stdio.env.iter().filter(|(_, value)| !value.is_empty()).map(|(name, _)| name.clone()).collect();
    let pid = child.id();
    let keeper = Keeper { child, pid, guard, started: Instant::now(), post_mortem, given };
    Ok(Launched { stdin, stdout, stderr, keeper })
}

/// A wider pipe lets a server write a large answer without waking us for every 64 KiB of it. Where
/// that cannot be had, it is only slower.
fn widen(pipe: &ChildStdout) {
    #[cfg(target_os = "linux")]
    let _ = rustix::pipe::fcntl_setpipe_size(pipe, WIDE_PIPE);
    #[cfg(not(target_os = "linux"))]
    let _ = pipe;
}

/// The file that `command` means, looked up in the path the process will have.
fn resolve(command: &str, path: Option<&str>, cwd: &Path) -> Option<PathBuf> {
    let path = path.map(Into::into).or_else(|| std::env::var_os("PATH"));
    which::which_in(command, path, cwd).ok()
}

const TOO_LONG: &str = "most systems take no more than 128 KiB in one argument or variable, and a few MiB in all of them: put what is long into a file";

fn spawn_failed(stdio: &Stdio, cwd: &Path, error: &std::io::Error, post_mortem: PostMortem) -> Fault {
    let command = &stdio.command;
    // A file that is there but may not be executed resolves to nothing, too.
    let is_path = command.contains('/');
    let is_missing = post_mortem.program.is_none() && !(is_path && cwd.join(command).exists());
    let (message, hint) = if !cwd.is_dir() {
        (
            format!("could not start `{command}`: the directory {} does not exist", cwd.display()),
            "correct `cwd`, or create the directory".to_owned(),
        )
    } else if is_missing && command.contains(char::is_whitespace) {
        (
            format!("could not start `{command}`: no such program"),
            "the command contains spaces: give the program and its arguments as separate words".to_owned(),
        )
    } else if is_missing && looks_like_an_address(command) {
        (
            format!("could not start `{command}`: no such program"),
            format!("if it is an address, give the whole URL, such as `http://{command}/mcp`"),
        )
    } else if is_missing && is_path {
        (format!("could not start `{command}`: no such program"), "check the path".to_owned())
    } else if is_missing {
        (
            format!("could not start `{command}`: not found in PATH"),
            format!(
                "install `{command}`, or give its full path; the PATH of a desktop program is often shorter than a shell's"
            ),
        )
    } else {
        let hint = match error.kind() {
            std::io::ErrorKind::ArgumentListTooLong => TOO_LONG,
            _ => {
                "check that the file is executable and, for a script, that its first line names an interpreter"
            }
        };
        (format!("could not start `{command}`: {error}"), hint.to_owned())
    };
    let mut fault = Fault::new(FaultCode::SpawnFailed, message).with_hint(hint);
    fault.details.original_error = Some(error.to_string());
    fault.details.post_mortem = Some(Box::new(post_mortem));
    fault
}

/// `host:port`, which is how people write where a server listens.
fn looks_like_an_address(command: &str) -> bool {
    command.rsplit_once(':').is_some_and(|(host, port)| !host.is_empty() && port.parse::<u16>().is_ok())
}

impl Keeper {
    /// What can end the process without waiting for its turn. The keeper alone holds it.
    pub(super) fn guard(&self) -> Weak<GroupGuard> {
        Arc::downgrade(&self.guard)
    }

    pub(super) fn watch(self, around: Around) -> Watch {
        Watch { keeper: self, around }
    }
}

/// Watches over the process until it is gone.
pub(super) struct Watch {
    keeper: Keeper,
    around: Around,
}

/// How the process came to its end.
enum End {
    Exited(ExitStatus),
    /// It lives on, but closed its stdin or stdout.
    Closed(&'static str),
    Asked,
}

impl Watch {
    pub(super) async fn run(mut self, closing: watch::Receiver<bool>, events: mpsc::Sender<LinkEvent>) {
        let mut asked = closing.clone();
        let end = self.wait(&mut asked).await;
        match end {
            End::Exited(status) => {
                // What is left in the pipes is said before the end is told.
                last_words(&mut self.around.reader).await;
                last_words(&mut self.around.stderr_reader).await;
                self.keeper.guard.kill();
                let fault = self.crashed(status);
                let _ = events.send(LinkEvent::Down(fault)).await;
            }
            End::Closed(pipe) => {
                let fault = self.cut_off(pipe);
                let _ = events.send(LinkEvent::Down(fault)).await;
                self.end_process().await;
            }
            End::Asked => self.end_process().await,
        }
        self.around.reader.abort();
        self.around.stderr_reader.abort();
        self.around.outlet.close();
        drop(self.keeper);
        let _ = events.send(LinkEvent::Closed).await;
    }

    async fn wait(&mut self, asked: &mut watch::Receiver<bool>) -> End {
        let pipe = tokio::select! {
            biased;
            () = until_asked(asked) => return End::Asked,
            status = self.keeper.child.wait() => return exited(status),
            _ = &mut self.around.reader => "stdout",
            () = self.around.outlet.broken() => "stdin",
        };
        // Most processes that close a pipe are about to exit.
        let deadline = Instant::now() + SILENT_END;
        tokio::select! {
            biased;
            () = until_asked(asked) => End::Asked,
            status = self.keeper.child.wait() => exited(status),
            () = tokio::time::sleep_until(deadline) => End::Closed(pipe),
        }
    }

    /// The ladder: stdin, SIGTERM, SIGKILL, within the grace.
    async fn end_process(&mut self) {
        self.around.outlet.close();
        let grace = self.around.grace;
        if timeout(grace / 2, self.keeper.child.wait()).await.is_err() {
            self.keeper.guard.signal(Signal::TERM);
            let _ = timeout(grace * 2 / 5, self.keeper.child.wait()).await;
        }
        self.keeper.guard.kill();
        let _ = self.keeper.child.wait().await;
    }

    fn fill_post_mortem(&self) -> PostMortem {
        let (stderr, junk) = self.around.tail.last_words();
        PostMortem {
            alive_ms: u64::try_from(self.keeper.started.elapsed().as_millis()).unwrap_or(u64::MAX),
            stderr,
            junk,
            ..self.keeper.post_mortem.clone()
        }
    }

    fn crashed(&self, status: ExitStatus) -> Fault {
        let mut post_mortem = self.fill_post_mortem();
        post_mortem.exit_code = status.code();
        post_mortem.signal = status.signal();
        let how = match (status.code(), status.signal()) {
            (Some(code), _) => format!("exited with code {code}"),
            (None, Some(signal)) => format!("was killed by signal {signal}"),
            (None, None) => "ended".to_owned(),
        };
        let command = post_mortem.argv.first().cloned().unwrap_or_default();
        let message = format!("the server process `{command}` {how} after {}", post_mortem.lived());
        post_mortem.look_for_missing(|name| self.keeper.has(name));
        let hint = post_mortem.hint();
        let mut fault = Fault::new(FaultCode::ProcessCrashed, message).with_hint(hint);
        fault.details.post_mortem = Some(Box::new(post_mortem));
        fault.details.pid = self.keeper.pid;
        fault
    }

    fn cut_off(&self, pipe: &str) -> Fault {
        let message = format!("the server closed its {pipe} but is still running");
        let mut fault = Fault::new(FaultCode::TransportError, message)
            .with_hint("stdin and stdout are the connection: the server must keep both until its stdin ends");
        fault.details.post_mortem = Some(Box::new(self.fill_post_mortem()));
        fault.details.pid = self.keeper.pid;
        fault
    }
}

/// Waits for a reader to come to the end of its pipe, but not for long.
async fn last_words(reader: &mut JoinHandle<()>) {
    // The reader of stdout may have been waited for already, and must not be twice.
    if !reader.is_finished() {
        let _ = timeout(LAST_WORDS, reader).await;
    }
}

fn exited(status: std::io::Result<ExitStatus>) -> End {
    // Waiting fails only when someone else reaped the child; then its status is not to be had.
    End::Exited(status.unwrap_or_default())
}

async fn until_asked(asked: &mut watch::Receiver<bool>) {
    // The sender is dropped with the link, which also means that nobody wants the process.
    let _ = asked.wait_for(|asked| *asked).await;
}

/// Kills the process group when dropped.
pub(super) struct GroupGuard {
    held: Mutex<Held>,
}

#[derive(Default)]
struct Held {
    /// None before there is a group, and once it is gone.
    group: Option<Pid>,
    watchdog: Option<std::process::Child>,
}

impl GroupGuard {
    /// Starts the watchdog, which leads the group.
    fn start() -> Self {
        let watchdog = start_watchdog();
        let group = watchdog.as_ref().and_then(|watchdog| process(watchdog.id()));
        GroupGuard { held: Mutex::new(Held { group, watchdog }) }
    }

    /// The group that the server joins; 0 lets it lead one of its own.
    fn group(&self) -> i32 {
        self.held().group.map_or(0, |group| group.as_raw_nonzero().get())
    }

    /// Without a watchdog the server itself leads the group.
    fn lead_by(&self, server: Option<u32>) {
        let mut held = self.held();
        if held.group.is_none() {
            held.group = server.and_then(process);
        }
    }

    fn signal(&self, signal: Signal) {
        if let Some(group) = self.held().group {
            // A group that is already gone is what we want.
            let _ = kill_process_group(group, signal);
        }
    }

    /// Ends the whole group. It is stopped first, so that no member forks in between.
    pub(super) fn kill(&self) {
        let held = std::mem::take(&mut *self.held());
        if let Some(group) = held.group {
            let _ = kill_process_group(group, Signal::STOP);
            let _ = kill_process_group(group, Signal::KILL);
        }
        if let Some(mut watchdog) = held.watchdog {
            let _ = watchdog.wait();
        }
    }

    fn held(&self) -> MutexGuard<'_, Held> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for GroupGuard {
    fn drop(&mut self) {
        self.kill();
    }
}

fn process(id: u32) -> Option<Pid> {
    i32::try_from(id).ok().and_then(Pid::from_raw)
}

/// A process that waits for the end of its stdin, which comes when we end in whatever way, and
/// then kills its group. Without a shell on the machine there is none, and only a SIGKILL of
/// ourselves could leave a server behind that also ignores the end of its stdin.
fn start_watchdog() -> Option<std::process::Child> {
    use std::os::unix::process::CommandExt;
    // It outlives the SIGTERM that is meant for the server.
    std::process::Command::new("/bin/sh")
        .args(["-c", "trap '' TERM HUP INT; read -r _; kill -KILL 0", "mcp-inspector-watchdog"])
        .stdin(Pipe::piped())
        .stdout(Pipe::null())
        .stderr(Pipe::null())
        .process_group(0)
        .spawn()
        .ok()
}
