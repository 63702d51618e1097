//! `/config`: what it answers, against golden JSON.

use crate::api::{Answer, Api};
use axum::http::{Method, StatusCode};
use insta::assert_snapshot;
use serde_json::{Value, json};

const LIST: &str = r#"{
  // kept
  "version": "2.0",
  "servers": [
    {
      "id": "abc123",
      "name": "everything-server",
      "transport": "stdio",
      "command": "npx",
      "args": ["-y", "@modelcontextprotocol/server-everything"],
      "x-note": { "kept": true }, // why
      "createdAt": "2024-01-15T10:00:00Z",
      "updatedAt": "2024-01-15T10:00:00Z"
    }
  ],
  "preferences": { "theme": "dark", "defaultTransport": "streamableHttp" }
}
"#;

fn names(answer: &Answer) -> Vec<String> {
    let servers = answer.json()["servers"].clone();
    let servers = servers.as_array().into_iter().flatten();
    servers.filter_map(|server| server["name"].as_str()).map(str::to_owned).collect()
}

#[tokio::test]
async fn without_a_file_there_are_no_servers_and_no_problems() {
    let api = Api::new();
    let answer = api.ask(Method::GET, "/config").await;
    assert_eq!((answer.status, answer.body.as_str()), (StatusCode::OK, r#"{"servers":[]}"#));
    assert!(!api.config_path().exists());
}

#[tokio::test]
async fn servers_are_listed_with_the_published_fields_in_their_order() {
    let api = Api::with_config(LIST);
    assert_snapshot!(api.shown(&api.ask(Method::GET, "/config").await));
}

#[tokio::test]
async fn a_server_is_added_and_the_new_file_has_the_published_shape() {
    let api = Api::new();
    let answer = api
        .tell(
            Method::POST,
            "/config",
            &json!({
                "name": "my-server",
                "transport": "streamableHttp",
                "url": "http://localhost:8080/mcp",
                "headers": { "Authorization": "Bearer token" },
                "id": "mine", "createdAt": "never", "updatedAt": null,
                "x-note": [1, null, { "deep": "kept" }],
            }),
        )
        .await;
    assert_snapshot!("added", api.shown(&answer));
    assert_snapshot!("added_file", api.blanked(&api.read_config()));
    // What is told at once is what is told later.
    let listed = api.ask(Method::GET, "/config").await.json();
    assert_eq!(listed["servers"], json!([answer.json()]));
}

#[tokio::test]
async fn every_shape_is_listed_in_the_same_words() {
    let map = r#"{"mcpServers": {
        "files": {"command": "npx", "env": {"TOKEN": "${TOKEN}"}, "disabled": false},
        "web": {"type": "http", "url": "https://a.example/mcp", "timeouts": {"request": 5}},
        "old": {"type": "sse", "serverUrl": "https://a.example/sse"},
        "unsaid": {"url": "https://a.example", "id": "own-id", "connectionMode": "proxy"}
    }}"#;
    let api = Api::with_config(map);
    let in_map = api.ask(Method::GET, "/config").await;
    assert_snapshot!(api.shown(&in_map));
    api.write_config(&map.replace("mcpServers", "servers"));
    assert_eq!(api.ask(Method::GET, "/config").await, in_map);
}

#[tokio::test]
async fn a_map_stays_a_map_and_names_are_its_ids() {
    let api = Api::with_config("{\n  \"mcpServers\": {}\n}\n");
    let added = api
        .tell(
            Method::POST,
            "/config",
            &json!({"name": "a b", "transport": "sse", "url": "https://a.example"}),
        )
        .await;
    assert_snapshot!("map_added", api.shown(&added));
    let renamed =
        api.tell(Method::PUT, "/config/a%20b", &json!({"name": "c/d", "url": "https://b.example"})).await;
    assert_eq!(renamed.json()["id"], "c/d");
    assert_snapshot!("map_file", api.read_config());
    let gone = api.ask(Method::DELETE, "/config/c%2Fd").await;
    assert_eq!((gone.status, gone.body.as_str()), (StatusCode::NO_CONTENT, ""));
    assert_eq!(api.read_config(), "{\n  \"mcpServers\": {}\n}\n");
}

