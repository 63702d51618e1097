//! What the server wants, put to a client that can give it.

use super::{CallNumber, ClientKey, Desk, Event, State};
use bytes::Bytes;
use mcp_inspector_engine::core::compose;
use mcp_inspector_engine::core::entry::AskEnd;
use mcp_inspector_engine::core::message::RpcError;
use mcp_inspector_engine::responder::{Ask, Attendant};
use mcp_inspector_engine::{Answer, AskId, Raw};
use serde_json::json;

/// JSON-RPC: no such method.
const METHOD_NOT_FOUND: i64 = -32601;

/// To whom an ask was put.
#[derive(Debug)]
pub(super) enum Posed {
    /// A client with a session, by a request; the call it came with, if with one.
    Client(ClientKey, Option<CallNumber>),
    /// A call, by its result.
    Call(CallNumber),
}

impl Posed {
    pub(super) fn is_of_call(&self, number: CallNumber) -> bool {
        matches!(self, Posed::Call(of) | Posed::Client(_, Some(of)) if *of == number)
    }

    pub(super) fn is_for(&self, key: &str) -> bool {
        matches!(self, Posed::Client(client, _) if &**client == key)
    }
}

/// Whether an answer is for an ask that was put to whoever answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::proxy) enum Claim {
    /// It is.
    Own(AskId),
    /// There is no such ask, or it is someone else's.
    Unknown,
}

/// The desk as the session's task sees it.
#[derive(Debug)]
struct Attending(Desk);

impl Attendant for Attending {
    fn notified(&mut self, method: &str, params: Option<&Raw>) {
        self.0.state().news(method, params);
    }

    fn asked(&mut self, ask: &Ask) -> Option<Answer> {
        self.0.state().pose(ask)
    }

    fn ask_ended(&mut self, ask: AskId, how: AskEnd) {
        self.0.state().withdraw(ask, how);
    }
}

impl Desk {
    /// The desk as the session's task sees it.
    pub(in crate::proxy) fn attend(&self) -> Box<dyn Attendant> {
        Box::new(Attending(self.clone()))
    }

    /// Whether the ask `id` was put to the client `key`.
    pub(in crate::proxy) fn claim(&self, key: &str, id: AskId) -> Claim {
        let state = self.state();
        if state.asks.get(&id).is_some_and(|posed| posed.is_for(key)) {
            Claim::Own(id)
        } else {
            Claim::Unknown
        }
    }
}

impl State {
    /// Puts an ask to a client, or answers it when there is none who could.
    fn pose(&mut self, ask: &Ask) -> Option<Answer> {
        let covers = |state: &State, number: &CallNumber| {
            state.calls.get(number).is_some_and(|call| {
                let is_reachable = call.events.is_some() || call.client.is_some();
                is_reachable && call.abilities.cover(&ask.method, ask.params.as_ref())
            })
        };
        // A server that asks by itself need not say what for. What began last is the best guess.
        let own = ask.call.and_then(|key| self.keys.get(&key)).copied();
        let number = match own {
            Some(number) => Some(number).filter(|number| covers(self, number)),
            None if ask.call.is_some() => None,
            None => self.calls.keys().rev().find(|number| covers(self, number)).copied(),
        };
        if let Some(number) = number {
            return self.pose_to_call(ask, number);
        }
        let able = self.clients.iter().filter(|(_, client)| {
            ask.call.is_none() && client.abilities.cover(&ask.method, ask.params.as_ref())
        });
        let best = able.max_by_key(|(_, client)| (client.has_stream(), client.last_used));
        let Some(key) = best.map(|(key, _)| key.clone()) else { return Some(nobody(&ask.method)) };
        self.asks.insert(ask.id, Posed::Client(key.clone(), None));
        self.deliver(&key, request(ask));
        None
    }

    fn pose_to_call(&mut self, ask: &Ask, number: CallNumber) -> Option<Answer> {
        let call = self.calls.get(&number)?;
        if call.is_modern {
            let taken =
                call.events.as_ref().is_some_and(|events| events.try_send(Event::Ask(ask.clone())).is_ok());
            if !taken {
                return Some(nobody(&ask.method));
            }
            self.asks.insert(ask.id, Posed::Call(number));
            return None;
        }
        let Some(key) = call.client.clone() else { return Some(nobody(&ask.method)) };
        // On the stream of the very call, if it has one: the client may have several under way.
        let sent =
            call.events.as_ref().is_some_and(|events| events.try_send(Event::Message(request(ask))).is_ok());
        if !sent {
            self.deliver(&key, request(ask));
        }
        self.asks.insert(ask.id, Posed::Client(key, Some(number)));
        None
    }

    /// An ask is over; a client that was asked by request and has not answered hears of it.
    fn withdraw(&mut self, ask: AskId, how: AskEnd) {
        if let Some(Posed::Client(key, _)) = self.asks.remove(&ask)
            && how != AskEnd::Answered
        {
            let reason = match how {
                AskEnd::Expired => "nobody answered in time",
                AskEnd::Withdrawn => "the server took it back",
                AskEnd::Answered | AskEnd::Lost => "the connection to the server ended",
            };
            let params = Raw::of(&json!({ "requestId": ask, "reason": reason }));
            self.deliver(&key, compose::notification("notifications/cancelled", Some(&params)));
        }
    }
}

/// An ask as a request to a client: its id is the ask's number.
fn request(ask: &Ask) -> Bytes {
    let id = i64::try_from(ask.id.0).unwrap_or(i64::MAX);
    compose::request(id, &ask.method, ask.params.as_ref(), false, &[])
}

/// What a server is told when no client can answer. That includes roots: servers keep a list of none for
/// good, though a client with roots may come later, and ask again after an error.
fn nobody(method: &str) -> Answer {
    let reason = format!("no connected client has declared that it can answer {method}");
    Answer::Error(RpcError::new(METHOD_NOT_FOUND, reason))
}
