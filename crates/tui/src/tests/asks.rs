//! Asks: read in full, answered, and over while they are being answered.

use super::{Face, session};
use crate::effect::{Edited, Effect};
use crate::state::{Focus, View};

/// A session in which something is asked. Its lines are counted from 1, and so are its moments.
pub(super) fn asking(lines: &[String]) -> String {
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
pub(super) fn ask(id: usize, method: &str, params: &str) -> [String; 2] {
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

pub(super) fn named(id: usize) -> [String; 2] {
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
        assert!(screen.contains(&format!("! It is {word}: nothing more is sent. Esc closes")), "{screen}");
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
    // Escape makes letters keys, and then leaves the form.
    face.keys("i<Esc>jj");
    assert_eq!(face.state.focus, Focus::AskForm);
    assert_eq!(face.state.inbox.form.as_ref().map(|form| form.pane.text()), Some("{}"));
    face.keys("<Esc>jj");
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

/// What we send in answer to a request of the server.
fn sent(seq: usize, id: usize, rest: &str) -> String {
    let frame = format!(r#"{{"jsonrpc":"2.0","id":{id},{rest}}}"#);
    line(seq, &format!(r#""kind":"frame","direction":"sent","raw":{}"#, serde_json::Value::from(frame)))
}

#[test]
fn what_is_over_says_what_the_server_was_told() {
    let sampling = |id| ask(id, "sampling/createMessage", r#"{"messages":[],"maxTokens":7}"#);
    let asked: Vec<String> = [named(1), named(2), named(3), sampling(4), sampling(5), sampling(6)].concat();
    let replies = [
        (r#""result":{"action":"accept","content":{"name":"Ada"}}"#, "elicitation accepted"),
        (r#""result":{"action":"decline"}"#, "elicitation declined"),
        (r#""result":{"action":"cancel"}"#, "elicitation cancelled"),
        (r#""result":{"role":"assistant","content":[],"model":"m"}"#, "sampling answered"),
        (r#""error":{"code":-1,"message":"no"}"#, "sampling declined"),
        (r#""error":{"code":-32603,"message":"no"}"#, "sampling refused"),
    ];
    let answers = replies.iter().enumerate().flat_map(|(place, (reply, _))| {
        let (id, seq) = (place + 1, 20 + 2 * place);
        let over = format!(r#""kind":"ask","ask":"ended","id":{id},"how":"answered""#);
        [sent(seq, id, reply), line(seq + 1, &over)]
    });
    let mut face = Face::live(100, 30, &asking(&asked.into_iter().chain(answers).collect::<Vec<_>>()));
    face.keys("i");
    let screen = face.screen();
    for (_, words) in replies {
        assert!(screen.contains(words), "{words}:\n{screen}");
    }
}

#[test]
fn a_question_within_a_result_says_what_it_was_answered_with() {
    let opened = line(
        2,
        r#""kind":"ask","ask":"opened","id":1,"request":"who","method":"elicitation/create","call":7,"expiresNs":300000000000"#,
    );
    let over = line(3, r#""kind":"ask","ask":"ended","id":1,"how":"answered""#);
    let next = sent(
        4,
        8,
        r#""method":"tools/call","params":{"name":"x","inputResponses":{"who":{"action":"decline"}}}"#,
    );
    let mut face = Face::live(100, 30, &asking(&[opened.clone(), over.clone()]));
    face.keys("i");
    assert!(face.screen().contains("elicitation over"), "{}", face.screen());
    goes_on(&mut face, &asking(&[opened, over, next]));
    assert!(face.screen().contains("elicitation declined"), "{}", face.screen());
}

#[test]
fn the_ask_that_is_selected_is_in_sight_however_many_wait() {
    let asked: Vec<String> = (1..=40).flat_map(named).collect();
    let mut face = Face::live(80, 24, &asking(&asked));
    face.keys("i<Esc><Esc>G");
    let screen = face.screen();
    assert!(screen.contains("Question 40?") && screen.contains("┃▌ elicitation"), "{screen}");
    face.keys("g");
    assert!(face.screen().contains("Question 1?") && face.screen().contains("┃▌ elicitation"));
}

#[test]
fn an_answer_that_was_edited_as_a_whole_is_checked_before_it_is_sent() {
    let edited = |text: &str| {
        let mut face = Face::live(100, 30, &asking(&named(1)));
        face.keys("i");
        face.take_in(crate::event::Event::Edited { what: Edited::Answer, text: text.to_owned() });
        face.keys("<^S>");
        face
    };
    for (text, count) in [
        (r#"{"action":"accept","content":{"name":5}}"#, "1 value does not fit"),
        (r#"{"action":"accept","content":{}}"#, "1 value does not fit"),
        (r#"{"action":"accept"}"#, "1 value does not fit"),
        (r#"{"action":"perhaps"}"#, "1 value does not fit"),
    ] {
        let face = edited(text);
        assert!(face.screen().contains(&format!("{count}; ^S again sends it anyway")), "{}", face.screen());
        assert!(face.screen().contains("1 waiting"));
    }
    // Those that fit go on to be sent, which a recording cannot do.
    for text in [r#"{"action":"accept","content":{"name":"Ada"}}"#, r#"{"action":"decline"}"#] {
        let face = edited(text);
        assert!(face.screen().contains("nothing can be sent"), "{}", face.screen());
    }
    let mut face = edited(r#"{"action":"accept","content":{}}"#);
    face.keys("<^S>");
    assert!(face.screen().contains("nothing can be sent"), "{}", face.screen());
}

#[test]
fn keys_are_keys_again_when_an_ask_is_over_and_nobody_types() {
    let one = named(1);
    let over = asking(&[one.to_vec(), vec![ended(1, "expired")]].concat());
    let mut face = Face::live(100, 30, &asking(&one));
    face.keys("iAd");
    goes_on(&mut face, &over);
    let last = |face: &Face| face.screen().lines().last().unwrap_or_default().to_owned();
    assert!(last(&face).ends_with("too late to type"), "{}", face.screen());
    assert!(last(&face).contains("Esc close") && !last(&face).contains("accept"), "{}", face.screen());
    assert!(face.screen().contains(" F6 Servers "), "{}", face.screen());
    face.keys("6");
    assert_eq!(face.state.view, View::Inbox);
    face.keys("<F6>");
    assert_eq!(face.state.view, View::Servers);
    let mut face = Face::live(100, 30, &asking(&one));
    face.keys("iAd<Esc>");
    goes_on(&mut face, &over);
    assert!(last(&face).ends_with("NORMAL") && last(&face).contains(": command"), "{}", face.screen());
    face.keys("6");
    assert_eq!(face.state.view, View::Servers);
    let mut face = Face::live(100, 30, &asking(&one));
    face.keys("iAd<Esc>");
    goes_on(&mut face, &over);
    face.keys(":quit<Enter>");
    assert!(face.state.is_over);
}

#[test]
fn what_can_only_be_declined_has_no_button_for_cancelling_and_its_server_is_told_a_no() {
    let params = r#"{"messages":[],"maxTokens":7}"#;
    for (method, params) in [("sampling/createMessage", params), ("roots/list", "{}")] {
        let mut face = Face::live(100, 30, &asking(&ask(1, method, params)));
        face.state.servers[0].session = Some(super::sending());
        face.keys("i");
        let screen = face.screen();
        assert!(screen.contains("Decline ^X") && !screen.contains("Cancel ^R"), "{screen}");
        assert!(!screen.lines().last().unwrap().contains("^R"), "{screen}");
        face.keys("<^R>");
        let Some(Effect::Answer { answer, .. }) = face.effects.last() else { panic!("{}", face.screen()) };
        assert!(format!("{answer:?}").contains("the user declined"), "{answer:?}");
        assert!(face.screen().contains("declined: only forms"), "{}", face.screen());
    }
    let mut face = Face::live(100, 30, &asking(&named(1)));
    face.keys("i");
    assert!(face.screen().contains("Cancel ^R"), "{}", face.screen());
}
