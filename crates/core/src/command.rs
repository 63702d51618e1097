//! What a face can ask of a session, and how a call can end.

use crate::fault::{Fault, FaultCode};
use crate::message::RpcError;
use crate::raw::Raw;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

/// The handle of one call, given by whoever makes it. Not the id on the wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct CallKey(pub u64);

/// The handle of one thing the server wants of us.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct AskId(pub u64);

impl fmt::Display for AskId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// A request to make.
#[derive(Clone, Debug, PartialEq)]
pub struct CallRequest {
    /// The method.
    pub method: Arc<str>,
    /// The parameters, sent as they are.
    pub params: Option<Raw>,
    /// How to make it.
    pub options: CallOptions,
}

/// How to make a call.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a wish of its own")]
pub struct CallOptions {
    /// Instead of the session's request timeout.
    pub timeout: Option<Duration>,
    /// Instead of the session's limit for a request that makes progress.
    pub total: Option<Duration>,
    /// Ask the server for progress notifications.
    pub progress: bool,
    /// Send it as it is, even if the server's capabilities or the revision do not cover it.
    pub forced: bool,
    /// An answer that the server itself allowed to be kept is good enough.
    pub cached: bool,
    /// When the server makes a task of the call, its first answer is the outcome. Without this the
    /// task is followed to its end.
    pub detached: bool,
    /// The first answer is the outcome, whatever it is: also one that asks for input, which is then
    /// the caller's to give.
    pub verbatim: bool,
}

impl CallRequest {
    /// A call with the session's defaults.
    pub fn new(method: impl Into<Arc<str>>, params: Option<Raw>) -> Self {
        CallRequest { method: method.into(), params, options: CallOptions::default() }
    }
}

/// How to fetch a list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ListOptions {
    /// One that the server itself allowed to be kept is good enough.
    pub cached: bool,
    /// Metadata for the server, with every page: an object.
    pub meta: Option<Raw>,
    /// How long each page may take, instead of the session's request timeout.
    pub timeout: Option<Duration>,
}

/// One of the lists a server offers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "the names say it all")]
pub enum List {
    Tools,
    Resources,
    Templates,
    Prompts,
    Skills,
}

impl List {
    /// The lists of the protocol itself. Skills are an extension, and fetched only when asked for.
    pub const ALL: [List; 4] = [List::Tools, List::Resources, List::Templates, List::Prompts];

    /// The method that fetches it.
    pub const fn method(self) -> &'static str {
        match self {
            List::Tools => "tools/list",
            List::Resources => "resources/list",
            List::Templates => "resources/templates/list",
            List::Prompts => "prompts/list",
            List::Skills => "skills/list",
        }
    }

    /// The member of the result that holds the items.
    pub const fn member(self) -> &'static str {
        match self {
            List::Tools => "tools",
            List::Resources => "resources",
            List::Templates => "resourceTemplates",
            List::Prompts => "prompts",
            List::Skills => "skills",
        }
    }

    /// The list that `method` fetches.
    pub fn of_method(method: &str) -> Option<List> {
        List::ALL.into_iter().chain([List::Skills]).find(|list| list.method() == method)
    }
}

/// What a face, a rules file or a policy says to an ask.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// This is the result.
    Result(Raw),
    /// No.
    Error(RpcError),
}

/// The code with which clients say that the user refused.
pub const USER_REFUSED: i64 = -1;

impl Answer {
    /// The refusal that fits `method`: elicitations are declined, everything else is an error.
    pub fn refusal(method: &str, reason: &str) -> Self {
        if method == "elicitation/create" {
            Answer::Result(Raw::of(&serde_json::json!({ "action": "decline" })))
        } else {
            Answer::Error(RpcError::new(USER_REFUSED, reason))
        }
    }
}

/// Whether a result says no: elicitations are declined or cancelled, and not refused with an error.
pub fn declines(result: &Raw) -> bool {
    result.text_member("action").is_some_and(|action| action != "accept")
}

/// How a call ended. Every call has exactly one.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// The server sent a result.
    Answered(Raw),
    /// The server sent an error.
    Refused(RpcError),
    /// Someone changed their mind.
    Cancelled {
        /// Why, in words.
        reason: String,
    },
    /// The server did not answer in time.
    Expired(Fault),
    /// It was not sent, or no answer can come any more.
    Lost(Fault),
}

impl Outcome {
    /// The result, or the fault that stands for every other outcome.
    pub fn into_result(self, method: &str) -> Result<Raw, Fault> {
        match self {
            Outcome::Answered(result) => Ok(result),
            Outcome::Refused(error) => Err(Fault::refused(method, error)),
            Outcome::Cancelled { reason } => {
                Err(Fault::new(FaultCode::Cancelled, format!("`{method}` was cancelled: {reason}"))
                    .for_method(method))
            }
            Outcome::Expired(fault) | Outcome::Lost(fault) => {
                Err(if fault.details.method.is_none() { fault.for_method(method) } else { fault })
            }
        }
    }

    /// One word for it.
    pub const fn word(&self) -> OutcomeWord {
        match self {
            Outcome::Answered(_) => OutcomeWord::Answered,
            Outcome::Refused(_) => OutcomeWord::Refused,
            Outcome::Cancelled { .. } => OutcomeWord::Cancelled,
            Outcome::Expired(_) => OutcomeWord::Expired,
            Outcome::Lost(_) => OutcomeWord::Lost,
        }
    }
}

/// The name of an outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "the outcomes are described at `Outcome`")]
pub enum OutcomeWord {
    Answered,
    Refused,
    Cancelled,
    Expired,
    Lost,
}

/// How many calls stand where.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct QueueStatus {
    /// Waiting to be sent.
    pub pending: usize,
    /// Sent and not yet ended.
    pub in_progress: usize,
    /// How many may be in progress at once.
    pub concurrency: usize,
    /// Ended with a result.
    pub completed: u64,
    /// Ended with an error, late or lost.
    pub failed: u64,
    /// Cancelled.
    pub cancelled: u64,
}
