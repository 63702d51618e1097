//! The apps that are shown at the moment, each under an id that nobody can guess.
//!
//! They are kept for a while, because a frame may be loaded again, and no more of them than a few people
//! with a few tabs need.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use uuid::Uuid;

/// How long an app can be loaded.
const KEPT: Duration = Duration::from_secs(600);

/// How many apps, and how many bytes of them. The newest one is kept whatever its size.
const MOST: usize = 32;
const MOST_BYTES: usize = 32 * 1024 * 1024;

/// An app, ready to be loaded.
#[derive(Debug)]
pub(super) struct Document {
    pub(super) html: String,
    /// The policy under which it runs.
    pub(super) policy: String,
}

/// The apps that are shown.
#[derive(Debug, Default)]
pub(super) struct Shelf {
    /// The oldest first.
    documents: Mutex<VecDeque<Placed>>,
}

#[derive(Debug)]
struct Placed {
    id: String,
    until: Instant,
    document: Arc<Document>,
}

impl Shelf {
    /// Puts an app where it can be loaded; its id.
    pub(super) fn put(&self, document: Document, now: Instant) -> String {
        let id = Uuid::new_v4().simple().to_string();
        let mut documents = self.documents();
        documents.push_back(Placed { id: id.clone(), until: now + KEPT, document: Arc::new(document) });
        let bytes = |documents: &VecDeque<Placed>| -> usize {
            documents.iter().map(|placed| placed.document.html.len()).sum()
        };
        while documents.len() > 1 && (documents.len() > MOST || bytes(&documents) > MOST_BYTES) {
            documents.pop_front();
        }
        id
    }

    /// The app of that id, if it can still be loaded.
    pub(super) fn get(&self, id: &str, now: Instant) -> Option<Arc<Document>> {
        let mut documents = self.documents();
        documents.retain(|placed| placed.until > now);
        documents.iter().find(|placed| placed.id == id).map(|placed| placed.document.clone())
    }

    fn documents(&self) -> MutexGuard<'_, VecDeque<Placed>> {
        // Whoever panicked has not left it half changed.
        self.documents.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn document(length: usize) -> Document {
        Document { html: "x".repeat(length), policy: String::new() }
    }

    #[test]
    fn an_app_can_be_loaded_for_a_while_and_by_its_id_only() {
        let (shelf, now) = (Shelf::default(), Instant::now());
        let id = shelf.put(document(1), now);
        assert!(shelf.get(&id, now + KEPT / 2).is_some());
        assert!(shelf.get("0", now).is_none());
        assert!(shelf.get(&id, now + KEPT).is_none());
        assert!(shelf.get(&id, now).is_none(), "it is forgotten");
    }

    #[test]
    fn the_oldest_make_room_by_number_and_by_size() {
        let (shelf, now) = (Shelf::default(), Instant::now());
        let ids: Vec<String> = (0..=MOST).map(|_| shelf.put(document(1), now)).collect();
        assert!(shelf.get(&ids[0], now).is_none() && shelf.get(&ids[1], now).is_some());
        let large = shelf.put(document(MOST_BYTES + 1), now);
        assert!(shelf.get(&large, now).is_some() && shelf.get(&ids[MOST], now).is_none());
    }
}
