//! The desk of one shared server: which of its clients gets what the server says.
//!
//! Clients that share a server know nothing of each other. Answers go to whoever made the call; the
//! rest is decided here: progress by its token, news by subscription, asks by the call they belong
//! to, or else by who can answer them.
//!
//! The session's task calls in here ([`Desk::attend`]), so nothing here waits: what a client does not
//! take in time is dropped from its own queue and nobody else's.

mod asks;
mod client;
mod news;

pub(super) use asks::Claim;
pub(super) use client::ClientKey;
pub(super) use news::{marked, progressed};

use super::abilities::Abilities;
use bytes::Bytes;
use client::Client;
use mcp_inspector_engine::core::command::CallKey;
use mcp_inspector_engine::core::message::RequestId;
use mcp_inspector_engine::responder::Ask;
use mcp_inspector_engine::{Answer, AskId, LogLevel, Raw};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;
use tokio::sync::{Notify, mpsc};

/// How many messages may wait for one client that does not read.
pub(super) const QUEUE: usize = 1024;

/// What our progress tokens begin with. Text, so that none of them is taken for the id of a request.
const TOKEN: &str = "call-";

/// What a call's client hears before the answer.
#[derive(Debug)]
pub(super) enum Event {
    /// A message to pass on.
    Message(Bytes),
    /// Progress of the call, by its parameters. The client's token is put in when it goes out: a client
    /// that comes back with input has a new one.
    Progress(Raw),
    /// The server wants something, of a client that is asked by results.
    Ask(Ask),
}

/// The number of a call at its desk. It is also its progress token on the server's side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct CallNumber(u64);

/// A call under way.
#[derive(Debug)]
pub(super) struct Call {
    /// The client's session; none when the request stands alone.
    pub(super) client: Option<ClientKey>,
    /// Its id, as the client gave it.
    pub(super) id: RequestId,
    /// What can be asked of the client meanwhile.
    pub(super) abilities: Abilities,
    /// Where to tell what happens meanwhile; none when the client takes the answer only.
    pub(super) events: Option<mpsc::Sender<Event>>,
    /// The client's own progress token.
    pub(super) token: Option<Raw>,
    /// From which severity on log messages go to this call; none when they do not.
    pub(super) level: Option<LogLevel>,
    /// Whether the client is asked by results and not by requests.
    pub(super) is_modern: bool,
    /// Told when the client takes the call back.
    pub(super) cancelled: Arc<Notify>,
}

/// A stream of news that a client without a session opened.
#[derive(Debug)]
pub(super) struct Listener {
    /// The id of the request that opened it, which marks its news.
    pub(super) id: Raw,
    /// The lists it wants to hear of: `tools`, `prompts`, `resources`.
    pub(super) lists: BTreeSet<String>,
    /// The resources it wants to hear of.
    pub(super) resources: BTreeSet<String>,
    /// Where its news go.
    pub(super) news: mpsc::Sender<Bytes>,
}

/// The desk of one shared server. Cloning gives another handle to the same.
#[derive(Clone, Debug)]
pub(super) struct Desk {
    state: Arc<Mutex<State>>,
}

/// An answer to an ask that nobody can take, found out late.
pub(super) type Refusal = (AskId, Answer);

#[derive(Debug)]
struct State {
    clients: HashMap<ClientKey, Client>,
    calls: BTreeMap<CallNumber, Call>,
    /// Calls by the key the session knows them by.
    keys: HashMap<CallKey, CallNumber>,
    listeners: HashMap<u64, Listener>,
    asks: HashMap<AskId, asks::Posed>,
    /// Asks of which it is not certain yet whose they are.
    held: Vec<asks::Held>,
    refusals: mpsc::Sender<Refusal>,
    next: u64,
    last_used: Instant,
    /// How many messages were dropped because a client did not read.
    dropped: u64,
}

impl Desk {
    /// A desk without clients, and the answers that it finds out late.
    pub(super) fn new() -> (Self, mpsc::Receiver<Refusal>) {
        let (refusals, receiver) = mpsc::channel(QUEUE);
        let state = State {
            clients: HashMap::new(),
            calls: BTreeMap::new(),
            keys: HashMap::new(),
            listeners: HashMap::new(),
            asks: HashMap::new(),
            held: Vec::new(),
            refusals,
            next: 0,
            last_used: Instant::now(),
            dropped: 0,
        };
        (Desk { state: Arc::new(Mutex::new(state)) }, receiver)
    }

