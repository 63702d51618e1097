//! The token endpoint: forms that are posted to it, and what it grants.
//!
//! A client proves who it is here in one of four ways, and, when tokens are to be bound to a key,
//! that it has the key. A nonce that the endpoint asks for is brought with the second attempt. What
//! comes back is judged in `endpoint/judging.rs`.

mod judging;

pub(crate) use judging::{Obtained, TokenFault, Told, judge, secrets_in};

use super::assertion::{CLIENT_ASSERTION_TYPE, client_assertion};
use super::dpop::{NONCE_HEADER, PROOF_HEADER, Prover};
use super::fetch::{Fetcher, Request, Response, secrets_of};
use super::identity::{Client, ClientAuth};
use super::key::{KeyError, SigningKey};
use super::witness::Witness;
use crate::clock;
use mcp_inspector_core::auth::AuthExchange;
use mcp_inspector_core::auth::token::{self, TokenRefusal};
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
    /// How the request proved whose it is.
    method: ClientAuth,
    /// Whether it proved to have a key, so that the token may be bound to it.
    is_bound: bool,
    /// The same request before, and why it was made once more.
    earlier: Vec<(Again, AuthExchange)>,
}

/// Why a request is made once more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Again {
    /// The proof of the key is to hold a nonce.
    Nonce,
    /// The client is not known by a header alone.
    WithId,
    /// The secret is refused in a header.
    InBody,
}

impl Endpoint {
    /// Posts a form and reads what is granted. `what` is what the step is called.
    pub(crate) async fn request(
        &self,
        fetcher: &Fetcher,
        mut form: Vec<(String, String)>,
        told: Told,
        witness: &dyn Witness,
    ) -> Result<Obtained, TokenFault> {
        let mut headers = HeaderMap::new();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/x-www-form-urlencoded"));
        headers.insert(ACCEPT, HeaderValue::from_static("application/json"));
        match self.client.method {
            ClientAuth::Basic | ClientAuth::BasicAndId => {
                if self.client.method == ClientAuth::BasicAndId {
                    form.push(("client_id".to_owned(), self.client.client_id.clone()));
                }
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

    /// Posts with the proof that is wanted here.
    ///
    /// Some authorization servers, such as that of the Python SDK, look for the client's id in the body before
    /// they read a header; so a refusal is answered with the id in both. A configured client does not say how
    /// it was registered, and some authorization servers offer two ways and take one of them: its secret is
    /// sent once more in the body, if the metadata offers that. A code or refresh token is not lost by that: who the client is, is
    /// settled first (RFC 6749, sections 4.1.3 and 6), and a request that fails there has used nothing up.
    /// Where it has all the same, there was no token to be had in the first place. What a server may take
    /// back when a code comes twice (section 4.1.2) is what was granted for it, which is nothing.
    pub(crate) async fn post(&self, fetcher: &Fetcher, request: Request) -> Result<Exchanged, TokenFault> {
        let first = self.post_once(fetcher, request.clone(), self.client.method).await?;
        if self.client.method != ClientAuth::Basic || !first.refuses_client() {
            return Ok(first);
        }
        let with_id = self.with_id(request.clone());
        let second =
            self.post_once(fetcher, with_id, ClientAuth::BasicAndId).await?.after(first, Again::WithId);
        if !self.client.may_post || !second.refuses_client() {
            return Ok(second);
        }
        let third = self.post_once(fetcher, self.in_body(request), ClientAuth::Post).await?;
        Ok(third.after(second, Again::InBody))
    }

    /// The request with the client's id in its body too.
    fn with_id(&self, mut request: Request) -> Request {
        let form = form_urlencoded::parse(request.body.as_deref().unwrap_or_default());
        let form = form.filter(|(name, _)| name != "client_id");
        let mut body = form_urlencoded::Serializer::new(String::new());
        body.extend_pairs(form).append_pair("client_id", &self.client.client_id);
        request.body = Some(body.finish().into_bytes());
        request
    }

    /// The request with the secret in its body instead of in a header.
    fn in_body(&self, mut request: Request) -> Request {
        request.headers.remove(AUTHORIZATION);
        let Client { client_id, client_secret, .. } = &self.client;
        let form = form_urlencoded::parse(request.body.as_deref().unwrap_or_default());
        let form = form.filter(|(name, _)| name != "client_id" && name != "client_secret");
        let mut body = form_urlencoded::Serializer::new(String::new());
        body.extend_pairs(form).append_pair("client_id", client_id);
        if let Some(secret) = client_secret {
            body.append_pair("client_secret", secret);
        }
        request.body = Some(body.finish().into_bytes());
        request
    }

    /// Posts, once more when a nonce is asked for.
    async fn post_once(
        &self,
        fetcher: &Fetcher,
        request: Request,
        method: ClientAuth,
    ) -> Result<Exchanged, TokenFault> {
        let mut earlier = Vec::new();
        let mut secrets = secrets_of(&request);
        // In a header it stands together with the id, and encoded.
        secrets.extend(self.client.client_secret.clone());
        loop {
            let mut request = request.clone();
            if let Some(prover) = &self.prover {
                let proof = prover
                    .proof("POST", &self.url, None, clock::unix_seconds())
                    .map_err(|error| key_fault(&error))?;
                let proof = HeaderValue::try_from(proof).map_err(|_| key_fault(&KeyError::Missing))?;
                request.headers.insert(PROOF_HEADER, proof);
            }
            let (exchange, outcome) = fetcher.fetch_secret(request).await;
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
            if !wants_nonce || !earlier.is_empty() {
                let is_bound = self.prover.is_some();
                return Ok(Exchanged { exchange, outcome, secrets, method, is_bound, earlier });
            }
            earlier.push((Again::Nonce, exchange));
        }
    }
}

impl Exchanged {
    /// The same as the last of several.
    fn after(mut self, first: Exchanged, why: Again) -> Self {
        self.secrets.extend(first.secrets);
        let before = first.earlier.into_iter().chain([(why, first.exchange)]);
        self.earlier.splice(..0, before);
        self
    }

    /// Whether the endpoint does not believe who the client is.
    fn refuses_client(&self) -> bool {
        let Ok(response) = &self.outcome else { return false };
        let refusal = token::read(response.status, &response.body).err();
        response.status == 401 || refusal.as_ref().and_then(TokenRefusal::error) == Some("invalid_client")
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
