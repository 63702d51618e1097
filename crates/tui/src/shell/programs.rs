//! Other programs that have the terminal for a while: the editor and the pager.

use rustix::io::Errno;
use rustix::process::{Pid, Signal, WaitOptions, getpid, kill_process, waitpid};
use std::io::{self, Write as _};
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// How long a program that was told to end may take.
const PATIENCE: Duration = Duration::from_millis(1500);

/// The program that has the terminal.
static LENT_TO: Mutex<Option<Pid>> = Mutex::new(None);

/// Ends the program that has the terminal, if there is one: whoever waits for it hears of no signal.
pub(super) async fn end() {
    if signal(Signal::TERM) {
        // One that is stopped would hear of it when it is continued.
        signal(Signal::CONT);
        // sleep: it may have to clean up, and this is only for those that do not end.
        tokio::time::sleep(PATIENCE).await;
        signal(Signal::KILL);
    }
}

fn signal(signal: Signal) -> bool {
    let lent = LENT_TO.lock().unwrap_or_else(PoisonError::into_inner);
    lent.is_some_and(|child| kill_process(child, signal).is_ok())
}

fn lend_to(child: Option<Pid>) {
    *LENT_TO.lock().unwrap_or_else(PoisonError::into_inner) = child;
}

/// The words of a command that a variable names, or the first of some that are there.
fn command(variables: &[&str], usual: &[&str]) -> Vec<String> {
    let named =
        variables.iter().filter_map(|name| std::env::var(name).ok()).find(|value| !value.trim().is_empty());
    named.and_then(|line| shell_words::split(&line).ok()).filter(|words| !words.is_empty()).unwrap_or_else(
        || {
            let there = |name: &&&str| {
                let path = std::env::var_os("PATH").unwrap_or_default();
                std::env::split_paths(&path).any(|directory| directory.join(name).is_file())
            };
            vec![(*usual.iter().find(there).unwrap_or(&usual[0])).to_owned()]
        },
    )
}

/// Has a text edited, in a file with that ending; none when the editor says that nothing should come of it.
pub(super) fn edit(text: &str, ending: &str) -> io::Result<Option<String>> {
    let mut file = tempfile::Builder::new().prefix("mcp-inspector-").suffix(ending).tempfile()?;
    file.write_all(text.as_bytes())?;
    file.flush()?;
    let words = command(&["VISUAL", "EDITOR"], &["nano", "vim", "vi"]);
    let child = started(Command::new(&words[0]).args(&words[1..]).arg(file.path()))?;
    if !is_done(&child)? {
        return Ok(None);
    }
    std::fs::read_to_string(file.path()).map(Some)
}

/// Shows a text.
pub(super) fn page(text: &str) -> io::Result<()> {
    let words = command(&["PAGER"], &["less", "more"]);
    let mut child = started(Command::new(&words[0]).args(&words[1..]).stdin(Stdio::piped()))?;
    let stdin = child.stdin.take();
    // What acts on a terminal is not shown.
    let text = crate::text::clean_lines(text);
    std::thread::scope(|scope| {
        // Beside: a pager takes as much as it shows, and one that was stopped takes nothing.
        scope.spawn(move || {
            // One that is left early takes no more, and that is fine.
            let _ = stdin.map(|mut stdin| stdin.write_all(text.as_bytes()));
        });
        is_done(&child).map(drop)
    })
}

fn started(command: &mut Command) -> io::Result<Child> {
    command.spawn().map_err(|error| {
        let name = command.get_program().to_string_lossy().into_owned();
        io::Error::new(error.kind(), format!("`{name}` does not start: {error}"))
    })
}

/// Waits until a program ends, and tells whether it says that all went well. One that is stopped by a key stops
/// us as well: whoever waits for us would never have the terminal back. `fg` continues both, as one job.
fn is_done(child: &Child) -> io::Result<bool> {
    lend_to(Some(Pid::from_child(child)));
    let done = waited_for(child);
    lend_to(None);
    done
}

fn waited_for(child: &Child) -> io::Result<bool> {
    loop {
        match waitpid(Some(Pid::from_child(child)), WaitOptions::UNTRACED) {
            Ok(Some((_, status))) if status.stopped() => {
                // When nobody can stop us, we wait on.
                let _ = kill_process(getpid(), Signal::STOP);
            }
            Ok(Some((_, status))) => return Ok(status.exit_status() == Some(0)),
            Ok(None) | Err(Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
    }
}
