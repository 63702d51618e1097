//! Every row of the table that reads what became of `server/discover`, over both transports.

use crate::scripted::{Over, Served, any_era, connected, logged_methods};
use crate::support::{PATIENCE, notes};
use mcp_inspector_engine::core::entry::Note;
use mcp_inspector_engine::core::era::{Revision, Versions};
use mcp_inspector_engine::{FaultCode, Session, ToolCall};
use mcp_inspector_testkit::scripted::{self, Part, Script, Step};
use serde_json::{Value, json};

const BOTH: &[Over] = &[Over::Http, Over::Stdio];
const HTTP: &[Over] = &[Over::Http];

/// How a row ends.
#[derive(Clone, Copy)]
enum End {
    /// In this revision, after a handshake if it has one.
    Speaks(Revision),
    /// With this fault, and without a handshake.
    Fails(FaultCode),
    /// With this fault, after a second `server/discover`.
    FailsTwice(FaultCode),
}

const MODERN: End = End::Speaks(Revision::R2026_07_28);
const LEGACY: End = End::Speaks(Revision::R2025_11_25);

struct Row {
    over: &'static [Over],
    says: Step,
    /// What a user reads: what became of the question, and what that says.
    reads: String,
    end: End,
}

fn row(over: &'static [Over], says: Step, sign: &str, verdict: &str, end: End) -> Row {
    Row { over, says, reads: format!("`server/discover`: {sign}; {verdict}"), end }
}

fn discovered(versions: &Value) -> Step {
    Step::complete(&json!({ "supportedVersions": versions, "capabilities": { "tools": {} } }))
}

fn unsupported(versions: &Value) -> Step {
    Step::error(-32022, "no", &json!({ "supported": versions, "requested": "2026-07-28" }))
}

fn page(status: u16, body: &str) -> Step {
    Step::Http { status, media: "text/html".to_owned(), body: body.to_owned() }
}

/// What a list of revisions says about the era: that of the newest one that we speak, too.
fn era_of(end: End) -> &'static str {
    match end {
        End::Speaks(revision) if !revision.is_modern() => "legacy era",
        _ => "modern era",
    }
}

fn results() -> Vec<Row> {
    let speaks = |names: &str| format!("the server speaks {names}");
    let found = |versions: Value, names: &str, end| {
        row(BOTH, discovered(&versions), &speaks(names), era_of(end), end)
    };
    let none = "the answer names no revisions";
    let mismatch = End::Fails(FaultCode::ProtocolVersionMismatch);
    vec![
        found(json!(["2026-07-28"]), "2026-07-28", MODERN),
        found(
            json!(["2024-11-05", "2026-07-28", "2099-01-01"]),
            "2024-11-05, 2026-07-28, 2099-01-01",
            MODERN,
        ),
        found(
            json!(["2024-11-05", "2025-06-18"]),
            "2024-11-05, 2025-06-18",
            End::Speaks(Revision::R2025_06_18),
        ),
        found(json!(["2099-01-01"]), "2099-01-01", mismatch),
        found(json!([]), "no revision at all", mismatch),
        row(BOTH, discovered(&json!(7)), none, "legacy era", LEGACY),
        row(BOTH, Step::result(&json!({})), none, "legacy era", LEGACY),
        row(BOTH, Step::result(&json!([1])), none, "legacy era", LEGACY),
        row(BOTH, Step::result(&Value::Null), none, "legacy era", LEGACY),
        row(
            HTTP,
            Step::stream([
                Part::notification("notifications/message", &json!({ "level": "info", "data": "hello" })),
                Part::complete(
                    &json!({ "supportedVersions": ["2026-07-28"], "capabilities": { "tools": {} } }),
                ),
            ]),
            &speaks("2026-07-28"),
            "modern era",
            MODERN,
        ),
    ]
}

fn errors() -> Vec<Row> {
    let mut rows = Vec::new();
    for code in [-32601, -32600, -32602, -32000, -32001, -32603, -32700, -32004, 0, 42] {
        let sign = format!("the server refused it with error {code}");
        rows.push(row(BOTH, Step::error(code, "no", &Value::Null), &sign, "legacy era", LEGACY));
        // Over HTTP the body counts more than the status, and more than its id.
        for status in [400, 404, 500] {
            let says = Step::unattributed(status, code, &Value::Null);
            rows.push(row(HTTP, says, &sign, "legacy era", LEGACY));
        }
    }
    for code in [-32020, -32021] {
        let sign = format!("the server refused it with error {code}");
        let fails = End::Fails(FaultCode::ProtocolError);
        let data = json!({ "requiredCapabilities": { "sampling": {} } });
        rows.push(row(BOTH, Step::error(code, "no", &data), &sign, "modern era", fails));
        rows.push(row(HTTP, Step::unattributed(400, code, &data), &sign, "modern era", fails));
    }
    let refused = |names: &str| format!("the server refused the revision; it speaks {names}");
    let twice = End::FailsTwice(FaultCode::ProtocolVersionMismatch);
    let fails = End::Fails(FaultCode::ProtocolVersionMismatch);
    let older = End::Speaks(Revision::R2025_06_18);
    for (versions, names, end) in [
        (json!(["2026-07-28"]), "2026-07-28", twice),
        (json!(["2024-11-05", "2025-06-18"]), "2024-11-05, 2025-06-18", older),
        (json!(["2099-01-01"]), "2099-01-01", fails),
        (json!([]), "no revision at all", fails),
    ] {
        rows.push(row(BOTH, unsupported(&versions), &refused(names), era_of(end), end));
        let says = Step::unattributed(400, -32022, &json!({ "supported": versions }));
        rows.push(row(HTTP, says, &refused(names), era_of(end), end));
    }
    let bare = Step::error(-32022, "no", &Value::Null);
    let fails = End::Fails(FaultCode::ProtocolError);
    rows.push(row(BOTH, bare, "the server refused it with error -32022", "modern era", fails));
    rows
}

