//! Servers that mean harm: nothing hangs, nothing spins, and the session says what is wrong.

use crate::scene::{
    BOTH, calls, check_echo, count, done, echo, http, lost, notes_like, outcome, start, until_count, within,
};
use crate::scripted::{Over, Served, any_era, connected};
use crate::support::{PATIENCE, entries, notes, wait_for};
use mcp_inspector_engine::core::entry::{EntryKind, Note};
use mcp_inspector_engine::core::era::Revision;
use mcp_inspector_engine::{At, Direction, FaultCode, LogLimits, Outcome, Responder, Session};
use mcp_inspector_testkit::scripted::{End, Part, Script, Step};
use serde_json::{Value, json};
use std::time::Duration;

const LISTEN: &str = "subscriptions/listen";

/// JSON that is nothing but brackets.
fn deep(depth: usize) -> String {
    "[".repeat(depth) + &"]".repeat(depth)
}

fn says(result: &str) -> Step {
    Step::Say(format!(r#"{{"jsonrpc":"2.0","id":"$id","result":{result}}}"#))
}

/// A session with a server that says this to `server/discover`, and shakes hands with whoever asks.
async fn greeted(over: Over, step: Step) -> (Served, Session, Result<(), mcp_inspector_engine::Fault>) {
    let served = Served::start(over, Script::legacy().on("server/discover", [step]));
    let mut config = any_era();
    config.peer.probe_timeout = Duration::from_millis(200);
    let session = Session::open(served.target(), config);
    let ready = tokio::time::timeout(PATIENCE, session.ready()).await.expect("connecting does not hang");
    (served, session, ready)
}

#[tokio::test]
async fn an_answer_without_its_shape_is_one_of_the_older_era() {
    for over in BOTH {
        for result in [
            "null",
            "true",
            "\"2026-07-28\"",
            "[\"2026-07-28\"]",
            r#"{"supportedVersions":"2026-07-28"}"#,
            r#"{"supportedVersions":{"0":"2026-07-28"}}"#,
            r#"{"supportedVersions":["2026-07-28",7]}"#,
            r#"{"supportedVersions":[["2026-07-28"]]}"#,
            r#"{"supportedVersions":null,"capabilities":{}}"#,
        ] {
            let (served, session, ready) = greeted(over, says(result)).await;
            ready.unwrap_or_else(|fault| panic!("{over:?} {result}: {fault}"));
            assert_eq!(session.revision(), Some(Revision::R2025_11_25), "{over:?} {result}");
            assert_eq!(count(&served, "initialize"), 1);
        }
    }
}

#[tokio::test]
async fn odd_members_beside_the_revisions_are_left_alone() {
    for over in BOTH {
        for more in [
            r#""capabilities":7"#.to_owned(),
            r#""capabilities":["tools"]"#.to_owned(),
            r#""capabilities":{"tools":"yes","logging":{"a":[[]]}},"instructions":{},"serverInfo":7"#
                .to_owned(),
            r#""_meta":7,"resultType":"input_required","ttlMs":-5"#.to_owned(),
            format!(r#""capabilities":{{"tools":{}}}"#, deep(100)),
        ] {
            let result = format!(r#"{{"supportedVersions":["2026-07-28"],{more}}}"#);
            let served = Served::start(over, Script::modern().on("server/discover", [says(&result)]));
            let session = connected(&served, any_era()).await;
            assert_eq!(session.revision(), Some(Revision::R2026_07_28), "{over:?} {more}");
            let forced = session.call_tool(echo().forced()).await;
            forced.unwrap_or_else(|fault| panic!("{over:?} {more}: {fault}"));
        }
    }
}

#[tokio::test]
async fn deep_json_breaks_nothing() {
    for over in BOTH {
        for depth in [200, 20_000] {
            let deep = deep(depth);
            for result in [
                deep.clone(),
                format!(r#"{{"supportedVersions":{deep}}}"#),
                format!(r#"{{"capabilities":{deep}}}"#),
            ] {
                let (_served, session, ready) = greeted(over, says(&result)).await;
                ready.unwrap_or_else(|fault| panic!("{over:?} {depth}: {fault}"));
                assert_eq!(session.revision(), Some(Revision::R2025_11_25));
            }
            let mut config = any_era();
            config.peer.request_timeout = Duration::from_millis(500);
            let result = format!(r#"{{"content":[],"structuredContent":{deep}}}"#);
            let (_served, session) =
                start(over, calls([says(&result), Step::complete(&done())]), config).await;
            // It is an answer or it is none; either way the session goes on.
            outcome(&session).await;
            check_echo(&session).await;
        }
    }
}

#[tokio::test]
async fn a_server_that_speaks_everything_is_not_listened_to_for_ever() {
    let versions: Vec<String> = (0..50_000).map(|number| format!("2026-{number}")).collect();
    let step = Step::result(&json!({ "supportedVersions": versions }));
    let (_served, session, ready) = greeted(Over::Http, step).await;
    let fault = ready.expect_err("none of them is ours");
    assert_eq!(fault.code, FaultCode::ProtocolVersionMismatch);
    assert!(fault.message.len() < 10_000, "{} bytes", fault.message.len());
    let text: usize = notes(&session).iter().map(|note| note.to_string().len()).sum();
    assert!(text < 10_000, "{text} bytes");

    let long = "9".repeat(100_000);
    let step = Step::error(-32022, &long, &json!({ "supported": [long, "2026-07-28"] }));
    let (served, session, ready) = greeted(Over::Http, step).await;
    assert_eq!(ready.expect_err("it refuses twice").code, FaultCode::ProtocolVersionMismatch);
    assert_eq!(count(&served, "server/discover"), 2);
    let text: usize = notes(&session).iter().map(|note| note.to_string().len()).sum();
    assert!(text < 10_000, "{text} bytes");
}

#[tokio::test]
async fn an_answer_over_the_limit_ends_the_attempt() {
    for over in BOTH {
        let served = Served::start(
            over,
            Script::legacy().on("server/discover", [Step::result(&json!({ "x": "y".repeat(50_000) }))]),
        );
        let mut config = any_era();
        config.peer.max_frame_bytes = 10_000;
        let session = Session::open(served.target(), config);
        let ready = tokio::time::timeout(PATIENCE, session.ready()).await.expect("in time");
        assert_eq!(ready.expect_err("it is too much").code, FaultCode::FrameTooLarge, "{over:?}");
        assert_eq!(count(&served, "initialize"), 0, "{over:?}");
    }
}

#[tokio::test]
async fn a_question_that_the_server_takes_back_is_refused() {
    let cancelled = Part::notification("notifications/cancelled", &json!({ "requestId": "$id" }));
    let (served, session, ready) = greeted(Over::Stdio, Step::stream([cancelled])).await;
    ready.expect("it is greeted instead");
    assert_eq!(session.revision(), Some(Revision::R2025_11_25));
    assert_eq!(count(&served, "server/discover"), 1);
}

#[tokio::test]
async fn a_thousand_questions_are_too_many() {
    let mut requests = json!({});
    for number in 0..1000 {
        requests[format!("q{number}")] =
            json!({ "method": "elicitation/create", "params": { "message": "?" } });
    }
    let step = Step::result(&json!({ "resultType": "input_required", "inputRequests": requests }));
    for over in BOTH {
        let (served, session) = start(over, calls([step.clone(), Step::complete(&done())]), any_era()).await;
        assert_eq!(lost(&session).await.code, FaultCode::InvalidResponse);
        assert!(session.view().asks.is_empty());
        check_echo(&session).await;
        assert_eq!(count(&served, "tools/call"), 2, "{over:?}");
    }
}

#[tokio::test]
async fn questions_with_odd_names_and_states_are_answered_by_their_names() {
    let long = "n".repeat(1 << 20);
    for (name, state) in [
        (String::new(), r#"{"a":[1.0,1e2]}"#),
        ("a\r\nb".to_owned(), "7"),
        ("\u{0}\u{7f}\u{202e}".to_owned(), r#""""#),
        (long, "[]"),
    ] {
        let requests = json!({ name.as_str(): { "method": "roots/list" } });
        let step = says(&format!(
            r#"{{"resultType":"input_required","inputRequests":{requests},"requestState":{state}}}"#
        ));
        let (served, session) = http(calls([step, Step::complete(&done())])).await;
        check_echo(&session).await;
        let (_, text) = served.came().pop().expect("the second call");
        assert!(text.contains(&format!(r#""requestState":{state}"#)), "{state}");
        let call: Value = serde_json::from_str(&text).expect("we send JSON");
        assert_eq!(call["params"]["inputResponses"][&name], json!({ "roots": [] }));
    }
}

#[tokio::test]
async fn a_state_that_never_ends_is_followed_to_the_limit_with_pauses() {
    let mut config = any_era();
    config.peer.round_limit = 2;
    let step = Step::result(&json!({ "resultType": "input_required", "requestState": "again" }));
    for over in BOTH {
        let (served, session) = start(over, calls([step.clone()]), config.clone()).await;
        assert_eq!(lost(&session).await.code, FaultCode::InvalidResponse);
        assert_eq!(count(&served, "tools/call"), 3, "{over:?}");
        let gaps = gaps(&session, "tools/call");
        assert!(gaps[0] >= Duration::from_millis(250) && gaps[1] >= Duration::from_millis(500), "{gaps:?}");
    }
}

/// The time between two requests of a method, by the log.
fn gaps(session: &Session, method: &str) -> Vec<Duration> {
    let sent = |kind: &EntryKind| match kind {
        EntryKind::Frame { direction: Direction::Sent, frame, .. } => {
            frame.message().and_then(|message| message.method()) == Some(method)
        }
        _ => false,
    };
    let times: Vec<At> =
        entries(session).iter().filter(|entry| sent(&entry.kind)).map(|entry| entry.at).collect();
    times.windows(2).map(|pair| pair[1].since(pair[0])).collect()
}

fn task(name: &str, poll: &Value) -> Step {
    Step::result(
        &json!({ "resultType": "task", "taskId": name, "status": "working", "pollIntervalMs": poll }),
    )
}

#[tokio::test]
async fn a_task_with_an_endless_name_is_not_followed() {
    let script = calls([task(&"t".repeat(1 << 20), &json!(0)), Step::complete(&done())]);
    let (served, session) = http(script).await;
    assert_eq!(lost(&session).await.code, FaultCode::InvalidResponse);
    check_echo(&session).await;
    assert_eq!(count(&served, "tasks/get"), 0);
}

#[tokio::test]
async fn a_task_whose_name_fits_no_header_is_followed_and_breaks_nothing() {
    let finished = json!({ "taskId": "x", "status": "completed", "result": done() });
    let script = calls([task("t\r\nX-Evil: 1", &json!(0))]).on("tasks/get", [Step::complete(&finished)]);
    let (served, session) = http(script).await;
    check_echo(&session).await;
    let look = &crate::scene::posts(&served, "tasks/get")[0];
    assert_eq!(look.header("X-Evil"), None);
    assert!(look.header("Mcp-Name").is_some_and(|name| name.starts_with("=?base64?")), "{look:?}");
}

#[tokio::test]
async fn a_task_is_not_looked_at_more_often_than_is_good() {
    for (poll, shortest) in [(json!(0), 50), (json!(-1), 50), (json!("soon"), 50), (json!(null), 50)] {
        let working = Step::complete(&json!({ "taskId": "t", "status": "working", "pollIntervalMs": poll }));
        let finished = Step::complete(&json!({ "taskId": "t", "status": "completed", "result": done() }));
        let script = calls([task("t", &poll)]).on("tasks/get", [working.clone(), working, finished]);
        let (served, session) = http(script).await;
        check_echo(&session).await;
        let gaps = gaps(&session, "tasks/get");
        assert_eq!((gaps.len(), count(&served, "tasks/get")), (2, 3));
        assert!(gaps.iter().all(|gap| *gap >= Duration::from_millis(shortest)), "{poll}: {gaps:?}");
    }
}

#[tokio::test]
async fn a_task_that_wants_to_be_looked_at_in_a_thousand_years_can_be_given_up() {
    let script = calls([task("t", &json!(1e300)), Step::complete(&done())]);
    let (served, session) = http(script.on("tasks/cancel", [Step::complete(&json!({}))])).await;
    let call = session.request(echo().into_request()).await;
    wait_for(&session, |kind| matches!(kind, EntryKind::Note(Note::Task { .. }))).await;
    check_echo(&session).await;
    call.abort("enough").await;
    assert!(matches!(within(call.outcome()).await, Outcome::Cancelled { .. }));
    until_count(&served, "tasks/cancel", 1).await;
    assert_eq!(count(&served, "tasks/get"), 0);
}

#[tokio::test]
async fn a_task_without_any_sense_is_ended() {
    let lists = [json!({}), json!([]), json!(7), json!({ "q": {} }), json!({ "q": { "method": "ping" } })];
    for questions in lists {
        let asks = json!({ "taskId": "t", "status": "input_required", "inputRequests": questions });
        let finished = Step::complete(&json!({ "taskId": "t", "status": "completed", "result": done() }));
        let script = calls([task("t", &json!(0))]).on("tasks/get", [Step::complete(&asks), finished]);
        let (_served, session) = http(script).await;
        match outcome(&session).await {
            Outcome::Lost(fault) => assert_eq!(fault.code, FaultCode::InvalidResponse, "{questions}"),
            // No question at all is not an error: it is looked at again.
            other => assert!(matches!(other, Outcome::Answered(_)) && questions == json!({}), "{questions}"),
        }
    }
}

#[tokio::test]
async fn a_task_that_asks_without_end_is_left() {
    // Every time it asks for something new, and nobody has to be there to answer it.
    let mut looks: Vec<Step> = Vec::new();
    for round in 0..20 {
        let mut questions = json!({});
        for number in 0..64 {
            questions[format!("q-{round}-{number}")] = json!({ "method": "roots/list" });
        }
        let asks = json!({ "taskId": "t", "status": "input_required", "inputRequests": questions });
        looks.push(Step::complete(&asks));
    }
    looks.push(Step::complete(&json!({ "taskId": "t", "status": "completed", "result": done() })));
    let script = calls([task("t", &json!(0)), Step::complete(&done())])
        .on("tasks/get", looks)
        .on("tasks/update", [Step::complete(&json!({}))]);
    let (served, session) = http(script).await;
    assert_eq!(lost(&session).await.code, FaultCode::InvalidResponse);
    assert!(count(&served, "tasks/get") <= 20, "{}", count(&served, "tasks/get"));
    check_echo(&session).await;
}

#[tokio::test]
async fn an_acknowledgement_of_another_stream_is_none() {
    for over in BOTH {
        let ack = |id: Value| {
            let granted = json!({ "resourceSubscriptions": ["test://a"] });
            let params = json!({ "notifications": granted, "_meta": { "io.modelcontextprotocol/subscriptionId": id } });
            Part::notification("notifications/subscriptions/acknowledged", &params)
        };
        let acks = [json!(1), json!(99), json!("x"), json!(null), json!({}), json!(-1), json!(2.5)].map(ack);
        let mut config = any_era();
        config.peer.request_timeout = Duration::from_millis(200);
        let (served, session) =
            start(over, Script::modern().on(LISTEN, [Step::open_stream(acks)]), config).await;
        let fault = within(session.subscribe_resource("test://a")).await.expect_err("it is not granted");
        assert_eq!(fault.code, FaultCode::RequestTimeout, "{over:?}: {fault:?}");
        check_echo(&session).await;
        assert_eq!(count(&served, LISTEN), 1, "{over:?}");
    }
}

#[tokio::test]
async fn streams_that_end_at_once_for_ever_are_opened_with_pauses() {
    let ack = || Part::acknowledged(&json!({ "toolsListChanged": true }));
    let ends = [
        (Step::Stream { parts: vec![], end: End::Close }, true),
        (Step::Exit(0), true),
        (Step::complete(&json!({})), true),
        (Step::Http { status: 503, media: "text/plain".into(), body: "busy".into() }, true),
        (Step::stream([ack(), Part::complete(&json!({}))]), false),
        (Step::Stream { parts: vec![ack()], end: End::Break }, false),
    ];
    let mut running = Vec::new();
    for (end, grows) in ends {
        running.push(tokio::spawn(async move {
            let script =
                Script::modern_with(&json!({ "tools": { "listChanged": true } })).on(LISTEN, [end.clone()]);
            let mut config = any_era();
            config.peer.listen_for_lists = true;
            config.peer.auto_fetch = true;
            let (served, session) = start(Over::Http, script, config).await;
            until_count(&served, LISTEN, 3).await;
            let gaps = gaps(&session, LISTEN);
            assert!(gaps[0] >= Duration::from_millis(800), "{end:?}: {gaps:?}");
            let second = Duration::from_millis(if grows { 1600 } else { 800 });
            assert!(gaps[1] >= second, "{end:?}: {gaps:?}");
            // One listing in the beginning, and one for each time that news may have been missed.
            assert!(count(&served, "tools/list") <= 4, "{end:?}: {:?}", served.methods());
        }));
    }
    for check in running {
        within(check).await.expect("no check fails");
    }
}

#[tokio::test]
async fn a_flood_before_the_answer_is_read_and_bounded() {
    let log =
        Part::notification("notifications/message", &json!({ "level": "info", "data": "x".repeat(200) }));
    let mut parts = vec![log; 5000];
    parts.push(Part::complete(&done()));
    let mut config = any_era();
    config.log = LogLimits { messages: 100, others: 100, bytes: 1 << 20 };
    let (_served, session) = start(Over::Http, calls([Step::stream(parts)]), config).await;
    check_echo(&session).await;
    assert!(session.log().held_bytes() <= 1 << 20);
    assert!(entries(&session).len() <= 200);
}

#[tokio::test]
async fn a_server_that_answers_twice_is_heard_once() {
    let parts = [Part::complete(&done()), Part::complete(&json!({ "content": [] })), Part::complete(&done())];
    for over in BOTH {
        let (_served, session) = start(over, calls([Step::stream(parts.clone())]), any_era()).await;
        check_echo(&session).await;
        let duplicate = |kind: &EntryKind| matches!(kind, EntryKind::Note(Note::DuplicateAnswer { .. }));
        wait_for(&session, duplicate).await;
        check_echo(&session).await;
    }
}

#[tokio::test]
async fn a_revision_that_is_always_refused_is_not_tried_for_ever() {
    let refuse = Step::error(-32022, "no", &json!({ "supported": ["2026-07-28"] }));
    let (served, session) =
        http(Script::modern().on("tools/list", [refuse.clone()]).on("tools/call", [refuse])).await;
    for _ in 0..3 {
        assert!(matches!(outcome(&session).await, Outcome::Refused(_)));
        session.list_tools().await.expect_err("it is refused");
    }
    assert!(count(&served, "tools/call") <= 6 && count(&served, "tools/list") <= 6, "{:?}", served.methods());
}

#[tokio::test]
async fn headers_that_never_fit_are_not_tried_for_ever() {
    let script = calls([Step::unattributed(400, -32020, &Value::Null)])
        .on("tools/list", [Step::unattributed(400, -32020, &Value::Null)]);
    let (served, session) = http(script).await;
    for _ in 0..3 {
        assert!(matches!(outcome(&session).await, Outcome::Refused(_)));
    }
    assert!(count(&served, "tools/call") <= 6 && count(&served, "tools/list") <= 3, "{:?}", served.methods());
}

#[tokio::test]
async fn news_that_is_nonsense_is_told_and_changes_nothing() {
    let methods = [
        "notifications/subscriptions/acknowledged",
        "notifications/resources/updated",
        "notifications/tools/list_changed",
        "notifications/tasks",
        "notifications/progress",
        "notifications/cancelled",
        "notifications/elicitation/complete",
    ];
    let odd = [
        json!(null),
        json!([]),
        json!(7),
        json!({ "_meta": 7 }),
        json!({ "taskId": {}, "uri": [], "requestId": {} }),
    ];
    let mut parts: Vec<Part> = Vec::new();
    for method in methods {
        parts.extend(odd.iter().map(|params| Part::notification(method, params)));
    }
    parts.push(Part::complete(&done()));
    for over in BOTH {
        let served = Served::start(over, calls([Step::stream(parts.clone())]));
        let connecting = Session::connect_with(served.target(), any_era(), Responder::refuse());
        let session = within(connecting).await.expect("connected");
        check_echo(&session).await;
        check_echo(&session).await;
        assert_eq!(served.methods(), ["server/discover", "tools/call", "tools/call"], "{over:?}");
        assert_eq!(notes_like(&session, |note| matches!(note, Note::Listening { .. })), []);
    }
}
