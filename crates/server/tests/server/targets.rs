//! Which servers a user could mean, what a server offers in lines, and what the page keeps.

use crate::scene::{Scene, wait_for};
use mcp_inspector_engine::core::target::files::TargetFile;
use serde_json::{Value, json};

#[tokio::test]
async fn what_was_pasted_is_understood_and_secrets_in_it_are_not_repeated() {
    let scene = Scene::start();
    let config = r#"{"mcpServers": {"git": {"command": "uvx", "args": ["mcp-server-git"]}, "odd": {}}}"#;
    TargetFile::read("a test", config).expect("the file is readable");
    for (text, kind, servers) in [
        ("npx -y 'a package' /tmp", "command", vec![("npx", "npx -y 'a package' /tmp", false)]),
        ("  https://example.com/mcp ", "url", vec![("example.com/mcp", "https://example.com/mcp", false)]),
        ("server --token sk-abcdefgh", "command", vec![("server", "server --token '[REDACTED]'", false)]),
        (config, "config", vec![("git", "uvx mcp-server-git", false), ("odd", "", true)]),
    ] {
        let answer = scene.post("/api/targets/read", &json!({ "text": text })).await;
        let body = answer.json();
        assert_eq!((answer.status, &body["kind"]), (200, &json!(kind)), "{answer:#?}");
        let read: Vec<(&str, &str, bool)> = body["servers"]
            .as_array()
            .unwrap()
            .iter()
            .map(|server| {
                let text = |name: &str| server[name].as_str().unwrap_or_default();
                (text("name"), text("place"), !server["problem"].is_null())
            })
            .collect();
        assert_eq!(read, servers, "{text}");
        assert!(!answer.body.contains("sk-abcdefgh"), "{}", answer.body);
    }
    for (text, words) in [
        ("", "no command"),
        ("a 'b", "quote"),
        ("{", "the pasted text"),
        ("{\"servers\": 5}", "the pasted text"),
        ("ftp://x/y", "http://"),
    ] {
        let answer = scene.post("/api/targets/read", &json!({ "text": text })).await;
        assert_eq!(answer.status, 400, "{text}: {answer:#?}");
        assert!(answer.body.contains(words), "{text}: {}", answer.body);
    }
}

#[tokio::test]
async fn a_pasted_server_is_connected_and_remembered() {
    let mut scene = Scene::start();
    let url = scene.demo().await;
    let path = scene.open(&json!({ "target": { "text": url } })).await;
    assert_eq!(scene.get(&path).await.json()["place"], url.as_str());
    let recent = scene.get("/api/targets/recent").await.json();
    assert_eq!(recent["recent"][0]["text"], url.as_str(), "{recent}");

    let config = json!({ "mcpServers": { "one": { "url": url }, "two": { "url": url } } }).to_string();
    let unnamed = scene.post("/api/sessions", &json!({ "target": { "text": config } })).await;
    assert!(unnamed.status == 400 && unnamed.body.contains("2 servers"), "{unnamed:#?}");
    let path = scene.open(&json!({ "target": { "text": config, "server": "two" } })).await;
    let summary = scene.get(&path).await.json();
    assert_eq!((&summary["name"], &summary["serverId"]), (&json!("two"), &Value::Null));
    let missing =
        scene.post("/api/sessions", &json!({ "target": { "text": config, "server": "three" } })).await;
    assert!(missing.status == 400 && missing.body.contains("three"), "{missing:#?}");
}

