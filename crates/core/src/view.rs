//! What a session looks like now: the fold of its entries.
//!
//! `View::apply` takes one entry at a time and nothing else, so a view folded
//! live, one folded from a recording and one folded by a late joiner are equal.
//! Every collection is bounded; what is dropped is still in the log or recording.

mod asks;
mod calls;
mod catalog;
mod tasks;

pub use asks::{AskView, ENDED_KEPT, EndedAsk};
pub use calls::{CallEnd, CallView, Calls, Progress};
pub use catalog::{Catalog, LARGEST, ListView};

use crate::brief::{BRIEF, brief};
use crate::command::{AskId, List};
use crate::entry::{Entry, EntryKind, Note};
use crate::era::{Revision, meta};
use crate::fault::Fault;
use crate::frame::{Content, Direction, Frame};
use crate::message::{Message, Parsed, Reply, RequestId};
use crate::peer::phase::PhaseName;
use crate::raw::Raw;
use crate::stamp::{At, Seq};
use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};

/// How many calls, log messages, stderr lines and unknown notifications are kept, each.
pub const KEPT: usize = 1000;

/// How long the data of a log message may be to be kept here.
const LOG_DATA: usize = 16 * 1024;

/// What a session looks like now.
#[derive(Clone, Debug, PartialEq)]
pub struct View {
    /// The last entry that was folded in.
    pub seq: Seq,
    /// Where the session stands.
    pub phase: PhaseName,
    /// Since when.
    pub phase_since: At,
    /// When the steps of the newest attempt to connect began.
    pub attempt: Attempt,
    /// How many connection attempts have failed in a row.
    pub failures: u32,
    /// Why the session is not connected.
    pub fault: Option<Fault>,
    /// Who the server is, once it said so.
    pub server: Option<ServerView>,
    /// What the server offers.
    pub catalog: Catalog,
    /// What it offered when it was connected last before this, if it was.
    pub catalog_before: Option<Box<Catalog>>,
    /// Calls, ended and in flight.
    pub calls: Calls,
    /// What the server wants of us.
    pub asks: BTreeMap<AskId, AskView>,
    /// What it wanted and no longer waits for, the newest at the end.
    pub ended_asks: VecDeque<EndedAsk>,
    /// Log messages of the server.
    pub logs: VecDeque<LogLine>,
    /// Lines the server process wrote to stderr.
    pub stderr: VecDeque<(Seq, String)>,
    /// Notifications that no revision knows, or that need no handling.
    pub notices: VecDeque<(Seq, String)>,
    /// Subscribed resources.
    pub subscriptions: BTreeSet<String>,
    /// Tasks and how they stand, by name.
    pub tasks: BTreeMap<String, String>,
    /// The last news of each resource.
    pub updates: BTreeMap<String, Seq>,
    /// How much went over the wire.
    pub traffic: Traffic,
    incoming: HashMap<RequestId, (Seq, Option<Raw>)>,
    /// The stream of subscriptions that is open, and what it brings once it is acknowledged.
    listening: Option<i64>,
    acknowledged: Option<BTreeSet<String>>,
    /// A new connection was begun, and its server has not said yet who it is.
    awaits_hello: bool,
}

/// Who the server is.
#[derive(Clone, Debug, PartialEq)]
pub struct ServerView {
    /// The revision in force.
    pub revision: Option<Revision>,
    /// `serverInfo` as it came.
    pub info: Option<Raw>,
    /// `capabilities` as they came.
    pub capabilities: Option<Raw>,
    /// What the server tells its users.
    pub instructions: Option<String>,
}

/// A log message of the server.
#[derive(Clone, Debug, PartialEq)]
pub struct LogLine {
    /// Its frame.
    pub seq: Seq,
    /// When it came.
    pub at: At,
    /// Its level as the server spelled it.
    pub level: String,
    /// Which part of the server speaks.
    pub logger: Option<String>,
    /// What it says, when that is short; the frame has it in any case.
    pub data: Option<Raw>,
}

/// How much went over the wire.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Traffic {
    /// Frames we sent.
    pub frames_sent: u64,
    /// Bytes in them.
    pub bytes_sent: u64,
    /// Frames the server sent.
    pub frames_received: u64,
    /// Bytes in them.
    pub bytes_received: u64,
    /// How many of those were no messages.
    pub junk: u64,
}

/// An attempt to connect: when each of its steps began.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Attempt {
    /// The link was opened.
    pub starting: Option<At>,
    /// The handshake.
    pub initializing: Option<At>,
    /// The handshake was done.
    pub ready: Option<At>,
}

