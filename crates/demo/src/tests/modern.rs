//! 2026-07-28: no session, questions as results, subscriptions as a stream.

use serde_json::{Value, json};

use super::client::{Client, failure, text};

/// Adds to `params` what every request of this revision carries.
fn modern(mut params: Value, capabilities: &Value) -> Value {
    params["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": { "name": "test", "version": "0" },
        "io.modelcontextprotocol/clientCapabilities": capabilities
    });
    params
}

#[tokio::test]
async fn discovery_lists_every_version_and_requests_need_no_handshake() {
    let mut client = Client::connect();
    let result = client.result("server/discover", modern(json!({}), &json!({}))).await;
    let versions = result["supportedVersions"].as_array().unwrap();
    assert!(versions.contains(&json!("2026-07-28")) && versions.contains(&json!("2024-11-05")));
    assert_eq!(result["capabilities"]["tools"]["listChanged"], true);

    let echo = json!({ "name": "echo", "arguments": { "message": "hi" } });
    let result = client.result("tools/call", modern(echo, &json!({}))).await;
    assert_eq!(text(&result), "hi");
    assert_eq!(result["resultType"], "complete");
}

#[tokio::test]
async fn a_question_is_a_result_and_the_answer_a_second_call() {
    let mut client = Client::connect();
    let capabilities = json!({ "elicitation": { "form": {} } });
    let call = json!({ "name": "elicit" });
    let asked = client.result("tools/call", modern(call.clone(), &capabilities)).await;
    assert_eq!(asked["resultType"], "input_required");
    let (key, question) = asked["inputRequests"].as_object().unwrap().iter().next().unwrap();
    assert_eq!(question["method"], "elicitation/create");

    let mut retry = call;
    retry["inputResponses"] = json!({ key: { "action": "accept", "content": { "name": "Ada" } } });
    let result = client.result("tools/call", modern(retry.clone(), &capabilities)).await;
    assert_eq!(failure(&result), "the client did not send `requestState` back unchanged");
    retry["requestState"] = asked["requestState"].clone();
    let result = client.result("tools/call", modern(retry, &capabilities)).await;
    assert_eq!(text(&result), "the user sent {\"name\":\"Ada\"}");
}

#[tokio::test]
async fn a_question_the_client_cannot_answer_is_not_asked() {
    let mut client = Client::connect();
    let result = client.result("tools/call", modern(json!({ "name": "sample" }), &json!({}))).await;
    assert_eq!(failure(&result), "the client has no capability `sampling`");
}

#[tokio::test]
async fn logs_are_sent_only_to_requests_that_name_a_level() {
    let mut client = Client::connect();
    let call = json!({ "name": "log", "arguments": {} });
    let mut params = modern(call, &json!({}));
    let result = client.result("tools/call", params.clone()).await;
    assert!(text(&result).starts_with("sent 0 of 1"));
    params["_meta"]["io.modelcontextprotocol/logLevel"] = json!("info");
    client.result("tools/call", params).await;
    assert_eq!(client.methods_aside(), ["notifications/message"]);
}

#[tokio::test]
async fn a_listener_hears_what_it_asked_for_and_nothing_else() {
    let mut client = Client::connect();
    let wanted = json!({ "resourceSubscriptions": ["demo://clock", "demo://nowhere"] });
    let params = modern(json!({ "notifications": wanted }), &json!({}));
    let listen = client.request("subscriptions/listen", params).await;
    let acknowledged = client.message("notifications/subscriptions/acknowledged").await;
    let accepted = &acknowledged["params"]["notifications"]["resourceSubscriptions"];
    assert_eq!(accepted, &json!(["demo://clock"]));

    for call in [json!({ "name": "toggle_tool" }), json!({ "name": "touch" })] {
        client.request("tools/call", modern(call, &json!({}))).await;
    }
    let update = client.message("notifications/resources/updated").await;
    assert_eq!(update["params"]["uri"], "demo://clock");
    let stream = &update["params"]["_meta"]["io.modelcontextprotocol/subscriptionId"];
    assert_eq!(stream, &json!(listen));
    assert_eq!(client.methods_aside(), Vec::<&str>::new());
}
