//! The code grant by the official SDK: it makes up state and PKCE verifier, builds the URL and the
//! forms, and holds the answer against what it sent.
//!
//! Every request of the SDK goes through [`Tap`], which is where it is written down and where the
//! few things are put right that the SDK has no setting for: the resource letter by letter (a URL
//! type adds a slash to a bare origin), proofs with a key, and nonces.

use super::super::endpoint::{Endpoint, Exchanged, Obtained, TokenFault, Told, judge, key_fault};
use super::super::fetch::{Fetcher, Request};
use super::super::identity::ClientAuth;
use super::super::witness::{Promise, Witness};
use super::{Asking, Begun, CodeGrant};
use mcp_inspector_core::auth::StepName;
use mcp_inspector_core::fault::{Fault, FaultCode};
use reqwest::header::HeaderMap;
use reqwest::{Method, Url};
use rmcp::transport::auth::{
    AuthError, AuthorizationManager, CredentialStore, InMemoryCredentialStore, OAuthClientConfig,
    OAuthHttpClient, OAuthHttpClientFuture, OAuthHttpRequest, StoredCredentials,
};
use serde_json::json;
use std::sync::{Arc, Mutex, PoisonError};
use url::form_urlencoded;

/// The code grant by the official SDK.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SdkGrant;

impl CodeGrant for SdkGrant {
    fn begin<'a>(
        &'a self,
        fetcher: &'a Arc<Fetcher>,
        asking: Asking,
    ) -> Promise<'a, Result<Box<dyn Begun>, TokenFault>> {
        Box::pin(async move {
            let tap = Arc::new(Tap::new(fetcher.clone(), &asking));
            let manager = manager(&tap, &asking).await?;
            let scopes: Vec<&str> = asking.scopes.iter().map(String::as_str).collect();
            let url = manager.get_authorization_url(&scopes).await.map_err(|error| broken(&error))?;
            let visit = Visit::new(&url, &asking)?;
            let begun: Box<dyn Begun> = Box::new(SdkBegun { manager, tap, visit });
            Ok(begun)
        })
    }

    fn refresh<'a>(
        &'a self,
        fetcher: &'a Arc<Fetcher>,
        asking: Asking,
        refresh_token: &'a str,
        witness: &'a dyn Witness,
    ) -> Promise<'a, Result<Obtained, TokenFault>> {
        Box::pin(async move {
            let tap = Arc::new(Tap::new(fetcher.clone(), &asking));
            let mut manager = manager(&tap, &asking).await?;
            let store = InMemoryCredentialStore::new();
            let token =
                json!({ "access_token": "expired", "token_type": "bearer", "refresh_token": refresh_token });
            let token = serde_json::from_value(token).map_err(|error| unusable(&error.to_string()))?;
            let client_id = asking.endpoint.client.client_id.clone();
            let stored = StoredCredentials::new(client_id, Some(token), asking.scopes.clone(), None);
            store.save(stored).await.map_err(|error| broken(&error))?;
            manager.set_credential_store(store);
            let told =
                Told { step: StepName::Refresh, what: "the token is renewed", rule: "RFC 6749 section 6" };
            let refreshed = manager.refresh_token().await;
            tap.judge(refreshed.err().as_ref(), told, witness).await
        })
    }
}

async fn manager(tap: &Arc<Tap>, asking: &Asking) -> Result<AuthorizationManager, TokenFault> {
    let client: Arc<dyn OAuthHttpClient> = tap.clone();
    let mut manager = AuthorizationManager::new_with_oauth_http_client(asking.resource.as_str(), client)
        .await
        .map_err(|error| broken(&error))?;
    let client = &asking.endpoint.client;
    let mut server = asking.server.clone();
    // The SDK chooses by what the authorization server takes; which of it fits the client is known.
    server.token_endpoint_auth_methods_supported = Some(vec![client.method.as_str().to_owned()]);
    let metadata = serde_json::to_value(&server).and_then(serde_json::from_value);
    manager.set_metadata(metadata.map_err(|error| unusable(&error.to_string()))?);
    let mut config = OAuthClientConfig::new(&client.client_id, &asking.redirect_uri);
    let has_secret = matches!(client.method, ClientAuth::Basic | ClientAuth::BasicAndId | ClientAuth::Post);
    if let (true, Some(secret)) = (has_secret, &client.client_secret) {
        config = config.with_client_secret(secret);
    }
    manager.configure_client(config).map_err(|error| broken(&error))?;
    Ok(manager)
}

/// The URL to visit, as it is to be visited.
struct Visit {
    url: String,
    /// The state, with what was put before it.
    state: String,
    /// The state as the SDK knows it.
    inner: String,
}

impl Visit {
    fn new(url: &str, asking: &Asking) -> Result<Self, TokenFault> {
        let mut url = Url::parse(url).map_err(|error| unusable(&error.to_string()))?;
        let mut pairs: Vec<(String, String)> =
            url.query_pairs().map(|(name, value)| (name.into_owned(), value.into_owned())).collect();
        let mut inner = String::new();
        for (name, value) in &mut pairs {
            match name.as_str() {
                "state" => {
                    inner.clone_from(value);
                    if let Some(prefix) = &asking.state_prefix {
                        value.insert_str(0, prefix);
                    }
                }
                "resource" => value.clone_from(&asking.resource),
                _ => {}
            }
        }
        let state = format!("{}{inner}", asking.state_prefix.as_deref().unwrap_or_default());
        url.query_pairs_mut().clear().extend_pairs(&pairs);
        Ok(Visit { url: url.into(), state, inner })
    }
}

