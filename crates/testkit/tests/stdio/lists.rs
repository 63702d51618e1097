//! Lists and resources: pages, cursors, broken items, and news of changes.

use crate::scene::{check_echo, echo, hint, methods_sent, ready, ready_with, until};
use crate::support::quick;
use mcp_inspector_engine::core::command::List;
use mcp_inspector_engine::core::view::View;
use mcp_inspector_engine::{FaultCode, SessionConfig};

fn fetching() -> SessionConfig {
    let mut config = quick();
    config.peer.auto_fetch = true;
    config
}

fn names(view: &View, list: List) -> Vec<String> {
    view.catalog.items(list).iter().filter_map(|item| item.text_member("name")).collect()
}

#[tokio::test]
async fn pages_are_followed_to_the_last() {
    let session = ready(&["paged", "5"]).await;
    let tools = session.list_tools().await.expect("a list");
    let names: Vec<&str> = tools.valid().map(|tool| tool.name.as_str()).collect();
    assert_eq!(names, ["echo", "sleep", "fail", "tool-2", "tool-3", "tool-4", "tool-5"]);
    assert_eq!(tools.pages.len(), 5);
    let view = session.view();
    assert!(view.catalog.list(List::Tools).is_some_and(|list| list.is_complete && list.items.len() == 7));
}

#[tokio::test]
async fn an_endless_list_ends_at_the_page_limit() {
    let mut config = quick();
    config.peer.page_limit = 20;
    let session = ready_with(&["endless-cursor"], config).await;
    let fault = session.list_tools().await.expect_err("it has no end");
    assert_eq!(fault.code, FaultCode::EndlessList);
    assert_eq!(fault.message, "`tools/list` has more than 20 pages");
    assert!(hint(&fault).contains("nextCursor"), "{fault:?}");
    let view = session.view();
    let list = view.catalog.list(List::Tools).expect("what came is shown");
    assert_eq!((list.items.len(), list.is_complete), (20, false));
    check_echo(&session, "the session goes on").await;
}

#[tokio::test]
async fn a_cursor_that_comes_twice_ends_the_list() {
    let session = ready(&["cyclic-cursor"]).await;
    let fault = session.list_tools().await.expect_err("it goes in circles");
    assert_eq!(fault.code, FaultCode::EndlessList);
    assert_eq!(fault.message, r#"`tools/list` gave the cursor "again" twice, after 2 pages"#);
    assert_eq!(methods_sent(&session).iter().filter(|method| *method == "tools/list").count(), 2);
}

#[tokio::test]
async fn a_broken_tool_stays_visible_with_the_reason() {
    let session = ready(&["bad-tool"]).await;
    let tools = session.list_tools().await.expect("a list");
    assert_eq!(tools.valid().map(|tool| tool.name.as_str()).collect::<Vec<_>>(), ["echo"]);
    let broken: Vec<_> = tools.broken().collect();
    assert_eq!(broken.len(), 2);
    assert!(broken[0].1.reason.contains("integer `5`"), "{broken:?}");
    assert_eq!(broken[0].0.member("name").map(|name| name.as_str().to_owned()).as_deref(), Some("5"));
    assert!(broken[1].1.reason.contains("inputSchema"), "{broken:?}");
    assert_eq!(session.view().catalog.items(List::Tools).len(), 3);
}

#[tokio::test]
async fn lists_are_fetched_on_connect_and_again_when_they_change() {
    let session = ready_with(&["list-changes"], fetching()).await;
    let view = until(&session, |view| view.catalog.list(List::Prompts).is_some()).await;
    assert_eq!(names(&view, List::Tools), ["echo", "sleep", "fail"]);
    assert_eq!(names(&view, List::Resources), ["counter"]);
    assert_eq!(names(&view, List::Templates), ["item"]);
    assert_eq!(names(&view, List::Prompts), ["greet"]);
    for added in ["added-1", "added-2"] {
        check_echo(&session, "change").await;
        until(&session, |view| names(view, List::Tools).last().is_some_and(|name| name == added)).await;
    }
    let view = session.view();
    assert_eq!(names(&view, List::Tools).len(), 5);
    assert!(view.notices.iter().any(|(_, method)| method == "notifications/tools/list_changed"));
}

#[tokio::test]
async fn without_auto_fetch_a_change_is_only_shown() {
    let session = ready(&["list-changes"]).await;
    check_echo(&session, "change").await;
    until(&session, |view| !view.notices.is_empty()).await;
    session.ping().await.expect("anything sent before this would be answered by now");
    assert!(!methods_sent(&session).contains(&"tools/list".to_owned()));
}

#[tokio::test]
async fn a_subscribed_resource_is_read_again_when_it_changes() {
    const COUNTER: &str = "test://counter";
    let session = ready_with(&["updates"], fetching()).await;
    check_echo(&session, "nobody has subscribed").await;
    assert!(session.view().updates.is_empty());
    session.subscribe_resource(COUNTER).await.expect("it can be subscribed to");
    let reads = |view: &View| {
        view.calls.iter().filter(|call| call.method == "resources/read" && call.end.is_some()).count()
    };
    check_echo(&session, "change").await;
    let view = until(&session, |view| reads(view) == 1).await;
    assert!(view.subscriptions.contains(COUNTER) && view.updates.contains_key(COUNTER));
    let read = view.calls.iter().find(|call| call.method == "resources/read").expect("it was read");
    assert_eq!(read.name.as_deref(), Some(COUNTER));
    let contents = session.read_resource(COUNTER).await.expect("contents");
    assert_eq!(contents.get().expect("its shape").contents[0].text.as_deref(), Some("2"));

    session.unsubscribe_resource(COUNTER).await.expect("it can be unsubscribed");
    let before = session.view().updates[COUNTER];
    session.call_tool(echo("change")).await.expect("an answer");
    session.ping().await.expect("news would have come before this");
    assert_eq!(session.view().updates[COUNTER], before);
    assert!(session.view().subscriptions.is_empty());
}
