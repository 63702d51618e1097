use super::*;
use mcp_inspector_core::command::AskId;
use mcp_inspector_core::message::RequestId;
use mcp_inspector_core::{At, Raw};
use serde_json::{Value, json};
use std::error::Error;
use std::time::{Duration, Instant};

fn ask(method: &str, params: &Value) -> Ask {
    Ask {
        id: AskId(1),
        request: RequestId::Number(1),
        method: method.into(),
        params: Some(Raw::of(params)),
        call: None,
        beside: None,
        at: At::START,
        expires: At::START,
    }
}

fn form(message: &str, schema: &Value) -> Ask {
    ask("elicitation/create", &json!({ "message": message, "requestedSchema": schema }))
}

fn sampling(params: &Value) -> Ask {
    ask("sampling/createMessage", params)
}

/// What the rules say to an ask for a tool, and why.
fn said(rules: &mut Rules, ask: &Ask, tool: Option<&str>) -> (String, String) {
    match rules.decide(ask, || tool.map(str::to_owned)) {
        Some((Answer::Result(raw), by)) => (raw.as_str().to_owned(), by.to_string()),
        Some((Answer::Error(error), by)) => (error.to_string(), by.to_string()),
        None => ("pending".to_owned(), String::new()),
    }
}

/// Only what they say.
fn answer(rules: &mut Rules, ask: &Ask) -> String {
    said(rules, ask, None).0
}

fn read(text: &str) -> Rules {
    Rules::read(text).expect("these are rules")
}

/// The error with its causes.
fn error(text: &str) -> String {
    let error = Rules::read(text).expect_err(text);
    match error.source() {
        Some(source) => format!("{error}: {source}"),
        None => error.to_string(),
    }
}

