//! Saved calls as tests: what is expected of them, runs, and what is told of those, also as JUnit.

use crate::scene::{Scene, wait_for};
use serde_json::{Value, json};

/// A session with a demo server in which `add` (1 and 2) and `fail` were called and saved, in this order; the
/// server's URL and the session's path.
async fn saved(scene: &mut Scene) -> (String, String) {
    let url = scene.demo().await;
    let path = save_at(scene, &url).await;
    (url, path)
}

async fn save_at(scene: &Scene, url: &str) -> String {
    let path = scene.open(&json!({ "target": { "url": url } })).await;
    scene.call(&path, "add", &json!({ "a": 1, "b": 2 })).await;
    scene.call(&path, "fail", &json!({})).await;
    let rows = scene.get(&format!("{path}/timeline?filter=method:tools/call")).await.json();
    for row in [&rows["rows"][0], &rows["rows"][1]] {
        let answer = scene.post(&format!("{path}/script"), &json!({ "seq": row["seq"] })).await;
        assert_eq!(answer.status, 200, "{answer:#?}");
    }
    path
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

#[tokio::test]
async fn saved_calls_survive_a_restart_of_the_backend_without_their_secrets() {
    let mut before = Scene::remembering(None);
    let (url, path) = saved(&mut before).await;
    let secret = json!({ "message": "x", "password": "hunter2-in-a-step" });
    before.call(&path, "echo", &secret).await;
    let rows = before.get(&format!("{path}/timeline?filter=target:echo")).await.json();
    before.post(&format!("{path}/script"), &json!({ "seq": rows["rows"][0]["seq"] })).await;
    before.put(&format!("{path}/script/1"), &json!({ "expect": [{ "maxMs": 60_000 }] })).await;
    before.put(&format!("{path}/script"), &json!({ "onError": "continue" })).await;
    before.delete(&format!("{path}/script/2")).await;
    let told = before.get(&format!("{path}/script")).await.json();
    assert_eq!((&told["trouble"], &told["steps"][1]["blanked"]), (&json!(null), &json!(false)));

    let after = Scene::remembering(Some(&before));
    let next = after.open(&json!({ "target": { "url": url } })).await;
    let script = after.get(&format!("{next}/script")).await.json();
    assert_eq!((&script["onError"], &script["trouble"]), (&json!("continue"), &json!(null)), "{script:#}");
    let steps = script["steps"].as_array().unwrap();
    let told: Vec<_> =
        steps.iter().map(|step| (&step["number"], &step["target"], &step["blanked"])).collect();
    assert_eq!(told, [(&json!(1), &json!("add"), &json!(false)), (&json!(3), &json!("echo"), &json!(true))]);
    assert_eq!(steps[0]["expect"], json!([{ "maxMs": 60_000 }]));
    assert!(!script.to_string().contains("hunter2"), "{script:#}");
    let ran = after.post(&format!("{next}/tests?wait=true"), &json!({})).await.json();
    assert_eq!(states(&ran), ["passed", "broken"]);
    assert!(
        ran["steps"][1]["ran"]["why"].as_str().unwrap().contains("neither the log nor a file"),
        "{ran:#}"
    );
}

#[tokio::test]
async fn a_broken_file_of_saved_calls_is_named_and_kept_and_one_that_cannot_be_written_is_told() {
    let mut before = Scene::remembering(None);
    let (url, _) = saved(&mut before).await;
    let tests = before.directory().join("tests");
    let file = std::fs::read_dir(&tests).unwrap().next().unwrap().unwrap().path();
    std::fs::write(&file, "{\"version\": 1, \"steps\": [").unwrap();

    let after = Scene::remembering(Some(&before));
    let path = after.open(&json!({ "target": { "url": url } })).await;
    let script = after.get(&format!("{path}/script")).await.json();
    let trouble = script["trouble"].as_str().unwrap();
    assert!(trouble.contains(file.to_str().unwrap()) && script["steps"] == json!([]), "{script:#}");
    assert!(std::fs::read_to_string(&file).unwrap().ends_with('['), "it stays as it is");
    save_at(&after, &url).await;
    assert_eq!(after.get(&format!("{path}/script")).await.json()["trouble"], json!(null));
    let aside: Vec<_> = std::fs::read_dir(&tests).unwrap().flatten().map(|one| one.path()).collect();
    let kept = aside.iter().find(|one| **one != file).expect("the broken one, put aside");
    assert!(std::fs::read_to_string(kept).unwrap().ends_with('['));

    // Where there is no directory to be had, nothing can be written: what root could do, this cannot.
    let third = Scene::remembering(None);
    std::fs::write(third.directory().join("tests"), "taken").unwrap();
    let path = save_at(&third, &url).await;
    let script = third.get(&format!("{path}/script")).await.json();
    assert_eq!(script["steps"].as_array().unwrap().len(), 2, "they are there as long as it runs");
    assert!(script["trouble"].as_str().unwrap().contains("could not be written to"), "{script:#}");
}

#[tokio::test]
async fn a_run_is_stopped_the_call_under_way_cancelled_and_the_rest_told_as_not_run() {
    let mut scene = Scene::start();
    let url = scene.demo().await;
    let path = scene.open(&json!({ "target": { "url": url } })).await;
    let body =
        json!({ "method": "tools/call", "params": { "name": "slow", "arguments": { "seconds": 600 } } });
    let call = scene.post(&format!("{path}/calls"), &body).await.json()["call"].clone();
    scene.post(&format!("{path}/calls/{call}/abort"), &json!({})).await;
    let rows = scene.get(&format!("{path}/timeline?filter=target:slow")).await.json();
    for _ in 0..2 {
        let saved = scene.post(&format!("{path}/script"), &json!({ "seq": rows["rows"][0]["seq"] })).await;
        assert_eq!(saved.status, 200, "{saved:#?}");
    }
    let idle = scene.post(&format!("{path}/tests/stop"), &json!({})).await;
    assert_eq!((idle.status, &idle.json()["running"]), (202, &json!(false)), "there is nothing to stop");

    let id = path.rsplit('/').next().unwrap();
    let mut tab = scene.events(&format!("/api/watch?session={id}")).await;
    let (tests, stop) = (format!("{path}/tests?wait=true"), format!("{path}/tests/stop"));
    let whole = json!({});
    let ending = scene.post(&tests, &whole);
    let stopping = async {
        let is_called = |state: &Value| {
            state["calls"].as_array().is_some_and(|all| all.iter().any(|one| one["method"] == "tools/call"))
        };
        wait_for(&mut tab, |event| event.name == "session" && is_called(&event.data)).await;
        scene.post(&stop, &whole).await
    };
    let (ended, told) = tokio::join!(ending, stopping);
    assert_eq!(told.status, 202, "{told:#?}");
    let script = ended.json();
    assert_eq!(
        (states(&script), &script["running"]),
        (vec!["stopped", "stopped"], &json!(false)),
        "{script:#}"
    );
    let [first, second] = [&script["steps"][0]["ran"], &script["steps"][1]["ran"]];
    assert_eq!(first["why"], "the run was stopped, and the call cancelled");
    assert_eq!(second["why"], "the run was stopped before it");
    let row = scene.get(&format!("{path}/timeline/{}", first["seq"])).await.json()["row"].clone();
    assert_eq!(row["status"], "cancelled", "{row:#}");
    let report = scene.get(&format!("{path}/tests/junit")).await;
    assert!(report.body.contains("skipped=\"2\""), "{}", report.body);
}

#[tokio::test]
async fn a_call_with_a_secret_that_the_log_masks_is_not_made_again_with_the_mask_in_its_place() {
    let mut scene = Scene::start();
    let url = scene.demo().await;
    let target = json!({ "url": url, "headers": { "X-Api-Key": "hush-hush-hush" } });
    let path = scene.open(&json!({ "target": target })).await;
    scene.call(&path, "echo", &json!({ "message": "use hush-hush-hush" })).await;
    let rows = scene.get(&format!("{path}/timeline?filter=method:tools/call")).await.json();
    let script =
        scene.post(&format!("{path}/script"), &json!({ "seq": rows["rows"][0]["seq"] })).await.json();
    assert_eq!(script["steps"][0]["blanked"], true, "{script:#}");
    let ran = scene.post(&format!("{path}/tests?wait=true"), &json!({})).await.json();
    assert_eq!(states(&ran), ["broken"]);
    assert!(ran["steps"][0]["ran"]["why"].as_str().unwrap().contains("a secret"), "{ran:#}");
    let calls = scene.get(&format!("{path}/timeline?filter=method:tools/call")).await.json();
    assert_eq!(calls["matched"], 1, "nothing was sent");
}

#[tokio::test]
async fn a_run_of_nothing_is_no_run() {
    let mut scene = Scene::start();
    let (_, path) = saved(&mut scene).await;
    let none = scene.post(&format!("{path}/tests"), &json!({ "steps": [] })).await;
    assert_eq!((none.status, &none.json()["running"]), (200, &json!(false)), "{none:#?}");
    assert_eq!(states(&none.json()), ["none", "none"]);
}
