//! What goes wrong around the backend, and what is still true then.

use crate::running::{Backend, TOKEN, demo, kit};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

fn call(message: &str) -> Value {
    json!({ "name": "echo", "arguments": { "message": message } })
}

/// The messages of all calls in the history.
fn remembered(backend: &Backend) -> BTreeSet<String> {
    let mut messages = BTreeSet::new();
    loop {
        let page = backend.history(&format!("?method=tools/call&limit=1000&offset={}", messages.len()));
        if page.is_empty() {
            return messages;
        }
        for entry in page {
            let message = entry["params"]["arguments"]["message"].as_str().expect("a message").to_owned();
            assert!(messages.insert(message.clone()), "`{message}` is there twice");
        }
    }
}

#[test]
fn what_was_answered_is_in_the_history_after_a_kill() {
    const BEFORE_THE_KILL: usize = 400;
    let backend = Backend::of(&[kit("w", &["well-behaved"])]);
    let (answered, count) = (Arc::new(Mutex::new(Vec::new())), Arc::new(AtomicUsize::new(0)));
    let threads: Vec<_> = (0..8)
        .map(|thread| {
            let (host, answered, count) = (backend.host().to_owned(), answered.clone(), count.clone());
            std::thread::spawn(move || {
                for number in 0.. {
                    let message = format!("{thread}-{number}");
                    let body = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": call(&message) });
                    let headers = format!("X-Session-Token: {TOKEN}\r\nContent-Type: application/json\r\n");
                    let Ok(mut connection) = mcp_inspector_testkit::client::Connection::open(&host) else { return };
                    match connection.send("POST", "/mcp?serverId=w", &headers, &body.to_string()) {
                        Ok(answer) if answer.status == 200 => {
                            answered.lock().expect("nobody panics").push(message);
                            count.fetch_add(1, Ordering::Relaxed);
                        }
                        // It was killed.
                        _ => return,
                    }
                }
            })
        })
        .collect();
    while count.load(Ordering::Relaxed) < BEFORE_THE_KILL {
        std::thread::yield_now();
    }
    let directory = backend.kill();
    for thread in threads {
        thread.join().expect("it ends");
    }
    let backend = Backend::again(directory, |_| {});
    let remembered = remembered(&backend);
    let answered = answered.lock().expect("nobody panics");
    let missing: Vec<&String> = answered.iter().filter(|message| !remembered.contains(*message)).collect();
    assert!(missing.is_empty(), "{} of {} are missing: {missing:?}", missing.len(), answered.len());
}

#[test]
fn a_full_disk_loses_history_and_nothing_else() {
    let small = tempfile::tempdir().expect("a directory");
    let mounted = Command::new("mount")
        .args(["-t", "tmpfs", "-o", "size=256k", "tmpfs"])
        .arg(small.path())
        .output()
        .is_ok_and(|output| output.status.success());
    if !mounted {
        // Only root can mount; elsewhere the writer's own tests provoke the same error.
        eprintln!("a small file system cannot be mounted here");
        return;
    }
    let backend = Backend::start(&[demo("d", &[])], |command| {
        command.env("MCPI_DATA_DIR", small.path());
    });
    let long = "x".repeat(20_000);
    for number in 0..40 {
        let answer = backend.plain("d", "tools/call", &call(&format!("{number} {long}")));
        assert_eq!(answer.status, 200, "{}", answer.text());
    }
    assert_eq!(backend.send("GET", "/health", None).status, 200);
    drop(backend);
    let _ = Command::new("umount").arg(small.path()).status();
}

#[test]
fn the_token_is_written_nowhere() {
    let backend = Backend::of(&[demo("d", &[])]);
    backend.plain("d", "tools/call", &call(&format!("my token is {TOKEN}")));
    let body = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/list" });
    backend.send("POST", &format!("/mcp?serverId=d&token={TOKEN}"), Some(&body));
    for path in ["/", "/health", "/docs/errors", "/docs/errors/session-invalid", "/assets/front.js"] {
        let answer = backend.connect().send("GET", path, "", "").expect("an answer");
        assert!(!answer.text().contains(TOKEN), "{path} shows the token");
    }
    let logs = backend.send("GET", "/api/logs?level=debug", None).text();
    let history = backend.send("GET", "/api/history", None).text();
    assert!(!logs.contains(TOKEN) && !history.contains(TOKEN));
    for file in files_below(&backend.directory()) {
        let bytes = std::fs::read(&file).expect("it can be read");
        let is_there = bytes.windows(TOKEN.len()).any(|part| part == TOKEN.as_bytes());
        assert!(!is_there, "the token is in {}", file.display());
    }
}

