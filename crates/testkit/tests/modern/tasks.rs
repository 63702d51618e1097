//! Calls that the server makes tasks of.

use crate::scene::{
    BOTH, calls, check_echo, count, done, echo, outcome, posts, start, until_closed, until_count, within,
};
use crate::scripted::{Over, Served, any_era};
use crate::support::{notes, wait_for};
use mcp_inspector_engine::core::entry::{AskChange, Decision, EntryKind, Note};
use mcp_inspector_engine::responder::Rules;
use mcp_inspector_engine::{Answer, AskId, FaultCode, Outcome, Raw, Responder, Session};
use mcp_inspector_testkit::scripted::{Script, Step};
use serde_json::{Value, json};

fn task(status: &str, more: &Value) -> Value {
    let mut task = json!({
        "taskId": "t-1", "status": status, "createdAt": "2026-08-01T10:00:00Z",
        "lastUpdatedAt": "2026-08-01T10:00:00Z", "ttlMs": 60000, "pollIntervalMs": 10,
    });
    if let (Value::Object(task), Value::Object(more)) = (&mut task, more) {
        task.extend(more.clone());
    }
    task
}

fn began() -> Step {
    let mut began = task("working", &Value::Null);
    began["resultType"] = json!("task");
    Step::result(&began)
}

fn stands(status: &str, more: &Value) -> Step {
    Step::complete(&task(status, more))
}

fn asks() -> Step {
    let form = json!({ "method": "elicitation/create", "params": { "message": "Name?", "requestedSchema": {
        "type": "object", "properties": { "name": { "type": "string" } } } } });
    stands("input_required", &json!({ "inputRequests": { "k": form } }))
}

fn finished() -> Step {
    stands("completed", &json!({ "result": done() }))
}

