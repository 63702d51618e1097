//! Tokens kept out of the history, also those that a session or another process has just obtained.
//!
//! A token is stored before it is used, so whoever looks at the store before writing down an answer
//! knows every token that the answer could repeat.

use crate::history::History;
use mcp_inspector_engine::auth::Store;
use std::fs;
use std::os::unix::fs::MetadataExt as _;
use std::sync::{Mutex, PoisonError};
use std::time::SystemTime;

/// What was stored when it was last looked.
#[derive(Debug, Default)]
pub(super) struct Hiding {
    seen: Mutex<Option<Stamp>>,
}

/// What differs between two versions of a file.
#[derive(Debug, PartialEq)]
struct Stamp {
    inode: u64,
    length: u64,
    modified: Option<SystemTime>,
}

impl Hiding {
    /// Hides what was stored since the last time.
    pub(super) fn look(&self, store: &Store, history: &History) {
        let stamp = match store.path() {
            None => None,
            Some(path) => match fs::metadata(path) {
                Err(_) => return,
                Ok(file) => {
                    Some(Stamp { inode: file.ino(), length: file.len(), modified: file.modified().ok() })
                }
            },
        };
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        if stamp.is_some() && *seen == stamp {
            return;
        }
        // A store that cannot be read gives no token to a session either.
        let Ok(book) = store.read() else { return };
        for token in book.tokens() {
            let secrets = [Some(&token.access_token), token.refresh_token.as_ref(), token.dpop_key.as_ref()];
            secrets.into_iter().flatten().for_each(|secret| history.hide(secret));
        }
        for secret in book.clients().iter().filter_map(|client| client.client_secret.as_ref()) {
            history.hide(secret);
        }
        *seen = stamp;
    }
}
