//! Opening the server of a session once more with more in its environment, in place of that session: for servers that
//! cannot start because a variable is missing.

use super::held::{Held, Origin};
use super::input::{Body, Found};
use super::lifecycle::{created, hold};
use super::opening::{Opened, add_env};
use super::summary::Summary;
use crate::openapi::SendProblems;
use crate::{Backend, Problem};
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::IntoResponse;
use mcp_inspector_engine::FaultCode;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::atomic::Ordering;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn routes() -> OpenApiRouter<Backend> {
    OpenApiRouter::new().routes(routes!(reopen))
}

/// What to give the server besides what it was given before.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Reopening {
    /// Variables for its process. They live as long as the session and are written nowhere.
    env: BTreeMap<String, String>,
}

/// Opens the server of a session again, with more in its environment
///
/// In a session of its own, which takes the place of this one: this one is closed. That can be done once: whoever comes
/// second is refused with a conflict.
#[utoipa::path(
    post,
    path = "/api/sessions/{id}/reopen",
    tag = "sessions",
    operation_id = "reopenSession",
    params(("id" = String, Path, description = "The session's id")),
    request_body = Reopening,
    responses(
        (status = 201, description = "The session that takes its place", body = Summary,
            headers(("location" = String, description = "Where the session is"))),
        SendProblems,
    )
)]
async fn reopen(
    State(backend): State<Backend>,
    Found(held): Found,
    Body(body): Body<Reopening>,
) -> Result<impl IntoResponse, Problem> {
    held.writable()?;
    let mut beginning = match &held.beginning {
        Some(beginning) if held.origin == Origin::Face => (**beginning).clone(),
        _ => {
            let message = format!("session `{}` was opened by somebody else", held.id);
            return Err(Problem::new(FaultCode::InvalidRequest, message)
                .with_status(StatusCode::CONFLICT)
                .with_hint("open a session of your own with the server"));
        }
    };
    add_env(&mut beginning.target, body.env)?;
    let place = Place::take(&held)?;
    let opened = Opened::again(&backend, beginning, &held.session).await;
    let next = hold(&backend, opened)?;
    place.keep();
    let answer = created(&next, &backend);
    // On its own, so that a caller who goes away does not leave it half closed.
    tokio::spawn(async move {
        held.session.stop().await;
        backend.sessions().take(&held.id);
    });
    Ok(answer)
}

/// The place of a session, taken for another one. It is free again when that one does not come.
struct Place<'a> {
    held: &'a Held,
    is_kept: bool,
}

impl<'a> Place<'a> {
    fn take(held: &'a Held) -> Result<Self, Problem> {
        if held.is_reopened.swap(true, Ordering::SeqCst) {
            let message = format!("session `{}` is being opened again already", held.id);
            return Err(Problem::new(FaultCode::InvalidRequest, message)
                .with_status(StatusCode::CONFLICT)
                .with_hint("GET /api/sessions lists the session that takes its place"));
        }
        Ok(Place { held, is_kept: false })
    }

    fn keep(mut self) {
        self.is_kept = true;
    }
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        if !self.is_kept {
            self.held.is_reopened.store(false, Ordering::SeqCst);
        }
    }
}
