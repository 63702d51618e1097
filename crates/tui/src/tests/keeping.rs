//! What is copied, saved, recorded and typed is kept as a whole, or it is said that it is not.

use super::{Face, session};
use crate::effect::Effect;
use crate::event::Event;
use crate::osc52;
use crate::overlay::Overlay;
use crate::server::Recording;
use crate::state::Focus;
use serde_json::json;

/// A session with a notification that has a text of that many letters in it.
fn with_text(length: usize) -> String {
    let message = json!({ "jsonrpc": "2.0", "method": "notifications/message",
        "params": { "level": "info", "data": "x".repeat(length) } });
    let head = r#"{"mcpInspectorRecording":1,"target":"long","place":"long","openedUnixMs":0}"#;
    let entry =
        json!({ "seq": 1, "atNs": 1, "kind": "frame", "direction": "received", "raw": message.to_string() });
    format!("{head}\n{entry}")
}

/// Its text copied, with the cursor on it.
fn copied(length: usize) -> Face {
    let mut face = Face::live(100, 30, &with_text(length));
    face.keys("2<Enter>/x<Enter>yy");
    face
}

#[test]
fn a_long_value_is_copied_whole() {
    let face = copied(70_000);
    let Some(Effect::Copy { text, .. }) = face.effects.last() else { panic!("{:?}", face.effects.len()) };
    assert_eq!(text.len(), 70_002, "{}", &text[text.len() - 40..]);
    assert!(osc52::sequence(text).is_some());
}

#[test]
fn what_terminals_do_not_take_is_offered_to_be_saved_and_saved_whole() {
    let mut face = copied(100_000);
    assert!(!face.effects.iter().any(|effect| matches!(effect, Effect::Copy { .. })));
    let screen = face.screen();
    assert!(
        screen.contains("the text has 97.7 kB, and terminals take 73.2 kB: save to: mcp-1.json"),
        "{screen}"
    );
    face.keys("<Enter>");
    assert!(
        matches!(face.effects.last(), Some(Effect::Write { bytes, .. }) if bytes.len() == 100_002),
        "{}",
        face.screen()
    );
}

#[test]
fn a_recording_that_fails_is_told_at_once_and_stays_told() {
    let mut face = Face::live(100, 30, &with_text(3));
    let server = face.state.servers[0].id;
    let on = Recording::On("session.jsonl".into());
    face.take_in(Event::Recorded { server, recording: on });
    assert!(face.screen().contains("rec ●"), "{}", face.screen());
    let why = "session.jsonl: No space left on device (os error 28)".to_owned();
    face.take_in(Event::Recorded { server, recording: Recording::Broken { why } });
    let screen = face.screen();
    assert!(screen.contains("rec ! failed") && !screen.contains("rec ●"), "{screen}");
    assert!(screen.contains("! the recording ended early: session.jsonl: No space left"), "{screen}");
    face.keys("2");
    assert!(face.screen().contains("rec ! failed"), "{}", face.screen());
    face.keys(":stop-recording<Enter>");
    assert!(face.screen().contains("! the recording ended early"), "{}", face.screen());
    assert!(matches!(face.effects.last(), Some(Effect::StopRecording { .. })));
    face.take_in(Event::Recorded { server, recording: Recording::Off });
    let screen = face.screen();
    assert!(!screen.contains("rec !") && !screen.contains("complete"), "{screen}");
}

#[test]
fn one_recording_is_written_at_a_time() {
    let mut face = Face::live(100, 30, &with_text(3));
    let server = face.state.servers[0].id;
    face.take_in(Event::Recorded { server, recording: Recording::On("one.jsonl".into()) });
    face.keys(":record two.jsonl<Enter>");
    assert!(face.effects.is_empty());
    assert!(face.screen().contains("written to one.jsonl; `:stop-recording` ends that"), "{}", face.screen());
}

