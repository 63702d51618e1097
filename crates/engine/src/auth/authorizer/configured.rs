//! What is configured for a server, against what is stored: whose a token is, and who may see the client.

use super::super::flow::{belongs, belongs_elsewhere};
use super::super::store::{Book, TokenRecord};
use super::Authorizer;
use mcp_inspector_core::auth::scope;
use mcp_inspector_core::auth::settings::OAuthSettings;
use std::sync::{MutexGuard, PoisonError};

impl Authorizer {
    /// Whether a token is one that a login with these settings could have given.
    pub(super) fn is_as_configured(&self, record: &TokenRecord, book: &Book) -> bool {
        let OAuthSettings { client_id, issuer, scopes, .. } = &self.settings;
        // A token that was granted when somebody named the issuer is as good as one for which nobody did.
        let is_ours = |id: &String| *id == record.client_id && !self.is_foreign(&record.issuer, book);
        client_id.as_ref().is_none_or(is_ours)
            && issuer.as_ref().is_none_or(|issuer| *issuer == record.issuer)
            && scope::missing(scopes, &record.requested_scopes).is_empty()
    }

    /// Whether the client that is configured is known to belong to another issuer.
    fn is_foreign(&self, issuer: &str, book: &Book) -> bool {
        belongs_elsewhere(&self.settings, book, &self.bare_server(), issuer)
            || self.bound().as_deref().is_some_and(|bound| bound != issuer)
    }

    /// Whether the client that is configured may be shown to an issuer.
    pub(in super::super) fn is_shown_to(&self, issuer: &str, book: &Book) -> bool {
        belongs(&self.settings, book, &self.bare_server(), issuer) || self.bound().as_deref() == Some(issuer)
    }

    /// Whom the configured client belongs to, as far as this session knows by itself.
    pub(in super::super) fn bound(&self) -> MutexGuard<'_, Option<String>> {
        self.bound.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