struct SdkBegun {
    manager: AuthorizationManager,
    tap: Arc<Tap>,
    visit: Visit,
}

impl Begun for SdkBegun {
    fn url(&self) -> &str {
        &self.visit.url
    }

    fn state(&self) -> &str {
        &self.visit.state
    }

    fn exchange<'a>(
        self: Box<Self>,
        code: &'a str,
        issuer: Option<&'a str>,
        witness: &'a dyn Witness,
    ) -> Promise<'a, Result<Obtained, TokenFault>> {
        Box::pin(async move {
            let told = Told {
                step: StepName::Token,
                what: "the code is exchanged for a token",
                rule: "OAuth 2.1 section 4.1.3, RFC 7636, RFC 8707",
            };
            let exchanged =
                self.manager.exchange_code_for_token_with_issuer(code, &self.visit.inner, issuer).await;
            self.tap.judge(exchanged.err().as_ref(), told, witness).await
        })
    }
}

/// Where every request of the SDK passes.
struct Tap {
    fetcher: Arc<Fetcher>,
    endpoint: Endpoint,
    resource: String,
    last: Mutex<Option<Exchanged>>,
}

impl Tap {
    fn new(fetcher: Arc<Fetcher>, asking: &Asking) -> Self {
        Tap {
            fetcher,
            endpoint: asking.endpoint.clone(),
            resource: asking.resource.clone(),
            last: Mutex::default(),
        }
    }

    /// Reads the answer that passed. What the SDK thinks counts when nothing passed: what it refuses in
    /// an answer (a number written as a text, a list of scopes) is known and harmless.
    async fn judge(
        &self,
        error: Option<&AuthError>,
        told: Told,
        witness: &dyn Witness,
    ) -> Result<Obtained, TokenFault> {
        let last = self.last.lock().unwrap_or_else(PoisonError::into_inner).take();
        match (last, error) {
            (Some(exchanged), _) => judge(exchanged, told, witness).await,
            (None, Some(error)) => Err(broken(error)),
            (None, None) => Err(unusable("nothing was asked")),
        }
    }

    async fn pass(&self, request: OAuthHttpRequest) -> Result<http::Response<Vec<u8>>, String> {
        let (parts, body) = request.request.into_parts();
        let mut headers = HeaderMap::new();
        for (name, value) in &parts.headers {
            headers.append(name.clone(), value.clone());
        }
        let body = self.dressed(&body).map_err(|fault| fault.fault.message)?;
        let request = Request {
            method: Method::POST,
            url: parts.uri.to_string(),
            headers,
            body: Some(body.into_bytes()),
        };
        let exchanged =
            self.endpoint.post(&self.fetcher, request).await.map_err(|fault| fault.fault.message)?;
        let answer = match &exchanged.outcome {
            Ok(response) => {
                let mut answer = http::Response::new(response.body.clone());
                *answer.status_mut() =
                    http::StatusCode::from_u16(response.status).unwrap_or(http::StatusCode::BAD_GATEWAY);
                answer.headers_mut().clone_from(&response.headers);
                Ok(answer)
            }
            Err(fault) => Err(fault.message.clone()),
        };
        *self.last.lock().unwrap_or_else(PoisonError::into_inner) = Some(exchanged);
        answer
    }

    /// The form with the exact resource, and the proof of who we are when that takes a key.
    fn dressed(&self, body: &[u8]) -> Result<String, TokenFault> {
        let mut pairs: Vec<(String, String)> = form_urlencoded::parse(body)
            .map(|(name, value)| (name.into_owned(), value.into_owned()))
            .collect();
        for (name, value) in &mut pairs {
            if name == "resource" {
                value.clone_from(&self.resource);
            }
        }
        let client = &self.endpoint.client;
        if client.method == ClientAuth::BasicAndId && !pairs.iter().any(|(name, _)| name == "client_id") {
            pairs.push(("client_id".to_owned(), client.client_id.clone()));
        }
        if client.method == ClientAuth::PrivateKeyJwt {
            pairs.extend(self.endpoint.assertion().map_err(|error| key_fault(&error))?);
        }
        Ok(form_urlencoded::Serializer::new(String::new()).extend_pairs(&pairs).finish())
    }
}

impl OAuthHttpClient for Tap {
    fn execute(&self, request: OAuthHttpRequest) -> OAuthHttpClientFuture<'_> {
        Box::pin(async move { self.pass(request).await.map_err(Into::into) })
    }
}

fn broken(error: &AuthError) -> TokenFault {
    unusable(&error.to_string())
}

fn unusable(why: &str) -> TokenFault {
    Fault::new(FaultCode::AuthenticationFailed, format!("the login could not be carried out: {why}"))
        .with_hint("the steps of the login are in the log")
        .into()
}
