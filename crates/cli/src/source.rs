//! Where a value on the command line comes from: itself, a file, or stdin.

use mcp_inspector_engine::{Fault, FaultCode};
use std::cell::Cell;
use std::io::Read as _;
use std::path::Path;

/// More than any value on a command line should have.
const LARGEST: u64 = 64 * 1024 * 1024;

/// Reads values; stdin can be read once.
#[derive(Debug, Default)]
pub(crate) struct Sources {
    stdin_taken_by: Cell<Option<&'static str>>,
}

impl Sources {
    /// The text that `word` stands for: `@FILE`, `@-` for stdin, `@@…` for a text that begins with
    /// `@`, or itself.
    pub(crate) fn text(&self, flag: &'static str, word: &str) -> Result<String, Fault> {
        match word.strip_prefix('@') {
            None => Ok(word.to_owned()),
            Some("-") => self.stdin(flag),
            Some(escaped) if escaped.starts_with('@') => Ok(escaped.to_owned()),
            Some(path) => read_file(flag, path).map_err(|fault| {
                let literal = format!("to give the text itself, write `@{word}`");
                let hint = fault.hint.clone().map_or(literal.clone(), |hint| format!("{hint}; {literal}"));
                fault.with_hint(hint)
            }),
        }
    }

    /// Like [`Sources::text`], where `-` alone is stdin too because it is no JSON.
    pub(crate) fn json_text(&self, flag: &'static str, word: &str) -> Result<String, Fault> {
        match word.strip_prefix('@') {
            Some(path) if path != "-" => read_file(flag, path),
            Some(_) => self.stdin(flag),
            None if word == "-" => self.stdin(flag),
            None => Ok(word.to_owned()),
        }
    }

    /// The text of the file `path`, or of stdin when that is `-`.
    pub(crate) fn file(&self, flag: &'static str, path: &str) -> Result<String, Fault> {
        if path == "-" { self.stdin(flag) } else { read_file(flag, path) }
    }

    fn stdin(&self, flag: &'static str) -> Result<String, Fault> {
        if let Some(other) = self.stdin_taken_by.replace(Some(flag)) {
            let message = format!("`{flag}` and `{other}` both read stdin, which can be read once");
            return Err(
                Fault::new(FaultCode::InvalidRequest, message).with_hint("give one of them as a file")
            );
        }
        read_all(std::io::stdin().lock()).map_err(|why| unreadable(flag, "stdin", &why))
    }
}

fn read_file(flag: &str, path: &str) -> Result<String, Fault> {
    let file = std::fs::File::open(Path::new(path)).map_err(|why| unreadable(flag, path, &why))?;
    read_all(file).map_err(|why| unreadable(flag, path, &why))
}

fn read_all(from: impl std::io::Read) -> std::io::Result<String> {
    let mut text = String::new();
    from.take(LARGEST + 1).read_to_string(&mut text)?;
    if text.len() as u64 > LARGEST {
        return Err(std::io::Error::other(format!("it has more than {LARGEST} bytes")));
    }
    // What editors of another system put in front is no part of the text.
    Ok(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text))
}

fn unreadable(flag: &str, what: &str, why: &std::io::Error) -> Fault {
    Fault::new(FaultCode::InvalidRequest, format!("`{flag}`: could not read {what}: {why}"))
        .with_hint("check the path; it is looked for from the working directory")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_itself_unless_it_names_a_file() {
        let sources = Sources::default();
        assert_eq!(sources.text("--x", "plain").unwrap(), "plain");
        assert_eq!(sources.text("--x", "-").unwrap(), "-");
        assert_eq!(sources.text("--x", "@@alice").unwrap(), "@alice");
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), "\u{feff}from the file\n").unwrap();
        let word = format!("@{}", file.path().display());
        assert_eq!(sources.text("--x", &word).unwrap(), "from the file\n");
    }

    #[test]
    fn a_missing_file_says_how_to_give_the_text_itself() {
        let fault = Sources::default().text("--tool-arg", "@alice").unwrap_err();
        assert!(fault.message.contains("`--tool-arg`: could not read alice"), "{}", fault.message);
        assert!(fault.hint.unwrap().contains("write `@@alice`"));
    }
}
