//! The words that can stand behind a command, and the files that people name.

use super::commands::LEVELS;
use crate::state::State;
use mcp_inspector_engine::Revision;
use std::path::{Path, PathBuf};

impl State {
    /// What could stand behind a command, given what is typed there.
    pub(crate) fn words_for(&self, command: &str, typed: &str) -> Vec<String> {
        match command {
            "connect" => self.servers.iter().map(|server| server.name.clone()).collect(),
            "reconnect" => {
                let words = ["auto", "legacy", "modern"].map(str::to_owned).into_iter();
                words.chain(Revision::ALL.map(|revision| revision.to_string())).collect()
            }
            "level" => LEVELS.map(str::to_owned).into(),
            "open" | "record" | "save" => files(typed),
            "test" => match typed.strip_prefix("save ") {
                Some(file) => {
                    files(file.trim_start()).into_iter().map(|file| format!("save {file}")).collect()
                }
                None => vec!["save ".to_owned()],
            },
            "always" => vec!["decline".to_owned()],
            "forget" => {
                let rules = self.server().map(|server| server.rules.list()).unwrap_or_default();
                rules.iter().map(|rule| rule.number.to_string()).collect()
            }
            _ => Vec::new(),
        }
    }
}

/// The file that is meant: `~` is the home of its user.
pub(crate) fn path(typed: &str) -> PathBuf {
    let home = std::env::var_os("HOME").filter(|home| !home.is_empty());
    match (typed.strip_prefix("~/"), home) {
        (Some(rest), Some(home)) => Path::new(&home).join(rest),
        _ => PathBuf::from(typed),
    }
}

/// The files whose names begin as typed, as they would be typed.
fn files(typed: &str) -> Vec<String> {
    let above = typed.rfind('/').map_or("", |at| &typed[..=at]);
    let directory = if above.is_empty() { PathBuf::from(".") } else { path(above) };
    let Ok(found) = std::fs::read_dir(directory) else { return Vec::new() };
    let mut names: Vec<String> = found
        .filter_map(|entry| {
            let entry = entry.ok()?;
            let end = if entry.path().is_dir() { "/" } else { "" };
            Some(format!("{above}{}{end}", entry.file_name().to_str()?))
        })
        .filter(|name| name.starts_with(typed))
        .collect();
    names.sort_unstable();
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_completed_and_the_home_is_known() {
        let directory = tempfile::tempdir().unwrap();
        std::fs::write(directory.path().join("session.jsonl"), "").unwrap();
        std::fs::create_dir(directory.path().join("sessions")).unwrap();
        let typed = format!("{}/sess", directory.path().display());
        let names = files(&typed);
        assert_eq!(names, [format!("{typed}ion.jsonl"), format!("{typed}ions/")]);
        assert!(files("/nowhere at all/x").is_empty());
        if let Some(home) = std::env::var_os("HOME") {
            assert_eq!(path("~/a"), Path::new(&home).join("a"));
        }
        assert_eq!(path("~a"), Path::new("~a"));
    }
}
