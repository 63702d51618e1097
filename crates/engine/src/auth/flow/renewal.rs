//! Renewing a token: one at a time, across all processes that share the store.
//!
//! A refresh token may be good for one use. So it is read from the store by whoever has the right to
//! renew, and sent only when the next one can be kept.

mod right;

use super::super::code_grant::Asking;
use super::super::discovery::failure;
use super::super::endpoint::{Endpoint, Obtained, TokenFault};
use super::super::identity::{self, Client, ClientAuth};
use super::super::logout;
use super::super::store::{Book, TokenRecord};
use super::super::token::{Origin, Token};
use super::super::witness::Witness;
use super::Flow;
use super::keeping::Kept;
use crate::clock;
use mcp_inspector_core::auth::metadata::ServerMetadata;
use mcp_inspector_core::auth::walk::Found;
use mcp_inspector_core::auth::{AuthStep, StepName, StepOutcome};
use mcp_inspector_core::fault::{Fault, FaultCode};
use std::sync::PoisonError;

/// Why a token is renewed.
#[derive(Clone, Copy)]
pub(in super::super) enum Occasion<'a> {
    /// It is about to end. When it cannot be renewed it is presented as it is.
    Ending,
    /// The server has refused it, and this is where its authorization server is.
    Refused(&'a Found),
    /// Somebody asked for it.
    Wished,
}

