//! Renewing a token: one at a time, across all processes that share the store.

use super::super::code_grant::Asking;
use super::super::discovery::failure;
use super::super::endpoint::{Endpoint, TokenFault};
use super::super::identity::{self, Client, ClientAuth};
use super::super::store::{Book, RefreshGuard, StoreError, TokenRecord};
use super::super::token::{Origin, Token};
use super::super::witness::Witness;
use super::Flow;
use crate::clock;
use mcp_inspector_core::auth::metadata::ServerMetadata;
use mcp_inspector_core::auth::walk::Found;
use mcp_inspector_core::auth::{AuthStep, StepName, StepOutcome};
use mcp_inspector_core::fault::{Fault, FaultCode};
use std::sync::PoisonError;

impl TokenFault {
    /// There was no refresh token, so nothing was asked.
    pub(crate) fn is_nothing_to_renew(&self) -> bool {
        self.fault.details.auth_step.is_none()
    }
}

impl Flow<'_> {
    /// Renews a token. Others who do the same wait, and take what came of it.
    pub(in super::super) async fn refresh(
        &self,
        token: &Token,
        found: Option<&Found>,
        witness: &dyn Witness,
    ) -> Result<Token, TokenFault> {
        let store = &self.authorizer.login.store;
        let old = &token.record;
        let _right = self.right_to_renew(token, witness).await?;
        let book = store.read().map_err(|error| error.fault())?;
        let kept = book.token_of_client(&old.issuer, &old.resource, &old.client_id);
        if let Some(kept) = kept.filter(|kept| {
            kept.access_token != old.access_token && kept.is_sent_to(&self.authorizer.server_key())
        }) {
            let what = "another process has renewed the token meanwhile";
            // It may have ended since, so it is worth renewing like any other that was stored. A prover
            // is taken along for its nonces, unless the token is bound to another key.
            let prover = token.prover.clone().filter(|_| kept.dpop_key == old.dpop_key);
            return Ok(Token::stored(kept.clone(), what, witness).await?.with_prover(prover));
        }
        // What was kept and is gone was given back: somebody has logged out.
        let is_forgotten = kept.is_none() && token.is_kept;
        let Some(refresh_token) = old.refresh_token.as_ref().filter(|_| !is_forgotten) else {
            let message = "the token cannot be renewed: there is no refresh token";
            return Err(Fault::new(FaultCode::AuthenticationFailed, message)
                .with_hint(&*self.authorizer.login.hint)
                .into());
        };
        let server = match found {
            Some(found) => found.server.clone(),
            None => ServerMetadata {
                issuer: Some(old.issuer.clone()),
                token_endpoint: old.token_endpoint.clone(),
                authorization_endpoint: old.token_endpoint.clone(),
                ..ServerMetadata::default()
            },
        };
        let client = self.client_of(old, &book, &server);
        let audience = old.issuer.clone();
        let endpoint = Endpoint {
            url: server.token_endpoint.clone().unwrap_or_default(),
            audience,
            key: self.key(&client)?,
            client: client.clone(),
            prover: token.prover.clone(),
        };
        let asking = Asking {
            server: server.clone(),
            endpoint,
            resource: old.resource.clone(),
            redirect_uri: "http://127.0.0.1/".to_owned(),
            scopes: old.scopes.clone(),
            state_prefix: None,
        };
        let obtained = self.grant.refresh(&self.authorizer.fetcher, asking, refresh_token, witness).await;
        let (granted, method) = match obtained {
            Ok(obtained) => (obtained.granted, obtained.method),
            Err(fault) => {
                if fault.error.as_deref() == Some("invalid_grant") {
                    self.forget_refresh_token(old.clone()).await;
                }
                return Err(fault);
            }
        };
        let record = TokenRecord {
            access_token: granted.access_token,
            token_type: granted.kind.scheme().to_owned(),
            refresh_token: granted.refresh_token.or_else(|| Some(refresh_token.clone())),
            scopes: granted.scopes.unwrap_or_else(|| old.scopes.clone()),
            obtained_at: clock::unix_seconds(),
            expires_at: granted.expires_in.map(|seconds| clock::unix_seconds().saturating_add(seconds)),
            auth_method: Some(method.as_str().to_owned()),
            ..old.clone()
        };
        let is_kept = self.keep(&record, witness).await;
        Ok(Token::new(record, Origin::Refreshed)?.with_prover(token.prover.clone()).kept(is_kept))
    }

    /// Waits until nobody else renews the token. One that is in no store is known to nobody else.
    async fn right_to_renew(
        &self,
        token: &Token,
        witness: &dyn Witness,
    ) -> Result<Option<RefreshGuard>, TokenFault> {
        if !token.is_kept {
            return Ok(None);
        }
        let TokenRecord { issuer, resource, .. } = &token.record;
        let error = match self.authorizer.login.store.refresh_lock(issuer, resource).await {
            Ok(guard) => return Ok(Some(guard)),
            Err(error) => error,
        };
        let what = "the token cannot be renewed: there is no right to do so";
        let step = AuthStep::failed(StepName::Refresh, what)
            .by("OAuth 2.0 Security BCP, refresh token protection")
            .wanted("the right to renew it, which one process has at a time", error.to_string())
            .advise(error.hint().unwrap_or_default());
        if matches!(error, StoreError::Busy { .. }) {
            // To log in instead would ask the user for something that the other process is about to have.
            witness.step(step.clone()).await;
            return Err(failure(&step).into());
        }
        witness.step(AuthStep { outcome: StepOutcome::Warning, ..step }).await;
        Err(error.fault().into())
    }

    /// A refresh token that was refused for good is of no use to anybody.
    async fn forget_refresh_token(&self, old: TokenRecord) {
        let forgotten = self.authorizer.login.store.change(move |book| {
            let kept = book.token_of_client(&old.issuer, &old.resource, &old.client_id).cloned();
            if let Some(kept) = kept.filter(|kept| kept.refresh_token == old.refresh_token) {
                book.put_token(TokenRecord { refresh_token: None, ..kept });
            }
        });
        let forgotten = forgotten.await;
        // If it stays, it is refused once more the next time.
        drop(forgotten);
    }

    /// The client that a token was granted to.
    fn client_of(&self, old: &TokenRecord, book: &Book, server: &ServerMetadata) -> Client {
        let configured = identity::configured(&self.authorizer.settings, server);
        let unkept = self.authorizer.unkept.lock().unwrap_or_else(PoisonError::into_inner);
        let registered = book.client_named(&old.issuer, &old.client_id).or(unkept.as_ref());
        let registered = registered.map(identity::of_record);
        let method = old.auth_method.as_deref().and_then(ClientAuth::named);
        let known =
            [configured, registered].into_iter().flatten().find(|client| client.client_id == old.client_id);
        let known = known.unwrap_or_else(|| Client { client_id: old.client_id.clone(), ..Client::default() });
        Client { method: method.unwrap_or(known.method), ..known }
    }
}
