//! A bug report in Markdown.

use crate::brief::cut;
use crate::check::Finding;
use crate::entry::{Entry, EntryKind};
use crate::frame::Direction;
use crate::pretty::pretty;
use crate::raw::Raw;
use crate::timeline::Row;
use crate::view::ServerView;
use std::fmt::Write;

/// How many bytes of a frame a report has.
const LONGEST_FRAME: usize = 16 * 1024;

/// How many lines of stderr a report has.
const MOST_LINES: usize = 50;

/// What a bug report is made of. Nothing in it is a secret any more.
#[derive(Clone, Copy, Debug)]
pub struct BugReport<'a> {
    /// This program and its version.
    pub program: &'a str,
    /// The command line or URL of the server, redacted.
    pub place: &'a str,
    /// Who the server is, if it said so.
    pub server: Option<&'a ServerView>,
    /// The row it is about.
    pub row: &'a Row,
    /// The entries that belong to the row, in order.
    pub entries: &'a [Entry],
    /// What the server wrote to stderr lately.
    pub stderr: &'a [String],
    /// What is wrong with the row by the rules of the specification.
    pub findings: &'a [Finding],
}

impl BugReport<'_> {
    /// The report.
    pub fn markdown(&self) -> String {
        let mut out = String::new();
        // Writing to a string cannot go wrong.
        let _ = self.write(&mut out);
        out
    }

    fn write(&self, out: &mut String) -> std::fmt::Result {
        let row = self.row;
        let status = row.status.map_or("", crate::timeline::RowStatus::as_str);
        let code = row.code.map(|code| format!(" ({code})")).unwrap_or_default();
        let about = if row.target.is_empty() { String::new() } else { format!(" {}", inline(&row.target)) };
        writeln!(out, "## {}{about}: {status}{code}\n", inline(&row.method))?;
        writeln!(out, "| | |\n|---|---|")?;
        writeln!(out, "| server | {} |", cell(&self.named()))?;
        writeln!(out, "| reached by | {} |", cell(self.place))?;
        if let Some(revision) = self.server.and_then(|server| server.revision) {
            writeln!(out, "| revision | {revision} |")?;
        }
        if let Some(nanos) = row.duration_ns {
            let millis = |nanos: u64| format!("{}.{:03} ms", nanos / 1_000_000, nanos / 1_000 % 1_000);
            let human = if row.human_ns > 0 {
                format!(", {} of it a person's", millis(row.human_ns))
            } else {
                String::new()
            };
            writeln!(out, "| took | {}{human} |", millis(nanos))?;
        }
        writeln!(out, "| seen with | {} |\n", cell(self.program))?;
        for entry in self.entries {
            write_entry(out, entry)?;
        }
        if !self.findings.is_empty() {
            writeln!(out, "### Findings\n")?;
            for finding in self.findings {
                let place = inline(&finding.spot.to_string());
                writeln!(
                    out,
                    "- {} at {place}: {} (<{}>)",
                    finding.rule,
                    cell(&finding.message),
                    finding.page
                )?;
            }
            writeln!(out)?;
        }
        if !self.stderr.is_empty() {
            let skipped = self.stderr.len().saturating_sub(MOST_LINES);
            writeln!(out, "### stderr\n")?;
            write_fenced(out, "", &self.stderr[skipped..].join("\n"))?;
        }
        Ok(())
    }

    fn named(&self) -> String {
        let info = self.server.and_then(|server| server.info.as_ref());
        let member = |name| info.and_then(|info| info.text_member(name)).unwrap_or_default();
        match (member("name"), member("version")) {
            (name, _) if name.is_empty() => "it did not say".to_owned(),
            (name, version) => format!("{name} {version}").trim_end().to_owned(),
        }
    }
}

fn write_entry(out: &mut String, entry: &Entry) -> std::fmt::Result {
    let at = entry.at;
    match &entry.kind {
        EntryKind::Frame { direction, frame, .. } => {
            let who = match direction {
                Direction::Sent => "sent",
                Direction::Received => "received",
            };
            writeln!(out, "### {who} at {at}\n")?;
            let text = String::from_utf8_lossy(frame.bytes());
            match Raw::parse(&text) {
                Ok(raw) => write_fenced(out, "json", &cut(&pretty(&raw), LONGEST_FRAME)),
                Err(_) => write_fenced(out, "", &cut(&text, LONGEST_FRAME)),
            }
        }
        other => {
            writeln!(out, "### logged at {at}\n")?;
            let text = serde_json::to_string_pretty(other).unwrap_or_default();
            write_fenced(out, "json", &cut(&text, LONGEST_FRAME))
        }
    }
}

/// A block of code. Its fence is longer than any run of backticks in the text.
fn write_fenced(out: &mut String, language: &str, text: &str) -> std::fmt::Result {
    let longest = text.split(|letter| letter != '`').map(str::len).max().unwrap_or_default();
    let fence = "`".repeat(3.max(longest + 1));
    writeln!(out, "{fence}{language}\n{text}\n{fence}\n")
}

/// Text as code within a line.
fn inline(text: &str) -> String {
    let text = text.replace(['\n', '\r'], " ");
    let longest = text.split(|letter| letter != '`').map(str::len).max().unwrap_or_default();
    let fence = "`".repeat(longest + 1);
    let pad = if text.starts_with('`') || text.ends_with('`') { " " } else { "" };
    format!("{fence}{pad}{text}{pad}{fence}")
}

/// Text in a table or a list, where it must not act as markup.
fn cell(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '\n' | '\r' => out.push(' '),
            '\\' | '|' | '<' | '>' | '*' | '_' | '[' | ']' | '`' | '#' | '!' => {
                out.push('\\');
                out.push(letter);
            }
            letter => out.push(letter),
        }
    }
    out
}
