//! The token endpoint with all its grants, and revocation.

use super::client::authenticate;
use super::dpop;
use super::fault::AuthFault;
use super::form::{self, Form, text};
use super::jwt::{Jwt, hashed, now};
use super::ledger::{Client, Grant, Ledger};
use super::metadata::SCOPES;
use super::refusal::Refusal;
use super::site::{HTML, PAGE, Site};
use crate::http::SeenRequest;
use crate::http::reply::{After, JSON, Reply};
use serde_json::{Value, json};
use std::io;
use std::time::Duration;

const JWT_BEARER: &str = "urn:ietf:params:oauth:grant-type:jwt-bearer";
const EXCHANGE: &str = "urn:ietf:params:oauth:grant-type:token-exchange";
const ID_JAG: &str = "urn:ietf:params:oauth:token-type:id-jag";
const SUBJECTS: [&str; 3] = [
    "urn:ietf:params:oauth:token-type:id_token",
    "urn:ietf:params:oauth:token-type:saml2",
    "urn:ietf:params:oauth:token-type:refresh_token",
];

pub(super) fn reply(site: &Site, request: &SeenRequest, reply: &mut Reply) -> io::Result<After> {
    let form = form::decode(&request.body);
    if site.has(AuthFault::TokenSlow) {
        site.wait_for_the_end();
        return Ok(After::Close);
    }
    if site.has(AuthFault::Token429) {
        reply.header("Retry-After", "7");
        return Refusal { status: 429, ..Refusal::new("slow_down", "too many token requests") }.send(reply);
    }
    if site.has(AuthFault::TokenHtml) {
        return reply.whole(200, HTML, PAGE);
    }
    let is_held = site.has(AuthFault::RefreshSlow) && text(&form, "grant_type") == "refresh_token";
    if is_held && !site.wait_for_release() {
        return Ok(After::Close);
    }
    match grant(site, request, &form) {
        Ok(answer) => {
            reply.header("Cache-Control", "no-store");
            if site.has(AuthFault::TokenRepeated) {
                let token = text_of(&answer, "access_token");
                reply.header("X-Token", token);
                reply.header("Link", &format!("<https://other.example/?t={token}>; rel=\"next\""));
            }
            reply.whole(200, JSON, &answer.to_string())
        }
        Err(refusal) => refusal.send(reply),
    }
}

/// RFC 7009: what is not known, or not the client's, is as good as revoked.
pub(super) fn revoke(site: &Site, request: &SeenRequest, reply: &mut Reply) -> io::Result<After> {
    let form = form::decode(&request.body);
    match authenticate(site, request, &form).and_then(named) {
        Ok(client) if site.has(AuthFault::RevocationRefused) => {
            let tokens = site.with(|ledger| ledger.tokens_of(&client.id)).join(" ");
            let secret = client.secret.unwrap_or_default();
            Refusal::new("temporarily_unavailable", format!("these are still good: {tokens} {secret}"))
                .send(reply)
        }
        Ok(client) => {
            site.with(|ledger| ledger.revoke(text(&form, "token"), &client.id));
            reply.empty(200)
        }
        Err(refusal) => refusal.send(reply),
    }
}

fn grant(site: &Site, request: &SeenRequest, form: &Form) -> Result<Value, Refusal> {
    let media = request.header("Content-Type").unwrap_or_default();
    if !media.starts_with("application/x-www-form-urlencoded") {
        return Err(Refusal::new("invalid_request", "the request is not a form"));
    }
    if site.has(AuthFault::TokenInvalidGrant) {
        return Err(Refusal::grant("nothing is good enough"));
    }
    let key = dpop::key_for_token(site, request)?;
    let client = authenticate(site, request, form)?;
    match text(form, "grant_type") {
        "authorization_code" => code(site, form, &named(client)?, key),
        "refresh_token" => refresh(site, form, &named(client)?, key.as_ref()),
        "client_credentials" => credentials(site, form, &named(client)?, key),
        JWT_BEARER => bearer(site, form, client, key),
        EXCHANGE => exchange(site, form, &named(client)?),
        _ => Err(Refusal::new("unsupported_grant_type", "grant_type is missing or not known")),
    }
}

