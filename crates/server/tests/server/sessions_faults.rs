//! What goes wrong: subscribers that never read, servers that die.

use crate::http::{Events, PATIENCE, Request, send_and_read_nothing};
use crate::puppet;
use crate::scene::{Scene, shown, wait_for};
use crate::sessions_events::read_to;
use insta::assert_snapshot;
use serde_json::json;
use std::process::Command;
use std::time::Duration;
use tokio::io::AsyncReadExt as _;
use tokio::time::timeout;

/// The memory this process has, in bytes, where the system tells.
fn memory() -> Option<u64> {
    let pages = std::fs::read_to_string("/proc/self/statm").ok()?;
    Some(pages.split(' ').nth(1)?.parse::<u64>().ok()? * 4096)
}

#[tokio::test(flavor = "multi_thread")]
async fn two_hundred_subscribers_of_which_half_never_read_slow_nobody() {
    let scene = Scene::start();
    let puppet = puppet::session_with(|config| config.log.messages = 200);
    let path = scene.adopt(&puppet).await;
    let request = Request::new("GET", &format!("{path}/events"));
    let mut dead = Vec::new();
    for _ in 0..100 {
        dead.push(send_and_read_nothing(scene.address, &request).await);
    }
    let mut live = Vec::new();
    for _ in 0..100 {
        live.push(Events::open(scene.address, &request).await);
    }
    let before = memory();
    let readers: Vec<_> = live
        .into_iter()
        .map(|mut events| {
            tokio::spawn(async move {
                // The last entry of the flood is the answer to it.
                let (mut next, mut entries, mut missed) = (1, 0, 0);
                loop {
                    let event = events.next().await.expect("the stream goes on");
                    let id = event.id.expect("an id");
                    if event.name == "gap" {
                        assert_eq!(event.data["from"], next);
                        missed += id - next + 1;
                    } else {
                        assert_eq!(id, next);
                        entries += 1;
                        if event.data["raw"].as_str().is_some_and(|raw| raw.contains(r#""content":[]"#)) {
                            return (id, entries, missed);
                        }
                    }
                    next = id + 1;
                }
            })
        })
        .collect();
    let flood = scene.call(&path, "flood", &json!({ "count": 1200, "bytes": 3000 })).await;
    assert_eq!(flood.json()["outcome"], "answered", "the session goes on: {flood:#?}");
    for reader in readers {
        let (last, entries, missed) = timeout(PATIENCE, reader).await.expect("it reads on").unwrap();
        assert_eq!(entries + missed, last, "every entry came or was told to be gone");
    }
    if let (Some(before), Some(after)) = (before, memory()) {
        let grown = after.saturating_sub(before) / (1024 * 1024);
        assert!(grown < 128, "the process has grown by {grown} MiB for 4 MiB of frames and 200 subscribers");
    }
    // A dead one that comes back to life hears what it missed.
    let mut revived = Events::open(scene.address, &request).await;
    let last = scene.get(&path).await.json()["lastSeq"].as_u64().unwrap();
    let (_, gaps) = read_to(&mut revived, 1, last).await;
    assert!(gaps > 0);
}

#[tokio::test]
async fn a_subscriber_that_takes_nothing_is_given_up() {
    let scene = Scene::start_with(Duration::from_millis(300));
    let puppet = puppet::session();
    let path = scene.adopt(&puppet).await;
    let request = Request::new("GET", &format!("{path}/events"));
    let mut dead = send_and_read_nothing(scene.address, &request).await;
    let mut live = Events::open(scene.address, &request).await;
    scene.call(&path, "flood", &json!({ "count": 100, "bytes": 20_000 })).await;
    let given_up = async {
        while scene.backend.sessions().open_streams() > 1 {
            // sleep: nothing tells when a connection is given up, so it is looked at again
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    let last = scene.get(&path).await.json()["lastSeq"].as_u64().unwrap();
    read_to(&mut live, 1, last).await;
    timeout(PATIENCE, given_up).await.expect("the connection is given up");
    let mut rest = Vec::new();
    // What was already on its way comes, then the connection is over.
    let _ = timeout(PATIENCE, dead.read_to_end(&mut rest)).await.expect("the connection is over");
    assert!(!String::from_utf8_lossy(&rest).contains("event: end"));
    scene.call(&path, "echo", &json!({ "text": "onward" })).await;
    wait_for(&mut live, |event| event.data["raw"].as_str().is_some_and(|raw| raw.contains("onward"))).await;
}

/// A server that says its pid, shakes hands, and then answers nothing.
const SILENT: &str = r#"
echo "$$" >&2
IFS= read -r line
id=${line#*\"id\":}; id=${id%%[,\}]*}
printf '{"jsonrpc":"2.0","id":%s,"result":{"protocolVersion":"2025-11-25","serverInfo":{"name":"silent","version":"1"},"capabilities":{"tools":{}}}}\n' "$id"
while IFS= read -r line; do :; done
"#;

#[tokio::test]
async fn a_server_that_is_killed_in_mid_call_loses_the_call_and_says_why() {
    let scene = Scene::start();
    let target = json!({ "command": "sh", "args": ["-c", SILENT], "name": "silent" });
    let path = scene.open(&json!({ "target": target, "options": { "era": "legacy" } })).await;
    let mut events = scene.events(&format!("{path}/events")).await;
    let said = wait_for(&mut events, |event| event.data["kind"] == "stderr").await;
    let pid = said.data["line"].as_str().unwrap().to_owned();
    let call = scene.begin(&path, "anything").await;
    wait_for(&mut events, |event| event.data["raw"].as_str().is_some_and(|raw| raw.contains("anything")))
        .await;
    assert!(Command::new("kill").args(["-9", &pid]).status().unwrap().success());
    let lost = scene.ended(&path, call).await;
    let mut short = lost.clone();
    let mut value = lost.json();
    value["fault"]["details"]["postMortem"] = value["fault"]["details"]["postMortem"]["signal"].take();
    assert_eq!(value["fault"]["details"]["pid"].to_string(), pid);
    value["fault"]["details"]["pid"] = "<pid>".into();
    short.body = value.to_string().replace(&pid, "<pid>");
    let shown = shown(&short);
    let shown = regex::Regex::new(r"after \d+ ms").unwrap().replace_all(&shown, "after <n> ms").into_owned();
    assert_snapshot!("a_lost_call", shown);
    assert_eq!(scene.delete(&path).await.status, 204);
}

#[tokio::test]
async fn closing_a_session_ends_its_process() {
    let scene = Scene::start();
    let target = json!({ "command": "sh", "args": ["-c", SILENT] });
    let path = scene.open(&json!({ "target": target, "options": { "era": "legacy" } })).await;
    let view = scene.get(&format!("{path}/view")).await.json();
    let pid = view["stderr"][0]["line"].as_str().unwrap().to_owned();
    assert_eq!(scene.delete(&path).await.status, 204);
    let gone = async {
        while Command::new("kill")
            .args(["-0", &pid])
            .stderr(std::process::Stdio::null())
            .status()
            .unwrap()
            .success()
        {
            // sleep: the system tells of the end of a process only to its parent
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    timeout(PATIENCE, gone).await.expect("the process ends");
}

#[tokio::test]
async fn a_command_line_that_no_system_takes_is_refused_however_it_comes() {
    let scene = Scene::start();
    let long = "x".repeat(300 * 1024);
    for target in [
        json!({ "text": format!("true {long}") }),
        json!({ "command": "true", "args": [long] }),
        json!({ "text": json!({ "mcpServers": { "a": { "command": "true", "args": [long] } } }).to_string() }),
    ] {
        let answer = scene.post("/api/sessions", &json!({ "target": target })).await;
        let error = answer.json()["error"].clone();
        assert_eq!(answer.status, 400, "{error:#}");
        let message = error["message"].as_str().unwrap_or_default();
        assert!(
            message.contains("the command line has 30") && message.ends_with("may have 262144"),
            "{message}"
        );
        assert!(error["hint"].as_str().is_some_and(|hint| hint.contains("into a file")), "{error:#}");
    }
}

#[tokio::test]
async fn a_list_tells_the_beginning_of_what_went_wrong_and_the_session_has_it_all() {
    let scene = Scene::start();
    let args: Vec<String> = (0..20_000).map(|number| format!("{number:06}")).collect();
    let target = json!({ "command": "/no/such/program", "args": args });
    let opened = scene.post("/api/sessions", &json!({ "target": target })).await.json();
    let path = format!("/api/sessions/{}", opened["id"].as_str().unwrap_or_default());
    let state = loop {
        let state = scene.get(&path).await.json();
        if !state["fault"].is_null() {
            break state;
        }
    };
    let argv = |state: &serde_json::Value| {
        state["fault"]["details"]["postMortem"]["argv"].as_array().map_or(0, Vec::len)
    };
    assert_eq!(argv(&state), 20_001);
    let list = scene.get("/api/sessions").await;
    let listed = argv(&list.json()["sessions"][0]);
    assert!((10..1_000).contains(&listed) && list.body.len() < 16_000, "{listed} of {}", list.body.len());
}
