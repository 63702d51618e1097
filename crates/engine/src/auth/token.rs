//! A token at hand: what it takes to present it, where it comes from, and whether it was ever let in.

use super::dpop::{PROOF_HEADER, Prover};
use super::key::SigningKey;
use super::store::{StoreError, TokenRecord};
use super::witness::Witness;
use crate::clock;
use mcp_inspector_core::auth::token::TokenKind;
use mcp_inspector_core::auth::{AuthStep, StepName};
use mcp_inspector_core::fault::{Fault, FaultCode};
use reqwest::header::{AUTHORIZATION, HeaderMap, HeaderValue};
use reqwest::{Method, Url};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// How many seconds before its end a token is renewed.
const EARLY: u64 = 30;

/// For how many seconds nobody is asked again for a scope that was not granted. Later somebody may
/// have allowed it.
const WITHHELD: u64 = 300;

/// A token, and what it takes to present it.
#[derive(Debug)]
pub(crate) struct Token {
    pub(crate) record: TokenRecord,
    pub(crate) kind: TokenKind,
    pub(crate) prover: Option<Arc<Prover>>,
    pub(super) origin: Origin,
    /// Why it is not in the store.
    pub(super) unkept: Option<StoreError>,
    /// The server has let it in.
    is_proven: AtomicBool,
    /// The authorization server has refused its refresh token for good.
    is_spent: AtomicBool,
}

/// Where a token comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    Stored,
    Refreshed,
    Granted,
}

impl Token {
    pub(crate) fn new(record: TokenRecord, origin: Origin) -> Result<Self, Fault> {
        let kind = TokenKind::named(&record.token_type).unwrap_or(TokenKind::Bearer);
        let key = record.dpop_key.as_deref().filter(|_| kind == TokenKind::Dpop);
        let key = key.map(|pem| SigningKey::from_pem(pem, None)).transpose();
        let key = key.map_err(|error| {
            Fault::new(FaultCode::AuthenticationFailed, format!("the key of the stored token: {error}"))
                .with_hint("log in again")
        })?;
        let prover = key.map(|key| Arc::new(Prover::new(key)));
        let (is_proven, is_spent) = (AtomicBool::new(false), AtomicBool::new(false));
        Ok(Token { record, kind, prover, origin, unkept: None, is_proven, is_spent })
    }

    /// A token from the store. Its secrets are made known before anything is said about it.
    pub(super) async fn stored(
        record: TokenRecord,
        what: impl Into<String>,
        witness: &dyn Witness,
    ) -> Result<Self, Fault> {
        for secret in [Some(&record.access_token), record.refresh_token.as_ref()].into_iter().flatten() {
            witness.secret(secret).await;
        }
        witness.step(AuthStep::passed(StepName::Store, what)).await;
        Token::new(record, Origin::Stored)
    }

    pub(crate) fn with_prover(mut self, prover: Option<Arc<Prover>>) -> Self {
        if prover.is_some() {
            self.prover = prover;
        }
        self
    }

    /// Puts it into the headers of a request, with the proof that it is ours where it needs one.
    pub(crate) fn dress(&self, headers: &mut HeaderMap, method: &Method, url: &Url) -> Result<(), Fault> {
        let unfit = || {
            Fault::new(FaultCode::AuthenticationFailed, "the token has characters that no header may have")
                .with_hint("the authorization server must grant tokens of printable ASCII characters")
        };
        let token = &self.record.access_token;
        let text = format!("{} {token}", self.kind.scheme());
        let mut value = HeaderValue::try_from(text).map_err(|_| unfit())?;
        value.set_sensitive(true);
        headers.insert(AUTHORIZATION, value);
        if let Some(prover) = &self.prover {
            let proof = prover.proof(method.as_str(), url.as_str(), Some(token), clock::unix_seconds());
            let proof =
                proof.map_err(|error| Fault::new(FaultCode::AuthenticationFailed, error.to_string()))?;
            headers.insert(PROOF_HEADER, HeaderValue::try_from(proof).map_err(|_| unfit())?);
        }
        Ok(())
    }

    /// Says whether it could be kept.
    pub(super) fn kept(mut self, kept: Result<(), StoreError>) -> Self {
        self.unkept = kept.err();
        self
    }

    /// It is in the store, or was.
    pub(super) fn is_kept(&self) -> bool {
        self.unkept.is_none()
    }

    /// The authorization server has refused its refresh token for good.
    pub(super) fn spend(&self) {
        self.is_spent.store(true, Ordering::Relaxed);
    }

    pub(super) fn is_spent(&self) -> bool {
        self.is_spent.load(Ordering::Relaxed)
    }

    /// The server has let it in. True when it had not before.
    pub(super) fn prove(&self) -> bool {
        !self.is_proven.swap(true, Ordering::Relaxed)
    }

    pub(super) fn is_proven(&self) -> bool {
        self.is_proven.load(Ordering::Relaxed)
    }

    /// Whether it is time to renew it. One that was just obtained is shown to the server first: if it
    /// has ended already, so would have the next one.
    pub(super) fn is_due(&self, now_unix: u64) -> bool {
        let TokenRecord { obtained_at, expires_at, refresh_token, .. } = &self.record;
        let is_untried = self.origin != Origin::Stored && !self.is_proven();
        let life = expires_at.map_or(0, |at| at.saturating_sub(*obtained_at));
        // Of a short life the most part is to be used.
        let early = EARLY.min(life / 4);
        let can_be_renewed = refresh_token.is_some() && !self.is_spent();
        !is_untried && can_be_renewed && self.record.expires_within(now_unix, early)
    }

    /// Whether a login gave it so lately that another one would give no more.
    pub(super) fn was_just_granted(&self, now_unix: u64) -> bool {
        self.origin == Origin::Granted && now_unix < self.record.obtained_at.saturating_add(WITHHELD)
    }

    pub(super) fn is_same(&self, other: &Token) -> bool {
        self.record.access_token == other.record.access_token
    }
}
