//! How long a screen takes to draw, and how much memory the rows take: `cargo run --release --example frames`.

fn main() {
    for entries in [1_000, 10_000, 100_000] {
        let measured = mcp_inspector_tui::measure(entries);
        println!(
            "{entries:>7} entries: folded in {:>7.1} ms, filtered in {:>6.1} ms, a frame {:>6.2} ms, a frame after one more entry {:>6.2} ms, {:>6} kB",
            measured.fold_ms, measured.filter_ms, measured.frame_ms, measured.news_ms, measured.held_kb
        );
    }
}
