//! Saved calls as tests: what is expected of them, runs, and what is told of those, also as JUnit.

use crate::scene::Scene;
use serde_json::{Value, json};

/// A session with a demo server in which `add` (1 and 2) and `fail` were called and saved, in this order; the
/// server's URL and the session's path.
async fn saved(scene: &mut Scene) -> (String, String) {
    let url = scene.demo().await;
    let path = scene.open(&json!({ "target": { "url": url } })).await;
    scene.call(&path, "add", &json!({ "a": 1, "b": 2 })).await;
    scene.call(&path, "fail", &json!({})).await;
    let rows = scene.get(&format!("{path}/timeline?filter=method:tools/call")).await.json();
    for row in [&rows["rows"][0], &rows["rows"][1]] {
        let answer = scene.post(&format!("{path}/script"), &json!({ "seq": row["seq"] })).await;
        assert_eq!(answer.status, 200, "{answer:#?}");
    }
    (url, path)
}

fn states(script: &Value) -> Vec<&str> {
    let steps = script["steps"].as_array().expect("steps");
    steps.iter().map(|step| step["ran"]["state"].as_str().unwrap_or("none")).collect()
}

#[tokio::test]
async fn tests_are_run_and_each_tells_what_was_expected_what_came_and_where_it_is() {
    let mut scene = Scene::start();
    let (_, path) = saved(&mut scene).await;
    let expect = json!([{ "path": "/structuredContent/sum", "equals": 3 }, { "schema": "output" }, { "maxMs": 60_000 }]);
    let changed = scene.put(&format!("{path}/script/1"), &json!({ "expect": expect })).await.json();
    assert_eq!(changed["steps"][0]["expect"], expect, "{changed:#}");
    let ran = scene.post(&format!("{path}/tests?wait=true"), &json!({})).await;
    let script = ran.json();
    assert_eq!(
        (ran.status, states(&script), &script["running"]),
        (200, vec!["passed", "failed"], &json!(false))
    );
    let [add, fail] = [&script["steps"][0]["ran"], &script["steps"][1]["ran"]];
    assert!(add["verdicts"].as_array().unwrap().iter().all(|verdict| verdict["passed"] == true), "{add:#}");
    assert_eq!(fail["why"], "the tool reports an error");
    let row = scene.get(&format!("{path}/timeline/{}", add["seq"])).await.json()["row"].clone();
    assert_eq!((&row["target"], &row["call"]), (&json!("add"), &json!(3)), "the row of the run: {row:#}");
    assert!(path.ends_with(add["session"].as_str().unwrap()), "{add:#}");

    // A tool that should fail may, and what does not hold is told.
    scene.put(&format!("{path}/script/2"), &json!({ "expect": [{ "isError": true }] })).await;
    let wrong = json!({ "expect": [{ "path": "/structuredContent/sum", "equals": 4 }] });
    scene.put(&format!("{path}/script/1"), &wrong).await;
    let script = scene.post(&format!("{path}/tests?wait=true"), &json!({})).await.json();
    assert_eq!(states(&script), ["failed", "skipped"]);
    let verdict = &script["steps"][0]["ran"]["verdicts"][0];
    assert_eq!((&verdict["expected"], &verdict["actual"]), (&json!("4"), &json!("3.0")), "{verdict:#}");
    let on = scene.put(&format!("{path}/script"), &json!({ "onError": "continue" })).await.json();
    let text: Value = serde_json::from_str(on["text"].as_str().unwrap()).unwrap();
    assert_eq!((&text[0]["onError"], &text[0]["expect"][0]["equals"]), (&json!("continue"), &json!(4)));
    let script = scene.post(&format!("{path}/tests?wait=true"), &json!({})).await.json();
    assert_eq!(states(&script), ["failed", "passed"]);

    let report = scene.get(&format!("{path}/tests/junit")).await;
    assert_eq!(report.header("content-type"), "application/xml");
    for part in [
        "tests=\"2\" failures=\"1\" errors=\"0\" skipped=\"0\"",
        "<failure message=\"/structuredContent/sum: expected 4, got 3.0\">",
        "name=\"steps[1] fail\"",
    ] {
        assert!(report.body.contains(part), "{part}: {}", report.body);
    }

    // One alone leaves the others as they were.
    scene.put(&format!("{path}/script/1"), &json!({ "expect": [] })).await;
    let one = scene.post(&format!("{path}/tests?wait=true"), &json!({ "steps": [1] })).await.json();
    assert_eq!(states(&one), ["passed", "passed"]);
    assert_eq!(scene.post(&format!("{path}/tests"), &json!({ "steps": [9] })).await.status, 404);
}

#[tokio::test]
async fn saved_calls_belong_to_the_server_and_outlive_the_session() {
    let mut scene = Scene::start();
    let (url, path) = saved(&mut scene).await;
    scene.put(&format!("{path}/script/1"), &json!({ "expect": [{ "maxMs": 60_000 }] })).await;
    scene.post(&format!("{path}/tests?wait=true"), &json!({ "steps": [1] })).await;
    assert_eq!(scene.delete(&path).await.status, 204);
    let next = scene.open(&json!({ "target": { "url": url } })).await;
    let script = scene.get(&format!("{next}/script")).await.json();
    assert_eq!(states(&script), ["passed", "none"], "{script:#}");
    assert_eq!(script["steps"][0]["expect"], json!([{ "maxMs": 60_000 }]));
    let step = &script["steps"][0];
    assert!(path.ends_with(step["session"].as_str().unwrap()), "the row is in the session that is closed");
    assert!(scene.get(&format!("{next}/timeline")).await.json()["total"].as_u64() > Some(0));
    let other = scene.demo().await;
    let stranger = scene.open(&json!({ "target": { "url": other } })).await;
    assert_eq!(scene.get(&format!("{stranger}/script")).await.json()["steps"], json!([]));
}

#[tokio::test]
async fn assertions_that_say_nothing_are_refused_with_their_place() {
    let mut scene = Scene::start();
    let (_, path) = saved(&mut scene).await;
    let step = format!("{path}/script/1");
    for (expect, why) in [
        (json!([{ "maxMs": 5 }, {}]), "`expect[1]`: it needs just one of"),
        (json!([{ "path": "sum", "equals": 1 }]), "begin with `/`"),
        (json!([{ "schema": { "type": "nonsense" } }]), "the schema is not valid"),
        (json!([7]), "an assertion is an object"),
        (json!(vec![json!({ "maxMs": 5 }); 51]), "50 assertions"),
    ] {
        let answer = scene.put(&step, &json!({ "expect": expect })).await;
        assert!(answer.status == 400 && answer.body.contains(why), "{why}: {answer:#?}");
    }
    assert_eq!(scene.put(&format!("{path}/script/9"), &json!({ "expect": [] })).await.status, 404);
    let kept = scene.get(&format!("{path}/script")).await.json();
    assert_eq!(kept["steps"][0]["expect"], json!([]), "nothing of it is kept");
}