#[tokio::test]
async fn a_task_is_looked_at_until_it_is_done() {
    for over in BOTH {
        let script = calls([began()]).on("tasks/get", [stands("working", &Value::Null), finished()]);
        let (served, session) = start(over, script, any_era()).await;
        check_echo(&session).await;
        assert_eq!(served.methods(), ["server/discover", "tools/call", "tasks/get", "tasks/get"], "{over:?}");
        for look in served.messages("tasks/get") {
            assert_eq!(look["params"]["taskId"], "t-1");
        }
        if over == Over::Http {
            assert!(posts(&served, "tasks/get").iter().all(|post| post.header("Mcp-Name") == Some("t-1")));
        }
        let said: Vec<String> = notes(&session)
            .iter()
            .filter(|note| matches!(note, Note::Task { .. }))
            .map(ToString::to_string)
            .collect();
        assert_eq!(said, [r#"task "t-1" is working"#, r#"task "t-1" is completed"#]);
    }
}

#[tokio::test]
async fn what_a_task_asks_is_asked_once_and_told_with_an_update() {
    for over in BOTH {
        // The server takes its time to notice the answer, and asks the same again.
        let script = calls([began()])
            .on("tasks/get", [asks(), asks(), stands("working", &Value::Null), finished()])
            .on("tasks/update", [Step::complete(&json!({}))]);
        let (served, session) = start(over, script, any_era()).await;
        let call = session.request(echo().into_request()).await;
        let entry = wait_for(&session, |kind| matches!(kind, EntryKind::Ask(AskChange::Opened { .. }))).await;
        let EntryKind::Ask(AskChange::Opened { id, .. }) = &entry.kind else {
            unreachable!("only those fit")
        };
        let answer = json!({ "action": "accept", "content": { "name": "Ada" } });
        let answered = session.answer(*id, Answer::Result(Raw::of(&answer))).await;
        assert_eq!(answered, Ok(true));
        within(call.result()).await.expect("it is done");
        let expected = [
            "server/discover",
            "tools/call",
            "tasks/get",
            "tasks/update",
            "tasks/get",
            "tasks/get",
            "tasks/get",
        ];
        assert_eq!(served.methods(), expected, "{over:?}");
        let update = &served.messages("tasks/update")[0]["params"];
        assert_eq!(update["inputResponses"], json!({ "k": answer }));
        assert_eq!(update["taskId"], "t-1");
        let opened = crate::support::entries(&session)
            .iter()
            .filter(|entry| matches!(entry.kind, EntryKind::Ask(AskChange::Opened { .. })))
            .count();
        assert_eq!(opened, 1, "nobody is asked twice");
    }
}

#[tokio::test]
async fn rules_answer_what_a_task_asks() {
    let script = calls([began()])
        .on("tasks/get", [asks(), finished()])
        .on("tasks/update", [Step::complete(&json!({}))]);
    let served = Served::start(Over::Http, script);
    let rules = r#"[
        { "kind": "elicitation", "tool": "t-1", "refuse": true },
        { "kind": "elicitation", "tool": "echo", "message": "^Name", "accept": { "name": "Ada" } }
    ]"#;
    let rules = Responder::Rules(Rules::read(rules).expect("the rules are well-formed"));
    let session = Session::connect_with(served.target(), any_era(), rules).await.expect("connected");
    check_echo(&session).await;
    let accepted = json!({ "k": { "action": "accept", "content": { "name": "Ada" } } });
    assert_eq!(served.messages("tasks/update")[0]["params"]["inputResponses"], accepted);
    let decided = Note::AskDecided { id: AskId(1), by: Decision::Rule { number: 2 }, late: false };
    assert!(notes(&session).contains(&decided), "{:#?}", notes(&session));
}

#[tokio::test]
async fn a_task_ends_as_the_server_says() {
    let error = json!({ "error": { "code": -5, "message": "it broke" } });
    for over in BOTH {
        let script = calls([began()]).on(
            "tasks/get",
            [
                stands("failed", &error),
                stands("cancelled", &json!({ "statusMessage": "bored" })),
                Step::error(-32602, "no such task", &Value::Null),
                stands("completed", &Value::Null),
                stands("failed", &Value::Null),
            ],
        );
        let (_served, session) = start(over, script, any_era()).await;
        let Outcome::Refused(error) = outcome(&session).await else { panic!("not refused") };
        assert_eq!((error.code, error.message.as_str()), (Some(-5), "it broke"));
        let reason = "by the server: bored".to_owned();
        assert_eq!(outcome(&session).await, Outcome::Cancelled { reason });
        let Outcome::Refused(error) = outcome(&session).await else { panic!("not refused") };
        assert_eq!(error.code, Some(-32602));
        for _ in 0..2 {
            let Outcome::Lost(fault) = outcome(&session).await else { panic!("not lost") };
            assert_eq!(fault.code, FaultCode::InvalidResponse, "{over:?}");
        }
    }
}

#[tokio::test]
async fn giving_up_a_task_cancels_it() {
    for over in BOTH {
        let script = calls([began()])
            .on("tasks/get", [stands("working", &Value::Null)])
            .on("tasks/cancel", [Step::complete(&json!({}))]);
        let (served, session) = start(over, script, any_era()).await;
        let call = session.request(echo().into_request()).await;
        wait_for(&session, |kind| matches!(kind, EntryKind::Note(Note::Task { .. }))).await;
        call.abort("enough").await;
        let reason = "enough".to_owned();
        assert_eq!(within(call.outcome()).await, Outcome::Cancelled { reason });
        until_count(&served, "tasks/cancel", 1).await;
        assert_eq!(served.messages("tasks/cancel")[0]["params"]["taskId"], "t-1");
        assert_eq!(count(&served, "notifications/cancelled"), 0, "{over:?}");
        let looks = count(&served, "tasks/get");
        session.list_tools().await.expect("the session goes on");
        assert!(count(&served, "tasks/get") <= looks, "{over:?}: nobody looks any more");
    }
}

#[tokio::test]
async fn giving_up_a_task_closes_the_look_at_it_that_is_under_way() {
    let script =
        calls([began()]).on("tasks/get", [Step::Mute]).on("tasks/cancel", [Step::complete(&json!({}))]);
    let (served, session) = start(Over::Http, script, any_era()).await;
    let call = session.request(echo().into_request()).await;
    until_count(&served, "tasks/get", 1).await;
    call.abort("enough").await;
    assert!(matches!(within(call.outcome()).await, Outcome::Cancelled { .. }));
    until_count(&served, "tasks/cancel", 1).await;
    until_closed(&served, "tasks/get", 1).await;
}

#[tokio::test]
async fn a_task_that_is_left_to_the_caller_is_not_followed() {
    let script = calls([began()]).on("tasks/get", [finished()]);
    let (served, session) = start(Over::Http, script, any_era()).await;
    let result = session.request(echo().detached().into_request()).await.result().await.expect("a task");
    assert_eq!(result.text_member("taskId").as_deref(), Some("t-1"));
    assert_eq!(count(&served, "tasks/get"), 0);
    let task = session.get_task("t-1").await.expect("it can be looked at");
    assert_eq!(task.text_member("status").as_deref(), Some("completed"));
}

#[tokio::test]
async fn a_task_nobody_offered_to_follow_is_no_result() {
    let mut config = any_era();
    config.peer.offer.tasks = false;
    let (served, session) = start(Over::Http, calls([began()]), config).await;
    let Outcome::Lost(fault) = outcome(&session).await else { panic!("not lost") };
    assert_eq!(fault.code, FaultCode::InvalidResponse);
    assert_eq!(count(&served, "tasks/get"), 0);
    let call = &served.messages("tools/call")[0]["params"]["_meta"];
    let extensions = &call["io.modelcontextprotocol/clientCapabilities"]["extensions"];
    assert!(extensions.get("io.modelcontextprotocol/tasks").is_none(), "{call}");
}

#[tokio::test]
async fn a_server_without_the_extension_can_make_no_task_that_is_followed() {
    let script = Script::modern_with(&json!({ "tools": {} })).on("tools/call", [began()]);
    let (served, session) = start(Over::Http, script.on("tasks/get", [finished()]), any_era()).await;
    // It did not advertise tasks, but it makes one and looks after it.
    check_echo(&session).await;
    assert_eq!(count(&served, "tasks/get"), 1);
}
