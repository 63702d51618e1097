//! People take their time: nothing runs out of it meanwhile, and whoever has enough can leave.

use crate::scene::{Hesitant, agreeing, check_echo, connected, echo, good, target, told, visits, with};
use crate::support::{PATIENCE, at, quick, wait_for};
use mcp_inspector_engine::auth::{Announce, Login, Loopback, Store};
use mcp_inspector_engine::core::auth::{StepName, StepOutcome};
use mcp_inspector_engine::core::entry::EntryKind;
use mcp_inspector_engine::core::era::Versions;
use mcp_inspector_engine::core::peer::phase::PhaseName;
use mcp_inspector_engine::{FaultCode, Session, SessionConfig, ToolCall};
use mcp_inspector_testkit::http::{HttpBehaviour, HttpServer};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Far less than the users of these tests take.
const SHORT: Duration = Duration::from_millis(300);

fn impatient(login: Login) -> SessionConfig {
    let mut config = with(login);
    config.peer.init_timeout = SHORT;
    config.peer.request_timeout = SHORT;
    config
}

/// Returns when a call elsewhere, which begins now, has run out of twice the time that the sessions
/// of these tests have.
async fn let_time_pass() {
    let server = HttpServer::start(HttpBehaviour::Json);
    let session = Session::connect(at(&server.url()), quick()).await.unwrap();
    let fault = session.call_tool(ToolCall::new("sleep").timeout(SHORT * 2)).await.unwrap_err();
    assert_eq!(fault.code, FaultCode::RequestTimeout);
}

#[tokio::test]
async fn a_login_may_take_longer_than_connecting() {
    let server = good();
    let user = Hesitant::new();
    let session = Session::open(target(&server), impatient(user.login(&Store::in_memory())));
    user.sent(1).await;
    let_time_pass().await;
    assert!(session.phase() != PhaseName::Closed, "{:?}", session.view().fault);
    user.let_go();
    tokio::time::timeout(PATIENCE, session.ready()).await.unwrap().unwrap();
    check_echo(&session, "at last").await;
}

#[tokio::test]
async fn a_login_may_take_longer_than_a_call() {
    for versions in [Versions::Legacy, Versions::Auto] {
        let server = good();
        let store = Store::in_memory();
        drop(connected(target(&server), agreeing(&store)).await);
        let user = Hesitant::new();
        let mut config = impatient(user.login(&store));
        config.peer.versions = versions;
        let session = Session::open(target(&server), config);
        tokio::time::timeout(PATIENCE, session.ready()).await.unwrap().unwrap();
        server.revoke_all();
        let calling = tokio::spawn({
            let session = session.clone();
            async move { session.call_tool(echo("patience")).await }
        });
        user.sent(1).await;
        let_time_pass().await;
        user.let_go();
        let result = tokio::time::timeout(PATIENCE, calling).await.unwrap().unwrap();
        result.unwrap_or_else(|fault| panic!("{fault:#?}\n{}", told(&session)));
    }
}

#[tokio::test]
async fn after_a_login_the_clocks_run_again() {
    let server = good();
    let user = Hesitant::new();
    let mut config = with(user.login(&Store::in_memory()));
    config.peer.request_timeout = SHORT;
    let session = Session::open(target(&server), config);
    user.sent(1).await;
    user.let_go();
    tokio::time::timeout(PATIENCE, session.ready()).await.unwrap().unwrap();
    let call = session.call_tool(ToolCall::new("sleep"));
    let fault = tokio::time::timeout(PATIENCE, call).await.expect("the clocks stand still").unwrap_err();
    assert_eq!(fault.code, FaultCode::RequestTimeout, "{fault:#?}");
}

