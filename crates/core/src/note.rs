//! Something worth knowing that is not a frame: the log's own remarks.

mod act;

pub use act::Act;

use crate::command::AskId;
use crate::era::Revision;
use crate::fault::Fault;
use crate::message::{Flaw, RequestId};
use crate::probe::{Sign, Verdict};
use crate::stamp::Seq;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Something worth knowing that is not a frame.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "note", rename_all = "kebab-case", rename_all_fields = "camelCase")]
pub enum Note {
    /// An answer came after its call had ended.
    LateAnswer {
        /// The call's id.
        id: i64,
    },
    /// A call was answered twice.
    DuplicateAnswer {
        /// The call's id.
        id: i64,
    },
    /// An answer to a request we never made.
    UnknownAnswer {
        /// The id it carries.
        id: RequestId,
    },
    /// An answer that names no request.
    UnattributedAnswer,
    /// The id came back as another JSON type; the answer was taken all the same.
    IdTypeChanged {
        /// The id as it came.
        id: RequestId,
    },
    /// The envelope of a received message is wrong.
    Flawed {
        /// In which ways.
        flaws: Vec<Flaw>,
    },
    /// A frame over the limit; the link is closed.
    Oversize {
        /// How many bytes were seen of it.
        length: u64,
        /// The limit.
        limit: u64,
        /// Its beginning.
        head: String,
    },
    /// The stream ended inside a frame.
    Torn {
        /// What had come of it.
        head: String,
        /// How many bytes that were.
        length: u64,
    },
    /// The transport was busy; the frame is offered again.
    SendRetry {
        /// How often it was offered.
        attempt: u32,
    },
    /// A frame that is not a call could not be sent.
    NotSent {
        /// What it was.
        what: String,
        /// Why.
        reason: String,
    },
    /// The server did not answer a ping in time.
    PingUnanswered,
    /// Progress for a request that is not in flight.
    StrayProgress,
    /// The server named a revision that has no handshake, or none that exists.
    OddRevision {
        /// The name it gave.
        named: String,
        /// The one we go on with.
        used: Revision,
    },
    /// The answer to `initialize` lacks something it must have.
    IncompleteHandshake {
        /// What is missing.
        missing: String,
    },
    /// What became of `server/discover`, and what it says about the server's era.
    Probe {
        /// What became of it.
        #[serde(flatten)]
        sign: Sign,
        /// What that says.
        verdict: Verdict,
    },
    /// The server wants input before it goes on with a call.
    InputRequired {
        /// The call, by its id.
        id: i64,
        /// How often it has wanted input for this call, this time included.
        round: u32,
        /// How many questions it has.
        asks: usize,
    },
    /// Rules or a policy decided what to answer. The answer follows.
    AskDecided {
        /// What the server wants.
        id: AskId,
        /// What decided.
        by: Decision,
        /// It had been left to a person, and the rule was made while it waited. Otherwise nobody was asked.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        late: bool,
    },
    /// The level that requests ask for from now on, where every one says it itself.
    LogLevel {
        /// It.
        level: String,
    },
    /// A request is sent once more, after the server told what was wrong.
    SentAgain {
        /// The id of the first one.
        id: i64,
        /// Why.
        why: String,
    },
    /// The server made a task of a call, or said how it stands.
    Task {
        /// Its id.
        task: String,
        /// How it stands.
        status: String,
    },
    /// What a stream of subscriptions brings, as the server acknowledged it.
    Listening {
        /// The stream's id.
        id: i64,
        /// Members of the filter that were wanted and not granted.
        refused: Vec<String>,
    },
    /// A stream of subscriptions ended.
    ListenEnded {
        /// The stream's id.
        id: i64,
        /// Why.
        why: String,
    },
    /// The server made a request, which it may not in this revision. It is not answered.
    UnexpectedRequest {
        /// Its method.
        method: String,
    },
    /// A notification that names no subscription of ours.
    StraySubscription {
        /// Its method.
        method: String,
    },
    /// The exchange of a request was closed, which is how it is cancelled.
    ExchangeClosed {
        /// The request's id.
        id: i64,
    },
    /// An answer was given from memory: the server said how long it may be kept.
    FromCache {
        /// What was asked.
        method: String,
        /// How old the answer is, in milliseconds.
        age_ms: u64,
    },
    /// A list could not be fetched in the background.
    FetchFailed {
        /// What was fetched.
        method: String,
        /// Why it failed.
        reason: String,
    },
    /// The server no longer knows our session; a new one is begun and the call sent again.
    SessionExpired,
    /// The URL answers like an HTTP+SSE server.
    FellBackToSse {
        /// The status that told.
        status: u16,
    },
    /// An SSE stream broke and was taken up again.
    StreamResumed {
        /// From which event.
        last_event_id: String,
        /// The call whose answer comes in it; none when it is the server's own stream.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        id: Option<i64>,
    },
    /// The server offers no stream of its own.
    NoServerStream {
        /// The status that told.
        status: u16,
    },
    /// A comment on an SSE stream.
    SseComment {
        /// Its text.
        text: String,
    },
    /// A field on an SSE stream that no standard defines.
    SseUnknownField {
        /// The line.
        text: String,
    },
    /// A redirect was followed.
    RedirectFollowed {
        /// Where to.
        location: String,
    },
    /// Entries that were dropped before they could be recorded.
    Gap {
        /// The first of them.
        from: Seq,
        /// The last of them.
        to: Seq,
    },
    /// Something the transport wants to say.
    Transport {
        /// It.
        text: String,
    },
    /// A fault that belongs to no call.
    Fault(Box<Fault>),
    /// A person did something that no message tells.
    Act(Act),
}

