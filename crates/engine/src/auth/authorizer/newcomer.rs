//! Tokens that others are granted while a login is under way.

use super::super::identity;
use super::super::login::StoredTokens;
use super::super::store::{Book, TokenRecord};
use super::Authorizer;
use crate::clock;
use mcp_inspector_core::auth::scope;
use mcp_inspector_core::auth::walk::Found;

/// When a login began, and the tokens that were stored then.
pub(in super::super) struct Began {
    at: u64,
    known: Vec<String>,
}

impl Began {
    pub(super) fn now(authorizer: &Authorizer) -> Self {
        // A store that cannot be read is told of where something is needed from it.
        let book = authorizer.login.store.read().unwrap_or_default();
        let known = book.tokens_for(&authorizer.server_key()).into_iter();
        Began { at: clock::unix_seconds(), known: known.map(|record| record.access_token.clone()).collect() }
    }
}

impl Authorizer {
    /// A token that somebody else was granted or has renewed since this began, and that is as good as
    /// the one that is about to be asked for.
    pub(in super::super) fn newcomer(
        &self,
        book: &Book,
        found: &Found,
        scopes: &[String],
        began: &Began,
    ) -> Option<TokenRecord> {
        let issuer = identity::issuer_key(found);
        let is_new = |record: &TokenRecord| match self.login.stored {
            StoredTokens::Used => true,
            // Whoever logs in anew does not mean a token that was only renewed.
            StoredTokens::Newer => record.granted_at >= began.at,
            StoredTokens::Ignored => false,
        };
        let fits = |record: &&TokenRecord| {
            is_new(record)
                && !began.known.contains(&record.access_token)
                && self.is_as_configured(record, book)
                && (record.issuer == issuer && record.resource == found.resource)
                && scope::missing(scopes, &record.requested_scopes).is_empty()
        };
        book.tokens_for(&self.server_key()).into_iter().find(fits).cloned()
    }
}
