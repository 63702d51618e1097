//! Messages: requests paired with their answers, and each nested in what caused it.

use super::answers::is_about_task;
use super::row::{RowKind, RowStatus, Way};
use super::store::{Line, No};
use super::{Timeline, nanos, target};
use crate::command::CallKey;
use crate::compose;
use crate::entry::Entry;
use crate::era::meta;
use crate::frame::{Content, Frame};
use crate::message::{Junk, Message, Reply, RequestId};
use crate::raw::Raw;

impl Timeline {
    /// We sent a frame.
    pub(super) fn sent(&mut self, entry: &Entry, frame: &Frame, call: Option<CallKey>) {
        for member in members(frame) {
            let (no, length) = match member {
                Err((junk, bytes)) => (self.junk(entry, junk, bytes, Way::Out), bytes.len()),
                Ok((message, length)) => (self.sent_message(entry, message, length, call), length),
            };
            self.exchanges.sent(length, no);
        }
    }

    fn sent_message(&mut self, entry: &Entry, message: &Message, length: usize, call: Option<CallKey>) -> No {
        match message {
            Message::Request { id, method, params } => {
                let params = params.as_ref();
                let parent = self.cause_of(method, params, call);
                self.looks_again(method, call);
                let mut row = self.line(entry, RowKind::Call, method);
                row.target = self.shared(&target::of_call(method, params));
                row.way = Some(Way::Out);
                row.status = Some(RowStatus::Pending);
                row.bytes = length as u64;
                row.set_id(id);
                row.set_call(call);
                row.set_parent(parent);
                let is_ping = Self::is_keeping_alive(method, id, call);
                let no = if is_ping { self.push_ping(row) } else { self.push(row) };
                if let Some(key) = call.filter(|key| self.row_of_key(*key).is_none()) {
                    self.calls.by_key.insert(key, no);
                }
                self.calls.open.insert(id.clone(), no);
                self.waits_for_login(no);
                if let Some(token) = params.and_then(compose::progress_token) {
                    self.calls.tokens.insert(token.as_str().to_owned(), no);
                }
                no
            }
            Message::Notification { method, params } => {
                let params = params.as_ref();
                let about = match method.as_str() {
                    "notifications/cancelled" => requested(params).and_then(|id| self.call_row(&id)),
                    _ => None,
                };
                let no = self.notification(entry, method, params, length, Way::Out);
                self.nest(no, about);
                no
            }
            Message::Response { id, reply } => {
                let asked = id.as_ref().and_then(|id| self.asks.open.remove(id));
                match asked.filter(|no| self.rows.get(*no).is_some()) {
                    Some(no) => {
                        self.answer(entry, no, reply, length);
                        no
                    }
                    None => self.stray_answer(entry, id.as_ref(), reply, length, Way::Out),
                }
            }
        }
    }

    /// The server sent a frame.
    pub(super) fn received(
        &mut self,
        entry: &Entry,
        frame: &Frame,
        exchange: Option<u64>,
        call: Option<CallKey>,
    ) {
        self.tasks.next_message();
        let beside = call.and_then(|key| self.row_of_key(key));
        let owner = beside.or_else(|| self.exchanges.owner(exchange)).filter(|no| !self.is_stream(*no));
        for member in members(frame) {
            let no = match member {
                Err((junk, bytes)) => self.junk(entry, junk, bytes, Way::In),
                Ok((Message::Response { id, reply }, length)) => {
                    self.response(entry, id.as_ref(), reply, length, exchange)
                }
                Ok((Message::Request { id, method, params }, length)) => {
                    let params = params.as_ref();
                    let no = self.request(entry, id, method, params, length);
                    let cause = self.task_behind(params).or(owner).or_else(|| self.only_call());
                    self.nest(no, cause);
                    if cause.is_none() && self.exchanges.is_of_no_call(exchange, &self.rows) {
                        self.asks.is_of_any_call(no);
                    }
                    no
                }
                Ok((Message::Notification { method, params }, length)) => {
                    let params = params.as_ref();
                    let no = self.notification(entry, method, params, length, Way::In);
                    let cause = self.cause_of_notification(method, params);
                    if is_about_task(method) && cause.is_none() {
                        self.tasks.told_early(params, no);
                    }
                    let cause = cause.or_else(|| self.subscription_of(params)).or(owner);
                    self.nest(no, cause);
                    if let (true, Some(call), Some(task)) = (is_about_task(method), cause, params) {
                        self.task_stands(entry, call, task, length);
                    }
                    no
                }
            };
            if self.rows.get(no).is_some_and(|line| line.parent().is_none() && line.kind != RowKind::Call) {
                self.came_in(exchange, no);
            }
            self.heard = Some(no);
        }
    }

