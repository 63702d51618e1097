//! What the rules of the protocol say about a session.

use super::Session;
use crate::log::{Item, Log};
use mcp_inspector_core::capability::{Survey, survey};
use mcp_inspector_core::check::{Report, check};
use mcp_inspector_core::entry::{Entry, EntryKind, Note};
use mcp_inspector_core::{At, Seq};
use std::sync::Arc;

impl Session {
    /// What the rules of the protocol say about what the server has sent, as far as the log still has
    /// it. Computed when it is asked for, also for a recording.
    pub fn findings(&self) -> Report {
        check(logged(self.log()).iter().map(AsRef::as_ref))
    }

    /// What both sides said they can do, against what they did, and the findings about that. As far as
    /// the log still has it; computed when it is asked for, also for a recording.
    pub fn capabilities(&self) -> Survey {
        self.log().judged().1
    }
}

impl Log {
    /// What the rules say, and what both sides can do: the rules are checked once for both. Whoever waits with it
    /// need not keep the session.
    pub fn judged(&self) -> (Report, Survey) {
        let entries = logged(self);
        let report = check(entries.iter().map(AsRef::as_ref));
        let survey = survey(entries.iter().map(AsRef::as_ref), &report.findings);
        (report, survey)
    }
}

fn logged(log: &Log) -> Vec<Arc<Entry>> {
    let mut entries: Vec<Arc<Entry>> = Vec::new();
    for item in log.page(Seq::FIRST, usize::MAX) {
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
