//! `GET /health`: whether the backend lives. The only answer that needs no token.

use crate::Backend;
use axum::Json;
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// That the backend lives.
#[derive(Debug, Serialize, ToSchema)]
struct Health {
    /// Always `ok`.
    status: &'static str,
    /// The version of mcp-inspector.
    version: &'static str,
    /// For how many seconds it has run.
    uptime: u64,
}

pub(crate) fn routes() -> OpenApiRouter<Backend> {
    OpenApiRouter::new().routes(routes!(health))
}

/// Whether the backend lives
#[utoipa::path(get, path = "/health", responses((status = 200, body = Health)), security(()))]
async fn health(State(backend): State<Backend>) -> Json<Health> {
    let uptime = backend.started().elapsed().as_secs();
    Json(Health { status: "ok", version: env!("CARGO_PKG_VERSION"), uptime })
}
