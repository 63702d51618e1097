//! Where the backend keeps what it has to remember.

use std::ffi::OsString;
use std::io;
use std::os::unix::fs::DirBuilderExt as _;
use std::path::{Path, PathBuf};

/// The directory for what follows a person, whatever the configuration file; nothing when the system names none.
pub(super) fn person_dir(variable: &dyn Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
    let named = |name| variable(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let state = named("XDG_STATE_HOME").or_else(|| Some(named("HOME")?.join(".local/state")))?;
    Some(state.join("mcp-inspector"))
}

/// The directory for what belongs to a configuration file, below that of the person; nothing when the system names
/// none.
///
/// Each file has a directory of its own, so that projects do not mix. Its name begins with that of the
/// directory of the file, for people, and ends in what is left of the whole path.
pub(super) fn data_dir(config: &Path, variable: &dyn Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
    let person = person_dir(variable)?;
    let canonical = canonical(config);
    let project = canonical.parent().and_then(Path::file_name).unwrap_or_default();
    let plain = |c: char| if c.is_alphanumeric() || "-_.".contains(c) { c } else { '_' };
    let project: String = project.to_string_lossy().chars().map(plain).take(40).collect();
    let digest = digest(canonical.as_os_str().as_encoded_bytes());
    Some(person.join(format!("{project}-{digest:012x}")))
}

/// Makes a directory that only its owner can read. One that is there stays as it is.
pub(super) fn make(directory: &Path) -> io::Result<()> {
    std::fs::DirBuilder::new().recursive(true).mode(0o700).create(directory)
}

/// The path without links and dots, as far as it is there.
fn canonical(path: &Path) -> PathBuf {
    let absolute = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let whole = absolute.canonicalize().ok();
    whole
        .or_else(|| Some(absolute.parent()?.canonicalize().ok()?.join(absolute.file_name()?)))
        .unwrap_or(absolute)
}

/// 48 bits that are the same for the same text in every version (FNV-1a).
fn digest(text: &[u8]) -> u64 {
    let whole = text.iter().fold(0xcbf2_9ce4_8422_2325_u64, |digest, byte| {
        (digest ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    });
    (whole >> 48) ^ (whole & 0xffff_ffff_ffff)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dir(config: &Path, variables: &[(&str, &str)]) -> Option<PathBuf> {
        data_dir(config, &|name| {
            variables.iter().find(|(known, _)| *known == name).map(|(_, value)| OsString::from(value))
        })
    }

    #[test]
    fn each_file_has_a_directory_of_its_own_below_that_of_the_system() {
        let temp = tempfile::tempdir().unwrap();
        let project = temp.path().join("my project");
        std::fs::create_dir(&project).unwrap();
        let file = project.join("mcp.json");
        let here = dir(&file, &[("XDG_STATE_HOME", "/state"), ("HOME", "/people/me")]).unwrap();
        assert_eq!(here.parent().unwrap(), Path::new("/state/mcp-inspector"));
        let name = here.file_name().unwrap().to_str().unwrap();
        assert!(name.starts_with("my_project-") && name.len() == "my_project-".len() + 12, "{name}");
        let other = dir(&project.join("other.json"), &[("XDG_STATE_HOME", "/state")]).unwrap();
        assert_ne!(here, other);
        // The same whether it is there or not, and however it is written.
        std::fs::write(&file, "{}").unwrap();
        let written_otherwise = temp.path().join("my project/../my project/./mcp.json");
        assert_eq!(dir(&written_otherwise, &[("XDG_STATE_HOME", "/state")]).unwrap(), here);
    }

    #[test]
    fn only_its_owner_can_read_a_new_directory() {
        use std::os::unix::fs::PermissionsExt as _;
        let temp = tempfile::tempdir().unwrap();
        let inner = temp.path().join("a/b");
        make(&inner).unwrap();
        for directory in [&inner, inner.parent().unwrap()] {
            assert_eq!(directory.metadata().unwrap().permissions().mode() & 0o777, 0o700, "{directory:?}");
        }
        make(&inner).unwrap();
        std::fs::write(temp.path().join("file"), "").unwrap();
        assert!(make(&temp.path().join("file")).is_err());
    }

    #[test]
    fn the_home_directory_serves_where_nothing_else_is_named() {
        let file = Path::new("/srv/mcp.json");
        for variables in
            [&[("HOME", "/people/me")][..], &[("XDG_STATE_HOME", "not/absolute"), ("HOME", "/people/me")]]
        {
            let here = dir(file, variables).unwrap();
            assert!(here.starts_with("/people/me/.local/state/mcp-inspector"), "{here:?}");
        }
        assert_eq!(dir(file, &[("HOME", "")]), None);
    }

    #[test]
    fn the_digest_never_changes_or_histories_would_be_lost() {
        assert_eq!(digest(b""), 0x9ce4_8422_2325 ^ 0xcbf2);
        assert_eq!(format!("{:012x}", digest(b"/srv/mcp.json")), "9ef30984d74c");
    }
}
