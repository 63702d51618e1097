//! A server that is named on the command line: connected before anyone opens the page.

use crate::harness::Start;
use crate::running::{Backend, TOKEN, demo, testkit};
use serde_json::{Value, json};

/// The only session of a backend that was started with these words, once it is in that phase.
fn session(servers: &[Value], words: &[&str], phase: &str) -> Value {
    let backend = Backend::start(servers, |command| {
        command.args(words);
    });
    let token = format!("X-Session-Token: {TOKEN}\r\n");
    let (_, mut news) = backend.connect().stream("GET", "/api/events", &token, "").expect("a stream");
    loop {
        let event = news.next_event().expect("the stream goes on").expect("the backend lives");
        // The first one says only when to come back.
        let data: Value = serde_json::from_str(&event.data).unwrap_or_default();
        let Some(sessions) = data["sessions"].as_array() else { continue };
        assert_eq!(sessions.len(), 1, "{sessions:#?}");
        if sessions[0]["phase"] == phase {
            return sessions[0].clone();
        }
    }
}

#[test]
fn a_command_behind_two_dashes_is_connected() {
    let program = testkit("testkit-server");
    let session = session(&[], &["--", &program, "--help-me"], "closed");
    assert_eq!(session["place"], format!("{program} --help-me"), "everything behind it is the server's");
    let session = self::session(&[], &["--", env!("CARGO_BIN_EXE_mcp-inspector"), "demo"], "ready");
    assert_eq!((&session["origin"], &session["status"]), (&"face".into(), &"connected".into()));
}

#[test]
fn the_demo_is_connected_by_its_flag() {
    assert_eq!(session(&[], &["--demo"], "ready")["name"], "demo");
}

#[test]
fn a_server_of_the_config_file_is_connected_by_its_name() {
    let session = session(&[demo("mine", &[])], &["mine"], "ready");
    assert_eq!((&session["serverId"], &session["name"]), (&"mine".into(), &"mine".into()));
}

#[test]
fn a_url_that_nobody_answers_at_stays_to_be_looked_at() {
    let session = session(&[], &["http://127.0.0.1:9/mcp"], "backoff");
    assert_eq!(session["fault"]["code"], "CONNECTION_REFUSED", "{session:#}");
}

#[test]
fn what_names_no_server_ends_the_start_with_a_hint() {
    for (words, said) in [
        (vec!["no-such-server-anywhere"], "there is no server `no-such-server-anywhere`"),
        (vec!["--demo", "http://localhost:1/mcp"], "more than one server is named"),
        (vec!["ftp://localhost/x"], "http://"),
    ] {
        let (code, stdout, stderr) = Start::new(&words).fails();
        assert_eq!((code, stdout.as_str()), (Some(2), ""), "{stderr}");
        assert!(stderr.contains(said) && stderr.contains("hint: "), "{words:?}: {stderr}");
    }
}

#[test]
fn with_no_connect_the_server_that_is_named_waits_to_be_wanted() {
    let backend = Backend::start(&[], |command| {
        command.args(["--no-connect", "--demo"]);
    });
    let ask = |method, path, body: Option<Value>| backend.send(method, path, body.as_ref()).json();
    assert_eq!(ask("GET", "/api/sessions", None)["sessions"], Value::Array(Vec::new()));
    let recent = ask("GET", "/api/targets/recent", None);
    assert_eq!(recent["named"]["name"], "demo", "{recent:#}");
    let opened = ask("POST", "/api/sessions", Some(json!({ "target": { "named": true } })));
    assert_eq!(opened["name"], "demo", "{opened:#}");
    assert_eq!(ask("GET", "/api/targets/recent", None)["recent"], json!([]), "the demo is always there");
}

#[test]
fn the_server_of_the_command_line_is_among_the_recent_ones() {
    let backend = Backend::start(&[], |command| {
        command.args(["--", "cat", "--api-key", "hush-hush-hush"]);
    });
    let recent = backend.send("GET", "/api/targets/recent", None).json();
    assert_eq!(recent["recent"][0]["name"], "cat", "{recent:#}");
    assert_eq!(recent["recent"][0]["text"], Value::Null, "its secret is not kept");
    assert!(!recent.to_string().contains("hush"), "{recent:#}");
}
