//! What the screen says about time and modes.

use super::{Face, keys_of};
use crate::effect::Effect;
use crate::event::Event;
use crate::offer::Kind;
use mcp_inspector_engine::{Outcome, Raw};
use serde_json::json;
use std::time::Duration;

/// A call that took 18.5 s, of which a person was waited for 18.4 s, made by the call with that key.
fn asked_for_long(key: u64) -> String {
    let frame = |seq: u64, ms: u64, direction: &str, call: Option<u64>, raw: serde_json::Value| {
        let mut entry = json!({ "seq": seq, "atNs": ms * 1_000_000, "kind": "frame", "direction": direction,
            "raw": raw.to_string() });
        if let Some(call) = call {
            entry["call"] = call.into();
        }
        entry.to_string()
    };
    let ask = json!({ "jsonrpc": "2.0", "id": 5, "method": "sampling/createMessage", "params": { "messages": [], "maxTokens": 1 } });
    let tools = json!({ "tools": [{ "name": "think", "inputSchema": { "type": "object" } }] });
    [
        r#"{"mcpInspectorRecording":1,"target":"s","place":"s","openedUnixMs":0}"#.to_owned(),
        r#"{"seq":1,"atNs":1,"kind":"phase","from":"closed","to":"ready","trigger":"connect","failures":0}"#.to_owned(),
        frame(2, 1, "sent", None, json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/list" })),
        frame(3, 2, "received", None, json!({ "jsonrpc": "2.0", "id": 1, "result": tools })),
        frame(4, 1000, "sent", Some(key), json!({ "jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": { "name": "think" } })),
        frame(5, 1050, "received", None, ask),
        r#"{"seq":6,"atNs":1050000000,"kind":"ask","ask":"opened","id":1,"request":5,"method":"sampling/createMessage","expiresNs":300000000000}"#.to_owned(),
        frame(7, 19_450, "sent", None, json!({ "jsonrpc": "2.0", "id": 5, "result": {} })),
        r#"{"seq":8,"atNs":19450000000,"kind":"ask","ask":"ended","id":1,"how":"answered"}"#.to_owned(),
        frame(9, 19_500, "received", None, json!({ "jsonrpc": "2.0", "id": 2, "result": { "content": [] } })),
    ]
    .join("\n")
}

/// The first line of the result.
fn title(width: u16) -> String {
    let run = |key: u64| {
        let mut face = Face::live(width, 30, &asked_for_long(key));
        assert!(face.state.show_item(&(Kind::Tool, "think".to_owned())), "{}", face.screen());
        face.keys("<^S>");
        let Some(Effect::Call { server, run, key, .. }) = face.effects.pop() else {
            panic!("{}", face.screen())
        };
        let outcome = Box::new(Outcome::Answered(Raw::parse(r#"{"content":[]}"#).unwrap()));
        face.take_in(Event::Ended { server, run, outcome, took: Duration::from_millis(18_500) });
        (key.0, face)
    };
    // The key that the next call has is known when one was made.
    let (key, _) = run(0);
    let (_, mut face) = run(key);
    face.state.focus = crate::state::Focus::Result;
    face.take_in(Event::Resize);
    let line = face.screen().lines().find(|line| line.contains("#1 OK")).unwrap_or_default().to_owned();
    let (wide, narrow) = ("[Content] JSON  Request  Diff ", "[Text] JSON  Req  Diff ");
    assert!(line.contains(wide) || line.contains(narrow), "{}", face.screen());
    line
}

#[test]
fn a_result_says_how_long_a_person_was_waited_for_where_there_is_room() {
    assert!(title(190).contains("#1 OK 18.5s (you 18.4s, server 100ms) "), "{}", title(190));
    assert!(title(140).contains("#1 OK 18.5s (you 18.4s) "), "{}", title(140));
    // In a narrow pane the parts are worth more.
    assert!(title(100).contains("#1 OK 18.5s [Text]"), "{}", title(100));
}

#[test]
fn the_mode_is_told_while_a_command_or_a_filter_is_typed() {
    let mode = |keys: &str| {
        let mut face = super::mouse::open(80, 24);
        for key in keys_of(keys) {
            face.take_in(Event::Key(key));
        }
        face.screen().split_whitespace().last().unwrap_or_default().to_owned()
    };
    assert_eq!(
        [mode(""), mode(":re"), mode("<^K>re"), mode("/ad"), mode("<Enter>7")],
        ["NORMAL", "COMMAND", "COMMAND", "INSERT", "INSERT"]
    );
}

#[test]
fn the_curl_of_a_call_behind_a_login_wants_the_token_that_was_sent() {
    let call = r#"{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"think"}}"#;
    let frame = |seq: u64, direction: &str, exchange: Option<u64>, raw: &str| {
        let mut entry =
            json!({ "seq": seq, "atNs": seq, "kind": "frame", "direction": direction, "raw": raw });
        if let Some(exchange) = exchange {
            entry["exchange"] = exchange.into();
        }
        entry.to_string()
    };
    let exchange = json!({ "seq": 3, "atNs": 3, "kind": "http", "exchange": 7, "method": "POST",
        "url": "https://h.example/mcp", "requestBytes": call.len(), "status": 200, "headMs": 1, "totalMs": 1,
        "requestHeaders": [["content-type", "application/json"], ["authorization", "Bearer [REDACTED]"]] });
    let recording = [
        r#"{"mcpInspectorRecording":1,"target":"s","place":"https://h.example/mcp","openedUnixMs":0}"#
            .to_owned(),
        r#"{"seq":1,"atNs":1,"kind":"phase","from":"closed","to":"ready","trigger":"connect","failures":0}"#
            .to_owned(),
        frame(2, "sent", None, call),
        exchange.to_string(),
        frame(4, "received", Some(7), r#"{"jsonrpc":"2.0","id":2,"result":{"content":[]}}"#),
    ]
    .join("\n");
    let mut face = Face::live(140, 42, &recording);
    face.keys("2/method:tools/call<Enter>gyu");
    let Some(Effect::Copy { text, what }) = face.effects.pop() else { panic!("{}", face.screen()) };
    assert!(text.contains(r#"-H 'authorization: Bearer '"$AUTHORIZATION""#), "{text}");
    assert!(what.contains("set AUTHORIZATION first"), "{what}");
    face.keys("yc");
    let Some(Effect::Copy { text, .. }) = face.effects.pop() else { panic!("{}", face.screen()) };
    assert!(!text.contains("AUTHORIZATION"), "it logs in by itself: {text}");
}

#[test]
fn the_request_of_a_result_is_the_frame_that_was_sent() {
    let run = |key: u64| {
        let mut face = Face::live(140, 42, &asked_for_long(key));
        assert!(face.state.show_item(&(Kind::Tool, "think".to_owned())), "{}", face.screen());
        face.keys("<^S>");
        let Some(Effect::Call { server, run, key, .. }) = face.effects.pop() else {
            panic!("{}", face.screen())
        };
        let outcome = Box::new(Outcome::Answered(Raw::parse(r#"{"content":[]}"#).unwrap()));
        face.take_in(Event::Ended { server, run, outcome, took: Duration::from_millis(5) });
        (key.0, face)
    };
    let (key, _) = run(0);
    let (_, mut face) = run(key);
    face.state.focus = crate::state::Focus::Result;
    face.keys("]]");
    let shown = face.state.result_page.text();
    assert!(shown.contains(r#""jsonrpc":"2.0""#) && shown.contains(r#""id":2"#), "{shown}");
}
