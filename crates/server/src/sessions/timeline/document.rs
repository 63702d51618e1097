//! The body of an entry as a document: laid out, in windows of lines, however large it is.

use super::without;
use crate::openapi::SessionProblems;
use crate::sessions::held::Held;
use crate::sessions::input::{FoundWith, Params};
use crate::{Backend, Problem};
use axum::Json;
use bytes::Bytes;
use mcp_inspector_engine::core::doc::{Doc, DocMatches, DocWindow, FoldWish, Folds, part_at};
use mcp_inspector_engine::core::timeline::{body, unsent_request};
use mcp_inspector_engine::{FaultCode, Seq};
use serde::{Deserialize, Serialize};
use std::sync::{Arc, Mutex, PoisonError};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// How many lines a window may have, and has unless told.
const MOST_LINES: usize = 1000;
const USUAL_LINES: usize = 200;

/// How many matches are told at once.
const MOST_MATCHES: usize = 1000;

pub(super) fn routes() -> OpenApiRouter<Backend> {
    OpenApiRouter::new().routes(routes!(lines)).routes(routes!(search)).routes(routes!(place))
}

/// The document that was looked at last: whoever scrolls asks for it again and again.
#[derive(Debug, Default)]
pub(crate) struct Indexed {
    last: Mutex<Option<Look>>,
}

/// A document as it is looked at.
#[derive(Clone, Debug)]
struct Look {
    which: Which,
    doc: Arc<Doc>,
    wish: FoldWish,
    folds: Arc<Folds>,
}

/// Which document.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Which {
    seq: u64,
    /// A JSON pointer to a part of the body.
    path: String,
    form: Form,
}

/// What the lines are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// Those of the layout.
    Pretty,
    /// Those of the part as it came.
    Plain,
    /// Those of the text that the part is, which is a JSON string.
    Text,
}

impl Form {
    fn wanted(pretty: bool, text: bool) -> Self {
        match (pretty, text) {
            (_, true) => Form::Text,
            (true, false) => Form::Pretty,
            (false, false) => Form::Plain,
        }
    }
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
    /// The part is a JSON string, and the lines are those of its text.
    #[serde(default)]
    decoded: bool,
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
    /// All blocks are folded but the outermost one.
    #[serde(default)]
    all: bool,
    /// The numbers of lines whose blocks are not folded even when all are, with commas.
    #[serde(default)]
    open: String,
}

/// Which line.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct PlaceParams {
    /// Its number in the whole document, counted from 0.
    line: usize,
    /// A JSON pointer to the part of the body that is meant; all of it unless told.
    #[serde(default)]
    path: String,
    /// The numbers of lines whose blocks are folded to one line, with commas.
    #[serde(default)]
    folded: String,
    /// All blocks are folded but the outermost one.
    #[serde(default)]
    all: bool,
    /// The numbers of lines whose blocks are not folded even when all are, with commas.
    #[serde(default)]
    open: String,
}

/// Where a line of a document stands.
#[derive(Debug, Serialize, ToSchema)]
struct DocPlace {
    /// The lines that open the blocks in which it stands, the outermost first.
    around: Vec<usize>,
    /// Its place among the lines that are left when none of those blocks is folded.
    at: usize,
}

/// What to look for.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct SearchParams {
    /// The text to look for.
    text: String,
    /// The part is a JSON string, and the lines are those of its text.
    #[serde(default)]
    decoded: bool,
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
    let wish = wish(params.all, &params.folded, &params.open)?;
    let which = Which { seq, path: params.path, form: Form::wanted(params.pretty, params.decoded) };
    read(held, which, wish, move |doc, folds| doc.window(params.from, count, folds)).await.map(Json)
}

