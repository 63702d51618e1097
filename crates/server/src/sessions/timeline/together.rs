//! The timelines of all servers that are open as one, in windows.
//!
//! Each server's rows keep their order; their times, also those of the filter, count from when the first of the sessions
//! was opened. Recordings have no part in it: they happened at other times.

use super::folded::Standing;
use super::{Held, Look, TAIL, limit_of, unread};
use crate::openapi::OpenProblems;
use crate::sessions::held::Origin;
use crate::sessions::input::Params;
use crate::sessions::summary::opened_at;
use crate::{Backend, Problem};
use axum::Json;
use axum::extract::State;
use mcp_inspector_engine::Seq;
use mcp_inspector_engine::core::query::{Query, QueryError};
use mcp_inspector_engine::core::timeline::{Braid, Counts, Row, Strand, Window};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::sync::Arc;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn routes() -> OpenApiRouter<Backend> {
    OpenApiRouter::new().routes(routes!(show))
}

/// A row, and whose it is.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ServerRow {
    /// The id of the session.
    session: String,
    #[serde(flatten)]
    row: Row,
}

/// Some rows of all servers.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TogetherBody {
    /// They; their times count from `openedAt`.
    rows: Vec<ServerRow>,
    /// Which of the matched rows is the first of them.
    from: usize,
    /// Which of the matched rows has the entry of `around`; null when none has.
    #[schema(required)]
    place: Option<usize>,
    /// How many rows there are.
    total: usize,
    /// How many the filter lets through, without those that are folded away.
    matched: usize,
    /// How many entries of all sessions are folded in; it grows for as long as none of them is closed.
    last_seq: u64,
    /// How many rows there are of each kind, filtered or not.
    counts: Counts,
    /// When the first of the sessions was opened, ISO 8601.
    #[schema(value_type = String, format = DateTime)]
    opened_at: String,
    /// The filter that was asked for.
    filter: String,
    /// Why the filter cannot be read; then everything is let through.
    #[schema(required)]
    filter_error: Option<QueryError>,
    /// Goes up whenever someone pins a row of one of the sessions or changes its script, for as long as none of them is
    /// closed.
    marks: u64,
}

/// Which rows.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct TogetherParams {
    /// Which rows to let through; all of them unless told. Its `at` counts from when the first session was opened.
    #[serde(default)]
    filter: Option<String>,
    /// Which of them is the first; a negative number counts from the end.
    #[serde(default)]
    from: i64,
    /// The id of a session, a colon and an entry of it: the window is the one that holds its row, when windows follow
    /// each other from the first row on. `from` counts when the row is not among those that are let through.
    #[serde(default)]
    around: Option<String>,
    /// How many; 200 unless told.
    #[serde(default)]
    #[param(minimum = 1, maximum = 500)]
    limit: Option<usize>,
    /// The rows that are folded the other way round than they are by themselves: the id of the session, a colon and
    /// the entry that began the row, with commas.
    #[serde(default)]
    folded: Option<String>,
}

/// Some rows of all servers that are open
///
/// As the timeline of one session, with the session of each row. Recordings have no part in it.
#[utoipa::path(
    get,
    path = "/api/timeline",
    tag = "sessions",
    operation_id = "showAllTimelines",
    params(TogetherParams),
    responses((status = 200, description = "The rows", body = TogetherBody), OpenProblems)
)]
async fn show(
    State(backend): State<Backend>,
    Params(params): Params<TogetherParams>,
) -> Result<Json<TogetherBody>, Problem> {
    let limit = limit_of(params.limit)?;
    let folded = folds(params.folded.as_deref().unwrap_or_default())?;
    let around = params.around.as_deref().map(|text| {
        entry_of(text).ok_or_else(|| Problem::invalid_request("`around` should be `session:entry`"))
    });
    let look = Look::new(params.filter.as_deref().unwrap_or_default());
    let cut = Cut { folded, around: around.transpose()?, from: params.from, limit };
    window(servers(&backend), look, cut).await.map(Json)
}

/// Which of the rows that the filter lets through.
#[derive(Default)]
struct Cut {
    /// The rows that are folded, by their sessions.
    folded: HashMap<String, Vec<Seq>>,
    around: Option<(String, Seq)>,
    from: i64,
    limit: usize,
}

