//! What the connections of one server share, and how they wait for each other.

use super::behaviour::HttpBehaviour;
use super::request::SeenRequest;
use crate::mcp::Mcp;
use serde_json::Value;
use std::collections::{BTreeMap, VecDeque};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

pub(super) struct Hub {
    pub(super) behaviour: HttpBehaviour,
    /// The handshake is spared by behaviours that would spoil it.
    pub(super) after_handshake: bool,
    state: Mutex<State>,
    changed: Condvar,
}

pub(super) struct State {
    pub(super) mcp: Mcp,
    pub(super) seen: Vec<SeenRequest>,
    pub(super) stopping: bool,
    /// How many sessions were ever begun.
    pub(super) sessions_begun: usize,
    /// The ids of the sessions that are valid.
    pub(super) sessions: Vec<String>,
    pub(super) calls_answered: usize,
    /// How many server streams were ever opened; only the last one gets messages.
    pub(super) streams_opened: u64,
    /// Messages for the server stream.
    pub(super) outbox: VecDeque<Value>,
    /// Answers that wait for a GET with this Last-Event-ID.
    pub(super) resumable: BTreeMap<String, Value>,
    /// How many requests were made of the client.
    pub(super) asks: u64,
    /// Responses the client has sent.
    pub(super) client_answers: Vec<Value>,
}

impl Hub {
    pub(super) fn new(behaviour: HttpBehaviour, after_handshake: bool) -> Self {
        Self {
            behaviour,
            after_handshake,
            state: Mutex::new(State {
                mcp: Mcp::new(),
                seen: Vec::new(),
                stopping: false,
                sessions_begun: 0,
                sessions: Vec::new(),
                calls_answered: 0,
                streams_opened: 0,
                outbox: VecDeque::new(),
                resumable: BTreeMap::new(),
                asks: 0,
                client_answers: Vec::new(),
            }),
            changed: Condvar::new(),
        }
    }

    /// Reads or changes the state, and wakes whoever waits for a change.
    pub(super) fn with<T>(&self, change: impl FnOnce(&mut State) -> T) -> T {
        let result = change(&mut self.lock());
        self.changed.notify_all();
        result
    }

    /// Waits until `ready` returns something; `None` when the server stops first.
    pub(super) fn wait_until<T>(&self, mut ready: impl FnMut(&mut State) -> Option<T>) -> Option<T> {
        let mut state = self.lock();
        loop {
            if state.stopping {
                return None;
            }
            if let Some(value) = ready(&mut state) {
                return Some(value);
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Waits at most so long until the requests seen are as wished.
    pub(super) fn wait_for_requests(&self, done: impl Fn(&[SeenRequest]) -> bool, timeout: Duration) -> bool {
        let state = self.lock();
        let (state, _) = self
            .changed
            .wait_timeout_while(state, timeout, |state| !done(&state.seen))
            .unwrap_or_else(PoisonError::into_inner);
        done(&state.seen)
    }

    /// Says nothing until the server stops.
    pub(super) fn wait_for_the_end(&self) {
        let _: Option<()> = self.wait_until(|_| None);
    }

    /// A test that fails while it holds the lock should not hide why it failed.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
