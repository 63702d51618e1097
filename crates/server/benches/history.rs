//! What a line of the history costs, and a first page of it.
//!
//! `cargo bench -p mcp-inspector-server --bench history` prints two tables. The first is the cost of
//! one line on the thread that writes it; the second is how long a first page takes when there are few
//! entries and when there are many, which should be the same.

use mcp_inspector_engine::Raw;
use mcp_inspector_engine::core::redact::Redactor;
use mcp_inspector_server::{End, History, HistoryOptions, HistoryQuery, Level, LogQuery, RequestLine};
use serde_json::json;
use std::path::Path;
use std::time::{Duration, Instant};

const FEW: usize = 10_000;
const MANY: usize = 1_000_000;
const LINES: usize = 100_000;
const QUESTIONS: usize = 200;

const METHODS: [&str; 5] = ["tools/call", "tools/list", "resources/read", "prompts/get", "ping"];
const SERVERS: [&str; 4] = ["weather", "files", "search", "notes"];

fn main() {
    // Only `cargo bench` says so; `cargo test` and nextest also start this program.
    if !std::env::args().any(|word| word == "--bench") {
        return;
    }
    let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
    writing();
    println!();
    println!("{:<44} {:>12} {:>12} {:>12}", "first page, milliseconds", "entries", "p50", "p99");
    for entries in [FEW, MANY] {
        runtime.block_on(asking(entries));
    }
}

fn open(dir: &Path) -> History {
    // Without a limit, so that nothing is removed while it is measured.
    let options = HistoryOptions { total_bytes: u64::MAX, ..HistoryOptions::default() };
    History::open_with(dir, options).expect("the history opens")
}

/// The cost of each kind of line.
fn writing() {
    println!("{:<44} {:>12} {:>12} {:>12}", "one line, microseconds", "bytes", "p50", "p99");
    let mut secrets = Redactor::default();
    for secret in ["sk-live-0123456789abcdef", "hunter2-hunter2", "https-basic-secret"] {
        secrets.add(secret);
    }
    let params = Raw::of(&json!({ "name": "echo", "arguments": { "message": "hello, world", "count": 3 } }));
    let item =
        json!({ "type": "text", "text": "Lorem ipsum dolor sit amet, consetetur sadipscing elitr.\n" });
    let small = Raw::of(&json!({ "content": [item] }));
    let large = Raw::of(&json!({ "content": vec![item.clone(); 120] }));
    let tools: Vec<_> = (0..50).map(|number| {
        let properties = json!({ "path": { "type": "string", "description": "where it is" }, "token": { "type": "string" } });
        json!({ "name": format!("tool-{number}"), "description": "does something", "inputSchema": { "type": "object", "properties": properties } })
    }).collect();
    let listing = Raw::of(&json!({ "tools": tools }));
    let picture = Raw::of(
        &json!({ "content": [{ "type": "image", "data": "iVBORw0KGgoAAAANSUhEUgAA".repeat(40_000) }] }),
    );
    let request = |history: &History, number: usize| {
        let id = format!("8b0c2d2e-{number:012}");
        let line = RequestLine {
            request_id: &id,
            server_id: "weather",
            method: "tools/call",
            params: Some(&params),
        };
        timed(|| history.request(line, &secrets))
    };
    let response = |result: &Raw, history: &History, number: usize| {
        let id = format!("8b0c2d2e-{number:012}");
        timed(|| history.response(&id, End::Result(result), Duration::from_micros(840), &secrets))
    };
    row("request of a tool call", params.as_str().len(), LINES, request);
    row("response, a short text", small.as_str().len(), LINES, |history, number| {
        response(&small, history, number)
    });
    row("response, a list of 50 tools", listing.as_str().len(), LINES / 10, |history, number| {
        response(&listing, history, number)
    });
    row("response, a long text", large.as_str().len(), LINES / 10, |history, number| {
        response(&large, history, number)
    });
    row("response, a picture", picture.as_str().len(), LINES / 200, |history, number| {
        response(&picture, history, number)
    });
    row("app line", 0, LINES, |history, number| {
        timed(|| history.app(Level::Info, "Server process started", json!({ "pid": number })))
    });
}

fn row(name: &str, bytes: usize, lines: usize, write: impl Fn(&History, usize) -> Duration) {
    let dir = tempfile::tempdir().expect("a directory");
    let history = open(dir.path());
    let mut took: Vec<Duration> = (0..lines).map(|number| write(&history, number)).collect();
    let micros = |time: Duration| time.as_secs_f64() * 1e6;
    println!(
        "{name:<44} {bytes:>12} {:>12.1} {:>12.1}",
        micros(share(&mut took, 0.5)),
        micros(share(&mut took, 0.99))
    );
}

