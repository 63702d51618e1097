//! The token that is kept, presented once to see whether the server lets it in.

use super::authorizer::Authorizer;
use super::discovery::failure;
use super::dpop::NONCE_HEADER;
use super::fetch::Response;
use super::login::{Login, http_of};
use super::probe::{Knocked, knock};
use super::store::Store;
use super::token::Token;
use super::witness::{Notebook, Witness};
use mcp_inspector_core::auth::challenge::Demand;
use mcp_inspector_core::auth::{AuthStep, StepName, StepOutcome};
use mcp_inspector_core::fault::{Fault, FaultCode};
use mcp_inspector_core::target::Target;
use std::time::Duration;

const RULE: &str = "MCP authorization, access token usage";

/// What came of presenting a token.
#[derive(Clone, Debug)]
pub struct Trial {
    /// Every step of it: a token that is about to end is renewed first.
    pub steps: Vec<AuthStep>,
    /// Whether the server let it in.
    pub is_let_in: bool,
}

/// Presents the token that is kept for a server, with a harmless request. Nobody is sent anywhere. A fault
/// when no token is kept, or the server cannot be reached.
pub async fn try_token(
    target: &Target,
    store: &Store,
    patience: Duration,
    tell: &(dyn Fn(&AuthStep) + Send + Sync),
) -> Result<Trial, Fault> {
    let http = http_of(target)?;
    let login = Login::stored_only(store.clone(), "log in first").patient_for(patience);
    let authorizer = Authorizer::new(http, login)?;
    let notebook = Notebook::new(http, tell);
    let witness: &dyn Witness = &notebook;
    let step = present_kept(&authorizer, witness).await.map_err(|fault| notebook.masked(fault))?;
    let is_let_in = !step.has_failed();
    witness.step(step).await;
    Ok(Trial { steps: notebook.steps(), is_let_in })
}

/// Presents a token that was just granted. Whoever logged in wants to hear it at once when it is refused; a
/// server that wants other scopes for this, or does not answer, says nothing against the token.
pub(super) async fn try_granted(
    authorizer: &Authorizer,
    token: &Token,
    witness: &dyn Witness,
) -> Result<(), Fault> {
    let step = match present(authorizer, token, witness).await {
        Ok(step) => step,
        Err(fault) => AuthStep::failed(StepName::Use, "the token is presented to the server")
            .by(RULE)
            .wanted("an answer", fault.message),
    };
    let is_refused = step.exchange.as_ref().is_some_and(|exchange| exchange.status == Some(401));
    if step.has_failed() && is_refused {
        let came = step.came.clone().unwrap_or_default();
        let step = AuthStep { what: "the server refuses the token that was just granted for it".to_owned(), ..step }
            .wanted("the token to be let in", came)
            .advise("compare what the server checks (issuer, audience, expiry, signing key) with what the authorization server grants");
        witness.step(step.clone()).await;
        return Err(failure(&step));
    }
    let outcome = if step.has_failed() { StepOutcome::Warning } else { step.outcome };
    witness.step(AuthStep { outcome, ..step }).await;
    Ok(())
}

async fn present_kept(authorizer: &Authorizer, witness: &dyn Witness) -> Result<AuthStep, Fault> {
    let Some(token) = authorizer.present(witness).await? else {
        return Err(Fault::new(FaultCode::AuthenticationFailed, "no token is kept for this server")
            .with_hint("log in first"));
    };
    present(authorizer, &token, witness).await
}

async fn present(authorizer: &Authorizer, token: &Token, witness: &dyn Witness) -> Result<AuthStep, Fault> {
    let (mut step, mut answer) = once(authorizer, token, witness).await?;
    let nonce = answer.header(NONCE_HEADER).map(str::to_owned);
    if let (401, Some(prover), Some(nonce)) = (answer.status, &token.prover, nonce)
        && prover.remember_nonce(authorizer.server.as_str(), &nonce)
    {
        let what = "the server wants its nonce in the proof: the token is presented once more".to_owned();
        witness.step(AuthStep { what, ..step }).await;
        (step, answer) = once(authorizer, token, witness).await?;
    }
    let Response { status, headers, .. } = answer;
    if !matches!(status, 401 | 403) {
        let about = if status < 400 { "" } else { ", which is about the request and not about the token" };
        step.what = format!("the server lets the token in: HTTP {status}{about}");
        return Ok(step);
    }
    let challenges = headers.get_all("www-authenticate").iter().filter_map(|value| value.to_str().ok());
    let demand = Demand::of(challenges);
    let error = demand.error.map_or_else(String::new, |error| format!(" with `{error}`"));
    let step = AuthStep { outcome: StepOutcome::Failed, ..step }
        .wanted("anything but 401 and 403", format!("HTTP {status}{error}"));
    if let Some(scope) = demand.scope.filter(|_| status == 403) {
        return Ok(step.advise(format!(
            "the server wants the scope `{scope}` even for a ping: log in with it, or let the server want less"
        )));
    }
    Ok(step
        .advise("log in again; if that is refused too, compare `aud`, `iss` and the scopes of the token with what the server wants"))
}

async fn once(
    authorizer: &Authorizer,
    token: &Token,
    witness: &dyn Witness,
) -> Result<(AuthStep, Response), Fault> {
    let Knocked { exchange, outcome, .. } = knock(authorizer, StepName::Use, Some(token), witness).await?;
    let mut step = AuthStep::passed(StepName::Use, "the token is presented to the server").by(RULE);
    step.exchange = Some(Box::new(exchange));
    Ok((step, outcome?))
}
