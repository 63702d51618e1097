//! Servers that mean no good, or do not know better: whatever they call things and say, the screen stays
//! whole, and nothing of it acts.

use super::{Face, keys_of, session};
use crate::event::Event;
use crate::server::Source;
use crate::state::View;
use mcp_inspector_engine::core::terminal::acts;
use proptest::prelude::*;
use serde_json::json;
use unicode_width::UnicodeWidthStr as _;

/// Texts that break what trusts them.
fn hostile() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        Just("\u{1b}[2J\u{1b}[H".to_owned()),
        Just("\u{1b}]52;c;aGk=\u{7}".to_owned()),
        Just("\u{1b}]0;title\u{1b}\\".to_owned()),
        Just("\u{9b}31m".to_owned()),
        Just("\u{202e}gpj.exe\u{202c}".to_owned()),
        Just("\u{2066}\u{2069}\u{200b}\u{200d}\u{feff}".to_owned()),
        Just("\r\n\t\u{8}\u{0}\u{7f}\u{85}\u{2028}".to_owned()),
        Just("日本語のツール".to_owned()),
        Just("👩‍👩‍👧‍👦🏳️‍🌈é̂̂̂".to_owned()),
        Just("﷽".to_owned()),
        Just("x".repeat(5000)),
        Just("│╭▌…".to_owned()),
        any::<String>(),
    ];
    prop::collection::vec(piece, 0..5).prop_map(|pieces| pieces.concat())
}

