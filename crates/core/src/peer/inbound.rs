//! What the server sends: answers, asks and notifications, each to its place.

use super::Peer;
use super::background::Chore;
use super::effect::{Effect, LinkKind, Sending};
use super::phase::{PhaseName, Trigger};
use crate::brief::brief;
use crate::command::{Answer, AskId, List, Outcome};
use crate::compose;
use crate::entry::{AskChange, AskEnd, EntryKind, Note};
use crate::era::Revision;
use crate::fault::{Fault, FaultCode};
use crate::frame::{Content, Frame};
use crate::message::{Flaw, Message, Parsed, RequestId, RpcError};
use crate::raw::Raw;
use crate::stamp::At;
use serde_json::json;

/// The longest id with which a server may ask something: it is kept until the answer.
const LONGEST_ID: usize = 1024;

/// What a result may ask for.
pub(super) const ASKABLE: [&str; 3] = ["elicitation/create", "sampling/createMessage", "roots/list"];

/// News of changes, which come only when they were asked for since 2026-07-28.
const CHANGES: [&str; 4] = [
    "notifications/tools/list_changed",
    "notifications/prompts/list_changed",
    "notifications/resources/list_changed",
    "notifications/resources/updated",
];

/// JSON-RPC: this is not a request.
const INVALID_REQUEST: i64 = -32600;
/// JSON-RPC: no such method.
pub(super) const METHOD_NOT_FOUND: i64 = -32601;
/// JSON-RPC: the parameters do not fit.
const INVALID_PARAMS: i64 = -32602;
/// JSON-RPC: it is our fault.
pub(super) const INTERNAL_ERROR: i64 = -32603;

impl Peer {
    pub(super) fn on_frame(&mut self, now: At, frame: &Frame, out: &mut Vec<Effect>) {
        match frame.content() {
            Content::Message(parsed) => self.on_message(now, parsed, out),
            Content::Batch(members) => {
                for parsed in members.iter().flatten() {
                    // A message can end the connection; what stands behind it came too late.
                    if self.is_live(self.epoch) {
                        self.on_message(now, parsed, out);
                    }
                }
            }
            // Junk is an entry already; there is nothing to act on. It may be why nothing else comes.
            Content::Junk(_) => {
                if self.kind == LinkKind::Pipe && !frame.bytes().is_empty() {
                    self.first_junk.get_or_insert_with(|| brief(&String::from_utf8_lossy(frame.bytes())));
                }
            }
        }
    }

    fn on_message(&mut self, now: At, parsed: &Parsed, out: &mut Vec<Effect>) {
        if !parsed.flaws.is_empty() {
            self.note_flaws(&parsed.flaws, out);
        }
        match &parsed.message {
            Message::Response { id, reply } => self.on_response(now, id.as_ref(), reply, out),
            Message::Request { id, method, params } => self.on_request(now, id, method, params.as_ref(), out),
            Message::Notification { method, params } => {
                self.on_notification(now, method, params.as_ref(), out);
            }
        }
    }

    fn note_flaws(&self, flaws: &[Flaw], out: &mut Vec<Effect>) {
        let batches_are_fine =
            self.server.as_ref().is_some_and(|server| server.revision == Revision::R2025_03_26);
        let flaws: Vec<Flaw> =
            flaws.iter().filter(|flaw| !(batches_are_fine && **flaw == Flaw::InBatch)).cloned().collect();
        if !flaws.is_empty() {
            out.push(Effect::Log(EntryKind::Note(Note::Flawed { flaws })));
        }
    }

