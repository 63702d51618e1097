//! `GET /oauth/status/{serverId}`: what is kept for a server, and how its last login went.

use super::attempt::Stage;
use super::edits::Configured;
use super::server::Server;
use super::stages::{self, StageBody};
use super::tokens::written;
use crate::openapi::{LoginProblems, ProblemFacts, word};
use crate::problem::PathOf;
use crate::{Backend, Problem};
use axum::Json;
use axum::extract::State;
use mcp_inspector_engine::Raw;
use mcp_inspector_engine::core::auth::{AuthStep, jwt};
use mcp_inspector_engine::core::redact::{REDACTED, Redactor, redact_url};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa::openapi::Object;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn routes() -> OpenApiRouter<Backend> {
    OpenApiRouter::new().routes(routes!(status))
}

/// What is known about the logins of a server.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct LoginStatus {
    /// The server's id.
    server_id: String,
    /// The tokens that are kept for it, the newest first.
    tokens: Vec<KeptToken>,
    /// Whether a login is under way. If it waits for its user, `/oauth/authorize/{serverId}` says where to go.
    pending: bool,
    /// The newest login, also while it is under way; null when there was none since the backend started.
    #[schema(required)]
    last_login: Option<LastLogin>,
    /// What is configured for its logins.
    settings: Configured,
    /// The stages of a login in their order, each with the newest steps that got there.
    stages: Vec<StageBody>,
}

/// A token that is kept, without what makes it one.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct KeptToken {
    /// Who granted it.
    issuer: String,
    /// What it is for.
    resource: String,
    /// Under which name we are known there.
    client_id: String,
    /// Always `[REDACTED]`.
    access_token: &'static str,
    /// How it is presented: `Bearer` or `DPoP`.
    token_type: String,
    /// What it allows.
    scopes: Vec<String>,
    /// When it was obtained, ISO 8601.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, format = DateTime)]
    obtained_at: Option<String>,
    /// When it ends, ISO 8601, if the authorization server said so.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, format = DateTime)]
    expires_at: Option<String>,
    /// Whether it can be renewed without a user.
    can_be_renewed: bool,
    /// Whether it is bound to a key.
    is_key_bound: bool,
    /// What it says about itself, when it is a JWT; null when it is not. Nothing of it was checked.
    #[schema(required)]
    decoded: Option<DecodedToken>,
}

/// What a token says about itself, without what proves it.
#[derive(Debug, Serialize, ToSchema)]
struct DecodedToken {
    /// How it is signed, and with which key.
    #[schema(value_type = std::collections::HashMap<String, serde_json::Value>)]
    header: Raw,
    /// For whom it is, from whom, and for how long.
    #[schema(value_type = std::collections::HashMap<String, serde_json::Value>)]
    claims: Raw,
}

impl From<jwt::Decoded> for DecodedToken {
    fn from(decoded: jwt::Decoded) -> Self {
        DecodedToken { header: decoded.header, claims: decoded.claims }
    }
}

/// A login, step by step.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct LastLogin {
    /// Where it stands: `preparing`, `waiting` for its user, `settling` what came back, `granted` or `failed`.
    #[schema(schema_with = outcomes)]
    outcome: &'static str,
    /// Its steps so far, at most 200, as entries of kind `auth` have them.
    #[schema(value_type = Vec<AuthStep>)]
    steps: Raw,
    /// Why it failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    fault: Option<ProblemFacts>,
}

fn outcomes() -> Object {
    word(&["preparing", "waiting", "settling", "granted", "failed"])
}

/// What is kept for a server, and how its last login went
#[utoipa::path(
    get,
    path = "/oauth/status/{serverId}",
    tag = "login",
    operation_id = "loginStatus",
    params(("serverId" = String, Path, description = "The server's id or name, or that of a session")),
    responses((status = 200, description = "What is known", body = LoginStatus), LoginProblems)
)]
async fn status(
    State(backend): State<Backend>,
    PathOf(id): PathOf<String>,
) -> Result<Json<LoginStatus>, Problem> {
    let server = Server::find(&backend, &id)?;
    let key = server.key()?;
    let logins = backend.logins();
    let book = logins.store().read().map_err(|error| server.about(Problem::from(error.fault())))?;
    let mut secrets = Redactor::for_target(&server.target);
    let mut tokens = Vec::new();
    for token in book.tokens_for(&key) {
        for secret in [Some(&token.access_token), token.refresh_token.as_ref()].into_iter().flatten() {
            secrets.add_token(secret);
        }
        tokens.push(KeptToken {
            issuer: redact_url(&token.issuer).into_owned(),
            resource: redact_url(&token.resource).into_owned(),
            client_id: redact_url(&token.client_id).into_owned(),
            access_token: REDACTED,
            token_type: token.token_type.clone(),
            scopes: token.scopes.clone(),
            obtained_at: Some(token.obtained_at).filter(|at| *at != 0).and_then(written),
            expires_at: token.expires_at.and_then(written),
            can_be_renewed: token.refresh_token.is_some(),
            is_key_bound: token.dpop_key.is_some(),
            decoded: jwt::decode(&token.access_token).map(DecodedToken::from),
        });
    }
    let last = logins.last(&server.id);
    let login = last.as_ref().map(|(attempt, _)| attempt);
    let stages = stages::of(&backend, &server.id, login, &secrets);
    let settings = Configured::of(&server);
    let pending = last.as_ref().is_some_and(|(_, is_open)| *is_open);
    let last_login = last.map(|(attempt, _)| {
        let (outcome, fault) = match attempt.stage() {
            Stage::Preparing => ("preparing", None),
            Stage::Waiting { .. } => ("waiting", None),
            Stage::Settling => ("settling", None),
            Stage::Ended(ended) => match &*ended {
                Ok(_) => ("granted", None),
                Err(fault) => ("failed", Some(ProblemFacts::of(fault, backend.base()))),
            },
        };
        // Steps are made without secrets; a server that repeats one where none is expected shows it to nobody.
        let steps: Vec<_> = attempt.noted().into_iter().map(|step| step.masked(&secrets)).collect();
        LastLogin { outcome, steps: Raw::of(&steps), fault }
    });
    Ok(Json(LoginStatus { server_id: server.id, tokens, pending, last_login, settings, stages }))
}