#[tokio::test]
async fn only_what_is_said_changes_and_all_else_in_the_file_stays() {
    let api = Api::with_config(LIST);
    let body = json!({"args": ["-y", "other"], "env": {"A": "1"}, "timeouts": {"connection": 1000}});
    let answer = api.tell(Method::PUT, "/config/abc123", &body).await;
    assert_snapshot!("changed", api.shown(&answer));
    assert_ne!(answer.json()["updatedAt"], "2024-01-15T10:00:00Z");
    assert_snapshot!("changed_file", api.blanked(&api.read_config()));
    let body = json!({"env": null, "timeouts": null, "x-note": null, "absent": null});
    let answer = api.tell(Method::PUT, "/config/abc123", &body).await;
    assert_eq!(answer.json()["env"], json!({}));
    assert!(!api.read_config().contains("timeouts") && !api.read_config().contains("x-note"));
}

#[tokio::test]
async fn what_comes_back_as_it_was_told_changes_nothing() {
    for text in [
        LIST,
        r#"{"mcpServers": {"a": {"url": "https://a.example"}, "b": {"serverUrl": "${URL}", "type": "streamable_http"}}}"#,
    ] {
        let api = Api::with_config(text);
        for server in api.ask(Method::GET, "/config").await.json()["servers"].as_array().unwrap() {
            let path = format!("/config/{}", server["id"].as_str().unwrap());
            let answer = api.tell(Method::PUT, &path, server).await;
            assert_eq!(answer.status, StatusCode::OK, "{}", answer.body);
        }
        let unstamped = |text: &str| api.blanked(text).replace("[time]", "2024-01-15T10:00:00Z");
        assert_eq!(unstamped(&api.read_config()), unstamped(text));
    }
}

#[tokio::test]
async fn another_transport_takes_the_fields_of_the_old_one_away() {
    let api = Api::with_config(LIST);
    let answer = api
        .tell(
            Method::PUT,
            "/config/abc123",
            &json!({"transport": "streamableHttp", "url": "https://a.example"}),
        )
        .await;
    assert_snapshot!("to_http", api.shown(&answer));
    let answer = api
        .tell(Method::PUT, "/config/abc123", &json!({"connectionMode": "direct", "headers": {"X": "1"}}))
        .await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.body);
    let refused = api.tell(Method::PUT, "/config/abc123", &json!({"transport": "stdio"})).await;
    assert_snapshot!("to_nothing", api.shown(&refused));
    let back = api
        .tell(Method::PUT, "/config/abc123", &json!({"transport": "stdio", "command": "x", "url": ""}))
        .await;
    assert_snapshot!("to_stdio", api.shown(&back));
}

#[tokio::test]
async fn an_id_wins_over_a_name_and_a_name_is_enough() {
    let api = Api::with_config(
        r#"{"servers": [{"id": "1", "name": "a", "command": "x"}, {"id": "a", "name": "b", "command": "y"}]}"#,
    );
    let by_id = api.tell(Method::PUT, "/config/a", &json!({"command": "z"})).await;
    assert_eq!((by_id.json()["name"].clone(), by_id.json()["command"].clone()), (json!("b"), json!("z")));
    let by_name = api.tell(Method::PUT, "/config/b", &json!({"id": "a", "name": "ü%/?"})).await;
    assert_eq!(by_name.json()["id"], "a");
    assert_eq!(api.ask(Method::DELETE, "/config/%C3%BC%25%2F%3F").await.status, StatusCode::NO_CONTENT);
    assert_eq!(names(&api.ask(Method::GET, "/config").await), ["a"]);
}

