//! Registration of clients (RFC 7591).

use super::client::is_safe;
use super::fault::AuthFault;
use super::jwt::now;
use super::ledger::Client;
use super::refusal::Refusal;
use super::site::{HTML, PAGE, Site};
use crate::http::SeenRequest;
use crate::http::reply::{After, JSON, Reply};
use serde_json::{Value, json};
use std::io;

const METHODS: [&str; 4] = ["none", "client_secret_basic", "client_secret_post", "private_key_jwt"];

pub(super) fn reply(site: &Site, request: &SeenRequest, reply: &mut Reply) -> io::Result<After> {
    let metadata = request.json().unwrap_or_default();
    site.with(|ledger| ledger.registrations.push(metadata.clone()));
    if site.has(AuthFault::RegistrationHtml) {
        return reply.whole(403, HTML, PAGE);
    }
    match register(site, metadata) {
        Ok(client) => reply.whole(201, JSON, &client.to_string()),
        Err(refusal) => refusal.send(reply),
    }
}

fn register(site: &Site, mut metadata: Value) -> Result<Value, Refusal> {
    if site.has(AuthFault::RegistrationRefused) {
        return Err(Refusal::new("invalid_client_metadata", "clients are registered by the help desk only"));
    }
    let uris: Option<Vec<String>> = metadata["redirect_uris"]
        .as_array()
        .filter(|uris| !uris.is_empty())
        .and_then(|uris| uris.iter().map(|uri| uri.as_str().map(str::to_owned)).collect());
    let Some(uris) = uris.filter(|uris| uris.iter().all(|uri| is_safe(uri))) else {
        return Err(Refusal::new("invalid_redirect_uri", "redirect_uris must be on this machine or https"));
    };
    let method = metadata["token_endpoint_auth_method"].as_str().unwrap_or("client_secret_basic").to_owned();
    if !METHODS.contains(&method.as_str()) {
        return Err(Refusal::new("invalid_client_metadata", "token_endpoint_auth_method is not known"));
    }
    let scope = metadata["scope"].as_str().map(str::to_owned);
    site.with(|ledger| {
        let id = ledger.fresh("client");
        let secret = method.starts_with("client_secret").then(|| ledger.fresh("secret"));
        metadata["client_id"] = json!(id);
        metadata["client_id_issued_at"] = json!(now());
        metadata["token_endpoint_auth_method"] = json!(method);
        if let Some(secret) = &secret {
            metadata["client_secret"] = json!(secret);
            metadata["client_secret_expires_at"] = json!(0);
        }
        ledger.clients.insert(id.clone(), Client { id, redirect_uris: Some(uris), secret, scope });
    });
    Ok(metadata)
}
