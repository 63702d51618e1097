//! HTTP statuses after the server was found out: each ends one call, and no session.

use crate::scene::{calls, check_echo, done, http, lost, outcome};
use mcp_inspector_engine::core::peer::phase::PhaseName;
use mcp_inspector_engine::{CallRequest, FaultCode, Outcome, Session};
use mcp_inspector_testkit::scripted::{Script, Step};
use serde_json::{Value, json};

fn text(status: u16) -> Step {
    Step::Http { status, media: "text/plain".into(), body: "it broke".into() }
}

/// An error that names its request.
fn error(status: u16, code: i64, data: &Value) -> Step {
    let Step::Say(body) = Step::error(code, "no", data) else { unreachable!("an error is said") };
    Step::status(status, body)
}

async fn check_alive(session: &Session) {
    assert_eq!(session.phase(), PhaseName::Ready);
    check_echo(session).await;
}

#[tokio::test]
async fn a_status_without_a_message_loses_the_call() {
    for status in [400, 403, 404, 405, 413, 431, 500, 502, 503] {
        let (served, session) = http(calls([text(status), Step::complete(&done())])).await;
        let fault = lost(&session).await;
        assert_eq!((fault.code, fault.details.http_status), (FaultCode::HttpStatus, Some(status)));
        assert_eq!(fault.details.http_body.as_deref(), Some("it broke"));
        check_alive(&session).await;
        assert_eq!(served.methods(), ["server/discover", "tools/call", "tools/call"], "HTTP {status}");
    }
}

#[tokio::test]
async fn statuses_with_a_meaning_of_their_own_keep_it() {
    for (status, code) in [(401, FaultCode::AuthenticationFailed), (429, FaultCode::RateLimited)] {
        for step in [text(status), error(status, -32000, &Value::Null)] {
            let (_served, session) = http(calls([step, Step::complete(&done())])).await;
            let fault = lost(&session).await;
            assert_eq!((fault.code, fault.details.http_status), (code, Some(status)), "{fault:?}");
            check_alive(&session).await;
        }
    }
}

#[tokio::test]
async fn a_message_in_a_refusal_is_the_answer_with_and_without_its_id() {
    let data = json!({ "why": [1, 2] });
    for (status, code) in [
        (400, -32602),
        (400, -32021),
        (404, -32601),
        (404, -32602),
        (413, -32600),
        (500, -32603),
        (503, -32050),
    ] {
        for step in [error(status, code, &data), Step::unattributed(status, code, &data)] {
            let (served, session) = http(calls([step.clone(), Step::complete(&done())])).await;
            let Outcome::Refused(error) = outcome(&session).await else { panic!("not refused: {step:?}") };
            assert_eq!(error.code, Some(code));
            assert_eq!(error.data.expect("the data").to_value(), data);
            check_alive(&session).await;
            assert_eq!(served.methods().len(), 3, "it is not tried again: {step:?}");
        }
    }
}

#[tokio::test]
async fn a_method_that_the_server_does_not_know_is_refused_with_its_code() {
    let (_served, session) = http(Script::modern()).await;
    let request = CallRequest::new("vendor/unknown", None);
    let Outcome::Refused(error) = session.request(request).await.outcome().await else {
        panic!("not refused")
    };
    assert_eq!(error.code, Some(-32601));
    let fault = session.get_prompt("greet", &serde_json::Map::new()).await.expect_err("it has none");
    assert_eq!((fault.code, fault.rpc_code()), (FaultCode::ServerError, Some(-32601)));
    check_alive(&session).await;
}

#[tokio::test]
async fn a_success_without_an_answer_loses_the_call() {
    let page =
        |status, media: &str, body: &str| Step::Http { status, media: media.into(), body: body.into() };
    for step in [
        page(200, "application/json", ""),
        page(202, "", ""),
        page(204, "", ""),
        page(200, "text/html", "<h1>It works!</h1>"),
        page(200, "application/json", r#"{"jsonrpc":"2.0","id":1,"res"#),
        page(200, "application/json", "[]"),
    ] {
        let (_served, session) = http(calls([step.clone(), Step::complete(&done())])).await;
        let fault = lost(&session).await;
        assert_eq!(fault.code, FaultCode::InvalidResponse, "{step:?}: {fault:?}");
        check_alive(&session).await;
    }
}

#[tokio::test]
async fn a_status_for_a_list_is_the_fault_of_the_list() {
    let script = Script::modern().on("tools/list", [text(500), error(400, -32602, &Value::Null), text(404)]);
    let (_served, session) = http(script).await;
    let codes = [FaultCode::HttpStatus, FaultCode::ServerError, FaultCode::HttpStatus];
    for code in codes {
        assert_eq!(session.list_tools().await.expect_err("it cannot be had").code, code);
        check_alive(&session).await;
    }
}
