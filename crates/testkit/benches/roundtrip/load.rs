//! Calls made for a while by a number of tasks, each waiting for its answer before the next.

use crate::Options;
use crate::client::{Caller, Client, Kind, Server, Work};
use mcp_inspector_engine::LogLimits;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tokio::runtime::{Builder, Runtime};
use tokio::task::JoinSet;

/// The runtime the client runs on.
#[derive(Clone, Copy)]
pub(crate) enum Threads {
    /// tokio's `current_thread`.
    One,
    /// tokio's `multi_thread` with two workers.
    Two,
}

impl Threads {
    pub(crate) fn runtime(self) -> Runtime {
        let mut builder = match self {
            Threads::One => Builder::new_current_thread(),
            Threads::Two => Builder::new_multi_thread(),
        };
        builder.worker_threads(2).enable_all().build().expect("a runtime can be built")
    }
}

impl fmt::Display for Threads {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Threads::One => "1 thread",
            Threads::Two => "2 threads",
        })
    }
}

/// One measurement.
pub(crate) struct Load<'a> {
    pub(crate) server: Server,
    pub(crate) threads: Threads,
    pub(crate) in_flight: usize,
    pub(crate) work: Work,
    pub(crate) options: &'a Options,
}

impl Load<'_> {
    /// Calls per second, on a fresh connection.
    pub(crate) fn run(&self, kind: Kind) -> f64 {
        self.threads.runtime().block_on(async {
            let client = Client::connect(kind, self.server, self.in_flight, LogLimits::default()).await;
            self.calls(&client, self.options.warm_up()).await;
            let rate = self.calls(&client, self.options.duration()).await;
            client.stop().await;
            rate
        })
    }

    async fn calls(&self, client: &Client, duration: Duration) -> f64 {
        let is_over = Arc::new(AtomicBool::new(false));
        let mut tasks = JoinSet::new();
        let started = Instant::now();
        for _ in 0..self.in_flight {
            tasks.spawn(repeat(client.caller(), self.work, is_over.clone()));
        }
        tokio::time::sleep(duration).await;
        is_over.store(true, Ordering::Relaxed);
        let mut count = 0;
        while let Some(made) = tasks.join_next().await {
            count += made.expect("a caller does not panic");
        }
        f64::from(count) / started.elapsed().as_secs_f64()
    }
}

async fn repeat(caller: Caller, work: Work, is_over: Arc<AtomicBool>) -> u32 {
    let mut count = 0;
    while !is_over.load(Ordering::Relaxed) {
        caller.call(work).await;
        count += 1;
    }
    count
}