    fn on_request(
        &mut self,
        now: At,
        id: &RequestId,
        method: &str,
        params: Option<&Raw>,
        out: &mut Vec<Effect>,
    ) {
        let is_our_greeting = matches!(method, "initialize" | "server/discover");
        if is_our_greeting && self.phase.name() == PhaseName::Initializing {
            return self.fail(now, Trigger::Refused, &echoed(method), out);
        }
        if self.is_modern() {
            let method = brief(method);
            return out.push(Effect::Log(EntryKind::Note(Note::UnexpectedRequest { method })));
        }
        if id.length() > LONGEST_ID {
            let error = RpcError::new(INVALID_REQUEST, "the id is too long");
            return self.reply(id, method, &Answer::Error(error), out);
        }
        match self.handling(method, params) {
            Handling::Now(answer) => self.reply(id, method, &answer, out),
            Handling::Pending => {
                let expires = now.plus(self.config.ask_timeout);
                let params = params.map(Raw::detached);
                let ask = self.asks.open(id.clone(), method.to_owned(), params, None, now, expires);
                out.push(Effect::Log(EntryKind::Ask(AskChange::Opened {
                    id: ask.id,
                    request: ask.request.clone(),
                    method: ask.method.clone(),
                    call: None,
                    expires,
                })));
                out.push(Effect::Ask(ask));
            }
        }
    }

    /// What to do with a request, by what we offered.
    pub(super) fn handling(&self, method: &str, params: Option<&Raw>) -> Handling {
        let offer = &self.config.offer;
        let refuse = |code, reason: &str| Handling::Now(Answer::Error(RpcError::new(code, reason)));
        let is_offered = match method {
            "ping" => return Handling::Now(Answer::Result(Raw::empty_object())),
            "roots/list" if offer.roots_on_demand => true,
            "roots/list" => match &offer.roots {
                Some(roots) => return Handling::Now(Answer::Result(Raw::of(&json!({ "roots": roots })))),
                None => false,
            },
            "sampling/createMessage" => offer.sampling,
            "elicitation/create" => {
                let mode = params.and_then(|params| params.text_member("mode"));
                let is_declared = match mode.as_deref() {
                    None | Some("form") => offer.elicitation_form,
                    Some("url") => offer.elicitation_url,
                    Some(_) => false,
                };
                let offers_any = offer.elicitation_form || offer.elicitation_url;
                if offers_any && !is_declared {
                    return refuse(INVALID_PARAMS, "the client did not declare this mode of elicitation");
                }
                offers_any
            }
            _ => return refuse(METHOD_NOT_FOUND, &format!("method not found: {method}")),
        };
        if !is_offered {
            return refuse(
                METHOD_NOT_FOUND,
                &format!("the client did not declare the capability for {method}"),
            );
        }
        if self.asks.is_full() {
            return refuse(INTERNAL_ERROR, "too many requests are waiting for an answer");
        }
        Handling::Pending
    }

    fn reply(&self, id: &RequestId, method: &str, answer: &Answer, out: &mut Vec<Effect>) {
        let bytes = match answer {
            Answer::Result(result) => compose::result(id, result),
            Answer::Error(error) => compose::error(id, error),
        };
        self.send(bytes, Sending::Answer { method: method.into() }, out);
    }

    /// Someone answers an ask. An ask that no longer waits is left alone: the first answer won.
    pub(super) fn answer(&mut self, now: At, id: AskId, answer: &Answer, out: &mut Vec<Effect>) {
        let Some(ask) = self.asks.close(id) else { return };
        match ask.call {
            None => {
                self.reply(&ask.request, &ask.method, answer, out);
                out.push(ask_ended(id, AskEnd::Answered));
            }
            Some(call) => {
                out.push(ask_ended(id, AskEnd::Answered));
                self.round_answered(now, call, &ask, Ok(answer), out);
            }
        }
    }

    /// Asks that nobody answered in time are refused with the configured words.
    pub(super) fn expire_asks(&mut self, now: At, out: &mut Vec<Effect>) {
        if self.asks.is_empty() {
            return;
        }
        for ask in self.asks.expired(now) {
            let message = self.config.ask_timeout_message.clone();
            if let Some(call) = ask.call {
                out.push(ask_ended(ask.id, AskEnd::Expired));
                let fault = Fault::new(FaultCode::RequestTimeout, message).for_method(&ask.method);
                self.round_answered(now, call, &ask, Err(fault), out);
                continue;
            }
            let error = RpcError::new(crate::command::USER_REFUSED, message);
            self.reply(&ask.request, &ask.method, &Answer::Error(error), out);
            out.push(ask_ended(ask.id, AskEnd::Expired));
        }
    }

