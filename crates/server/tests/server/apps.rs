//! Apps of servers: made ready to be shown, served on an origin of their own, and what they say written down.

use crate::http::{Answer, Request, send};
use crate::scene::Scene;
use serde_json::{Value, json};
use std::net::SocketAddr;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

/// A session with the demo server that shows apps; its path.
async fn opened(scene: &mut Scene) -> String {
    let url = scene.demo().await;
    scene.open(&json!({ "target": { "url": url }, "options": { "apps": true } })).await
}

/// Asks the origin of apps for something, under a name.
async fn visit(origin: &str, path: &str, host: &str) -> Answer {
    let address: SocketAddr = origin.trim_start_matches("http://").parse().expect("an address");
    let mut stream = TcpStream::connect(address).await.expect("a connection");
    let request = format!("GET {path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await.expect("it is read");
    let mut text = String::new();
    stream.read_to_string(&mut text).await.expect("an answer");
    let (head, body) = text.split_once("\r\n\r\n").expect("a head");
    let mut lines = head.lines();
    let status = lines.next().and_then(|line| line.split(' ').nth(1)?.parse().ok()).expect("a status");
    let headers = lines.filter_map(|line| line.split_once(": "));
    let headers = headers.map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
    Answer { status, headers, body: body.to_owned() }
}

#[tokio::test]
async fn a_tool_names_its_app_only_to_those_who_show_apps() {
    let mut scene = Scene::start();
    let url = scene.demo().await;
    for (options, app) in [(json!({ "apps": true }), json!("ui://demo/weather")), (json!({}), Value::Null)] {
        let path = scene.open(&json!({ "target": { "url": url }, "options": options })).await;
        let listed = scene.post(&format!("{path}/lists"), &json!({ "list": "tools" })).await;
        assert_eq!(listed.status, 200, "{listed:#?}");
        let catalog = scene.get(&format!("{path}/catalog")).await.json();
        let tools = catalog["tools"]["items"].as_array().unwrap();
        let weather = tools.iter().find(|tool| tool["name"] == "weather").unwrap();
        assert_eq!(weather["app"], app, "{options}");
        assert_eq!(weather["visibility"], json!(["model", "app"]));
    }
}

#[tokio::test]
async fn an_app_is_served_on_an_origin_of_its_own_under_its_policy() {
    let mut scene = Scene::start();
    let path = opened(&mut scene).await;
    let shown = scene.post(&format!("{path}/apps"), &json!({ "uri": "ui://demo/weather" })).await;
    assert_eq!(shown.status, 200, "{shown:#?}");
    let shown = shown.json();
    let origin = shown["origin"].as_str().unwrap();
    let host = origin.strip_prefix("http://").unwrap();
    assert!(host.starts_with("127.0.0.1:") && !origin.ends_with(&scene.address.port().to_string()));
    let front = send(scene.address, &Request::new("GET", "/")).await;
    let policy = front.header("content-security-policy").to_owned();
    assert!(policy.ends_with(&format!("; frame-src {origin}")), "{policy}");

    let sandbox = shown["sandbox"].as_str().unwrap().strip_prefix(origin).unwrap();
    let outer = visit(origin, sandbox, host).await;
    assert_eq!(outer.status, 200);
    assert!(outer.header("content-security-policy").contains("frame-src http://127.0.0.1:"), "{outer:#?}");
    let inner = visit(origin, &sandbox.replace("/sandbox/", "/view/"), host).await;
    assert_eq!(inner.header("content-security-policy"), shown["policy"].as_str().unwrap());
    assert!(inner.body.contains("<title>Weather</title>"));
    assert!(inner.header("permissions-policy").contains("camera=()"));
    // Another name, a guess, and everything else leads nowhere.
    for name in ["localhost", "evil.example", &format!("localhost:{}", host.rsplit(':').next().unwrap())] {
        assert_eq!(visit(origin, sandbox, name).await.status, 403, "{name}");
    }
    for nothing in ["/", "/view/0", "/api/sessions", "/sandbox/../api/sessions"] {
        assert_eq!(visit(origin, nothing, host).await.status, 404, "{nothing}");
    }
    // What was read is a call like any other.
    let rows = scene.get(&format!("{path}/timeline?filter=method:resources/read")).await.json();
    assert_eq!(rows["rows"][0]["target"], "ui://demo/weather");
}

#[tokio::test]
async fn what_is_no_app_is_not_shown() {
    let mut scene = Scene::start();
    let path = opened(&mut scene).await;
    for (uri, status, word) in [
        ("demo://readme", 400, "ui://"),
        ("https://example.com", 400, "ui://"),
        ("ui://demo/unknown", 404, "no such resource"),
    ] {
        let answer = scene.post(&format!("{path}/apps"), &json!({ "uri": uri })).await;
        assert_eq!(answer.status, status, "{uri}: {answer:#?}");
        assert!(answer.body.contains(word), "{uri}: {answer:#?}");
    }
}

#[tokio::test]
async fn what_an_app_says_is_in_the_log_and_in_recordings() {
    let mut scene = Scene::start();
    let path = opened(&mut scene).await;
    let ended = scene.call(&path, "weather", &json!({ "place": { "city": "Oslo" } })).await;
    let call = ended.json()["call"].clone();
    let said = |direction: &str, text: &str| json!({ "direction": direction, "text": text });
    let body = json!({ "resource": "ui://demo/weather", "call": call, "messages": [
        said("in", r#"{"jsonrpc":"2.0","id":1,"method":"ui/initialize","params":{"n":1.50}}"#),
        said("out", r#"{"jsonrpc":"2.0","id":1,"result":{}}"#),
    ] });
    assert_eq!(scene.post(&format!("{path}/app-messages"), &body).await.status, 204);
    let rows = scene.get(&format!("{path}/timeline?filter=kind:app")).await.json();
    let row = &rows["rows"][0];
    assert_eq!((&row["method"], &row["status"]), (&json!("ui/initialize"), &json!("ok")), "{rows:#}");
    assert_eq!((&row["call"], &rows["counts"]["apps"]), (&call, &json!(1)));
    let detail = scene.get(&format!("{path}/timeline/{}", row["seq"])).await.json();
    assert_eq!(
        (&detail["parts"][0]["name"], &detail["parts"][1]["name"]),
        (&json!("request"), &json!("response"))
    );
    assert!(detail["parts"][0]["text"].as_str().unwrap().contains("1.50"), "{detail:#}");

    let recording = scene.get(&format!("{path}/recording")).await.body;
    let request = Request::new("POST", "/api/recordings").header("content-type", "application/x-ndjson");
    let replayed = scene.send(request.body(recording), ("post", "/api/recordings")).await;
    let again = replayed.header("location").to_owned();
    let rows = scene.get(&format!("{again}/timeline?filter=kind:app")).await.json();
    assert_eq!(rows["matched"], 1);
    let refused = scene.post(&format!("{again}/app-messages"), &body).await;
    assert_eq!((refused.status, refused.json()["error"]["code"].clone()), (409, json!("READ_ONLY")));
}

#[tokio::test]
async fn what_is_too_much_or_makes_no_sense_is_not_written() {
    let mut scene = Scene::start();
    let path = opened(&mut scene).await;
    let at = format!("{path}/app-messages");
    let said = json!({ "direction": "in", "text": "{}" });
    for (body, word) in [
        (json!({ "resource": "demo://x", "messages": [said] }), "resource"),
        (json!({ "resource": "ui://x", "messages": [] }), "messages"),
        (json!({ "resource": "ui://x", "messages": vec![said.clone(); 257] }), "messages"),
        (
            json!({ "resource": "ui://x", "messages": [{ "direction": "up", "text": "" }] }),
            "expected `in` or `out`",
        ),
        (
            json!({ "resource": "ui://x", "messages": [{ "direction": "in", "text": "x".repeat(4_200_000) }] }),
            "bytes",
        ),
    ] {
        let answer = scene.post(&at, &body).await;
        assert!(answer.status == 400 && answer.body.contains(word), "{word}: {answer:#?}");
    }
    let flood = json!({ "resource": "ui://x", "messages": vec![said; 250] });
    let mut refused = 0;
    for _ in 0..20 {
        let answer = scene.post(&at, &flood).await;
        if answer.status == 503 {
            assert_eq!(answer.json()["error"]["code"], "LIMIT_REACHED");
            refused += 1;
        }
    }
    assert!(refused > 0, "5000 messages at once are too many");
    let rows = scene.get(&format!("{path}/timeline?filter=kind:app&limit=1")).await.json();
    assert_eq!(rows["matched"], (20 - refused) * 250);
}
