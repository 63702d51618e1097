//! Servers that stop serving: what is known about their end reaches whoever waited for them.

use crate::programs::testkit;
use crate::scene::{
    check_gone, echo, hint, post_mortem, ready, ready_with, stubborn_pids, until, watchdogs_of,
};
use crate::support::{PATIENCE, notes, quick};
use mcp_inspector_engine::core::command::OutcomeWord;
use mcp_inspector_engine::core::entry::Note;
use mcp_inspector_engine::core::peer::phase::PhaseName;
use mcp_inspector_engine::{FaultCode, Session, ToolCall};
use std::time::{Duration, Instant};

#[tokio::test]
async fn half_a_frame_before_the_exit_is_noted_and_the_call_gets_the_post_mortem() {
    let session = ready(&["half-frame-then-exit"]).await;
    let fault = session.call_tool(echo("x")).await.expect_err("the server died");
    assert_eq!(fault.code, FaultCode::ProcessCrashed);
    assert_eq!(fault.details.method.as_deref(), Some("tools/call"));
    assert!(fault.message.contains("exited with code 3 after"), "{fault}");
    let dead = post_mortem(&fault);
    assert_eq!((dead.exit_code, dead.signal), (Some(3), None));
    assert_eq!(dead.junk.len(), 1, "half an answer is no message: {dead:?}");
    let notes = notes(&session);
    let [Note::Torn { head, length }] = &notes[..] else { panic!("{notes:?}") };
    assert!(head.starts_with(r#"{"jsonrpc":"2.0","id":2,"result":"#), "{head}");
    assert_eq!(*length, head.len() as u64);
    let view = until(&session, |view| view.phase == PhaseName::Closed).await;
    assert_eq!(view.fault.map(|fault| fault.code), Some(FaultCode::ProcessCrashed));
    let end = view.calls.iter().last().and_then(|call| call.end.clone()).expect("the call has ended");
    assert_eq!(end.outcome, OutcomeWord::Lost);
}

#[tokio::test]
async fn an_exit_before_the_first_frame_is_a_whole_post_mortem() {
    let session = Session::open(testkit(&["exit-before-first-frame"]), quick());
    let fault = crate::scene::fault_of(&session).await;
    assert_eq!(fault.code, FaultCode::ProcessCrashed);
    assert_eq!(hint(&fault), "its last line on stderr was: line 25 of 25: cannot start");
    let dead = post_mortem(&fault);
    let program = env!("CARGO_BIN_EXE_testkit-server");
    assert_eq!(dead.argv, [program, "exit-before-first-frame"]);
    assert_eq!(dead.program.as_deref(), Some(program));
    assert_eq!(dead.cwd, std::env::current_dir().expect("a directory").display().to_string());
    assert_eq!((dead.exit_code, dead.signal), (Some(7), None));
    assert!(fault.message.contains(&format!("exited with code 7 after {} ms", dead.alive_ms)), "{fault}");
    let last: Vec<String> = (6..=25).map(|line| format!("line {line} of 25: cannot start")).collect();
    assert_eq!(dead.stderr, last);
    assert_eq!(session.view().stderr.len(), 25, "the log has all of them");
    assert_eq!((&dead.junk, &dead.unset_variables), (&vec![], &vec![]));
}

#[tokio::test]
async fn a_signal_is_told_as_a_signal() {
    let target = crate::programs::command(&["sh", "-c", "echo not JSON; kill -SEGV $$"], |_| {});
    let session = Session::open(target, quick());
    let fault = crate::scene::fault_of(&session).await;
    let dead = post_mortem(&fault);
    assert_eq!((dead.exit_code, dead.signal), (None, Some(11)), "{fault:?}");
    assert!(fault.message.contains("was killed by signal 11"), "{fault}");
    assert_eq!(dead.junk, ["not JSON"]);
    assert!(fault.details.pid.is_some(), "{fault:?}");
}

#[tokio::test]
async fn a_server_that_never_answers_times_out() {
    let mut config = quick();
    config.peer.init_timeout = Duration::from_millis(300);
    let session = Session::open(testkit(&["never-answers"]), config);
    let fault = crate::scene::fault_of(&session).await;
    assert_eq!(fault.code, FaultCode::ConnectionTimeout);
    assert_eq!(fault.message, "the server did not answer `initialize` within 300 ms");
    assert!(hint(&fault).contains("one JSON message per line"), "{fault:?}");
    assert!(fault.details.is_running == Some(true) && fault.details.pid.is_some(), "{fault:?}");
    assert_eq!(session.view().phase, PhaseName::Closed);
}

#[tokio::test]
async fn a_server_that_only_initializes_lets_calls_expire() {
    let session = ready(&["initialize-only"]).await;
    let timeout = Duration::from_millis(100);
    let fault = session.call_tool(echo("x").timeout(timeout)).await.expect_err("silence");
    assert_eq!(fault.code, FaultCode::RequestTimeout);
    assert!(fault.message.starts_with("`tools/call` was not answered within 1"), "{fault}");
    assert!(hint(&fault).contains("said nothing"), "{fault:?}");
    assert_eq!(session.phase(), PhaseName::Ready, "one late answer does not end the session");
}

#[tokio::test]
async fn a_server_that_closes_stdout_and_lives_on_is_ended() {
    let session = ready(&["closes-stdout-stays-alive"]).await;
    let fault = session.call_tool(echo("x")).await.expect_err("no answer can come");
    assert_eq!(fault.code, FaultCode::TransportError);
    assert_eq!(fault.message, "the server closed its stdout but is still running");
    assert!(hint(&fault).contains("stdin and stdout are the connection"), "{fault:?}");
    assert_eq!(post_mortem(&fault).exit_code, None, "it has not exited");
    assert!(session.reached(PhaseName::Closed).await);
}

#[tokio::test]
async fn a_server_that_closes_stdin_and_lives_on_is_ended() {
    let script = r#"read -r hello
echo '{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-11-25","capabilities":{"tools":{}}}}'
exec sleep 1000 <&-"#;
    let target = crate::programs::command(&["sh", "-c", script], |_| {});
    let session = Session::connect(target, quick()).await.expect("it says hello");
    // The first calls may still fit into the pipe; a later one breaks it.
    let broken = async {
        loop {
            let call = session.call_tool(echo("x").timeout(Duration::from_millis(50)));
            match call.await.expect_err("nobody reads it") {
                fault if fault.code == FaultCode::RequestTimeout => {}
                fault => break fault,
            }
        }
    };
    let fault = tokio::time::timeout(PATIENCE, broken).await.expect("the pipe breaks");
    assert_eq!(fault.code, FaultCode::TransportError);
    assert_eq!(fault.message, "the server closed its stdin but is still running");
    assert!(session.reached(PhaseName::Closed).await);
}

#[tokio::test]
async fn a_server_that_ignores_everything_is_gone_soon_after_stop() {
    let session = ready(&["ignores-eof-and-sigterm"]).await;
    let pids = stubborn_pids(&session).await;
    let watchdogs = watchdogs_of(pids[0]);
    let pending = session.request(ToolCall::new("sleep").into_request()).await;
    let begun = Instant::now();
    session.stop().await;
    let took = begun.elapsed();
    assert!(took < Duration::from_secs(1), "stop took {took:?}");
    check_gone(&pids);
    check_gone(&watchdogs);
    let fault = pending.result().await.expect_err("the call ended with the session");
    assert_eq!(fault.code, FaultCode::Shutdown);
    assert_eq!(session.view().phase, PhaseName::Closed);
    assert_eq!(session.view().fault, None, "a stop is no fault");
}

#[tokio::test]
async fn progress_keeps_a_call_alive_beyond_its_timeout() {
    let mut config = quick();
    config.peer.request_timeout = Duration::from_secs(1);
    let session = ready_with(&["progress", "8", "250"], config).await;
    let result = session.call_tool(echo("made it").with_progress()).await.expect("progress resets the clock");
    assert_eq!(crate::scene::text(&result), "made it");
    let view = session.view();
    let call = view.calls.iter().last().expect("the call is in the view");
    assert!(call.duration().is_some_and(|took| took > Duration::from_secs(1)), "{call:?}");
    let progress = call.progress.clone().expect("the last progress is kept");
    assert_eq!((progress.total, progress.message.as_deref()), (Some(8.0), Some("step 8 of 8")));
}

#[tokio::test]
async fn progress_does_not_help_against_the_total_limit() {
    let mut config = quick();
    config.peer.request_timeout = Duration::from_secs(20);
    config.peer.max_total_timeout = Some(Duration::from_millis(300));
    let session = ready_with(&["progress", "1000", "50"], config).await;
    let fault = session.call_tool(echo("x").with_progress()).await.expect_err("it takes too long");
    assert_eq!(fault.code, FaultCode::RequestTimeout);
    assert!(fault.message.ends_with("ms in all"), "{fault}");
}
