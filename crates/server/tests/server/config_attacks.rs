//! Values that would smuggle something in, and values that make no sense: refused, with their field.

use crate::api::Api;
use axum::http::{Method, StatusCode};
use insta::assert_snapshot;
use serde_json::{Value, json};

fn stdio(extra: Value) -> Value {
    with(json!({"name": "a", "transport": "stdio", "command": "x"}), extra)
}

fn http(extra: Value) -> Value {
    with(json!({"name": "a", "transport": "streamableHttp", "url": "https://a.example"}), extra)
}

fn with(mut base: Value, extra: Value) -> Value {
    if let (Value::Object(base), Value::Object(extra)) = (&mut base, extra) {
        base.extend(extra);
    }
    base
}

#[tokio::test]
async fn fields_that_cannot_be_used_are_refused_with_name_expectation_and_finding() {
    let bodies = [
        json!({}),
        json!({"name": ""}),
        json!({"name": "a"}),
        json!({"name": "a", "transport": "stdio"}),
        json!({"name": "a", "transport": "sse"}),
        stdio(json!({"name": 5})),
        stdio(json!({"name": "  "})),
        stdio(json!({"name": "a\nb"})),
        stdio(json!({"transport": "pigeon"})),
        stdio(json!({"transport": ["stdio"]})),
        stdio(json!({"transport": "STDIO"})),
        stdio(json!({"command": ""})),
        stdio(json!({"command": "a\u{0}b"})),
        stdio(json!({"args": "one two"})),
        stdio(json!({"args": ["one", 2]})),
        stdio(json!({"args": ["\u{0}"]})),
        stdio(json!({"cwd": 5})),
        stdio(json!({"env": ["A=1"]})),
        stdio(json!({"env": {"A": 1}})),
        stdio(json!({"env": {"": "1"}})),
        stdio(json!({"env": {"A=B": "1"}})),
        stdio(json!({"env": {"A\u{0}": "1"}})),
        stdio(json!({"env": {"TOKEN": "hunter2\u{0}"}})),
        stdio(json!({"url": "https://a.example"})),
        stdio(json!({"headers": {"X": "1"}})),
        stdio(json!({"connectionMode": "direct"})),
        stdio(json!({"connectionMode": "maybe"})),
        http(json!({"url": "ftp://a.example"})),
        http(json!({"url": "a.example"})),
        http(json!({"url": "javascript:alert(1)"})),
        http(json!({"url": "https://user:hunter2@"})),
        http(json!({"url": "https://a.example/\r\nX: 1"})),
        http(json!({"url": "https://a.example/a b"})),
        http(json!({"url": 5})),
        http(json!({"headers": {"X": "a\r\nHost: evil"}})),
        http(json!({"headers": {"X": "a\nb"}})),
        http(json!({"headers": {"X": "a\u{0}b"}})),
        http(json!({"headers": {"X": "a\u{7f}"}})),
        http(json!({"headers": {"X": "a\tb"}})),
        http(json!({"headers": {"X": null}})),
        http(json!({"headers": {"": "1"}})),
        http(json!({"headers": {"X Y": "1"}})),
        http(json!({"headers": {"X:": "1"}})),
        http(json!({"headers": {"X\r\nHost": "1"}})),
        http(json!({"headers": {"Authorization": ["Bearer hunter2"]}})),
        http(json!({"headers": "X: 1"})),
        http(json!({"command": "x"})),
        http(json!({"args": ["x"]})),
        http(json!({"env": {"A": "1"}})),
        http(json!({"timeouts": 5})),
        http(json!({"timeouts": {"connection": 0}})),
        http(json!({"timeouts": {"request": -1}})),
        http(json!({"timeouts": {"request": 1.5}})),
        http(json!({"timeouts": {"request": "5"}})),
        http(json!({"timeouts": {"request": 2_147_483_648_u64}})),
        http(json!({"oauth": "hunter2"})),
        http(json!({"type": "http"})),
        http(json!({"serverUrl": "https://a.example"})),
    ];
    let api = Api::new();
    let mut told = Vec::new();
    for body in bodies {
        let answer = api.tell(Method::POST, "/config", &body).await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{body}: {}", answer.body);
        assert_eq!(answer.json()["error"]["code"], "INVALID_CONFIG");
        assert!(!answer.body.contains("hunter2"), "a secret in {}", answer.body);
        let message = answer.json()["error"]["message"].clone();
        told.push(format!("{body}\n    {}", message.as_str().unwrap()));
    }
    assert_snapshot!(told.join("\n"));
    assert!(!api.config_path().exists());
}

