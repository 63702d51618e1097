//! The token of a session: presented, renewed, obtained.
//!
//! It outlives links, so a reconnect does not log in again. One request at a time obtains a token;
//! those that were refused meanwhile find the new one and go on with it. A refusal is answered in
//! this order: a newer token that someone stored, a refresh, a login. A token that was just granted
//! and is refused all the same ends it: another one would fare no better.

mod configured;
mod failures;
mod logins;
mod newcomer;
mod outright;
mod refusal;
mod shortfall;

pub(crate) use failures::Since;
pub(super) use newcomer::Began;
pub(crate) use refusal::{Refusal, Wished};

use super::code_grant::SdkGrant;
use super::endpoint::TokenFault;
use super::fetch::Fetcher;
use super::flow::{Flow, Occasion};
use super::login::{Login, StoredTokens, Way};
use super::pause::Pause;
use super::store::{ClientRecord, TokenRecord};
use super::token::{Origin, Token};
use super::witness::Witness;
use super::{discovery, identity};
use crate::clock;
use failures::Failures;
use logins::{Logins, MOST_LOGINS};
use mcp_inspector_core::auth::settings::{Grant, OAuthSettings};
use mcp_inspector_core::auth::walk::{Found, Source};
use mcp_inspector_core::auth::{AuthStep, StepName, places, scope};
use mcp_inspector_core::fault::{Fault, FaultCode};
use mcp_inspector_core::redact::redact_url;
use mcp_inspector_core::target::Http;
use refusal::{challenge_step, endless, in_vain, refused_anew, ungranted, unwanted, withheld};
use reqwest::Url;
use shortfall::Shortfall;
use std::collections::HashSet;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// For how many seconds nothing is renewed early after that has failed.
const AFTER_FAILURE: u64 = 60;

/// Obtains and keeps the token of a session.
#[derive(Debug)]
pub(crate) struct Authorizer {
    pub(super) server: Url,
    pub(super) settings: OAuthSettings,
    pub(super) login: Login,
    pub(super) fetcher: Arc<Fetcher>,
    held: Mutex<Held>,
    turn: Arc<tokio::sync::Mutex<()>>,
    /// The client that was registered and could not be kept.
    pub(super) unkept: Mutex<Option<ClientRecord>>,
    /// Tokens that the server has refused in this session: of two that came at the same time, each would be
    /// newer than the other for ever.
    refused: Mutex<HashSet<String>>,
    /// The issuer that has granted the configured client something in this session, also when that could not be
    /// kept.
    bound: Mutex<Option<String>>,
    failures: Failures,
    /// How many logins were made for the scopes that a refusal names, since what wants them was let in.
    logins: Logins,
    /// Why there is a login, or would have to be.
    shortfall: Mutex<Shortfall>,
    /// Until when a token that is about to end is presented as it is, in seconds since 1970.
    no_renewal_before: AtomicU64,
}

#[derive(Debug, Default)]
struct Held {
    token: Option<Arc<Token>>,
    has_looked: bool,
    /// How often somebody had changed what is stored when it was last looked at.
    by_hand: u64,
}

impl Authorizer {
    pub(crate) fn new(http: &Http, login: Login) -> Result<Self, Fault> {
        let server = places::absolute(&http.url).map_err(|_| {
            let shown = redact_url(&http.url).into_owned();
            Fault::new(FaultCode::InvalidConfig, format!("`{shown}` is not a URL of the web"))
        })?;
        let fetcher = Arc::new(Fetcher::new(http, login.patience));
        let by_hand = login.store.by_hand().count(&places::canonical(&server));
        Ok(Authorizer {
            server,
            settings: (*http.oauth).clone(),
            held: Mutex::new(Held { token: None, has_looked: false, by_hand }),
            login,
            fetcher,
            turn: Arc::default(),
            unkept: Mutex::default(),
            bound: Mutex::default(),
            refused: Mutex::default(),
            failures: Failures::default(),
            logins: Logins::default(),
            shortfall: Mutex::default(),
            no_renewal_before: AtomicU64::new(0),
        })
    }

    /// The token to present, if there is one. One that is about to end is renewed first.
    pub(crate) async fn present(&self, witness: &dyn Witness) -> Result<Option<Arc<Token>>, Fault> {
        let since = self.now();
        let Some(token) = self.current(witness).await? else { return Ok(None) };
        let now = clock::unix_seconds();
        if !token.is_due(now) || now < self.no_renewal_before.load(Ordering::Relaxed) {
            return Ok(Some(token));
        }
        let turn = self.turn.clone().lock_owned().await;
        if self.held().token.as_ref().is_some_and(|held| !held.is_same(&token)) {
            return Ok(self.held().token.clone());
        }
        if self.failures.of(&token, since).is_some() {
            return Ok(Some(token));
        }
        let pause = Pause::begin(turn, witness).await;
        let refreshed = self.refresh(&token, Occasion::Ending, witness).await;
        if refreshed.is_err() {
            // Not every request has to wait for an authorization server that does not answer.
            self.no_renewal_before.store(clock::unix_seconds() + AFTER_FAILURE, Ordering::Relaxed);
        }
        // The server decides whether the old one is still good; if not, it says what it wants.
        let token = refreshed.map_or(token, |refreshed| self.hold(refreshed));
        pause.end().await;
        Ok(Some(token))
    }

