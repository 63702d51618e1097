//! `subscriptions/listen`: granted, used, ended, opened again.

use crate::scene::{
    BOTH, check_echo, count, http, notes_like, posts, start, until_closed, until_count, within,
};
use crate::scripted::{Over, any_era, connected};
use crate::support::{notes, wait_for};
use mcp_inspector_engine::core::entry::{EntryKind, Note};
use mcp_inspector_engine::core::peer::config::Delays;
use mcp_inspector_engine::core::peer::phase::PhaseName;
use mcp_inspector_engine::{FaultCode, Notice, Session};
use mcp_inspector_testkit::scripted::{End, Part, Script, Step};
use serde_json::{Value, json};
use std::time::Duration;

const LISTEN: &str = "subscriptions/listen";

fn granted(uris: &[&str]) -> Part {
    Part::acknowledged(&json!({ "resourceSubscriptions": uris }))
}

fn updated(uri: &str) -> Part {
    Part::news("notifications/resources/updated", &json!({ "uri": uri }))
}

fn listens(steps: impl IntoIterator<Item = Step>) -> Script {
    Script::modern().on(LISTEN, steps)
}

async fn subscribe(session: &Session, uri: &str) {
    within(session.subscribe_resource(uri)).await.expect("it is granted");
}

/// Waits for news of a resource and says which.
async fn next_update(notices: &mut mcp_inspector_engine::session::Notices) -> String {
    loop {
        let notice = within(notices.next()).await.expect("the session lives");
        if let Notice::Notification { method, params: Some(params), .. } = notice
            && method == "notifications/resources/updated"
        {
            return params.text_member("uri").expect("it names its resource");
        }
    }
}

#[tokio::test]
async fn a_subscription_is_a_stream_and_its_news_are_told() {
    for over in BOTH {
        let parts = [granted(&["test://a"]), Part::wait("tools/call"), updated("test://a/part")];
        let (served, session) = start(over, listens([Step::open_stream(parts)]), any_era()).await;
        let mut notices = session.notifications();
        subscribe(&session, "test://a").await;
        let filter = &served.messages(LISTEN)[0]["params"]["notifications"];
        assert_eq!(filter, &json!({ "resourceSubscriptions": ["test://a"] }));
        check_echo(&session).await;
        assert_eq!(next_update(&mut notices).await, "test://a/part");
        assert_eq!(notes_like(&session, |note| matches!(note, Note::StraySubscription { .. })), []);
        assert_eq!(count(&served, "resources/subscribe"), 0, "{over:?}: there is no such method any more");
    }
}

#[tokio::test]
async fn lists_are_listened_for_and_fetched_when_they_change() {
    for over in BOTH {
        let changed = Part::news("notifications/tools/list_changed", &json!({}));
        let granted = Part::acknowledged(&json!({ "toolsListChanged": true }));
        let script = Script::modern_with(&json!({ "tools": { "listChanged": true } }))
            .on(LISTEN, [Step::open_stream([granted, Part::wait("tools/call"), changed])]);
        let mut config = any_era();
        config.peer.listen_for_lists = true;
        config.peer.auto_fetch = true;
        let (served, session) = start(over, script, config).await;
        until_count(&served, LISTEN, 1).await;
        until_count(&served, "tools/list", 1).await;
        let filter = &served.messages(LISTEN)[0]["params"]["notifications"];
        assert_eq!(filter, &json!({ "toolsListChanged": true }), "only what the server can tell");
        wait_for(&session, |kind| matches!(kind, EntryKind::Note(Note::Listening { .. }))).await;
        check_echo(&session).await;
        until_count(&served, "tools/list", 2).await;
    }
}

#[tokio::test]
async fn another_subscription_is_another_stream_and_the_first_is_closed_when_it_is_granted() {
    let second = [granted(&["test://a", "test://b"]), updated("test://b")];
    let steps = [Step::open_stream([granted(&["test://a"])]), Step::open_stream(second)];
    let (served, session) = http(listens(steps)).await;
    let mut notices = session.notifications();
    subscribe(&session, "test://a").await;
    subscribe(&session, "test://b").await;
    until_closed(&served, LISTEN, 1).await;
    assert_eq!(next_update(&mut notices).await, "test://b");
    let filters: Vec<Value> =
        served.messages(LISTEN).iter().map(|listen| listen["params"]["notifications"].clone()).collect();
    assert_eq!(
        filters,
        [
            json!({ "resourceSubscriptions": ["test://a"] }),
            json!({ "resourceSubscriptions": ["test://a", "test://b"] }),
        ]
    );
    within(session.unsubscribe_resource("test://b")).await.expect("one is enough");
    until_closed(&served, LISTEN, 2).await;
    assert_eq!(count(&served, LISTEN), 3);
    assert_eq!(count(&served, "notifications/cancelled"), 0);
}

