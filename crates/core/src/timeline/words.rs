//! Texts that many rows share, kept once.

use std::collections::HashSet;
use std::sync::Arc;

/// Below this many texts it is not worth looking for unused ones.
const FEW: usize = 1024;

/// Texts that are in use.
#[derive(Clone, Debug, Default)]
pub(super) struct Words {
    known: HashSet<Arc<str>>,
    /// How many there may be before unused ones are looked for.
    sweep_at: usize,
}

impl Words {
    /// `text`, shared with whoever has the same.
    pub(super) fn shared(&mut self, text: &str) -> Arc<str> {
        if let Some(known) = self.known.get(text) {
            return known.clone();
        }
        if self.known.len() >= self.sweep_at.max(FEW) {
            self.known.retain(|word| Arc::strong_count(word) > 1);
            self.sweep_at = self.known.len() * 2;
        }
        let word: Arc<str> = text.into();
        self.known.insert(word.clone());
        word
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_texts_are_one_and_unused_ones_go() {
        let mut words = Words::default();
        let kept = words.shared("a");
        assert!(Arc::ptr_eq(&kept, &words.shared("a")));
        for number in 0..10_000 {
            words.shared(&number.to_string());
        }
        assert!(words.known.len() <= 2 * FEW);
        assert!(Arc::ptr_eq(&kept, &words.shared("a")));
    }
}
