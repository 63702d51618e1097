//! The backend of mcp-inspector: what the web UI and other programs reach over HTTP.
//!
//! It serves the proxy endpoint `/mcp`, the configuration, the history and logs, and the sessions of
//! faces. Everything it knows is in [`Backend`]; the routes of each part are beside the part.

mod apps;
mod backend;
mod body_limit;
pub mod config;
mod forms;
pub mod guard;
mod health;
mod history;
mod keepsake;
mod oauth;
mod openapi;
mod pages;
pub mod problem;
mod proxy;
mod sessions;
mod settings;
mod stall;
mod start;
mod targets;
mod token;

pub use backend::{Backend, Bounds, Memory};
pub use config::Config;
pub use guard::Guard;
pub use history::{
    Console, End, History, HistoryEntry, HistoryError, HistoryOptions, HistoryPage, HistoryQuery, Level,
    LogEntry, LogPage, LogQuery, RequestLine, Style, UnknownLevel,
};
pub use oauth::Logins;
pub use openapi::openapi_json;
pub use problem::Problem;
pub use proxy::{IDLE, Proxy};
pub use sessions::{SessionId, Sessions};
pub use settings::PageSettings;
pub use stall::StallGuard;
pub use start::{Flags, main, serve};
pub use targets::Recent;
pub use token::Token;

use axum::Router;
use axum::middleware::map_response_with_state;
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;

/// Everything the backend serves.
pub fn router(backend: Backend) -> Router {
    let (router, _description) = api().split_for_parts();
    router
        .fallback(problem::no_such_path)
        .method_not_allowed_fallback(problem::no_such_method)
        .layer(map_response_with_state(backend.clone(), problem::render))
        .with_state(backend)
}

/// Everything the backend serves, behind its guard.
pub fn app(backend: &Backend, guard: Guard) -> Router {
    guard::around(router(backend.clone()), backend, guard)
}

/// Everything the backend serves, with its description.
fn api() -> OpenApiRouter<Backend> {
    OpenApiRouter::with_openapi(openapi::Api::openapi())
        .merge(health::routes())
        .merge(proxy::routes())
        .merge(config::routes())
        .merge(pages::routes())
        .merge(history::routes())
        .merge(sessions::routes())
        .merge(apps::routes())
        .merge(targets::routes())
        .merge(settings::routes())
        .merge(forms::routes())
        .merge(oauth::routes())
        .merge(openapi::routes())
}
