mod answers;
mod ends;
mod found;
mod logins;
mod nesting;
mod pings;
mod probe;
mod tasks;
mod time;
mod waits;

use super::*;
use crate::auth::{StepName, StepOutcome};
use crate::command::{AskId, OutcomeWord};
use crate::entry::{AskChange, AskEnd, HttpExchange, Note};
use crate::frame::Frame;
use crate::peer::phase::Trigger;
use crate::query::Query;
use proptest::prelude::*;
use std::fmt::Write;

fn frame(direction: Direction, text: &str, exchange: Option<u64>, call: Option<u64>) -> EntryKind {
    let frame = Frame::read(Bytes::copy_from_slice(text.as_bytes()));
    EntryKind::Frame { direction, frame, exchange, masked: false, call: call.map(CallKey) }
}

fn sent(text: &str) -> EntryKind {
    frame(Direction::Sent, text, None, None)
}

fn sent_for(call: u64, text: &str) -> EntryKind {
    frame(Direction::Sent, text, None, Some(call))
}

fn got(text: &str) -> EntryKind {
    frame(Direction::Received, text, None, None)
}

fn got_in(exchange: u64, text: &str) -> EntryKind {
    frame(Direction::Received, text, Some(exchange), None)
}

fn tool(id: i64, name: &str) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{{"name":"{name}"}}}}"#)
}

fn result(id: i64) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{}}}}"#)
}

fn ended(call: Option<u64>, id: Option<i64>, outcome: OutcomeWord) -> EntryKind {
    let (method, reason) = ("tools/call".to_owned(), "because".to_owned());
    EntryKind::Ended { call: call.map(CallKey), id, method, params: None, outcome, reason }
}

fn opened(id: u64, request: RequestId, method: &str, call: Option<i64>) -> EntryKind {
    let expires = At::from_millis(99_000);
    EntryKind::Ask(AskChange::Opened { id: AskId(id), request, method: method.into(), call, expires })
}

fn closed(id: u64, how: AskEnd) -> EntryKind {
    EntryKind::Ask(AskChange::Ended { id: AskId(id), how })
}

fn phase(to: PhaseName) -> EntryKind {
    let (from, trigger) = (PhaseName::Closed, Trigger::Connect);
    EntryKind::Phase(PhaseChange { from, to, trigger, failures: 0, fault: None })
}

fn post(exchange: u64, request_bytes: usize, head_ms: u64) -> EntryKind {
    EntryKind::Http(Box::new(http(exchange, request_bytes, head_ms)))
}

fn http(exchange: u64, request_bytes: usize, head_ms: u64) -> HttpExchange {
    HttpExchange {
        exchange,
        method: "POST".into(),
        url: "http://h/mcp".into(),
        request_bytes: request_bytes as u64,
        status: Some(200),
        head_ms,
        ..HttpExchange::default()
    }
}

/// Entries 10 ms apart.
fn entries(kinds: Vec<EntryKind>) -> Vec<Entry> {
    (1..).zip(kinds).map(|(seq, kind)| Entry { seq: Seq(seq), at: At::from_millis(seq * 10), kind }).collect()
}

fn timeline(kinds: Vec<EntryKind>) -> Timeline {
    Timeline::of(&entries(kinds))
}

fn all(timeline: &Timeline) -> Window {
    timeline.window(&Query::default(), &[], 0, usize::MAX, &|_| None)
}

/// One line per row: `indent seq-end direction kind method target status code duration/human`.
fn table(window: &Window) -> String {
    let mut out = String::new();
    for row in &window.rows {
        let indent = "  ".repeat(row.depth as usize);
        let end = row.end_seq.map(|end| format!("-{end}")).unwrap_or_default();
        let way = match row.direction {
            Some(Way::Out) => " >",
            Some(Way::In) => " <",
            None => "",
        };
        let mut words = vec![row.kind.as_str().to_owned(), row.method.to_string(), row.target.to_string()];
        words.extend(row.status.map(|status| status.as_str().to_owned()));
        words.extend(row.code.map(|code| code.to_string()));
        words.extend(row.duration_ns.map(|nanos| format!("{}ms", nanos / 1_000_000)));
        words.extend((row.human_ns > 0).then(|| format!("you:{}ms", row.human_ns / 1_000_000)));
        words.retain(|word| !word.is_empty());
        writeln!(out, "{indent}{}{end}{way} {}", row.seq, words.join(" ")).unwrap();
    }
    out
}

