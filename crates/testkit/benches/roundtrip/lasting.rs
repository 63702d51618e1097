//! What many calls leave behind: memory, and whether the last is as cheap as the first.

use crate::Options;
use crate::client::{Caller, Client, Kind, Server, Work};
use crate::load::Threads;
use crate::report::Report;
use mcp_inspector_engine::{LogLimits, Session};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Instant;
use tokio::task::JoinSet;

const IN_FLIGHT: u32 = 64;

/// How many blocks the calls of `steady` are divided into.
const BLOCKS: u32 = 10;

/// Fills a log and says what a frame in it takes.
pub(crate) fn bytes_held(options: &Options, report: &Report) {
    let frames: u32 = if options.is_quick { 50_000 } else { 200_000 };
    let limits = LogLimits { messages: frames as usize, others: 1000, bytes: usize::MAX };
    Threads::Two.runtime().block_on(async {
        let session = connect(limits).await;
        // What the first calls allocate for good is not the log's.
        make(&session, 1000, |_| {}).await;
        let (log_before, process_before) = (session.log().held_bytes(), resident());
        let seq_before = session.log().last();
        make(&session, frames / 2 - 1000, |_| {}).await;
        let entries = session.log().last().0 - seq_before.0;
        let log = session.log().held_bytes() - log_before;
        let process = resident().saturating_sub(process_before);
        let each = |bytes: usize| format!("{:.0}", to_f64(bytes) / to_f64(entries));
        report.line(&format!(
            "bytes held per logged frame, {entries} frames of pings and their answers: \
             {} by the log's own count, {} as the process grew",
            each(log),
            each(process)
        ));
        session.stop().await;
    });
}

/// Compares the first and the last of many calls.
pub(crate) fn steady(options: &Options, report: &Report) {
    let calls: u32 = if options.is_quick { 100_000 } else { 1_000_000 };
    Threads::Two.runtime().block_on(async {
        let session = connect(LogLimits::default()).await;
        make(&session, calls / 100, |_| {}).await;
        let marks = Arc::new(Mutex::new(vec![Instant::now()]));
        let block = calls / BLOCKS;
        make(&session, calls, {
            let marks = marks.clone();
            move |done| {
                if done.is_multiple_of(block) {
                    marks.lock().expect("nobody panics with the lock").push(Instant::now());
                }
            }
        })
        .await;
        session.stop().await;
        let marks = marks.lock().expect("nobody panics with the lock");
        let costs: Vec<f64> =
            marks.windows(2).map(|pair| (pair[1] - pair[0]).as_secs_f64() * 1e6 / f64::from(block)).collect();
        let words: Vec<String> = costs.iter().map(|cost| format!("{cost:.2}")).collect();
        report.line(&format!(
            "steady, {calls} calls over stdio with {IN_FLIGHT} in flight: {} µs per call in each tenth; \
             last / first {:.2}",
            words.join(" "),
            costs[costs.len() - 1] / costs[0]
        ));
    });
}

async fn connect(limits: LogLimits) -> Session {
    let server = Server::Process { payload: 0 };
    match Client::connect(Kind::Ours, server, IN_FLIGHT as usize, limits).await {
        Client::Ours(session) => session,
        Client::Rmcp(_) => unreachable!("ours was asked for"),
    }
}

/// Makes exactly `calls` calls and tells `done` how many are done, after each.
async fn make(session: &Session, calls: u32, done: impl Fn(u32) + Clone + Send + 'static) {
    let begun = Arc::new(AtomicU32::new(0));
    let ended = Arc::new(AtomicU32::new(0));
    let mut tasks = JoinSet::new();
    for _ in 0..IN_FLIGHT {
        let (caller, begun, ended, done) =
            (Caller::Ours(session.clone()), begun.clone(), ended.clone(), done.clone());
        tasks.spawn(async move {
            while begun.fetch_add(1, Ordering::Relaxed) < calls {
                caller.call(Work::Ping).await;
                done(ended.fetch_add(1, Ordering::Relaxed) + 1);
            }
        });
    }
    tasks.join_all().await;
}

/// The memory the process has, in bytes; 0 where there is no `/proc`.
fn resident() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap_or_default();
    line.trim().trim_end_matches(" kB").parse::<usize>().unwrap_or(0) * 1024
}

fn to_f64(number: impl TryInto<u32>) -> f64 {
    f64::from(number.try_into().unwrap_or(u32::MAX))
}
