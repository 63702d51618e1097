//! Locks between processes. The system takes them back when a process ends, however it ends.

use super::StoreError;
use std::fs::{File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use tokio::sync::OwnedMutexGuard;

/// How often a lock that is held is tried again. A change of the store takes a few milliseconds,
/// a refresh some tenths of a second.
const STORE_BEAT: Duration = Duration::from_millis(3);
const REFRESH_BEAT: Duration = Duration::from_millis(50);

/// A lock on a file that is there for nothing else. The file stays behind, because to remove it
/// would let two processes lock two files of the same name.
#[derive(Debug)]
pub(super) struct FileLock(File);

impl FileLock {
    /// Waits for the lock in this thread.
    pub(super) fn wait(path: &Path, patience: Duration) -> Result<Self, StoreError> {
        let begun = Instant::now();
        loop {
            if let Some(lock) = Self::try_take(path)? {
                return Ok(lock);
            }
            if begun.elapsed() >= patience {
                return Err(busy(path, patience));
            }
            std::thread::sleep(STORE_BEAT);
        }
    }

    /// Waits for the lock without holding up a thread, so that the wait can be given up.
    pub(super) async fn wait_async(path: PathBuf, patience: Duration) -> Result<Self, StoreError> {
        let tries = async {
            loop {
                if let Some(lock) = Self::try_take(&path)? {
                    return Ok(lock);
                }
                tokio::time::sleep(REFRESH_BEAT).await;
            }
        };
        tokio::time::timeout(patience, tries).await.unwrap_or_else(|_| Err(busy(&path, patience)))
    }

    fn try_take(path: &Path) -> Result<Option<Self>, StoreError> {
        let failed = |source| StoreError::File { path: path.to_owned(), source };
        let file = open(path).map_err(failed)?;
        match file.try_lock() {
            // Somebody who tidied up may have removed the file between opening and locking it.
            Ok(()) if is_at(&file, path) => Ok(Some(FileLock(file))),
            Ok(()) | Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(source)) => Err(failed(source)),
        }
    }
}

impl Drop for FileLock {
    fn drop(&mut self) {
        // Closing it is not enough while a process that is just being started has a copy of it.
        let _ = self.0.unlock();
    }
}

/// The right to refresh one token. Whoever gets it reads the store again first: the one before
/// may have refreshed the token already.
#[derive(Debug)]
pub struct RefreshGuard {
    _held: Held,
}

#[derive(Debug)]
#[expect(dead_code, reason = "what is in it is held until it is dropped")]
enum Held {
    File(FileLock),
    Memory(OwnedMutexGuard<()>),
}

impl From<FileLock> for RefreshGuard {
    fn from(lock: FileLock) -> Self {
        RefreshGuard { _held: Held::File(lock) }
    }
}

impl From<OwnedMutexGuard<()>> for RefreshGuard {
    fn from(lock: OwnedMutexGuard<()>) -> Self {
        RefreshGuard { _held: Held::Memory(lock) }
    }
}

pub(super) fn busy(lock: &Path, waited: Duration) -> StoreError {
    StoreError::Busy { lock: lock.display().to_string(), waited }
}

fn open(path: &Path) -> io::Result<File> {
    let mut options = File::options();
    options.write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    let (Ok(locked), Ok(found)) = (file.metadata(), std::fs::metadata(path)) else { return false };
    (locked.dev(), locked.ino()) == (found.dev(), found.ino())
}

/// Elsewhere a file that is open is not removed.
#[cfg(not(unix))]
fn is_at(_: &File, _: &Path) -> bool {
    true
}