#[test]
fn a_server_that_cannot_be_saved_stays_in_its_form() {
    let mut face = Face::new(80, 24);
    face.keys("anpx -y pkg /tmp<^S>");
    assert!(matches!(face.effects.last(), Some(Effect::SaveServer { .. })));
    let why = "mcp.json: line 3, column 9: expected `,` or `}`: nothing was written".to_owned();
    face.take_in(Event::Unsaved { why, is_changed: false });
    let screen = face.screen();
    assert!(
        screen.contains("! not saved: mcp.json: line 3") && screen.contains("npx -y pkg /tmp"),
        "{screen}"
    );
    // A second attempt is one.
    face.keys("<^S>");
    assert_eq!(face.effects.len(), 2);
    face.take_in(Event::Unsaved { why: "again".to_owned(), is_changed: false });
    face.keys("<Esc><Esc>");
    let screen = face.screen();
    assert!(screen.contains("not saved; `a` goes on with what was typed"), "{screen}");
    face.keys("a");
    assert!(face.screen().contains("npx -y pkg /tmp"), "{}", face.screen());
    assert!(matches!(&face.state.overlay, Some(Overlay::Server(form)) if form.flaw.is_none()));
    assert!(face.screen().ends_with("letters type, Esc for keys"), "{}", face.screen());
}

#[test]
fn escape_ends_the_innermost_thing_of_a_form_and_loses_nothing() {
    let tools = r#"{"mcpInspectorRecording":1,"target":"t","place":"t","openedUnixMs":0}
{"seq":1,"atNs":1,"kind":"phase","from":"closed","to":"ready","trigger":"connect","failures":0}
{"seq":2,"atNs":2,"kind":"frame","direction":"sent","raw":"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}"}
{"seq":3,"atNs":3,"kind":"frame","direction":"received","raw":"{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"tools\":[{\"name\":\"two\",\"inputSchema\":{\"type\":\"object\",\"properties\":{\"one\":{\"type\":\"string\"},\"other\":{\"type\":\"string\"},\"third\":{\"type\":\"string\"}}}}]}}"}"#;
    let mut face = Face::live(100, 30, tools);
    face.keys("<Enter>");
    assert!(face.screen().contains("letters type, Esc for keys"), "{}", face.screen());
    // What the status line promises: letters are keys, and the form is still there.
    face.keys("<Esc>");
    assert_eq!(face.state.focus, Focus::Form);
    assert!(face.screen().ends_with("NORMAL"), "{}", face.screen());
    face.keys("jj");
    assert_eq!(face.state.form.pane.text(), "{}", "letters stay keys while one moves");
    face.keys("ithird");
    assert!(face.screen().ends_with("INSERT"), "{}", face.screen());
    face.keys("<Esc>");
    assert_eq!((face.state.focus, face.state.form.pane.text()), (Focus::Form, r#"{"third":"third"}"#));
    face.keys("<Esc>");
    assert_eq!(face.state.focus, Focus::Tree);
    face.keys("<Esc><Esc><Esc>");
    assert!(!face.state.is_over);
    face.keys("<Enter>");
    assert_eq!(face.state.form.pane.text(), r#"{"third":"third"}"#);
    // Whoever comes anew types.
    face.keys("x");
    assert!(face.screen().ends_with("INSERT"), "{}", face.screen());
}

#[test]
fn the_page_about_a_server_is_made_when_something_happened_and_not_to_be_scrolled() {
    let mut face = Face::live(100, 30, &with_text(3));
    face.keys("3");
    let made = face.state.pages_made;
    face.keys("jjkk<^d><^u>Gg");
    for _ in 0..10 {
        face.take_in(Event::Tick);
    }
    assert_eq!(face.state.pages_made, made);
    let server = face.state.servers[0].id;
    face.take_in(Event::News(server));
    assert_eq!(face.state.pages_made, made + 1);
    face.state.servers[0].show(session(&with_text(4)));
    face.take_in(Event::Tick);
    assert_eq!(face.state.pages_made, made + 2);
}
