//! What the server wants, put to a client that can give it.

use super::{CallNumber, ClientKey, Desk, Event, State};
use bytes::Bytes;
use mcp_inspector_engine::core::compose;
use mcp_inspector_engine::core::entry::AskEnd;
use mcp_inspector_engine::core::message::RpcError;
use mcp_inspector_engine::responder::{Ask, Attendant};
use mcp_inspector_engine::{Answer, AskId, Raw};
use serde_json::json;
use std::time::Duration;

/// How long an ask is held back while it is not certain whose it is. A call that waits for an ask
/// does not end before the answer, so those that end meanwhile are ruled out.
const HOLD: Duration = Duration::from_millis(300);

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

/// An ask of which it is not certain yet whose it is.
#[derive(Debug)]
pub(super) struct Held {
    ask: Ask,
    /// The calls it can belong to, newest first.
    candidates: Vec<CallNumber>,
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
        let mut state = self.0.state();
        match state.route(ask) {
            Route::Call(number, is_certain) => state.pose_to_call(ask, number, is_certain),
            Route::Elsewhere => state.pose_to_client(ask),
            Route::Unclear(candidates) => {
                let Ok(runtime) = tokio::runtime::Handle::try_current() else {
                    return state.pose_to_call(ask, candidates[0], false);
                };
                state.held.push(Held { ask: ask.clone(), candidates });
                let (desk, id) = (self.0.clone(), ask.id);
                runtime.spawn(async move {
                    tokio::time::sleep(HOLD).await;
                    desk.state().release(id);
                });
                None
            }
        }
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
    /// Where an ask belongs.
    fn route(&self, ask: &Ask) -> Route {
        if let Some(key) = ask.call.or(ask.beside) {
            return match self.keys.get(&key).filter(|number| self.can_take(ask, **number)) {
                Some(number) => Route::Call(*number, true),
                None => Route::Elsewhere,
            };
        }
        // A server that asks by itself need not say what for.
        let candidates: Vec<CallNumber> =
            self.calls.keys().rev().filter(|number| self.can_take(ask, **number)).copied().collect();
        match candidates.first() {
            None => Route::Elsewhere,
            Some(newest) if self.are_of_one_client(&candidates) => {
                Route::Call(*newest, candidates.len() == 1)
            }
            Some(_) => Route::Unclear(candidates),
        }
    }

    fn can_take(&self, ask: &Ask, number: CallNumber) -> bool {
        self.calls.get(&number).is_some_and(|call| {
            let is_reachable = call.events.is_some() || call.client.is_some();
            is_reachable && call.abilities.cover(&ask.method, ask.params.as_ref())
        })
    }

    /// Whether it makes no difference to whom of these an ask goes.
    fn are_of_one_client(&self, candidates: &[CallNumber]) -> bool {
        let mut clients =
            candidates.iter().filter_map(|number| self.calls.get(number)).map(|call| &call.client);
        let first = clients.next().and_then(Option::as_ref);
        candidates.len() == 1 || (first.is_some() && clients.all(|client| client.as_ref() == first))
    }

    /// A call has ended: what was held back may be certain now.
    pub(super) fn reconsider(&mut self) {
        for mut held in std::mem::take(&mut self.held) {
            held.candidates.retain(|number| self.calls.contains_key(number));
            if held.candidates.is_empty() || self.are_of_one_client(&held.candidates) {
                self.pose_held(&held);
            } else {
                self.held.push(held);
            }
        }
    }

    /// An ask has been held back for long enough: what began last is the best guess.
    fn release(&mut self, ask: AskId) {
        if let Some(index) = self.held.iter().position(|held| held.ask.id == ask) {
            let held = self.held.remove(index);
            self.pose_held(&held);
        }
    }

    fn pose_held(&mut self, held: &Held) {
        let answer = match held.candidates.as_slice() {
            [] => self.pose_to_client(&held.ask),
            [number, others @ ..] => self.pose_to_call(&held.ask, *number, others.is_empty()),
        };
        if let Some(answer) = answer {
            // A server can have no more asks open than there is room for.
            let _ = self.refusals.try_send((held.ask.id, answer));
        }
    }

    /// Puts an ask to whoever can answer it, or answers it when there is none.
    fn pose_to_client(&mut self, ask: &Ask) -> Option<Answer> {
        let able = self.clients.iter().filter(|(_, client)| {
            ask.call.is_none() && client.abilities.cover(&ask.method, ask.params.as_ref())
        });
        let best = able.max_by_key(|(_, client)| (client.has_stream(), client.last_used));
        let Some(key) = best.map(|(key, _)| key.clone()) else { return Some(nobody(&ask.method)) };
        self.asks.insert(ask.id, Posed::Client(key.clone(), None));
        self.deliver(&key, request(ask));
        None
    }

    /// Puts an ask to a call. One that is certainly of this call ends with it.
    fn pose_to_call(&mut self, ask: &Ask, number: CallNumber, is_certain: bool) -> Option<Answer> {
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
        self.asks.insert(ask.id, Posed::Client(key, is_certain.then_some(number)));
        None
    }

    /// An ask is over; a client that was asked by request and has not answered hears of it.
    fn withdraw(&mut self, ask: AskId, how: AskEnd) {
        self.held.retain(|held| held.ask.id != ask);
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

/// What a server is told when no client can answer. Also when it asks for roots: it would remember
/// that there are none, and not ask the next client.
fn nobody(method: &str) -> Answer {
    let reason = format!("no connected client has declared that it can answer {method}");
    Answer::Error(RpcError::new(METHOD_NOT_FOUND, reason))
}

/// Where an ask belongs.
enum Route {
    /// To this call; whether that is certain.
    Call(CallNumber, bool),
    /// To one of these calls, newest first.
    Unclear(Vec<CallNumber>),
    /// To no call that is under way.
    Elsewhere,
}
