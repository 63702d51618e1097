//! What large results are made of, over HTTP: their blocks, texts and bytes, and whether they fit their schema.

use crate::puppet;
use crate::scene::Scene;
use serde_json::{Value, json};

/// A session in which a tool gave this result; its path, the call and the entry of the answer.
async fn given(result: &Value) -> (Scene, String, Value) {
    let scene = Scene::start();
    let session = puppet::giving();
    let path = scene.adopt(&session).await;
    scene.post(&format!("{path}/lists"), &json!({ "list": "tools" })).await;
    let report = scene.call(&path, "give", &json!({ "result": result })).await.json();
    // The session lives as long as the backend holds it.
    (scene, path, report)
}

#[tokio::test]
async fn the_content_of_a_result_is_listed_and_its_parts_are_read_apart() {
    let text = "line\n".repeat(50_000);
    let result = json!({
        "content": [{ "type": "text", "text": text }, { "type": "image", "mimeType": "image/png", "data": "aGVsbG8=" }],
        "contents": [{ "uri": "x:y", "text": "of a resource" }],
        "messages": [{ "role": "user", "content": { "type": "text", "text": "of a prompt" } }],
    });
    let (scene, path, report) = given(&result).await;
    let seq = &report["answer"]["seq"];
    let listed = scene.get(&format!("{path}/content/{seq}")).await.json();
    assert_eq!((&listed["total"], &listed["from"]), (&json!(4), &json!(0)));
    let [long, picture, resource, said] = listed["blocks"].as_array().unwrap().as_slice() else {
        panic!("{listed:#}")
    };
    assert_eq!((&long["text"]["isWhole"], &long["text"]["bytes"]), (&json!(false), &json!(text.len())));
    assert_eq!((&resource["text"]["text"], &said["role"]), (&json!("of a resource"), &json!("user")));
    let second = scene.get(&format!("{path}/content/{seq}?from=1&limit=1")).await.json();
    assert_eq!(second["blocks"], json!([picture]));

    let at = |part: &Value| part["pointer"].as_str().unwrap().to_owned();
    let lines =
        scene.get(&format!("{path}/doc/{seq}?decoded=true&lines=2&path={}", at(&long["text"]))).await.json();
    assert_eq!((&lines["lines"], &lines["total"]), (&json!(["line", "line"]), &json!(50_000)));
    let search =
        format!("{path}/doc/{seq}/search?decoded=true&text=line&from=49999&path={}", at(&long["text"]));
    assert_eq!(scene.get(&search).await.json()["matches"], json!([49_999]));
    let bytes = scene.get(&format!("{path}/body/{seq}?decode=base64&path={}", at(&picture["data"]))).await;
    assert_eq!((bytes.body.as_str(), bytes.header("content-disposition")), ("hello", "attachment"));
    let whole = scene.get(&format!("{path}/body/{seq}?decode=text&path={}", at(&long["text"]))).await;
    assert_eq!(whole.body, text);
    let frame: Value = scene.get(&format!("{path}/body/{seq}")).await.json();
    assert_eq!(frame["result"], result);
    for (place, status) in [
        (format!("content/{seq}?path=/nothing"), 404),
        (format!("content/{seq}?limit=0"), 400),
        ("content/999999".to_owned(), 404),
        (format!("body/{seq}?decode=base64&path=/result/content"), 400),
        (format!("body/{seq}?decode=base64&path={}", at(&resource["text"])), 400),
        (format!("body/{seq}?decode=rot13"), 400),
        (format!("doc/{seq}?decoded=true&path=/result"), 400),
    ] {
        assert_eq!(scene.get(&format!("{path}/{place}")).await.status, status, "{place}");
    }
}

#[tokio::test]
async fn a_structured_result_of_any_size_is_held_against_the_output_schema() {
    let items: Vec<u64> = (0..100_000).collect();
    let mut result = json!({ "content": [], "structuredContent": { "items": items } });
    let (scene, path, report) = given(&result).await;
    let verdict = |report: &Value| format!("{path}/calls/{}/verdict", report["call"]);
    let good = scene.get(&verdict(&report)).await.json();
    assert_eq!(good, json!({ "hasSchema": true, "errors": [], "unchecked": null }));
    result["structuredContent"]["items"][99_999] = "x".into();
    let report = scene.call(&path, "give", &json!({ "result": result })).await.json();
    let bad = scene.get(&verdict(&report)).await.json();
    assert_eq!(bad["errors"][0]["pointer"], "/items/99999", "{bad:#}");
    let none = scene.call(&path, "echo", &json!({ "text": "x" })).await.json();
    assert_eq!(scene.get(&verdict(&none)).await.json()["hasSchema"], false);
    let bare = scene.call(&path, "give", &json!({ "result": { "content": [] } })).await.json();
    assert_eq!(scene.get(&verdict(&bare)).await.json()["unchecked"], "there is no structured content");
    let refused = scene.call(&path, "refuse", &json!({})).await.json();
    assert_eq!(scene.get(&verdict(&refused)).await.status, 404);
    assert_eq!(scene.get(&format!("{path}/calls/999/verdict")).await.status, 404);
}
