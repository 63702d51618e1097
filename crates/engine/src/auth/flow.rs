//! One login, from a known authorization server to a token that is kept.
//!
//! Renewing one is in `flow/renewal.rs`, keeping it in `flow/keeping.rs`.

mod keeping;
mod renewal;

use super::agent::AgentError;
use super::authorizer::{Authorizer, Refusal};
use super::code_grant::{Asking, CodeGrant};
use super::discovery::failure;
use super::dpop::Prover;
use super::endpoint::{Endpoint, key_fault};
use super::fetch::Request;
use super::identity::{self, Client, ClientAuth};
use super::key::SigningKey;
use super::login::Way;
use super::machine_grants::{self, Wanted};
use super::secret::reveal;
use super::token::{Origin, Token};
use super::witness::Witness;
use mcp_inspector_core::auth::challenge::Demand;
use mcp_inspector_core::auth::metadata::ServerMetadata;
use mcp_inspector_core::auth::redirect::{Expected, RedirectError, Returned};
use mcp_inspector_core::auth::settings::Grant;
use mcp_inspector_core::auth::token::Granted;
use mcp_inspector_core::auth::walk::Found;
use mcp_inspector_core::auth::{AuthStep, StepName, StepOutcome};
use mcp_inspector_core::fault::{Fault, FaultCode};
use mcp_inspector_core::redact::{REDACTED, redact_url};
use reqwest::header::{ACCEPT, CONTENT_TYPE, HeaderMap, HeaderValue};
use reqwest::{Method, Url};
use serde_json::json;
use std::error::Error as _;
use std::sync::Arc;

/// One login.
pub(super) struct Flow<'a> {
    pub(super) authorizer: &'a Authorizer,
    pub(super) grant: &'a dyn CodeGrant,
}

