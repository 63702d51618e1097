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
        Err(error) if error.kind() == io::ErrorKind::NotFound => replace(&real, None, text),
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
pub(crate) fn replace(path: &Path, old: Option<&fs::Metadata>, text: &[u8]) -> io::Result<()> {
    let directory = directory_of(path);
    // Only its owner can read a temporary file; a new file stays so, because it
    // may hold secrets.
    let mut temporary = tempfile::Builder::new().prefix(".mcp-").suffix(".tmp").tempfile_in(directory)?;
    temporary.write_all(text)?;
    if let Some(old) = old {
        keep_owner(temporary.as_file(), old)?;
        temporary.as_file().set_permissions(old.permissions())?;
    }
    temporary.as_file().sync_all()?;
    temporary.persist(path)?;
    sync_directory(directory)
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
