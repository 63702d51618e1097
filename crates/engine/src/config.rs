//! Config files on disk: found, read, and changed without losing anything.
//!
//! A change is atomic: other programs see the old file or the new one, never a
//! part. Changes made through [`edit`] at the same time, by threads or by
//! processes, happen one after the other; one made by an editor meanwhile is
//! seen, and ours is made on top of it. What the text means is decided in
//! `target/files.rs`.

#[cfg(test)]
mod tests;

use crate::file::{Draft, Readers, real_path};
use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use mcp_inspector_core::fault::{Fault, FaultCode};
use mcp_inspector_core::target::files::{MAX_BYTES, TargetFile};
use mcp_inspector_core::target::{Target, TargetError};

/// Where a config file is looked for, first match first.
const CANDIDATES: [&str; 3] = ["mcp.json", ".mcp.json", ".vscode/mcp.json"];

/// How often a change is begun again because somebody else changed the file meanwhile. Nobody types
/// that fast, so more would only wait for a program that never stops.
const ATTEMPTS: usize = 20;

/// Why a config file could not be read or written.
///
/// A variant states a fact; what the user could try is [`ConfigError::hint`].
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// The file is there or should be, and cannot be read.
    #[error("could not read {path}")]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system said.
        #[source]
        source: io::Error,
    },
    /// The file is not text.
    #[error("{path} is not UTF-8 text: byte {offset} does not fit")]
    NotText {
        /// The file.
        path: PathBuf,
        /// The first byte that does not fit.
        offset: usize,
    },
    /// The path leads to something that cannot be replaced by a file.
    #[error("{path} is not a regular file")]
    NotAFile {
        /// The path.
        path: PathBuf,
    },
    /// The file is marked as not to be written.
    #[error("{path} is read-only")]
    ReadOnly {
        /// The file.
        path: PathBuf,
    },
    /// The file's lock could not be taken.
    #[error("could not lock {path}")]
    Lock {
        /// The lock file.
        path: PathBuf,
        /// What the system said.
        #[source]
        source: io::Error,
    },
    /// The new text could not be put in place; the old file is untouched.
    #[error("could not write {path}")]
    Write {
        /// The file.
        path: PathBuf,
        /// What the system said.
        #[source]
        source: io::Error,
    },
    /// Somebody else changes the file again and again.
    #[error("{path} was changed by another program each time it was about to be written")]
    Changing {
        /// The file.
        path: PathBuf,
    },
    /// The text is not what it should be, or the change does not fit it.
    #[error(transparent)]
    Target(#[from] TargetError),
}

impl ConfigError {
    /// What the user could try, when there is something to say.
    pub fn hint(&self) -> Option<String> {
        match self {
            Self::Read { source, .. } if source.kind() == io::ErrorKind::NotFound => {
                Some("check the path; without one, `mcp.json` in this directory is read".into())
            }
            Self::Read { .. } => Some("check that you may read the file".into()),
            Self::NotText { .. } => Some("save the file as UTF-8".into()),
            Self::NotAFile { .. } => Some("give the path of a file".into()),
            Self::ReadOnly { .. } => Some("make the file writable, or change it by hand".into()),
            Self::Lock { .. } | Self::Write { .. } => {
                Some("check that you may write to the directory and that it has space".into())
            }
            Self::Changing { .. } => Some("find out which program writes it, and try again".into()),
            Self::Target(error) => error.hint(),
        }
    }
}

/// The config file of a directory, if it has one.
pub fn find(cwd: &Path) -> Option<PathBuf> {
    let mut paths = CANDIDATES.iter().map(|name| cwd.join(name));
    paths.find(|path| path.is_file())
}

/// Reads a config file.
///
/// ```no_run
/// use mcp_inspector_engine::{Session, SessionConfig, config};
///
/// # async fn example() -> Result<(), Box<dyn std::error::Error>> {
/// let file = config::load("mcp.json".as_ref())?;
/// let target = file.resolve("everything", &config::environment)?;
/// let session = Session::connect(target, SessionConfig::client_library()).await?;
/// # Ok(())
/// # }
/// ```
pub fn load(path: &Path) -> Result<TargetFile, ConfigError> {
    let text = read_text(path)?;
    Ok(TargetFile::read(&path.display().to_string(), &text)?)
}

/// Changes a config file, or makes it when it is not there yet.
///
/// The change sees the file as it is now, while no other [`edit`] can write it.
/// A program that does not know of our lock may write it all the same: then
/// the change is made again, on the new text. When the change gives an error,
/// or changes nothing, nothing is written. A file that holds secrets becomes
/// one that only its owner can read. The call waits for other edits of the
/// file, so `change` should not wait itself.
pub fn edit<T, E: From<ConfigError>>(
    path: &Path,
    mut change: impl FnMut(&mut TargetFile) -> Result<T, E>,
) -> Result<T, E> {
    let real = real_path(path).map_err(|source| ConfigError::Read { path: path.to_owned(), source })?;
    let _lock = EditLock::acquire(&real)?;
    for _ in 0..ATTEMPTS {
        let (old, before) = match present(&real)? {
            Some((old, text)) => (Some(old), text),
            None => (None, String::new()),
        };
        let mut file = TargetFile::read(&path.display().to_string(), &before).map_err(ConfigError::Target)?;
        let result = change(&mut file)?;
        if file.text() == before || put(&real, old.as_ref(), &before, &file)? == Put::Done {
            return Ok(result);
        }
    }
    Err(ConfigError::Changing { path: real }.into())
}

