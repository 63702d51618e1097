//! What differs between two texts: given as they are, or as what sessions have: entries, answers, lists.

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
use mcp_inspector_engine::core::diff::lists::keyed;
use mcp_inspector_engine::core::diff::{Diff, diff};
use mcp_inspector_engine::core::method::has_capability;
use mcp_inspector_engine::core::peer::phase::PhaseName;
use mcp_inspector_engine::core::view::View;
use mcp_inspector_engine::{EntryKind, FaultCode, List, Raw, Seq};
use serde::Deserialize;
use std::sync::Arc;
use std::time::Duration;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// How long a list that is on its way is waited for.
const PATIENCE: Duration = Duration::from_secs(5);

pub(super) fn routes() -> OpenApiRouter<Backend> {
    OpenApiRouter::new().routes(routes!(compare))
}

/// Two texts to compare.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct CompareBody {
    /// The one.
    left: Side,
    /// The other.
    right: Side,
    /// JSON pointers to what does not matter; `*` stands for any member or element.
    #[serde(default)]
    ignore: Vec<String>,
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
    async fn read(self, backend: &Backend) -> Result<String, Problem> {
        let find = |session: String| backend.sessions().find(&session);
        match (self.text, self.session, self.seq, self.row, self.list) {
            (Some(text), None, None, None, None) => Ok(text),
            (None, Some(session), Some(seq), None, None) => {
                let part = part(&*find(session)?, Seq(seq), &self.path)?;
                Ok(String::from_utf8_lossy(&part).into_owned())
            }
            (None, Some(session), None, Some(row), None) => answer(&find(session)?, row).await,
            (None, Some(session), None, None, Some(word)) => list(&*find(session)?, word.into()).await,
            _ => Err(Problem::invalid_request(
                "a side has either `text`, or `session` and one of `seq`, `row` and `list`",
            )),
        }
    }
}

/// The answer of a row: what came back, or what it tells.
async fn answer(held: &Arc<Held>, seq: u64) -> Result<String, Problem> {
    let row = look(held, move |_, timeline| timeline.row_at(Seq(seq))).await?;
    let row = row.ok_or_else(|| unknown(seq))?;
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
    told.map(|raw| raw.as_str().to_owned()).ok_or_else(|| {
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

/// What differs between two texts
#[utoipa::path(
    post,
    path = "/api/diff",
    tag = "sessions",
    operation_id = "compare",
    request_body = CompareBody,
    responses((status = 200, description = "What differs", body = Diff), SessionProblems)
)]
async fn compare(
    State(backend): State<Backend>,
    Body(body): Body<CompareBody>,
) -> Result<Json<Diff>, Problem> {
    let (left, right) = (body.left.read(&backend).await?, body.right.read(&backend).await?);
    let compared = tokio::task::spawn_blocking(move || diff(&left, &right, &body.ignore));
    let compared = compared.await;
    compared
        .map(Json)
        .map_err(|_| Problem::new(FaultCode::Shutdown, "the texts could not be compared to the end"))
}
