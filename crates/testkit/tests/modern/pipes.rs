//! What differs over pipes: everything shares one channel, and requests are given up with words.

use crate::scene::{calls, check_echo, count, done, echo, notes_like, notified, start, until_count, within};
use crate::scripted::{Over, Served, any_era};
use crate::support::wait_for;
use mcp_inspector_engine::core::entry::{EntryKind, Note};
use mcp_inspector_engine::core::peer::config::Delays;
use mcp_inspector_engine::core::peer::phase::PhaseName;
use mcp_inspector_engine::{FaultCode, Outcome, Session};
use mcp_inspector_testkit::scripted::{Part, Script, Step};
use serde_json::{Value, json};
use std::time::Duration;

const LISTEN: &str = "subscriptions/listen";

async fn pipe(script: Script) -> (Served, Session) {
    start(Over::Stdio, script, any_era()).await
}

fn granted(uris: &[&str]) -> Part {
    Part::acknowledged(&json!({ "resourceSubscriptions": uris }))
}

#[tokio::test]
async fn giving_up_is_told_to_the_server() {
    let (served, session) = pipe(calls([Step::Mute, Step::complete(&done())])).await;
    let call = session.request(echo().into_request()).await;
    until_count(&served, "tools/call", 1).await;
    call.abort("enough").await;
    assert!(matches!(within(call.outcome()).await, Outcome::Cancelled { .. }));
    check_echo(&session).await;
    let expected = ["server/discover", "tools/call", "notifications/cancelled", "tools/call"];
    assert_eq!(served.methods(), expected);
    let told = &served.messages("notifications/cancelled")[0];
    assert_eq!(told["params"]["requestId"], served.messages("tools/call")[0]["id"]);
    assert_eq!(told["params"]["reason"], "enough");
}

#[tokio::test]
async fn a_call_that_takes_too_long_is_told_and_its_late_answer_only_noted() {
    let late = Step::complete(&done()).after("notifications/cancelled");
    let (served, session) = pipe(calls([late, Step::complete(&done())])).await;
    let call = echo().timeout(Duration::from_millis(50));
    let fault = within(session.call_tool(call)).await.expect_err("it takes too long");
    assert_eq!(fault.code, FaultCode::RequestTimeout);
    wait_for(&session, |kind| matches!(kind, EntryKind::Note(Note::LateAnswer { .. }))).await;
    check_echo(&session).await;
    assert_eq!(count(&served, "notifications/cancelled"), 1);
}

#[tokio::test]
async fn the_end_of_a_stream_is_told_once_and_the_next_one_is_open_before() {
    let first = Step::open_stream([granted(&["test://a"])]);
    // News of the first stream come between the request for the second and its acknowledgement.
    let second = Step::open_stream([
        Part::notification(
            "notifications/resources/updated",
            &json!({ "uri": "test://a", "_meta": { "io.modelcontextprotocol/subscriptionId": 2 } }),
        ),
        granted(&["test://a", "test://b"]),
    ]);
    let (served, session) = pipe(Script::modern().on(LISTEN, [first, second])).await;
    within(session.subscribe_resource("test://a")).await.expect("it is granted");
    within(session.subscribe_resource("test://b")).await.expect("it is granted");
    until_count(&served, "notifications/cancelled", 1).await;
    let streams: Vec<Value> = served.messages(LISTEN).iter().map(|listen| listen["id"].clone()).collect();
    assert_eq!(streams, [json!(2), json!(3)]);
    assert_eq!(served.messages("notifications/cancelled")[0]["params"]["requestId"], 2);
    assert_eq!(notes_like(&session, |note| matches!(note, Note::StraySubscription { .. })), []);
    let updated = notified(&session).iter().filter(|name| *name == "notifications/resources/updated").count();
    assert_eq!(updated, 1);
}

#[tokio::test]
async fn news_that_names_no_stream_of_ours_is_noted_and_told() {
    for id in [json!(77), json!("sub-1"), Value::Null] {
        let news = Part::notification(
            "notifications/resources/updated",
            &json!({ "uri": "test://a", "_meta": { "io.modelcontextprotocol/subscriptionId": id } }),
        );
        let step = Step::open_stream([granted(&["test://a"]), Part::wait("tools/call"), news]);
        let (_served, session) = pipe(Script::modern().on(LISTEN, [step])).await;
        within(session.subscribe_resource("test://a")).await.expect("it is granted");
        check_echo(&session).await;
        wait_for(&session, |kind| matches!(kind, EntryKind::Note(Note::StraySubscription { .. }))).await;
    }
}