#[tokio::test]
async fn an_unknown_server_is_told_in_the_published_words() {
    let api = Api::with_config(LIST);
    assert_snapshot!("unknown", api.shown(&api.ask(Method::DELETE, "/config/xyz789").await));
    let near = api.tell(Method::PUT, "/config/everything-servr", &json!({})).await;
    assert_eq!(near.json()["error"]["hint"], "did you mean `everything-server`?");
    let no_text = api.ask(Method::DELETE, "/config/%FF").await;
    assert_eq!(
        (no_text.status, no_text.json()["error"]["code"].clone()),
        (StatusCode::BAD_REQUEST, json!("INVALID_REQUEST"))
    );
}

#[tokio::test]
async fn entries_that_cannot_be_used_are_told_beside_those_that_can() {
    let api = Api::with_config(
        r#"{
  "servers": [
    { "id": "ok", "name": "fine", "command": "x" },
    { "id": "bad", "name": "words", "command": "x", "args": "y" },
    { "name": "mode", "command": "x", "connectionMode": "direct" },
    { "command": "nameless" },
    7,
    { "name": "twice", "command": "x" },
    { "name": "twice", "command": "y" },
    { "name": "smuggler", "url": "https://a.example",
      "headers": { "X": "a\r\nHost: b" } }
  ]
}"#,
    );
    assert_snapshot!("flaws", api.shown(&api.ask(Method::GET, "/config").await));
    // They stop nobody from changing others, and can be mended and removed.
    let other = api.tell(Method::PUT, "/config/ok", &json!({"command": "y"})).await;
    assert_eq!(other.status, StatusCode::OK, "{}", other.body);
    let mended = api.tell(Method::PUT, "/config/bad", &json!({"args": ["y"]})).await;
    assert_eq!(mended.status, StatusCode::OK, "{}", mended.body);
    let half = api.tell(Method::PUT, "/config/mode", &json!({"name": "still"})).await;
    assert_snapshot!("half_mended", api.shown(&half));
    assert_eq!(api.ask(Method::DELETE, "/config/servers%5B3%5D").await.status, StatusCode::NO_CONTENT);
    let which = api.ask(Method::DELETE, "/config/twice").await;
    assert_snapshot!("which", api.shown(&which));
    assert_eq!(names(&api.ask(Method::GET, "/config").await), ["fine", "words"]);
}

#[tokio::test]
async fn a_file_with_errors_is_told_with_their_place_and_never_overwritten() {
    let mut told = Vec::new();
    for (name, text) in [
        ("syntax", "{\n  \"servers\": [\n    { \"name\": \"a\" \"command\": \"b\" }\n  ]\n}"),
        ("two shapes", "{\n  \"mcpServers\": {},\n  \"servers\": []\n}"),
        ("no servers", "{\n  \"name\": \"package\"\n}"),
        ("a number", "{\n  \"servers\": 5\n}"),
    ] {
        let api = Api::with_config(text);
        told.push(format!("{name}\n{}", api.shown(&api.ask(Method::GET, "/config").await)));
        let new = json!({"name": "a", "transport": "stdio", "command": "b"});
        for answer in [
            api.tell(Method::POST, "/config", &new).await,
            api.tell(Method::PUT, "/config/a", &new).await,
            api.ask(Method::DELETE, "/config/a").await,
        ] {
            told.push(api.blanked(&answer.error()));
        }
        assert_eq!(api.read_config(), text);
    }
    assert_snapshot!(told.join("\n"));
}

#[tokio::test]
async fn a_file_that_is_none_is_told_and_left_alone() {
    let api = Api::new();
    std::fs::create_dir(api.config_path()).unwrap();
    let listed = api.ask(Method::GET, "/config").await;
    assert_eq!(listed.status, StatusCode::OK);
    assert_eq!(listed.json()["problems"].as_array().map(Vec::len), Some(1));
    let new = json!({"name": "a", "transport": "stdio", "command": "b"});
    let refused = api.tell(Method::POST, "/config", &new).await;
    assert_eq!(
        api.blanked(&refused.error()),
        r#"400 "INVALID_CONFIG" "[dir]/mcp.json is not a regular file""#
    );
}

