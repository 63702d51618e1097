//! A small JSON file of a person, which several backends read and change.
//!
//! It is read anew whenever it is asked for, and changed while nobody else changes it, so what one backend writes the
//! others have. Whoever cannot lock it goes on all the same: what is in it is a convenience.

use crate::Problem;
use mcp_inspector_engine::{FaultCode, file};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The largest file that is read: more than we would ever write.
const LARGEST: u64 = 1024 * 1024;

/// How long another backend may take for its change, and how often it is looked whether it is done.
const PATIENCE: Duration = Duration::from_millis(500);
const BEAT: Duration = Duration::from_millis(3);

/// Something that is kept in a file, or only in memory where there is none.
#[derive(Debug, Default)]
pub(crate) struct Keepsake<T> {
    path: Option<PathBuf>,
    /// Where it was kept before; it is read there for as long as `path` is not there.
    before: Option<PathBuf>,
    /// What is known without a file. Whoever changes something holds it, so that one does so at a time.
    memory: Mutex<T>,
}

impl<T: Default + Clone + Serialize + DeserializeOwned> Keepsake<T> {
    /// That of a file, which need not be there yet; until it is, that of `before`.
    pub(crate) fn at(path: PathBuf, before: PathBuf) -> Self {
        let before = (before != path).then_some(before);
        Keepsake { path: Some(path), before, memory: Mutex::default() }
    }

    /// What is kept. A file that is not ours says nothing.
    pub(crate) fn read(&self) -> T {
        match &self.path {
            // Whoever panicked has not left it half changed.
            None => self.memory.lock().unwrap_or_else(PoisonError::into_inner).clone(),
            Some(path) => {
                let is_there = path.exists();
                let old = self.before.as_deref().filter(|_| !is_there);
                read(old.unwrap_or(path)).unwrap_or_default()
            }
        }
    }

    /// Changes it, unless `change` refuses. When it cannot be written it stays as it was.
    pub(crate) fn change<R>(&self, change: impl FnOnce(&mut T) -> Result<R, Problem>) -> Result<R, Problem> {
        let mut memory = self.memory.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(path) = &self.path else {
            let mut next = memory.clone();
            let done = change(&mut next)?;
            *memory = next;
            return Ok(done);
        };
        let _turn = turn(path);
        let mut next = self.read();
        let done = change(&mut next)?;
        let text = serde_json::to_vec_pretty(&next).unwrap_or_default();
        file::write(path, &text).map_err(|error| {
            let message = format!("{} could not be written: {error}", path.display());
            Problem::new(FaultCode::OutputFailed, message)
                .with_hint("check that you may write to the directory and that it has space")
        })?;
        Ok(done)
    }
}

fn read<T: DeserializeOwned>(path: &Path) -> Option<T> {
    let metadata = std::fs::metadata(path).ok()?;
    if !metadata.is_file() || metadata.len() > LARGEST {
        return None;
    }
    serde_json::from_slice(&std::fs::read(path).ok()?).ok()
}

/// The right to change a file, by a lock on a file beside it; the system takes it back when a process ends.
fn turn(path: &Path) -> Option<File> {
    let mut options = File::options();
    options.read(true).write(true).create(true).truncate(false);
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut name = path.file_name()?.to_owned();
    name.push(".lock");
    let lock = options.open(path.with_file_name(name)).ok()?;
    let begun = Instant::now();
    loop {
        match lock.try_lock() {
            Ok(()) => return Some(lock),
            Err(TryLockError::WouldBlock) if begun.elapsed() < PATIENCE => std::thread::sleep(BEAT),
            Err(_) => return None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn add(kept: &Keepsake<Vec<u32>>, number: u32) {
        let added = kept.change(|all| {
            all.push(number);
            Ok(())
        });
        assert!(added.is_ok());
    }

    #[test]
    fn two_that_change_it_at_once_lose_nothing() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("kept.json");
        let at = || Keepsake::<Vec<u32>>::at(path.clone(), path.clone());
        std::thread::scope(|scope| {
            for first in [0, 100, 200] {
                let kept = at();
                scope.spawn(move || (first..first + 20).for_each(|number| add(&kept, number)));
            }
        });
        let mut all = at().read();
        all.sort_unstable();
        let expected: Vec<u32> = [0, 100, 200].into_iter().flat_map(|first| first..first + 20).collect();
        assert_eq!(all, expected);
    }

    #[test]
    fn what_was_kept_elsewhere_is_read_until_something_changes() {
        let directory = tempfile::tempdir().unwrap();
        let (old, new) = (directory.path().join("old.json"), directory.path().join("new.json"));
        std::fs::write(&old, "[1]").unwrap();
        let kept = Keepsake::<Vec<u32>>::at(new.clone(), old.clone());
        assert_eq!(kept.read(), [1]);
        add(&kept, 2);
        assert_eq!(kept.read(), [1, 2]);
        assert_eq!(std::fs::read_to_string(&old).unwrap(), "[1]", "it stays for whoever goes back");
        // From then on the old one says nothing.
        std::fs::write(&old, "[7]").unwrap();
        assert_eq!(Keepsake::<Vec<u32>>::at(new, old).read(), [1, 2]);
    }

    #[test]
    fn what_is_refused_or_cannot_be_written_changes_nothing() {
        let directory = tempfile::tempdir().unwrap();
        let missing = directory.path().join("missing/kept.json");
        let kept = Keepsake::<Vec<u32>>::at(missing.clone(), missing);
        let unwritten = kept.change(|all| {
            all.push(1);
            Ok(())
        });
        assert!(unwritten.is_err());
        assert_eq!(kept.read(), [] as [u32; 0]);
        let memory = Keepsake::<Vec<u32>>::default();
        let refused = memory.change(|all| {
            all.push(1);
            Err::<(), _>(Problem::invalid_request("no"))
        });
        assert!(refused.is_err());
        assert_eq!(memory.read(), [] as [u32; 0]);
    }
}