impl Attempt {
    fn enter(&mut self, phase: PhaseName, at: At) {
        match phase {
            PhaseName::Starting => *self = Attempt { starting: Some(at), ..Attempt::default() },
            PhaseName::Initializing => self.initializing = Some(at),
            PhaseName::Ready => self.ready = Some(at),
            PhaseName::Backoff | PhaseName::Closing | PhaseName::Closed => {}
        }
    }
}

impl Default for View {
    fn default() -> Self {
        View {
            seq: Seq(0),
            phase: PhaseName::Closed,
            phase_since: At::START,
            attempt: Attempt::default(),
            failures: 0,
            fault: None,
            server: None,
            catalog: Catalog::default(),
            catalog_before: None,
            calls: Calls::default(),
            asks: BTreeMap::new(),
            ended_asks: VecDeque::new(),
            logs: VecDeque::new(),
            stderr: VecDeque::new(),
            notices: VecDeque::new(),
            subscriptions: BTreeSet::new(),
            updates: BTreeMap::new(),
            traffic: Traffic::default(),
            tasks: BTreeMap::new(),
            incoming: HashMap::new(),
            listening: None,
            acknowledged: None,
            awaits_hello: false,
        }
    }
}

impl View {
    /// Folds in the next entry.
    pub fn apply(&mut self, entry: &Entry) {
        self.seq = entry.seq;
        match &entry.kind {
            EntryKind::Frame { direction: Direction::Sent, frame, .. } => self.sent(entry, frame),
            EntryKind::Frame { direction: Direction::Received, frame, .. } => self.received(entry, frame),
            EntryKind::Stderr { line } => keep(&mut self.stderr, (entry.seq, brief(line))),
            EntryKind::Phase(change) => {
                self.phase = change.to;
                self.phase_since = entry.at;
                self.attempt.enter(change.to, entry.at);
                self.failures = change.failures;
                match change.to {
                    // What the server said last stays to be read until it says something else.
                    PhaseName::Starting => self.awaits_hello = true,
                    PhaseName::Ready => {
                        self.fault = None;
                        self.said_hello(None);
                    }
                    PhaseName::Backoff | PhaseName::Closed => {
                        self.fault = change.fault.as_deref().cloned();
                        self.calls.disconnected(entry.at);
                        self.incoming.clear();
                    }
                    _ => {}
                }
            }
            EntryKind::Negotiated { revision } => {
                if let Some(server) = &mut self.server {
                    server.revision = Some(*revision);
                }
            }
            EntryKind::Ended { call, id, method, outcome, reason, .. } => {
                let call = (*call, *id, method.as_str());
                self.calls.ended_without_answer(call, *outcome, reason, entry.at);
            }
            EntryKind::Ask(change) => self.ask(entry.at, change),
            EntryKind::Note(note) => self.noted(note),
            EntryKind::Http(_) | EntryKind::HttpEnd { .. } | EntryKind::Auth(_) | EntryKind::App { .. } => {}
        }
    }

