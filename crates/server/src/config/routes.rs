//! `/config`: the configured servers over HTTP.

mod bodies;

use super::{Config, ServerConfig, ServerList};
use crate::openapi::GuardProblems;
use crate::problem::{JsonBody, PathOf, ProblemBody};
use crate::{Backend, Problem};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use bodies::{NewServer, ServerPatch};
use mcp_inspector_engine::FaultCode;
use serde_json::{Map, Value};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(crate) fn routes() -> OpenApiRouter<Backend> {
    OpenApiRouter::new().routes(routes!(list, create)).routes(routes!(update, remove))
}

/// All configured servers
///
/// Values are as written in the file: variables such as `${TOKEN}` are not filled in, and secrets are
/// not hidden. What in the file cannot be used is told under `problems`.
#[utoipa::path(get, path = "/config", tag = "config", operation_id = "listServers",
    responses((status = 200, body = ServerList), GuardProblems))]
async fn list(State(backend): State<Backend>) -> Result<Json<ServerList>, Problem> {
    waited(&backend, |config| Ok(config.servers())).await.map(Json)
}

/// Add a server
///
/// The id is made here. Fields that are not known are kept. `id`, `createdAt` and `updatedAt` of the
/// body are ignored.
#[utoipa::path(
    post,
    operation_id = "addServer",
    path = "/config",
    tag = "config",
    request_body = NewServer,
    responses(
        (status = 200, body = ServerConfig, description = "The server as it now is"),
        (status = 400, body = ProblemBody, description = "INVALID_REQUEST: the body is no JSON object; \
            INVALID_CONFIG: a field cannot be used, the name is taken, or the file has errors"),
        (status = 413, body = ProblemBody, description = "The body is too large"),
        (status = 415, body = ProblemBody, description = "The body is not marked as JSON"),
        (status = 500, body = ProblemBody, description = "OUTPUT_FAILED: the file could not be written"),
        GuardProblems,
    ),
)]
async fn create(
    State(backend): State<Backend>,
    JsonBody(fields): JsonBody<Map<String, Value>>,
) -> Result<Json<ServerConfig>, Problem> {
    waited(&backend, move |config| config.create(&fields)).await.map(Json)
}

/// Change a server
///
/// Only the fields of the body change; null removes one. With another `transport`, the fields that
/// only the old one has are removed.
#[utoipa::path(
    put,
    operation_id = "changeServer",
    path = "/config/{id}",
    tag = "config",
    params(("id" = String, Path, description = "The id of a server or, when no id fits, its name")),
    request_body = ServerPatch,
    responses(
        (status = 200, body = ServerConfig, description = "The server as it now is"),
        (status = 400, body = ProblemBody, description = "INVALID_REQUEST: the body is no JSON object; \
            INVALID_CONFIG: the server could not be used with these fields, or the file has errors"),
        (status = 404, body = ProblemBody, description = "SERVER_NOT_FOUND"),
        (status = 413, body = ProblemBody, description = "The body is too large"),
        (status = 415, body = ProblemBody, description = "The body is not marked as JSON"),
        (status = 500, body = ProblemBody, description = "OUTPUT_FAILED: the file could not be written"),
        GuardProblems,
    ),
)]
async fn update(
    State(backend): State<Backend>,
    PathOf(id): PathOf<String>,
    JsonBody(patch): JsonBody<Map<String, Value>>,
) -> Result<Json<ServerConfig>, Problem> {
    waited(&backend, move |config| config.update(&id, &patch)).await.map(Json)
}

/// Remove a server
#[utoipa::path(
    delete,
    operation_id = "removeServer",
    path = "/config/{id}",
    tag = "config",
    params(("id" = String, Path, description = "The id of a server or, when no id fits, its name")),
    responses(
        (status = 204, description = "It is gone"),
        (status = 400, body = ProblemBody, description = "INVALID_CONFIG: the file has errors"),
        (status = 404, body = ProblemBody, description = "SERVER_NOT_FOUND"),
        (status = 500, body = ProblemBody, description = "OUTPUT_FAILED: the file could not be written"),
        GuardProblems,
    ),
)]
async fn remove(State(backend): State<Backend>, PathOf(id): PathOf<String>) -> Result<StatusCode, Problem> {
    waited(&backend, move |config| config.remove(&id)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Does what waits for a disk on a thread that may wait. It goes on to its end even when the client
/// is gone.
async fn waited<T: Send + 'static>(
    backend: &Backend,
    work: impl FnOnce(&Config) -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    let config = backend.config().clone();
    match tokio::task::spawn_blocking(move || work(&config)).await {
        Ok(done) => done,
        Err(error) => match error.try_into_panic() {
            Ok(panic) => std::panic::resume_unwind(panic),
            Err(_) => Err(Problem::new(FaultCode::Shutdown, "the backend is stopping")),
        },
    }
}