fn statuses() -> Vec<Row> {
    let mut rows = Vec::new();
    for status in [400, 404, 405, 406, 410, 415, 418, 422, 429] {
        let sign = format!("HTTP {status}");
        rows.push(row(HTTP, page(status, "<h1>no</h1>"), &sign, "legacy era", LEGACY));
        rows.push(row(HTTP, page(status, ""), &sign, "legacy era", LEGACY));
    }
    for (status, body) in [(200, ""), (200, "<h1>It works!</h1>"), (202, ""), (204, "")] {
        rows.push(row(HTTP, page(status, body), "the answer is not JSON-RPC", "legacy era", LEGACY));
    }
    let junk = Step::status(200, r#"{"jsonrpc":"2.0","id":1,"res"#);
    rows.push(row(HTTP, junk, "the answer is not JSON-RPC", "legacy era", LEGACY));
    for status in [500, 502, 503] {
        let sign = format!("HTTP {status}");
        rows.push(row(HTTP, page(status, "broken"), &sign, "says nothing about the era", LEGACY));
    }
    let login = "a login is needed before the era can be told";
    let body = r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"who are you?"}}"#;
    for (status, code) in [(401, FaultCode::AuthenticationFailed), (403, FaultCode::HttpStatus)] {
        let sign = format!("HTTP {status}");
        rows.push(row(HTTP, page(status, "no"), &sign, login, End::Fails(code)));
        rows.push(row(HTTP, Step::status(status, body), &sign, login, End::Fails(code)));
    }
    let gone = End::Fails(FaultCode::TransportError);
    rows.push(row(HTTP, Step::Exit(0), "the server could not be reached", "not connected", gone));
    rows
}

/// A server that says this to `server/discover` and shakes hands with whoever wants it.
fn server(over: Over, says: &Step) -> Served {
    let names_older = json!(says).to_string().contains("2025-06-18");
    let welcome = json!({
        "protocolVersion": if names_older { "2025-06-18" } else { "2025-11-25" },
        "capabilities": { "tools": {} },
        "serverInfo": { "name": "scripted", "version": "1" },
    });
    let script =
        Script::legacy().on("server/discover", [says.clone()]).on("initialize", [Step::result(&welcome)]);
    Served::start(over, script)
}

/// What came without the stream that a client of the older era asks for.
fn posts(served: &Served) -> Vec<String> {
    served.methods().into_iter().filter(|method| method != "GET").collect()
}

fn probe_notes(session: &Session) -> Vec<String> {
    let is_probe = |note: &Note| matches!(note, Note::Probe { .. });
    notes(session).iter().filter(|note| is_probe(note)).map(ToString::to_string).collect()
}

async fn check(row: &Row, over: Over) {
    let about = format!("{over:?}: {:?}", row.says);
    let served = server(over, &row.says);
    let session = Session::open(served.target(), any_era());
    let ready = tokio::time::timeout(PATIENCE, session.ready()).await;
    let ready = ready.unwrap_or_else(|_| panic!("{about}: connecting hangs"));
    let question = vec!["server/discover".to_owned()];
    match row.end {
        End::Speaks(revision) => {
            ready.unwrap_or_else(|fault| panic!("{about}: {fault:?}"));
            assert_eq!(session.revision(), Some(revision), "{about}");
            // Whatever goes before a call has come when the call is answered.
            session.call_tool(ToolCall::new("echo")).await.unwrap_or_else(|fault| panic!("{about}: {fault}"));
            let expected = if revision.is_modern() {
                vec!["tools/call".to_owned()]
            } else {
                handshake_alone(over, &row.says).await
            };
            assert_eq!(posts(&served), [question, expected].concat(), "{about}");
            if !revision.is_modern() {
                let hello = &served.messages("initialize")[0];
                assert_eq!(hello["params"]["protocolVersion"], revision.as_str(), "{about}");
                assert!(hello["params"].get("_meta").is_none(), "{about}: {hello}");
            }
            assert_eq!(probe_notes(&session), [row.reads.as_str()], "{about}");
        }
        End::Fails(code) => {
            let fault = ready.expect_err(&about);
            assert_eq!(fault.code, code, "{about}: {fault:?}");
            assert_eq!(served.methods(), question, "{about}");
            assert_eq!(probe_notes(&session), [row.reads.as_str()], "{about}");
        }
        End::FailsTwice(code) => {
            let fault = ready.expect_err(&about);
            assert_eq!(fault.code, code, "{about}: {fault:?}");
            assert_eq!(served.methods(), [question.clone(), question].concat(), "{about}");
            assert_eq!(probe_notes(&session), [row.reads.as_str(), row.reads.as_str()], "{about}");
        }
    }
    assert_eq!(logged_methods(&session), posts(&served), "{about}: the log shows what the server got");
    session.stop().await;
}

