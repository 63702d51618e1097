//! Bodies that are not what a server should send: pages, nothing, broken JSON, too much.

use crate::scene::{check_echo, failing_echo, fault_of, hint, ready, ready_with};
use crate::support::{at, notes, quick, wait_for};
use mcp_inspector_engine::core::entry::{EntryKind, Note};
use mcp_inspector_engine::core::peer::phase::{PhaseName, Trigger};
use mcp_inspector_engine::{FaultCode, Session};
use mcp_inspector_testkit::http::{HttpBehaviour, HttpServer};

/// The faults of a behaviour in the handshake and after it.
async fn both(behaviour: HttpBehaviour) -> [mcp_inspector_engine::Fault; 2] {
    let server = HttpServer::start(behaviour.clone());
    let (_, in_handshake) = fault_of(at(&server.url())).await;
    let server = HttpServer::start_after_handshake(behaviour);
    let session = ready(&server).await;
    let after = failing_echo(&session).await;
    assert_eq!(session.phase(), PhaseName::Ready, "only the call fails");
    [in_handshake, after]
}

#[tokio::test]
async fn a_web_page_is_an_invalid_response_that_shows_the_page() {
    for fault in both(HttpBehaviour::Html200).await {
        assert_eq!((fault.code, fault.details.http_status), (FaultCode::InvalidResponse, Some(200)));
        assert!(fault.details.http_body.as_deref().unwrap().contains("<h1>It works!</h1>"));
        assert!(fault.message.contains("`text/html`"), "{}", fault.message);
        assert!(hint(&fault).contains("a web page and no MCP"), "{}", hint(&fault));
    }
}

#[tokio::test]
async fn an_empty_answer_is_an_invalid_response() {
    for fault in both(HttpBehaviour::EmptyBody200).await {
        assert_eq!((fault.code, fault.details.http_status), (FaultCode::InvalidResponse, Some(200)));
        assert!(fault.message.contains("without a body"), "{}", fault.message);
    }
}

#[tokio::test]
async fn broken_json_is_an_invalid_response_that_shows_it() {
    for fault in both(HttpBehaviour::BadJson200).await {
        assert_eq!((fault.code, fault.details.http_status), (FaultCode::InvalidResponse, Some(200)));
        assert_eq!(fault.details.http_body.as_deref(), Some(r#"{"jsonrpc":"2.0","id":1,"res"#));
    }
}

#[tokio::test]
async fn a_body_that_is_packed_though_nobody_asked_is_named_as_that() {
    for fault in both(HttpBehaviour::Gzip200).await {
        assert_eq!((fault.code, fault.details.http_status), (FaultCode::InvalidResponse, Some(200)));
        assert!(fault.message.contains("`content-encoding: gzip`"), "{}", fault.message);
        assert!(hint(&fault).contains("nobody asked for it"), "{}", hint(&fault));
    }
}

#[tokio::test]
async fn accepting_a_request_without_answering_it_is_an_invalid_response() {
    let accepted = HttpBehaviour::Status { code: 202, body: String::new(), content_type: String::new() };
    for fault in both(accepted).await {
        assert_eq!((fault.code, fault.details.http_status), (FaultCode::InvalidResponse, Some(202)));
    }
}

#[tokio::test]
async fn an_answer_to_another_request_is_an_invalid_response() {
    let body = r#"{"jsonrpc":"2.0","id":77,"result":{}}"#;
    let other =
        HttpBehaviour::Status { code: 200, body: body.into(), content_type: "application/json".into() };
    for fault in both(other).await {
        assert_eq!(fault.code, FaultCode::InvalidResponse);
        assert!(fault.message.contains("no answer to the request"), "{}", fault.message);
        assert_eq!(fault.details.http_body.as_deref(), Some(body));
    }
}

#[tokio::test]
async fn a_body_over_the_limit_is_a_fault_with_its_size_and_the_session_backs_off() {
    let server = HttpServer::start(HttpBehaviour::HugeBody { bytes: 300_000 });
    let mut config = quick();
    config.peer.max_frame_bytes = 100_000;
    config.peer.retry.limit = Some(3);
    let session = ready_with(&server, config).await;
    let fault = failing_echo(&session).await;
    assert_eq!(fault.code, FaultCode::FrameTooLarge);
    assert_eq!(fault.message, "the server sent a frame of 300000 bytes; the limit is 100000");
    let is_it = |note: &Note| matches!(note, Note::Oversize { length: 300_000, limit: 100_000, head } if head.starts_with("{\"jsonrpc\""));
    assert!(notes(&session).iter().any(is_it), "{:#?}", notes(&session));
    let backed_off = wait_for(
        &session,
        |kind| matches!(kind, EntryKind::Phase(change) if change.to == PhaseName::Backoff),
    );
    let EntryKind::Phase(change) = &backed_off.await.kind else { unreachable!() };
    assert_eq!(change.trigger, Trigger::Oversize);
    session.reconnect().await.unwrap();
    assert!(session.reached(PhaseName::Ready).await);
}

#[tokio::test]
async fn a_body_under_the_limit_is_a_result_however_large() {
    let server = HttpServer::start(HttpBehaviour::HugeBody { bytes: 3_000_000 });
    let mut config = quick();
    config.peer.max_frame_bytes = 3_000_000;
    let session = ready_with(&server, config).await;
    let result = session.call_tool(crate::scene::echo("")).await.unwrap();
    assert!(result.get().unwrap().text().len() > 2_999_000);
}

#[tokio::test]
async fn the_limit_also_holds_in_the_handshake_and_on_streams() {
    for behaviour in [HttpBehaviour::Json, HttpBehaviour::Sse] {
        let server = HttpServer::start(behaviour);
        let mut config = quick();
        config.peer.max_frame_bytes = 100;
        let fault = Session::connect(at(&server.url()), config).await.unwrap_err();
        assert_eq!(fault.code, FaultCode::FrameTooLarge);
        assert!(hint(&fault).contains("limit"));
    }
    let healthy = HttpServer::start(HttpBehaviour::Sse);
    check_echo(&ready(&healthy).await, "hello").await;
}