/// What is known of the file and its text, if it is there.
fn present(real: &Path) -> Result<Option<(fs::Metadata, String)>, ConfigError> {
    let read = || match fs::metadata(real) {
        Ok(metadata) => Ok((metadata, read_text(real)?)),
        Err(source) => Err(ConfigError::Read { path: real.to_owned(), source }),
    };
    match read() {
        // An editor may have moved it away to put another in its place.
        Err(ConfigError::Read { source, .. }) if source.kind() == io::ErrorKind::NotFound => Ok(None),
        read => read.map(Some),
    }
}

/// How it went to put a changed file in place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Put {
    /// It is in place.
    Done,
    /// The file is no longer the one that the change was made on.
    Outdated,
}

fn put(real: &Path, old: Option<&fs::Metadata>, before: &str, file: &TargetFile) -> Result<Put, ConfigError> {
    if old.is_some_and(|old| old.permissions().readonly()) {
        return Err(ConfigError::ReadOnly { path: real.to_owned() });
    }
    let failed = |source| ConfigError::Write { path: real.to_owned(), source };
    let readers = if file.holds_secrets() { Readers::Owner } else { Readers::AsBefore };
    let draft = Draft::write(real, old, file.text().as_bytes(), readers).map_err(failed)?;
    // Everything slow is done. An editor that does not know of the lock is noticed here, except in
    // the moment between this look and the rename.
    let is_as_read = match read_bytes(real) {
        Ok(now) => old.is_some() && now == before.as_bytes(),
        Err(error) => old.is_none() && error.kind() == io::ErrorKind::NotFound,
    };
    if !is_as_read {
        return Ok(Put::Outdated);
    }
    match draft.put() {
        Ok(()) => Ok(Put::Done),
        Err(error) if old.is_none() && error.kind() == io::ErrorKind::AlreadyExists => Ok(Put::Outdated),
        Err(source) => Err(failed(source)),
    }
}

/// The demo server that is built into this program.
pub fn demo() -> Result<Target, Fault> {
    let program = std::env::current_exe().map_err(|error| {
        Fault::new(FaultCode::SpawnFailed, format!("the path of this program is not known: {error}"))
    })?;
    let words = [program.display().to_string(), "demo".to_owned()];
    let mut target = Target::from_words(&words)
        .map_err(|error| Fault::new(FaultCode::InvalidConfig, error.to_string()))?;
    "demo".clone_into(&mut target.name);
    Ok(target)
}

/// The value of an environment variable; one that is not Unicode counts as unset.
pub fn environment(name: &str) -> Option<String> {
    std::env::var(name).ok()
}

/// The text of a file, or why it is none.
pub fn read_text(path: &Path) -> Result<String, ConfigError> {
    // Reading a pipe would wait for ever, and a directory cannot be read at all.
    if fs::metadata(path).is_ok_and(|metadata| !metadata.is_file()) {
        return Err(ConfigError::NotAFile { path: path.to_owned() });
    }
    let bytes = read_bytes(path).map_err(|source| ConfigError::Read { path: path.to_owned(), source })?;
    if bytes.len() > MAX_BYTES {
        return Err(ConfigError::Target(TargetError::TooLarge {
            file: path.display().to_string(),
            limit: MAX_BYTES,
        }));
    }
    String::from_utf8(bytes).map_err(|error| ConfigError::NotText {
        path: path.to_owned(),
        offset: error.utf8_error().valid_up_to(),
    })
}

fn read_bytes(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    // One byte more than allowed is enough to know, whatever the path leads to.
    let limit = MAX_BYTES as u64 + 1;
    File::open(path)?.take(limit).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The right to change one config file, held until dropped.
///
/// A rename gives the config file a new inode, so a lock on the file itself
/// would guard a file that is gone. The lock is a file beside it, `.NAME.lock`.
struct EditLock {
    path: PathBuf,
    _file: File,
}

impl EditLock {
    fn acquire(real: &Path) -> Result<Self, ConfigError> {
        let name = real.file_name().unwrap_or_default().to_string_lossy();
        let path = real.with_file_name(format!(".{}.lock", name.trim_start_matches('.')));
        let take = || {
            loop {
                let file = File::options().create(true).truncate(false).write(true).open(&path)?;
                match file.lock() {
                    // Where files cannot be locked, the atomic rename is all there is.
                    Err(error) if error.kind() != io::ErrorKind::Unsupported => return Err(error),
                    _ => {}
                }
                if is_still(&file, &path)? {
                    return Ok(file);
                }
            }
        };
        match take() {
            Ok(file) => Ok(Self { path, _file: file }),
            Err(source) => Err(ConfigError::Lock { path, source }),
        }
    }
}

impl Drop for EditLock {
    fn drop(&mut self) {
        // Removed while still held. Whoever waits on this inode sees by
        // `is_still` that it is gone, and begins again.
        if cfg!(unix) {
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// Whether the path still leads to the file we locked, and not to a newer lock.
#[cfg(unix)]
fn is_still(file: &File, path: &Path) -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt as _;
    let held = file.metadata()?;
    match fs::metadata(path) {
        Ok(present) => Ok(held.dev() == present.dev() && held.ino() == present.ino()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

/// Elsewhere the lock file is left in place, so it is always the same one.
#[cfg(not(unix))]
fn is_still(_: &File, _: &Path) -> io::Result<bool> {
    Ok(true)
}
