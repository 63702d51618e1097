//! What the two ports share: the behaviour, where everything is, and the ledger.

use super::behaviour::{AuthBehaviour, Dpop};
use super::fault::AuthFault;
use super::ledger::Ledger;
use crate::http::Endpoint;
use crate::http::SeenRequest;
use crate::mcp::tool;
use std::sync::{Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

/// A place that is never the one a client should talk to.
pub(super) const ELSEWHERE: &str = "https://other.example";

/// The path of an issuer that has one.
pub(super) const TENANT: &str = "/tenant";

/// A page as a server in trouble shows it.
pub(super) const PAGE: &str = "<!doctype html>\n<title>Oops</title>\n<script>alert(\"testkit\")</script>\n\
    <h1>Something went wrong</h1>\n";

pub(super) const HTML: &str = "text/html; charset=utf-8";

pub(super) struct Site {
    pub(super) behaviour: AuthBehaviour,
    /// The MCP server behind the guard.
    pub(super) endpoint: Endpoint,
    origins: OnceLock<Origins>,
    ledger: Mutex<Ledger>,
    changed: Condvar,
}

pub(super) struct Origins {
    pub(super) resource: String,
    pub(super) authority: String,
    /// Where every connection is closed.
    pub(super) dead: String,
}

impl Site {
    pub(super) fn new(behaviour: AuthBehaviour) -> Self {
        let mut ledger = Ledger::default();
        ledger.token_nonce = ledger.fresh("nonce");
        ledger.resource_nonce = ledger.fresh("nonce");
        Self {
            behaviour,
            endpoint: Endpoint::with_tools(vec![tool("admin", "Needs the scope `admin`")]),
            origins: OnceLock::new(),
            ledger: Mutex::new(ledger),
            changed: Condvar::new(),
        }
    }

    /// Says where the ports are, once they are open.
    pub(super) fn settle(&self, origins: Origins) {
        let is_first = self.origins.set(origins).is_ok();
        debug_assert!(is_first, "a site has its ports once");
    }

    pub(super) fn origins(&self) -> &Origins {
        self.origins.get().expect("nobody knows the ports before they are settled")
    }

    pub(super) fn has(&self, fault: AuthFault) -> bool {
        self.behaviour.faults.contains(&fault)
    }

    pub(super) fn binds_keys(&self) -> bool {
        self.behaviour.dpop != Dpop::Off
    }

    pub(super) fn mcp_url(&self) -> String {
        format!("{}{}", self.origins().resource, self.mcp_path())
    }

    /// The path of the MCP server.
    pub(super) fn mcp_path(&self) -> &'static str {
        if self.has(AuthFault::SseOnly) { "/sse" } else { "/mcp" }
    }

    /// What tokens are for: the MCP server, or all of its origin.
    pub(super) fn resource(&self) -> String {
        if self.has(AuthFault::PrmOrigin) { self.origins().resource.clone() } else { self.mcp_url() }
    }

    /// The origin of the authorization server.
    pub(super) fn authority(&self) -> &str {
        if self.has(AuthFault::PrmMissing) { &self.origins().resource } else { &self.origins().authority }
    }

    /// The path of the issuer.
    pub(super) fn issuer_path(&self) -> &'static str {
        let is_long = self.has(AuthFault::AsPathIssuer) || self.has(AuthFault::AsPathOidcAppended);
        if is_long { TENANT } else { "" }
    }

    /// The issuer a client is led to.
    pub(super) fn issuer(&self) -> String {
        format!("{}{}", self.authority(), self.issuer_path())
    }

    /// The issuer the server says it is.
    pub(super) fn claimed_issuer(&self) -> String {
        if self.has(AuthFault::AsWrongIssuer) {
            ELSEWHERE.to_owned()
        } else if self.has(AuthFault::AsIssuerSlash) {
            self.issuer() + "/"
        } else {
            self.issuer()
        }
    }

    /// Whom an assertion may be meant for.
    pub(super) fn audiences(&self) -> Vec<String> {
        vec![self.issuer(), self.claimed_issuer(), format!("{}/token", self.issuer())]
    }

    /// Reads or changes the ledger, and wakes whoever waits for a change.
    pub(super) fn with<T>(&self, change: impl FnOnce(&mut Ledger) -> T) -> T {
        let result = change(&mut self.lock());
        self.changed.notify_all();
        result
    }

    pub(super) fn see(&self, request: &SeenRequest) {
        self.with(|ledger| ledger.seen.push(request.clone()));
    }

    /// Waits until it is released; false when the server stops first.
    pub(super) fn wait_for_release(&self) -> bool {
        self.hold(|ledger| ledger.is_released)
    }

    /// Says nothing until the server stops.
    pub(super) fn wait_for_the_end(&self) {
        self.hold(|_| false);
    }

    /// Holds a request back until something; false when the server stops first.
    fn hold(&self, until: impl Fn(&Ledger) -> bool) -> bool {
        self.with(|ledger| ledger.held += 1);
        let waiting = |ledger: &mut Ledger| !until(ledger) && !ledger.is_stopping;
        let ledger = self.changed.wait_while(self.lock(), waiting).unwrap_or_else(PoisonError::into_inner);
        !ledger.is_stopping
    }

    /// Waits at most so long until the ledger is as wished.
    pub(super) fn wait_within(&self, timeout: Duration, done: impl Fn(&Ledger) -> bool) -> bool {
        let (ledger, _) = self
            .changed
            .wait_timeout_while(self.lock(), timeout, |ledger| !done(ledger))
            .unwrap_or_else(PoisonError::into_inner);
        done(&ledger)
    }

    /// Ends all waiting.
    pub(super) fn stop(&self) {
        self.endpoint.stop();
        self.with(|ledger| ledger.is_stopping = true);
    }

    /// A test that fails while it holds the lock should not hide why it failed.
    fn lock(&self) -> MutexGuard<'_, Ledger> {
        self.ledger.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