impl Flow<'_> {
    /// Asks the server without a token what it wants.
    pub(super) async fn probe(&self, witness: &dyn Witness) -> Result<Refusal, Fault> {
        let (exchange, outcome) = self.authorizer.fetcher.fetch(probe_request(&self.authorizer.server)).await;
        let mut step = AuthStep::passed(StepName::Challenge, "the server is asked without a token")
            .by("MCP authorization, token handling");
        step.exchange = Some(Box::new(exchange));
        let response = match outcome {
            Ok(response) => response,
            Err(fault) => {
                step.outcome = StepOutcome::Failed;
                witness.step(step.wanted("an answer", fault.message.clone())).await;
                return Err(fault);
            }
        };
        let challenges = response.headers.get_all("www-authenticate").iter();
        let challenges: Vec<&str> = challenges.filter_map(|value| value.to_str().ok()).collect();
        let refusal = Refusal { status: response.status, demand: Demand::of(challenges) };
        let step = match response.status {
            401 => refusal.judged(step),
            404 | 405 | 410 => AuthStep { outcome: StepOutcome::Failed, ..step }
                .wanted("401 with a `WWW-Authenticate` header", format!("HTTP {}", response.status))
                .advise("nothing is served at this path; many servers use /mcp or /sse"),
            status => AuthStep { outcome: StepOutcome::Warning, ..step }
                .wanted("401 with a `WWW-Authenticate` header", format!("HTTP {status}"))
                .advise("if the server is to be protected, refuse requests without a token"),
        };
        witness.step(step.clone()).await;
        if step.has_failed() { Err(failure(&step)) } else { Ok(refusal) }
    }

    /// Obtains a token by the grant that is set up.
    pub(super) async fn log_in(
        &self,
        found: &Found,
        scopes: Vec<String>,
        witness: &dyn Witness,
    ) -> Result<Token, Fault> {
        let settings = &self.authorizer.settings;
        if matches!(self.authorizer.login.way, Way::StoredOnly) {
            return Err(self.authorizer.nothing_stored());
        }
        let prover = self.prover(found, witness).await?;
        let (granted, client) = match &settings.grant_at(&found.server) {
            Grant::AuthorizationCode => self.code(found, &scopes, prover.clone(), witness).await?,
            grant => {
                let client = self.configured_client(found, grant)?;
                let endpoint = self.endpoint(&found.server, found, client.clone(), prover.clone())?;
                let wanted = Wanted { resource: &found.resource, scopes: &scopes };
                let fetcher = &self.authorizer.fetcher;
                let granted = match grant {
                    Grant::JwtBearer { assertion } => {
                        machine_grants::jwt_bearer(fetcher, &endpoint, assertion, wanted, witness).await
                    }
                    Grant::EnterpriseManaged(provider) => {
                        let issuer = identity::issuer_key(found);
                        machine_grants::enterprise_managed(
                            fetcher, &endpoint, provider, &issuer, wanted, witness,
                        )
                        .await
                    }
                    _ => machine_grants::client_credentials(fetcher, &endpoint, wanted, witness).await,
                };
                (granted.map_err(|fault| fault.fault)?, client)
            }
        };
        let record = self.record(found, &client, granted, &scopes, prover.as_deref(), witness).await;
        let is_kept = self.keep(&record, witness).await;
        Ok(Token::new(record, Origin::Granted)?.with_prover(prover).kept(is_kept))
    }

    async fn code(
        &self,
        found: &Found,
        scopes: &[String],
        prover: Option<Arc<Prover>>,
        witness: &dyn Witness,
    ) -> Result<(Granted, Client), Fault> {
        let Authorizer { settings, login, fetcher, .. } = self.authorizer;
        let Way::Agent(agent) = &login.way else { return Err(self.authorizer.nothing_stored()) };
        let book = login.store.read().map_err(|error| error.fault())?;
        let issuer = identity::issuer_key(found);
        let before = book.client(&issuer).and_then(|client| client.redirect_uri.clone());
        let preferred = settings.redirect_uri.clone().or(before);
        let visit = match agent.prepare(preferred.as_deref()).await {
            Ok(visit) => visit,
            Err(error) => return Err(astray(&error, None, witness).await),
        };
        let redirect_uri = visit.redirect_uri().to_owned();
        let client =
            identity::identify(fetcher, settings, found, &login.store, &redirect_uri, scopes, witness)
                .await?;
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
        let returned = match visit.go(&url, &state).await {
            Ok(returned) => returned,
            Err(error) => return Err(astray(&error, Some(&shown), witness).await),
        };
        let code = match self.judge(&returned, &state, found, witness).await {
            Ok(code) => code,
            Err(fault) => return Err(fault),
        };
        witness.secret(&code).await;
        let granted = begun.exchange(&code, returned.iss.as_deref(), witness).await;
        Ok((granted.map_err(|fault| fault.fault)?, client))
    }

    async fn judge(
        &self,
        returned: &Returned,
        state: &str,
        found: &Found,
        witness: &dyn Witness,
    ) -> Result<String, Fault> {
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
        Err(failure(&step))
    }

    fn configured_client(&self, found: &Found, grant: &Grant) -> Result<Client, Fault> {
        let settings = &self.authorizer.settings;
        match identity::configured(settings, &found.server) {
            Some(client) => Ok(client),
            // A workload is known by its assertion.
            None if matches!(grant, Grant::JwtBearer { .. }) => {
                Ok(Client { client_id: String::new(), client_secret: None, method: ClientAuth::None })
            }
            None => Err(Fault::new(
                FaultCode::InvalidConfig,
                "this grant needs a client that is registered beforehand",
            )
            .with_hint("give its id as `clientId` or `--client-id`, and its secret or private key")),
        }
    }

    fn endpoint(
        &self,
        server: &ServerMetadata,
        found: &Found,
        client: Client,
        prover: Option<Arc<Prover>>,
    ) -> Result<Endpoint, Fault> {
        let url = server.token_endpoint.clone().unwrap_or_default();
        let audience = found.issuer.clone().or_else(|| server.issuer.clone()).unwrap_or_else(|| url.clone());
        Ok(Endpoint { key: self.key(&client)?, url, audience, client, prover })
    }

    fn key(&self, client: &Client) -> Result<Option<Arc<SigningKey>>, Fault> {
        let settings = &self.authorizer.settings;
        match &settings.private_key {
            Some(text) if client.method == ClientAuth::PrivateKeyJwt => {
                let key = SigningKey::from_pem(&reveal(text)?, settings.signing_algorithm.as_deref());
                Ok(Some(Arc::new(key.map_err(|error| key_fault(&error).fault)?)))
            }
            _ => Ok(None),
        }
    }

    /// The key that the token is to be bound to, where that is wanted and possible.
    async fn prover(&self, found: &Found, witness: &dyn Witness) -> Result<Option<Arc<Prover>>, Fault> {
        if !self.authorizer.settings.dpop {
            return Ok(None);
        }
        let algorithms = found.server.dpop_signing_alg_values_supported.as_deref().unwrap_or_default();
        if !algorithms.iter().any(|algorithm| algorithm == "ES256") {
            let step = AuthStep::new(
                StepName::Token,
                StepOutcome::Skipped,
                "no proof of possession: the authorization server does not offer it with ES256",
            );
            witness.step(step.by("RFC 9449 section 5.1")).await;
            return Ok(None);
        }
        let key = SigningKey::generate().map_err(|error| key_fault(&error).fault)?;
        Ok(Some(Arc::new(Prover::new(key))))
    }
}

/// A harmless request that a protected server refuses.
fn probe_request(server: &Url) -> Request {
    let mut headers = HeaderMap::new();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    headers.insert(ACCEPT, HeaderValue::from_static("application/json, text/event-stream"));
    let body = json!({ "jsonrpc": "2.0", "id": "login", "method": "ping" });
    Request {
        method: Method::POST,
        url: server.to_string(),
        headers,
        body: Some(body.to_string().into_bytes()),
    }
}

/// The URL to visit, as it may be shown: whoever knows the state could answer in the user's place.
fn shown_visit(url: &str, state: &str) -> String {
    redact_url(url).replace(state, REDACTED)
}

async fn astray(error: &AgentError, url: Option<&str>, witness: &dyn Witness) -> Fault {
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
        AgentError::TimedOut { .. } => match url {
            Some(_) => {
                "open the URL that was shown, and log in; on another machine, paste the URL you end at"
                    .to_owned()
            }
            None => "log in again".to_owned(),
        },
        AgentError::NotSentBack { .. } => {
            "the authorization server must redirect to the `redirect_uri`, also with an error".to_owned()
        }
    };
    let step = step.advise(advice);
    witness.step(step.clone()).await;
    failure(&step)
}