#[test]
fn the_first_rule_that_fits_answers_and_a_used_up_rule_does_not() {
    let mut rules = read(
        r#"{"rules":[{"method":"elicitation/create","contains":"city","accept":{"city":"X"},"times":1},
            {"method":"elicitation/create","accept":"defaults"},
            {"method":"sampling/createMessage","error":{"code":-7,"message":"no"}}],"otherwise":"wait"}"#,
    );
    let city = form("city?", &json!({ "properties": { "a": { "default": 3 }, "b": {} } }));
    assert_eq!(answer(&mut rules, &city), r#"{"action":"accept","content":{"city":"X"}}"#);
    assert_eq!(answer(&mut rules, &city), r#"{"action":"accept","content":{"a":3}}"#);
    assert_eq!(answer(&mut rules, &sampling(&json!({}))), "no (-7)");
    assert_eq!(answer(&mut rules, &ask("roots/list", &json!({}))), "pending");
}

#[test]
fn refusal_fits_the_kind_of_ask_and_is_told_as_a_policy() {
    let mut refuse = Responder::refuse();
    let (declined, by) = refuse.decide(&form("?", &json!({})), || None).expect("a decision");
    assert_eq!(declined, Answer::Result(Raw::of(&json!({ "action": "decline" }))));
    assert_eq!(by, Decision::Policy);
    let (refused, _) = refuse.decide(&sampling(&json!({})), || None).expect("a decision");
    assert!(matches!(refused, Answer::Error(error) if error.code == Some(-1)));
    assert!(Responder::Face.decide(&form("?", &json!({})), || None).is_none());
}

#[test]
fn a_message_is_searched_for_a_pattern() {
    let mut rules = read(
        "
        - { kind: elicitation, message: '(?i)which\\s+CITY', accept: { city: Paris } }
        - { kind: sampling, message: ^Say hello$, text: hello }
        - { kind: sampling, message: pirate, text: arr }
        ",
    );
    let none = json!({});
    assert!(answer(&mut rules, &form("And which  city?", &none)).contains("Paris"));
    assert_eq!(said(&mut rules, &form("Which town?", &none), None).1, "refused: no rule fits");
    let says = |text: &str| json!({ "type": "text", "text": text });
    let user = |content: Value| json!({ "role": "user", "content": content });
    let hello = sampling(&json!({ "messages": [user(says("first")), user(says("Say hello"))] }));
    assert!(answer(&mut rules, &hello).contains(r#""text":"hello""#));
    let blocks = sampling(&json!({ "messages": [user(json!([says("x"), says("Say hello")]))] }));
    assert!(answer(&mut rules, &blocks).contains(r#""text":"hello""#));
    let before = json!([user(says("Say hello")), { "role": "assistant", "content": says("hello") }]);
    assert_eq!(said(&mut rules, &sampling(&json!({ "messages": before })), None).1, "refused: no rule fits");
    let prompted = sampling(&json!({ "messages": [], "systemPrompt": "You are a pirate" }));
    assert_eq!(
        said(&mut rules, &prompted, None),
        (
            r#"{"role":"assistant","model":"mcp-inspector","content":{"type":"text","text":"arr"},"stopReason":"endTurn"}"#.to_owned(),
            "answered by rule 3".to_owned()
        )
    );
}

#[test]
fn a_rule_for_a_tool_fits_only_when_that_tool_asks() {
    let mut rules = read("- { kind: elicitation, tool: book, accept: {} }");
    let form = form("?", &json!({}));
    assert_eq!(said(&mut rules, &form, Some("book")).1, "answered by rule 1");
    assert_eq!(said(&mut rules, &form, Some("cancel")).1, "refused: no rule fits");
    assert_eq!(said(&mut rules, &form, None).1, "refused: no rule fits");
}

#[test]
fn content_that_does_not_fit_is_not_sent() {
    let age =
        json!({ "type": "object", "properties": { "age": { "type": "integer" } }, "required": ["age"] });
    let mut rules = read(
        "
        - { kind: elicitation, accept: { age: old }, times: 1 }
        - { kind: elicitation, accept: defaults, times: 1 }
        - { kind: elicitation, accept: { age: 5 } }
        ",
    );
    let decline = r#"{"action":"decline"}"#.to_owned();
    let why = |number: u32, why: &str| format!("refused: what rule {number} says does not fit: {why}");
    let wrong = why(1, r#"`/age`: expected an integer, got the text "old""#);
    assert_eq!(said(&mut rules, &form("?", &age), None), (decline.clone(), wrong));
    let missing = why(2, "`age` is missing");
    assert_eq!(said(&mut rules, &form("?", &age), None), (decline, missing));
    let accepted = r#"{"action":"accept","content":{"age":5}}"#;
    assert_eq!(answer(&mut rules, &form("?", &age)), accepted);
    assert_eq!(answer(&mut rules, &form("?", &json!({ "type": 7 }))), accepted, "nobody can tell");
    let url =
        ask("elicitation/create", &json!({ "mode": "url", "message": "?", "url": "https://a.example" }));
    assert_eq!(answer(&mut rules, &url), r#"{"action":"accept"}"#);
}

#[test]
fn a_rule_may_be_for_forms_or_for_pages_alone() {
    let mut rules = read(
        r"
- { kind: elicitation, mode: url, refuse: true }
- { kind: elicitation, mode: form, accept: {} }
        ",
    );
    let asked = |mode: Value| {
        let mut params = json!({ "message": "?" });
        if !mode.is_null() {
            params["mode"] = mode;
        }
        ask("elicitation/create", &params)
    };
    assert_eq!(answer(&mut rules, &asked(json!("url"))), r#"{"action":"decline"}"#);
    for form in [json!("form"), Value::Null] {
        assert_eq!(answer(&mut rules, &asked(form)), r#"{"action":"accept","content":{}}"#);
    }
    let error = Rules::read("- { kind: sampling, mode: url, text: x }").unwrap_err().to_string();
    assert!(error.contains("only an elicitation"), "{error}");
}

#[test]
fn yaml_and_json_are_read_alike() {
    let yaml = "
rules:
  - kind: elicitation
    message: 'no'
    accept: { answer: no, version: '1.10', number: 1.10, on: true, list: [~, yes, 010] }
  - { kind: roots, roots: [{ uri: 'file:///srv', name: srv }] }
otherwise: wait
";
    let json = r#"{ "rules": [
        { "kind": "elicitation", "message": "no",
          "accept": { "answer": "no", "version": "1.10", "number": 1.10, "on": true, "list": [null, "yes", 10] } },
        { "kind": "roots", "roots": [{ "uri": "file:///srv", "name": "srv" }] }
    ], "otherwise": "wait" }"#;
    let shown = |text: &str| format!("{:?}", read(text)).replace("10.0", "10");
    assert_eq!(shown(yaml), shown(json));
    let list = r#"[{ "kind": "sampling", "refuse": true }]"#;
    assert_eq!(format!("{:?}", read(list)), format!("{:?}", read("- kind: sampling\n  refuse: true")));
    assert_eq!(format!("{:?}", read(list)), format!("{:?}", read(&format!("\u{feff} {list}"))));
    assert_eq!(read(list).roots(), None);
    assert_eq!(read(json).roots().map(|roots| roots[0].uri.clone()), Some("file:///srv".to_owned()));
}

#[test]
fn a_rule_says_exactly_one_thing_about_exactly_one_kind() {
    for (text, wanted) in [
        ("- kind: sampling", "rule 1 for `sampling/createMessage` must have exactly one of `result`"),
        ("- { kind: sampling, refuse: false }", "rule 1 for `sampling/createMessage` must have exactly one"),
        ("- { kind: sampling, refuse: true, text: a }", "must have exactly one"),
        ("- text: a", "rule 1 must have exactly one of `kind` and `method`"),
        ("- { kind: sampling, method: roots/list, text: a }", "exactly one of `kind` and `method`"),
        ("- { kind: sampling, accept: {} }", "`accept` of rule 1: this is an answer to an elicitation only"),
        ("- { kind: elicitation, text: a }", "`text` of rule 1: this is an answer to a sampling only"),
        (
            "- { kind: elicitation, roots: [] }",
            "`roots` of rule 1: this is an answer to a question for roots",
        ),
        ("- { kind: roots, refuse: true }", "`refuse` of rule 1: a rule of the kind `roots` has `roots`"),
        ("- { kind: roots, tool: a, roots: [] }", "`tool` of rule 1: roots are always the same"),
        (
            "- { kind: roots, roots: [] }\n- { method: roots/list, roots: [] }",
            "rule 2 names roots, and so does rule 1",
        ),
    ] {
        let error = error(text);
        assert!(error.contains(wanted), "{text}: {error}");
    }
}

#[test]
fn errors_name_the_rule_and_the_field() {
    let fine = "- { kind: sampling, text: a }\n";
    for (rule, wanted) in [
        (
            "- { kind: sampling, resutl: {} }",
            "rule 2 has the unknown field `resutl` (did you mean `result`?); there are `kind`, `method`",
        ),
        ("- { kind: samplin, text: a }", "`kind` of rule 2: unknown variant `samplin`, expected one of"),
        ("- { method: ping, text: a }", "`method` of rule 2: nobody asks for `ping`; there are `sampling/"),
        ("- { kind: sampling, text: 1.10 }", "`text` of rule 2: invalid type: floating point `1.1`"),
        ("- { kind: sampling, text: a, times: -1 }", "`times` of rule 2: invalid value: integer `-1`"),
        ("- { kind: elicitation, accept: default }", "`accept` of rule 2: expected an object or `defaults`"),
        ("- { kind: sampling, result: ~ }", "`result` of rule 2: invalid type: null"),
        ("- { kind: sampling, error: { code: 1 } }", "`error` of rule 2: missing field `message`"),
        (
            "- { kind: roots, roots: [{ url: a }] }",
            "`roots` of rule 2: unknown field `url`, expected `uri` or",
        ),
        ("- { kind: sampling, message: '(', text: a }", "`message` of rule 2: unclosed group"),
        ("- later", "rule 2 is not an object"),
    ] {
        let error = error(&format!("{fine}{rule}"));
        assert!(error.contains(wanted), "{rule}: {error}");
    }
    for (text, wanted) in [
        ("", "neither a list of rules nor an object with `rules`"),
        ("otherwise: wait", "neither a list of rules nor an object with `rules`"),
        (
            "rules: []\notherwsie: wait",
            "the file has the unknown field `otherwsie` (did you mean `otherwise`?); there are `rules`, `otherwise`",
        ),
        ("rules: []\notherwise: later", "`otherwise` of the file: unknown variant `later`"),
        ("rules: 1", "`rules` of the file: invalid type"),
        ("{\"rules\": [", "the rules are not JSON: EOF"),
        ("rules: [", "the rules are not YAML that can be read: "),
        ("rules: []\nrules: []", "duplicate mapping key"),
        ("rules: []\n---\nrules: []", "multiple YAML documents"),
        ("rules: !env HOME", "unsupported tag"),
    ] {
        let error = error(text);
        assert!(error.contains(wanted), "{text}: {error}");
    }
}

#[test]
fn hostile_files_are_errors_and_soon() {
    let began = Instant::now();
    let laugh = |level: u32| {
        let below = if level == 0 { "x".to_owned() } else { format!("*a{}", level - 1) };
        format!("a{level}: &a{level} [{}]\n", vec![below; 9].join(", "))
    };
    let laughs: String = (0..20).map(laugh).collect();
    let pattern = |pattern: &str| format!("- {{ kind: sampling, text: a, message: '{pattern}' }}");
    for text in [
        laughs,
        "a: &a [*a]".to_owned(),
        "- ".repeat(100_000),
        format!("- {}", "[".repeat(100_000)),
        "[".repeat(100_000),
        " ".repeat(5_000_000),
        "- { kind: sampling, text: a }\n".repeat(1001),
        pattern("(a{1000}){1000}"),
        pattern("((((\\w{100}){100}){100}){100})"),
        pattern(&"(".repeat(10_000)),
    ] {
        let shown: String = text.chars().take(80).collect();
        assert!(Rules::read(&text).is_err(), "{shown}");
    }
    assert!(began.elapsed() < Duration::from_secs(10), "it took {:?}", began.elapsed());
    // A pattern that is slow elsewhere is not slow here.
    let mut rules = read(&pattern("(a+)+$"));
    let text = json!({ "systemPrompt": format!("{}b", "a".repeat(100_000)) });
    assert_eq!(said(&mut rules, &sampling(&text), None).1, "refused: no rule fits");
}
