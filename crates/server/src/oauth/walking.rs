//! A login as far as it needs no user: the walk to the authorization server, up to a stage that is named.

use super::acts::{Deed, Noted};
use super::edits::Edits;
use super::server::Server;
use super::{EXCHANGE, percent_encoded};
use crate::openapi::{LoginBodyProblems, LoginProblems};
use crate::problem::{JsonBody, PathOf};
use crate::{Backend, Problem};
use axum::Json;
use axum::extract::State;
use mcp_inspector_engine::FaultCode;
use mcp_inspector_engine::auth;
use mcp_inspector_engine::core::auth::StepName;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn routes() -> OpenApiRouter<Backend> {
    OpenApiRouter::new().routes(routes!(walk)).routes(routes!(try_token))
}

/// How far to go, and with which settings.
#[derive(Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct WalkWish {
    /// The last stage; nothing is asked any more after it.
    #[serde(default)]
    up_to: UpTo,
    /// Settings to try.
    #[serde(default)]
    settings: Edits,
}

/// A stage that needs no user.
#[derive(Clone, Copy, Debug, Default, Deserialize, ToSchema)]
enum UpTo {
    /// The server is asked without a token what it wants.
    #[serde(rename = "probe")]
    Probe,
    /// The metadata of the resource is looked for.
    #[serde(rename = "resource-metadata")]
    ResourceMetadata,
    /// The metadata of the authorization server is looked for.
    #[serde(rename = "server-metadata")]
    ServerMetadata,
    /// It is told which scopes a login would ask for, and as whom. Nobody is registered.
    #[default]
    #[serde(rename = "client")]
    Client,
}

/// What a walk found out. Its steps are among the stages of `/oauth/status/{serverId}`.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Walked {
    /// Whether the server wants a login at all; null when it does not say, because it is in trouble or not there.
    #[schema(required)]
    is_protected: Option<bool>,
    /// Whether a login would have all it needs, as far as the walk went.
    can_log_in: bool,
    /// Who the authorization server is; null when that is not known.
    #[schema(required)]
    issuer: Option<String>,
}

/// Looks for the authorization server of a server, without logging in
///
/// Everything that is asked and found is told by `/oauth/status/{serverId}` as stages. With `settings`,
/// other settings than those of the configuration are tried.
#[utoipa::path(
    post,
    path = "/oauth/walk/{serverId}",
    tag = "login",
    operation_id = "walkToLogin",
    params(("serverId" = String, Path, description = "The server's id or name, or that of a session")),
    request_body = WalkWish,
    responses((status = 200, description = "What was found out", body = Walked), LoginBodyProblems)
)]
async fn walk(
    State(backend): State<Backend>,
    PathOf(id): PathOf<String>,
    JsonBody(wish): JsonBody<WalkWish>,
) -> Result<Json<Walked>, Problem> {
    let server = Server::find(&backend, &id)?;
    let edited = wish.settings.apply(&server);
    let last = match wish.up_to {
        UpTo::Probe => StepName::Challenge,
        UpTo::ResourceMetadata => StepName::ResourceMetadata,
        UpTo::ServerMetadata => StepName::ServerMetadata,
        UpTo::Client => StepName::Redirect,
    };
    let noted = Noted::default();
    let tell = |step: &_| noted.note(step);
    let known = backend.logins().store().read().unwrap_or_default();
    let explained = auth::explain_until(&edited.target, &known, Some(EXCHANGE), Some(last), &tell).await;
    backend.logins().done(&server.id, Deed::Walk, noted);
    let explained = explained.map_err(|fault| server.about(Problem::from(fault)))?;
    Ok(Json(Walked {
        is_protected: explained.is_protected,
        can_log_in: explained.can_log_in,
        issuer: explained.found.and_then(|found| found.issuer),
    }))
}

/// What came of presenting a token.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Tried {
    /// Whether the server let it in.
    is_let_in: bool,
}

/// Presents the token of a server once
///
/// With a harmless request, to see whether it is let in. A token that is about to end is renewed first;
/// nobody is sent anywhere. The steps are among the stages of `/oauth/status/{serverId}`.
#[utoipa::path(
    post,
    path = "/oauth/try/{serverId}",
    tag = "login",
    operation_id = "tryToken",
    params(("serverId" = String, Path, description = "The server's id or name, or that of a session")),
    responses((status = 200, description = "What came of it", body = Tried), LoginProblems)
)]
async fn try_token(
    State(backend): State<Backend>,
    PathOf(id): PathOf<String>,
) -> Result<Json<Tried>, Problem> {
    let server = Server::find(&backend, &id)?;
    let (target, store) = (server.target.clone(), backend.logins().store().clone());
    // On its own: a refresh token that is used up must not be lost because the caller went away.
    let trying = tokio::spawn(async move {
        let noted = Noted::default();
        let tried = auth::try_token(&target, &store, EXCHANGE, &|step| noted.note(step)).await;
        (tried, noted)
    });
    let (tried, noted) = trying.await.map_err(|_| server.about(Problem::internal("it broke off")))?;
    backend.logins().done(&server.id, Deed::Trial, noted);
    backend.logins().hide_tokens(backend.history());
    let tried = tried.map_err(|fault| {
        let nobody = fault.code == FaultCode::AuthenticationFailed;
        let place = percent_encoded(&server.id);
        let hint = format!("log in: GET {}/oauth/authorize/{place}, with the session token", backend.base());
        let problem = Problem::from(fault);
        server.about(if nobody { problem.with_hint(hint) } else { problem })
    })?;
    Ok(Json(Tried { is_let_in: tried.is_let_in }))
}
