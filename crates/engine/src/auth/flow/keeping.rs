//! What is kept of a token that was granted, and whether there is still a place for one that was renewed.

use super::super::dpop::Prover;
use super::super::identity::{self, Client};
use super::super::store::{Binding, ClientRecord, StoreError, TokenRecord};
use super::super::witness::Witness;
use super::Flow;
use crate::clock;
use mcp_inspector_core::auth::token::{Granted, TokenKind};
use mcp_inspector_core::auth::walk::Found;
use mcp_inspector_core::auth::{AuthStep, StepName, StepOutcome, scope};

/// What became of a token that was renewed.
pub(super) enum Kept {
    /// It is in the place of the old one, or could not be put there.
    Tried(Result<(), StoreError>),
    /// The old one is gone: somebody has logged out meanwhile.
    Forgotten,
    /// Another one is in that place: somebody has logged in meanwhile.
    Replaced(Box<TokenRecord>),
}

impl Flow<'_> {
    pub(super) async fn record(
        &self,
        found: &Found,
        client: &Client,
        granted: Granted,
        asked: &[String],
        prover: Option<&Prover>,
        witness: &dyn Witness,
    ) -> TokenRecord {
        let scopes = granted.scopes.clone().unwrap_or_else(|| asked.to_vec());
        let missing = scope::missing(asked, &scopes);
        if !missing.is_empty() {
            let step = AuthStep::new(
                StepName::Token,
                StepOutcome::Warning,
                "fewer scopes were granted than asked for",
            )
            .by("RFC 6749 section 3.3")
            .wanted(format!("`{}`", asked.join(" ")), format!("`{}`", scopes.join(" ")))
            .advise(format!("what needs `{}` will be refused", missing.join(" ")));
            witness.step(step).await;
        }
        if prover.is_some() && granted.kind == TokenKind::Bearer {
            let step =
                AuthStep::new(StepName::Token, StepOutcome::Warning, "the token is not bound to the key")
                    .by("RFC 9449 section 5")
                    .wanted("`token_type` to be `DPoP`", "`Bearer`")
                    .advise("bind the token, or do not offer `dpop_signing_alg_values_supported`");
            witness.step(step).await;
        }
        let now = clock::unix_seconds();
        TokenRecord {
            issuer: identity::issuer_key(found),
            resource: found.resource.clone(),
            server: self.authorizer.server_key(),
            client_id: client.client_id.clone(),
            access_token: granted.access_token,
            token_type: granted.kind.scheme().to_owned(),
            refresh_token: granted.refresh_token,
            requested_scopes: scope::union(asked, &scopes),
            scopes,
            obtained_at: now,
            granted_at: now,
            expires_at: granted.expires_in.map(|seconds| now.saturating_add(seconds)),
            dpop_key: prover.filter(|_| granted.kind == TokenKind::Dpop).map(|prover| prover.key().to_pem()),
            token_endpoint: found.server.token_endpoint.clone(),
            revocation_endpoint: found.server.revocation_endpoint.clone(),
            auth_method: Some(client.method.kept_as().to_owned()),
            ..TokenRecord::default()
        }
    }

    /// Keeps a token, and with it the client it was granted to and whom that belongs to. When it cannot be kept
    /// it is still good for now.
    pub(super) async fn keep(
        &self,
        record: &TokenRecord,
        client: Option<Box<ClientRecord>>,
        belonging: Vec<Binding>,
        witness: &dyn Witness,
    ) -> Result<(), StoreError> {
        let (kept, client) = (record.clone(), client.map(|client| *client));
        let change = self.authorizer.login.store.change(move |book| {
            book.put_token_of(kept, client);
            for binding in belonging {
                book.bind(binding);
            }
        });
        let kept = change.await;
        tell(&kept, witness).await;
        kept
    }

    /// Keeps a token in the place of `old`, which it was renewed from, if that is still there.
    pub(super) async fn keep_renewed(
        &self,
        old: &TokenRecord,
        record: &TokenRecord,
        witness: &dyn Witness,
    ) -> Kept {
        let (old, kept) = (old.clone(), record.clone());
        let change = self.authorizer.login.store.change(move |book| match book.token_like(&kept) {
            None => Some(Kept::Forgotten),
            Some(found) if !is_same(found, &old) => Some(Kept::Replaced(Box::new(found.clone()))),
            Some(_) => {
                book.put_token(kept);
                None
            }
        });
        let kept = match change.await {
            Ok(Some(otherwise)) => return otherwise,
            Ok(None) => Ok(()),
            Err(error) => Err(error),
        };
        tell(&kept, witness).await;
        Kept::Tried(kept)
    }
}

/// Whether a token in the store is still this one. Its refresh token may have been given up.
fn is_same(found: &TokenRecord, old: &TokenRecord) -> bool {
    found.access_token == old.access_token
        && (found.refresh_token.is_none() || found.refresh_token == old.refresh_token)
}

async fn tell(kept: &Result<(), StoreError>, witness: &dyn Witness) {
    let step = match kept {
        Ok(()) => AuthStep::passed(StepName::Store, "the token is kept"),
        Err(error) => {
            let step = AuthStep::new(StepName::Store, StepOutcome::Warning, "the token could not be kept")
                .wanted("a token store that can be written", error.to_string());
            let hint = error.hint().map(|hint| format!("; {hint}")).unwrap_or_default();
            step.advise(format!("it is used for now, and gone afterwards{hint}"))
        }
    };
    witness.step(step).await;
}
