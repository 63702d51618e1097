//! Noticing what others put into the store, without reading it again and again.

use super::{Book, Home, Store};
use std::fs;
use std::time::{Duration, SystemTime};

/// How often it is looked whether the file is another one by now.
const BEAT: Duration = Duration::from_secs(1);

/// A look at the store that is repeated until there is something new.
pub(in super::super) struct Watch {
    store: Store,
    seen: Option<Stamp>,
}

/// What tells one state of the file from the next. Every change puts another file in its place.
type Stamp = (SystemTime, u64);

impl Watch {
    /// The first look is always news: something may have come before anybody looked.
    pub(in super::super) fn new(store: Store) -> Self {
        Watch { store, seen: None }
    }

    /// Waits for something new, and gives what is stored then. A store that cannot be read has nothing
    /// new.
    pub(in super::super) async fn news(&mut self) -> Book {
        loop {
            tokio::time::sleep(BEAT).await;
            let stamp = self.stamp();
            if stamp.is_some() && stamp == self.seen {
                continue;
            }
            self.seen = stamp;
            let store = self.store.clone();
            // A keychain may take its time.
            if let Ok(Ok(book)) = tokio::task::spawn_blocking(move || store.read()).await {
                return book;
            }
        }
    }

    /// A store in memory has none: it is as cheap to look into it.
    fn stamp(&self) -> Option<Stamp> {
        let Home::File(home) = &self.store.home else { return None };
        let metadata = fs::metadata(&home.path).ok()?;
        Some((metadata.modified().ok()?, metadata.len()))
    }
}
