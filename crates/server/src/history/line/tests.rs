use super::*;
use mcp_inspector_engine::core::message::RpcError;
use mcp_inspector_engine::{Fault, FaultCode};
use serde_json::json;

fn none() -> Redactor {
    Redactor::default()
}

fn request_line(method: &str, params: Option<&str>, secrets: &Redactor) -> String {
    let params = params.map(|text| Raw::parse(text).unwrap());
    let line = RequestLine { request_id: "abc123", server_id: "my-server", method, params: params.as_ref() };
    let mut out = Vec::new();
    request(&mut out, 1_732_987_200_000, &line, Mask { own: &none(), server: secrets });
    String::from_utf8(out).unwrap()
}

fn response_line(end: End<'_>, micros: u64) -> String {
    let mut out = Vec::new();
    let mask = Mask { own: &none(), server: &none() };
    response(&mut out, 1_732_987_200_045, "abc123", end, Duration::from_micros(micros), mask);
    String::from_utf8(out).unwrap()
}

#[test]
fn a_request_is_written_as_published() {
    let line = request_line("tools/call", Some(r#"{"name":"echo","arguments":{"n":1.10}}"#), &none());
    assert_eq!(
        line,
        "{\"ts\":1732987200000,\"level\":\"info\",\"type\":\"mcp_request\",\"method\":\"tools/call\",\
         \"target\":\"echo\",\"params\":{\"name\":\"echo\",\"arguments\":{\"n\":1.10}},\
         \"requestId\":\"abc123\",\"serverId\":\"my-server\"}\n"
    );
    let line = request_line("tools/list", None, &none());
    assert!(!line.contains("target") && !line.contains("params"), "{line}");
}

#[test]
fn the_target_is_the_tool_the_prompt_or_the_resource() {
    for (method, params, target) in [
        ("prompts/get", r#"{"name":"p"}"#, Some("p")),
        ("resources/read", r#"{"uri":"file:///x"}"#, Some("file:///x")),
        ("resources/subscribe", r#"{"uri":"file:///x"}"#, Some("file:///x")),
        ("completion/complete", r#"{"ref":{"type":"ref/prompt","name":"p"}}"#, Some("p")),
        ("completion/complete", r#"{"ref":{"type":"ref/resource","uri":"u"}}"#, Some("u")),
        ("tools/call", r#"{"name":5}"#, None),
        ("tools/call", "[1]", None),
        ("ping", r#"{"name":"x"}"#, None),
    ] {
        let line: Value = serde_json::from_str(&request_line(method, Some(params), &none())).unwrap();
        assert_eq!(line.get("target").and_then(Value::as_str), target, "{method} {params}");
    }
}

#[test]
fn a_response_is_written_as_published() {
    let result = Raw::parse("{\n  \"content\": [],\r\n  \"n\": 12345678901234567890123\n}").unwrap();
    assert_eq!(
        response_line(End::Result(&result), 45_000),
        "{\"ts\":1732987200045,\"level\":\"info\",\"type\":\"mcp_response\",\"requestId\":\"abc123\",\
         \"result\":{\"content\":[],\"n\":12345678901234567890123},\"duration\":45,\"success\":true}\n"
    );
    let error = RpcError::new(-32600, "Invalid request");
    assert_eq!(
        response_line(End::Error(&error), 50_120),
        "{\"ts\":1732987200045,\"level\":\"error\",\"type\":\"mcp_response\",\"requestId\":\"abc123\",\
         \"error\":{\"code\":-32600,\"message\":\"Invalid request\"},\"duration\":50.12,\"success\":false}\n"
    );
    let fault = Fault::new(FaultCode::ProcessCrashed, "it exited with code 3");
    assert_eq!(
        response_line(End::Fault(&fault), 1),
        "{\"ts\":1732987200045,\"level\":\"error\",\"type\":\"mcp_response\",\"requestId\":\"abc123\",\
         \"error\":{\"code\":\"PROCESS_CRASHED\",\"message\":\"it exited with code 3\"},\
         \"duration\":0.001,\"success\":false}\n"
    );
}

#[test]
fn a_result_that_is_an_error_is_no_success() {
    for (text, success) in [
        (r#"{"isError":true}"#, false),
        (r#"{"isError" : true }"#, false),
        (r#"{"isError":false}"#, true),
        (r#"{"structuredContent":{"isError":true}}"#, true),
        (r#"["isError"]"#, true),
    ] {
        let line: Value =
            serde_json::from_str(&response_line(End::Result(&Raw::parse(text).unwrap()), 0)).unwrap();
        assert_eq!(line["success"], success, "{text}");
        assert_eq!(line["level"], if success { "info" } else { "error" });
        assert!(line.get("result").is_some(), "{text}");
    }
}

#[test]
fn an_app_line_is_written_as_published() {
    let mut out = Vec::new();
    let mask = Mask { own: &none(), server: &none() };
    app(&mut out, 5, Level::Warn, "line\none", &json!({ "pid": 1 }), mask);
    app(&mut out, 6, Level::Debug, "bare", &Value::Null, mask);
    assert_eq!(
        String::from_utf8(out).unwrap(),
        "{\"ts\":5,\"level\":\"warn\",\"type\":\"app\",\"message\":\"line\\none\",\"data\":{\"pid\":1}}\n\
         {\"ts\":6,\"level\":\"debug\",\"type\":\"app\",\"message\":\"bare\"}\n"
    );
}

#[test]
fn secrets_known_by_value_by_name_and_by_form_are_masked() {
    let mut secrets = Redactor::default();
    secrets.add("known-by-value");
    secrets.add("my-server");
    let params =
        r#"{"name":"known-by-value","arguments":{"password":"p","h":"Bearer abc","known-by-value":1}}"#;
    let line: Value = serde_json::from_str(&request_line("tools/call", Some(params), &secrets)).unwrap();
    assert_eq!(line["target"], REDACTED);
    assert_eq!(line["serverId"], "my-server", "an id of ours is no secret of the server");
    let arguments = json!({ "password": REDACTED, "h": "Bearer [REDACTED]", REDACTED: 1 });
    assert_eq!(line["params"], json!({ "name": REDACTED, "arguments": arguments }));
}

#[test]
fn a_secret_that_is_syntax_takes_the_whole_value_with_it() {
    let mut secrets = Redactor::default();
    secrets.add("\":{\"a\":");
    secrets.add("method");
    let line = request_line("tools/call", Some(r#"{"x":{"a":1}}"#), &secrets);
    let line: Value = serde_json::from_str(&line).expect("the line stays JSON");
    assert_eq!(line["params"], REDACTED);
    assert_eq!(line["method"], "tools/call", "our own words are no secrets");
}
