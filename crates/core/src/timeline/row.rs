//! One row of the timeline, as faces show it.
//!
//! A row says what happened, to whom, for how long and with what end. It has no bodies: those are
//! in the log, at the places the row names.

use crate::command::CallKey;
use crate::peer::config::LogLevel;
use crate::query::{Facts, WireId};
use crate::stamp::Seq;
use serde::Serialize;
use std::sync::Arc;

/// One row of the timeline.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = TimelineRow))]
pub struct Row {
    /// The entry that began it; for a finding, the one that began the row it is about.
    #[cfg_attr(feature = "openapi", schema(value_type = u64))]
    pub seq: Seq,
    /// The entry that ended it.
    #[cfg_attr(feature = "openapi", schema(value_type = Option<u64>, required))]
    pub end_seq: Option<Seq>,
    /// When it began, in nanoseconds since the session opened.
    pub at_ns: u64,
    /// What kind of thing it is.
    pub kind: RowKind,
    /// Who began it.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub direction: Option<Way>,
    /// The method of a message or an HTTP request; the name of a phase, a step, a note or a rule.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub method: Arc<str>,
    /// What it is about: a tool, a URI, the first line of a text.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub target: Arc<str>,
    /// How it stands; none for what neither succeeds nor fails.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub status: Option<RowStatus>,
    /// The JSON-RPC code of an error, or the status of an HTTP answer.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub code: Option<i64>,
    /// How long it took; none while it lasts, and for what takes no time.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub duration_ns: Option<u64>,
    /// How much of that a person was waited for.
    pub human_ns: u64,
    /// How much of it rules took that answered for a person; left out where none did.
    #[serde(skip_serializing_if = "is_nothing")]
    #[cfg_attr(feature = "openapi", schema(required = false))]
    pub rule_ns: u64,
    /// How much of it the network took: making the connection, bringing a body that came in one piece, and what a login
    /// fetched meanwhile. None where there is no HTTP.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub network_ns: Option<u64>,
    /// How much of it the server took: all the rest. None while it lasts.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub server_ns: Option<u64>,
    /// The bytes of all its messages.
    pub bytes: u64,
    /// How many shown rows it is nested in.
    pub depth: u32,
    /// The row it is nested in.
    #[cfg_attr(feature = "openapi", schema(value_type = Option<u64>, required))]
    pub parent: Option<Seq>,
    /// How many rows are nested in it directly, shown or not.
    pub children: u32,
    /// The id on the wire.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub id: Option<String>,
    /// The face's handle of the call.
    #[cfg_attr(feature = "openapi", schema(value_type = Option<u64>, required))]
    pub call: Option<CallKey>,
    /// The level of a log message.
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>, required))]
    pub level: Option<LogLevel>,
    /// How many findings there are about it.
    pub findings: u32,
    /// Which of the findings about the row of its entry it is; none for all that are no findings. Together with
    /// the entry it names the row.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub finding: Option<u32>,
    /// Whether someone pinned it.
    pub is_pinned: bool,
    /// Whether the stream of its answer broke and was taken up again.
    pub is_resumed: bool,
    /// Whether what is nested in it is left out.
    pub is_folded: bool,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "that is how serde asks")]
fn is_nothing(nanos: &u64) -> bool {
    *nanos == 0
}

/// What kind of thing a row is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum RowKind {
    /// A request of ours, with its answer.
    Call,
    /// Something the server wants of us, with our answer.
    Ask,
    /// A notification.
    Notification,
    /// An answer whose request is not known, or no longer.
    Answer,
    /// A frame that is no message.
    Junk,
    /// A line on stderr.
    Stderr,
    /// An HTTP exchange.
    Http,
    /// A phase of the session.
    Lifecycle,
    /// A step of a login.
    Auth,
    /// A message between a face and an app of the server that it shows.
    App,
    /// A remark of the log.
    Note,
    /// A rule of the protocol that the server broke.
    Finding,
}

/// Who began something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum Way {
    /// We did.
    Out,
    /// The server did, or an app of it.
    In,
}

