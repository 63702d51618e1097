//! What differs between two texts: given as they are, or as what sessions have: entries, answers, lists. It is told in
//! pages, and what was compared last in a session is kept for the next of them.

use super::detail::{entries, unknown};
use super::document::part;
use super::{look, without};
use crate::openapi::SessionProblems;
use crate::sessions::commands::ListWord;
use crate::sessions::held::{Held, Origin};
use crate::sessions::input::Body;
use crate::{Backend, Problem};
use axum::Json;
use axum::extract::State;
use bytes::Bytes;
use mcp_inspector_engine::core::diff::Change;
use mcp_inspector_engine::core::diff::lists::keyed;
use mcp_inspector_engine::core::diff::pages::{ChangeCounts, Compared, Page};
use mcp_inspector_engine::core::method::has_capability;
use mcp_inspector_engine::core::peer::phase::PhaseName;
use mcp_inspector_engine::core::timeline::Answer;
use mcp_inspector_engine::core::view::View;
use mcp_inspector_engine::{EntryKind, FaultCode, List, Raw, Seq};
use serde::{Deserialize, Serialize};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// How long a list that is on its way is waited for.
const PATIENCE: Duration = Duration::from_secs(5);

/// How many lines a page may have, and has unless told; and how many changed places.
const MOST_LINES: usize = 1000;
const USUAL_LINES: usize = 500;
const MOST_CHANGES: usize = 200;

/// Larger comparisons are not kept: each page of them is compared anew.
const MOST_KEPT: usize = 128 * 1024 * 1024;

pub(super) fn routes() -> OpenApiRouter<Backend> {
    OpenApiRouter::new().routes(routes!(compare))
}

/// Two texts to compare.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct CompareBody {
    /// The one.
    left: Side,
    /// The other.
    right: Side,
    /// JSON pointers to what does not matter; `*` stands for any member or element.
    #[serde(default)]
    ignore: Vec<String>,
    /// The number of the first line of the page.
    #[serde(default)]
    from: usize,
    /// How many lines it has; 500 unless told.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 1000)]
    limit: Option<usize>,
    /// All lines are told, also stretches that are the same: for what was folded away.
    #[serde(default)]
    whole: bool,
    /// Which of the changed places is the first that is told.
    #[serde(default)]
    changes_from: usize,
}

/// A text to compare: `text` itself; or, of the session `session`, the body of the entry `seq`, the answer of
/// the row that has the entry `row`, or the list `list` as an object that has its items by their names.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Side {
    /// The text.
    #[serde(default)]
    #[schema(nullable = false)]
    text: Option<String>,
    /// The id of the session that has it.
    #[serde(default)]
    #[schema(nullable = false)]
    session: Option<String>,
    /// The entry.
    #[serde(default)]
    #[schema(nullable = false)]
    seq: Option<u64>,
    /// An entry of the row whose answer is meant: its result or error, or what a notification tells.
    #[serde(default)]
    #[schema(nullable = false)]
    row: Option<u64>,
    /// The list.
    #[serde(default)]
    #[schema(nullable = false)]
    list: Option<ListWord>,
    /// A JSON pointer to the part of the entry's body that is meant; all of it unless told.
    #[serde(default)]
    path: String,
}

impl Side {
    /// The text, and the session that has it.
    async fn read(self, backend: &Backend) -> Result<(Bytes, Option<Arc<Held>>), Problem> {
        let find = |session: String| backend.sessions().find(&session);
        match (self.text, self.session, self.seq, self.row, self.list) {
            (Some(text), None, None, None, None) => Ok((text.into(), None)),
            (None, Some(session), Some(seq), None, None) => {
                let held = find(session)?;
                Ok((readable(part(&held, Seq(seq), &self.path)?), Some(held)))
            }
            (None, Some(session), None, Some(row), None) => {
                let held = find(session)?;
                Ok((answer(&held, row).await?, Some(held)))
            }
            (None, Some(session), None, None, Some(word)) => {
                let held = find(session)?;
                Ok((list(&held, word.into()).await?.into(), Some(held)))
            }
            _ => Err(Problem::invalid_request(
                "a side has either `text`, or `session` and one of `seq`, `row` and `list`",
            )),
        }
    }
}

/// The same as text, with what is not UTF-8 replaced.
fn readable(bytes: Bytes) -> Bytes {
    match std::str::from_utf8(&bytes) {
        Ok(_) => bytes,
        Err(_) => String::from_utf8_lossy(&bytes).into_owned().into(),
    }
}

/// The answer of a row: what came back, or what it tells.
async fn answer(held: &Arc<Held>, seq: u64) -> Result<Bytes, Problem> {
    let found = look(held, move |held, timeline| {
        let row = timeline.row_at(Seq(seq))?;
        let log = held.session.log();
        let story = row.call.and_then(|call| timeline.story_of(call, &|seq| log.entry(seq)));
        // The requests by which a call is sent again have rows of their own.
        Some((story.filter(|story| story.row.seq == row.seq), row))
    });
    let (story, row) = found.await?.ok_or_else(|| unknown(seq))?;
    if let Some(Answer::At { raw, .. }) = story.map(|story| story.answer) {
        return Ok(raw.bytes().clone());
    }
    let entries = entries(held, &row);
    if entries.is_empty() {
        return Err(without(held, row.seq));
    }
    let frame = entries.last().and_then(|entry| match &entry.kind {
        EntryKind::Frame { frame, .. } => Raw::parse(&String::from_utf8_lossy(frame.bytes())).ok(),
        _ => None,
    });
    let told = frame.and_then(|frame| {
        let mut parts = ["result", "error", "params"].into_iter();
        parts.find_map(|name| frame.member(name))
    });
    told.map(|raw| raw.bytes().clone()).ok_or_else(|| {
        Problem::not_found(format!("the row with the entry {seq} has no answer that the log still has"))
            .with_hint("compare calls that were answered")
    })
}

