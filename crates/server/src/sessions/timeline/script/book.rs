//! The scripts of all servers: what was saved in one session is there in the next with the same server, also when the
//! process was started again.

use super::{Script, Shelf};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

/// How many servers may have scripts.
const MOST_SERVERS: usize = 256;

/// The script of each server.
#[derive(Debug, Default)]
pub(crate) struct ScriptBook {
    /// By server, the one that was asked for last at the end.
    by_server: Mutex<Vec<(String, Arc<Script>)>>,
    /// Where they are kept; nowhere when they are forgotten at the end.
    directory: Option<PathBuf>,
}

impl ScriptBook {
    /// Those of a directory, which need not be there yet.
    pub(in crate::sessions) fn at(directory: Option<PathBuf>) -> Self {
        ScriptBook { by_server: Mutex::default(), directory }
    }

    /// That of a server.
    pub(in crate::sessions) fn of(&self, key: &str) -> Arc<Script> {
        let mut book = self.by_server.lock().unwrap_or_else(PoisonError::into_inner);
        let at = book.iter().position(|(known, _)| known == key);
        let (key, script) =
            at.map_or_else(|| (key.to_owned(), Arc::new(self.read(key))), |at| book.remove(at));
        if book.len() >= MOST_SERVERS {
            // A session that is open keeps its script all the same.
            let unused = book.iter().position(|(_, script)| !script.has_news()).unwrap_or(0);
            book.remove(unused);
        }
        book.push((key, script.clone()));
        script
    }

    fn read(&self, key: &str) -> Script {
        let directory = self.directory.as_deref();
        directory.map_or_else(Script::default, |directory| Script::on(Shelf::new(directory, key)))
    }
}