#[tokio::test]
async fn the_last_subscription_that_goes_closes_the_stream() {
    let (served, session) = http(listens([Step::open_stream([granted(&["test://a"])])])).await;
    subscribe(&session, "test://a").await;
    within(session.unsubscribe_resource("test://a")).await.expect("it is given up");
    until_closed(&served, LISTEN, 1).await;
    check_echo(&session).await;
    assert_eq!(served.methods(), ["server/discover", LISTEN, "tools/call"]);
}

#[tokio::test]
async fn what_is_not_granted_is_said_so() {
    for over in BOTH {
        let (_served, session) = start(over, listens([Step::open_stream([granted(&[])])]), any_era()).await;
        let fault = within(session.subscribe_resource("test://a")).await.expect_err("it is not granted");
        assert_eq!(fault.code, FaultCode::CapabilityMissing);
        assert!(fault.message.contains("test://a"), "{fault}");
    }
}

#[tokio::test]
async fn a_refused_stream_is_the_answer_to_the_subscription() {
    for over in BOTH {
        let refuse = Step::error(-32602, "no such resource", &Value::Null);
        let (served, session) = start(over, listens([refuse]), any_era()).await;
        let fault = within(session.subscribe_resource("test://a")).await.expect_err("it is refused");
        assert_eq!(fault.rpc_code(), Some(-32602));
        check_echo(&session).await;
        assert_eq!(count(&served, LISTEN), 1);
    }
}

#[tokio::test]
async fn a_stream_that_the_server_ends_is_opened_again() {
    let ends = [
        Step::stream([granted(&["test://a"]), Part::complete(&json!({}))]),
        Step::Stream { parts: vec![granted(&["test://a"])], end: End::Close },
        Step::Stream { parts: vec![granted(&["test://a"])], end: End::Break },
    ];
    for end in ends {
        let again = Step::open_stream([granted(&["test://a"]), updated("test://a")]);
        let (served, session) = http(listens([end.clone(), again])).await;
        let mut notices = session.notifications();
        subscribe(&session, "test://a").await;
        assert_eq!(next_update(&mut notices).await, "test://a", "{end:?}");
        let [first, second] = served.messages(LISTEN).try_into().expect("it is opened once more");
        assert_eq!(first["params"]["notifications"], second["params"]["notifications"]);
        assert_ne!(first["id"], second["id"]);
        assert_eq!(notes_like(&session, |note| matches!(note, Note::ListenEnded { .. })).len(), 1);
        assert!(posts(&served, LISTEN).iter().all(|post| post.header("Last-Event-ID").is_none()));
    }
}

#[tokio::test]
async fn a_stream_that_ends_is_opened_again_although_another_subscription_was_refused_before() {
    let steps = [
        Step::error(-32602, "no such resource", &Value::Null),
        Step::stream([granted(&["test://b"]), Part::complete(&json!({}))]),
        Step::open_stream([granted(&["test://b"]), updated("test://b")]),
    ];
    let (served, session) = http(listens(steps)).await;
    let mut notices = session.notifications();
    within(session.subscribe_resource("test://a")).await.expect_err("it is refused");
    subscribe(&session, "test://b").await;
    let again = tokio::time::timeout(Duration::from_secs(5), next_update(&mut notices)).await;
    assert_eq!(again.as_deref(), Ok("test://b"), "{:?} {:#?}", served.methods(), notes(&session));
}

#[tokio::test]
async fn a_stream_that_ends_is_opened_again_although_another_subscription_was_refused_since() {
    let ends = [granted(&["test://a"]), Part::wait("tools/call"), Part::complete(&json!({}))];
    let steps = [
        Step::stream(ends),
        Step::error(-32602, "no such resource", &Value::Null),
        Step::open_stream([granted(&["test://a"]), updated("test://a")]),
    ];
    let (_served, session) = http(listens(steps)).await;
    let mut notices = session.notifications();
    subscribe(&session, "test://a").await;
    within(session.subscribe_resource("test://b")).await.expect_err("it is refused");
    check_echo(&session).await;
    let again = tokio::time::timeout(Duration::from_secs(5), next_update(&mut notices)).await;
    assert_eq!(again.as_deref(), Ok("test://a"), "{:#?}", notes(&session));
}

