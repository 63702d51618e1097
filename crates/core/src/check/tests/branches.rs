use super::{broken, report};
use crate::check::Level;

const STREAMABLE: &str = r#"
    > {$J,"id":"i","method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}
    http 1 POST 200 | content-type: application/json
    <#1 {$J,"id":"i","result":{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"s","version":"1"}}}
    > {$J,"method":"notifications/initialized"}
    http 2 POST 202
"#;

#[track_caller]
fn breaks(script: &str, expected: &[&str]) {
    assert_eq!(broken(script), expected, "{script}");
}

#[test]
fn responses_that_answer_nothing() {
    let session = "init 2025-06-18 {}\n> {$J,\"id\":1,\"method\":\"ping\"}\n";
    for (answers, expected) in [
        ("< {$J,\"id\":1,\"result\":{}}\n< {$J,\"id\":1,\"result\":{}}", &["BASE-02"][..]),
        ("< {$J,\"id\":2,\"result\":{}}", &["BASE-02"]),
        ("< {$J,\"id\":null,\"error\":{\"code\":-32600,\"message\":\"m\"}}", &["BASE-02"]),
        ("< {$J,\"error\":{\"code\":-32600,\"message\":\"m\"}}", &["BASE-02"]),
        ("< {$J,\"id\":1,\"result\":{},\"error\":{\"code\":1,\"message\":\"m\"}}", &["BASE-03", "LIFE-08"]),
        ("< {$J,\"id\":1,\"error\":{\"code\":1}}", &["BASE-04", "LIFE-08"]),
        ("< {$J,\"id\":1,\"error\":\"no\"}", &["BASE-04", "LIFE-08"]),
        ("< {$J,\"id\":1,\"result\":{\"pong\":true}}", &["LIFE-08"]),
        ("< {$J,\"id\":1,\"result\":{\"_meta\":{}}}", &[]),
        ("< {$J,\"id\":null,\"method\":\"ping\"}", &["BASE-06"]),
    ] {
        breaks(&format!("{session}{answers}"), expected);
    }
}

#[test]
fn what_comes_over_http() {
    for (lines, expected) in [
        // A request that gets only a receipt, and a notification that gets more than one.
        ("> {$J,\"id\":1,\"method\":\"ping\"}\nhttp 3 POST 202", &["HTTP-01"][..]),
        (
            "> {$J,\"method\":\"notifications/roots/list_changed\"}\nhttp 3 POST 202 | body: Accepted",
            &["HTTP-02"],
        ),
        (
            "> {$J,\"method\":\"x\"}\nhttp 3 POST 200 | content-type: application/json\n<#3 {$J,\"id\":null,\"error\":{\"code\":-32601,\"message\":\"m\"}}",
            &["HTTP-02", "BASE-05"],
        ),
        // Refusals are not judged by their form.
        ("> {$J,\"id\":1,\"method\":\"ping\"}\nhttp 3 POST 500 | content-type: text/html | body: oops", &[]),
        // Two frames of the same length: it is not certain which of them was posted.
        (
            "> {$J,\"id\":1,\"method\":\"aa\"}\n> {$J,\"method\":\"aaaaaaaaa\"}\nhttp 3 POST 200 | content-type: text/html",
            &[],
        ),
        // The stream ends without the answer, is cut off, or the call was given up.
        (
            "> {$J,\"id\":1,\"method\":\"ping\"}\nhttp 3 POST 200 | content-type: text/event-stream\nend 3",
            &["HTTP-11"],
        ),
        (
            "> {$J,\"id\":1,\"method\":\"ping\"}\nhttp 3 POST 200 | content-type: text/event-stream\ncut 3",
            &[],
        ),
        (
            "> {$J,\"id\":1,\"method\":\"ping\"}\nhttp 3 POST 200 | content-type: text/event-stream\n> {$J,\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":1}}\nend 3",
            &[],
        ),
        // An answer on a stream that resumes another.
        (
            "> {$J,\"id\":1,\"method\":\"ping\"}\nhttp 3 GET 200 | content-type: text/event-stream | > last-event-id: 7\n<#3 {$J,\"id\":1,\"result\":{}}",
            &[],
        ),
    ] {
        breaks(&format!("{STREAMABLE}{lines}"), expected);
    }
}

#[test]
fn what_comes_over_http_in_the_newest_revision() {
    let start = "discover {\"tools\":{}}\n> {$J,\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"a\",$M({})(\"progressToken\":1)}}\n";
    let stream = "http 1 POST 200 | content-type: text/event-stream | x-accel-buffering: no\n";
    for (lines, expected) in [
        (
            "http 1 POST 200 | content-type: application/json | mcp-session-id: s\n<#1 {$J,\"id\":1,\"result\":{$R,\"content\":[]}}",
            &["HTTP-18"][..],
        ),
        (
            "http 1 POST 200 | content-type: application/json\n<#1 {$J,\"id\":1,\"error\":{\"code\":-32601,\"message\":\"no tool\"}}",
            &[],
        ),
        // On a stream it is too late for a status.
        (
            &format!(
                "{stream}<#1 {{$J,\"id\":1,\"error\":{{\"code\":-32021,\"message\":\"m\",\"data\":{{\"requiredCapabilities\":{{\"roots\":{{}}}}}}}}}}"
            ),
            &[],
        ),
        (&format!("{stream}<#1 {{$J,\"id\":9,\"method\":\"roots/list\"}}"), &["MOD-10"]),
        (
            &format!(
                "{stream}<#1 {{$J,\"method\":\"notifications/message\",\"params\":{{\"level\":\"info\",\"data\":1}}}}"
            ),
            &["LOG-01", "LOG-03"],
        ),
    ] {
        breaks(&format!("{start}{lines}"), expected);
    }
    let listen = r#"
        discover {"tools":{"listChanged":true}}
        > {$J,"id":7,"method":"subscriptions/listen","params":{"notifications":{"toolsListChanged":true},$M}}
        http 1 POST 200 | content-type: text/event-stream | x-accel-buffering: no
        <#1 {$J,"method":"notifications/subscriptions/acknowledged","params":{$S(7),"notifications":{"toolsListChanged":true}}}
        <#1 {$J,"method":"notifications/tools/list_changed"}
        <#1 {$J,"method":"notifications/prompts/list_changed","params":{$S(7)}}
        end 1
    "#;
    breaks(listen, &["SUBS-02", "SUBS-03"]);
}

