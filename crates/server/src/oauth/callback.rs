//! `GET /oauth/callback`: where browsers come back to.
//!
//! Nothing protects it but the state, so nothing happens before that is found to be one that waits, and
//! nothing of the query is shown before the engine has also found it to come from the right
//! authorization server. Tokens never get here.

use super::attempt::Stage;
use super::tokens::seconds_left;
use super::wish::is_for_page;
use crate::{Backend, pages, problem};
use axum::Json;
use axum::extract::{RawQuery, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse as _, Response};
use mcp_inspector_engine::Fault;
use mcp_inspector_engine::auth::Granting;
use mcp_inspector_engine::core::auth::redirect::Returned;
use mcp_inspector_engine::core::auth::{AuthStep, StepName};
use mcp_inspector_engine::core::brief::brief;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn routes() -> OpenApiRouter<Backend> {
    OpenApiRouter::new().routes(routes!(callback))
}

/// A login that succeeded.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct LoggedIn {
    /// Always true.
    success: bool,
    /// The server's id.
    server_id: String,
    /// How the token is presented: `Bearer` or `DPoP`.
    token_type: String,
    /// For how many seconds it is good, if the authorization server said so.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    expires_in: Option<u64>,
    /// What it allows, by spaces.
    scope: String,
}

impl LoggedIn {
    pub(super) fn new(server_id: &str, granting: &Granting) -> Self {
        LoggedIn {
            success: true,
            server_id: server_id.to_owned(),
            token_type: granting.token_type.clone(),
            expires_in: granting.expires_at.map(seconds_left),
            scope: granting.scopes.join(" "),
        }
    }
}

/// A login that failed.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct NotLoggedIn {
    /// Always false.
    success: bool,
    /// What the authorization server answered; or `invalid_state`, `invalid_request`, `invalid_response` or
    /// `login_failed`.
    #[schema(examples("access_denied"))]
    error: String,
    /// The same in words.
    error_description: String,
    /// The step at which it broke.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, examples("token"))]
    step: Option<String>,
    /// What to change.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    hint: Option<String>,
    /// For how many seconds the authorization server wants to be left alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    retry_after: Option<u64>,
    /// Where the user has to go once more: the authorization server had forgotten the client, which is
    /// registered anew.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    authorization_url: Option<String>,
}

impl NotLoggedIn {
    fn new(error: &str, description: &str) -> Self {
        // They are the words of others, and may turn round what stands beside them.
        let plain = |text: &str| brief(text).replace(is_unseen, "\u{fffd}");
        NotLoggedIn {
            success: false,
            error: plain(error),
            error_description: plain(description),
            step: None,
            hint: None,
            retry_after: None,
            authorization_url: None,
        }
    }

    /// The login goes on: the user has to go there once more.
    fn once_more(url: &str) -> Self {
        let description = "The authorization server does not take the client as it is registered. It is registered \
             anew, and the user has to go there once more.";
        let more = NotLoggedIn::new("login_continues", description);
        NotLoggedIn { authorization_url: Some(url.to_owned()), ..more }
    }

    /// Why a login failed whose user came back with the right state.
    fn of(fault: &Fault, returned: &Returned) -> Self {
        let step = fault.details.auth_step.as_deref();
        NotLoggedIn {
            step: step.map(|step| step.step.to_string()),
            hint: fault.hint.as_deref().map(brief),
            retry_after: fault.details.retry_after,
            ..NotLoggedIn::why(fault, returned)
        }
    }

    fn why(fault: &Fault, returned: &Returned) -> Self {
        let step = fault.details.auth_step.as_deref();
        match step {
            // A refusal is the one way to come back in which nothing else was expected, and is only found
            // once the answer is known to be from the authorization server that was asked.
            Some(AuthStep { step: StepName::Redirect, expected: None, .. }) => {
                let error = returned.error.as_deref().unwrap_or("access_denied");
                let description = returned.error_description.as_deref();
                NotLoggedIn::new(error, description.unwrap_or("The authorization server did not agree."))
            }
            Some(AuthStep { step: StepName::Redirect, .. }) => NotLoggedIn::new(
                "invalid_response",
                "The answer is not complete, or not from the authorization server that was asked. The steps \
                 of the login say more.",
            ),
            _ => match step.and_then(told_by_endpoint) {
                Some(told) => {
                    NotLoggedIn::new(&told.error, told.error_description.as_deref().unwrap_or(&fault.message))
                }
                None => NotLoggedIn::new("login_failed", &fault.message),
            },
        }
    }
}

