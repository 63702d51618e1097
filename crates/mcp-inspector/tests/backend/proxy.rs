//! `/mcp`: servers behind the backend, as clients see them.

use crate::running::{Backend, demo, kit, stdio, testkit};
use mcp_inspector_testkit::children::descendants;
use mcp_inspector_testkit::scripted::{Part, Script, Step};
use serde_json::{Value, json};
use std::process::Command;
use std::time::{Duration, Instant};

/// A server that says what it is told to.
fn scripted(name: &str, script: &str) -> Value {
    stdio(name, &[&testkit("testkit-scripted"), script, "/dev/null"])
}

fn call(name: &str) -> Value {
    json!({ "name": name, "arguments": {} })
}

fn text_of(message: &Value) -> String {
    message["result"]["content"][0]["text"].as_str().unwrap_or_default().to_owned()
}

/// Waits until something is so; the pause is between two looks, not a guess at how long it takes.
fn until<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> T {
    let limit = Instant::now() + Duration::from_secs(30);
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(Instant::now() < limit, "{what} did not happen");
        // sleep: between two looks at something outside
        std::thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn a_plain_request_needs_no_handshake_and_gets_one_answer() {
    let backend = Backend::of(&[demo("d", &[])]);
    let body = json!({ "jsonrpc": "2.0", "id": "mine", "method": "tools/list", "params": {} });
    let answer = backend.send("POST", "/mcp?serverId=d", Some(&body));
    assert_eq!((answer.status, answer.header("content-type")), (200, Some("application/json")));
    let json = answer.json();
    assert_eq!(json["id"], "mine");
    assert!(json["result"]["tools"].as_array().is_some_and(|tools| !tools.is_empty()));
    assert_eq!(answer.header("mcp-session-id"), None);
}

#[test]
fn the_servers_own_error_comes_back_whole() {
    let error = Step::error(-32050, "no such thing", &json!({ "n": 1.5 }));
    let script = Script::legacy().on("tools/call", [error]).to_json();
    let backend = Backend::of(&[scripted("s", &script)]);
    let answer = backend.plain("s", "tools/call", &call("x"));
    assert_eq!(answer.status, 200);
    assert_eq!(
        answer.json()["error"],
        json!({ "code": -32050, "message": "no such thing", "data": { "n": 1.5 } })
    );
}

#[test]
fn a_server_is_known_by_id_and_by_name_and_an_unknown_one_is_not_found() {
    let mut server = demo("d", &[]);
    server["name"] = "with a name".into();
    let backend = Backend::of(&[server]);
    assert_eq!(backend.plain("d", "tools/list", &json!({})).status, 200);
    assert_eq!(backend.plain("with%20a%20name", "tools/list", &json!({})).status, 200);
    let answer = backend.plain("xyz789", "tools/list", &json!({}));
    assert_eq!(answer.status, 404);
    let error = &answer.json()["error"];
    assert_eq!(error["code"], "SERVER_NOT_FOUND");
    assert_eq!(error["message"], "No server configuration found with ID 'xyz789'");
    assert_eq!(error["details"]["serverId"], "xyz789");
    assert!(error["helpUrl"].as_str().is_some_and(|url| url.ends_with("/docs/errors/server-not-found")));
    let missing = backend.send("POST", "/mcp", Some(&json!({})));
    assert_eq!((missing.status, &missing.json()["error"]["code"]), (400, &json!("INVALID_REQUEST")));
}

#[test]
fn the_demo_is_there_without_any_configuration() {
    let backend = Backend::of(&[]);
    assert_eq!(backend.plain("demo", "tools/list", &json!({})).status, 200);
}

#[test]
fn what_cannot_be_started_is_told_in_the_words_of_whoever_asks() {
    let backend = Backend::of(&[stdio("bad", &["no-such-program-anywhere"])]);
    let answer = backend.plain("bad", "tools/list", &json!({}));
    assert_eq!((answer.status, &answer.json()["error"]["code"]), (500, &json!("SPAWN_FAILED")));
    // A client that takes streams speaks MCP: it gets a JSON-RPC error that says the same.
    let body = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/list" });
    let headers = format!(
        "X-Session-Token: {}\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\n",
        crate::running::TOKEN
    );
    let answer = backend.connect().send("POST", "/mcp?serverId=bad", &headers, &body.to_string()).unwrap();
    let json = answer.json();
    assert_eq!((answer.status, &json["id"]), (200, &json!(1)));
    assert_eq!(json["error"]["data"]["code"], "SPAWN_FAILED");
}

#[test]
fn bodies_that_are_no_messages_are_refused_and_say_why() {
    let backend = Backend::of(&[demo("d", &[])]);
    let headers = format!("X-Session-Token: {}\r\nContent-Type: application/json\r\n", crate::running::TOKEN);
    for body in ["", "{", "nonsense", "7", "{}", r#"{"id":1,"method":"tools/list"}"#, "[]"] {
        let answer = backend.connect().send("POST", "/mcp?serverId=d", &headers, body).unwrap();
        assert_eq!(answer.status, 400, "{body}: {}", answer.text());
        assert_eq!(answer.json()["error"]["code"], "INVALID_REQUEST", "{body}");
    }
}

#[test]
fn two_clients_with_the_same_ids_and_tokens_get_only_their_own() {
    let backend = Backend::of(&[kit("p", &["progress", "5", "5"])]);
    let clients = [backend.client("p", &json!({})), backend.client("p", &json!({}))];
    let params = json!({ "name": "echo", "arguments": {}, "_meta": { "progressToken": "same" } });
    let threads = clients.map(|client| {
        let params = params.clone();
        std::thread::spawn(move || client.request(7, "tools/call", &params).messages())
    });
    for thread in threads {
        let messages = thread.join().unwrap();
        let steps: Vec<&Value> = messages
            .iter()
            .filter(|message| message["method"] == "notifications/progress")
            .map(|message| {
                assert_eq!(message["params"]["progressToken"], "same");
                &message["params"]["progress"]
            })
            .collect();
        assert_eq!(steps.len(), 5, "{messages:?}");
        let last = messages.last().unwrap();
        assert_eq!(last["id"], 7, "the answer comes last: {last}");
    }
    assert_eq!(descendants(backend.pid()).len(), 2, "they share one process, which has a watchdog");
}

#[test]
fn what_the_server_asks_reaches_the_client_and_its_answer_the_server() {
    let backend = Backend::of(&[kit("a", &["asks"])]);
    let able = json!({ "sampling": {}, "elicitation": {}, "roots": {} });
    let client = backend.client("a", &able);
    for (tool, method, answer) in [
        (
            "sample",
            "sampling/createMessage",
            json!({ "role": "assistant", "content": { "type": "text", "text": "hi" }, "model": "m" }),
        ),
        ("elicit", "elicitation/create", json!({ "action": "accept", "content": { "name": "Ada" } })),
        ("roots", "roots/list", json!({ "roots": [{ "uri": "file:///w" }] })),
    ] {
        let mut events = client.streamed(5, "tools/call", &call(tool));
        let ask = events.next_message().unwrap().unwrap();
        assert_eq!(ask["method"], method, "{ask}");
        let taken = client.post(&json!({ "jsonrpc": "2.0", "id": ask["id"], "result": answer }));
        assert_eq!(taken.status, 202);
        let last = events.next_message().unwrap().unwrap();
        assert_eq!(last["id"], 5, "{last}");
        let wanted = answer.as_object().unwrap().values().next().unwrap();
        assert!(text_of(&last).contains(wanted.as_str().unwrap_or("file:///w")), "{last}");
    }
}

#[test]
fn another_client_cannot_answer_what_was_not_asked_of_it() {
    let backend = Backend::of(&[kit("a", &["asks"])]);
    let asked = backend.client("a", &json!({ "sampling": {} }));
    let other = backend.client("a", &json!({ "sampling": {} }));
    let mut events = asked.streamed(1, "tools/call", &call("sample"));
    let ask = events.next_message().unwrap().unwrap();
    let answer = |text: &str| {
        json!({ "jsonrpc": "2.0", "id": ask["id"], "result":
        { "role": "assistant", "content": { "type": "text", "text": text }, "model": "m" } })
    };
    assert_eq!(other.post(&answer("forged")).status, 202);
    assert_eq!(asked.post(&answer("genuine")).status, 202);
    let last = events.next_message().unwrap().unwrap();
    assert!(text_of(&last).contains("genuine"), "{last}");
}

#[test]
fn a_server_that_asks_a_client_which_cannot_answer_is_told_so() {
    let backend = Backend::of(&[kit("a", &["asks"])]);
    let answer = backend.plain("a", "tools/call", &call("sample"));
    assert!(answer.text().contains("no connected client"), "{}", answer.text());
}

#[test]
fn a_cancelled_call_ends_and_the_server_hears_of_it() {
    let record = tempfile::NamedTempFile::new().unwrap();
    let script = Script::legacy().on("tools/call", [Step::Mute]).to_json();
    let path = record.path().display().to_string();
    let backend = Backend::of(&[stdio("s", &[&testkit("testkit-scripted"), &script, &path])]);
    let client = backend.client("s", &json!({}));
    let received = |method: &str| {
        let text = std::fs::read_to_string(record.path()).unwrap_or_default();
        text.lines().find(|line| line.contains(&format!("\"method\":\"{method}\""))).map(str::to_owned)
    };
    let waiting = client.clone();
    let thread = std::thread::spawn(move || waiting.request(3, "tools/call", &call("echo")));
    until("the call", || received("tools/call"));
    let cancel = json!({ "jsonrpc": "2.0", "method": "notifications/cancelled",
        "params": { "requestId": 3, "reason": "changed my mind" } });
    assert_eq!(client.post(&cancel).status, 202);
    until("the cancellation", || received("notifications/cancelled"));
    let answer = thread.join().unwrap();
    assert_eq!(answer.header("content-type"), Some("text/event-stream"));
    assert!(answer.messages().is_empty(), "a cancelled call has no answer: {}", answer.text());
    let entry = until("the entry", || backend.history("?method=tools/call").into_iter().next());
    assert_eq!(entry["success"], false);
}

#[test]
fn a_plain_request_that_is_left_is_cancelled() {
    let record = tempfile::NamedTempFile::new().unwrap();
    let script = Script::legacy().on("tools/call", [Step::Mute]).to_json();
    let path = record.path().display().to_string();
    let backend = Backend::of(&[stdio("s", &[&testkit("testkit-scripted"), &script, &path])]);
    let said = |method: &str| {
        let text = std::fs::read_to_string(record.path()).unwrap_or_default();
        text.contains(&format!("\"method\":\"{method}\"")).then_some(())
    };
    let mut connection = backend.connect();
    let body = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": call("x") }).to_string();
    let head = format!(
        "POST /mcp?serverId=s HTTP/1.1\r\nHost: localhost\r\nX-Session-Token: {}\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        crate::running::TOKEN,
        body.len()
    );
    connection.raw(head.as_bytes()).unwrap();
    until("the call", || said("tools/call"));
    drop(connection);
    until("the cancellation", || said("notifications/cancelled"));
}

#[test]
fn news_of_a_resource_reach_those_who_subscribed() {
    let backend = Backend::of(&[kit("u", &["updates"])]);
    let (a, b) = (backend.client("u", &json!({})), backend.client("u", &json!({})));
    let (mut to_a, mut to_b) = (a.listen(), b.listen());
    let uri = json!({ "uri": "test://counter" });
    for client in [&a, &b] {
        assert_eq!(client.request(1, "resources/subscribe", &uri).json()["result"], json!({}));
    }
    assert_eq!(b.request(2, "resources/unsubscribe", &uri).json()["result"], json!({}));
    backend.plain("u", "tools/call", &call("echo"));
    let news = to_a.next_message().unwrap().unwrap();
    assert_eq!(news["method"], "notifications/resources/updated");
    assert_eq!(news["params"]["uri"], "test://counter");
    // What b hears next is what it asks for next, so the news did not reach it.
    assert_eq!(b.request(3, "resources/subscribe", &uri).status, 200);
    backend.plain("u", "tools/call", &call("echo"));
    assert_eq!(to_b.next_message().unwrap().unwrap()["method"], "notifications/resources/updated");
    assert_eq!(to_a.next_message().unwrap().unwrap()["method"], "notifications/resources/updated");
}

#[test]
fn a_session_that_ended_is_not_found() {
    let backend = Backend::of(&[demo("d", &[])]);
    let client = backend.client("d", &json!({}));
    assert_eq!(client.request(1, "tools/list", &json!({})).status, 200);
    assert_eq!(client.leave().status, 204);
    let answer = client.request(2, "tools/list", &json!({}));
    assert_eq!((answer.status, &answer.json()["error"]["code"]), (404, &json!("SESSION_NOT_FOUND")));
}

#[test]
fn without_a_session_there_is_no_stream() {
    let backend = Backend::of(&[demo("d", &[])]);
    for method in ["GET", "DELETE"] {
        assert_eq!(backend.send(method, "/mcp?serverId=d", None).status, 405, "{method}");
    }
}

#[test]
fn a_server_that_dies_in_mid_call_is_told_and_started_again_by_the_next() {
    let once = tempfile::tempdir().unwrap();
    let flag = once.path().join("crashed").display().to_string();
    let backend = Backend::of(&[kit("c", &["crash-once", &flag])]);
    let answer = backend.plain("c", "tools/call", &call("echo"));
    assert_eq!(answer.status, 500, "{}", answer.text());
    let error = &answer.json()["error"];
    assert_eq!(error["code"], "PROCESS_CRASHED");
    assert_eq!(error["details"]["serverId"], "c");
    assert_eq!(error["details"]["postMortem"]["exitCode"], 9);
    let again = backend.plain("c", "tools/call", &call("echo"));
    assert_eq!(again.status, 200, "{}", again.text());
    let entries = backend.history("?method=tools/call");
    let outcomes: Vec<&Value> = entries.iter().map(|entry| &entry["success"]).collect();
    assert_eq!(outcomes, [&json!(true), &json!(false)]);
}

#[test]
fn a_server_that_is_killed_from_outside_is_started_again() {
    let backend = Backend::of(&[kit("w", &["well-behaved"])]);
    let client = backend.client("w", &json!({}));
    assert_eq!(client.request(1, "tools/list", &json!({})).status, 200);
    let first = descendants(backend.pid());
    let words: Vec<String> = first.iter().map(u32::to_string).collect();
    assert!(Command::new("kill").arg("-9").args(&words).status().unwrap().success());
    until("the end of the process", || {
        descendants(backend.pid()).iter().all(|pid| !first.contains(pid)).then_some(())
    });
    // The client's session outlives the server's process.
    let answer = until("an answer", || {
        let answer = client.request(2, "tools/list", &json!({})).messages().pop()?;
        answer.get("result").is_some().then_some(answer)
    });
    assert_eq!(answer["id"], 2);
    assert_ne!(descendants(backend.pid()), first);
}

#[test]
fn the_server_is_kept_warm_between_requests() {
    let backend = Backend::of(&[kit("w", &["well-behaved"])]);
    backend.plain("w", "tools/list", &json!({}));
    let first = descendants(backend.pid());
    assert_eq!(first.len(), 2, "a server and its watchdog");
    backend.plain("w", "tools/list", &json!({}));
    assert_eq!(descendants(backend.pid()), first);
}

#[test]
fn a_server_that_nobody_uses_is_stopped_and_started_again_when_needed() {
    let backend = Backend::start(&[kit("w", &["well-behaved"])], |command| {
        command.env("MCPI_IDLE_TIMEOUT", "1");
    });
    assert_eq!(backend.plain("w", "tools/list", &json!({})).status, 200);
    assert!(!descendants(backend.pid()).is_empty());
    until("the end of the idle server", || descendants(backend.pid()).is_empty().then_some(()));
    assert_eq!(backend.plain("w", "tools/list", &json!({})).status, 200);
}

fn modern(id: i64, method: &str, params: &Value, capabilities: &Value) -> Value {
    let mut params = params.clone();
    params["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": { "name": "test", "version": "1" },
        "io.modelcontextprotocol/clientCapabilities": capabilities,
    });
    json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params })
}