/// A session with a server that calls everything so.
fn recording(words: &[String; 6]) -> String {
    let [name, tool, about, result, line, message] = words;
    let frame = |direction: &str, message: serde_json::Value| json!({ "kind": "frame", "direction": direction, "raw": message.to_string() });
    let schema = json!({ "type": "object", "description": about, "properties": {
        tool: { "type": "string", "title": name, "description": about, "default": result },
        "choice": { "enum": [line, message] },
        "list": { "type": "array", "items": { "type": "string" }, "default": [result] },
    }, "required": [tool] });
    let kinds = [
        json!({ "kind": "phase", "from": "closed", "to": "starting", "trigger": "connect", "failures": 0 }),
        json!({ "kind": "stderr", "line": line }),
        frame("sent", json!({ "jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {} })),
        frame(
            "received",
            json!({ "jsonrpc": "2.0", "id": 0, "result": {
            "protocolVersion": "2025-11-25", "capabilities": { "tools": {}, "logging": {} },
            "serverInfo": { "name": name, "title": name, "version": about }, "instructions": about,
        } }),
        ),
        json!({ "kind": "phase", "from": "starting", "to": "ready", "trigger": "handshake-done", "failures": 0 }),
        frame("sent", json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/list" })),
        frame(
            "received",
            json!({ "jsonrpc": "2.0", "id": 1, "result": { "tools": [
            { "name": tool, "description": about, "inputSchema": schema },
            { "name": about, "inputSchema": { "type": result } },
        ] } }),
        ),
        frame(
            "sent",
            json!({ "jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {
            "name": tool, "arguments": { tool: message } } }),
        ),
        frame(
            "received",
            json!({ "jsonrpc": "2.0", "id": 2, "result": {
            "content": [{ "type": "text", "text": result }], "structuredContent": { result: line } } }),
        ),
        frame(
            "received",
            json!({ "jsonrpc": "2.0", "method": "notifications/message", "params": {
            "level": "info", "logger": name, "data": message } }),
        ),
        frame("received", json!({ "jsonrpc": "2.0", "method": message, "params": { tool: result } })),
        frame(
            "received",
            json!({ "jsonrpc": "2.0", "id": about, "method": "elicitation/create", "params": {
            "message": message, "requestedSchema": schema } }),
        ),
        json!({ "kind": "ask", "ask": "opened", "id": 1, "request": about, "method": "elicitation/create",
            "expiresNs": 300_000_000_000_u64 }),
        frame("received", json!({ "jsonrpc": "2.0", "id": 3, "error": { "code": 1, "message": message } })),
    ];
    let header = json!({
        "mcpInspectorRecording": 1, "target": name, "place": line, "openedUnixMs": 1_794_797_698_936_u64,
    });
    let mut text = header.to_string();
    for (place, mut kind) in kinds.into_iter().enumerate() {
        kind["seq"] = (place + 1).into();
        kind["atNs"] = (place * 1_000_000).into();
        text.push('\n');
        text.push_str(&kind.to_string());
    }
    text
}

/// Nothing on the screen acts, and every line is exactly as wide as the terminal.
fn is_whole(face: &Face) {
    let buffer = face.terminal.backend().buffer();
    let width = usize::from(buffer.area.width);
    for line in buffer.content().chunks(width) {
        let mut column = 0;
        while column < width {
            let symbol = line[column].symbol();
            assert!(!symbol.chars().any(acts), "{symbol:?} acts");
            let wide = symbol.width().max(1);
            assert!(column + wide <= width, "{symbol:?} stands over the edge");
            column += wide;
        }
    }
}

/// The frames around panes are where they belong: the last column has nothing of the server in it.
fn has_its_frame(face: &Face) {
    let screen = face.screen();
    let body: Vec<&str> = screen.lines().skip(2).collect();
    let first = body.first().copied().unwrap_or_default();
    assert!(first.starts_with(['╭', '┏', ' ']), "{screen}");
    assert!(first.ends_with(['╮', '┓']), "{screen}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn whatever_a_server_says_the_screen_stays_whole(
        words in prop::array::uniform6(hostile()),
        size in prop::sample::select(vec![(80u16, 24u16), (100, 30), (140, 42), (61, 17)]),
    ) {
        let mut face = Face::new(size.0, size.1);
        let place = face.state.add(&words[0], Source::Typed, None);
        face.state.servers[place].show(session(&recording(&words)));
        face.state.current = place;
        face.state.go(View::Explore);
        face.take_in(Event::Resize);
        is_whole(&face);
        has_its_frame(&face);
        // Through all views, panes and parts, and into the form.
        for key in keys_of("jj<Enter><Down><Down>F<Esc><Tab>]]<Tab>2gjjj]]]kk]k<Enter>jl>345gj<Enter>6i<Esc><Esc><^K>a<Esc>?<Esc>:a<Esc>") {
            face.take_in(Event::Key(key));
            is_whole(&face);
        }
        face.take_in(Event::LoginUrl { server: face.state.servers[place].id, url: words[1].clone() });
        face.keys("4");
        is_whole(&face);
        face.take_in(Event::Told { text: words[2].clone(), mood: crate::event::Mood::Bad });
        is_whole(&face);
        face.take_in(Event::Tokens { server: face.state.servers[place].id, lines: vec![words[3].clone()] });
        is_whole(&face);
    }
}

#[test]
fn a_name_that_turns_text_around_does_not() {
    let words = ["\u{202e}evil", "a\u{1b}[2Jb", "", "", "\u{1b}[31mred\u{1b}[0m", ""].map(str::to_owned);
    let mut face = Face::live(100, 30, &recording(&words));
    assert!(face.screen().contains("a\u{fffd}[2Jb"), "{}", face.screen());
    face.keys("5");
    assert!(face.screen().contains("stderr    red"), "{}", face.screen());
}

#[test]
fn what_is_hidden_in_a_line_of_stderr_is_seen_in_its_detail() {
    let line = "a\u{e0069}\u{e0067}\u{e006e}b \u{202e}c\u{200b}d\u{fe01}\u{1b}[31me";
    let recording = [
        json!({ "mcpInspectorRecording": 1, "target": "t", "place": "t", "openedUnixMs": 0 }),
        json!({ "seq": 1, "atNs": 1, "kind": "stderr", "line": line }),
    ];
    let text = recording.map(|line| line.to_string()).join("\n");
    for keys in ["5", "5<Enter>", "5<Enter>m", "2", "2<Enter>"] {
        let mut face = Face::live(100, 30, &text);
        face.keys(keys);
        let screen = face.screen();
        assert!(screen.contains("a···b \u{fffd}c·d·\u{241b}[31me"), "{keys}:\n{screen}");
        assert!(!screen.chars().any(crate::text::is_unseen), "{keys}:\n{screen}");
    }
}
