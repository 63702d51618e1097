//! The metadata of the authorization server (RFC 8414, or as OpenID Connect has it).

use super::behaviour::Dpop;
use super::fault::AuthFault;
use super::site::{HTML, PAGE, Site};
use crate::http::reply::{After, JSON, Reply};
use serde_json::{Value, json};
use std::io;

/// Where a redirect of the metadata leads: on the port of the MCP server, or on its own.
pub(super) const MOVED: &str = "/moved-metadata";

/// Every scope that can be asked for.
pub(super) const SCOPES: [&str; 4] = ["mcp", "files", "admin", "offline_access"];

const OVERSIZED: usize = 20_000_000;

/// The only path where it is; empty when it is nowhere.
pub(super) fn path(site: &Site) -> String {
    let issuer = site.issuer_path();
    if site.has(AuthFault::AsMissing) {
        String::new()
    } else if site.has(AuthFault::AsPathOidcAppended) {
        format!("{issuer}/.well-known/openid-configuration")
    } else if site.has(AuthFault::AsOidcOnly) {
        format!("/.well-known/openid-configuration{issuer}")
    } else {
        format!("/.well-known/oauth-authorization-server{issuer}")
    }
}

/// Answers as the faults say.
pub(super) fn spoiled(site: &Site, reply: &mut Reply) -> io::Result<After> {
    if site.has(AuthFault::AsSlow) {
        site.wait_for_the_end();
        return Ok(After::Close);
    }
    if site.has(AuthFault::Metadata429) {
        reply.header("Retry-After", "7");
        return reply.empty(429);
    }
    if site.has(AuthFault::AsHtmlError) {
        return reply.whole(500, HTML, PAGE);
    }
    if site.has(AuthFault::MetadataMoved) {
        reply.header("Location", MOVED);
        return reply.empty(302);
    }
    if site.has(AuthFault::AsRedirect) {
        reply.header("Location", &format!("{}{MOVED}", site.origins().resource));
        return reply.empty(302);
    }
    if site.has(AuthFault::OversizedMetadata) {
        let mut document = document(site);
        document["padding"] = json!("x".repeat(OVERSIZED));
        return reply.whole(200, JSON, &document.to_string());
    }
    self::reply(site, reply)
}

/// Answers with the document.
pub(super) fn reply(site: &Site, reply: &mut Reply) -> io::Result<After> {
    reply.whole(200, JSON, &document(site).to_string())
}

fn document(site: &Site) -> Value {
    let endpoint = |name: &str| format!("{}/{name}", site.issuer());
    let mut document = json!({
        "issuer": site.claimed_issuer(),
        "authorization_endpoint": endpoint("authorize"),
        "token_endpoint": endpoint("token"),
        "revocation_endpoint": endpoint("revoke"),
        "registration_endpoint": endpoint("register"),
        "scopes_supported": SCOPES,
        "response_types_supported": ["code"],
        "response_modes_supported": ["query"],
        "grant_types_supported": [
            "authorization_code",
            "refresh_token",
            "client_credentials",
            "urn:ietf:params:oauth:grant-type:jwt-bearer",
            "urn:ietf:params:oauth:grant-type:token-exchange",
        ],
        "token_endpoint_auth_methods_supported":
            ["none", "client_secret_basic", "client_secret_post", "private_key_jwt"],
        "token_endpoint_auth_signing_alg_values_supported": ["ES256", "RS256", "EdDSA"],
        "code_challenge_methods_supported": ["S256"],
        "authorization_response_iss_parameter_supported": true,
        "authorization_grant_profiles_supported": ["urn:ietf:params:oauth:grant-profile:id-jag"],
        "client_id_metadata_document_supported": site.behaviour.client_id_documents,
    });
    let Some(members) = document.as_object_mut() else { return document };
    if site.has(AuthFault::NoRegistration) {
        members.remove("registration_endpoint");
    }
    if site.has(AuthFault::AsNoPkce) {
        members.remove("code_challenge_methods_supported");
    }
    if site.has(AuthFault::AsPlainPkce) {
        members.insert("code_challenge_methods_supported".to_owned(), json!(["plain"]));
    }
    if site.behaviour.dpop != Dpop::Off {
        members.insert("dpop_signing_alg_values_supported".to_owned(), json!(["ES256"]));
    }
    if path(site).contains("openid-configuration") {
        members.insert("jwks_uri".to_owned(), json!(endpoint("jwks")));
        members.insert("subject_types_supported".to_owned(), json!(["public"]));
        members.insert("id_token_signing_alg_values_supported".to_owned(), json!(["ES256"]));
    }
    document
}
