//! Tools that send something besides their result.

use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::Instant;

use super::client::{Client, failure, text};

#[tokio::test]
async fn slow_reports_each_step_to_a_request_with_a_token() {
    let mut client = Client::open(json!({})).await;
    let params = json!({
        "name": "slow",
        "arguments": { "seconds": 0, "steps": 3 },
        "_meta": { "progressToken": "p" }
    });
    let result = client.result("tools/call", params).await;
    assert_eq!(text(&result), "done in 0 seconds and 3 steps");
    let steps: Vec<_> = client.aside.iter().map(|frame| &frame["params"]).collect();
    let expected = [1, 2, 3].map(|step| {
        let message = format!("step {step} of 3");
        let progress = f64::from(step);
        json!({ "progressToken": "p", "progress": progress, "total": 3.0, "message": message })
    });
    assert_eq!(steps, expected.iter().collect::<Vec<_>>());
}

#[tokio::test]
async fn slow_is_silent_without_a_token() {
    let mut client = Client::open(json!({})).await;
    client.tool("slow", json!({ "seconds": 0 })).await;
    assert_eq!(client.aside, Vec::<Value>::new());
}

#[tokio::test(start_paused = true)]
async fn slow_takes_the_time_it_was_told_to() {
    let mut client = Client::open(json!({})).await;
    let begin = Instant::now();
    client.tool("slow", json!({})).await;
    let taken = begin.elapsed();
    assert!(taken >= Duration::from_secs(3) && taken < Duration::from_secs(4));
}

#[tokio::test(start_paused = true)]
async fn slow_stops_at_once_when_cancelled_and_never_answers() {
    let mut client = Client::open(json!({})).await;
    let begin = Instant::now();
    let params = json!({
        "name": "slow",
        "arguments": { "seconds": 100, "steps": 50 },
        "_meta": { "progressToken": 7 }
    });
    let id = client.request("tools/call", params).await;
    client.message("notifications/progress").await;
    client.notify("notifications/cancelled", json!({ "requestId": id })).await;
    client.result("ping", json!({})).await;
    assert_eq!(client.aside, Vec::<Value>::new());
    assert_eq!(client.close().await, Vec::<Value>::new());
    // One step and no more: closing waits for tools that still run.
    assert!(begin.elapsed() < Duration::from_secs(4));
}

#[tokio::test(start_paused = true)]
async fn slow_still_answers_a_client_that_has_closed_its_side() {
    let mut client = Client::open(json!({})).await;
    let params = json!({
        "name": "slow",
        "arguments": { "seconds": 1, "steps": 2 },
        "_meta": { "progressToken": 7 }
    });
    let id = client.request("tools/call", params).await;
    let rest = client.close().await;
    let response = rest.last().expect("an answer");
    assert_eq!(response["id"], id);
    assert_eq!(text(&response["result"]), "done in 1 seconds and 2 steps");
}

#[tokio::test]
async fn log_sends_its_messages_before_the_result() {
    let mut client = Client::open(json!({})).await;
    let arguments = json!({ "level": "warning", "message": "hi", "count": 2 });
    let result = client.tool("log", arguments).await;
    assert_eq!(text(&result), "sent 2 of 2");
    assert_eq!(client.methods_aside(), ["notifications/message"; 2]);
    let expected = json!({
        "level": "warning",
        "logger": "demo",
        "data": { "message": "hi", "number": 2 }
    });
    assert_eq!(client.aside[1]["params"], expected);
}

#[tokio::test]
async fn log_sends_nothing_below_the_level_that_was_set() {
    let mut client = Client::open(json!({})).await;
    client.result("logging/setLevel", json!({ "level": "error" })).await;
    let result = client.tool("log", json!({ "level": "warning" })).await;
    assert_eq!(text(&result), "sent 0 of 1: the client does not want them");
    assert_eq!(client.aside, Vec::<Value>::new());
    let result = client.tool("log", json!({ "level": "critical" })).await;
    assert_eq!(text(&result), "sent 1 of 1");
    assert_eq!(client.methods_aside(), ["notifications/message"]);
}

#[tokio::test]
async fn touch_is_told_to_subscribers_only_and_changes_what_is_read() {
    let mut client = Client::open(json!({})).await;
    let clock = json!({ "uri": "demo://clock" });
    client.tool("touch", json!({})).await;
    assert_eq!(client.aside, Vec::<Value>::new());

    client.result("resources/subscribe", clock.clone()).await;
    client.tool("touch", json!({ "uri": "demo://notes/1" })).await;
    assert_eq!(client.aside, Vec::<Value>::new());
    client.tool("touch", json!({})).await;
    assert_eq!(client.methods_aside(), ["notifications/resources/updated"]);
    assert_eq!(client.aside[0]["params"]["uri"], "demo://clock");
    let result = client.result("resources/read", clock.clone()).await;
    assert_eq!(result["contents"][0]["text"], "tick 2");

    client.aside.clear();
    client.result("resources/unsubscribe", clock).await;
    client.tool("touch", json!({})).await;
    assert_eq!(client.aside, Vec::<Value>::new());
}

#[tokio::test]
async fn touch_fails_for_what_is_missing_or_never_changes() {
    let mut client = Client::open(json!({})).await;
    for uri in ["demo://readme", "demo://logo", "demo://nowhere"] {
        let result = client.tool("touch", json!({ "uri": uri })).await;
        assert!(failure(&result).contains(uri));
    }
}

#[tokio::test]
async fn the_surprise_comes_and_goes_and_each_time_it_is_announced() {
    let mut client = Client::open(json!({})).await;
    let call = json!({ "name": "surprise" });
    client.error("tools/call", call.clone()).await;

    client.tool("toggle_tool", json!({})).await;
    assert_eq!(client.methods_aside(), ["notifications/tools/list_changed"]);
    let list = client.result("tools/list", json!({})).await;
    assert!(list.to_string().contains("\"surprise\""));
    assert_eq!(text(&client.result("tools/call", call.clone()).await), "surprise!");

    client.tool("toggle_tool", json!({})).await;
    assert_eq!(client.methods_aside(), ["notifications/tools/list_changed"; 2]);
    client.error("tools/call", call).await;
}
