//! Giving tokens back, and forgetting them.

use super::endpoint::{Endpoint, basic};
use super::fetch::{Fetcher, Request};
use super::flow::belongs;
use super::identity::{Client, ClientAuth, of_record};
use super::key::SigningKey;
use super::login::{Granting, http_of};
use super::secret::reveal;
use super::store::{Book, Store, TokenRecord};
use super::witness::{Notebook, Witness};
use mcp_inspector_core::auth::settings::OAuthSettings;
use mcp_inspector_core::auth::{AuthStep, StepName, StepOutcome, places};
use mcp_inspector_core::fault::{Fault, FaultCode};
use mcp_inspector_core::target::Target;
use reqwest::Method;
use reqwest::header::{AUTHORIZATION, CONTENT_TYPE, HeaderMap, HeaderValue};
use std::sync::Arc;
use std::time::Duration;
use url::form_urlencoded;

/// How long an authorization server may take to hear of it.
const PATIENCE: Duration = Duration::from_secs(10);

/// What became of the tokens of a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Revoked {
    /// How many were forgotten.
    pub forgotten: usize,
    /// They.
    pub tokens: Vec<Granting>,
    /// Whether there were any, and every authorization server took them back.
    pub is_revoked: bool,
}

/// Forgets the tokens of a server, after the authorization server was told. They are forgotten
/// whatever it says.
pub async fn log_out(
    target: &Target,
    store: &Store,
    tell: &(dyn Fn(&AuthStep) + Send + Sync),
) -> Result<Revoked, Fault> {
    let http = http_of(target)?;
    let server = places::absolute(&http.url)
        .map_err(|error| Fault::new(FaultCode::InvalidConfig, error.to_string()))?;
    let key = places::canonical(&server);
    let noted = key.clone();
    store.wishes().forget(&key);
    let book = store.read().map_err(|error| error.fault())?;
    let secrets = book.secrets_for(&key);
    let held: Vec<TokenRecord> = book.tokens_for(&key).into_iter().cloned().collect();
    // Forgotten first: whatever the authorization server does, they are not used again. Where that fails they
    // are given back all the same, so that whoever finds them can do nothing with them.
    let (tokens, unforgotten) = match store.change(move |book| book.remove_tokens_for(&key)).await {
        Ok(tokens) => (tokens, None),
        Err(error) => (held, Some(error)),
    };
    if !tokens.is_empty() {
        store.by_hand().note(&noted);
    }
    let fetcher = Fetcher::new(http, PATIENCE);
    let notebook = Notebook::new(http, tell);
    let witness: &dyn Witness = &notebook;
    witness.secrets(&secrets).await;
    for token in &tokens {
        revoke(&fetcher, &http.oauth, &book, token, witness).await;
    }
    let steps = notebook.steps();
    let is_revoked = !tokens.is_empty() && steps.iter().all(|step| step.outcome == StepOutcome::Passed);
    if let Some(error) = unforgotten {
        let fault = error.fault();
        let hint = fault.hint.clone().unwrap_or_else(|| "make room for the store".to_owned());
        let given_back = if is_revoked { "they were given back" } else { "not all could be given back" };
        return Err(
            fault.with_hint(format!("{given_back}, and are still in the store: {hint}, then log out again"))
        );
    }
    Ok(Revoked { forgotten: tokens.len(), tokens: tokens.iter().map(Granting::from).collect(), is_revoked })
}

/// Gives a token back to the authorization server, by the client that it was granted to: what renews it, and
/// itself, because not every authorization server takes back the one with the other (RFC 7009 section 2.1).
pub(super) async fn revoke(
    fetcher: &Fetcher,
    oauth: &OAuthSettings,
    book: &Book,
    token: &TokenRecord,
    witness: &dyn Witness,
) {
    let given_back = [
        token.refresh_token.as_deref().map(|refresh| (refresh, "refresh_token")),
        Some((token.access_token.as_str(), "access_token")),
    ];
    let Some(endpoint) = &token.revocation_endpoint else {
        let step = AuthStep { outcome: StepOutcome::Skipped, ..step_of(token, "token") }
            .wanted("a `revocation_endpoint` in the metadata", "none")
            .advise("the token is forgotten here, and good until it ends");
        return witness.step(step).await;
    };
    for (given_back, hint) in given_back.into_iter().flatten() {
        let step = revoke_one(fetcher, oauth, book, token, endpoint, (given_back, hint)).await;
        witness.step(step).await;
    }
}