    /// The server answered.
    fn response(
        &mut self,
        entry: &Entry,
        id: Option<&RequestId>,
        reply: &Reply,
        length: usize,
        exchange: Option<u64>,
    ) -> No {
        let found = id.and_then(|id| {
            // An id may come back as another JSON type; the machine takes it then.
            let known = match id {
                RequestId::Text(text) if !self.calls.open.contains_key(id) => {
                    text.parse().map_or_else(|_| id.clone(), RequestId::Number)
                }
                id => id.clone(),
            };
            let no = self.calls.open.remove(&known)?;
            self.rows.get(no)?;
            self.calls.ended.insert(known, no);
            Some(no)
        });
        let found = found.or_else(|| self.answered_without_id(id, exchange));
        let Some(no) = found else {
            let stray = self.stray_answer(entry, id, reply, length, Way::In);
            let late = id.and_then(|id| self.calls.ended.get(id));
            self.nest(stray, late);
            return stray;
        };
        self.answer(entry, no, reply, length);
        if let Reply::Result(result) = reply {
            self.asks.remember_questions(result);
            self.may_become_task(no, result);
        }
        self.may_end_task(entry, no, reply, length);
        if let Some(exchange) = exchange {
            self.adopt(exchange, no);
        }
        self.end_round(entry, no);
        no
    }

    /// The call whose answer names no id: what comes back in the exchange of one call is for that call. A server that
    /// could not read a request answers so.
    fn answered_without_id(&mut self, id: Option<&RequestId>, exchange: Option<u64>) -> Option<No> {
        let names_none = id.is_none_or(|id| matches!(id, RequestId::Odd(_)));
        let no = self.exchanges.owner(exchange).filter(|no| names_none && !self.is_stream(*no))?;
        let known = self.calls.open.iter().find(|(_, open)| **open == no).map(|(id, _)| id.clone())?;
        self.calls.open.remove(&known);
        self.calls.ended.insert(known, no);
        Some(no)
    }

    /// The answer to a call that was sent again is the answer to the call.
    fn end_round(&mut self, entry: &Entry, no: No) {
        let Some(line) = self.rows.get(no) else { return };
        let (Some(root), status, code) = (line.parent(), line.status, line.code) else { return };
        let is_again = self.rows.get(root).is_some_and(|root| root.method == line.method);
        if is_again && self.calls.rounds.remove(&root) {
            self.settle(root, entry.at, status.unwrap_or(RowStatus::Ok));
            if let Some(root) = self.rows.get_mut(root) {
                root.code = code;
            }
        }
    }

    /// Ends a row with an answer.
    fn answer(&mut self, entry: &Entry, no: No, reply: &Reply, length: usize) {
        let Some(line) = self.rows.get_mut(no) else { return };
        let (status, code) = verdict(reply, line.is_tool_call());
        line.bytes += length as u64;
        line.set_end_seq(entry.seq);
        line.code = code;
        // Nothing is known of a connection that ended in between but that it ended.
        if line.status == Some(RowStatus::Lost) {
            line.set_duration(Some(nanos(line.at, entry.at)));
            line.status = Some(status);
        }
        self.settle(no, entry.at, status);
    }

    /// An answer to nothing that is known.
    fn stray_answer(
        &mut self,
        entry: &Entry,
        id: Option<&RequestId>,
        reply: &Reply,
        length: usize,
        way: Way,
    ) -> No {
        let mut row = self.line(entry, RowKind::Answer, "answer");
        let (status, code) = verdict(reply, false);
        row.way = Some(way);
        row.status = Some(status);
        row.code = code;
        row.bytes = length as u64;
        if let Some(id) = id {
            row.set_id(id);
        }
        if let Reply::Error(error) = reply {
            row.target = target::cut(&error.message).into();
        }
        self.push(row)
    }

    /// The server wants something.
    fn request(
        &mut self,
        entry: &Entry,
        id: &RequestId,
        method: &str,
        params: Option<&Raw>,
        length: usize,
    ) -> No {
        let mut row = self.line(entry, RowKind::Ask, method);
        row.target = target::of_ask(method, params).into();
        row.way = Some(Way::In);
        row.status = Some(RowStatus::Pending);
        row.bytes = length as u64;
        row.set_id(id);
        let no = self.push(row);
        self.asks.open.insert(id.clone(), no);
        no
    }

    fn notification(
        &mut self,
        entry: &Entry,
        method: &str,
        params: Option<&Raw>,
        length: usize,
        way: Way,
    ) -> No {
        let mut row = self.line(entry, RowKind::Notification, method);
        row.target = target::of_notification(method, params).into();
        row.way = Some(way);
        row.bytes = length as u64;
        if method == "notifications/message" {
            row.level = params.and_then(|params| params.member("level")).and_then(|level| level.read().ok());
        }
        self.push(row)
    }