/// What a session that does not ask costs with the same server.
async fn handshake_alone(over: Over, says: &Step) -> Vec<String> {
    let served = server(over, says);
    let mut config = any_era();
    config.peer.versions = Versions::Legacy;
    let session = connected(&served, config).await;
    session.call_tool(ToolCall::new("echo")).await.expect("the call is answered");
    assert_eq!(probe_notes(&session), [""; 0]);
    posts(&served)
}

async fn check_all(rows: Vec<Row>) {
    for row in rows {
        for over in row.over {
            check(&row, *over).await;
        }
    }
}

#[tokio::test]
async fn every_result_has_its_verdict() {
    check_all(results()).await;
}

#[tokio::test]
async fn every_error_has_its_verdict() {
    check_all(errors()).await;
}

#[tokio::test]
async fn every_status_has_its_verdict() {
    check_all(statuses()).await;
}

#[tokio::test]
async fn a_refusal_with_403_is_no_sign_of_the_era_whatever_its_body_says() {
    // The error names the request, so it could be taken for the answer to it.
    for code in [-32600, -32601, -32022] {
        let served = server(Over::Http, &attributed(403, code));
        let session = Session::open(served.target(), any_era());
        let fault = session.ready().await.expect_err("the server lets nobody in");
        assert_eq!((fault.code, fault.details.http_status), (FaultCode::HttpStatus, Some(403)), "{fault:?}");
        let login = "`server/discover`: HTTP 403; a login is needed before the era can be told";
        assert_eq!(probe_notes(&session), [login]);
        assert_eq!(served.methods(), ["server/discover"], "no handshake is tried");
    }
}

#[tokio::test]
async fn a_login_that_is_wanted_is_asked_for_once_and_no_handshake_is_tried() {
    for status in [401, 403] {
        let script = Script::legacy()
            .on("server/discover", [page(status, "who are you?")])
            .header("WWW-Authenticate", "Bearer realm=\"scripted\"");
        let served = Served::start(Over::Http, script);
        let mut config = any_era();
        config.peer.retry.limit = Some(3);
        let session = Session::open(served.target(), config);
        let fault = session.ready().await.expect_err("the server wants a login");
        assert_eq!((fault.code, fault.details.http_status), (FaultCode::AuthenticationFailed, Some(status)));
        assert_eq!(served.methods(), ["server/discover"], "HTTP {status}: asking again cannot help");
    }
}

#[tokio::test]
async fn an_event_stream_that_ends_without_an_answer_is_no_message() {
    let log = Part::notification("notifications/message", &json!({ "level": "info", "data": "hello" }));
    for parts in [vec![], vec![Part::Text(": welcome\n\n".to_owned())], vec![log]] {
        let says = Step::stream(parts);
        check(&row(HTTP, says, "the answer is not JSON-RPC", "legacy era", LEGACY), Over::Http).await;
    }
    let broken = Step::Stream { parts: vec![], end: scripted::End::Break };
    let fails = End::Fails(FaultCode::TransportError);
    let says = "the server could not be reached";
    check(&row(HTTP, broken, says, "not connected", fails), Over::Http).await;
}

fn attributed(status: u16, code: i64) -> Step {
    let Step::Say(body) = Step::error(code, "no", &Value::Null) else { unreachable!("an error is said") };
    Step::status(status, body)
}

#[tokio::test]
async fn an_error_with_a_status_and_the_right_id_is_read_once() {
    for (status, code) in [(400, -32600), (404, -32601), (500, -32603)] {
        let sign = format!("the server refused it with error {code}");
        check(&row(HTTP, attributed(status, code), &sign, "legacy era", LEGACY), Over::Http).await;
    }
    let fails = End::Fails(FaultCode::ProtocolError);
    for code in [-32020, -32021, -32022] {
        let sign = format!("the server refused it with error {code}");
        check(&row(HTTP, attributed(400, code), &sign, "modern era", fails), Over::Http).await;
    }
}