fn step_of(token: &TokenRecord, what: &str) -> AuthStep {
    let what = format!("the {} is given back to `{}`", what.replace('_', " "), token.issuer);
    AuthStep::passed(StepName::Revocation, what).by("RFC 7009 section 2")
}

async fn revoke_one(
    fetcher: &Fetcher,
    oauth: &OAuthSettings,
    book: &Book,
    token: &TokenRecord,
    endpoint: &str,
    (given_back, hint): (&str, &str),
) -> AuthStep {
    let step = step_of(token, hint);
    let is_document = oauth.client_metadata_url.as_ref() == Some(&token.client_id);
    let may_sign = is_document || is_configured(oauth, book, token);
    let proof = may_sign.then(|| signed(oauth, token)).flatten();
    let mut form = vec![("token", given_back), ("token_type_hint", hint)];
    let mut headers = HeaderMap::new();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/x-www-form-urlencoded"));
    let method = token.auth_method.as_deref().and_then(ClientAuth::named).unwrap_or(ClientAuth::None);
    let secret = oauth.client_secret.clone().filter(|_| is_configured(oauth, book, token));
    let registered = || book.client_named(&token.issuer, &token.client_id).map(of_record);
    let secret = secret.or_else(|| registered()?.client_secret);
    match (method, secret.as_deref()) {
        (ClientAuth::Basic | ClientAuth::BasicAndId, Some(secret)) => {
            if method == ClientAuth::BasicAndId {
                form.push(("client_id", token.client_id.as_str()));
            }
            if let Ok(value) = basic(&token.client_id, secret) {
                headers.insert(AUTHORIZATION, value);
            }
        }
        (ClientAuth::Post, Some(secret)) => {
            form.extend([("client_id", token.client_id.as_str()), ("client_secret", secret)]);
        }
        (ClientAuth::PrivateKeyJwt, _) => {
            form.push(("client_id", token.client_id.as_str()));
            form.extend(proof.iter().flatten().map(|(name, value)| (name.as_str(), value.as_str())));
        }
        _ => form.push(("client_id", token.client_id.as_str())),
    }
    let body = form_urlencoded::Serializer::new(String::new()).extend_pairs(&form).finish();
    let request =
        Request { method: Method::POST, url: endpoint.to_owned(), headers, body: Some(body.into_bytes()) };
    let (exchange, outcome) = fetcher.fetch_secret(request).await;
    let mut step = AuthStep { exchange: Some(Box::new(exchange)), ..step };
    let came = match outcome {
        Ok(response) if response.status == 200 => return step,
        Ok(response) => format!("HTTP {}", response.status),
        Err(fault) => fault.message,
    };
    step.outcome = StepOutcome::Warning;
    step.wanted("200", came).advise("the token is forgotten here, and good until it ends")
}

/// Whether a token was granted to the client that is configured, by whom that may be shown to. Another
/// authorization server may have registered a client of the same name.
fn is_configured(oauth: &OAuthSettings, book: &Book, token: &TokenRecord) -> bool {
    let server = places::absolute(&token.server).map(|server| places::bare(&server)).unwrap_or_default();
    oauth.client_id.as_ref() == Some(&token.client_id) && belongs(oauth, book, &server, &token.issuer)
}

/// The fields that prove with the configured key who we are. Without them the authorization server
/// says that they are missing.
fn signed(oauth: &OAuthSettings, token: &TokenRecord) -> Option<[(String, String); 2]> {
    let key = reveal(oauth.private_key.as_ref()?).ok()?;
    let key = SigningKey::from_pem(&key, oauth.signing_algorithm.as_deref()).ok()?;
    let method = ClientAuth::PrivateKeyJwt;
    let client = Client { client_id: token.client_id.clone(), method, ..Client::default() };
    let url = token.token_endpoint.clone().unwrap_or_default();
    let endpoint =
        Endpoint { url, audience: token.issuer.clone(), client, key: Some(Arc::new(key)), prover: None };
    endpoint.assertion().ok()
}