    fn junk(&mut self, entry: &Entry, junk: &Junk, bytes: &[u8], way: Way) -> No {
        let mut row = self.line(entry, RowKind::Junk, "junk");
        row.target = target::of_junk(junk, bytes).into();
        row.way = Some(way);
        row.status = Some(RowStatus::Warning);
        row.bytes = bytes.len() as u64;
        self.push(row)
    }

    pub(super) fn nest(&mut self, no: No, cause: Option<No>) {
        if let Some(line) = self.rows.get_mut(no)
            && cause.is_some_and(|cause| cause < no)
        {
            line.set_parent(cause);
        }
    }

    pub(super) fn row_of_key(&self, key: CallKey) -> Option<No> {
        self.calls.by_key.get(&key).filter(|no| self.rows.get(*no).is_some())
    }

    /// The row in which a request of ours is nested: that of the call for which it is sent, or of the
    /// call that became the task it is about.
    fn cause_of(&self, method: &str, params: Option<&Raw>, call: Option<CallKey>) -> Option<No> {
        if let Some(root) = call.and_then(|key| self.row_of_key(key)) {
            return Some(root);
        }
        if method.starts_with("tasks/") {
            let task = params.and_then(|params| params.text_member("taskId"))?;
            return self.calls.tasks.get(task.as_str());
        }
        let mut waiting = self.calls.rounds.iter().filter(|no| {
            self.rows.get(**no).is_some_and(|line| &*line.method == method && line.call().is_none())
        });
        let first = waiting.next().copied()?;
        let goes_on = |params: &Raw| {
            ["inputResponses", "requestState"].iter().any(|name| params.member(name).is_some())
        };
        (waiting.next().is_none() && params.is_some_and(goes_on)).then_some(first)
    }

    fn cause_of_notification(&self, method: &str, params: Option<&Raw>) -> Option<No> {
        let member = |name: &str| params.and_then(|params| params.member(name));
        match method {
            "notifications/progress" => self.calls.tokens.get(member("progressToken")?.as_str()),
            "notifications/cancelled" => self.asks.open.get(&requested(params)?).copied(),
            _ if is_about_task(method) => {
                self.calls.tasks.get(member("taskId")?.read::<String>().ok()?.as_str())
            }
            _ => self.task_behind(params),
        }
    }

    /// The call that became the task which a message says it belongs to.
    fn task_behind(&self, params: Option<&Raw>) -> Option<No> {
        let params = params?;
        memchr::memmem::find(params.bytes(), meta::RELATED_TASK.as_bytes())?;
        let task = params.member("_meta")?.member(meta::RELATED_TASK)?.text_member("taskId")?;
        self.calls.tasks.get(task.as_str())
    }

    /// The stream of subscriptions that a notification says it belongs to.
    fn subscription_of(&self, params: Option<&Raw>) -> Option<No> {
        let params = params?;
        memchr::memmem::find(params.bytes(), meta::SUBSCRIPTION_ID.as_bytes())?;
        let id = RequestId::read(&params.member("_meta")?.member(meta::SUBSCRIPTION_ID)?);
        self.call_row(&id).filter(|no| self.is_stream(*no))
    }

    /// The call in flight, when there is just one.
    pub(super) fn only_call(&self) -> Option<No> {
        let mut open = self
            .calls
            .open
            .values()
            .filter(|no| self.rows.get(**no).is_some_and(Line::is_pending) && !self.is_stream(**no));
        open.next().copied().filter(|_| open.next().is_none())
    }
}

/// How an answer ends a row.
pub(super) fn verdict(reply: &Reply, is_tool: bool) -> (RowStatus, Option<i64>) {
    match reply {
        Reply::Error(error) => (RowStatus::Error, error.code),
        Reply::Result(result) => {
            // Looking for the word first spares reading large results that do not have it.
            let is_error = is_tool
                && memchr::memmem::find(result.bytes(), b"\"isError\"").is_some()
                && result.member("isError").is_some_and(|flag| flag.as_str() == "true");
            (if is_error { RowStatus::ToolError } else { RowStatus::Ok }, None)
        }
    }
}

/// The request that a cancellation is about.
fn requested(params: Option<&Raw>) -> Option<RequestId> {
    params?.member("requestId").map(|id| RequestId::read(&id))
}

pub(super) type Member<'a> = Result<(&'a Message, usize), (&'a Junk, &'a [u8])>;

/// The messages of a frame, each with its share of the bytes.
pub(super) fn members(frame: &Frame) -> Vec<Member<'_>> {
    let bytes = frame.bytes();
    match frame.content() {
        Content::Message(parsed) => vec![Ok((&parsed.message, bytes.len()))],
        Content::Junk(junk) => vec![Err((junk, bytes))],
        Content::Batch(members) => {
            let share = bytes.len() / members.len().max(1);
            members
                .iter()
                .map(|member| match member {
                    Ok(parsed) => Ok((&parsed.message, share)),
                    Err(junk) => Err((junk, &b""[..])),
                })
                .collect()
        }
    }
}
