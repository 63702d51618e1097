//! How answers come, and how requests are given up.

use crate::scene::{
    calls, check_echo, done, echo, http, lost, notes_like, notified, start, until_closed, until_count, within,
};
use crate::scripted::{Over, any_era};
use mcp_inspector_engine::core::entry::Note;
use mcp_inspector_engine::{FaultCode, Outcome};
use mcp_inspector_testkit::scripted::{End, Part, Script, Step};
use serde_json::json;
use std::time::Duration;

fn log(text: &str) -> Part {
    Part::notification("notifications/message", &json!({ "level": "info", "data": text }))
}

fn progress() -> Part {
    Part::notification("notifications/progress", &json!({ "progressToken": "$id", "progress": 1 }))
}

/// How many requests were something else than a POST.
fn others(served: &crate::scripted::Served) -> usize {
    served.http().requests().iter().filter(|request| request.method != "POST").count()
}

#[tokio::test]
async fn an_answer_is_the_same_as_json_and_as_a_stream() {
    let ways = [
        Step::complete(&done()),
        Step::stream([Part::complete(&done())]),
        Step::stream([log("one"), progress(), log("two"), progress(), Part::complete(&done())]),
        Step::stream([Part::Text(": keep-alive\n\n".into()), Part::complete(&done())]),
        Step::stream([Part::Text("id: 1\nretry: 5\ndata:\n\n".into()), Part::complete(&done())]),
    ];
    for way in ways {
        let (served, session) = http(calls([way.clone()])).await;
        let result = within(session.call_tool(echo().with_progress())).await.expect("it is answered");
        assert_eq!(result.get().expect("the result has its shape").text(), "done", "{way:?}");
        check_echo(&session).await;
        assert_eq!(others(&served), 0, "{way:?}");
        let strays = notes_like(&session, |note| matches!(note, Note::StrayProgress));
        // The second call wanted no progress, and its number is its id all the same.
        assert_eq!(strays, [], "{way:?}");
    }
}

#[tokio::test]
async fn notifications_come_before_the_answer_and_are_told_in_order() {
    let parts = [log("one"), progress(), log("two"), Part::complete(&done())];
    let (_served, session) = http(calls([Step::stream(parts)])).await;
    check_echo(&session).await;
    let expected = ["notifications/message", "notifications/progress", "notifications/message"];
    assert_eq!(notified(&session), expected);
}

#[tokio::test]
async fn progress_keeps_a_call_alive_and_its_notifications_are_seen_while_it_runs() {
    let parts = [progress(), Part::wait("seen"), Part::complete(&done())];
    let (served, session) = http(calls([Step::stream(parts)])).await;
    let mut notices = session.notifications();
    let call = session.request(echo().with_progress().into_request()).await;
    within(notices.next()).await.expect("progress comes before the answer");
    served.http().release("seen");
    within(call.result()).await.expect("it is answered");
}

#[tokio::test]
async fn giving_up_closes_the_connection_and_says_nothing() {
    let ways = [Step::Mute, Step::open_stream([log("working")]), Step::open_stream([])];
    for way in ways {
        let (served, session) = http(calls([way.clone(), Step::complete(&done())])).await;
        let call = session.request(echo().into_request()).await;
        until_count(&served, "tools/call", 1).await;
        for _ in 0..3 {
            call.abort("enough").await;
        }
        let reason = "enough".to_owned();
        assert_eq!(within(call.outcome()).await, Outcome::Cancelled { reason }, "{way:?}");
        until_closed(&served, "tools/call", 1).await;
        check_echo(&session).await;
        assert_eq!(served.methods(), ["server/discover", "tools/call", "tools/call"], "{way:?}");
        let closed = notes_like(&session, |note| matches!(note, Note::ExchangeClosed { .. }));
        assert_eq!(closed.len(), 1, "{way:?}");
    }
}

#[tokio::test]
async fn a_call_that_is_given_up_in_the_middle_of_a_flood_holds_up_nobody() {
    for _ in 0..5 {
        // Without an end, something of it always waits to be taken in.
        let flood = Step::open_stream(vec![log("working"); 5000]);
        let (served, session) = http(calls([flood, Step::complete(&done())])).await;
        let mut notices = session.notifications();
        let call = session.request(echo().into_request()).await;
        within(notices.next()).await.expect("it has begun");
        call.abort("enough").await;
        assert!(matches!(within(call.outcome()).await, Outcome::Cancelled { .. }));
        check_echo(&session).await;
        until_closed(&served, "tools/call", 1).await;
    }
}

#[tokio::test]
async fn a_call_that_takes_too_long_is_closed_and_nothing_is_said() {
    for way in [Step::Mute, Step::open_stream([log("working")])] {
        let (served, session) = http(calls([way.clone(), Step::complete(&done())])).await;
        let call = echo().timeout(Duration::from_millis(100)).into_request();
        let outcome = within(session.request(call).await.outcome()).await;
        let Outcome::Expired(fault) = outcome else { panic!("not expired: {outcome:?}") };
        assert_eq!(fault.code, FaultCode::RequestTimeout);
        until_closed(&served, "tools/call", 1).await;
        check_echo(&session).await;
        assert_eq!(served.methods(), ["server/discover", "tools/call", "tools/call"], "{way:?}");
    }
}

