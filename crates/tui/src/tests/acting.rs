//! Acting: what keys do where they are pressed, and nowhere out of sight.

use super::asks::{asking, named};
use super::{Face, recorded, session, until};
use crate::effect::Effect;
use crate::event::Event;
use crate::offer::Kind;
use crate::state::Focus;
use mcp_inspector_engine::core::era::Versions;
use mcp_inspector_engine::core::peer::phase::PhaseName;
use mcp_inspector_engine::{Outcome, Raw};
use std::time::Duration;

/// A session that stands open, so that calls can be made.
fn open() -> Face {
    let whole = recorded("typescript-2025-11-25");
    let lines: Vec<&str> = whole.lines().take_while(|line| !line.contains(r#""to":"clos"#)).collect();
    Face::live(140, 42, &lines.join("\n"))
}

/// The same session with other tools.
fn offers(face: &mut Face, change: impl Fn(&str) -> String) {
    let whole = recorded("typescript-2025-11-25");
    let lines = whole.lines().take_while(|line| !line.contains(r#""to":"clos"#));
    let lines: Vec<String> = lines.map(change).collect();
    face.state.servers[0].show(session(&lines.join("\n")));
    face.take_in(Event::Tick);
}

#[test]
fn hints_name_keys_that_work_while_letters_are_typed() {
    let recording = until(&recorded("python-2025-11-25"), r#""ask":"opened","id":1"#);
    let mut face = open();
    face.state.servers[0].now.asks = Face::live(140, 42, &recording).state.servers[0].now.asks.clone();
    face.take_in(Event::Tick);
    assert!(face.screen().contains("waiting (i)"), "{}", face.screen());
    assert!(face.state.show_item(&(Kind::Tool, "measure".to_owned())));
    face.state.focus = Focus::Form;
    face.keys("x");
    assert!(face.state.is_typing(), "{}", face.screen());
    let screen = face.screen();
    assert!(screen.contains("waiting (F7)") && screen.contains(" F7 Inbox\n"), "{screen}");
    assert!(!screen.contains("waiting (i)") && !screen.contains(" 1 Explore "), "{screen}");
    assert!(
        screen.contains("^S run") && !screen.contains("i inbox") && !screen.contains("/ filter"),
        "{screen}"
    );
    face.keys("<^X>");
    assert!(face.screen().contains("nothing runs"), "{}", face.screen());
    assert!(face.state.is_typing());
    face.keys("<F7>");
    assert!(face.screen().contains("expires in"), "{}", face.screen());
}

#[test]
fn a_row_of_the_strip_is_copied_and_not_another() {
    let mut face = open();
    face.keys("2gyy1");
    let Some(Effect::Copy { text: first, .. }) = face.effects.pop() else { panic!("nothing is copied") };
    face.state.focus = Focus::Strip;
    face.keys("Gyy");
    let seq = face.state.selected_row().unwrap().seq;
    let Some(Effect::Copy { text, .. }) = face.effects.pop() else { panic!("nothing is copied") };
    assert_ne!(text, first);
    face.keys("<Enter>");
    assert_eq!(face.state.selected_row().unwrap().seq, seq);
    assert_eq!(face.state.detail_page.text(), text);
}

#[test]
fn a_step_of_a_login_is_copied_while_its_url_waits() {
    let mut face = open();
    face.state.servers[0].login_url = Some("https://example.com/login".to_owned());
    face.keys("4y");
    assert!(face.screen().contains("copy as:"), "{}", face.screen());
    face.keys("<Esc>Y");
    assert!(
        matches!(face.effects.last(), Some(Effect::Copy { text, .. }) if text == "https://example.com/login")
    );
}

#[test]
fn a_form_follows_the_schema_of_its_tool_and_stays_when_the_tool_goes() {
    let mut face = open();
    let tool = (Kind::Tool, "measure".to_owned());
    assert!(face.state.show_item(&tool), "{}", face.screen());
    face.state.focus = Focus::Form;
    face.keys("half");
    let place = r#"\"properties\":{\"place\":{"#;
    let more = r#"\"properties\":{\"shout\":{\"type\":\"boolean\"},\"place\":{"#;
    offers(&mut face, |line| line.replace(place, more));
    let screen = face.screen();
    assert!(screen.contains("shout") && screen.contains("half"), "{screen}");
    assert!(face.state.is_typing(), "{screen}");
    let (name, other) = (r#"\"name\":\"measure\",\"desc"#, r#"\"name\":\"other\",\"desc"#);
    offers(&mut face, |line| line.replace(name, other));
    let screen = face.screen();
    assert!(screen.contains("The server does not offer this any more"), "{screen}");
    assert_eq!(face.state.form.item, Some(tool.clone()));
    face.keys(" way");
    assert!(face.screen().contains("half way"), "{}", face.screen());
    offers(&mut face, str::to_owned);
    assert_eq!(face.state.form.item, Some(tool));
    assert!(face.screen().contains("half way"), "{}", face.screen());
    assert!(!face.screen().contains("any more"), "{}", face.screen());
    let early = until(&recorded("typescript-2025-11-25"), r#"\"method\":\"tools/list\""#);
    face.state.servers[0].show(session(&early));
    face.take_in(Event::Tick);
    let screen = face.screen();
    assert!(
        screen.contains("Not known yet whether it is still offered") && screen.contains("half way"),
        "{screen}"
    );
}

#[test]
fn keys_in_a_detail_do_nothing_out_of_sight() {
    let mut face = open();
    face.state.servers[0].now.phase = PhaseName::Ready;
    face.keys("<Enter>");
    for view in ["2", "4", "5"] {
        face.keys("<Esc><Esc><Esc>").keys(view).keys("<Enter>");
        let (run, tab) = (face.state.result.run, face.state.result.tab);
        // The rules are checked by themselves.
        face.effects.clear();
        face.keys("<^S>D>");
        assert!(face.effects.is_empty(), "{:?}", face.effects);
        assert_eq!((face.state.result.run, face.state.result.tab), (run, tab));
        assert!(face.state.told.is_none(), "{}", face.screen());
    }
}

#[test]
fn a_call_of_the_timeline_is_made_again_with_all_it_had() {
    let mut face = open();
    face.keys("2/method:ping|tools/list|completion/complete<Enter>g");
    let row = face.state.selected_row().unwrap();
    face.keys("e");
    assert!(face.screen().contains(&format!(":call {}", row.method)), "{}", face.screen());
    face.keys("<Esc>R");
    match face.effects.last() {
        Some(Effect::Ask { request, .. }) => assert_eq!(request.method.to_string(), row.method.to_string()),
        other => panic!("{other:?}"),
    }
    face.keys("<Esc>/method:tools/call<Enter>gR");
    let sent = face.state.server().unwrap().session.as_ref().unwrap();
    let row = face.state.selected_row().unwrap();
    let frame = sent.log().entry(row.seq).unwrap();
    let body = String::from_utf8(mcp_inspector_engine::core::timeline::body(&frame).to_vec()).unwrap();
    match face.effects.last() {
        Some(Effect::Call { request, .. }) => {
            let params = request.params.as_ref().unwrap();
            assert!(
                params.member("name").is_some() && !params.as_str().contains("progressToken"),
                "{params:?}"
            );
            assert!(body.contains(params.member("arguments").unwrap().as_str()), "{body}");
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_last_good_filter_stays_while_another_is_typed() {
    let mut face = open();
    face.keys("2/method:tools/*<Enter>");
    let shown = face.state.server().unwrap().rows.len();
    // Up to the colon it is a word that no row has.
    face.keys("/ -dur:>");
    let rows = &face.state.server().unwrap().rows;
    assert!(rows.flaw().is_some());
    assert_eq!(rows.len(), shown);
    assert!(shown > 0);
}

#[test]
fn every_binary_of_a_result_is_saved_and_its_json_from_the_json() {
    let results = [
        r#"{"content":[{"type":"image","mimeType":"image/png","data":"AQID"},{"type":"text","text":"t"},
            {"type":"resource","resource":{"uri":"a://b","mimeType":"audio/wav","blob":"BAU="}}]}"#,
        r#"{"messages":[{"role":"user","content":{"type":"image","mimeType":"image/png","data":"AQID"}},
            {"role":"user","content":{"type":"audio","mimeType":"audio/wav","data":"BAU="}}]}"#,
    ];
    for result in results {
        let mut face = open();
        face.keys("<^S><^S>");
        let (server, run) = match face.effects.pop() {
            Some(Effect::Call { server, run, .. }) => (server, run),
            other => panic!("{other:?}"),
        };
        let outcome = Box::new(Outcome::Answered(Raw::parse(result).unwrap()));
        face.take_in(Event::Ended { server, run, outcome, took: Duration::ZERO });
        face.state.focus = Focus::Result;
        face.keys("w<Enter>");
        let written: Vec<(String, Vec<u8>)> = face
            .effects
            .drain(..)
            .flat_map(|effect| match effect {
                Effect::WriteAll { files, left } if left.is_empty() => files,
                _ => Vec::new(),
            })
            .map(|(path, bytes)| (path.display().to_string(), bytes))
            .collect();
        let expected = [("mcp-add.png", vec![1, 2, 3]), ("mcp-add-2.wav", vec![4, 5])];
        assert_eq!(written, expected.map(|(name, bytes)| (name.to_owned(), bytes)));
        face.keys("]w<Enter>");
        assert!(
            matches!(face.effects.pop(), Some(Effect::Write { path, .. }) if path.ends_with("mcp-add.json"))
        );
    }
}

#[test]
fn what_is_no_json_is_not_offered_to_be_sent_anyway() {
    let mut face = open();
    face.state.focus = Focus::Form;
    face.keys("<Esc>F").hear(Event::Paste("oops ".to_owned()));
    face.effects.clear();
    for _ in 0..2 {
        face.keys("<^S>");
        assert!(face.screen().contains("! the arguments are no JSON: "), "{}", face.screen());
        assert!(!face.screen().contains("sends it anyway") && face.effects.is_empty(), "{}", face.screen());
    }
    let mut face = Face::sending(100, 30, &asking(&named(1)));
    face.keys("i<Esc>F").hear(Event::Paste("oops ".to_owned()));
    for _ in 0..2 {
        face.keys("<^S>");
        assert!(face.screen().contains("! the answer is no JSON: "), "{}", face.screen());
        assert!(!face.screen().contains("sends it anyway") && face.effects.is_empty(), "{}", face.screen());
    }
}

#[test]
fn a_server_is_connected_again_in_another_era() {
    let mut face = Face::new(100, 30);
    face.keys(":connect some server<Enter>");
    assert!(matches!(face.effects.pop(), Some(Effect::Open { era: Versions::Auto, .. })));
    face.keys(":reconnect legacy<Enter>");
    assert!(matches!(face.effects.pop(), Some(Effect::Open { era: Versions::Legacy, .. })));
    face.keys(":reconnect 2025-06-18<Enter>");
    match face.effects.pop() {
        Some(Effect::Open { era: Versions::Pinned(revision), .. }) => {
            assert_eq!(revision.to_string(), "2025-06-18");
        }
        other => panic!("{other:?}"),
    }
    face.keys(":reconnect soon<Enter>");
    assert!(face.screen().contains("`soon` is neither"), "{}", face.screen());
}

#[test]
fn why_a_server_failed_is_copied_and_saved() {
    let mut face = open();
    face.keys("6y");
    assert!(matches!(face.effects.pop(), Some(Effect::Copy { text, .. }) if text.contains("connected")));
    face.keys("w");
    assert!(face.screen().contains("save to: mcp-page.txt"), "{}", face.screen());
}

#[test]
fn every_file_that_would_be_written_over_is_named() {
    let directory = tempfile::tempdir().unwrap();
    let (first, second) = (directory.path().join("a.png"), directory.path().join("a-2.wav"));
    std::fs::write(&first, "").unwrap();
    std::fs::write(&second, "").unwrap();
    let mut face = open();
    let kept = vec![("png".to_owned(), vec![1]), ("wav".to_owned(), vec![2])];
    face.state.save_to(&first.display().to_string(), kept);
    face.take_in(Event::Tick);
    let screen = face.screen();
    assert!(screen.contains("a.png") && screen.contains("a-2.wav are there: write over them?"), "{screen}");
    assert!(!face.effects.iter().any(|effect| matches!(effect, Effect::WriteAll { .. })));
    face.keys("y");
    assert!(matches!(face.effects.last(), Some(Effect::WriteAll { files, .. }) if files.len() == 2));
}
