use super::*;
use crate::command::{CallKey, OutcomeWord};
use crate::entry::{AskChange, AskEnd};
use crate::peer::phase::{PhaseChange, Trigger};
use bytes::Bytes;
use proptest::prelude::*;

fn frame(direction: Direction, text: &str) -> EntryKind {
    EntryKind::Frame {
        direction,
        frame: Frame::read(Bytes::copy_from_slice(text.as_bytes())),
        exchange: None,
        masked: false,
        call: None,
    }
}

fn sent(text: &str) -> EntryKind {
    frame(Direction::Sent, text)
}

fn received(text: &str) -> EntryKind {
    frame(Direction::Received, text)
}

fn entries(kinds: Vec<EntryKind>) -> Vec<Entry> {
    (1..).zip(kinds).map(|(seq, kind)| Entry { seq: Seq(seq), at: At::from_millis(seq * 10), kind }).collect()
}

fn view(kinds: Vec<EntryKind>) -> View {
    View::of(&entries(kinds))
}

#[test]
fn the_steps_of_the_newest_attempt_are_known_by_when_they_began() {
    use PhaseName::{Backoff, Initializing, Ready, Starting};
    let phase = |to| {
        let (from, trigger) = (PhaseName::Closed, Trigger::Connect);
        EntryKind::Phase(PhaseChange { from, to, trigger, failures: 0, fault: None })
    };
    let steps = |phases: &[PhaseName]| view(phases.iter().map(|to| phase(*to)).collect()).attempt;
    let at = |millis| Some(At::from_millis(millis));
    let whole = Attempt { starting: at(10), initializing: at(20), ready: at(30) };
    assert_eq!(steps(&[Starting, Initializing, Ready]), whole);
    let again = Attempt { starting: at(40), ..Attempt::default() };
    assert_eq!(steps(&[Starting, Initializing, Backoff, Starting]), again);
}

#[test]
fn the_handshake_tells_who_the_server_is() {
    let view = view(vec![
        sent(r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}"#),
        received(
            r#"{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},
               "serverInfo":{"name":"s","version":"1","x":1},"instructions":"hi"}}"#,
        ),
    ]);
    let server = view.server.unwrap();
    assert_eq!(server.revision, Some(Revision::R2025_06_18));
    assert_eq!(server.instructions.as_deref(), Some("hi"));
    assert_eq!(server.info.unwrap().member("x").unwrap().as_str(), "1");
}

