//! The timeline of a session: its log as rows, folded when someone looks, and asked for in windows.

mod compare;
mod content;
mod detail;
mod document;
mod folded;
mod overview;
mod pins;
mod script;
mod share;
pub(super) mod together;

pub(crate) use compare::LastCompared;
pub(crate) use document::Indexed;
pub(crate) use folded::Folded;
pub(crate) use script::{Script, ScriptBook};

use super::held::Held;
use super::input::{Found, Params};
use crate::openapi::SessionProblems;
use crate::{Backend, Problem};
use axum::Json;
use bytes::Bytes;
use mcp_inspector_engine::core::query::{Query, QueryError};
use mcp_inspector_engine::core::stats::{self, Stats};
use mcp_inspector_engine::core::timeline::{self, Counts, Row, Shown, Timeline, Window};
use mcp_inspector_engine::{FaultCode, Seq};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// How many rows a window may have, and has unless told.
const MOST_ROWS: usize = 500;
const USUAL_ROWS: usize = 200;

/// How many of the newest rows news have.
const TAIL: usize = 50;

pub(super) fn routes() -> OpenApiRouter<Backend> {
    OpenApiRouter::new()
        .routes(routes!(window))
        .routes(routes!(show_stats))
        .merge(detail::routes())
        .merge(document::routes())
        .merge(overview::routes())
        .merge(pins::routes())
        .merge(script::routes())
        .merge(share::routes())
        .merge(compare::routes())
        .merge(content::routes())
        .merge(together::routes())
}

/// Looks at the timeline of a session where that holds up nobody: a long one takes its time.
pub(super) async fn look<T: Send + 'static>(
    held: &Arc<Held>,
    ask: impl FnOnce(&Held, &Timeline) -> T + Send + 'static,
) -> Result<T, Problem> {
    let held = held.clone();
    let looked = tokio::task::spawn_blocking(move || {
        held.timeline.look(held.session.log(), |timeline| ask(&held, timeline))
    });
    looked.await.map_err(|_| unread())
}

/// Looks at the rows that a filter lets through, where that holds up nobody.
async fn look_through<T: Send + 'static>(
    held: &Arc<Held>,
    query: Query,
    folded: Vec<Seq>,
    ask: impl FnOnce(&Timeline, &Shown) -> T + Send + 'static,
) -> Result<T, Problem> {
    let held = held.clone();
    let looked =
        tokio::task::spawn_blocking(move || held.timeline.look_through(&held, (&query, &folded), ask));
    looked.await.map_err(|_| unread())
}

fn unread() -> Problem {
    Problem::new(FaultCode::Shutdown, "the timeline could not be read to the end")
}

/// What a filter for text looks at.
fn body_of(held: &Held) -> impl Fn(Seq) -> Option<Bytes> {
    move |seq| held.session.log().entry(seq).map(|entry| timeline::body(&entry))
}

/// A filter as it was typed, and what it means.
#[derive(Clone, Debug)]
pub(super) struct Look {
    text: String,
    query: Query,
    flaw: Option<QueryError>,
}

impl Look {
    /// A filter that cannot be read lets everything through, and says so.
    pub(super) fn new(filter: &str) -> Self {
        let text = filter.to_owned();
        match Query::parse(filter) {
            Ok(query) => Look { text, query, flaw: None },
            Err(flaw) => Look { text, query: Query::default(), flaw: Some(flaw) },
        }
    }
}

/// How the timeline of a session stands.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TimelineNews {
    /// How many rows there are.
    total: usize,
    /// How many the filter lets through.
    matched: usize,
    /// How many entries the log no longer keeps, or rows where those are more. Rows outlive their entries.
    dropped: u64,
    /// The last entry that is folded in.
    last_seq: u64,
    /// When the first of all rows begins and when the last one ends, in nanoseconds since the session
    /// opened.
    span_ns: [u64; 2],
    /// How many rows there are of each kind, filtered or not.
    counts: Counts,
    /// The newest rows that the filter lets through, oldest first.
    tail: Vec<Row>,
    /// The filter that was asked for.
    filter: String,
    /// Why the filter cannot be read; then everything is let through.
    #[schema(required)]
    filter_error: Option<QueryError>,
    /// Goes up whenever someone pins a row or changes the script.
    marks: u64,
}

/// How the timeline of a session stands; none when the backend shuts down.
pub(super) async fn news(held: &Arc<Held>, filter: &Look) -> Option<TimelineNews> {
    let tail = i64::try_from(TAIL).unwrap_or(i64::MAX);
    let seen = look_through(held, filter.query.clone(), Vec::new(), move |timeline, shown| {
        timeline.cut(shown, -tail, TAIL)
    });
    let window = seen.await.ok()?;
    Some(TimelineNews {
        total: window.total,
        matched: window.matched,
        dropped: dropped(held, &window),
        last_seq: window.last_seq.0,
        span_ns: window.span_ns,
        counts: window.counts,
        tail: window.rows,
        filter: filter.text.clone(),
        filter_error: filter.flaw.clone(),
        marks: held.timeline.marks_now(),
    })
}

