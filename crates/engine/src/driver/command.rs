//! What a handle asks of the driver, and what the driver does then.

use super::{Driver, Waiter};
use crate::responder::Responder;
use bytes::Bytes;
use mcp_inspector_core::Raw;
use mcp_inspector_core::command::{
    Answer, AskId, CallKey, CallRequest, List, ListOptions, Outcome, QueueStatus,
};
use mcp_inspector_core::entry::{Act, Decision, EntryKind, Note};
use mcp_inspector_core::peer::Input;
use mcp_inspector_core::peer::config::Root;
use mcp_inspector_core::peer::terms::Terms;
use std::sync::Arc;
use tokio::sync::oneshot;

/// What a handle asks of the driver. `Connect` and `Stop` are replied to once the phase shows them.
pub(crate) enum Command {
    Connect {
        reply: oneshot::Sender<()>,
    },
    Stop {
        reply: oneshot::Sender<()>,
    },
    Call {
        key: CallKey,
        request: CallRequest,
        reply: oneshot::Sender<Outcome>,
    },
    List {
        key: CallKey,
        list: List,
        options: ListOptions,
        reply: oneshot::Sender<Result<Vec<Raw>, Outcome>>,
    },
    Cancel {
        key: CallKey,
        reply: oneshot::Sender<bool>,
    },
    Abort {
        key: CallKey,
        reason: String,
    },
    Notify {
        method: Arc<str>,
        params: Option<Raw>,
    },
    SendRaw {
        bytes: Bytes,
    },
    Answer {
        ask: AskId,
        answer: Answer,
        /// The rule that decided on it; none when somebody did.
        by: Option<Decision>,
        reply: oneshot::Sender<bool>,
    },
    SetRoots {
        roots: Vec<Root>,
    },
    Roots {
        reply: oneshot::Sender<Vec<Root>>,
    },
    SetTerms {
        terms: Terms,
        reply: oneshot::Sender<()>,
    },
    /// Those chosen, and those in force.
    Terms {
        reply: oneshot::Sender<(Terms, Terms)>,
    },
    QueueStatus {
        reply: oneshot::Sender<QueueStatus>,
    },
    SetResponder(Responder),
    /// Something that a face saw.
    Log(EntryKind),
}

impl Driver {
    /// Does what a handle asks for.
    pub(super) fn command(&mut self, command: Command) {
        match command {
            Command::Call { key, request, reply } => {
                self.waiters.insert(key, Waiter::Call(reply));
                self.step(Input::Call { key, request });
            }
            Command::List { key, list, options, reply } => {
                self.waiters.insert(key, Waiter::List(reply));
                self.step(Input::List { key, list, options });
            }
            Command::Connect { reply } => {
                self.step(Input::Connect);
                let _ = reply.send(());
            }
            Command::Stop { reply } => {
                self.step(Input::Stop);
                let _ = reply.send(());
            }
            Command::Cancel { key, reply } => {
                let has_not_ended = self.waiters.contains_key(&key);
                self.step(Input::Cancel { key });
                // A call that could be taken back has ended now, and its waiter with it.
                let _ = reply.send(has_not_ended && !self.waiters.contains_key(&key));
            }
            Command::Abort { key, reason } => self.step(Input::Abort { key, reason }),
            Command::Notify { method, params } => self.step(Input::Notify { method, params }),
            Command::SendRaw { bytes } => self.step(Input::SendRaw { bytes }),
            Command::Answer { ask, answer, by, reply } => {
                let is_first = self.peer.has_ask(ask);
                if let Some(by) = by.filter(|_| is_first) {
                    let note = Note::AskDecided { id: ask, by, late: true };
                    self.append(self.clock.now(), EntryKind::Note(note));
                }
                self.step(Input::Answer { ask, answer });
                let _ = reply.send(is_first);
            }
            Command::SetRoots { roots } => {
                self.append_act(Act::RootsSet { count: roots.len() });
                self.step(Input::SetRoots { roots });
            }
            Command::Roots { reply } => {
                let _ = reply.send(self.peer.roots().to_vec());
            }
            Command::SetTerms { terms, reply } => {
                self.append_act(Act::TermsChosen);
                self.step(Input::SetTerms { terms });
                let _ = reply.send(());
            }
            Command::Terms { reply } => {
                let _ = reply.send((self.peer.terms_chosen(), self.peer.terms_in_force()));
            }
            Command::QueueStatus { reply } => {
                let _ = reply.send(self.peer.queue_status());
            }
            Command::SetResponder(responder) => self.responder = responder,
            Command::Log(kind) => self.append(self.clock.now(), kind),
        }
    }

    fn append_act(&mut self, act: Act) {
        self.append(self.clock.now(), EntryKind::Note(Note::Act(act)));
    }
}
