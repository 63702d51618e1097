//! Lists that come in pages, followed to their end.
//!
//! A list ends when there is no `nextCursor`; an empty string is a cursor like
//! any other. A cursor that comes twice, or more pages than allowed, ends the
//! walk with a fault.

use super::Peer;
use super::background::Chore;
use super::calls::reason_of;
use super::effect::Effect;
use super::outbox::{Opening, Origin};
use crate::command::{CallKey, List, ListOptions, Outcome};
use crate::fault::{Fault, FaultCode};
use crate::raw::Raw;
use crate::stamp::At;
use crate::view::LARGEST;
use serde_json::json;
use std::collections::{BTreeMap, HashSet};

/// A list that is being fetched.
#[derive(Clone, Debug)]
pub(super) struct Walk {
    pub(super) list: List,
    /// Who wants it; none when it is fetched in the background.
    pub(super) for_call: Option<CallKey>,
    options: ListOptions,
    pub(super) pages: Vec<Raw>,
    cursors: HashSet<String>,
    /// When the first page was asked for.
    pub(super) began: At,
    /// The list changed while it was being fetched.
    pub(super) stale: bool,
}

/// What to do after a page.
pub(super) enum NextPage {
    /// Ask for the next one with these parameters.
    Fetch(Raw),
    /// That was the last one.
    Done,
    /// It does not end.
    Endless(Fault),
}

/// All lists that are being fetched.
#[derive(Clone, Debug, Default)]
pub(super) struct Walks {
    walks: BTreeMap<u64, Walk>,
    last: u64,
}

impl Walks {
    pub(super) fn begin(
        &mut self,
        now: At,
        list: List,
        for_call: Option<CallKey>,
        options: ListOptions,
    ) -> u64 {
        self.last += 1;
        let (pages, cursors) = (Vec::new(), HashSet::new());
        let walk = Walk { list, for_call, options, pages, cursors, began: now, stale: false };
        self.walks.insert(self.last, walk);
        self.last
    }

    pub(super) fn end(&mut self, walk: u64) -> Option<Walk> {
        self.walks.remove(&walk)
    }

    pub(super) fn list_of(&self, walk: u64) -> Option<List> {
        self.walks.get(&walk).map(|walk| walk.list)
    }

    /// The face's call that wants the list.
    pub(super) fn call_of(&self, walk: u64) -> Option<CallKey> {
        self.walks.get(&walk)?.for_call
    }

    /// Whether no page has come yet.
    pub(super) fn is_new(&self, walk: u64) -> bool {
        self.walks.get(&walk).is_some_and(|walk| walk.pages.is_empty())
    }

    pub(super) fn of_call(&self, key: CallKey) -> Option<u64> {
        self.walks.iter().find(|(_, walk)| walk.for_call == Some(key)).map(|(id, _)| *id)
    }

    /// Marks a background walk over `list` as outdated. False when there is none.
    pub(super) fn mark_stale(&mut self, list: List) -> bool {
        let walk = self.walks.values_mut().find(|walk| walk.list == list && walk.for_call.is_none());
        walk.map(|walk| walk.stale = true).is_some()
    }

    pub(super) fn drain(&mut self) -> Vec<Walk> {
        std::mem::take(&mut self.walks).into_values().collect()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.walks.is_empty()
    }

    /// Takes a page and says what is next.
    pub(super) fn page(&mut self, walk: u64, page: &Raw, limit: usize) -> Option<NextPage> {
        let walk = self.walks.get_mut(&walk)?;
        walk.pages.push(page.detached());
        let Some(cursor) = page.text_member("nextCursor") else {
            return Some(NextPage::Done);
        };
        let method = walk.list.method();
        let pages = walk.pages.len();
        if !walk.cursors.insert(cursor.clone()) {
            let message = format!("`{method}` gave the cursor {cursor:?} twice, after {pages} pages");
            return Some(NextPage::Endless(endless(method, message)));
        }
        let bytes: usize = walk.pages.iter().map(|page| page.as_str().len()).sum();
        if bytes > LARGEST {
            let message = format!("`{method}` has more than {LARGEST} bytes, after {pages} pages");
            return Some(NextPage::Endless(endless(method, message)));
        }
        if pages >= limit {
            let message = format!("`{method}` has more than {limit} pages");
            return Some(NextPage::Endless(endless(method, message)));
        }
        let mut params = json!({ "cursor": cursor });
        if let Some(meta) = &walk.options.meta {
            params["_meta"] = meta.to_value();
        }
        Some(NextPage::Fetch(Raw::of(&params)))
    }
}

impl Peer {
    pub(super) fn open_page(
        &mut self,
        now: At,
        walk: u64,
        method: &'static str,
        params: Option<&Raw>,
        out: &mut Vec<Effect>,
    ) {
        let timeout = self.walks.walks.get(&walk).and_then(|walk| walk.options.timeout);
        let opening = Opening {
            origin: Origin::Page { walk },
            method: method.into(),
            params,
            progress: false,
            idle: timeout.unwrap_or(self.config.request_timeout),
            total: timeout.or(self.config.max_total_timeout),
            strays: self.strays,
        };
        self.open_call(now, opening, out);
    }

    pub(super) fn on_page(&mut self, now: At, walk: u64, page: &Raw, out: &mut Vec<Effect>) {
        if self.walks.list_of(walk) == Some(List::Tools) {
            self.tool_headers.learn(self.walks.is_new(walk), page);
        }
        match self.walks.page(walk, page, self.config.page_limit) {
            None => {}
            Some(NextPage::Fetch(params)) => {
                let Some(list) = self.walks.list_of(walk) else { return };
                self.open_page(now, walk, list.method(), Some(&params), out);
            }
            Some(NextPage::Endless(fault)) => self.end_walk(now, walk, Outcome::Lost(fault), out),
            Some(NextPage::Done) => {
                let Some(ended) = self.walks.end(walk) else { return };
                if self.is_modern() && !ended.stale {
                    self.cache.keep_walk(now, ended.began, ended.list, &ended.pages);
                }
                match ended.for_call {
                    Some(key) => {
                        self.queue.ended(&Outcome::Answered(Raw::empty_object()));
                        out.push(Effect::Listed { key, pages: ended.pages });
                        self.pump(now, out);
                    }
                    None => {
                        if ended.stale {
                            self.background.add(Chore::Fetch(ended.list));
                        }
                        self.chore_ended(now, ended.list.method(), None, out);
                    }
                }
            }
        }
    }

    /// A list could not be fetched to its end.
    pub(super) fn end_walk(&mut self, now: At, walk: u64, outcome: Outcome, out: &mut Vec<Effect>) {
        let Some(ended) = self.walks.end(walk) else { return };
        let method = ended.list.method();
        match ended.for_call {
            Some(key) => {
                self.settle_sent(key, None, method, outcome, out);
                self.pump(now, out);
            }
            None => {
                if ended.stale {
                    self.background.add(Chore::Fetch(ended.list));
                }
                let reason = reason_of(&outcome);
                self.chore_ended(now, method, Some(reason), out);
            }
        }
    }
}

fn endless(method: &str, message: String) -> Fault {
    Fault::new(FaultCode::EndlessList, message).for_method(method).with_hint(
        "the server must leave out `nextCursor` on the last page and must not repeat a cursor; \
         the pages that came are in the log",
    )
}
