use crate::check::rules::verdicts::found;

const NOTHING: [&str; 0] = [];

#[test]
fn an_argument_that_is_missing_is_refused_with_its_code() {
    let script = |arguments: &str, code: i32| {
        format!(
            r#"
            init 2025-11-25 {{"prompts":{{}}}}
            > {{$J,"id":1,"method":"prompts/list"}}
            < {{$J,"id":1,"result":{{"prompts":[{{"name":"greet","arguments":[{{"name":"who","required":true}}]}}]}}}}
            > {{$J,"id":2,"method":"prompts/get","params":{{"name":"greet","arguments":{arguments}}}}}
            < {{$J,"id":2,"error":{{"code":{code},"message":"no"}}}}
            "#
        )
    };
    assert_eq!(found(&script("{}", -32602)), NOTHING);
    assert_eq!(found(&script("{}", -32603)), ["PRM-03 /error/code"]);
    assert_eq!(found(&script(r#"{"who":"Ada"}"#, -32603)), NOTHING, "it may have any other reason");
}

#[test]
fn a_resource_in_a_prompt_says_what_it_is() {
    let script = |kind: &str| {
        format!(
            r#"
            init 2025-11-25 {{"prompts":{{}},"resources":{{}}}}
            > {{$J,"id":1,"method":"prompts/get","params":{{"name":"a"}}}}
            < {{$J,"id":1,"result":{{"messages":[{{"role":"user","content":{{"type":"resource","resource":{{"uri":"file:///a","text":"a"{kind}}}}}}}]}}}}
            "#
        )
    };
    assert_eq!(found(&script(r#","mimeType":"text/plain""#)), NOTHING);
    assert_eq!(found(&script("")), ["PRM-02 /result/messages/0/content/resource/mimeType"]);
}

#[test]
fn more_than_a_hundred_values_are_too_many() {
    let script = |count: usize| {
        let values = vec!["\"x\""; count].join(",");
        format!(
            r#"
            init 2025-11-25 {{"completions":{{}}}}
            > {{$J,"id":1,"method":"completion/complete","params":{{"ref":{{"type":"ref/prompt","name":"p"}},"argument":{{"name":"a","value":""}}}}}}
            < {{$J,"id":1,"result":{{"completion":{{"values":[{values}]}}}}}}
            "#
        )
    };
    assert_eq!(found(&script(100)), NOTHING);
    assert_eq!(found(&script(101)), ["CMP-02 /result/completion/values"]);
}
