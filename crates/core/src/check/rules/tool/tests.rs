use crate::check::rules::verdicts::found;

const NOTHING: [&str; 0] = [];

fn with_output(rest: &str) -> String {
    format!(
        r#"
        init 2025-11-25 {{"tools":{{}},"resources":{{}}}}
        > {{$J,"id":1,"method":"tools/list"}}
        < {{$J,"id":1,"result":{{"tools":[{{"name":"add","inputSchema":{{"type":"object"}},"outputSchema":{{"type":"object","properties":{{"result":{{}}}},"required":["result"]}}}}]}}}}
        {rest}
        "#
    )
}

#[test]
fn an_error_of_a_tool_needs_no_structure() {
    let script = with_output(
        r#"
        > {$J,"id":2,"method":"tools/call","params":{"name":"add"}}
        < {$J,"id":2,"result":{"content":[{"type":"text","text":"no"}],"isError":true}}
        "#,
    );
    assert_eq!(found(&script), NOTHING);
}

#[test]
fn a_result_without_structure_breaks_its_schema_until_the_list_changes() {
    let call = r#"
        > {$J,"id":2,"method":"tools/call","params":{"name":"add"}}
        < {$J,"id":2,"result":{"content":[{"type":"text","text":"3"}]}}
    "#;
    assert_eq!(found(&with_output(call)), ["TOOL-06 /result"]);
    let changed = format!("< {{$J,\"method\":\"notifications/tools/list_changed\"}}\n{call}");
    assert!(!found(&with_output(&changed)).iter().any(|found| found.starts_with("TOOL")));
    assert_eq!(found(&with_output(&format!("gap\n{call}"))), NOTHING);
}

#[test]
fn what_becomes_a_task_is_not_judged_as_a_result() {
    let script = with_output(
        r#"
        > {$J,"id":2,"method":"tools/call","params":{"name":"add","task":{}}}
        < {$J,"id":2,"result":{"task":{"taskId":"t","status":"working","createdAt":"2025-11-25T10:00:00Z","lastUpdatedAt":"2025-11-25T10:00:00Z","ttl":null}}}
        "#,
    );
    assert_eq!(found(&script), NOTHING);
}

