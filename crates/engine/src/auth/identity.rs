//! Who we are to an authorization server.
//!
//! What the user configured comes first, then a document about us that the authorization server
//! may read, then a registration. A registration belongs to the issuer it was made at and is
//! never shown to another one.

mod document;

pub(crate) use document::document_problem;

use super::authorizer::Authorizer;
use super::discovery::{failure, or_wait};
use super::endpoint::secrets_in;
use super::fetch::{Fetcher, Request};
use super::store::ClientRecord;
use super::witness::Witness;
use crate::clock;
use mcp_inspector_core::auth::metadata::{ServerMetadata, object};
use mcp_inspector_core::auth::settings::OAuthSettings;
use mcp_inspector_core::auth::walk::{Found, Source};
use mcp_inspector_core::auth::{AuthStep, StepName, StepOutcome};
use mcp_inspector_core::fault::{Fault, FaultCode};
use reqwest::Method;
use reqwest::header::{ACCEPT, CONTENT_TYPE, HeaderMap, HeaderValue};
use serde_json::{Map, Value, json};
use std::sync::PoisonError;

/// Who we are to an authorization server.
#[derive(Clone, Default, PartialEq, Eq)]
#[expect(clippy::struct_field_names, reason = "these are the names everybody knows")]
pub(crate) struct Client {
    pub(crate) client_id: String,
    pub(crate) client_secret: Option<String>,
    pub(crate) method: ClientAuth,
    /// The authorization server says that it takes the secret in the body as well. Nobody has told it
    /// which way this client uses, so that is tried when the first way is refused.
    pub(crate) may_post: bool,
    /// It was registered for an earlier login, and the authorization server may have forgotten it since.
    pub(crate) is_reused: bool,
    /// The registration that made it known, if one did. It is kept with the token.
    pub(crate) registration: Option<Box<ClientRecord>>,
}

/// How a client proves who it is at the token endpoint.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum ClientAuth {
    /// Not at all: everybody can have the program.
    #[default]
    None,
    Basic,
    /// The same, with the id in the body too: some authorization servers find the client by that alone.
    BasicAndId,
    Post,
    PrivateKeyJwt,
}

impl ClientAuth {
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            ClientAuth::None => "none",
            ClientAuth::Basic | ClientAuth::BasicAndId => "client_secret_basic",
            ClientAuth::Post => "client_secret_post",
            ClientAuth::PrivateKeyJwt => "private_key_jwt",
        }
    }

    /// How it is kept with a token, so that the next request does not have to find it out again.
    pub(crate) fn kept_as(self) -> &'static str {
        match self {
            ClientAuth::BasicAndId => "client_secret_basic+client_id",
            method => method.as_str(),
        }
    }

    pub(crate) fn named(name: &str) -> Option<Self> {
        let methods = [
            ClientAuth::None,
            ClientAuth::Basic,
            ClientAuth::BasicAndId,
            ClientAuth::Post,
            ClientAuth::PrivateKeyJwt,
        ];
        methods.into_iter().find(|method| method.kept_as() == name)
    }

    /// How a client with a secret proves it: as the authorization server likes it, else Basic.
    fn with_secret(server: &ServerMetadata) -> Self {
        let takes = |method: ClientAuth| server.takes_method(method.as_str());
        if !takes(ClientAuth::Basic) && takes(ClientAuth::Post) {
            ClientAuth::Post
        } else {
            ClientAuth::Basic
        }
    }
}

impl std::fmt::Debug for Client {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Client")
            .field("client_id", &self.client_id)
            .field("method", &self.method)
            .finish_non_exhaustive()
    }
}

/// What a registration is kept under when the authorization server has no name.
pub(crate) fn issuer_key(found: &Found) -> String {
    let by_endpoint = || found.server.token_endpoint.clone().unwrap_or_default();
    found.issuer.clone().unwrap_or_else(by_endpoint)
}

/// The client that is configured, if one is.
pub(crate) fn configured(settings: &OAuthSettings, server: &ServerMetadata) -> Option<Client> {
    let client_id = settings.client_id.clone()?;
    let method = match (&settings.client_secret, &settings.private_key) {
        (_, Some(_)) => ClientAuth::PrivateKeyJwt,
        (Some(_), None) => ClientAuth::with_secret(server),
        (None, None) => ClientAuth::None,
    };
    let may_post = method == ClientAuth::Basic && server.takes_method(ClientAuth::Post.as_str());
    let client_secret = settings.client_secret.clone();
    Some(Client { client_id, client_secret, method, may_post, ..Client::default() })
}

