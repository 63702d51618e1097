//! Opening a session, lists, reading, prompts, completion.

use serde_json::{Value, json};

use super::client::Client;

fn names(list: &Value) -> Vec<&str> {
    let items = list.as_array().unwrap();
    items.iter().map(|item| item["name"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn every_legacy_revision_opens_a_session_in_its_own_version() {
    for version in ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"] {
        let mut client = Client::connect();
        let result = client.initialize(version, json!({})).await;
        assert_eq!(result["protocolVersion"], version);
        assert_eq!(result["serverInfo"]["name"], "mcp-inspector-demo");
        assert_eq!(result["serverInfo"]["version"], env!("CARGO_PKG_VERSION"));
        assert!(result["instructions"].as_str().unwrap().contains("3."));
        let capabilities = json!({
            "completions": {},
            "logging": {},
            "prompts": { "listChanged": true },
            "resources": { "listChanged": true, "subscribe": true },
            "tools": { "listChanged": true }
        });
        assert_eq!(result["capabilities"], capabilities);
        assert_eq!(client.result("ping", json!({})).await, json!({}));
        assert_eq!(client.close().await, Vec::<Value>::new());
    }
}

#[tokio::test]
async fn an_unknown_version_is_answered_with_the_newest_that_has_a_handshake() {
    let mut client = Client::connect();
    let result = client.initialize("2099-01-01", json!({})).await;
    assert_eq!(result["protocolVersion"], "2025-11-25");
}

#[tokio::test]
async fn a_client_that_leaves_without_a_word_is_no_error() {
    assert_eq!(Client::connect().close().await, Vec::<Value>::new());
}

#[tokio::test]
async fn every_tool_has_title_description_hints_and_an_object_schema() {
    let mut client = Client::open(json!({})).await;
    let result = client.result("tools/list", json!({})).await;
    assert_eq!(result.get("nextCursor"), None);
    let expected = [
        "add",
        "all_content",
        "echo",
        "elicit",
        "elicit_url",
        "embed",
        "fail",
        "link",
        "log",
        "picture",
        "refuse",
        "roots",
        "sample",
        "slow",
        "sound",
        "toggle_tool",
        "touch",
        "weather",
    ];
    assert_eq!(names(&result["tools"]), expected);
    for tool in result["tools"].as_array().unwrap() {
        assert!(tool["title"].is_string(), "{tool}");
        assert!(tool["description"].is_string(), "{tool}");
        assert!(tool["annotations"]["readOnlyHint"].is_boolean(), "{tool}");
        assert_eq!(tool["inputSchema"]["type"], "object", "{tool}");
        let structured = ["add", "weather"].contains(&tool["name"].as_str().unwrap());
        assert_eq!(tool.get("outputSchema").is_some(), structured, "{tool}");
    }
}

#[tokio::test]
async fn resources_come_in_three_pages_without_gap_or_repetition() {
    let mut client = Client::open(json!({})).await;
    let mut sizes = vec![];
    let mut uris = vec![];
    let mut params = json!({});
    loop {
        let page = client.result("resources/list", params).await;
        let resources = page["resources"].as_array().unwrap();
        sizes.push(resources.len());
        uris.extend(resources.iter().map(|item| item["uri"].to_string()));
        match page.get("nextCursor") {
            Some(cursor) => params = json!({ "cursor": cursor }),
            None => break,
        }
    }
    assert_eq!(sizes, [25, 25, 13]);
    assert_eq!(uris[0], "\"demo://readme\"");
    assert_eq!(uris[62], "\"demo://notes/60\"");
    uris.sort();
    uris.dedup();
    assert_eq!(uris.len(), 63);
}

#[tokio::test]
async fn a_foreign_cursor_is_refused() {
    let mut client = Client::open(json!({})).await;
    for cursor in ["nonsense", "from:", "from:63", "from:99999999999999999999"] {
        for method in ["resources/list", "tools/list", "prompts/list"] {
            let error = client.error(method, json!({ "cursor": cursor })).await;
            assert_eq!(error["code"], -32602);
        }
    }
}

#[tokio::test]
async fn every_listed_resource_and_every_post_can_be_read() {
    let mut client = Client::open(json!({})).await;
    let reads = [
        ("demo://readme", "text/markdown"),
        ("demo://clock", "text/plain"),
        ("demo://notes/60", "text/plain"),
        ("demo://users/ada/posts/bernoulli-numbers", "text/markdown"),
    ];
    for (uri, mime_type) in reads {
        let result = client.result("resources/read", json!({ "uri": uri })).await;
        assert_eq!(result["contents"][0]["uri"], uri);
        assert_eq!(result["contents"][0]["mimeType"], mime_type);
        assert!(result["contents"][0]["text"].is_string());
    }
    let logo = json!({ "uri": "demo://logo" });
    let result = client.result("resources/read", logo).await;
    let blob = result["contents"][0]["blob"].as_str().unwrap();
    assert!(blob.starts_with("iVBORw0KGgo"), "a PNG begins like this");
    assert!(!blob.contains(char::is_whitespace));
}

#[tokio::test]
async fn a_resource_that_does_not_exist_is_an_error_with_its_uri() {
    let mut client = Client::open(json!({})).await;
    let uris = [
        "demo://notes/0",
        "demo://notes/61",
        "demo://notes/007",
        "demo://users/ada/posts/compilers",
        "file:///etc/passwd",
    ];
    for uri in uris {
        for method in ["resources/read", "resources/subscribe"] {
            let error = client.error(method, json!({ "uri": uri })).await;
            assert_eq!(error["code"], -32002);
            assert_eq!(error["data"]["uri"], uri);
        }
    }
}

#[tokio::test]
async fn templates_and_prompts_are_listed() {
    let mut client = Client::open(json!({})).await;
    let result = client.result("resources/templates/list", json!({})).await;
    let templates = result["resourceTemplates"].as_array().unwrap();
    assert_eq!(templates[0]["uriTemplate"], "demo://notes/{id}");
    assert_eq!(templates[1]["uriTemplate"], "demo://users/{name}/posts/{post}");

    let result = client.result("prompts/list", json!({})).await;
    let expected = ["greet", "review", "with_picture", "with_resource"];
    assert_eq!(names(&result["prompts"]), expected);
    assert_eq!(result["prompts"][0]["arguments"][0]["required"], true);
}

#[tokio::test]
async fn prompts_fill_in_their_arguments_and_carry_every_content() {
    let mut client = Client::open(json!({})).await;
    let greet = json!({ "name": "greet", "arguments": { "name": "Ada" } });
    let result = client.result("prompts/get", greet).await;
    let text = result["messages"][0]["content"]["text"].as_str().unwrap();
    assert!(text.contains("Ada"));

    let arguments = json!({ "language": "rust", "code": "fn main() {}" });
    let review = json!({ "name": "review", "arguments": arguments });
    let result = client.result("prompts/get", review).await;
    assert_eq!(result["messages"][1]["role"], "assistant");

    let result = client.result("prompts/get", json!({ "name": "with_picture" })).await;
    assert_eq!(result["messages"][1]["content"]["type"], "image");
    let result = client.result("prompts/get", json!({ "name": "with_resource" })).await;
    assert_eq!(result["messages"][1]["content"]["type"], "resource");
}

#[tokio::test]
async fn a_prompt_without_its_argument_or_without_existence_is_refused() {
    let mut client = Client::open(json!({})).await;
    let error = client.error("prompts/get", json!({ "name": "greet" })).await;
    assert_eq!((&error["code"], &error["data"]["argument"]), (&json!(-32602), &json!("name")));
    let error = client.error("prompts/get", json!({ "name": "nobody" })).await;
    assert_eq!(error["code"], -32602);
}

#[tokio::test]
async fn completion_narrows_by_prefix_and_by_context() {
    let mut client = Client::open(json!({})).await;
    let posts = json!({ "type": "ref/resource", "uri": "demo://users/{name}/posts/{post}" });
    let notes = json!({ "type": "ref/resource", "uri": "demo://notes/{id}" });
    let greet = json!({ "type": "ref/prompt", "name": "greet" });
    let review = json!({ "type": "ref/prompt", "name": "review" });
    let cases = [
        (&greet, "name", "A", json!({}), json!(["ada", "alan"])),
        (&review, "language", "java", json!({}), json!(["java", "javascript"])),
        (&review, "code", "", json!({}), json!([])),
        (&notes, "id", "6", json!({}), json!(["6", "60"])),
        (&posts, "name", "g", json!({}), json!(["grace"])),
        (&posts, "post", "", json!({ "name": "grace" }), json!(["compilers", "nanoseconds"])),
        (&posts, "post", "c", json!({}), json!(["computable-numbers", "compilers"])),
        (&posts, "post", "", json!({ "name": "nobody" }), json!([])),
    ];
    for (reference, name, value, chosen, expected) in cases {
        let params = json!({
            "ref": reference,
            "argument": { "name": name, "value": value },
            "context": { "arguments": chosen }
        });
        let result = client.result("completion/complete", params).await;
        assert_eq!(result["completion"]["values"], expected, "{name} {value}");
        assert_eq!(result["completion"]["hasMore"], false);
    }
}

#[tokio::test]
async fn a_client_that_shows_apps_hears_of_the_weathers_and_others_do_not() {
    let shows = json!({ "extensions": { "io.modelcontextprotocol/ui":
        { "mimeTypes": ["text/html;profile=mcp-app"] } } });
    for (capabilities, app) in [(json!({}), None), (shows, Some("ui://demo/weather"))] {
        let mut client = Client::open(capabilities).await;
        let result = client.result("tools/list", json!({})).await;
        let tools = result["tools"].as_array().unwrap();
        let linked: Vec<_> =
            tools.iter().filter_map(|tool| tool["_meta"]["ui"]["resourceUri"].as_str()).collect();
        assert_eq!(linked, Vec::from_iter(app));
        let read = client.result("resources/read", json!({ "uri": "ui://demo/weather" })).await;
        assert_eq!(read["contents"][0]["mimeType"], "text/html;profile=mcp-app");
        assert!(read["contents"][0]["text"].as_str().unwrap().starts_with("<!doctype html>"));
    }
}
