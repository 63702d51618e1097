//! Files written as a whole or not at all.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

/// As many links as Linux follows before it gives up.
const MAX_LINKS: usize = 40;

/// Writes a file: others see the old text or the new one, never a part. A new file is readable by
/// its owner alone; one that was there keeps its permissions. What is no regular file (a pipe, a
/// device) is written to as it is.
pub fn write(path: &Path, text: &[u8]) -> io::Result<()> {
    let real = real_path(path)?;
    match fs::metadata(&real) {
        Ok(metadata) if metadata.is_dir() => Err(io::Error::from(io::ErrorKind::IsADirectory)),
        Ok(metadata) if !metadata.is_file() => File::options().write(true).open(&real)?.write_all(text),
        Ok(metadata) => replace(&real, Some(&metadata), text),
        Err(error) if error.kind() == io::ErrorKind::NotFound => match replace(&real, None, text) {
            // It came meanwhile. What is written here does not depend on what was there before.
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                replace(&real, Some(&fs::metadata(&real)?), text)
            }
            written => written,
        },
        Err(error) => Err(error),
    }
}

/// The file behind a path: links are followed, also one whose end is not there yet,
/// so that a rename replaces the file and never the link.
pub(crate) fn real_path(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..MAX_LINKS {
        match fs::canonicalize(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            settled => return settled,
        }
        let directory = directory_of(&path);
        let Ok(end) = fs::read_link(&path) else {
            let name = path.file_name().ok_or(io::ErrorKind::InvalidInput)?;
            return Ok(fs::canonicalize(directory)?.join(name));
        };
        path = directory.join(end);
    }
    Err(io::Error::other("too many links"))
}

fn directory_of(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}

/// Puts a text in place of a file, as a whole or not at all.
fn replace(path: &Path, old: Option<&fs::Metadata>, text: &[u8]) -> io::Result<()> {
    Draft::write(path, old, text, Readers::AsBefore)?.put()
}

/// Who may read a file that takes the place of another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Readers {
    /// Those who could read the old one.
    AsBefore,
    /// Its owner alone.
    Owner,
}

/// A file that is written and on the disk, and not yet in its place.
#[derive(Debug)]
pub(crate) struct Draft {
    temporary: tempfile::NamedTempFile,
    path: PathBuf,
    is_new: bool,
}

impl Draft {
    /// Writes a text beside the file at `path`, of which `old` is known when there is one.
    pub(crate) fn write(
        path: &Path,
        old: Option<&fs::Metadata>,
        text: &[u8],
        readers: Readers,
    ) -> io::Result<Self> {
        // Only its owner can read a temporary file; a new file stays so, because it
        // may hold secrets.
        let mut temporary =
            tempfile::Builder::new().prefix(".mcp-").suffix(".tmp").tempfile_in(directory_of(path))?;
        temporary.write_all(text)?;
        if let Some(old) = old {
            keep_owner(temporary.as_file(), old)?;
            temporary.as_file().set_permissions(permissions(old, readers))?;
        }
        temporary.as_file().sync_all()?;
        Ok(Draft { temporary, path: path.to_owned(), is_new: old.is_none() })
    }

    /// Puts it in its place. Where there was no file, one that has come meanwhile is not replaced:
    /// that is [`io::ErrorKind::AlreadyExists`].
    pub(crate) fn put(self) -> io::Result<()> {
        let temporary = if self.is_new {
            match self.temporary.persist_noclobber(&self.path) {
                Ok(_) => return sync_directory(directory_of(&self.path)),
                Err(taken) if taken.error.kind() == io::ErrorKind::AlreadyExists => return Err(taken.error),
                // Not every file system can do that.
                Err(unable) => unable.file,
            }
        } else {
            self.temporary
        };
        temporary.persist(&self.path)?;
        sync_directory(directory_of(&self.path))
    }
}

#[cfg(unix)]
fn permissions(old: &fs::Metadata, readers: Readers) -> fs::Permissions {
    use std::os::unix::fs::PermissionsExt as _;
    let mut permissions = old.permissions();
    if readers == Readers::Owner {
        permissions.set_mode(permissions.mode() & !0o077);
    }
    permissions
}

/// Elsewhere the rights come from the directory.
#[cfg(not(unix))]
fn permissions(old: &fs::Metadata, _: Readers) -> fs::Permissions {
    old.permissions()
}

#[cfg(unix)]
fn keep_owner(new: &File, old: &fs::Metadata) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt as _, fchown};
    let now = new.metadata()?;
    // Group permissions mean something else for another group, so this must work.
    if now.gid() != old.gid() {
        fchown(new, None, Some(old.gid()))?;
    }
    // Only root can give a file away; for others it becomes theirs, as in an editor.
    if now.uid() != old.uid() {
        let _ = fchown(new, Some(old.uid()), None);
    }
    Ok(())
}

#[cfg(not(unix))]
fn keep_owner(_: &File, _: &fs::Metadata) -> io::Result<()> {
    Ok(())
}

/// Makes the rename itself survive a power cut.
#[cfg(unix)]
fn sync_directory(directory: &Path) -> io::Result<()> {
    File::open(directory)?.sync_all()
}

#[cfg(not(unix))]
fn sync_directory(_: &Path) -> io::Result<()> {
    Ok(())
}
