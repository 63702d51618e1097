//! What is said once more in headers, and what is said in no header at all.

use crate::scene::{BOTH, check_echo, count, done, echo, http, notes_like, outcome, posts, start, within};
use crate::scripted::{Served, any_era, logged_methods};
use mcp_inspector_engine::core::entry::Note;
use mcp_inspector_engine::{FaultCode, Outcome, Session, ToolCall};
use mcp_inspector_testkit::http::SeenRequest;
use mcp_inspector_testkit::scripted::{Part, Script, Step};
use serde_json::{Map, Value, json};

const META: &str = "io.modelcontextprotocol/protocolVersion";

fn tools(schemas: &[(&str, Value)]) -> Step {
    let tool = |(name, properties): &(&str, Value)| json!({ "name": name, "inputSchema": { "type": "object", "properties": properties } });
    Step::complete(&json!({ "tools": schemas.iter().map(tool).collect::<Vec<_>>() }))
}

fn region() -> Step {
    tools(&[("echo", json!({ "region": { "type": "string", "x-mcp-header": "Region" } }))])
}

/// A session that has made every kind of request there is.
async fn busy_session() -> (Served, Session) {
    let task = json!({ "taskId": "t", "status": "working" });
    let script = Script::modern()
        .on("prompts/list", [Step::complete(&json!({ "prompts": [] }))])
        .on("prompts/get", [Step::complete(&json!({ "messages": [] }))])
        .on("resources/list", [Step::complete(&json!({ "resources": [] }))])
        .on("resources/templates/list", [Step::complete(&json!({ "resourceTemplates": [] }))])
        .on("resources/read", [Step::complete(&json!({ "contents": [] }))])
        .on("completion/complete", [Step::complete(&json!({ "completion": { "values": [] } }))])
        .on("tasks/get", [Step::complete(&task)])
        .on("tasks/update", [Step::complete(&json!({}))])
        .on("tasks/cancel", [Step::complete(&json!({}))])
        .on(
            "subscriptions/listen",
            [Step::open_stream([Part::acknowledged(&json!({ "resourceSubscriptions": ["test://a"] }))])],
        )
        .header("Mcp-Session-Id", "do-not-send-this-back");
    let (served, session) = http(script).await;
    session.list_tools().await.expect("tools");
    session.list_prompts().await.expect("prompts");
    session.list_resources().await.expect("resources");
    session.list_resource_templates().await.expect("templates");
    check_echo(&session).await;
    session.get_prompt("greet", &Map::new()).await.expect("a prompt");
    session.read_resource("test://a").await.expect("a resource");
    let reference = json!({ "type": "ref/prompt", "name": "greet" });
    session.complete(&reference, "name", "a", None).await.expect("completions");
    session.get_task("t").await.expect("a task");
    session.update_task("t", &Map::new()).await.expect("an update");
    session.cancel_task("t").await.expect("a cancellation");
    within(session.subscribe_resource("test://a")).await.expect("a subscription");
    session.stop().await;
    (served, session)
}

#[tokio::test]
async fn every_request_is_a_post_whose_headers_say_what_its_body_says() {
    let (served, session) = busy_session().await;
    assert_eq!(logged_methods(&session), served.methods(), "the log shows what the server got");
    let requests = served.http().requests();
    assert_eq!(requests.len(), 13, "{:?}", served.methods());
    for request in requests {
        let body = request.json().expect("a message");
        let about = format!("{request:#?}");
        assert_eq!((request.method.as_str(), request.path.as_str()), ("POST", "/mcp"), "{about}");
        assert_eq!(request.header("Content-Type"), Some("application/json"), "{about}");
        let accept = request.header("Accept").expect("what we accept");
        assert!(accept.contains("application/json") && accept.contains("text/event-stream"), "{about}");
        assert_eq!(request.header("MCP-Protocol-Version"), Some("2026-07-28"), "{about}");
        assert_eq!(request.header("MCP-Protocol-Version"), body["params"]["_meta"][META].as_str(), "{about}");
        assert_eq!(request.header("Mcp-Method"), body["method"].as_str(), "{about}");
        let name = match body["method"].as_str().expect("a method") {
            "tools/call" | "prompts/get" => body["params"]["name"].as_str(),
            "resources/read" => body["params"]["uri"].as_str(),
            "tasks/get" | "tasks/update" | "tasks/cancel" => body["params"]["taskId"].as_str(),
            _ => None,
        };
        assert_eq!(request.header("Mcp-Name"), name, "{about}");
        assert_eq!(request.header("Mcp-Session-Id"), None, "{about}");
        assert_eq!(request.header("Last-Event-ID"), None, "{about}");
        let mut names: Vec<String> =
            request.headers.iter().map(|(name, _)| name.to_ascii_lowercase()).collect();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), request.headers.len(), "no header comes twice: {about}");
    }
}

