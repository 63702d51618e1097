//! Calls as the log shows them: when they were sent, and how and when they ended.

use super::KEPT;
use crate::brief::brief;
use crate::command::{CallKey, List, OutcomeWord};
use crate::compose;
use crate::entry::{Entry, EntryKind};
use crate::message::{Reply, RequestId};
use crate::raw::Raw;
use crate::stamp::{At, Seq};
use std::collections::{HashMap, VecDeque};
use std::time::Duration;

/// Calls, oldest first.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Calls {
    kept: VecDeque<CallView>,
    /// How many calls were dropped before the first one kept.
    dropped: u64,
    /// Where each call in flight stands, counted from the very first call.
    open: HashMap<RequestId, u64>,
}

/// One call.
#[derive(Clone, Debug, PartialEq)]
pub struct CallView {
    /// The face's handle, when the log tells it.
    pub key: Option<CallKey>,
    /// Its id on the wire; none when it was never sent.
    pub id: Option<RequestId>,
    /// The frame that asks.
    pub seq: Option<Seq>,
    /// Its method.
    pub method: String,
    /// The tool, prompt or resource it is about.
    pub name: Option<String>,
    /// When it was sent.
    pub sent_at: At,
    /// The newest progress.
    pub progress: Option<Progress>,
    /// How it ended; none while it is in flight.
    pub end: Option<CallEnd>,
    /// Where the page of a list begins that it asks for; none for the first.
    pub(super) cursor: Option<String>,
    /// The progress token its parameters carry.
    token: Option<Raw>,
}

/// How a call ended.
#[derive(Clone, Debug, PartialEq)]
pub struct CallEnd {
    /// When.
    pub at: At,
    /// The frame that answers, if one does.
    pub seq: Option<Seq>,
    /// How.
    pub outcome: OutcomeWord,
    /// Why, when it was not answered with a result.
    pub reason: Option<String>,
    /// Whether a tool reported an error in its result.
    pub is_tool_error: bool,
}

/// How far a call has got.
#[derive(Clone, Debug, PartialEq)]
pub struct Progress {
    /// How far.
    pub progress: f64,
    /// Out of how much.
    pub total: Option<f64>,
    /// In words.
    pub message: Option<String>,
}

impl CallView {
    /// How long it took.
    pub fn duration(&self) -> Option<Duration> {
        self.end.as_ref().map(|end| end.at.since(self.sent_at))
    }
}