/// Finds out who we are, and becomes known when we are nobody yet.
pub(super) async fn identify(
    authorizer: &Authorizer,
    found: &Found,
    redirect_uri: &str,
    scopes: &[String],
    witness: &dyn Witness,
) -> Result<Client, Fault> {
    let settings = &authorizer.settings;
    let said = |what: String| {
        AuthStep::passed(StepName::Identity, what).by("MCP authorization, client registration")
    };
    if let Some(client) = configured(settings, &found.server) {
        let what = format!("the configured client `{}` ({})", client.client_id, client.method.as_str());
        witness.step(said(what)).await;
        return Ok(client);
    }
    if let Some(problem) = document_problem(settings) {
        witness.step(problem.clone()).await;
        return Err(failure(&problem));
    }
    if let Some(url) = &settings.client_metadata_url {
        if found.server.client_id_metadata_document_supported {
            witness.step(said(format!("the client metadata document `{url}`"))).await;
            let method =
                if settings.private_key.is_some() { ClientAuth::PrivateKeyJwt } else { ClientAuth::None };
            return Ok(Client { client_id: url.clone(), method, ..Client::default() });
        }
        let skipped = AuthStep::new(
            StepName::Identity,
            StepOutcome::Skipped,
            "the authorization server does not take client metadata documents",
        );
        witness.step(skipped.by("draft-ietf-oauth-client-id-metadata-document")).await;
    }
    let issuer = issuer_key(found);
    let book = authorizer.login.store.read().map_err(|error| error.fault())?;
    let unkept = authorizer.unkept.lock().unwrap_or_else(PoisonError::into_inner).clone();
    let unkept = unkept.filter(|record| record.issuer == issuer);
    if let Some(record) = book.client(&issuer).or(unkept.as_ref())
        && record.redirect_uri.as_deref() == Some(redirect_uri)
        && record.secret_expires_at.is_none_or(|at| at > clock::unix_seconds())
    {
        let client = Client { is_reused: true, ..of_record(record) };
        witness.step(said(format!("the client `{}`, registered before", client.client_id))).await;
        return Ok(client);
    }
    let record = register(&authorizer.fetcher, found, &issuer, redirect_uri, scopes, witness).await?;
    let record = ClientRecord { server: Some(authorizer.bare_server()), scopes: scopes.to_vec(), ..record };
    let client = of_record(&record);
    let kept = record.clone();
    if let Err(error) = authorizer.login.store.change(move |book| book.put_client(kept)).await {
        // It is known to the authorization server all the same, and so to this session.
        *authorizer.unkept.lock().unwrap_or_else(PoisonError::into_inner) = Some(record);
        let what = "the registration could not be kept: it is used for now, and made again the next time";
        let step = AuthStep::new(StepName::Store, StepOutcome::Warning, what)
            .wanted("a token store that can be written", error.to_string());
        witness.step(step.advise(error.hint().unwrap_or_default())).await;
    }
    Ok(client)
}

/// Why a registration is of no use any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Useless {
    /// The authorization server does not know it.
    Unknown,
    /// It was made for fewer scopes than are needed now.
    TooNarrow,
}

/// Forgets a registration that is of no use any more.
pub(super) async fn forget(
    authorizer: &Authorizer,
    record: &ClientRecord,
    why: Useless,
    witness: &dyn Witness,
) {
    let id = &record.client_id;
    let step = match why {
        Useless::Unknown => AuthStep::new(
            StepName::Identity,
            StepOutcome::Warning,
            format!("the authorization server does not know the client `{id}` any more: it is forgotten"),
        )
        .by("RFC 6749 section 5.2, RFC 7591")
        .wanted("a registration to last", "a refusal of the client")
        .advise("keep registrations when the authorization server is started anew"),
        Useless::TooNarrow => AuthStep::new(
            StepName::Identity,
            StepOutcome::Warning,
            format!("the client `{id}` was registered for fewer scopes: it is forgotten"),
        )
        .by("RFC 6749 section 3.3, RFC 7591 section 2")
        .wanted("scopes to be granted that the server wants", "`invalid_scope`")
        .advise(
            "let clients ask for scopes that they were not registered with: servers name some of them later",
        ),
    };
    witness.step(step).await;
    {
        let mut unkept = authorizer.unkept.lock().unwrap_or_else(PoisonError::into_inner);
        unkept.take_if(|unkept| unkept.client_id == record.client_id);
    }
    let (issuer, client_id) = (record.issuer.clone(), record.client_id.clone());
    let forgotten = authorizer.login.store.change(move |book| book.remove_client_named(&issuer, &client_id));
    // If it stays, it is found out once more the next time.
    drop(forgotten.await);
}

