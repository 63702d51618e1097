//! What is looked at is what is saved: each part of a row and of a run.

use super::{Face, recorded};
use crate::effect::Effect;
use crate::event::Event;
use crate::state::Focus;
use mcp_inspector_engine::{Outcome, Raw};
use std::time::Duration;

fn open() -> Face {
    let whole = recorded("typescript-2025-11-25");
    let lines: Vec<&str> = whole.lines().take_while(|line| !line.contains(r#""to":"clos"#)).collect();
    Face::live(140, 42, &lines.join("\n"))
}

/// The file that was written last, and its text.
fn written(face: &mut Face) -> (String, String) {
    match face.effects.pop() {
        Some(Effect::Write { path, bytes }) => {
            (path.display().to_string(), String::from_utf8(bytes).unwrap())
        }
        other => panic!("{other:?}:\n{}", face.screen()),
    }
}

#[test]
fn every_part_of_a_row_is_saved_as_it_is() {
    let mut face = open();
    face.keys("2/method:tools/call<Enter>g");
    let row = face.state.selected_row().unwrap();
    let log = face.state.server().unwrap().session.clone().unwrap();
    let frame = |seq| {
        let entry = log.log().entry(seq).unwrap();
        String::from_utf8(mcp_inspector_engine::core::timeline::body(&entry).to_vec()).unwrap()
    };
    let (asked, said) = (frame(row.seq), frame(row.end_seq.unwrap()));
    let seq = row.seq.0;
    assert_eq!(face.state.detail_tabs()[..4], ["Response", "Request", "Raw", "Timing"]);
    face.keys("w<Enter>");
    assert_eq!(written(&mut face), (format!("mcp-{seq}.json"), said.clone()));
    face.keys("]w<Enter>");
    assert_eq!(written(&mut face), (format!("mcp-{seq}-request.json"), asked.clone()));
    face.keys("]w<Enter>");
    assert_eq!(written(&mut face), (format!("mcp-{seq}-raw.jsonl"), format!("{asked}\n{said}")));
    face.keys("]w<Enter>");
    let (path, text) = written(&mut face);
    assert_eq!(path, format!("mcp-{seq}.txt"));
    assert!(text.contains("took"), "{text}");
    // The command saves the same.
    face.keys("[[:save there.json<Enter>");
    assert_eq!(written(&mut face), ("there.json".to_owned(), asked));
}

#[test]
fn every_part_of_a_run_is_saved_as_it_is() {
    let mut face = open();
    for (number, said) in ["one", "two"].into_iter().enumerate() {
        face.keys("<^S><^S>");
        let Some(Effect::Call { server, run, .. }) = face.effects.pop() else { panic!("{}", face.screen()) };
        assert_eq!(run, number + 1);
        let result = format!(r#"{{"content":[{{"type":"text","text":"{said}"}}]}}"#);
        let outcome = Box::new(Outcome::Answered(Raw::parse(&result).unwrap()));
        face.take_in(Event::Ended { server, run, outcome, took: Duration::ZERO });
    }
    face.state.focus = Focus::Result;
    face.keys("]]w<Enter>");
    let (path, text) = written(&mut face);
    assert_eq!(path, "mcp-add-request.json");
    assert!(text.contains(r#""method": "tools/call""#) && !text.contains("two"), "{text}");
    face.keys("]w<Enter>");
    let (path, text) = written(&mut face);
    assert_eq!(path, "mcp-add-diff.txt");
    assert!(text.contains("run #1 -> run #2") && text.contains("two"), "{text}");
    face.keys(":save there.txt<Enter>");
    assert_eq!(written(&mut face), ("there.txt".to_owned(), text));
}

#[test]
fn data_that_is_no_base64_is_told_and_what_is_not_saved_is_named() {
    let mut face = open();
    face.keys("<^S><^S>");
    let Some(Effect::Call { server, run, .. }) = face.effects.pop() else { panic!("{}", face.screen()) };
    let result = r#"{"content":[{"type":"image","mimeType":"image/png","data":"!!!notb64"},
        {"type":"image","mimeType":"image/png","data":"QUJD"},{"type":"audio"},{"type":"text","text":"said"}]}"#;
    let outcome = Box::new(Outcome::Answered(Raw::parse(result).unwrap()));
    face.take_in(Event::Ended { server, run, outcome, took: Duration::ZERO });
    let screen = face.screen();
    assert!(screen.contains("[image image/png: not base64, 9 B as text]"), "{screen}");
    assert!(screen.contains("[image image/png 3 B; `w` saves it]"), "{screen}");
    face.state.focus = Focus::Result;
    face.keys("w<Enter>");
    let Some(Effect::WriteAll { files, left }) = face.effects.pop() else { panic!("{}", face.screen()) };
    assert_eq!(files, [("mcp-add.png".into(), b"ABC".to_vec())]);
    assert_eq!(left, ["block 1, image (not base64)", "block 3, audio (it has no data)"]);
}

#[test]
fn where_nothing_is_selected_nothing_is_copied_that_is_not_on_the_screen() {
    let mut face = open();
    // What is missing is sent without it when it is asked for twice.
    face.keys("<^S><^S>");
    assert!(matches!(face.effects.pop(), Some(Effect::Call { .. })), "{}", face.screen());
    for letter in ["c", "j"] {
        face.keys("<Esc><Esc>2/method:nothing<Enter>y").keys(letter);
        assert!(face.screen().contains("there is no call to copy"), "{}", face.screen());
    }
    assert!(!face.effects.iter().any(|effect| matches!(effect, Effect::Copy { .. })));
}