impl Calls {
    /// The calls kept, oldest first.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &CallView> {
        self.kept.iter()
    }

    /// How many calls there have been.
    pub fn total(&self) -> u64 {
        self.dropped + self.kept.len() as u64
    }

    /// How many calls are in flight.
    pub fn in_flight(&self) -> usize {
        self.open.len()
    }

    pub(super) fn sent(&mut self, entry: &Entry, id: &RequestId, method: &str, params: Option<&Raw>) {
        let key = match &entry.kind {
            EntryKind::Frame { call, .. } => *call,
            _ => None,
        };
        let member = |name| params.and_then(|params| params.text_member(name));
        let name = match method {
            "tools/call" | "prompts/get" => member("name"),
            "tasks/get" | "tasks/update" | "tasks/result" | "tasks/cancel" => member("taskId"),
            "resources/read" | "resources/subscribe" | "resources/unsubscribe" | "skills/get" => {
                member("uri")
            }
            _ => None,
        };
        let cursor = List::of_method(method).and(params).and_then(|params| params.member("cursor"));
        self.open.insert(id.clone(), self.total());
        self.push(CallView {
            key,
            id: Some(id.clone()),
            seq: Some(entry.seq),
            method: brief(method),
            name: name.as_deref().map(brief),
            sent_at: entry.at,
            progress: None,
            end: None,
            // It may be spelled in another way than the server did.
            cursor: cursor.map(|cursor| cursor.read().unwrap_or_else(|_| cursor.as_str().to_owned())),
            token: params.and_then(compose::progress_token).map(|token| token.detached()),
        });
    }

    /// An answer came. Returns the call it belongs to.
    pub(super) fn answered(&mut self, entry: &Entry, id: &RequestId, reply: &Reply) -> Option<CallView> {
        // An id may come back as another JSON type; the machine takes it then, and so does the view.
        let place = self.open.remove(id).or_else(|| match id {
            RequestId::Text(text) => {
                text.parse().ok().and_then(|number| self.open.remove(&RequestId::Number(number)))
            }
            _ => None,
        })?;
        let call = self.at(place)?;
        let (outcome, reason, is_tool_error) = match reply {
            Reply::Result(result) => {
                // Looking for the word first spares reading large results that do not have it.
                let is_error = call.method == "tools/call"
                    && memchr::memmem::find(result.bytes(), b"\"isError\"").is_some()
                    && result.member("isError").is_some_and(|flag| flag.as_str() == "true");
                (OutcomeWord::Answered, None, is_error)
            }
            Reply::Error(error) => (OutcomeWord::Refused, Some(brief(&error.to_string())), false),
        };
        call.end = Some(CallEnd { at: entry.at, seq: Some(entry.seq), outcome, reason, is_tool_error });
        Some(call.clone())
    }

    pub(super) fn ended_without_answer(
        &mut self,
        (key, id, method): (Option<CallKey>, Option<i64>, &str),
        outcome: OutcomeWord,
        reason: &str,
        at: At,
    ) {
        let end = CallEnd { at, seq: None, outcome, reason: Some(brief(reason)), is_tool_error: false };
        let place = id.and_then(|id| self.open.remove(&RequestId::Number(id)));
        // An answer that asked for input or became a task was not the end of the call.
        let place = place.or_else(|| {
            let wanted = Some(RequestId::Number(id?));
            let index = self.kept.iter().rposition(|call| call.id == wanted)?;
            Some(self.dropped + index as u64)
        });
        if let Some(call) = place.and_then(|place| self.at(place)) {
            call.key = key.or(call.key);
            call.end = Some(end);
        } else if id.is_none() {
            self.push(CallView {
                key,
                id: None,
                seq: None,
                method: method.to_owned(),
                name: None,
                sent_at: at,
                progress: None,
                end: Some(end),
                cursor: None,
                token: None,
            });
        }
    }

    pub(super) fn progress(&mut self, params: &Raw) {
        let Some(token) = params.member("progressToken") else { return };
        let is_meant = |call: &&CallView| call.end.is_none() && call.token.as_ref() == Some(&token);
        let Some(call) = self.kept.iter().rev().find(is_meant).and_then(|call| call.id.clone()) else {
            return;
        };
        let Some(place) = self.open.get(&call).copied() else { return };
        let number = |name| params.member(name).and_then(|number| number.read::<f64>().ok());
        let progress = Progress {
            progress: number("progress").unwrap_or_default(),
            total: number("total"),
            message: params.text_member("message").as_deref().map(brief),
        };
        if let Some(call) = self.at(place) {
            call.progress = Some(progress);
        }
    }

    /// The connection ended: no answer can come any more.
    pub(super) fn disconnected(&mut self, at: At) {
        let places: Vec<u64> = self.open.drain().map(|(_, place)| place).collect();
        for place in places {
            if let Some(call) = self.at(place) {
                let reason = Some("the connection ended".to_owned());
                call.end =
                    Some(CallEnd { at, seq: None, outcome: OutcomeWord::Lost, reason, is_tool_error: false });
            }
        }
    }

    fn at(&mut self, place: u64) -> Option<&mut CallView> {
        let index = place.checked_sub(self.dropped)?;
        self.kept.get_mut(usize::try_from(index).ok()?)
    }

    fn push(&mut self, call: CallView) {
        if self.kept.len() >= KEPT {
            if let Some(RequestId::Number(id)) = self.kept.front().and_then(|call| call.id.clone()) {
                self.open.remove(&RequestId::Number(id));
            }
            self.kept.pop_front();
            self.dropped += 1;
        }
        self.kept.push_back(call);
    }
}
