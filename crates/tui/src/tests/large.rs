//! Large results and long logs: only what is seen is made, and moving costs the same wherever one is.

use super::{Face, session};
use crate::offer::Kind;
use crate::run::{End, Run};
use crate::server::Source;
use crate::state::View;
use mcp_inspector_engine::core::command::CallKey;
use mcp_inspector_engine::{CallRequest, Outcome, Raw};
use serde_json::json;
use std::time::{Duration, Instant};

/// Eight megabytes of JSON in many small values.
fn result() -> String {
    let item =
        r#"{"name":"an item","numbers":[1,2,3],"nested":{"deep":{"deeper":"a value of some length"}}}"#;
    let items = vec![item; (8 << 20) / item.len() + 1].join(",");
    format!(r#"{{"content":[],"structuredContent":{{"items":[{items}]}}}}"#)
}

const TOOLS: &str = r#"{"mcpInspectorRecording":1,"target":"large","place":"large","openedUnixMs":0}
{"seq":1,"atNs":1,"kind":"phase","from":"closed","to":"starting","trigger":"connect","failures":0}
{"seq":2,"atNs":2,"kind":"frame","direction":"sent","raw":"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}"}
{"seq":3,"atNs":3,"kind":"frame","direction":"received","raw":"{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"tools\":[{\"name\":\"large\",\"inputSchema\":{\"type\":\"object\"}}]}}"}"#;

/// A face with a run whose result is large, shown as JSON.
fn with_result() -> Face {
    let mut face = Face::live(100, 30, TOOLS);
    let outcome = Outcome::Answered(Raw::parse(&result()).unwrap());
    let run = Run {
        number: 1,
        item: (Kind::Tool, "large".into()),
        text: "{}".into(),
        request: CallRequest::new("tools/call", None),
        key: CallKey(1),
        began_ms: 0,
        end: Some(End::new(outcome, Duration::from_millis(5))),
    };
    face.state.servers[0].keep_run(run);
    face.keys("1<Tab><Tab>]");
    assert!(face.screen().contains("[JSON]"), "{}", face.screen());
    face
}

#[test]
fn a_large_result_is_scrolled_without_being_made_anew() {
    let mut face = with_result();
    let before = face.state.result_page.doc.asked();
    face.keys("jjjjjG<Up>ggjj<^d><^d>kk");
    let asked = face.state.result_page.doc.asked() - before;
    assert!(asked <= 13 * 30, "{asked} lines for 13 screens");
    face.keys("G");
    assert!(face.screen().contains("100%") || face.screen().contains("line "), "{}", face.screen());
    // However large it is, a key is a key: a hundred of them take less than one look at the whole.
    let whole = {
        let began = Instant::now();
        drop(with_result());
        began.elapsed()
    };
    let began = Instant::now();
    for _ in 0..50 {
        face.keys("kj");
    }
    assert!(began.elapsed() < whole.max(Duration::from_secs(2)), "{:?} and {whole:?}", began.elapsed());
    face.keys("<Esc>");
    assert_eq!(face.state.focus, crate::state::Focus::Tree);
}

#[test]
fn a_hundred_thousand_rows_are_moved_through() {
    let mut lines = TOOLS.to_owned();
    for number in 4..100_004u64 {
        let message = json!({ "jsonrpc": "2.0", "method": "notifications/message", "params": { "level": "info", "data": number } });
        let entry = json!({ "seq": number, "atNs": number, "kind": "frame", "direction": "received", "raw": message.to_string() });
        lines.push('\n');
        lines.push_str(&entry.to_string());
    }
    let mut face = Face::new(100, 30);
    let place = face.state.add("many", Source::Typed, None);
    face.state.servers[place].show(session(&lines));
    face.state.current = place;
    face.state.go(View::Timeline);
    face.keys("g");
    assert!(face.screen().contains("Timeline 100"), "{}", face.screen());
    let began = Instant::now();
    for _ in 0..50 {
        face.keys("<^d>Gg");
    }
    assert!(began.elapsed() < Duration::from_secs(20), "{:?} for 150 screens", began.elapsed());
}
