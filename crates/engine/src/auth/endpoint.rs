//! The token endpoint: forms that are posted to it, and what it grants.
//!
//! A client proves who it is here in one of four ways, and, when tokens are to be bound to a key,
//! that it has the key. A nonce that the endpoint asks for is brought with the second attempt.

use super::assertion::{CLIENT_ASSERTION_TYPE, client_assertion};
use super::discovery::failure;
use super::dpop::{NONCE_HEADER, PROOF_HEADER, Prover};
use super::fetch::{Fetcher, Request, Response, is_secret_field};
use super::identity::{Client, ClientAuth};
use super::key::{KeyError, SigningKey};
use super::witness::Witness;
use crate::clock;
use mcp_inspector_core::auth::metadata::object;
use mcp_inspector_core::auth::token::{self, Granted, TokenRefusal};
use mcp_inspector_core::auth::{AuthExchange, AuthStep, StepName, StepOutcome};
use mcp_inspector_core::fault::{Fault, FaultCode};
use reqwest::Method;
use reqwest::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE, HeaderMap, HeaderValue};
use std::sync::Arc;
use std::time::Duration;
use url::form_urlencoded;

/// How long an assertion is good.
const ASSERTION_LIFETIME: Duration = Duration::from_secs(300);

/// A token endpoint, and who we are to it.
#[derive(Clone, Debug)]
pub(crate) struct Endpoint {
    pub(crate) url: String,
    /// What assertions name as the one they are for: the issuer, or the endpoint itself.
    pub(crate) audience: String,
    pub(crate) client: Client,
    pub(crate) key: Option<Arc<SigningKey>>,
    pub(crate) prover: Option<Arc<Prover>>,
}

/// An exchange with the endpoint.
pub(crate) struct Exchanged {
    pub(crate) exchange: AuthExchange,
    pub(crate) outcome: Result<Response, Fault>,
    /// What the request proved itself with; an answer may repeat it.
    secrets: Vec<String>,
}

impl Endpoint {
    /// Posts a form and reads what is granted. `what` is what the step is called.
    pub(crate) async fn request(
        &self,
        fetcher: &Fetcher,
        mut form: Vec<(String, String)>,
        told: Told,
        witness: &dyn Witness,
    ) -> Result<Granted, TokenFault> {
        let mut headers = HeaderMap::new();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/x-www-form-urlencoded"));
        headers.insert(ACCEPT, HeaderValue::from_static("application/json"));
        match self.client.method {
            ClientAuth::Basic => {
                let secret = self.client.client_secret.as_deref().unwrap_or_default();
                headers.insert(AUTHORIZATION, basic(&self.client.client_id, secret)?);
            }
            ClientAuth::Post => {
                form.push(("client_id".to_owned(), self.client.client_id.clone()));
                form.extend(
                    self.client.client_secret.clone().map(|secret| ("client_secret".to_owned(), secret)),
                );
            }
            // A workload that only has its assertion has no id either.
            ClientAuth::None if self.client.client_id.is_empty() => {}
            ClientAuth::None => form.push(("client_id".to_owned(), self.client.client_id.clone())),
            ClientAuth::PrivateKeyJwt => form.extend(self.assertion().map_err(|error| key_fault(&error))?),
        }
        let body = form_urlencoded::Serializer::new(String::new()).extend_pairs(&form).finish();
        let request =
            Request { method: Method::POST, url: self.url.clone(), headers, body: Some(body.into_bytes()) };
        let exchanged = self.post(fetcher, request).await?;
        judge(exchanged, told, witness).await
    }

    /// The fields that prove with a key who we are.
    pub(crate) fn assertion(&self) -> Result<[(String, String); 2], KeyError> {
        let Some(key) = &self.key else { return Err(KeyError::Missing) };
        let assertion = client_assertion(
            key,
            &self.client.client_id,
            &self.audience,
            clock::unix_seconds(),
            ASSERTION_LIFETIME,
        )?;
        Ok([
            ("client_assertion_type".to_owned(), CLIENT_ASSERTION_TYPE.to_owned()),
            ("client_assertion".to_owned(), assertion),
        ])
    }

    /// Posts with the proof that is wanted here, once more when a nonce is asked for.
    pub(crate) async fn post(&self, fetcher: &Fetcher, request: Request) -> Result<Exchanged, TokenFault> {
        let mut again = true;
        let secrets = secrets_of(&request);
        loop {
            let mut request = request.clone();
            if let Some(prover) = &self.prover {
                let proof = prover
                    .proof("POST", &self.url, None, clock::unix_seconds())
                    .map_err(|error| key_fault(&error))?;
                let proof = HeaderValue::try_from(proof).map_err(|_| key_fault(&KeyError::Missing))?;
                request.headers.insert(PROOF_HEADER, proof);
            }
            let (exchange, outcome) = fetcher.fetch(request).await;
            let wants_nonce = match (&self.prover, &outcome) {
                (Some(prover), Ok(response)) => {
                    let is_new = response
                        .header(NONCE_HEADER)
                        .is_some_and(|nonce| prover.remember_nonce(&self.url, nonce));
                    let refusal = token::read(response.status, &response.body).err();
                    is_new && refusal.as_ref().and_then(TokenRefusal::error) == Some("use_dpop_nonce")
                }
                _ => false,
            };
            if !wants_nonce || !again {
                return Ok(Exchanged { exchange, outcome, secrets });
            }
            again = false;
        }
    }
}

