//! The description of the API: made from the handlers, so it cannot drift from them.
//!
//! `docs/openapi.json` in the repository is a copy that a test keeps fresh; the backend serves the
//! same at `/api/openapi.json`.

mod problems;

pub(crate) use problems::{
    AnyProblems, CommandProblems, GuardProblems, LoginBodyProblems, LoginProblems, OpenProblems,
    ProxyProblems, SendProblems, SessionProblems,
};
pub use problems::{ProblemBody, ProblemFacts};

use crate::Backend;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use std::sync::LazyLock;
use utoipa::openapi::security::{ApiKey, ApiKeyValue, SecurityScheme};
use utoipa::openapi::{Object, ObjectBuilder, Type};
use utoipa::{Modify, OpenApi};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// The description of the API, without its paths: those come from the handlers.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "mcp-inspector",
        description = "The backend of mcp-inspector: the proxy endpoint, the configuration, the history \
                       and logs, and the sessions on which faces stand. docs/api.md says it in words.",
        version = env!("CARGO_PKG_VERSION"),
        license(name = "MIT OR Apache-2.0", identifier = "MIT OR Apache-2.0"),
    ),
    servers((url = "/", description = "Wherever this file came from")),
    components(schemas(ProblemBody, crate::sessions::NowBody, crate::sessions::TimelineNews)),
    security(("token" = [])),
    tags(
        (name = "proxy", description = "Any configured server as an MCP endpoint"),
        (name = "config", description = "The configured servers"),
        (name = "history", description = "What was asked and answered, and what happened"),
        (name = "sessions", description = "Sessions with servers: open, watch, drive, close"),
        (name = "apps", description = "Apps of servers: shown on an origin of their own, and what they say"),
        (name = "targets", description = "Which servers a user could mean"),
        (name = "forms", description = "Forms made of JSON Schemas"),
        (name = "settings", description = "What the page keeps"),
        (name = "login", description = "Tokens for servers: obtained with a user, renewed, given back"),
        (name = "recordings", description = "Sessions as files"),
        (name = "description", description = "What can be asked of the backend"),
    ),
    modifiers(&Token),
)]
pub(crate) struct Api;

/// How callers show that they may call.
struct Token;

impl Modify for Token {
    fn modify(&self, openapi: &mut utoipa::openapi::OpenApi) {
        let value = ApiKeyValue::with_description("X-Session-Token", "The token that is printed at start");
        let components = openapi.components.get_or_insert_default();
        components.add_security_scheme("token", SecurityScheme::ApiKey(ApiKey::Header(value)));
    }
}

/// The description of the API as JSON, the way the repository and the backend have it.
pub fn openapi_json() -> &'static str {
    static TEXT: LazyLock<String> = LazyLock::new(|| {
        let description = crate::api().into_openapi();
        let text = description.to_pretty_json().expect("the description is JSON");
        format!("{text}\n")
    });
    &TEXT
}

pub(crate) fn routes() -> OpenApiRouter<Backend> {
    OpenApiRouter::new().routes(routes!(description))
}

/// The description of this API
#[utoipa::path(
    get,
    path = "/api/openapi.json",
    tag = "description",
    responses(
        (status = 200, description = "An OpenAPI document", body = Object, content_type = "application/json"),
        AnyProblems,
    )
)]
async fn description() -> Response {
    let json = HeaderValue::from_static("application/json");
    ([(header::CONTENT_TYPE, json)], openapi_json()).into_response()
}

/// A text that is one of `words`.
pub(crate) fn word(words: &[&str]) -> Object {
    ObjectBuilder::new().schema_type(Type::String).enum_values(Some(words.iter().copied())).build()
}
