//! A stdio server as a process: how it starts, and how it ends.

use super::{Ending, serve};
use crate::behaviour::Behaviour;
use serde_json::json;
use std::io;
use std::process::{Child, Command, ExitCode, Stdio};
use std::thread;
use std::time::Duration;

/// Tells the second start of `ignores-eof-and-sigterm` from the first.
const SIGTERM_IS_IGNORED: &str = "TESTKIT_SIGTERM_IS_IGNORED";

/// Runs the behaviour on this process's stdin and stdout.
pub fn run(behaviour: &Behaviour) -> ExitCode {
    match behaviour {
        Behaviour::ExitBeforeFirstFrame => return exit_before_first_frame(),
        Behaviour::SlowStart { ms } => thread::sleep(Duration::from_millis(*ms)),
        Behaviour::IgnoresEofAndSigterm => return refuse_to_end(behaviour),
        _ => {}
    }
    match serve(behaviour, io::stdin().lock(), io::stdout().lock()) {
        Ok(Ending::InputEnded) => ExitCode::SUCCESS,
        Ok(Ending::Exit(code)) => ExitCode::from(code),
        Ok(Ending::CloseStdout) => failed(&live_on_without_stdout()),
        // The client does not have to read to the end.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => failed(&error),
    }
}

fn exit_before_first_frame() -> ExitCode {
    for line in 1..=25 {
        eprintln!("line {line} of 25: cannot start");
    }
    ExitCode::from(7)
}

fn refuse_to_end(behaviour: &Behaviour) -> ExitCode {
    if std::env::var_os(SIGTERM_IS_IGNORED).is_none() {
        return failed(&start_again_without_sigterm());
    }
    let child = match start_child() {
        Ok(child) => child,
        Err(error) => return failed(&error),
    };
    eprintln!("{}", json!({ "pid": std::process::id(), "grandchild": child.id() }));
    // However the session ends, the process does not.
    let _ = serve(behaviour, io::stdin().lock(), io::stdout().lock());
    loop {
        thread::park();
    }
}

/// A process of the same group that keeps our stdout and stderr open.
fn start_child() -> io::Result<Child> {
    Command::new("sleep").arg("1000").stdin(Stdio::null()).spawn()
}

fn failed(error: &io::Error) -> ExitCode {
    eprintln!("testkit-server: {error}");
    ExitCode::FAILURE
}

/// A shell can ignore a signal without unsafe code, and ignoring outlasts `exec`.
#[cfg(unix)]
fn start_again_without_sigterm() -> io::Error {
    use std::os::unix::process::CommandExt;
    let program = match std::env::current_exe() {
        Ok(program) => program,
        Err(error) => return error,
    };
    Command::new("/bin/sh")
        .args(["-c", r#"trap "" TERM; exec "$@""#, "sh"])
        .arg(program)
        .args(std::env::args_os().skip(1))
        .env(SIGTERM_IS_IGNORED, "1")
        .exec()
}

/// Becomes a `cat` with another stdout: the same process, and the pipe is closed.
#[cfg(unix)]
fn live_on_without_stdout() -> io::Error {
    use std::os::unix::process::CommandExt;
    Command::new("cat").stdout(Stdio::null()).exec()
}

#[cfg(not(unix))]
fn start_again_without_sigterm() -> io::Error {
    io::Error::from(io::ErrorKind::Unsupported)
}

#[cfg(not(unix))]
fn live_on_without_stdout() -> io::Error {
    io::Error::from(io::ErrorKind::Unsupported)
}
