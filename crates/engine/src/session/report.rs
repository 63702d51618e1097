//! A bug report about one row of a session's timeline.

use super::Session;
use mcp_inspector_core::Seq;
use mcp_inspector_core::entry::Entry;
use mcp_inspector_core::share::BugReport;
use mcp_inspector_core::timeline::Row;

/// How many lines of stderr a report may have.
const STDERR: usize = 50;

impl Session {
    /// A report in Markdown about a row, with the findings about it. It checks the rules, which takes a
    /// while in a long session.
    pub fn bug_report(&self, row: &Row) -> String {
        let (server, stderr) = self.log().with_view(|view| {
            let lines = view.stderr.iter().rev().take(STDERR).map(|(_, line)| line.clone());
            let mut lines: Vec<String> = lines.collect();
            lines.reverse();
            (view.server.clone(), lines)
        });
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
