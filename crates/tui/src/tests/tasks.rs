//! Tasks: which tools are run as one, and what is asked about those that are there.

use super::Face;
use crate::effect::Effect;
use crate::event::Event;
use crate::offer::Kind;
use serde_json::json;

/// A session of a revision with three tools, of which two can be run as tasks, and with a task that stands so.
fn with_tasks(revision: &str, status: &str) -> Face {
    Face::live(120, 40, &recording(revision, status))
}

/// The recording of it.
pub(super) fn recording(revision: &str, status: &str) -> String {
    let tool = |name: &str, execution: &str| {
        format!(r#"{{"name":"{name}","inputSchema":{{"type":"object"}}{execution}}}"#)
    };
    let tools = [
        tool("plain", ""),
        tool("may", r#","execution":{"taskSupport":"optional"}"#),
        tool("must", r#","execution":{"taskSupport":"required"}"#),
    ];
    let result = |id: usize, result: &str| format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{result}}}"#);
    let initialized = format!(
        r#"{{"protocolVersion":"{revision}","capabilities":{{"tools":{{}},"tasks":{{"list":{{}},"requests":{{"tools":{{"call":{{}}}}}}}}}},"serverInfo":{{"name":"s","version":"1"}}}}"#
    );
    let frames = [
        ("sent", r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}"#.to_owned()),
        ("received", result(1, &initialized)),
        ("sent", r#"{"jsonrpc":"2.0","id":2,"method":"tools/list"}"#.to_owned()),
        ("received", result(2, &format!(r#"{{"tools":[{}]}}"#, tools.join(",")))),
        ("sent", r#"{"jsonrpc":"2.0","id":3,"method":"tasks/list"}"#.to_owned()),
        ("received", result(3, &format!(r#"{{"tasks":[{{"taskId":"t","status":"{status}"}}]}}"#))),
    ];
    let mut lines = vec![
        r#"{"mcpInspectorRecording":1,"target":"s","place":"s","openedUnixMs":0}"#.to_owned(),
        r#"{"seq":1,"atNs":1,"kind":"phase","from":"closed","to":"starting","trigger":"connect","failures":0}"#
            .to_owned(),
    ];
    lines.extend(frames.iter().zip(2..).map(|((direction, raw), seq)| {
        json!({ "seq": seq, "atNs": seq, "kind": "frame", "direction": direction, "raw": raw }).to_string()
    }));
    lines.push(
        r#"{"seq":9,"atNs":9,"kind":"phase","from":"initializing","to":"ready","trigger":"handshake-done","failures":0}"#
            .to_owned(),
    );
    lines.join("\n")
}

/// What is sent when a tool is run.
fn sent(face: &mut Face, tool: &str) -> String {
    assert!(face.state.show_item(&(Kind::Tool, tool.to_owned())), "{}", face.screen());
    face.keys("<^S>");
    match face.effects.pop() {
        Some(Effect::Call { request, .. }) => {
            format!("{} {}", request.method, request.params.unwrap().as_str())
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_tool_is_run_as_a_task_where_it_must_and_where_it_is_chosen() {
    let mut face = with_tasks("2025-11-25", "working");
    assert!(sent(&mut face, "must").ends_with(r#""task":{}}"#));
    assert!(!sent(&mut face, "may").contains("task"));
    assert!(face.screen().contains("[ ] as a task"), "{}", face.screen());
    face.keys("T");
    assert!(face.screen().contains("may runs as a task") && face.screen().contains("[x] as a task"));
    assert!(sent(&mut face, "may").ends_with(r#""task":{}}"#));
    assert!(!sent(&mut face, "plain").contains("task"));
    assert!(!face.screen().contains("as a task"), "{}", face.screen());
    // It can be sent wrong all the same, and run again as it was run.
    face.keys("T");
    assert!(sent(&mut face, "plain").ends_with(r#""task":{}}"#));
    face.keys("TR");
    assert!(matches!(face.effects.pop(), Some(Effect::Call { request, .. })
        if request.params.as_ref().is_some_and(|params| params.as_str().contains("task"))));
}

#[test]
fn where_the_server_decides_there_is_nothing_to_choose() {
    let mut face = with_tasks("2025-06-18", "working");
    assert!(!sent(&mut face, "must").contains("task"));
    face.keys("T");
    assert!(face.screen().contains("run as one"), "{}", face.screen());
}

#[test]
fn a_task_that_is_over_shows_its_result_and_another_how_it_stands() {
    for (status, method) in [
        ("working", "tasks/get"),
        ("input_required", "tasks/result"),
        ("completed", "tasks/result"),
        ("failed", "tasks/result"),
    ] {
        let mut face = with_tasks("2025-11-25", status);
        assert!(face.state.show_item(&(Kind::Task, "t".to_owned())), "{}", face.screen());
        face.keys("<Enter>");
        match face.effects.pop() {
            Some(Effect::Call { request, .. }) => {
                assert_eq!(
                    (&*request.method, request.params.unwrap().as_str()),
                    (method, r#"{"taskId":"t"}"#)
                );
            }
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn tasks_are_asked_for_once_when_a_server_is_connected() {
    let mut face = with_tasks("2025-11-25", "working");
    let server = face.state.servers[0].id;
    let asked = |face: &mut Face| {
        let asks = face.effects.drain(..).filter(|effect| matches!(effect, Effect::ListTasks { .. }));
        asks.count()
    };
    face.take_in(Event::News(server));
    assert_eq!(asked(&mut face), 1);
    face.take_in(Event::News(server));
    assert_eq!(asked(&mut face), 0);
    face.keys("r");
    assert_eq!(asked(&mut face), 1);
}
