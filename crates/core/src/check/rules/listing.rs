//! A listing over all its pages: which names it has, and whether it has been seen to the end.
//!
//! Pages are chained by their cursors, so that two walks at the same time do not
//! mix. When entries are missing, or the server says that the list changed, what
//! was seen no longer counts.

use crate::check::event::Answer;
use crate::era::Revision;
use serde_json::Value;
use std::collections::{HashMap, HashSet};

/// Longer listings are not remembered.
const MOST_NAMES: usize = 4096;
/// How many walks may be under way.
const MOST_WALKS: usize = 64;

/// A listing over all its pages.
#[derive(Default)]
pub(super) struct Listing {
    revision: Option<Revision>,
    /// The names on the pages before the one that a cursor leads to.
    before: HashMap<String, HashSet<String>>,
    whole: Option<HashSet<String>>,
}

impl Listing {
    /// Takes a page, whose items are in `member` and are told apart by `key`. Gives the places of items
    /// that are there a second time, with their names.
    pub(super) fn take(&mut self, answer: &Answer<'_>, member: &str, key: &str) -> Vec<(usize, String)> {
        if self.revision != answer.place.revision {
            self.forget();
            self.revision = answer.place.revision;
        }
        let Some(result) = answer.complete().and_then(|result| result.value()) else { return Vec::new() };
        let Some(items) = result.get(member).and_then(Value::as_array) else { return Vec::new() };
        let cursor = answer.call.param("cursor");
        let known = match &cursor {
            None => Some(HashSet::new()),
            Some(cursor) => self.before.get(cursor.as_str()).cloned(),
        };
        let is_from_the_start = known.is_some();
        let mut names = known.unwrap_or_default();
        let mut twice = Vec::new();
        for (at, item) in items.iter().enumerate() {
            if let Some(name) = item.get(key).and_then(Value::as_str)
                && !names.insert(name.to_owned())
            {
                twice.push((at, name.to_owned()));
            }
        }
        if names.len() > MOST_NAMES || self.before.len() >= MOST_WALKS {
            self.forget();
            return twice;
        }
        match result.get("nextCursor") {
            None if is_from_the_start => {
                self.whole = Some(names);
                self.before.clear();
            }
            Some(next) if is_from_the_start => {
                self.before.insert(next.to_string(), names);
            }
            _ => {}
        }
        twice
    }

    /// Whether `name` is in it; none when it has not been seen to the end in `revision`.
    pub(super) fn has(&self, revision: Option<Revision>, name: &str) -> Option<bool> {
        let whole = self.whole.as_ref().filter(|_| self.revision == revision)?;
        Some(whole.contains(name))
    }

    /// The names, when it has been seen to the end in `revision`.
    pub(super) fn names(&self, revision: Option<Revision>) -> Option<&HashSet<String>> {
        self.whole.as_ref().filter(|_| self.revision == revision)
    }

    /// What was seen no longer counts.
    pub(super) fn forget(&mut self) {
        *self = Listing { revision: self.revision, ..Listing::default() };
    }
}