#[test]
fn structure_told_as_text_in_any_usual_way_is_enough() {
    for (content, structured) in [
        (r#"{"type":"text","text":"{\n \"result\": 5 }"}"#, "5"),
        (r#"{"type":"text","text":"5"}"#, "5"),
        (r#"{"type":"text","text":"hello"}"#, r#""hello""#),
        (r#"{"type":"text","text":"a"},{"type":"text","text":"b"}"#, r#"["a","b"]"#),
        (r#"{"type":"text","text":"{\"x\":1}"},{"type":"text","text":"{\"x\":2}"}"#, r#"[{"x":1},{"x":2}]"#),
        ("", "[]"),
        (r#"{"type":"text","text":"{\"other\":\"form\"}"}"#, r#"{"x":null}"#),
    ] {
        let script = with_output(&format!(
            r#"
            > {{$J,"id":2,"method":"tools/call","params":{{"name":"add"}}}}
            < {{$J,"id":2,"result":{{"content":[{content}],"structuredContent":{{"result":{structured}}}}}}}
            "#
        ));
        assert_eq!(found(&script), NOTHING, "{content}");
    }
    let script = with_output(
        r#"
        > {$J,"id":2,"method":"tools/call","params":{"name":"add"}}
        < {$J,"id":2,"result":{"content":[{"type":"text","text":"All went well."}],"structuredContent":{"result":5}}}
        "#,
    );
    assert_eq!(found(&script), ["TOOL-08 /result/content"]);
}

#[test]
fn one_text_under_any_name_is_told_by_that_text() {
    let script = r#"
        init 2025-11-25 {"tools":{}}
        > {$J,"id":1,"method":"tools/call","params":{"name":"read"}}
        < {$J,"id":1,"result":{"content":[{"type":"text","text":"hello"}],"structuredContent":{"content":"hello"}}}
    "#;
    assert_eq!(found(script), NOTHING);
}

#[test]
fn any_value_may_be_structured_since_2026() {
    let script = r#"
        discover {"tools":{}}
        > {$J,"id":1,"method":"tools/list","params":{$M}}
        < {$J,"id":1,"result":{$R,$T,"tools":[{"name":"list","inputSchema":{"type":"object"},"outputSchema":{"type":"array","items":{"type":"integer"}}}]}}
        > {$J,"id":2,"method":"tools/call","params":{"name":"list",$M}}
        < {$J,"id":2,"result":{$R,"content":[{"type":"text","text":"[1]"}],"structuredContent":[1]}}
        > {$J,"id":3,"method":"tools/call","params":{"name":"list",$M}}
        < {$J,"id":3,"result":{$R,"content":[{"type":"text","text":"[1.5]"}],"structuredContent":[1.5]}}
    "#;
    assert_eq!(found(script), ["TOOL-06 /result/structuredContent/0"]);
}

#[test]
fn names_are_compared_over_the_pages_of_one_walk_only() {
    let page = |id: u32, cursor: &str, name: &str, next: &str| {
        let params =
            if cursor.is_empty() { String::new() } else { format!(r#","params":{{"cursor":"{cursor}"}}"#) };
        let next = if next.is_empty() { String::new() } else { format!(r#","nextCursor":"{next}""#) };
        format!(
            "> {{$J,\"id\":{id},\"method\":\"tools/list\"{params}}}\n\
             < {{$J,\"id\":{id},\"result\":{{\"tools\":[{{\"name\":\"{name}\",\"inputSchema\":{{\"type\":\"object\"}}}}]{next}}}}}\n"
        )
    };
    let start = "init 2025-11-25 {\"tools\":{}}\n";
    let tools = |script: &str| {
        let found = found(script);
        found.into_iter().filter(|found| found.starts_with("TOOL")).collect::<Vec<_>>()
    };
    let twice = [page(1, "", "a", "2"), page(2, "2", "a", "")].concat();
    assert_eq!(tools(&format!("{start}{twice}")), ["TOOL-05 /result/tools/0/name"]);
    let mixed =
        [page(1, "", "a", "2"), page(2, "", "a", "2"), page(3, "2", "b", ""), page(4, "2", "b", "")].concat();
    assert_eq!(tools(&format!("{start}{mixed}")), NOTHING);
}

#[test]
fn an_unlisted_tool_may_have_an_error_of_its_own() {
    let call = |text: &str| {
        with_output(&format!(
            r#"
            > {{$J,"id":2,"method":"tools/call","params":{{"name":"hidden"}}}}
            < {{$J,"id":2,"result":{{"content":[{{"type":"text","text":"{text}"}}],"isError":true}}}}
            "#
        ))
    };
    assert_eq!(found(&call("disk full")), NOTHING);
    assert_eq!(found(&call("file not found")), NOTHING);
    assert_eq!(found(&call("Tool hidden not found")), ["TOOL-11 /result/isError"]);
}

#[test]
fn an_empty_list_needs_no_capability() {
    let script = r#"
        init 2025-11-25 {}
        > {$J,"id":1,"method":"tools/list"}
        < {$J,"id":1,"result":{"tools":[]}}
    "#;
    assert_eq!(found(script), NOTHING);
}

#[test]
fn headers_are_found_wherever_they_hide_and_names_are_not_schemas() {
    let tools = |properties: &str| {
        let script = format!(
            r#"
            discover {{"tools":{{}}}}
            > {{$J,"id":1,"method":"tools/list","params":{{$M}}}}
            < {{$J,"id":1,"result":{{$R,$T,"tools":[{{"name":"t","inputSchema":{{"type":"object","properties":{properties}}}}}]}}}}
            "#
        );
        found(&script)
    };
    assert_eq!(tools(r#"{"x-mcp-header":{"type":"string"}}"#), NOTHING);
    assert_eq!(
        tools(r#"{"a":{"type":"object","properties":{"b":{"type":"string","x-mcp-header":"B"}}}}"#),
        NOTHING
    );
    assert_eq!(tools(r#"{"a":{"type":["string","null"],"x-mcp-header":"A"}}"#), NOTHING);
    let at = "/result/tools/0/inputSchema/properties/a";
    assert_eq!(
        tools(r#"{"a":{"anyOf":[{"type":"string","x-mcp-header":"A"}]}}"#),
        [format!("TOOL-17 {at}/anyOf/0/x-mcp-header")]
    );
    assert_eq!(tools(r#"{"a":{"type":"string","x-mcp-header":""}}"#), [format!("TOOL-14 {at}/x-mcp-header")]);
}

#[test]
fn schemas_of_older_revisions_and_unknown_dialects_are_not_judged() {
    let listed = |revision: &str, schema: &str| {
        found(&format!(
            r#"
            init {revision} {{"tools":{{}}}}
            > {{$J,"id":1,"method":"tools/list"}}
            < {{$J,"id":1,"result":{{"tools":[{{"name":"t","inputSchema":{schema}}}]}}}}
            "#
        ))
    };
    let wrong = r#"{"type":"object","properties":{"a":{"type":"any"}}}"#;
    assert_eq!(listed("2025-06-18", wrong), NOTHING);
    assert_eq!(listed("2025-11-25", wrong), ["TOOL-03 /result/tools/0/inputSchema/properties/a/type"]);
    let own = r#"{"$schema":"https://example.com/own","type":"object","properties":{"a":{"type":"any"}}}"#;
    assert_eq!(listed("2025-11-25", own), NOTHING);
    let lost = r##"{"type":"object","properties":{"a":{"$ref":"#/$defs/gone"}}}"##;
    assert_eq!(listed("2025-11-25", lost), ["TOOL-03 /result/tools/0/inputSchema/properties/a/$ref"]);
    let outside = r#"{"type":"object","properties":{"a":{"$ref":"https://example.com/a.json"}}}"#;
    assert_eq!(listed("2025-11-25", outside), ["TOOL-21 /result/tools/0/inputSchema/properties/a/$ref"]);
}

#[test]
fn an_interface_for_apps_only_needs_no_content() {
    let called = |visibility: &str| {
        found(&format!(
            r#"
            init 2025-11-25 {{"tools":{{}}}}
            > {{$J,"id":1,"method":"tools/list"}}
            < {{$J,"id":1,"result":{{"tools":[{{"name":"map","inputSchema":{{"type":"object"}},"_meta":{{"ui":{{"resourceUri":"ui://map"{visibility}}}}}}}]}}}}
            > {{$J,"id":2,"method":"tools/call","params":{{"name":"map"}}}}
            < {{$J,"id":2,"result":{{"content":[]}}}}
            "#
        ))
    };
    assert_eq!(called(""), ["UI-02 /result/content"]);
    assert_eq!(called(r#","visibility":["app"]"#), NOTHING);
}
