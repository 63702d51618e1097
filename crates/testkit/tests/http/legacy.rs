//! HTTP+SSE, the transport of 2024-11-05: asked for, found out, and broken.

use crate::scene::{check_echo, fault_of, hint, posts, target, with_method};
use crate::support::{at, notes, quick, wait_for};
use mcp_inspector_engine::core::entry::{EntryKind, Note};
use mcp_inspector_engine::core::frame::Content;
use mcp_inspector_engine::core::peer::config::Delays;
use mcp_inspector_engine::core::peer::phase::PhaseName;
use mcp_inspector_engine::core::target::{Flavour, Target};
use mcp_inspector_engine::{FaultCode, Session};
use mcp_inspector_testkit::http::{HttpBehaviour, HttpServer};
use std::time::Duration;

fn sse(server: &HttpServer) -> Target {
    target(&server.url(), |http| http.flavour = Flavour::Sse)
}

#[tokio::test]
async fn a_server_of_the_older_transport_works_when_asked_for() {
    let server = HttpServer::start(HttpBehaviour::LegacySse);
    let session = Session::connect(sse(&server), quick()).await.unwrap();
    check_echo(&session, "old").await;
    let requests = server.requests();
    assert_eq!((requests[0].method.as_str(), requests[0].path.as_str()), ("GET", "/sse"));
    assert_eq!(requests[0].header("Accept"), Some("text/event-stream"));
    for post in &requests[1..] {
        assert_eq!((post.method.as_str(), post.path.as_str()), ("POST", "/messages?session=1"));
        assert_eq!((post.header("MCP-Protocol-Version"), post.header("Mcp-Session-Id")), (None, None));
    }
    assert!(notes(&session).is_empty(), "{:#?}", notes(&session));
    let is_junk = |content: &Content| matches!(content, Content::Junk(_));
    let frames = crate::scene::received(&session);
    assert!(!frames.iter().any(|(frame, _)| is_junk(frame.content())), "a receipt is no frame");
    session.stop().await;
    assert!(with_method(&server, "DELETE").is_empty());
}

#[tokio::test]
async fn a_server_of_the_older_transport_is_found_out() {
    let server = HttpServer::start(HttpBehaviour::LegacySse);
    let session = Session::connect(at(&server.url()), quick()).await.unwrap();
    assert!(notes(&session).contains(&Note::FellBackToSse { status: 405 }));
    check_echo(&session, "found").await;
    let initializes: Vec<String> = posts(&server, "initialize").into_iter().map(|post| post.path).collect();
    assert_eq!(initializes, ["/sse", "/messages?session=1"]);
}

#[tokio::test]
async fn a_server_of_the_older_transport_is_not_tried_when_the_newer_is_asked_for() {
    let server = HttpServer::start(HttpBehaviour::LegacySse);
    let (_, fault) = fault_of(target(&server.url(), |http| http.flavour = Flavour::Streamable)).await;
    assert_eq!((fault.code, fault.details.http_status), (FaultCode::HttpStatus, Some(405)));
    assert!(hint(&fault).contains("HTTP+SSE"));
    assert!(with_method(&server, "GET").is_empty());
}

#[tokio::test]
async fn a_newer_server_is_not_taken_for_an_older_one() {
    let server = HttpServer::start(HttpBehaviour::NoGet);
    let (_, fault) = fault_of(sse(&server)).await;
    assert_eq!(fault.code, FaultCode::HttpStatus);
    assert!(fault.message.contains("instead of an event stream"), "{}", fault.message);
    assert!(with_method(&server, "POST").is_empty());
}

#[tokio::test]
async fn an_endpoint_at_another_origin_is_refused_and_nothing_is_posted_there() {
    let elsewhere = HttpServer::start(HttpBehaviour::Json);
    for flavour in [Flavour::Sse, Flavour::Auto] {
        let endpoint = elsewhere.url();
        let server =
            HttpServer::start(HttpBehaviour::LegacySseForeignEndpoint { endpoint: endpoint.clone() });
        let (_, fault) = fault_of(target(&server.url(), |http| http.flavour = flavour)).await;
        if flavour == Flavour::Sse {
            assert_eq!(fault.code, FaultCode::ProtocolError);
            assert!(fault.message.contains(&endpoint), "{}", fault.message);
            assert!(hint(&fault).contains("nothing was sent there"));
        } else {
            assert_eq!(fault.details.http_status, Some(405));
            assert!(hint(&fault).contains(&endpoint), "{}", hint(&fault));
        }
    }
    assert!(elsewhere.requests().is_empty());
}

#[tokio::test]
async fn an_endpoint_that_never_comes_is_a_timeout() {
    let server = HttpServer::start(HttpBehaviour::LegacySseNoEndpoint);
    let mut config = quick();
    config.peer.init_timeout = Duration::from_millis(200);
    let session = Session::open(sse(&server), config);
    let fault = session.ready().await.unwrap_err();
    assert_eq!(fault.code, FaultCode::ConnectionTimeout);
    assert!(notes(&session).contains(&Note::SseComment { text: " welcome".into() }));
    assert!(with_method(&server, "POST").is_empty());
}

#[tokio::test]
async fn a_probe_without_an_endpoint_ends_with_the_refusal_that_led_to_it() {
    let server = HttpServer::start(HttpBehaviour::LegacySseNoEndpoint);
    let (_, fault) = fault_of(at(&server.url())).await;
    assert_eq!((fault.code, fault.details.http_status), (FaultCode::HttpStatus, Some(405)));
    assert!(hint(&fault).contains("does not begin with an endpoint"), "{}", hint(&fault));
}

#[tokio::test]
async fn the_end_of_the_stream_ends_the_connection_and_the_session_comes_back() {
    let server = HttpServer::start(HttpBehaviour::LegacySse);
    let mut config = quick();
    config.peer.retry.limit = Some(3);
    config.peer.retry.delays = Delays::Steps(vec![Duration::from_millis(10)]);
    let session = Session::connect(sse(&server), config).await.unwrap();
    check_echo(&session, "first").await;
    // A second stream takes over, and the server ends the first.
    let second = Session::connect(sse(&server), quick()).await.unwrap();
    second.stop().await;
    let down = wait_for(
        &session,
        |kind| matches!(kind, EntryKind::Phase(change) if change.to == PhaseName::Backoff),
    );
    let EntryKind::Phase(change) = &down.await.kind else { unreachable!() };
    let fault = change.fault.as_ref().unwrap();
    assert_eq!(
        (fault.code, fault.message.as_str()),
        (FaultCode::TransportError, "the server ended its event stream")
    );
    assert!(session.reached(PhaseName::Ready).await);
    check_echo(&session, "second").await;
}
