//! The timeline of a session: its log as rows, folded when someone looks, and asked for in windows.

mod detail;
mod document;
mod share;

pub(crate) use document::Indexed;

use super::held::Held;
use super::input::{Found, Params};
use crate::openapi::SessionProblems;
use crate::{Backend, Problem};
use axum::Json;
use bytes::Bytes;
use mcp_inspector_engine::core::query::{Query, QueryError};
use mcp_inspector_engine::core::stats::Stats;
use mcp_inspector_engine::core::timeline::{self, Counts, Row, Timeline, Window};
use mcp_inspector_engine::{FaultCode, Finding, Item, Log, Seq};
use serde::{Deserialize, Serialize};
use std::sync::{Arc, Mutex, PoisonError};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// How many rows a window may have, and has unless told.
const MOST_ROWS: usize = 500;
const USUAL_ROWS: usize = 200;

/// How many of the newest rows news have.
const TAIL: usize = 50;

/// How many entries are folded in before others get their turn at the log.
const STRIDE: usize = 4096;

pub(super) fn routes() -> OpenApiRouter<Backend> {
    OpenApiRouter::new()
        .routes(routes!(window))
        .routes(routes!(stats))
        .merge(detail::routes())
        .merge(document::routes())
        .merge(share::routes())
}

/// The rows of a session's log, as far as someone has looked.
#[derive(Debug, Default)]
pub(crate) struct Folded {
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    timeline: Timeline,
    /// The next entry to fold in.
    next: Seq,
    /// How many entries were gone before they could be folded in.
    missed: u64,
    /// What was found when the rules were checked last.
    findings: Vec<Finding>,
}

impl Default for State {
    fn default() -> Self {
        State { timeline: Timeline::default(), next: Seq::FIRST, missed: 0, findings: Vec::new() }
    }
}

impl State {
    fn catch_up(&mut self, log: &Log) {
        loop {
            let page = log.page(self.next, STRIDE);
            if page.is_empty() {
                return;
            }
            for item in page {
                match item {
                    Item::Entry(entry) => {
                        self.timeline.apply(&entry);
                        self.next = entry.seq.next();
                    }
                    Item::Gap { from, to } => {
                        self.missed += to.0.saturating_sub(from.0) + 1;
                        self.next = to.next();
                    }
                }
            }
        }
    }
}

impl Folded {
    /// Looks at the timeline with everything in it that the log has by now.
    fn look<T>(&self, log: &Log, ask: impl FnOnce(&Timeline, u64) -> T) -> T {
        // Whoever panicked has folded in whole entries or none.
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.catch_up(log);
        ask(&state.timeline, state.missed)
    }

    /// What was found about a row when the rules were checked last.
    fn findings_about(&self, row: &Row) -> Vec<Finding> {
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let is_about = |finding: &&Finding| finding.seq == row.seq || Some(finding.seq) == row.end_seq;
        state.findings.iter().filter(is_about).cloned().collect()
    }

    /// Marks the rows about which there are findings.
    pub(super) fn judge(&self, log: &Log, findings: &[Finding]) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.catch_up(log);
        state.timeline.judge(findings.iter().map(|finding| finding.seq));
        state.findings = findings.to_vec();
    }
}

/// Looks at the timeline of a session where that holds up nobody: a long one takes its time.
async fn look<T: Send + 'static>(
    held: &Arc<Held>,
    ask: impl FnOnce(&Held, &Timeline, u64) -> T + Send + 'static,
) -> Result<T, Problem> {
    let held = held.clone();
    let looked = tokio::task::spawn_blocking(move || {
        held.timeline.look(held.session.log(), |timeline, missed| ask(&held, timeline, missed))
    });
    looked.await.map_err(|_| Problem::new(FaultCode::Shutdown, "the timeline could not be read to the end"))
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
    /// How many rows and entries are no longer kept.
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
}

/// How the timeline of a session stands; none when the backend shuts down.
pub(super) async fn news(held: &Arc<Held>, filter: &Look) -> Option<TimelineNews> {
    let filter = filter.clone();
    let news = look(held, move |held, timeline, missed| {
        let tail = i64::try_from(TAIL).unwrap_or(i64::MAX);
        let window = timeline.window(&filter.query, &[], -tail, TAIL, &body_of(held));
        TimelineNews {
            total: window.total,
            matched: window.matched,
            dropped: window.dropped + missed,
            last_seq: window.last_seq.0,
            span_ns: window.span_ns,
            counts: window.counts,
            tail: window.rows,
            filter: filter.text,
            filter_error: filter.flaw,
        }
    });
    news.await.ok()
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
    /// How many; 200 unless told.
    #[serde(default)]
    #[param(minimum = 1, maximum = 500)]
    limit: Option<usize>,
    /// The rows whose children are left out, by the entries that began them, with commas.
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
    /// Why the filter cannot be read; then everything is let through.
    #[schema(required)]
    filter_error: Option<QueryError>,
}

/// Some rows of the timeline
///
/// The filter has terms such as `method:tools/*`, `status:error`, `dur:>500ms`, `-kind:http`; a word on its own is
/// looked for in methods, targets and bodies.
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
    let limit = params.limit.unwrap_or(USUAL_ROWS);
    if !(1..=MOST_ROWS).contains(&limit) {
        return Err(Problem::invalid_request(format!("`limit` should be between 1 and {MOST_ROWS}")));
    }
    let folded = params.folded.as_deref().unwrap_or_default();
    let folded: Result<Vec<Seq>, _> =
        folded.split(',').filter(|text| !text.is_empty()).map(|text| text.parse().map(Seq)).collect();
    let folded = folded.map_err(|_| Problem::invalid_request("`folded` should be numbers with commas"))?;
    let Look { query, flaw, .. } = Look::new(params.filter.as_deref().unwrap_or_default());
    let window = look(&held, move |held, timeline, missed| {
        let mut window = timeline.window(&query, &folded, params.from, limit, &body_of(held));
        window.dropped += missed;
        window
    });
    Ok(Json(WindowBody { window: window.await?, filter_error: flaw }))
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
async fn stats(Found(held): Found) -> Result<Json<Stats>, Problem> {
    look(&held, |_, timeline, _| Stats::of(timeline)).await.map(Json)
}
