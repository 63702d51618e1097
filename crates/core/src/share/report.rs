//! A bug report in Markdown. It goes to strangers: also what only looks like a secret, in the arguments of a call or in
//! what the server made of them, is blanked.

use crate::brief::cut;
use crate::check::Finding;
use crate::entry::{Entry, EntryKind};
use crate::frame::Direction;
use crate::pretty::pretty;
use crate::raw::Raw;
use crate::redact::{REDACTED, Redactor, mask_json, mask_prose};
use crate::terminal::acts;
use crate::timeline::Row;
use crate::view::ServerView;
use serde_json::Value;
use std::borrow::Cow;
use std::fmt::Write;

/// How many bytes of a frame a report has.
const LONGEST_FRAME: usize = 16 * 1024;

/// How many lines of stderr a report has.
const MOST_LINES: usize = 50;

/// What a bug report is made of. The secrets of the target are blanked in it already.
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
        // What was blanked by its name in one place may stand under another name, or in a text, in the next.
        self.repeated().mask_text(&out).unwrap_or(out)
    }

    /// The texts that are blanked in a frame as a whole.
    fn repeated(&self) -> Redactor {
        let mut redactor = Redactor::default();
        for entry in self.entries {
            let EntryKind::Frame { frame, .. } = &entry.kind else { continue };
            let text = String::from_utf8_lossy(frame.bytes());
            let Some(masked) = mask_json(&text) else { continue };
            if let (Ok(before), Ok(after)) = (serde_json::from_str(&text), serde_json::from_str(&masked)) {
                blanked(&before, &after, &mut redactor);
            }
        }
        redactor
    }

    fn write(&self, out: &mut String) -> std::fmt::Result {
        let row = self.row;
        let status = row.status.map_or("", crate::timeline::RowStatus::as_str);
        let code = row.code.map(|code| format!(" ({code})")).unwrap_or_default();
        let target = mask_prose(&row.target).map_or(Cow::Borrowed(&*row.target), Cow::Owned);
        let about = if target.is_empty() { String::new() } else { format!(" {}", inline(&target)) };
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
            let lines: Vec<String> = self.stderr[skipped..]
                .iter()
                .map(|line| plain(&mask_prose(line).unwrap_or_else(|| line.clone())))
                .collect();
            write_fenced(out, "", &lines.join("\n"))?;
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
            let json = mask_json(&text).map_or(text.clone(), Cow::Owned);
            match Raw::parse(&json) {
                Ok(raw) => write_fenced(out, "json", &cut(&pretty(&raw), LONGEST_FRAME)),
                Err(_) => {
                    let prose = mask_prose(&text).map_or(text.clone(), Cow::Owned);
                    write_fenced(out, "", &cut(&prose, LONGEST_FRAME))
                }
            }
        }
        other => {
            writeln!(out, "### logged at {at}\n")?;
            let text = serde_json::to_string_pretty(other).unwrap_or_default();
            let text = mask_json(&text).unwrap_or(text);
            write_fenced(out, "json", &cut(&text, LONGEST_FRAME))
        }
    }
}

/// Learns the texts of `before` in whose place `after` has nothing but a mark.
fn blanked(before: &Value, after: &Value, redactor: &mut Redactor) {
    match (before, after) {
        (Value::String(secret), Value::String(shown)) if secret != shown && shown == REDACTED => {
            redactor.add(secret);
        }
        (Value::Array(before), Value::Array(after)) => {
            before.iter().zip(after).for_each(|(before, after)| blanked(before, after, redactor));
        }
        (Value::Object(before), Value::Object(after)) => {
            for (name, before) in before {
                if let Some(after) = after.get(name) {
                    blanked(before, after, redactor);
                }
            }
        }
        _ => {}
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

/// A line without what colours it on a terminal, and with a sign for whatever else would act there.
fn plain(line: &str) -> String {
    let mut text = String::new();
    let mut rest = line.chars();
    while let Some(c) = rest.next() {
        if c == '\u{1b}' && rest.as_str().starts_with('[') {
            // As far as a sequence goes: parameters, and the letter that ends it.
            rest.find(|c| ('@'..='~').contains(c) && *c != '[');
        } else {
            text.push(if acts(c) && c != '\t' { '\u{fffd}' } else { c });
        }
    }
    text
}
