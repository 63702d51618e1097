//! What is looked at is what is cancelled, and every call that someone made counts.

use super::Face;
use super::mouse::open;
use crate::effect::Effect;
use crate::event::{Event, Mood};
use crate::offer::Kind;
use crate::state::Focus;
use mcp_inspector_engine::core::command::CallKey;

/// The call that was taken back last.
fn aborted(face: &mut Face) -> CallKey {
    match face.effects.pop() {
        Some(Effect::Abort { key, .. }) => key,
        other => panic!("{other:?}:\n{}", face.screen()),
    }
}

#[test]
fn the_run_that_is_shown_is_cancelled_and_not_the_newest() {
    let mut face = open(140, 42);
    face.keys("<^S><^S>").keys("<^S><^S>");
    let keys: Vec<CallKey> = face.state.servers[0].runs.iter().map(|run| run.key).collect();
    face.state.focus = Focus::Result;
    face.keys("<x");
    assert_eq!(aborted(&mut face), keys[0]);
    assert!(face.screen().contains("run #1 is cancelled"), "{}", face.screen());
    face.keys(">x");
    assert_eq!(aborted(&mut face), keys[1]);
    // Where none is shown the newest is meant.
    assert!(face.state.show_item(&(Kind::Tool, "fail".to_owned())));
    face.keys("x");
    assert_eq!(aborted(&mut face), keys[1]);
}

#[test]
fn the_row_that_is_selected_is_cancelled_if_it_is_not_over() {
    let call = |seq: usize, call: &str| {
        format!(
            r#"{{"seq":{seq},"atNs":{seq},"kind":"frame","direction":"sent"{call},"raw":"{{\"jsonrpc\":\"2.0\",\"id\":{seq},\"method\":\"tools/call\",\"params\":{{\"name\":\"t{seq}\"}}}}"}}"#
        )
    };
    let lines = [
        r#"{"mcpInspectorRecording":1,"target":"s","place":"s","openedUnixMs":0}"#.to_owned(),
        r#"{"seq":1,"atNs":1,"kind":"phase","from":"closed","to":"ready","trigger":"connect","failures":0}"#
            .to_owned(),
        call(2, r#","call":7"#),
        call(3, r#","call":8"#),
        call(4, ""),
    ];
    let mut face = Face::live(120, 40, &lines.join("\n"));
    face.keys("2/method:tools/call<Enter>gx");
    assert_eq!(aborted(&mut face), CallKey(7));
    face.keys("jx");
    assert_eq!(aborted(&mut face), CallKey(8));
    face.keys("jx");
    assert!(face.screen().contains("by itself: it is not cancelled"), "{}", face.screen());
    face.keys("<Esc>gx");
    assert!(face.screen().contains("nothing runs"), "{}", face.screen());
}

#[test]
fn calls_without_a_form_are_counted_and_cancelled() {
    for make in [":call ping<Enter>", "2/method:tools/list<Enter>gR"] {
        let mut face = open(140, 42);
        face.keys(make);
        let Some(Effect::Ask { call: Some((server, key)), .. }) =
            face.effects.iter().find(|effect| matches!(effect, Effect::Ask { .. }))
        else {
            panic!("{:?}", face.effects)
        };
        let (server, key) = (*server, *key);
        assert!(face.screen().contains("↻ 1 running"), "{}", face.screen());
        face.keys("<Esc>Gx");
        assert_eq!(aborted(&mut face), key);
        face.keys("q");
        assert!(face.screen().contains("1 call runs: quit all the same?"), "{}", face.screen());
        face.keys("n");
        face.take_in(Event::Answered { server, key, told: "it was answered".into(), mood: Mood::Good });
        assert!(!face.screen().contains("↻") && face.screen().contains("it was answered"));
        face.keys("q");
        assert!(face.state.is_over);
    }
}