    /// The moment from which on a request asks for a token.
    pub(crate) fn now(&self) -> Since {
        self.failures.so_far()
    }

    /// Answers a refusal of what was presented since a moment: afterwards there is another token to
    /// present. The same request may have been refused before, for other scopes.
    pub(crate) async fn answer(
        &self,
        refusal: &Refusal,
        presented: Option<&Arc<Token>>,
        (since, before): (Since, &[Wished]),
        witness: &dyn Witness,
    ) -> Result<(), Fault> {
        let turn = self.turn.clone().lock_owned().await;
        let held = self.held().token.clone();
        let is_news = match (&held, presented) {
            (Some(held), Some(presented)) => !held.is_same(presented),
            (Some(_), None) => true,
            (None, _) => false,
        };
        if is_news {
            return Ok(());
        }
        if let Some(token) = presented.filter(|_| refusal.status == 401) {
            let mut refused = self.refused.lock().unwrap_or_else(PoisonError::into_inner);
            refused.insert(token.record.access_token.clone());
        }
        let pause = Pause::begin(turn, witness).await;
        self.tell_what_is_kept(witness).await;
        witness.step(challenge_step(refusal)).await;
        let obtained = if refusal.status == 403 && before.len() >= MOST_LOGINS {
            Err(endless(&refusal.demand, MOST_LOGINS, witness).await)
        } else {
            self.obtain(refusal, presented, since, witness).await
        };
        let held = obtained.map(|token| self.hold(token));
        pause.end().await;
        held.map(drop)
    }

    async fn refresh(
        &self,
        token: &Arc<Token>,
        occasion: Occasion<'_>,
        witness: &dyn Witness,
    ) -> Result<Token, TokenFault> {
        let refreshed = self.flow().refresh(token, occasion, witness).await;
        if let Err(fault) = &refreshed {
            self.failures.note(token, fault);
        }
        refreshed
    }

    async fn obtain(
        &self,
        refusal: &Refusal,
        presented: Option<&Arc<Token>>,
        since: Since,
        witness: &dyn Witness,
    ) -> Result<Token, Fault> {
        let began = Began::now(self);
        let demand = &refusal.demand;
        let is_step_up = refusal.status == 403;
        *self.shortfall() = Shortfall::of(refusal, presented.map(AsRef::as_ref));
        let challenged = demand.scope.as_deref().map(scope::words).unwrap_or_default();
        // Somebody may have logged in because of an earlier refusal.
        if is_step_up && let Some(token) = self.stored_meanwhile(presented, &challenged, witness).await? {
            return Ok(token);
        }
        if let Some(token) =
            presented.filter(|token| is_step_up && token.was_just_granted(clock::unix_seconds()))
        {
            let withheld = withheld(demand, &token.record);
            if !withheld.is_empty() {
                return Err(ungranted(&withheld, &token.record, witness).await);
            }
            if !challenged.is_empty() && scope::missing(&challenged, &token.record.scopes).is_empty() {
                return Err(in_vain(demand, witness).await);
            }
        }
        let wished = refusal.wished();
        if is_step_up && self.logins.of(&wished) >= MOST_LOGINS {
            return Err(endless(demand, MOST_LOGINS, witness).await);
        }
        if let Some(token) = presented
            && refusal.status == 401
            && token.origin == Origin::Granted
            && !token.is_proven()
        {
            return Err(refused_anew(demand, witness).await);
        }
        if !is_step_up && let Some(token) = self.stored_meanwhile(presented, &[], witness).await? {
            return Ok(token);
        }
        if is_step_up && !matches!(self.login.way, Way::Agent(_)) {
            // Whoever logs in because of this is to ask for them.
            self.login.store.wishes().add(&self.server_key(), &challenged);
        }
        if (presented.is_none() || is_step_up) && !self.can_log_in() {
            return Err(self.nothing_stored());
        }
        let found = discovery::discover(&self.fetcher, &self.server, demand, &self.settings, witness).await?;
        if !matches!(refusal.status, 401 | 403) && found.source == Source::Defaults {
            return Err(unwanted(witness).await);
        }
        let issuer = identity::issuer_key(&found);
        // A token of another issuer is never shown to this one, nor is what belongs to it.
        let old = presented.filter(|token| token.record.issuer == issuer);
        // What was renewed and is refused all the same is not worth renewing again.
        let renewable = old.filter(|token| token.origin != Origin::Refreshed || token.is_proven());
        if let Some(token) = renewable.filter(|_| !is_step_up) {
            let refreshed = match self.failures.of(token, since) {
                Some(fault) => Err(fault),
                None => self.refresh(token, Occasion::Refused(&found), witness).await,
            };
            match refreshed {
                Ok(token) => return Ok(token),
                // Whoever cannot be asked now cannot be asked for a login either.
                Err(fault) if fault.error.is_none() && !fault.is_nothing_to_renew() => {
                    return Err(fault.fault);
                }
                Err(fault) => *self.shortfall() = Shortfall::not_renewed(&fault),
            }
        }
        let before = match old {
            Some(token) => token.record.requested_scopes.clone(),
            None => self.earlier_scopes(&issuer),
        };
        let scopes = self.scopes(&found, refusal, &before, witness).await;
        let obtained = self.flow().log_in(&found, scopes, &began, witness).await;
        self.learn(&obtained, is_step_up.then_some(wished));
        obtained
    }

