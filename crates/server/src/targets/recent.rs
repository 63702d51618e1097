//! The servers that were connected to before, as they were typed. What holds a secret is remembered by
//! its redacted form alone, so that it can be recognised but not used.

use crate::keepsake::Keepsake;
use jiff::Timestamp;
use mcp_inspector_engine::Target;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;
use std::sync::Arc;
use utoipa::ToSchema;

/// How many are remembered.
const MOST: usize = 20;

/// The servers that were connected to before. Cloning gives another handle to the same.
#[derive(Clone, Debug, Default)]
pub struct Recent {
    /// Newest first.
    kept: Arc<Keepsake<Vec<RecentServer>>>,
}

/// A server that was connected to before.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct RecentServer {
    /// What it is called.
    pub(super) name: String,
    /// The command line or URL, secrets redacted.
    pub(super) place: String,
    /// What to type to connect again; null when it held a secret, which is not kept.
    #[schema(required)]
    pub(super) text: Option<String>,
    /// When it was connected to last, ISO 8601.
    pub(super) last_used: String,
}

impl Recent {
    /// Those of a file, which need not be there yet; until it is, those of `before`.
    pub fn at(path: PathBuf, before: PathBuf) -> Self {
        Recent { kept: Arc::new(Keepsake::at(path, before)) }
    }

    /// Newest first.
    pub(super) fn list(&self) -> Vec<RecentServer> {
        self.kept.read()
    }

    /// Remembers that `target` was connected to by typing `text`.
    pub(crate) fn remember(&self, text: &str, target: &Target) {
        let place = target.place();
        // What is typed is what is shown, unless a part of it was redacted.
        let reads_alike = Target::from_line(&place).is_ok_and(|again| again.transport == target.transport);
        let server = RecentServer {
            name: target.name.clone(),
            text: reads_alike.then(|| text.trim().to_owned()),
            last_used: format!("{:.3}", Timestamp::now()),
            place,
        };
        // It is a convenience: whoever cannot keep it works all the same.
        let _ = self.kept.change(|servers| {
            servers.retain(|other| other.place != server.place);
            servers.insert(0, server);
            servers.truncate(MOST);
            Ok(())
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(path: &std::path::Path) -> Recent {
        Recent::at(path.to_owned(), path.to_owned())
    }

    fn remembered(recent: &Recent, text: &str) {
        recent.remember(text, &Target::from_line(text).unwrap());
    }

    #[test]
    fn the_newest_is_first_and_all_survive_a_restart() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("recent.json");
        let recent = at(&path);
        assert_eq!(recent.list(), []);
        for text in ["one", "two --flag", "one"] {
            remembered(&recent, text);
        }
        let texts: Vec<Option<String>> = at(&path).list().into_iter().map(|server| server.text).collect();
        assert_eq!(texts, [Some("one".to_owned()), Some("two --flag".to_owned())]);
    }

    #[test]
    fn what_two_backends_remember_is_in_both() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("recent.json");
        let (one, other) = (at(&path), at(&path));
        for (recent, text) in [(&one, "first"), (&other, "second"), (&one, "third")] {
            remembered(recent, text);
        }
        let names =
            |recent: &Recent| recent.list().into_iter().map(|server| server.place).collect::<Vec<_>>();
        assert_eq!(names(&one), ["third", "second", "first"]);
        assert_eq!(names(&other), names(&one));
    }

    #[test]
    fn no_more_than_twenty_are_kept() {
        let recent = Recent::default();
        for number in 0..50 {
            remembered(&recent, &format!("server {number}"));
        }
        let list = recent.list();
        assert_eq!(list.len(), MOST);
        assert_eq!(list[0].text.as_deref(), Some("server 49"));
    }

    #[test]
    fn a_secret_is_not_kept() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("recent.json");
        let recent = at(&path);
        remembered(&recent, "server --api-key hush-hush-hush");
        remembered(&recent, "https://user:hush-hush-hush@example.com/mcp");
        assert!(recent.list().iter().all(|server| server.text.is_none()), "{:?}", recent.list());
        let text = std::fs::read_to_string(path).unwrap();
        assert!(!text.contains("hush"), "{text}");
    }

    #[test]
    fn a_file_that_is_none_of_ours_is_left_alone_until_something_is_remembered() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("recent.json");
        std::fs::write(&path, "not json").unwrap();
        assert_eq!(at(&path).list(), []);
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "not json");
    }
}
