//! Secrets of a target: sent to the server, shown to nobody.

use crate::scene::{check_echo, echo, exchanges, target};
use crate::support::{entries, quick};
use mcp_inspector_engine::core::target::Target;
use mcp_inspector_engine::{FaultCode, Session};
use mcp_inspector_testkit::http::{HttpBehaviour, HttpServer};

const TOKEN: &str = "tok-5f2d9c1b";
const KEY: &str = "key-77aa00ff";

fn with_secrets(url: &str) -> Target {
    target(&format!("{url}?api_key={KEY}&page=1"), |http| {
        http.headers =
            vec![("Authorization".into(), format!("Bearer {TOKEN}")), ("X-Api-Key".into(), KEY.into())];
    })
}

fn check_clean(what: &str) {
    for secret in [TOKEN, KEY] {
        assert!(!what.contains(secret), "`{secret}` is shown: {what}");
    }
}

/// Nothing that the session keeps, shows or records has a secret in it.
async fn check_session(session: Session) {
    for entry in entries(&session) {
        check_clean(&format!("{entry:?}"));
    }
    check_clean(&format!("{:?}", session.view()));
    check_clean(session.name());
    let directory = tempfile::tempdir().expect("there is room for a directory");
    let path = directory.path().join("session.jsonl");
    let recorder = session.record(&path).expect("the file can be written");
    // A recording is complete when the session is over.
    drop(session);
    recorder.finish().await.expect("the file was written");
    let recorded = std::fs::read_to_string(&path).expect("the file can be read");
    assert!(recorded.contains("[REDACTED]"));
    check_clean(&recorded);
}

#[tokio::test]
async fn secrets_are_sent_and_never_shown() {
    let server = HttpServer::start(HttpBehaviour::Json);
    let session = Session::connect(with_secrets(&server.url()), quick()).await.unwrap();
    // The server repeats one of them in an answer.
    let echoed = session.call_tool(echo(TOKEN)).await.unwrap();
    assert_eq!(echoed.get().unwrap().text(), TOKEN, "the caller gets what the server said");
    for request in server.requests() {
        assert_eq!(request.header("Authorization"), Some(format!("Bearer {TOKEN}").as_str()));
        assert_eq!(request.path, format!("/mcp?api_key={KEY}&page=1"));
    }
    let shown = &exchanges(&session)[0];
    assert!(shown.url.ends_with("?api_key=[REDACTED]&page=1"), "{}", shown.url);
    let authorization = shown.request_headers.iter().find(|(name, _)| name == "authorization").unwrap();
    assert_eq!(authorization.1, "Bearer [REDACTED]");
    check_session(session).await;
}

#[tokio::test]
async fn secrets_that_a_server_repeats_in_a_refusal_are_not_shown() {
    let body = format!("{{\"error\":\"token {TOKEN} has expired\"}}");
    let behaviour = |code| HttpBehaviour::StatusAfterInit {
        code,
        body: body.clone(),
        content_type: "application/json".into(),
    };
    for code in [401, 500] {
        let server = HttpServer::start(behaviour(code));
        let session = Session::connect(with_secrets(&server.url()), quick()).await.unwrap();
        let fault = session.call_tool(echo("hello")).await.unwrap_err();
        assert!(fault.details.http_body.as_deref().unwrap().contains("[REDACTED]"));
        check_clean(&format!("{fault:?} {}", fault.to_json()));
        check_session(session).await;
    }
}

#[tokio::test]
async fn secrets_in_the_url_are_not_part_of_a_fault() {
    let server = HttpServer::start(HttpBehaviour::Json);
    let target = with_secrets(&server.url());
    drop(server);
    let session = Session::open(target, quick());
    let fault = session.ready().await.unwrap_err();
    assert_eq!(fault.code, FaultCode::ConnectionRefused);
    assert!(fault.message.contains("api_key=[REDACTED]"), "{}", fault.message);
    check_clean(&format!("{fault:?} {}", fault.to_json()));
    check_session(session).await;

    for behaviour in
        [HttpBehaviour::ClosesWithoutAnswer, HttpBehaviour::Html200, HttpBehaviour::SseCutMidEvent]
    {
        let server = HttpServer::start_after_handshake(behaviour);
        let session = Session::connect(with_secrets(&server.url()), quick()).await.unwrap();
        let fault = session.call_tool(echo("hello")).await.unwrap_err();
        check_clean(&format!("{fault:?}"));
        check_session(session).await;
    }
}

#[tokio::test]
async fn secrets_are_not_sent_in_frames() {
    let server = HttpServer::start(HttpBehaviour::Json);
    let session = Session::connect(with_secrets(&server.url()), quick()).await.unwrap();
    check_echo(&session, "hello").await;
    for request in server.requests() {
        check_clean(&request.body);
    }
}
