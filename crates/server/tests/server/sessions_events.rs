//! The log over HTTP: pages, single entries, and the stream that can be taken up again.

use crate::http::{Event, Events, Request};
use crate::puppet;
use crate::scene::{Scene, shown, wait_for};
use insta::assert_snapshot;
use serde_json::{Value, json};

#[tokio::test]
async fn pages_of_the_log_go_both_ways_and_tell_gaps() {
    let scene = Scene::start();
    let puppet = puppet::session_with(|config| config.log.messages = 3);
    let path = scene.adopt(&puppet).await;
    scene.call(&path, "flood", &json!({ "count": 5, "bytes": 1 })).await;
    let forward = scene.get(&format!("{path}/entries?limit=6")).await;
    assert_snapshot!("a_page", shown(&forward));
    let rest = scene.get(&format!("{path}/entries?from={}", forward.json()["next"])).await.json();
    assert_eq!(rest["next"], Value::Null);
    let mut forward = forward.json()["items"].as_array().unwrap().clone();
    forward.extend(rest["items"].as_array().unwrap().clone());

    let mut backward = Vec::new();
    let mut next = scene.get(&path).await.json()["lastSeq"].clone();
    while !next.is_null() {
        let path = format!("{path}/entries?direction=backward&limit=2&from={next}");
        let page = scene.get(&path).await.json();
        backward.extend(page["items"].as_array().unwrap().clone());
        next = page["next"].clone();
    }
    backward.reverse();
    assert_eq!(forward, backward);

    let last = scene.get(&format!("{path}/entries?direction=backward&limit=1")).await.json();
    let seq = last["lastSeq"].as_u64().unwrap();
    assert_eq!(scene.get(&format!("{path}/entries/{seq}")).await.json(), last["items"][0]);
    let gap = forward.iter().find_map(|item| item["gap"]["from"].as_u64()).unwrap();
    let evicted = scene.get(&format!("{path}/entries/{gap}")).await;
    assert!(evicted.status == 404 && evicted.body.contains("no longer has"), "{evicted:#?}");
    let never = scene.get(&format!("{path}/entries/0")).await;
    assert!(never.status == 404 && never.body.contains("begins at entry 1"), "{never:#?}");
    let future = scene.get(&format!("{path}/entries/{}", seq + 1)).await;
    assert!(future.status == 404 && future.body.contains("ends at"), "{future:#?}");
}

#[tokio::test]
async fn questions_about_pages_that_make_no_sense_are_refused() {
    let scene = Scene::start();
    let puppet = puppet::session();
    let path = scene.adopt(&puppet).await;
    for query in [
        "limit=abc",
        "limit=-1",
        "limit=0",
        "limit=1001",
        "from=9223372036854775808",
        "from=-1",
        "from=",
        "direction=up",
    ] {
        let answer = scene.get(&format!("{path}/entries?{query}")).await;
        assert_eq!(
            (answer.status, &answer.json()["error"]["code"]),
            (400, &json!("INVALID_REQUEST")),
            "{query}"
        );
        let named = query.split('=').next().unwrap();
        assert!(named == "direction" || answer.body.contains(named), "{query}: {answer:#?}");
    }
    assert_eq!(scene.get(&format!("{path}/entries?color=red")).await.status, 200);
    let beyond = scene.get(&format!("{path}/entries?from=99999")).await.json();
    assert_eq!((&beyond["items"], &beyond["next"]), (&json!([]), &Value::Null));
    let seq = scene.get(&format!("{path}/events?from=x")).await;
    assert_eq!(seq.status, 400);
    let events = format!("{path}/events");
    let odd = Request::new("GET", &events).header("last-event-id", "x");
    let odd = scene.send(odd, ("get", &events)).await;
    assert!(odd.status == 400 && odd.body.contains("Last-Event-ID"), "{odd:#?}");
}

/// Reads events up to the entry at `last` and checks that nothing is missing that no gap tells of.
pub(crate) async fn read_to(events: &mut Events, mut next: u64, last: u64) -> (u64, u64) {
    let (mut entries, mut gaps) = (0, 0);
    while next <= last {
        let Event { id, name, data } = events.next().await.expect("the stream goes on");
        match name.as_str() {
            "entry" => {
                assert_eq!((id, data["seq"].as_u64()), (Some(next), Some(next)));
                entries += 1;
            }
            "gap" => {
                assert_eq!((data["from"].as_u64(), data["to"].as_u64()), (Some(next), id));
                gaps += 1;
            }
            other => panic!("an event called {other}"),
        }
        next = id.expect("an id") + 1;
    }
    (entries, gaps)
}