#[tokio::test]
async fn every_request_says_who_makes_it_and_what_it_can_do() {
    for over in BOTH {
        let (served, session) = start(over, Script::modern(), any_era()).await;
        check_echo(&session).await;
        for (_, text) in served.came() {
            let body: Value = serde_json::from_str(&text).expect("a message");
            let meta = &body["params"]["_meta"];
            assert_eq!(meta[META], "2026-07-28", "{body}");
            assert_eq!(meta["io.modelcontextprotocol/clientInfo"]["name"], "mcp-inspector", "{body}");
            let can = &meta["io.modelcontextprotocol/clientCapabilities"];
            for capability in ["sampling", "elicitation", "roots"] {
                assert!(can[capability].is_object(), "{body}");
            }
            assert!(can["extensions"]["io.modelcontextprotocol/tasks"].is_object(), "{body}");
        }
    }
}

#[tokio::test]
async fn arguments_that_are_to_be_mirrored_are() {
    let schema = json!({
        "region": { "type": "string", "x-mcp-header": "Region" },
        "count": { "type": "integer", "x-mcp-header": "Count" },
        "dry": { "type": ["boolean", "null"], "x-mcp-header": "Dry-Run" },
        "at": { "type": "object", "properties": { "city": { "type": "string", "x-mcp-header": "City" } } },
        "plain": { "type": "string" },
    });
    let (served, session) = http(Script::modern().on("tools/list", [tools(&[("echo", schema)])])).await;
    session.list_tools().await.expect("tools");
    let rows: &[(Value, &[(&str, &str)])] = &[
        (json!({ "region": "eu-1", "plain": "x" }), &[("Region", "eu-1")]),
        (json!({ "region": "" }), &[("Region", "")]),
        (json!({ "region": "straße" }), &[("Region", "=?base64?c3RyYcOfZQ==?=")]),
        (json!({ "region": " x" }), &[("Region", "=?base64?IHg=?=")]),
        (json!({ "region": "x\t" }), &[("Region", "=?base64?eAk=?=")]),
        (json!({ "region": "=?base64?eA==?=" }), &[("Region", "=?base64?PT9iYXNlNjQ/ZUE9PT89?=")]),
        (json!({ "region": "a\r\nX-Evil: 1" }), &[("Region", "=?base64?YQ0KWC1FdmlsOiAx?=")]),
        (json!({ "region": null, "count": null, "dry": null, "at": null }), &[]),
        (json!({}), &[]),
        (json!({ "count": -7, "dry": false }), &[("Count", "-7"), ("Dry-Run", "false")]),
        (json!({ "count": 9_007_199_254_740_991_i64 }), &[("Count", "9007199254740991")]),
        (json!({ "at": { "city": "Rome" } }), &[("City", "Rome")]),
        (json!({ "at": "nowhere" }), &[]),
    ];
    for (arguments, expected) in rows {
        session.call_tool(echo().arguments(arguments.clone())).await.expect("it is called");
        let request = posts(&served, "tools/call").pop().expect("it came");
        assert_eq!(params(&request), to_strings(expected), "{arguments}");
        assert_eq!(request.header("X-Evil"), None, "{arguments}");
        assert_eq!(&request.json().expect("a message")["params"]["arguments"], arguments);
    }
}

/// The mirrored arguments of a request, by the ends of their names.
fn params(request: &SeenRequest) -> Vec<(String, String)> {
    let end = |name: &str| name.to_ascii_lowercase().strip_prefix("mcp-param-").map(str::to_owned);
    let of = |(name, value): &(String, String)| Some((end(name)?, value.clone()));
    let mut found: Vec<(String, String)> = request.headers.iter().filter_map(of).collect();
    found.sort();
    found
}

fn to_strings(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
    pairs.iter().map(|(name, value)| (name.to_ascii_lowercase(), (*value).to_owned())).collect()
}

