//! A bug report about one row of a session's timeline.

use super::Session;
use mcp_inspector_core::Seq;
use mcp_inspector_core::entry::Entry;
use mcp_inspector_core::share::BugReport;
use mcp_inspector_core::timeline::Row;

/// How many lines of stderr a report may have.
const STDERR: usize = 50;

/// How long after its end a line may come and still be about it: pipes are read side by side.
const AFTERWARDS_NS: u64 = 1_000_000_000;

impl Session {
    /// A report in Markdown about a row, with the findings about it. It checks the rules, which takes a
    /// while in a long session.
    pub fn bug_report(&self, row: &Row) -> String {
        // What was written long after it says nothing about it.
        let end = row.end_seq.and_then(|end| self.log().entry(end)).map(|entry| entry.at.nanos());
        let is_late = |seq: Seq| {
            let written = self.log().entry(seq).map(|entry| entry.at.nanos());
            end.zip(written).is_some_and(|(end, written)| written > end.saturating_add(AFTERWARDS_NS))
        };
        let (server, written) = self
            .log()
            .with_view(|view| (view.server.clone(), view.stderr.iter().cloned().collect::<Vec<_>>()));
        let mut stderr: Vec<String> = written
            .into_iter()
            .rev()
            .filter(|(seq, _)| !is_late(*seq))
            .take(STDERR)
            .map(|(_, line)| line)
            .collect();
        stderr.reverse();
        let about = |seq: Seq| seq == row.seq || Some(seq) == row.end_seq;
        let findings = self.findings().findings;
        let findings: Vec<_> = findings.into_iter().filter(|finding| about(finding.seq)).collect();
        let seqs = std::iter::once(row.seq).chain(row.end_seq.filter(|end| *end != row.seq));
        let entries: Vec<Entry> =
            seqs.filter_map(|seq| self.log().entry(seq)).map(|entry| (*entry).clone()).collect();
        let report = BugReport {
            program: concat!("mcp-inspector ", env!("CARGO_PKG_VERSION")),
            place: self.place(),
            server: server.as_ref(),
            row,
            entries: &entries,
            stderr: &stderr,
            findings: &findings,
        };
        report.markdown()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_written_long_after_a_call_is_not_in_its_report() {
        let lines = [
            r#"{"mcpInspectorRecording":1,"target":"t","place":"node s.js","openedUnixMs":0}"#,
            r#"{"seq":1,"atNs":1,"kind":"stderr","line":"long before"}"#,
            r#"{"seq":2,"atNs":2,"kind":"frame","direction":"sent","raw":"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\"}"}"#,
            r#"{"seq":3,"atNs":3,"kind":"frame","direction":"received","raw":"{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}"}"#,
            r#"{"seq":4,"atNs":900000000,"kind":"stderr","line":"just after"}"#,
            r#"{"seq":5,"atNs":9000000000,"kind":"stderr","line":"long after"}"#,
        ];
        let directory = tempfile::tempdir().expect("a directory");
        let path = directory.path().join("session.jsonl");
        std::fs::write(&path, lines.join("\n") + "\n").expect("a file");
        let session = Session::replay(&path).expect("a recording");
        let mut timeline = mcp_inspector_core::timeline::Timeline::default();
        let entries: Vec<_> = (1..=5).filter_map(|seq| session.log().entry(Seq(seq))).collect();
        for entry in &entries {
            timeline.apply(entry);
        }
        let row = timeline.row_at(Seq(2)).expect("the call").clone();
        let report = session.bug_report(&row);
        assert!(report.contains("long before\njust after\n"), "{report}");
        assert!(!report.contains("long after"), "{report}");
    }
}
