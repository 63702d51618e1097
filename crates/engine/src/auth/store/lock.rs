//! Locks between processes. The system takes them back when a process ends, however it ends.

use super::StoreError;
use super::regular::{Links, Opened, open_regular};
use std::fs::{File, TryLockError};
use std::io::{self, Read as _, Seek as _, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use tokio::sync::OwnedMutexGuard;

/// How often a lock that is held is tried again. A change of the store takes a few milliseconds,
/// a refresh some tenths of a second.
const STORE_BEAT: Duration = Duration::from_millis(3);
const REFRESH_BEAT: Duration = Duration::from_millis(50);

/// What is written into a lock file before the number of the process that holds it. A file that
/// begins otherwise is somebody else's, such as the `Cargo.lock` beside a store called `Cargo`: it is
/// locked, and never written to.
const SIGNATURE: &str = "mcp-inspector, process ";

/// A lock on a file that is there for nothing else. The file stays behind, because to remove it
/// would let two processes lock two files of the same name.
#[derive(Debug)]
pub(super) struct FileLock {
    file: File,
    /// Our name is in it.
    is_signed: bool,
}

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
        let mut file = match open(path).map_err(failed)? {
            Opened::File(file) => file,
            Opened::SomethingElse => return Err(StoreError::NotALock { path: path.to_owned() }),
        };
        match file.try_lock() {
            // Somebody who tidied up may have removed the file between opening and locking it.
            Ok(()) if is_at(&file, path) => {
                // The name is for people. Whoever cannot write it holds the lock all the same.
                let is_signed = sign(&mut file).unwrap_or(false);
                Ok(Some(FileLock { file, is_signed }))
            }
            Ok(()) | Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(source)) => Err(failed(source)),
        }
    }
}

impl Drop for FileLock {
    fn drop(&mut self) {
        // The next one to hold it may be somebody who does not sign.
        if self.is_signed {
            let _ = self.file.set_len(0);
        }
        // Closing it is not enough while a process that is just being started has a copy of it.
        let _ = self.file.unlock();
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

fn busy(lock: &Path, waited: Duration) -> StoreError {
    StoreError::Busy { lock: lock.display().to_string(), waited, holder: holder(lock) }
}

fn open(path: &Path) -> io::Result<Opened> {
    let mut options = File::options();
    options.read(true).write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    open_regular(path, Links::Refused, &mut options)
}

/// Writes who holds the lock into its file. False when the file is somebody else's.
fn sign(file: &mut File) -> io::Result<bool> {
    let text = beginning(file)?;
    if !text.is_empty() && !text.starts_with(SIGNATURE) {
        return Ok(false);
    }
    file.set_len(0)?;
    file.rewind()?;
    writeln!(file, "{SIGNATURE}{}", std::process::id())?;
    Ok(true)
}

/// The process that holds a lock, as far as it says so. One that was killed has left its name behind,
/// and whoever holds the lock now is another.
pub(super) fn holder(lock: &Path) -> Option<u32> {
    let opened = open_regular(lock, Links::Refused, File::options().read(true));
    let Ok(Opened::File(mut file)) = opened else { return None };
    let named = beginning(&mut file).ok()?.strip_prefix(SIGNATURE)?.trim().parse().ok();
    named.filter(|process| is_alive(*process))
}

/// Whether there is such a process. It may be somebody else's.
#[cfg(unix)]
fn is_alive(process: u32) -> bool {
    let process = i32::try_from(process).ok().and_then(rustix::process::Pid::from_raw);
    let Some(process) = process else { return false };
    rustix::process::test_kill_process(process) != Err(rustix::io::Errno::SRCH)
}

/// Elsewhere there is no way to ask that costs nothing.
#[cfg(not(unix))]
fn is_alive(_: u32) -> bool {
    true
}

fn beginning(file: &mut File) -> io::Result<String> {
    let mut bytes = Vec::new();
    file.take(100).read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    let (Ok(locked), Ok(found)) = (file.metadata(), std::fs::symlink_metadata(path)) else { return false };
    (locked.dev(), locked.ino()) == (found.dev(), found.ino())
}

/// Elsewhere a file that is open is not removed.
#[cfg(not(unix))]
fn is_at(_: &File, _: &Path) -> bool {
    true
}
