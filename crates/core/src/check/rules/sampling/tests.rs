use crate::check::rules::verdicts::found;

const NOTHING: [&str; 0] = [];

fn asked(messages: &str) -> Vec<String> {
    found(&format!(
        r#"
        init 2025-11-25 {{}} {{"sampling":{{"tools":{{}}}}}}
        < {{$J,"id":1,"method":"sampling/createMessage","params":{{"maxTokens":9,"messages":[{messages}]}}}}
        "#
    ))
}

const USE: &str = r#"{"role":"assistant","content":[{"type":"text","text":"let me see"},{"type":"tool_use","id":"1","name":"t","input":{}},{"type":"tool_use","id":"2","name":"t","input":{}}]}"#;

#[test]
fn all_uses_of_tools_are_answered_at_once() {
    let answer = |ids: &[&str], more: &str| {
        let results: Vec<String> = ids
            .iter()
            .map(|id| format!(r#"{{"type":"tool_result","toolUseId":"{id}","content":[]}}"#))
            .collect();
        format!(r#"{USE},{{"role":"user","content":[{}{more}]}}"#, results.join(","))
    };
    assert_eq!(asked(&answer(&["2", "1"], "")), NOTHING);
    assert_eq!(asked(&answer(&["1"], "")), ["SAMP-03 /params/messages/0/content"]);
    let mixed = answer(&["1", "2"], r#",{"type":"text","text":"there"}"#);
    assert_eq!(asked(&mixed), ["SAMP-03 /params/messages/1/content"]);
    assert_eq!(asked(USE), ["SAMP-03 /params/messages/0/content"]);
}

#[test]
fn what_we_can_do_is_not_guessed() {
    let script = r#"
        init 2025-11-25 {} {"sampling":{}}
        gap
        < {$J,"id":1,"method":"sampling/createMessage","params":{"maxTokens":9,"includeContext":"allServers","toolChoice":{"mode":"auto"},"messages":[]}}
    "#;
    assert_eq!(found(script), NOTHING);
}
