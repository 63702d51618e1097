//! The timeline over HTTP: windows, rows with all that belongs to them, documents, texts to share, and forms.

use crate::puppet;
use crate::scene::{Scene, wait_for};
use mcp_inspector_engine::LogLimits;
use serde_json::{Value, json};

/// A session with the demo server in which a tool was called; its path, and the row of the call.
async fn called(scene: &mut Scene) -> (String, Value) {
    let url = scene.demo().await;
    let path =
        scene.open(&json!({ "target": { "url": url, "headers": { "X-Api-Key": "hush-hush-hush" } } })).await;
    let ended = scene.call(&path, "add", &json!({ "a": 1, "b": 2.50 })).await;
    assert_eq!(ended.json()["outcome"], "answered", "{ended:#?}");
    let rows = scene.get(&format!("{path}/timeline?filter=method:tools/call")).await.json();
    assert_eq!((&rows["matched"], &rows["filterError"]), (&json!(1), &Value::Null), "{rows:#}");
    (path, rows["rows"][0].clone())
}

#[tokio::test]
async fn a_call_is_a_row_with_its_answer_and_the_handle_of_who_made_it() {
    let mut scene = Scene::start();
    let (path, row) = called(&mut scene).await;
    assert_eq!((&row["kind"], &row["status"], &row["target"]), (&json!("call"), &json!("ok"), &json!("add")));
    assert_eq!(row["call"], 1, "the run that made it: {row:#}");
    let detail = scene.get(&format!("{path}/timeline/{}", row["seq"])).await.json();
    let parts: Vec<&str> =
        detail["parts"].as_array().unwrap().iter().map(|part| part["name"].as_str().unwrap()).collect();
    assert_eq!(parts, ["request", "response"]);
    assert!(detail["parts"][0]["text"].as_str().unwrap().contains("2.5"), "{detail:#}");
    assert_eq!(detail["http"]["method"], "POST");
    assert_eq!(
        scene.get(&format!("{path}/timeline/{}", row["endSeq"])).await.json()["row"]["seq"],
        row["seq"]
    );
    assert_eq!(scene.get(&format!("{path}/timeline/999999")).await.status, 404);
}

#[tokio::test]
async fn a_call_that_could_not_be_sent_has_the_request_that_would_have_been() {
    let scene = Scene::start();
    let puppet = puppet::session();
    let path = scene.adopt(&puppet).await;
    puppet.stop().await;
    let report = scene.call(&path, "echo", &json!({ "message": "hi" })).await.json();
    assert_eq!((&report["outcome"], &report["fault"]["code"]), (&json!("lost"), &json!("NOT_CONNECTED")));
    let rows = scene.get(&format!("{path}/timeline?filter=status:not-sent")).await.json();
    let row = &rows["rows"][0];
    assert_eq!((&row["method"], &row["target"]), (&json!("tools/call"), &json!("echo")), "{rows:#}");
    let detail = scene.get(&format!("{path}/timeline/{}", row["seq"])).await.json();
    let (request, note) = (&detail["parts"][0], &detail["parts"][1]);
    assert_eq!((&request["name"], &note["name"]), (&json!("request"), &json!("note")), "{detail:#}");
    let sent: Value = serde_json::from_str(request["text"].as_str().unwrap()).unwrap();
    assert_eq!(
        (&sent["method"], &sent["params"]["arguments"]["message"]),
        (&json!("tools/call"), &json!("hi"))
    );
    assert!(note["text"].as_str().unwrap().contains("not connected"), "{note:#}");
}

#[tokio::test]
async fn the_time_of_a_row_is_divided_without_a_rest_and_its_bytes_say_what_carried_them() {
    let mut scene = Scene::start();
    let (path, row) = called(&mut scene).await;
    let detail = scene.get(&format!("{path}/timeline/{}", row["seq"])).await.json();
    let shares = detail["timing"].as_array().unwrap();
    let together: u64 = shares.iter().map(|share| share["ns"].as_u64().unwrap()).sum();
    assert_eq!(Some(together), row["durationNs"].as_u64(), "{detail:#}");
    assert_eq!(shares[0]["name"], "server");
    let http = scene.get(&format!("{path}/timeline?filter=kind:http")).await.json()["rows"][0].clone();
    let exchange = scene.get(&format!("{path}/timeline/{}", http["seq"])).await.json();
    assert!(exchange["http"]["connectUs"].is_u64(), "the first request makes the connection: {exchange:#}");
    let (request, response) = (&detail["parts"][0], &detail["parts"][1]);
    assert_eq!(request["event"], Value::Null);
    assert!(response["event"].is_array(), "it came in a stream: {detail:#}");
}

