//! Colour is never the only sign: whatever is told by one has a word or a mark of its own without.

use super::scenes::{answered, calls, open};
use super::{Face, recorded, session};
use crate::event::{Event, Mood};
use crate::server::{Server, Source};
use crate::state::{Focus, View};
use crate::theme::{Colours, Theme};
use mcp_inspector_engine::core::message::RpcError;
use mcp_inspector_engine::core::peer::phase::PhaseName;
use mcp_inspector_engine::{Fault, FaultCode, Outcome};
use ratatui::style::{Color, Modifier};
use serde_json::json;
use std::collections::HashSet;
use std::time::Duration;

/// A face without colours.
fn plain(width: u16, height: u16, recording: &str) -> Face {
    let mut face = Face::live(width, height, recording);
    face.state.theme = Theme::new(Colours::None);
    face.take_in(Event::Resize);
    face
}

/// A recording of these entries.
fn entries(kinds: &[serde_json::Value]) -> String {
    let head = json!({ "mcpInspectorRecording": 1, "target": "t", "place": "t", "openedUnixMs": 0 });
    let mut lines = vec![head.to_string()];
    for (place, kind) in kinds.iter().enumerate() {
        let mut entry = kind.clone();
        entry["seq"] = (place + 1).into();
        entry["atNs"] = (place * 1000).into();
        lines.push(entry.to_string());
    }
    lines.join("\n")
}

fn frame(direction: &str, message: &serde_json::Value) -> serde_json::Value {
    json!({ "kind": "frame", "direction": direction, "raw": message.to_string() })
}

#[test]
fn without_colours_the_same_is_read_in_every_view() {
    for keys in ["1", "1<Enter>", "2", "2<Enter>]", "3", "4", "5", "6", "6a", "i", "?", "<^K>a", ":re"] {
        let mut bare = plain(100, 30, &open());
        bare.keys(keys);
        for cell in bare.terminal.backend().buffer().content() {
            assert!(cell.fg == Color::Reset && cell.bg == Color::Reset, "{keys}: {cell:?}");
        }
        let mut painted = Face::live(100, 30, &open());
        painted.keys(keys);
        assert_eq!(bare.screen(), painted.screen(), "{keys}");
    }
}

/// What becomes of a server.
type Change<'a> = &'a dyn Fn(&mut Server);

