//! A server on rmcp, the Rust SDK: the demo, over Streamable HTTP.

use crate::support::{at, wait_for};
use crate::tour::{ROOT, Tour, asking_for, speaking, within_limit};
use mcp_inspector_demo::{Eras, HttpDemo};
use mcp_inspector_engine::core::entry::{EntryKind, Note};
use mcp_inspector_engine::core::era::{Revision, Versions};
use mcp_inspector_engine::core::target::Target;
use mcp_inspector_engine::{FaultCode, Responder, Session, ToolCall};
use serde_json::{Map, json};
use tokio::sync::oneshot;

const RULES: &str = r#"{ "rules": [
    { "method": "elicitation/create", "contains": "\"mode\":\"url\"", "result": { "action": "accept" } },
    { "method": "elicitation/create", "contains": "icing", "accept": "defaults" },
    { "method": "elicitation/create", "accept": { "name": "Ada" } },
    { "method": "sampling/createMessage", "result": {
        "role": "assistant", "model": "none", "content": { "type": "text", "text": "a sampled answer" } } }
] }"#;

/// What the server serves, what we want, and the revision that comes of it.
const ROWS: &[(Eras, Versions, Revision)] = &[
    (Eras::Both, Versions::Legacy, Revision::R2025_11_25),
    (Eras::Both, Versions::Pinned(Revision::R2025_06_18), Revision::R2025_06_18),
    (Eras::Both, Versions::Auto, Revision::R2026_07_28),
    (Eras::Legacy, Versions::Auto, Revision::R2025_11_25),
    (Eras::Modern, Versions::Auto, Revision::R2026_07_28),
    (Eras::Modern, Versions::Pinned(Revision::R2026_07_28), Revision::R2026_07_28),
];

#[tokio::test]
async fn an_rmcp_server_works_over_http_in_every_era() {
    for (eras, versions, revision) in ROWS {
        eprintln!("{eras:?} {versions} {revision}");
        within_limit(serving(*eras, async |target| {
            let mut tour = Tour::begin_with(target, RULES, speaking(*versions)).await;
            tour.record(&format!("rmcp-{revision}"));
            tools(&tour).await;
            asks(&tour, *revision).await;
            resources_and_prompts(&tour).await;
            if revision.is_modern() {
                tasks(&tour).await;
            }
            tour.end(*revision, &[]).await;
        }))
        .await;
    }
}

#[tokio::test]
async fn an_rmcp_server_without_a_handshake_says_which_revisions_it_has() {
    within_limit(serving(Eras::Modern, async |target| {
        let config = asking_for(Revision::NEWEST_LEGACY);
        let fault = Session::connect_with(target, config, Responder::refuse()).await.unwrap_err();
        assert_eq!(fault.code, FaultCode::ProtocolVersionMismatch, "{fault:#?}");
        assert!(fault.report().contains("2026-07-28"), "{}", fault.report());
    }))
    .await;
}

async fn serving(eras: Eras, test: impl AsyncFnOnce(Target)) {
    let demo = HttpDemo::bind(0).await.unwrap().only(eras);
    let target = at(&demo.url());
    let (stop, stopped) = oneshot::channel::<()>();
    let serving = tokio::spawn(demo.serve_until(async { drop(stopped.await) }));
    test(target).await;
    drop(stop);
    serving.await.unwrap().unwrap();
}

async fn tools(tour: &Tour) {
    assert_eq!(tour.call("echo", json!({ "message": "hello" })).await.text(), "hello");
    let result = tour.call("add", json!({ "a": 2, "b": 40 })).await;
    assert_eq!(result.structured_content.unwrap()["sum"].as_f64(), Some(42.0));
    let (_, progress) = tour.call_with_progress("slow", json!({ "seconds": 0.2, "steps": 4 })).await;
    assert_eq!(progress, [1.0, 2.0, 3.0, 4.0]);
    let result = tour.try_call("fail", json!({})).await.unwrap();
    assert!(result.is_error);
    let error = tour.try_call("refuse", json!({})).await.unwrap_err().details.rpc.unwrap();
    assert_eq!(error.data.unwrap().to_value()["retryable"], false);
    tour.call("log", json!({ "level": "warning", "message": "mind the gap" })).await;
    tour.notified("notifications/message", "mind the gap").await;
    tour.call("toggle_tool", json!({})).await;
    tour.notified("notifications/tools/list_changed", "").await;
}

/// A call that becomes a task: it asks for something in between, and it can be cancelled.
async fn tasks(tour: &Tour) {
    assert_eq!(tour.call("bake", json!({ "seconds": 0.1 })).await.text(), "a cake with lemon icing");
    let call = ToolCall::new("bake").arguments(json!({ "seconds": 600 }));
    let pending = tour.session.request(call.into_request()).await;
    wait_for(
        &tour.session,
        |kind| matches!(kind, EntryKind::Note(Note::Task { status, .. }) if status == "working"),
    )
    .await;
    pending.abort("nobody is hungry any more").await;
    assert_eq!(pending.result().await.unwrap_err().code, FaultCode::Cancelled);
    let call = ToolCall::new("bake").arguments(json!({ "seconds": 600 })).detached();
    let task = tour.session.call_tool(call).await.unwrap().raw().text_member("taskId").unwrap();
    tour.session.cancel_task(&task).await.unwrap();
    let status = async || tour.session.get_task(&task).await.unwrap().text_member("status").unwrap();
    while status().await != "cancelled" {
        tokio::task::yield_now().await;
    }
}

async fn asks(tour: &Tour, revision: Revision) {
    assert!(tour.call("sample", json!({})).await.text().contains("a sampled answer"));
    assert!(tour.call("elicit", json!({})).await.text().contains("Ada"));
    if revision >= Revision::R2025_11_25 {
        tour.call("elicit_url", json!({})).await;
    }
    assert!(tour.call("roots", json!({})).await.text().contains(ROOT));
}

async fn resources_and_prompts(tour: &Tour) {
    let resources = tour.session.list_resources().await.unwrap();
    assert!(resources.pages.len() > 1 && resources.valid().count() > 60, "{} pages", resources.pages.len());
    let uri = "demo://clock";
    tour.session.subscribe_resource(uri).await.unwrap();
    tour.call("touch", json!({ "uri": uri })).await;
    tour.notified("notifications/resources/updated", uri).await;
    let arguments = Map::from_iter([("name".to_owned(), json!("Ada"))]);
    let prompt = tour.session.get_prompt("greet", &arguments).await.unwrap();
    assert_eq!(prompt.get().unwrap().messages[0].content.text(), Some("Greet Ada in one friendly sentence."));
}
