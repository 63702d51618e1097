//! A session's log as server-sent events: the id of an event is the place of its entry.
//!
//! Each subscriber is a cursor on the log and nothing else. One that falls behind is told which
//! entries it missed; it slows nobody.

use super::entries::RangeBody;
use super::held::Held;
use super::input::{Found, Params, place};
use super::sse::{self, COMMENT, Feed, KEEP_ALIVE, PIECE, RETRY, push_event};
use crate::openapi::OpenProblems;
use crate::{Backend, Problem};
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use mcp_inspector_engine::{Cursor, Item, Seq};
use serde::Deserialize;
use tokio::sync::{OwnedSemaphorePermit, watch};
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn routes() -> OpenApiRouter<Backend> {
    OpenApiRouter::new().routes(routes!(events))
}

/// Where to begin.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct EventsParams {
    /// The place of the first entry to send; the first of all unless told. `Last-Event-ID` wins.
    #[serde(default)]
    #[param(minimum = 0)]
    from: Option<u64>,
}

/// The log as it grows, as server-sent events
///
/// `event: entry` has an entry, and its place as id. `event: gap` has `{"from","to"}`: entries that are no
/// longer kept; its id is `to`. `event: end` is the last one: the session is over, or was closed. Comments
/// come every 15 seconds. After `Last-Event-ID` nothing is missing that no gap tells of.
#[utoipa::path(
    get,
    path = "/api/sessions/{id}/events",
    tag = "sessions",
    operation_id = "streamEntries",
    params(
        ("id" = String, Path, description = "The session's id"),
        EventsParams,
        ("Last-Event-ID" = Option<u64>, Header, description = "The id of the last event that came; the next one follows"),
    ),
    responses(
        (status = 200, description = "Events, until the session ends", body = String,
            content_type = "text/event-stream"),
        OpenProblems,
    )
)]
async fn events(
    State(backend): State<Backend>,
    Found(held): Found,
    Params(params): Params<EventsParams>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let from = match last_event_id(&headers)? {
        Some(last) => Some(Seq(last).next()),
        None => place(params.from)?,
    };
    // Whoever is ahead of the log has read another one; what comes next is news in any case.
    let next = held.session.log().last().next();
    let from = from.unwrap_or(Seq::FIRST).min(next);
    let feed = EntryFeed {
        cursor: held.session.entries_from(from),
        gone: held.gone.subscribe(),
        stage: Stage::Fresh,
        _leave: backend.sessions().stream()?,
    };
    Ok(sse::events(feed))
}

fn last_event_id(headers: &HeaderMap) -> Result<Option<u64>, Problem> {
    let Some(value) = headers.get("last-event-id") else { return Ok(None) };
    let text = value.to_str().unwrap_or_default().trim();
    if text.is_empty() {
        return Ok(None);
    }
    text.parse().map(Some).map_err(|_| {
        Problem::invalid_request("`Last-Event-ID` is not a number")
            .with_hint("send the id of the last event that came, or leave the header out")
    })
}

/// A subscriber.
struct EntryFeed {
    cursor: Cursor,
    gone: watch::Receiver<bool>,
    stage: Stage,
    _leave: OwnedSemaphorePermit,
}

#[derive(Clone, Copy, PartialEq)]
enum Stage {
    /// Nothing was sent yet.
    Fresh,
    Streaming,
    /// The end was told.
    Ended,
}

impl Feed for EntryFeed {
    async fn next_piece(&mut self) -> Option<Vec<u8>> {
        match self.stage {
            Stage::Fresh => {
                self.stage = Stage::Streaming;
                return Some(RETRY.to_vec());
            }
            Stage::Ended => return None,
            Stage::Streaming => {}
        }
        let first = tokio::select! {
            biased;
            item = self.cursor.next() => item,
            // What the log has by now still goes out.
            () = Held::until_gone(&mut self.gone) => self.cursor.try_next(),
            () = tokio::time::sleep(KEEP_ALIVE) => return Some(COMMENT.to_vec()),
        };
        let mut text = Vec::new();
        let mut item = first;
        while let Some(next) = item {
            push_item(&mut text, &next);
            item = if text.len() < PIECE { self.cursor.try_next() } else { None };
        }
        if text.is_empty() {
            self.stage = Stage::Ended;
            let reason = if *self.gone.borrow() { "removed" } else { "over" };
            push_event(&mut text, None, "end", format!(r#"{{"reason":"{reason}"}}"#).as_bytes());
        }
        Some(text)
    }
}

fn push_item(text: &mut Vec<u8>, item: &Item) {
    match item {
        Item::Entry(entry) => {
            let data = serde_json::to_vec(&**entry).unwrap_or_default();
            push_event(text, Some(entry.seq.0), "entry", &data);
        }
        Item::Gap { from, to } => {
            let data = serde_json::to_vec(&RangeBody { from: from.0, to: to.0 }).unwrap_or_default();
            push_event(text, Some(to.0), "gap", &data);
        }
    }
}
