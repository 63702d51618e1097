use std::thread;

use super::*;
use mcp_inspector_core::target::files::EntryEdit;

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().unwrap()
}

fn add(name: &str) -> impl FnMut(&mut TargetFile) -> Result<(), ConfigError> {
    put(EntryEdit::new(name).set("command", "run"))
}

fn put(edit: EntryEdit) -> impl FnMut(&mut TargetFile) -> Result<(), ConfigError> {
    move |file| Ok(file.upsert(&edit).map(|_| ())?)
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
    let refused: Result<(), ConfigError> = edit(&path, |file| {
        file.upsert(&EntryEdit::new("a").set("command", "run"))?;
        Err(TargetError::Empty.into())
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

#[test]
fn a_change_by_an_editor_meanwhile_is_kept() {
    let folder = folder();
    let path = folder.path().join("mcp.json");
    // The editor makes a file that was not there, changes it, and takes it away.
    let others = [Some(r#"{"mcpServers": {"b": {"command": "1"}}}"#), Some(r#"{"mcpServers": {}}"#), None];
    for (round, other) in others.into_iter().enumerate() {
        let ours = format!("ours{round}");
        let mut seen = Vec::new();
        edit(&path, |file| {
            seen.push(file.text());
            // Only the first time: that is between our reading and our writing.
            match other {
                Some(text) if seen.len() == 1 => fs::write(&path, text).unwrap(),
                None if seen.len() == 1 => fs::remove_file(&path).unwrap(),
                _ => {}
            }
            add(&ours)(file)
        })
        .unwrap();
        assert_eq!(seen.len(), 2, "the change is made again");
        assert_eq!(seen[1], other.unwrap_or_default());
        let expected = if round == 0 { vec!["b".to_owned(), ours] } else { vec![ours] };
        assert_eq!(names(&path), expected);
        #[cfg(unix)]
        assert_eq!(files_in(folder.path()), ["mcp.json"]);
    }
}

#[test]
fn what_an_editor_breaks_meanwhile_is_not_overwritten() {
    let folder = folder();
    let path = folder.path().join("mcp.json");
    let error = edit(&path, |file| {
        fs::write(&path, "{ broken").unwrap();
        add("a")(file)
    })
    .unwrap_err();
    assert!(matches!(error, ConfigError::Target(TargetError::Syntax { .. })), "{error}");
    assert_eq!(fs::read_to_string(&path).unwrap(), "{ broken");
}

#[test]
fn a_file_that_never_stops_changing_is_given_up() {
    let folder = folder();
    let path = folder.path().join("mcp.json");
    let mut round = 0;
    let error = edit(&path, |file| {
        round += 1;
        fs::write(&path, format!("{{}} // {round}")).unwrap();
        add("a")(file)
    })
    .unwrap_err();
    assert!(matches!(error, ConfigError::Changing { .. }), "{error}");
    assert_eq!(fs::read_to_string(&path).unwrap(), format!("{{}} // {ATTEMPTS}"));
}

#[test]
fn the_demo_is_this_program() {
    let demo = demo().unwrap();
    assert_eq!(demo.name, "demo");
    assert!(demo.place().ends_with(" demo"));
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
    fn a_file_becomes_private_when_it_holds_secrets() {
        let folder = folder();
        let path = folder.path().join("mcp.json");
        fs::write(&path, "{}").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o664)).unwrap();
        let env = |value: &str| serde_json::json!({ "TOKEN": value });
        let entry = EntryEdit::new("a").set("command", "run");
        edit(&path, put(entry.clone().set("env", env("${TOKEN}")))).unwrap();
        assert_eq!(mode(&path), 0o664);
        edit(&path, put(entry.set("env", env("hunter2")))).unwrap();
        assert_eq!(mode(&path), 0o600);
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
