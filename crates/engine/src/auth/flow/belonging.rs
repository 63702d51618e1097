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

/// What the settings keep to one authorization server is kept in mind under this: the client's name, or nothing
/// for a workload that is known by its assertion alone.
fn name_of(settings: &OAuthSettings) -> Option<&str> {
    match (&settings.client_id, &settings.grant) {
        (Some(client_id), _) => Some(client_id),
        (None, Grant::JwtBearer { .. }) => Some(""),
        (None, _) => None,
    }
}

/// The authorization server that the settings name, by itself or by its token endpoint. Whoever names it has
/// decided: then nothing is kept in mind, for it may be a try.
fn named(settings: &OAuthSettings) -> Option<&String> {
    let needs_user = settings.grant == Grant::AuthorizationCode;
    let is_complete = settings.authorization_url.is_some() || !needs_user;
    settings.issuer.as_ref().or_else(|| settings.token_url.as_ref().filter(|_| is_complete))
}

/// Whether an issuer may be shown what is configured: it is the one that is named or, when none is, the one
/// that it belongs to as far as the server is concerned, whose bare URL this is.
pub(in super::super) fn belongs(settings: &OAuthSettings, book: &Book, server: &str, issuer: &str) -> bool {
    match named(settings) {
        Some(named) => named == issuer,
        None => name_of(settings).is_some_and(|name| book.bound(server, name) == Some(issuer)),
    }
}

impl Flow<'_> {
    /// Refuses an authorization server that the configured client does not belong to.
    pub(super) async fn check_belonging(&self, found: &Found, witness: &dyn Witness) -> Result<(), Fault> {
        let settings = &self.authorizer.settings;
        let Some(name) = name_of(settings) else { return Ok(()) };
        if named(settings).is_some() {
            return Ok(());
        }
        let what = if name.is_empty() {
            "the configured assertion".to_owned()
        } else {
            format!("the configured client `{name}`")
        };
        let issuer = identity::issuer_key(found);
        let book = self.authorizer.login.store.read().map_err(|error| error.fault())?;
        let shows_secret = settings.client_secret.is_some() || name.is_empty();
        let kept = book.binding(&self.authorizer.bare_server(), name);
        let is_shown = kept.is_some_and(|one| one.has_secret);
        let kept = kept.map(|one| one.issuer.clone());
        match kept.or_else(|| self.authorizer.bound().clone()) {
            Some(bound) if bound == issuer && (is_shown || !shows_secret) => Ok(()),
            Some(bound) if bound != issuer => {
                let step = AuthStep::failed(
                    StepName::Identity,
                    format!("{what} belongs to another authorization server"),
                )
                .by(RULE)
                .wanted(format!("the server to name `{bound}`, as before"), format!("`{issuer}`"))
                .advise(format!(
                    "if it is known there too, name it: `\"issuer\": \"{issuer}\"` or `--issuer`; if not, beware: who runs it would be sent what is configured for another"
                ));
                witness.step(step.clone()).await;
                Err(failure(&step))
            }
            _ if shows_secret => {
                let what = if name.is_empty() { what } else { format!("the secret of `{name}`") };
                let step = AuthStep::new(
                    StepName::Identity,
                    StepOutcome::Warning,
                    format!("{what} goes to `{issuer}`, because the server names it"),
                )
                .by(RULE)
                .wanted("the authorization server of a secret to be configured", "no `issuer`")
                .advise(format!(
                    "pin it: `\"issuer\": \"{issuer}\"` or `--issuer`; once it has granted something, no other gets it"
                ));
                witness.step(step).await;
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Keeps in mind, for this session, whom a configured client belongs to that was granted a token; and what
    /// is to be kept of it in the store.
    pub(super) fn belonging(&self, record: &TokenRecord) -> Option<Binding> {
        let settings = &self.authorizer.settings;
        let name = name_of(settings).filter(|name| *name == record.client_id && named(settings).is_none())?;
        *self.authorizer.bound() = Some(record.issuer.clone());
        Some(Binding {
            server: self.authorizer.bare_server(),
            client_id: name.to_owned(),
            issuer: record.issuer.clone(),
            has_secret: settings.client_secret.is_some() || name.is_empty(),
            bound_at: record.granted_at,
            ..Binding::default()
        })
    }
}