#[tokio::test]
async fn a_list_that_is_given_up_is_closed_too() {
    let mut config = any_era();
    config.peer.request_timeout = Duration::from_millis(100);
    let script = Script::modern().on("tools/list", [Step::Mute]);
    let (served, session) = start(Over::Http, script, config).await;
    let fault = within(session.list_tools()).await.expect_err("it is never answered");
    assert_eq!(fault.code, FaultCode::RequestTimeout);
    until_closed(&served, "tools/list", 1).await;
    assert_eq!(crate::scene::count(&served, "notifications/cancelled"), 0);
}

#[tokio::test]
async fn stopping_closes_what_is_open_and_says_nothing() {
    let (served, session) = http(calls([Step::Mute])).await;
    let call = session.request(echo().into_request()).await;
    until_count(&served, "tools/call", 1).await;
    session.stop().await;
    assert_eq!(call.result().await.expect_err("stopped").code, FaultCode::Shutdown);
    until_closed(&served, "tools/call", 1).await;
    assert_eq!(served.methods(), ["server/discover", "tools/call"]);
}

#[tokio::test]
async fn a_stream_that_breaks_loses_the_call_and_is_not_resumed() {
    let id = Part::Text("id: 7\nretry: 0\ndata:\n\n".into());
    let cut = Part::Text("data: {\"jsonrpc\":\"2.0\",\"id\":\"$id\",\"res".into());
    let ways = [
        Step::Stream { parts: vec![log("working")], end: End::Break },
        Step::Stream { parts: vec![id.clone(), cut], end: End::Break },
        Step::Stream { parts: vec![id.clone()], end: End::Close },
        Step::Stream { parts: vec![], end: End::Close },
        Step::Stream { parts: vec![], end: End::Break },
        Step::Exit(0),
    ];
    for way in ways {
        let (served, session) = http(calls([way.clone(), Step::complete(&done())])).await;
        let fault = lost(&session).await;
        assert_eq!(fault.code, FaultCode::TransportError, "{way:?}: {fault:?}");
        check_echo(&session).await;
        assert_eq!(others(&served), 0, "{way:?}: nothing is resumed");
        assert_eq!(served.methods(), ["server/discover", "tools/call", "tools/call"], "{way:?}");
    }
}

#[tokio::test]
async fn an_answer_to_another_request_is_no_answer() {
    let other = r#"{"jsonrpc":"2.0","id":4711,"result":{}}"#;
    let ways = [Step::Say(other.into()), Step::stream([Part::Message(other.into())])];
    for way in ways {
        let (_served, session) = http(calls([way.clone(), Step::complete(&done())])).await;
        let fault = lost(&session).await;
        assert!(
            matches!(fault.code, FaultCode::InvalidResponse | FaultCode::TransportError),
            "{way:?}: {fault:?}"
        );
        let strays = notes_like(&session, |note| matches!(note, Note::UnknownAnswer { .. }));
        assert_eq!(strays.len(), 1, "{way:?}");
        check_echo(&session).await;
    }
}

#[tokio::test]
async fn a_result_that_says_it_is_something_else_is_not_taken() {
    for word in [json!("later"), json!(7), json!(null), json!({})] {
        let mut result = done();
        result["resultType"] = word.clone();
        let (_served, session) = http(calls([Step::result(&result)])).await;
        assert_eq!(lost(&session).await.code, FaultCode::InvalidResponse, "{word}");
    }
    // A server that says nothing about it means that it is complete.
    let (_served, session) = http(calls([Step::result(&done())])).await;
    check_echo(&session).await;
}

#[tokio::test]
async fn many_calls_at_once_each_get_their_own_answer() {
    let mut config = any_era();
    config.peer.concurrency = 32;
    let text =
        r#"{"jsonrpc":"2.0","id":"$id","result":{"content":[{"type":"text","text":"done"}],"n":"$id"}}"#;
    let stream = Step::stream([log("working"), Part::Message(text.into())]);
    let (served, session) = start(Over::Http, calls([stream]), config).await;
    let mut running = Vec::new();
    for _ in 0..100 {
        running.push(session.request(echo().into_request()).await);
    }
    let mut answered = Vec::new();
    for call in running {
        let result = within(call.result()).await.expect("it is answered");
        answered.push(result.member("n").and_then(|n| n.read::<i64>().ok()).expect("its number"));
    }
    let mut sorted = answered.clone();
    sorted.sort_unstable();
    assert_eq!(answered, sorted, "each call has the answer to its own request");
    sorted.dedup();
    assert_eq!((sorted.len(), crate::scene::count(&served, "tools/call")), (100, 100));
}
