//! How long a screen takes to draw, and how much memory it takes, for long logs and large answers:
//! `cargo run --release -p mcp-inspector-tui --example frames`.

fn main() {
    for entries in [1_000, 10_000, 100_000] {
        let measured = mcp_inspector_tui::measure(entries);
        println!(
            "{entries:>7} entries: folded in {:>7.1} ms, filtered in {:>6.1} ms, a frame {:>6.2} ms, a frame after one more entry {:>6.2} ms, {:>6} kB",
            measured.fold_ms, measured.filter_ms, measured.frame_ms, measured.news_ms, measured.held_kb
        );
    }
    for mebibytes in [1, 8] {
        let measured = mcp_inspector_tui::measure_answer(mebibytes << 20);
        println!(
            "an answer of {mebibytes} MiB: opened in {:>6.1} ms, a page {:>5.2} ms, to its end {:>5.2} ms, searched in {:>6.1} ms, {:>6} kB",
            measured.open_ms, measured.page_ms, measured.end_ms, measured.search_ms, measured.held_kb
        );
    }
}
