//! Who was waited for: a person, or a rule that answers for one.

use super::*;
use crate::entry::Decision;

const ASK: &str = r#"{"jsonrpc":"2.0","id":0,"method":"sampling/createMessage","params":{}}"#;

fn decided(late: bool) -> EntryKind {
    EntryKind::Note(Note::AskDecided { id: AskId(1), by: Decision::Rule { number: 1 }, late })
}

fn wants() -> EntryKind {
    opened(1, RequestId::Number(0), "sampling/createMessage", None)
}

/// Whose time that of a tool was, in milliseconds.
fn shares(kinds: Vec<EntryKind>, target: &str) -> Vec<(&'static str, u64)> {
    // What is read back from a recording says the same.
    let entries: Vec<Entry> = entries(kinds)
        .iter()
        .map(|entry| serde_json::from_str(&serde_json::to_string(entry).unwrap()).unwrap())
        .collect();
    let rows = all(&Timeline::of(&entries)).rows;
    let row = rows.iter().find(|row| &*row.method == "tools/call" && &*row.target == target).unwrap();
    assert_eq!(row.shares().map(|(_, nanos)| nanos).sum::<u64>(), row.duration_ns.unwrap(), "{row:?}");
    row.shares().map(|(taker, nanos)| (taker.as_str(), nanos / 1_000_000)).collect()
}

#[test]
fn the_time_until_a_rule_is_made_is_the_persons() {
    let mut kinds = vec![sent(&tool(1, "a")), got(ASK), wants()];
    kinds.extend((0..6).map(|_| EntryKind::Stderr { line: "x".into() }));
    kinds.extend([decided(true), closed(1, AskEnd::Answered), got(&result(1))]);
    assert_eq!(shares(kinds, "a"), [("server", 30), ("you", 70), ("rule", 10)]);
}

#[test]
fn nobody_is_waited_for_where_a_rule_decides_at_once() {
    let by_itself = vec![
        sent(&tool(1, "a")),
        got(ASK),
        wants(),
        decided(false),
        closed(1, AskEnd::Answered),
        got(&result(1)),
    ];
    assert_eq!(shares(by_itself, "a"), [("server", 30), ("rule", 20)]);
    let asking = r#"{"jsonrpc":"2.0","id":1,"result":{"resultType":"input_required","inputRequests":{"q":{"method":"elicitation/create"}}}}"#;
    let again = r#"{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"a","inputResponses":{}}}"#;
    let in_result = vec![
        sent_for(5, &tool(1, "a")),
        got(asking),
        EntryKind::Note(Note::InputRequired { id: 1, round: 1, asks: 1 }),
        opened(1, RequestId::Text("q".into()), "elicitation/create", Some(1)),
        decided(false),
        closed(1, AskEnd::Answered),
        sent_for(5, again),
        got(&result(2)),
    ];
    assert_eq!(shares(in_result, "a"), [("server", 50), ("rule", 20)]);
}

#[test]
fn an_ask_that_may_be_of_any_call_is_the_servers_time_in_none() {
    let kinds = || {
        vec![
            sent(&tool(1, "a")),
            sent(&tool(2, "b")),
            got(ASK),
            wants(),
            sent(&tool(3, "c")),
            closed(1, AskEnd::Answered),
            got(&result(1)),
            got(&result(2)),
            got(&result(3)),
        ]
    };
    assert_eq!(shares(kinds(), "a"), [("server", 40), ("you", 20)]);
    assert_eq!(shares(kinds(), "b"), [("server", 40), ("you", 20)]);
    assert_eq!(shares(kinds(), "c"), [("server", 40)], "it came later");
}

#[test]
fn a_link_that_an_app_wants_to_open_waits_for_a_person() {
    let message = |direction, text: &str| EntryKind::App {
        direction,
        frame: Frame::read(Bytes::copy_from_slice(text.as_bytes())),
        resource: "ui://a".into(),
        call: None,
    };
    let ask = |method: &str| {
        message(Direction::Received, &format!(r#"{{"jsonrpc":"2.0","id":1,"method":"{method}"}}"#))
    };
    let answer = || message(Direction::Sent, &result(1));
    shows(vec![ask("ui/open-link"), answer()], "1-2 < app ui/open-link ui://a ok 10ms you:10ms");
    shows(vec![ask("ui/message"), answer()], "1-2 < app ui/message ui://a ok 10ms");
}
