//! However we end, no process is left: neither the server, nor its child, nor the watchdog.
//!
//! Ways that take the whole process with them are tried in a second process: this test binary
//! again, told by a variable to play the victim.

use crate::programs::command;
use crate::scene::{check_gone, fault_of, pids_in, post_mortem, ready, stubborn_pids, watchdogs_of};
use crate::support::{PATIENCE, quick};
use mcp_inspector_engine::core::Seq;
use mcp_inspector_engine::{FaultCode, Session};
use mcp_inspector_testkit::children;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

const PART: &str = "MCPI_TEST_VICTIM";
const STUBBORN: &[&str] = &["ignores-eof-and-sigterm"];

#[tokio::test]
async fn a_session_that_is_dropped_leaves_nothing() {
    let session = ready(STUBBORN).await;
    let pids = stubborn_pids(&session).await;
    let watchdogs = watchdogs_of(pids[0]);
    assert!(!cfg!(target_os = "linux") || watchdogs.len() == 1, "{watchdogs:?}");
    let log = session.log().clone();
    drop(session);
    let mut rest = log.cursor(log.last());
    while rest.next().await.is_some() {}
    check_gone(&pids);
    check_gone(&watchdogs);
}

#[test]
fn a_runtime_that_is_dropped_leaves_nothing() {
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let session = runtime.block_on(ready(STUBBORN));
    let pids = runtime.block_on(stubborn_pids(&session));
    let watchdogs = watchdogs_of(pids[0]);
    drop(runtime);
    check_gone(&pids);
    check_gone(&watchdogs);
    // Whoever still holds the session hears that it is over.
    let runtime = tokio::runtime::Runtime::new().expect("another runtime");
    runtime.block_on(async {
        assert_eq!(session.ping().await.expect_err("it is over").code, FaultCode::Shutdown);
        assert_eq!(session.ready().await.expect_err("it is over").code, FaultCode::Shutdown);
        let mut cursor = session.entries_from(Seq::FIRST);
        let end = async { while cursor.next().await.is_some() {} };
        tokio::time::timeout(PATIENCE, end).await.expect("readers come to an end");
    });
}

#[tokio::test]
async fn a_server_that_exits_does_not_leave_its_child_behind() {
    let script = r#"sleep 1000 & echo "{\"pid\": $$, \"grandchild\": $!}" >&2; exit 3"#;
    let session = Session::open(command(&["sh", "-c", script], |_| {}), quick());
    let fault = fault_of(&session).await;
    assert_eq!(post_mortem(&fault).exit_code, Some(3));
    check_gone(&stubborn_pids(&session).await);
}

#[test]
fn a_runtime_that_is_left_in_the_background_leaves_nothing() {
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let session = runtime.block_on(ready(STUBBORN));
    let pids = runtime.block_on(stubborn_pids(&session));
    drop(session);
    runtime.shutdown_background();
    check_gone(&pids);
}

#[test]
fn a_process_that_is_killed_leaves_nothing() {
    let mut victim = Victim::start("hang");
    victim.process.kill().expect("it runs");
    victim.check_all_gone();
}

#[test]
fn a_process_that_panics_leaves_nothing() {
    Victim::start("panic").check_all_gone();
}

#[test]
fn a_process_that_exits_without_cleaning_up_leaves_nothing() {
    Victim::start("exit").check_all_gone();
}

#[test]
fn a_process_that_aborts_leaves_nothing() {
    Victim::start("abort").check_all_gone();
}

/// Not a test of its own: what the other process does. Without its variable it does nothing.
#[test]
fn the_victim_plays_its_part() {
    let Ok(part) = std::env::var(PART) else { return };
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    runtime.block_on(async {
        let session = ready(STUBBORN).await;
        let [pid, grandchild] = stubborn_pids(&session).await;
        eprintln!("{}", serde_json::json!({ "pid": pid, "grandchild": grandchild }));
        // The end waits until whoever looks on has seen whom we started.
        let mut go = String::new();
        std::io::stdin().read_line(&mut go).expect("a pipe");
        match part.as_str() {
            "panic" => panic!("this is the part"),
            "exit" => std::process::exit(0),
            "abort" => std::process::abort(),
            _ => std::future::pending::<()>().await,
        }
    });
}

struct Victim {
    process: Child,
    family: Vec<u32>,
}

impl Victim {
    /// Starts the victim, lets it connect, and then lets it play its part.
    fn start(part: &str) -> Self {
        let mut process = Command::new(std::env::current_exe().expect("we are a program"))
            .args(["--exact", "orphans::the_victim_plays_its_part", "--nocapture"])
            .env(PART, part)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("we can be started");
        let stderr = process.stderr.take().expect("a pipe");
        let mut victim = Victim { process, family: Vec::new() };
        let mut lines = BufReader::new(stderr).lines().map(|line| line.expect("text"));
        let line = lines.find(|line| line.starts_with('{')).expect("the victim tells whom it started");
        let pids = pids_in(&line);
        assert!(pids.into_iter().all(children::alive));
        victim.family = children::descendants(victim.process.id());
        if victim.family.is_empty() {
            // There is no /proc: the watchdog cannot be seen.
            victim.family = pids.to_vec();
        } else {
            assert!(pids.iter().all(|pid| victim.family.contains(pid)));
            assert_eq!(victim.family.len(), 3, "the server, its child and the watchdog");
        }
        drop(victim.process.stdin.take());
        victim
    }

    fn check_all_gone(mut self) {
        self.process.wait().expect("it is our child");
        check_gone(&self.family);
    }
}

impl Drop for Victim {
    fn drop(&mut self) {
        // Only a failed test leaves something to do here.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
