//! Tools that ask the client, up to 2025-11-25: requests of the server's own.

use serde_json::{Value, json};

use super::client::{Client, failure, text};

/// Calls a tool, checks that it asks `method`, and replies with `reply`.
/// Returns the question's parameters and the tool's result.
async fn ask(client: &mut Client, tool: &str, method: &str, mut reply: Value) -> (Value, Value) {
    let id = client.request("tools/call", json!({ "name": tool })).await;
    let question = client.message(method).await;
    reply["jsonrpc"] = json!("2.0");
    reply["id"] = question["id"].clone();
    client.send(reply).await;
    let mut response = client.response(id).await;
    (question["params"].clone(), response["result"].take())
}

#[tokio::test]
async fn sample_returns_what_the_model_said() {
    let mut client = Client::open(json!({ "sampling": {} })).await;
    let reply = json!({ "result": {
        "role": "assistant",
        "content": { "type": "text", "text": "Hello." },
        "model": "test-model",
        "stopReason": "endTurn"
    }});
    let (question, result) = ask(&mut client, "sample", "sampling/createMessage", reply).await;
    let prompt = &question["messages"][0]["content"]["text"];
    assert_eq!(prompt, "Say hello in one word.");
    assert_eq!(text(&result), "`test-model` answered (endTurn):");
    assert_eq!(result["content"][1]["text"], "Hello.");
}

#[tokio::test]
async fn sample_says_when_the_client_refuses_or_answers_nonsense() {
    let mut client = Client::open(json!({ "sampling": {} })).await;
    let method = "sampling/createMessage";
    let reply = json!({ "error": { "code": -1, "message": "not today" } });
    let (_, result) = ask(&mut client, "sample", method, reply).await;
    let expected = "the client refused `sampling/createMessage`: not today (-1)";
    assert_eq!(failure(&result), expected);
    let (_, result) = ask(&mut client, "sample", method, json!({ "result": { "x": 1 } })).await;
    assert!(failure(&result).starts_with("could not read the answer {\"x\":1}"));
}

#[tokio::test]
async fn elicit_asks_with_a_form_full_of_defaults() {
    let mut client = Client::open(json!({ "elicitation": {} })).await;
    let content = json!({ "name": "Grace", "rating": 5, "again": false, "best": "prompts" });
    let reply = json!({ "result": { "action": "accept", "content": content } });
    let (question, result) = ask(&mut client, "elicit", "elicitation/create", reply).await;
    let fields = &question["requestedSchema"]["properties"];
    let default = |name: &str| fields[name]["default"].clone();
    let defaults = ["name", "rating", "again", "best"].map(default);
    assert_eq!(defaults, [json!("Ada"), json!(4.5), json!(true), json!("tools")]);
    assert_eq!(fields["best"]["enum"], json!(["tools", "resources", "prompts"]));
    assert_eq!(question["requestedSchema"]["required"], json!(["name"]));
    let sent = text(&result).strip_prefix("the user sent ").unwrap();
    assert_eq!(serde_json::from_str::<Value>(sent).unwrap(), content);
}

#[tokio::test]
async fn elicit_says_when_the_user_does_not_answer() {
    let mut client = Client::open(json!({ "elicitation": { "form": {} } })).await;
    for (action, said) in [("decline", "the user declined"), ("cancel", "the user closed the question")] {
        let reply = json!({ "result": { "action": action } });
        let (_, result) = ask(&mut client, "elicit", "elicitation/create", reply).await;
        assert_eq!(failure(&result), said);
    }
}

#[tokio::test]
async fn elicit_url_sends_a_page_and_then_its_completion() {
    let mut client = Client::open(json!({ "elicitation": { "url": {} } })).await;
    let reply = json!({ "result": { "action": "accept" } });
    let (question, result) = ask(&mut client, "elicit_url", "elicitation/create", reply).await;
    assert_eq!(question["mode"], "url");
    assert!(question["url"].as_str().unwrap().starts_with("https://example.com/"));
    assert_eq!(text(&result), "the user agreed to open the page");
    assert_eq!(client.methods_aside(), ["notifications/elicitation/complete"]);
    let completed = &client.aside[0]["params"]["elicitationId"];
    assert_eq!(completed, &question["elicitationId"]);

    client.aside.clear();
    let reply = json!({ "result": { "action": "decline" } });
    let (again, result) = ask(&mut client, "elicit_url", "elicitation/create", reply).await;
    assert_eq!(failure(&result), "the user declined");
    assert_ne!(again["elicitationId"], question["elicitationId"]);
    assert_eq!(client.aside, Vec::<Value>::new());
}

#[tokio::test]
async fn roots_lists_what_the_client_has() {
    let mut client = Client::open(json!({ "roots": {} })).await;
    let roots = json!([{ "uri": "file:///a", "name": "A" }, { "uri": "file:///b" }]);
    let reply = json!({ "result": { "roots": roots } });
    let (_, result) = ask(&mut client, "roots", "roots/list", reply).await;
    assert_eq!(text(&result), "file:///a (A)\nfile:///b");
    let reply = json!({ "result": { "roots": [] } });
    let (_, result) = ask(&mut client, "roots", "roots/list", reply).await;
    assert_eq!(text(&result), "the client has no roots");
}

#[tokio::test]
async fn a_client_without_the_capability_is_told_which_one() {
    let mut client = Client::open(json!({})).await;
    for (tool, capability) in [
        ("sample", "sampling"),
        ("elicit", "elicitation"),
        ("elicit_url", "elicitation.url"),
        ("roots", "roots"),
    ] {
        let result = client.tool(tool, json!({})).await;
        let expected = format!("the client has no capability `{capability}`");
        assert_eq!(failure(&result), expected);
    }
    assert_eq!(client.aside, Vec::<Value>::new());
}

#[tokio::test]
async fn a_cancelled_call_takes_its_question_back() {
    let mut client = Client::open(json!({ "elicitation": {} })).await;
    let id = client.request("tools/call", json!({ "name": "elicit" })).await;
    let question = client.message("elicitation/create").await;
    client.notify("notifications/cancelled", json!({ "requestId": id })).await;
    let taken_back = client.message("notifications/cancelled").await;
    assert_eq!(taken_back["params"]["requestId"], question["id"]);
}
