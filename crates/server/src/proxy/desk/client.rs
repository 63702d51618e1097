//! A client with a session: one that began with `initialize`.

use super::{CallNumber, Desk, QUEUE};
use crate::proxy::abilities::Abilities;
use bytes::Bytes;
use mcp_inspector_engine::core::message::RequestId;
use mcp_inspector_engine::{AskId, LogLevel, Revision};
use std::collections::{BTreeSet, HashMap, VecDeque};
use std::sync::Arc;
use std::time::Instant;
use tokio::sync::mpsc;

/// How many clients one server can have; the one that was not heard of for longest makes room.
const MOST_CLIENTS: usize = 1000;

/// How many bytes may wait for a client that has no stream open.
const BACKLOG_BYTES: usize = 1024 * 1024;

/// How many messages.
const BACKLOG: usize = 256;

/// The id of a client's session.
pub(in crate::proxy) type ClientKey = Arc<str>;

/// A client with a session.
#[derive(Debug)]
pub(super) struct Client {
    pub(super) abilities: Abilities,
    pub(super) revision: Revision,
    /// From which severity on it wants log messages; none when it never said.
    pub(super) level: Option<LogLevel>,
    pub(super) subscriptions: BTreeSet<String>,
    pub(super) calls: HashMap<RequestId, CallNumber>,
    pub(super) last_used: Instant,
    /// Its open stream, and which one it is.
    stream: Option<(u64, mpsc::Sender<Bytes>)>,
    /// What came while it had no stream.
    backlog: VecDeque<Bytes>,
    backlog_bytes: usize,
}

impl Client {
    pub(super) fn has_stream(&self) -> bool {
        self.stream.as_ref().is_some_and(|(_, stream)| !stream.is_closed())
    }

    /// Hands it a message; how many had to be dropped for that.
    pub(super) fn push(&mut self, message: Bytes) -> u64 {
        let message = match &self.stream {
            None => message,
            Some((_, stream)) => match stream.try_send(message) {
                Ok(()) => return 0,
                Err(mpsc::error::TrySendError::Full(_)) => return 1,
                Err(mpsc::error::TrySendError::Closed(message)) => message,
            },
        };
        let mut dropped = 0;
        self.backlog_bytes += message.len();
        self.backlog.push_back(message);
        while self.backlog.len() > BACKLOG || (self.backlog_bytes > BACKLOG_BYTES && self.backlog.len() > 1) {
            dropped += 1;
            self.backlog_bytes -= self.backlog.pop_front().map_or(0, |message| message.len());
        }
        dropped
    }
}

impl Desk {
    /// A client begins a session.
    pub(in crate::proxy) fn join(&self, key: &ClientKey, abilities: Abilities, revision: Revision) {
        let mut state = self.state();
        state.last_used = Instant::now();
        if state.clients.len() >= MOST_CLIENTS {
            let is_quiet = |client: &Client| !client.has_stream() && client.calls.is_empty();
            let quiet = state.clients.iter().filter(|(_, client)| is_quiet(client));
            let oldest = quiet.min_by_key(|(_, client)| client.last_used).map(|(key, _)| key.clone());
            if let Some(oldest) = oldest {
                state.clients.remove(&oldest);
            }
        }
        let client = Client {
            abilities,
            revision,
            level: None,
            subscriptions: BTreeSet::new(),
            calls: HashMap::new(),
            last_used: Instant::now(),
            stream: None,
            backlog: VecDeque::new(),
            backlog_bytes: 0,
        };
        state.clients.insert(key.clone(), client);
    }

    /// The abilities and the revision of a client; none when its session is not known.
    pub(in crate::proxy) fn client(&self, key: &str) -> Option<(ClientKey, Abilities, Revision)> {
        let mut state = self.state();
        let (key, _) = state.clients.get_key_value(key)?;
        let key = key.clone();
        let client = state.clients.get_mut(&key)?;
        client.last_used = Instant::now();
        Some((key, client.abilities, client.revision))
    }

    /// A client ends its session. The resources that nobody listens for any more and the asks that
    /// only it could answer are returned; none when it was not known.
    pub(in crate::proxy) fn leave(&self, key: &str) -> Option<(Vec<String>, Vec<AskId>)> {
        let mut state = self.state();
        let client = state.clients.remove(key)?;
        state.last_used = Instant::now();
        for number in client.calls.values() {
            if let Some(call) = state.calls.get(number) {
                call.cancelled.notify_one();
            }
        }
        let orphans = client.subscriptions.into_iter().filter(|uri| !state.is_wanted(uri)).collect();
        let asks = state.asks.iter().filter(|(_, posed)| posed.is_for(key)).map(|(id, _)| *id).collect();
        Some((orphans, asks))
    }

    /// A client opens its stream. An older one ends, so that no message is told twice.
    pub(in crate::proxy) fn open_stream(&self, key: &str) -> Option<(u64, mpsc::Receiver<Bytes>)> {
        let mut state = self.state();
        let number = state.count();
        state.last_used = Instant::now();
        let client = state.clients.get_mut(key)?;
        let (sender, receiver) = mpsc::channel(QUEUE);
        for message in std::mem::take(&mut client.backlog) {
            // There is room for more than a backlog can hold.
            let _ = sender.try_send(message);
        }
        client.backlog_bytes = 0;
        client.stream = Some((number, sender));
        Some((number, receiver))
    }

    /// A client's stream is over.
    pub(in crate::proxy) fn close_stream(&self, key: &str, number: u64) {
        let mut state = self.state();
        state.last_used = Instant::now();
        if let Some(client) = state.clients.get_mut(key) {
            client.stream.take_if(|(open, _)| *open == number);
        }
    }

    /// All streams end, because the server is taken away.
    pub(in crate::proxy) fn hang_up(&self) {
        let mut state = self.state();
        state.clients.clear();
        state.listeners.clear();
    }
}