#[tokio::test]
async fn the_same_is_refused_in_a_change() {
    let text = r#"{"servers": [{"id": "1", "name": "a", "url": "https://a.example"}]}"#;
    let api = Api::with_config(text);
    for patch in [
        json!({"headers": {"X": "a\r\nHost: evil"}}),
        json!({"headers": {"X\r\nHost": "evil"}}),
        json!({"name": null}),
        json!({"name": ""}),
        json!({"transport": null}),
        json!({"url": null}),
        json!({"id": "2"}),
        json!({"id": null}),
        json!({"type": "sse"}),
        json!({"command": "x"}),
    ] {
        let answer = api.tell(Method::PUT, "/config/1", &patch).await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{patch}: {}", answer.body);
        assert_eq!(answer.json()["error"]["details"]["serverId"], "1", "{patch}");
        assert_eq!(api.read_config(), text);
    }
}

#[tokio::test]
async fn what_is_odd_and_harmless_is_taken() {
    let api = Api::new();
    for (index, extra) in [
        json!({"args": ["", " ", "ü\n"], "env": {"MULTI": "a\nb", "ü": ""}}),
        json!({"command": "${PROGRAM}", "url": "", "headers": {}, "oauth": null}),
        json!({"connectionMode": "proxy", "timeouts": {"connection": 1, "other": "kept"}}),
        json!({"__proto__": {"x": 1}, "constructor": "kept"}),
    ]
    .into_iter()
    .enumerate()
    {
        let body = with(stdio(extra), json!({"name": format!("../{index} \u{202e}")}));
        let answer = api.tell(Method::POST, "/config", &body).await;
        assert_eq!(answer.status, StatusCode::OK, "{body}: {}", answer.body);
    }
    let url = http(
        json!({"name": "variable", "url": "${BASE}/mcp", "headers": {"X-Empty": "", "X-Name": "é", "A": "Bearer ${T}"}}),
    );
    assert_eq!(api.tell(Method::POST, "/config", &url).await.status, StatusCode::OK);
    let listed = api.ask(Method::GET, "/config").await.json();
    assert_eq!(listed["servers"].as_array().map(Vec::len), Some(5));
    assert_eq!(listed.get("problems"), None);
}

#[cfg(unix)]
#[tokio::test]
async fn a_file_with_secrets_is_for_its_owner_alone() {
    use std::os::unix::fs::PermissionsExt as _;
    let mode = |api: &Api| std::fs::metadata(api.config_path()).unwrap().permissions().mode() & 0o777;
    let secret = stdio(json!({"env": {"API_KEY": "hunter2"}}));
    let new = Api::new();
    new.tell(Method::POST, "/config", &secret).await;
    assert_eq!(mode(&new), 0o600);
    let old = Api::with_config("{\"mcpServers\": {}}");
    std::fs::set_permissions(old.config_path(), std::fs::Permissions::from_mode(0o644)).unwrap();
    old.tell(Method::POST, "/config", &with(http(json!({})), json!({"name": "open"}))).await;
    assert_eq!(mode(&old), 0o644);
    old.tell(Method::POST, "/config", &secret).await;
    assert_eq!(mode(&old), 0o600);
}