/// Where a line of the body of an entry stands, laid out
///
/// For going to a line that may be folded away: which blocks to unfold, and where it is then.
#[utoipa::path(
    get,
    path = "/api/sessions/{id}/doc/{seq}/place",
    tag = "sessions",
    operation_id = "findLine",
    params(
        ("id" = String, Path, description = "The session's id"),
        ("seq" = u64, Path, description = "The entry"),
        PlaceParams,
    ),
    responses((status = 200, description = "Its place", body = DocPlace), SessionProblems)
)]
async fn place(
    FoundWith(held, seq): FoundWith,
    Params(params): Params<PlaceParams>,
) -> Result<Json<DocPlace>, Problem> {
    let wanted = wish(params.all, &params.folded, &params.open)?;
    let which = Which { seq, path: params.path, form: Form::Pretty };
    let asked = wanted.clone();
    let found = read(held, which, wanted, move |doc, _| {
        let around = doc.around(params.line);
        let open = asked.open.iter().chain(&around).copied().collect();
        let folded = asked.folded.iter().filter(|line| !around.contains(line)).copied().collect();
        let at = doc.folds(&FoldWish { folded, open, ..asked }).place_of(params.line);
        (params.line < doc.len()).then_some(DocPlace { around, at })
    });
    let missing = || Problem::not_found(format!("the body of entry {seq} has no line {}", params.line));
    found.await?.map(Json).ok_or_else(missing)
}

/// Which blocks to fold, as a request says it.
fn wish(all: bool, folded: &str, open: &str) -> Result<FoldWish, Problem> {
    Ok(FoldWish { all, folded: numbers("folded", folded)?, open: numbers("open", open)? })
}

fn numbers(name: &str, text: &str) -> Result<Vec<usize>, Problem> {
    let numbers = text.split(',').filter(|text| !text.is_empty()).map(str::parse).collect();
    let numbers: Result<Vec<usize>, _> = numbers;
    numbers.map_err(|_| Problem::invalid_request(format!("`{name}` should be numbers with commas")))
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
    let which = Which { seq, path: params.path, form: Form::wanted(params.pretty, params.decoded) };
    let search = move |doc: &Doc, _: &Folds| doc.search(&params.text, params.from, MOST_MATCHES);
    read(held, which, FoldWish::default(), search).await.map(Json)
}

/// Reads a document where that holds up nobody.
async fn read<T: Send + 'static>(
    held: Arc<Held>,
    which: Which,
    wish: FoldWish,
    ask: impl FnOnce(&Doc, &Folds) -> T + Send + 'static,
) -> Result<T, Problem> {
    let read = tokio::task::spawn_blocking(move || {
        let look = look(&held, which, wish)?;
        Ok(ask(&look.doc, &look.folds))
    });
    read.await.map_err(|_| Problem::new(FaultCode::Shutdown, "the body could not be read to the end"))?
}

fn look(held: &Held, which: Which, wish: FoldWish) -> Result<Look, Problem> {
    // Whoever panicked has left a whole look or none. It is held while a document is indexed: whoever
    // asks for another window of it meanwhile waits for that and does not index it once more.
    let mut last = held.indexed.last.lock().unwrap_or_else(PoisonError::into_inner);
    let known = last.as_ref().filter(|look| look.which == which);
    if let Some(look) = known.filter(|look| look.wish == wish) {
        return Ok(look.clone());
    }
    let doc = match known {
        Some(look) => look.doc.clone(),
        None => Arc::new(document(held, &which)?),
    };
    let look = Look { folds: Arc::new(doc.folds(&wish)), which, doc, wish };
    *last = Some(look.clone());
    Ok(look)
}

fn document(held: &Held, which: &Which) -> Result<Doc, Problem> {
    let part = part(held, Seq(which.seq), &which.path)?;
    Ok(match which.form {
        Form::Plain => Doc::plain(part),
        Form::Text => {
            let text: String = serde_json::from_slice(&part).map_err(|_| {
                let (seq, path) = (which.seq, &which.path);
                Problem::invalid_request(format!("the body of entry {seq} has no string at `{path}`"))
            })?;
            Doc::plain(text.into())
        }
        // A part of JSON is JSON.
        Form::Pretty if !which.path.is_empty() => Doc::json(part),
        Form::Pretty => Doc::new(part),
    })
}

/// The body of an entry, or the part of it that a JSON pointer names.
pub(super) fn part(held: &Held, seq: Seq, path: &str) -> Result<Bytes, Problem> {
    let entry = held.session.log().entry(seq).ok_or_else(|| without(held, seq))?;
    let body = unsent_request(&entry).unwrap_or_else(|| body(&entry));
    if path.is_empty() {
        return Ok(body);
    }
    part_at(&body, path).ok_or_else(|| nothing_at(seq, path))
}

pub(super) fn nothing_at(seq: Seq, path: &str) -> Problem {
    Problem::not_found(format!("the body of entry {seq} has nothing at `{path}`"))
}