fn files_below(directory: &Path) -> Vec<std::path::PathBuf> {
    let entries = std::fs::read_dir(directory).expect("a directory").map_while(Result::ok);
    entries
        .flat_map(|entry| if entry.path().is_dir() { files_below(&entry.path()) } else { vec![entry.path()] })
        .collect()
}

#[test]
fn servers_do_not_learn_the_token() {
    let backend = Backend::of(&[kit("e", &["environment"])]);
    let answer = backend.plain("e", "tools/call", &json!({ "name": "env", "arguments": {} }));
    assert_eq!(answer.status, 200, "{}", answer.text());
    assert!(!answer.text().contains(TOKEN), "{}", answer.text());
}

#[test]
fn a_server_that_is_no_longer_configured_is_ended() {
    let backend = Backend::of(&[kit("w", &["well-behaved"])]);
    assert_eq!(backend.plain("w", "tools/list", &json!({})).status, 200);
    assert_eq!(backend.send("DELETE", "/config/w", None).status, 204);
    let limit = Instant::now() + Duration::from_secs(30);
    while !mcp_inspector_testkit::children::descendants(backend.pid()).is_empty() {
        assert!(Instant::now() < limit, "it goes on running");
        std::thread::yield_now();
    }
    assert_eq!(backend.plain("w", "tools/list", &json!({})).status, 404);
}

#[test]
fn many_clients_with_much_to_say_wait_their_turn() {
    let backend = Arc::new(Backend::of(&[kit("w", &["well-behaved"])]));
    let long = "x".repeat(100_000);
    let threads: Vec<_> = (0..48)
        .map(|_| {
            let (backend, long) = (backend.clone(), long.clone());
            std::thread::spawn(move || backend.plain("w", "tools/call", &call(&long)).status)
        })
        .collect();
    for thread in threads {
        assert_eq!(thread.join().expect("an answer"), 200);
    }
}

#[test]
fn a_server_that_fails_is_told_in_the_log() {
    let backend = Backend::of(&[kit("c", &["exit-before-first-frame"])]);
    assert_eq!(backend.plain("c", "tools/list", &json!({})).status, 500);
    let limit = Instant::now() + Duration::from_secs(30);
    loop {
        let entries = backend.send("GET", "/api/logs?level=error", None).json()["entries"].clone();
        if let Some(entry) = entries.as_array().and_then(|entries| entries.first()) {
            assert_eq!(entry["data"]["serverId"], "c", "{entry}");
            assert_eq!(entry["data"]["code"], "PROCESS_CRASHED", "{entry}");
            return;
        }
        assert!(Instant::now() < limit, "nothing is told");
    }
}

#[test]
fn the_demo_is_there_while_the_config_file_is_broken() {
    let backend = Backend::of(&[]);
    std::fs::write(backend.directory().join("mcp.json"), "{,}").expect("the file is written");
    assert_eq!(backend.plain("demo", "tools/list", &json!({})).status, 200);
}

#[test]
fn files_of_the_history_are_for_their_owner_only() {
    use std::os::unix::fs::PermissionsExt as _;
    let backend = Backend::of(&[demo("d", &[])]);
    backend.plain("d", "tools/list", &json!({}));
    backend.history("");
    for file in files_below(&backend.directory().join("data")) {
        let mode = std::fs::metadata(&file).expect("it is there").permissions().mode();
        assert_eq!(mode & 0o077, 0, "{} is {mode:o}", file.display());
    }
}

#[test]
fn the_command_line_goes_through_the_backend_and_finds_the_server_warm() {
    let backend = Backend::of(&[kit("with a name", &["well-behaved"])]);
    let through = |method: &str| {
        let output = Command::new(env!("CARGO_BIN_EXE_mcp-inspector"))
            .args(["--cli", "--via", &format!("http://{}", backend.host()), "--server", "with a name"])
            .args(["--method", method])
            .env("MCPI_TOKEN", TOKEN)
            .output()
            .expect("the program runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).expect("text")
    };
    assert!(through("tools/list").contains("\"echo\""));
    let first = mcp_inspector_testkit::children::descendants(backend.pid());
    through("tools/list");
    assert_eq!(mcp_inspector_testkit::children::descendants(backend.pid()), first, "the same process");
}
