//! Findings among the rows of the timeline.

use super::Face;
use crate::effect::Effect;
use crate::event::Event;

/// A server that answers with an object that is no message of the protocol.
const BROKEN: &str = r#"{"mcpInspectorRecording":1,"target":"odd","place":"odd-server","openedUnixMs":1794797698936}
{"seq":1,"atNs":1000000,"kind":"phase","from":"closed","to":"starting","trigger":"connect","failures":0}
{"seq":2,"atNs":2000000,"kind":"frame","direction":"sent","raw":"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},\"clientInfo\":{\"name\":\"c\",\"version\":\"1\"}}}"}
{"seq":3,"atNs":9000000,"kind":"frame","direction":"received","event":{"id":"e-7"},"raw":"{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"protocolVersion\":\"2025-11-25\",\"capabilities\":7}}"}"#;

#[test]
fn a_finding_is_a_row_that_is_chosen_and_read_like_any_other() {
    let mut face = Face::live(120, 40, BROKEN);
    face.keys("2");
    let wanted = face.effects.drain(..).find_map(|effect| match effect {
        Effect::Judge { server, session } => Some((server, session)),
        _ => None,
    });
    let (server, session) = wanted.expect("the rules are checked for whoever looks at the timeline");
    let report = session.findings();
    let first = report.findings.first().expect("the server breaks a rule").clone();
    let survey = Box::new(session.capabilities());
    face.take_in(Event::Judged { server, report: Box::new(report), survey });
    // Whoever follows what comes stays on the call, and not on what was found out about it.
    let rows = &face.state.servers[0].rows;
    let row = rows.selected(&face.state.servers[0].timeline).expect("one is selected");
    assert_eq!((&*row.method, row.finding, rows.follows), ("initialize", None, true));
    // Whoever goes to what was found out stays there.
    face.keys("G");
    assert!(!face.state.servers[0].rows.follows);
    face.take_in(Event::News(server));
    assert!(face.state.selected_row().is_some_and(|row| row.finding.is_some()), "{}", face.screen());
    face.keys("/kind:finding<Enter>g");
    let screen = face.screen();
    assert!(screen.contains(first.rule), "{screen}");
    let rows = &face.state.servers[0].rows;
    let row = rows.selected(&face.state.servers[0].timeline).expect("one is selected");
    assert_eq!((&*row.method, row.finding), (first.rule, Some(0)));
    face.keys("<Enter>");
    let screen = face.screen();
    assert!(screen.contains("page   https://"), "{screen}");
}

#[test]
fn raw_says_which_event_a_message_came_as() {
    let mut face = Face::live(140, 42, BROKEN);
    face.keys("2/method:initialize<Enter>g<Enter>]]");
    let screen = face.screen();
    assert!(screen.contains("SSE event · id: e-7"), "{screen}");
}
