//! Calls that become tasks, in both designs.

use super::script::{Player, any_era, check_modern, check_ready, quiet};

#[test]
fn a_task_of_the_extension_is_looked_at_until_it_is_done() {
    check_modern(
        any_era(),
        r#"
        > call a tools/call {"name":"x"}
        < send #2 tools/call alone {"name":"x"} [mcp-name=x]
        > answer 2 {"resultType":"task","taskId":"t","status":"working","ttlMs":null,"pollIntervalMs":2000}
        < note task {"task":"t","status":"working"}
        > wait 1999
        > wait 1
        < send #3 tasks/get alone {"taskId":"t"} [mcp-name=t]
        > answer 3 {"resultType":"complete","taskId":"t","status":"working"}
        > wait 2000
        < send #4 tasks/get alone {"taskId":"t"} [mcp-name=t]
        > answer 4 {"resultType":"complete","taskId":"t","status":"completed","result":{"content":[]}}
        < note task {"task":"t","status":"completed"}
        < settle a Answered {"content":[]}
        > held
        < held in-flight=0 waiting=0 tombstones=0 other=0
        "#,
    );
}

#[test]
fn what_a_task_asks_for_is_asked_once_and_told_with_an_update() {
    let asks = r#"{"resultType":"complete","taskId":"t","status":"input_required","inputRequests":{"k":{"method":"elicitation/create","params":{}}}}"#;
    check_modern(
        any_era(),
        &format!(
            r#"
            > call a tools/call {{"name":"x"}}
            < send #2 tools/call alone {{"name":"x"}} [mcp-name=x]
            > answer 2 {{"resultType":"task","taskId":"t","status":"working"}}
            < note task {{"task":"t","status":"working"}}
            > wait 500
            < send #3 tasks/get alone {{"taskId":"t"}} [mcp-name=t]
            > answer 3 {asks}
            < note task {{"task":"t","status":"input_required"}}
            < ask 1 elicitation/create
            > wait 10000
            > reply 1 {{"action":"accept","content":{{"n":1.10}}}}
            < ask-end 1 answered
            < send #4 tasks/update alone {{"taskId":"t","inputResponses":{{"k":{{"action":"accept","content":{{"n":1.10}}}}}}}} [mcp-name=t]
            > answer 4 {{"resultType":"complete"}}
            > wait 100
            < send #5 tasks/get alone {{"taskId":"t"}} [mcp-name=t]
            > answer 5 {asks}
            > wait 500
            < send #6 tasks/get alone {{"taskId":"t"}} [mcp-name=t]
            > answer 6 {{"resultType":"complete","taskId":"t","status":"failed","error":{{"code":-5,"message":"no"}}}}
            < note task {{"task":"t","status":"failed"}}
            < settle a Refused {{"code":-5,"message":"no"}}
            "#
        ),
    );
}

#[test]
fn a_task_can_be_taken_back_be_pushed_and_be_left_to_the_caller() {
    check_modern(
        any_era(),
        r#"
        > call a tools/call {"name":"x"}
        < send #2 tools/call alone {"name":"x"} [mcp-name=x]
        > answer 2 {"resultType":"task","taskId":"t","status":"working"}
        < note task {"task":"t","status":"working"}
        > abort a
        < settle a Cancelled enough
        < send #3 tasks/cancel alone {"taskId":"t"} [mcp-name=t]
        > answer 3 {"resultType":"complete"}
        > call b tools/call {"name":"x"}
        < send #4 tools/call alone {"name":"x"} [mcp-name=x]
        > answer 4 {"resultType":"task","taskId":"u","status":"working"}
        < note task {"task":"u","status":"working"}
        > recv {"jsonrpc":"2.0","method":"notifications/tasks","params":{"taskId":"u","status":"cancelled","statusMessage":"bored"}}
        < note task {"task":"u","status":"cancelled"}
        < settle b Cancelled by the server: bored
        > call c tools/call detached {"name":"x"}
        < send #5 tools/call alone {"name":"x"} [mcp-name=x]
        > answer 5 {"resultType":"task","taskId":"v","status":"working"}
        < settle c Answered {"resultType":"task","taskId":"v","status":"working"}
        > call d tools/call {"name":"x"}
        < send #6 tools/call alone {"name":"x"} [mcp-name=x]
        > answer 6 {"resultType":"task","status":"working"}
        < settle d Lost INVALID_RESPONSE
        "#,
    );
}

