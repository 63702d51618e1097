//! Opening, listing, stopping and closing sessions.

use super::held::{Beginning, Held, Origin, SessionId, server_key};
use super::input::{Body, Found};
use super::opening::{Opened, Opening};
use super::summary::{Summaries, Summary};
use crate::openapi::{AnyProblems, OpenProblems, SendProblems, SessionProblems};
use crate::{Backend, Problem};
use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use mcp_inspector_engine::core::target::Transport;
use std::sync::Arc;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn routes() -> OpenApiRouter<Backend> {
    OpenApiRouter::new()
        .routes(routes!(list, open))
        .routes(routes!(show, close))
        .routes(routes!(reconnect))
        .routes(routes!(stop))
}

/// All sessions
#[utoipa::path(
    get,
    path = "/api/sessions",
    tag = "sessions",
    operation_id = "listSessions",
    responses((status = 200, description = "All sessions", body = Summaries), AnyProblems)
)]
async fn list(State(backend): State<Backend>) -> Json<Summaries> {
    Json(summaries(&backend))
}

/// All sessions in a few words.
pub(super) fn summaries(backend: &Backend) -> Summaries {
    let held = backend.sessions().list();
    Summaries { sessions: held.iter().map(|held| Summary::of(held, backend.base()).listed()).collect() }
}

/// Opens a session
///
/// Answers at once; connecting goes on.
#[utoipa::path(
    post,
    path = "/api/sessions",
    tag = "sessions",
    operation_id = "openSession",
    request_body = Opening,
    responses(
        (status = 201, description = "The session", body = Summary,
            headers(("location" = String, description = "Where the session is"))),
        OpenProblems,
    )
)]
async fn open(
    State(backend): State<Backend>,
    Body(opening): Body<Opening>,
) -> Result<impl IntoResponse, Problem> {
    let held = hold(&backend, opening.read(&backend)?)?;
    Ok(created(&held, &backend))
}

/// Begins to connect, in a session that faces can look at.
pub(super) fn hold(backend: &Backend, mut opened: Opened) -> Result<Arc<Held>, Problem> {
    let key = server_key(opened.target.id.as_deref(), &opened.target.place());
    let catalog_before = backend.sessions().catalog_before(&key);
    let rules = opened.answered_by(|target| backend.sessions().standing(target));
    let script = backend.sessions().script(&key);
    let held = backend.sessions().insert(|| {
        let names = (opened.target.id.clone(), opened.target.name.clone());
        let secrets = opened.secrets();
        let target = opened.target.id.is_none().then(|| Box::new(opened.target.clone()));
        // Who logs in has to name the server, and one without configuration has no other name.
        let id = SessionId::random();
        let server_id = names.0.clone().unwrap_or_else(|| id.to_string());
        let may_log_in = matches!(opened.target.transport, Transport::Http(_));
        let beginning = Beginning { target: opened.target.clone(), given: opened.given };
        let beginning = Some(Box::new(beginning));
        let session = opened.session(backend, &server_id);
        let held = Held::new(session, Origin::Face, names, secrets);
        Held { id, target, beginning, catalog_before, may_log_in, rules, script, ..held }
    })?;
    // Whoever looks on asks for the script only if something was marked.
    if held.script.has_news() {
        held.timeline.mark();
    }
    Ok(held)
}

/// The answer when a session was opened.
pub(super) fn created(held: &Held, backend: &Backend) -> impl IntoResponse + use<> {
    let location = [(header::LOCATION, format!("/api/sessions/{}", held.id))];
    (StatusCode::CREATED, location, Json(Summary::of(held, backend.base())))
}

/// One session
#[utoipa::path(
    get,
    path = "/api/sessions/{id}",
    tag = "sessions",
    operation_id = "showSession",
    params(("id" = String, Path, description = "The session's id")),
    responses((status = 200, description = "The session", body = Summary), SessionProblems)
)]
async fn show(State(backend): State<Backend>, Found(held): Found) -> Json<Summary> {
    Json(Summary::of(&held, backend.base()))
}

/// Closes a session
///
/// The connection ends, and with it the server's process; the session and its log are forgotten.
#[utoipa::path(
    delete,
    path = "/api/sessions/{id}",
    tag = "sessions",
    operation_id = "closeSession",
    params(("id" = String, Path, description = "The session's id")),
    responses((status = 204, description = "It is closed"), SessionProblems)
)]
async fn close(State(backend): State<Backend>, Found(held): Found) -> StatusCode {
    // On its own, so that a caller who goes away does not leave it half closed.
    let closing = tokio::spawn(async move {
        held.session.stop().await;
        backend.sessions().take(&held.id);
    });
    let _ = closing.await;
    StatusCode::NO_CONTENT
}

/// Connects a session again
///
/// After it gave up or was stopped, or at once instead of waiting for the next attempt.
#[utoipa::path(
    post,
    path = "/api/sessions/{id}/reconnect",
    tag = "sessions",
    operation_id = "reconnectSession",
    params(("id" = String, Path, description = "The session's id")),
    responses((status = 202, description = "Connecting goes on", body = Summary), SendProblems)
)]
async fn reconnect(
    State(backend): State<Backend>,
    Found(held): Found,
) -> Result<(StatusCode, Json<Summary>), Problem> {
    held.writable()?.reconnect().await?;
    Ok((StatusCode::ACCEPTED, Json(Summary::of(&held, backend.base()))))
}

/// Ends the connection of a session
///
/// Calls in flight end as lost. The log stays, and the session can be connected again.
#[utoipa::path(
    post,
    path = "/api/sessions/{id}/stop",
    tag = "sessions",
    operation_id = "stopSession",
    params(("id" = String, Path, description = "The session's id")),
    responses((status = 200, description = "The connection has ended", body = Summary), SendProblems)
)]
async fn stop(State(backend): State<Backend>, Found(held): Found) -> Result<Json<Summary>, Problem> {
    held.writable()?.stop().await;
    Ok(Json(Summary::of(&held, backend.base())))
}