/// Whether a character is not seen, but changes how others are.
fn is_unseen(c: char) -> bool {
    c.is_control() || matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// What a token endpoint says instead of granting a token (RFC 6749 section 5.2).
#[derive(Debug, Deserialize)]
struct Told {
    error: String,
    error_description: Option<String>,
}

/// What the token endpoint answered, as far as a login broke there.
pub(super) fn error_of(step: &AuthStep) -> Option<String> {
    told_by_endpoint(step).map(|told| told.error)
}

fn told_by_endpoint(step: &AuthStep) -> Option<Told> {
    serde_json::from_str(step.exchange.as_ref()?.response_body.as_ref()?).ok()
}

/// Finishes a login
///
/// Browsers come back here from the authorization server, without the session token. `state` is good
/// once and for a limited time; whatever has another one changes nothing. Browsers get a page. When the
/// authorization server turns out to have forgotten the client, that is registered anew and the login goes on:
/// browsers are sent there once more, and others are told `login_continues` with the URL.
#[utoipa::path(
    get,
    path = "/oauth/callback",
    tag = "login",
    operation_id = "finishLogin",
    params(
        ("code" = Option<String>, Query, description = "The code to exchange for a token"),
        ("state" = Option<String>, Query, description = "The state that went out: server id and a random text"),
        ("iss" = Option<String>, Query, description = "The authorization server that answers (RFC 9207)"),
        ("error" = Option<String>, Query, description = "Why there is no code"),
        ("error_description" = Option<String>, Query, description = "The same in words"),
    ),
    responses(
        (status = 200, description = "A token was granted and is kept", content(
            (LoggedIn = "application/json"), (String = "text/html"),
        )),
        (status = 302, description = "To the authorization server once more, for browsers",
            headers(("location" = String, description = "Where the user has to go"))),
        (status = 400, description = "It was not", content(
            (NotLoggedIn = "application/json"), (String = "text/html"),
        )),
    ),
    security(()),
)]
async fn callback(
    State(backend): State<Backend>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
    RawQuery(query): RawQuery,
) -> Response {
    // Whoever only wants to know the headers must not use up the state.
    if method != Method::GET {
        let problem = problem::no_such_method(method, uri).await.into_response();
        return ([(header::ALLOW, "GET")], problem).into_response();
    }
    let outcome = finish(&backend, Returned::from_query(&query.unwrap_or_default())).await;
    let status = if outcome.is_ok() { StatusCode::OK } else { StatusCode::BAD_REQUEST };
    let mut response = if is_for_page(&headers) {
        page(status, &outcome)
    } else {
        match outcome {
            Ok(done) => (status, Json(done)).into_response(),
            Err(failed) => (status, Json(failed)).into_response(),
        }
    };
    response.headers_mut().append(header::VARY, HeaderValue::from_static("Accept"));
    response
}

async fn finish(backend: &Backend, returned: Returned) -> Result<LoggedIn, NotLoggedIn> {
    if returned.repeated.is_some() {
        return Err(NotLoggedIn::new("invalid_request", "A parameter is there more than once."));
    }
    let unknown = || {
        NotLoggedIn::new(
            "invalid_state",
            "No login waits for this answer: it is too late, was used before, or was never asked for.",
        )
    };
    let state = returned.state.clone().unwrap_or_default();
    let Some(attempt) = backend.logins().waiting_for(&state) else {
        backend.logins().note_stranger(&state);
        return Err(unknown());
    };
    if !attempt.let_in(&state, returned.clone()) {
        return Err(unknown());
    }
    let ended = match attempt.decided().await {
        Stage::Waiting { url, .. } => return Err(NotLoggedIn::once_more(&url)),
        Stage::Ended(ended) => ended,
        Stage::Preparing | Stage::Settling => attempt.ended().await,
    };
    match &*ended {
        Ok(granting) => Ok(LoggedIn::new(&attempt.server_id, granting)),
        Err(fault) => Err(NotLoggedIn::of(fault, &returned)),
    }
}

fn page(status: StatusCode, outcome: &Result<LoggedIn, NotLoggedIn>) -> Response {
    match outcome {
        Ok(_) => pages::notice(
            status,
            "Logged in",
            &["The token is kept by mcp-inspector. This page can be closed."],
        ),
        Err(failed) => {
            let again = failed.authorization_url.as_deref().and_then(|url| HeaderValue::from_str(url).ok());
            if let Some(again) = again {
                return (StatusCode::FOUND, [(header::LOCATION, again)]).into_response();
            }
            let step = failed.step.as_ref().map(|step| format!("It broke at the step `{step}`."));
            let wait = failed.retry_after.map(|seconds| format!("Try again in {seconds} s."));
            let mut lines = vec![failed.error.as_str(), &failed.error_description];
            lines.extend(step.as_deref());
            lines.extend(failed.hint.as_deref());
            lines.extend(wait.as_deref());
            lines.push("This page can be closed.");
            pages::notice(status, "Not logged in", &lines)
        }
    }
}
