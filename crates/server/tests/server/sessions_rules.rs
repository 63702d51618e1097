//! Standing answers, who answered, and drafts: what outlives the tab in which it was made.

use crate::scene::{Scene, wait_for};
use serde_json::{Value, json};

async fn opened(scene: &mut Scene) -> String {
    let url = scene.demo().await;
    scene.open(&json!({ "target": { "url": url }, "options": { "era": "legacy" } })).await
}

fn id_of(path: &str) -> &str {
    path.rsplit('/').next().expect("an id")
}

fn text_of(report: &Value) -> String {
    report["result"]["content"].to_string()
}

#[tokio::test]
async fn a_rule_answers_while_no_tab_is_open_and_every_tab_sees_it() {
    let mut scene = Scene::start();
    let path = opened(&mut scene).await;
    let rule = json!({ "kind": "sampling", "text": "by the rule" });
    let added = scene.post(&format!("{path}/rules"), &rule).await;
    assert_eq!((added.status, &added.json()["answered"]), (201, &json!(0)), "{added:#?}");
    let number = added.json()["number"].clone();
    let report = scene.call(&path, "sample", &json!({ "prompt": "2+2?" })).await.json();
    assert!(text_of(&report).contains("by the rule"), "{report:#}");
    let rows = scene.get(&format!("{path}/timeline?filter=method:tools/call")).await.json();
    assert_eq!(rows["rows"][0]["humanNs"], 0, "nobody was waited for: {rows:#}");

    // Two tabs that come later.
    for _ in 0..2 {
        let mut tab = scene.events(&format!("/api/watch?session={}", id_of(&path))).await;
        let now = wait_for(&mut tab, |event| event.name == "session").await.data;
        assert_eq!(now["rules"][0]["number"], number, "{now:#}");
        assert_eq!((&now["rules"][0]["rule"], &now["rules"][0]["answered"]), (&rule, &json!(1)), "{now:#}");
        let ended = &now["endedAsks"][0];
        assert_eq!(
            (&ended["how"], &ended["rule"], &ended["by"]),
            (&json!("answered"), &number, &json!(null))
        );
    }

    // Taken back, and a tab is told without anything else happening.
    let mut tab = scene.events(&format!("/api/watch?session={}", id_of(&path))).await;
    wait_for(&mut tab, |event| event.name == "session").await;
    assert_eq!(scene.delete(&format!("{path}/rules/{number}")).await.status, 204);
    wait_for(&mut tab, |event| event.data["rules"] == json!([])).await;
    assert_eq!(scene.delete(&format!("{path}/rules/{number}")).await.status, 404);

    // Both deeds are rows among what they changed.
    let acts = scene.get(&format!("{path}/timeline?filter=method:act")).await.json();
    let said: Vec<&str> =
        acts["rows"].as_array().unwrap().iter().filter_map(|row| row["target"].as_str()).collect();
    let made = format!("you made rule {number} for every `sampling/createMessage`");
    assert_eq!(said, [made, format!("you took rule {number} back")], "{acts:#}");
}

