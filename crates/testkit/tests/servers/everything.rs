//! `@modelcontextprotocol/server-everything`, the reference server, over its three transports.

use crate::launch::Server;
use crate::place;
use crate::programs::command;
use crate::support::at;
use crate::tour::{ROOT, Tour, within_limit};
use mcp_inspector_engine::core::era::Revision;
use mcp_inspector_engine::core::peer::config::{LogLevel, Root};
use mcp_inspector_engine::core::target::{Flavour, Target, Transport};
use mcp_inspector_engine::{FaultCode, ToolCall};
use serde_json::{Map, Value, json};
use std::time::Duration;

const RULES: &str = r#"{ "rules": [
    { "method": "elicitation/create", "contains": "\"mode\":\"url\"", "result": { "action": "accept" } },
    { "method": "elicitation/create", "accept": { "name": "Ada", "check": true, "integer": 42 }, "times": 1 },
    { "method": "elicitation/create", "refuse": true },
    { "method": "sampling/createMessage", "result": {
        "role": "assistant", "model": "none", "content": { "type": "text", "text": "a sampled answer" } } }
] }"#;

#[tokio::test]
async fn everything_works_over_stdio() {
    within_limit(async {
        let mut words = place::node("server-everything", "dist/index.js");
        words.push("stdio".to_owned());
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let tour = Tour::begin(command(&words, |_| {}), RULES).await;
        all(&tour).await;
        tour.end(Revision::R2025_11_25, &[]).await;
    })
    .await;
}

#[tokio::test]
async fn everything_works_over_streamable_http() {
    within_limit(async {
        let server = start("streamableHttp").await;
        let tour = Tour::begin(at(&server.url("/mcp")), RULES).await;
        all(&tour).await;
        tour.end(Revision::R2025_11_25, &[]).await;
        server.end();
    })
    .await;
}

#[tokio::test]
async fn everything_works_over_sse() {
    within_limit(async {
        let server = start("sse").await;
        let tour = Tour::begin(sse(&server.url("/sse")), RULES).await;
        all(&tour).await;
        tour.end(Revision::R2025_11_25, &[]).await;
        server.end();
    })
    .await;
}

#[tokio::test]
async fn an_sse_server_is_found_out_without_being_told() {
    within_limit(async {
        let server = start("sse").await;
        let tour = Tour::begin(at(&server.url("/sse")), RULES).await;
        calls(&tour).await;
        tour.end(Revision::R2025_11_25, &["HTTP 404 to Streamable HTTP; the server speaks HTTP+SSE"]).await;
        server.end();
    })
    .await;
}

#[tokio::test]
async fn a_task_is_followed_over_stdio_and_its_question_is_answered() {
    within_limit(async {
        let mut words = place::node("server-everything", "dist/index.js");
        words.push("stdio".to_owned());
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let tour = Tour::begin(command(&words, |_| {}), TASK_RULES).await;
        research(&tour).await;
        tour.end(Revision::R2025_11_25, &[]).await;
    })
    .await;
}

#[tokio::test]
async fn a_task_is_followed_over_http_and_its_question_is_answered() {
    within_limit(async {
        let server = start("streamableHttp").await;
        let tour = Tour::begin(at(&server.url("/mcp")), TASK_RULES).await;
        research(&tour).await;
        tour.end(Revision::R2025_11_25, &[]).await;
        server.end();
    })
    .await;
}

const TASK_RULES: &str = r#"{ "rules": [
    { "kind": "elicitation", "tool": "simulate-research-query", "accept": { "interpretation": "snake" } }
] }"#;

async fn research(tour: &Tour) {
    let arguments = json!({ "topic": "python", "ambiguous": true });
    let call = ToolCall::new("simulate-research-query").arguments(arguments);
    let result = tour.session.call_tool(call.as_task(Some(Duration::from_secs(60)))).await.unwrap();
    let report = result.into_value("tools/call").unwrap().text();
    assert!(report.contains("python (snake)"), "{report}");
    assert_eq!(tour.session.view().tasks.values().collect::<Vec<_>>(), ["completed"]);
}

async fn start(mode: &str) -> Server {
    let mut words = place::node("server-everything", "dist/index.js");
    words.push(mode.to_owned());
    Server::start(&words).await
}

fn sse(url: &str) -> Target {
    let mut target = at(url);
    if let Transport::Http(http) = &mut target.transport {
        http.flavour = Flavour::Sse;
    }
    target
}

async fn all(tour: &Tour) {
    identity(tour);
    lists(tour).await;
    calls(tour).await;
    failures(tour).await;
    content(tour).await;
    long_calls(tour).await;
    asks(tour).await;
    roots(tour).await;
    resources(tour).await;
    prompts(tour).await;
    completion(tour).await;
    logs(tour).await;
}