    /// Whether there is any way to a new token. Nothing is asked for when there is none.
    fn can_log_in(&self) -> bool {
        let settings = &self.settings;
        match self.login.way {
            Way::Agent(_) => true,
            Way::Unattended => settings.grant != Grant::AuthorizationCode || settings.is_confidential(),
            Way::StoredOnly => false,
        }
    }

    async fn scopes(
        &self,
        found: &Found,
        refusal: &Refusal,
        before: &[String],
        witness: &dyn Witness,
    ) -> Vec<String> {
        let demand = &refusal.demand;
        let (first, source) = scope::first(
            &self.settings.scopes,
            demand,
            found.resource_metadata.as_ref(),
            &found.server,
            self.settings.grant_at(&found.server) == Grant::AuthorizationCode,
        );
        // Those that are set up are instead of those that the server names, until it insists.
        let counts = refusal.status == 403 || self.settings.scopes.is_empty();
        let challenged = demand.scope.as_deref().filter(|_| counts).map(scope::words).unwrap_or_default();
        let all = scope::union(&scope::union(before, &first), &challenged);
        let (scopes, source) = if before.is_empty() || scope::missing(&all, &first).is_empty() {
            (first, source)
        } else {
            (all, "those of before and those that are new")
        };
        let what =
            if scopes.is_empty() { "no scopes".to_owned() } else { format!("scopes `{}`", scopes.join(" ")) };
        let step = AuthStep::passed(StepName::Scope, format!("{what}: {source}"));
        witness.step(step.by("MCP authorization, scope selection strategy")).await;
        scopes
    }

    /// The token at hand, or the one that is stored.
    async fn current(&self, witness: &dyn Witness) -> Result<Option<Arc<Token>>, Fault> {
        {
            let by_hand = self.login.store.by_hand().count(&self.server_key());
            let mut held = self.held();
            if held.by_hand != by_hand && self.login.stored == StoredTokens::Used {
                *held = Held { by_hand, ..Held::default() };
                self.no_renewal_before.store(0, Ordering::Relaxed);
            }
            if held.token.is_some() || held.has_looked {
                return Ok(held.token.clone());
            }
            held.has_looked = true;
        }
        // Before the server says anything: it may repeat what is kept, also where that is not used.
        self.tell_what_is_kept(witness).await;
        if self.login.stored != StoredTokens::Used {
            return Ok(None);
        }
        let token = self.stored(None, &[], witness).await?;
        Ok(token.map(|token| self.hold(token)))
    }

    /// A token that someone else has stored since the one that was refused, with these scopes.
    async fn stored_meanwhile(
        &self,
        refused: Option<&Arc<Token>>,
        scopes: &[String],
        witness: &dyn Witness,
    ) -> Result<Option<Token>, Fault> {
        if self.login.stored != StoredTokens::Used {
            return Ok(None);
        }
        self.stored(refused.map(|token| &token.record), scopes, witness).await
    }

    /// The newest token that is stored with these scopes, if it is newer than `than`.
    async fn stored(
        &self,
        than: Option<&TokenRecord>,
        scopes: &[String],
        witness: &dyn Witness,
    ) -> Result<Option<Token>, Fault> {
        let book = self.login.store.read().map_err(|error| error.fault())?;
        let refused = self.refused.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let is_newer = |record: &TokenRecord| {
            than.is_none_or(|than| {
                record.access_token != than.access_token && record.obtained_at >= than.obtained_at
            }) && !refused.contains(&record.access_token)
        };
        let tokens = book.tokens_for(&self.server_key());
        let has_scopes = |record: &TokenRecord| scope::missing(scopes, &record.scopes).is_empty();
        let fits = |record: &&TokenRecord| {
            self.is_as_configured(record, &book) && is_newer(record) && has_scopes(record)
        };
        let record = tokens.into_iter().find(fits).cloned();
        let Some(record) = record else { return Ok(None) };
        let what = format!("a token of `{}` is stored", record.issuer);
        Token::stored(record, what, witness).await.map(Some)
    }

    /// What is kept in mind about this server is kept under this.
    pub(super) fn bare_server(&self) -> String {
        places::bare(&self.server)
    }

    /// What tokens for this server are kept under.
    pub(super) fn server_key(&self) -> String {
        places::canonical(&self.server)
    }

    fn flow(&self) -> Flow<'_> {
        Flow { authorizer: self, grant: &SdkGrant }
    }

    fn hold(&self, token: Token) -> Arc<Token> {
        let token = Arc::new(token);
        self.held().token = Some(token.clone());
        token
    }

    fn held(&self) -> MutexGuard<'_, Held> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
