//! Tokens that are kept: renewed and given back on request.

use super::acts::{Deed, Noted};
use super::server::{Server, key};
use crate::history::Level;
use crate::openapi::{LoginBodyProblems, LoginProblems};
use crate::problem::{JsonBody, PathOf};
use crate::{Backend, Problem};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use jiff::Timestamp;
use mcp_inspector_engine::auth::{self, Expiry, Granting, Store};
use mcp_inspector_engine::core::entry::Act;
use mcp_inspector_engine::{Fault, FaultCode};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn routes() -> OpenApiRouter<Backend> {
    OpenApiRouter::new().routes(routes!(refresh)).routes(routes!(forget)).routes(routes!(expire))
}

/// A token that was renewed.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Refreshed {
    /// Always true.
    success: bool,
    /// How the token is presented: `Bearer` or `DPoP`.
    token_type: String,
    /// For how many seconds it is good, if the authorization server said so.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    expires_in: Option<u64>,
    /// Until when, ISO 8601.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, format = DateTime)]
    expires_at: Option<String>,
}

/// Renews the token of a server
#[utoipa::path(
    post,
    path = "/oauth/refresh/{serverId}",
    tag = "login",
    operation_id = "refreshToken",
    params(("serverId" = String, Path, description = "The server's id or name, or that of a session")),
    responses((status = 200, description = "It is renewed", body = Refreshed), LoginProblems)
)]
async fn refresh(
    State(backend): State<Backend>,
    PathOf(id): PathOf<String>,
) -> Result<Json<Refreshed>, Problem> {
    let server = Server::find(&backend, &id)?;
    let store = backend.logins().store().clone();
    // On its own: a refresh token that is used up must not be lost because the caller went away.
    let (target, id) = (server.target.clone(), super::percent_encoded(&server.id));
    let logins = backend.logins().clone();
    let known = server.id.clone();
    let renewing = tokio::spawn(async move {
        let noted = Noted::default();
        let renewed = auth::refresh(&target, &store, &|step| noted.note(step)).await;
        logins.done(&known, Deed::Renewal, noted);
        renewed
    });
    let renewed =
        renewing.await.unwrap_or_else(|_| Err(Fault::new(FaultCode::InternalError, "it broke off")));
    backend.logins().hide_tokens(backend.history());
    let granting = renewed.map_err(|fault| {
        let nobody = fault.code == FaultCode::AuthenticationFailed;
        let problem = Problem::from(fault);
        let hint = format!("log in: GET {}/oauth/authorize/{id}, with the session token", backend.base());
        server.about(if nobody { problem.with_hint(hint) } else { problem })
    })?;
    let data = json!({ "serverId": server.id, "issuer": granting.issuer });
    backend.history().app(Level::Info, "Token renewed", data);
    Ok(Json(Refreshed {
        success: true,
        token_type: granting.token_type,
        expires_in: granting.expires_at.map(seconds_left),
        expires_at: granting.expires_at.and_then(written),
    }))
}

/// Gives the tokens of a server back
///
/// The authorization server is told, and they are forgotten whatever it says. Logins of the server that wait
/// for their users are ended.
#[utoipa::path(
    delete,
    path = "/oauth/token/{serverId}",
    tag = "login",
    operation_id = "forgetToken",
    params(("serverId" = String, Path, description = "The server's id or name, or that of a session")),
    responses((status = 204, description = "There are none any more"), LoginProblems)
)]
async fn forget(State(backend): State<Backend>, PathOf(id): PathOf<String>) -> Result<StatusCode, Problem> {
    let server = Server::find(&backend, &id)?;
    let (target, id, logins) = (server.target.clone(), server.id.clone(), backend.logins().clone());
    // On its own: what is forgotten here must not stay good there because the caller went away.
    let revoking = tokio::spawn(async move {
        logins.stop(&id).await;
        let noted = Noted::default();
        let revoked = auth::log_out(&target, logins.store(), &|step| noted.note(step)).await;
        logins.done(&id, Deed::Logout, noted);
        revoked
    });
    let revoked =
        revoking.await.unwrap_or_else(|_| Err(Fault::new(FaultCode::InternalError, "it broke off")));
    let revoked = revoked.map_err(|fault| server.about(Problem::from(fault)))?;
    backend.sessions().note_act(&server.id, &Act::LoggedOut).await;
    let data = json!({
        "serverId": server.id, "forgotten": revoked.forgotten, "isRevoked": revoked.is_revoked,
    });
    backend.history().app(Level::Info, "Logged out", data);
    Ok(StatusCode::NO_CONTENT)
}

/// How the token of a server is made to end.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ExpiryWish {
    /// What becomes of it.
    how: HowToExpire,
}

/// What becomes of a token that is made to end.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
enum HowToExpire {
    /// Its time is over: the next call renews it first.
    #[serde(rename = "expired")]
    Expired,
    /// The access token is gone, and the next call presents something that is none. The server refuses it,
    /// and then it is renewed.
    #[serde(rename = "access-token-dropped")]
    AccessTokenDropped,
}

/// A token that was made to end.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Expired {
    /// How many tokens of the server it were.
    tokens: usize,
    /// Whether the next call can renew it without a user.
    can_be_renewed: bool,
}

/// Makes the token of a server end now
///
/// To see what becomes of a session then. Only what is kept here changes: the authorization server is told
/// nothing. Sessions that are connected present what is kept from now on.
#[utoipa::path(
    post,
    path = "/oauth/expire/{serverId}",
    tag = "login",
    operation_id = "expireToken",
    params(("serverId" = String, Path, description = "The server's id or name, or that of a session")),
    request_body = ExpiryWish,
    responses((status = 200, description = "It has ended", body = Expired), LoginBodyProblems)
)]
async fn expire(
    State(backend): State<Backend>,
    PathOf(id): PathOf<String>,
    JsonBody(wish): JsonBody<ExpiryWish>,
) -> Result<Json<Expired>, Problem> {
    let server = Server::find(&backend, &id)?;
    let (how, act) = match wish.how {
        HowToExpire::Expired => (Expiry::Expired, Act::TokenEnded),
        HowToExpire::AccessTokenDropped => (Expiry::AccessTokenDropped, Act::TokenDropped),
    };
    let ended = auth::expire(&server.target, backend.logins().store(), how).await;
    let ended = ended.map_err(|fault| server.about(Problem::from(fault)))?;
    backend.sessions().note_act(&server.id, &act).await;
    backend.history().app(Level::Info, "Token made to end", json!({ "serverId": server.id }));
    Ok(Json(Expired {
        tokens: ended.len(),
        can_be_renewed: ended.first().is_some_and(|token| token.can_be_renewed),
    }))
}

/// The newest token that is kept for the server at an address.
pub(super) fn newest(store: &Store, url: &str) -> Result<Granting, Fault> {
    let book = store.read().map_err(|error| error.fault())?;
    let key = key(url).unwrap_or_default();
    let newest = book.tokens_for(&key).first().map(|record| Granting::from(*record));
    newest.ok_or_else(|| {
        Fault::new(FaultCode::AuthenticationFailed, "the token could not be kept")
            .with_hint("it is used for now, and gone afterwards")
    })
}

/// How many seconds there are until a time, in seconds since 1970.
pub(super) fn seconds_left(end: u64) -> u64 {
    end.saturating_sub(u64::try_from(Timestamp::now().as_second()).unwrap_or_default())
}

/// A time in seconds since 1970 in ISO 8601, if a calendar has it.
pub(super) fn written(seconds: u64) -> Option<String> {
    Some(Timestamp::from_second(i64::try_from(seconds).ok()?).ok()?.to_string())
}