fn identity(tour: &Tour) {
    let session = &tour.session;
    assert_eq!(session.server_info().unwrap().to_value()["name"], "mcp-servers/everything");
    assert_eq!(session.server_capabilities().unwrap().to_value()["resources"]["subscribe"], true);
    assert!(session.instructions().unwrap().contains("Everything"));
}

async fn lists(tour: &Tour) {
    // Some tools are only there because of what we offered in the handshake.
    let names = tour.tool_names().await;
    assert_eq!(
        names,
        [
            "echo",
            "get-annotated-message",
            "get-env",
            "get-resource-links",
            "get-resource-reference",
            "get-roots-list",
            "get-structured-content",
            "get-sum",
            "get-tiny-image",
            "gzip-file-as-resource",
            "simulate-research-query",
            "toggle-simulated-logging",
            "toggle-subscriber-updates",
            "trigger-elicitation-request",
            "trigger-long-running-operation",
            "trigger-sampling-request",
            "trigger-url-elicitation",
        ]
    );
    let resources = tour.session.list_resources().await.unwrap();
    let documents = resources.valid().filter(|resource| resource.uri.contains("/static/document/")).count();
    assert_eq!((documents, resources.broken().count()), (7, 0));
    let templates = tour.session.list_resource_templates().await.unwrap();
    let mut uris: Vec<&str> = templates.valid().map(|template| template.uri_template.as_str()).collect();
    uris.sort_unstable();
    assert_eq!(
        uris,
        ["demo://resource/dynamic/blob/{resourceId}", "demo://resource/dynamic/text/{resourceId}"]
    );
    let prompts = tour.session.list_prompts().await.unwrap();
    let mut names: Vec<&str> = prompts.valid().map(|prompt| prompt.name.as_str()).collect();
    names.sort_unstable();
    assert_eq!(names, ["args-prompt", "completable-prompt", "resource-prompt", "simple-prompt"]);
}

async fn calls(tour: &Tour) {
    assert_eq!(
        tour.call("echo", json!({ "message": "grüße\n\u{1f980}" })).await.text(),
        "Echo: grüße\n\u{1f980}"
    );
    assert_eq!(
        tour.call("get-sum", json!({ "a": 17, "b": 25.5 })).await.text(),
        "The sum of 17 and 25.5 is 42.5."
    );
    tour.session.ping().await.unwrap();
}

async fn failures(tour: &Tour) {
    // The SDK turns these into results, where the protocol has errors.
    let result = tour.try_call("echo", json!({ "message": 5 })).await.unwrap();
    assert!(result.is_error && result.text().contains("-32602"), "{}", result.text());
    let result = tour.try_call("no-such-tool", json!({})).await.unwrap();
    assert!(result.is_error && result.text().contains("no-such-tool"), "{}", result.text());
    // This one stays an error, and what comes with it must not be lost.
    let arguments = json!({ "url": "https://example.com/", "errorPath": true });
    let fault = tour.try_call("trigger-url-elicitation", arguments).await.unwrap_err();
    let error = fault.details.rpc.unwrap();
    assert_eq!(error.code, Some(-32042));
    let data = error.data.unwrap().to_value();
    assert_eq!(data["elicitations"][0]["url"], "https://modelcontextprotocol.io");
    let fault = tour.session.read_resource("demo://no/such").await.unwrap_err();
    assert_eq!(fault.details.rpc.unwrap().code, Some(-32602));
    let fault = tour.session.call("no/such/method", None).await.unwrap_err();
    assert_eq!(fault.details.rpc.unwrap().code, Some(-32601));
}

async fn content(tour: &Tour) {
    let result = tour.call("get-structured-content", json!({ "location": "Chicago" })).await;
    let weather = json!({ "temperature": 36, "conditions": "Light rain / drizzle", "humidity": 82 });
    assert_eq!(result.structured_content, Some(weather));
    let image = &tour.call("get-tiny-image", json!({})).await.content[1];
    assert_eq!((image.kind.as_str(), &image.fields["mimeType"]), ("image", &json!("image/png")));
    let result =
        tour.call("get-annotated-message", json!({ "messageType": "error", "includeImage": true })).await;
    assert_eq!(result.content[0].fields["annotations"]["priority"], 1);
    let links = tour.call("get-resource-links", json!({ "count": 4 })).await.content;
    assert_eq!(links.iter().filter(|block| block.kind == "resource_link").count(), 4);
    let arguments = json!({ "resourceType": "Text", "resourceId": 1 });
    let result = tour.call("get-resource-reference", arguments).await;
    let embedded = result.content.iter().find(|block| block.kind == "resource").unwrap();
    assert_eq!(embedded.fields["resource"]["uri"], "demo://resource/dynamic/text/1");
}