/// A list of what the server offers, or offered before the connection ended. One that is on its way is waited for.
async fn list(held: &Held, list: List) -> Result<String, Problem> {
    let log = held.session.log();
    // What comes after this is heard of, however early it is looked for.
    let mut news = log.cursor(log.last().next());
    let late = tokio::time::sleep(PATIENCE);
    tokio::pin!(late);
    loop {
        if log.with_view(|view| Standing::of(view, list)) != Standing::Coming || held.origin != Origin::Face {
            break;
        }
        tokio::select! {
            item = news.next() => if item.is_none() { break },
            () = &mut late => break,
        }
    }
    let items = log.with_view(|view| {
        let now = view.catalog.list(list).map(|list| list.items.clone());
        let before = || view.catalog_before.as_ref()?.list(list).map(|list| list.items.clone());
        now.or_else(|| (Standing::of(view, list) == Standing::Absent).then(Vec::new)).or_else(before)
    });
    items.map(|items| keyed(list, &items)).ok_or_else(|| {
        let name = list.member();
        Problem::not_found(format!("`{}` has no list of {name}: it was never fetched", held.name))
            .with_hint("connect it, or fetch the list: POST /api/sessions/{id}/lists")
    })
}

/// Where a list stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Standing {
    /// All of it is there, or no more of it comes.
    Settled,
    /// The session connects, or the server offers the list and has not told all of it.
    Coming,
    /// The server does not offer it.
    Absent,
}

impl Standing {
    fn of(view: &View, list: List) -> Self {
        match view.phase {
            PhaseName::Starting | PhaseName::Initializing => return Standing::Coming,
            PhaseName::Ready => {}
            PhaseName::Backoff | PhaseName::Closing | PhaseName::Closed => return Standing::Settled,
        }
        let said = view.server.as_ref().and_then(|server| server.capabilities.as_ref());
        let name = if list == List::Templates { List::Resources } else { list }.member();
        match view.catalog.list(list) {
            Some(list) if list.is_complete => Standing::Settled,
            None if said.is_some_and(|said| !has_capability(said, &[name])) => Standing::Absent,
            _ => Standing::Coming,
        }
    }
}

/// What was compared last, for whoever wants more of it.
#[derive(Debug, Default)]
pub(crate) struct LastCompared {
    last: Mutex<Option<Kept>>,
}

#[derive(Clone, Debug)]
struct Kept {
    left: Bytes,
    right: Bytes,
    ignore: Vec<String>,
    compared: Arc<Compared>,
}

impl LastCompared {
    /// Compares two texts, or finds that this was just done.
    fn of(&self, left: &Bytes, right: &Bytes, ignore: Vec<String>) -> Arc<Compared> {
        // Whoever panicked has left a whole comparison or none. It is held while texts are compared: whoever asks for
        // another page meanwhile waits for that and does not compare them once more.
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        let is_it = |kept: &&Kept| kept.left == left && kept.right == right && kept.ignore == ignore;
        if let Some(kept) = last.as_ref().filter(is_it) {
            return kept.compared.clone();
        }
        let compared = Arc::new(compared(left, right, &ignore));
        let kept = Kept { left: left.clone(), right: right.clone(), ignore, compared: compared.clone() };
        *last = (compared.bytes() <= MOST_KEPT).then_some(kept);
        compared
    }
}

fn compared(left: &Bytes, right: &Bytes, ignore: &[String]) -> Compared {
    let text = |bytes: &Bytes| -> String { String::from_utf8_lossy(bytes).into_owned() };
    Compared::new(&text(left), &text(right), ignore)
}

/// A page of what differs.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Diff)]
struct DiffBody {
    /// How many places changed, in which way; none when one of the texts is no JSON.
    counts: ChangeCounts,
    /// Whether all lines are the same.
    same: bool,
    /// Some of the places that changed.
    changes: Vec<Change>,
    /// Some lines of both.
    #[serde(flatten)]
    page: Page,
}

/// What differs between two texts, a page of it
///
/// Lines that both have and that are far from any change are folded away; `whole` tells them. Two hundred changed places
/// are told at once.
#[utoipa::path(
    post,
    path = "/api/diff",
    tag = "sessions",
    operation_id = "compare",
    request_body = CompareBody,
    responses((status = 200, description = "What differs", body = DiffBody), SessionProblems)
)]
async fn compare(
    State(backend): State<Backend>,
    Body(body): Body<CompareBody>,
) -> Result<Json<DiffBody>, Problem> {
    let limit = body.limit.unwrap_or(USUAL_LINES);
    if !(1..=MOST_LINES).contains(&limit) {
        return Err(Problem::invalid_request(format!("`limit` should be between 1 and {MOST_LINES}")));
    }
    let (left, one) = body.left.read(&backend).await?;
    let (right, other) = body.right.read(&backend).await?;
    let told = tokio::task::spawn_blocking(move || {
        let compared = match one.or(other) {
            Some(held) => held.compared.of(&left, &right, body.ignore),
            None => Arc::new(compared(&left, &right, &body.ignore)),
        };
        DiffBody {
            counts: compared.counts(),
            same: compared.is_same(),
            changes: compared.changes(body.changes_from, MOST_CHANGES).to_vec(),
            page: compared.page(body.from, limit, !body.whole),
        }
    });
    told.await
        .map(Json)
        .map_err(|_| Problem::new(FaultCode::Shutdown, "the texts could not be compared to the end"))
}
