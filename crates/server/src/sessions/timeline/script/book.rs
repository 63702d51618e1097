//! The scripts of all servers: what was saved in one session is there in the next with the same server, as
//! long as the process lives.

use super::Script;
use std::sync::{Arc, Mutex, PoisonError};

/// How many servers may have scripts.
const MOST_SERVERS: usize = 256;

/// The script of each server.
#[derive(Debug, Default)]
pub(crate) struct ScriptBook {
    /// By server, the one that was asked for last at the end.
    by_server: Mutex<Vec<(String, Arc<Script>)>>,
}

impl ScriptBook {
    /// That of a server.
    pub(in crate::sessions) fn of(&self, key: &str) -> Arc<Script> {
        let mut book = self.by_server.lock().unwrap_or_else(PoisonError::into_inner);
        let at = book.iter().position(|(known, _)| known == key);
        let (key, script) =
            at.map_or_else(|| (key.to_owned(), Arc::<Script>::default()), |at| book.remove(at));
        if book.len() >= MOST_SERVERS {
            // A session that is open keeps its script all the same.
            let unused = book.iter().position(|(_, script)| !script.has_steps()).unwrap_or(0);
            book.remove(unused);
        }
        book.push((key, script.clone()));
        script
    }
}