impl Occasion<'_> {
    /// How bad it is when nothing comes of it.
    fn failing(self) -> StepOutcome {
        match self {
            Occasion::Ending => StepOutcome::Warning,
            Occasion::Refused(_) | Occasion::Wished => StepOutcome::Failed,
        }
    }
}

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
        occasion: Occasion<'_>,
        witness: &dyn Witness,
    ) -> Result<Token, TokenFault> {
        let _right = self.right_to_renew(token, occasion, witness).await?;
        let book = self.authorizer.login.store.read().map_err(|error| error.fault())?;
        let kept = book.token_like(&token.record);
        if let Some(kept) = kept.filter(|kept| is_newer(kept, token)) {
            return taken_up(token, kept, "another process has renewed the token meanwhile", witness).await;
        }
        let old = if token.is_kept() { kept } else { Some(&token.record) };
        // What was kept and is gone was given back: somebody has logged out.
        let renewable = old.filter(|_| !token.is_spent());
        let Some((old, refresh_token)) = renewable.and_then(|old| Some((old, old.refresh_token.as_ref()?)))
        else {
            let message = "the token cannot be renewed: there is no refresh token";
            return Err(Fault::new(FaultCode::AuthenticationFailed, message)
                .with_hint(&*self.authorizer.login.hint)
                .into());
        };
        self.check_place(token, occasion, witness).await?;
        let obtained = match self.exchange(token, old, refresh_token, &book, occasion, witness).await {
            Ok(obtained) => obtained,
            Err(fault) => {
                if fault.error.as_deref() == Some("invalid_grant") {
                    token.spend();
                    self.forget_refresh_token(old.clone()).await;
                }
                let registered = book.client_named(&old.issuer, &old.client_id);
                let registered = registered.filter(|_| self.authorizer.settings.client_id.is_none());
                if let Some(client) = registered.filter(|_| fault.error.as_deref() == Some("invalid_client"))
                {
                    identity::forget(self.authorizer, client, identity::Useless::Unknown, witness).await;
                }
                return Err(fault);
            }
        };
        let granted = obtained.granted;
        let record = TokenRecord {
            access_token: granted.access_token,
            token_type: granted.kind.scheme().to_owned(),
            refresh_token: granted.refresh_token.or_else(|| Some(refresh_token.clone())),
            scopes: granted.scopes.unwrap_or_else(|| old.scopes.clone()),
            obtained_at: clock::unix_seconds(),
            expires_at: granted.expires_in.map(|seconds| clock::unix_seconds().saturating_add(seconds)),
            auth_method: Some(obtained.method.kept_as().to_owned()),
            ..old.clone()
        };
        let kept = if token.is_kept() {
            self.keep_renewed(old, &record, witness).await
        } else {
            Kept::Tried(self.keep(&record, None, Vec::new(), witness).await)
        };
        match kept {
            Kept::Tried(kept) => {
                Ok(Token::new(record, Origin::Refreshed)?.with_prover(token.prover.clone()).kept(kept))
            }
            Kept::Forgotten => Err(self.give_back(&record, &book, occasion, witness).await),
            Kept::Replaced(newer) => {
                let what = "another process has logged in while the token was renewed: its token is used";
                taken_up(token, &newer, what, witness).await
            }
        }
    }

    async fn exchange(
        &self,
        token: &Token,
        old: &TokenRecord,
        refresh_token: &str,
        book: &Book,
        occasion: Occasion<'_>,
        witness: &dyn Witness,
    ) -> Result<Obtained, TokenFault> {
        // It may be another than the one that was read when the session began.
        witness.secret(refresh_token).await;
        let server = match occasion {
            // A renewal asks for no more than was granted (RFC 6749 section 6): the SDK would add
            // `offline_access` where that is offered.
            Occasion::Refused(found) => ServerMetadata { scopes_supported: None, ..found.server.clone() },
            Occasion::Ending | Occasion::Wished => ServerMetadata {
                issuer: Some(old.issuer.clone()),
                token_endpoint: old.token_endpoint.clone(),
                authorization_endpoint: old.token_endpoint.clone(),
                ..ServerMetadata::default()
            },
        };
        let client = self.client_of(old, book, &server);
        let endpoint = Endpoint {
            url: server.token_endpoint.clone().unwrap_or_default(),
            audience: old.issuer.clone(),
            key: self.key(&client)?,
            client,
            prover: token.prover.clone(),
        };
        let asking = Asking {
            server,
            endpoint,
            resource: old.resource.clone(),
            redirect_uri: "http://127.0.0.1/".to_owned(),
            scopes: old.scopes.clone(),
            state_prefix: None,
        };
        self.grant.refresh(&self.authorizer.fetcher, asking, refresh_token, witness).await
    }

    /// Gives a renewed token back, because whoever logged out meanwhile meant it as well.
    async fn give_back(
        &self,
        record: &TokenRecord,
        book: &Book,
        occasion: Occasion<'_>,
        witness: &dyn Witness,
    ) -> TokenFault {
        let authorizer = self.authorizer;
        logout::revoke(&authorizer.fetcher, &authorizer.settings, book, record, witness).await;
        let hint = &*authorizer.login.hint;
        let what = "somebody has logged out while the token was renewed: the new one is not kept";
        let step = AuthStep::failed(StepName::Refresh, what)
            .wanted("the token that is renewed to be in the store still", "none")
            .advise(if hint.is_empty() { "log in again, if that was not meant" } else { hint });
        witness.step(AuthStep { outcome: occasion.failing(), ..step.clone() }).await;
        failure(&step).into()
    }

    /// A refresh token that was refused for good is of no use to anybody.
    async fn forget_refresh_token(&self, old: TokenRecord) {
        let forgotten = self.authorizer.login.store.change(move |book| {
            let kept = book.token_like(&old).cloned();
            if let Some(kept) = kept.filter(|kept| kept.refresh_token == old.refresh_token) {
                book.put_token(TokenRecord { refresh_token: None, ..kept });
            }
        });
        let forgotten = forgotten.await;
        // If it stays, it is refused once more the next time.
        drop(forgotten);
    }

    /// The client that a token was granted to. What is configured is shown to nobody but whom it belongs to,
    /// also when another authorization server has registered a client of the same name.
    fn client_of(&self, old: &TokenRecord, book: &Book, server: &ServerMetadata) -> Client {
        let authorizer = self.authorizer;
        let configured = identity::configured(&authorizer.settings, server);
        let configured = configured.filter(|_| authorizer.is_shown_to(&old.issuer, book));
        let unkept = authorizer.unkept.lock().unwrap_or_else(PoisonError::into_inner);
        let unkept = unkept.as_ref().filter(|client| client.issuer == old.issuer);
        let registered = book.client_named(&old.issuer, &old.client_id).or(unkept);
        let registered = registered.map(identity::of_record);
        let is_document = authorizer.settings.client_metadata_url.as_ref() == Some(&old.client_id);
        let document = is_document.then(|| Client { client_id: old.client_id.clone(), ..Client::default() });
        let mut known = [configured, registered, document].into_iter().flatten();
        match known.find(|client| client.client_id == old.client_id) {
            Some(known) => {
                let method = old.auth_method.as_deref().and_then(ClientAuth::named);
                Client { method: method.unwrap_or(known.method), ..known }
            }
            // Nothing is known that would prove who we are.
            None => Client { client_id: old.client_id.clone(), ..Client::default() },
        }
    }
}

/// Whether the token in the store has taken the place of the one at hand. An authorization server may
/// grant the same access token once more, with another refresh token.
fn is_newer(kept: &TokenRecord, token: &Token) -> bool {
    let old = &token.record;
    if !token.is_kept() {
        // What is in the store may be what this one has replaced.
        return kept.obtained_at > old.obtained_at;
    }
    kept.access_token != old.access_token
        || (kept.refresh_token.is_some() && kept.refresh_token != old.refresh_token)
        || kept.obtained_at > old.obtained_at
}

/// The token in the store, in place of the one at hand. It may have ended since, so it is worth renewing
/// like any other that was stored. A prover is taken along for its nonces, unless the token is bound to
/// another key.
async fn taken_up(
    token: &Token,
    kept: &TokenRecord,
    what: &str,
    witness: &dyn Witness,
) -> Result<Token, TokenFault> {
    let prover = token.prover.clone().filter(|_| kept.dpop_key == token.record.dpop_key);
    Ok(Token::stored(kept.clone(), what, witness).await?.with_prover(prover))
}