#[tokio::test]
async fn names_that_fit_no_header_are_encoded_and_break_nothing() {
    let script = Script::modern().on("resources/read", [Step::complete(&json!({ "contents": [] }))]);
    let (served, session) = http(script).await;
    for (name, header) in [
        ("plain", "plain"),
        ("名", "=?base64?5ZCN?="),
        ("a\r\nX-Evil: 1", "=?base64?YQ0KWC1FdmlsOiAx?="),
        ("a\r\nMcp-Param-Evil: 1", "=?base64?YQ0KTWNwLVBhcmFtLUV2aWw6IDE=?="),
        ("", ""),
    ] {
        session.call_tool(ToolCall::new(name)).await.expect("it is called");
        let request = posts(&served, "tools/call").pop().expect("it came");
        assert_eq!(request.header("Mcp-Name"), Some(header), "{name:?}");
        assert_eq!(request.json().expect("a message")["params"]["name"], name);
        assert!(request.headers.iter().all(|(name, _)| !name.to_ascii_lowercase().contains("evil")));
    }
    session.read_resource("test://ü").await.expect("it is read");
    let request = posts(&served, "resources/read").pop().expect("it came");
    assert_eq!(request.header("Mcp-Name"), Some("=?base64?dGVzdDovL8O8?="));
}

#[tokio::test]
async fn a_tool_that_wants_impossible_headers_is_listed_with_the_reason_and_not_called_over_http() {
    for over in BOTH {
        let list = tools(&[
            ("good", json!({ "a": { "type": "string", "x-mcp-header": "A" } })),
            ("number", json!({ "a": { "type": "number", "x-mcp-header": "A" } })),
            ("name", json!({ "a": { "type": "string", "x-mcp-header": "A\r\nB" } })),
            ("items", json!({ "a": { "items": { "type": "string", "x-mcp-header": "A" } } })),
            (
                "twice",
                json!({ "a": { "type": "string", "x-mcp-header": "A" }, "b": { "type": "string", "x-mcp-header": "a" } }),
            ),
        ]);
        let (served, session) = start(over, Script::modern().on("tools/list", [list]), any_era()).await;
        let listing = session.list_tools().await.expect("tools");
        let tools: Vec<_> = listing.valid().collect();
        assert_eq!(tools.len(), 5, "all of them are shown");
        let is_http = matches!(served, Served::Http(_));
        for tool in tools {
            let reason = tool.mirrored().err();
            assert_eq!(reason.is_some(), tool.name != "good", "{}", tool.name);
            let call = session.call_tool(ToolCall::new(&tool.name)).await;
            let Some(reason) = reason.filter(|_| is_http) else {
                call.expect("it can be called");
                continue;
            };
            let fault = call.expect_err("it cannot be called");
            assert_eq!(fault.code, FaultCode::ProtocolError);
            assert!(fault.message.ends_with(&reason.to_string()), "{fault}");
            session.call_tool(ToolCall::new(&tool.name).forced()).await.expect("forced, it is called");
            let request = posts(&served, "tools/call").pop().expect("it came");
            assert_eq!(params(&request), [], "{}", tool.name);
        }
        assert_eq!(count(&served, "tools/call"), 5, "the others were only sent by force");
    }
}

/// The ways to say that a header does not fit.
fn mismatches() -> Vec<Step> {
    let Step::Say(body) = Step::error(-32020, "no", &Value::Null) else { unreachable!("an error is said") };
    vec![Step::Say(body.clone()), Step::status(400, body), Step::unattributed(400, -32020, &Value::Null)]
}

#[tokio::test]
async fn a_header_that_did_not_fit_is_made_anew_from_a_fresh_list_once() {
    for mismatch in mismatches() {
        let script = Script::modern()
            .on("tools/list", [region()])
            .on("tools/call", [mismatch.clone(), Step::complete(&done())]);
        let (served, session) = http(script).await;
        let call = echo().arguments(json!({ "region": "eu" }));
        within(session.call_tool(call)).await.expect("the second time it fits");
        let expected = ["server/discover", "tools/call", "tools/list", "tools/call"];
        assert_eq!(served.methods(), expected, "{mismatch:?}");
        let calls: Vec<_> = posts(&served, "tools/call").iter().map(params).collect();
        assert_eq!(calls, [vec![], to_strings(&[("Region", "eu")])]);
        let ids: Vec<Value> = served.messages("tools/call").iter().map(|call| call["id"].clone()).collect();
        assert_ne!(ids[0], ids[1], "it is a new request");
        assert_eq!(notes_like(&session, |note| matches!(note, Note::SentAgain { .. })).len(), 1);
    }
}

