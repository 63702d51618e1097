use super::*;
use crate::check::{Finding, Level, Spot};
use crate::entry::{Entry, EntryKind};
use crate::frame::Direction;
use crate::stamp::{At, Seq};
use crate::timeline::Timeline;
use crate::view::ServerView;
use bytes::Bytes;

fn frame(text: &str) -> Frame {
    Frame::read(Bytes::copy_from_slice(text.as_bytes()))
}

fn call(method: &str, params: &str) -> Frame {
    frame(&format!(r#"{{"jsonrpc":"2.0","id":7,"method":"{method}","params":{params}}}"#))
}

fn local() -> Target {
    Target::from_line("node server.js --flag 'a b' --token s3cret-value-1").unwrap()
}

fn remote() -> Target {
    let mut target = Target::url("https://h.example/mcp?key=s3cret-value-1").unwrap();
    if let Transport::Http(http) = &mut target.transport {
        http.headers = vec![
            ("Authorization".into(), "Bearer s3cret-value-1".into()),
            ("X-Team".into(), "it's us".into()),
        ];
    }
    target
}

fn command(target: &Target, method: &str, params: &str) -> String {
    cli(target, Versions::Auto, &call(method, params)).unwrap()
}

#[test]
fn a_call_becomes_a_command_of_this_program() {
    assert_eq!(
        command(&local(), "tools/call", r#"{"name":"echo","arguments":{ "n": 1.0, "m": "it's" }}"#),
        r#"mcp-inspector --cli --method tools/call --tool-name echo --tool-args-json '{"n":1.0,"m":"it'\''s"}' -- node server.js --flag 'a b' --token '[REDACTED]'"#
    );
    let mut target = Target::from_line("server").unwrap();
    if let Transport::Stdio(stdio) = &mut target.transport {
        stdio.env.insert("API_KEY".into(), "s3cret-value-1".into());
        stdio.env.insert("MODE".into(), "x y".into());
        stdio.cwd = Some("/srv/a b".into());
    }
    assert_eq!(
        command(&target, "resources/read", r#"{"uri":"a://b?c"}"#),
        r#"mcp-inspector --cli --method resources/read --uri 'a://b?c' -e API_KEY="$API_KEY" -e 'MODE=x y' --cwd '/srv/a b' -- server"#
    );
    assert_eq!(
        command(&remote(), "tools/list", "{}"),
        r#"mcp-inspector --cli --method tools/list -H 'Authorization: Bearer '"$AUTHORIZATION" -H 'X-Team: it'\''s us' 'https://h.example/mcp?key=[REDACTED]'"#
    );
}

#[test]
fn an_era_that_was_chosen_is_in_the_command() {
    let said = |versions| cli(&local(), versions, &call("tools/list", "{}")).unwrap();
    let rest = "--method tools/list -- node server.js --flag 'a b' --token '[REDACTED]'";
    assert_eq!(said(Versions::Legacy), format!("mcp-inspector --cli --era legacy {rest}"));
    let pinned = Versions::typed("2025-06-18").unwrap();
    assert_eq!(said(pinned), format!("mcp-inspector --cli --era 2025-06-18 {rest}"));
}

#[test]
fn what_has_no_flag_goes_as_it_is_and_what_we_added_is_left_out() {
    let end = |method: &str, params: &str| {
        let target = Target::from_line("s").unwrap();
        let all = command(&target, method, params);
        all.strip_prefix("mcp-inspector --cli --method ").unwrap().strip_suffix(" -- s").unwrap().to_owned()
    };
    let token = r#""_meta":{"progressToken":7,"io.modelcontextprotocol/protocolVersion":"2026-07-28"}"#;
    assert_eq!(end("tools/call", &format!(r#"{{"name":"a",{token}}}"#)), "tools/call --tool-name a");
    assert_eq!(end("ping", &format!("{{{token}}}")), "ping");
    assert_eq!(
        end("tools/call", r#"{"name":"a","_meta":{"progressToken":7,"mine":1.0}}"#),
        r#"tools/call --params '{"name":"a","_meta":{"mine":1.0}}'"#
    );
    assert_eq!(end("tools/call", r#"{"name":"-a"}"#), r#"tools/call --params '{"name":"-a"}'"#);
    assert_eq!(end("tools/call", r#"{"arguments":{}}"#), r#"tools/call --params '{"arguments":{}}'"#);
    assert_eq!(end("tools/call", "[1]"), "tools/call --params '[1]'");
    assert_eq!(end("vendor/x", "{}"), "vendor/x --params '{}'");
    assert_eq!(end("initialize", r#"{"protocolVersion":"2025-06-18"}"#), "initialize");
    assert_eq!(end("logging/setLevel", r#"{"level":"info"}"#), "logging/setLevel --log-level info");
    assert_eq!(
        end("logging/setLevel", r#"{"level":"LOUD"}"#),
        r#"logging/setLevel --params '{"level":"LOUD"}'"#
    );
}

#[test]
fn a_step_of_a_script_is_json_with_the_values_as_they_were() {
    let step = |method, params| script_step(&call(method, params)).unwrap();
    assert_eq!(
        step("tools/call", r#"{"name":"a\"b","arguments":{"n":1e400}}"#),
        r#"{"method": "tools/call", "toolName": "a\"b", "toolArgs": {"n":1e400}}"#
    );
    assert_eq!(step("x/y", r#"{"a": 1}"#), r#"{"method": "x/y", "params": {"a":1}}"#);
    assert!(Raw::parse(&step("ping", "{}")).is_ok());
    let answer = frame(r#"{"jsonrpc":"2.0","id":1,"result":{}}"#);
    assert_eq!(script_step(&answer), Err(ShareError::NotARequest));
    assert_eq!(script_step(&frame("junk")), Err(ShareError::NotOneMessage));
}

#[test]
fn curl_has_the_headers_of_the_era_and_no_secret() {
    let frame = call("tools/call", r#"{"name":"echo"}"#);
    let legacy = curl(&remote(), Some(Revision::R2025_06_18), &frame, None).unwrap();
    assert_eq!(
        legacy,
        r#"curl -sS -N -X POST 'https://h.example/mcp?key=[REDACTED]' -H 'Content-Type: application/json' -H 'Accept: application/json, text/event-stream' -H 'MCP-Protocol-Version: 2025-06-18' -H 'Mcp-Session-Id: '"$MCP_SESSION_ID" -H 'Authorization: Bearer '"$AUTHORIZATION" -H 'X-Team: it'\''s us' --data-raw '{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"echo"}}'"#
    );
    let modern = curl(&remote(), Some(Revision::NEWEST), &frame, None).unwrap().to_lowercase();
    assert!(modern.contains("'mcp-method: tools/call'") && modern.contains("'mcp-name: echo'"), "{modern}");
    assert!(!modern.contains("session"), "{modern}");
    let exchange = HttpExchange {
        url: "https://h.example/other".into(),
        request_headers: vec![
            ("mcp-session-id".into(), "s3cret-value-1".into()),
            ("authorization".into(), format!("Bearer {REDACTED}")),
            ("content-length".into(), "5".into()),
        ],
        ..HttpExchange::default()
    };
    let again = curl(&remote(), Some(Revision::R2025_06_18), &frame, Some(&exchange)).unwrap();
    assert!(again.contains(r#"/other -H 'mcp-session-id: '"$MCP_SESSION_ID" -H 'authorization: Bearer '"$AUTHORIZATION" --data"#), "{again}");
    for text in [legacy, modern, again, command(&local(), "ping", "{}")] {
        assert!(!text.contains("s3cret-value-1"), "{text}");
    }
    assert_eq!(curl(&local(), None, &frame, None), Err(ShareError::NotHttp));
}

#[test]
fn the_message_is_put_on_one_line() {
    assert_eq!(json_rpc(&frame("{ \"a\":\n 1.0 }")), r#"{"a":1.0}"#);
    assert_eq!(json_rpc(&frame("no json")), "no json");
}

fn sent(seq: u64, direction: Direction, text: &str) -> Entry {
    let kind = EntryKind::Frame { direction, frame: frame(text), exchange: None, masked: false, call: None };
    Entry { seq: Seq(seq), at: At::from_millis(seq * 10), kind }
}

#[test]
fn what_looks_like_a_secret_is_in_no_report_wherever_it_is_repeated() {
    let arguments = r#"{"password":"CALLPASS123","apiKey":"CALLKEY12345678","auth":"Bearer abcdefgh12345678","url":"http://h/?token=QTOKEN1234567","n":1.10}"#;
    let call = format!(
        r#"{{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{{"name":"a","arguments":{arguments}}}}}"#
    );
    let echo = r#"{"jsonrpc":"2.0","id":7,"result":{"content":[{"type":"text","text":"you said CALLPASS123 and CALLKEY12345678 to http://h/?token=QTOKEN1234567"}]}}"#;
    let entries = [sent(1, Direction::Sent, &call), sent(2, Direction::Received, echo)];
    let row = Timeline::of(&entries).row_at(Seq(1)).unwrap();
    let stderr = ["got CALLPASS123 with Bearer abcdefgh12345678".to_owned()];
    let report = BugReport {
        program: "mcp-inspector 1.0",
        place: "node server.js",
        server: None,
        row: &row,
        entries: &entries,
        stderr: &stderr,
        findings: &[],
    };
    let text = report.markdown();
    for secret in ["CALLPASS123", "CALLKEY12345678", "abcdefgh12345678", "QTOKEN1234567"] {
        assert!(!text.contains(secret), "{secret} is in\n{text}");
    }
    for kept in ["\"name\": \"a\"", "\"n\": 1.10", "you said [REDACTED] and [REDACTED]", "### stderr"] {
        assert!(text.contains(kept), "{kept} is not in\n{text}");
    }
}

#[test]
fn a_report_has_everything_and_nothing_in_it_acts_as_markup() {
    let entries = [
        sent(1, Direction::Sent, r#"{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"a`b"}}"#),
        sent(2, Direction::Received, r#"{"jsonrpc":"2.0","id":7,"error":{"code":-5,"message":"```\\n# x"}}"#),
    ];
    let row = Timeline::of(&entries).row_at(Seq(1)).unwrap();
    let server = ServerView {
        revision: Some(Revision::R2025_06_18),
        info: Some(Raw::parse(r#"{"name":"<b>|s","version":"1"}"#).unwrap()),
        capabilities: None,
        instructions: None,
    };
    let findings = [Finding {
        rule: "a-rule",
        level: Level::Must,
        revision: None,
        message: "wrong".into(),
        spot: Spot::Pointer("/error".into()),
        seq: Seq(2),
        page: "https://spec.example/a".into(),
    }];
    let stderr: Vec<String> = (0..59).map(|number| format!("line {number}")).collect();
    let stderr = [stderr, vec!["\u{1b}[1;31mline 59\u{1b}[0m".to_owned()]].concat();
    let report = BugReport {
        program: "mcp-inspector 1.0",
        place: "node server.js",
        server: Some(&server),
        row: &row,
        entries: &entries,
        stderr: &stderr,
        findings: &findings,
    };
    let text = report.markdown();
    for part in [
        "## `tools/call` ``a`b``: error (-5)\n",
        "| server | \\<b\\>\\|s 1 |\n",
        "| revision | 2025-06-18 |\n",
        "| took | 10.000 ms |\n",
        "### sent at 0.010s\n\n```json\n{\n  \"jsonrpc\": \"2.0\",\n",
        "### received at 0.020s\n\n````json\n{\n",
        "- a-rule at `/error`: wrong (<https://spec.example/a>)\n",
        "```\nline 10\n",
        "line 59\n```\n",
    ] {
        assert!(text.contains(part), "{part:?} is not in\n{text}");
    }
}