    /// The fold of many entries.
    pub fn of<'a>(entries: impl IntoIterator<Item = &'a Entry>) -> Self {
        let mut view = View::default();
        for entry in entries {
            view.apply(entry);
        }
        view
    }

    /// A server that was connected to says who it is; one that is ready without a word is not known.
    fn said_hello(&mut self, server: Option<ServerView>) {
        if std::mem::take(&mut self.awaits_hello) {
            let before = std::mem::take(&mut self.catalog);
            // An attempt that brought no list says nothing about what is offered.
            if !before.is_empty() {
                self.catalog_before = Some(Box::new(before));
            }
            self.server = server;
        } else if server.is_some() {
            self.server = server;
        }
    }

    fn noted(&mut self, note: &Note) {
        match note {
            Note::Task { task, status } => self.task_stands(task, status),
            Note::Listening { id, .. } => {
                self.listening = Some(*id);
                self.subscriptions = self.acknowledged.take().unwrap_or_default();
            }
            Note::ListenEnded { id, .. } if self.listening == Some(*id) => {
                self.listening = None;
                self.subscriptions.clear();
            }
            Note::AskDecided { id, by, .. } => self.ask_decided(*id, by),
            _ => {}
        }
    }

    fn sent(&mut self, entry: &Entry, frame: &Frame) {
        self.traffic.frames_sent += 1;
        self.traffic.bytes_sent += frame.bytes().len() as u64;
        for parsed in frame.messages() {
            if let Message::Request { id, method, params } = &parsed.message {
                self.calls.sent(entry, id, method, params.as_ref());
            }
        }
    }

    fn received(&mut self, entry: &Entry, frame: &Frame) {
        self.traffic.frames_received += 1;
        self.traffic.bytes_received += frame.bytes().len() as u64;
        // A request becomes an ask right after its frame, or never.
        self.incoming.clear();
        if matches!(frame.content(), Content::Junk(_)) {
            self.traffic.junk += 1;
        }
        for Parsed { message, .. } in frame.messages() {
            match message {
                Message::Response { id: Some(id), reply } => self.answered(entry, id, reply),
                Message::Response { id: None, .. } => {}
                Message::Request { id, params, .. } => {
                    self.incoming.insert(id.clone(), (entry.seq, params.clone()));
                }
                Message::Notification { method, params } => {
                    self.notified(entry, method, params.as_ref());
                }
            }
        }
    }

    fn answered(&mut self, entry: &Entry, id: &RequestId, reply: &Reply) {
        let Some(call) = self.calls.answered(entry, id, reply) else { return };
        let Reply::Result(result) = reply else { return };
        self.remember_questions(entry.seq, result);
        match call.method.as_str() {
            "server/discover" if result.member("supportedVersions").is_some() => {
                // Asked again, it says nothing about the revision that is spoken.
                let spoken = self.server.as_ref().filter(|_| !self.awaits_hello);
                let revision = spoken.and_then(|server| server.revision);
                let meta = result.member("_meta");
                let info = meta.and_then(|meta| meta.member(meta::SERVER_INFO));
                let server = ServerView {
                    revision,
                    // Early servers have it at the top.
                    info: info.or_else(|| result.member("serverInfo")).map(|info| info.detached()),
                    capabilities: result.member("capabilities").map(|capabilities| capabilities.detached()),
                    instructions: result.text_member("instructions"),
                };
                self.said_hello(Some(server));
            }
            "initialize" => {
                let server = ServerView {
                    revision: result.text_member("protocolVersion").and_then(|name| Revision::named(&name)),
                    info: result.member("serverInfo").map(|info| info.detached()),
                    capabilities: result.member("capabilities").map(|capabilities| capabilities.detached()),
                    instructions: result.text_member("instructions"),
                };
                self.said_hello(Some(server));
            }
            "tasks/get" | "tasks/cancel" => self.task_told(result),
            "tasks/list" => self.tasks_listed(result),
            "resources/subscribe" => self.subscriptions.extend(call.name),
            "resources/unsubscribe" => {
                self.subscriptions.remove(&call.name.unwrap_or_default());
            }
            method => {
                if let Some(list) = List::of_method(method) {
                    self.catalog.page(list, entry.seq, call.cursor.as_deref(), result);
                }
            }
        }
    }

    /// What a result asks for becomes asks right after its frame, or never.
    fn remember_questions(&mut self, seq: Seq, result: &Raw) {
        if memchr::memmem::find(result.bytes(), b"inputRequests").is_none() {
            return;
        }
        let questions = result.member("inputRequests").and_then(|requests| requests.members());
        for (name, question) in questions.unwrap_or_default().into_iter().take(KEPT) {
            self.incoming.insert(RequestId::Text(name), (seq, question.member("params")));
        }
    }

    fn notified(&mut self, entry: &Entry, method: &str, params: Option<&Raw>) {
        let text = |name| params.and_then(|params| params.text_member(name));
        match method {
            "notifications/message" => {
                let line = LogLine {
                    seq: entry.seq,
                    at: entry.at,
                    level: brief(&text("level").unwrap_or_default()),
                    logger: text("logger").as_deref().map(brief),
                    data: params
                        .and_then(|params| params.member("data"))
                        .filter(|data| data.as_str().len() <= LOG_DATA)
                        .map(|data| data.detached()),
                };
                keep(&mut self.logs, line);
            }
            "notifications/progress" => {
                if let Some(params) = params {
                    self.calls.progress(params);
                }
            }
            "notifications/resources/updated" => {
                if let Some(uri) = text("uri")
                    && uri.len() <= BRIEF
                    && (self.updates.len() < KEPT || self.updates.contains_key(&uri))
                {
                    self.updates.insert(uri, entry.seq);
                }
            }
            "notifications/subscriptions/acknowledged" => {
                let granted = params.and_then(|params| params.member("notifications"));
                let uris = granted.and_then(|granted| granted.member("resourceSubscriptions"));
                let uris: Vec<String> = uris.and_then(|uris| uris.read().ok()).unwrap_or_default();
                let fits = |uri: &String| uri.len() <= BRIEF;
                self.acknowledged = Some(uris.into_iter().filter(fits).take(KEPT).collect());
            }
            _ => {
                if let ("notifications/tasks" | "notifications/tasks/status", Some(task)) = (method, params) {
                    self.task_told(task);
                }
                keep(&mut self.notices, (entry.seq, brief(method)));
            }
        }
    }
}

/// Appends to a list that keeps the newest [`KEPT`].
fn keep<T>(list: &mut VecDeque<T>, item: T) {
    if list.len() >= KEPT {
        list.pop_front();
    }
    list.push_back(item);
}

#[cfg(test)]
mod tests;
