//! The timelines of all servers as one.

use crate::http::Request;
use crate::puppet;
use crate::scene::{Scene, wait_for};
use serde_json::{Value, json};

fn id_of(path: &str) -> &str {
    path.rsplit('/').next().expect("the id is last")
}

/// The sessions of some rows.
fn sessions_of(rows: &Value) -> Vec<&str> {
    let rows = rows["rows"].as_array().expect("a list").iter();
    rows.map(|row| row["session"].as_str().expect("an id")).collect()
}

#[tokio::test]
async fn rows_of_all_servers_say_whose_they_are_and_are_in_the_order_of_one_clock() {
    let mut scene = Scene::start();
    let url = scene.demo().await;
    let first = scene.open(&json!({ "target": { "url": url } })).await;
    let second = scene.open(&json!({ "target": { "url": url } })).await;
    scene.call(&second, "add", &json!({ "a": 1, "b": 2 })).await;
    scene.call(&first, "add", &json!({ "a": 3, "b": 4 })).await;
    let calls = scene.get("/api/timeline?filter=method:tools/call").await.json();
    assert_eq!((&calls["matched"], &calls["filterError"]), (&json!(2), &Value::Null), "{calls:#}");
    assert_eq!(sessions_of(&calls), [id_of(&second), id_of(&first)]);
    let at = |which: usize| calls["rows"][which]["atNs"].as_u64().unwrap();
    assert!(at(0) <= at(1), "{calls:#}");
    // Windows cut the whole, and the newest rows are at its end.
    let whole = scene.get("/api/timeline?limit=500").await.json();
    let matched = whole["matched"].as_u64().unwrap();
    assert_eq!(whole["rows"].as_array().unwrap().len() as u64, matched);
    let last = scene.get("/api/timeline?from=-3&limit=3").await.json();
    assert_eq!(last["from"], matched - 3);
    assert!(whole["rows"].as_array().unwrap().ends_with(last["rows"].as_array().unwrap()), "{last:#}");
    // What is nested in a row is folded away by the row of its session alone.
    let parent = whole["rows"].as_array().unwrap().iter().find(|row| row["children"] != 0).unwrap();
    let name = format!("{}:{}", parent["session"].as_str().unwrap(), parent["seq"]);
    let folded = scene.get(&format!("/api/timeline?folded={name}")).await.json();
    assert!(folded["matched"].as_u64().unwrap() < matched, "{folded:#}");
    assert_eq!(scene.get("/api/timeline?folded=7").await.status, 400);
    assert_eq!(scene.get("/api/timeline?limit=501").await.status, 400);
    let wrong = scene.get("/api/timeline?filter=dur:").await.json();
    assert_eq!((&wrong["matched"], wrong["filterError"].is_object()), (&json!(matched), true));
}

#[tokio::test]
async fn recordings_have_no_part_in_the_timeline_of_all_servers_and_without_any_it_is_empty() {
    let scene = Scene::start();
    let none = scene.get("/api/timeline").await.json();
    assert_eq!((&none["matched"], &none["rows"]), (&json!(0), &json!([])));
    let puppet = puppet::session();
    let path = scene.adopt(&puppet).await;
    let recording = scene.get(&format!("{path}/recording")).await;
    let request = Request::new("POST", "/api/recordings").header("content-type", "application/x-ndjson");
    let opened = scene.send(request.body(recording.body), ("post", "/api/recordings")).await;
    assert_eq!(opened.status, 201, "{opened:#?}");
    let rows = scene.get("/api/timeline").await.json();
    assert!(sessions_of(&rows).iter().all(|session| *session == id_of(&path)), "{rows:#}");
}