#[tokio::test]
async fn a_rule_answers_what_waits_already_and_belongs_to_the_server() {
    let mut scene = Scene::start();
    let url = scene.demo().await;
    let body = json!({ "target": { "url": url }, "options": { "era": "legacy" } });
    let path = scene.open(&body).await;
    let arguments = json!({ "prompt": "2+2?" });
    let waiting = scene.call(&path, "sample", &arguments);
    let adding = async {
        let mut tab = scene.events(&format!("/api/watch?session={}", id_of(&path))).await;
        let asks = |data: &Value| data["asks"].as_array().is_some_and(|asks| asks.len() == 1);
        wait_for(&mut tab, |event| event.name == "session" && asks(&event.data)).await;
        let rule = json!({ "kind": "sampling", "error": { "code": -1, "message": "no" } });
        let added = scene.post(&format!("{path}/rules"), &rule).await.json();
        assert_eq!(added["answered"], 1, "{added}");
        let now = wait_for(&mut tab, |event| event.data["endedAsks"][0]["how"] == "answered").await.data;
        assert_eq!(now["endedAsks"][0]["rule"], added["number"], "{now:#}");
    };
    let (report, ()) = tokio::join!(waiting, adding);
    assert_eq!(report.status, 200, "{report:#?}");

    // A person was waited for until there was the rule, and the log says so: a recording tells the same.
    let rows = scene.get(&format!("{path}/timeline?filter=method:tools/call")).await.json();
    let (you, rule) = (&rows["rows"][0]["humanNs"], &rows["rows"][0]["ruleNs"]);
    assert!(you.as_u64() > rule.as_u64(), "{rows:#}");
    let decided = scene.get(&format!("{path}/timeline?filter=method:ask-decided")).await.json();
    let note = scene.get(&format!("{path}/timeline/{}", decided["rows"][0]["seq"])).await.json();
    assert!(note["parts"][0]["text"].as_str().unwrap().contains(r#""late":true"#), "{note:#}");
    assert_eq!(note["ancestors"].as_array().map(Vec::len), Some(2), "the ask and its call: {note:#}");

    // Another session with the same server has the same rules; one with another server has none.
    scene.delete(&path).await;
    let again = scene.open(&body).await;
    let rules = scene.get(&format!("{again}/rules")).await.json();
    assert_eq!(rules["rules"].as_array().map(Vec::len), Some(1), "{rules}");
    let other = opened(&mut scene).await;
    assert_eq!(scene.get(&format!("{other}/rules")).await.json(), json!({ "rules": [] }));
}

#[tokio::test]
async fn what_is_no_rule_is_refused_and_so_are_rules_where_others_answer() {
    let mut scene = Scene::start();
    let path = opened(&mut scene).await;
    for (rule, wanted) in [
        (json!({ "kind": "sampling" }), "must have exactly one of"),
        (json!({ "kind": "sampling", "txt": "a" }), "did you mean `text`?"),
        (json!({ "kind": "roots", "roots": [] }), "no rule can name them"),
    ] {
        let refused = scene.post(&format!("{path}/rules"), &rule).await;
        assert_eq!(refused.status, 400, "{refused:#?}");
        assert!(refused.body.contains(wanted), "{refused:#?}");
    }
    let url = scene.demo().await;
    let declining = json!({ "target": { "url": url }, "options": { "answers": "decline" } });
    let declining = scene.open(&declining).await;
    let rule = json!({ "kind": "sampling", "text": "a" });
    assert_eq!(scene.post(&format!("{declining}/rules"), &rule).await.status, 409);
}

#[tokio::test]
async fn the_first_answer_counts_and_the_others_are_told_whose_it_was() {
    let mut scene = Scene::start();
    let path = opened(&mut scene).await;
    let arguments = json!({ "prompt": "2+2?" });
    let waiting = scene.call(&path, "sample", &arguments);
    let answering = async {
        let mut tab = scene.events(&format!("/api/watch?session={}", id_of(&path))).await;
        let now = wait_for(&mut tab, |event| event.data["asks"][0]["method"].is_string()).await.data;
        let place = format!("{path}/asks/{}/answer", now["asks"][0]["ask"]);
        let answer = json!({ "result": { "role": "assistant", "model": "m",
            "content": { "type": "text", "text": "first" } } });
        assert_eq!(scene.post(&format!("{place}?by=tab%20a"), &answer).await.status, 200);
        let late = scene.post(&format!("{place}?by=tab%20b"), &json!({ "decline": true })).await;
        assert_eq!(late.status, 409, "{late:#?}");
        let now = wait_for(&mut tab, |event| event.data["endedAsks"][0]["how"] == "answered").await.data;
        assert_eq!(now["endedAsks"][0]["by"], "tab a", "{now:#}");
        assert_eq!(now["endedAsks"][0]["rule"], json!(null));
    };
    let (report, ()) = tokio::join!(waiting, answering);
    assert!(text_of(&report.json()).contains("first"), "{report:#?}");
}

#[tokio::test]
async fn drafts_are_kept_by_the_process_told_to_tabs_and_written_nowhere() {
    let mut scene = Scene::start();
    let path = opened(&mut scene).await;
    let place = format!("{path}/drafts");
    let mut tab = scene.events(&format!("/api/watch?session={}", id_of(&path))).await;
    wait_for(&mut tab, |event| event.data["draftsRevision"] == 0).await;
    let draft = json!({ "name": "tool:echo", "text": "{\"message\":\"hunter2-in-a-draft\"}" });
    assert_eq!(scene.put(&place, &draft).await.json(), json!({ "revision": 1 }));
    wait_for(&mut tab, |event| event.data["draftsRevision"] == 1).await;
    assert_eq!(scene.get(&place).await.json(), json!({ "revision": 1, "drafts": [draft] }));
    let recording = scene.get(&format!("{path}/recording")).await;
    assert!(recording.status == 200 && !recording.body.contains("hunter2"), "{recording:#?}");
    let written = scene.directory().join("history");
    for file in std::fs::read_dir(written).expect("a directory").flatten() {
        let text = std::fs::read(file.path()).unwrap_or_default();
        assert!(!String::from_utf8_lossy(&text).contains("hunter2"), "{}", file.path().display());
    }
    scene.put(&place, &json!({ "name": "tool:echo", "text": "" })).await;
    assert_eq!(scene.get(&place).await.json()["drafts"], json!([]));
    // What a page that is left has not put into a text yet is put there by the backend.
    let schema = r#"{"type":"object","properties":{"a":{},"b":{}}}"#;
    let typed = json!({ "schema": schema, "edits": [{ "op": "set", "pointer": "/b", "json": "2.0" }] });
    for (before, after) in [("", r#"{"b":2.0}"#), (r#"{"a":1.10}"#, r#"{"a":1.10,"b":2.0}"#)] {
        let last = json!({ "name": "tool:echo", "text": before, "form": typed });
        assert_eq!(scene.put(&place, &last).await.status, 200);
        assert_eq!(scene.get(&place).await.json()["drafts"][0]["text"], after);
    }
    let wrong = json!({ "name": "tool:echo", "text": "{", "form": typed });
    assert_eq!(scene.put(&place, &wrong).await.status, 400);
    let large = json!({ "name": "a", "text": "x".repeat(256 * 1024 + 1) });
    assert_eq!(scene.put(&place, &large).await.status, 400);
    assert_eq!(scene.put(&place, &json!({ "name": "a" })).await.status, 400);
}