#[tokio::test]
async fn findings_are_rows_within_the_rows_they_are_about() {
    let scene = Scene::start();
    let puppet = puppet::session();
    let path = scene.adopt(&puppet).await;
    assert_eq!(scene.post(&format!("{path}/lists"), &json!({ "list": "tools" })).await.status, 200);
    let found = scene.get(&format!("{path}/findings")).await.json();
    let findings = found["findings"].as_array().unwrap();
    assert!(!findings.is_empty(), "one of its tools is broken");
    let rows = scene.get(&format!("{path}/timeline?filter=kind:finding")).await.json();
    assert_eq!(rows["matched"].as_u64(), Some(findings.len() as u64), "{rows:#}");
    for row in rows["rows"].as_array().unwrap() {
        let detail = scene.get(&format!("{path}/timeline/{}", row["seq"])).await.json();
        let which = usize::try_from(row["finding"].as_u64().unwrap()).unwrap();
        assert_eq!(detail["findings"][which]["rule"], row["method"], "{detail:#}");
        assert_eq!((&detail["row"]["finding"], &row["parent"]), (&Value::Null, &row["seq"]));
    }
}

#[tokio::test]
async fn a_filter_that_cannot_be_read_is_told_with_its_place() {
    let mut scene = Scene::start();
    let (path, _) = called(&mut scene).await;
    let answer = scene.get(&format!("{path}/timeline?filter=dur:%3Esoon")).await.json();
    assert!(answer["filterError"]["start"].is_u64() && answer["matched"] == answer["total"], "{answer:#}");
    for query in ["limit=0", "limit=501", "from=x", "folded=a"] {
        assert_eq!(scene.get(&format!("{path}/timeline?{query}")).await.status, 400, "{query}");
    }
}