/// What decided about something the server wants.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", rename_all_fields = "camelCase")]
pub enum Decision {
    /// A rule fits and answers.
    Rule {
        /// Its number, counted from 1.
        number: usize,
    },
    /// A rule fits and refuses.
    RuleRefuses {
        /// Its number, counted from 1.
        number: usize,
    },
    /// No rule fits; it is refused.
    Unmatched,
    /// A rule fits, but what it says is not what the server asks for; it is refused.
    Misfit {
        /// The rule's number, counted from 1.
        number: usize,
        /// Where it does not fit, and what was expected there.
        why: String,
    },
    /// Everything is refused.
    Policy,
}

impl fmt::Display for Decision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Decision::Rule { number } => write!(f, "answered by rule {number}"),
            Decision::RuleRefuses { number } => write!(f, "refused by rule {number}"),
            Decision::Unmatched => f.write_str("refused: no rule fits"),
            Decision::Misfit { number, why } => {
                write!(f, "refused: what rule {number} says does not fit: {why}")
            }
            Decision::Policy => f.write_str("refused by the standing policy"),
        }
    }
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Note::LateAnswer { id } => write!(f, "late answer to request {id}, which had already ended"),
            Note::DuplicateAnswer { id } => write!(f, "request {id} was answered a second time"),
            Note::UnknownAnswer { id } => write!(f, "answer to id {id}, which was never requested"),
            Note::UnattributedAnswer => f.write_str("answer that names no request"),
            Note::IdTypeChanged { id } => write!(f, "the id came back as {id}, which is another type"),
            Note::Flawed { flaws } => {
                let words: Vec<String> = flaws.iter().map(ToString::to_string).collect();
                f.write_str(&words.join("; "))
            }
            Note::Oversize { length, limit, .. } => {
                write!(f, "frame of {length} bytes is over the limit of {limit}")
            }
            Note::Torn { length, .. } => {
                write!(f, "the stream ended inside a frame, after {length} bytes of it")
            }
            Note::SendRetry { attempt } => write!(f, "the transport is busy (attempt {attempt})"),
            Note::NotSent { what, reason } => write!(f, "{what} was not sent: {reason}"),
            Note::PingUnanswered => f.write_str("the server did not answer a ping in time"),
            Note::StrayProgress => f.write_str("progress for a request that is not in flight"),
            Note::OddRevision { named, used } => {
                write!(f, "the server named revision {named:?}; going on with {used}")
            }
            Note::IncompleteHandshake { missing } => {
                write!(f, "the answer to `initialize` lacks {missing}")
            }
            Note::Probe { sign, verdict } => write!(f, "`server/discover`: {sign}; {verdict}"),
            Note::InputRequired { id, round, asks } => {
                write!(f, "request {id} wants input: {asks} question(s), round {round}")
            }
            Note::AskDecided { id, by, .. } => write!(f, "ask {id} is {by}"),
            Note::LogLevel { level } => write!(f, "requests ask for log messages from `{level}` on"),
            Note::SentAgain { id, why } => write!(f, "request {id} is sent again: {why}"),
            Note::Task { task, status } => write!(f, "task {task:?} is {status}"),
            Note::Listening { id, refused } if refused.is_empty() => {
                write!(f, "subscription {id} is acknowledged")
            }
            Note::Listening { id, refused } => {
                write!(f, "subscription {id} is acknowledged without {}", refused.join(", "))
            }
            Note::ListenEnded { id, why } => write!(f, "subscription {id} ended: {why}"),
            Note::UnexpectedRequest { method } => {
                write!(f, "the server requests `{method}`, which it may not in this revision")
            }
            Note::StraySubscription { method } => {
                write!(f, "`{method}` names no subscription that is open")
            }
            Note::ExchangeClosed { id } => {
                write!(f, "the exchange of request {id} was closed: it is cancelled")
            }
            Note::FromCache { method, age_ms } => {
                write!(f, "`{method}` was answered from memory, {age_ms} ms old")
            }
            Note::FetchFailed { method, reason } => write!(f, "`{method}` failed: {reason}"),
            Note::SessionExpired => f.write_str("the server no longer knows the session; starting a new one"),
            Note::FellBackToSse { status } => {
                write!(f, "HTTP {status} to Streamable HTTP; the server speaks HTTP+SSE")
            }
            Note::StreamResumed { last_event_id, .. } => {
                write!(f, "stream resumed after event {last_event_id:?}")
            }
            Note::NoServerStream { status } => {
                write!(f, "the server offers no stream of its own (HTTP {status})")
            }
            Note::SseComment { text } => write!(f, "SSE comment:{text}"),
            Note::SseUnknownField { text } => write!(f, "unknown SSE field: {text}"),
            Note::RedirectFollowed { location } => write!(f, "redirected to {location}"),
            Note::Gap { from, to } => write!(f, "entries {from} to {to} are not kept"),
            Note::Transport { text } => f.write_str(text),
            Note::Fault(fault) => f.write_str(&fault.message),
            Note::Act(act) => act.fmt(f),
        }
    }
}