/// Half of the newest calls were answered within this time; the time of people does not count.
pub(super) async fn median(held: &Arc<Held>) -> Option<u64> {
    look(held, |_, timeline| stats::median(timeline)).await.ok().flatten()
}

/// How much is no longer kept. A recording keeps all entries, and not all rows.
fn dropped(held: &Held, window: &Window) -> u64 {
    held.session.log().dropped().max(window.dropped)
}

/// Why an entry cannot be read: it is no longer kept, or there never was one.
fn without(held: &Held, seq: Seq) -> Problem {
    if seq > held.session.log().last() || seq < Seq::FIRST {
        return Problem::not_found(format!("the log has no entry {seq}"))
            .with_hint("GET /api/sessions/{id}/entries lists those it has");
    }
    Problem::not_found(format!("entry {seq} is no longer kept: the log has room for the newest only"))
        .with_hint(
            "the rows of the timeline stay longer than what they were made of; save a recording in time",
        )
}

/// Which rows.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct WindowParams {
    /// Which rows to let through; all of them unless told.
    #[serde(default)]
    filter: Option<String>,
    /// Which of them is the first; a negative number counts from the end.
    #[serde(default)]
    from: i64,
    /// An entry: the window is the one that holds its row, when windows follow each other from the first row
    /// on. `from` counts when the row is not among those that are let through.
    #[serde(default)]
    around: Option<u64>,
    /// How many; 200 unless told.
    #[serde(default)]
    #[param(minimum = 1, maximum = 500)]
    limit: Option<usize>,
    /// The rows that are folded the other way round than they are by themselves, by the entries that began them, with
    /// commas. Rows are open, but for the first of several pings that keep the connection alive; with a filter that
    /// looks for something that one is, too.
    #[serde(default)]
    folded: Option<String>,
}

/// Some rows.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct WindowBody {
    /// They, and how many there are.
    #[serde(flatten)]
    window: Window,
    /// Which of the matched rows has the entry of `around`; null when none has.
    #[schema(required)]
    place: Option<usize>,
    /// Why the filter cannot be read; then everything is let through.
    #[schema(required)]
    filter_error: Option<QueryError>,
}

/// Some rows of the timeline
///
/// The filter has terms such as `method:tools/*`, `status:error`, `dur:>500ms`, `at:12.3s..15s`, `pinned:yes`,
/// `-kind:http`; a word on its own is looked for in methods, targets and bodies.
#[utoipa::path(
    get,
    path = "/api/sessions/{id}/timeline",
    tag = "sessions",
    operation_id = "showTimeline",
    params(("id" = String, Path, description = "The session's id"), WindowParams),
    responses((status = 200, description = "The rows", body = WindowBody), SessionProblems)
)]
async fn window(
    Found(held): Found,
    Params(params): Params<WindowParams>,
) -> Result<Json<WindowBody>, Problem> {
    let limit = limit_of(params.limit)?;
    if params.around.is_some_and(|seq| i64::try_from(seq).is_err()) {
        return Err(Problem::invalid_request("`around` is larger than any entry's number can be"));
    }
    let folded = params.folded.as_deref().unwrap_or_default();
    let folded: Result<Vec<Seq>, _> =
        folded.split(',').filter(|text| !text.is_empty()).map(|text| text.parse().map(Seq)).collect();
    let folded = folded.map_err(|_| Problem::invalid_request("`folded` should be numbers with commas"))?;
    let Look { query, flaw, .. } = Look::new(params.filter.as_deref().unwrap_or_default());
    let seen = look_through(&held, query, folded, move |timeline, shown| {
        let place = params.around.and_then(|seq| timeline.place(shown, Seq(seq)));
        let first = place.and_then(|place| i64::try_from(place / limit * limit).ok());
        (timeline.cut(shown, first.unwrap_or(params.from), limit), place)
    });
    let (mut window, place) = seen.await?;
    window.dropped = dropped(&held, &window);
    Ok(Json(WindowBody { window, place, filter_error: flaw }))
}

/// How many rows are wanted.
fn limit_of(wanted: Option<usize>) -> Result<usize, Problem> {
    let limit = wanted.unwrap_or(USUAL_ROWS);
    if !(1..=MOST_ROWS).contains(&limit) {
        return Err(Problem::invalid_request(format!("`limit` should be between 1 and {MOST_ROWS}")));
    }
    Ok(limit)
}

/// How long the calls of each method take
#[utoipa::path(
    get,
    path = "/api/sessions/{id}/stats",
    tag = "sessions",
    operation_id = "showStats",
    params(("id" = String, Path, description = "The session's id")),
    responses((status = 200, description = "The statistics", body = Stats), SessionProblems)
)]
async fn show_stats(Found(held): Found) -> Result<Json<Stats>, Problem> {
    look(&held, |_, timeline| Stats::of(timeline)).await.map(Json)
}
