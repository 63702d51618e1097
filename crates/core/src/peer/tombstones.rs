//! Ids of calls that ended before their answer came.
//!
//! A late answer is recognised by its tombstone and changes nothing. Tombstones
//! expire after a fixed time; they are swept now and then, and the time is also
//! checked at look-up.

use crate::stamp::At;
use std::collections::{HashMap, VecDeque};
use std::time::Duration;

/// How many ids are remembered at most; the oldest go first.
const CAPACITY: usize = 16_384;

/// Ids of calls that ended before their answer came.
#[derive(Clone, Debug)]
pub(super) struct Tombstones {
    ttl: Duration,
    expires: HashMap<i64, At>,
    /// In order of expiry, because the time to live is the same for all.
    order: VecDeque<(At, i64)>,
}

impl Tombstones {
    /// None yet; each lasts for `ttl`.
    pub(super) fn new(ttl: Duration) -> Self {
        Tombstones { ttl, expires: HashMap::new(), order: VecDeque::new() }
    }

    /// Remembers `id`.
    pub(super) fn insert(&mut self, id: i64, now: At) {
        let expires = now.plus(self.ttl);
        self.expires.insert(id, expires);
        self.order.push_back((expires, id));
        while self.order.len() > CAPACITY {
            self.forget_oldest();
        }
    }

    /// Whether `id` is remembered; if so it is forgotten, because an answer comes once.
    pub(super) fn take(&mut self, id: i64, now: At) -> bool {
        self.expires.remove(&id).is_some_and(|expires| now < expires)
    }

    /// Forgets what has expired.
    pub(super) fn sweep(&mut self, now: At) {
        while self.order.front().is_some_and(|(expires, _)| *expires <= now) {
            self.forget_oldest();
        }
    }

    /// How many ids are remembered.
    pub(super) fn len(&self) -> usize {
        self.expires.len()
    }

    /// Whether none is remembered.
    pub(super) fn is_empty(&self) -> bool {
        self.order.is_empty()
    }

    fn forget_oldest(&mut self) {
        if let Some((expires, id)) = self.order.pop_front()
            && self.expires.get(&id) == Some(&expires)
        {
            self.expires.remove(&id);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stones() -> Tombstones {
        Tombstones::new(Duration::from_secs(75))
    }

    #[test]
    fn an_id_is_recognised_once_and_only_while_it_lasts() {
        let mut stones = stones();
        stones.insert(1, At::START);
        stones.insert(2, At::START);
        assert!(stones.take(1, At::from_millis(74_999)));
        assert!(!stones.take(1, At::from_millis(74_999)), "an answer comes once");
        assert!(!stones.take(2, At::from_millis(75_000)), "expired at look-up, though not yet swept");
    }

    #[test]
    fn sweeping_removes_only_what_expired() {
        let mut stones = stones();
        stones.insert(1, At::START);
        stones.insert(2, At::from_millis(1000));
        stones.sweep(At::from_millis(75_500));
        assert_eq!(stones.len(), 1);
        stones.sweep(At::from_millis(76_000));
        assert!(stones.is_empty());
    }

    #[test]
    fn memory_is_bounded() {
        let mut stones = stones();
        for id in 0..100_000 {
            stones.insert(id, At::START);
        }
        assert_eq!(stones.len(), CAPACITY);
    }
}
