//! Grants without a user at a browser: as ourselves, as a workload, as a member of an organization.

use super::discovery;
use super::endpoint::{Endpoint, Obtained, TokenFault, Told};
use super::fetch::Fetcher;
use super::identity::{Client, ClientAuth};
use super::secret::reveal;
use super::witness::Witness;
use mcp_inspector_core::auth::metadata::{ServerMetadata, object};
use mcp_inspector_core::auth::places;
use mcp_inspector_core::auth::settings::{IdentityProvider, SecretText};
use mcp_inspector_core::auth::{AuthStep, StepName, StepOutcome};
use mcp_inspector_core::fault::{Fault, FaultCode};
use mcp_inspector_core::redact::redact_url;
use reqwest::header::HeaderMap;

const JWT_BEARER: &str = "urn:ietf:params:oauth:grant-type:jwt-bearer";
const TOKEN_EXCHANGE: &str = "urn:ietf:params:oauth:grant-type:token-exchange";
const ID_JAG: &str = "urn:ietf:params:oauth:token-type:id-jag";
const ID_TOKEN: &str = "urn:ietf:params:oauth:token-type:id_token";

/// What a token is asked for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wanted<'a> {
    pub(crate) resource: &'a str,
    pub(crate) scopes: &'a [String],
}

fn form(grant: &str, wanted: Wanted<'_>) -> Vec<(String, String)> {
    let mut form = vec![
        ("grant_type".to_owned(), grant.to_owned()),
        ("resource".to_owned(), wanted.resource.to_owned()),
    ];
    if !wanted.scopes.is_empty() {
        form.push(("scope".to_owned(), wanted.scopes.join(" ")));
    }
    form
}

/// As ourselves.
pub(crate) async fn client_credentials(
    fetcher: &Fetcher,
    endpoint: &Endpoint,
    wanted: Wanted<'_>,
    witness: &dyn Witness,
) -> Result<Obtained, TokenFault> {
    let told = Told {
        step: StepName::Token,
        what: "the client gets a token for itself",
        rule: "RFC 6749 section 4.4, MCP client credentials",
    };
    endpoint.request(fetcher, form("client_credentials", wanted), told, witness).await
}

/// As a workload that has a token of its platform.
pub(crate) async fn jwt_bearer(
    fetcher: &Fetcher,
    endpoint: &Endpoint,
    assertion: &SecretText,
    wanted: Wanted<'_>,
    witness: &dyn Witness,
) -> Result<Obtained, TokenFault> {
    let assertion = reveal(assertion)?;
    witness.secret(&assertion).await;
    let told = Told {
        step: StepName::Token,
        what: "an assertion is exchanged for a token",
        rule: "RFC 7523 section 2.1",
    };
    let mut form = form(JWT_BEARER, wanted);
    form.push(("assertion".to_owned(), assertion));
    endpoint.request(fetcher, form, told, witness).await
}

/// As a member of an organization, whose identity provider vouches for it (ID-JAG).
pub(crate) async fn enterprise_managed(
    fetcher: &Fetcher,
    endpoint: &Endpoint,
    provider: &IdentityProvider,
    issuer: &str,
    wanted: Wanted<'_>,
    witness: &dyn Witness,
) -> Result<Obtained, TokenFault> {
    let (id_token, token_url) = identity_at(fetcher, provider, witness).await?;
    let client_secret = provider.client_secret.as_ref().map(reveal).transpose()?;
    let client = Client {
        client_id: provider.client_id.clone().unwrap_or_default(),
        method: if client_secret.is_some() { ClientAuth::Post } else { ClientAuth::None },
        client_secret,
        ..Client::default()
    };
    let idp = Endpoint { audience: token_url.clone(), url: token_url, client, key: None, prover: None };
    let mut exchange = form(TOKEN_EXCHANGE, wanted);
    let more = [
        ("requested_token_type", ID_JAG),
        ("audience", issuer),
        ("subject_token", &id_token),
        ("subject_token_type", ID_TOKEN),
    ];
    exchange.extend(more.map(|(name, value)| (name.to_owned(), value.to_owned())));
    let told = Told {
        step: StepName::TokenExchange,
        what: "the identity provider vouches for the user",
        rule: "RFC 8693 section 2.1, MCP enterprise-managed authorization",
    };
    let vouched = idp.request(fetcher, exchange, told, witness).await?;
    if let Some(kind) = vouched.granted.issued_token_type.as_ref().filter(|kind| *kind != ID_JAG) {
        let step = AuthStep::failed(
            StepName::TokenExchange,
            "the identity provider gave something else than was asked for",
        )
        .by("RFC 8693 section 2.2.1, MCP enterprise-managed authorization")
        .wanted(format!("`issued_token_type` to be `{ID_JAG}`"), format!("`{kind}`"))
        .advise("let the identity provider issue what `requested_token_type` says");
        witness.step(step.clone()).await;
        return Err(discovery::failure(&step).into());
    }
    let told = Told {
        step: StepName::Token,
        what: "the identity provider's word is exchanged for a token",
        rule: "RFC 7523 section 2.1, MCP enterprise-managed authorization",
    };
    let mut form = form(JWT_BEARER, wanted);
    form.push(("assertion".to_owned(), vouched.granted.access_token));
    endpoint.request(fetcher, form, told, witness).await
}