#[test]
fn what_the_server_said_stays_until_it_is_connected_anew_and_says_otherwise() {
    let phase = |to| {
        let trigger = Trigger::Connect;
        EntryKind::Phase(PhaseChange { from: PhaseName::Closed, to, trigger, failures: 0, fault: None })
    };
    let hello = |id, name: &str| {
        let params = format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"initialize","params":{{}}}}"#);
        let result =
            format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{"serverInfo":{{"name":"{name}"}}}}}}"#);
        [sent(&params), received(&result)]
    };
    let mut kinds = vec![phase(PhaseName::Starting)];
    kinds.extend(hello(1, "old"));
    kinds.extend([
        phase(PhaseName::Ready),
        sent(r#"{"jsonrpc":"2.0","id":2,"method":"tools/list"}"#),
        received(r#"{"jsonrpc":"2.0","id":2,"result":{"tools":[{"name":"a"}]}}"#),
        phase(PhaseName::Backoff),
        phase(PhaseName::Starting),
    ]);
    let name = |view: &View| {
        view.server.as_ref().and_then(|server| server.info.clone()).map(|info| info.to_string())
    };
    let down = view(kinds.clone());
    assert_eq!(name(&down).as_deref(), Some(r#"{"name":"old"}"#));
    assert_eq!(down.catalog.list(List::Tools).map(|list| list.items.len()), Some(1));

    let mut silent = kinds.clone();
    silent.push(phase(PhaseName::Ready));
    assert_eq!(
        (name(&view(silent.clone())), view(silent).catalog.list(List::Tools).is_some()),
        (None, false)
    );

    kinds.extend(hello(3, "new"));
    let up = view(kinds);
    assert_eq!(name(&up).as_deref(), Some(r#"{"name":"new"}"#));
    assert!(up.catalog.list(List::Tools).is_none());
}

#[test]
fn pages_of_a_list_are_joined_and_a_new_first_page_starts_over() {
    let list = |id, cursor: &str| {
        sent(&format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/list","params":{{{cursor}}}}}"#))
    };
    let page = |id, tools: &str, next: &str| {
        received(&format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{"tools":[{tools}]{next}}}}}"#))
    };
    let mut kinds = vec![
        list(1, ""),
        page(1, r#"{"name":"a"},{"name":5}"#, r#","nextCursor":"c""#),
        list(2, r#""cursor":"c""#),
        page(2, r#"{"name":"b"}"#, ""),
    ];
    let first = view(kinds.clone());
    let list_view = first.catalog.list(List::Tools).unwrap();
    assert_eq!(list_view.items.len(), 3, "the broken tool is not hidden");
    assert!(list_view.is_complete);
    kinds.extend([list(3, ""), page(3, r#"{"name":"z"}"#, "")]);
    assert_eq!(view(kinds).catalog.items(List::Tools).len(), 1);
}

#[test]
fn an_answer_without_a_list_is_told_from_an_empty_list() {
    let instead = |result: &str| {
        let kinds = vec![
            sent(r#"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}}"#),
            received(&format!(r#"{{"jsonrpc":"2.0","id":1,"result":{result}}}"#)),
        ];
        view(kinds).catalog.list(List::Tools).expect("it came").instead
    };
    assert_eq!(instead(r#"{"tools":[]}"#), None);
    assert_eq!(instead(r#"{"tools":{"a":1}}"#), Some("an object"));
    assert_eq!(instead(r#"{"tools":null}"#), Some("null"));
    assert_eq!(instead("{}"), Some("nothing"));
}

#[test]
fn a_list_that_is_fetched_twice_at_once_has_each_page_once_and_what_it_first_was_is_kept() {
    let list = |id, cursor: &str| {
        sent(&format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/list","params":{{{cursor}}}}}"#))
    };
    let page = |id, tool: &str, next: &str| {
        received(&format!(
            r#"{{"jsonrpc":"2.0","id":{id},"result":{{"tools":[{{"name":"{tool}"}}]{next}}}}}"#
        ))
    };
    let mut kinds = vec![list(1, ""), list(2, "")];
    kinds.extend([page(1, "a", r#","nextCursor":"c\/1""#), page(2, "a", r#","nextCursor":"c\/1""#)]);
    kinds.extend([
        list(3, r#""cursor":"c/1""#),
        list(4, r#""cursor":"c/1""#),
        page(3, "b", ""),
        page(4, "b", ""),
    ]);
    let once = view(kinds.clone());
    assert_eq!((once.catalog.items(List::Tools).len(), once.catalog.first(List::Tools)), (2, None));
    kinds.extend([list(5, ""), page(5, "z", ""), list(6, ""), page(6, "y", "")]);
    let again = view(kinds);
    assert_eq!(again.catalog.items(List::Tools).len(), 1);
    assert_eq!(again.catalog.first(List::Tools).unwrap().items.len(), 2, "before it was fetched again");
}

#[test]
fn what_was_offered_before_is_kept_until_another_connection_brought_lists() {
    let phase = |to| {
        let trigger = Trigger::Connect;
        EntryKind::Phase(PhaseChange { from: PhaseName::Closed, to, trigger, failures: 0, fault: None })
    };
    let connected = || [phase(PhaseName::Starting), phase(PhaseName::Ready)];
    let mut kinds = connected().to_vec();
    kinds.extend([
        sent(r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#),
        received(r#"{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"a"}]}}"#),
    ]);
    assert_eq!(view(kinds.clone()).catalog_before, None, "there was only one connection");
    // The second of these fails before anything is listed.
    kinds.extend(connected());
    kinds.extend(connected());
    let view = view(kinds);
    assert!(view.catalog.is_empty());
    assert_eq!(view.catalog_before.unwrap().items(List::Tools).len(), 1);
}

#[test]
fn calls_show_their_duration_and_how_they_ended() {
    let mut first = sent(
        r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"t","_meta":{"progressToken":"mine"}}}"#,
    );
    if let EntryKind::Frame { call, .. } = &mut first {
        *call = Some(CallKey(8));
    }
    let view = view(vec![
        first,
        sent(r#"{"jsonrpc":"2.0","id":2,"method":"ping"}"#),
        received(
            r#"{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"mine","progress":2,"total":4}}"#,
        ),
        received(r#"{"jsonrpc":"2.0","id":1,"result":{"isError":true,"content":[]}}"#),
        EntryKind::Ended {
            call: Some(CallKey(9)),
            id: Some(2),
            method: "ping".into(),
            params: None,
            outcome: OutcomeWord::Expired,
            reason: "late".into(),
        },
        EntryKind::Ended {
            call: Some(CallKey(10)),
            id: None,
            method: "x/y".into(),
            params: None,
            outcome: OutcomeWord::Cancelled,
            reason: "taken back".into(),
        },
    ]);
    let calls: Vec<_> = view.calls.iter().collect();
    assert_eq!(calls[0].name.as_deref(), Some("t"));
    assert_eq!(calls[0].duration().unwrap().as_millis(), 30);
    assert!(calls[0].end.as_ref().unwrap().is_tool_error);
    assert!((calls[0].progress.as_ref().unwrap().progress - 2.0).abs() < f64::EPSILON);
    assert_eq!(calls[1].end.as_ref().unwrap().outcome, OutcomeWord::Expired);
    assert_eq!(calls[0].key, Some(CallKey(8)), "the frame says for which call it was sent");
    assert_eq!(calls[1].key, Some(CallKey(9)));
    assert_eq!(calls[2].key, Some(CallKey(10)));
    assert_eq!(calls[2].end.as_ref().unwrap().outcome, OutcomeWord::Cancelled);
}

#[test]
fn asks_logs_and_unknown_notifications_are_kept() {
    let opened = EntryKind::Ask(AskChange::Opened {
        id: AskId(1),
        request: RequestId::Text("q".into()),
        method: "sampling/createMessage".into(),
        call: None,
        expires: At::from_millis(99),
    });
    let mut kinds = vec![
        received(r#"{"jsonrpc":"2.0","id":"q","method":"sampling/createMessage","params":{"maxTokens":5}}"#),
        opened,
        received(
            r#"{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"LOUD","logger":"l","data":{"a":1}}}"#,
        ),
        received(r#"{"jsonrpc":"2.0","method":"vendor/news"}"#),
        EntryKind::Stderr { line: "warn".into() },
    ];
    let before = view(kinds.clone());
    assert_eq!(before.asks[&AskId(1)].params.as_ref().unwrap().as_str(), r#"{"maxTokens":5}"#);
    assert_eq!(before.asks[&AskId(1)].seq, Some(Seq(1)));
    assert_eq!((before.logs[0].level.as_str(), before.logs[0].logger.as_deref()), ("LOUD", Some("l")));
    assert_eq!(before.notices[0].1, "vendor/news");
    assert_eq!(before.stderr[0].1, "warn");
    kinds.push(EntryKind::Ask(AskChange::Ended { id: AskId(1), how: AskEnd::Answered }));
    assert!(view(kinds).asks.is_empty());
}

#[test]
fn a_flood_leaves_the_view_bounded() {
    let mut kinds = Vec::new();
    for id in 0..5000 {
        kinds.push(sent(&format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"ping"}}"#)));
        kinds.push(received(
            r#"{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info"}}"#,
        ));
        kinds.push(EntryKind::Stderr { line: "x".into() });
    }
    let view = view(kinds);
    assert_eq!((view.calls.iter().count(), view.logs.len(), view.stderr.len()), (KEPT, KEPT, KEPT));
    assert_eq!(view.calls.total(), 5000);
    assert!(view.calls.in_flight() <= KEPT);
}

#[test]
fn large_messages_are_not_kept_by_the_view() {
    let large = "x".repeat(100_000);
    let mut kinds = Vec::new();
    for id in 0..50 {
        kinds.push(received(&format!(
            r#"{{"jsonrpc":"2.0","method":"notifications/message","params":{{"level":"info","data":"{large}"}}}}"#
        )));
        kinds.push(sent(&format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"ping"}}"#)));
        kinds.push(received(&format!(
            r#"{{"jsonrpc":"2.0","id":{id},"error":{{"code":1,"message":"{large}"}}}}"#
        )));
        kinds.push(EntryKind::Stderr { line: large.clone() });
        kinds.push(received(&format!(r#"{{"jsonrpc":"2.0","method":"{large}"}}"#)));
    }
    let shown = format!("{:?}", view(kinds));
    assert!(shown.len() < 2_000_000, "{} bytes", shown.len());
}

fn any_kind() -> impl Strategy<Value = EntryKind> {
    let id = 1..6i64;
    prop_oneof![
        (id.clone(), prop_oneof![Just("ping"), Just("tools/list"), Just("initialize"), Just("tools/call")])
            .prop_map(|(id, method)| sent(&format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"{method}"}}"#))),
        (
            id.clone(),
            prop_oneof![
                Just(r#""result":{}"#),
                Just(r#""result":{"tools":[{"name":"a"}],"nextCursor":"n"}"#),
                Just(r#""error":{"code":1,"message":"m"}"#)
            ]
        )
            .prop_map(|(id, reply)| received(&format!(r#"{{"jsonrpc":"2.0","id":{id},{reply}}}"#))),
        any::<Vec<u8>>().prop_map(|bytes| EntryKind::Frame {
            direction: Direction::Received,
            frame: Frame::read(Bytes::from(bytes)),
            exchange: None,
            masked: false,
            call: None,
        }),
        id.prop_map(|id| EntryKind::Ended {
            call: None,
            id: Some(id),
            method: "ping".into(),
            params: None,
            outcome: OutcomeWord::Lost,
            reason: String::new()
        }),
        prop_oneof![Just(PhaseName::Ready), Just(PhaseName::Backoff), Just(PhaseName::Starting)].prop_map(
            |to| {
                EntryKind::Phase(PhaseChange {
                    from: PhaseName::Closed,
                    to,
                    trigger: Trigger::Connect,
                    failures: 0,
                    fault: None,
                })
            }
        ),
    ]
}

proptest! {
    #[test]
    fn folding_is_incremental(kinds in proptest::collection::vec(any_kind(), 0..60), cut in 0usize..60) {
        let entries = entries(kinds);
        let cut = cut.min(entries.len());
        let mut stepwise = View::of(&entries[..cut]);
        for entry in &entries[cut..] {
            stepwise.apply(entry);
        }
        prop_assert_eq!(stepwise, View::of(&entries));
    }
}

#[test]
fn a_modern_server_is_known_by_what_it_discovers_and_its_questions_are_shown_whole() {
    let alone = r#""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}"#;
    let kinds = vec![
        sent(&format!(r#"{{"jsonrpc":"2.0","id":1,"method":"server/discover","params":{{{alone}}}}}"#)),
        received(
            r#"{"jsonrpc":"2.0","id":1,"result":{"supportedVersions":["2026-07-28"],"capabilities":{"tools":{}},"instructions":"i","_meta":{"io.modelcontextprotocol/serverInfo":{"name":"s"}}}}"#,
        ),
        EntryKind::Negotiated { revision: Revision::NEWEST },
        sent(&format!(r#"{{"jsonrpc":"2.0","id":2,"method":"tools/list","params":{{{alone}}}}}"#)),
        received(r#"{"jsonrpc":"2.0","id":2,"result":{"tools":[{}],"ttlMs":5,"cacheScope":"public"}}"#),
        sent(&format!(r#"{{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{{"name":"x",{alone}}}}}"#)),
        received(
            r#"{"jsonrpc":"2.0","id":3,"result":{"resultType":"input_required","inputRequests":{"q":{"method":"elicitation/create","params":{"message":"?"}}}}}"#,
        ),
        EntryKind::Note(Note::InputRequired { id: 3, round: 1, asks: 1 }),
        EntryKind::Ask(AskChange::Opened {
            id: AskId(1),
            request: RequestId::Text("q".into()),
            method: "elicitation/create".into(),
            call: Some(3),
            expires: At::from_millis(99),
        }),
        received(
            r#"{"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged","params":{"notifications":{"resourceSubscriptions":["file:///a"]}}}"#,
        ),
        EntryKind::Note(Note::Listening { id: 4, refused: vec![] }),
        EntryKind::Note(Note::Task { task: "t".into(), status: "working".into() }),
    ];
    let view = view(kinds);
    let server = view.server.unwrap();
    assert_eq!(server.revision, Some(Revision::NEWEST));
    assert_eq!(server.info.unwrap().as_str(), r#"{"name":"s"}"#);
    assert_eq!(server.instructions.as_deref(), Some("i"));
    let hint = view.catalog.list(List::Tools).unwrap().hint.unwrap();
    assert_eq!((hint.ttl_ms, hint.scope), (5, crate::hint::CacheScope::Public));
    let ask = &view.asks[&AskId(1)];
    assert_eq!((ask.call, ask.params.as_ref().unwrap().as_str()), (Some(3), r#"{"message":"?"}"#));
    assert!(view.subscriptions.contains("file:///a"));
    assert_eq!(view.tasks["t"], "working");
}

#[test]
fn tasks_stand_as_the_server_says_whoever_asked() {
    let kinds = vec![
        sent(r#"{"jsonrpc":"2.0","id":1,"method":"tasks/list"}"#),
        received(
            r#"{"jsonrpc":"2.0","id":1,"result":{"tasks":[{"taskId":"a","status":"working"},{"taskId":"b","status":"completed"},{"status":"x"}]}}"#,
        ),
        sent(r#"{"jsonrpc":"2.0","id":2,"method":"tasks/get","params":{"taskId":"a"}}"#),
        received(r#"{"jsonrpc":"2.0","id":2,"result":{"taskId":"a","status":"input_required"}}"#),
        received(
            r#"{"jsonrpc":"2.0","method":"notifications/tasks/status","params":{"taskId":"c","status":"failed"}}"#,
        ),
    ];
    let tasks = view(kinds).tasks;
    let tasks: Vec<(&str, &str)> = tasks.iter().map(|(name, status)| (&**name, &**status)).collect();
    assert_eq!(tasks, [("a", "input_required"), ("b", "completed"), ("c", "failed")]);
}