/// How a row stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum RowStatus {
    /// It went well.
    Ok,
    /// It was refused, or failed.
    Error,
    /// It was answered, and the tool reports an error in its result.
    ToolError,
    /// It is not over.
    Pending,
    /// Someone changed their mind.
    Cancelled,
    /// It took too long.
    Expired,
    /// No answer can come any more.
    Lost,
    /// It could not be sent.
    NotSent,
    /// Something is odd about it.
    Warning,
}

/// Who takes time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum Taker {
    /// The server works.
    Server,
    /// A connection is made, or bytes are on their way.
    Network,
    /// A person is waited for.
    You,
    /// A rule answers for a person.
    Rule,
}

impl Taker {
    /// The word for it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Taker::Server => "server",
            Taker::Network => "network",
            Taker::You => "you",
            Taker::Rule => "rule",
        }
    }
}

impl RowKind {
    /// Every kind.
    pub const ALL: [RowKind; 12] = [
        RowKind::Call,
        RowKind::Ask,
        RowKind::Notification,
        RowKind::Answer,
        RowKind::Junk,
        RowKind::Stderr,
        RowKind::Http,
        RowKind::Lifecycle,
        RowKind::Auth,
        RowKind::App,
        RowKind::Note,
        RowKind::Finding,
    ];

    /// The word for it.
    pub const fn as_str(self) -> &'static str {
        match self {
            RowKind::Call => "call",
            RowKind::Ask => "ask",
            RowKind::Notification => "notification",
            RowKind::Answer => "answer",
            RowKind::Junk => "junk",
            RowKind::Stderr => "stderr",
            RowKind::Http => "http",
            RowKind::Lifecycle => "lifecycle",
            RowKind::Auth => "auth",
            RowKind::App => "app",
            RowKind::Note => "note",
            RowKind::Finding => "finding",
        }
    }
}

impl Way {
    /// The word for it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Way::Out => "out",
            Way::In => "in",
        }
    }
}

impl RowStatus {
    /// Every status.
    pub const ALL: [RowStatus; 9] = [
        RowStatus::Ok,
        RowStatus::Error,
        RowStatus::ToolError,
        RowStatus::Pending,
        RowStatus::Cancelled,
        RowStatus::Expired,
        RowStatus::Lost,
        RowStatus::NotSent,
        RowStatus::Warning,
    ];

    /// The word for it.
    pub const fn as_str(self) -> &'static str {
        match self {
            RowStatus::Ok => "ok",
            RowStatus::Error => "error",
            RowStatus::ToolError => "tool-error",
            RowStatus::Pending => "pending",
            RowStatus::Cancelled => "cancelled",
            RowStatus::Expired => "expired",
            RowStatus::Lost => "lost",
            RowStatus::NotSent => "not-sent",
            RowStatus::Warning => "warning",
        }
    }

    /// Whether it went wrong, in whichever way.
    pub const fn is_error(self) -> bool {
        match self {
            RowStatus::Error
            | RowStatus::ToolError
            | RowStatus::Expired
            | RowStatus::Lost
            | RowStatus::NotSent => true,
            RowStatus::Ok | RowStatus::Pending | RowStatus::Cancelled | RowStatus::Warning => false,
        }
    }
}

impl Row {
    /// Who took how much of its time, in nanoseconds: those who took any. Together it is all of its time.
    pub fn shares(&self) -> impl Iterator<Item = (Taker, u64)> + use<> {
        let shares = self.server_ns.map(|server| {
            let network = self.network_ns.unwrap_or_default();
            let [you, rule] = [(Taker::You, self.human_ns), (Taker::Rule, self.rule_ns)];
            [(Taker::Server, server), (Taker::Network, network), you, rule]
        });
        shares.into_iter().flatten().filter(|(_, nanos)| *nanos > 0)
    }

    /// What a filter can look at.
    pub fn facts(&self) -> Facts<'_> {
        Facts {
            kind: self.kind,
            way: self.direction,
            method: &self.method,
            target: &self.target,
            status: self.status,
            code: self.code,
            at_ns: self.at_ns,
            duration_ns: self.duration_ns,
            bytes: self.bytes,
            id: self.id.as_deref().map_or(WireId::None, WireId::Text),
            call: self.call,
            level: self.level,
            findings: self.findings,
            is_pinned: self.is_pinned,
        }
    }
}
