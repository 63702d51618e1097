//! Calls, asks and everything else that is sent to a server.

use crate::http::Request;
use crate::puppet;
use crate::scene::{Scene, shown, wait_for};
use insta::assert_snapshot;
use mcp_inspector_engine::LogLimits;
use serde_json::{Value, json};

#[tokio::test]
async fn a_call_is_answered_refused_or_begun_and_looked_up() {
    let scene = Scene::start();
    let puppet = puppet::session();
    let path = scene.adopt(&puppet).await;
    let answered = scene.call(&path, "echo", &json!({ "text": "hello" })).await;
    assert_snapshot!("an_answered_call", shown(&answered));
    assert_snapshot!("a_refused_call", shown(&scene.call(&path, "refuse", &json!({})).await));
    let call = answered.json()["call"].as_u64().unwrap();
    let looked_up = scene.get(&format!("{path}/calls/{call}")).await;
    assert_eq!(looked_up.json(), answered.json());
    assert_snapshot!("an_unknown_call", shown(&scene.get(&format!("{path}/calls/999")).await));
    let odd = scene.get(&format!("{path}/calls/first")).await;
    assert_eq!((odd.status, &odd.json()["error"]["code"]), (400, &json!("INVALID_REQUEST")));
}

#[tokio::test]
async fn a_long_result_is_left_out_for_whoever_wants_that() {
    let scene = Scene::start();
    let puppet = puppet::session();
    let path = scene.adopt(&puppet).await;
    let whole = scene.call(&path, "echo", &json!({ "text": "hello" })).await.json();
    let (call, bytes) = (&whole["call"], whole["result"].to_string().len());
    let short = scene.get(&format!("{path}/calls/{call}?most=10")).await.json();
    assert_eq!((&short["outcome"], short.get("result")), (&json!("answered"), None));
    assert_eq!(short["leftOut"]["members"][0], "content");
    assert_eq!((&short["leftOut"]["bytes"], &short["leftOut"]["isError"]), (&json!(bytes), &json!(false)));
    let enough = scene.get(&format!("{path}/calls/{call}?most={bytes}")).await.json();
    assert_eq!(enough, whole);
}

/// Makes calls of six megabytes each, more than are remembered beside the log.
async fn large_calls(scene: &Scene, path: &str, count: u64) {
    for n in 1..=count {
        let params = json!({ "name": "large", "arguments": { "bytes": 6_000_000, "n": n } });
        let body = json!({ "method": "tools/call", "params": params });
        let ended = scene.post(&format!("{path}/calls?wait=true&most=1000"), &body).await;
        assert_eq!(ended.json()["outcome"], "answered");
    }
}

#[tokio::test]
async fn an_outcome_that_is_no_longer_remembered_is_read_from_the_log() {
    let scene = Scene::start();
    let puppet = puppet::session();
    let path = scene.adopt(&puppet).await;
    large_calls(&scene, &path, 4).await;
    let rows = scene.get(&format!("{path}/timeline?filter=method:tools/call")).await.json();
    for row in rows["rows"].as_array().unwrap() {
        let short = scene.get(&format!("{path}/calls/{}?wait=true&most=1000", row["call"])).await.json();
        assert_eq!(
            (&short["outcome"], &short["leftOut"]["members"]),
            (&json!("answered"), &json!(["content", "n"]))
        );
        assert_eq!(short["answer"], json!({ "seq": row["endSeq"], "path": "/result" }));
        assert!(short["durationMs"].as_f64().unwrap() > 0.0);
    }
    let first = scene.get(&format!("{path}/calls/{}", rows["rows"][0]["call"])).await.json();
    assert_eq!((&first["result"]["n"], &first["gone"]), (&json!(1), &json!(false)));
    assert_eq!(first["result"]["content"][0]["text"].as_str().map(str::len), Some(6_000_000));
}

#[tokio::test]
async fn an_answer_that_nothing_keeps_is_told_as_gone_and_not_as_unknown() {
    let scene = Scene::start();
    let limits = LogLimits { bytes: 8_000_000, ..LogLimits::default() };
    let puppet = puppet::session_with(|config| config.log = limits);
    let path = scene.adopt(&puppet).await;
    large_calls(&scene, &path, 1).await;
    // Rows are folded in while the log has their entries.
    let rows = scene.get(&format!("{path}/timeline?filter=method:tools/call")).await.json();
    large_calls(&scene, &path, 3).await;
    let report = scene.get(&format!("{path}/calls/{}", rows["rows"][0]["call"])).await.json();
    assert_eq!((&report["outcome"], &report["gone"]), (&json!("answered"), &json!(true)), "{report:#}");
    assert_eq!((report.get("result"), report.get("answer")), (None, None));
}

