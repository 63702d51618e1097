//! The backend of mcp-inspector: what the web UI and other programs reach over HTTP.
//!
//! It serves the proxy endpoint `/mcp`, the configuration, the history and logs, and the sessions of
//! faces. Everything it knows is in [`Backend`]; the routes of each part are beside the part.

mod backend;
mod config;
mod health;
mod history;
mod openapi;
mod problem;
mod sessions;
mod stall;

pub use backend::Backend;
pub use config::Config;
pub use history::{End, History, Level, RequestLine};
pub use openapi::{ProblemBody, ProblemFacts, openapi_json};
pub use problem::Problem;
pub use sessions::{SessionId, Sessions};
pub use stall::StallGuard;

use axum::Router;
use axum::middleware::map_response_with_state;
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;

/// Everything the backend serves.
pub fn router(backend: Backend) -> Router {
    let (router, _description) = api().split_for_parts();
    router.layer(map_response_with_state(backend.clone(), problem::render)).with_state(backend)
}

/// Everything the backend serves, with its description.
fn api() -> OpenApiRouter<Backend> {
    OpenApiRouter::with_openapi(openapi::Api::openapi())
        .merge(health::routes())
        .merge(sessions::routes())
        .merge(openapi::routes())
}