#[tokio::test]
async fn a_subscription_does_not_fail_with_the_refusal_of_another() {
    let steps = [
        Step::stream([
            Part::wait("tools/call"),
            Part::Message(r#"{"jsonrpc":"2.0","id":"$id","error":{"code":-32602,"message":"not a"}}"#.into()),
        ]),
        Step::open_stream([granted(&["test://b"])]),
    ];
    let (served, session) = http(listens(steps)).await;
    let (first, second, ()) = tokio::join!(
        within(session.subscribe_resource("test://a")),
        async {
            until_count(&served, LISTEN, 1).await;
            within(session.subscribe_resource("test://b")).await
        },
        async {
            until_count(&served, LISTEN, 1).await;
            check_echo(&session).await;
        }
    );
    assert_eq!(first.expect_err("it is refused").rpc_code(), Some(-32602));
    second.expect("nobody refused it");
}

#[tokio::test]
async fn subscriptions_are_made_again_with_the_next_connection() {
    for over in BOTH {
        let (served, session) =
            start(over, listens([Step::open_stream([granted(&["test://a"])])]), any_era()).await;
        subscribe(&session, "test://a").await;
        session.stop().await;
        session.reconnect().await.expect("the session lives");
        assert!(session.reached(PhaseName::Ready).await);
        until_count(&served, LISTEN, 2).await;
        assert_eq!(served.methods(), ["server/discover", LISTEN, "server/discover", LISTEN], "{over:?}");
    }
}

#[tokio::test]
async fn a_subscription_that_was_lost_with_the_connection_is_not_made_again() {
    let script = listens([Step::Exit(1)]);
    let served = crate::scripted::Served::start(Over::Stdio, script);
    let mut config = any_era();
    config.peer.retry.limit = Some(1);
    config.peer.retry.delays = Delays::Steps(vec![Duration::ZERO]);
    let session = connected(&served, config).await;
    let fault = within(session.subscribe_resource("test://a")).await.expect_err("the process ends");
    assert_eq!(fault.code, FaultCode::ProcessCrashed);
    until_count(&served, "server/discover", 2).await;
    assert!(session.reached(PhaseName::Ready).await);
    // A stream would be asked for before the call; the process that ends with it answers no call.
    let answered = within(session.call_tool(crate::scene::echo())).await;
    assert_eq!(count(&served, LISTEN), 1, "whoever wanted it was told that it failed");
    answered.expect("the second process lives");
}

#[tokio::test]
async fn a_server_without_the_method_is_asked_once() {
    for over in BOTH {
        let mut config = any_era();
        config.peer.listen_for_lists = true;
        let (served, session) = start(over, Script::modern(), config).await;
        let ended = wait_for(&session, |kind| matches!(kind, EntryKind::Note(Note::ListenEnded { .. })));
        ended.await;
        check_echo(&session).await;
        assert_eq!(count(&served, LISTEN), 1, "{over:?}");
    }
}

#[tokio::test]
async fn a_server_that_cannot_tell_is_not_asked() {
    let script = Script::modern_with(&json!({ "tools": {}, "resources": {} }));
    let mut config = any_era();
    config.peer.listen_for_lists = true;
    let (served, session) = start(Over::Http, script, config).await;
    check_echo(&session).await;
    let fault = within(session.subscribe_resource("test://a")).await.expect_err("not advertised");
    assert_eq!(fault.code, FaultCode::CapabilityMissing);
    assert_eq!(served.methods(), ["server/discover", "tools/call"]);
}

#[tokio::test]
async fn a_subscribed_resource_is_read_again_when_it_changes() {
    let steps = [Step::open_stream([granted(&["test://a"]), updated("test://a")])];
    let script = listens(steps).on("resources/read", [Step::complete(&json!({ "contents": [] }))]);
    let mut config = any_era();
    config.peer.auto_fetch = true;
    let (served, session) = start(Over::Http, script, config).await;
    subscribe(&session, "test://a").await;
    until_count(&served, "resources/read", 1).await;
    assert_eq!(served.messages("resources/read")[0]["params"]["uri"], "test://a");
}
