//! HTTP statuses that are no success, during the handshake and after it.

use crate::scene::{check_echo, failing_echo, fault_of, hint, posts, ready, with_method};
use crate::support::at;
use mcp_inspector_engine::core::fault::Category;
use mcp_inspector_engine::core::peer::phase::PhaseName;
use mcp_inspector_engine::{Fault, FaultCode};
use mcp_inspector_testkit::http::{HttpBehaviour, HttpServer};

fn status(code: u16, body: &str) -> HttpBehaviour {
    HttpBehaviour::Status { code, body: body.into(), content_type: "text/plain".into() }
}

fn status_after_init(code: u16, body: &str) -> HttpBehaviour {
    HttpBehaviour::StatusAfterInit { code, body: body.into(), content_type: "text/plain".into() }
}

fn check_status(fault: &Fault, code: u16, body: &str) {
    assert_eq!(fault.code, FaultCode::HttpStatus, "{fault:?}");
    assert_eq!(fault.details.http_status, Some(code));
    assert_eq!(fault.details.http_body.as_deref(), Some(body));
    assert_eq!(fault.details.http_content_type.as_deref(), Some("text/plain"));
    assert!(fault.message.ends_with(&format!("answered HTTP {code}")), "{}", fault.message);
}

#[tokio::test]
async fn a_status_in_the_handshake_is_the_fault_of_the_session() {
    for code in [400, 403, 404, 405, 418, 500, 502, 503] {
        let server = HttpServer::start(status(code, "it broke"));
        let (session, fault) = fault_of(at(&server.url())).await;
        check_status(&fault, code, "it broke");
        assert_eq!(fault.code.category(), Category::Transport);
        assert!(!hint(&fault).is_empty());
        assert_eq!(session.phase(), PhaseName::Closed);
        assert_eq!(posts(&server, "initialize").len(), 1, "HTTP {code} is not tried again");
    }
}

#[tokio::test]
async fn a_refusal_that_an_older_server_would_give_says_that_it_is_none() {
    let server = HttpServer::start(status(404, "no"));
    let (_, fault) = fault_of(at(&server.url())).await;
    assert!(hint(&fault).starts_with("it is not an HTTP+SSE server either"), "{}", hint(&fault));
    assert_eq!(with_method(&server, "GET").len(), 1, "it was tried");
}

#[tokio::test]
async fn a_status_after_the_handshake_fails_only_that_call() {
    for code in [400, 403, 405, 500, 503] {
        let server = HttpServer::start(status_after_init(code, "it broke"));
        let session = ready(&server).await;
        let fault = failing_echo(&session).await;
        check_status(&fault, code, "it broke");
        assert_eq!(fault.details.method.as_deref(), Some("tools/call"));
        assert_eq!(session.phase(), PhaseName::Ready);
        assert_eq!(posts(&server, "tools/call").len(), 1, "a call may have run, so it is not repeated");
    }
}

#[tokio::test]
async fn a_wanted_login_ends_the_attempts() {
    let server = HttpServer::start(HttpBehaviour::Unauthorized401);
    let mut config = crate::support::quick();
    config.peer.retry.limit = Some(3);
    let fault = mcp_inspector_engine::Session::connect(at(&server.url()), config).await.unwrap_err();
    assert_eq!(fault.code, FaultCode::AuthenticationFailed);
    assert_eq!(fault.code.category(), Category::Connection);
    assert_eq!(fault.details.http_status, Some(401));
    assert!(hint(&fault).contains("Authorization"));
    assert_eq!(server.requests().len(), 1, "asking again cannot help, nor can another transport");
}

#[tokio::test]
async fn a_login_wanted_after_the_handshake_fails_only_that_call() {
    let server = HttpServer::start_after_handshake(HttpBehaviour::Unauthorized401);
    let session = ready(&server).await;
    assert_eq!(failing_echo(&session).await.code, FaultCode::AuthenticationFailed);
    assert_eq!(session.phase(), PhaseName::Ready);
    assert_eq!(posts(&server, "tools/call").len(), 1);
}