fn post_modern(
    backend: &Backend,
    server: &str,
    message: &Value,
    more: &str,
) -> mcp_inspector_testkit::client::Answer {
    let method = message["method"].as_str().expect("a method");
    let headers = format!(
        "X-Session-Token: {}\r\nContent-Type: application/json\r\n\
         Accept: application/json, text/event-stream\r\nMCP-Protocol-Version: 2026-07-28\r\n\
         Mcp-Method: {method}\r\n{more}",
        crate::running::TOKEN
    );
    backend
        .connect()
        .send("POST", &format!("/mcp?serverId={server}"), &headers, &message.to_string())
        .expect("an answer")
}

#[test]
fn a_client_without_a_handshake_can_use_a_server_with_one() {
    let backend = Backend::of(&[kit("a", &["asks"])]);
    let able = json!({ "elicitation": {} });
    let answer = post_modern(&backend, "a", &modern(1, "server/discover", &json!({}), &able), "");
    let found = answer.json()["result"].clone();
    assert_eq!(found["supportedVersions"], json!(["2026-07-28"]), "{found}");
    assert!(found["capabilities"]["tools"].is_object());
    let listed = post_modern(&backend, "a", &modern(2, "tools/list", &json!({}), &able), "");
    assert_eq!(listed.json()["result"]["resultType"], "complete");
    // What the server asks for comes as a result, and the call goes on when the answer is brought.
    let asked =
        post_modern(&backend, "a", &modern(3, "tools/call", &call("elicit"), &able), "Mcp-Name: elicit\r\n");
    let asked = asked.messages().pop().unwrap();
    assert_eq!(asked["result"]["resultType"], "input_required", "{asked}");
    let (name, ask) = asked["result"]["inputRequests"].as_object().unwrap().iter().next().unwrap();
    assert_eq!(ask["method"], "elicitation/create");
    let mut brought = call("elicit");
    brought["requestState"] = asked["result"]["requestState"].clone();
    brought["inputResponses"] = json!({ name: { "action": "accept", "content": { "name": "Ada" } } });
    let done = post_modern(&backend, "a", &modern(4, "tools/call", &brought, &able), "Mcp-Name: elicit\r\n");
    let done = done.messages().pop().unwrap();
    assert_eq!((&done["id"], &done["result"]["resultType"]), (&json!(4), &json!("complete")), "{done}");
    assert!(text_of(&done).contains("accept"), "{done}");
    // A state that stands for nothing is refused.
    let stale = post_modern(&backend, "a", &modern(5, "tools/call", &brought, &able), "Mcp-Name: elicit\r\n");
    assert_eq!(stale.messages().pop().unwrap()["error"]["code"], -32602);
}

