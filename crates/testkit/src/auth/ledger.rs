//! What the authorization server remembers: clients, codes, tokens and what it was asked.

use super::jwt::to_base64;
use crate::http::SeenRequest;
use ring::rand::{SecureRandom, SystemRandom};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

#[derive(Default)]
pub(super) struct Ledger {
    pub(super) seen: Vec<SeenRequest>,
    /// The bodies of all registrations, also of those that were refused.
    pub(super) registrations: Vec<Value>,
    pub(super) clients: BTreeMap<String, Client>,
    /// Clients that were registered and are not known any more.
    pub(super) forgotten: BTreeMap<String, Client>,
    pub(super) codes: BTreeMap<String, Code>,
    /// The issuer that the resource names instead of its own.
    pub(super) named_issuer: Option<String>,
    access: BTreeMap<String, Access>,
    refresh: BTreeMap<String, Refresh>,
    /// The access token that each family got first.
    first: BTreeMap<u64, String>,
    /// The ids of the proofs so far; none may come twice.
    pub(super) proofs: BTreeSet<String>,
    pub(super) token_nonce: String,
    pub(super) resource_nonce: String,
    /// How many requests were ever held back.
    pub(super) held: usize,
    pub(super) is_released: bool,
    pub(super) is_stopping: bool,
    serial: u64,
}

/// A client that is known.
#[derive(Clone)]
pub(super) struct Client {
    pub(super) id: String,
    /// `None`: any on this machine, or https.
    pub(super) redirect_uris: Option<Vec<String>>,
    pub(super) secret: Option<String>,
    /// The scopes it was registered with.
    pub(super) scope: Option<String>,
}

/// What a token is good for.
#[derive(Clone)]
pub(super) struct Grant {
    pub(super) client: String,
    pub(super) scopes: Vec<String>,
    /// The thumbprint of the key it is bound to.
    pub(super) key: Option<String>,
}

/// What was agreed to at `/authorize`.
pub(super) struct Code {
    pub(super) grant: Grant,
    pub(super) redirect_uri: String,
    pub(super) challenge: String,
}

struct Access {
    grant: Grant,
    family: u64,
    end: Instant,
}

struct Refresh {
    grant: Grant,
    family: u64,
    is_used: bool,
}

impl Ledger {
    /// A text that was never used before and cannot be guessed.
    pub(super) fn fresh(&mut self, kind: &str) -> String {
        self.serial += 1;
        let mut bytes = [0; 12];
        SystemRandom::new().fill(&mut bytes).expect("the system has random bytes");
        format!("{kind}-{}-{}", self.serial, to_base64(bytes))
    }

    /// Gives out an access token of a family.
    pub(super) fn issue(&mut self, grant: Grant, family: u64, life: Duration) -> String {
        let token = self.fresh("access");
        self.first.entry(family).or_insert_with(|| token.clone());
        self.admit(token.clone(), grant, family, life);
        token
    }

    /// Gives out the first access token of a family once more, good for another life.
    pub(super) fn issue_again(&mut self, grant: Grant, family: u64, life: Duration) -> String {
        let Some(token) = self.first.get(&family).cloned() else { return self.issue(grant, family, life) };
        self.admit(token.clone(), grant, family, life);
        token
    }

    fn admit(&mut self, token: String, grant: Grant, family: u64, life: Duration) {
        self.access.insert(token, Access { grant, family, end: Instant::now() + life });
    }

    /// Gives out a refresh token of a family.
    pub(super) fn issue_refresh(&mut self, grant: Grant, family: u64) -> String {
        let token = self.fresh("refresh");
        self.refresh.insert(token.clone(), Refresh { grant, family, is_used: false });
        token
    }

    pub(super) fn new_family(&mut self) -> u64 {
        self.serial += 1;
        self.serial
    }

    /// What an access token is good for, if it still is.
    pub(super) fn admitted(&self, token: &str) -> Option<Grant> {
        let access = self.access.get(token)?;
        (Instant::now() < access.end).then(|| access.grant.clone())
    }

    /// Uses up a refresh token. One that was used before takes its whole family with it.
    pub(super) fn rotate(&mut self, token: &str) -> Result<(Grant, u64), &'static str> {
        let Some(refresh) = self.refresh.get_mut(token) else {
            return Err("the refresh token is unknown or revoked");
        };
        let family = refresh.family;
        if refresh.is_used {
            self.revoke_family(family);
            return Err("the refresh token was used before; everything that came from it is revoked");
        }
        refresh.is_used = true;
        Ok((refresh.grant.clone(), family))
    }

    /// The grant of a refresh token, without using it.
    pub(super) fn refreshable(&self, token: &str) -> Option<Grant> {
        self.refresh.get(token).map(|refresh| refresh.grant.clone())
    }

    /// Revokes a token of this client: an access token alone, a refresh token with its family.
    pub(super) fn revoke(&mut self, token: &str, client: &str) {
        if self.access.get(token).is_some_and(|access| access.grant.client == client) {
            self.access.remove(token);
        }
        let refresh = self.refresh.get(token).filter(|refresh| refresh.grant.client == client);
        if let Some(family) = refresh.map(|refresh| refresh.family) {
            self.revoke_family(family);
        }
    }

    /// All tokens of a client.
    pub(super) fn tokens_of(&self, client: &str) -> Vec<String> {
        let access = self.access.iter().filter(|(_, access)| access.grant.client == client);
        let refresh = self.refresh.iter().filter(|(_, refresh)| refresh.grant.client == client);
        access.map(|(token, _)| token.clone()).chain(refresh.map(|(token, _)| token.clone())).collect()
    }

    pub(super) fn forget_clients(&mut self) {
        let clients = std::mem::take(&mut self.clients);
        self.forgotten.extend(clients);
    }

    pub(super) fn expire_all(&mut self) {
        self.access.clear();
    }

    pub(super) fn revoke_all(&mut self) {
        self.access.clear();
        self.refresh.clear();
    }

    fn revoke_family(&mut self, family: u64) {
        self.access.retain(|_, access| access.family != family);
        self.refresh.retain(|_, refresh| refresh.family != family);
    }
}
