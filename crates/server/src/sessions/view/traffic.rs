//! Calls as the log shows them, and how much goes over the wire.

use mcp_inspector_engine::core::command::{OutcomeWord, QueueStatus};
use mcp_inspector_engine::core::view::{CallEnd, CallView, Calls, Progress, Traffic};
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;
use utoipa::openapi::Object;

/// Calls, ended and in flight.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Calls)]
#[serde(rename_all = "camelCase")]
pub(super) struct CallsBody {
    /// How many there have been.
    total: u64,
    /// How many are in flight.
    in_flight: usize,
    /// The newest thousand, oldest first.
    items: Vec<CallBody>,
}

/// One call.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Call)]
#[serde(rename_all = "camelCase")]
struct CallBody {
    /// The handle of whoever made it, when the log tells it.
    #[schema(required)]
    call: Option<u64>,
    /// Its id on the wire; null when it was never sent.
    #[schema(required, value_type = Value)]
    id: Option<Value>,
    /// The entry that asks.
    #[schema(required)]
    seq: Option<u64>,
    /// Its method.
    method: String,
    /// The tool, prompt, resource or task it is about.
    #[schema(required)]
    name: Option<String>,
    /// When it was sent, in nanoseconds after the session opened.
    sent_at_ns: u64,
    /// How far it has got.
    #[schema(required)]
    progress: Option<ProgressBody>,
    /// How it ended; null while it is in flight.
    #[schema(required)]
    end: Option<EndBody>,
}

/// How far a call has got.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Progress)]
pub(crate) struct ProgressBody {
    /// How far.
    progress: f64,
    /// Out of how much.
    #[schema(required)]
    total: Option<f64>,
    /// In words.
    #[schema(required)]
    message: Option<String>,
}

/// How a call ended.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = CallEnd)]
#[serde(rename_all = "camelCase")]
struct EndBody {
    /// When, in nanoseconds after the session opened.
    at_ns: u64,
    /// The entry that answers, if one does.
    #[schema(required)]
    seq: Option<u64>,
    /// How.
    #[schema(schema_with = outcomes)]
    outcome: &'static str,
    /// Why, when it was not answered with a result.
    #[schema(required)]
    reason: Option<String>,
    /// Whether a tool reported an error in its result.
    tool_error: bool,
}

fn outcomes() -> Object {
    crate::openapi::word(&["answered", "refused", "cancelled", "expired", "lost"])
}

/// How much went over the wire.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Traffic)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TrafficBody {
    /// Frames we sent.
    frames_sent: u64,
    /// Bytes in them.
    bytes_sent: u64,
    /// Frames the server sent.
    frames_received: u64,
    /// Bytes in them.
    bytes_received: u64,
    /// How many of those were no messages.
    junk: u64,
}

/// How many calls stand where.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Queue)]
#[serde(rename_all = "camelCase")]
pub(crate) struct QueueBody {
    /// Waiting to be sent.
    pending: usize,
    /// Sent and not yet ended.
    in_progress: usize,
    /// How many may be in progress at once.
    concurrency: usize,
    /// Ended with a result.
    completed: u64,
    /// Ended with an error, late or lost.
    failed: u64,
    /// Cancelled.
    cancelled: u64,
}

impl CallsBody {
    pub(super) fn of(calls: &Calls) -> Self {
        CallsBody {
            total: calls.total(),
            in_flight: calls.in_flight(),
            items: calls.iter().map(CallBody::from).collect(),
        }
    }
}

impl From<&CallView> for CallBody {
    fn from(call: &CallView) -> Self {
        CallBody {
            call: call.key.map(|key| key.0),
            id: call.id.as_ref().and_then(|id| serde_json::to_value(id).ok()),
            seq: call.seq.map(|seq| seq.0),
            method: call.method.clone(),
            name: call.name.clone(),
            sent_at_ns: call.sent_at.nanos(),
            progress: call.progress.as_ref().map(ProgressBody::from),
            end: call.end.as_ref().map(EndBody::from),
        }
    }
}

impl From<&Progress> for ProgressBody {
    fn from(progress: &Progress) -> Self {
        let message = progress.message.clone();
        ProgressBody { progress: progress.progress, total: progress.total, message }
    }
}

impl From<&CallEnd> for EndBody {
    fn from(end: &CallEnd) -> Self {
        EndBody {
            at_ns: end.at.nanos(),
            seq: end.seq.map(|seq| seq.0),
            outcome: match end.outcome {
                OutcomeWord::Answered => "answered",
                OutcomeWord::Refused => "refused",
                OutcomeWord::Cancelled => "cancelled",
                OutcomeWord::Expired => "expired",
                OutcomeWord::Lost => "lost",
            },
            reason: end.reason.clone(),
            tool_error: end.is_tool_error,
        }
    }
}

impl From<Traffic> for TrafficBody {
    fn from(traffic: Traffic) -> Self {
        TrafficBody {
            frames_sent: traffic.frames_sent,
            bytes_sent: traffic.bytes_sent,
            frames_received: traffic.frames_received,
            bytes_received: traffic.bytes_received,
            junk: traffic.junk,
        }
    }
}

impl From<QueueStatus> for QueueBody {
    fn from(queue: QueueStatus) -> Self {
        QueueBody {
            pending: queue.pending,
            in_progress: queue.in_progress,
            concurrency: queue.concurrency,
            completed: queue.completed,
            failed: queue.failed,
            cancelled: queue.cancelled,
        }
    }
}