/// The user's identity, and where the identity provider exchanges it.
async fn identity_at(
    fetcher: &Fetcher,
    provider: &IdentityProvider,
    witness: &dyn Witness,
) -> Result<(String, String), Fault> {
    let missing = |what: &str| {
        let message = format!("the identity provider is not set up: {what} is missing");
        Fault::new(FaultCode::InvalidConfig, message)
            .with_hint("complete `idp` in the configuration of the server")
    };
    let id_token = reveal(provider.id_token.as_ref().ok_or_else(|| missing("`idToken`"))?)?;
    witness.secret(&id_token).await;
    let token_url = match &provider.token_url {
        Some(url) => url.clone(),
        None => {
            let issuer = provider.issuer.as_ref().ok_or_else(|| missing("`issuer` or `tokenUrl`"))?;
            token_endpoint_of(fetcher, issuer, witness).await?
        }
    };
    refuse_open(&token_url)?;
    Ok((id_token, token_url))
}

/// Tells whether a login would have all it needs of the identity provider, without asking it for anything.
pub(super) async fn look_at_provider(fetcher: &Fetcher, provider: &IdentityProvider, witness: &dyn Witness) {
    let step = match identity_at(fetcher, provider, witness).await {
        Ok((_, url)) => {
            let what = format!("the identity provider would be asked at {}", redact_url(&url));
            AuthStep::passed(StepName::TokenExchange, what)
        }
        // What broke at a step was told.
        Err(fault) if fault.details.auth_step.is_some() => return,
        Err(fault) => AuthStep::failed(StepName::TokenExchange, "the identity provider cannot be asked")
            .wanted("a complete `idp`", fault.message)
            .advise(fault.hint.unwrap_or_default()),
    };
    witness.step(step.by("MCP enterprise-managed authorization")).await;
}

/// Refuses an address that an identity would travel to in the open.
fn refuse_open(url: &str) -> Result<(), Fault> {
    if places::is_safe(url) {
        return Ok(());
    }
    let message = format!("the identity provider is not asked at `{}`: it is no https URL", redact_url(url));
    Err(Fault::new(FaultCode::InvalidConfig, message)
        .with_hint("give it an https URL: identities must not travel in the open"))
}

/// Where an identity provider exchanges tokens.
async fn token_endpoint_of(fetcher: &Fetcher, issuer: &str, witness: &dyn Witness) -> Result<String, Fault> {
    refuse_open(issuer)?;
    let places = places::of_issuer(issuer)
        .map_err(|error| Fault::new(FaultCode::InvalidConfig, format!("the identity provider: {error}")))?;
    let mut last = AuthStep::failed(StepName::TokenExchange, "the identity provider has no metadata");
    for place in places {
        let fetched = fetcher.get(&place.url, HeaderMap::new()).await;
        let (exchange, outcome) = fetched.told(StepName::TokenExchange, witness).await;
        let is_missing = matches!(&outcome, Ok(response) if matches!(response.status, 404 | 405 | 410));
        let endpoint = outcome.ok().filter(|response| response.status == 200).and_then(|response| {
            let metadata = ServerMetadata::read(&object(&response.body).ok()?);
            (metadata.issuer.as_deref() == Some(issuer)).then_some(metadata.token_endpoint)?
        });
        let mut step =
            AuthStep::passed(StepName::TokenExchange, "metadata of the identity provider").by(place.rule);
        step.exchange = Some(Box::new(exchange));
        if let Some(endpoint) = endpoint {
            witness.step(step).await;
            return Ok(endpoint);
        }
        // A place where there is nothing is no mistake as long as there is another.
        step.outcome = if is_missing { StepOutcome::Skipped } else { StepOutcome::Failed };
        last = step
            .wanted(format!("metadata with the issuer `{issuer}` and a `token_endpoint`"), "something else")
            .advise("check the `issuer` of the identity provider, or give its `tokenUrl`");
        witness.step(last.clone()).await;
    }
    if !last.has_failed() {
        let what = "no place has the metadata of the identity provider".to_owned();
        last = AuthStep { outcome: StepOutcome::Failed, what, exchange: None, ..last };
        witness.step(last.clone()).await;
    }
    Err(discovery::failure(&last))
}