    fn on_notification(&mut self, now: At, method: &str, params: Option<&Raw>, out: &mut Vec<Effect>) {
        if CHANGES.contains(&method) {
            self.judge_subscription(method, params, out);
        }
        match method {
            "notifications/progress" => self.on_progress(now, params, out),
            "notifications/cancelled" => self.on_cancelled(now, params, out),
            "notifications/tools/list_changed" => self.on_list_changed(now, &[List::Tools], out),
            "notifications/prompts/list_changed" => self.on_list_changed(now, &[List::Prompts], out),
            "notifications/resources/list_changed" => {
                self.on_list_changed(now, &[List::Resources, List::Templates], out);
            }
            "notifications/subscriptions/acknowledged" => self.on_acknowledged(now, params, out),
            "notifications/tasks" | "notifications/tasks/status" => self.on_task_notice(now, params, out),
            "notifications/resources/updated" => {
                let uri = params.and_then(|params| params.text_member("uri"));
                if let Some(uri) = &uri {
                    self.cache.forget_resource(now, uri);
                }
                if let Some(uri) = uri
                    && self.config.auto_fetch
                    && self.listen.updated(&uri)
                {
                    self.background.add(Chore::Reread(uri));
                    self.pump_background(now, out);
                }
            }
            // Log messages and anything unknown are entries; the view shows them.
            _ => {}
        }
    }

    fn on_list_changed(&mut self, now: At, lists: &[List], out: &mut Vec<Effect>) {
        for list in lists {
            self.cache.forget_list(now, *list);
        }
        if self.config.auto_fetch {
            for list in lists {
                self.refetch(*list);
            }
            self.pump_background(now, out);
        }
    }

    /// Our progress tokens are the ids of the requests they belong to; callers may have their own.
    fn on_progress(&mut self, now: At, params: Option<&Raw>, out: &mut Vec<Effect>) {
        let token = params.and_then(|params| params.member("progressToken"));
        let resets = self.config.progress_resets_timeout;
        // A task goes on making progress after its call was answered.
        let mut is_ours =
            |token: &Raw| self.outbox.progress(token, now, resets) || self.following.has_token(token);
        if !token.as_ref().is_some_and(&mut is_ours) {
            out.push(Effect::Log(EntryKind::Note(Note::StrayProgress)));
        }
    }

    /// The server takes back an ask, or gives up on a call of ours.
    fn on_cancelled(&mut self, now: At, params: Option<&Raw>, out: &mut Vec<Effect>) {
        let request = params.and_then(|params| params.member("requestId"));
        let Some(request) = request.and_then(|request| request.read::<RequestId>().ok()) else { return };
        if let Some(ask) = self.asks.withdraw(&request) {
            out.push(ask_ended(ask.id, AskEnd::Withdrawn));
            return;
        }
        // Both sides count their own ids. If the server had an ask of this id, that is what it means.
        if self.asks.had(&request) {
            return;
        }
        if let RequestId::Number(id) = request
            && let Some(call) = self.outbox.close(id)
        {
            let why = params.and_then(|params| params.text_member("reason"));
            let reason = format!("by the server: {}", why.as_deref().unwrap_or("no reason given"));
            self.abandon(now, id, call, Outcome::Cancelled { reason }, out);
        }
    }
}

/// Only we send `initialize`: whoever sends it to us sends back what it was sent.
fn echoed(method: &str) -> Fault {
    Fault::new(FaultCode::ProtocolError, "the server sends back what it is sent; it is not an MCP server")
        .for_method(method)
        .with_hint("a terminal, a shell or a program such as `cat` does this: check the command")
}

pub(super) enum Handling {
    Now(Answer),
    Pending,
}

pub(super) fn ask_ended(id: AskId, how: AskEnd) -> Effect {
    Effect::Log(EntryKind::Ask(AskChange::Ended { id, how }))
}
