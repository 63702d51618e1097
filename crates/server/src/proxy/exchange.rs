//! One call of a client, from its request to its answer.
//!
//! What the client hears of it comes out of [`Exchange::next`] in order: messages, then the end. The
//! end is in the history before it comes out. A call that its client leaves goes on or is aborted, as
//! the client's era has it, and is in the history all the same.

use super::desk::{Call, CallNumber, Event, progressed};
use super::upstream::Upstream;
use crate::history::End;
use bytes::Bytes;
use mcp_inspector_engine::core::message::{RequestId, RpcError};
use mcp_inspector_engine::responder::Ask;
use mcp_inspector_engine::session::Pending;
use mcp_inspector_engine::{CallOptions, CallRequest, Fault, FaultCode, Outcome, Raw};
use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Instant;
use tokio::sync::{Notify, mpsc};

/// How a call ended for its client.
#[derive(Clone, Debug)]
pub(super) enum Ended {
    /// With the server's result.
    Result(Raw),
    /// With the server's error.
    Error(RpcError),
    /// Without an answer of the server.
    Fault(Fault),
    /// The client took it back and wants no answer.
    Cancelled,
}

/// What comes next of a call.
#[derive(Debug)]
pub(super) enum Step {
    /// A message for the client.
    Message(Bytes),
    /// The server wants something of a client that is asked by results. The call is not over.
    Ask(Ask),
    /// The end.
    End(Ended),
}

/// What becomes of a call whose client went away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WhenLeft {
    /// It goes on: the client can still take it back with a message.
    GoOn,
    /// It is aborted: going away is how the client takes it back.
    Abort,
}

/// What to call, and how.
pub(super) struct Opening {
    pub(super) call: Call,
    pub(super) method: Arc<str>,
    /// The parameters as they came.
    pub(super) params: Option<Raw>,
    pub(super) when_left: WhenLeft,
    /// Whether an answer that asks for input is the client's.
    pub(super) verbatim: bool,
    /// Where the events of the call come from.
    pub(super) events: Option<mpsc::Receiver<Event>>,
}

/// One call of a client.
#[derive(Debug)]
pub(super) struct Exchange {
    upstream: Arc<Upstream>,
    running: Option<Running>,
    events: Option<mpsc::Receiver<Event>>,
    cancelled: Arc<Notify>,
    /// The client's own progress token.
    token: Option<Raw>,
    left: VecDeque<Bytes>,
    ended: Option<Ended>,
    when_left: WhenLeft,
}

/// A call that has not ended.
#[derive(Debug)]
struct Running {
    number: CallNumber,
    pending: Pending,
    request: Recorded,
}

/// A request in the history that has no response yet.
#[derive(Debug)]
pub(super) struct Recorded {
    id: String,
    began: Instant,
}

impl Recorded {
    /// Writes a request to the history.
    pub(super) fn begin(upstream: &Upstream, method: &str, params: Option<&Raw>) -> Self {
        let id = uuid::Uuid::new_v4().to_string();
        upstream.record_request(&id, method, params);
        Recorded { id, began: Instant::now() }
    }

    /// Writes how it ended.
    pub(super) fn end(self, upstream: &Upstream, end: End<'_>) {
        upstream.record_end(&self.id, end, self.began.elapsed());
    }
}

impl Exchange {
    /// Makes the call.
    pub(super) async fn begin(upstream: &Arc<Upstream>, opening: Opening) -> Self {
        let Opening { call, method, params, when_left, verbatim, events } = opening;
        let cancelled = call.cancelled.clone();
        let client_token = call.token.clone();
        let strip = call.is_modern && !upstream.is_modern();
        let request = Recorded::begin(upstream, &method, params.as_ref());
        // The desk must know the call before the server can ask something about it.
        let key = upstream.session().next_key();
        let number = upstream.desk().begin(call, key);
        let token = client_token.is_some().then(|| number.token());
        let params = super::dialect::for_server(params, token, strip);
        let options = CallOptions { forced: true, detached: true, verbatim, ..CallOptions::default() };
        let pending = upstream.session().request_as(key, CallRequest { method, params, options }).await;
        Exchange {
            upstream: upstream.clone(),
            running: Some(Running { number, pending, request }),
            events,
            cancelled,
            token: client_token,
            left: VecDeque::new(),
            ended: None,
            when_left,
        }
    }

