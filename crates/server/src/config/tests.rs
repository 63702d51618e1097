//! Targets of the file, and when a change of it is seen.

use super::*;
use mcp_inspector_engine::core::target::{Http, Stdio};
use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use tempfile::TempDir;

fn file(text: &str) -> (TempDir, PathBuf) {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("mcp.json");
    fs::write(&path, text).unwrap();
    (directory, path)
}

fn problem(config: &Config, name: &str) -> (FaultCode, String) {
    let problem = config.target(name).unwrap_err();
    let directory = format!("{}/", config.path().parent().unwrap().display());
    (problem.fault().code, problem.fault().message.replace(&directory, ""))
}

fn command(target: Target) -> String {
    match target.transport {
        Transport::Stdio(stdio) => stdio.command,
        Transport::Http(http) => panic!("expected a program, found {http:?}"),
    }
}

#[test]
fn a_target_is_found_by_id_before_name_and_has_its_variables_filled_in() {
    let (_directory, path) = file(
        r#"{"servers": [
            {"id": "1", "name": "a", "command": "${CARGO_MANIFEST_DIR}"},
            {"id": "a", "name": "b", "command": "x"},
            {"name": "without id", "url": "https://a.example"}
        ]}"#,
    );
    let config = Config::new(&path);
    assert_eq!(command(config.target("a").unwrap()), "x");
    assert_eq!(config.target("b").unwrap().id.as_deref(), Some("a"));
    let filled = command(config.target("1").unwrap());
    assert!(!filled.contains("${") && !filled.is_empty(), "{filled}");
    assert_eq!(config.target("without id").unwrap().id.as_deref(), Some("without id"));
}

#[test]
fn the_demo_is_there_until_a_server_is_called_so() {
    let directory = tempfile::tempdir().unwrap();
    let config = Config::new(&directory.path().join("mcp.json"));
    let demo = config.target("demo").unwrap();
    assert_eq!((demo.id.as_deref(), demo.name.as_str()), (Some("demo"), "demo"));
    assert!(demo.place().ends_with(" demo"));
    let own = serde_json::from_str(r#"{"name": "demo", "transport": "stdio", "command": "own"}"#).unwrap();
    config.create(&own).unwrap();
    assert_eq!(command(config.target("demo").unwrap()), "own");
}

#[test]
fn why_there_is_no_target_is_told_apart() {
    let (_directory, path) = file(
        r#"{"mcpServers": {
  "unset": {"command": "x",
    "env": {"T": "${MCPI_NOBODY_SETS_THIS}"}},
  "bad": {"command": "x", "args": 5},
  "mode": {"command": "x", "connectionMode": "direct"},
  "input": {"command": "${input:key}"}
}}"#,
    );
    let config = Config::new(&path);
    let missing = config.target("xyz789").unwrap_err();
    assert_eq!(missing.fault().code, FaultCode::ServerNotFound);
    assert_eq!(missing.fault().message, "No server configuration found with ID 'xyz789'");
    assert_eq!(missing.body("")["error"]["details"]["serverId"], "xyz789");
    let expected = [
        (
            "unset",
            "mcp.json: `mcpServers.unset.env.T` needs the variable `MCPI_NOBODY_SETS_THIS`, which is not set \
             (line 3, column 13)",
        ),
        (
            "bad",
            "mcp.json: `mcpServers.bad.args` should be a list of strings, but is a number (line 4, column 27)",
        ),
        (
            "mode",
            "mcp.json: `mcpServers.mode`: `connectionMode` should be `proxy` where `transport` is `stdio`, but is \
             `direct` (line 5, column 28)",
        ),
        (
            "input",
            "mcp.json: `mcpServers.input.command` needs the input `key`, which only an editor can ask for (line 6, \
             column 13)",
        ),
    ];
    for (name, message) in expected {
        assert_eq!(problem(&config, name), (FaultCode::InvalidConfig, message.to_owned()));
        assert_eq!(config.target(name).unwrap_err().body("")["error"]["details"]["serverName"], name);
    }
}

#[test]
fn a_broken_file_is_no_missing_server() {
    let (_directory, path) = file("{\n  broken");
    let config = Config::new(&path);
    let (code, message) = problem(&config, "a");
    assert_eq!(code, FaultCode::InvalidConfig);
    assert!(message.starts_with("mcp.json:2:3: "), "{message}");
    // The built-in server needs no file.
    assert_eq!(config.target("demo").unwrap().id.as_deref(), Some("demo"));
}