#[test]
fn headers_that_contradict_the_body_are_refused() {
    let backend = Backend::of(&[kit("w", &["well-behaved"])]);
    let message = modern(1, "tools/call", &call("echo"), &json!({}));
    let answer = post_modern(&backend, "w", &message, "Mcp-Name: other\r\n");
    assert_eq!((answer.status, &answer.json()["error"]["code"]), (400, &json!(-32020)));
    let mut older = message.clone();
    older["params"]["_meta"]["io.modelcontextprotocol/protocolVersion"] = "2031-01-01".into();
    let answer = post_modern(&backend, "w", &older, "Mcp-Name: echo\r\n");
    assert_eq!((answer.status, &answer.json()["error"]["code"]), (400, &json!(-32022)));
    let answer = post_modern(&backend, "w", &modern(1, "ping", &json!({}), &json!({})), "");
    assert_eq!((answer.status, &answer.json()["error"]["code"]), (404, &json!(-32601)));
}

#[test]
fn a_client_with_a_handshake_can_use_a_server_without_one() {
    let question = json!({ "resultType": "input_required", "inputRequests":
        { "q": { "method": "elicitation/create", "params": { "message": "?", "requestedSchema": { "type": "object", "properties": {} } } } } });
    let answered = json!({ "content": [{ "type": "text", "text": "thanks" }] });
    let script =
        Script::modern().on("tools/call", [Step::result(&question), Step::complete(&answered)]).to_json();
    let backend = Backend::of(&[scripted("m", &script)]);
    let client = backend.client("m", &json!({ "elicitation": {} }));
    let mut events = client.streamed(9, "tools/call", &call("echo"));
    let ask = events.next_message().unwrap().unwrap();
    assert_eq!(ask["method"], "elicitation/create", "{ask}");
    client.post(&json!({ "jsonrpc": "2.0", "id": ask["id"], "result": { "action": "decline" } }));
    let last = events.next_message().unwrap().unwrap();
    assert_eq!((&last["id"], text_of(&last).as_str()), (&json!(9), "thanks"), "{last}");
}

