//! What the rules of the protocol say about a session.

use super::Session;
use crate::log::Item;
use mcp_inspector_core::capability::{Survey, survey};
use mcp_inspector_core::check::{Report, check};
use mcp_inspector_core::entry::{Entry, EntryKind, Note};
use mcp_inspector_core::{At, Seq};
use std::sync::Arc;

impl Session {
    /// What the rules of the protocol say about what the server has sent, as far as the log still has
    /// it. Computed when it is asked for, also for a recording.
    pub fn findings(&self) -> Report {
        check(self.logged().iter().map(AsRef::as_ref))
    }

    /// What both sides said they can do, against what they did, and the findings about that. As far as
    /// the log still has it; computed when it is asked for, also for a recording.
    pub fn capabilities(&self) -> Survey {
        let entries = self.logged();
        let report = check(entries.iter().map(AsRef::as_ref));
        survey(entries.iter().map(AsRef::as_ref), &report.findings)
    }

    fn logged(&self) -> Vec<Arc<Entry>> {
        let mut entries: Vec<Arc<Entry>> = Vec::new();
        for item in self.log().page(Seq::FIRST, usize::MAX) {
            entries.push(match item {
                Item::Entry(entry) => entry,
                // What is missing is told, so that nothing is assumed about it.
                Item::Gap { from, to } => {
                    let at = entries.last().map_or(At::START, |entry| entry.at);
                    Arc::new(Entry { seq: from, at, kind: EntryKind::Note(Note::Gap { from, to }) })
                }
            });
        }
        entries
    }
}