#[track_caller]
fn shows(kinds: Vec<EntryKind>, expected: &str) {
    let shown = table(&all(&timeline(kinds)));
    let expected: Vec<&str> = expected.trim_matches('\n').lines().collect();
    let margin = expected.first().map_or(0, |line| line.len() - line.trim_start().len());
    let expected: String =
        expected.iter().map(|line| line.get(margin..).unwrap_or("").to_owned() + "\n").collect();
    assert_eq!(shown.trim_end(), expected.trim_end(), "\n{shown}");
}

#[test]
fn a_request_and_its_answer_are_one_row() {
    shows(
        vec![
            sent(&tool(1, "a")),
            sent(&tool(2, "b")),
            sent(&tool(3, "c")),
            sent(&tool(4, "d")),
            got(r#"{"jsonrpc":"2.0","id":2,"result":{"isError":true}}"#),
            got(r#"{"jsonrpc":"2.0","id":"1","result":{}}"#),
            got(r#"{"jsonrpc":"2.0","id":3,"error":{"code":-32602,"message":"no"}}"#),
            ended(Some(4), Some(4), OutcomeWord::Expired),
            ended(Some(5), None, OutcomeWord::Cancelled),
            sent(r#"{"jsonrpc":"2.0","id":"x","method":"ping"}"#),
        ],
        "
        1-6 > call tools/call a ok 50ms
        2-5 > call tools/call b tool-error 30ms
        3-7 > call tools/call c error -32602 40ms
        4-8 > call tools/call d expired 40ms
        9 > call tools/call because cancelled
        10 > call ping pending
        ",
    );
}

#[test]
fn an_ask_is_nested_in_the_only_call_and_its_time_is_a_persons() {
    let ask = r#"{"jsonrpc":"2.0","id":0,"method":"elicitation/create","params":{"message":"Who?"}}"#;
    let ping = r#"{"jsonrpc":"2.0","id":9,"method":"ping"}"#;
    shows(
        vec![
            sent(&tool(1, "a")),
            got(ask),
            opened(1, RequestId::Number(0), "elicitation/create", None),
            got(ping),
            sent(&result(9)),
            sent(r#"{"jsonrpc":"2.0","id":0,"result":{"action":"accept"}}"#),
            closed(1, AskEnd::Answered),
            got(&result(1)),
        ],
        "
        1-8 > call tools/call a ok 70ms you:40ms
          2-6 < ask elicitation/create Who? ok 40ms you:30ms
          4-5 < ask ping ok 10ms
        ",
    );
}

#[test]
fn two_asks_at_once_count_once_and_roots_are_no_persons_business() {
    let ask =
        |id: u64| format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"sampling/createMessage","params":{{}}}}"#);
    shows(
        vec![
            sent(&tool(1, "a")),
            got(&ask(10)),
            opened(1, RequestId::Number(10), "sampling/createMessage", None),
            got(&ask(11)),
            opened(2, RequestId::Number(11), "sampling/createMessage", None),
            got(r#"{"jsonrpc":"2.0","id":12,"method":"roots/list"}"#),
            opened(3, RequestId::Number(12), "roots/list", None),
            closed(1, AskEnd::Withdrawn),
            closed(2, AskEnd::Expired),
            closed(3, AskEnd::Lost),
            got(&result(1)),
        ],
        "
        1-11 > call tools/call a ok 100ms you:60ms
          2-8 < ask sampling/createMessage cancelled 60ms you:50ms
          4-9 < ask sampling/createMessage expired 50ms you:40ms
          6-10 < ask roots/list lost 40ms
        ",
    );
}

#[test]
fn a_result_that_asks_for_input_does_not_end_the_call() {
    let asking = r#"{"jsonrpc":"2.0","id":1,"result":{"resultType":"input_required","inputRequests":{"q":{"method":"elicitation/create","params":{"message":"Who?"}}}}}"#;
    let again = r#"{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"a","inputResponses":{}}}"#;
    let expected = "
        1-2 > call tools/call a ok 60ms you:10ms
          3 note input-required request 1 wants input: 1 question(s), round 1
          4-5 < ask elicitation/create Who? ok 10ms you:10ms
          6-7 > call tools/call a ok 10ms
        ";
    let kinds = |call: Option<u64>| {
        vec![
            frame(Direction::Sent, &tool(1, "a"), None, call),
            got(asking),
            EntryKind::Note(Note::InputRequired { id: 1, round: 1, asks: 1 }),
            opened(1, RequestId::Text("q".into()), "elicitation/create", Some(1)),
            closed(1, AskEnd::Answered),
            frame(Direction::Sent, again, None, call),
            got(&result(2)),
        ]
    };
    shows(kinds(Some(5)), expected);
    // Recordings of older versions do not say for which call a frame was sent.
    shows(kinds(None), expected);
    let rounds: Vec<Seq> = timeline(kinds(None)).rounds(Seq(1)).iter().map(|row| row.seq).collect();
    assert_eq!(rounds, [Seq(6)], "what was sent again belongs to the call");
    let unfinished = timeline(kinds(Some(5))[..4].to_vec());
    assert_eq!(all(&unfinished).rows[0].status, Some(RowStatus::Pending));
}

#[test]
fn exchanges_are_nested_in_the_call_they_carry() {
    let (a, b) = (tool(1, "a"), tool(2, "long"));
    let log =
        r#"{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"warning","data":"mind"}}"#;
    let rows = timeline(vec![
        sent(&a),
        sent(&b),
        post(1, b.len(), 5),
        got_in(1, log),
        got_in(1, &result(2)),
        EntryKind::HttpEnd { exchange: 1, bytes: 7, duration_ms: 25, duration_us: None, error: None },
        post(2, a.len(), 5),
        got_in(2, &result(1)),
    ]);
    let window = all(&rows);
    assert_eq!(
        table(&window),
        "1-8 > call tools/call a ok 70ms\n  7 > http POST http://h/mcp pending 200\n\
         2-5 > call tools/call long ok 30ms\n  3-6 > http POST http://h/mcp ok 200 25ms\n  \
         4 < notification notifications/message mind\n"
    );
    assert_eq!(window.rows[0].network_ns, Some(0), "the head of a stream is the server's");
    assert_eq!(window.rows[3].at_ns, 25_000_000, "an exchange begins when it was sent");
}

#[test]
fn an_answer_shows_whose_exchange_it_was() {
    // Two calls of the same length: only the answers tell them apart.
    let (a, b) = (tool(1, "a"), tool(2, "b"));
    let ask = r#"{"jsonrpc":"2.0","id":"q","method":"elicitation/create","params":{"message":"Who?"}}"#;
    shows(
        vec![
            sent(&a),
            sent(&b),
            post(1, a.len(), 1),
            got_in(1, ask),
            opened(1, RequestId::Text("q".into()), "elicitation/create", None),
            closed(1, AskEnd::Answered),
            got_in(1, &result(2)),
            got(&result(1)),
        ],
        "
        1-8 > call tools/call a ok 70ms
        2-7 > call tools/call b ok 50ms
          3 > http POST http://h/mcp pending 200
          4-6 < ask elicitation/create Who? ok 20ms you:10ms
        ",
    );
}

#[test]
fn a_frame_that_says_in_whose_exchange_it_came_is_nested_at_once() {
    let log = r#"{"jsonrpc":"2.0","method":"notifications/message","params":{"data":1}}"#;
    shows(
        vec![
            sent_for(1, &tool(1, "a")),
            sent_for(2, &tool(2, "b")),
            frame(Direction::Received, log, Some(4), Some(2)),
        ],
        "
        1 > call tools/call a pending
        2 > call tools/call b pending
          3 < notification notifications/message 1
        ",
    );
}

#[test]
fn news_of_a_subscription_is_not_nested_in_it() {
    let listen = r#"{"jsonrpc":"2.0","id":1,"method":"subscriptions/listen"}"#;
    let news = r#"{"jsonrpc":"2.0","method":"notifications/resources/updated","params":{"uri":"a://b"}}"#;
    shows(
        vec![sent(listen), post(1, listen.len(), 1), got_in(1, news)],
        "
        1 > call subscriptions/listen pending
          2 > http POST http://h/mcp pending 200
        3 < notification notifications/resources/updated a://b
        ",
    );
}

#[test]
fn progress_polls_cancellations_and_remarks_are_nested_in_their_call() {
    let call = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a","_meta":{"progressToken":"t"}}}"#;
    let progress =
        r#"{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"t","progress":1}}"#;
    let task = r#"{"jsonrpc":"2.0","id":1,"result":{"task":{"taskId":"T","status":"working"}}}"#;
    let poll =
        |id: i64| format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"tasks/get","params":{{"taskId":"T"}}}}"#);
    let ask = r#"{"jsonrpc":"2.0","id":5,"method":"elicitation/create","params":{"message":"m","_meta":{"io.modelcontextprotocol/related-task":{"taskId":"T"}}}}"#;
    let cancel =
        r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":3,"reason":"r"}}"#;
    shows(
        vec![
            sent_for(1, call),
            got(progress),
            got(task),
            sent_for(1, &poll(2)),
            got(&result(2)),
            got(ask),
            sent(&poll(3)),
            sent(cancel),
            ended(None, Some(3), OutcomeWord::Cancelled),
            got(&result(3)),
            EntryKind::Note(Note::LateAnswer { id: 3 }),
        ],
        "
        1-3 > call tools/call a ok 20ms
          2 < notification notifications/progress 1
          4-5 > call tasks/get T ok 10ms
          6 < ask elicitation/create m pending
          7-9 > call tasks/get T cancelled 20ms
            8 > notification notifications/cancelled r
            10 < answer answer ok
            11 note late-answer late answer to request 3, which had already ended warning
        ",
    );
}

#[test]
fn everything_that_is_no_message_has_its_row() {
    let waiting =
        crate::auth::AuthStep::new(StepName::Authorization, StepOutcome::Waiting, "open the browser");
    shows(
        vec![
            phase(PhaseName::Starting),
            phase(PhaseName::Initializing),
            EntryKind::Negotiated { revision: crate::era::Revision::R2025_06_18 },
            phase(PhaseName::Ready),
            EntryKind::Stderr { line: "oops\n".into() },
            got("Listening on 3000"),
            got(r#"{"id":1.5,"result":{}}"#),
            EntryKind::Note(Note::Flawed { flaws: vec![crate::message::Flaw::IdOdd] }),
            EntryKind::Auth(Box::new(waiting)),
            EntryKind::Auth(Box::new(crate::auth::AuthStep::failed(StepName::Token, "no token"))),
            sent(&tool(1, "a")),
            phase(PhaseName::Backoff),
            got(r#"[{"jsonrpc":"2.0","method":"a"},7]"#),
        ],
        "
        1 lifecycle starting connect 10ms
        2 lifecycle initializing connect 20ms
        3 lifecycle negotiated 2025-06-18
        4 lifecycle ready connect ok
        5 < stderr stderr oops
        6 < junk junk Listening on 3000 warning
        7 < answer answer ok
          8 note flawed `id` is neither a string nor an integer warning
        9 auth authorization open the browser ok 10ms you:10ms
        10 auth token no token error
        11 > call tools/call a lost 10ms
        12 lifecycle backoff connect error
        13 < notification a
        13 < junk junk JSON, but not a JSON-RPC object warning
        ",
    );
}

fn busy() -> Timeline {
    let mut kinds = vec![sent(&tool(1, "slow")), sent(&tool(2, "b"))];
    kinds.push(got(&result(2)));
    kinds.push(got(r#"{"jsonrpc":"2.0","id":"q","method":"ping"}"#));
    kinds.push(sent(r#"{"jsonrpc":"2.0","id":"q","result":{}}"#));
    kinds.push(EntryKind::Stderr { line: "Error: FOO".into() });
    timeline(kinds)
}

#[test]
fn rows_go_when_their_entries_do_and_what_is_left_of_a_call_is_its_answer() {
    let mut timeline = busy();
    timeline.forget(Seq(3));
    assert_eq!(
        table(&all(&timeline)),
        "1 > call tools/call slow pending\n  4-5 < ask ping ok 10ms\n2-3 > answer tools/call b ok 10ms\n\
         6 < stderr stderr Error: FOO\n"
    );
    timeline.forget(Seq(6));
    let window = all(&timeline);
    assert_eq!(
        table(&window),
        "1 > call tools/call slow pending\n6 < stderr stderr Error: FOO\n",
        "what is not over stays"
    );
    assert_eq!((window.dropped, window.total), (2, 2));
    let mut timeline_without_requests = Timeline::new(1);
    for entry in entries(vec![sent(&tool(1, "a")), EntryKind::Stderr { line: "x".into() }, got(&result(1))]) {
        timeline_without_requests.apply(&entry);
    }
    assert_eq!(table(&all(&timeline_without_requests)), "3 < answer answer ok\n");
    assert_eq!(timeline_without_requests.dropped(), 2);
}

#[test]
fn windows_are_cut_from_what_the_filter_lets_through() {
    let timeline = busy();
    let window = |filter: &str, folded: &[u64], from, limit| {
        let folded: Vec<Seq> = folded.iter().copied().map(Seq).collect();
        let query = Query::parse(filter).unwrap();
        let body = |seq: Seq| (seq == Seq(3)).then(|| Bytes::from_static(b"{\"needle\":1}"));
        let window = timeline.window(&query, &folded, from, limit, &body);
        let seqs: Vec<String> = window.rows.iter().map(|row| format!("{}.{}", row.seq, row.depth)).collect();
        (seqs.join(" "), window.from, window.matched, window.total)
    };
    assert_eq!(window("", &[], 0, 10), ("1.0 4.1 2.0 6.0".into(), 0, 4, 4));
    assert_eq!(window("", &[1], 0, 10), ("1.0 2.0 6.0".into(), 0, 3, 4), "folded");
    assert_eq!(window("", &[], -2, 10), ("2.0 6.0".into(), 2, 4, 4));
    assert_eq!(window("", &[], 1, 2), ("4.1 2.0".into(), 1, 4, 4));
    assert_eq!(window("", &[], 99, 2), (String::new(), 4, 4, 4));
    assert_eq!(window("", &[], i64::MIN, 1), ("1.0".into(), 0, 4, 4));
    assert_eq!(window("method:ping", &[1], 0, 10), ("4.0".into(), 0, 1, 4), "only what is shown folds");
    assert_eq!(window("needle", &[], 0, 10), ("2.0".into(), 0, 1, 4), "the answer is looked at too");
    assert_eq!(window("foo", &[], 0, 10), ("6.0".into(), 0, 1, 4));
    let counts = all(&timeline).counts;
    assert_eq!((counts.all, counts.calls, counts.asks, counts.stderr, counts.errors), (4, 2, 1, 1, 0));
}

#[test]
fn a_row_is_found_by_any_of_its_entries_with_those_around_it() {
    let mut timeline = busy();
    timeline.judge(&[3, 3, 2, 99].map(|seq| found::finding(seq, crate::check::Level::Must, "x")));
    let row = timeline.row_at(Seq(3)).unwrap();
    assert_eq!((row.seq, row.findings), (Seq(2), 3));
    timeline.judge(&[]);
    assert_eq!(timeline.row_at(Seq(2)).unwrap().findings, 0);
    assert_eq!(timeline.row_at(Seq(1)).unwrap().children, 1);
    let above: Vec<Seq> = timeline.ancestors(Seq(4)).iter().map(|row| row.seq).collect();
    assert_eq!(above, [Seq(1)]);
    assert_eq!(timeline.neighbours(Seq(4), &Query::default(), &|_| None), (Some(Seq(1)), Some(Seq(2))));
    assert_eq!(timeline.row_at(Seq(99)), None);
}

#[test]
fn a_row_has_a_place_among_those_that_are_shown() {
    let timeline = busy();
    let place = |seq, filter: &str, folded: &[Seq]| {
        timeline.place(&timeline.shown(&Query::parse(filter).unwrap(), folded, &|_| None), Seq(seq))
    };
    assert_eq!(place(4, "", &[]), Some(1), "nested rows too");
    assert_eq!(place(3, "", &[]), Some(2), "by the entry that ended it");
    assert_eq!(place(2, "", &[Seq(1)]), Some(1), "what is folded away has no place");
    assert_eq!(place(4, "", &[Seq(1)]), None);
    assert_eq!(place(6, "kind:call", &[]), None);
    assert_eq!(place(99, "", &[]), None);
}

#[test]
fn the_overview_has_every_row_where_it_begins_and_as_long_as_it_lasts() {
    // Rows begin at 10, 20, 40 and 60 ms; the first is not over, the second ends at 30, the third at 50.
    let timeline = busy();
    let overview =
        |filter: &str, stretches| timeline.overview(&Query::parse(filter).unwrap(), stretches, &|_| None);
    let whole = overview("", 5);
    assert_eq!(whole.span_ns, [10_000_000, 60_000_000]);
    assert_eq!(whole.begun, [1, 1, 0, 1, 1], "{whole:?}");
    assert_eq!(whole.lasting, [1, 2, 2, 2, 3], "{whole:?}");
    assert_eq!((whole.matched, whole.errors.iter().sum::<u32>()), (4, 0));
    let asks = overview("kind:ask", 5);
    assert_eq!((asks.begun, asks.lasting, asks.matched), (vec![0, 0, 0, 1, 0], vec![0, 0, 0, 1, 1], 1));
    assert_eq!(overview("", 0).begun, [4], "there is always one stretch");
    let empty = Timeline::default().overview(&Query::default(), 3, &|_| None);
    assert_eq!((empty.span_ns, empty.begun), ([0, 0], vec![0, 0, 0]));
}

#[test]
fn pins_stay_on_their_rows_and_can_be_filtered_by() {
    let mut timeline = busy();
    assert!(timeline.pin(Seq(3), true), "by any entry of the row");
    assert!(timeline.pin(Seq(6), true));
    assert!(!timeline.pin(Seq(99), true));
    let pinned = |timeline: &Timeline| timeline.pinned().iter().map(|row| row.seq).collect::<Vec<_>>();
    assert_eq!(pinned(&timeline), [Seq(2), Seq(6)]);
    let query = Query::parse("pinned:yes").unwrap();
    assert_eq!(timeline.window(&query, &[], 0, 9, &|_| None).matched, 2);
    timeline.pin(Seq(2), false);
    assert_eq!(pinned(&timeline), [Seq(6)]);
}

#[test]
fn a_hundred_thousand_rows_are_small_and_filtered_in_one_pass() {
    assert!(size_of::<Line>() * 9 / 8 <= 200, "{} bytes", size_of::<Line>());
    let mut timeline = Timeline::default();
    for number in 0..50_000u64 {
        let id = i64::try_from(number).unwrap();
        for (step, kind) in [sent(&tool(id, "a")), got(&result(id))].into_iter().enumerate() {
            let seq = number * 2 + step as u64 + 1;
            timeline.apply(&Entry { seq: Seq(seq), at: At::from_millis(seq), kind });
        }
    }
    assert_eq!(timeline.len(), 50_000);
    assert!(timeline.calls.open.is_empty() && timeline.pending.is_empty());
    let query = Query::parse("method:tools/* id:49999").unwrap();
    assert_eq!(timeline.window(&query, &[], 0, 5, &|_| None).matched, 1);
}

/// Every committed recording, with its name.
fn recordings() -> Vec<(String, Vec<Entry>)> {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/sessions");
    let files = std::fs::read_dir(root).unwrap().map(|file| file.unwrap().path());
    files
        .map(|path| {
            let text = std::fs::read_to_string(&path).unwrap();
            let entries = text.lines().skip(1).map(|line| serde_json::from_str(line).unwrap()).collect();
            (path.file_name().unwrap().to_string_lossy().into_owned(), entries)
        })
        .collect()
}

#[test]
fn real_sessions_are_paired_and_nested_throughout() {
    let recordings = recordings();
    assert!(recordings.len() >= 9);
    for (name, entries) in recordings {
        let timeline = Timeline::of(&entries);
        let window = all(&timeline);
        let shown = table(&window);
        let odd: Vec<&Row> = (window.rows.iter())
            .filter(|row| {
                let is_stray = row.kind == RowKind::Answer && row.parent.is_none();
                is_stray || row.status == Some(RowStatus::Pending)
            })
            .collect();
        assert!(odd.is_empty(), "{name}: {odd:#?}\n{shown}");
        let is_lost = |row: &&Row| row.kind == RowKind::Http && row.status == Some(RowStatus::Lost);
        assert_eq!(window.rows.iter().find(is_lost), None, "{name}: a stream that we closed is not lost");
        let posts = window.rows.iter().filter(|row| row.kind == RowKind::Http && &*row.method == "POST");
        let (nested, alone): (Vec<&Row>, Vec<&Row>) = posts.partition(|row| row.parent.is_some());
        assert!(alone.len() * 10 <= nested.len(), "{name}: {} of {}\n{shown}", alone.len(), nested.len());
        let asks = window.rows.iter().filter(|row| row.kind == RowKind::Ask && &*row.method != "ping");
        let alone: Vec<&Row> = asks.filter(|row| row.parent.is_none()).collect();
        assert!(alone.is_empty(), "{name}: {alone:#?}\n{shown}");
    }
}

fn any_kind() -> impl Strategy<Value = EntryKind> {
    let id = 1..5i64;
    prop_oneof![
        (id.clone(), proptest::option::of(1..4u64)).prop_map(|(id, call)| frame(
            Direction::Sent,
            &tool(id, "a"),
            None,
            call
        )),
        (id.clone(), proptest::option::of(1..4u64)).prop_map(|(id, exchange)| frame(
            Direction::Received,
            &result(id),
            exchange,
            None
        )),
        (id.clone(), proptest::option::of(1..4u64)).prop_map(|(id, exchange)| {
            let ask = format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"elicitation/create"}}"#);
            frame(Direction::Received, &ask, exchange, None)
        }),
        id.clone().prop_map(|id| sent(&result(id))),
        any::<Vec<u8>>().prop_map(|bytes| frame(
            Direction::Received,
            &String::from_utf8_lossy(&bytes),
            None,
            None
        )),
        (1..4u64, 50..70usize).prop_map(|(exchange, bytes)| post(exchange, bytes, 3)),
        (1..4u64).prop_map(|exchange| EntryKind::HttpEnd {
            exchange,
            bytes: 1,
            duration_ms: 4,
            duration_us: None,
            error: None
        }),
        (1..4u64, id.clone()).prop_map(|(ask, id)| opened(
            ask,
            RequestId::Number(id),
            "elicitation/create",
            None
        )),
        (1..4u64, id.clone()).prop_map(|(ask, id)| opened(
            ask,
            RequestId::Text("q".into()),
            "elicitation/create",
            Some(id)
        )),
        (1..4u64).prop_map(|ask| closed(ask, AskEnd::Answered)),
        (proptest::option::of(1..4u64), proptest::option::of(id.clone())).prop_map(|(call, id)| ended(
            call,
            id,
            OutcomeWord::Lost
        )),
        id.prop_map(|id| EntryKind::Note(Note::InputRequired { id, round: 1, asks: 1 })),
        proptest::sample::select(vec![PhaseName::Ready, PhaseName::Backoff, PhaseName::Starting])
            .prop_map(phase),
        Just(EntryKind::Stderr { line: "x".into() }),
    ]
}

proptest! {
    #[test]
    fn every_row_is_shown_once_under_its_parent(
        kinds in proptest::collection::vec(any_kind(), 0..80),
        limit in 1usize..60,
        cut in 0u64..80,
    ) {
        let mut timeline = Timeline::new(limit);
        for entry in entries(kinds) {
            timeline.apply(&entry);
            if entry.seq.0 == cut {
                timeline.forget(Seq(cut / 2));
            }
        }
        let window = all(&timeline);
        prop_assert_eq!(window.rows.len(), timeline.len());
        prop_assert_eq!(window.matched, window.total);
        let mut above: Vec<Seq> = Vec::new();
        for row in &window.rows {
            above.truncate(row.depth as usize);
            prop_assert_eq!(above.len(), row.depth as usize);
            prop_assert_eq!(above.last().copied(), row.parent);
            above.push(row.seq);
            if let Some(duration) = row.duration_ns {
                prop_assert!(row.human_ns <= duration, "{:?}", row);
            }
        }
        let pending = window.rows.iter().filter(|row| row.status == Some(RowStatus::Pending)).count();
        prop_assert!(pending <= timeline.pending.len());
    }
}

#[test]
fn an_answer_without_an_id_ends_the_call_in_whose_exchange_it_came() {
    let call = tool(1, "a");
    let exchange = HttpExchange {
        exchange: 1,
        method: "POST".to_owned(),
        url: "http://h/mcp".to_owned(),
        request_bytes: call.len() as u64,
        status: Some(400),
        total_ms: Some(3),
        ..HttpExchange::default()
    };
    let refusal = r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32000,"message":"no session"}}"#;
    let timeline = timeline(vec![sent(&call), EntryKind::Http(Box::new(exchange)), got_in(1, refusal)]);
    let window = all(&timeline);
    assert_eq!((window.rows[0].status, window.rows[0].code), (Some(RowStatus::Error), Some(-32000)));
    assert!(window.rows.iter().all(|row| row.status != Some(RowStatus::Pending)), "{:#?}", window.rows);
}
