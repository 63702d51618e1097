//! Whom a configured client belongs to: the authorization server that first granted it something.
//!
//! A server that is taken over could name another authorization server, and the secret would go there. So the
//! first one is kept in mind for each server, and no other is shown the client unless the user names it. The
//! assertion of a workload, which may have no client, is kept to itself in the same way.

use super::super::discovery::failure;
use super::super::identity;
use super::super::store::{Binding, Book, TokenRecord};
use super::super::witness::Witness;
use super::Flow;
use mcp_inspector_core::auth::settings::{Grant, OAuthSettings};
use mcp_inspector_core::auth::walk::Found;
use mcp_inspector_core::auth::{AuthStep, StepName, StepOutcome};
use mcp_inspector_core::fault::Fault;

const RULE: &str = "MCP authorization, authorization server binding";

/// What the settings keep to one authorization server is kept in mind under these: the client's name, and
/// nothing for the assertion of a workload, whoever presents it.
fn names_of(settings: &OAuthSettings) -> Vec<&str> {
    let is_workload = matches!(settings.grant, Grant::JwtBearer { .. });
    settings.client_id.as_deref().into_iter().chain(is_workload.then_some("")).collect()
}

/// Whether what is kept in mind under a name is a secret by which others could pass for it.
fn is_secret(settings: &OAuthSettings, name: &str) -> bool {
    name.is_empty() || settings.client_secret.is_some()
}

/// The authorization server that the settings name, by itself or by its token endpoint. Whoever names it has
/// decided: then nothing is kept in mind, for it may be a try.
fn named(settings: &OAuthSettings) -> Option<&String> {
    let needs_user = settings.grant == Grant::AuthorizationCode;
    let is_complete = settings.authorization_url.is_some() || !needs_user;
    settings.issuer.as_ref().or_else(|| settings.token_url.as_ref().filter(|_| is_complete))
}

/// The issuers that what is configured belongs to, as far as the server is concerned whose bare URL this is.
fn owners<'a>(settings: &'a OAuthSettings, book: &'a Book, server: &str) -> Vec<&'a str> {
    match named(settings) {
        Some(named) => vec![named],
        None => names_of(settings).into_iter().filter_map(|name| book.bound(server, name)).collect(),
    }
}

/// Whether an issuer may be shown what is configured: it is the one that is named or, when none is, the one
/// that it belongs to.
pub(in super::super) fn belongs(settings: &OAuthSettings, book: &Book, server: &str, issuer: &str) -> bool {
    let owners = owners(settings, book, server);
    !owners.is_empty() && owners.into_iter().all(|owner| owner == issuer)
}

/// Whether what is configured is known to belong to another issuer than this one.
pub(in super::super) fn belongs_elsewhere(
    settings: &OAuthSettings,
    book: &Book,
    server: &str,
    issuer: &str,
) -> bool {
    owners(settings, book, server).into_iter().any(|owner| owner != issuer)
}

/// What is to be said before an issuer is shown what is configured: nothing, a warning, or that it belongs to
/// another. `bound` is what a session knows by itself.
pub(in super::super) fn judge(
    settings: &OAuthSettings,
    book: &Book,
    server: &str,
    bound: Option<&str>,
    issuer: &str,
) -> Option<AuthStep> {
    if named(settings).is_some() {
        return None;
    }
    let mut unseen = None;
    for name in names_of(settings) {
        let kept = book.binding(server, name);
        let bound = kept.map(|one| one.issuer.as_str()).or(bound);
        if let Some(bound) = bound.filter(|bound| *bound != issuer) {
            return Some(foreign(name, bound, issuer));
        }
        if is_secret(settings, name) && !kept.is_some_and(|one| one.has_secret) {
            unseen = Some(name);
        }
    }
    unseen.map(|name| first_time(name, issuer))
}

fn foreign(name: &str, bound: &str, issuer: &str) -> AuthStep {
    let what = match name {
        "" => "the configured assertion".to_owned(),
        name => format!("the configured client `{name}`"),
    };
    AuthStep::failed(StepName::Identity, format!("{what} belongs to another authorization server"))
        .by(RULE)
        .wanted(format!("the server to name `{bound}`, as before"), format!("`{issuer}`"))
        .advise(format!(
            "if it is known there too, name it: `\"issuer\": \"{issuer}\"` or `--issuer`; if not, beware: who runs it would be sent what is configured for another"
        ))
}

fn first_time(name: &str, issuer: &str) -> AuthStep {
    let what = match name {
        "" => "the configured assertion".to_owned(),
        name => format!("the secret of `{name}`"),
    };
    AuthStep::new(
        StepName::Identity,
        StepOutcome::Warning,
        format!("{what} goes to `{issuer}`, because the server names it"),
    )
    .by(RULE)
    .wanted("the authorization server of a secret to be configured", "no `issuer`")
    .advise(format!(
        "pin it: `\"issuer\": \"{issuer}\"` or `--issuer`; once it has granted something, no other gets it"
    ))
}

impl Flow<'_> {
    /// Refuses an authorization server that the configured client does not belong to.
    pub(super) async fn check_belonging(&self, found: &Found, witness: &dyn Witness) -> Result<(), Fault> {
        let authorizer = self.authorizer;
        let book = authorizer.login.store.read().map_err(|error| error.fault())?;
        let bound = authorizer.bound().clone();
        let issuer = identity::issuer_key(found);
        let told = judge(&authorizer.settings, &book, &authorizer.bare_server(), bound.as_deref(), &issuer);
        let Some(step) = told else { return Ok(()) };
        witness.step(step.clone()).await;
        if step.has_failed() { Err(failure(&step)) } else { Ok(()) }
    }

    /// Keeps in mind, for this session, whom a configured client belongs to that was granted a token; and what
    /// is to be kept of it in the store.
    pub(super) fn belonging(&self, record: &TokenRecord) -> Vec<Binding> {
        let settings = &self.authorizer.settings;
        let names = names_of(settings);
        if named(settings).is_some() || !names.contains(&record.client_id.as_str()) {
            return Vec::new();
        }
        *self.authorizer.bound() = Some(record.issuer.clone());
        let binding = |name: &str| Binding {
            server: self.authorizer.bare_server(),
            client_id: name.to_owned(),
            issuer: record.issuer.clone(),
            has_secret: is_secret(settings, name),
            bound_at: record.granted_at,
            ..Binding::default()
        };
        names.into_iter().map(binding).collect()
    }
}
