//! How a request gets past a server that wants to know who asks.
//!
//! The token at hand is presented; when the server refuses it, or wants one, the authorizer answers
//! the refusal and the same request is made again. Whoever waits for it only sees the answer.

use super::LinkEvent;
use super::exchange::{Answer, Outgoing, Wire, content_type};
use crate::auth::{NONCE_HEADER, Promise, Refusal, Seen, Token, Witness};
use crate::tasks;
use mcp_inspector_core::auth::{AuthStep, StepName};
use mcp_inspector_core::fault::{Fault, FaultCode};
use reqwest::Url;
use reqwest::header::HeaderMap;
use std::sync::Arc;
use tokio::sync::OwnedMutexGuard;

/// How often one request is made at most: more than any chain of refresh, login and step-up takes.
const ATTEMPTS: usize = 8;

impl Wire {
    /// Makes a request with the token it takes.
    pub(super) async fn let_in(
        &self,
        request: &Outgoing<'_>,
        headers: HeaderMap,
        may_log_in: bool,
    ) -> Result<Answer, Fault> {
        let Some(authorizer) = &self.authorizer else { return self.follow(request, &headers).await };
        let Outgoing { method, url, .. } = request;
        let mut knows_nonce = true;
        let mut wished = Vec::new();
        for _ in 0..ATTEMPTS {
            let since = authorizer.now();
            let token = authorizer.present(self).await?;
            let mut dressed = headers.clone();
            if let Some(token) = &token {
                token.dress(&mut dressed, method, url)?;
            }
            let answer = self.follow(request, &dressed).await?;
            let Some(refusal) = refusal(&answer).filter(|_| may_log_in) else {
                told_nonce(token.as_ref(), &answer, url);
                let is_let_in = !matches!(answer.response.status().as_u16(), 401 | 403);
                if let Some(token) = token.filter(|_| is_let_in)
                    && authorizer.let_in(&token, &wished)
                {
                    let used = token_used(answer.response.status().as_u16());
                    self.tell(LinkEvent::Auth(Box::new(used))).await;
                }
                return Ok(answer);
            };
            let has_new_nonce = told_nonce(token.as_ref(), &answer, url);
            let url = answer.exchange.url.clone();
            let status = answer.response.status().as_u16();
            let media = content_type(&answer.response);
            let body = self.body(answer).await.map(|body| body.head).unwrap_or_default();
            if refusal.demand.wants_nonce() && has_new_nonce && knows_nonce {
                // One more time with the nonce; then it is a refusal like any other.
                knows_nonce = false;
                continue;
            }
            knows_nonce = true;
            let answered = authorizer.answer(&refusal, token.as_ref(), (since, &wished), self).await;
            wished.push(refusal.wished());
            if let Err(mut fault) = answered {
                // What is wrong on our side, such as a key file that is not there, has nothing to do with
                // what the server said.
                if fault.code == FaultCode::InvalidConfig {
                    return Err(fault);
                }
                // Whoever asks for the status means the server's: the authorization server's is in the
                // step, and a 404 of that one must not look as if there were no MCP server.
                fault.details.http_status = Some(status);
                // And the body belongs to that status: what the authorization server said is in the step as well.
                fault.details.http_body = Some(body).filter(|body| !body.is_empty());
                fault.details.http_content_type = Some(media).filter(|media| !media.is_empty());
                if fault.hint.is_none() {
                    fault = fault.with_hint(format!("{url} wants a login"));
                }
                return Err(fault);
            }
        }
        Err(Fault::new(FaultCode::AuthenticationFailed, format!("{url} refuses every token"))
            .with_hint("the steps of the logins are in the log"))
    }
}

/// The step of the first request that a token brought past the door.
fn token_used(status: u16) -> AuthStep {
    AuthStep::passed(StepName::Use, format!("the server lets the token in: HTTP {status}"))
        .by("MCP authorization, access token usage")
}

/// Keeps the nonce of an answer. True when it is a new one.
fn told_nonce(token: Option<&Arc<Token>>, answer: &Answer, url: &Url) -> bool {
    let nonce = answer.response.headers().get(NONCE_HEADER).and_then(|nonce| nonce.to_str().ok());
    let prover = token.and_then(|token| token.prover.as_ref());
    prover.zip(nonce).is_some_and(|(prover, nonce)| prover.remember_nonce(url.as_str(), nonce))
}

fn refusal(answer: &Answer) -> Option<Refusal> {
    let challenges = answer.response.headers().get_all("www-authenticate").iter();
    Refusal::of(answer.response.status().as_u16(), challenges.filter_map(|value| value.to_str().ok()))
}

impl Witness for Wire {
    fn see(&self, seen: Seen) -> Promise<'_, ()> {
        let event = match seen {
            Seen::Step(step) => LinkEvent::Auth(step),
            Seen::Secret(secret) => LinkEvent::Secret(secret),
            Seen::Hold => LinkEvent::Hold,
            Seen::Release => LinkEvent::Release,
        };
        Box::pin(async move {
            self.tell(event).await;
        })
    }

    fn release_later(&self, turn: OwnedMutexGuard<()>) {
        // Without a runtime the driver is gone as well.
        if tokio::runtime::Handle::try_current().is_ok() {
            let events = self.events.clone();
            tasks::spawn(async move {
                let _ = events.send(LinkEvent::Release).await;
                drop(turn);
            });
        }
    }
}
