//! Large results and long logs: only what is seen is made, and moving costs the same wherever one is.

use super::{Face, session};
use crate::event::Event;
use crate::offer::Kind;
use crate::run::{End, Run};
use crate::server::Source;
use crate::state::View;
use mcp_inspector_engine::core::command::CallKey;
use mcp_inspector_engine::{CallRequest, Outcome, Raw};
use serde_json::json;
use std::time::Duration;

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
    let mut face = Face::live(140, 42, TOOLS);
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
    face.keys("1<Tab><Tab>]m");
    assert!(face.screen().contains("[JSON]"), "{}", face.screen());
    face
}

#[test]
fn a_large_result_is_scrolled_without_being_made_anew() {
    let mut face = with_result();
    let lines = face.state.result_page.doc.len();
    assert!(lines > 500_000, "{lines}");
    // Of a document that is made anew no line was asked for yet.
    let before = face.state.result_page.doc.asked();
    assert!(before > 0);
    face.keys("jjjjjG");
    let screen = face.screen();
    assert!(screen.contains(&format!("line {lines}/{lines}")), "{screen}");
    assert_eq!(screen.lines().filter(|line| line.contains("┃▌ }")).count(), 1, "{screen}");
    face.keys("<Up>gg");
    let screen = face.screen();
    assert!(screen.contains(&format!("line 1/{lines}")) && screen.contains("\"an item\""), "{screen}");
    face.keys("jj<^d><^d>kk");
    for _ in 0..50 {
        face.keys("kj");
    }
    let screens = 6 + 3 + 6 + 100;
    let asked = face.state.result_page.doc.asked() - before;
    assert!(asked <= screens * 42, "{asked} lines for {screens} screens");
    face.keys("<Esc><Esc>");
    assert_eq!(face.state.focus, crate::state::Focus::Tree);
}

#[test]
fn of_a_hundred_thousand_rows_only_those_that_are_seen_are_made() {
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
    face.take_in(Event::Resize);
    face.keys("g");
    let work = |face: &Face| {
        let rows = &face.state.servers[0].rows;
        (rows.made.get(), rows.found_out)
    };
    let (made, found_out) = work(&face);
    let all = face.state.servers[0].rows.len();
    assert!(all > 100_000 && face.screen().contains(&format!("Timeline {all}")), "{}", face.screen());
    for _ in 0..50 {
        face.keys("<^d>");
        let seen = face.state.servers[0].rows.place;
        assert!(seen.selected > 0 && seen.selected < 100, "{seen:?}");
        face.keys("G");
        assert_eq!(face.state.servers[0].rows.place.selected, all - 1);
        assert!(face.screen().contains("100003"), "{}", face.screen());
        face.keys("g");
        assert_eq!(face.state.servers[0].rows.place.selected, 0);
    }
    let (made, found_out) = (work(&face).0 - made, work(&face).1 - found_out);
    // Besides what is drawn, a key looks at the row that is selected, and past the newest ones.
    assert!(made <= 150 * (30 + 32), "{made} rows for 150 screens");
    assert_eq!(found_out, 0, "who moves changes nothing about what the filter lets through");
}

#[test]
fn a_check_list_of_very_many_options_is_opened_without_being_copied_for_each() {
    // With a copy of all options for each of them this takes minutes.
    let options: Vec<String> = (0..50_000).map(|number| format!("option {number}")).collect();
    let schema = json!({ "type": "object", "properties": { "some": {
        "type": "array", "uniqueItems": true, "items": { "type": "string", "enum": options },
    } } });
    let tools = json!({ "jsonrpc": "2.0", "id": 1, "result": { "tools": [{ "name": "large", "inputSchema": schema }] } });
    let listed = TOOLS.lines().take(3).collect::<Vec<_>>().join("\n");
    let answer =
        json!({ "seq": 3, "atNs": 3, "kind": "frame", "direction": "received", "raw": tools.to_string() });
    let mut face = Face::live(140, 42, &format!("{listed}\n{answer}"));
    face.keys("1<Enter>").keys("<Down>").keys("<Space>");
    let screen = face.screen();
    assert!(screen.contains("▾ some") && screen.contains("option 10 "), "{screen}");
}
