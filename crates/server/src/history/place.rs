//! The directory of the history: the names of its files, who writes them, and how much room they take.
//!
//! Each process writes files of its own and holds a lock on the one it writes, so several backends
//! share a directory, and a file that nobody has locked will not change any more.

use std::fs::{self, DirBuilder, File, OpenOptions, TryLockError};
use std::io::{self, Write as _};
use std::os::unix::fs::{DirBuilderExt as _, MetadataExt as _, OpenOptionsExt as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

/// What the names of history files end with.
const ENDING: &str = ".ndjson";

/// Makes the names of one process differ, also within a millisecond.
static NEXT: AtomicU32 = AtomicU32::new(0);

/// The name of a history file, `<created>-<pid>-<number>.ndjson`. The order is that of age.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct FileName {
    created: i64,
    number: u32,
    pid: u32,
}

impl FileName {
    pub(super) fn read(name: &str) -> Option<Self> {
        let mut parts = name.strip_suffix(ENDING)?.splitn(3, '-');
        let (created, pid, number) = (parts.next()?, parts.next()?, parts.next()?);
        let read =
            FileName { created: created.parse().ok()?, pid: pid.parse().ok()?, number: number.parse().ok()? };
        // Other spellings of the same numbers are files of others.
        (read.to_string() == name).then_some(read)
    }
}

impl std::fmt::Display for FileName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:013}-{}-{:04}{ENDING}", self.created, self.pid, self.number)
    }
}

/// A history file that is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Found {
    pub(super) name: FileName,
    pub(super) length: u64,
}

/// Where lines go. In tests something that fails when it is told to.
pub(super) trait Sink: Send {
    /// Writes some of `bytes` at the end, and says how many.
    fn append(&mut self, bytes: &[u8]) -> io::Result<usize>;
    /// Cuts off everything behind `length`.
    fn cut(&mut self, length: u64) -> io::Result<()>;
}

impl Sink for File {
    fn append(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.write(bytes)
    }

    fn cut(&mut self, length: u64) -> io::Result<()> {
        self.set_len(length)
    }
}

/// Who makes new files. In tests someone whose files fail.
pub(super) trait Maker: Send {
    /// Makes an empty file that is locked by us, at the time `now` in milliseconds since 1970.
    fn make(&mut self, now: i64) -> io::Result<(FileName, Box<dyn Sink>)>;
}

/// The directory of the history.
#[derive(Clone, Debug)]
pub(super) struct Place {
    path: PathBuf,
}

