use crate::check::rules::verdicts::found;

const NOTHING: [&str; 0] = [];

#[test]
fn questions_inside_a_result_are_judged_too() {
    let script = |params: &str| {
        format!(
            r#"
            discover {{"tools":{{}}}}
            > {{$J,"id":1,"method":"tools/call","params":{{"name":"t",$M({{"elicitation":{{"form":{{}},"url":{{}}}}}})}}}}
            < {{$J,"id":1,"result":{{"resultType":"input_required","_meta":{{"io.modelcontextprotocol/serverInfo":{{"name":"s","version":"1"}}}},"inputRequests":{{"a/b":{{"method":"elicitation/create","params":{params}}}}}}}}}
            "#
        )
    };
    let form = |field: &str| {
        script(&format!(
            r#"{{"message":"m","requestedSchema":{{"type":"object","properties":{{"field":{field}}}}}}}"#
        ))
    };
    let elic = |script: &str| -> Vec<String> {
        found(script).into_iter().filter(|found| found.starts_with("ELIC")).collect()
    };
    assert_eq!(found(&form(r#"{"type":"array","items":{"type":"string","enum":["a"]}}"#)), NOTHING);
    let at = "/result/inputRequests/a~1b/params";
    assert_eq!(
        elic(&form(r#"{"type":"array","items":{"type":"object"}}"#)),
        [format!("ELIC-01 {at}/requestedSchema/properties/field/items")]
    );
    assert_eq!(found(&script(r#"{"mode":"url","message":"m","url":"https://a.example/x"}"#)), NOTHING);
    assert_eq!(
        found(&script(r#"{"mode":"url","message":"m","url":"http://a.example/x"}"#)),
        [format!("ELIC-04 {at}/url")]
    );
    for here in ["http://localhost:80/x", "http://127.0.0.1/", "http://[::1]:3000/x", "HTTPS://a.example"] {
        assert_eq!(
            found(&script(&format!(r#"{{"mode":"url","message":"m","url":"{here}"}}"#))),
            NOTHING,
            "{here}"
        );
    }
}

#[test]
fn choosing_about_a_secret_is_not_asking_for_one() {
    let script = |name: &str, field: &str| {
        format!(
            r#"
            init 2025-06-18 {{}} {{"elicitation":{{}}}}
            < {{$J,"id":1,"method":"elicitation/create","params":{{"message":"m","requestedSchema":{{"type":"object","properties":{{"{name}":{field}}}}}}}}}
            "#
        )
    };
    assert_eq!(found(&script("rotatePassword", r#"{"type":"boolean"}"#)), NOTHING);
    assert_eq!(found(&script("nickname", r#"{"type":"string"}"#)), NOTHING);
    assert_eq!(
        found(&script("password", r#"{"type":"string"}"#)),
        ["ELIC-03 /params/requestedSchema/properties/password"]
    );
}

#[test]
fn a_page_listed_in_an_error_is_known_later() {
    let script = r#"
        init 2025-11-25 {"tools":{}} {"elicitation":{"url":{}}}
        > {$J,"id":1,"method":"tools/call","params":{"name":"mail"}}
        < {$J,"id":1,"error":{"code":-32042,"message":"log in","data":{"elicitations":[{"mode":"url","message":"m","url":"https://a.example","elicitationId":"e9"}]}}}
        < {$J,"method":"notifications/elicitation/complete","params":{"elicitationId":"e9"}}
    "#;
    assert_eq!(found(script), NOTHING);
}