#[tokio::test]
async fn too_many_requests_tell_when_to_ask_again() {
    let server = HttpServer::start(HttpBehaviour::RateLimited429);
    let (_, fault) = fault_of(at(&server.url())).await;
    assert_eq!((fault.code, fault.details.retry_after), (FaultCode::RateLimited, Some(2)));
    assert!(fault.code.is_retryable());

    let server = HttpServer::start_after_handshake(HttpBehaviour::RateLimited429);
    let session = ready(&server).await;
    let fault = failing_echo(&session).await;
    assert_eq!((fault.code, fault.details.retry_after), (FaultCode::RateLimited, Some(2)));
    assert_eq!(fault.details.http_body.as_deref(), Some("Too many requests"));
    assert_eq!(session.phase(), PhaseName::Ready);
}

#[tokio::test]
async fn a_json_rpc_error_in_a_refusal_keeps_code_and_data() {
    let body = r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32050,"message":"no","data":{"why":[1,2]}}}"#;
    let json = "application/json".to_owned();
    let server =
        HttpServer::start(HttpBehaviour::Status { code: 400, body: body.into(), content_type: json.clone() });
    let (_, fault) = fault_of(at(&server.url())).await;
    let check = |fault: &Fault| {
        assert_eq!((fault.rpc_code(), fault.details.http_status), (Some(-32050), Some(400)), "{fault:?}");
        let data = fault.details.rpc.as_ref().unwrap().data.as_ref().unwrap();
        assert_eq!(data.as_str(), r#"{"why":[1,2]}"#);
    };
    check(&fault);
    assert_eq!(with_method(&server, "GET").len(), 0, "whoever speaks JSON-RPC is not an HTTP+SSE server");

    let after = HttpBehaviour::StatusAfterInit { code: 400, body: body.into(), content_type: json };
    let server = HttpServer::start(after);
    let session = ready(&server).await;
    check(&failing_echo(&session).await);
    assert_eq!(session.phase(), PhaseName::Ready);
}

#[tokio::test]
async fn an_attributed_json_rpc_error_in_a_refusal_is_the_answer_to_the_call() {
    // The call is the second request of the session, after initialize.
    let body = r#"{"jsonrpc":"2.0","id":2,"error":{"code":-32602,"message":"bad","data":"text"}}"#;
    for (status, code) in [(400, FaultCode::ServerError), (401, FaultCode::AuthenticationFailed)] {
        let server = HttpServer::start(HttpBehaviour::StatusAfterInit {
            code: status,
            body: body.into(),
            content_type: "application/json".into(),
        });
        let session = ready(&server).await;
        let fault = failing_echo(&session).await;
        let sent = posts(&server, "tools/call")[0].json().unwrap();
        assert_eq!(sent["id"], 2);
        assert_eq!((fault.code, fault.rpc_code()), (code, Some(-32602)));
        assert_eq!(fault.details.rpc.unwrap().data.unwrap().as_str(), "\"text\"");
    }
}

#[tokio::test]
async fn a_server_that_recovers_is_used_again_without_a_reconnect() {
    let server = HttpServer::start_after_handshake(HttpBehaviour::ClosesWithoutAnswer);
    let session = ready(&server).await;
    let fault = failing_echo(&session).await;
    assert_eq!(fault.code, FaultCode::TransportError);
    assert!(fault.details.original_error.is_some());
    assert_eq!(session.phase(), PhaseName::Ready);

    let server = HttpServer::start(HttpBehaviour::ClosesWithoutAnswer);
    let (_, fault) = fault_of(at(&server.url())).await;
    assert_eq!(fault.code, FaultCode::TransportError);
    let healthy = HttpServer::start(HttpBehaviour::Json);
    check_echo(&ready(&healthy).await, "hello").await;
}
