//! Scopes that servers wanted while nobody could be sent for them.
//!
//! They are remembered for as long as the program runs, so that the login that somebody makes because of
//! it asks for them. The file has nothing of it: whoever is refused again says so again.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The scopes that are missing, by the URL of the server. Cloning gives another handle to the same.
#[derive(Clone, Debug, Default)]
pub(crate) struct Wishes {
    by_server: Arc<Mutex<HashMap<String, Vec<String>>>>,
}

impl Wishes {
    /// The server wants these too.
    pub(crate) fn add(&self, server: &str, scopes: &[String]) {
        if scopes.is_empty() {
            return;
        }
        let mut wishes = self.wishes();
        let known = wishes.entry(server.to_owned()).or_default();
        for scope in scopes {
            if !known.contains(scope) {
                known.push(scope.clone());
            }
        }
    }

    /// What the server wants.
    pub(crate) fn of(&self, server: &str) -> Vec<String> {
        self.wishes().get(server).cloned().unwrap_or_default()
    }

    /// The server's token was given back, its scopes were asked for, or will not be granted.
    pub(crate) fn forget(&self, server: &str) {
        self.wishes().remove(server);
    }

    fn wishes(&self) -> MutexGuard<'_, HashMap<String, Vec<String>>> {
        self.by_server.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
