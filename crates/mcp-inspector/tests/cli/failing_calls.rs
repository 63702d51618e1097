//! Calls that fail on a connection that stands: refused, broken, late, or never sent.

use crate::harness::{Scripted, cli, failed, kit, told};
use insta::assert_snapshot;
use mcp_inspector_testkit::scripted::{Script, Step};
use serde_json::{Value, json};

fn call<'a>(tool: &'a str, rest: &[&'a str]) -> Vec<&'a str> {
    [&["--method", "tools/call", "--tool-name", tool], rest].concat()
}

/// A server of the older era whose tool wants a number.
fn strict_tool() -> Script {
    let schema = json!({
        "type": "object",
        "properties": { "n": { "type": "integer", "minimum": 1 }, "unit": { "enum": ["m", "ft"] } },
        "required": ["n"],
        "additionalProperties": false,
    });
    let tools = json!({ "tools": [{ "name": "measure", "inputSchema": schema }] });
    Script::legacy().on("tools/list", [Step::result(&tools)])
}

#[test]
fn a_json_rpc_error_is_told_with_its_code_and_its_data_as_they_came() {
    let refusal = r#"{"jsonrpc":"2.0","id":"$id","error":{"code":-32050,"message":"quota used up","data":{"left":0.10}}}"#;
    let server = Scripted::new(&Script::legacy().on("tools/call", [Step::Say(refusal.to_owned())]));
    let words = call("echo", &["--tool-args-json", "{}"]);
    assert_snapshot!(told(&server.words(&words), "application", "SERVER_ERROR"));
    let structured = cli(&server.words(&[&["--structured"], &words[..]].concat()));
    assert!(structured.stdout.contains(r#""left": 0.10"#), "{structured:#?}");
}

#[test]
fn the_error_line_of_the_official_inspector_carries_what_it_leaves_out() {
    let refused = Step::error(-32050, "quota used up", &json!({ "left": 0 }));
    let server = Scripted::new(&Script::legacy().on("tools/call", [refused]));
    let ran = cli(&server.words(&["--format", "json", "--method", "tools/call", "--tool-name", "echo"]));
    assert_eq!((ran.exit, ran.stdout.as_str()), (Some(1), ""), "{ran:#?}");
    let line: Value = serde_json::from_str(&ran.stderr).expect("one line of JSON");
    let error = &line["error"];
    assert_eq!(error["jsonRpc"], json!({ "code": -32050, "data": { "left": 0 } }));
    assert_eq!((&error["category"], &error["faultCode"]), (&"application".into(), &"SERVER_ERROR".into()));
}

#[test]
fn a_capability_that_is_missing_is_named_and_nothing_is_sent() {
    let nothing = json!({ "protocolVersion": "2025-11-25", "capabilities": {}, "serverInfo": { "name": "bare", "version": "1" } });
    let server = Scripted::new(&Script::legacy().on("initialize", [Step::result(&nothing)]));
    let words = server.words(&["--method", "prompts/list"]);
    assert_snapshot!(told(&words, "capability", "CAPABILITY_MISSING"));
    let (_, error) = failed(&words);
    assert_eq!(error["capability"], "prompts");
    assert!(server.received_of("prompts/list").is_empty());
    cli(&server.words(&["--force", "--method", "prompts/list"]));
    assert_eq!(server.received_of("prompts/list").len(), 1, "--force sends it");
    cli(&server.words(&call("echo", &["--force", "--tool-arg", "text=x"])));
    assert_eq!(server.received_of("tools/list").len(), 1, "--force asks for the schema");
}

#[test]
fn a_method_that_the_revision_does_not_have_is_told_as_that() {
    let modern = Scripted::new(&Script::modern());
    let words = modern.words(&["--quiet", "--method", "tasks/list"]);
    assert_snapshot!("gone_in_the_newer_era", told(&words, "capability", "CAPABILITY_MISSING"));
    assert!(modern.received_of("tasks/list").is_empty());
    let legacy = Scripted::new(&Script::legacy());
    let words = legacy.words(&["--method", "tasks/update", "--task-id", "t", "--input-responses", "{}"]);
    assert_snapshot!("not_yet_in_the_older_era", told(&words, "capability", "CAPABILITY_MISSING"));
    assert!(legacy.received_of("tasks/update").is_empty());
}

#[test]
fn an_unknown_tool_is_told_with_the_one_that_may_be_meant() {
    let words = kit(&call("ecko", &["--tool-arg", "text=x"]), &["well-behaved"]);
    assert_snapshot!(told(&words, "validation", "TOOL_NOT_FOUND"));
}

#[test]
fn an_unknown_tool_that_resembles_none_is_told_with_all_there_are() {
    let (ran, error) = failed(&kit(&call("bake", &["--tool-arg", "text=x"]), &["well-behaved"]));
    assert_eq!(error["hint"], "it has `echo`, `sleep`, `fail`", "{ran:#?}");
}

#[test]
fn an_unknown_tool_without_arguments_is_for_the_server_to_refuse() {
    let words = kit(&call("nope", &[]), &["well-behaved"]);
    assert_snapshot!(told(&words, "application", "SERVER_ERROR"));
}

#[test]
fn a_tools_own_error_is_a_result_that_is_told_as_an_error() {
    let words = kit(&call("fail", &[]), &["well-behaved"]);
    assert_snapshot!(told(&words, "application", "TOOL_ERROR"));
    let envelope = cli(&[&["--structured"], &words[..]].concat()).envelope(0);
    assert_eq!(envelope["result"]["isError"], true, "the result is there as well");
}

#[test]
fn arguments_that_do_not_fit_are_told_with_the_signature_and_not_sent() {
    let server = Scripted::new(&strict_tool());
    for (name, pairs) in [
        ("not_a_number", &["--tool-arg", "n=many"][..]),
        ("missing", &["--tool-arg", "unit=m"]),
        ("misspelt", &["--tool-arg", "n=1", "units=m"]),
        ("out_of_range", &["--tool-arg", "n=0", "unit=km"]),
    ] {
        let words = call("measure", pairs);
        assert_snapshot!(name, told(&server.words(&words), "validation", "INVALID_REQUEST"));
    }
    assert!(server.received_of("tools/call").is_empty(), "nothing was sent");
    let forced = call("measure", &["--force", "--tool-arg", "n=0"]);
    assert_eq!(cli(&server.words(&forced)).exit, Some(0));
    assert_eq!(server.received_of("tools/call")[0]["params"]["arguments"], json!({ "n": 0 }));
}

#[test]
fn a_result_and_an_error_together_are_a_refusal_and_a_finding() {
    let words = kit(&call("echo", &["--tool-arg", "text=x"]), &["result-and-error"]);
    assert_snapshot!(told(&words, "application", "SERVER_ERROR"));
}

#[test]
fn an_answer_without_jsonrpc_counts_and_is_a_finding() {
    let words = kit(&call("echo", &["--tool-arg", "text=x"]), &["missing-jsonrpc", "tools/call"]);
    let ran = cli(&words);
    assert_snapshot!(ran.shown());
    let strict = cli(&[&["--strict", "--structured"], &words[..]].concat());
    assert_eq!((strict.exit, &strict.envelope(0)["error"]["code"]), (Some(1), &"RULES_BROKEN".into()));
}

#[test]
fn a_broken_tool_stays_in_the_list_and_hides_nobody() {
    let ran = cli(&kit(&["--method", "tools/list"], &["bad-tool"]));
    assert_snapshot!(ran.shown());
}

#[test]
fn a_tool_without_a_schema_cannot_be_called_by_pairs_and_says_what_can_be_done() {
    let words = kit(&call("without_schema", &["--tool-arg", "a=1"]), &["bad-tool"]);
    assert_snapshot!(told(&words, "protocol", "INVALID_RESPONSE"));
}

#[test]
fn a_schema_that_is_not_valid_is_told_and_what_is_left_of_it_is_checked() {
    let schema = json!({ "type": "object", "required": ["a", "b"],
        "properties": { "a": { "type": "strnig" }, "b": { "type": "number" } } });
    let tools = json!({ "tools": [{ "name": "odd", "inputSchema": schema }] });
    let server = Scripted::new(
        &Script::legacy()
            .on("tools/list", [Step::result(&tools)])
            .on("tools/call", [Step::result(&json!({ "content": [] }))]),
    );
    let refused = cli(&server.words(&call("odd", &["--tool-arg", "b=1"])));
    let told = "`a` is missing (the schema is not valid at `/properties/a/type`: ";
    assert!(refused.stderr.contains(told), "{refused:#?}");
    assert_eq!(server.received_of("tools/call").len(), 0);
    let called = cli(&server.words(&call("odd", &["--tool-arg", "a=x", "--tool-arg", "b=1"])));
    let told =
        "the arguments of `odd` are not all checked: the schema is not valid at `/properties/a/type`: ";
    assert!(called.exit == Some(0) && called.stderr.contains(told), "{called:#?}");
}

#[test]
fn duplicate_names_are_kept_and_are_a_finding() {
    let tool = json!({ "name": "echo", "inputSchema": { "type": "object" } });
    let tools = json!({ "tools": [tool, tool] });
    let server = Scripted::new(&Script::legacy().on("tools/list", [Step::result(&tools)]));
    let ran = cli(&server.words(&["--method", "tools/list"]));
    assert_eq!((ran.exit, ran.json()["tools"].as_array().map(Vec::len)), (Some(0), Some(2)), "{ran:#?}");
    let envelope = cli(&server.words(&["--structured", "--method", "tools/list"])).envelope(0);
    let findings = envelope["findings"].as_array().expect("findings");
    assert!(
        findings.iter().any(|finding| finding["message"].as_str().unwrap().contains("`echo`")),
        "{findings:#?}"
    );
}

#[test]
fn a_call_that_takes_too_long_is_given_up_and_the_server_is_told() {
    let server = Scripted::new(&Script::legacy().on("tools/call", [Step::Mute]));
    let words = call("echo", &["--timeout", "300ms"]);
    assert_snapshot!(told(&server.words(&words), "transport", "REQUEST_TIMEOUT"));
    assert_eq!(server.received_of("notifications/cancelled").len(), 2, "once for each run");
}

#[test]
fn a_server_that_dies_during_the_call_leaves_a_post_mortem() {
    let words = kit(&call("echo", &["--tool-arg", "text=x"]), &["crash-once", "mark"]);
    assert_snapshot!(told(&words, "transport", "PROCESS_CRASHED"));
}

#[test]
fn half_an_answer_is_shown_in_the_post_mortem() {
    let words = kit(&call("echo", &["--tool-args-json", "{}"]), &["half-frame-then-exit"]);
    let (ran, error) = failed(&words);
    assert_eq!((&error["code"], &error["postMortem"]["exitCode"]), (&"PROCESS_CRASHED".into(), &3.into()));
    let junk = error["postMortem"]["junk"][0].as_str().expect("the half that came");
    assert!(ran.stderr.contains(junk), "{ran:#?}");
}

#[test]
fn a_list_without_end_is_given_up() {
    let words = kit(&["--method", "tools/list"], &["endless-cursor"]);
    assert_snapshot!(told(&words, "protocol", "ENDLESS_LIST"));
}

#[test]
fn a_cursor_that_comes_twice_ends_the_list() {
    let words = kit(&["--method", "tools/list"], &["cyclic-cursor"]);
    assert_snapshot!(told(&words, "protocol", "ENDLESS_LIST"));
}

#[test]
fn a_task_that_asks_for_input_is_refused_and_ends() {
    let task = |status: &str, more: Value| {
        let mut task = json!({
            "taskId": "t-1", "status": status, "createdAt": "2026-08-01T10:00:00Z",
            "lastUpdatedAt": "2026-08-01T10:00:00Z", "ttlMs": 60000, "pollIntervalMs": 10,
        });
        task.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        task
    };
    let form = json!({ "method": "elicitation/create", "params": { "message": "Name?", "requestedSchema": {
        "type": "object", "properties": { "name": { "type": "string" } } } } });
    let sampling =
        json!({ "method": "sampling/createMessage", "params": { "messages": [], "maxTokens": 5 } });
    let asks = |ask: &Value| task("input_required", json!({ "inputRequests": { "k": ask } }));
    let done = json!({ "result": { "content": [{ "type": "text", "text": "went on without" }] } });
    let script = |ask: &Value| {
        Script::modern()
            .on("tools/call", [Step::result(&task("working", json!({ "resultType": "task" })))])
            .on("tasks/get", [Step::complete(&asks(ask)), Step::complete(&task("completed", done.clone()))])
            .on("tasks/update", [Step::complete(&json!({}))])
            .on("tasks/cancel", [Step::complete(&json!({}))])
    };
    let server = Scripted::new(&script(&form));
    let ran = cli(&server.words(&call("echo", &[])));
    assert_snapshot!("declined", ran.shown());
    let responses = &server.received_of("tasks/update")[0]["params"]["inputResponses"];
    assert_eq!(*responses, json!({ "k": { "action": "decline" } }));

    let server = Scripted::new(&script(&sampling));
    assert_snapshot!("refused", told(&server.words(&call("echo", &[])), "application", "CANCELLED"));
}
