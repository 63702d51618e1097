use super::*;
use crate::history::tests::{exchange, raw};
use crate::history::{End, HistoryOptions};
use crate::{Config, History};
use axum::body::{Body, to_bytes};
use axum::http::{Request, StatusCode};
use mcp_inspector_engine::core::redact::Redactor;
use serde_json::{Value, json};
use std::time::Duration;
use tower::ServiceExt as _;

struct World {
    dir: tempfile::TempDir,
    backend: Backend,
}

fn world() -> World {
    let dir = tempfile::tempdir().unwrap();
    let options = HistoryOptions { level: Level::Debug, ..HistoryOptions::default() };
    let history = History::open_with(&dir.path().join("history"), options).unwrap();
    let backend = Backend::new("http://127.0.0.1:3000", Config::new(&dir.path().join("mcp.json")), history);
    World { dir, backend }
}

impl World {
    async fn get(&self, path: &str) -> (StatusCode, Value) {
        let request = Request::get(path).body(Body::empty()).unwrap();
        let response = crate::router(self.backend.clone()).oneshot(request).await.unwrap();
        assert_eq!(response.headers()["content-type"], "application/json");
        let status = response.status();
        let body = to_bytes(response.into_body(), usize::MAX).await.unwrap();
        (status, serde_json::from_slice(&body).unwrap())
    }
}

#[tokio::test]
async fn the_history_is_told_as_published() {
    let world = world();
    let none = Redactor::default();
    let params = raw(r#"{"name":"echo","arguments":{"message":"hello"}}"#);
    let history = world.backend.history();
    let line = crate::RequestLine {
        request_id: "req-123",
        server_id: "abc123",
        method: "tools/call",
        params: Some(&params),
    };
    history.request(line, &none);
    let result = raw(r#"{"content":[{"type":"text","text":"hello"}]}"#);
    history.response("req-123", End::Result(&result), Duration::from_millis(45), &none);
    exchange(history, "req-124", "other", "ping");
    let (status, mut page) =
        world.get("/api/history?method=tools%2Fcall&serverId=abc123&limit=5&since=0").await;
    assert_eq!(status, StatusCode::OK);
    assert!(page["entries"][0]["timestamp"].is_i64());
    page["entries"][0]["timestamp"] = 1_732_987_200_000_i64.into();
    assert_eq!(
        page,
        json!({
            "entries": [{
                "id": "req-123",
                "timestamp": 1_732_987_200_000_i64,
                "method": "tools/call",
                "target": "echo",
                "params": { "name": "echo", "arguments": { "message": "hello" } },
                "result": { "content": [{ "type": "text", "text": "hello" }] },
                "duration": 45,
                "serverId": "abc123",
                "success": true,
            }],
            "total": 1,
            "limit": 5,
            "offset": 0,
        })
    );
    let (_, page) = world.get("/api/history?method=&serverId=&offset=1&unknown=x").await;
    assert_eq!(
        (&page["entries"][0]["id"], &page["total"], &page["limit"]),
        (&json!("req-123"), &json!(2), &json!(100))
    );
}

#[tokio::test]
async fn the_log_is_told_as_published() {
    let world = world();
    world.backend.history().app(Level::Debug, "detail", Value::Null);
    let data = json!({ "serverId": "abc123", "transport": "stdio" });
    world.backend.history().app(Level::Info, "Server connected", data.clone());
    let (status, mut page) = world.get("/api/logs?level=info&limit=1000").await;
    assert_eq!(status, StatusCode::OK);
    assert!(page["entries"][0]["timestamp"].is_i64());
    page["entries"][0]["timestamp"] = 0.into();
    let entry = json!({ "timestamp": 0, "level": "info", "message": "Server connected", "data": data });
    assert_eq!(page, json!({ "entries": [entry], "total": 1, "limit": 1000 }));
    assert_eq!(world.get("/api/logs").await.1["total"], 2);
}

#[tokio::test]
async fn a_parameter_that_makes_no_sense_is_named() {
    let world = world();
    for (path, named) in [
        ("/api/history?limit=abc", "`limit` is `abc`"),
        ("/api/history?limit=-1", "`limit` is `-1`"),
        ("/api/history?limit=0", "from 1 to 1000"),
        ("/api/history?limit=1001", "`limit` is `1001`"),
        ("/api/history?limit=", "`limit` is ``"),
        ("/api/history?limit=%2B5", "`limit` is `+5`"),
        ("/api/history?offset=1.5", "`offset` is `1.5`"),
        ("/api/history?offset=99999999999999999999", "`offset`"),
        ("/api/history?since=yesterday", "`since` is `yesterday`"),
        ("/api/history?since=9007199254740992", "`since`"),
        ("/api/history?limit=1&limit=2", "limit"),
        ("/api/logs?level=loud", "`level` is `loud`; it must be `debug`, `info`, `warn` or `error`"),
        ("/api/logs?limit=1e3", "`limit` is `1e3`"),
        ("/api/logs?since=-5", "`since` is `-5`"),
    ] {
        let (status, body) = world.get(path).await;
        assert_eq!(status, StatusCode::BAD_REQUEST, "{path}");
        assert_eq!(body["error"]["code"], "INVALID_REQUEST", "{path}");
        let message = body["error"]["message"].as_str().unwrap();
        assert!(message.contains(named), "{path}: {message}");
    }
    let largest = "/api/history?limit=1000&offset=9007199254740991&since=9007199254740991";
    assert_eq!(world.get(largest).await.0, StatusCode::OK);
}

#[tokio::test]
async fn a_history_that_cannot_be_read_is_told_as_such() {
    let world = world();
    let path = world.dir.path().join("history");
    std::fs::remove_dir_all(&path).unwrap();
    std::fs::write(&path, "a file where the directory was").unwrap();
    let (status, body) = world.get("/api/history").await;
    assert_eq!(status, StatusCode::INTERNAL_SERVER_ERROR);
    assert_eq!(body["error"]["code"], "RECORDING_FAILED");
    assert!(body["error"]["message"].as_str().unwrap().starts_with("the history cannot be read"));
    assert!(body["error"]["hint"].is_string());
}

#[test]
fn the_description_has_every_parameter_with_its_bounds() {
    let (_, description) = routes().split_for_parts();
    let description = serde_json::to_value(&description).unwrap();
    let parameter = |path: &str, name: &str| -> Value {
        let parameters = description["paths"][path]["get"]["parameters"].as_array().unwrap();
        let found = parameters.iter().find(|parameter| parameter["name"] == name);
        found.unwrap_or_else(|| panic!("{path} has no {name}")).clone()
    };
    for (path, name, least, most) in [
        ("/api/history", "limit", 1, 1000),
        ("/api/history", "offset", 0, LARGEST_NUMBER),
        ("/api/history", "since", 0, LARGEST_NUMBER),
        ("/api/logs", "limit", 1, 1000),
        ("/api/logs", "since", 0, LARGEST_NUMBER),
    ] {
        let found = parameter(path, name);
        assert_eq!((&found["required"], &found["in"]), (&json!(false), &json!("query")), "{found}");
        let schema = &found["schema"];
        assert_eq!((&schema["minimum"], &schema["maximum"]), (&json!(least), &json!(most)), "{found}");
    }
    parameter("/api/history", "method");
    parameter("/api/history", "serverId");
    parameter("/api/logs", "level");
    for path in ["/api/history", "/api/logs"] {
        let responses = description["paths"][path]["get"]["responses"].as_object().unwrap();
        assert_eq!(responses.keys().collect::<Vec<_>>(), ["200", "400", "401", "403", "500"]);
    }
}
