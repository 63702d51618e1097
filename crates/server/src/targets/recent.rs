//! The servers that were connected to before, as they were typed. What holds a secret is remembered by
//! its redacted form alone, so that it can be recognised but not used.

use jiff::Timestamp;
use mcp_inspector_engine::{Target, file};
use serde::{Deserialize, Serialize};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use utoipa::ToSchema;

/// How many are remembered.
const MOST: usize = 20;

/// The largest file that is read: more than we would ever write.
const LARGEST: u64 = 1024 * 1024;

/// The servers that were connected to before. Cloning gives another handle to the same.
#[derive(Clone, Debug, Default)]
pub struct Recent {
    inner: Arc<Inner>,
}

#[derive(Debug, Default)]
struct Inner {
    /// Where they are kept; nowhere when they are forgotten at the end.
    path: Option<PathBuf>,
    /// Newest first; none until they were read.
    servers: Mutex<Option<Vec<RecentServer>>>,
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
    /// Those of a file, which need not be there yet.
    pub fn at(path: PathBuf) -> Self {
        Recent { inner: Arc::new(Inner { path: Some(path), servers: Mutex::default() }) }
    }

    /// Newest first.
    pub(super) fn list(&self) -> Vec<RecentServer> {
        self.known().clone().unwrap_or_default()
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
        let mut known = self.known();
        let servers = known.get_or_insert_default();
        servers.retain(|other| other.place != server.place);
        servers.insert(0, server);
        servers.truncate(MOST);
        if let Some(path) = &self.inner.path {
            let text = serde_json::to_vec_pretty(servers).unwrap_or_default();
            // It is a convenience: whoever cannot keep it works all the same.
            let _ = file::write(path, &text);
        }
    }

    /// What is known, read from the file the first time.
    fn known(&self) -> MutexGuard<'_, Option<Vec<RecentServer>>> {
        // Whoever panicked has not left the list half changed.
        let mut servers = self.inner.servers.lock().unwrap_or_else(PoisonError::into_inner);
        if servers.is_none() {
            *servers = Some(self.read().unwrap_or_default());
        }
        servers
    }

    fn read(&self) -> Option<Vec<RecentServer>> {
        let path = self.inner.path.as_ref()?;
        let metadata = std::fs::metadata(path).ok()?;
        if !metadata.is_file() || metadata.len() > LARGEST {
            return None;
        }
        serde_json::from_slice(&std::fs::read(path).ok()?).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn remembered(recent: &Recent, text: &str) {
        recent.remember(text, &Target::from_line(text).unwrap());
    }

    #[test]
    fn the_newest_is_first_and_all_survive_a_restart() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("recent.json");
        let recent = Recent::at(path.clone());
        assert_eq!(recent.list(), []);
        for text in ["one", "two --flag", "one"] {
            remembered(&recent, text);
        }
        let texts: Vec<Option<String>> =
            Recent::at(path).list().into_iter().map(|server| server.text).collect();
        assert_eq!(texts, [Some("one".to_owned()), Some("two --flag".to_owned())]);
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
        let recent = Recent::at(path.clone());
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
        assert_eq!(Recent::at(path.clone()).list(), []);
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "not json");
    }
}
