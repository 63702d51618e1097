//! Pings that keep a connection alive.

use super::*;

fn ping(id: i64) -> EntryKind {
    sent(&format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"ping"}}"#))
}

fn pong(id: i64) -> EntryKind {
    got(&result(id))
}

#[test]
fn pings_that_follow_each_other_are_one_row_until_somebody_opens_it() {
    let rows = timeline(vec![ping(1), pong(1), ping(2), pong(2), ping(3), pong(3)]);
    let folded = all(&rows);
    assert_eq!(table(&folded), "1-2 > call ping 2 more ok 10ms\n");
    assert_eq!((folded.matched, folded.total, folded.rows[0].children), (1, 3, 2));
    assert!(folded.rows[0].is_folded);
    let open = rows.window(&Query::default(), &[Seq(1)], 0, 9, &|_| None);
    assert_eq!(
        table(&open),
        "1-2 > call ping 2 more ok 10ms\n  3-4 > call ping ok 10ms\n  5-6 > call ping ok 10ms\n"
    );
    assert!(!open.rows[0].is_folded);
    // Whoever looks for pings sees them all; whoever leaves something else out does not.
    let matched = |filter: &str| rows.window(&Query::parse(filter).unwrap(), &[], 0, 9, &|_| None).matched;
    assert_eq!((matched("method:ping"), matched("-kind:http")), (3, 1));
}

#[test]
fn what_happens_between_pings_parts_them_and_those_that_somebody_sends_stand_alone() {
    shows(
        vec![
            ping(1),
            pong(1),
            ping(2),
            pong(2),
            sent(&tool(3, "a")),
            pong(3),
            ping(4),
            pong(4),
            sent_for(7, r#"{"jsonrpc":"2.0","id":5,"method":"ping"}"#),
            pong(5),
            ping(6),
            pong(6),
        ],
        "
        1-2 > call ping 1 more ok 10ms
        5-6 > call tools/call a ok 10ms
        7-8 > call ping ok 10ms
        9-10 > call ping ok 10ms
        11-12 > call ping ok 10ms
        ",
    );
}

#[test]
fn a_ping_that_goes_wrong_is_not_hidden_by_the_others() {
    let refusal = r#"{"jsonrpc":"2.0","id":3,"error":{"code":-32601,"message":"no"}}"#;
    shows(
        vec![ping(1), pong(1), ping(2), pong(2), ping(3), got(refusal), ping(4), pong(4), ping(5), pong(5)],
        "
        1-2 > call ping 1 more ok 10ms
        5-6 > call ping error -32601 10ms
        7-8 > call ping 1 more ok 10ms
        ",
    );
    let lost = EntryKind::Ended {
        call: None,
        id: Some(2),
        method: "ping".to_owned(),
        params: None,
        outcome: OutcomeWord::Expired,
        reason: "no answer".to_owned(),
    };
    shows(
        vec![ping(1), pong(1), ping(2), lost],
        "
        1-2 > call ping ok 10ms
        3-4 > call ping expired 10ms
        ",
    );
}

#[test]
fn a_ping_that_was_not_answered_in_time_is_over_and_the_next_one_does_not_hide_in_it() {
    let unanswered = EntryKind::Note(Note::PingUnanswered);
    shows(
        vec![ping(1), unanswered.clone(), ping(2), unanswered, ping(3), ping(4), pong(3), pong(4)],
        "
        1 > call ping expired 10ms
          2 note ping-unanswered the server did not answer a ping in time warning
        3 > call ping expired 10ms
          4 note ping-unanswered the server did not answer a ping in time warning
        5-7 > call ping ok 20ms
        6-8 > call ping ok 20ms
        ",
    );
}

#[test]
fn exchanges_of_pings_do_not_part_them() {
    let text = r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#;
    let answered = |id, exchange| [ping(id), post(exchange, text.len(), 5), got_in(exchange, &result(id))];
    let rows = timeline(answered(1, 1).into_iter().chain(answered(2, 2)).collect());
    let window = all(&rows);
    assert_eq!(window.matched, 1, "{}", table(&window));
    assert_eq!(&*window.rows[0].target, "1 more");
}

#[test]
fn a_ping_that_somebody_wrote_by_hand_stands_alone() {
    let by_hand = sent(r#"{"jsonrpc":"2.0","id":"mine","method":"ping"}"#);
    let rows = timeline(vec![ping(1), pong(1), by_hand, ping(2), pong(2)]);
    assert_eq!(all(&rows).rows.len(), 3);
}

fn comment(text: &str) -> EntryKind {
    EntryKind::Note(Note::SseComment { text: text.into() })
}

#[test]
fn comments_that_keep_a_stream_alive_are_one_row_and_pings_do_not_part_them() {
    let rows =
        timeline(vec![comment(" a"), comment(" b"), ping(1), pong(1), comment(" c"), ping(2), pong(2)]);
    assert_eq!(table(&all(&rows)), "1 note sse-comment 2 more\n3-4 > call ping 1 more ok 10ms\n");
    let found = rows.window(&Query::parse("method:sse-comment").unwrap(), &[], 0, 9, &|_| None);
    assert_eq!(found.matched, 3);
    let parted = timeline(vec![comment(" a"), sent(&tool(1, "x")), comment(" b")]);
    assert_eq!(all(&parted).rows.len(), 3);
}
