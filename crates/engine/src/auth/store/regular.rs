//! A regular file, opened without waiting and without guessing.
//!
//! A pipe that lies where a file should be would hold up whoever opens it until somebody comes to its
//! other end, and a device may do anything.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::Path;

/// What is at a path.
pub(super) enum Opened {
    /// A regular file.
    File(File),
    /// A directory, a pipe, a socket or a device. It was left alone.
    SomethingElse,
}

/// Whether what is meant may be elsewhere.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Links {
    /// People put links where they want a file of theirs to be elsewhere.
    Followed,
    /// What nobody but us has made is no link. Behind one is a file of somebody else.
    Refused,
}

/// Opens what is at a path, if it is a regular file or nothing is there that could be in the way.
pub(super) fn open_regular(path: &Path, links: Links, options: &mut OpenOptions) -> io::Result<Opened> {
    let found = match links {
        Links::Followed => fs::metadata(path),
        Links::Refused => fs::symlink_metadata(path),
    };
    match found {
        Ok(found) if !found.is_file() => return Ok(Opened::SomethingElse),
        Ok(_) => {}
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => return Err(error),
    }
    // Something else may have taken its place since, so the opening itself does not wait either.
    #[cfg(unix)]
    {
        use rustix::fs::OFlags;
        let flags = match links {
            Links::Followed => OFlags::NONBLOCK,
            Links::Refused => OFlags::NONBLOCK | OFlags::NOFOLLOW,
        };
        std::os::unix::fs::OpenOptionsExt::custom_flags(options, flags.bits().cast_signed());
    }
    let file = options.open(path)?;
    Ok(if file.metadata()?.is_file() { Opened::File(file) } else { Opened::SomethingElse })
}

/// Takes from others the right to read the file. When that fails the file is not ours to change.
#[cfg(unix)]
pub(super) fn tighten(file: &File, path: &Path) {
    use std::os::unix::fs::PermissionsExt as _;
    let Ok(metadata) = file.metadata() else { return };
    let mode = metadata.permissions().mode();
    let tightened = mode & !0o077;
    if tightened == mode {
        return;
    }
    if let Err(error) = file.set_permissions(fs::Permissions::from_mode(tightened)) {
        tracing::warn!(path = %path.display(), %error, "others can read the token store");
    } else {
        tracing::warn!(path = %path.display(), "others could read the token store; now they cannot");
    }
}

/// Elsewhere the rights come from the directory.
#[cfg(not(unix))]
pub(super) fn tighten(_: &File, _: &Path) {}
