//! What differs between answers, over HTTP: in pages, however long they are.

use crate::puppet;
use crate::scene::Scene;
use serde_json::{Value, json};

/// Calls a tool; its answer as a side of a comparison.
async fn called(scene: &Scene, path: &str, tool: &str, arguments: &Value) -> Value {
    let body = json!({ "method": "tools/call", "params": { "name": tool, "arguments": arguments } });
    let report = scene.post(&format!("{path}/calls?wait=true&most=10"), &body).await.json();
    let id = path.rsplit('/').next().expect("an id");
    json!({ "session": id, "seq": report["answer"]["seq"], "path": report["answer"]["path"] })
}

#[tokio::test]
async fn two_answers_of_many_megabytes_are_compared_in_a_small_answer() {
    let scene = Scene::start();
    let session = puppet::giving();
    let path = scene.adopt(&session).await;
    let left = called(&scene, &path, "rows", &json!({ "count": 80_000 })).await;
    let right = called(&scene, &path, "rows", &json!({ "count": 80_000, "changed": 40_000 })).await;
    let asked = json!({ "left": left, "right": right });
    let answer = scene.post("/api/diff", &asked).await;
    assert!(answer.body.len() < 4000, "{} bytes", answer.body.len());
    let diff = answer.json();
    assert_eq!(diff["counts"], json!({ "changed": 1, "added": 0, "removed": 0, "more": false }));
    assert_eq!(diff["changes"][0]["pointer"], "/rows/40000/name");
    let lines = diff["lines"].as_array().unwrap();
    assert_eq!((lines.len(), &diff["next"], &diff["left"]), (10, &Value::Null, &json!(0)), "{diff:#}");
    let (before, after) = (&lines[0], &lines[9]);
    assert!(
        before["folded"].as_u64() > Some(100_000) && after["folded"].as_u64() > Some(100_000),
        "{diff:#}"
    );

    let mut fold = asked.clone();
    (fold["from"], fold["limit"], fold["whole"]) = (before["number"].clone(), json!(5), json!(true));
    let opened = scene.post("/api/diff", &fold).await.json();
    assert_eq!(opened["lines"].as_array().unwrap().len(), 5);
    assert_eq!((&opened["lines"][0]["text"], &opened["next"]), (&json!("{"), &json!(5)));
}

#[tokio::test]
async fn answers_in_which_everything_differs_are_told_page_by_page() {
    let scene = Scene::start();
    let session = puppet::giving();
    let path = scene.adopt(&session).await;
    let list = |first: usize| json!({ "list": (first..first + 3000).collect::<Vec<_>>() });
    let left = called(&scene, &path, "give", &json!({ "result": list(0) })).await;
    let right = called(&scene, &path, "give", &json!({ "result": list(10_000) })).await;
    let mut asked = json!({ "left": left, "right": right });
    let (mut lines, mut changes) = (0, 0);
    loop {
        let page = scene.post("/api/diff", &asked).await.json();
        let got = page["lines"].as_array().unwrap().len();
        assert!(got <= 500 && page["changes"].as_array().unwrap().len() <= 200);
        lines += got;
        changes += page["changes"].as_array().unwrap().len();
        asked["changesFrom"] = json!(changes);
        match page["next"].as_u64() {
            Some(next) => asked["from"] = json!(next),
            None => break,
        }
    }
    assert_eq!(lines, 6004, "both lists, and what is around them");
    assert!(changes >= 2000, "{changes}");
    for limit in [0, 1001] {
        asked["limit"] = json!(limit);
        assert_eq!(scene.post("/api/diff", &asked).await.status, 400);
    }
}