async fn long_calls(tour: &Tour) {
    let arguments = json!({ "duration": 0.3, "steps": 3 });
    let (result, progress) = tour.call_with_progress("trigger-long-running-operation", arguments).await;
    assert!(result.text().contains("completed"), "{}", result.text());
    assert_eq!(progress, [1.0, 2.0, 3.0]);
    // Given up by us; the server is told, and its late answer, if any, harms nobody.
    let arguments = json!({ "duration": 60, "steps": 1 });
    let call = ToolCall::new("trigger-long-running-operation").arguments(arguments);
    let pending = tour.session.request(call.into_request()).await;
    pending.abort("the test has seen enough").await;
    assert_eq!(pending.result().await.unwrap_err().code, FaultCode::Cancelled);
}

async fn asks(tour: &Tour) {
    let result = tour.call("trigger-sampling-request", json!({ "prompt": "hello", "maxTokens": 10 })).await;
    assert!(result.text().contains("a sampled answer"), "{}", result.text());
    let result = tour.call("trigger-elicitation-request", json!({})).await;
    assert!(result.text().contains("- Name: Ada"), "{}", result.text());
    let result = tour.call("trigger-elicitation-request", json!({})).await;
    assert!(result.text().contains("declined"), "{}", result.text());
    let result = tour.call("trigger-url-elicitation", json!({ "url": "https://example.com/" })).await;
    assert!(result.text().contains("completed the URL elicitation flow"), "{}", result.text());
    assert_eq!((tour.asked("sampling/createMessage"), tour.asked("elicitation/create")), (1, 3));
    assert!(tour.session.view().asks.is_empty());
}

async fn roots(tour: &Tour) {
    let result = tour.call("get-roots-list", json!({})).await;
    assert!(result.text().contains(ROOT), "{}", result.text());
    let root = |name: &str| Root { uri: format!("file:///srv/{name}"), name: None };
    tour.session.set_roots(vec![root("second"), root("third")]).await.unwrap();
    tour.notified("notifications/message", "2 root(s) received").await;
    let result = tour.call("get-roots-list", json!({})).await;
    assert!(result.text().contains("file:///srv/third"), "{}", result.text());
}

async fn resources(tour: &Tour) {
    let uri = "demo://resource/dynamic/text/7";
    let read = tour.session.read_resource(uri).await.unwrap().into_value("resources/read").unwrap();
    assert!(read.contents[0].text.as_ref().unwrap().starts_with("Resource 7: "));
    let blob = tour.session.read_resource("demo://resource/dynamic/blob/8").await.unwrap();
    assert!(blob.get().unwrap().contents[0].blob.is_some());
    tour.session.subscribe_resource(uri).await.unwrap();
    tour.call("toggle-subscriber-updates", json!({})).await;
    tour.notified("notifications/resources/updated", uri).await;
    assert!(tour.session.view().updates.contains_key(uri));
    tour.call("toggle-subscriber-updates", json!({})).await;
    tour.session.unsubscribe_resource(uri).await.unwrap();
}

async fn prompts(tour: &Tour) {
    let arguments =
        Map::from_iter([("city".to_owned(), json!("Oslo")), ("state".to_owned(), json!("Norway"))]);
    let prompt = tour.session.get_prompt("args-prompt", &arguments).await.unwrap();
    assert_eq!(prompt.get().unwrap().messages[0].content.text(), Some("What's weather in Oslo, Norway?"));
    let fault = tour.session.get_prompt("args-prompt", &Map::new()).await.unwrap_err();
    assert_eq!(fault.details.rpc.unwrap().code, Some(-32602));
}

async fn completion(tour: &Tour) {
    let values =
        async |reference: &Value, argument: &str, value: &str, context: Option<&Map<String, Value>>| {
            let completion = tour.session.complete(reference, argument, value, context).await.unwrap();
            completion.into_value("completion/complete").unwrap().values
        };
    let prompt = json!({ "type": "ref/prompt", "name": "completable-prompt" });
    assert_eq!(values(&prompt, "department", "S", None).await, ["Sales", "Support"]);
    let context = Map::from_iter([("department".to_owned(), json!("Sales"))]);
    assert_eq!(values(&prompt, "name", "", Some(&context)).await, ["David", "Eve", "Frank"]);
    let template = json!({ "type": "ref/resource", "uri": "demo://resource/dynamic/text/{resourceId}" });
    assert_eq!(values(&template, "resourceId", "7", None).await, ["7"]);
}

async fn logs(tour: &Tour) {
    tour.session.set_log_level(LogLevel::Debug).await.unwrap();
    tour.call("toggle-simulated-logging", json!({})).await;
    // The server picks one of eight levels; the word is in all of its messages.
    tour.notified("notifications/message", "evel").await;
    tour.call("toggle-simulated-logging", json!({})).await;
    assert!(!tour.session.view().logs.is_empty());
}
