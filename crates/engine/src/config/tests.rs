use std::thread;

use super::*;
use mcp_inspector_core::target::files::EntryEdit;

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().unwrap()
}

fn add(name: &str) -> impl FnOnce(&mut TargetFile) -> Result<(), TargetError> {
    let edit = EntryEdit::new(name).set("command", "run");
    move |file| file.upsert(&edit).map(|_| ())
}

fn names(path: &Path) -> Vec<String> {
    let file = load(path).unwrap();
    file.names().into_iter().map(str::to_owned).collect()
}

fn files_in(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[test]
fn the_plain_name_is_found_before_the_hidden_one() {
    let folder = folder();
    assert_eq!(find(folder.path()), None);
    fs::create_dir(folder.path().join(".vscode")).unwrap();
    for name in [".vscode/mcp.json", ".mcp.json", "mcp.json"] {
        let path = folder.path().join(name);
        fs::write(&path, "{}").unwrap();
        assert_eq!(find(folder.path()), Some(path));
    }
}

#[test]
fn an_edit_makes_the_file_and_leaves_nothing_else_behind() {
    let folder = folder();
    let path = folder.path().join("mcp.json");
    edit(&path, add("a")).unwrap();
    assert_eq!(names(&path), ["a"]);
    #[cfg(unix)]
    assert_eq!(files_in(folder.path()), ["mcp.json"]);
}

#[test]
fn a_file_with_a_syntax_error_is_not_overwritten() {
    let folder = folder();
    let path = folder.path().join("mcp.json");
    fs::write(&path, "{ broken").unwrap();
    let error = edit(&path, add("a")).unwrap_err();
    assert!(matches!(error, ConfigError::Target(TargetError::Syntax { .. })));
    assert_eq!(fs::read_to_string(&path).unwrap(), "{ broken");
}

#[test]
fn a_refused_change_writes_nothing() {
    let folder = folder();
    let path = folder.path().join("mcp.json");
    let refused: Result<(), _> = edit(&path, |file| {
        file.upsert(&EntryEdit::new("a").set("command", "run"))?;
        Err(TargetError::Empty)
    });
    assert!(matches!(refused, Err(ConfigError::Target(TargetError::Empty))));
    assert!(files_in(folder.path()).iter().all(|name| name != "mcp.json"));
}

#[test]
fn what_is_no_text_or_too_large_or_missing_is_said_so() {
    let folder = folder();
    let path = folder.path().join("mcp.json");
    assert!(matches!(load(&path), Err(ConfigError::Read { .. })));
    fs::write(&path, b"{}\xff").unwrap();
    assert!(matches!(load(&path), Err(ConfigError::NotText { offset: 2, .. })));
    fs::write(&path, vec![b' '; MAX_BYTES + 1]).unwrap();
    assert!(matches!(load(&path), Err(ConfigError::Target(TargetError::TooLarge { .. }))));
    assert!(matches!(edit(folder.path(), add("a")), Err(ConfigError::NotAFile { .. })));
}

#[test]
fn edits_at_the_same_time_lose_none() {
    let folder = folder();
    let path = folder.path().join("mcp.json");
    thread::scope(|scope| {
        for writer in ["a", "b"] {
            let path = &path;
            scope.spawn(move || {
                for round in 0..50 {
                    edit(path, add(&format!("{writer}{round}"))).unwrap();
                }
            });
        }
    });
    assert_eq!(names(&path).len(), 100);
}

#[cfg(unix)]
mod on_unix {
    use std::os::unix::fs::{PermissionsExt as _, symlink};

    use super::*;

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).unwrap().permissions().mode() & 0o777
    }

    #[test]
    fn a_new_file_is_private_and_an_old_one_keeps_its_permissions() {
        let folder = folder();
        let path = folder.path().join("mcp.json");
        edit(&path, add("a")).unwrap();
        assert_eq!(mode(&path), 0o600);
        for kept in [0o644, 0o664, 0o600] {
            fs::set_permissions(&path, fs::Permissions::from_mode(kept)).unwrap();
            edit(&path, add(&format!("{kept}"))).unwrap();
            assert_eq!(mode(&path), kept);
        }
    }

    #[test]
    fn a_read_only_file_is_left_alone() {
        let folder = folder();
        let path = folder.path().join("mcp.json");
        fs::write(&path, "{}").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o444)).unwrap();
        assert!(matches!(edit(&path, add("a")), Err(ConfigError::ReadOnly { .. })));
        assert_eq!(fs::read_to_string(&path).unwrap(), "{}");
    }

    #[test]
    fn a_link_stays_a_link_and_the_file_behind_it_changes() {
        let folder = folder();
        let real = folder.path().join("real.json");
        let link = folder.path().join("mcp.json");
        symlink("real.json", &link).unwrap();
        for name in ["made-through-the-link", "changed-through-the-link"] {
            edit(&link, add(name)).unwrap();
        }
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(names(&real).len(), 2);
    }

    #[test]
    fn a_link_to_itself_is_an_error() {
        let folder = folder();
        let link = folder.path().join("mcp.json");
        symlink("mcp.json", &link).unwrap();
        assert!(matches!(edit(&link, add("a")), Err(ConfigError::Read { .. })));
    }
}