/// The client of a registration that was kept.
pub(crate) fn of_record(record: &ClientRecord) -> Client {
    let method = record.auth_method.as_deref().and_then(ClientAuth::named).unwrap_or(ClientAuth::None);
    let client_secret = record.client_secret.clone();
    let registration = Some(Box::new(record.clone()));
    Client { client_id: record.client_id.clone(), client_secret, method, registration, ..Client::default() }
}

const REGISTRATION: &str = "RFC 7591 section 3";

/// What is secret in the answer to a registration.
const SECRETS: [&str; 2] = ["client_secret", "registration_access_token"];

async fn register(
    fetcher: &Fetcher,
    found: &Found,
    issuer: &str,
    redirect_uri: &str,
    scopes: &[String],
    witness: &dyn Witness,
) -> Result<ClientRecord, Fault> {
    let Some(endpoint) = &found.server.registration_endpoint else {
        let step = AuthStep::failed(StepName::Identity, "there is no way to become known to the authorization server")
            .by("MCP authorization, client registration")
            .wanted(
                "a configured client, or a `registration_endpoint` in the metadata",
                "neither",
            )
            .advise("register a client there by hand and give its id (`clientId`, `--client-id`); or let the authorization server take registrations");
        witness.step(step.clone()).await;
        return Err(failure(&step));
    };
    let method = wished_method(&found.server);
    let body = wish(redirect_uri, scopes, method);
    let mut headers = HeaderMap::new();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    headers.insert(ACCEPT, HeaderValue::from_static("application/json"));
    let request = Request {
        method: Method::POST,
        url: endpoint.clone(),
        headers,
        body: Some(body.to_string().into_bytes()),
    };
    let (exchange, outcome) = fetcher.fetch_secret(request).await;
    for secret in outcome.iter().flat_map(|response| secrets_in(&response.body, &SECRETS)) {
        witness.secret(&secret).await;
    }
    let judged = outcome
        .map_err(|fault| format!("no answer: {}", fault.message))
        .and_then(|response| judge(response.status, &response.body, method, &found.server));
    let mut step = AuthStep::passed(StepName::Registration, "a client is registered").by(REGISTRATION);
    step.exchange = Some(Box::new(exchange));
    let record = match judged {
        Ok(record) => ClientRecord {
            issuer: issuer.to_owned(),
            redirect_uri: Some(redirect_uri.to_owned()),
            registered_at: clock::unix_seconds(),
            ..record
        },
        Err(came) => {
            step.outcome = StepOutcome::Failed;
            // Where nobody publishes anything there may be no login at all.
            let is_guess = found.source == Source::Defaults;
            let advice = if is_guess {
                "the server names no authorization server, so the endpoints of 2025-03-26 were tried: if it wants a token \
                 that you have, give it as the header `Authorization: Bearer TOKEN`; otherwise let it publish where users log in"
            } else {
                "let the authorization server accept this registration, or register a client by hand and configure its id"
            };
            step = step.wanted("201 with a JSON object that has a `client_id`", came).advise(advice);
            step = or_wait(step);
            witness.step(step.clone()).await;
            let mut fault = failure(&step);
            if is_guess && fault.code == FaultCode::AuthenticationFailed {
                fault.message = format!(
                    "the server wants a token, and nobody publishes where users log in ({})",
                    fault.message
                );
            }
            return Err(fault);
        }
    };
    step.what = format!("registered as `{}`", record.client_id);
    witness.step(step).await;
    Ok(record)
}

/// A program that everybody can have keeps no secret, so it wants none, unless the authorization
/// server insists.
fn wished_method(server: &ServerMetadata) -> ClientAuth {
    match &server.token_endpoint_auth_methods_supported {
        None => ClientAuth::None,
        // OAuth 2.1 has every authorization server take a secret in the body, and that of the Python SDK
        // wants the client's id there whatever else it is sent.
        Some(_) => [ClientAuth::None, ClientAuth::Post, ClientAuth::Basic]
            .into_iter()
            .find(|method| server.takes_method(method.as_str()))
            .unwrap_or(ClientAuth::None),
    }
}

