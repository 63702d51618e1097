//! The standing answers of each server: they hold while nobody looks, and for every session with it.
//!
//! What a rule may say is what a rules file may say; the engine decides by them. They live as long as the
//! process, and never in a file.

use mcp_inspector_engine::Target;
use mcp_inspector_engine::responder::StandingRules;
use std::sync::{Mutex, PoisonError};

/// How many servers may have rules.
const MOST_SERVERS: usize = 256;

/// The standing answers of each server.
#[derive(Debug, Default)]
pub(super) struct StandingBook {
    /// By server, the one that was asked for last at the end.
    by_server: Mutex<Vec<(String, StandingRules)>>,
}

impl StandingBook {
    /// Those of a server. One that is not configured is known by where it is.
    pub(super) fn of(&self, target: &Target) -> StandingRules {
        let key = match &target.id {
            Some(id) => format!("id {id}"),
            None => format!("place {} {}", target.name, target.place()),
        };
        let mut book = self.by_server.lock().unwrap_or_else(PoisonError::into_inner);
        let at = book.iter().position(|(known, _)| *known == key);
        let (key, rules) = at.map_or_else(|| (key, StandingRules::default()), |at| book.remove(at));
        if book.len() >= MOST_SERVERS {
            // A session that is open keeps its rules all the same.
            let unused = book.iter().position(|(_, rules)| rules.list().is_empty()).unwrap_or(0);
            book.remove(unused);
        }
        book.push((key, rules.clone()));
        rules
    }
}
