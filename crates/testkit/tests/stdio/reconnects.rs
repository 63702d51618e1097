//! Connections that end and begin again.

use crate::programs::testkit;
use crate::scene::{check_echo, echo, fault_of, hint, post_mortem, ready, ready_with, until};
use crate::support::{entries, quick};
use mcp_inspector_engine::core::entry::EntryKind;
use mcp_inspector_engine::core::peer::config::Delays;
use mcp_inspector_engine::core::peer::phase::PhaseName;
use mcp_inspector_engine::{FaultCode, Session, SessionConfig};
use std::time::{Duration, Instant};

const SOON: Duration = Duration::from_millis(10);
const NEVER: Duration = Duration::from_secs(3600);

/// Tries again after each of these delays.
fn retrying(delays: &[Duration]) -> SessionConfig {
    let mut config = quick();
    config.peer.retry.limit = Some(u32::try_from(delays.len()).expect("a few"));
    config.peer.retry.delays = Delays::Steps(delays.to_vec());
    config
}

fn phases(session: &Session) -> Vec<PhaseName> {
    let phase = |kind: &EntryKind| if let EntryKind::Phase(change) = kind { Some(change.to) } else { None };
    entries(session).iter().filter_map(|entry| phase(&entry.kind)).collect()
}

#[tokio::test]
async fn a_server_that_crashes_after_each_answer_is_started_anew_and_failures_are_counted() {
    // The last delay is long, so that no connection lasts long enough to wipe out failures.
    let session = ready_with(&["crash-after", "1"], retrying(&[SOON, SOON, NEVER])).await;
    for failures in 1..=2 {
        check_echo(&session, "before the crash").await;
        until(&session, |view| view.phase == PhaseName::Ready && view.failures == failures).await;
    }
    check_echo(&session, "once more").await;
    let view = until(&session, |view| view.phase == PhaseName::Backoff && view.failures == 3).await;
    let fault = view.fault.expect("the reason is shown");
    assert_eq!((fault.code, post_mortem(&fault).exit_code), (FaultCode::ProcessCrashed, Some(9)));
}

#[tokio::test]
async fn a_call_lost_in_a_crash_gets_the_post_mortem_and_the_next_one_works() {
    use PhaseName::{Backoff, Initializing, Ready, Starting};
    let directory = tempfile::tempdir().expect("a directory");
    let mark = directory.path().join("crashed").display().to_string();
    let session = ready_with(&["crash-once", &mark], retrying(&[SOON])).await;
    let fault = session.call_tool(echo("x")).await.expect_err("the server crashed");
    assert_eq!((fault.code, post_mortem(&fault).exit_code), (FaultCode::ProcessCrashed, Some(9)));
    until(&session, |view| view.phase == PhaseName::Ready).await;
    session.ready().await.expect("it is ready again");
    check_echo(&session, "back again").await;
    assert_eq!(phases(&session), [Starting, Initializing, Ready, Backoff, Starting, Initializing, Ready]);
    assert_eq!(session.view().fault, None);
}

#[tokio::test]
async fn when_all_attempts_fail_the_session_gives_up_with_the_last_reason() {
    let session = Session::open(testkit(&["exit-before-first-frame"]), retrying(&[SOON, SOON]));
    let fault = fault_of(&session).await;
    assert_eq!(post_mortem(&fault).exit_code, Some(7));
    let starts = phases(&session).iter().filter(|phase| **phase == PhaseName::Starting).count();
    assert_eq!(starts, 3);
    assert_eq!((session.view().failures, session.phase()), (3, PhaseName::Closed));
}

#[tokio::test]
async fn during_backoff_calls_fail_at_once_and_reconnect_does_not_wait() {
    let directory = tempfile::tempdir().expect("a directory");
    let mark = directory.path().join("crashed").display().to_string();
    let session = ready_with(&["crash-once", &mark], retrying(&[NEVER])).await;
    session.call_tool(echo("x")).await.expect_err("the server crashed");
    assert!(session.reached(PhaseName::Backoff).await);
    let fault = session.ping().await.expect_err("nobody is there");
    assert_eq!(fault.code, FaultCode::NotConnected);
    assert!(fault.message.contains("exited with code 9"), "{fault}");
    assert!(hint(&fault).contains("reconnect now"), "{fault:?}");
    let fault = session.ready_within(SOON).await.expect_err("the next attempt is far away");
    assert_eq!(fault.code, FaultCode::ProcessCrashed, "the reason of the last failure helps most");
    session.reconnect().await.expect("the session lives");
    session.ready().await.expect("it is ready again");
    check_echo(&session, "back again").await;
}

#[tokio::test]
async fn a_stopped_session_keeps_its_log_and_can_be_connected_again() {
    let session = ready(&["well-behaved"]).await;
    check_echo(&session, "one").await;
    session.stop().await;
    let frames = session.view().traffic.frames_received;
    let fault = session.call_tool(echo("x")).await.expect_err("it is stopped");
    assert_eq!(fault.code, FaultCode::NotConnected);
    for _ in 0..5 {
        session.reconnect().await.expect("the session lives");
        session.ready().await.expect("it is ready again");
        check_echo(&session, "two").await;
        session.stop().await;
        assert_eq!(session.phase(), PhaseName::Closed);
    }
    assert_eq!(session.view().traffic.frames_received, frames + 10);
}

#[tokio::test]
async fn a_stop_right_after_reconnect_is_a_stop() {
    let session = ready(&["well-behaved"]).await;
    session.stop().await;
    session.reconnect().await.expect("the session lives");
    session.stop().await;
    assert_eq!(session.phase(), PhaseName::Closed);
    assert_eq!(phases(&session).last(), Some(&PhaseName::Closed));
}

#[tokio::test]
async fn stopping_twice_at_once_is_stopping_once() {
    let session = ready(&["ignores-eof-and-sigterm"]).await;
    let pids = crate::scene::stubborn_pids(&session).await;
    let other = session.clone();
    tokio::join!(session.stop(), other.stop());
    session.stop().await;
    crate::scene::check_gone(&pids);
    let closings = phases(&session).iter().filter(|phase| **phase == PhaseName::Closing).count();
    assert_eq!(closings, 1);
}

#[tokio::test]
async fn stop_while_connecting_ends_the_attempt() {
    let session = Session::open(testkit(&["never-answers"]), quick());
    until(&session, |view| view.phase == PhaseName::Initializing).await;
    let waiting = session.request(echo("x").into_request()).await;
    let begun = Instant::now();
    session.stop().await;
    assert!(begun.elapsed() < Duration::from_secs(1));
    assert_eq!(fault_of(&session).await.code, FaultCode::Shutdown);
    assert_eq!(waiting.result().await.expect_err("never sent").code, FaultCode::Shutdown);
}

#[tokio::test]
async fn subscriptions_are_made_anew_after_a_reconnect() {
    let session = ready_with(&["crash-after", "1"], retrying(&[SOON, NEVER])).await;
    session.subscribe_resource("test://counter").await.expect("it can be subscribed to");
    check_echo(&session, "then it crashes").await;
    let subscriptions = |view: &mcp_inspector_engine::core::view::View| {
        view.calls.iter().filter(|call| call.method == "resources/subscribe" && call.end.is_some()).count()
    };
    let view = until(&session, |view| subscriptions(view) == 2).await;
    assert!(view.subscriptions.contains("test://counter"));
}
