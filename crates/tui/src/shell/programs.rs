//! Other programs that have the terminal for a while: the editor and the pager.

use rustix::io::Errno;
use rustix::process::{Pid, Signal, WaitOptions, getpid, kill_process, waitpid};
use rustix::termios::{OptionalActions, Termios, tcgetattr, tcsetattr};
use std::io::{self, Write as _};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How long a program that was told to end may take.
const PATIENCE: Duration = Duration::from_millis(1500);

/// Who has the terminal.
static LENT: Mutex<Lent> = Mutex::new(Lent { to: None, is_over: false });

struct Lent {
    to: Option<Pid>,
    /// Whether everything ends, so that nobody may have it any more.
    is_over: bool,
}

/// Ends the program that has the terminal, if there is one: whoever waits for it hears of no signal.
pub(super) async fn end() {
    // One that is just being started hears of it then.
    lent().is_over = true;
    if signal(Signal::TERM) {
        // One that is stopped would hear of it when it is continued.
        signal(Signal::CONT);
        // sleep: it may have to clean up, and this is only for those that do not end.
        tokio::time::sleep(PATIENCE).await;
        signal(Signal::KILL);
    }
}

fn signal(signal: Signal) -> bool {
    lent().to.is_some_and(|child| kill_process(child, signal).is_ok())
}

fn lent() -> MutexGuard<'static, Lent> {
    LENT.lock().unwrap_or_else(PoisonError::into_inner)
}

fn lend_to(child: Option<Pid>) {
    let mut lent = lent();
    lent.to = child;
    if let Some(child) = child.filter(|_| lent.is_over) {
        // Nobody will end it later, and it has nothing yet to clean up. One that is gone is fine.
        let _ = kill_process(child, Signal::KILL);
    }
}

/// The settings of the terminal, put back when this goes: a program that is ended by a signal leaves them as it had made
/// them for itself, and whoever takes the terminal over next would take those for the usual ones.
struct Settings(Option<Termios>);

impl Settings {
    fn kept() -> Self {
        Settings(tcgetattr(io::stdin()).ok())
    }
}

impl Drop for Settings {
    fn drop(&mut self) {
        // A terminal that is gone has no settings.
        let _ = self.0.as_ref().map(|before| tcsetattr(io::stdin(), OptionalActions::Now, before));
    }
}

/// The words of a command that a variable names, or the first of some that are there.
fn command(variables: &[&str], usual: &[&str]) -> io::Result<Vec<String>> {
    let named = |name: &&str| std::env::var(name).ok().map(|line| ((*name).to_owned(), line));
    let named = variables.iter().filter_map(named).find(|(_, line)| !line.trim().is_empty());
    let Some((name, line)) = named else {
        let there = |name: &&&str| {
            let path = std::env::var_os("PATH").unwrap_or_default();
            std::env::split_paths(&path).any(|directory| directory.join(name).is_file())
        };
        return Ok(vec![(*usual.iter().find(there).unwrap_or(&usual[0])).to_owned()]);
    };
    words_of(&name, &line)
}

/// The words of what a variable says. Another program than the one that is meant would be a surprise.
fn words_of(name: &str, line: &str) -> io::Result<Vec<String>> {
    shell_words::split(line).map_err(|error| {
        io::Error::new(
            io::ErrorKind::InvalidInput,
            format!("`${name}` is no command line: {error} in `{line}`"),
        )
    })
}

/// Has a text edited, in a file with that ending; none when the editor says that nothing should come of it.
pub(super) fn edit(text: &str, ending: &str) -> io::Result<Option<String>> {
    let mut file = tempfile::Builder::new().prefix("mcp-inspector-").suffix(ending).tempfile()?;
    file.write_all(text.as_bytes())?;
    file.flush()?;
    let words = command(&["VISUAL", "EDITOR"], &["nano", "vim", "vi"])?;
    let _settings = Settings::kept();
    let child = started(Command::new(&words[0]).args(&words[1..]).arg(file.path()))?;
    if !is_done(&child)? {
        return Ok(None);
    }
    left(file.path()).map(Some).map_err(|error| {
        let why = match error.kind() {
            io::ErrorKind::NotFound => "the file it was given is gone".to_owned(),
            _ => format!("what it left cannot be read ({error})"),
        };
        io::Error::new(error.kind(), format!("`{}` ended, but {why}: the value is as it was", words[0]))
    })
}

/// What an editor left in the file. Whatever else it may have put there could be waited for without end.
fn left(path: &Path) -> io::Result<String> {
    if std::fs::metadata(path)?.is_file() {
        return std::fs::read_to_string(path);
    }
    Err(io::Error::other("it is no file any more"))
}

/// Shows a text.
pub(super) fn page(text: &str) -> io::Result<()> {
    // What acts on a terminal is not shown. Before it starts: a large text takes its time.
    let text = crate::text::clean_lines(text);
    let words = command(&["PAGER"], &["less", "more"])?;
    let _settings = Settings::kept();
    let mut child = started(Command::new(&words[0]).args(&words[1..]).stdin(Stdio::piped()))?;
    let stdin = child.stdin.take();
    // Beside: a pager takes as much as it shows, and one that was stopped takes nothing. Nobody waits for this: what the
    // pager has started may keep its input open for longer than the pager lives.
    std::thread::spawn(move || {
        // One that is left early takes no more, and that is fine.
        let _ = stdin.map(|mut stdin| stdin.write_all(text.as_bytes()));
    });
    is_done(&child).map(drop)
}

fn started(command: &mut Command) -> io::Result<Child> {
    let child = command.spawn().map_err(|error| {
        let name = command.get_program().to_string_lossy().into_owned();
        io::Error::new(error.kind(), format!("`{name}` does not start: {error}"))
    })?;
    // At once: a signal that comes before this would end us, and never the program that we wait for.
    lend_to(Some(Pid::from_child(&child)));
    Ok(child)
}

/// Waits until a program ends, and tells whether it says that all went well. One that is stopped by a key stops
/// us as well: whoever waits for us would never have the terminal back. `fg` continues both, as one job.
fn is_done(child: &Child) -> io::Result<bool> {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_variable_that_is_no_command_line_is_told_and_nothing_else_is_run_instead() {
        assert_eq!(words_of("EDITOR", "code --wait").unwrap(), ["code", "--wait"]);
        let error = words_of("EDITOR", "\"unclosed").unwrap_err().to_string();
        assert!(
            error.starts_with("`$EDITOR` is no command line: ") && error.ends_with("`\"unclosed`"),
            "{error}"
        );
    }
}
