//! What the proxy endpoint costs, beside a Node bridge that does the same work.
//!
//! The same echo server is called directly over its pipe, through `/mcp` and through the npm package
//! mcp-proxy, in turns within one run. Nothing is asserted about times; the report is Markdown.
//! docs/performance.md says how to run it and how to read it.

mod contestant;

use contestant::{Contestant, Direct};
use std::time::{Duration, Instant};

/// How often the contestants take turns.
const ROUNDS: usize = 5;

/// Calls of one client in one turn, for latency.
const CALLS: usize = 2000;

/// How long one turn of a throughput measurement lasts.
const TURN: Duration = Duration::from_secs(2);

/// How many clients call at once.
const CLIENTS: [usize; 3] = [1, 16, 64];

fn main() {
    // `cargo test --benches` asks whether there are tests here.
    if std::env::args().any(|word| word == "--list" || word == "--test") {
        return;
    }
    let mut contestants = Vec::new();
    for start in [contestant::ours as fn() -> Result<Contestant, String>, contestant::bridge] {
        match start() {
            Ok(contestant) => contestants.push(contestant),
            Err(why) => eprintln!("left out: {why}"),
        }
    }
    latency(&contestants);
    throughput(&contestants);
}

/// Latency of one client that waits for each answer.
fn latency(contestants: &[Contestant]) {
    let mut direct = Direct::start();
    let mut bare = Vec::new();
    let mut through: Vec<Vec<Duration>> = contestants.iter().map(|_| Vec::new()).collect();
    for _ in 0..ROUNDS {
        bare.extend(timed(|| direct.call()));
        for (contestant, times) in contestants.iter().zip(&mut through) {
            let mut client = contestant.client();
            times.extend(timed(|| client.call()));
        }
    }
    println!("| one client | p50 | p99 | added at p50 | added at p99 |\n|---|---|---|---|---|");
    let (p50, p99) = (percentile(&mut bare, 50), percentile(&mut bare, 99));
    println!("| directly over stdio | {} | {} | | |", micros(p50), micros(p99));
    for (contestant, times) in contestants.iter().zip(&mut through) {
        let (of_50, of_99) = (percentile(times, 50), percentile(times, 99));
        println!(
            "| {} | {} | {} | {} | {} |",
            contestant.name,
            micros(of_50),
            micros(of_99),
            micros(of_50.saturating_sub(p50)),
            micros(of_99.saturating_sub(p99)),
        );
    }
}

fn timed(mut call: impl FnMut()) -> Vec<Duration> {
    // The first ones find cold caches.
    for _ in 0..CALLS / 10 {
        call();
    }
    (0..CALLS)
        .map(|_| {
            let began = Instant::now();
            call();
            began.elapsed()
        })
        .collect()
}

/// Requests per second of several clients at once, each of which waits for its answers.
fn throughput(contestants: &[Contestant]) {
    println!("\n| clients | {} |", names(contestants));
    println!("|---|{}", "---|".repeat(contestants.len()));
    for clients in CLIENTS {
        let mut done = vec![0; contestants.len()];
        for _ in 0..ROUNDS {
            for (contestant, done) in contestants.iter().zip(&mut done) {
                *done += turn(contestant, clients);
            }
        }
        let seconds = TURN.as_secs_f64() * f64::from(u32::try_from(ROUNDS).unwrap_or(u32::MAX));
        let rates: Vec<f64> = done.iter().map(|done| f64::from(*done) / seconds).collect();
        let shown: Vec<String> = rates
            .iter()
            .enumerate()
            .map(|(index, rate)| match rates.first().filter(|_| index > 0) {
                Some(ours) => format!("{rate:.0} per second ({:.1} times fewer)", ours / rate),
                None => format!("{rate:.0} per second"),
            })
            .collect();
        println!("| {clients} | {} |", shown.join(" | "));
    }
}

fn turn(contestant: &Contestant, clients: usize) -> u32 {
    let ready: Vec<_> = (0..clients).map(|_| contestant.client()).collect();
    let until = Instant::now() + TURN;
    let threads: Vec<_> = ready
        .into_iter()
        .map(|mut client| {
            std::thread::spawn(move || {
                let mut done = 0;
                while Instant::now() < until {
                    client.call();
                    done += 1;
                }
                done
            })
        })
        .collect();
    threads.into_iter().map(|thread| thread.join().expect("a client does not panic")).sum()
}

fn names(contestants: &[Contestant]) -> String {
    contestants.iter().map(|contestant| contestant.name).collect::<Vec<_>>().join(" | ")
}

fn percentile(times: &mut [Duration], percent: usize) -> Duration {
    times.sort_unstable();
    times[(times.len() - 1) * percent / 100]
}

fn micros(time: Duration) -> String {
    format!("{:.1} µs", time.as_secs_f64() * 1e6)
}
