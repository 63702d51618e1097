//! Calls that wait for input of a client that is asked by results.
//!
//! A server of the older era asks while the call is under way. A client of the newer one is answered
//! that input is required, and comes back with the input and with the state it was given: the name
//! under which the call is parked here.

use super::exchange::Exchange;
use mcp_inspector_engine::responder::Ask;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How long a call waits for its client to come back. Asks themselves expire after as long.
const LONGEST: Duration = Duration::from_secs(300);

/// How many calls may be parked at one server.
const MOST: usize = 1024;

/// A call that waits, and what it waits for.
#[derive(Debug)]
pub(super) struct Waiting {
    pub(super) exchange: Exchange,
    pub(super) method: Arc<str>,
    pub(super) asks: Vec<Ask>,
    since: Instant,
}

/// Calls that wait for input.
#[derive(Debug, Default)]
pub(super) struct Parked {
    by_state: Mutex<HashMap<String, Waiting>>,
}

impl Parked {
    /// Parks a call; the state by which it is found again.
    pub(super) fn park(&self, exchange: Exchange, method: Arc<str>, asks: Vec<Ask>) -> String {
        let state = uuid::Uuid::new_v4().to_string();
        let waiting = Waiting { exchange, method, asks, since: Instant::now() };
        let left = {
            let mut parked = self.parked();
            let oldest =
                parked.iter().min_by_key(|(_, waiting)| waiting.since).map(|(state, _)| state.clone());
            let left = oldest.filter(|_| parked.len() >= MOST).and_then(|oldest| parked.remove(&oldest));
            parked.insert(state.clone(), waiting);
            left
        };
        // Leaving a call aborts it, which is nothing to do under a lock.
        drop(left);
        state
    }

    /// Aborts the calls that nobody came back for.
    pub(super) fn sweep(&self) {
        let late = |waiting: &mut Waiting| waiting.since.elapsed() >= LONGEST;
        let left: Vec<Waiting> =
            self.parked().extract_if(|_, waiting| late(waiting)).map(|(_, waiting)| waiting).collect();
        drop(left);
    }

    /// The call that is parked under `state`, if `method` is what it calls.
    pub(super) fn take(&self, state: &str, method: &str) -> Option<Waiting> {
        let mut parked = self.parked();
        parked.get(state).filter(|waiting| &*waiting.method == method)?;
        parked.remove(state)
    }

    /// Nobody comes back any more.
    pub(super) fn clear(&self) {
        let left = std::mem::take(&mut *self.parked());
        drop(left);
    }

    fn parked(&self) -> MutexGuard<'_, HashMap<String, Waiting>> {
        self.by_state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
