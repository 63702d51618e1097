//! Asks: read in full, answered, and over while they are being answered.

use super::{Face, session};
use crate::effect::Effect;
use crate::state::{Focus, View};

/// A session in which something is asked. Its lines are counted from 1, and so are its moments.
fn asking(lines: &[String]) -> String {
    let head = [
        r#"{"mcpInspectorRecording":1,"target":"asks","place":"asks","openedUnixMs":1794797698936}"#
            .to_owned(),
        line(1, r#""kind":"phase","from":"closed","to":"ready","trigger":"connect","failures":0"#),
    ];
    head.into_iter().chain(lines.iter().cloned()).collect::<Vec<_>>().join("\n")
}

fn line(seq: usize, rest: &str) -> String {
    format!(r#"{{"seq":{seq},"atNs":{seq}000,{rest}}}"#)
}

/// The frame of an ask, and that it is open.
fn ask(id: usize, method: &str, params: &str) -> [String; 2] {
    let frame = format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"{method}","params":{params}}}"#);
    [
        line(
            id * 2,
            &format!(r#""kind":"frame","direction":"received","raw":{}"#, serde_json::Value::from(frame)),
        ),
        line(
            id * 2 + 1,
            &format!(
                r#""kind":"ask","ask":"opened","id":{id},"request":{id},"method":"{method}","expiresNs":300000000000"#
            ),
        ),
    ]
}

fn ended(id: usize, how: &str) -> String {
    line(6, &format!(r#""kind":"ask","ask":"ended","id":{id},"how":"{how}""#))
}

fn named(id: usize) -> [String; 2] {
    let schema = r#"{"type":"object","properties":{"name":{"type":"string"}},"required":["name"]}"#;
    let message = format!("Question {id}?");
    ask(id, "elicitation/create", &format!(r#"{{"message":"{message}","requestedSchema":{schema}}}"#))
}

/// The session goes on.
fn goes_on(face: &mut Face, recording: &str) {
    face.state.servers[0].show(session(recording));
    face.take_in(crate::event::Event::Tick);
}

#[test]
fn an_ask_that_ends_while_it_is_answered_takes_no_letter_for_a_key() {
    let (one, two) = (named(1), named(2));
    for (how, word) in [("withdrawn", "taken back"), ("expired", "expired"), ("lost", "lost")] {
        let mut face = Face::live(100, 30, &asking(&[one.clone(), two.clone()].concat()));
        face.keys("iAd");
        assert!(face.screen().contains("INSERT"), "{}", face.screen());
        let over = [one.to_vec(), two.to_vec(), vec![ended(1, how)]].concat();
        goes_on(&mut face, &asking(&over));
        face.keys("a, q<^S><^X>");
        assert!(!face.state.is_over);
        assert_eq!((face.state.view, face.state.focus), (View::Inbox, Focus::AskForm));
        let screen = face.screen();
        assert!(screen.contains(&format!("! It is {word}: nothing more can be sent")), "{screen}");
        assert!(screen.contains("Question 1?") && screen.contains("Ad"), "{screen}");
        assert!(face.effects.is_empty(), "{:?}", face.effects);
        face.keys("<Esc>");
        let screen = face.screen();
        assert!(screen.contains("Question 2?") && !screen.contains("Ad"), "{screen}");
        assert_eq!(face.state.focus, Focus::AskList);
    }
}

#[test]
fn an_answer_that_was_begun_is_kept_while_another_is_looked_at() {
    let mut face = Face::live(100, 30, &asking(&[named(1), named(2)].concat()));
    face.keys("iAda<Esc><Esc>j");
    assert!(face.screen().contains("Question 2?"), "{}", face.screen());
    face.keys("<Enter>Bob<Esc><Esc>k");
    let screen = face.screen();
    assert!(screen.contains("Question 1?") && screen.contains("Ada") && !screen.contains("Bob"), "{screen}");
    face.keys("j");
    assert!(face.screen().contains("Bob"), "{}", face.screen());
}

#[test]
fn moving_through_the_asks_types_into_none() {
    let mut face = Face::live(100, 30, &asking(&[named(1), named(2), named(3)].concat()));
    face.keys("i<Esc>jj");
    assert_eq!(face.state.focus, Focus::AskList);
    assert!(face.screen().contains("Question 3?"), "{}", face.screen());
}

#[test]
fn a_long_ask_is_read_to_its_end() {
    let said: Vec<String> = (1..=60).map(|line| format!("line number {line}.")).collect();
    let content = format!(r#"{{"type":"text","text":"{}"}}"#, said.join("\\n"));
    let params = format!(r#"{{"messages":[{{"role":"user","content":{content}}}],"maxTokens":77}}"#);
    let mut face = Face::live(80, 24, &asking(&ask(1, "sampling/createMessage", &params)));
    face.keys("i");
    assert!(face.screen().contains(" lines: S-Tab reads"), "{}", face.screen());
    assert!(!face.screen().contains("line number 60."), "{}", face.screen());
    face.keys("<BackTab>G");
    let screen = face.screen();
    assert!(screen.contains("line number 60.") && screen.contains("maxTokens: 77"), "{screen}");
}

#[test]
fn an_image_that_is_shown_to_a_model_is_told_by_type_and_size() {
    let image = r#"{"type":"image","mimeType":"image/png","data":"AAAAAAAAAAAA"}"#;
    let params = format!(r#"{{"messages":[{{"role":"user","content":{image}}}],"maxTokens":7}}"#);
    let mut face = Face::live(80, 24, &asking(&ask(1, "sampling/createMessage", &params)));
    face.keys("i");
    assert!(face.screen().contains("user: [image image/png 9 B]"), "{}", face.screen());
}

#[test]
fn the_url_of_an_ask_is_copied_whole_and_its_host_stands_out() {
    let url = format!("https://good.example@evil.example/{}", "x".repeat(300));
    let params = format!(r#"{{"mode":"url","elicitationId":"1","message":"Go there","url":"{url}"}}"#);
    let mut face = Face::live(80, 24, &asking(&ask(1, "elicitation/create", &params)));
    face.keys("i");
    assert!(face.screen().contains("leads to evil.example "), "{}", face.screen());
    face.keys("Y");
    assert!(matches!(face.effects.last(), Some(Effect::Copy { text, .. }) if *text == url));
    face.keys("y");
    assert!(matches!(face.effects.last(), Some(Effect::Copy { text, .. }) if text.starts_with("Go there")));
}
