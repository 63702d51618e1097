//! A server on fastmcp (`fastmcp_server.py`), over Streamable HTTP.

use crate::launch::Server;
use crate::place;
use crate::support::at;
use crate::tour::{Tour, asking_for, within_limit};
use mcp_inspector_engine::core::era::Revision;
use mcp_inspector_engine::core::peer::config::LogLevel;
use serde_json::{Map, json};
use std::path::Path;

const RULES: &str = r#"{ "rules": [
    { "method": "elicitation/create", "accept": { "name": "Ada", "seats": 3 }, "times": 1 },
    { "method": "elicitation/create", "refuse": true }
] }"#;

#[tokio::test]
async fn a_fastmcp_server_works_over_http() {
    within_limit(async {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/servers/fastmcp_server.py");
        let server = Server::start(&[place::python("python"), place::path(&script)]).await;
        for revision in [Revision::R2025_11_25, Revision::R2026_07_28] {
            let url = server.url("/mcp");
            let tour = Tour::begin_with(at(&url), RULES, asking_for(revision)).await;
            all(&tour, revision).await;
            tour.end(revision, &[]).await;
        }
        server.end();
    })
    .await;
}

async fn all(tour: &Tour, revision: Revision) {
    assert_eq!(tour.session.server_info().unwrap().to_value()["version"], "1.2.3");
    assert_eq!(tour.session.instructions().as_deref(), Some("Only for tests."));
    assert_eq!(tour.tool_names().await, ["add", "book", "chat", "count", "fail"]);
    tools(tour).await;
    // What this framework asks for, it asks with requests of its own, also where there are none.
    if !revision.is_modern() {
        asks(tour).await;
    }
    resources_and_prompts(tour).await;
}

async fn asks(tour: &Tour) {
    assert_eq!(tour.call("book", json!({})).await.text(), "3 seats for Ada");
    assert_eq!(tour.call("book", json!({})).await.text(), "no booking: decline");
}

async fn tools(tour: &Tour) {
    let result = tour.call("add", json!({ "a": 2, "b": 40 })).await;
    assert_eq!((result.text().as_str(), result.structured_content), ("42", Some(json!({ "result": 42 }))));
    let (result, progress) = tour.call_with_progress("count", json!({ "steps": 3 })).await;
    assert_eq!((result.text().as_str(), progress), ("counted to 3", vec![1.0, 2.0, 3.0]));
    tour.session.set_log_level(LogLevel::Debug).await.unwrap();
    tour.call("chat", json!({})).await;
    for line in ["a debug line", "an info line", "a warning line"] {
        tour.notified("notifications/message", line).await;
    }
    assert_eq!(tour.session.view().logs[0].logger.as_deref(), Some("fixture"));
    let result = tour.try_call("fail", json!({})).await.unwrap();
    assert!(result.is_error && result.text().contains("this tool always fails"), "{}", result.text());
}

async fn resources_and_prompts(tour: &Tour) {
    let resources = tour.session.list_resources().await.unwrap();
    assert_eq!(
        resources.valid().map(|resource| resource.uri.as_str()).collect::<Vec<_>>(),
        ["fixture://greeting"]
    );
    let templates = tour.session.list_resource_templates().await.unwrap();
    assert_eq!(templates.valid().next().unwrap().uri_template, "fixture://square/{number}");
    let read = tour.session.read_resource("fixture://greeting").await.unwrap();
    assert_eq!(read.get().unwrap().contents[0].text.as_deref(), Some("hello from fastmcp"));
    let read = tour.session.read_resource("fixture://square/12").await.unwrap();
    assert_eq!(read.get().unwrap().contents[0].text.as_deref(), Some("144"));
    assert!(tour.session.read_resource("fixture://no/such").await.unwrap_err().details.rpc.is_some());
    let arguments = Map::from_iter([("topic".to_owned(), json!("crabs"))]);
    let prompt = tour.session.get_prompt("ask_about", &arguments).await.unwrap();
    assert_eq!(prompt.get().unwrap().messages[0].content.text(), Some("What do you know about crabs?"));
}
