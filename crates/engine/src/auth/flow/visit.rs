//! The user's visit at the authorization server: sent there, waited for, held against what was sent.
//!
//! While the user is away another process may have been granted the same. Then nobody needs to come
//! back.

use super::super::agent::AgentError;
use super::super::authorizer::{Authorizer, Began};
use super::super::code_grant::Asking;
use super::super::discovery::failure;
use super::super::dpop::Prover;
use super::super::endpoint::Obtained;
use super::super::identity::{self, Client, Useless};
use super::super::login::{StoredTokens, Way};
use super::super::store::{ClientRecord, TokenRecord, Watch};
use super::super::token::Token;
use super::super::witness::Witness;
use super::Flow;
use mcp_inspector_core::auth::redirect::{Expected, RedirectError, Returned};
use mcp_inspector_core::auth::walk::Found;
use mcp_inspector_core::auth::{AuthStep, StepName, StepOutcome, scope};
use mcp_inspector_core::fault::Fault;
use mcp_inspector_core::redact::{REDACTED, redact_url};
use std::error::Error as _;
use std::sync::Arc;

const ELSEWHERE: &str = "another process has logged in meanwhile: its token is used";

/// What became of the way by a code.
pub(super) enum Coded {
    /// A token.
    Granted(Obtained, Client),
    /// Somebody else was granted one.
    Elsewhere(Box<Token>),
}

/// Why there is no token, and the client that turned out to be of no use any more.
struct Stray {
    fault: Fault,
    forgotten: Option<(Box<ClientRecord>, Useless)>,
}

impl From<Fault> for Stray {
    fn from(fault: Fault) -> Self {
        Stray { fault, forgotten: None }
    }
}

impl Coded {
    fn elsewhere(token: Token) -> Self {
        Coded::Elsewhere(Box::new(token))
    }
}