/// What a step is called, and whom to tell what when it breaks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Told {
    pub(crate) step: StepName,
    pub(crate) what: &'static str,
    pub(crate) rule: &'static str,
}

/// Why there is no token.
#[derive(Debug)]
pub(crate) struct TokenFault {
    pub(crate) fault: Fault,
    /// The code of the authorization server, when it gave one.
    pub(crate) error: Option<String>,
}

impl From<Fault> for TokenFault {
    fn from(fault: Fault) -> Self {
        TokenFault { fault, error: None }
    }
}

/// Reads what an exchange granted, and tells it as a step.
pub(crate) async fn judge(
    exchanged: Exchanged,
    told: Told,
    witness: &dyn Witness,
) -> Result<Granted, TokenFault> {
    let Exchanged { exchange, outcome, secrets } = exchanged;
    let granted = outcome.as_ref().map(|response| tokens_in(&response.body)).unwrap_or_default();
    for secret in secrets.iter().chain(&granted) {
        witness.secret(secret).await;
    }
    let mut step = AuthStep::passed(told.step, told.what).by(told.rule);
    step.exchange = Some(Box::new(exchange));
    let read = match &outcome {
        Ok(response) if response.is_cut => {
            Err((None, "an answer that is too large".to_owned(), "answer with a token and nothing else"))
        }
        Ok(response) => token::read(response.status, &response.body).map_err(|refusal| {
            (
                refusal.error().map(str::to_owned),
                refusal.to_string(),
                advice(response.status, refusal.error()),
            )
        }),
        Err(fault) => {
            Err((None, fault.message.clone(), "the token endpoint must be reachable and answer in time"))
        }
    };
    match read {
        Ok(granted) => {
            witness.step(step).await;
            Ok(granted)
        }
        Err((error, came, advice)) => {
            step.outcome = StepOutcome::Failed;
            let step = step.wanted("200 with `access_token` and `token_type`", came).advise(advice);
            witness.step(step.clone()).await;
            Err(TokenFault { fault: failure(&step), error })
        }
    }
}

/// What a request proves itself with.
fn secrets_of(request: &Request) -> Vec<String> {
    let form = form_urlencoded::parse(request.body.as_deref().unwrap_or_default());
    let fields = form.filter(|(name, _)| is_secret_field(name)).map(|(_, value)| value.into_owned());
    let header = request.headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok());
    let header = header.and_then(|value| value.split_once(' ')).map(|(_, value)| value.to_owned());
    fields.chain(header).collect()
}

/// The tokens in an answer, whatever else is wrong with it.
fn tokens_in(body: &[u8]) -> Vec<String> {
    let Ok(members) = object(body) else { return Vec::new() };
    let names = ["access_token", "refresh_token", "id_token"];
    names.iter().filter_map(|name| members.get(*name)?.as_str().map(str::to_owned)).collect()
}

fn advice(status: u16, error: Option<&str>) -> &'static str {
    match (status, error) {
        (429, _) => "the authorization server wants fewer requests: wait as long as it says, then try again",
        (_, Some("invalid_grant")) => {
            "the code, assertion or refresh token is not good (any more): log in again; for a code, compare redirect_uri and code_verifier"
        }
        (_, Some("invalid_client")) => {
            "the authorization server does not accept who we are: check client id and secret, and how they are sent"
        }
        (_, Some("unauthorized_client" | "unsupported_grant_type")) => {
            "let the authorization server allow this grant to this client"
        }
        (_, Some("invalid_target")) => "let the authorization server accept `resource` (RFC 8707)",
        (_, Some("invalid_scope")) => "let the authorization server know the scopes that the resource names",
        (_, Some(_)) => "the authorization server's own log may say more",
        (_, None) => {
            "answer as RFC 6749 section 5 says: JSON with `access_token` and `token_type`, or with `error`"
        }
    }
}

/// Id and secret as RFC 6749 section 2.3.1 wants them: each encoded like a form before they are
/// joined.
pub(crate) fn basic(client_id: &str, secret: &str) -> Result<HeaderValue, Fault> {
    use base64::Engine as _;
    let encoded = |text: &str| form_urlencoded::byte_serialize(text.as_bytes()).collect::<String>();
    let pair = format!("{}:{}", encoded(client_id), encoded(secret));
    let text = format!("Basic {}", base64::engine::general_purpose::STANDARD.encode(pair));
    HeaderValue::try_from(text)
        .map_err(|_| Fault::new(FaultCode::InvalidConfig, "the client's id or secret fits no header"))
}

pub(crate) fn key_fault(error: &KeyError) -> TokenFault {
    let mut fault = Fault::new(FaultCode::InvalidConfig, format!("the key cannot be used: {error}"));
    if let Some(hint) = error.hint() {
        fault = fault.with_hint(hint);
    }
    fault.into()
}
