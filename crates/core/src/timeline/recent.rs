//! A map that remembers the newest few thousand of what it is told.

use super::store::No;
use std::collections::{HashMap, VecDeque};
use std::hash::Hash;

/// How many are remembered.
const KEPT: usize = 4096;

/// Rows by a name, the newest ones.
#[derive(Clone, Debug)]
pub(super) struct Recent<K> {
    rows: HashMap<K, No>,
    order: VecDeque<(K, No)>,
}

impl<K> Default for Recent<K> {
    fn default() -> Self {
        Recent { rows: HashMap::new(), order: VecDeque::new() }
    }
}

impl<K: Clone + Eq + Hash> Recent<K> {
    pub(super) fn insert(&mut self, key: K, no: No) {
        if self.order.len() >= KEPT
            && let Some((oldest, of)) = self.order.pop_front()
            && self.rows.get(&oldest) == Some(&of)
        {
            self.rows.remove(&oldest);
        }
        self.rows.insert(key.clone(), no);
        self.order.push_back((key, no));
    }

    pub(super) fn get<Q: Hash + Eq + ?Sized>(&self, key: &Q) -> Option<No>
    where
        K: std::borrow::Borrow<Q>,
    {
        self.rows.get(key).copied()
    }

    pub(super) fn clear(&mut self) {
        self.rows.clear();
        self.order.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_are_remembered_and_a_name_means_its_newest_row() {
        let mut recent = Recent::default();
        for number in 0..3 * KEPT as u64 {
            recent.insert(number, No(number));
        }
        assert_eq!(recent.rows.len(), KEPT);
        assert_eq!(recent.get(&0), None);
        recent.insert(2 * KEPT as u64 + 1, No(7));
        for number in 0..KEPT as u64 - 1 {
            recent.insert(1_000_000 + number, No(number));
        }
        assert_eq!(recent.get(&(2 * KEPT as u64 + 1)), Some(No(7)));
    }
}
