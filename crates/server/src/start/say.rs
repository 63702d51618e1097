//! The only file of the backend that writes to stdout and stderr at its start and end.
//!
//! A reader that is gone is no error: the backend is there for others.

use mcp_inspector_engine::core::terminal;
use std::io::{self, Write as _};

/// Writes a line to stdout.
pub(super) fn data(line: &str) {
    let mut stdout = io::stdout().lock();
    let _ = writeln!(stdout, "{line}").and_then(|()| stdout.flush());
}

/// Writes a remark to stderr.
pub(super) fn remark(text: &str) {
    let mut stderr = io::stderr().lock();
    // It may hold a path or a piece of a file, which must not act on the terminal.
    let tame = |c| if c != '\n' && terminal::acts(c) { char::REPLACEMENT_CHARACTER } else { c };
    let _ = writeln!(stderr, "{}", text.chars().map(tame).collect::<String>());
}