fn wish(redirect_uri: &str, scopes: &[String], method: ClientAuth) -> Value {
    let mut wish = json!({
        "client_name": "mcp-inspector",
        "redirect_uris": [redirect_uri],
        "grant_types": ["authorization_code", "refresh_token"],
        "response_types": ["code"],
        "token_endpoint_auth_method": method.as_str(),
        "application_type": "native",
    });
    if !scopes.is_empty() {
        wish["scope"] = scopes.join(" ").into();
    }
    wish
}

/// What a registration endpoint granted, or what came instead.
fn judge(
    status: u16,
    body: &[u8],
    wished: ClientAuth,
    server: &ServerMetadata,
) -> Result<ClientRecord, String> {
    let members = object(body).map_err(|came| format!("HTTP {status} with {came}"))?;
    let text = |name: &str| members.get(name).and_then(Value::as_str).filter(|text| !text.is_empty());
    if let Some(error) = text("error") {
        let described = text("error_description").map_or_else(String::new, |text| format!(" ({text})"));
        return Err(format!("HTTP {status}, `{error}`{described}"));
    }
    if !(200..300).contains(&status) {
        return Err(format!("HTTP {status}"));
    }
    let client_id = text("client_id").ok_or("an answer without `client_id`")?.to_owned();
    let client_secret = text("client_secret").map(str::to_owned);
    // A key was not registered, so none is used, whatever the answer says.
    let named = text("token_endpoint_auth_method").and_then(ClientAuth::named);
    let named = named.filter(|method| *method != ClientAuth::PrivateKeyJwt);
    let method = match (named, &client_secret) {
        (Some(method), _) => method,
        (None, Some(_)) if wished == ClientAuth::None => ClientAuth::with_secret(server),
        (None, _) => wished,
    };
    Ok(ClientRecord {
        client_id,
        client_secret,
        auth_method: Some(method.as_str().to_owned()),
        secret_expires_at: expiry(&members),
        ..ClientRecord::default()
    })
}

/// Zero means never (RFC 7591).
fn expiry(members: &Map<String, Value>) -> Option<u64> {
    members.get("client_secret_expires_at").and_then(Value::as_u64).filter(|at| *at > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn server(methods: Option<&[&str]>) -> ServerMetadata {
        let methods = methods.map(|methods| methods.iter().map(|method| (*method).to_owned()).collect());
        ServerMetadata { token_endpoint_auth_methods_supported: methods, ..ServerMetadata::default() }
    }

    #[test]
    fn the_method_is_one_that_the_authorization_server_takes() {
        assert_eq!(wished_method(&server(None)), ClientAuth::None);
        assert_eq!(wished_method(&server(Some(&["client_secret_post"]))), ClientAuth::Post);
        assert_eq!(wished_method(&server(Some(&["client_secret_basic", "none"]))), ClientAuth::None);
        let both = ["client_secret_basic", "client_secret_post"];
        assert_eq!(wished_method(&server(Some(&both))), ClientAuth::Post);
        assert_eq!(wished_method(&server(Some(&["client_secret_basic"]))), ClientAuth::Basic);
        let settings = OAuthSettings {
            client_id: Some("c".into()),
            client_secret: Some("s".into()),
            ..OAuthSettings::default()
        };
        let method = |methods| configured(&settings, &server(methods)).unwrap().method;
        assert_eq!(method(None), ClientAuth::Basic);
        assert_eq!(method(Some(&["client_secret_post"])), ClientAuth::Post);
    }

    #[test]
    fn what_a_registration_endpoint_answers_is_told_in_words() {
        let judged = |status, body: &str| judge(status, body.as_bytes(), ClientAuth::None, &server(None));
        let record =
            judged(201, r#"{"client_id":"c","client_secret":"","client_secret_expires_at":0}"#).unwrap();
        assert_eq!((record.client_secret, record.secret_expires_at), (None, None));
        let record = judged(200, r#"{"client_id":"c","client_secret":"s"}"#).unwrap();
        assert_eq!(record.auth_method.as_deref(), Some("client_secret_basic"));
        let refused = judged(400, r#"{"error":"invalid_redirect_uri","error_description":"no http"}"#);
        assert_eq!(refused.unwrap_err(), "HTTP 400, `invalid_redirect_uri` (no http)");
        assert_eq!(judged(403, "<html>").unwrap_err(), "HTTP 403 with an HTML page");
        assert_eq!(judged(201, "{}").unwrap_err(), "an answer without `client_id`");
    }
}