#[tokio::test]
async fn a_stream_whose_id_comes_back_as_text_is_understood() {
    let ack = Part::notification(
        "notifications/subscriptions/acknowledged",
        &json!({
            "notifications": { "resourceSubscriptions": ["test://a"] },
            "_meta": { "io.modelcontextprotocol/subscriptionId": "2" },
        }),
    );
    let (_served, session) = pipe(Script::modern().on(LISTEN, [Step::open_stream([ack])])).await;
    within(session.subscribe_resource("test://a")).await.expect("it is granted");
}

#[tokio::test]
async fn a_stream_that_the_server_cancels_is_opened_again() {
    let cancelled =
        Part::notification("notifications/cancelled", &json!({ "requestId": "$id", "reason": "bye" }));
    let steps =
        [Step::open_stream([granted(&["test://a"]), cancelled]), Step::open_stream([granted(&["test://a"])])];
    let (served, session) = pipe(Script::modern().on(LISTEN, steps)).await;
    within(session.subscribe_resource("test://a")).await.expect("it is granted");
    until_count(&served, LISTEN, 2).await;
    let ended = notes_like(&session, |note| matches!(note, Note::ListenEnded { .. }));
    assert_eq!(ended.len(), 1, "{ended:?}");
}

#[tokio::test]
async fn a_stream_that_the_server_ends_is_opened_again() {
    let steps = [
        Step::stream([granted(&["test://a"]), Part::complete(&json!({}))]),
        Step::open_stream([granted(&["test://a"])]),
    ];
    let (served, session) = pipe(Script::modern().on(LISTEN, steps)).await;
    within(session.subscribe_resource("test://a")).await.expect("it is granted");
    until_count(&served, LISTEN, 2).await;
    assert_eq!(count(&served, "notifications/cancelled"), 0, "it is over already");
}

#[tokio::test]
async fn subscriptions_are_made_again_when_the_process_is_started_again() {
    let script = Script::modern()
        .on(LISTEN, [Step::open_stream([granted(&["test://a"])])])
        .on("tools/call", [Step::Exit(3)]);
    let served = Served::start(Over::Stdio, script);
    let mut config = any_era();
    config.peer.retry.limit = Some(1);
    config.peer.retry.delays = Delays::Steps(vec![Duration::ZERO]);
    let session = crate::scripted::connected(&served, config).await;
    within(session.subscribe_resource("test://a")).await.expect("it is granted");
    let fault = within(session.call_tool(echo())).await.expect_err("the process ends");
    assert_eq!(fault.code, FaultCode::ProcessCrashed);
    until_count(&served, LISTEN, 2).await;
    assert_eq!(session.phase(), PhaseName::Ready);
    assert_eq!(served.methods(), ["server/discover", LISTEN, "tools/call", "server/discover", LISTEN]);
    assert_eq!(served.starts(), 2);
}

#[tokio::test]
async fn a_request_of_the_server_is_noted_and_not_answered() {
    let ask = r#"{"jsonrpc":"2.0","id":"s-1","method":"sampling/createMessage","params":{}}"#;
    let ping = r#"{"jsonrpc":"2.0","id":"s-2","method":"ping"}"#;
    let parts = [Part::Message(ask.into()), Part::Message(ping.into()), Part::complete(&done())];
    let (served, session) = pipe(calls([Step::stream(parts)])).await;
    check_echo(&session).await;
    check_echo(&session).await;
    let noted = notes_like(&session, |note| matches!(note, Note::UnexpectedRequest { .. }));
    assert_eq!(noted.len(), 4);
    assert_eq!(served.methods(), ["server/discover", "tools/call", "tools/call"]);
    assert!(session.view().asks.is_empty());
}

#[tokio::test]
async fn answers_come_in_any_order_and_between_each_other() {
    // The first call is answered after the last one came.
    let steps = [Step::complete(&done()).after("completion/complete"), Step::complete(&done())];
    let script =
        calls(steps).on("completion/complete", [Step::complete(&json!({ "completion": { "values": [] } }))]);
    let (served, session) = pipe(script).await;
    let slow = session.request(echo().into_request()).await;
    check_echo(&session).await;
    let reference = json!({ "type": "ref/prompt", "name": "p" });
    session.complete(&reference, "a", "", None).await.expect("completions");
    within(slow.result()).await.expect("it is answered in the end");
    assert_eq!(count(&served, "tools/call"), 2);
}
