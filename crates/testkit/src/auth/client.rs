//! Who a client is, and how it shows that.

use super::AuthServer;
use super::fault::AuthFault;
use super::form::{Form, text, unescaped};
use super::jwt::Jwt;
use super::ledger::Client;
use super::refusal::Refusal;
use super::site::Site;
use crate::http::SeenRequest;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;

const ASSERTION: &str = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";

impl Client {
    /// Whether it may be answered there.
    pub(super) fn may_use(&self, redirect_uri: &str) -> bool {
        match &self.redirect_uris {
            Some(known) => known.iter().any(|uri| uri == redirect_uri),
            None => is_safe(redirect_uri),
        }
    }
}

/// Whether a redirect there stays on this machine or is encrypted.
pub(super) fn is_safe(redirect_uri: &str) -> bool {
    if redirect_uri.contains(|letter: char| letter.is_ascii_control() || letter == ' ') {
        return false;
    }
    let Some(rest) = redirect_uri.strip_prefix("http://") else {
        return redirect_uri.starts_with("https://");
    };
    let authority = rest.split(['/', '?']).next().unwrap_or_default();
    let host = authority.rsplit_once(':').map_or(authority, |(host, _)| host);
    matches!(host, "localhost" | "127.0.0.1" | "[::1]")
}

/// The client of this id.
pub(super) fn known(site: &Site, id: &str) -> Option<Client> {
    let known_before = |secret| Client { id: id.to_owned(), redirect_uris: None, secret, scope: None };
    match id {
        AuthServer::CLIENT_ID => Some(known_before(Some(AuthServer::CLIENT_SECRET.to_owned()))),
        AuthServer::PUBLIC_CLIENT_ID => Some(known_before(None)),
        _ => {
            let mut url = id.strip_prefix("https://").unwrap_or_default().splitn(2, '/');
            let has_path = url.nth(1).is_some_and(|path| !path.is_empty());
            let is_document = site.behaviour.client_id_documents && has_path;
            let registered = site.with(|ledger| ledger.clients.get(id).cloned());
            registered.or_else(|| is_document.then(|| known_before(None)))
        }
    }
}

/// The client that sends this; none if it does not say.
pub(super) fn authenticate(
    site: &Site,
    request: &SeenRequest,
    form: &Form,
) -> Result<Option<Client>, Refusal> {
    let basic = request.header("Authorization").and_then(|value| value.strip_prefix("Basic "));
    if basic.is_some() && site.has(AuthFault::BasicRefused) {
        return Err(Refusal::client("client_secret is missing in the body"));
    }
    if let Some(basic) = basic {
        let (id, secret) =
            decoded(basic).ok_or_else(|| Refusal::client("the Basic header cannot be read"))?;
        return with_secret(site, &id, Some(&secret)).map(Some);
    }
    if let Some(assertion) = form.get("client_assertion") {
        return with_assertion(site, form, assertion).map(Some);
    }
    let Some(id) = form.get("client_id") else { return Ok(None) };
    with_secret(site, id, form.get("client_secret").map(String::as_str)).map(Some)
}

fn with_secret(site: &Site, id: &str, secret: Option<&str>) -> Result<Client, Refusal> {
    let client = known(site, id).ok_or_else(|| Refusal::client("the client is not known"))?;
    match (client.secret.as_deref(), secret) {
        (wanted, given) if wanted == given => Ok(client),
        (None, _) => Err(Refusal::client("the client has no secret and sent one")),
        _ => Err(Refusal::client("the client's secret is missing or wrong")),
    }
}

fn with_assertion(site: &Site, form: &Form, assertion: &str) -> Result<Client, Refusal> {
    if text(form, "client_assertion_type") != ASSERTION {
        return Err(Refusal::client("client_assertion_type is not jwt-bearer"));
    }
    let jwt = Jwt::read(assertion).ok_or_else(|| Refusal::client("the client assertion is not a JWT"))?;
    let id = jwt.claims["iss"].as_str().unwrap_or_default();
    let is_same = form.get("client_id").is_none_or(|said| said == id);
    if jwt.claims["sub"] != id || !is_same {
        return Err(Refusal::client("iss and sub of the client assertion are not both the client"));
    }
    if !jwt.is_for(&site.audiences()) {
        return Err(Refusal::client("aud of the client assertion is not this server, or it has ended"));
    }
    known(site, id).ok_or_else(|| Refusal::client("the client is not known"))
}

fn decoded(basic: &str) -> Option<(String, String)> {
    let pair = String::from_utf8(STANDARD.decode(basic).ok()?).ok()?;
    let (id, secret) = pair.split_once(':')?;
    Some((unescaped(id), unescaped(secret)))
}
