//! Tools that only return something.

use base64::{Engine, prelude::BASE64_STANDARD};
use serde_json::{Value, json};

use super::client::{Client, failure, text};

fn bytes(block: &Value) -> Vec<u8> {
    BASE64_STANDARD.decode(block["data"].as_str().unwrap()).unwrap()
}

#[tokio::test]
async fn echo_returns_the_text_it_was_given() {
    let mut client = Client::open(json!({})).await;
    let result = client.tool("echo", json!({ "message": "grüße 🦀" })).await;
    assert_eq!(text(&result), "grüße 🦀");
    assert_eq!(result["isError"], false);
}

#[tokio::test]
async fn add_returns_structure_and_the_same_as_text() {
    let mut client = Client::open(json!({})).await;
    let result = client.tool("add", json!({ "a": 2, "b": 0.5 })).await;
    assert_eq!(result["structuredContent"], json!({ "sum": 2.5 }));
    let same: Value = serde_json::from_str(text(&result)).unwrap();
    assert_eq!(same, result["structuredContent"]);
}

#[tokio::test]
async fn weather_depends_on_the_city_and_the_units_only() {
    let mut client = Client::open(json!({})).await;
    let london = json!({ "place": { "city": "London" } });
    let first = client.tool("weather", london.clone()).await;
    let second = client.tool("weather", london).await;
    assert_eq!(first, second);
    let weather = json!({
        "place": { "city": "London" },
        "temperature": { "value": 5.0, "units": "celsius" },
        "sky": "rain"
    });
    assert_eq!(first["structuredContent"], weather);

    let fahrenheit = json!({ "place": { "city": "LONDON" }, "units": "fahrenheit" });
    let result = client.tool("weather", fahrenheit).await;
    assert_eq!(result["structuredContent"]["temperature"]["value"], 41.0);
}

#[tokio::test]
async fn picture_is_a_png_and_sound_is_a_wav_of_the_announced_length() {
    let mut client = Client::open(json!({})).await;
    let result = client.tool("picture", json!({})).await;
    assert_eq!(result["content"][0]["type"], "image");
    assert_eq!(result["content"][0]["mimeType"], "image/png");
    let png = bytes(&result["content"][0]);
    assert_eq!(png.len() as u64, crate::media::LOGO_BYTES);
    assert!(png.starts_with(b"\x89PNG\r\n\x1a\n") && png.ends_with(b"IEND\xaeB`\x82"));

    let result = client.tool("sound", json!({})).await;
    assert_eq!(result["content"][0]["type"], "audio");
    assert_eq!(result["content"][0]["mimeType"], "audio/wav");
    let wav = bytes(&result["content"][0]);
    let announced = u32::from_le_bytes(wav[4..8].try_into().unwrap());
    assert_eq!(wav.len(), announced as usize + 8);
    assert_eq!(&wav[8..16], b"WAVEfmt ");
}

#[tokio::test]
async fn a_link_has_no_text_and_an_embedded_resource_has() {
    let mut client = Client::open(json!({})).await;
    let result = client.tool("link", json!({})).await;
    assert_eq!(result["content"][0]["type"], "resource_link");
    assert_eq!(result["content"][0]["uri"], "demo://readme");
    assert_eq!(result["content"][0].get("text"), None);

    let result = client.tool("embed", json!({})).await;
    assert_eq!(result["content"][0]["type"], "resource");
    let text = result["content"][0]["resource"]["text"].as_str().unwrap();
    assert!(text.starts_with("# The demo server"));
}

#[tokio::test]
async fn all_content_has_one_block_of_each_kind() {
    let mut client = Client::open(json!({})).await;
    let result = client.tool("all_content", json!({})).await;
    let blocks = result["content"].as_array().unwrap();
    let kinds: Vec<_> = blocks.iter().map(|block| &block["type"]).collect();
    assert_eq!(kinds, ["text", "image", "audio", "resource_link", "resource"]);
}

#[tokio::test]
async fn fail_is_a_result_and_refuse_is_a_json_rpc_error() {
    let mut client = Client::open(json!({})).await;
    let result = client.tool("fail", json!({ "reason": "no luck" })).await;
    assert_eq!(failure(&result), "no luck");

    let error = client.error("tools/call", json!({ "name": "refuse" })).await;
    assert_eq!(error["code"], 1050);
    assert_eq!(error["message"], "refused on purpose");
    assert_eq!(error["data"], json!({ "tool": "refuse", "retryable": false }));
}

#[tokio::test]
async fn wrong_arguments_are_a_result_and_a_wrong_name_is_an_error() {
    let mut client = Client::open(json!({})).await;
    let result = client.tool("echo", json!({ "message": 5 })).await;
    assert!(failure(&result).contains("expected a string"));
    let result = client.tool("slow", json!({ "seconds": -1 })).await;
    assert!(failure(&result).contains("`seconds`"));
    let result = client.tool("log", json!({ "count": 0 })).await;
    assert!(failure(&result).contains("`count`"));

    let error = client.error("tools/call", json!({ "name": "nobody" })).await;
    assert_eq!(error["code"], -32602);
}

#[tokio::test]
async fn an_older_client_sees_nothing_its_revision_does_not_know() {
    let newer = ["sound", "link", "elicit", "elicit_url"];
    for (version, hidden, kinds) in [
        ("2024-11-05", 4, vec!["text", "image", "resource"]),
        ("2025-03-26", 3, vec!["text", "image", "audio", "resource"]),
    ] {
        let mut client = Client::connect();
        client.initialize(version, json!({ "elicitation": {} })).await;
        let list = client.result("tools/list", json!({})).await;
        assert_eq!(list["tools"].as_array().unwrap().len(), 18 - hidden);
        for name in &newer[4 - hidden..] {
            let error = client.error("tools/call", json!({ "name": name })).await;
            assert_eq!(error["message"], format!("there is no tool `{name}`"));
        }
        let result = client.tool("all_content", json!({})).await;
        let blocks = result["content"].as_array().unwrap();
        let shown: Vec<_> = blocks.iter().map(|block| &block["type"]).collect();
        assert_eq!(shown, kinds);
    }
}
