//! Changes that somebody made to the tokens of a server by hand, so that sessions notice them.
//!
//! A session presents the token it holds and does not look into the store again. When a person has it
//! expire or logs out, that has to count for the sessions of this process too.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// How often the tokens of a server were changed by hand, by its URL. Cloning gives another handle to the
/// same.
#[derive(Clone, Debug, Default)]
pub(crate) struct ByHand {
    by_server: Arc<Mutex<HashMap<String, u64>>>,
}

impl ByHand {
    /// Somebody has changed them.
    pub(crate) fn note(&self, server: &str) {
        *self.counts().entry(server.to_owned()).or_default() += 1;
    }

    /// How often that was done.
    pub(crate) fn count(&self, server: &str) -> u64 {
        self.counts().get(server).copied().unwrap_or_default()
    }

    fn counts(&self) -> MutexGuard<'_, HashMap<String, u64>> {
        self.by_server.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
