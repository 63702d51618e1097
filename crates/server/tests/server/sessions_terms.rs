//! The terms of a session: chosen at any time, in force when it is connected anew; and what the server offers
//! then, against what it offered before.

use crate::puppet;
use crate::scene::Scene;
use serde_json::{Value, json};

/// Fetches the tools, so that they are known.
async fn fetch(scene: &Scene, path: &str) {
    for list in ["tools", "resources", "templates", "prompts"] {
        let fetched = scene.post(&format!("{path}/lists"), &json!({ "list": list })).await;
        assert_eq!(fetched.status, 200, "{fetched:#?}");
    }
}

#[tokio::test]
async fn a_session_is_connected_anew_on_other_terms_and_says_what_it_offered() {
    let mut scene = Scene::start();
    let url = scene.demo().await;
    let path =
        scene.open(&json!({ "target": { "url": url, "headers": { "X-Key": "hush-hush-hush" } } })).await;
    let terms = scene.get(&format!("{path}/terms")).await.json();
    assert_eq!((&terms["pending"], &terms["chosen"]["era"]), (&json!(false), &json!("auto")));
    assert_eq!(terms["inForce"]["sampling"], true);

    let chosen =
        scene.put(&format!("{path}/terms"), &json!({ "sampling": false, "elicitationUrl": false })).await;
    assert_eq!(chosen.status, 200, "{chosen:#?}");
    let chosen = chosen.json();
    assert_eq!((&chosen["pending"], &chosen["inForce"]["sampling"]), (&json!(true), &json!(true)));
    let before = scene.get(&format!("{path}/capabilities")).await.json();
    assert_eq!(before["offered"]["capabilities"]["sampling"], json!({}), "as it was sent: {before:#}");

    let anew = scene.post(&format!("{path}/anew"), &json!({ "era": "2025-06-18" })).await;
    assert_eq!(anew.status, 202, "{anew:#?}");
    let summary = scene.until(&path, |summary| summary["phase"] == "ready").await;
    assert_eq!(summary["revision"], "2025-06-18");
    let terms = scene.get(&format!("{path}/terms")).await.json();
    assert_eq!((&terms["pending"], &terms["inForce"]["era"]), (&json!(false), &json!("2025-06-18")));
    let after = scene.get(&format!("{path}/capabilities")).await.json();
    let offered = &after["offered"]["capabilities"];
    assert_eq!((&offered["sampling"], &offered["elicitation"]), (&Value::Null, &json!({ "form": {} })));
    let sampling = after["client"].as_array().unwrap().iter().find(|row| row["path"] == json!(["sampling"]));
    assert_eq!(sampling.unwrap()["advertised"], false);
}

#[tokio::test]
async fn roots_are_shown_at_once_unless_somebody_wants_to_be_asked() {
    let mut scene = Scene::start();
    let url = scene.demo().await;
    let root = |name: &str| json!({ "uri": format!("file:///{name}") });
    let path = scene.open(&json!({ "target": { "url": url }, "options": { "roots": [root("set")] } })).await;
    let shown = scene.call(&path, "roots", &json!({})).await;
    assert!(shown.body.contains("file:///set"), "{shown:#?}");

    let anew = scene.post(&format!("{path}/anew"), &json!({ "rootsOnDemand": true })).await;
    assert_eq!(anew.status, 202, "{anew:#?}");
    scene.until(&path, |summary| summary["phase"] == "ready").await;
    let terms = scene.get(&format!("{path}/terms")).await.json();
    assert_eq!(terms["inForce"]["rootsOnDemand"], true);
    let call = scene.begin(&path, "roots").await;
    scene.until(&path, |summary| summary["waitingAsks"] == 1).await;
    let view = scene.get(&format!("{path}/view")).await.json();
    assert_eq!(view["asks"][0]["method"], "roots/list", "{view:#}");
    let answer = json!({ "result": { "roots": [root("given")] } });
    let asked = format!("{path}/asks/{}/answer", view["asks"][0]["ask"]);
    assert_eq!(scene.post(&asked, &answer).await.status, 200);
    let given = scene.ended(&path, call).await;
    assert!(given.body.contains("file:///given") && !given.body.contains("file:///set"), "{given:#?}");
}

#[tokio::test]
async fn connecting_anew_needs_no_body_and_works_in_any_phase() {
    let mut scene = Scene::start();
    let url = scene.demo().await;
    let path = scene.open(&json!({ "target": { "url": url } })).await;
    assert_eq!(scene.post(&format!("{path}/stop"), &Value::Null).await.status, 200);
    assert_eq!(scene.post(&format!("{path}/anew"), &Value::Null).await.status, 202);
    scene.until(&path, |summary| summary["phase"] == "ready").await;
    assert_eq!(scene.post(&format!("{path}/anew"), &Value::Null).await.status, 202);
    scene.until(&path, |summary| summary["phase"] == "ready").await;
}

#[tokio::test]
async fn terms_that_make_no_sense_and_sessions_that_have_none_are_refused() {
    let scene = Scene::start();
    let puppet = puppet::session();
    let path = scene.adopt(&puppet).await;
    assert_eq!(scene.get(&format!("{path}/terms")).await.status, 200);
    let foreign = scene.put(&format!("{path}/terms"), &json!({ "sampling": false })).await;
    assert!(foreign.status == 409 && foreign.body.contains("proxy endpoint"), "{foreign:#?}");
    for body in
        [json!({ "era": "tomorrow" }), json!({ "sampling": 1 }), json!({ "smapling": true }), json!([])]
    {
        assert_eq!(scene.put(&format!("{path}/terms"), &body).await.status, 400, "{body}");
    }
    let terms = scene.get(&format!("{path}/terms")).await.json();
    assert_eq!(terms["pending"], false, "what was refused is not chosen");
}