#[tokio::test]
async fn servers_of_a_file_and_one_of_several_are_remembered_and_opened_again_without_their_secrets() {
    let mut scene = Scene::remembering(None);
    let url = scene.demo().await;
    let with_key = json!({ "url": url, "headers": { "Authorization": "Bearer hush-hush-hush" } });
    let file = json!({ "mcpServers": { "mine": with_key } }).to_string();
    std::fs::write(scene.directory().join("mcp.json"), file).unwrap();
    let recent = async |scene: &Scene| scene.get("/api/targets/recent").await.json()["recent"].clone();

    scene.open(&json!({ "serverId": "mine" })).await;
    let two = json!({ "mcpServers": { "one": { "url": url }, "two": { "url": "http://127.0.0.1:9/" } } });
    scene.open(&json!({ "target": { "text": two.to_string(), "server": "one" } })).await;
    scene.post("/api/sessions", &json!({ "target": { "demo": true } })).await;
    let list = recent(&scene).await;
    let names: Vec<&str> = list.as_array().unwrap().iter().filter_map(|one| one["name"].as_str()).collect();
    assert_eq!(names, ["one", "mine"], "the demo has its own button: {list:#}");
    assert_eq!(list[1]["from"]["server"], "mine");
    assert_eq!((&list[1]["text"], &list[0]["from"]), (&Value::Null, &Value::Null));
    assert!(!list[0]["text"].as_str().unwrap().contains("two"), "only the one that was meant: {list:#}");
    let kept = std::fs::read_to_string(scene.directory().join("recent.json")).unwrap();
    assert!(!kept.contains("hush"), "{kept}");

    // Another backend knows them, and the file has what they need.
    let next = Scene::remembering(Some(&scene));
    let list = recent(&next).await;
    let path = next.open(&json!({ "target": { "recent": list[1]["id"] } })).await;
    let summary = next.get(&path).await.json();
    assert_eq!((&summary["name"], summary["serverId"].is_string()), (&json!("mine"), true), "{summary:#}");
    let path = next.open(&json!({ "target": { "recent": list[0]["id"] } })).await;
    assert_eq!(next.get(&path).await.json()["name"], "one");
    assert_eq!(recent(&next).await[0]["name"], "one");
    let unknown = next.post("/api/sessions", &json!({ "target": { "recent": "0" } })).await;
    assert_eq!(unknown.status, 404, "{unknown:#?}");
    let secret = json!({ "target": { "text": format!("{url}?api_key=hush-hush-hush") } });
    next.open(&secret).await;
    let list = recent(&next).await;
    let refused = next.post("/api/sessions", &json!({ "target": { "recent": list[0]["id"] } })).await;
    assert!(refused.status == 400 && refused.body.contains("secret"), "{refused:#?}");
}