    /// The answer goes to another request of the same client now.
    pub(super) fn resume(&mut self, id: RequestId, call: Call) {
        self.cancelled = call.cancelled.clone();
        self.token.clone_from(&call.token);
        if let Some(running) = &self.running {
            self.upstream.desk().resume(running.number, Call { id, ..call });
        }
    }

    /// What comes next. Nothing is lost when this is dropped before it is done.
    pub(super) async fn next(&mut self) -> Step {
        loop {
            if let Some(message) = self.left.pop_front() {
                return Step::Message(message);
            }
            let Some(running) = &mut self.running else {
                return Step::End(self.ended.clone().unwrap_or(Ended::Cancelled));
            };
            tokio::select! {
                biased;
                event = next_event(&mut self.events) => match event {
                    Some(Event::Message(message)) => return Step::Message(message),
                    Some(Event::Progress(params)) => {
                        if let Some(token) = &self.token {
                            return Step::Message(progressed(&params, token));
                        }
                    }
                    Some(Event::Ask(ask)) => return Step::Ask(ask),
                    None => self.events = None,
                },
                outcome = running.pending.ended() => self.conclude(outcome),
                () = self.cancelled.notified() => {
                    let (session, key) = (self.upstream.session().clone(), running.pending.key());
                    tokio::spawn(async move { session.abort(key, "the client took the call back").await });
                }
            }
        }
    }

    fn conclude(&mut self, outcome: Outcome) {
        let Some(running) = self.running.take() else { return };
        self.ended = Some(running.conclude(&self.upstream, outcome));
        // Whatever was said before the answer is told before the answer.
        while let Some(event) = self.events.as_mut().and_then(|events| events.try_recv().ok()) {
            match (event, &self.token) {
                (Event::Message(message), _) => self.left.push_back(message),
                (Event::Progress(params), Some(token)) => self.left.push_back(progressed(&params, token)),
                (Event::Progress(_), None) | (Event::Ask(_), _) => {}
            }
        }
        self.events = None;
    }
}

impl Running {
    fn conclude(self, upstream: &Arc<Upstream>, outcome: Outcome) -> Ended {
        let open = upstream.desk().end(self.number, self.pending.key());
        upstream.refuse(open, "the call that it belongs to has ended");
        let ended = match outcome {
            Outcome::Answered(result) => Ended::Result(result),
            Outcome::Refused(error) => Ended::Error(error),
            Outcome::Expired(fault) | Outcome::Lost(fault) => Ended::Fault(fault),
            Outcome::Cancelled { reason } => {
                let fault = Fault::new(FaultCode::Cancelled, format!("cancelled: {reason}"));
                self.request.end(upstream, End::Fault(&fault));
                return Ended::Cancelled;
            }
        };
        let end = match &ended {
            Ended::Result(result) => End::Result(result),
            Ended::Error(error) => End::Error(error),
            Ended::Fault(fault) => End::Fault(fault),
            Ended::Cancelled => return ended,
        };
        self.request.end(upstream, end);
        ended
    }
}

impl Drop for Exchange {
    fn drop(&mut self) {
        let Some(mut running) = self.running.take() else { return };
        // Without a runtime the process is ending, and the session with it.
        let Ok(runtime) = tokio::runtime::Handle::try_current() else { return };
        let (upstream, when_left) = (self.upstream.clone(), self.when_left);
        runtime.spawn(async move {
            if when_left == WhenLeft::Abort {
                running.pending.abort("the client went away").await;
            }
            let outcome = running.pending.ended().await;
            running.conclude(&upstream, outcome);
        });
    }
}

async fn next_event(events: &mut Option<mpsc::Receiver<Event>>) -> Option<Event> {
    match events {
        Some(events) => events.recv().await,
        None => std::future::pending().await,
    }
}
