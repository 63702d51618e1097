//! What the server wants of us, until it is answered, expires or is taken back.
//!
//! Pings and roots are answered on the spot and never get here as pending.

use super::Peer;
use super::following::Followed;
use crate::command::{AskId, CallKey};
use crate::era::meta;
use crate::message::RequestId;
use crate::raw::Raw;
use crate::stamp::At;
use std::collections::{BTreeMap, VecDeque};

/// How many asks may wait at once; a server that opens more is refused.
pub(super) const LIMIT: usize = 1024;

/// How many bytes of parameters may wait at once.
const LARGEST: usize = 64 * 1024 * 1024;

/// How many ids of ended asks are remembered, to tell a late cancellation from a strange one.
const REMEMBERED: usize = 256;

/// Something the server wants of us.
#[derive(Clone, Debug, PartialEq)]
pub struct Ask {
    /// Its handle.
    pub id: AskId,
    /// Its id on the wire, or its name within the result that asks for it.
    pub request: RequestId,
    /// What is wanted: `sampling/createMessage`, `elicitation/create` and so on.
    pub method: String,
    /// The parameters.
    pub params: Option<Raw>,
    /// The call whose result asks for it; none when the server asks by itself.
    pub call: Option<CallKey>,
    /// The call on whose stream the server asks by itself, where there are such streams.
    pub beside: Option<CallKey>,
    /// When it came.
    pub at: At,
    /// When it expires.
    pub expires: At,
}

impl Peer {
    /// The face's call that has this id on the wire.
    pub fn call_of(&self, id: i64) -> Option<CallKey> {
        self.outbox.key_of(id)
    }

    /// The tool whose call the server asks for, if that is certain. A server that asks by itself need
    /// not say what for; it is certain when only one call of a tool is under way.
    pub fn tool_of(&self, ask: &Ask) -> Option<String> {
        if let Some(key) = ask.call {
            let of_task = || self.following.by_call.get(&key).map(|task| &task.waiting);
            return self.rounds.waiting(key).or_else(of_task)?.work.tool();
        }
        let tasks = self.following.by_call.values();
        if let Some(name) = task_of(ask) {
            let is_meant = |task: &&Followed| task.name == name;
            return tasks.clone().find(is_meant)?.waiting.work.tool();
        }
        let under_way = self.outbox.of_faces().chain(tasks.map(|task| &task.waiting));
        let mut tools = under_way.filter_map(|waiting| waiting.work.tool());
        tools.next().filter(|_| tools.next().is_none())
    }
}

/// The task that the server asks for, by its own word.
fn task_of(ask: &Ask) -> Option<String> {
    ask.params.as_ref()?.member("_meta")?.member(meta::RELATED_TASK)?.text_member("taskId")
}

/// All asks that wait.
#[derive(Clone, Debug, Default)]
pub(super) struct Asks {
    pending: BTreeMap<AskId, Ask>,
    last: u64,
    ended: VecDeque<RequestId>,
}

impl Asks {
    /// Opens an ask.
    pub(super) fn open(
        &mut self,
        request: RequestId,
        method: String,
        params: Option<Raw>,
        call: Option<CallKey>,
        at: At,
        expires: At,
    ) -> Ask {
        self.last += 1;
        let ask = Ask { id: AskId(self.last), request, method, params, call, beside: None, at, expires };
        self.pending.insert(ask.id, ask.clone());
        ask
    }

    /// Ends an ask.
    pub(super) fn close(&mut self, id: AskId) -> Option<Ask> {
        let ask = self.pending.remove(&id)?;
        if ask.call.is_none() {
            self.remember(ask.request.clone());
        }
        Some(ask)
    }

    /// Ends the ask with this id on the wire.
    pub(super) fn withdraw(&mut self, request: &RequestId) -> Option<Ask> {
        let id = self.pending.values().find(|ask| ask.call.is_none() && ask.request == *request)?.id;
        self.close(id)
    }

    /// Ends the asks of a call.
    pub(super) fn of_call(&mut self, key: CallKey) -> Vec<AskId> {
        let of: Vec<AskId> =
            self.pending.values().filter(|ask| ask.call == Some(key)).map(|ask| ask.id).collect();
        of.into_iter().filter(|id| self.close(*id).is_some()).collect()
    }

    /// Ends the asks whose time is up.
    pub(super) fn expired(&mut self, now: At) -> Vec<Ask> {
        let due: Vec<AskId> =
            self.pending.values().filter(|ask| ask.expires <= now).map(|ask| ask.id).collect();
        due.into_iter().filter_map(|id| self.close(id)).collect()
    }

    /// Ends all asks.
    pub(super) fn drain(&mut self) -> Vec<Ask> {
        self.ended.clear();
        std::mem::take(&mut self.pending).into_values().collect()
    }

    /// Whether an ask with this id on the wire ended not long ago.
    pub(super) fn had(&self, request: &RequestId) -> bool {
        self.ended.contains(request)
    }

    pub(super) fn contains(&self, id: AskId) -> bool {
        self.pending.contains_key(&id)
    }

    pub(super) fn is_full(&self) -> bool {
        let bytes = |ask: &Ask| ask.params.as_ref().map_or(0, |params| params.as_str().len());
        self.pending.len() >= LIMIT || self.pending.values().map(bytes).sum::<usize>() > LARGEST
    }

    pub(super) fn is_empty(&self) -> bool {
        self.pending.is_empty()
    }

    /// Whether the server waits for something that it asked for by itself.
    pub(super) fn has_own(&self) -> bool {
        self.pending.values().any(|ask| ask.call.is_none())
    }

    pub(super) fn deadline(&self) -> Option<At> {
        self.pending.values().map(|ask| ask.expires).min()
    }

    fn remember(&mut self, request: RequestId) {
        if self.ended.len() == REMEMBERED {
            self.ended.pop_front();
        }
        self.ended.push_back(request);
    }
}