#[tokio::test]
async fn an_edit_by_hand_shows_at_once() {
    let api = Api::with_config(LIST);
    assert_eq!(names(&api.ask(Method::GET, "/config").await), ["everything-server"]);
    api.write_config(&LIST.replace("everything-server", "by-hand"));
    assert_eq!(names(&api.ask(Method::GET, "/config").await), ["by-hand"]);
    std::fs::remove_file(api.config_path()).unwrap();
    assert_eq!(names(&api.ask(Method::GET, "/config").await), [""; 0]);
}

#[tokio::test]
async fn a_file_under_another_name_is_used_when_it_is_the_only_one() {
    let directory = tempfile::tempdir().unwrap();
    let found = |name: &str| {
        let config = mcp_inspector_server::Config::of_directory(directory.path());
        assert_eq!(config.path(), directory.path().join(name));
    };
    found("mcp.json");
    std::fs::create_dir(directory.path().join(".vscode")).unwrap();
    for name in [".vscode/mcp.json", ".mcp.json", "mcp.json"] {
        std::fs::write(directory.path().join(name), "{}").unwrap();
        found(name);
    }
}

#[tokio::test]
async fn bodies_that_are_no_objects_are_invalid_requests() {
    let api = Api::with_config(LIST);
    let mut told = Vec::new();
    for body in ["", "{", "[]", "null", "\"x\"", "{\"name\": \"a\"} x", "{\"n\": 1e999}"] {
        for (method, path) in [(Method::POST, "/config"), (Method::PUT, "/config/abc123")] {
            let answer = api.tell_text(method, path, body).await;
            told.push(format!("{body:?}: {}", answer.error()));
        }
    }
    assert_snapshot!(told.join("\n"));
    let unmarked = api.ask(Method::POST, "/config").await;
    assert_eq!(unmarked.status, StatusCode::UNSUPPORTED_MEDIA_TYPE);
    assert_eq!(api.read_config(), LIST);
}

#[tokio::test]
async fn a_deep_field_is_kept_or_refused_and_never_breaks_the_file() {
    for depth in [50, 120, 127, 200] {
        let api = Api::with_config(LIST);
        let deep = format!(
            r#"{{"name": "deep", "transport": "stdio", "command": "x", "deep": {}1{}}}"#,
            "[".repeat(depth),
            "]".repeat(depth)
        );
        let answer = api.tell_text(Method::POST, "/config", &deep).await;
        let listed = api.ask(Method::GET, "/config").await;
        assert_eq!(listed.json().get("problems"), None);
        assert_eq!(names(&listed).len(), if answer.status == StatusCode::OK { 2 } else { 1 }, "{depth}");
        assert_eq!(answer.status == StatusCode::OK, depth < 127, "{depth}: {}", answer.body);
    }
}

#[tokio::test]
async fn a_name_is_taken_once() {
    let api = Api::with_config(LIST);
    let new = json!({"name": "everything-server", "transport": "stdio", "command": "b"});
    let refused = api.tell(Method::POST, "/config", &new).await;
    assert_snapshot!("taken", api.shown(&refused));
    let other =
        api.tell(Method::POST, "/config", &json!({"name": "b", "transport": "stdio", "command": "b"})).await;
    let path = format!("/config/{}", other.json()["id"].as_str().unwrap());
    let refused = api.tell(Method::PUT, &path, &json!({"name": "everything-server"})).await;
    assert_eq!(refused.json()["error"]["code"], "INVALID_CONFIG");
    let fields = Value::from("everything-server");
    assert!(api.read_config().matches(&fields.to_string()).count() == 1);
}
