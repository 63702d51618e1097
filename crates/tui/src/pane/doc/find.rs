//! What was searched for, and where it was found.

use mcp_inspector_core::doc::Doc;
use std::ops::Range;

/// How many lines are remembered.
const MOST: usize = 100_000;

/// A text that was searched for, with the lines that have it.
#[derive(Debug, Default)]
pub(super) struct Found {
    needle: String,
    lines: Vec<usize>,
    has_more: bool,
}

impl Found {
    /// Searches the whole document. Letter case does not count.
    pub(super) fn new(doc: &Doc, needle: &str) -> Self {
        let found = doc.search(needle, 0, MOST);
        Found { needle: needle.to_lowercase(), lines: found.matches, has_more: found.more }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// The match at or after a line; from the end it goes on at the start.
    pub(super) fn from(&self, line: usize) -> Option<usize> {
        let place = self.lines.partition_point(|one| *one < line);
        self.lines.get(place).or(self.lines.first()).copied()
    }

    /// The match before a line; from the start it goes on at the end.
    pub(super) fn before(&self, line: usize) -> Option<usize> {
        let place = self.lines.partition_point(|one| *one < line);
        place.checked_sub(1).and_then(|place| self.lines.get(place)).or(self.lines.last()).copied()
    }

    /// Which match the cursor is on, of how many.
    pub(super) fn position(&self, line: usize) -> Option<String> {
        if self.needle.is_empty() {
            return None;
        }
        let more = if self.has_more { "+" } else { "" };
        Some(match (self.lines.len(), self.lines.binary_search(&line)) {
            (0, _) => "no match".to_owned(),
            (count, Ok(place)) => format!("match {}/{count}{more}", place + 1),
            (count, Err(_)) => {
                format!("{} {more}", crate::text::count(count, "match", "matches")).trim_end().to_owned()
            }
        })
    }

    /// Where the text is in a line.
    pub(super) fn ranges(&self, line: &str) -> Vec<Range<usize>> {
        if self.needle.is_empty() || self.lines.is_empty() {
            return Vec::new();
        }
        let lower = line.to_lowercase();
        // Where lower case has other lengths, places in it are none in the line.
        if lower.len() != line.len() {
            return line.match_indices(&self.needle).map(|(at, text)| at..at + text.len()).collect();
        }
        lower.match_indices(&self.needle).map(|(at, text)| at..at + text.len()).collect()
    }
}
