//! The whole time axis of a session at a glance.

use super::{Look, body_of, look};
use crate::openapi::SessionProblems;
use crate::sessions::input::{Found, Params};
use crate::{Backend, Problem};
use axum::Json;
use mcp_inspector_engine::core::timeline::Overview;
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// Into how many stretches the time may be divided, and is unless told.
const MOST_STRETCHES: usize = 2000;
const USUAL_STRETCHES: usize = 200;

pub(super) fn routes() -> OpenApiRouter<Backend> {
    OpenApiRouter::new().routes(routes!(overview))
}

/// How to look.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct OverviewParams {
    /// Which rows to let through; all of them unless told, and when it cannot be read.
    #[serde(default)]
    filter: Option<String>,
    /// Into how many equal stretches to divide the time; 200 unless told.
    #[serde(default)]
    #[param(minimum = 1, maximum = 2000)]
    buckets: Option<usize>,
}

/// How much happened when
#[utoipa::path(
    get,
    path = "/api/sessions/{id}/timeline/overview",
    tag = "sessions",
    operation_id = "showOverview",
    params(("id" = String, Path, description = "The session's id"), OverviewParams),
    responses((status = 200, description = "The overview", body = Overview), SessionProblems)
)]
async fn overview(
    Found(held): Found,
    Params(params): Params<OverviewParams>,
) -> Result<Json<Overview>, Problem> {
    let stretches = params.buckets.unwrap_or(USUAL_STRETCHES);
    if !(1..=MOST_STRETCHES).contains(&stretches) {
        let message = format!("`buckets` should be between 1 and {MOST_STRETCHES}");
        return Err(Problem::invalid_request(message));
    }
    let Look { query, .. } = Look::new(params.filter.as_deref().unwrap_or_default());
    let seen = look(&held, move |held, timeline| timeline.overview(&query, stretches, &body_of(held)));
    seen.await.map(Json)
}
