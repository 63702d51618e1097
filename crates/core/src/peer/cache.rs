//! Answers that the server allowed to be kept, for callers who are content with
//! one. Kept per session, so what is private stays private.

use crate::command::List;
use crate::hint::{CacheHint, KEEPABLE};
use crate::raw::Raw;
use crate::stamp::At;
use std::collections::{BTreeMap, VecDeque};

/// How many answers are kept.
const MOST: usize = 256;

/// How many bytes of them.
const LARGEST: usize = 16 * 1024 * 1024;

/// An answer that is kept.
#[derive(Clone, Debug)]
struct Kept {
    method: String,
    params: String,
    /// One page, or all pages of a list.
    pages: Vec<Raw>,
    is_walk: bool,
    received: At,
    stale_at: At,
}

impl Kept {
    fn bytes(&self) -> usize {
        self.params.len() + self.pages.iter().map(|page| page.as_str().len()).sum::<usize>()
    }
}

/// Answers that are kept, oldest first.
#[derive(Clone, Debug, Default)]
pub(super) struct Cache {
    kept: VecDeque<Kept>,
    bytes: usize,
    /// When each list was last said to have changed.
    lists_changed: BTreeMap<List, At>,
    /// When any resource was.
    resources_changed: Option<At>,
}

impl Cache {
    /// Keeps the answer to a call that was sent at `sent_at`, if the server allows it.
    pub(super) fn keep(&mut self, now: At, sent_at: At, method: &str, params: Option<&Raw>, result: &Raw) {
        if KEEPABLE.contains(&method) && !self.is_outdated(method, sent_at) {
            self.keep_pages(now, method, params, std::slice::from_ref(result), false);
        }
    }

    /// Keeps a whole list. It is as fresh as its oldest page, which cannot be told any more, and as
    /// its shortest time.
    pub(super) fn keep_walk(&mut self, now: At, began: At, list: List, pages: &[Raw]) {
        let shortest = pages.iter().map(|page| CacheHint::read(page).map(CacheHint::ttl)).min();
        if let Some(Some(ttl)) = shortest
            && began.plus(ttl) > now
            && !self.is_outdated(list.method(), began)
        {
            self.keep_pages(began, list.method(), None, pages, true);
        }
    }

    fn keep_pages(&mut self, now: At, method: &str, params: Option<&Raw>, pages: &[Raw], is_walk: bool) {
        let params = key(params);
        self.drop_where(|kept| kept.method == method && kept.params == params && kept.is_walk == is_walk);
        let ttl = pages.iter().filter_map(CacheHint::read).map(CacheHint::ttl).min().unwrap_or_default();
        if ttl.is_zero() {
            return;
        }
        let pages = pages.iter().map(Raw::detached).collect();
        let kept = Kept {
            method: method.to_owned(),
            params,
            pages,
            is_walk,
            received: now,
            stale_at: now.plus(ttl),
        };
        if kept.bytes() > LARGEST / 4 {
            return;
        }
        self.bytes += kept.bytes();
        self.kept.push_back(kept);
        while self.kept.len() > MOST || self.bytes > LARGEST {
            if let Some(oldest) = self.kept.pop_front() {
                self.bytes -= oldest.bytes();
            }
        }
    }

    /// A fresh answer and its age in milliseconds.
    pub(super) fn fresh(&self, now: At, method: &str, params: Option<&Raw>) -> Option<(Raw, u64)> {
        let kept = self.find(now, method, params, false)?;
        Some((kept.pages.first()?.clone(), age(kept, now)))
    }

    /// A fresh list and its age in milliseconds.
    pub(super) fn fresh_walk(&self, now: At, list: List) -> Option<(Vec<Raw>, u64)> {
        let kept = self.find(now, list.method(), None, true)?;
        Some((kept.pages.clone(), age(kept, now)))
    }

    fn find(&self, now: At, method: &str, params: Option<&Raw>, is_walk: bool) -> Option<&Kept> {
        let params = key(params);
        let fits = |kept: &&Kept| kept.method == method && kept.params == params && kept.is_walk == is_walk;
        self.kept.iter().find(fits).filter(|kept| now < kept.stale_at)
    }

    /// Whether what `method` brings has changed since it was asked for.
    fn is_outdated(&self, method: &str, asked_at: At) -> bool {
        let changed = match List::of_method(method) {
            Some(list) => self.lists_changed.get(&list).copied(),
            None => self.resources_changed,
        };
        changed.is_some_and(|changed| changed >= asked_at)
    }

    /// A list changed: its pages are of no use any more.
    pub(super) fn forget_list(&mut self, now: At, list: List) {
        self.lists_changed.insert(list, now);
        self.drop_where(|kept| kept.method == list.method());
    }

    /// A resource changed, or a part of it.
    pub(super) fn forget_resource(&mut self, now: At, uri: &str) {
        self.resources_changed = Some(now);
        self.drop_where(|kept| {
            let read = |kept: &Kept| Raw::parse(&kept.params).ok()?.text_member("uri");
            kept.method == "resources/read" && read(kept).is_some_and(|kept| uri.starts_with(&kept))
        });
    }

    pub(super) fn clear(&mut self) {
        *self = Cache::default();
    }

    fn drop_where(&mut self, is_dropped: impl Fn(&Kept) -> bool) {
        self.kept.retain(|kept| !is_dropped(kept));
        self.bytes = self.kept.iter().map(Kept::bytes).sum();
    }
}

fn age(kept: &Kept, now: At) -> u64 {
    u64::try_from(now.since(kept.received).as_millis()).unwrap_or(u64::MAX)
}

/// What tells two calls of a method apart. `_meta` says who calls, not what for.
fn key(params: Option<&Raw>) -> String {
    let Some(members) = params.and_then(Raw::members) else { return String::new() };
    let mut members: Vec<(String, Raw)> = members.into_iter().filter(|(name, _)| name != "_meta").collect();
    members.sort_by(|one, other| one.0.cmp(&other.0));
    let members: Vec<(&str, Raw)> =
        members.iter().map(|(name, value)| (name.as_str(), value.clone())).collect();
    if members.is_empty() { String::new() } else { crate::compose::with_members(None, &members).to_string() }
}