#[tokio::test]
async fn the_calls_of_a_recording_are_told_like_those_of_a_session() {
    let scene = Scene::start();
    let puppet = puppet::session();
    let path = scene.adopt(&puppet).await;
    let answered = scene.call(&path, "large", &json!({ "bytes": 300_000, "n": 1 })).await.json();
    let refused = scene.call(&path, "refuse", &json!({})).await.json();
    let hanging = scene.begin(&path, "hang").await;
    let mut events = scene.events(&format!("{path}/events")).await;
    wait_for(&mut events, |event| event.data["raw"].as_str().is_some_and(|raw| raw.contains("hang"))).await;
    let recording = scene.get(&format!("{path}/recording")).await.body;
    let upload = Request::new("POST", "/api/recordings").header("content-type", "application/x-ndjson");
    let opened = scene.send(upload.body(recording), ("post", "/api/recordings")).await;
    let replay = opened.header("location").to_owned();
    for report in [answered, refused] {
        let mut recorded = scene.get(&format!("{replay}/calls/{}", report["call"])).await.json();
        // The log tells when frames went and came, and not when somebody was told.
        recorded["durationMs"] = report["durationMs"].clone();
        assert_eq!(recorded, report);
    }
    let cut = scene.get(&format!("{replay}/calls/{hanging}?wait=true")).await.json();
    assert_eq!(
        (&cut["outcome"], &cut["reason"]),
        (&json!("lost"), &json!("the recording has no answer to it"))
    );
}

#[tokio::test]
async fn a_call_of_several_megabytes_is_made() {
    let scene = Scene::start();
    let puppet = puppet::session();
    let path = scene.adopt(&puppet).await;
    let long = "x".repeat(6_000_000);
    let params = json!({ "name": "echo", "arguments": { "text": long } });
    let body = json!({ "method": "tools/call", "params": params });
    let report = scene.post(&format!("{path}/calls?wait=true&most=1000"), &body).await.json();
    assert!(report["leftOut"]["bytes"].as_u64() > Some(6_000_000), "{report:#}");
}