/// How long questions take when there are so many entries.
async fn asking(entries: usize) {
    let dir = tempfile::tempdir().expect("a directory");
    let history = open(dir.path());
    let none = Redactor::default();
    let params = Raw::of(&json!({ "name": "echo", "arguments": { "message": "hello, world" } }));
    let result = Raw::of(&json!({ "content": [{ "type": "text", "text": "hello, world" }] }));
    let began = Instant::now();
    for number in 0..entries {
        let id = format!("8b0c2d2e-{number:012}");
        let (server_id, method) = (SERVERS[number % 4], METHODS[number % 5]);
        history.request(RequestLine { request_id: &id, server_id, method, params: Some(&params) }, &none);
        history.response(&id, End::Result(&result), Duration::from_micros(840), &none);
        if number % 1000 == 0 {
            history.app(
                if number % 100_000 == 0 { Level::Error } else { Level::Info },
                "something happened",
                json!({}),
            );
        }
    }
    let written = began.elapsed();
    let newest = history.page(HistoryQuery::default()).await.expect("it is indexed").entries[0].timestamp;
    let indexed = began.elapsed();
    let oldest = HistoryQuery { offset: entries as u64 - 1, ..HistoryQuery::default() };
    let oldest = history.page(oldest).await.expect("it is indexed").entries[0].timestamp;
    let middle = oldest + (newest - oldest) / 2;
    let of = |text: &str| Some(text.to_owned());
    let every = HistoryQuery::default;
    for (name, query) in [
        ("no filter", every()),
        ("method", HistoryQuery { method: of("tools/call"), ..every() }),
        ("serverId", HistoryQuery { server_id: of("files"), ..every() }),
        ("serverId and method", HistoryQuery { server_id: of("files"), method: of("ping"), ..every() }),
        ("since the middle", HistoryQuery { since: Some(middle), ..every() }),
        ("since the last 100 ms", HistoryQuery { since: Some(newest - 100), ..every() }),
        (
            "all filters",
            HistoryQuery { server_id: of("files"), method: of("ping"), since: Some(middle), ..every() },
        ),
    ] {
        let mut took = Vec::new();
        for _ in 0..QUESTIONS {
            let began = Instant::now();
            let page = history.page(query.clone()).await.expect("it is indexed");
            took.push(began.elapsed());
            assert!(page.total > 0 && !page.entries.is_empty(), "{name}");
        }
        answered(name, entries, &mut took);
    }
    let mut took = Vec::new();
    for _ in 0..QUESTIONS {
        let began = Instant::now();
        history.logs(LogQuery { level: Level::Warn, ..LogQuery::default() }).await.expect("it is indexed");
        took.push(began.elapsed());
    }
    answered("log, warn and worse", entries, &mut took);
    let mut took = Vec::new();
    for number in 0..QUESTIONS {
        let id = format!("late-{number}");
        history.request(
            RequestLine { request_id: &id, server_id: "files", method: "ping", params: None },
            &none,
        );
        let began = Instant::now();
        history.page(every()).await.expect("it is indexed");
        took.push(began.elapsed());
    }
    answered("no filter, just after a new entry", entries, &mut took);
    drop(history);
    std::fs::remove_file(dir.path().join("index.sqlite")).expect("there is an index");
    let began = Instant::now();
    open(dir.path()).page(every()).await.expect("it is indexed");
    println!(
        "    written in {:.1} s, index caught up {:.1} s later, made anew in {:.1} s",
        written.as_secs_f64(),
        indexed.saturating_sub(written).as_secs_f64(),
        began.elapsed().as_secs_f64()
    );
}

fn answered(name: &str, entries: usize, took: &mut [Duration]) {
    let millis = |time: Duration| time.as_secs_f64() * 1e3;
    println!(
        "{name:<44} {entries:>12} {:>12.2} {:>12.2}",
        millis(share(took, 0.5)),
        millis(share(took, 0.99))
    );
}

fn timed(work: impl FnOnce()) -> Duration {
    let began = Instant::now();
    work();
    began.elapsed()
}

/// The time that this share of them stays below.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_precision_loss,
    reason = "a place in a list"
)]
fn share(took: &mut [Duration], part: f64) -> Duration {
    took.sort_unstable();
    took[((took.len() as f64 * part) as usize).min(took.len() - 1)]
}
