//! What all parts of one form share: the schema, the judge, and how much may be done.

use super::document::{Document, Spellings};
use super::judge::Judge;
use crate::schema::addresses::Addresses;
use serde_json::{Map, Value};
use std::cell::Cell;
use std::rc::Rc;

/// How many schemas are put together for one form, all in all.
const MOST_MERGES: usize = 100_000;

/// One schema and the work that is done with it.
pub(super) struct Scope<'s> {
    pub(super) schema: &'s Value,
    pub(super) root: Option<&'s Map<String, Value>>,
    pub(super) addresses: Rc<Addresses<'s>>,
    pub(super) trouble: Option<&'s str>,
    pub(super) judge: Judge<'s>,
    pub(super) spellings: Spellings,
    merges_left: Cell<usize>,
}

impl<'s> Scope<'s> {
    pub(super) fn new(document: &'s Document) -> Self {
        let root = document.root();
        let addresses = Rc::new(Addresses::of(&document.schema));
        Scope {
            schema: &document.schema,
            root,
            trouble: document.trouble.as_deref(),
            judge: Judge::new(root, Rc::clone(&addresses)),
            addresses,
            spellings: document.spellings(),
            merges_left: Cell::new(MOST_MERGES),
        }
    }

    /// Whether `count` more schemas may be put together.
    pub(super) fn may_merge(&self, count: usize) -> bool {
        let left = self.merges_left.get().checked_sub(count);
        self.merges_left.set(left.unwrap_or(self.merges_left.get()));
        left.is_some()
    }
}
