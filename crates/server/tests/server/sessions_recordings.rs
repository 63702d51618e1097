//! Sessions as files.

use crate::http::{Answer, Request};
use crate::puppet;
use crate::scene::{Scene, shown, wait_for};
use insta::assert_snapshot;
use serde_json::json;

async fn upload(scene: &Scene, text: impl Into<Vec<u8>>) -> Answer {
    let request = Request::new("POST", "/api/recordings").header("content-type", "application/x-ndjson");
    scene.send(request.body(text), ("post", "/api/recordings")).await
}

#[tokio::test]
async fn a_recording_is_downloaded_and_opened_again() {
    let scene = Scene::start();
    let puppet = puppet::session_with(|config| config.log.messages = 40);
    let path = scene.adopt(&puppet).await;
    scene.post(&format!("{path}/lists"), &json!({ "list": "tools" })).await;
    scene.call(&path, "flood", &json!({ "count": 100, "bytes": 5000 })).await;
    scene.call(&path, "echo", &json!({ "text": "remember" })).await;
    let downloaded = scene.get(&format!("{path}/recording")).await;
    let name = downloaded.header("content-disposition");
    assert!(name.starts_with("attachment; filename=\"Puppet-") && name.ends_with(".ndjson\""), "{name}");
    assert!(downloaded.body.len() > 64 * 1024, "it comes in several pieces");

    // The same as the engine's own recorder writes.
    let file = scene.directory().join("recording.ndjson");
    puppet.record(&file).unwrap().finish().await.unwrap();
    assert_eq!(downloaded.body, std::fs::read_to_string(&file).unwrap());

    let opened = upload(&scene, downloaded.body).await;
    assert_snapshot!("a_recording", shown(&opened));
    let replay = opened.header("location").to_owned();
    let live = scene.get(&format!("{path}/entries?limit=1000&from=100")).await.json();
    let recorded = scene.get(&format!("{replay}/entries?limit=1000&from=100")).await.json();
    assert_eq!(live["items"], recorded["items"]);
    let view = scene.get(&format!("{replay}/view")).await.json();
    assert_eq!((&view["queue"], &view["roots"]), (&json!(null), &json!(null)));

    let mut events = scene.events(&format!("{replay}/events")).await;
    let end = wait_for(&mut events, |event| event.name == "end").await;
    assert_eq!(end.data, json!({ "reason": "over" }));
    assert_eq!(events.next().await, None);
    assert_eq!(scene.get(&format!("{replay}/findings")).await.status, 200);
    assert_eq!(scene.delete(&replay).await.status, 204);
}

#[tokio::test]
async fn nothing_can_be_sent_to_a_recording() {
    let scene = Scene::start();
    let header = r#"{"mcpInspectorRecording":1,"target":"t","openedUnixMs":1}"#;
    let opened = upload(&scene, header).await;
    let path = opened.header("location").to_owned();
    let refused = scene.post(&format!("{path}/calls"), &json!({ "method": "ping" })).await;
    assert_snapshot!("a_call_to_a_recording", shown(&refused));
    for (ending, body) in [
        ("reconnect", json!(null)),
        ("stop", json!(null)),
        ("notify", json!({ "method": "x" })),
        ("raw", json!("x")),
        ("lists", json!({ "list": "tools" })),
        ("subscriptions", json!({ "uri": "x:y" })),
        ("asks/1/answer", json!({ "decline": true })),
    ] {
        let answer = scene.post(&format!("{path}/{ending}"), &body).await;
        assert_eq!((answer.status, &answer.json()["error"]["code"]), (409, &json!("READ_ONLY")), "{ending}");
    }
    assert_eq!(scene.put(&format!("{path}/level"), &json!({ "level": "info" })).await.status, 409);
    assert_eq!(scene.put(&format!("{path}/roots"), &json!({ "roots": [] })).await.status, 409);
    assert_eq!(scene.get(&format!("{path}/roots")).await.status, 409);
}

#[tokio::test]
async fn what_is_no_recording_is_refused_and_the_line_is_named() {
    let scene = Scene::start();
    let header = r#"{"mcpInspectorRecording":1,"target":"t","openedUnixMs":1}"#;
    let entry = |seq: u64| format!(r#"{{"seq":{seq},"atNs":1,"kind":"stderr","line":"x"}}"#);
    let wrong = [
        (String::new(), "the request body is not a recording"),
        ("hello\n".to_owned(), "the request body is not a recording"),
        (header.replace(":1,", ":99,"), "format version 99"),
        (format!("{header}\n{}\nnonsense\n{}\n", entry(1), entry(2)), "the request body, line 3: "),
        (format!("{header}\n{}\n{}\n{}\n", entry(2), entry(1), entry(3)), "its place is 1, after 2"),
    ];
    for (text, words) in wrong {
        let answer = upload(&scene, text.clone()).await;
        assert!(answer.status == 400 && answer.body.contains(words), "{text}: {answer:#?}");
    }
    assert_eq!(scene.get("/api/sessions").await.json(), json!({ "sessions": [] }));
    let cut = upload(&scene, format!("{header}\n{}\n{{\"seq\":2,\"at", entry(1))).await;
    assert_eq!((cut.status, &cut.json()["lastSeq"]), (201, &json!(2)), "a cut last line is told in the log");
}