fn named(client: Option<Client>) -> Result<Client, Refusal> {
    client.ok_or_else(|| Refusal::client("the client does not say who it is"))
}

fn code(site: &Site, form: &Form, client: &Client, key: Option<String>) -> Result<Value, Refusal> {
    // A code is gone with the first try, whoever makes it.
    let code = site.with(|ledger| ledger.codes.remove(text(form, "code")));
    let code = code.ok_or_else(|| Refusal::grant("the code is unknown or was used before"))?;
    if code.grant.client != client.id {
        return Err(Refusal::grant("the code was given to another client"));
    }
    if text(form, "redirect_uri") != code.redirect_uri {
        return Err(Refusal::grant("redirect_uri is not the one of the authorization request"));
    }
    let verifier = text(form, "code_verifier");
    if !(43..=128).contains(&verifier.len()) || hashed(verifier) != code.challenge {
        return Err(Refusal::grant("code_verifier does not fit the code_challenge"));
    }
    check_resource(site, form)?;
    let grant = Grant { key, ..code.grant };
    Ok(site.with(|ledger| {
        if site.has(AuthFault::ClientForgotten) {
            ledger.forget_clients();
        }
        let family = ledger.new_family();
        let lasting = site.behaviour.refresh_tokens.then(|| grant.clone());
        answer(site, ledger, grant, lasting, family)
    }))
}

fn refresh(site: &Site, form: &Form, client: &Client, key: Option<&String>) -> Result<Value, Refusal> {
    if site.has(AuthFault::RefreshRefused) {
        return Err(Refusal::grant("refresh tokens are refused today"));
    }
    check_resource(site, form)?;
    let token = text(form, "refresh_token");
    site.with(|ledger| {
        // What does not fit is refused before the token is used up.
        let asked = form.get("scope").map(|scope| scopes(site, scope)).transpose()?;
        if let Some(grant) = ledger.refreshable(token) {
            let is_bound = client.secret.is_none() && grant.key.as_ref() != key;
            if grant.client != client.id || is_bound {
                return Err(Refusal::grant("the refresh token was given to another client or key"));
            }
            if asked.iter().flatten().any(|scope| !grant.scopes.contains(scope)) {
                return Err(Refusal::new("invalid_scope", "a refresh cannot bring more scopes"));
            }
        }
        let (grant, family) = ledger.rotate(token).map_err(Refusal::grant)?;
        let grant = Grant { key: key.cloned(), ..grant };
        let scopes = asked.unwrap_or_else(|| grant.scopes.clone());
        let lasting = Some(grant.clone());
        Ok(answer(site, ledger, Grant { scopes, ..grant }, lasting, family))
    })
}

fn credentials(site: &Site, form: &Form, client: &Client, key: Option<String>) -> Result<Value, Refusal> {
    if client.secret.is_none() && !form.contains_key("client_assertion") {
        return Err(Refusal::new("unauthorized_client", "a client without credentials needs a person"));
    }
    check_resource(site, form)?;
    alone(site, client.id.clone(), text(form, "scope"), key)
}

/// An assertion stands for the person, or for the workload that sends it.
fn bearer(site: &Site, form: &Form, client: Option<Client>, key: Option<String>) -> Result<Value, Refusal> {
    let jwt = Jwt::read(text(form, "assertion")).ok_or_else(|| Refusal::grant("assertion is not a JWT"))?;
    if !jwt.is_for(&site.audiences()) {
        return Err(Refusal::grant("aud of the assertion is not this server, or it has ended"));
    }
    // An assertion can name the resource in place of the request, and the scopes too.
    let claimed = |name: &str| jwt.claims[name].as_str().unwrap_or_default().to_owned();
    let said = |name: &str| form.get(name).cloned().unwrap_or_else(|| claimed(name));
    check_resource(site, &Form::from([("resource".to_owned(), said("resource"))]))?;
    let client = client.map_or_else(|| claimed("sub"), |client| client.id);
    alone(site, client, &said("scope"), key)
}