#[test]
fn a_variable_cannot_smuggle_a_header_in() {
    let mut target = Target::url("https://a.example").unwrap();
    let with_header = |value: &str| {
        Transport::Http(Http {
            url: "https://a.example".into(),
            headers: vec![("X".into(), value.into())],
            ..Http::default()
        })
    };
    target.transport = with_header("fine");
    assert_eq!(check_filled_in(&target), Ok(()));
    target.transport = with_header("a\r\nHost: b");
    assert_eq!(check_filled_in(&target).unwrap_err().field(), "headers.X");
    let env = [("A".to_owned(), "a\0b".to_owned())].into();
    target.transport = Transport::Stdio(Stdio { command: "x".into(), env, ..Stdio::default() });
    assert_eq!(check_filled_in(&target).unwrap_err().field(), "env.A");
}

#[test]
fn what_did_not_change_is_not_read_again() {
    let (_directory, path) = file(r#"{"mcpServers": {}}"#);
    let config = Config::new(&path);
    let contents = |age| config.inner.reading.contents(age);
    let first = contents(Age::Recent);
    assert!(Arc::ptr_eq(&first, &contents(Age::Recent)));
    assert!(Arc::ptr_eq(&first, &contents(Age::Now)));
    // Written again with the same text, it says the same.
    fs::write(&path, r#"{"mcpServers": {}}"#).unwrap();
    assert!(Arc::ptr_eq(&first, &contents(Age::Now)));
    // The same for one that cannot be read.
    fs::remove_file(&path).unwrap();
    fs::create_dir(&path).unwrap();
    let unreadable = contents(Age::Now);
    assert!(unreadable.file.is_err());
    assert!(Arc::ptr_eq(&unreadable, &contents(Age::Now)));
    fs::remove_dir(&path).unwrap();
    assert!(contents(Age::Now).file.is_ok());
    assert_eq!(*config.inner.reading.changes().borrow(), 2);
}

#[test]
fn edits_of_the_same_length_in_the_same_moment_are_all_seen() {
    let (_directory, path) = file("{}");
    let config = Config::new(&path);
    for round in 100..300 {
        fs::write(&path, format!(r#"{{"mcpServers": {{"n{round}": {{"command": "x"}}}}}}"#)).unwrap();
        assert_eq!(config.servers().servers[0].name, format!("n{round}"));
    }
}

#[test]
fn a_target_changes_with_the_file_soon_after() {
    let (_directory, path) = file(r#"{"mcpServers": {"a": {"command": "old"}}}"#);
    let config = Config::new(&path);
    assert_eq!(command(config.target("a").unwrap()), "old");
    fs::write(&path, r#"{"mcpServers": {"a": {"command": "new"}}}"#).unwrap();
    let began = Instant::now();
    while command(config.target("a").unwrap()) == "old" {
        assert!(began.elapsed() < Duration::from_secs(10), "the change is never seen");
        std::thread::yield_now();
    }
    // Our own writes are seen at once.
    let patch = serde_json::from_str(r#"{"command": "ours"}"#).unwrap();
    config.update("a", &patch).unwrap();
    assert_eq!(command(config.target("a").unwrap()), "ours");
}

#[tokio::test(start_paused = true)]
async fn whoever_waits_for_changes_is_woken_by_an_edit_by_hand() {
    let (_directory, path) = file("{}");
    let config = Config::new(&path);
    let mut changes = config.changes();
    config.servers();
    let before = *changes.borrow_and_update();
    for (round, text) in [r#"{"mcpServers": {}}"#, "{ broken", "{}"].into_iter().enumerate() {
        // Put in place of the old one, as most editors do.
        let new = path.with_extension("new");
        fs::write(&new, text).unwrap();
        fs::rename(&new, &path).unwrap();
        changes.changed().await.unwrap();
        assert_eq!(*changes.borrow_and_update(), before + round as u64 + 1);
    }
}

#[tokio::test(start_paused = true)]
async fn the_watcher_ends_with_the_last_handle() {
    let (_directory, path) = file("{}");
    let config = Config::new(&path);
    let other = config.clone();
    let alive = || tokio::runtime::Handle::current().metrics().num_alive_tasks();
    let before = alive();
    assert!(before > 0);
    let mut changes = config.changes();
    assert_eq!(alive(), before, "one watcher is enough");
    drop(config);
    drop(other);
    while alive() >= before {
        tokio::time::advance(INTERVAL).await;
        tokio::task::yield_now().await;
    }
    assert!(changes.changed().await.is_err());
}