#[test]
fn every_state_of_a_server_has_a_word_and_a_sign() {
    let fault = || Some(Fault::new(FaultCode::ProcessCrashed, "it ended"));
    let states: [(&str, Change<'_>); 11] = [
        ("○ not connected", &|server| server.session = None),
        ("◌ opening", &|server| server.is_opening = true),
        ("◌ starting", &|server| server.now.phase = PhaseName::Starting),
        ("◌ initializing", &|server| server.now.phase = PhaseName::Initializing),
        ("● connected", &|server| server.now.phase = PhaseName::Ready),
        ("! waiting to retry", &|server| {
            (server.now.phase, server.now.fault) = (PhaseName::Backoff, fault());
        }),
        ("◌ closing", &|server| server.now.phase = PhaseName::Closing),
        ("! failed", &|server| (server.now.phase, server.now.fault) = (PhaseName::Closed, fault())),
        ("○ disconnected", &|server| server.now.phase = PhaseName::Closed),
        ("! unusable", &|server| server.problem = Some("it has no command".to_owned())),
        ("◼ recording", &|server| server.source = Source::Recording),
    ];
    for (sign, change) in states {
        let mut face = plain(140, 42, &open());
        change(&mut face.state.servers[0]);
        face.keys("6");
        let screen = face.screen();
        let lines: Vec<&str> = screen.lines().filter(|line| line.contains("everything ")).collect();
        // In the first line, and in the list of servers; the words end there.
        for line in [lines[0], lines[1]] {
            let rest = line.split_once(&format!(" {sign} ")).map(|(_, rest)| rest.trim_start());
            assert!(
                rest.is_some_and(|rest| rest.starts_with("http") || rest.starts_with("stdio")),
                "{sign}: {line}"
            );
        }
    }
}

#[test]
fn every_end_of_a_call_has_a_word_among_the_rows() {
    let call = |id: u64| {
        let params = json!({ "name": format!("tool-{id}") });
        frame("sent", &json!({ "jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params }))
    };
    let ended = |id: u64, outcome: &str| json!({ "kind": "ended", "call": id, "id": id, "method": "tools/call", "outcome": outcome, "reason": "so" });
    let entries = entries(&[
        call(1),
        frame("received", &json!({ "jsonrpc": "2.0", "id": 1, "result": {} })),
        call(2),
        frame("received", &json!({ "jsonrpc": "2.0", "id": 2, "result": { "isError": true } })),
        call(3),
        frame("received", &json!({ "jsonrpc": "2.0", "id": 3, "error": { "code": -7, "message": "no" } })),
        call(4),
        ended(4, "cancelled"),
        call(5),
        ended(5, "expired"),
        call(6),
        ended(6, "lost"),
        call(7),
    ]);
    let mut face = plain(100, 30, &entries);
    face.keys("2");
    let screen = face.screen();
    let words = ["OK", "tool error", "error -7", "cancelled", "expired", "lost", "…"];
    for (place, word) in words.iter().enumerate() {
        let name = format!("tool-{}", place + 1);
        let line = screen.lines().find(|line| line.contains(&name)).unwrap_or_default();
        let (_, rest) = line.split_once(&name).unwrap();
        assert!(rest.trim_start().starts_with(word), "{word}:\n{screen}");
    }
}

#[test]
fn every_end_of_a_run_has_a_word_above_its_result() {
    let fault = || Fault::new(FaultCode::RequestTimeout, "it took too long");
    let ends = [
        (None, "running"),
        (Some(answered(r#"{"content":[]}"#)), "OK"),
        (Some(answered(r#"{"content":[],"isError":true}"#)), "tool error"),
        (Some(Outcome::Refused(RpcError::new(-7, "no"))), "error"),
        (Some(Outcome::Cancelled { reason: "enough".to_owned() }), "cancelled"),
        (Some(Outcome::Expired(fault())), "expired"),
        (Some(Outcome::Lost(fault())), "lost"),
    ];
    for (outcome, word) in ends {
        let mut face = plain(140, 42, &open());
        let (server, run) = calls(&mut face, "add", "{}");
        if let Some(outcome) = outcome {
            face.hear(Event::Ended { server, run, outcome: Box::new(outcome), took: Duration::ZERO });
        }
        face.take_in(Event::Resize);
        let screen = face.screen();
        assert!(screen.contains(&format!("╭ #1 {word} ")), "{word}:\n{screen}");
    }
}

#[test]
fn every_level_of_the_log_is_told_by_its_name() {
    let levels = ["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"];
    let mut kinds: Vec<serde_json::Value> = levels
        .iter()
        .map(|level| {
            let params = json!({ "level": level, "data": format!("said at {level}") });
            let said = json!({ "jsonrpc": "2.0", "method": "notifications/message", "params": params });
            frame("received", &said)
        })
        .collect();
    kinds.push(json!({ "kind": "stderr", "line": "said at stderr" }));
    let mut face = plain(100, 30, &entries(&kinds));
    face.keys("5");
    let screen = face.screen();
    for level in levels.iter().chain(&["stderr"]) {
        let line = screen.lines().find(|line| line.contains(&format!("said at {level}"))).unwrap_or_default();
        let words: Vec<&str> = line.split_whitespace().collect();
        assert_eq!(words.get(1), Some(level), "{screen}");
    }
}

#[test]
fn every_mood_has_a_sign() {
    for (mood, sign) in [(Mood::Good, "✓"), (Mood::Plain, "·"), (Mood::Bad, "!")] {
        let mut face = plain(80, 24, &open());
        face.take_in(Event::Told { text: "so it is".to_owned(), mood });
        let screen = face.screen();
        assert!(screen.lines().last().unwrap().starts_with(&format!(" {sign} so it is")), "{screen}");
    }
}

#[test]
fn the_pane_that_has_the_keys_and_the_row_they_act_on_are_marked() {
    for view in
        [View::Explore, View::Timeline, View::Server, View::Auth, View::Log, View::Servers, View::Inbox]
    {
        let mut seen = HashSet::new();
        let panes = view.panes().iter().filter(|pane| !matches!(pane, Focus::AskText | Focus::AskForm));
        for pane in panes.clone() {
            let mut face = plain(140, 42, &recorded("typescript-2025-11-25"));
            face.state.open_view(view);
            face.state.focus = *pane;
            face.take_in(Event::Resize);
            let screen = face.screen();
            assert_eq!(screen.matches("┏▌").count(), 1, "{pane:?}:\n{screen}");
            seen.insert(screen);
        }
        assert_eq!(seen.len(), panes.count(), "{view:?}: each pane looks different with the focus");
    }
    for (keys, has_mark) in [("1", true), ("2g", false), ("6", true)] {
        let mut face = plain(140, 42, &open());
        face.keys(keys);
        let buffer = face.terminal.backend().buffer();
        let lines = buffer.content().chunks(140).skip(3).take(37);
        let marked: Vec<String> = lines
            .filter(|line| line[3].modifier.contains(Modifier::REVERSED))
            .map(|line| line.iter().map(ratatui::buffer::Cell::symbol).collect())
            .collect();
        assert_eq!(marked.len(), 1, "{keys}: {marked:?}\n{}", face.screen());
        assert_eq!(marked[0].starts_with("┃▌"), has_mark, "{marked:?}");
    }
}

#[test]
fn what_does_not_fit_and_what_was_pinned_has_a_mark() {
    let mut face = plain(140, 42, &open());
    face.state.servers[0].show(session(&open()));
    face.keys("<Enter>-<Enter>");
    let field = |face: &Face| {
        let screen = face.screen();
        let line = screen.lines().find(|line| line.contains("┃▌!")).map(str::to_owned);
        line.unwrap_or_else(|| panic!("{screen}"))
    };
    assert!(field(&face).contains('a'), "{}", face.screen());
    face.keys("<Esc><Esc><F2>g");
    let row = |face: &Face| face.screen().lines().nth(3).unwrap_or_default().to_owned();
    let before = row(&face);
    face.keys("p");
    assert_ne!(row(&face), before);
    assert!(row(&face).contains(" *"), "{}", face.screen());
}

#[test]
fn a_row_without_a_status_has_the_room_for_what_it_is() {
    let mut face = super::Face::live(140, 42, &super::scenes::open());
    face.keys("2");
    let screen = face.screen();
    assert!(screen.contains("notifications/resources/updated"), "{screen}");
    let row = screen.lines().find(|line| line.contains("notifications/resources/updated")).unwrap();
    assert!(!row.contains('…'), "{row}");
}
