//! An MCP server that lets in only who has a token, and the authorization server that gives it, in
//! threads of the test that uses them.
//!
//! They have a port each, so that resource and issuer differ. Everything is agreed to without a
//! login; an [`AuthBehaviour`] says what is optional and what goes wrong. The tool `admin` needs the
//! scope `admin`, which the first challenge does not ask for.

mod authorize;
mod behaviour;
mod client;
mod dpop;
mod fault;
mod form;
mod jwt;
mod ledger;
mod metadata;
mod refusal;
mod register;
mod resource;
mod site;
#[cfg(test)]
mod tests;
mod token;

use crate::http::SeenRequest;
use crate::http::port::Port;
use crate::http::reply::{After, Reply};
use serde_json::Value;
use site::{Origins, Site};
use std::collections::BTreeMap;
use std::io;
use std::sync::Arc;
use std::time::Duration;

pub use behaviour::{AuthBehaviour, Dpop};
pub use fault::AuthFault;

/// A running pair of servers; dropping it closes all connections and ends its threads.
pub struct AuthServer {
    site: Arc<Site>,
    /// Held until the end.
    _ports: [Port; 3],
}

impl AuthServer {
    /// A client that is known without registration and has a secret.
    pub const CLIENT_ID: &str = "testkit-client";
    /// The secret of [`Self::CLIENT_ID`].
    pub const CLIENT_SECRET: &str = "testkit-secret: 100% + more";
    /// A client that is known without registration and has no secret.
    pub const PUBLIC_CLIENT_ID: &str = "testkit-public";

    /// Starts both servers on free ports of 127.0.0.1.
    pub fn start(behaviour: AuthBehaviour) -> Self {
        let site = Arc::new(Site::new(behaviour));
        let open = |answer: fn(&Site, &SeenRequest, &mut Reply) -> io::Result<After>| {
            let site = Arc::clone(&site);
            Port::open(move |request, reply| {
                site.see(request);
                answer(&site, request, reply)
            })
        };
        let ports = [open(on_resource_port), open(on_authority_port), open(|_, _, _| Ok(After::Close))];
        let [resource, authority, dead] = ports.each_ref().map(Port::origin);
        site.settle(Origins { resource, authority, dead });
        Self { site, _ports: ports }
    }

    /// The URL a client is to be given.
    pub fn url(&self) -> String {
        self.site.mcp_url()
    }

    /// The issuer a client is led to.
    pub fn issuer(&self) -> String {
        self.site.issuer()
    }

    /// The URL of the second MCP server that [`AuthFault::PrmOrigin`] brings.
    pub fn second_url(&self) -> String {
        self.site.mcp_url() + "2"
    }

    /// The requests so far to all ports, in the order they arrived.
    pub fn requests(&self) -> Vec<SeenRequest> {
        self.site.with(|ledger| ledger.seen.clone())
    }

    /// The forms sent to the token endpoint so far, decoded.
    pub fn token_requests(&self) -> Vec<BTreeMap<String, String>> {
        let requests = self.requests().into_iter();
        requests
            .filter(|seen| endpoint_of(&seen.path) == "/token")
            .map(|seen| form::decode(&seen.body))
            .collect()
    }

    /// The forms sent to the revocation endpoint so far, decoded.
    pub fn revocations(&self) -> Vec<BTreeMap<String, String>> {
        let requests = self.requests().into_iter();
        requests
            .filter(|seen| endpoint_of(&seen.path) == "/revoke")
            .map(|seen| form::decode(&seen.body))
            .collect()
    }

    /// The queries sent to the authorization endpoint so far, decoded.
    pub fn authorize_requests(&self) -> Vec<BTreeMap<String, String>> {
        let requests = self.requests().into_iter();
        let asked = requests.filter(|seen| endpoint_of(seen.bare_path()) == "/authorize");
        asked.map(|seen| form::of_query(&seen.path)).collect()
    }

    /// The bodies of all registrations so far, also of those that were refused.
    pub fn registrations(&self) -> Vec<Value> {
        self.site.with(|ledger| ledger.registrations.clone())
    }

    /// Waits until the requests so far are as wished; false if the timeout comes first.
    pub fn wait_for(&self, done: impl Fn(&[SeenRequest]) -> bool, timeout: Duration) -> bool {
        self.site.wait_within(timeout, |ledger| done(&ledger.seen))
    }

