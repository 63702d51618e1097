//! When a config file is read again: not more often than needed, and never too late.
//!
//! Most requests cost no look at the disk: what was found is good for [`INTERVAL`]. After that one
//! `stat` says whether the file is still the one that was read.

use super::contents::Contents;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime};
use tokio::sync::watch;

/// How long what was found is believed, and how often a watcher looks.
pub(super) const INTERVAL: Duration = Duration::from_millis(250);

/// A file that was written so shortly before it was read may be written again without its time
/// changing: some file systems count in steps of two seconds.
const COARSEST_CLOCK: Duration = Duration::from_secs(2);

/// A config file and what it said when it was looked at last.
#[derive(Debug)]
pub(super) struct Reading {
    path: PathBuf,
    looked: Mutex<Option<Looked>>,
    revision: watch::Sender<u64>,
}

/// How old what is known of a file may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Age {
    /// As it is now.
    Now,
    /// As it was within [`INTERVAL`].
    Recent,
}

#[derive(Debug)]
struct Looked {
    at: Instant,
    stamp: Option<Stamp>,
    /// Whether an equal stamp means an equal text.
    is_settled: bool,
    contents: Arc<Contents>,
}

/// What tells one state of a file from another, without reading it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Stamp {
    modified: Option<SystemTime>,
    length: u64,
    identity: Identity,
}

impl Reading {
    pub(super) fn of(path: &Path) -> Self {
        Reading { path: path.to_owned(), looked: Mutex::new(None), revision: watch::Sender::new(0) }
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// A number that grows when the file says something else.
    pub(super) fn changes(&self) -> watch::Receiver<u64> {
        self.revision.subscribe()
    }

    /// What the file says.
    pub(super) fn contents(&self, age: Age) -> Arc<Contents> {
        // A panic while it was held leaves what was known before, which is still true.
        let mut looked = self.looked.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(looked) = &*looked
            && age == Age::Recent
            && looked.at.elapsed() < INTERVAL
        {
            return looked.contents.clone();
        }
        let now = self.look(looked.as_ref());
        let contents = now.contents.clone();
        let is_other = looked.as_ref().is_some_and(|before| !Arc::ptr_eq(&before.contents, &contents));
        *looked = Some(now);
        drop(looked);
        if is_other {
            self.revision.send_modify(|revision| *revision += 1);
        }
        contents
    }

    fn look(&self, before: Option<&Looked>) -> Looked {
        let at = Instant::now();
        // The stamp comes first: a change after it is seen at the next look.
        let stamp = Stamp::of(&self.path);
        if let Some(before) = before
            && before.is_settled
            && before.stamp == stamp
        {
            return Looked { at, stamp, is_settled: true, contents: before.contents.clone() };
        }
        let is_settled = stamp.as_ref().is_none_or(Stamp::is_settled);
        let contents = Contents::read(&self.path, before.map(|before| &before.contents));
        Looked { at, stamp, is_settled, contents }
    }
}

impl Stamp {
    /// The stamp of the file behind a path, if it is there.
    fn of(path: &Path) -> Option<Self> {
        let metadata = fs::metadata(path).ok()?;
        Some(Stamp {
            modified: metadata.modified().ok(),
            length: metadata.len(),
            identity: identity(&metadata),
        })
    }

    fn is_settled(&self) -> bool {
        let age = self.modified.and_then(|modified| SystemTime::now().duration_since(modified).ok());
        age.is_some_and(|age| age > COARSEST_CLOCK)
    }
}

/// Device, inode, and when the inode was changed: a file put in place of another has other ones.
#[cfg(unix)]
type Identity = (u64, u64, i64, i64);

#[cfg(unix)]
fn identity(metadata: &fs::Metadata) -> Identity {
    use std::os::unix::fs::MetadataExt as _;
    (metadata.dev(), metadata.ino(), metadata.ctime(), metadata.ctime_nsec())
}

#[cfg(not(unix))]
type Identity = ();

#[cfg(not(unix))]
fn identity(_: &fs::Metadata) -> Identity {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stamp_that_is_too_young_to_be_trusted_is_not() {
        let stamp = |age: Option<u64>| {
            let modified = age.map(|age| SystemTime::now() - Duration::from_secs(age));
            let folder = tempfile::tempdir().unwrap();
            Stamp { modified, ..Stamp::of(folder.path()).unwrap() }
        };
        assert!(stamp(Some(60)).is_settled());
        assert!(!stamp(Some(0)).is_settled());
        assert!(!stamp(None).is_settled());
        let ahead = Stamp { modified: Some(SystemTime::now() + Duration::from_secs(60)), ..stamp(None) };
        assert!(!ahead.is_settled());
    }

    #[test]
    fn a_file_is_read_again_when_its_stamp_cannot_tell() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("mcp.json");
        fs::write(&path, r#"{"mcpServers": {"old": {"command": "x"}}}"#).unwrap();
        let reading = Reading::of(&path);
        let old = reading.contents(Age::Now);
        fs::write(&path, r#"{"mcpServers": {"new": {"command": "x"}}}"#).unwrap();
        // As on a file system whose clock has not moved: the stamp is that of the new text.
        let seen = |is_settled| {
            let before =
                Looked { at: Instant::now(), stamp: Stamp::of(&path), is_settled, contents: old.clone() };
            Arc::ptr_eq(&reading.look(Some(&before)).contents, &old)
        };
        assert!(seen(true), "a stamp that can be trusted saves the reading");
        assert!(!seen(false));
    }
}