impl Place {
    /// The directory at `path`, which is made if it is not there.
    pub(super) fn open(path: &Path) -> io::Result<Self> {
        let place = Place { path: path.to_owned() };
        place.make_directory()?;
        Ok(place)
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    pub(super) fn path_of(&self, name: FileName) -> PathBuf {
        self.path.join(name.to_string())
    }

    /// The history files, the oldest first.
    pub(super) fn files(&self) -> io::Result<Vec<Found>> {
        let entries = match fs::read_dir(&self.path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            entries => entries?,
        };
        let mut names = Vec::new();
        for entry in entries {
            names.extend(entry?.file_name().to_str().and_then(FileName::read));
        }
        names.sort_unstable();
        // All names first: a process makes a file when the one before is complete, so whoever reads the
        // files in this order and up to these lengths sees no answer before its request.
        let found = names.into_iter().filter_map(|name| {
            // One that another process has removed meanwhile is none.
            let metadata = fs::symlink_metadata(self.path_of(name)).ok()?;
            metadata.is_file().then_some(Found { name, length: metadata.len() })
        });
        Ok(found.collect())
    }

    /// Whether nobody writes the file any more.
    pub(super) fn is_left(&self, name: FileName) -> bool {
        File::open(self.path_of(name)).is_ok_and(|file| file.try_lock().is_ok())
    }

    /// Removes the oldest files that nobody writes until those that are there take at most `most` bytes,
    /// and empty ones in any case.
    pub(super) fn make_room(&self, most: u64) -> io::Result<()> {
        let files = self.files()?;
        let mut total: u64 = files.iter().map(|file| file.length).sum();
        for file in files {
            if total <= most && file.length > 0 {
                continue;
            }
            let path = self.path_of(file.name);
            let Ok(open) = File::open(&path) else { continue };
            match open.try_lock() {
                // Held until it is gone, so that nobody takes it for one that is being written.
                Ok(()) if open.metadata()?.len() == file.length => {
                    fs::remove_file(&path)?;
                    total -= file.length;
                }
                Ok(()) | Err(TryLockError::WouldBlock) => {}
                // Where files cannot be locked, nobody knows who writes them.
                Err(TryLockError::Error(error)) => return Err(error),
            }
        }
        Ok(())
    }

    fn make_directory(&self) -> io::Result<()> {
        DirBuilder::new().recursive(true).mode(0o700).create(&self.path)
    }
}

impl Maker for Place {
    fn make(&mut self, now: i64) -> io::Result<(FileName, Box<dyn Sink>)> {
        self.make_directory()?;
        loop {
            let number = NEXT.fetch_add(1, Ordering::Relaxed);
            let name = FileName { created: now, pid: std::process::id(), number };
            match OpenOptions::new().append(true).create_new(true).mode(0o600).open(self.path_of(name)) {
                // In another container the same process id can be someone else.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
                Ok(file) => {
                    // Where this is not possible, the files are not removed either. Waiting is short:
                    // others lock a file only to look at it or to remove it.
                    let _ = file.lock();
                    if file.metadata()?.nlink() > 0 {
                        return Ok((name, Box::new(file)));
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt as _;

    fn place() -> (tempfile::TempDir, Place) {
        let dir = tempfile::tempdir().unwrap();
        let place = Place::open(&dir.path().join("a/b")).unwrap();
        (dir, place)
    }

    fn write(sink: &mut dyn Sink, text: &str) {
        assert_eq!(sink.append(text.as_bytes()).unwrap(), text.len());
    }

    #[test]
    fn names_are_read_back_and_sorted_by_age() {
        let name = FileName { created: 1_732_987_200_000, pid: 7, number: 12 };
        assert_eq!(name.to_string(), "1732987200000-7-0012.ndjson");
        assert_eq!(FileName::read(&name.to_string()), Some(name));
        for other in ["notes.ndjson", "1-2-3.ndjson", "index.sqlite", "1732987200000-7-0012.ndjson.bak"] {
            assert_eq!(FileName::read(other), None, "{other}");
        }
        assert!(name < FileName { created: 1_732_987_200_000, pid: 3, number: 13 });
    }

    #[test]
    fn directory_and_files_are_for_their_owner_alone() {
        let (_dir, mut place) = place();
        let (name, _sink) = place.make(5).unwrap();
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode(place.path()), 0o700);
        assert_eq!(mode(&place.path_of(name)), 0o600);
    }

    #[test]
    fn room_is_made_by_removing_the_oldest_files_that_nobody_writes() {
        let (_dir, mut place) = place();
        let (held, mut held_sink) = place.make(1).unwrap();
        write(held_sink.as_mut(), "0123456789");
        let mut left = Vec::new();
        for now in 2..5 {
            let (name, mut sink) = place.make(now).unwrap();
            write(sink.as_mut(), "0123456789");
            left.push(name);
        }
        let (empty, _) = place.make(9).unwrap();
        fs::write(place.path().join("notes.ndjson"), "not ours, and long enough to matter").unwrap();
        assert!(place.is_left(left[0]) && !place.is_left(held));
        place.make_room(20).unwrap();
        let names: Vec<FileName> = place.files().unwrap().iter().map(|file| file.name).collect();
        assert_eq!(names, [held, left[2]]);
        assert!(!names.contains(&empty));
        assert!(place.path().join("notes.ndjson").exists());
        drop(held_sink);
        place.make_room(0).unwrap();
        assert_eq!(place.files().unwrap(), []);
    }

    #[test]
    fn a_directory_that_was_removed_is_made_again() {
        let (_dir, mut place) = place();
        fs::remove_dir_all(place.path()).unwrap();
        assert_eq!(place.files().unwrap(), []);
        let (name, _sink) = place.make(1).unwrap();
        assert!(place.path_of(name).exists());
    }
}