#[tokio::test]
async fn a_header_that_does_not_fit_twice_is_the_servers_answer() {
    for mismatch in mismatches() {
        let script = Script::modern().on("tools/list", [region()]).on("tools/call", [mismatch.clone()]);
        let (served, session) = http(script).await;
        let Outcome::Refused(error) = outcome(&session).await else { panic!("not refused: {mismatch:?}") };
        assert_eq!(error.code, Some(-32020));
        let expected = ["server/discover", "tools/call", "tools/list", "tools/call"];
        assert_eq!(served.methods(), expected, "{mismatch:?}");
    }
}

#[tokio::test]
async fn a_header_that_did_not_fit_is_tried_again_even_if_the_list_cannot_be_had() {
    let script = Script::modern()
        .on("tools/list", [Step::error(-32603, "no list today", &Value::Null)])
        .on("tools/call", [Step::unattributed(400, -32020, &Value::Null)]);
    let (served, session) = http(script).await;
    let Outcome::Refused(error) = outcome(&session).await else { panic!("not refused") };
    assert_eq!(error.code, Some(-32020));
    assert_eq!(count(&served, "tools/call"), 2);
}

#[tokio::test]
async fn a_revision_that_is_refused_in_the_middle_is_tried_once_more_if_the_server_speaks_it() {
    for over in BOTH {
        let refuse = |names: &str| Step::error(-32022, "no", &json!({ "supported": [names] }));
        let again = [refuse("2026-07-28"), Step::complete(&done())];
        let (served, session) = start(over, crate::scene::calls(again), any_era()).await;
        check_echo(&session).await;
        assert_eq!(count(&served, "tools/call"), 2);

        for (names, times) in [("2026-07-28", 2), ("2025-11-25", 1)] {
            let (served, session) = start(over, crate::scene::calls([refuse(names)]), any_era()).await;
            let Outcome::Refused(error) = outcome(&session).await else { panic!("not refused") };
            assert_eq!(error.code, Some(-32022));
            assert_eq!(count(&served, "tools/call"), times, "{over:?} {names}");
            session.list_tools().await.expect("the session goes on");
        }
    }
}

#[tokio::test]
async fn a_raw_request_has_the_headers_of_its_body() {
    let (served, session) = http(Script::modern()).await;
    let text = format!(
        r#"{{"jsonrpc":"2.0","id":"mine","method":"tools/call","params":{{"name":"ü","_meta":{{"{META}":"2099-01-01"}}}}}}"#
    );
    session.send_raw(text.clone()).await.expect("the session lives");
    crate::scene::until_count(&served, "tools/call", 1).await;
    let request = &posts(&served, "tools/call")[0];
    assert_eq!(request.body, text);
    assert_eq!(request.header("Mcp-Name"), Some("=?base64?w7w=?="));
    assert_eq!(request.header("MCP-Protocol-Version"), Some("2099-01-01"), "it is what the body says");
}

#[tokio::test]
async fn what_the_caller_says_about_a_request_wins_and_the_headers_follow() {
    let (served, session) = http(Script::modern()).await;
    let own = json!({ META: "2099-01-01", "traceparent": "00-a-b-01" });
    session.call_tool(echo().meta(own)).await.expect("it is called");
    let request = &posts(&served, "tools/call")[0];
    let meta = &request.json().expect("a message")["params"]["_meta"];
    assert_eq!((meta[META].as_str(), meta["traceparent"].as_str()), (Some("2099-01-01"), Some("00-a-b-01")));
    assert!(meta["io.modelcontextprotocol/clientCapabilities"].is_object(), "{meta}");
    assert_eq!(request.header("MCP-Protocol-Version"), Some("2099-01-01"));
}

#[tokio::test]
async fn a_call_that_waits_for_a_fresh_list_can_be_given_up() {
    let script = Script::modern()
        .on("tools/call", [Step::unattributed(400, -32020, &Value::Null), Step::complete(&done())])
        .on("tools/list", [Step::Mute]);
    let (served, session) = http(script).await;
    let call = session.request(echo().into_request()).await;
    crate::scene::until_count(&served, "tools/list", 1).await;
    call.abort("enough").await;
    assert!(matches!(within(call.outcome()).await, Outcome::Cancelled { .. }));
    check_echo(&session).await;
    assert_eq!(count(&served, "tools/call"), 2);
}
