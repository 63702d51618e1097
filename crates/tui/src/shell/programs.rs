//! Other programs that have the terminal for a while: the editor and the pager.

use std::io::{self, Write as _};
use std::process::{Command, Stdio};

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

/// Has a text edited; none when the editor says that nothing should come of it.
pub(super) fn edit(text: &str) -> io::Result<Option<String>> {
    let mut file = tempfile::Builder::new().prefix("mcp-inspector-").suffix(".json").tempfile()?;
    file.write_all(text.as_bytes())?;
    file.flush()?;
    let words = command(&["VISUAL", "EDITOR"], &["nano", "vim", "vi"]);
    let status =
        Command::new(&words[0]).args(&words[1..]).arg(file.path()).status().map_err(|error| {
            io::Error::new(error.kind(), format!("`{}` does not start: {error}", words[0]))
        })?;
    if !status.success() {
        return Ok(None);
    }
    std::fs::read_to_string(file.path()).map(Some)
}

/// Shows a text.
pub(super) fn page(text: &str) -> io::Result<()> {
    let words = command(&["PAGER"], &["less", "more"]);
    let mut child =
        Command::new(&words[0]).args(&words[1..]).stdin(Stdio::piped()).spawn().map_err(|error| {
            io::Error::new(error.kind(), format!("`{}` does not start: {error}", words[0]))
        })?;
    if let Some(mut stdin) = child.stdin.take() {
        // A pager that is left early takes no more, and that is fine. What acts on a terminal is not shown.
        let _ = stdin.write_all(crate::text::clean_lines(text).as_bytes());
    }
    child.wait().map(drop)
}
