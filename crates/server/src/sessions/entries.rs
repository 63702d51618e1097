//! Pages of a session's log, and single entries of it.

use super::input::{Found, FoundWith, Params, place};
use crate::openapi::{SessionProblems, word};
use crate::{Backend, Problem};
use axum::Json;
use mcp_inspector_engine::{Entry, FaultCode, Item, Seq};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::sync::Arc;
use utoipa::openapi::schema::AdditionalProperties;
use utoipa::openapi::{ObjectBuilder, RefOr, Schema, Type};
use utoipa::{IntoParams, PartialSchema, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// How many entries a page has unless told.
const USUAL: usize = 100;

/// How many entries a page may have.
const MOST: usize = 1000;

/// A page ends early once its entries hold this many bytes.
const MOST_BYTES: usize = 4 * 1024 * 1024;

pub(super) fn routes() -> OpenApiRouter<Backend> {
    OpenApiRouter::new().routes(routes!(page)).routes(routes!(entry))
}

/// One line of a log, in the format of recordings.
#[derive(Debug, Serialize)]
#[serde(transparent)]
pub(super) struct EntryBody(pub(super) Arc<Entry>);

impl PartialSchema for EntryBody {
    fn schema() -> RefOr<Schema> {
        let number = || ObjectBuilder::new().schema_type(Type::Integer).minimum(Some(0));
        let kinds = [
            "frame",
            "stderr",
            "http",
            "http-end",
            "phase",
            "negotiated",
            "ended",
            "ask",
            "auth",
            "app",
            "note",
        ];
        ObjectBuilder::new()
            .description(Some("One line of a log, in the format of recordings"))
            .property("seq", number().description(Some("Its place")))
            .property("atNs", number().description(Some("Nanoseconds since the session opened")))
            .property("kind", word(&kinds))
            .required("seq")
            .required("atNs")
            .required("kind")
            .additional_properties(Some(AdditionalProperties::FreeForm(true)))
            .build()
            .into()
    }
}

impl ToSchema for EntryBody {
    fn name() -> Cow<'static, str> {
        "Entry".into()
    }
}

/// Entries that are no longer kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = Range)]
pub(super) struct RangeBody {
    /// The first of them.
    pub(super) from: u64,
    /// The last of them.
    pub(super) to: u64,
}

/// Entries that are no longer kept.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Gap)]
struct GapBody {
    /// Which.
    gap: RangeBody,
}

/// An entry, or a range that is no longer kept.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = LogItem)]
#[serde(untagged)]
enum ItemBody {
    /// An entry.
    Entry(EntryBody),
    /// A range.
    Gap(GapBody),
}

/// A page of a log.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct PageBody {
    /// Entries and gaps: oldest first when forward, newest first when backward.
    items: Vec<ItemBody>,
    /// Where the next page in the same direction begins; null when there is none yet.
    #[schema(required)]
    next: Option<u64>,
    /// The place of the newest entry.
    last_seq: u64,
}

/// Which page.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct PageParams {
    /// The first place to look at: the oldest when forward, the newest when backward.
    #[serde(default)]
    #[param(minimum = 0)]
    from: Option<u64>,
    /// How many entries at most; fewer come when they are large.
    #[serde(default)]
    #[param(minimum = 1, maximum = 1000, default = 100)]
    limit: Option<usize>,
    /// Which way to go.
    #[serde(default)]
    #[param(inline)]
    direction: Direction,
}

/// Which way to go through a log.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum Direction {
    /// From old to new.
    #[default]
    Forward,
    /// From new to old.
    Backward,
}

/// A page of the log
#[utoipa::path(
    get,
    path = "/api/sessions/{id}/entries",
    tag = "sessions",
    operation_id = "listEntries",
    params(("id" = String, Path, description = "The session's id"), PageParams),
    responses((status = 200, description = "The page", body = PageBody), SessionProblems)
)]
async fn page(Found(held): Found, Params(params): Params<PageParams>) -> Result<Json<PageBody>, Problem> {
    let limit = params.limit.unwrap_or(USUAL);
    if !(1..=MOST).contains(&limit) {
        let message = format!("`limit` is {limit}, and should be between 1 and {MOST}");
        return Err(Problem::invalid_request(message));
    }
    let from = place(params.from)?;
    let log = held.session.log();
    let last = log.last();
    let is_forward = params.direction == Direction::Forward;
    let items = if is_forward {
        log.page(from.unwrap_or(Seq::FIRST), limit)
    } else {
        log.page_back(from.unwrap_or(last), limit)
    };
    let (mut kept, mut held_bytes, mut next) = (Vec::new(), 0, None);
    for item in items.into_iter().take(limit) {
        if held_bytes >= MOST_BYTES {
            break;
        }
        next = match &item {
            Item::Entry(entry) if is_forward => Some(entry.seq.next().0),
            Item::Gap { to, .. } if is_forward => Some(to.next().0),
            Item::Entry(entry) => Some(entry.seq.0 - 1),
            Item::Gap { from, .. } => Some(from.0 - 1),
        };
        kept.push(match item {
            Item::Entry(entry) => {
                held_bytes += entry.size();
                ItemBody::Entry(EntryBody(entry))
            }
            Item::Gap { from, to } => ItemBody::Gap(GapBody { gap: RangeBody { from: from.0, to: to.0 } }),
        });
    }
    let next = next.filter(|next| *next >= 1 && *next <= last.0);
    Ok(Json(PageBody { items: kept, next, last_seq: last.0 }))
}

/// One entry of the log
#[utoipa::path(
    get,
    path = "/api/sessions/{id}/entries/{seq}",
    tag = "sessions",
    operation_id = "showEntry",
    params(
        ("id" = String, Path, description = "The session's id"),
        ("seq" = u64, Path, description = "Its place"),
    ),
    responses((status = 200, description = "The entry", body = EntryBody), SessionProblems)
)]
async fn entry(FoundWith(held, seq): FoundWith) -> Result<Json<EntryBody>, Problem> {
    let log = held.session.log();
    log.entry(Seq(seq)).map(EntryBody).map(Json).ok_or_else(|| {
        let last = log.last();
        let message = if seq > last.0 {
            format!("the log of session `{}` ends at entry {last}; there is no entry {seq} yet", held.id)
        } else if seq == 0 {
            format!("the log of session `{}` begins at entry 1; there is no entry 0", held.id)
        } else {
            format!("the log of session `{}` no longer has entry {seq}", held.id)
        };
        Problem::new(FaultCode::NotFound, message)
    })
}