    /// Waits until so many requests were held back by a fault that is slow; false if the timeout
    /// comes first.
    pub fn wait_for_held(&self, count: usize, timeout: Duration) -> bool {
        self.site.wait_within(timeout, |ledger| ledger.held >= count)
    }

    /// Makes all access tokens so far invalid; refresh tokens stay.
    pub fn expire_tokens(&self) {
        self.site.with(ledger::Ledger::expire_all);
    }

    /// Makes all access tokens and refresh tokens so far invalid.
    pub fn revoke_all(&self) {
        self.site.with(ledger::Ledger::revoke_all);
    }

    /// Forgets every client that was registered, as a server does that keeps them in memory and is started anew.
    pub fn forget_clients(&self) {
        self.site.with(ledger::Ledger::forget_clients);
    }

    /// Names another authorization server in the metadata of the resource.
    pub fn name_issuer(&self, issuer: &str) {
        self.site.with(|ledger| ledger.named_issuer = Some(issuer.to_owned()));
    }

    /// Answers what [`AuthFault::RefreshSlow`] holds back, and holds nothing back from now on.
    pub fn release(&self) {
        self.site.with(|ledger| ledger.is_released = true);
    }

    /// Makes all DPoP nonces so far stale.
    pub fn rotate_nonces(&self) {
        self.site.with(|ledger| {
            ledger.token_nonce = ledger.fresh("nonce");
            ledger.resource_nonce = ledger.fresh("nonce");
        });
    }
}

impl Drop for AuthServer {
    fn drop(&mut self) {
        // Whoever waits for something to happen stops waiting; then the ports are closed.
        self.site.stop();
    }
}

fn on_resource_port(site: &Site, request: &SeenRequest, reply: &mut Reply) -> io::Result<After> {
    match request.bare_path() {
        "/sse" if site.has(AuthFault::SseOnly) && request.method != "GET" => {
            reply.header("Allow", "GET");
            reply.empty(405)
        }
        "/sse" | "/messages" if site.has(AuthFault::SseOnly) => resource::guard(site, request, reply),
        "/mcp" if site.has(AuthFault::SseOnly) => reply.empty(404),
        "/mcp" if site.has(AuthFault::McpMoved) => resource::moved(reply),
        resource::MOVED if site.has(AuthFault::McpMoved) => resource::guard(site, request, reply),
        "/mcp" => resource::guard(site, request, reply),
        "/mcp2" if site.has(AuthFault::PrmOrigin) => resource::guard(site, request, reply),
        metadata::MOVED => metadata::reply(site, reply),
        path if resource::has_metadata_at(site, path) => resource::metadata(site, reply),
        _ if site.has(AuthFault::PrmMissing) => on_authority(site, request, reply),
        _ => reply.whole(404, "text/plain", "Not Found"),
    }
}

fn on_authority_port(site: &Site, request: &SeenRequest, reply: &mut Reply) -> io::Result<After> {
    if site.has(AuthFault::PrmMissing) {
        return reply.whole(404, "text/plain", "Not Found");
    }
    on_authority(site, request, reply)
}

fn on_authority(site: &Site, request: &SeenRequest, reply: &mut Reply) -> io::Result<After> {
    let path = request.bare_path();
    if path == metadata::MOVED && site.has(AuthFault::MetadataMoved) {
        return metadata::reply(site, reply);
    }
    if path == metadata::path(site) {
        return metadata::spoiled(site, reply);
    }
    match (request.method.as_str(), path.strip_prefix(site.issuer_path()).unwrap_or(path)) {
        ("GET", "/authorize") => authorize::reply(site, request, reply),
        ("POST", "/token") => token::reply(site, request, reply),
        ("POST", "/revoke") => token::revoke(site, request, reply),
        ("POST", "/register") if !site.has(AuthFault::NoRegistration) => {
            register::reply(site, request, reply)
        }
        (_, "/authorize" | "/token" | "/revoke") => reply.empty(405),
        _ => reply.whole(404, "text/plain", "Not Found"),
    }
}

/// The path of an endpoint without the path of the issuer.
fn endpoint_of(path: &str) -> &str {
    path.strip_prefix(site::TENANT).unwrap_or(path)
}