/// RFC 8693, as an identity provider does it: the identity becomes an assertion for another server.
fn exchange(site: &Site, form: &Form, client: &Client) -> Result<Value, Refusal> {
    if text(form, "requested_token_type") != ID_JAG {
        return Err(Refusal::new("invalid_request", "requested_token_type is not id-jag"));
    }
    let kind = text(form, "subject_token_type");
    if !SUBJECTS.contains(&kind) || text(form, "subject_token").is_empty() {
        return Err(Refusal::new("invalid_request", "subject_token is missing or its type is not known"));
    }
    let audience = text(form, "audience");
    if audience.is_empty() {
        return Err(Refusal::new("invalid_target", "audience is missing"));
    }
    let header = json!({ "alg": "ES256", "typ": "oauth-id-jag+jwt" });
    let id = site.with(|ledger| ledger.fresh("jag"));
    let claims = json!({
        "iss": site.issuer(), "sub": "person", "aud": audience, "client_id": client.id, "jti": id,
        "iat": now(), "exp": now() + 300,
        "resource": form.get("resource"), "scope": form.get("scope"),
    });
    Ok(json!({
        "access_token": Jwt::written(&header, &claims),
        "issued_token_type": ID_JAG,
        "token_type": "N_A",
        "expires_in": 300,
        "scope": text(form, "scope"),
    }))
}

/// A token that cannot be refreshed.
fn alone(site: &Site, client: String, scope: &str, key: Option<String>) -> Result<Value, Refusal> {
    let grant = Grant { client, scopes: scopes(site, scope)?, key };
    Ok(site.with(|ledger| {
        let family = ledger.new_family();
        answer(site, ledger, grant, None, family)
    }))
}

/// An access token for this, and a refresh token for what lasts.
fn answer(site: &Site, ledger: &mut Ledger, grant: Grant, lasting: Option<Grant>, family: u64) -> Value {
    let seconds = if site.has(AuthFault::TokenExpiredAtOnce) { 0 } else { site.behaviour.expires_in };
    let scope = grant.scopes.join(" ");
    let life = Duration::from_secs(seconds);
    let token = if site.has(AuthFault::RefreshSameToken) {
        ledger.issue_again(grant, family, life)
    } else {
        ledger.issue(grant, family, life)
    };
    let mut answer = json!({ "access_token": token, "expires_in": seconds, "scope": scope });
    if !site.has(AuthFault::TokenNoType) {
        let is_dpop = site.binds_keys() || site.has(AuthFault::TokenDpop);
        answer["token_type"] = json!(if is_dpop { "DPoP" } else { "Bearer" });
    }
    if let Some(lasting) = lasting {
        answer["refresh_token"] = json!(ledger.issue_refresh(lasting, family));
    }
    if site.has(AuthFault::TokenRepeated) {
        let tokens = ["access_token", "refresh_token"].map(|name| text_of(&answer, name).to_owned());
        answer["scope"] = json!(format!("{scope} {}", tokens.join(" ")));
    }
    answer
}

fn text_of<'a>(answer: &'a Value, name: &str) -> &'a str {
    answer[name].as_str().unwrap_or_default()
}

/// The scopes to grant; none asked for is the first one.
pub(super) fn scopes(site: &Site, asked: &str) -> Result<Vec<String>, Refusal> {
    let mut scopes: Vec<String> =
        asked.split(' ').filter(|word| !word.is_empty()).map(str::to_owned).collect();
    if let Some(unknown) = scopes.iter().find(|scope| !SCOPES.contains(&scope.as_str())) {
        return Err(Refusal::new("invalid_scope", format!("no scope is called {unknown}")));
    }
    if scopes.is_empty() {
        scopes.push(SCOPES[0].to_owned());
    }
    if site.has(AuthFault::TokenScopeShrink) {
        scopes.truncate(1);
    }
    Ok(scopes)
}

/// The resource has to be the MCP server. In 2025-03-26 there was no such thing.
pub(super) fn check_resource(site: &Site, form: &Form) -> Result<(), Refusal> {
    match form.get("resource") {
        Some(resource) if *resource == site.resource() => Ok(()),
        None if site.has(AuthFault::PrmMissing) => Ok(()),
        _ => Err(Refusal::new("invalid_target", "resource is not the MCP server")),
    }
}
