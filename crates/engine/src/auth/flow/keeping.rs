//! What is kept of a token that was granted.

use super::super::dpop::Prover;
use super::super::identity::{self, Client};
use super::super::store::TokenRecord;
use super::super::witness::Witness;
use super::Flow;
use crate::clock;
use mcp_inspector_core::auth::token::{Granted, TokenKind};
use mcp_inspector_core::auth::walk::Found;
use mcp_inspector_core::auth::{AuthStep, StepName, StepOutcome, scope};

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
            auth_method: Some(client.method.as_str().to_owned()),
            ..TokenRecord::default()
        }
    }

    /// Keeps a token. When it cannot be kept it is still good for now.
    pub(super) async fn keep(&self, record: &TokenRecord, witness: &dyn Witness) -> bool {
        let kept = record.clone();
        let kept = self.authorizer.login.store.change(move |book| book.put_token(kept)).await;
        let step = match &kept {
            Ok(()) => AuthStep::passed(StepName::Store, "the token is kept"),
            Err(error) => {
                let step =
                    AuthStep::new(StepName::Store, StepOutcome::Warning, "the token could not be kept")
                        .wanted("a token store that can be written", error.to_string());
                let hint = error.hint().map(|hint| format!("; {hint}")).unwrap_or_default();
                step.advise(format!("it is used for now, and gone afterwards{hint}"))
            }
        };
        witness.step(step).await;
        kept.is_ok()
    }
}
