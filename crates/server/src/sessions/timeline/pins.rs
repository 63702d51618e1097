//! Rows that someone pinned. They are kept with the session, so every tab has the same.

use super::detail::unknown;
use super::folded::Pinning;
use super::look;
use crate::openapi::SessionProblems;
use crate::sessions::held::Held;
use crate::sessions::input::{Found, FoundWith};
use crate::{Backend, Problem};
use axum::Json;
use mcp_inspector_engine::core::timeline::Row;
use mcp_inspector_engine::{FaultCode, Seq};
use serde::Serialize;
use std::sync::Arc;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// How many rows may be pinned.
const MOST: usize = 100;

pub(super) fn routes() -> OpenApiRouter<Backend> {
    OpenApiRouter::new().routes(routes!(pins)).routes(routes!(pin, unpin))
}

/// The pinned rows.
#[derive(Debug, Serialize, ToSchema)]
struct PinsBody {
    /// They, oldest first.
    rows: Vec<Row>,
}

/// The pinned rows
#[utoipa::path(
    get,
    path = "/api/sessions/{id}/pins",
    tag = "sessions",
    operation_id = "listPins",
    params(("id" = String, Path, description = "The session's id")),
    responses((status = 200, description = "The rows", body = PinsBody), SessionProblems)
)]
async fn pins(Found(held): Found) -> Result<Json<PinsBody>, Problem> {
    let rows = look(&held, |_, timeline| timeline.pinned()).await?;
    Ok(Json(PinsBody { rows }))
}

/// Pins a row
///
/// Up to 100 rows; the filter `pinned:yes` finds them.
#[utoipa::path(
    put,
    path = "/api/sessions/{id}/pins/{seq}",
    tag = "sessions",
    operation_id = "pinRow",
    params(
        ("id" = String, Path, description = "The session's id"),
        ("seq" = u64, Path, description = "An entry of the row"),
    ),
    responses((status = 200, description = "The rows that are pinned now", body = PinsBody), SessionProblems)
)]
async fn pin(FoundWith(held, seq): FoundWith) -> Result<Json<PinsBody>, Problem> {
    change(&held, seq, true).await
}

/// Takes the pin off a row
#[utoipa::path(
    delete,
    path = "/api/sessions/{id}/pins/{seq}",
    tag = "sessions",
    operation_id = "unpinRow",
    params(
        ("id" = String, Path, description = "The session's id"),
        ("seq" = u64, Path, description = "An entry of the row"),
    ),
    responses((status = 200, description = "The rows that are pinned now", body = PinsBody), SessionProblems)
)]
async fn unpin(FoundWith(held, seq): FoundWith) -> Result<Json<PinsBody>, Problem> {
    change(&held, seq, false).await
}

async fn change(held: &Arc<Held>, seq: u64, is_pinned: bool) -> Result<Json<PinsBody>, Problem> {
    let owner = held.clone();
    let done = tokio::task::spawn_blocking(move || {
        owner.timeline.pin(owner.session.log(), Seq(seq), is_pinned, MOST)
    });
    let done = done.await;
    match done.map_err(|_| Problem::new(FaultCode::Shutdown, "the row could not be pinned"))? {
        Pinning::Done(rows) => Ok(Json(PinsBody { rows })),
        Pinning::NoSuchRow => Err(unknown(seq)),
        Pinning::TooMany => {
            let problem = Problem::invalid_request(format!("{MOST} rows are pinned, and no more can be"));
            Err(problem.with_hint("take the pin off one that is no longer needed"))
        }
    }
}
