//! Servers that say nothing: nothing hangs, and stopping is fast.

use crate::scene::{check_echo, echo, posts, ready, ready_with, wait_until_seen};
use crate::support::{PATIENCE, at, quick};
use mcp_inspector_engine::core::fault::HttpStep;
use mcp_inspector_engine::core::peer::phase::PhaseName;
use mcp_inspector_engine::{FaultCode, Session, ToolCall};
use mcp_inspector_testkit::http::{HttpBehaviour, HttpServer};
use std::io::{Read as _, Write as _};
use std::net::TcpListener;
use std::time::{Duration, Instant};

#[tokio::test]
async fn a_handshake_that_is_never_answered_times_out() {
    let server = HttpServer::start(HttpBehaviour::NeverAnswers);
    let mut config = quick();
    config.peer.init_timeout = Duration::from_millis(100);
    let fault = Session::connect(at(&server.url()), config).await.unwrap_err();
    assert_eq!(fault.code, FaultCode::ConnectionTimeout);
    assert_eq!(fault.message, "the server did not answer `initialize` within 100 ms");
    assert_eq!(posts(&server, "initialize").len(), 1);
    assert!(posts(&server, "notifications/cancelled").is_empty(), "initialize is never cancelled");
    assert_eq!(fault.details.http_step, Some(HttpStep::Answer));
}

#[tokio::test]
async fn a_connection_that_is_never_made_is_told_from_an_answer_that_never_comes() {
    // It takes connections, and says nothing: TLS never gets further.
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let mut config = quick();
    config.peer.init_timeout = Duration::from_millis(300);
    for (scheme, step) in [("https", HttpStep::Connection), ("http", HttpStep::Answer)] {
        let fault = Session::connect(at(&format!("{scheme}://{address}/mcp")), config.clone()).await;
        let fault = fault.unwrap_err();
        assert_eq!(
            (fault.code, fault.details.http_step),
            (FaultCode::ConnectionTimeout, Some(step)),
            "{fault:?}"
        );
    }
}

#[tokio::test]
async fn an_answer_that_begins_and_holds_no_message_is_told_as_that() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/mcp", listener.local_addr().unwrap());
    std::thread::spawn(move || {
        let mut open = Vec::new();
        for mut stream in listener.incoming().flatten() {
            let head = b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\n: hello\n\n";
            let _ = stream.read(&mut [0; 4096]).and_then(|_| stream.write_all(head));
            open.push(stream);
        }
    });
    let mut config = quick();
    config.peer.init_timeout = Duration::from_millis(500);
    let fault = Session::connect(at(&url), config).await.unwrap_err();
    assert_eq!(
        (fault.code, fault.details.http_step),
        (FaultCode::ConnectionTimeout, Some(HttpStep::Message))
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_call_that_is_never_answered_times_out_and_its_cancellation_goes_out() {
    let server = HttpServer::start_after_handshake(HttpBehaviour::NeverAnswers);
    let mut config = quick();
    config.peer.request_timeout = Duration::from_millis(100);
    let session = ready_with(&server, config).await;
    let fault = session.call_tool(echo("hello")).await.unwrap_err();
    assert_eq!(fault.code, FaultCode::RequestTimeout);
    assert!(fault.details.elapsed.unwrap() >= 100);
    wait_until_seen(&server, |seen| seen.iter().any(|seen| seen.body.contains("notifications/cancelled")));
    assert_eq!(session.phase(), PhaseName::Ready);
}

#[tokio::test]
async fn stopping_is_fast_whatever_the_server_does() {
    let server = HttpServer::start_after_handshake(HttpBehaviour::NeverAnswers);
    let session = ready(&server).await;
    let call = session.request(echo("hello").into_request()).await;
    let began = Instant::now();
    session.stop().await;
    assert!(began.elapsed() < Duration::from_secs(1), "{:?}", began.elapsed());
    assert_eq!(call.result().await.unwrap_err().code, FaultCode::Shutdown);
    session.stop().await;
    assert_eq!(session.phase(), PhaseName::Closed);
}

#[tokio::test]
async fn stopping_within_the_handshake_is_fast() {
    let server = HttpServer::start(HttpBehaviour::NeverAnswers);
    let session = Session::open(at(&server.url()), quick());
    assert!(session.reached(PhaseName::Initializing).await);
    let began = Instant::now();
    session.stop().await;
    assert!(began.elapsed() < Duration::from_secs(1), "{:?}", began.elapsed());
    assert_eq!(session.ready().await.unwrap_err().code, FaultCode::Shutdown);
}

#[tokio::test]
async fn no_task_is_left_when_a_session_is_over() {
    let behaviours = [
        HttpBehaviour::Json,
        HttpBehaviour::SseStaysOpen,
        HttpBehaviour::GetEndsAtOnce,
        HttpBehaviour::LegacySse,
    ];
    for behaviour in behaviours {
        let server = HttpServer::start(behaviour);
        let session = ready(&server).await;
        check_echo(&session, "hello").await;
        let pending = session.request(ToolCall::new("sleep").into_request()).await;
        session.stop().await;
        drop((pending, session));
        no_tasks().await;
    }
    // Without a stop, and while the server says nothing.
    let server = HttpServer::start(HttpBehaviour::NeverAnswers);
    let session = Session::open(at(&server.url()), quick());
    assert!(session.reached(PhaseName::Initializing).await);
    drop(session);
    no_tasks().await;
}

/// Waits until the runtime has no tasks besides the test itself.
async fn no_tasks() {
    let metrics = tokio::runtime::Handle::current().metrics();
    let none = async {
        while metrics.num_alive_tasks() > 0 {
            tokio::task::yield_now().await;
        }
    };
    let ended = tokio::time::timeout(PATIENCE, none).await;
    assert!(ended.is_ok(), "{} tasks are left", metrics.num_alive_tasks());
}