#[tokio::test]
async fn a_stream_is_taken_up_where_it_was_left() {
    let scene = Scene::start();
    let puppet = puppet::session();
    let path = scene.adopt(&puppet).await;
    let mut events = scene.events(&format!("{path}/events")).await;
    let first = events.next().await.unwrap();
    assert_eq!((first.id, first.name.as_str()), (Some(1), "entry"));
    let entry = scene.get(&format!("{path}/entries/1")).await.json();
    assert_eq!(first.data, entry, "an event has the entry as it is");
    let left = events.next().await.unwrap().id.unwrap();
    drop(events);
    scene.call(&path, "flood", &json!({ "count": 100, "bytes": 10 })).await;
    let last = scene.get(&path).await.json()["lastSeq"].as_u64().unwrap();
    let resume =
        Request::new("GET", &format!("{path}/events?from=1")).header("last-event-id", &left.to_string());
    let mut events = Events::open(scene.address, &resume).await;
    let (entries, gaps) = read_to(&mut events, left + 1, last).await;
    assert_eq!((entries, gaps), (last - left, 0));
    // Live again: what happens now comes too.
    scene.call(&path, "echo", &json!({ "text": "live" })).await;
    let live =
        wait_for(&mut events, |event| event.data["raw"].as_str().is_some_and(|raw| raw.contains("live")));
    assert!(live.await.id.unwrap() > last);
}

#[tokio::test]
async fn whoever_comes_back_too_late_is_told_what_is_missing() {
    let scene = Scene::start();
    let puppet = puppet::session_with(|config| config.log.messages = 10);
    let path = scene.adopt(&puppet).await;
    scene.call(&path, "flood", &json!({ "count": 100, "bytes": 10 })).await;
    let last = scene.get(&path).await.json()["lastSeq"].as_u64().unwrap();
    let resume = Request::new("GET", &format!("{path}/events")).header("last-event-id", "2");
    let mut events = Events::open(scene.address, &resume).await;
    let (entries, gaps) = read_to(&mut events, 3, last).await;
    assert!(gaps > 0 && entries >= 10, "{entries} entries, {gaps} gaps");
    let ahead = Request::new("GET", &format!("{path}/events")).header("last-event-id", "999999");
    let mut ahead = Events::open(scene.address, &ahead).await;
    scene.call(&path, "echo", &json!({ "text": "news" })).await;
    assert_eq!(ahead.next().await.unwrap().id, Some(last + 1), "what comes next is news in any case");
}

#[tokio::test]
async fn a_stream_ends_when_its_session_is_closed() {
    let scene = Scene::start();
    let puppet = puppet::session();
    let path = scene.adopt(&puppet).await;
    let mut events = scene.events(&format!("{path}/events")).await;
    scene.begin(&path, "hang").await;
    assert_eq!(scene.delete(&path).await.status, 204);
    let phase = wait_for(&mut events, |event| event.data["to"] == "closed").await;
    assert_eq!(phase.name, "entry", "the end of the connection is still told");
    let end = wait_for(&mut events, |event| event.name == "end").await;
    assert_eq!((end.id, end.data), (None, json!({ "reason": "removed" })));
    assert_eq!(events.next().await, None);
}

#[tokio::test]
async fn a_change_of_the_sessions_is_told_once_per_state() {
    let mut scene = Scene::start();
    let url = scene.demo().await;
    let mut news = scene.events("/api/events").await;
    let first = news.next().await.unwrap();
    assert_eq!((first.name.as_str(), first.data), ("sessions", json!({ "sessions": [] })));
    let config = news.next().await.unwrap();
    assert_eq!((config.name.as_str(), config.data), ("config", json!({ "revision": 0 })));
    let path = scene.open(&json!({ "target": { "url": url } })).await;
    let ready = wait_for(&mut news, |event| event.data["sessions"][0]["phase"] == "ready").await;
    assert!(ready.data["sessions"][0]["serverInfo"]["name"].is_string(), "{:#}", ready.data);
    scene.delete(&path).await;
    wait_for(&mut news, |event| event.data == json!({ "sessions": [] })).await;
}
