//! Servers that cannot be reached, or no longer, and targets that make no sense.

use crate::scene::{check_echo, echo, fault_of, hint, ready_with, target};
use crate::support::{PATIENCE, at, quick, wait_for};
use mcp_inspector_engine::core::entry::EntryKind;
use mcp_inspector_engine::core::peer::config::Delays;
use mcp_inspector_engine::core::peer::phase::PhaseName;
use mcp_inspector_engine::core::target::Http;
use mcp_inspector_engine::{Fault, FaultCode, Session};
use mcp_inspector_testkit::http::{HttpBehaviour, HttpServer};
use std::net::TcpListener;
use std::time::Duration;

/// A URL where nobody listens.
fn nobody() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("there is a free port");
    format!("http://{}/mcp", listener.local_addr().expect("a bound socket has an address"))
}

#[tokio::test]
async fn a_port_where_nobody_listens_is_a_refused_connection() {
    let url = nobody();
    let (session, fault) = fault_of(at(&url)).await;
    assert_eq!(fault.code, FaultCode::ConnectionRefused);
    assert_eq!(fault.message, format!("nobody listens at {url}"));
    assert!(hint(&fault).contains("start the server"));
    assert!(fault.details.original_error.is_some());
    let failed =
        wait_for(&session, |kind| matches!(kind, EntryKind::Http(http) if http.error.is_some())).await;
    let EntryKind::Http(http) = &failed.kind else { unreachable!() };
    assert_eq!((http.method.as_str(), http.status), ("POST", None));
}

#[tokio::test]
async fn a_refused_connection_is_tried_again_as_often_as_configured() {
    let mut config = quick();
    config.peer.retry.limit = Some(2);
    config.peer.retry.delays = Delays::Steps(vec![Duration::from_millis(10)]);
    let session = Session::open(at(&nobody()), config);
    let fault = session.ready().await.unwrap_err();
    assert_eq!(fault.code, FaultCode::ConnectionRefused);
    assert_eq!(crate::scene::exchanges(&session).len(), 3);
    assert_eq!(session.view().failures, 3);
}

#[tokio::test]
async fn a_host_that_is_not_known_is_named() {
    let (_, fault) = fault_of(at("http://nonexistent.invalid/mcp")).await;
    assert_eq!(fault.code, FaultCode::HostNotFound);
    assert_eq!(fault.message, "the host `nonexistent.invalid` is not known");
    assert!(hint(&fault).contains("spelling"));
}

#[tokio::test]
async fn a_server_that_dies_is_noticed_at_the_next_call_and_the_session_backs_off() {
    let server = HttpServer::start(HttpBehaviour::Json);
    let mut config = quick();
    config.peer.retry.limit = Some(3);
    config.peer.retry.delays = Delays::Steps(vec![Duration::from_secs(600)]);
    let session = ready_with(&server, config).await;
    check_echo(&session, "hello").await;
    wait_for(&session, |kind| matches!(kind, EntryKind::Http(http) if http.method == "GET")).await;
    drop(server);
    wait_for(&session, |kind| matches!(kind, EntryKind::HttpEnd { .. })).await;
    let mut codes = Vec::new();
    // A connection kept from before may only turn out to be closed when it is used.
    while codes.last() != Some(&FaultCode::ConnectionRefused) {
        let fault = session.call_tool(echo("anyone?")).await.unwrap_err();
        codes.push(fault.code);
        assert!(codes.len() <= 2, "{codes:?}");
    }
    assert!(session.reached(PhaseName::Backoff).await);
    assert_eq!(session.view().fault.unwrap().code, FaultCode::ConnectionRefused);
}

#[tokio::test]
async fn a_server_that_dies_is_noticed_without_a_call() {
    let server = HttpServer::start(HttpBehaviour::NotificationsOnGet);
    let session = ready_with(&server, quick()).await;
    crate::scene::until(&session, |view| !view.logs.is_empty()).await;
    drop(server);
    // The stream is asked for again a few times first.
    assert!(tokio::time::timeout(PATIENCE, session.reached(PhaseName::Closed)).await.unwrap());
    assert_eq!(session.view().fault.unwrap().code, FaultCode::ConnectionRefused);
}

async fn invalid(configure: impl FnOnce(&mut Http)) -> Fault {
    let server = HttpServer::start(HttpBehaviour::Json);
    let (session, fault) = fault_of(target(&server.url(), configure)).await;
    assert_eq!(fault.code, FaultCode::InvalidConfig, "{fault:?}");
    assert_eq!(session.phase(), PhaseName::Closed);
    assert!(server.requests().is_empty(), "nothing is sent");
    fault
}

#[tokio::test]
async fn targets_that_make_no_sense_are_named_and_nothing_is_sent() {
    let fault = invalid(|http| http.headers = vec![("bad name".into(), "value".into())]).await;
    assert_eq!(fault.message, "`bad name` is not a header name");
    let fault = invalid(|http| http.headers = vec![("X-Token".into(), "secret\nvalue".into())]).await;
    assert_eq!(fault.message, "the value of the header `X-Token` has characters no header may have");
    let fault = invalid(|http| http.url = "http://[broken/?token=secret1".into()).await;
    assert!(fault.message.contains("is not a URL"), "{}", fault.message);
    assert!(!fault.message.contains("secret1"), "{}", fault.message);
    let fault = invalid(|http| http.url = "ftp://127.0.0.1/".into()).await;
    assert_eq!(fault.message, "`ftp://127.0.0.1/` is neither http nor https");
}
