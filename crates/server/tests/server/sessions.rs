//! Sessions as a whole: opened, listed, looked at, stopped, closed.

use crate::http::{Request, send};
use crate::puppet;
use crate::scene::{Scene, shown, wait_for};
use insta::assert_snapshot;
use mcp_inspector_engine::core::redact::Redactor;
use serde_json::{Value, json};

#[tokio::test]
async fn a_session_is_opened_listed_stopped_connected_again_and_closed() {
    let mut scene = Scene::start();
    let url = scene.demo().await;
    assert_snapshot!("no_sessions", shown(&scene.get("/api/sessions").await));
    let target =
        json!({ "url": url, "headers": { "Authorization": "Bearer secret-of-mine" }, "name": "demo" });
    let opened = scene.post("/api/sessions", &json!({ "target": target })).await;
    assert_eq!((opened.status, &opened.json()["status"]), (201, &json!("connecting")));
    let path = opened.header("location").to_owned();
    let id = opened.json()["id"].as_str().unwrap().to_owned();
    assert_eq!(path, format!("/api/sessions/{id}"));
    scene.until(&path, |summary| summary["phase"] == "ready").await;

    let mut ready = scene.get(&path).await;
    let mut value = ready.json();
    value["lastSeq"] = "<seq>".into();
    ready.body = value.to_string();
    assert_snapshot!("a_session", shown(&ready));
    assert_eq!(scene.get("/api/sessions").await.json()["sessions"][0]["id"], id.as_str());

    let stopped = scene.post(&format!("{path}/stop"), &Value::Null).await;
    assert_eq!((stopped.status, &stopped.json()["phase"]), (200, &json!("closed")));
    let again = scene.post(&format!("{path}/reconnect"), &Value::Null).await;
    assert_eq!((again.status, &again.json()["status"]), (202, &json!("connecting")));
    scene.until(&path, |summary| summary["phase"] == "ready").await;

    assert_eq!(scene.delete(&path).await.status, 204);
    assert_snapshot!("a_session_that_is_gone", shown(&scene.get(&path).await).replace(&id, "<id>"));
    assert_eq!(scene.delete(&path).await.status, 404);
    assert_eq!(scene.get("/api/sessions").await.json(), json!({ "sessions": [] }));
}

#[tokio::test]
async fn a_configured_server_is_opened_by_its_id_and_an_unknown_one_is_not() {
    let mut scene = Scene::start();
    let url = scene.demo().await;
    let file =
        json!({ "servers": [{ "id": "s1", "name": "Demo", "transport": "streamableHttp", "url": url }] });
    std::fs::write(scene.directory().join("mcp.json"), file.to_string()).unwrap();
    let path = scene.open(&json!({ "serverId": "s1", "options": { "era": "legacy" } })).await;
    let summary = scene.get(&path).await.json();
    assert_eq!((&summary["serverId"], &summary["name"]), (&json!("s1"), &json!("Demo")));
    assert_eq!(summary["revision"], "2025-11-25");
    let unknown = scene.post("/api/sessions", &json!({ "serverId": "s2" })).await;
    assert_eq!((unknown.status, &unknown.json()["error"]["code"]), (404, &json!("SERVER_NOT_FOUND")));
}

#[tokio::test]
async fn a_server_that_cannot_be_started_is_told_in_the_summary() {
    let scene = Scene::start();
    let target = json!({ "command": "no-such-program-anywhere", "args": ["--token", "sk-abcdefgh"] });
    let opened = scene.post("/api/sessions", &json!({ "target": target })).await;
    let path = opened.header("location").to_owned();
    let failed = scene.until(&path, |summary| !summary["fault"].is_null()).await;
    assert_eq!(failed["fault"]["code"], "SPAWN_FAILED");
    assert!(failed["fault"]["helpUrl"].as_str().unwrap().starts_with("http://127.0.0.1:"), "{failed:#}");
    assert_eq!(failed["place"], "no-such-program-anywhere --token '[REDACTED]'");
    assert!(!failed.to_string().contains("sk-abcdefgh"), "{failed:#}");
}

