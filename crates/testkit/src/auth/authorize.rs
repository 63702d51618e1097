//! The authorization endpoint: agrees to everything that is asked properly.

use super::client;
use super::fault::AuthFault;
use super::form::{self, Form, text};
use super::ledger::{Client, Code, Grant};
use super::refusal::Refusal;
use super::site::{ELSEWHERE, HTML, Site};
use super::token;
use crate::http::SeenRequest;
use crate::http::reply::{After, Reply};
use std::io;

pub(super) fn reply(site: &Site, request: &SeenRequest, reply: &mut Reply) -> io::Result<After> {
    let asked = form::of_query(&request.path);
    let id = text(&asked, "client_id");
    let forgotten = || site.with(|ledger| ledger.forgotten.get(id).cloned());
    let forgotten = || forgotten().filter(|_| site.has(AuthFault::ClientForgotten));
    let Some(client) = client::known(site, id).or_else(forgotten) else {
        return reply.whole(400, "text/plain", "client_id is not known");
    };
    let redirect_uri = text(&asked, "redirect_uri");
    if !client.may_use(redirect_uri) {
        return reply.whole(400, "text/plain", "redirect_uri is not one of the client's");
    }
    if site.behaviour.login_page && !asked.contains_key("approved") {
        return reply.whole(200, HTML, &page(&request.path));
    }
    let mut answer = match decide(site, &client, &asked) {
        Ok(_) if site.has(AuthFault::NoCode) => Vec::new(),
        Ok(code) => vec![("code", code)],
        Err(refusal) => {
            vec![("error", refusal.error.to_owned()), ("error_description", refusal.description)]
        }
    };
    if let Some(state) = asked.get("state") {
        let is_wrong = site.has(AuthFault::WrongState);
        answer.push(("state", if is_wrong { "not-your-state".to_owned() } else { state.clone() }));
    }
    if site.has(AuthFault::WrongIss) {
        answer.push(("iss", ELSEWHERE.to_owned()));
    } else if !site.has(AuthFault::MissingIss) && !site.has(AuthFault::AsMissing) {
        answer.push(("iss", site.claimed_issuer()));
    }
    let query = form::encode(answer.iter().map(|(name, value)| (*name, value.as_str())));
    let joint = if redirect_uri.contains('?') { '&' } else { '?' };
    reply.header("Location", &format!("{redirect_uri}{joint}{query}"));
    reply.empty(302)
}

fn decide(site: &Site, client: &Client, asked: &Form) -> Result<String, Refusal> {
    if site.has(AuthFault::AuthorizeDenied) {
        let description = r#"<script>alert("denied")</script> said "no" & 'never'"#;
        return Err(Refusal::new("access_denied", description));
    }
    if text(asked, "approved") == "no" {
        return Err(Refusal::new("access_denied", "you said no"));
    }
    if text(asked, "response_type") != "code" {
        return Err(Refusal::new("unsupported_response_type", "response_type is not code"));
    }
    let challenge = text(asked, "code_challenge");
    if challenge.len() != 43 || text(asked, "code_challenge_method") != "S256" {
        return Err(Refusal::new("invalid_request", "code_challenge with S256 is required"));
    }
    token::check_resource(site, asked)?;
    let scopes = token::scopes(site, text(asked, "scope"))?;
    if let Some(registered) = client.scope.as_ref().filter(|_| site.has(AuthFault::RegisteredScopesOnly))
        && let Some(other) = scopes.iter().find(|scope| !registered.split(' ').any(|one| one == **scope))
    {
        return Err(Refusal::new("invalid_scope", format!("the client was not registered with {other}")));
    }
    let code = Code {
        grant: Grant { client: client.id.clone(), scopes, key: None },
        redirect_uri: text(asked, "redirect_uri").to_owned(),
        challenge: challenge.to_owned(),
    };
    Ok(site.with(|ledger| {
        let name = ledger.fresh("code");
        ledger.codes.insert(name.clone(), code);
        name
    }))
}

/// A page with two links, which lead here again.
fn page(path: &str) -> String {
    let path = path.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;");
    format!(
        "<!doctype html>\n<title>Log in to testkit</title>\n<h1>May the client act for you?</h1>\n\
         <p><a id=\"approve\" href=\"{path}&amp;approved=yes\">Approve</a>\n\
         <a id=\"deny\" href=\"{path}&amp;approved=no\">Deny</a></p>\n"
    )
}
