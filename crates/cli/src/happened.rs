//! What happened between two places of the log, as the envelope tells it.

use crate::asked::{Asked, asks_of};
use jiff::Timestamp;
use mcp_inspector_engine::core::auth::AuthStep;
use mcp_inspector_engine::core::command::declines;
use mcp_inspector_engine::core::entry::{AskChange, Decision};
use mcp_inspector_engine::core::message::{Message, Reply, RequestId};
use mcp_inspector_engine::{
    AskId, At, Direction, Entry, EntryKind, Finding, Frame, Item, Note, Raw, Seq, Session,
};
use serde::Serialize;
use std::collections::HashMap;

/// How many lines of the server's stderr are shown.
const STDERR_TAIL: usize = 50;

/// What happened besides the call itself.
#[derive(Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Happened {
    /// Log messages of the server.
    pub(crate) logs: Vec<LogLine>,
    /// What the server asked of us.
    pub(crate) server_requests: Vec<ServerRequest>,
    /// Other notifications.
    pub(crate) notifications: Vec<Notification>,
    /// The last lines on stderr.
    pub(crate) stderr: Vec<String>,
    /// The steps of a login.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) auth: Vec<AuthStep>,
    /// Rules that the server broke.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) findings: Vec<Finding>,
    /// From which entry on it is told.
    #[serde(skip)]
    pub(crate) from: Option<Seq>,
    /// How many entries of the log were lost before they could be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) missed: Option<u64>,
}

/// A log message.
#[derive(Debug, Serialize)]
pub(crate) struct LogLine {
    level: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    logger: Option<String>,
    message: String,
    data: Option<Raw>,
    timestamp: String,
}

/// Something the server asked of us.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ServerRequest {
    pub(crate) method: String,
    params: Option<Raw>,
    /// `answered`, `refused` or `unanswered`.
    pub(crate) outcome: &'static str,
    /// Who decided so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) decided_by: Option<String>,
    /// What we said.
    #[serde(skip_serializing_if = "Option::is_none")]
    answer: Option<Raw>,
    timestamp: String,
}

/// A notification.
#[derive(Debug, Serialize)]
pub(crate) struct Notification {
    method: String,
    params: Option<Raw>,
    timestamp: String,
}

/// Why an ask was refused although there is a file of answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Refusal {
    /// No rule fits.
    Unmatched(String),
    /// The answer of a rule does not fit.
    Misfit(String),
}

/// Reads the log from place to place.
#[derive(Debug)]
pub(crate) struct Reader {
    from: Seq,
    /// Requests of the server that are not answered yet, by what answers to them.
    open: HashMap<RequestId, usize>,
    asks: HashMap<AskId, RequestId>,
    pub(crate) refusals: Vec<Refusal>,
    happened: Happened,
}

impl Default for Reader {
    fn default() -> Self {
        let (open, asks) = (HashMap::new(), HashMap::new());
        Reader { from: Seq::FIRST, open, asks, refusals: Vec::new(), happened: Happened::default() }
    }
}

impl Reader {
    /// Takes what happened since the last time. Refusals stay until they are taken.
    pub(crate) fn take(&mut self, session: &Session, with_findings: bool) -> Happened {
        let began = self.from;
        for item in session.log().page(self.from, usize::MAX) {
            match item {
                Item::Gap { from, to } => {
                    *self.happened.missed.get_or_insert(0) += to.0 - from.0 + 1;
                    self.from = to.next();
                }
                Item::Entry(entry) => {
                    self.from = entry.seq.next();
                    self.see(session, &entry);
                }
            }
        }
        let mut happened = std::mem::take(&mut self.happened);
        happened.from = Some(began);
        self.open.clear();
        if with_findings {
            let findings = session.findings().findings;
            happened.findings = findings.into_iter().filter(|finding| finding.seq >= began).collect();
        }
        happened
    }

    fn see(&mut self, session: &Session, entry: &Entry) {
        match &entry.kind {
            EntryKind::Auth(step) => self.happened.auth.push((**step).clone()),
            EntryKind::Stderr { line } => {
                if self.happened.stderr.len() >= STDERR_TAIL {
                    self.happened.stderr.remove(0);
                }
                self.happened.stderr.push(line.clone());
            }
            EntryKind::Frame { direction: Direction::Received, frame, .. } => {
                self.received(frame, &timestamp(session, entry.at));
            }
            EntryKind::Frame { direction: Direction::Sent, frame, .. } => self.sent(frame),
            EntryKind::Ask(AskChange::Opened { id, request, .. }) => {
                self.asks.insert(*id, request.clone());
            }
            EntryKind::Note(Note::AskDecided { id, by, .. }) => self.decided(*id, by),
            _ => {}
        }
    }