#[tokio::test]
async fn bodies_that_make_no_sense_are_named() {
    let scene = Scene::start();
    let wrong = [
        (json!({}), "`serverId` or `target` is missing"),
        (json!([]), "expected an object"),
        (json!({ "target": { "url": "http://x" }, "options": { "timeouts": [null] } }), "expected an object"),
        (json!({ "serverId": "a", "target": { "url": "http://x" } }), "exclude each other"),
        (json!({ "serverId": 5 }), "invalid type: integer `5`"),
        (json!({ "target": {} }), "neither `command` nor `url`"),
        (json!({ "target": { "command": " " } }), "`target.command` is empty"),
        (json!({ "target": { "command": "a\u{0}b" } }), "NUL"),
        (json!({ "target": { "command": "a", "env": { "A=B": "c" } } }), "`A=B`"),
        (json!({ "target": { "url": "ftp://x" } }), "is not an http:// or https:// URL"),
        (json!({ "target": { "url": "http://x", "headers": { "a b": "c" } } }), "`a b`"),
        (json!({ "target": { "url": "http://x", "headers": { "a": "c\r\nd: e" } } }), "the header `a`"),
        (json!({ "target": { "url": "http://x", "transport": "pigeon" } }), "unknown variant `pigeon`"),
        (json!({ "target": { "url": "http://x" }, "options": { "era": "1999" } }), "unknown variant `1999`"),
        (json!({ "target": { "url": "http://x" }, "options": { "erra": "auto" } }), "unknown field `erra`"),
        (
            json!({ "target": { "url": "http://x" }, "options": { "timeouts": { "request": 0 } } }),
            "between 1 and",
        ),
        (json!({ "target": { "url": "http://x" }, "options": { "concurrency": 0 } }), "between 1 and"),
        (
            json!({ "target": { "url": "http://x" }, "options": { "maxMessageBytes": 64 } }),
            "between 1024 and 1073741824",
        ),
    ];
    for (body, words) in wrong {
        let answer = scene.post("/api/sessions", &body).await;
        let message = answer.json()["error"]["message"].as_str().unwrap_or_default().to_owned();
        assert!(answer.status == 400 && message.contains(words), "{body}: {answer:#?}");
        assert!(!message.contains("d: e"), "a value of a header may be a secret: {message}");
    }
    let target = Request::new("POST", "/api/sessions").body("{}");
    let untyped = scene.send(target.clone(), ("post", "/api/sessions")).await;
    assert!(untyped.body.contains("Content-Type: application/json"), "{untyped:#?}");
    let torn = target.header("content-type", "application/json").body("{\"target\":");
    let torn = scene.send(torn, ("post", "/api/sessions")).await;
    assert_eq!((torn.status, &torn.json()["error"]["code"]), (400, &json!("INVALID_REQUEST")));
    assert_eq!(scene.get("/api/sessions").await.json(), json!({ "sessions": [] }), "nothing was started");
}

#[tokio::test]
async fn sessions_that_are_not_there_are_not_found_whatever_is_asked_of_them() {
    let scene = Scene::start();
    for path in
        ["", "/view", "/entries", "/entries/1", "/findings", "/recording", "/roots", "/calls/1", "/events"]
    {
        let answer = scene.get(&format!("/api/sessions/nobody{path}")).await;
        assert_eq!((answer.status, &answer.json()["error"]["code"]), (404, &json!("SESSION_NOT_FOUND")));
    }
    let odd = send(scene.address, &Request::new("GET", "/api/sessions/%ff")).await;
    assert_eq!(odd.status, 400, "{odd:#?}");
}

#[tokio::test]
async fn there_is_a_limit_and_closing_makes_room() {
    let scene = Scene::start();
    let body = json!({ "target": { "url": "http://127.0.0.1:9/mcp" } });
    let mut last = String::new();
    for _ in 0..64 {
        let opened = scene.post("/api/sessions", &body).await;
        assert_eq!(opened.status, 201);
        last = opened.header("location").to_owned();
    }
    assert_snapshot!("one_session_too_many", shown(&scene.post("/api/sessions", &body).await));
    let puppet = puppet::session();
    scene.adopt(&puppet).await;
    assert_eq!(scene.delete(&last).await.status, 204);
    assert_eq!(scene.post("/api/sessions", &body).await.status, 201, "sessions of the proxy do not count");
}

