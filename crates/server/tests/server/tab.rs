//! The one stream of a tab: the sessions as a whole, and the one that is looked at.

use crate::http::Event;
use crate::puppet;
use crate::scene::{Scene, wait_for};
use serde_json::json;

#[tokio::test]
async fn a_tab_hears_of_all_sessions_and_how_one_of_them_stands() {
    let mut scene = Scene::start();
    let url = scene.demo().await;
    let path = scene.open(&json!({ "target": { "url": url } })).await;
    let id = path.rsplit('/').next().unwrap();
    let mut tab = scene.events(&format!("/api/watch?session={id}")).await;
    let sessions = wait_for(&mut tab, |event| event.name == "sessions").await;
    assert_eq!(sessions.data["sessions"][0]["id"], id);
    wait_for(&mut tab, |event| event.name == "config").await;
    let now = wait_for(&mut tab, |event| event.name == "session").await.data;
    assert_eq!((&now["id"], &now["phase"], &now["transport"]), (&json!(id), &json!("ready"), &json!("http")));
    // Tools may have been listed already, for the headers that they want.
    assert_eq!(now["catalog"]["prompts"], json!(null));
    scene.post(&format!("{path}/lists"), &json!({ "list": "prompts" })).await;
    let listed = wait_for(&mut tab, |event| !event.data["catalog"]["prompts"].is_null()).await.data;
    assert!(listed["catalog"]["prompts"]["count"].as_u64().unwrap() > 1, "{listed:#}");
    assert!(listed["p50Ns"].as_u64().unwrap() > 0, "{listed:#}");
    scene.post(&format!("{path}/stop"), &json!(null)).await;
    wait_for(&mut tab, |event| event.name == "session" && event.data["phase"] == "closed").await;
    scene.delete(&path).await;
    // Which of the two comes first is left open.
    let (mut is_gone, mut is_empty) = (false, false);
    while !(is_gone && is_empty) {
        let event = tab.next().await.expect("the tab still hears of the others");
        is_gone |= event.name == "gone";
        is_empty |= event.data["sessions"] == json!([]);
    }
}

#[tokio::test]
async fn a_flood_is_told_in_few_events_and_the_last_one_has_all_of_it() {
    let scene = Scene::start();
    let puppet = puppet::session();
    let path = scene.adopt(&puppet).await;
    let id = path.rsplit('/').next().unwrap().to_owned();
    let mut tab = scene.events(&format!("/api/watch?session={id}")).await;
    wait_for(&mut tab, |event| event.name == "session").await;
    scene.call(&path, "flood", &json!({ "count": 5000, "bytes": 10 })).await;
    let mut told = 0;
    loop {
        let event = tab.next().await.expect("the stream goes on");
        told += u32::from(event.name == "session");
        if event.data["traffic"]["framesReceived"].as_u64().is_some_and(|frames| frames > 5000)
            && event.data["calls"] == json!([])
        {
            break;
        }
    }
    assert!(told < 500, "5000 frames were told in {told} events");
}

/// A large result is in the log a while before its call has ended.
#[tokio::test]
async fn a_tab_that_asks_whenever_it_hears_something_learns_of_every_end() {
    let scene = Scene::start();
    let puppet = puppet::session();
    let path = scene.adopt(&puppet).await;
    let id = path.rsplit('/').next().unwrap().to_owned();
    let mut tab = scene.events(&format!("/api/watch?session={id}")).await;
    wait_for(&mut tab, |event| event.name == "session").await;
    let params = json!({ "name": "echo", "arguments": { "text": "x".repeat(3_000_000) } });
    let body = json!({ "method": "tools/call", "params": params });
    let learns = async {
        for _ in 0..4 {
            let call = scene.post(&format!("{path}/calls"), &body).await.json()["call"].clone();
            while scene.get(&format!("{path}/calls/{call}?most=1000")).await.json()["outcome"].is_null() {
                wait_for(&mut tab, |event| event.name == "session").await;
            }
        }
    };
    let patience = std::time::Duration::from_secs(60);
    tokio::time::timeout(patience, learns).await.expect("every end is told once it can be asked for");
}

#[tokio::test]
async fn a_tab_hears_how_many_asks_wait_in_sessions_that_it_does_not_look_at() {
    let scene = Scene::start();
    let puppet = puppet::session();
    let path = scene.adopt(&puppet).await;
    let mut tab = scene.events("/api/watch").await;
    let waiting = |event: &Event| event.data["sessions"][0]["waitingAsks"].as_u64();
    wait_for(&mut tab, |event| waiting(event) == Some(0)).await;
    scene.begin(&path, "ask").await;
    wait_for(&mut tab, |event| waiting(event) == Some(1)).await;
    let view = scene.get(&format!("{path}/view")).await.json();
    let answer = format!("{path}/asks/{}/answer", view["asks"][0]["ask"]);
    assert_eq!(scene.post(&answer, &json!({ "decline": true })).await.status, 200);
    wait_for(&mut tab, |event| waiting(event) == Some(0)).await;
}

#[tokio::test]
async fn a_tab_that_looks_at_a_session_which_is_gone_still_hears_of_the_others() {
    let scene = Scene::start();
    let mut tab = scene.events("/api/watch?session=nobody").await;
    wait_for(&mut tab, |event| event.name == "sessions").await;
    wait_for(&mut tab, |event| event.name == "gone").await;
    scene.post("/api/sessions", &json!({ "target": { "url": "http://127.0.0.1:9/mcp" } })).await;
    wait_for(&mut tab, |event| event.data["sessions"].as_array().is_some_and(|list| list.len() == 1)).await;
}

#[tokio::test]
async fn the_end_of_the_backend_is_told_to_every_tab() {
    let scene = Scene::start();
    let mut tab = scene.events("/api/watch").await;
    wait_for(&mut tab, |event| event.name == "config").await;
    scene.backend.shutdown().await;
    let end = wait_for(&mut tab, |event| event.name == "end").await;
    assert_eq!(end.data["reason"], "shutdown");
    assert!(tab.next().await.is_none());
}