    fn received(&mut self, frame: &Frame, at: &str) {
        for parsed in frame.messages() {
            for ask in asks_of(&parsed.message) {
                self.asked(ask, at);
            }
            let Message::Notification { method, params } = &parsed.message else { continue };
            if method == "notifications/message" {
                self.happened.logs.push(LogLine::read(params.as_ref(), at));
            } else {
                let (method, params) = (method.clone(), params.clone());
                self.happened.notifications.push(Notification { method, params, timestamp: at.to_owned() });
            }
        }
    }

    fn asked(&mut self, ask: Asked, at: &str) {
        self.open.insert(ask.id, self.happened.server_requests.len());
        self.happened.server_requests.push(ServerRequest {
            method: ask.method,
            params: ask.params,
            outcome: "unanswered",
            decided_by: None,
            answer: None,
            timestamp: at.to_owned(),
        });
    }

    fn sent(&mut self, frame: &Frame) {
        for parsed in frame.messages() {
            match &parsed.message {
                Message::Response { id: Some(id), reply } => match reply {
                    Reply::Result(result) => self.answered(id, declines(result), result),
                    Reply::Error(error) => self.answered(id, true, &Raw::of(error)),
                },
                Message::Request { params: Some(params), .. } => {
                    let responses = params.member("inputResponses").and_then(|responses| responses.members());
                    for (name, response) in responses.unwrap_or_default() {
                        let is_refused = declines(&response) || response.member("error").is_some();
                        self.answered(&RequestId::Text(name), is_refused, &response);
                    }
                }
                _ => {}
            }
        }
    }

    fn answered(&mut self, id: &RequestId, is_refused: bool, answer: &Raw) {
        let Some(index) = self.open.remove(id) else { return };
        let request = &mut self.happened.server_requests[index];
        request.outcome = if is_refused { "refused" } else { "answered" };
        request.answer = Some(answer.clone());
    }

    fn decided(&mut self, ask: AskId, by: &Decision) {
        let Some(index) = self.asks.remove(&ask).and_then(|id| self.open.get(&id).copied()) else { return };
        let request = &mut self.happened.server_requests[index];
        request.decided_by = Some(decider(by));
        if !matches!(by, Decision::Rule { .. }) {
            // In the newer era a refusal can end the call, and then no answer is sent that says so.
            request.outcome = "refused";
        }
        match by {
            Decision::Unmatched => self.refusals.push(Refusal::Unmatched(request.method.clone())),
            Decision::Misfit { .. } => self.refusals.push(Refusal::Misfit(by.to_string())),
            Decision::Rule { .. } | Decision::RuleRefuses { .. } | Decision::Policy => {}
        }
    }
}

/// What decided, in words that programs can compare.
fn decider(by: &Decision) -> String {
    match by {
        Decision::Rule { number } | Decision::RuleRefuses { number } => format!("rule {number}"),
        Decision::Unmatched => "no rule".to_owned(),
        Decision::Misfit { number, why } => format!("rule {number}, which does not fit: {why}"),
        Decision::Policy => "policy".to_owned(),
    }
}

impl LogLine {
    fn read(params: Option<&Raw>, at: &str) -> Self {
        let data = params.and_then(|params| params.member("data"));
        let text = data.as_ref().and_then(|data| data.read::<String>().ok());
        LogLine {
            level: params.and_then(|params| params.text_member("level")),
            logger: params.and_then(|params| params.text_member("logger")),
            message: text
                .unwrap_or_else(|| data.as_ref().map(|data| data.as_str().to_owned()).unwrap_or_default()),
            data,
            timestamp: at.to_owned(),
        }
    }

    /// The line for people.
    pub(crate) fn line(&self) -> String {
        let level = self.level.as_deref().unwrap_or("?");
        let logger = self.logger.as_ref().map(|logger| format!(" {logger}:")).unwrap_or_default();
        format!("[{level}]{logger} {}", self.message)
    }

    /// The line for people, of the parameters of a log message.
    pub(crate) fn line_of(params: Option<&Raw>) -> String {
        LogLine::read(params, "").line()
    }
}

/// When something happened, as RFC 3339 has it.
fn timestamp(session: &Session, at: At) -> String {
    let millis =
        session.opened_unix_ms() + u64::try_from(at.since(At::START).as_millis()).unwrap_or_default();
    let time = Timestamp::from_millisecond(i64::try_from(millis).unwrap_or_default()).unwrap_or_default();
    format!("{time:.3}")
}
