//! Findings as rows: each is nested in the row whose entry shows it.
//!
//! The rules are checked for the whole log at once, and again when it has grown, so these rows are not kept with
//! the others: they are put into the tree whenever it is made. Such a row is named by the row it is nested in and
//! by which of its findings it is.

use super::row::{RowKind, RowStatus};
use super::store::{Line, No};
use super::{Timeline, target};
use crate::check::{Finding, Level};
use crate::stamp::{At, Seq};
use std::collections::HashMap;

/// A finding as a row.
#[derive(Clone, Debug)]
pub(super) struct Found {
    pub(super) line: Line,
    /// Which of the findings about its row it is.
    pub(super) which: u32,
}

impl Timeline {
    /// Tells what was found; what was told before no longer counts.
    pub fn judge(&mut self, findings: &[Finding]) {
        // A row that another one shares an entry with, as in a batch, comes first and has its findings.
        let mut shown_by: HashMap<Seq, No> = HashMap::new();
        for line in self.rows.iter() {
            for seq in [Some(line.seq), line.end_seq()].into_iter().flatten() {
                shown_by.entry(seq).or_insert(line.no);
            }
        }
        for line in self.rows.iter_mut() {
            line.findings = 0;
        }
        self.found.clear();
        for finding in findings {
            let Some(about) = shown_by.get(&finding.seq).and_then(|no| self.rows.get_mut(*no)) else {
                continue;
            };
            let which = about.findings;
            about.findings += 1;
            let took = if finding.seq == about.seq { 0 } else { about.duration_ns().unwrap_or_default() };
            let at = At::from_nanos(about.at.nanos().saturating_add(took));
            let (no, seq) = (about.no, about.seq);
            let words = (self.words.shared(finding.rule), target::cut(&finding.message).into());
            let mut line = Line::new(seq, at, RowKind::Finding, words);
            line.status = match finding.level {
                Level::Must => Some(RowStatus::Error),
                Level::Should => Some(RowStatus::Warning),
                Level::Note => None,
            };
            line.no = No::NONE;
            line.set_parent(Some(no));
            self.found.push(Found { line, which });
        }
    }

    /// The findings whose rows are still there.
    pub(super) fn findings(&self) -> impl Iterator<Item = &Line> {
        let is_kept = |found: &&Found| found.line.parent().is_some_and(|no| self.rows.index(no).is_some());
        self.found.iter().filter(is_kept).map(|found| &found.line)
    }

    /// What is at a place of the tree: the rows come first, then the findings.
    pub(super) fn node(&self, place: usize) -> &Line {
        match place.checked_sub(self.rows.len()) {
            None => self.rows.at(place),
            Some(finding) => &self.found[finding].line,
        }
    }

    /// Which of the findings about its row the one at a place of the tree is.
    pub(super) fn which_finding(&self, place: usize) -> Option<u32> {
        place.checked_sub(self.rows.len()).map(|finding| self.found[finding].which)
    }
}