    /// A call begins, which the session knows by this key; its number is its progress token towards
    /// the server.
    pub(super) fn begin(&self, call: Call, key: CallKey) -> CallNumber {
        let mut state = self.state();
        let number = CallNumber(state.count());
        state.last_used = Instant::now();
        if let Some(client) = call.client.as_ref().and_then(|key| state.clients.get_mut(key)) {
            client.calls.insert(call.id.clone(), number);
            client.last_used = Instant::now();
        }
        state.calls.insert(number, call);
        state.keys.insert(key, number);
        number
    }

    /// A call is over: nothing more is told to it. Asks that were put to it and are open are returned.
    pub(super) fn end(&self, number: CallNumber, key: CallKey) -> Vec<AskId> {
        let mut state = self.state();
        state.last_used = Instant::now();
        state.keys.remove(&key);
        if let Some(call) = state.calls.remove(&number)
            && let Some(client) = call.client.as_ref().and_then(|key| state.clients.get_mut(key))
            && client.calls.get(&call.id) == Some(&number)
        {
            client.calls.remove(&call.id);
        }
        state.reconsider();
        state.asks.iter().filter(|(_, posed)| posed.is_of_call(number)).map(|(id, _)| *id).collect()
    }

    /// The answer to a parked call goes to another request now.
    pub(super) fn resume(&self, number: CallNumber, call: Call) {
        let mut state = self.state();
        state.last_used = Instant::now();
        if let Some(parked) = state.calls.get_mut(&number) {
            // Whatever was told while nobody listened is still in the queue of the parked call.
            let events = parked.events.take();
            *parked = Call { events, ..call };
        }
    }

    /// A client takes a call back. False when there is none of this id.
    pub(super) fn cancel(&self, client: &ClientKey, id: &RequestId) -> bool {
        let state = self.state();
        let number = state.clients.get(client).and_then(|client| client.calls.get(id));
        match number.and_then(|number| state.calls.get(number)) {
            Some(call) => {
                call.cancelled.notify_one();
                true
            }
            None => false,
        }
    }

    /// Since when nobody has used the server; none while someone does.
    pub(super) fn idle_since(&self) -> Option<Instant> {
        let state = self.state();
        let is_used = !state.calls.is_empty()
            || !state.listeners.is_empty()
            || state.clients.values().any(Client::has_stream);
        (!is_used).then_some(state.last_used)
    }

    /// How many messages were dropped since this was last asked.
    pub(super) fn take_dropped(&self) -> u64 {
        std::mem::take(&mut self.state().dropped)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // Nothing here leaves the state half changed where it could panic.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn count(&mut self) -> u64 {
        self.next += 1;
        self.next
    }

    /// Hands a message to a client: with a call of its own that is under way, so that it comes before
    /// the answer, or on its stream, or when it opens one.
    fn deliver(&mut self, key: &ClientKey, message: Bytes) {
        let calls = self.calls.values().rev();
        let own = calls.filter(|call| call.client.as_ref() == Some(key));
        for events in own.filter_map(|call| call.events.as_ref()) {
            match events.try_send(Event::Message(message.clone())) {
                Ok(()) => return,
                // Told elsewhere it would come out of order.
                Err(mpsc::error::TrySendError::Full(_)) => {
                    self.dropped += 1;
                    return;
                }
                // Nobody listens there any more.
                Err(mpsc::error::TrySendError::Closed(_)) => {}
            }
        }
        if let Some(client) = self.clients.get_mut(key) {
            self.dropped += client.push(message);
        }
    }
}

impl CallNumber {
    /// The call that a progress token stands for.
    fn of_token(token: &Raw) -> Option<Self> {
        token.read::<String>().ok()?.strip_prefix(TOKEN)?.parse().ok().map(CallNumber)
    }

    /// The progress token of the call.
    pub(super) fn token(self) -> Raw {
        Raw::of(&format!("{TOKEN}{}", self.0))
    }
}

#[cfg(test)]
mod tests;
