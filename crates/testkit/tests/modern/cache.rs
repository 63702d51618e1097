//! Answers that the server allowed to be kept.

use crate::scene::{BOTH, check_echo, count, notes_like, start, within};
use crate::scripted::any_era;
use crate::support::wait_for;
use mcp_inspector_engine::core::entry::{EntryKind, Note};
use mcp_inspector_engine::{CallRequest, List, Raw, Session};
use mcp_inspector_testkit::scripted::{Part, Script, Step};
use serde_json::{Value, json};

const HOUR: i64 = 3_600_000;

fn tools(ttl: &Value) -> Step {
    Step::complete(&json!({ "tools": [], "ttlMs": ttl, "cacheScope": "private" }))
}

async fn read_cached(session: &Session, uri: &str) -> Raw {
    let mut request = CallRequest::new("resources/read", Some(Raw::of(&json!({ "uri": uri }))));
    request.options.cached = true;
    within(session.request(request).await.result()).await.expect("it is read")
}

#[tokio::test]
async fn a_list_that_may_be_kept_is_fetched_once_by_those_who_are_content_with_it() {
    for over in BOTH {
        let page = |cursor: &Value| {
            Step::complete(
                &json!({ "tools": [], "ttlMs": HOUR, "cacheScope": "public", "nextCursor": cursor }),
            )
        };
        let second = Step::complete(&json!({ "tools": [], "ttlMs": HOUR, "cacheScope": "public" }));
        let script = Script::modern()
            .on("tools/list", [page(&json!("two")), second.clone(), page(&json!("two")), second]);
        let (served, session) = start(over, script, any_era()).await;
        let pages = session.list_pages_cached(List::Tools).await.expect("tools");
        for _ in 0..3 {
            assert_eq!(session.list_pages_cached(List::Tools).await.expect("tools"), pages);
        }
        assert_eq!((pages.len(), count(&served, "tools/list")), (2, 2), "{over:?}");
        assert_eq!(notes_like(&session, |note| matches!(note, Note::FromCache { .. })).len(), 3);
        session.list_pages(List::Tools).await.expect("tools");
        assert_eq!(count(&served, "tools/list"), 4, "whoever wants news gets news");
    }
}

#[tokio::test]
async fn what_may_not_be_kept_is_not() {
    for ttl in [json!(0), json!(-1), json!(-1e300), json!(1e300), json!("3600000"), json!(null), json!([1])] {
        for over in BOTH {
            let (served, session) =
                start(over, Script::modern().on("tools/list", [tools(&ttl)]), any_era()).await;
            for _ in 0..2 {
                session.list_pages_cached(List::Tools).await.expect("tools");
            }
            assert_eq!(count(&served, "tools/list"), 2, "{over:?} {ttl}");
        }
    }
    let endless = tools(&json!(u64::MAX));
    let (served, session) = start(BOTH[0], Script::modern().on("tools/list", [endless]), any_era()).await;
    for _ in 0..2 {
        session.list_pages_cached(List::Tools).await.expect("tools");
    }
    assert_eq!(count(&served, "tools/list"), 1, "a very long time is a time");
}

#[tokio::test]
async fn a_resource_is_kept_by_its_uri_until_news_of_it_comes() {
    for over in BOTH {
        let parts = [
            Part::acknowledged(&json!({ "resourceSubscriptions": ["test://a"] })),
            Part::wait("tools/call"),
            Part::news("notifications/resources/updated", &json!({ "uri": "test://a" })),
        ];
        let script = Script::modern()
            .on("resources/read", [Step::complete(&json!({ "contents": [], "ttlMs": HOUR }))])
            .on("subscriptions/listen", [Step::open_stream(parts)]);
        let (served, session) = start(over, script, any_era()).await;
        within(session.subscribe_resource("test://a")).await.expect("it is granted");
        for uri in ["test://a", "test://a", "test://b", "test://b"] {
            read_cached(&session, uri).await;
        }
        assert_eq!(count(&served, "resources/read"), 2, "{over:?}");
        check_echo(&session).await;
        let is_news = |kind: &EntryKind| match kind {
            EntryKind::Frame { frame, .. } => {
                frame.message().and_then(|message| message.method())
                    == Some("notifications/resources/updated")
            }
            _ => false,
        };
        wait_for(&session, is_news).await;
        for uri in ["test://a", "test://b"] {
            read_cached(&session, uri).await;
        }
        assert_eq!(count(&served, "resources/read"), 3, "{over:?}: only `a` is read again");
    }
}

#[tokio::test]
async fn what_was_answered_after_a_question_is_not_kept() {
    let ask = json!({ "a": { "method": "roots/list" } });
    let steps = [
        Step::result(&json!({ "resultType": "input_required", "inputRequests": ask })),
        Step::complete(&json!({ "contents": [], "ttlMs": HOUR })),
    ];
    let (served, session) = start(BOTH[0], Script::modern().on("resources/read", steps), any_era()).await;
    read_cached(&session, "test://a").await;
    assert_eq!(count(&served, "resources/read"), 2);
    read_cached(&session, "test://a").await;
    assert_eq!(count(&served, "resources/read"), 3);
}

#[tokio::test]
async fn nothing_is_kept_over_a_reconnect() {
    for over in BOTH {
        let script = Script::modern().on("tools/list", [tools(&json!(HOUR))]);
        let (served, session) = start(over, script, any_era()).await;
        session.list_pages_cached(List::Tools).await.expect("tools");
        session.stop().await;
        session.reconnect().await.expect("the session lives");
        within(session.list_pages_cached(List::Tools)).await.expect("tools");
        assert_eq!(count(&served, "tools/list"), 2, "{over:?}");
    }
}