#[tokio::test]
async fn the_view_has_everything_there_is_to_see() {
    let scene = Scene::start();
    // What is asked for while the server asks must not wait for it.
    let puppet = puppet::session_with(|config| config.peer.concurrency = 2);
    let path = scene.adopt(&puppet).await;
    let listed = scene.post(&format!("{path}/lists"), &json!({ "list": "tools" })).await;
    assert_snapshot!("a_list", shown(&listed));
    scene.call(&path, "flood", &json!({ "count": 2, "bytes": 3 })).await;
    let body = json!({ "uri": "test://a" });
    assert_eq!(scene.post(&format!("{path}/subscriptions"), &body).await.status, 204);
    let roots = json!({ "roots": [{ "uri": "file:///srv", "name": "srv" }] });
    assert_eq!(scene.put(&format!("{path}/roots"), &roots).await.json(), roots);
    assert_eq!(scene.get(&format!("{path}/roots")).await.json(), roots);
    let mut events = scene.events(&format!("{path}/events")).await;
    let call = scene.begin(&path, "ask").await;
    wait_for(&mut events, |event| event.data["kind"] == "ask").await;

    let view = scene.get(&format!("{path}/view")).await;
    assert_snapshot!("a_view", shown(&view));
    assert_eq!(view.json()["seq"], scene.get(&path).await.json()["lastSeq"]);
    assert_eq!(call, 4);

    let unsubscribed = scene.delete(&format!("{path}/subscriptions?uri=test%3A%2F%2Fa")).await;
    assert_eq!(unsubscribed.status, 204);
    let view = scene.get(&format!("{path}/view")).await;
    assert_eq!(view.json()["subscriptions"], json!([]));
    // One that no address has room for.
    let long = json!({ "uri": format!("test://{}", "a".repeat(200_000)) });
    let place = format!("{path}/subscriptions");
    assert_eq!(scene.post(&place, &long).await.status, 204);
    let request = Request::new("DELETE", &place).json(&long);
    assert_eq!(scene.send(request, ("delete", &place)).await.status, 204);
    assert_eq!(scene.get(&format!("{path}/view")).await.json()["subscriptions"], json!([]));
    assert_eq!(scene.delete(&place).await.status, 400);
    let findings = scene.get(&format!("{path}/findings")).await.json();
    assert_eq!(findings["findings"][0]["message"], "`broken` has no `inputSchema`");
}

#[tokio::test]
async fn sessions_of_the_proxy_are_shown_until_they_are_released() {
    let scene = Scene::start();
    let puppet = puppet::session();
    let path = scene.adopt(&puppet).await;
    assert_snapshot!("a_session_of_the_proxy", shown(&scene.get(&path).await));
    let id = scene.get(&path).await.json()["id"].as_str().unwrap().to_owned();
    let mut news = scene.events("/api/events").await;
    wait_for(&mut news, |event| event.data.to_string().contains(&id)).await;
    let released = scene.backend.sessions().adopt(puppet.clone(), "puppet", "Puppet", Redactor::default());
    wait_for(&mut news, |event| event.data["sessions"].as_array().is_some_and(|all| all.len() == 2)).await;
    scene.backend.sessions().release(&released);
    wait_for(&mut news, |event| event.data["sessions"].as_array().is_some_and(|all| all.len() == 1)).await;
    assert!(puppet.ping().await.is_ok(), "releasing a session does not stop it");
}

#[tokio::test]
async fn closing_all_ends_every_session_and_stream_and_takes_no_more() {
    let mut scene = Scene::start();
    let url = scene.demo().await;
    let face = scene.open(&json!({ "target": { "url": url } })).await;
    let puppet = puppet::session();
    scene.adopt(&puppet).await;
    let mut news = scene.events("/api/events").await;
    let mut events = scene.events(&format!("{face}/events")).await;
    scene.backend.sessions().close_all().await;
    wait_for(&mut events, |event| event.name == "end").await;
    assert_eq!(events.next().await, None);
    let end = wait_for(&mut news, |event| event.name == "end").await;
    assert_eq!(end.data, json!({ "reason": "shutdown" }));
    assert_eq!(news.next().await, None);
    assert_eq!(puppet.phase().as_str(), "closed");
    let late = scene.post("/api/sessions", &json!({ "target": { "url": url } })).await;
    assert_eq!((late.status, &late.json()["error"]["code"]), (503, &json!("SHUTDOWN")));
}
