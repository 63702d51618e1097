//! What went away and came back: panes, and servers.

use super::mouse::{open, wheel};
use super::{Face, recorded, session};
use crate::event::Event;
use crate::state::Focus;
use mcp_inspector_engine::{Outcome, Raw};
use std::time::Duration;

/// A server whose process died and was started again.
const CAME_BACK: &str = r#"{"mcpInspectorRecording":1,"target":"bad","place":"node bad.js","openedUnixMs":1794797698936}
{"seq":1,"atNs":1000,"kind":"phase","from":"closed","to":"starting","trigger":"connect","failures":0}
{"seq":2,"atNs":2000,"kind":"phase","from":"starting","to":"ready","trigger":"handshake-done","failures":0}
{"seq":3,"atNs":3000,"kind":"phase","from":"ready","to":"backoff","trigger":"link-lost","failures":1,"fault":{"code":"PROCESS_CRASHED","message":"the server process exited with code 3"}}
{"seq":4,"atNs":4000,"kind":"phase","from":"backoff","to":"starting","trigger":"connect","failures":1}
{"seq":5,"atNs":5000,"kind":"phase","from":"starting","to":"ready","trigger":"handshake-done","failures":0}"#;

#[test]
fn a_server_that_came_back_says_why_it_had_gone() {
    let away: Vec<&str> = CAME_BACK.lines().take(4).collect();
    let face = Face::live(100, 30, &away.join("\n"));
    let screen = face.screen();
    let first = screen.lines().next().unwrap();
    assert!(first.contains("the server process exited with"), "{screen}");
    let mut face = Face::live(100, 30, CAME_BACK);
    face.keys("3");
    let screen = face.screen();
    assert!(screen.contains("restarted     1 time, last at 02:54:58: the server process exited"), "{screen}");
}

#[test]
fn the_way_back_to_explore_leads_to_the_pane_that_was_left() {
    let mut face = open(100, 30);
    face.keys("<Enter>");
    assert_eq!(face.state.focus, Focus::Form);
    face.keys("<F2>1");
    assert_eq!(face.state.focus, Focus::Form, "{}", face.screen());
}

#[test]
fn the_wheel_scrolls_what_is_offered_and_leaves_the_selection() {
    let mut face = open(100, 16);
    let before = face.state.servers[0].offer.place;
    wheel(&mut face, "Offers");
    let after = face.state.servers[0].offer.place;
    assert_eq!(after.selected, before.selected);
    assert!(after.top > before.top, "{}", face.screen());
    face.keys("j");
    let shown = face.state.servers[0].offer.place;
    assert!(shown.selected == before.selected + 1 && shown.top <= shown.selected, "{}", face.screen());
}

#[test]
fn in_a_recording_nothing_is_sent_again() {
    let mut face = Face::new(100, 30);
    face.state.add_recording(session(&recorded("typescript-2025-11-25")));
    face.keys("/method:tools/call<Enter>gR");
    assert!(face.screen().contains("nothing can be sent, it is read-only"), "{}", face.screen());
}

#[test]
fn a_run_is_copied_from_its_form_and_all_parts_of_its_result_are_named() {
    let mut face = open(100, 30);
    face.keys("<Enter>3<^S><^S>");
    let Some(crate::effect::Effect::Call { server, run, .. }) = face.effects.pop() else {
        panic!("{}", face.screen())
    };
    let outcome = Box::new(Outcome::Answered(Raw::parse(r#"{"content":[]}"#).unwrap()));
    face.take_in(Event::Ended { server, run, outcome, took: Duration::from_millis(12) });
    let screen = face.screen();
    assert!(screen.contains(" JSON ") && screen.contains(" Diff ") && !screen.contains("line…"), "{screen}");
    face.keys("<Esc>y");
    assert!(face.screen().contains("copy as:"), "{}", face.screen());
}

#[test]
fn help_names_every_key_whole() {
    for (width, height) in [(80, 24), (120, 30)] {
        let mut face = open(width, height);
        face.keys("?");
        let mut seen = face.screen();
        for _ in 0..400 {
            face.keys("j");
            seen.push_str(&face.screen());
        }
        for binding in crate::keys::all() {
            for chord in binding.keys {
                assert!(seen.contains(&chord.to_string()), "{chord}");
            }
        }
    }
}