#[tokio::test]
async fn what_changed_is_told_against_the_connection_before_or_the_last_session_with_the_server() {
    let mut scene = Scene::start();
    let url = scene.demo().await;
    let opening = json!({ "target": { "url": url } });
    let path = scene.open(&opening).await;
    fetch(&scene, &path).await;
    let first = scene.get(&format!("{path}/changes")).await.json();
    assert_eq!((&first["since"], &first["tools"]), (&Value::Null, &Value::Null));

    assert_eq!(scene.post(&format!("{path}/anew"), &Value::Null).await.status, 202);
    scene.until(&path, |summary| summary["phase"] == "ready").await;
    fetch(&scene, &path).await;
    let second = scene.get(&format!("{path}/changes")).await.json();
    assert_eq!((&second["since"], &second["tools"]["added"]), (&json!("connection"), &json!([])));
    assert!(second["tools"]["same"].as_u64() > Some(0), "{second:#}");

    assert_eq!(scene.delete(&path).await.status, 204);
    let other = scene.open(&opening).await;
    fetch(&scene, &other).await;
    let third = scene.get(&format!("{other}/changes")).await.json();
    assert_eq!((&third["since"], &third["prompts"]["removed"]), (&json!("session"), &json!([])));
}

#[tokio::test]
async fn what_comes_and_goes_within_the_first_connection_is_told_too() {
    let mut scene = Scene::start();
    let url = scene.demo().await;
    let path = scene.open(&json!({ "target": { "url": url } })).await;
    let changes = async |scene: &Scene| scene.get(&format!("{path}/changes")).await.json();
    fetch(&scene, &path).await;
    fetch(&scene, &path).await;
    let same = changes(&scene).await;
    assert_eq!(same["since"], Value::Null, "what was fetched again is the same: {same:#}");

    scene.call(&path, "toggle_tool", &json!({})).await;
    fetch(&scene, &path).await;
    let came = changes(&scene).await;
    assert_eq!((&came["since"], &came["tools"]["added"]), (&json!("first"), &json!(["surprise"])));
    assert_eq!(came["prompts"]["added"], json!([]));

    fetch(&scene, &path).await;
    assert_eq!(changes(&scene).await["tools"]["added"], json!(["surprise"]), "looking again forgets nothing");
    scene.call(&path, "toggle_tool", &json!({})).await;
    fetch(&scene, &path).await;
    assert_eq!(changes(&scene).await["since"], Value::Null, "it is what it first was");
}

#[tokio::test]
async fn lists_of_two_servers_and_answers_of_two_calls_are_compared() {
    let mut scene = Scene::start();
    let url = scene.demo().await;
    // It may still be connecting, and its lists are on their way.
    let opened = scene.post("/api/sessions", &json!({ "target": { "url": url } })).await;
    let path = opened.header("location").to_owned();
    let puppet = puppet::session();
    let other = scene.adopt(&puppet).await;
    let id = |path: &str| path.rsplit('/').next().unwrap().to_owned();
    let side = |path: &str| json!({ "session": id(path), "list": "tools" });
    let unknown = scene.post("/api/diff", &json!({ "left": side(&path), "right": side(&other) })).await;
    assert!(unknown.status == 404 && unknown.body.contains("never fetched"), "{unknown:#?}");
    assert_eq!(scene.post(&format!("{other}/lists"), &json!({ "list": "tools" })).await.status, 200);
    let diff = scene.post("/api/diff", &json!({ "left": side(&path), "right": side(&other) })).await.json();
    let of =
        |kind: &str| diff["changes"].as_array().unwrap().iter().filter(|one| one["kind"] == kind).count();
    assert!(of("removed") > 5 && of("added") == 1, "{:#}", diff["changes"]);

    let prompts = |path: &str| json!({ "session": id(path), "list": "prompts" });
    let diff =
        scene.post("/api/diff", &json!({ "left": prompts(&other), "right": prompts(&path) })).await.json();
    assert!(!diff["changes"].as_array().unwrap().is_empty(), "a server that offers none has none: {diff:#}");

    let mut rows = Vec::new();
    for b in [2, 3] {
        scene.call(&path, "add", &json!({ "a": 1, "b": b })).await;
    }
    let page = scene.get(&format!("{path}/timeline?filter=method:tools/call")).await.json();
    for row in page["rows"].as_array().unwrap() {
        rows.push(json!({ "session": id(&path), "row": row["seq"] }));
    }
    let diff = scene.post("/api/diff", &json!({ "left": rows[0], "right": rows[1] })).await.json();
    let pointers: Vec<&str> = diff["changes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|change| change["pointer"].as_str().unwrap())
        .collect();
    assert!(!pointers.is_empty() && pointers.iter().all(|pointer| !pointer.contains("/id")), "{pointers:?}");
    let missing = json!({ "session": id(&path), "row": 999_999 });
    assert_eq!(scene.post("/api/diff", &json!({ "left": missing, "right": missing })).await.status, 404);
    let both = json!({ "session": id(&path), "row": 1, "list": "tools" });
    assert_eq!(scene.post("/api/diff", &json!({ "left": both, "right": both })).await.status, 400);
}