impl Flow<'_> {
    /// Sends the user for a code and exchanges it. An authorization server that has forgotten the client it
    /// registered before is asked to register another one, and the user is sent once more.
    pub(super) async fn code(
        &self,
        found: &Found,
        scopes: &[String],
        began: &Began,
        prover: Option<Arc<Prover>>,
        witness: &dyn Witness,
    ) -> Result<Coded, Fault> {
        let once = self.code_once(found, scopes, began, prover.clone(), witness).await;
        let Err(Stray { forgotten: Some((client, why)), .. }) = &once else {
            return once.map_err(|stray| stray.fault);
        };
        if let Way::Agent(agent) = &self.authorizer.login.way {
            agent.goes_on();
        }
        identity::forget(self.authorizer, client, *why, witness).await;
        let again = self.code_once(found, scopes, began, prover, witness).await;
        again.map_err(|stray| stray.fault)
    }

    async fn code_once(
        &self,
        found: &Found,
        scopes: &[String],
        began: &Began,
        prover: Option<Arc<Prover>>,
        witness: &dyn Witness,
    ) -> Result<Coded, Stray> {
        let Authorizer { settings, login, fetcher, .. } = self.authorizer;
        let Way::Agent(agent) = &login.way else { return Err(self.nobody_to_send().into()) };
        let book = login.store.read().map_err(|error| error.fault())?;
        if let Some(record) = self.authorizer.newcomer(&book, found, scopes, began) {
            return Ok(Coded::elsewhere(Token::stored(record, ELSEWHERE, witness).await?));
        }
        let issuer = identity::issuer_key(found);
        let before = book.client(&issuer).and_then(|client| client.redirect_uri.clone());
        let preferred = settings.redirect_uri.clone().or(before);
        let visit = match agent.prepare(preferred.as_deref()).await {
            Ok(visit) => visit,
            Err(error) => return Err(self.astray(&error, None, false, witness).await.into()),
        };
        let redirect_uri = visit.redirect_uri().to_owned();
        let client = identity::identify(self.authorizer, found, &redirect_uri, scopes, witness).await?;
        let asking = Asking {
            server: found.server.clone(),
            endpoint: self.endpoint(&found.server, found, client.clone(), prover)?,
            resource: found.resource.clone(),
            redirect_uri,
            scopes: scopes.to_vec(),
            state_prefix: visit.state_prefix().map(str::to_owned),
        };
        let begun = self.grant.begin(fetcher, asking).await.map_err(|fault| fault.fault)?;
        let (url, state) = (begun.url().to_owned(), begun.state().to_owned());
        witness.secret(&state).await;
        let shown = shown_visit(&url, &state);
        witness
            .step(
                AuthStep::new(
                    StepName::Authorization,
                    StepOutcome::Waiting,
                    format!("the user is sent to {shown}"),
                )
                .by("OAuth 2.1 section 4.1.1, RFC 7636, RFC 8707"),
            )
            .await;
        if let Some(why) = self.authorizer.why_anew() {
            visit.because(&why);
        }
        let returned = tokio::select! {
            returned = visit.go(&url, &state) => returned,
            record = self.granted_elsewhere(found, scopes, began) => {
                return Ok(Coded::elsewhere(Token::stored(record, ELSEWHERE, witness).await?));
            }
        };
        let returned = match returned {
            Ok(returned) => returned,
            Err(error) => {
                return Err(self.astray(&error, Some(&shown), client.is_reused, witness).await.into());
            }
        };
        let reused = client.registration.clone().filter(|_| client.is_reused);
        let stray = |fault: Fault, error: Option<&str>| {
            let why = match error {
                Some("invalid_client" | "unauthorized_client") => Some(Useless::Unknown),
                Some("invalid_scope") => Some(Useless::TooNarrow),
                _ => None,
            };
            let is_narrow = |client: &ClientRecord| !scope::missing(scopes, &client.scopes).is_empty();
            let forgotten = reused.clone().zip(why);
            Stray {
                fault,
                forgotten: forgotten.filter(|(client, why)| *why == Useless::Unknown || is_narrow(client)),
            }
        };
        let code = match self.judge(&returned, &state, found, witness).await {
            Ok(code) => code,
            Err((fault, error)) => return Err(stray(fault, error.as_deref())),
        };
        witness.secret(&code).await;
        match begun.exchange(&code, returned.iss.as_deref(), witness).await {
            Ok(obtained) => Ok(Coded::Granted(obtained, client)),
            Err(fault) => Err(stray(fault.fault, fault.error.as_deref())),
        }
    }

    /// Waits until another process has been granted what this one asks for.
    async fn granted_elsewhere(&self, found: &Found, scopes: &[String], began: &Began) -> TokenRecord {
        let Authorizer { login, .. } = self.authorizer;
        if login.stored == StoredTokens::Ignored {
            return std::future::pending().await;
        }
        let mut watch = Watch::new(login.store.clone());
        loop {
            let book = watch.news().await;
            if let Some(record) = self.authorizer.newcomer(&book, found, scopes, began) {
                return record;
            }
        }
    }

    /// There is nobody who could log in. A client that can prove who it is may not need anybody.
    fn nobody_to_send(&self) -> Fault {
        let fault = self.authorizer.nothing_stored();
        if !self.authorizer.settings.is_confidential() {
            return fault;
        }
        let otherwise = fault.hint.clone().unwrap_or_default();
        fault.with_hint(format!(
            "set `\"grant\": \"client_credentials\"` if the client is to get a token for itself, without a user; otherwise {otherwise}"
        ))
    }

    /// The code; or why there is none, with the error of the authorization server.
    async fn judge(
        &self,
        returned: &Returned,
        state: &str,
        found: &Found,
        witness: &dyn Witness,
    ) -> Result<String, (Fault, Option<String>)> {
        let expected = Expected {
            state,
            // The name it has given itself; that differs from the one it was found by only where a slash
            // is forgiven.
            issuer: found.server.issuer.as_deref().or(found.issuer.as_deref()),
            names_issuer: found.server.authorization_response_iss_parameter_supported,
        };
        let error = match returned.code(&expected) {
            Ok(code) => {
                let what = match &returned.iss {
                    Some(iss) => format!("the user is back, with the right state and from `{iss}`"),
                    None => "the user is back, with the right state".to_owned(),
                };
                witness
                    .step(AuthStep::passed(StepName::Redirect, what).by("OAuth 2.1 section 4.1.2, RFC 9207"))
                    .await;
                return Ok(code);
            }
            Err(error) => error,
        };
        let step = AuthStep::failed(StepName::Redirect, error.to_string());
        let step = match &error {
            RedirectError::WrongIssuer { came, .. } if expected.issuer.is_none() => step
                .by("RFC 9207 section 2.4")
                .wanted("no `iss`, because nothing is known to hold it against", format!("`{came}`"))
                .advise("if that is the authorization server you mean, configure it as `issuer` (`--issuer`)"),
            RedirectError::WrongIssuer { expected, came } => {
                step.by("RFC 9207 section 2.4").wanted(format!("`iss` to be `{expected}`, letter by letter"), format!("`{came}`"))
                    .advise("send the issuer of the metadata, or beware: another authorization server may have answered")
            }
            RedirectError::MissingIssuer { expected } => {
                step.by("RFC 9207 section 2.4").wanted(format!("`iss={expected}`"), "none").advise(
                    "send `iss`, or do not say `authorization_response_iss_parameter_supported`",
                )
            }
            RedirectError::WrongState { .. } => step
                .by("OAuth 2.1 section 4.1.2")
                .wanted("the `state` that was sent", "another, or none")
                .advise("send `state` back as it came; if it was, someone else's answer came here"),
            RedirectError::Refused { error, .. } if error == "invalid_scope" => step
                .by("OAuth 2.1 section 4.1.2.1")
                .advise("the authorization server does not grant these scopes to this client: ask for others (`scopes`, `--scope`), or let it grant them"),
            RedirectError::Refused { .. } => {
                step.by("OAuth 2.1 section 4.1.2.1").advise("the authorization server, or the user there, did not agree")
            }
            RedirectError::Repeated { name } => step
                .by("OAuth 2.1 section 3.1")
                .wanted(format!("`{name}` once"), "more than one")
                .advise("send each parameter once; if it was, someone else has a hand in it"),
            RedirectError::NoCode | RedirectError::NotARedirect { .. } => step
                .by("OAuth 2.1 section 4.1.2")
                .wanted("`code` and `state`, or `error`", "neither `code` nor `error`")
                .advise("redirect with `code` when the user agrees, and with `error` when not"),
        };
        witness.step(step.clone()).await;
        let refused = if let RedirectError::Refused { error, .. } = error { Some(error) } else { None };
        Err((failure(&step), refused))
    }

    /// The fault of a user who was not sent, or did not come back.
    async fn astray(
        &self,
        error: &AgentError,
        url: Option<&str>,
        is_reused: bool,
        witness: &dyn Witness,
    ) -> Fault {
        let mut step = AuthStep::failed(StepName::Authorization, error.to_string()).by("RFC 8252");
        if let Some(source) = error.source() {
            step = step.wanted("a free port", source.to_string());
        }
        let advice = match error {
            AgentError::Unattended { hint, .. } => hint.clone(),
            AgentError::NoListener { .. } => "free the port, or name another place to come back to".to_owned(),
            AgentError::ForeignRedirect { .. } => {
                "use a URL such as `http://127.0.0.1:PORT/callback`, and register the client with it".to_owned()
            }
            AgentError::TimedOut { .. } if url.is_none() => "log in again".to_owned(),
            AgentError::TimedOut { .. } => {
                let go = "open the URL that was shown, and log in; on another machine, paste the URL you end at";
                // Whoever looks at the authorization server's page sees an error there, and we do not.
                let settings = &self.authorizer.settings;
                let itself = "; if the client is to get a token for itself, without a user, set \
                     `\"grant\": \"client_credentials\"`";
                let itself = if settings.is_confidential() { itself } else { "" };
                let known = settings.client_id.as_ref().map(|client_id| format!(
                    "; if the page there shows an error, look whether the client id `{client_id}` is right (`clientId`, \
                     `--client-id`), and whether the client is registered with this place to come back to: if with \
                     another, name that (`--callback-url`, `redirectUri`)"
                ));
                format!("{go}{itself}{}", known.unwrap_or_default())
            }
            AgentError::OnlyStrangers { .. } => {
                "the authorization server must return `state` unchanged; if it does, the answer was that of another \
                 login: open the URL that was shown last"
                    .to_owned()
            }
            AgentError::NotSentBack { .. } => {
                "the authorization server must redirect to the `redirect_uri`, also with an error".to_owned()
            }
        };
        let may_be_forgotten =
            is_reused && matches!(error, AgentError::TimedOut { .. } | AgentError::NotSentBack { .. });
        let forgotten = "; if the page there says that the client is not known, the authorization server has \
             forgotten the registration: forget it here as well (`auth/logout --forget-client`), and log in again";
        let step = step.advise(advice + if may_be_forgotten { forgotten } else { "" });
        witness.step(step.clone()).await;
        failure(&step)
    }
}

/// The URL to visit, as it may be shown: whoever knows the state could answer in the user's place.
fn shown_visit(url: &str, state: &str) -> String {
    redact_url(url).replace(state, REDACTED)
}