#[test]
fn a_core_task_is_looked_at_and_its_result_fetched() {
    let tasks = r#"{"tools":{},"tasks":{"cancel":{},"requests":{"tools":{"call":{}}}}}"#;
    let mut player = Player::new(quiet());
    for line in ["connect", "up", &format!("welcome 1 {tasks}")] {
        player.play(line);
    }
    player.check(
        r#"
        > call a tools/call {"name":"x","task":{"ttl":60000}}
        < send #2 tools/call {"name":"x","task":{"ttl":60000}}
        > answer 2 {"task":{"taskId":"t","status":"working","pollInterval":100,"ttl":60000}}
        < note task {"task":"t","status":"working"}
        > wait 100
        < send #3 tasks/get {"taskId":"t"}
        > answer 3 {"taskId":"t","status":"completed"}
        < note task {"task":"t","status":"completed"}
        < send #4 tasks/result {"taskId":"t"}
        > answer 4 {"content":[],"_meta":{"io.modelcontextprotocol/related-task":{"taskId":"t"}}}
        < settle a Answered {"content":[],"_meta":{"io.modelcontextprotocol/related-task":{"taskId":"t"}}}
        > call b tools/call {"name":"x","task":{}}
        < send #5 tools/call {"name":"x","task":{}}
        > answer 5 {"task":{"taskId":"u","status":"input_required"}}
        < note task {"task":"u","status":"input_required"}
        < send #6 tasks/result {"taskId":"u"}
        > recv {"jsonrpc":"2.0","id":9,"method":"elicitation/create","params":{"message":"?"}}
        < ask 1 elicitation/create
        > reply 1 {"action":"decline"}
        < reply 9 {"action":"decline"}
        < ask-end 1 answered
        > recv {"jsonrpc":"2.0","method":"notifications/tasks/status","params":{"taskId":"u","status":"completed"}}
        < note task {"task":"u","status":"completed"}
        > answer 6 {"content":[]}
        < settle b Answered {"content":[]}
        > call c tools/call {"name":"x","task":{}}
        < send #7 tools/call {"name":"x","task":{}}
        > answer 7 {"task":{"taskId":"v","status":"working"}}
        < note task {"task":"v","status":"working"}
        > abort c
        < settle c Cancelled enough
        < send #8 tasks/cancel {"taskId":"v"}
        "#,
    );
}

#[test]
fn a_task_is_not_asked_for_where_the_server_has_none() {
    check_ready(
        quiet(),
        r#"
        > call a tools/call {"name":"x","task":{}}
        < settle a Lost CAPABILITY_MISSING tasks.requests.tools.call
        "#,
    );
}

#[test]
fn a_look_at_a_task_that_brings_nothing_is_repeated_a_few_times() {
    check_modern(
        any_era(),
        r#"
        > call a tools/call {"name":"x"}
        < send #2 tools/call alone {"name":"x"} [mcp-name=x]
        > answer 2 {"resultType":"task","taskId":"t","status":"working"}
        < note task {"task":"t","status":"working"}
        > wait 500
        < send #3 tasks/get alone {"taskId":"t"} [mcp-name=t]
        > undelivered 3 lost
        > wait 1000
        < send #4 tasks/get alone {"taskId":"t"} [mcp-name=t]
        > undelivered 4 lost
        > wait 2000
        < send #5 tasks/get alone {"taskId":"t"} [mcp-name=t]
        > undelivered 5 lost
        > wait 4000
        < send #6 tasks/get alone {"taskId":"t"} [mcp-name=t]
        > undelivered 6 lost
        < settle a Lost TRANSPORT_ERROR
        "#,
    );
}

#[test]
fn a_task_keeps_nobody_waiting_and_ends_when_its_caller_has_waited_long_enough() {
    check_modern(
        any_era(),
        r#"
        > call a tools/call timeout=3000 {"name":"x"}
        < send #2 tools/call alone {"name":"x"} [mcp-name=x]
        > call b tools/call {"name":"y"}
        > answer 2 {"resultType":"task","taskId":"t","status":"working","pollIntervalMs":60000}
        < note task {"task":"t","status":"working"}
        < send #3 tools/call alone {"name":"y"} [mcp-name=y]
        > answer 3 {"resultType":"complete"}
        < settle b Answered {"resultType":"complete"}
        > wait 3000
        < settle a Expired
        < send #4 tasks/cancel alone {"taskId":"t"} [mcp-name=t]
        > status
        < status pending=0 running=0 completed=1 failed=1 cancelled=0
        "#,
    );
}

#[test]
fn progress_of_a_task_is_no_stray() {
    let tasks = r#"{"tools":{},"tasks":{"requests":{"tools":{"call":{}}}}}"#;
    let mut player = Player::new(quiet());
    for line in ["connect", "up", &format!("welcome 1 {tasks}")] {
        player.play(line);
    }
    player.check(
        r#"
        > call a tools/call progress {"name":"x","task":{}}
        < send #2 tools/call {"_meta":{"progressToken":2},"name":"x","task":{}}
        > answer 2 {"task":{"taskId":"t","status":"working"}}
        < note task {"task":"t","status":"working"}
        > recv {"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":2,"progress":1}}
        "#,
    );
}
