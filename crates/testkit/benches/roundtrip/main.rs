//! What a call costs, ours beside rmcp's client doing the same work in the same run.
//!
//! `cargo bench -p mcp-inspector-testkit --bench roundtrip` prints a table; `-- --quick` is
//! shorter, `-- --only TEXT` takes the rows whose name contains the text, `-- --client ours`
//! (or `rmcp`) leaves the other client out, as a profiler wants it. What the numbers mean is
//! in docs/performance.md.
//!
//! The two clients (`client.rs`) take turns, so that a machine that slows down slows both.

mod client;
mod lasting;
mod load;
mod report;

use client::{Kind, Server, Work};
use load::{Load, Threads};
use report::{Report, Sample, Unit};
use std::time::Duration;

fn main() {
    let options = Options::read();
    // Only `cargo bench` says so; `cargo test` and nextest also start this program.
    if !options.is_bench {
        return;
    }
    let report = Report::begin();
    // First, while the process is small: what later ones free would hide what this one takes.
    if options.wants("bytes held") {
        lasting::bytes_held(&options, &report);
    }
    for threads in [Threads::Two, Threads::One] {
        for in_flight in [1, 64] {
            calls(&options, &report, Server::Memory, threads, in_flight);
        }
        for in_flight in [1, 64, 256] {
            calls(&options, &report, Server::Process { payload: 0 }, threads, in_flight);
        }
    }
    for payload in [1 << 10, 64 << 10, 8 << 20] {
        frames(&options, &report, payload);
    }
    if options.wants("steady") {
        lasting::steady(&options, &report);
    }
}

/// Calls per second.
fn calls(options: &Options, report: &Report, server: Server, threads: Threads, in_flight: usize) {
    let name = format!("{server}, {in_flight} in flight, {threads}");
    let load = Load { server, threads, in_flight, work: Work::Ping, options };
    both(options, report, &name, Unit::CallsPerSecond, |kind| load.run(kind));
}

/// The cost of one result of `payload` bytes, one call after the other.
fn frames(options: &Options, report: &Report, payload: usize) {
    let size =
        if payload < 1 << 20 { format!("{} KiB", payload >> 10) } else { format!("{} MiB", payload >> 20) };
    let name = format!("stdio, results of {size}, {}", Threads::Two);
    let server = Server::Process { payload };
    let load = Load { server, threads: Threads::Two, in_flight: 1, work: Work::Tool, options };
    both(options, report, &name, Unit::PerFrame { payload }, |kind| load.run(kind));
}

fn both(options: &Options, report: &Report, name: &str, unit: Unit, measure: impl Fn(Kind) -> f64) {
    if !options.wants(name) {
        return;
    }
    let mut samples = [Sample::default(), Sample::default()];
    for _ in 0..options.rounds() {
        for (kind, sample) in [Kind::Ours, Kind::Rmcp].into_iter().zip(&mut samples) {
            if options.client.is_none_or(|wanted| wanted == kind) {
                sample.add(measure(kind));
            }
        }
    }
    report.row(name, unit, &samples[0], &samples[1]);
}

/// What the command line asks for.
struct Options {
    is_bench: bool,
    is_quick: bool,
    only: Option<String>,
    client: Option<Kind>,
}

impl Options {
    fn read() -> Self {
        let mut options = Options { is_bench: false, is_quick: false, only: None, client: None };
        let mut words = std::env::args().skip(1);
        while let Some(word) = words.next() {
            match word.as_str() {
                "--bench" => options.is_bench = true,
                "--quick" => options.is_quick = true,
                "--only" => options.only = words.next(),
                "--client" => {
                    options.client = match words.next().as_deref() {
                        Some("ours") => Some(Kind::Ours),
                        Some("rmcp") => Some(Kind::Rmcp),
                        _ => None,
                    };
                }
                _ => {}
            }
        }
        options
    }

    fn wants(&self, name: &str) -> bool {
        self.only.as_ref().is_none_or(|text| name.contains(text))
    }

    fn rounds(&self) -> usize {
        if self.is_quick { 3 } else { 7 }
    }

    fn warm_up(&self) -> Duration {
        Duration::from_millis(if self.is_quick { 50 } else { 200 })
    }

    fn duration(&self) -> Duration {
        Duration::from_millis(if self.is_quick { 250 } else { 1000 })
    }
}
