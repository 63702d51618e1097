//! How long a screen takes to draw, and how much memory it takes, for long logs and large answers, as the tables
//! of `docs/performance.md`: `cargo run --release -p mcp-inspector-tui --example frames`.

fn main() {
    if cfg!(debug_assertions) {
        println!("A build for development: not for comparing.\n");
    }
    println!(
        "| entries | all made into rows | filtered | a screen, moving | a screen, after one more entry | memory beyond the log |"
    );
    println!("| --- | --- | --- | --- | --- | --- |");
    for (entries, name) in [(1_000, "1,000"), (10_000, "10,000"), (100_000, "100,000")] {
        let measured = mcp_inspector_tui::measure(entries);
        println!(
            "| {name} | {} | {} | {} | {} | {} |",
            span(measured.fold_ms),
            span(measured.filter_ms),
            span(measured.frame_ms),
            span(measured.news_ms),
            size(measured.held_kb)
        );
    }
    println!("\n| an answer of | opened | a page down | to its end | searched |");
    println!("| --- | --- | --- | --- | --- |");
    for mebibytes in [1, 8] {
        let measured = mcp_inspector_tui::measure_answer(mebibytes << 20);
        println!(
            "| {mebibytes} MiB | {} | {} | {} | {} |",
            span(measured.open_ms),
            span(measured.page_ms),
            span(measured.end_ms),
            span(measured.search_ms)
        );
    }
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
