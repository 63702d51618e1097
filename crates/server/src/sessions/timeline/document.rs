//! The body of an entry as a document: laid out, in windows of lines, however large it is.

use crate::openapi::SessionProblems;
use crate::sessions::held::Held;
use crate::sessions::input::{FoundWith, Params};
use crate::{Backend, Problem};
use axum::Json;
use bytes::Bytes;
use mcp_inspector_engine::core::doc::{Doc, DocMatches, DocWindow, at_pointer};
use mcp_inspector_engine::core::timeline::body;
use mcp_inspector_engine::{FaultCode, Raw, Seq};
use serde::Deserialize;
use std::sync::{Arc, Mutex, PoisonError};
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// How many lines a window may have, and has unless told.
const MOST_LINES: usize = 1000;
const USUAL_LINES: usize = 200;

/// How many matches are told at once.
const MOST_MATCHES: usize = 1000;

pub(super) fn routes() -> OpenApiRouter<Backend> {
    OpenApiRouter::new().routes(routes!(lines)).routes(routes!(search))
}

/// The document that was looked at last: whoever scrolls asks for it again and again.
#[derive(Debug, Default)]
pub(crate) struct Indexed {
    last: Mutex<Option<(Which, Arc<Doc>)>>,
}

/// Which document.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Which {
    seq: u64,
    /// A JSON pointer to a part of the body.
    path: String,
    pretty: bool,
}

/// Which lines.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct LinesParams {
    /// A JSON pointer to the part of the body that is meant; all of it unless told.
    #[serde(default)]
    path: String,
    /// False: the lines as they came, not laid out.
    #[serde(default = "yes")]
    pretty: bool,
    /// The first line, counted from 0.
    #[serde(default)]
    from: usize,
    /// How many; 200 unless told.
    #[serde(default)]
    #[param(minimum = 1, maximum = 1000)]
    lines: Option<usize>,
    /// The numbers of lines whose blocks are folded to one line, with commas.
    #[serde(default)]
    folded: String,
}

/// What to look for.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct SearchParams {
    /// The text.
    text: String,
    /// A JSON pointer to the part of the body that is meant; all of it unless told.
    #[serde(default)]
    path: String,
    /// False: the lines as they came, not laid out.
    #[serde(default = "yes")]
    pretty: bool,
    /// The line to begin with, counted from 0.
    #[serde(default)]
    from: usize,
}

fn yes() -> bool {
    true
}

/// Some lines of the body of an entry
#[utoipa::path(
    get,
    path = "/api/sessions/{id}/doc/{seq}",
    tag = "sessions",
    operation_id = "showLines",
    params(
        ("id" = String, Path, description = "The session's id"),
        ("seq" = u64, Path, description = "The entry"),
        LinesParams,
    ),
    responses((status = 200, description = "The lines", body = DocWindow), SessionProblems)
)]
async fn lines(
    FoundWith(held, seq): FoundWith,
    Params(params): Params<LinesParams>,
) -> Result<Json<DocWindow>, Problem> {
    let count = params.lines.unwrap_or(USUAL_LINES);
    if !(1..=MOST_LINES).contains(&count) {
        return Err(Problem::invalid_request(format!("`lines` should be between 1 and {MOST_LINES}")));
    }
    let folded = params.folded.split(',').filter(|text| !text.is_empty()).map(str::parse).collect();
    let folded: Result<Vec<usize>, _> = folded;
    let folded = folded.map_err(|_| Problem::invalid_request("`folded` should be numbers with commas"))?;
    let which = Which { seq, path: params.path, pretty: params.pretty };
    read(held, which, move |doc| doc.window(params.from, count, &folded)).await.map(Json)
}

/// The lines of the body of an entry that have a text in them
#[utoipa::path(
    get,
    path = "/api/sessions/{id}/doc/{seq}/search",
    tag = "sessions",
    operation_id = "searchLines",
    params(
        ("id" = String, Path, description = "The session's id"),
        ("seq" = u64, Path, description = "The entry"),
        SearchParams,
    ),
    responses((status = 200, description = "The first thousand", body = DocMatches), SessionProblems)
)]
async fn search(
    FoundWith(held, seq): FoundWith,
    Params(params): Params<SearchParams>,
) -> Result<Json<DocMatches>, Problem> {
    let which = Which { seq, path: params.path, pretty: params.pretty };
    read(held, which, move |doc| doc.search(&params.text, params.from, MOST_MATCHES)).await.map(Json)
}

/// Reads a document where that holds up nobody.
async fn read<T: Send + 'static>(
    held: Arc<Held>,
    which: Which,
    ask: impl FnOnce(&Doc) -> T + Send + 'static,
) -> Result<T, Problem> {
    let read = tokio::task::spawn_blocking(move || Ok(ask(&*document(&held, which)?)));
    read.await.map_err(|_| Problem::new(FaultCode::Shutdown, "the body could not be read to the end"))?
}

fn document(held: &Held, which: Which) -> Result<Arc<Doc>, Problem> {
    // Whoever panicked has left a whole document or none.
    let last = || held.indexed.last.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, doc)) = last().as_ref().filter(|(known, _)| *known == which) {
        return Ok(doc.clone());
    }
    let part = part(held, Seq(which.seq), &which.path)?;
    let doc = Arc::new(if which.pretty { Doc::new(part) } else { Doc::plain(part) });
    *last() = Some((which, doc.clone()));
    Ok(doc)
}

/// The body of an entry, or the part of it that a JSON pointer names.
pub(super) fn part(held: &Held, seq: Seq, path: &str) -> Result<Bytes, Problem> {
    let entry = held.session.log().entry(seq).ok_or_else(|| {
        Problem::not_found(format!("the log has no entry {seq}, or no longer has it"))
            .with_hint("GET /api/sessions/{id}/entries lists those it has")
    })?;
    let body = body(&entry);
    if path.is_empty() {
        return Ok(body);
    }
    let missing = || Problem::not_found(format!("the body of entry {seq} has nothing at `{path}`"));
    let whole = Raw::parse(&String::from_utf8_lossy(&body)).map_err(|_| missing())?;
    let found = at_pointer(&whole, path);
    found.map(|raw| raw.bytes().clone()).ok_or_else(missing)
}
