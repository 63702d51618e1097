use crate::check::rules::verdicts::found;

const NOTHING: [&str; 0] = [];

#[test]
fn an_update_that_crossed_our_unsubscription_is_fine() {
    let script = r#"
        init 2025-11-25 {"resources":{"subscribe":true}}
        > {$J,"id":1,"method":"resources/subscribe","params":{"uri":"file:///a"}}
        < {$J,"id":1,"result":{}}
        > {$J,"id":2,"method":"resources/unsubscribe","params":{"uri":"file:///a"}}
        < {$J,"method":"notifications/resources/updated","params":{"uri":"file:///a"}}
        < {$J,"id":2,"result":{}}
    "#;
    assert_eq!(found(script), NOTHING);
    let gap = r#"
        init 2025-11-25 {"resources":{"subscribe":true}}
        gap
        < {$J,"method":"notifications/resources/updated","params":{"uri":"file:///a"}}
    "#;
    assert_eq!(found(gap), NOTHING);
}

#[test]
fn templates_are_judged_by_their_own_grammar() {
    let script = |template: &str| {
        format!(
            r#"
            init 2025-11-25 {{"resources":{{}}}}
            > {{$J,"id":1,"method":"resources/templates/list"}}
            < {{$J,"id":1,"result":{{"resourceTemplates":[{{"uriTemplate":"{template}","name":"t"}}]}}}}
            "#
        )
    };
    assert_eq!(found(&script("users://{id}{?full}")), NOTHING);
    assert_eq!(found(&script("users://{user id}")), ["RES-02 /result/resourceTemplates/0/uriTemplate"]);
}

#[test]
fn emptiness_is_fine_where_something_may_be() {
    let script = |templates: &str, uri: &str| {
        format!(
            r#"
            discover {{"resources":{{}}}}
            > {{$J,"id":1,"method":"resources/list","params":{{$M}}}}
            < {{$J,"id":1,"result":{{$R,$T,"resources":[{{"uri":"file:///d","name":"d"}}]}}}}
            > {{$J,"id":2,"method":"resources/templates/list","params":{{$M}}}}
            < {{$J,"id":2,"result":{{$R,$T,"resourceTemplates":[{templates}]}}}}
            > {{$J,"id":3,"method":"resources/read","params":{{"uri":"{uri}",$M}}}}
            < {{$J,"id":3,"result":{{$R,$T,"contents":[]}}}}
            "#
        )
    };
    assert_eq!(found(&script("", "file:///d")), NOTHING);
    assert_eq!(found(&script("", "file:///d/empty")), NOTHING);
    assert_eq!(found(&script(r#"{"uriTemplate":"x:{y}","name":"x"}"#, "x:1")), NOTHING);
    assert_eq!(found(&script("", "x:1")), ["RES-05 /result/contents"]);
}

#[test]
fn only_a_refusal_that_says_so_means_that_a_resource_is_missing() {
    let script = |revision: &str, code: i32, message: &str| {
        format!(
            r#"
            init {revision} {{"resources":{{}}}}
            > {{$J,"id":1,"method":"resources/read","params":{{"uri":"file:///x"}}}}
            < {{$J,"id":1,"error":{{"code":{code},"message":"{message}"}}}}
            "#
        )
    };
    assert_eq!(found(&script("2025-11-25", -32603, "disk on fire")), NOTHING);
    assert_eq!(found(&script("2025-11-25", -32601, "Method resources/read not found")), NOTHING);
    assert_eq!(found(&script("2025-11-25", -32602, "Resource file:///x not found")), ["RES-04 /error/code"]);
}

#[test]
fn annotations_are_judged_wherever_they_stand() {
    let script = r#"
        init 2025-11-25 {"tools":{},"prompts":{}}
        > {$J,"id":1,"method":"tools/call","params":{"name":"a"}}
        < {$J,"id":1,"result":{"content":[{"type":"text","text":"a","annotations":{"lastModified":"soon"}}]}}
        > {$J,"id":2,"method":"prompts/get","params":{"name":"a"}}
        < {$J,"id":2,"result":{"messages":[{"role":"user","content":{"type":"text","text":"a","annotations":{"lastModified":"2025"}}}]}}
    "#;
    assert_eq!(found(script), ["RES-08 /result/content/0/annotations/lastModified"]);
}
