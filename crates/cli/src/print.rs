//! The only file that writes to stdout and stderr.
//!
//! stdout is data, stderr is talk. A reader that has seen enough (`| head`) is no error.

use crate::failure::Failure;
use crate::help::errors;
use mcp_inspector_engine::core::terminal;
use std::io::{self, ErrorKind, IsTerminal as _, Write as _};
use std::sync::mpsc::Receiver;

/// Writes data to stdout.
pub(crate) fn data(text: &str) -> io::Result<()> {
    if io::stdout().is_terminal() {
        // A server's text must not act on the terminal.
        bytes(mcp_inspector_engine::core::pretty::printable(text).as_bytes())
    } else {
        bytes(text.as_bytes())
    }
}

/// Writes bytes to stdout as they are.
pub(crate) fn bytes(bytes: &[u8]) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    match stdout.write_all(bytes).and_then(|()| stdout.flush()) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        written => written,
    }
}

/// Tells a failure to people.
pub(crate) fn failure(failure: &Failure) {
    let help = errors::command(failure.fault.code);
    let mut fault = failure.fault.clone();
    if failure.stderr_is_told
        && let Some(post_mortem) = &mut fault.details.post_mortem
    {
        post_mortem.stderr.clear();
    }
    remark(&fault.report_with(&help));
}

/// Writes a remark to stderr. When that fails there is nobody to tell. Much of it is what a server
/// or a file said.
pub(crate) fn remark(text: &str) {
    let lines: Vec<String> = text.split('\n').map(|line| plain(line, false)).collect();
    let mut stderr = io::stderr().lock();
    let _ = stderr.write_all(colored(&lines.join("\n"), stderr.is_terminal()).as_bytes());
}

/// The first word of an error stands out on a terminal.
fn colored(text: &str, is_terminal: bool) -> String {
    match text.strip_prefix("error:") {
        Some(rest) if is_terminal && wants_color() => format!("\x1b[1;31merror:\x1b[0m{rest}"),
        _ => text.to_owned(),
    }
}

fn wants_color() -> bool {
    let is_set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    !is_set("NO_COLOR") && std::env::var_os("TERM").is_none_or(|term| term != "dumb")
}

/// How wide the terminal at stderr is.
pub(crate) fn width() -> usize {
    let size = rustix::termios::tcgetwinsize(io::stderr()).ok();
    size.map(|size| usize::from(size.ws_col)).filter(|width| *width > 0).unwrap_or(80)
}

/// Whether someone watches stderr.
pub(crate) fn is_watched() -> bool {
    io::stderr().is_terminal()
}

/// Something to be said on stderr while a call runs.
#[derive(Debug)]
pub(crate) enum Say {
    /// A line that stays.
    Line(String),
    /// A line that is replaced by whatever comes next.
    Status(String),
    /// Takes the status line away.
    NoStatus,
}

/// Says what comes, until nothing more can.
pub(crate) fn say_all(from: &Receiver<Say>) {
    let mut has_status = false;
    while let Ok(say) = from.recv() {
        let mut stderr = io::stderr().lock();
        let clear = if has_status { "\r\x1b[K" } else { "" };
        let _ = match &say {
            Say::Line(line) => writeln!(stderr, "{clear}{}", plain(line, stderr.is_terminal())),
            Say::Status(status) => {
                write!(stderr, "{clear}{}", plain(status, false)).and_then(|()| stderr.flush())
            }
            Say::NoStatus => write!(stderr, "{clear}").and_then(|()| stderr.flush()),
        };
        has_status = matches!(say, Say::Status(_));
    }
}

/// A text of the server without characters that would act on the terminal. Colours are left where
/// there is one to show them.
pub(crate) fn plain(text: &str, is_terminal: bool) -> String {
    let keeps_color = is_terminal && wants_color();
    let mut is_colored = false;
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        if let Some(length) = color_sequence(rest) {
            if keeps_color {
                plain.push_str(&rest[..length]);
                is_colored = true;
            }
            rest = &rest[length..];
            continue;
        }
        let is_harmless = c == '\t' || !terminal::acts(c);
        plain.push(if is_harmless { c } else { '\u{fffd}' });
        rest = &rest[c.len_utf8()..];
    }
    // What a server began it may not have ended.
    if is_colored {
        plain.push_str("\x1b[0m");
    }
    plain
}

/// The length of the sequence for a colour that `text` begins with.
fn color_sequence(text: &str) -> Option<usize> {
    let inner = text.strip_prefix("\x1b[")?;
    let end = inner.find(|c: char| !c.is_ascii_digit() && c != ';')?;
    (inner[end..].starts_with('m') && end <= 16).then_some(end + 3)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_servers_text_cannot_act_on_the_terminal() {
        assert_eq!(plain("a\tb", false), "a\tb");
        assert_eq!(plain("\x1b[31mred\x1b[0m", false), "red");
        assert_eq!(plain("\x1b[2Jgone\x07", true), "\u{fffd}[2Jgone\u{fffd}");
        assert_eq!(plain("\u{202e}evil", true), "\u{fffd}evil");
    }
}
