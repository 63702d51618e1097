//! The backend of mcp-inspector: what the web UI and other programs reach over HTTP.
//!
//! It serves the proxy endpoint `/mcp`, the configuration, the history and logs, and the sessions of
//! faces. Everything it knows is in [`Backend`]; the routes of each part are beside the part.

mod backend;
mod config;
mod health;
mod history;
mod problem;

pub use backend::Backend;
pub use config::Config;
pub use history::{
    Console, End, History, HistoryEntry, HistoryError, HistoryOptions, HistoryPage, HistoryQuery, Level,
    LogEntry, LogPage, LogQuery, RequestLine, Style, UnknownLevel,
};
pub use problem::Problem;

use axum::Router;
use axum::middleware::map_response_with_state;
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;

/// The description of the API, without its paths: those come from the handlers.
#[derive(OpenApi)]
#[openapi(info(title = "mcp-inspector", description = "The backend of mcp-inspector"))]
struct Api;

/// Everything the backend serves.
pub fn router(backend: Backend) -> Router {
    let (router, _description) = OpenApiRouter::with_openapi(Api::openapi())
        .merge(health::routes())
        .merge(history::routes())
        .split_for_parts();
    router.layer(map_response_with_state(backend.clone(), problem::render)).with_state(backend)
}
