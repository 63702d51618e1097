//! `GET /oauth/authorize/{serverId}`: where a user has to go to log in.

use super::EarlierScopes;
use super::attempt::{Attempt, Stage};
use super::callback::LoggedIn;
use super::edits::Edits;
use super::server::Server;
use super::wish::is_for_json;
use crate::guard::is_local_redirect;
use crate::openapi::{LoginBodyProblems, LoginProblems};
use crate::problem::{JsonBody, PathOf, QueryOf};
use crate::{Backend, Problem};
use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use mcp_inspector_engine::core::brief::brief;
use serde::{Deserialize, Serialize};
use std::time::Instant;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn routes() -> OpenApiRouter<Backend> {
    OpenApiRouter::new().routes(routes!(authorize, log_in_with))
}

/// Where to come back to.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct Asked {
    /// Where the browser comes back to, instead of `/oauth/callback` of this backend. It must be on this
    /// machine, and whoever listens there must pass on the query to `/oauth/callback`.
    redirect_uri: Option<String>,
}

/// A login that waits for its user.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct WaitingLogin {
    /// Where the user has to go.
    authorization_url: String,
    /// How many seconds the user has.
    expires_in: u64,
}

/// What whoever wants JSON is answered.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
enum Authorized {
    /// The login waits for its user.
    Waiting(WaitingLogin),
    /// No user was needed: the grant that is configured does without.
    Done(LoggedIn),
}

/// Logs in to a server
///
/// Begins a login and redirects to the authorization server. A page cannot read a redirect, so with
/// `Accept: application/json` the URL comes in the body. A login of this server that already waits, for
/// instance one that a session wants, is handed out again; with another `redirect_uri` it is begun anew,
/// unless a session waits for it.
#[utoipa::path(
    get,
    path = "/oauth/authorize/{serverId}",
    tag = "login",
    operation_id = "authorize",
    params(
        ("serverId" = String, Path, description = "The server's id or name, or the id of a session that was opened without configuration"),
        Asked,
    ),
    responses(
        (status = 200, description = "Where the user has to go, for those who want JSON; or that no user is needed", body = Authorized),
        (status = 302, description = "To the authorization server",
            headers(("location" = String, description = "Where the user has to go"))),
        LoginProblems,
    )
)]
async fn authorize(
    State(backend): State<Backend>,
    PathOf(id): PathOf<String>,
    QueryOf(asked): QueryOf<Asked>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let server = Server::find(&backend, &id)?;
    let redirect_uri = asked.redirect_uri.as_deref();
    if let Some(uri) = redirect_uri.filter(|uri| !is_local_redirect(uri) || uri.contains('#')) {
        let message = format!("`redirect_uri` is `{}`, and must lead to this machine", brief(uri));
        return Err(Problem::invalid_request(message).with_hint(
            "use a URL such as http://localhost:3000/oauth/callback, without `#`, or leave it out",
        ));
    }
    let attempt = backend.logins().attempt(&backend, &server, redirect_uri)?;
    let is_json = is_for_json(&headers);
    answer(&server, &attempt, is_json).await
}

/// Where the user of a login has to go, or how it ended.
async fn answer(server: &Server, attempt: &Attempt, is_json: bool) -> Result<Response, Problem> {
    match attempt.decided().await {
        Stage::Waiting { url, until } if is_json => {
            let expires_in = until.saturating_duration_since(Instant::now()).as_secs();
            let waiting = WaitingLogin { authorization_url: url.to_string(), expires_in };
            Ok(varying(Json(Authorized::Waiting(waiting)).into_response()))
        }
        Stage::Waiting { url, .. } => {
            let location = HeaderValue::try_from(&*url).map_err(|_| {
                server.about(Problem::internal("the authorization URL does not fit into a header"))
            })?;
            Ok(varying((StatusCode::FOUND, [(header::LOCATION, location)]).into_response()))
        }
        _ => match &*attempt.ended().await {
            Ok(granting) => {
                let done = LoggedIn::new(&server.id, granting);
                Ok(varying(Json(Authorized::Done(done)).into_response()))
            }
            Err(fault) => Err(server.about(Problem::from(fault.clone()))),
        },
    }
}

/// With what to log in.
#[derive(Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct LoginWish {
    /// Settings to try.
    #[serde(default)]
    settings: Edits,
}

/// Logs in to a server with other settings than those of its configuration
///
/// For this time: the configuration stays as it is, and the token is kept like any other. A login of this
/// server that a face has begun is given up. A session that waits for one goes on with the token, unless it
/// is configured to be another client.
#[utoipa::path(
    post,
    path = "/oauth/authorize/{serverId}",
    tag = "login",
    operation_id = "authorizeWith",
    params(("serverId" = String, Path, description = "The server's id or name, or that of a session")),
    request_body = LoginWish,
    responses(
        (status = 200, description = "Where the user has to go; or that no user is needed", body = Authorized),
        LoginBodyProblems,
    )
)]
async fn log_in_with(
    State(backend): State<Backend>,
    PathOf(id): PathOf<String>,
    JsonBody(wish): JsonBody<LoginWish>,
) -> Result<Response, Problem> {
    let server = Server::find(&backend, &id)?;
    let edited = wish.settings.apply(&server);
    let earlier = if wish.settings.names_scopes() { EarlierScopes::Dropped } else { EarlierScopes::Asked };
    let attempt = backend.logins().attempt_with(&backend, &edited, earlier)?;
    answer(&server, &attempt, true).await
}

/// The answer depends on what the caller wants to read.
fn varying(mut response: Response) -> Response {
    response.headers_mut().append(header::VARY, HeaderValue::from_static("Accept"));
    response
}