#[tokio::test]
async fn numbers_of_a_result_keep_their_spelling() {
    let scene = Scene::start();
    let puppet = puppet::session();
    let path = scene.adopt(&puppet).await;
    let body = r#"{"method":"tools/call","params":{"name":"echo","arguments":{"text":"x"},"n":1.10}}"#;
    let request = Request::new("POST", &format!("{path}/calls?wait=true"));
    let request = request.header("content-type", "application/json").body(body);
    assert_eq!(scene.send(request, ("post", &format!("{path}/calls"))).await.status, 200);
    let entries = scene.get(&format!("{path}/entries?limit=1000")).await;
    assert!(entries.body.contains(r#"\"n\":1.10"#), "{}", entries.body);
    let refused = scene.call(&path, "refuse", &json!({})).await;
    assert!(refused.body.contains(r#""n":1.0"#), "{}", refused.body);
}

#[tokio::test]
async fn a_call_that_hangs_is_aborted_and_one_behind_it_is_taken_back() {
    let scene = Scene::start();
    let puppet = puppet::session();
    let path = scene.adopt(&puppet).await;
    let hanging = scene.begin(&path, "hang").await;
    let waiting = scene.begin(&path, "echo").await;
    let running = scene.get(&format!("{path}/calls/{hanging}")).await;
    assert_snapshot!("a_running_call", shown(&running));

    let too_late = scene.post(&format!("{path}/calls/{hanging}/cancel"), &Value::Null).await;
    assert_eq!(too_late.json(), json!({ "cancelled": false }), "it is already sent");
    let taken_back = scene.post(&format!("{path}/calls/{waiting}/cancel"), &Value::Null).await;
    assert_eq!(taken_back.json(), json!({ "cancelled": true }));

    let mut events = scene.events(&format!("{path}/events")).await;
    let reason = json!({ "reason": "enough" });
    let aborted = scene.post(&format!("{path}/calls/{hanging}/abort"), &reason).await;
    assert_eq!(aborted.json(), json!({ "aborted": true }));
    let told = |text: &Value| text.as_str().is_some_and(|text| text.contains("notifications/cancelled"));
    wait_for(&mut events, |event| told(&event.data["raw"])).await;
    wait_for(&mut events, |event| event.data["kind"] == "ended").await;
    let body =
        json!({ "method": "tools/call", "params": { "name": "echo", "arguments": { "text": "next" } } });
    assert_eq!(scene.post(&format!("{path}/calls?wait=true"), &body).await.json()["outcome"], "answered");
    assert_snapshot!("an_aborted_call", shown(&scene.ended(&path, hanging).await));
    let again = Request::new("POST", &format!("{path}/calls/{hanging}/abort"));
    let again = scene.send(again, ("post", &format!("{path}/calls/{hanging}/abort"))).await;
    assert_eq!(again.json(), json!({ "aborted": false }), "a body is not needed");
}

#[tokio::test]
async fn a_call_that_is_not_answered_in_time_expires() {
    let scene = Scene::start();
    let puppet = puppet::session();
    let path = scene.adopt(&puppet).await;
    let body = json!({ "method": "tools/call", "params": { "name": "hang" }, "timeoutMs": 50 });
    let expired = scene.post(&format!("{path}/calls?wait=true"), &body).await;
    assert_eq!(expired.status, 200);
    assert_eq!(expired.json()["outcome"], "expired");
    assert_eq!(expired.json()["fault"]["code"], "REQUEST_TIMEOUT");
}

#[tokio::test]
async fn calls_that_make_no_sense_are_named() {
    let scene = Scene::start();
    let puppet = puppet::session();
    let path = scene.adopt(&puppet).await;
    let wrong = [
        (json!({}), "missing field `method`"),
        (json!({ "method": "" }), "`method` is empty"),
        (json!({ "method": "ping", "params": [1] }), "`params` should be an object"),
        (json!({ "method": "ping", "timeoutMs": 0 }), "between 1 and"),
        (json!({ "method": "ping", "timeout": 1 }), "unknown field `timeout`"),
    ];
    for (body, words) in wrong {
        let answer = scene.post(&format!("{path}/calls"), &body).await;
        assert!(answer.status == 400 && answer.body.contains(words), "{body}: {answer:#?}");
    }
    let query = scene.post(&format!("{path}/calls?wait=maybe"), &json!({ "method": "ping" })).await;
    assert!(query.status == 400 && query.body.contains("wait"), "{query:#?}");
    let unknown = scene.post(&format!("{path}/lists"), &json!({ "list": "toys" })).await;
    assert!(unknown.status == 400 && unknown.body.contains("unknown variant `toys`"), "{unknown:#?}");
    let level = scene.put(&format!("{path}/level"), &json!({ "level": "loud" })).await;
    assert!(level.status == 400 && level.body.contains("unknown variant `loud`"), "{level:#?}");
}

#[tokio::test]
async fn the_first_answer_to_an_ask_counts_and_the_second_hears_so() {
    let scene = Scene::start();
    let puppet = puppet::session();
    let path = scene.adopt(&puppet).await;
    let mut events = scene.events(&format!("{path}/events")).await;
    let call = scene.begin(&path, "ask").await;
    let opened = wait_for(&mut events, |event| event.data["ask"] == "opened").await;
    let answer = format!("{path}/asks/{}/answer", opened.data["id"]);
    for wrong in [json!({}), json!({ "result": 5 }), json!({ "decline": false }), json!({ "error": {} })] {
        assert_eq!(scene.post(&answer, &wrong).await.status, 400, "{wrong}");
    }
    let result = json!({ "result": { "action": "accept", "content": { "name": "Ada" } } });
    let accepted = scene.post(&answer, &result).await;
    assert_eq!((accepted.status, accepted.json()), (200, json!({ "accepted": true })));
    assert_snapshot!("a_second_answer", shown(&scene.post(&answer, &result).await));
    let ended = scene.ended(&path, call).await.json();
    assert_eq!(ended["result"]["structuredContent"], result["result"]);
}

#[tokio::test]
async fn an_ask_is_declined_or_refused_with_an_error() {
    let scene = Scene::start();
    let puppet = puppet::session();
    let path = scene.adopt(&puppet).await;
    let mut events = scene.events(&format!("{path}/events")).await;
    let error = json!({ "code": -32042, "message": "not today", "data": [1] });
    for (answer, said) in [
        (json!({ "decline": true }), json!({ "action": "decline" })),
        (json!({ "error": error }), error.clone()),
    ] {
        let call = scene.begin(&path, "ask").await;
        let opened = wait_for(&mut events, |event| event.data["ask"] == "opened").await;
        let ask = opened.data["id"].as_u64().unwrap();
        assert_eq!(scene.post(&format!("{path}/asks/{ask}/answer"), &answer).await.status, 200);
        let ended = scene.ended(&path, call).await.json();
        assert_eq!(ended["result"]["structuredContent"], said);
    }
}

#[tokio::test]
async fn notifications_and_raw_frames_go_out_as_they_are() {
    let scene = Scene::start();
    let puppet = puppet::session();
    let path = scene.adopt(&puppet).await;
    let mut events = scene.events(&format!("{path}/events")).await;
    let body = json!({ "method": "notifications/x", "params": { "a": 1 } });
    assert_eq!(scene.post(&format!("{path}/notify"), &body).await.status, 204);
    let sent = |raw: &Value, text: &str| raw.as_str().is_some_and(|raw| raw.contains(text));
    wait_for(&mut events, |event| sent(&event.data["raw"], "notifications/x")).await;
    let raw = format!("{path}/raw");
    let send = async |bytes: &str| scene.send(Request::new("POST", &raw).body(bytes), ("post", &raw)).await;
    assert_eq!(send("{ not json, 1.10 }").await.status, 204);
    wait_for(&mut events, |event| event.data["raw"] == "{ not json, 1.10 }").await;
    assert_eq!(send("").await.status, 400);
    let two = send("{}\n{}").await;
    assert!(two.status == 400 && two.body.contains("line break"), "{two:#?}");
    assert_eq!(scene.put(&format!("{path}/level"), &json!({ "level": "debug" })).await.status, 204);
    wait_for(&mut events, |event| sent(&event.data["raw"], r#""level":"debug""#)).await;
    puppet.stop().await;
    let unsent = scene.post(&format!("{path}/notify"), &body).await;
    assert_eq!((unsent.status, &unsent.json()["error"]["code"]), (503, &json!("NOT_CONNECTED")));
    assert_eq!(send("{}").await.status, 503);
}

#[tokio::test]
async fn a_demo_in_the_newest_revision_asks_and_is_answered() {
    let mut scene = Scene::start();
    let url = scene.demo().await;
    let path = scene.open(&json!({ "target": { "url": url }, "options": { "concurrency": 4 } })).await;
    let mut events = scene.events(&format!("{path}/events")).await;
    let call = scene.begin(&path, "elicit").await;
    let opened = wait_for(&mut events, |event| event.data["ask"] == "opened").await;
    let view = scene.get(&format!("{path}/view")).await.json();
    assert_eq!(view["asks"][0]["method"], "elicitation/create", "{view:#}");
    let ask = opened.data["id"].as_u64().unwrap();
    let decline = json!({ "decline": true });
    assert_eq!(scene.post(&format!("{path}/asks/{ask}/answer"), &decline).await.status, 200);
    let meanwhile = scene.call(&path, "echo", &json!({ "message": "hi" })).await;
    assert_eq!(meanwhile.json()["result"]["content"][0]["text"], "hi");
    wait_for(&mut events, |event| event.data["ask"] == "ended").await;
    assert_eq!(scene.ended(&path, call).await.json()["outcome"], "answered");
}

#[tokio::test]
async fn a_session_can_decline_everything_by_itself() {
    let mut scene = Scene::start();
    let url = scene.demo().await;
    let options = json!({ "answers": "decline", "era": "2025-06-18", "roots": [{ "uri": "file:///srv" }] });
    let path = scene.open(&json!({ "target": { "url": url }, "options": options })).await;
    let declined = scene.call(&path, "elicit", &json!({})).await;
    assert_eq!(declined.json()["outcome"], "answered", "{declined:#?}");
    assert_eq!(scene.get(&path).await.json()["revision"], "2025-06-18");
    let roots = scene.get(&format!("{path}/roots")).await.json();
    assert_eq!(roots, json!({ "roots": [{ "uri": "file:///srv" }] }));
}