/// The rows that are folded, by their sessions.
fn folds(text: &str) -> Result<HashMap<String, Vec<Seq>>, Problem> {
    let mut folds: HashMap<String, Vec<Seq>> = HashMap::new();
    for one in text.split(',').filter(|one| !one.is_empty()) {
        let (id, seq) = entry_of(one)
            .ok_or_else(|| Problem::invalid_request("`folded` should be `session:entry` with commas"))?;
        folds.entry(id).or_default().push(seq);
    }
    Ok(folds)
}

/// An entry and whose it is.
fn entry_of(text: &str) -> Option<(String, Seq)> {
    let (id, seq) = text.split_once(':')?;
    Some((id.to_owned(), Seq(seq.parse().ok()?)))
}

/// The sessions with servers, in the order in which they were opened.
pub(in crate::sessions) fn servers(backend: &Backend) -> Vec<Arc<Held>> {
    let mut held = backend.sessions().list();
    held.retain(|held| held.origin != Origin::Recording);
    held
}

/// The newest rows of all servers.
pub(in crate::sessions) async fn news(held: Vec<Arc<Held>>, look: &Look) -> Option<TogetherBody> {
    let tail = i64::try_from(TAIL).unwrap_or(i64::MAX);
    let newest = Cut { from: -tail, limit: TAIL, ..Cut::default() };
    window(held, look.clone(), newest).await.ok()
}

async fn window(held: Vec<Arc<Held>>, look: Look, cut: Cut) -> Result<TogetherBody, Problem> {
    let looked = tokio::task::spawn_blocking(move || braid(&held, look, &cut));
    looked.await.map_err(|_| unread())
}

/// One of the timelines, which does not change while a window is cut from all of them.
struct Part<'a> {
    held: &'a Held,
    standing: Standing<'a>,
    query: Query,
    folded: Vec<Seq>,
    /// Which of its rows is wanted, if one of them is.
    wanted: Option<usize>,
    total: usize,
    last_seq: u64,
    counts: Counts,
}

fn braid(held: &[Arc<Held>], look: Look, cut: &Cut) -> TogetherBody {
    let first = held.iter().map(|held| held.session.opened_unix_ms()).min().unwrap_or_default();
    let mut parts = Vec::with_capacity(held.len());
    let mut strands: Vec<(u64, Vec<Strand>)> = Vec::with_capacity(held.len());
    for held in held {
        let folded = cut.folded.get(held.id.as_str()).cloned().unwrap_or_default();
        let since_ns = (held.session.opened_unix_ms() - first).saturating_mul(1_000_000);
        let query = look.query.counted_from(since_ns);
        let around = cut.around.as_ref().filter(|(id, _)| *id == held.id.as_str());
        let mut standing = held.timeline.hold(held);
        let (strand, head, wanted) = standing.look_through(held, (&query, &folded), |timeline, shown| {
            let wanted = around.and_then(|(_, seq)| timeline.place(shown, *seq));
            (timeline.strands(shown), timeline.cut(shown, 0, 0), wanted)
        });
        let Window { total, last_seq, counts, .. } = head;
        strands.push((since_ns, strand));
        parts.push(Part { held, standing, query, folded, wanted, total, last_seq: last_seq.0, counts });
    }
    let wanted = parts.iter().enumerate().find_map(|(which, part)| Some((which, part.wanted?)));
    let place = wanted.and_then(|(which, row)| Braid::place(&strands, which, row));
    let from = place.and_then(|place| i64::try_from(place / cut.limit * cut.limit).ok());
    let braid = Braid::window(&strands, from.unwrap_or(cut.from), cut.limit);
    let mut rows = Vec::new();
    for (which, wanted) in braid.pieces {
        let (Part { held, standing, query, folded, .. }, since_ns) = (&mut parts[which], strands[which].0);
        let at = i64::try_from(wanted.start).unwrap_or(i64::MAX);
        let piece = standing
            .look_through(held, (query, folded), |timeline, shown| timeline.cut(shown, at, wanted.len()));
        rows.extend(piece.rows.into_iter().map(|row| ServerRow {
            session: held.id.to_string(),
            row: Row { at_ns: row.at_ns.saturating_add(since_ns), ..row },
        }));
    }
    TogetherBody {
        rows,
        from: braid.from,
        place,
        total: parts.iter().map(|part| part.total).sum(),
        matched: braid.matched,
        last_seq: parts.iter().map(|part| part.last_seq).sum(),
        counts: parts.iter().map(|part| part.counts).sum(),
        opened_at: opened_at(first),
        filter: look.text,
        filter_error: look.flaw,
        marks: held.iter().map(|held| held.timeline.marks_now()).sum(),
    }
}