#[tokio::test]
async fn a_call_can_be_passed_on_in_other_words_without_its_secrets() {
    let mut scene = Scene::start();
    let (path, row) = called(&mut scene).await;
    for (form, words) in [
        ("cli", vec!["mcp-inspector --cli", "--tool-name add", "http://127.0.0.1"]),
        ("curl", vec!["curl ", "--data-raw"]),
        ("json", vec![r#""method":"tools/call""#]),
        ("script", vec!["tools/call", "add"]),
        ("report", vec!["## ", "tools/call"]),
    ] {
        let answer = scene.get(&format!("{path}/share/{}?as={form}", row["seq"])).await;
        let text = answer.json()["text"].as_str().unwrap_or_default().to_owned();
        assert!(words.iter().all(|word| text.contains(word)), "{form}: {answer:#?}");
        assert!(!text.contains("hush-hush"), "{form}: {text}");
    }
    assert_eq!(scene.get(&format!("{path}/share/{}?as=poem", row["seq"])).await.status, 400);
    let spawned =
        scene.get(&format!("{path}/timeline?filter=kind:lifecycle")).await.json()["rows"][0]["seq"].clone();
    let no_call = scene.get(&format!("{path}/share/{spawned}?as=cli")).await;
    assert!(no_call.status == 400 && no_call.body.contains("not a request"), "{no_call:#?}");
}

#[tokio::test]
async fn bodies_are_read_in_windows_of_lines() {
    let mut scene = Scene::start();
    let (path, row) = called(&mut scene).await;
    let answer = format!("{path}/doc/{}", row["endSeq"]);
    let whole = scene.get(&answer).await.json();
    let total = whole["total"].as_u64().unwrap();
    assert!(total > 5 && whole["lines"][0] == "{", "{whole:#}");
    let part = scene.get(&format!("{answer}?from=1&lines=2")).await.json();
    assert_eq!(part["lines"], json!([whole["lines"][1], whole["lines"][2]]));
    let content = scene.get(&format!("{answer}?path=/result/content")).await.json();
    assert_eq!(content["lines"][0], "[");
    let found = scene.get(&format!("{answer}/search?text=result")).await.json();
    assert_eq!(found["more"], false);
    assert!(!found["matches"].as_array().unwrap().is_empty(), "{found:#}");
    let part = format!("{answer}?path=/result/content&all=true");
    let folded = scene.get(&part).await.json();
    assert_eq!(folded["lines"], json!(["[", "  {…}", "]"]));
    assert_eq!((&folded["folded"], &folded["total"]), (&json!([false, true, false]), &json!(3)));
    assert_eq!(scene.get(&format!("{part}&open=1")).await.json()["lines"], content["lines"]);
    let place = format!("{answer}/place?path=/result/content&all=true");
    let hidden = scene.get(&format!("{place}&line=2")).await.json();
    assert_eq!(hidden, json!({ "around": [0, 1], "at": 2 }));
    assert_eq!(scene.get(&format!("{place}&line=999")).await.status, 404);
    for (query, status) in [
        ("path=/nothing", 404),
        ("path=result", 404),
        ("lines=0", 400),
        ("folded=x", 400),
        ("open=1,-2", 400),
    ] {
        assert_eq!(scene.get(&format!("{answer}?{query}")).await.status, status, "{query}");
    }
    assert_eq!(scene.get(&format!("{path}/doc/999999")).await.status, 404);
}

#[tokio::test]
async fn statistics_are_by_method_and_results_can_be_compared() {
    let mut scene = Scene::start();
    let (path, row) = called(&mut scene).await;
    let stats = scene.get(&format!("{path}/stats")).await.json();
    let methods = stats["methods"].as_array().unwrap();
    assert!(
        methods.iter().any(|method| method["method"] == "tools/call" && method["count"] == 1),
        "{stats:#}"
    );
    let id = path.rsplit('/').next().unwrap();
    let left = json!({ "session": id, "seq": row["endSeq"], "path": "/result" });
    let diff = scene.post("/api/diff", &json!({ "left": left, "right": left })).await.json();
    assert_eq!(diff["changes"], json!([]));
    let texts = json!({ "left": { "text": "{\"a\":1,\"b\":2}" }, "right": { "text": "{\"a\":1,\"b\":3}" } });
    let diff = scene.post("/api/diff", &texts).await.json();
    assert_eq!((&diff["changes"][0]["pointer"], &diff["changes"][0]["right"]), (&json!("/b"), &json!("3")));
    for side in [json!({}), json!({ "session": id }), json!({ "text": "1", "seq": 1, "session": id })] {
        let answer = scene.post("/api/diff", &json!({ "left": side, "right": { "text": "1" } })).await;
        assert_eq!(answer.status, 400, "{side}");
    }
}

#[tokio::test]
async fn a_tab_hears_of_the_rows_that_its_filter_lets_through() {
    let scene = Scene::start();
    let puppet = puppet::session();
    let path = scene.adopt(&puppet).await;
    let id = path.rsplit('/').next().unwrap().to_owned();
    let mut tab = scene.events(&format!("/api/watch?session={id}&filter=kind:notification")).await;
    let before = wait_for(&mut tab, |event| event.name == "timeline").await.data;
    scene.call(&path, "flood", &json!({ "count": 300, "bytes": 10 })).await;
    let after = wait_for(&mut tab, |event| {
        event.name == "timeline" && event.data["matched"].as_u64().is_some_and(|matched| matched >= 300)
    })
    .await
    .data;
    assert!(after["total"].as_u64() > before["total"].as_u64());
    assert_eq!(after["tail"].as_array().unwrap().len(), 50, "only the newest are sent along");
    assert!(after["tail"].as_array().unwrap().iter().all(|row| row["kind"] == "notification"), "{after:#}");
}

#[tokio::test]
async fn the_window_around_an_entry_holds_its_row() {
    let mut scene = Scene::start();
    let (path, row) = called(&mut scene).await;
    let around = |query: String| format!("{path}/timeline?limit=3&{query}");
    let window = scene.get(&around(format!("around={}", row["endSeq"]))).await.json();
    let (from, place) = (window["from"].as_u64().unwrap(), window["place"].as_u64().unwrap());
    assert_eq!((from % 3, place / 3), (0, from / 3), "{window:#}");
    let index = usize::try_from(place - from).unwrap();
    assert_eq!(window["rows"][index]["seq"], row["seq"]);
    let elsewhere = scene.get(&around(format!("filter=kind:stderr&around={}", row["seq"]))).await.json();
    assert_eq!((&elsewhere["place"], &elsewhere["from"]), (&Value::Null, &json!(0)));
}

#[tokio::test]
async fn the_overview_counts_every_row_and_takes_a_stretch_of_time() {
    let mut scene = Scene::start();
    let (path, row) = called(&mut scene).await;
    let sum =
        |numbers: &Value| numbers.as_array().unwrap().iter().map(|one| one.as_u64().unwrap()).sum::<u64>();
    let whole = scene.get(&format!("{path}/timeline/overview?buckets=40")).await.json();
    assert_eq!(whole["begun"].as_array().unwrap().len(), 40);
    assert_eq!(sum(&whole["begun"]), whole["matched"].as_u64().unwrap(), "{whole:#}");
    let calls = scene.get(&format!("{path}/timeline/overview?filter=method:tools/call")).await.json();
    assert_eq!((sum(&calls["begun"]), calls["matched"].as_u64()), (1, Some(1)));
    for query in ["buckets=0", "buckets=2001", "buckets=x"] {
        assert_eq!(scene.get(&format!("{path}/timeline/overview?{query}")).await.status, 400, "{query}");
    }
    let (at, took) = (row["atNs"].as_u64().unwrap(), row["durationNs"].as_u64().unwrap());
    let of = |stretch: String| format!("{path}/timeline?filter=method:tools/call%20at:{stretch}");
    assert_eq!(scene.get(&of(format!("{at}ns..{at}ns"))).await.json()["matched"], 1);
    assert_eq!(scene.get(&of(format!("{}ns..", at + took + 1))).await.json()["matched"], 0);
}

#[tokio::test]
async fn pins_are_kept_with_the_session_and_other_tabs_hear_of_them() {
    let mut scene = Scene::start();
    let (path, row) = called(&mut scene).await;
    let id = path.rsplit('/').next().unwrap().to_owned();
    let mut tab = scene.events(&format!("/api/watch?session={id}")).await;
    let before = wait_for(&mut tab, |event| event.name == "timeline").await.data["marks"].clone();
    assert_eq!(before, 0);
    let put = scene.put(&format!("{path}/pins/{}", row["endSeq"]), &json!({})).await;
    assert_eq!(put.json()["rows"][0]["seq"], row["seq"], "{put:#?}");
    wait_for(&mut tab, |event| event.name == "timeline" && event.data["marks"] == 1).await;
    assert_eq!(scene.get(&format!("{path}/pins")).await.json()["rows"].as_array().unwrap().len(), 1);
    let found = scene.get(&format!("{path}/timeline?filter=pinned:yes")).await.json();
    assert_eq!((&found["matched"], &found["rows"][0]["isPinned"]), (&json!(1), &json!(true)));
    assert_eq!(scene.put(&format!("{path}/pins/999999"), &json!({})).await.status, 404);
    let off = scene.delete(&format!("{path}/pins/{}", row["seq"])).await;
    assert_eq!(off.json()["rows"], json!([]));
}

#[tokio::test]
async fn calls_are_saved_as_steps_of_a_script_that_the_command_line_reads() {
    let mut scene = Scene::start();
    let (path, row) = called(&mut scene).await;
    assert_eq!(scene.get(&format!("{path}/script")).await.json()["text"], "[]\n");
    let script = format!("{path}/script");
    for number in [1, 2] {
        let answer = scene.post(&script, &json!({ "seq": row["seq"] })).await.json();
        assert_eq!(answer["steps"].as_array().unwrap().len(), number, "{answer:#}");
    }
    let kept = scene.get(&script).await.json();
    let text: Value = serde_json::from_str(kept["text"].as_str().unwrap()).unwrap();
    assert_eq!(text[1]["toolName"], "add", "{text:#}");
    assert!(kept["steps"][0]["message"].as_str().unwrap().contains("2.5"), "{kept:#}");
    let left = scene.delete(&format!("{script}/1")).await.json();
    assert_eq!((left["steps"].as_array().unwrap().len(), &left["steps"][0]["number"]), (1, &json!(2)));
    assert_eq!(scene.delete(&format!("{script}/1")).await.status, 404);
    let spawned =
        scene.get(&format!("{path}/timeline?filter=kind:lifecycle")).await.json()["rows"][0]["seq"].clone();
    for body in [json!({ "seq": spawned }), json!({}), json!({ "seq": 1, "more": 2 })] {
        assert_eq!(scene.post(&script, &body).await.status, 400, "{body}");
    }
    assert_eq!(scene.post(&script, &json!({ "seq": 999_999 })).await.status, 404);
}

#[tokio::test]
async fn what_the_log_no_longer_keeps_is_counted_and_told_where_it_is_missed() {
    let scene = Scene::start();
    let puppet =
        puppet::session_with(|config| config.log = LogLimits { messages: 20, ..LogLimits::default() });
    let path = scene.adopt(&puppet).await;
    assert_eq!(scene.call(&path, "echo", &json!({ "text": "early" })).await.status, 200);
    let rows = format!("{path}/timeline?filter=method:tools/call");
    let before = scene.get(&rows).await.json();
    assert_eq!(before["dropped"], 0);
    let (first, last) = (&before["rows"][0]["seq"], &before["rows"][0]["endSeq"]);
    let kept = scene.get(&format!("{path}/timeline/{first}")).await.json();
    assert_eq!((&kept["gone"], kept["parts"].as_array().map(Vec::len)), (&json!([]), Some(2)));

    // Rows were folded in before the flood, so that no gap is met on the way.
    scene.call(&path, "flood", &json!({ "count": 100, "bytes": 10 })).await;
    let after = scene.get(&rows).await.json();
    let dropped = after["dropped"].as_u64().unwrap();
    assert!(dropped > 80, "{dropped} of more than 100 messages");
    assert_eq!(after["rows"][0]["seq"], *first, "the row outlives its messages");
    let row = scene.get(&format!("{path}/timeline/{first}")).await.json();
    assert_eq!((&row["gone"], &row["parts"]), (&json!([first, last]), &json!([])));
    for place in [format!("doc/{first}"), format!("share/{first}?as=json")] {
        let missing = scene.get(&format!("{path}/{place}")).await;
        assert!(missing.status == 404 && missing.body.contains("no longer kept"), "{place}: {missing:#?}");
    }
    let never = scene.get(&format!("{path}/doc/999999")).await;
    assert!(never.status == 404 && never.body.contains("has no entry 999999"), "{never:#?}");
    let step = scene.post(&format!("{path}/script"), &json!({ "seq": first })).await;
    assert!(step.status == 404 && step.body.contains("no longer kept"), "{step:#?}");
}

#[tokio::test]
async fn a_form_is_made_and_edited_without_touching_what_is_not_edited() {
    let scene = Scene::start();
    let schema = r#"{"type":"object","properties":{"n":{"type":"number","default":1.50},"s":{"type":"string"}},"required":["s"]}"#;
    let first = scene.post("/api/form", &json!({ "schema": schema })).await.json();
    assert_eq!((&first["text"], &first["form"]["kind"]), (&json!(r#"{"n":1.50}"#), &json!("object")));
    assert_eq!(first["errors"][0]["pointer"], "/s", "{first:#}");
    let text = r#"{"n":1e400, "x" : 12345678901234567890}"#;
    let edit = json!({ "op": "set", "pointer": "/s", "json": "\"hi\"" });
    let edited =
        scene.post("/api/form", &json!({ "schema": schema, "text": text, "edits": [edit] })).await.json();
    assert_eq!(
        edited["text"], r#"{"n":1e400, "x" : 12345678901234567890, "s" : "hi"}"#,
        "written like its neighbours"
    );
    let mail = json!({ "schema": r#"{"properties":{"m":{"type":"string","format":"email"}}}"#, "text": r#"{"m":"no"}"#, "formats": true });
    assert_eq!(scene.post("/api/form", &mail).await.json()["errors"][0]["keyword"], "format");
    let torn = scene.post("/api/form", &json!({ "schema": schema, "text": "{\"n\":" })).await.json();
    assert_eq!(torn["textError"]["line"], 1, "{torn:#}");
    for body in [
        json!({ "schema": "{" }),
        json!({ "schema": schema, "text": "{}", "edits": [{ "op": "dance" }] }),
        json!({}),
    ] {
        let answer = scene.post("/api/form", &body).await;
        assert_eq!(answer.status, 400, "{body}: {answer:#?}");
    }
    let lost = json!({ "op": "remove", "pointer": "/nowhere" });
    let answer = scene.post("/api/form", &json!({ "schema": schema, "text": "{}", "edits": [lost] })).await;
    assert!(answer.status == 400 && answer.body.contains("/nowhere"), "{answer:#?}");
    // What can be called can be typed; what cannot is told how much can.
    let typed = json!({ "op": "set", "pointer": "/s", "json": json!("x".repeat(5 << 20)).to_string() });
    let answer = scene.post("/api/form", &json!({ "schema": schema, "text": "{}", "edits": [typed] })).await;
    assert_eq!(answer.status, 200, "{}", answer.body.len());
    let answer = scene.post("/api/form", &json!({ "schema": "x".repeat(33 << 20) })).await;
    let message = answer.json()["error"]["message"].to_string();
    assert!(answer.status == 400 && message.contains(" bytes, and may have 33554432"), "{message}");
}
