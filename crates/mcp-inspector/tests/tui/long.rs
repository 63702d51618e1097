//! Tasks of 2025-11-25: tools that are run as one, their results, and tasks of other sessions.

use crate::harness::{Screen, everything};
use mcp_inspector_testkit::scripted::{Script, ScriptedServer, Step};
use serde_json::{Value, json};

const WIDE: (u16, u16) = (140, 42);

#[test]
fn a_tool_that_only_runs_as_a_task_is_run_from_its_form() {
    let screen = Screen::start(WIDE, &format!("-- {}", everything()));
    screen.shows("● connected").shows("prompts/list").finds("simulate-research");
    screen.shows("tool simulate-research-query").shows("[ Run ^S ]  [x] as a task M-t");
    screen.types("bees").keys(&["C-s"]).shows("#1 OK").shows("bees");
    // The task is there, and Enter shows its result once more.
    screen
        .keys(&["Escape"])
        .shows("NORMAL")
        .keys(&["Escape"])
        .shows("┏▌Offers")
        .types("G")
        .shows("▾ Tasks 1");
    screen.shows("It stands at: completed").shows("Enter shows its result").keys(&["Enter"]).shows("#2 OK");
    screen.keys(&["F2"]).shows("follows").types("/method:tasks/result").keys(&["Enter"]);
    screen.shows("tasks/result").shows("[Response]").shows("\"content\": [");
}

/// What a server of 2025-11-25 says that has tasks, those of others among them.
fn tasks(support: &str) -> Script {
    let initialized = json!({
        "protocolVersion": "2025-11-25",
        "capabilities": { "tools": {}, "tasks": { "list": {}, "cancel": {}, "requests": { "tools": { "call": {} } } } },
        "serverInfo": { "name": "tasks", "version": "1" },
    });
    let tool = json!({ "name": "dig", "inputSchema": { "type": "object" }, "execution": { "taskSupport": support } });
    let task = |name: &str, status: &str| {
        json!({ "taskId": name, "status": status, "ttl": null, "createdAt": "2026-01-01T00:00:00Z",
            "lastUpdatedAt": "2026-01-01T00:00:00Z", "pollInterval": 10 })
    };
    let first = json!({ "tasks": [task("theirs-done", "completed")], "nextCursor": "more" });
    let second = json!({ "tasks": [task("theirs-open", "working")] });
    let done = |text: &str| Step::result(&json!({ "content": [{ "type": "text", "text": text }] }));
    Script::legacy()
        .on("initialize", [Step::result(&initialized)])
        .on("tools/list", [Step::result(&json!({ "tools": [tool] }))])
        .on("tasks/list", [Step::result(&first), Step::result(&second)])
        .on("tasks/get", [Step::result(&task("theirs-open", "working"))])
        .on("tasks/result", [done("what the task found")])
}

#[test]
fn tasks_of_other_sessions_are_listed_and_read() {
    let server = ScriptedServer::start(tasks("optional"));
    let screen = Screen::start(WIDE, &server.url());
    screen.shows("▾ Tasks 2").shows("theirs-done (completed)").shows("theirs-open (working)");
    screen.finds("theirs-done").shows("#1 OK").shows("what the task found");
    screen.finds("theirs-open").shows("#2 OK").shows("\"status\": \"working\"");
    // Fetched again with the other lists.
    screen.types("r").shows("the lists are fetched again");
    screen.keys(&["F2"]).shows("follows").types("/method:tasks/list").keys(&["Enter"]).shows("Timeline 3/");
}

#[test]
fn a_tool_that_may_run_as_a_task_does_so_when_it_is_chosen() {
    let plain = json!({ "content": [{ "type": "text", "text": "at once" }] });
    let begun: Value = json!({ "task": { "taskId": "mine", "status": "completed", "ttl": null,
        "createdAt": "2026-01-01T00:00:00Z", "lastUpdatedAt": "2026-01-01T00:00:00Z" } });
    let script = tasks("optional").on("tools/call", [Step::result(&plain), Step::result(&begun)]);
    let server = ScriptedServer::start(script);
    let screen = Screen::start(WIDE, &server.url());
    screen
        .shows("▾ Tasks 2")
        .finds("dig")
        .shows("[ Run ^S ]  [ ] as a task M-t")
        .keys(&["C-s"])
        .shows("at once");
    screen
        .keys(&["M-t"])
        .shows("[x] as a task M-t")
        .keys(&["C-s"])
        .shows("#2 OK")
        .shows("what the task found");
    screen.shows("mine (completed)");
    // It is a button as well.
    screen.clicks("[x] as a task").shows("[ ] as a task M-t");
    let calls = server.requests().into_iter().filter(|one| one.rpc_method().as_deref() == Some("tools/call"));
    let calls: Vec<Value> = calls.filter_map(|call| Some(call.json()?["params"].clone())).collect();
    assert!(calls[0].get("task").is_none() && calls[1]["task"] == json!({}), "{calls:?}");
}