#[test]
fn between_two_sides_without_a_handshake_input_is_passed_on_as_it_is() {
    let question = json!({ "resultType": "input_required", "requestState": "opaque",
        "inputRequests": { "q": { "method": "elicitation/create", "params": {} } } });
    let script = Script::modern().on("tools/call", [Step::result(&question)]).to_json();
    let backend = Backend::of(&[scripted("m", &script)]);
    let message = modern(1, "tools/call", &call("echo"), &json!({ "elicitation": {} }));
    let answer = post_modern(&backend, "m", &message, "Mcp-Name: echo\r\n");
    assert_eq!(answer.json()["result"], question);
}

#[test]
fn log_messages_of_a_server_reach_its_clients_before_the_answer() {
    let said =
        r#"{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"working"}}"#;
    let done = r#"{"jsonrpc":"2.0","id":"$id","result":{"content":[]}}"#;
    let stream = Step::stream([Part::Message(said.to_owned()), Part::Message(done.to_owned())]);
    let script = Script::legacy().on("tools/call", [stream]).to_json();
    let backend = Backend::of(&[scripted("s", &script)]);
    let client = backend.client("s", &json!({}));
    let messages = client.request(1, "tools/call", &call("echo")).messages();
    assert_eq!(messages.len(), 2, "{messages:?}");
    assert_eq!(messages[0]["params"]["data"], "working");
    assert_eq!(messages[1]["id"], 1);
}

#[test]
fn a_batch_is_answered_together() {
    let backend = Backend::of(&[kit("w", &["well-behaved"])]);
    let batch = json!([
        { "jsonrpc": "2.0", "id": 1, "method": "tools/list" },
        { "jsonrpc": "2.0", "method": "notifications/initialized" },
        { "jsonrpc": "2.0", "id": 2, "method": "ping" },
    ]);
    let answer = backend.send("POST", "/mcp?serverId=w", Some(&batch));
    let ids: Vec<Value> = answer.json().as_array().unwrap().iter().map(|part| part["id"].clone()).collect();
    assert_eq!(ids, [json!(1), json!(2)]);
}