#[tokio::test]
async fn after_a_login_that_was_given_up_the_clocks_run_again() {
    let server = good();
    let store = Store::in_memory();
    drop(connected(target(&server), agreeing(&store)).await);
    let user = Hesitant::new();
    let session = connected(target(&server), user.login(&store)).await;
    server.revoke_all();
    let pending = session.request(echo("given up").into_request()).await;
    user.sent(1).await;
    pending.abort("enough").await;
    assert_eq!(pending.result().await.unwrap_err().code, FaultCode::Cancelled);
    user.let_go();
    check_echo(&session, "next").await;
    let call = session.call_tool(ToolCall::new("sleep").timeout(SHORT));
    let fault = tokio::time::timeout(PATIENCE, call).await.expect("the clocks stand still").unwrap_err();
    assert_eq!(fault.code, FaultCode::RequestTimeout, "{fault:#?}");
}

#[tokio::test]
async fn a_stop_ends_a_login_that_waits_at_once() {
    let server = good();
    let user = Hesitant::new();
    let session = Session::open(target(&server), with(user.login(&Store::in_memory())));
    user.sent(1).await;
    let begun = Instant::now();
    session.stop().await;
    assert!(begun.elapsed() < Duration::from_secs(5), "it took {:?}", begun.elapsed());
    assert_eq!(session.phase(), PhaseName::Closed);
    // And the user who comes back later finds nobody.
    user.let_go();
    assert_eq!(server.token_requests().len(), 0);
    // The session can be taken up again.
    session.reconnect().await.unwrap();
    session.ready().await.unwrap();
    check_echo(&session, "again").await;
}

#[tokio::test]
async fn a_reconnect_during_a_login_begins_another() {
    let server = good();
    let user = Hesitant::new();
    let session = Session::open(target(&server), impatient(user.login(&Store::in_memory())));
    user.sent(1).await;
    session.stop().await;
    session.reconnect().await.unwrap();
    user.sent(2).await;
    let_time_pass().await;
    user.let_go();
    tokio::time::timeout(PATIENCE, session.ready()).await.unwrap().unwrap();
    assert_eq!(visits(&server), 1);
}

#[tokio::test]
async fn while_a_user_is_away_the_log_says_so() {
    let server = good();
    let user = Hesitant::new();
    let session = Session::open(target(&server), with(user.login(&Store::in_memory())));
    let is_waiting = |kind: &EntryKind| {
        matches!(kind, EntryKind::Auth(step) if step.step == StepName::Authorization
            && step.outcome == StepOutcome::Waiting && step.what.contains("/authorize?"))
    };
    wait_for(&session, is_waiting).await;
    user.let_go();
    session.ready().await.unwrap();
}

#[tokio::test]
async fn several_calls_wait_for_one_login_without_running_out_of_time() {
    let server = good();
    let store = Store::in_memory();
    drop(connected(target(&server), agreeing(&store)).await);
    let user = Hesitant::new();
    let session = Session::open(target(&server), impatient(user.login(&store)));
    tokio::time::timeout(PATIENCE, session.ready()).await.unwrap().unwrap();
    server.revoke_all();
    let calls: Vec<_> = (0..4)
        .map(|number: i32| {
            let session = session.clone();
            tokio::spawn(async move { session.call_tool(echo(&number.to_string())).await })
        })
        .collect();
    user.sent(1).await;
    let_time_pass().await;
    user.let_go();
    for call in calls {
        let result = tokio::time::timeout(PATIENCE, call).await.unwrap().unwrap();
        result.unwrap_or_else(|fault| panic!("{fault:#?}\n{}", told(&session)));
    }
    assert_eq!(visits(&server), 2);
}

#[tokio::test]
async fn a_user_who_never_comes_back_is_waited_for_only_so_long() {
    let server = good();
    let announce: Announce = Arc::new(|_| {});
    let agent = Loopback::new(announce, SHORT);
    let login = Login::by(Arc::new(agent), Store::in_memory());
    let session = Session::open(target(&server), with(login));
    let fault = tokio::time::timeout(PATIENCE, session.ready()).await.unwrap().unwrap_err();
    let step = fault.details.auth_step.as_ref().unwrap_or_else(|| panic!("{fault:#?}"));
    assert_eq!((step.step, fault.code), (StepName::Authorization, FaultCode::AuthenticationFailed));
    assert!(fault.message.contains("nobody came back") && fault.hint.is_some(), "{fault:#?}");
}
