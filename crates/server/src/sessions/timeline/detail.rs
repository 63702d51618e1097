//! One row of the timeline with everything that belongs to it.

use super::{Look, body_of, look};
use crate::openapi::{SessionProblems, word};
use crate::sessions::findings::FindingBody;
use crate::sessions::held::Held;
use crate::sessions::input::{FoundWith, Params};
use crate::{Backend, Problem};
use axum::Json;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use mcp_inspector_engine::core::entry::{EntryKind, HttpExchange};
use mcp_inspector_engine::core::frame::EventHead;
use mcp_inspector_engine::core::timeline::{Row, RowKind, Taker, body, unsent_request};
use mcp_inspector_engine::{Entry, Seq};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use utoipa::openapi::Object;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// How large a body may be to be told with its row; others are asked for line by line.
const LARGEST: usize = 256 * 1024;

pub(super) fn routes() -> OpenApiRouter<Backend> {
    OpenApiRouter::new().routes(routes!(detail))
}

/// Which rows are its neighbours.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct DetailParams {
    /// Which rows to let through; all of them unless told.
    #[serde(default)]
    filter: Option<String>,
}

/// A row with everything that belongs to it.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = RowDetail)]
struct DetailBody {
    /// It.
    row: Row,
    /// What went over the wire, or was written or noted. A call that was sent again, because the server wanted
    /// input, has several requests and responses; the last response is that of the call.
    parts: Vec<PartBody>,
    /// Its entries that the log no longer keeps, and which therefore are not among the parts.
    gone: Vec<u64>,
    /// The HTTP exchange in which it went, as the log has it.
    #[schema(required)]
    http: Option<HttpExchange>,
    /// Who took how much of its time; together it is all of it.
    timing: Vec<ShareOfTime>,
    /// What was found about it when the rules were checked last (`GET /api/sessions/{id}/findings`).
    findings: Vec<FindingBody>,
    /// The rows in which it is nested, the outermost first.
    ancestors: Vec<Row>,
    /// The row before it.
    #[schema(required)]
    previous: Option<u64>,
    /// The row after it.
    #[schema(required)]
    next: Option<u64>,
}

/// One entry of a row.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = RowPart)]
#[serde(rename_all = "camelCase")]
struct PartBody {
    /// What it is in the row.
    #[schema(schema_with = names)]
    name: &'static str,
    /// Its entry.
    seq: u64,
    /// When it happened, in nanoseconds after the session opened.
    at_ns: u64,
    /// How many bytes it has.
    bytes: usize,
    /// It as it came; null when it is large, then it is asked for line by line.
    #[schema(required)]
    text: Option<String>,
    /// Whether the text is in base64, because the bytes are no text.
    base64: bool,
    /// The other fields of the server-sent event whose data it was, as they are written; null when it came as none.
    #[schema(required)]
    event: Option<Vec<String>>,
}

/// Who took how much of a row's time.
#[derive(Debug, Serialize, ToSchema)]
struct ShareOfTime {
    /// Who.
    name: Taker,
    /// How much, in nanoseconds.
    ns: u64,
}

fn names() -> Object {
    word(&[
        "request",
        "response",
        "notification",
        "answer",
        "junk",
        "stderr",
        "http",
        "lifecycle",
        "auth",
        "app",
        "note",
    ])
}

/// One row of the timeline with everything that belongs to it
#[utoipa::path(
    get,
    path = "/api/sessions/{id}/timeline/{seq}",
    tag = "sessions",
    operation_id = "showRow",
    params(
        ("id" = String, Path, description = "The session's id"),
        ("seq" = u64, Path, description = "An entry of the row"),
        DetailParams,
    ),
    responses((status = 200, description = "The row", body = DetailBody), SessionProblems)
)]
async fn detail(
    FoundWith(held, seq): FoundWith,
    Params(params): Params<DetailParams>,
) -> Result<Json<DetailBody>, Problem> {
    let Look { query, .. } = Look::new(params.filter.as_deref().unwrap_or_default());
    let found = look(&held, move |held, timeline| {
        let row = timeline.row_at(Seq(seq))?;
        let (previous, next) = timeline.neighbours(row.seq, &query, &body_of(held));
        Some((timeline.ancestors(row.seq), timeline.rounds(row.seq), previous, next, row))
    });
    let (ancestors, rounds, previous, next, row) = found.await?.ok_or_else(|| unknown(seq))?;
    let log = held.session.log();
    let seqs = std::iter::once(&row).chain(&rounds).flat_map(seqs);
    Ok(Json(DetailBody {
        gone: seqs.filter(|seq| log.entry(*seq).is_none()).map(|seq| seq.0).collect(),
        parts: std::iter::once(&row).chain(&rounds).flat_map(|row| parts(&held, row)).collect(),
        http: entries(&held, &row).iter().find_map(|entry| held.session.log().exchange_of(entry)),
        timing: row.shares().map(|(name, ns)| ShareOfTime { name, ns }).collect(),
        findings: held.timeline.findings_about(&row).into_iter().map(FindingBody::from).collect(),
        ancestors,
        previous: previous.map(|seq| seq.0),
        next: next.map(|seq| seq.0),
        row,
    }))
}

pub(super) fn unknown(seq: u64) -> Problem {
    Problem::not_found(format!("the timeline has no row with the entry {seq}"))
        .with_hint("GET /api/sessions/{id}/timeline lists the rows; those of long ago are no longer kept")
}

/// The entries that a row was made of.
fn seqs(row: &Row) -> impl Iterator<Item = Seq> + use<> {
    std::iter::once(row.seq).chain(row.end_seq.filter(|end| *end != row.seq))
}

/// The entries of a row that the log still has.
pub(super) fn entries(held: &Held, row: &Row) -> Vec<Arc<Entry>> {
    seqs(row).filter_map(|seq| held.session.log().entry(seq)).collect()
}

fn parts(held: &Held, row: &Row) -> Vec<PartBody> {
    // A call that was never sent has what would have been sent, and then why it was not.
    let halves = |entry: Arc<Entry>| {
        let unsent = unsent_request(&entry).map(|request| (entry.clone(), request, false));
        let is_remark = unsent.is_some();
        let whole = body(&entry);
        unsent.into_iter().chain([(entry, whole, is_remark)])
    };
    let part = |(entry, body, is_remark): (Arc<Entry>, Bytes, bool)| {
        let name = match row.kind {
            _ if is_remark => "note",
            RowKind::Call | RowKind::Ask if entry.seq == row.seq => "request",
            RowKind::Call | RowKind::Ask => "response",
            RowKind::App if entry.seq != row.seq => "response",
            RowKind::App if row.id.is_some() && &*row.method != "answer" => "request",
            kind => kind.as_str(),
        };
        let (text, base64) = match std::str::from_utf8(&body) {
            _ if body.len() > LARGEST => (None, false),
            Ok(text) => (Some(text.to_owned()), false),
            Err(_) => (Some(STANDARD.encode(&body)), true),
        };
        let event = match &entry.kind {
            EntryKind::Frame { frame, .. } => frame.event().map(EventHead::fields),
            _ => None,
        };
        PartBody { name, seq: entry.seq.0, at_ns: entry.at.nanos(), bytes: body.len(), text, base64, event }
    };
    entries(held, row).into_iter().flat_map(halves).map(part).collect()
}
