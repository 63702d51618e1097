//! What really became of asks: whether the server got what it wanted, or a no.
//!
//! The log says that an ask was answered, and the frame that answers it says how. Asks within the result of a call
//! are answered by the parameters of the next one.

use mcp_inspector_engine::core::command::{USER_REFUSED, declines};
use mcp_inspector_engine::core::entry::{AskChange, AskEnd};
use mcp_inspector_engine::core::message::{Message, Reply, RequestId};
use mcp_inspector_engine::{AskId, Direction, Entry, EntryKind, Raw};
use std::collections::BTreeMap;

/// Of how many asks it is remembered. The inbox shows fewer.
const KEPT: usize = 64;

/// What the server was told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Said {
    Answered,
    Accepted,
    Declined,
    Cancelled,
    Refused,
}

impl Said {
    /// What a result says.
    fn of(result: &Raw) -> Self {
        match result.text_member("action").as_deref() {
            None => Said::Answered,
            Some("cancel") => Said::Cancelled,
            Some(_) if declines(result) => Said::Declined,
            Some(_) => Said::Accepted,
        }
    }

    pub(crate) fn word(self) -> &'static str {
        match self {
            Said::Answered => "answered",
            Said::Accepted => "accepted",
            Said::Declined => "declined",
            Said::Cancelled => "cancelled",
            Said::Refused => "refused",
        }
    }
}

/// What became of the newest asks of a session.
#[derive(Debug, Default)]
pub(crate) struct Answers {
    /// Those whose answer was not seen yet: the id of the request, or the name among the questions of a result.
    open: BTreeMap<u64, (RequestId, bool)>,
    said: BTreeMap<u64, Said>,
}

impl Answers {
    /// What the server was told, as far as that is known.
    pub(crate) fn of(&self, ask: AskId) -> Option<Said> {
        self.said.get(&ask.0).copied()
    }

    /// Remembers what someone decided here: an answer that ends a call is in no frame.
    pub(crate) fn decide(&mut self, ask: AskId, said: Said) {
        self.said.insert(ask.0, said);
        while self.said.len() > KEPT {
            self.said.pop_first();
        }
    }

    /// Looks at an entry of the log.
    pub(crate) fn apply(&mut self, entry: &Entry) {
        match &entry.kind {
            EntryKind::Ask(AskChange::Opened { id, request, call, .. }) => {
                self.open.insert(id.0, (request.clone(), call.is_some()));
                while self.open.len() > KEPT {
                    self.open.pop_first();
                }
            }
            EntryKind::Ask(AskChange::Ended { id, how }) if *how != AskEnd::Answered => {
                self.open.remove(&id.0);
            }
            EntryKind::Frame { direction: Direction::Sent, frame, .. } if !self.open.is_empty() => {
                for parsed in frame.messages() {
                    self.sent(&parsed.message);
                }
            }
            _ => {}
        }
    }

    fn sent(&mut self, message: &Message) {
        let found: Vec<(u64, Said)> = match message {
            Message::Response { id: Some(id), reply } => {
                let said = match reply {
                    Reply::Result(result) => Said::of(result),
                    Reply::Error(error) if error.code == Some(USER_REFUSED) => Said::Declined,
                    Reply::Error(_) => Said::Refused,
                };
                let asked = self.open.iter().find(|(_, (request, is_inside))| request == id && !is_inside);
                asked.map(|(ask, _)| (*ask, said)).into_iter().collect()
            }
            Message::Request { params: Some(params), .. } => {
                let Some(responses) = params.member("inputResponses") else { return };
                let open = self.open.iter().filter(|(_, (_, is_inside))| *is_inside);
                open.filter_map(|(ask, (name, _))| {
                    let RequestId::Text(name) = name else { return None };
                    Some((*ask, Said::of(&responses.member(name)?)))
                })
                .collect()
            }
            _ => return,
        };
        for (ask, said) in found {
            self.open.remove(&ask);
            self.decide(AskId(ask), said);
        }
    }
}
