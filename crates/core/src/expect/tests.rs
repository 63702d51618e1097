use super::*;
use serde_json::json;

fn raw(text: &str) -> Raw {
    Raw::parse(text).unwrap()
}

fn read(text: &str) -> Result<Assertion, String> {
    Assertion::read(&raw(text)).map_err(|error| error.to_string())
}

/// The verdict about a result that took 20 ms, of a tool whose output is an object with the number `sum`.
fn verdict(assertion: &str, result: &str) -> Verdict {
    let schema = json!({ "properties": { "sum": { "type": "number" } }, "required": ["sum"] });
    let result = raw(result);
    let of = Judged { result: &result, took: Duration::from_millis(20), output_schema: Some(&schema) };
    judge(&[read(assertion).unwrap()], &of).remove(0)
}

#[test]
fn each_assertion_passes_or_fails_with_what_was_expected_and_what_came() {
    let result = r#"{"content":[{"text":"3"}],"structuredContent":{"sum":3.0},"isError":false}"#;
    for (assertion, passed, line) in [
        (
            r#"{"path":"/structuredContent/sum","equals":3}"#,
            true,
            "/structuredContent/sum: expected 3, got 3.0",
        ),
        (
            r#"{"path":"/structuredContent/sum","equals":4}"#,
            false,
            "/structuredContent/sum: expected 4, got 3.0",
        ),
        (r#"{"path":"/content/0/text","equals":"3"}"#, true, "/content/0/text: expected \"3\", got \"3\""),
        (r#"{"path":"/content/1","equals":null}"#, false, "/content/1: expected null, got nothing"),
        (
            r#"{"path":"/content/0","exists":true}"#,
            true,
            "/content/0: expected a value, got {\"text\":\"3\"}",
        ),
        (r#"{"path":"/content/1","exists":true}"#, false, "/content/1: expected a value, got nothing"),
        (r#"{"path":"/content/1","exists":false}"#, true, "/content/1: expected nothing, got nothing"),
        (r#"{"isError":false}"#, true, "isError: expected false, got false"),
        (r#"{"isError":true}"#, false, "isError: expected true, got false"),
        (r#"{"maxMs":20}"#, true, "duration: expected at most 20 ms, got 20.0 ms"),
        (r#"{"maxMs":19}"#, false, "duration: expected at most 19 ms, got 20.0 ms"),
        (
            r#"{"schema":"output"}"#,
            true,
            "structuredContent: expected one that fits the output schema of the tool, got {\"sum\":3.0}",
        ),
        (
            r#"{"path":"/content","schema":{"maxItems":0}}"#,
            false,
            "/content: expected one that fits the schema, got one that does not: expected at most 0 items, got an array of 1 item",
        ),
        (
            r#"{"path":"/nothing","schema":{}}"#,
            false,
            "/nothing: expected one that fits the schema, got nothing",
        ),
    ] {
        let verdict = verdict(assertion, result);
        assert_eq!((verdict.passed, verdict.line().as_str()), (passed, line), "{assertion}");
    }
}

#[test]
fn the_output_schema_is_held_against_the_structured_content() {
    let wrong = verdict(r#"{"schema":"output"}"#, r#"{"structuredContent":{"sum":"x"}}"#);
    assert_eq!(
        (wrong.passed, wrong.actual.as_str()),
        (false, "one that does not: `/sum`: expected a number, got the text \"x\"")
    );
    let none = verdict(r#"{"schema":"output"}"#, r#"{"content":[]}"#);
    assert_eq!((none.passed, none.actual.as_str()), (false, "nothing"));
    let result = raw(r#"{"structuredContent":{}}"#);
    let of = Judged { result: &result, took: Duration::ZERO, output_schema: None };
    let unknown = judge(&[read(r#"{"schema":"output"}"#).unwrap()], &of).remove(0);
    assert_eq!((unknown.passed, unknown.actual.as_str()), (false, "the tool declares no output schema"));
}

#[test]
fn values_are_the_same_however_they_are_spelled() {
    for (one, other) in [
        ("1.50", "15e-1"),
        (r#"{"a":1,"b":[true,null]}"#, r#"{ "b": [ true, null ], "a": 1.0 }"#),
        (r#""\u0041\/""#, r#""A/""#),
        (r#"{"a":1,"a":2}"#, r#"{"a":2}"#),
    ] {
        assert!(is_same(&raw(one), &raw(other)), "{one} {other}");
    }
    for (one, other) in [
        ("12345678901234567890123", "12345678901234567890124"),
        ("1", "\"1\""),
        ("[1]", "[1,2]"),
        (r#"{"a":1}"#, r#"{"b":1}"#),
        (r#"{"a":1}"#, r#"{"a":1,"b":2}"#),
        ("null", "false"),
    ] {
        assert!(!is_same(&raw(one), &raw(other)), "{one} {other}");
    }
}

#[test]
fn an_assertion_that_says_nothing_is_refused_with_the_reason() {
    for (text, why) in [
        ("{}", "just one of"),
        (r#"{"isError":true,"maxMs":1}"#, "just one of"),
        (r#"{"equals":1}"#, "needs `path`"),
        (r#"{"exists":true}"#, "needs `path`"),
        (r#"{"path":"/a","maxMs":1}"#, "does not go with it"),
        (r#"{"path":"/a","schema":"output"}"#, "does not go with it"),
        (r#"{"path":"a/b","equals":1}"#, "begin with `/`"),
        (r#"{"path":"/a","equal":1}"#, "unknown field `equal`"),
        (r#"{"maxMs":-1}"#, "invalid value"),
        (r#"{"schema":"input"}"#, "should be \"output\" or a JSON Schema"),
        (r#"{"schema":{"type":"nonsense"}}"#, "the schema is not valid"),
        ("[1]", "is an object"),
    ] {
        let error = read(text).unwrap_err();
        assert!(error.contains(why), "{text}: {error}");
    }
    let deep = format!(r#"{{"path":"","equals":{}{}}}"#, "[".repeat(200), "]".repeat(200));
    assert!(Raw::parse(&deep).is_err() || read(&deep).unwrap_err().contains("nests deeper"));
}

#[test]
fn assertions_are_written_as_they_were_read() {
    for text in [
        r#"{"path":"/a","equals":null}"#,
        r#"{"path":"/a","equals":1.50}"#,
        r#"{"path":"","schema":{"type":"object"}}"#,
        r#"{"schema":"output"}"#,
        r#"{"isError":false}"#,
        r#"{"maxMs":500}"#,
    ] {
        assert_eq!(Raw::of(&read(text).unwrap()).as_str(), text);
    }
}

#[test]
fn what_a_server_sends_is_told_briefly_and_cannot_act() {
    let result = Raw::of(&json!({ "a": format!("\u{1b}[31m{}", "x".repeat(1_000_000)) }));
    let of = Judged { result: &result, took: Duration::ZERO, output_schema: None };
    let verdict = judge(&[read(r#"{"path":"/a","equals":"y"}"#).unwrap()], &of).remove(0);
    assert!(verdict.actual.len() < 10_000 && !verdict.actual.contains('\u{1b}'), "{}", verdict.actual.len());
}

#[test]
fn what_cannot_be_checked_or_is_in_doubt_does_not_pass() {
    let pattern = r#"{"path":"/s","schema":{"type":"string","pattern":"^[a-z]+$"}}"#;
    assert!(verdict(pattern, r#"{"s":"abc"}"#).passed);
    for (assertion, result) in [
        (pattern, r#"{"s":"é!! 123"}"#),
        (r#"{"path":"/s","schema":{"pattern":"^\\bx\\b$"}}"#, r#"{"s":"foo bar"}"#),
        (r#"{"path":"/s","schema":{"type":"null"}}"#, r#"{"s":1e999}"#),
        (r#"{"path":"/s","schema":{"type":"null"}}"#, r#"{"s":"\ud800"}"#),
        (r#"{"path":"/s","equals":2e99999999999999999999}"#, r#"{"s":1e99999999999999999999}"#),
    ] {
        let verdict = verdict(assertion, result);
        assert!(!verdict.passed, "{assertion} of {result}: {verdict:?}");
    }
    let members: Vec<String> = (0..30).map(|n| format!(r#""{}{n}":"x""#, "k".repeat(300))).collect();
    let schema = r#"{"path":"","schema":{"additionalProperties":{"type":"number"}}}"#;
    assert!(verdict(schema, &format!("{{{}}}", members.join(","))).actual.len() < 3000);
}