#[test]
fn second_rounds_tasks_and_pages() {
    // Results of a second round need no cache hints.
    breaks(
        r#"
        discover {"resources":{}}
        > {$J,"id":1,"method":"resources/read","params":{"uri":"file:///a","requestState":"s",$M}}
        < {$J,"id":1,"result":{$R,"contents":[]}}
        "#,
        &[],
    );
    // A task of 2025-11-25 has progress after the answer that names it.
    breaks(
        r#"
        init 2025-11-25 {"tools":{},"tasks":{"requests":{"tools":{"call":{}}}}}
        > {$J,"id":1,"method":"tools/call","params":{"name":"a","task":{},"_meta":{"progressToken":1}}}
        < {$J,"id":1,"result":{"task":{"taskId":"t","status":"working","createdAt":"2025-11-25T00:00:00Z","lastUpdatedAt":"2025-11-25T00:00:00Z","ttl":null}}}
        < {$J,"method":"notifications/progress","params":{"progressToken":1,"progress":1}}
        "#,
        &[],
    );
    let twice = r#"
        init 2025-11-25 {"prompts":{"listChanged":true}}
        > {$J,"id":1,"method":"prompts/list"}
        < {$J,"id":1,"result":{"prompts":[{"name":"a"}],"nextCursor":""}}
        > {$J,"id":2,"method":"prompts/list","params":{"cursor":""}}
        < {$J,"id":2,"result":{"prompts":[{"name":"a"}]}}
    "#;
    breaks(twice, &["PAGE-03"]);
    let changed = "< {$J,\"method\":\"notifications/prompts/list_changed\"}\n> {$J,\"id\":2,";
    breaks(&twice.replace("> {$J,\"id\":2,", changed), &[]);
}

#[test]
fn input_is_asked_for_as_it_was_declared() {
    for (client, request, expected) in [
        (
            r#"{"elicitation":{}}"#,
            r#"{"method":"elicitation/create","params":{"mode":"url","message":"m","url":"https://a.example"}}"#,
            true,
        ),
        (
            r#"{"elicitation":{"url":{}}}"#,
            r#"{"method":"elicitation/create","params":{"mode":"url","message":"m","url":"https://a.example"}}"#,
            false,
        ),
        (
            r#"{"elicitation":{}}"#,
            r#"{"method":"elicitation/create","params":{"message":"m","requestedSchema":{"type":"object","properties":{}}}}"#,
            false,
        ),
        (
            r#"{"elicitation":{"url":{}}}"#,
            r#"{"method":"elicitation/create","params":{"message":"m","requestedSchema":{"type":"object","properties":{}}}}"#,
            true,
        ),
        ("{}", r#"{"method":"roots/list"}"#, true),
    ] {
        let script = format!(
            r#"
            discover {{"tools":{{}}}}
            > {{$J,"id":1,"method":"tools/call","params":{{"name":"a",$M({client})}}}}
            < {{$J,"id":1,"result":{{"resultType":"input_required","inputRequests":{{"k":{request}}},"_meta":{{"io.modelcontextprotocol/serverInfo":{{"name":"s","version":"1"}}}}}}}}
            "#
        );
        assert_eq!(broken(&script).contains(&"MRTR-04"), expected, "{client} {request}");
    }
}

#[test]
fn the_level_of_a_rule_is_that_of_the_revision() {
    for (revision, level) in [("2025-03-26", Level::Should), ("2025-06-18", Level::Must)] {
        let report = report(&format!("init {revision} {{}}\n< {{$J,\"id\":1,\"method\":\"roots/list\"}}"));
        let finding = report.findings.iter().find(|finding| finding.rule == "LIFE-06").unwrap();
        assert_eq!(finding.level, level, "{revision}");
        assert!(finding.page.contains(revision));
    }
}

#[test]
fn a_subscription_may_be_ended_over_http_by_a_cancellation_without_a_tag() {
    breaks(
        r#"
        discover {"tools":{"listChanged":true}}
        > {$J,"id":7,"method":"subscriptions/listen","params":{"notifications":{"toolsListChanged":true},$M}}
        http 1 POST 200 | content-type: text/event-stream | x-accel-buffering: no
        <#1 {$J,"method":"notifications/subscriptions/acknowledged","params":{$S(7),"notifications":{"toolsListChanged":true}}}
        <#1 {$J,"method":"notifications/cancelled","params":{"requestId":7}}
        end 1
        "#,
        &[],
    );
}

#[test]
fn half_a_surrogate_pair_is_still_a_string_and_huge_progress_is_not_compared() {
    breaks(
        r#"
        init 2025-06-18 {"tools":{}}
        > {$J,"id":1,"method":"tools/call","params":{"name":"a","_meta":{"progressToken":1}}}
        < {$J,"method":"notifications/progress","params":{"progressToken":1,"progress":99999999999999999998}}
        < {$J,"method":"notifications/progress","params":{"progressToken":1,"progress":99999999999999999999}}
        < {$J,"id":1,"error":{"code":1,"message":"\ud800"}}
        "#,
        &[],
    );
}
