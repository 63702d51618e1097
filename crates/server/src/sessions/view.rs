//! A snapshot of what a session looks like now, and from which entry on to watch it.

mod catalog;
mod traffic;

use super::input::Found;
use super::opening::RootBody;
use super::summary::{phases, status, statuses};
use crate::Backend;
use crate::openapi::{ProblemFacts, SessionProblems};
use axum::Json;
use axum::extract::State;
use catalog::CatalogBody;
pub(super) use catalog::broken;
use mcp_inspector_engine::core::view::{AskView, LogLine, ServerView, View};
use mcp_inspector_engine::{AskId, Raw, Revision};
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;
use traffic::CallsBody;
pub(super) use traffic::{ProgressBody, QueueBody, TrafficBody};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn routes() -> OpenApiRouter<Backend> {
    OpenApiRouter::new().routes(routes!(view))
}

/// What a session looks like now. Every list keeps the newest thousand; the log may have more.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = View)]
#[serde(rename_all = "camelCase")]
struct ViewBody {
    /// The newest entry that is folded in: watch the entries after it to follow what happens next.
    seq: u64,
    /// Where the session stands.
    #[schema(schema_with = phases)]
    phase: &'static str,
    /// The same in the words that servers' lists use.
    #[schema(schema_with = statuses)]
    status: &'static str,
    /// Since when, in nanoseconds after the session opened.
    phase_since_ns: u64,
    /// How many attempts to connect have failed in a row.
    failures: u32,
    /// Why it is not connected.
    #[schema(required)]
    fault: Option<ProblemFacts>,
    /// Who the server is, once it said so.
    #[schema(required)]
    server: Option<ServerBody>,
    /// What the server offers.
    catalog: CatalogBody,
    /// Calls, ended and in flight.
    calls: CallsBody,
    /// What the server wants and nobody has answered.
    asks: Vec<AskBody>,
    /// Log messages of the server.
    logs: Vec<LogBody>,
    /// Lines that the server process wrote to stderr.
    stderr: Vec<LineBody>,
    /// Notifications that need no handling.
    notices: Vec<NoticeBody>,
    /// Subscribed resources.
    subscriptions: Vec<String>,
    /// The entry with the last news of each resource.
    updates: BTreeMap<String, u64>,
    /// Tasks by name, and how they stand.
    tasks: BTreeMap<String, String>,
    /// What the server is shown to work in; null for a recording.
    #[schema(required)]
    roots: Option<Vec<RootBody>>,
    /// How much went over the wire.
    traffic: TrafficBody,
    /// How many calls stand where; null for a recording.
    #[schema(required)]
    queue: Option<QueueBody>,
}

/// Who the server is.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Server)]
pub(crate) struct ServerBody {
    /// The revision in force.
    #[schema(required, value_type = Option<String>)]
    revision: Option<&'static str>,
    /// Its name and version as it told them.
    #[schema(required, value_type = Value)]
    info: Option<Raw>,
    /// What it can do, as it told it.
    #[schema(required, value_type = Value)]
    capabilities: Option<Raw>,
    /// What it tells its users.
    #[schema(required)]
    instructions: Option<String>,
}

/// Something the server wants.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Ask)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AskBody {
    /// Its handle: what to answer.
    ask: u64,
    /// The entry that asks.
    #[schema(required)]
    seq: Option<u64>,
    /// Its id on the wire, or its name within the result that asks for it.
    #[schema(value_type = Value)]
    request: Value,
    /// What is wanted.
    method: String,
    /// The parameters as they came.
    #[schema(required, value_type = Value)]
    params: Option<Raw>,
    /// The id on the wire of the call whose result asks for it; null when the server asks by itself.
    #[schema(required)]
    call: Option<i64>,
    /// When it came, in nanoseconds after the session opened.
    at_ns: u64,
    /// When it expires, in nanoseconds after the session opened.
    expires_ns: u64,
}

