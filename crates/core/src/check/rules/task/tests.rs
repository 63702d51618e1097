use crate::check::rules::verdicts::found;

const NOTHING: [&str; 0] = [];

#[test]
fn an_old_answer_that_crossed_the_end_is_fine() {
    let script = r#"
        init 2025-11-25 {"tasks":{}}
        > {$J,"id":1,"method":"tasks/get","params":{"taskId":"t1"}}
        > {$J,"id":2,"method":"tasks/get","params":{"taskId":"t1"}}
        < {$J,"id":2,"result":{"taskId":"t1","status":"completed","createdAt":"2025-11-25T10:00:00Z","lastUpdatedAt":"2025-11-25T10:00:09Z","ttl":1}}
        < {$J,"id":1,"result":{"taskId":"t1","status":"working","createdAt":"2025-11-25T10:00:00Z","lastUpdatedAt":"2025-11-25T10:00:00Z","ttl":1}}
    "#;
    assert_eq!(found(script), NOTHING);
}

#[test]
fn a_new_task_that_is_done_already_is_wrong_in_2025_only() {
    let old = r#"
        init 2025-11-25 {"tools":{},"tasks":{}}
        > {$J,"id":1,"method":"tools/call","params":{"name":"a","task":{}}}
        < {$J,"id":1,"result":{"task":{"taskId":"t1","status":"completed","createdAt":"2025-11-25T10:00:00Z","lastUpdatedAt":"2025-11-25T10:00:00Z","ttl":null}}}
    "#;
    assert_eq!(found(old), ["TSK4-01 /result/task/status"]);
    let new = r#"
        discover {"tools":{},"extensions":{"io.modelcontextprotocol/tasks":{}}}
        > {$J,"id":1,"method":"tools/call","params":{"name":"a",$M({"extensions":{"io.modelcontextprotocol/tasks":{}}})}}
        < {$J,"id":1,"result":{"resultType":"task","_meta":{"io.modelcontextprotocol/serverInfo":{"name":"s","version":"1"}},"taskId":"t1","status":"completed","createdAt":"2026-08-01T10:00:00Z","lastUpdatedAt":"2026-08-01T10:00:00Z","ttlMs":5}}
    "#;
    assert_eq!(found(new), NOTHING);
}

#[test]
fn a_failed_task_that_holds_the_error_of_a_tool_is_wrong() {
    let script = r#"
        discover {"tools":{},"extensions":{"io.modelcontextprotocol/tasks":{}}}
        > {$J,"id":1,"method":"tasks/get","params":{"taskId":"t1",$M({"extensions":{"io.modelcontextprotocol/tasks":{}}})}}
        < {$J,"id":1,"result":{$R,"taskId":"t1","status":"failed","createdAt":"2026-08-01T10:00:00Z","lastUpdatedAt":"2026-08-01T10:00:00Z","ttlMs":5,"error":{"code":-32603,"message":"no"},"result":{"content":[],"isError":true}}}
    "#;
    assert_eq!(found(script), ["TSKX-05 /result/status"]);
}
