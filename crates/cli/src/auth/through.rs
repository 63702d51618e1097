//! The methods about logins through a running backend (`--via`): it logs in, and keeps the tokens.

use super::{Method, Tell};
use crate::backend::Backend;
use crate::failure::Failure;
use crate::flags::Flags;
use crate::job::Output;
use crate::login;
use crate::print;
use mcp_inspector_engine::core::auth::{AuthStep, StepOutcome};
use mcp_inspector_engine::{Fault, FaultCode, Raw};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::time::Duration;

/// How long to wait before the backend is asked again whether the user is back.
const BREATH: Duration = Duration::from_millis(300);

/// Carries a method out.
pub(super) async fn perform(
    method: Method,
    flags: &Flags,
    backend: &Backend,
    tell: Tell<'_>,
) -> Result<Raw, Failure> {
    match method {
        Method::Explain => Err(Failure::usage(
            "`auth/explain` asks the server itself, and with `--via` only the backend knows where it is",
        )
        .with_hint(format!(
            "give the URL of the server instead of `--via`; the steps of the backend's last login are at {}",
            backend.place("status")
        ))),
        Method::Login => log_in(flags, backend, tell).await,
        Method::Logout => log_out(flags, backend, tell).await,
        Method::List => {
            let tokens = backend.get::<Status>("status").await?.tokens;
            Ok(Raw::of(&json!({ "backend": backend.base(), "tokens": tokens })))
        }
    }
}

/// Where a login stands that was asked for.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Asked {
    /// None when no user was needed.
    authorization_url: Option<String>,
    expires_in: Option<u64>,
}

/// What the backend knows about the logins of a server.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Status {
    tokens: Vec<Kept>,
    last_login: Option<LastLogin>,
    /// The parts of a login as they last went, among them the logout.
    #[serde(default)]
    stages: Vec<LastStage>,
}

#[derive(Debug, Deserialize)]
struct LastStage {
    stage: String,
    steps: Vec<AuthStep>,
}

/// A token that the backend keeps, the newest first. It tells of one in the words of the command line.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Kept {
    issuer: String,
    resource: String,
    client_id: String,
    token_type: String,
    scopes: Vec<String>,
    obtained_at: Option<String>,
    expires_at: Option<String>,
    can_be_renewed: bool,
}

#[derive(Debug, Deserialize)]
struct LastLogin {
    outcome: Outcome,
    steps: Vec<AuthStep>,
    fault: Option<Fault>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Outcome {
    Preparing,
    Waiting,
    Settling,
    Granted,
    Failed,
}

async fn log_in(flags: &Flags, backend: &Backend, tell: Tell<'_>) -> Result<Raw, Failure> {
    let asked: Asked = backend.get("authorize").await?;
    let ended = match &asked.authorization_url {
        None => backend.get("status").await?,
        Some(url) => {
            // A browser opens other things too, and some of them run.
            let is_of_web = url.starts_with("https://") || url.starts_with("http://");
            if !is_of_web || url.contains(|c: char| c.is_control() || c.is_whitespace()) {
                let message = "the backend names no page of the web to log in at";
                return Err(Fault::new(FaultCode::AuthenticationFailed, message).into());
            }
            let most = Duration::from_secs(asked.expires_in.unwrap_or(u64::MAX));
            let patience = login::patience(flags).min(most);
            let before: Status = backend.get("status").await?;
            let steps = before.last_login.map(|login| login.steps).unwrap_or_default();
            steps.iter().for_each(tell);
            login::announce(flags, patience, false)(url);
            let ended = tokio::time::timeout(patience, ended(backend, steps.len(), tell)).await;
            ended.map_err(|_| {
                let seconds = patience.as_secs();
                let message = format!(
                    "nobody came back from the authorization server to the backend within {seconds} s"
                );
                Fault::new(FaultCode::AuthenticationFailed, message).with_hint(
                    "`--auth-timeout` waits longer; as long as the backend waits, the same URL is good",
                )
            })??
        }
    };
    let newest = ended.tokens.first().ok_or_else(|| {
        Fault::new(FaultCode::AuthenticationFailed, "the backend was granted a token and could not keep it")
    })?;
    let mut result = json!(newest);
    result["backend"] = backend.base().into();
    Ok(Raw::of(&result))
}

/// Waits for the end of the login that is under way, and tells its steps but those that are told already.
async fn ended(backend: &Backend, mut told: usize, tell: Tell<'_>) -> Result<Status, Failure> {
    loop {
        let status: Status = backend.get("status").await?;
        let Some(login) = &status.last_login else {
            let message = "the backend does not know of the login any more: it was started again";
            return Err(Fault::new(FaultCode::AuthenticationFailed, message).into());
        };
        login.steps.iter().skip(told).for_each(tell);
        told = told.max(login.steps.len());
        match (login.outcome, &login.fault) {
            (Outcome::Granted, _) => return Ok(status),
            (Outcome::Failed, Some(fault)) => return Err(fault.clone().into()),
            (Outcome::Failed, None) => {
                return Err(Fault::new(FaultCode::AuthenticationFailed, "the login failed").into());
            }
            // sleep: a pause between two questions; a user takes seconds at least.
            _ => tokio::time::sleep(BREATH).await,
        }
    }
}

async fn log_out(flags: &Flags, backend: &Backend, tell: Tell<'_>) -> Result<Raw, Failure> {
    let status: Status = backend.get("status").await?;
    backend.delete("token").await?;
    let after: Status = backend.get("status").await?;
    let logout = after.stages.into_iter().find(|stage| stage.stage == "logout" && !status.tokens.is_empty());
    let steps = logout.map(|stage| stage.steps).unwrap_or_default();
    steps.iter().for_each(tell);
    let is_revoked = !steps.is_empty() && steps.iter().all(|step| step.outcome == StepOutcome::Passed);
    if status.tokens.is_empty() && Output::of(flags).is_talkative() {
        print::remark("note: nothing was stored for this server at the backend\n");
    }
    let whose = |kept: &Kept| json!({ "issuer": kept.issuer, "clientId": kept.client_id });
    let tokens: Vec<Value> = status.tokens.iter().map(whose).collect();
    Ok(Raw::of(&json!({
        "backend": backend.base(), "forgotten": tokens.len(), "revoked": is_revoked, "tokens": tokens,
    })))
}
