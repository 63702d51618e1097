//! We are killed while we start a server, at whatever moment: no process is left.
//!
//! The victim starts servers one after the other and says so before each; it is killed right
//! after one of its words, so that the kill falls into a start, now here and now there. Its
//! processes are known by a variable that all of them inherit, which takes a `/proc` to see.
#![cfg(target_os = "linux")]

use crate::programs::testkit;
use crate::support::{PATIENCE, quick};
use mcp_inspector_engine::Session;
use mcp_inspector_testkit::children;
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const MARK: &str = "MCPI_TEST_EARLY";
const ROUNDS: usize = 12;

#[test]
fn a_process_that_is_killed_while_it_starts_servers_leaves_nothing() {
    for round in 0..ROUNDS {
        let mark = format!("{}-{round}", std::process::id());
        let mut victim = Command::new(std::env::current_exe().expect("we are a program"))
            .args(["--exact", "early::the_victim_starts_servers", "--nocapture"])
            .env(MARK, &mark)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("we can be started");
        let stderr = BufReader::new(victim.stderr.take().expect("a pipe"));
        let words = stderr.lines().map_while(Result::ok).filter(|line| line == "start");
        assert_eq!(words.take(2 + round).count(), 2 + round, "the victim starts servers");
        victim.kill().expect("it runs");
        victim.wait().expect("it is our child");
        check_all_gone(&mark);
    }
}

/// Not a test of its own: what the other process does. Without its variable it does nothing.
#[test]
fn the_victim_starts_servers() {
    if std::env::var_os(MARK).is_none() {
        return;
    }
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    runtime.block_on(async {
        loop {
            eprintln!("start");
            let session = Session::open(testkit(&["ignores-eof-and-sigterm"]), quick());
            tokio::task::yield_now().await;
            drop(session);
        }
    });
}

/// Looks again until nobody carries the mark: a server that was left may be gone while its own
/// child, started since, is not.
fn check_all_gone(mark: &str) {
    let deadline = Instant::now() + PATIENCE;
    loop {
        let left = carriers_of(mark);
        if left.is_empty() {
            return;
        }
        assert!(Instant::now() < deadline, "processes are left behind: {left:?}");
        for pid in left {
            children::wait_gone(pid, Duration::from_millis(100));
        }
    }
}

/// The processes that inherited the mark.
fn carriers_of(mark: &str) -> Vec<u32> {
    let wanted = format!("{MARK}={mark}");
    let carries = |pid: &u32| {
        let environment = std::fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
        environment.split(|byte| *byte == 0).any(|variable| variable == wanted.as_bytes())
    };
    let entries = std::fs::read_dir("/proc").expect("there is a /proc");
    entries.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok()).filter(carries).collect()
}
