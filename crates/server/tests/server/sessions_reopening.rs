//! A server that misses a variable: told as a fact, opened again with it; what else a server can be given, and the
//! server that was typed or named and not connected to.

use crate::scene::{Scene, wait_for};
use serde_json::{Value, json};

/// Waits for nothing once it has its variable, so that it has a process to be told.
const WANTS: &str = r#"[ -n "$MCPI_TEST_DB" ] || { echo "boom: cannot find MCPI_TEST_DB" >&2; exit 3; }; exec cat >/dev/null"#;

#[tokio::test]
async fn a_server_that_misses_a_variable_is_opened_again_with_it_in_place_of_the_session() {
    let scene = Scene::start();
    let body =
        json!({ "target": { "command": "sh", "args": ["-c", WANTS] }, "options": { "era": "2025-06-18" } });
    let opened = scene.post("/api/sessions", &body).await;
    let path = opened.header("location").to_owned();
    let failed = scene.until(&path, |summary| !summary["fault"].is_null()).await;
    let dead = &failed["fault"]["details"]["postMortem"];
    assert_eq!(dead["missingVariables"], json!(["MCPI_TEST_DB"]), "{failed:#}");
    assert!(failed["fault"]["hint"].as_str().unwrap().contains("`MCPI_TEST_DB`"), "{failed:#}");

    let again = scene.post(&format!("{path}/reopen"), &json!({ "env": { "MCPI_TEST_DB": "db://x" } })).await;
    assert_eq!(again.status, 201, "{again:#?}");
    let next = again.header("location").to_owned();
    assert_ne!(next, path);
    let id = next.rsplit('/').next().unwrap();
    let mut tab = scene.events(&format!("/api/watch?session={id}")).await;
    let running = wait_for(&mut tab, |event| event.name == "session" && event.data["pid"].is_u64()).await;
    assert_eq!(running.data["fault"], Value::Null, "{running:#?}");
    let given = scene.get(&format!("{next}/surroundings")).await.json();
    let named = |one: &&Value| one["name"] == "MCPI_TEST_DB";
    let variable = given["environment"].as_array().unwrap().iter().find(named).expect("the variable");
    assert_eq!((&variable["value"], &variable["from"]), (&json!("db://x"), &json!("face")));
    let terms = scene.get(&format!("{next}/terms")).await.json();
    assert_eq!(terms["chosen"]["era"], "2025-06-18", "on the same terms");
    let mut news = scene.events("/api/events").await;
    let left =
        wait_for(&mut news, |event| event.data["sessions"].as_array().is_some_and(|all| all.len() == 1));
    assert_eq!(left.await.data["sessions"][0]["id"], id);
}

#[tokio::test]
async fn only_programs_have_an_environment_and_names_must_be_possible() {
    let mut scene = Scene::start();
    let url = scene.demo().await;
    let path = scene.open(&json!({ "target": { "url": url } })).await;
    let refused = scene.post(&format!("{path}/reopen"), &json!({ "env": { "A": "1" } })).await;
    assert!(refused.status == 400 && refused.body.contains("no environment"), "{refused:#?}");
    let opened = scene.post("/api/sessions", &json!({ "target": { "command": "cat" } })).await;
    let path = opened.header("location").to_owned();
    for name in ["", "A=B", "A\u{0}"] {
        let refused = scene.post(&format!("{path}/reopen"), &json!({ "env": { name: "1" } })).await;
        assert_eq!(refused.status, 400, "{name:?}: {refused:#?}");
    }
    assert_eq!(scene.get(&path).await.status, 200, "it is still there");
}

#[tokio::test]
async fn what_is_pasted_can_be_given_variables_a_directory_or_headers_which_are_not_remembered() {
    let mut scene = Scene::start();
    let url = scene.demo().await;
    let path = scene.open(&json!({ "target": { "text": url, "headers": { "X-Mine": "here" } } })).await;
    let given = scene.get(&format!("{path}/surroundings")).await.json();
    let header = given["headers"]
        .as_array()
        .unwrap()
        .iter()
        .find(|one| one["name"].as_str().is_some_and(|name| name.eq_ignore_ascii_case("x-mine")));
    assert_eq!(header.expect("the header")["value"], "here");
    let directory = scene.directory().display().to_string();
    let target = json!({ "text": "cat", "env": { "MCPI_TEST_DB": "x" }, "cwd": directory });
    let opened = scene.post("/api/sessions", &json!({ "target": target })).await;
    let given = scene.get(&format!("{}/surroundings", opened.header("location"))).await.json();
    assert_eq!(given["cwd"], directory.as_str(), "{given:#}");
    assert!(given["environment"].to_string().contains("MCPI_TEST_DB"), "{given:#}");
    let recent = scene.get("/api/targets/recent").await;
    assert!(!recent.body.contains("MCPI_TEST_DB") && !recent.body.contains("X-Mine"), "{}", recent.body);
    for target in [
        json!({ "text": "cat", "headers": { "X": "1" } }),
        json!({ "text": url, "env": { "A": "1" } }),
        json!({ "text": url, "cwd": "/" }),
        json!({ "named": true }),
        json!({ "named": false }),
    ] {
        let refused = scene.post("/api/sessions", &json!({ "target": target })).await;
        assert_eq!(refused.status, 400, "{target}: {refused:#?}");
    }
}

#[tokio::test]
async fn what_was_typed_is_kept_in_memory_until_it_is_forgotten() {
    let scene = Scene::start();
    assert_eq!(scene.get("/api/targets/recent").await.json()["typed"], "");
    let kept = scene.put("/api/targets/typed", &json!({ "text": "node a --key s3cret" })).await;
    assert_eq!(kept.status, 204, "{kept:#?}");
    let told = scene.get("/api/targets/recent").await.json();
    assert_eq!((&told["typed"], &told["named"]), (&json!("node a --key s3cret"), &Value::Null));
    let long = scene.put("/api/targets/typed", &json!({ "text": "x".repeat(300 * 1024) })).await;
    assert_eq!(long.status, 400, "{long:#?}");
    scene.put("/api/targets/typed", &json!({ "text": "" })).await;
    assert_eq!(scene.get("/api/targets/recent").await.json()["typed"], "");
}

#[tokio::test]
async fn two_who_open_a_session_again_at_once_get_one_session() {
    let scene = Scene::start();
    let body = json!({ "target": { "command": "sh", "args": ["-c", WANTS] } });
    let path = scene.post("/api/sessions", &body).await.header("location").to_owned();
    scene.until(&path, |summary| !summary["fault"].is_null()).await;
    let again = format!("{path}/reopen");
    // One that cannot be done takes no place.
    assert_eq!(scene.post(&again, &json!({ "env": { "A=B": "1" } })).await.status, 400);
    let given = json!({ "env": { "MCPI_TEST_DB": "db://x" } });
    let (one, other) = tokio::join!(scene.post(&again, &given), scene.post(&again, &given));
    let (won, lost) = if one.status == 201 { (one, other) } else { (other, one) };
    // The second may find the session gone already.
    assert!(won.status == 201 && [409, 404].contains(&lost.status), "{won:#?} {lost:#?}");
    let mut news = scene.events("/api/events").await;
    let left =
        wait_for(&mut news, |event| event.data["sessions"].as_array().is_some_and(|all| all.len() == 1));
    let id = won.header("location").rsplit('/').next().unwrap().to_owned();
    assert_eq!(left.await.data["sessions"][0]["id"], id);
}