#[tokio::test]
async fn a_tab_that_wants_to_hears_of_what_any_server_does() {
    let scene = Scene::start();
    let (one, other) = (puppet::session(), puppet::session());
    let (first, second) = (scene.adopt(&one).await, scene.adopt(&other).await);
    let mut tab = scene.events("/api/watch?together=method:tools/call").await;
    let now = wait_for(&mut tab, |event| event.name == "together").await.data;
    assert_eq!((&now["matched"], &now["filter"]), (&json!(0), &json!("method:tools/call")));
    for (number, path) in [&first, &second].into_iter().enumerate() {
        scene.call(path, "flood", &json!({ "count": 1, "bytes": 1 })).await;
        let news = wait_for(&mut tab, |event| {
            event.name == "together" && event.data["matched"] == json!(number + 1)
        });
        assert_eq!(sessions_of(&news.await.data).last(), Some(&id_of(path)));
    }
    // A server that is opened later is heard of as well, and one that is closed no more.
    let third = scene.adopt(&puppet::session()).await;
    scene.call(&third, "flood", &json!({ "count": 1, "bytes": 1 })).await;
    wait_for(&mut tab, |event| event.name == "together" && event.data["matched"] == 3).await;
    scene.delete(&first).await;
    wait_for(&mut tab, |event| event.name == "together" && event.data["matched"] == 2).await;
}

#[tokio::test]
async fn a_row_is_found_by_its_session_and_the_filter_counts_time_as_the_rows_do() {
    let scene = Scene::start();
    let (one, other) = (puppet::session(), puppet::session());
    let (first, second) = (scene.adopt(&one).await, scene.adopt(&other).await);
    for path in [&first, &second, &first, &second] {
        scene.call(path, "flood", &json!({ "count": 1, "bytes": 1 })).await;
    }
    let whole = scene.get("/api/timeline?limit=500").await.json();
    for (place, row) in whole["rows"].as_array().unwrap().iter().enumerate() {
        let name = format!("{}:{}", row["session"].as_str().unwrap(), row["seq"]);
        let page = scene.get(&format!("/api/timeline?around={name}&limit=3")).await.json();
        assert_eq!(page["place"], place, "{page:#}");
        assert_eq!(page["from"], place / 3 * 3);
        assert_eq!(page["rows"][place % 3]["session"], row["session"]);
        assert_eq!(page["rows"][place % 3]["seq"], row["seq"]);
    }
    let unknown = scene.get("/api/timeline?around=nobody:7").await.json();
    assert_eq!((&unknown["place"], &unknown["from"]), (&Value::Null, &json!(0)));
    assert_eq!(scene.get("/api/timeline?around=7").await.status, 400);
    // The moment at which the last call began has that call in it, whichever session was opened first.
    let calls = scene.get("/api/timeline?filter=method:tools/call").await.json();
    let last = &calls["rows"][3];
    let at = last["atNs"].as_u64().unwrap();
    let then = scene.get(&format!("/api/timeline?filter=method:tools/call%20at:{at}ns..{at}ns")).await.json();
    let found = then["rows"].as_array().unwrap();
    assert!(
        found.iter().any(|row| row["session"] == last["session"] && row["seq"] == last["seq"]),
        "{then:#}"
    );
}

#[tokio::test]
async fn a_tab_that_looks_at_all_servers_hears_of_pins() {
    let scene = Scene::start();
    let (one, other) = (puppet::session(), puppet::session());
    let (first, second) = (scene.adopt(&one).await, scene.adopt(&other).await);
    scene.call(&second, "flood", &json!({ "count": 1, "bytes": 1 })).await;
    let mut tab =
        scene.events(&format!("/api/watch?session={}&together=method:tools/call", id_of(&first))).await;
    let now = wait_for(&mut tab, |event| event.name == "together" && event.data["matched"] == 1).await.data;
    assert_eq!((&now["marks"], &now["rows"][0]["isPinned"]), (&json!(0), &json!(false)));
    scene.put(&format!("{second}/pins/{}", now["rows"][0]["seq"]), &json!({})).await;
    let news = wait_for(&mut tab, |event| event.name == "together" && event.data["marks"] == 1).await.data;
    assert_eq!(news["rows"][0]["isPinned"], true, "{news:#}");
}
