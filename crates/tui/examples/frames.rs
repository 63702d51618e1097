//! How long a screen takes to draw, and how much memory it takes, for long logs and large answers, as the tables
//! of `docs/performance.md`: `cargo run --release -p mcp-inspector-tui --example frames`.
//!
//! Each size is measured in a process of its own, so that none finds memory that another one left.

use std::io;
use std::process::Command;

fn main() -> io::Result<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number = |word: &String| word.parse::<u32>().ok();
    match (words.first().map(String::as_str), words.get(1).and_then(number)) {
        (Some("entries"), Some(entries)) => entries_row(entries),
        (Some("answer"), Some(mebibytes)) => answer_row(mebibytes),
        _ => return tables(),
    }
    Ok(())
}

/// Both tables, each line by a process of its own.
fn tables() -> io::Result<()> {
    if cfg!(debug_assertions) {
        println!("A build for development: not for comparing.\n");
    }
    println!(
        "| entries | all made into rows | filtered | a screen, moving | a screen, after one more entry | memory beyond the log |"
    );
    println!("| --- | --- | --- | --- | --- | --- |");
    for entries in [1_000, 10_000, 100_000] {
        alone("entries", entries)?;
    }
    println!("\n| an answer of | opened | a page down | to its end | searched |");
    println!("| --- | --- | --- | --- | --- |");
    for mebibytes in [1, 8] {
        alone("answer", mebibytes)?;
    }
    Ok(())
}

fn alone(what: &str, size: u32) -> io::Result<()> {
    let status = Command::new(std::env::current_exe()?).args([what, &size.to_string()]).status()?;
    if status.success() {
        Ok(())
    } else {
        Err(io::Error::other(format!("{what} {size} ended with {status}")))
    }
}

fn entries_row(entries: u32) {
    let measured = mcp_inspector_tui::measure(u64::from(entries));
    let name = format!("{},000", entries / 1000);
    println!(
        "| {name} | {} | {} | {} | {} | {} |",
        span(measured.fold_ms),
        span(measured.filter_ms),
        span(measured.frame_ms),
        span(measured.news_ms),
        size(measured.held_kb)
    );
}

fn answer_row(mebibytes: u32) {
    let measured = mcp_inspector_tui::measure_answer(usize::try_from(mebibytes).unwrap_or_default() << 20);
    println!(
        "| {mebibytes} MiB | {} | {} | {} | {} |",
        span(measured.open_ms),
        span(measured.page_ms),
        span(measured.end_ms),
        span(measured.search_ms)
    );
}

fn span(millis: f64) -> String {
    match millis {
        ms if ms < 10.0 => format!("{ms:.1} ms"),
        ms if ms < 1000.0 => format!("{ms:.0} ms"),
        ms => format!("{:.1} s", ms / 1000.0),
    }
}

fn size(kilobytes: u64) -> String {
    format!("{}.{} MiB", kilobytes / 1024, kilobytes % 1024 * 10 / 1024)
}