#[tokio::test]
async fn only_files_of_known_clients_can_be_opened() {
    let scene = Scene::start();
    let path = scene.directory().join("mcp.json");
    std::fs::write(&path, r#"{"mcpServers": {"a": {"command": "a"}}}"#).unwrap();
    for path in [path.to_str().unwrap(), "/etc/passwd", ""] {
        let answer =
            scene.post("/api/sessions", &json!({ "target": { "found": path, "server": "a" } })).await;
        assert_eq!(answer.status, 404, "{answer:#?}");
        assert!(!answer.body.contains("root:"), "{}", answer.body);
    }
    let found = scene.get("/api/targets/found").await;
    assert!(found.json()["places"].is_array(), "{found:#?}");
}

#[tokio::test]
async fn a_target_is_named_in_exactly_one_way() {
    let scene = Scene::start();
    for (target, words) in [
        (json!({ "text": "a", "demo": true }), "`text` and `demo` exclude each other"),
        (json!({ "demo": false }), "should be true"),
        (json!({ "text": "a", "name": "b" }), "unknown field `name`"),
    ] {
        let answer = scene.post("/api/sessions", &json!({ "target": target })).await;
        assert!(answer.status == 400 && answer.body.contains(words), "{target}: {answer:#?}");
    }
}

#[tokio::test]
async fn templates_become_uris() {
    let scene = Scene::start();
    let body = json!({ "template": "demo://{a}{?b}", "values": { "a": "x y", "b": "1" } });
    assert_eq!(scene.post("/api/expand", &body).await.json(), json!({ "uri": "demo://x%20y?b=1" }));
    let wrong = scene.post("/api/expand", &json!({ "template": "demo://{a", "values": {} })).await;
    assert!(wrong.status == 400 && wrong.body.contains("brace"), "{wrong:#?}");
}

#[tokio::test]
async fn the_page_finds_its_settings_again() {
    let scene = Scene::start();
    assert_eq!(scene.get("/api/settings").await.json(), json!({}));
    let settings = json!({ "theme": "dark", "splits": { "explore": [0.2, 0.4] } });
    assert_eq!(scene.put("/api/settings", &settings).await.status, 204);
    assert_eq!(scene.get("/api/settings").await.json(), settings);
    let large = json!({ "a": "x".repeat(70_000) });
    assert_eq!(scene.put("/api/settings", &large).await.status, 400);
    assert_eq!(scene.put("/api/settings", &json!([1])).await.status, 400);
    assert_eq!(scene.get("/api/settings").await.json(), settings, "what was refused changed nothing");
}

#[tokio::test]
async fn a_tab_changes_what_it_has_to_and_the_others_hear_of_it() {
    let scene = Scene::start();
    scene.put("/api/settings", &json!({ "theme": "dark", "splits": { "detail": 0.4 } })).await;
    let mut tab = scene.events("/api/watch").await;
    let now = wait_for(&mut tab, |event| event.name == "settings").await.data;
    assert_eq!(now["theme"], "dark", "{now:#}");
    let patched = scene.patch("/api/settings", &json!({ "splits": { "explore": 0.2 } })).await;
    let whole = json!({ "theme": "dark", "splits": { "detail": 0.4, "explore": 0.2 } });
    assert_eq!((patched.status, patched.json()), (200, whole.clone()));
    let news = wait_for(&mut tab, |event| event.name == "settings").await.data;
    assert_eq!(news, whole);
    assert_eq!(scene.patch("/api/settings", &json!({ "theme": null })).await.json()["theme"], Value::Null);
    assert_eq!(scene.patch("/api/settings", &json!({ "a": "x".repeat(70_000) })).await.status, 400);
    assert_eq!(scene.get("/api/settings").await.json(), json!({ "splits": whole["splits"] }));
}

#[tokio::test]
async fn what_a_server_offers_is_told_in_lines_and_item_by_item() {
    let mut scene = Scene::start();
    let url = scene.demo().await;
    let path = scene.open(&json!({ "target": { "url": url } })).await;
    assert_eq!(
        scene.get(&format!("{path}/catalog")).await.json()["tools"],
        Value::Null,
        "nothing was fetched"
    );
    for list in ["tools", "resources", "templates", "prompts"] {
        let listed = scene.post(&format!("{path}/lists"), &json!({ "list": list })).await;
        assert_eq!(listed.status, 200, "{listed:#?}");
    }
    let catalog = scene.get(&format!("{path}/catalog")).await.json();
    for list in ["tools", "resources", "templates", "prompts"] {
        let lines = catalog[list]["items"].as_array().unwrap();
        assert!(!lines.is_empty() && catalog[list]["complete"] == true, "{list}: {catalog:#}");
        for line in lines {
            assert!(line["broken"].is_null() && !line["name"].as_str().unwrap().is_empty(), "{line:#}");
            let item =
                scene.get(&format!("{path}/catalog/item?list={list}&index={}", line["index"])).await.json();
            assert_eq!(item["item"], *line);
            let raw: Value = serde_json::from_str(item["raw"].as_str().unwrap()).unwrap();
            assert_eq!(raw["name"], line["name"]);
            if list != "resources" {
                let schema: Value = serde_json::from_str(item["inputSchema"].as_str().unwrap()).unwrap();
                assert_eq!(schema["type"], "object", "{list}: {item:#}");
            }
        }
    }
    for (query, status) in [("list=tools&index=999", 404), ("list=pigeons&index=0", 400), ("list=tools", 400)]
    {
        assert_eq!(scene.get(&format!("{path}/catalog/item?{query}")).await.status, status, "{query}");
    }
}