/// A log message of the server.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = LogMessage)]
#[serde(rename_all = "camelCase")]
struct LogBody {
    /// Its entry.
    seq: u64,
    /// When it came, in nanoseconds after the session opened.
    at_ns: u64,
    /// Its level as the server spelled it.
    level: String,
    /// Which part of the server speaks.
    #[schema(required)]
    logger: Option<String>,
    /// What it says; null when that is long, the entry has it then.
    #[schema(required, value_type = Value)]
    data: Option<Raw>,
}

/// A line of text.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Line)]
struct LineBody {
    /// Its entry.
    seq: u64,
    /// It, cut when it is long; the entry has all of it.
    line: String,
}

/// A notification.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Notice)]
struct NoticeBody {
    /// Its entry.
    seq: u64,
    /// Its method.
    method: String,
}

/// What a session looks like now
///
/// Stream the events from `seq` + 1 on to see what happens next.
#[utoipa::path(
    get,
    path = "/api/sessions/{id}/view",
    tag = "sessions",
    operation_id = "showView",
    params(("id" = String, Path, description = "The session's id")),
    responses((status = 200, description = "The view", body = ViewBody), SessionProblems)
)]
async fn view(State(backend): State<Backend>, Found(held): Found) -> Json<ViewBody> {
    let session = &held.session;
    // Both say nothing about a recording, or about a session that is over.
    let roots = session.list_roots().await.ok();
    let queue = session.queue_status().await.ok();
    let mut body = ViewBody::of(session.view(), backend.base());
    body.roots = roots.map(|roots| roots.into_iter().map(RootBody::from).collect());
    body.queue = queue.map(QueueBody::from);
    Json(body)
}

impl ViewBody {
    fn of(view: View, base: &str) -> Self {
        ViewBody {
            seq: view.seq.0,
            phase: view.phase.as_str(),
            status: status(view.phase),
            phase_since_ns: view.phase_since.nanos(),
            failures: view.failures,
            fault: view.fault.map(|fault| ProblemFacts::of(&fault, base)),
            server: view.server.map(ServerBody::from),
            catalog: CatalogBody::of(&view.catalog),
            calls: CallsBody::of(&view.calls),
            asks: view.asks.into_iter().map(AskBody::from).collect(),
            logs: view.logs.into_iter().map(LogBody::from).collect(),
            stderr: view.stderr.into_iter().map(|(seq, line)| LineBody { seq: seq.0, line }).collect(),
            notices: view
                .notices
                .into_iter()
                .map(|(seq, method)| NoticeBody { seq: seq.0, method })
                .collect(),
            subscriptions: view.subscriptions.into_iter().collect(),
            updates: view.updates.into_iter().map(|(uri, seq)| (uri, seq.0)).collect(),
            tasks: view.tasks,
            roots: None,
            traffic: TrafficBody::from(view.traffic),
            queue: None,
        }
    }
}

impl From<ServerView> for ServerBody {
    fn from(server: ServerView) -> Self {
        ServerBody {
            revision: server.revision.map(Revision::as_str),
            info: server.info,
            capabilities: server.capabilities,
            instructions: server.instructions,
        }
    }
}

impl From<(AskId, AskView)> for AskBody {
    fn from((id, ask): (AskId, AskView)) -> Self {
        AskBody {
            ask: id.0,
            seq: ask.seq.map(|seq| seq.0),
            request: serde_json::to_value(&ask.request).unwrap_or_default(),
            method: ask.method,
            params: ask.params,
            call: ask.call,
            at_ns: ask.at.nanos(),
            expires_ns: ask.expires.nanos(),
        }
    }
}

impl From<LogLine> for LogBody {
    fn from(line: LogLine) -> Self {
        LogBody {
            seq: line.seq.0,
            at_ns: line.at.nanos(),
            level: line.level,
            logger: line.logger,
            data: line.data,
        }
    }
}