impl Note {
    /// How many bytes its texts have.
    pub(crate) fn size(&self) -> usize {
        match self {
            Note::Oversize { head, .. } | Note::Torn { head, .. } => head.len(),
            Note::Transport { text } | Note::SseComment { text } | Note::SseUnknownField { text } => {
                text.len()
            }
            Note::UnknownAnswer { id } | Note::IdTypeChanged { id } => id.length(),
            Note::Flawed { flaws } => flaws.len() * size_of::<Flaw>(),
            Note::NotSent { what, reason } => what.len() + reason.len(),
            Note::FetchFailed { method, reason } => method.len() + reason.len(),
            Note::StreamResumed { last_event_id, .. } => last_event_id.len(),
            Note::Probe { sign, .. } => sign.size(),
            Note::SentAgain { why, .. }
            | Note::ListenEnded { why, .. }
            | Note::AskDecided { by: Decision::Misfit { why, .. }, .. } => why.len(),
            Note::Task { task, status } => task.len() + status.len(),
            Note::Listening { refused, .. } => refused.iter().map(|name| name.len() + 24).sum(),
            Note::UnexpectedRequest { method }
            | Note::StraySubscription { method }
            | Note::FromCache { method, .. }
            | Note::Act(Act::RuleAdded { method, .. }) => method.len(),
            Note::RedirectFollowed { location } => location.len(),
            Note::OddRevision { named, .. } => named.len(),
            Note::Fault(fault) => fault.message.len() + 512,
            _ => 0,
        }
    }
}
