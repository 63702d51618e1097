//! The guard of the MCP server: who may in, and what is said to the others.

use super::behaviour::Dpop;
use super::dpop;
use super::fault::AuthFault;
use super::ledger::Grant;
use super::site::{ELSEWHERE, HTML, PAGE, Site};
use crate::http::SeenRequest;
use crate::http::reply::{After, JSON, Reply};
use serde_json::{Value, json};
use std::io;

const ROOT: &str = "/.well-known/oauth-protected-resource";

/// Where a server that has moved is.
pub(super) const MOVED: &str = "/moved-mcp";

/// The scopes the first challenge asks for.
pub(super) const SCOPES: [&str; 2] = ["mcp", "files"];

/// The tool that needs a scope of the same name.
const ADMIN: &str = "admin";

/// Why a request is not let in.
enum Refused {
    NoToken,
    BadToken,
    BadProof,
    StaleNonce,
}

/// Whether the metadata of the MCP server can be read there.
pub(super) fn has_metadata_at(site: &Site, path: &str) -> bool {
    !site.has(AuthFault::PrmMissing) && path == metadata_path(site)
}

fn metadata_path(site: &Site) -> String {
    if site.has(AuthFault::PrmAtRootOnly) { ROOT.to_owned() } else { format!("{ROOT}{}", site.mcp_path()) }
}

/// The metadata of the MCP server (RFC 9728).
pub(super) fn metadata(site: &Site, reply: &mut Reply) -> io::Result<After> {
    if site.has(AuthFault::PrmHtml) {
        return reply.whole(200, HTML, PAGE);
    }
    let issuer = site.with(|ledger| ledger.named_issuer.clone()).unwrap_or_else(|| site.issuer());
    let servers = if site.has(AuthFault::PrmNoServers) {
        json!([])
    } else if site.has(AuthFault::PrmTwoServers) {
        json!([site.origins().dead, issuer])
    } else {
        json!([issuer])
    };
    let mismatch = site.has(AuthFault::PrmResourceMismatch);
    let mut document = json!({
        "resource": if mismatch { format!("{ELSEWHERE}/mcp") } else { site.resource() },
        "authorization_servers": servers,
        "scopes_supported": SCOPES,
        "bearer_methods_supported": ["header"],
        "resource_name": "testkit",
    });
    if site.binds_keys() {
        document["dpop_bound_access_tokens_required"] = json!(true);
        document["dpop_signing_alg_values_supported"] = json!(["ES256"]);
    }
    let mut text = document.to_string();
    if site.has(AuthFault::PrmBrokenJson) {
        text.truncate(text.len() / 2);
    }
    reply.whole(200, JSON, &text)
}

/// Leads on to where the guard is.
pub(super) fn moved(reply: &mut Reply) -> io::Result<After> {
    reply.header("Location", MOVED);
    reply.empty(308)
}

/// Answers a request to the MCP server if its token is good.
pub(super) fn guard(site: &Site, request: &SeenRequest, reply: &mut Reply) -> io::Result<After> {
    let grant = match admit(site, request) {
        Ok(grant) => grant,
        Err(refused) => return unauthorized(site, reply, &refused),
    };
    let message = request.json().unwrap_or_default();
    let is_admin = message["method"] == "tools/call" && message["params"]["name"] == ADMIN;
    let is_granted = grant.scopes.iter().any(|scope| scope == ADMIN);
    if site.has(AuthFault::EndlessScope) || (is_admin && !is_granted) {
        reply.header("WWW-Authenticate", &challenge(site, Some("insufficient_scope"), ADMIN));
        return reply.whole(403, JSON, r#"{"error":"insufficient_scope"}"#);
    }
    if site.has(AuthFault::EndlessUnnamedScope) {
        reply.header("WWW-Authenticate", &challenge(site, Some("insufficient_scope"), ""));
        return reply.whole(403, JSON, r#"{"error":"insufficient_scope"}"#);
    }
    if site.has(AuthFault::SseOnly) {
        return site.endpoint.answer_older(request, reply);
    }
    if is_admin {
        return site.endpoint.answer(&as_echo(request, message), reply);
    }
    site.endpoint.answer(request, reply)
}

/// The server behind the guard has no tool `admin`; its `echo` answers in its place.
fn as_echo(request: &SeenRequest, mut message: Value) -> SeenRequest {
    message["params"]["name"] = json!("echo");
    message["params"]["arguments"] = json!({ "text": "you are admin" });
    SeenRequest { body: message.to_string(), ..request.clone() }
}

fn admit(site: &Site, request: &SeenRequest) -> Result<Grant, Refused> {
    let Some((scheme, token)) = request.header("Authorization").and_then(|value| value.split_once(' '))
    else {
        return Err(Refused::NoToken);
    };
    let expected = if site.binds_keys() { "DPoP" } else { "Bearer" };
    if site.has(AuthFault::TokenRefused) || !scheme.eq_ignore_ascii_case(expected) {
        return Err(Refused::BadToken);
    }
    let grant = site.with(|ledger| ledger.admitted(token)).ok_or(Refused::BadToken)?;
    if site.binds_keys() {
        let proof =
            dpop::proof(site, request, &site.mcp_url(), Some(token)).map_err(|_| Refused::BadProof)?;
        if grant.key.as_ref() != Some(&proof.key) {
            return Err(Refused::BadProof);
        }
        let nonce = site.with(|ledger| ledger.resource_nonce.clone());
        if site.behaviour.dpop == Dpop::RequiredWithResourceNonce && proof.nonce != Some(nonce) {
            return Err(Refused::StaleNonce);
        }
    }
    Ok(grant)
}

fn unauthorized(site: &Site, reply: &mut Reply, refused: &Refused) -> io::Result<After> {
    let error = match refused {
        Refused::NoToken => None,
        Refused::BadToken => Some("invalid_token"),
        Refused::BadProof => Some("invalid_dpop_proof"),
        Refused::StaleNonce => Some("use_dpop_nonce"),
    };
    if matches!(refused, Refused::StaleNonce) {
        reply.header("DPoP-Nonce", &site.with(|ledger| ledger.resource_nonce.clone()));
    }
    if !site.has(AuthFault::NoChallengeHeader) {
        reply.header("WWW-Authenticate", &challenge(site, error, &SCOPES.join(" ")));
    }
    reply.whole(401, JSON, &json!({ "error": error.unwrap_or("unauthorized") }).to_string())
}

fn challenge(site: &Site, error: Option<&str>, scope: &str) -> String {
    let mut parts = Vec::new();
    parts.extend(error.map(|error| format!(r#"error="{error}""#)));
    if !site.has(AuthFault::NoMetadataUrl) && !site.has(AuthFault::PrmMissing) {
        let url = site.origins().resource.clone() + &metadata_path(site);
        parts.push(format!(r#"resource_metadata="{url}""#));
    }
    if !scope.is_empty() {
        parts.push(format!(r#"scope="{scope}""#));
    }
    if site.binds_keys() {
        parts.push(r#"algs="ES256""#.to_owned());
    }
    let scheme = if site.binds_keys() { "DPoP" } else { "Bearer" };
    format!("{scheme} {}", parts.join(", "))
}
