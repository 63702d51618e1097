//! How a session may log in, and logging in without a session.

use super::agent::UserAgent;
use super::authorizer::Authorizer;
use super::store::{Store, TokenRecord};
use super::trial;
use super::witness::{Notebook, Witness};
use mcp_inspector_core::auth::AuthStep;
use mcp_inspector_core::fault::{Fault, FaultCode};
use mcp_inspector_core::target::{Http, Target, Transport};
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

/// How long one exchange of a login may take.
const EXCHANGE_PATIENCE: Duration = Duration::from_secs(30);

/// How a session may log in where a server wants it. Cloning gives another handle to the same.
#[derive(Clone, Debug)]
pub struct Login {
    pub(crate) store: Store,
    pub(crate) way: Way,
    /// What to tell whoever has no token and nobody to send.
    pub(crate) hint: Arc<str>,
    scoped_hint: Option<ScopedHint>,
    pub(crate) earlier_scopes: EarlierScopes,
    pub(crate) stored: StoredTokens,
    pub(crate) patience: Duration,
}

/// Makes a hint of scopes.
type OfScopes = dyn Fn(&[String]) -> String + Send + Sync;

/// What to tell whoever has a token that lacks scopes, given all that a login has to ask for.
#[derive(Clone)]
struct ScopedHint(Arc<OfScopes>);

impl fmt::Debug for ScopedHint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ScopedHint")
    }
}

/// What becomes of the scopes of a token that a login replaces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EarlierScopes {
    /// They are asked for again.
    Kept,
    /// Only those are asked for that are set up.
    Dropped,
}

/// Which of the tokens that are stored may be used instead of a login.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StoredTokens {
    /// All of them.
    Used,
    /// Those that others are granted while this login waits for its user.
    Newer,
    /// None.
    Ignored,
}

/// Where tokens come from when none is stored.
#[derive(Clone, Debug)]
pub(crate) enum Way {
    /// A user is sent to the authorization server.
    Agent(Arc<dyn UserAgent>),
    /// Nobody can be sent; grants that need no user are fine.
    Unattended,
    /// Nothing is asked for.
    StoredOnly,
}

impl Login {
    /// By sending a user to the authorization server.
    pub fn by(agent: Arc<dyn UserAgent>, store: Store) -> Self {
        Login {
            store,
            way: Way::Agent(agent),
            hint: "".into(),
            scoped_hint: None,
            earlier_scopes: EarlierScopes::Kept,
            stored: StoredTokens::Used,
            patience: EXCHANGE_PATIENCE,
        }
    }

    /// Without a user: with what is stored, or by a grant that needs nobody. `hint` says how to log
    /// in.
    pub fn unattended(store: Store, hint: impl Into<Arc<str>>) -> Self {
        Login { way: Way::Unattended, ..Login::stored_only(store, hint) }
    }

    /// Only with what is stored, which is renewed when it can be. `hint` says how to log in.
    pub fn stored_only(store: Store, hint: impl Into<Arc<str>>) -> Self {
        Login {
            store,
            way: Way::StoredOnly,
            hint: hint.into(),
            scoped_hint: None,
            earlier_scopes: EarlierScopes::Kept,
            stored: StoredTokens::Used,
            patience: EXCHANGE_PATIENCE,
        }
    }

    /// Without looking at the tokens that are stored.
    #[must_use]
    pub fn anew(mut self) -> Self {
        self.stored = StoredTokens::Ignored;
        self
    }

    /// With another hint for whoever has a token that lacks scopes: it is given all that a login has to ask
    /// for.
    #[must_use]
    pub fn hinting_at_scopes(mut self, hint: impl Fn(&[String]) -> String + Send + Sync + 'static) -> Self {
        self.scoped_hint = Some(ScopedHint(Arc::new(hint)));
        self
    }

    /// Asking for no more than the scopes that are set up, whatever the token has that is replaced.
    #[must_use]
    pub fn without_earlier_scopes(mut self) -> Self {
        self.earlier_scopes = EarlierScopes::Dropped;
        self
    }

    /// What to tell whoever needs these scopes.
    pub(crate) fn hint_at(&self, scopes: &[String]) -> String {
        match &self.scoped_hint {
            Some(ScopedHint(hint)) if !scopes.is_empty() => hint(scopes),
            _ => self.hint.to_string(),
        }
    }

    /// With another limit for each exchange of a login.
    #[must_use]
    pub fn patient_for(mut self, patience: Duration) -> Self {
        self.patience = patience;
        self
    }

    /// Where tokens are kept.
    pub fn store(&self) -> &Store {
        &self.store
    }
}

impl PartialEq for Login {
    /// Two are the same when they are handles to the same.
    fn eq(&self, other: &Self) -> bool {
        let same_way = match (&self.way, &other.way) {
            (Way::Agent(one), Way::Agent(other)) => Arc::ptr_eq(one, other),
            (Way::StoredOnly, Way::StoredOnly) | (Way::Unattended, Way::Unattended) => true,
            _ => false,
        };
        same_way && self.store.path() == other.store.path() && self.stored == other.stored
    }
}

/// A token that was granted, as far as it may be told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Granting {
    /// Who granted it.
    pub issuer: String,
    /// What it is for.
    pub resource: String,
    /// Under which name we are known there.
    pub client_id: String,
    /// How it is presented.
    pub token_type: String,
    /// What it allows.
    pub scopes: Vec<String>,
    /// When it ends, in seconds since 1970.
    pub expires_at: Option<u64>,
    /// When it was obtained, in seconds since 1970.
    pub obtained_at: u64,
    /// Whether it can be renewed without the user.
    pub can_be_renewed: bool,
}

impl From<&TokenRecord> for Granting {
    fn from(record: &TokenRecord) -> Self {
        Granting {
            issuer: record.issuer.clone(),
            resource: record.resource.clone(),
            client_id: record.client_id.clone(),
            token_type: record.token_type.clone(),
            scopes: record.scopes.clone(),
            expires_at: record.expires_at,
            obtained_at: record.obtained_at,
            can_be_renewed: record.refresh_token.is_some(),
        }
    }
}

/// The HTTP side of a target; a program has no login.
pub(crate) fn http_of(target: &Target) -> Result<&Http, Fault> {
    match &target.transport {
        Transport::Http(http) => Ok(http),
        Transport::Stdio(_) => {
            let message = format!("`{}` is a program, and only servers on HTTP have a login", target.name);
            Err(Fault::new(FaultCode::InvalidRequest, message)
                .with_hint("a program gets its credentials from its environment"))
        }
    }
}

/// Logs in to a server and keeps the token. Each step is told as it is made.
///
/// A token that was stored before is not used, but its scopes are asked for again, unless the login is
/// [`Login::without_earlier_scopes`]. One that another process is granted for the same server
/// while this one waits for its user is, unless the login is to be [`Login::anew`]. A store that cannot
/// be written is a fault before anybody is asked for anything; and so is, in the end, a server that refuses
/// the token all the same.
pub async fn log_in(
    target: &Target,
    login: &Login,
    tell: &(dyn Fn(&AuthStep) + Send + Sync),
) -> Result<Granting, Fault> {
    let http = http_of(target)?;
    let mut login = login.clone();
    if login.stored == StoredTokens::Used {
        login.stored = StoredTokens::Newer;
    }
    let authorizer = Authorizer::new(http, login)?;
    let notebook = Notebook::new(http, tell);
    let witness: &dyn Witness = &notebook;
    let token = Box::pin(authorizer.log_in(witness)).await.map_err(|fault| notebook.masked(fault))?;
    // Whoever logs in by hand means the sessions of this process too.
    authorizer.login.store.by_hand().note(&authorizer.server_key());
    let tried = Box::pin(trial::try_granted(&authorizer, &token, witness)).await;
    tried.map_err(|fault| notebook.masked(fault))?;
    Ok(Granting::from(&token.record))
}

/// Renews the stored token of a server.
pub async fn refresh(
    target: &Target,
    store: &Store,
    tell: &(dyn Fn(&AuthStep) + Send + Sync),
) -> Result<Granting, Fault> {
    let http = http_of(target)?;
    let login = Login::stored_only(store.clone(), "log in first");
    let authorizer = Authorizer::new(http, login)?;
    let notebook = Notebook::new(http, tell);
    let witness: &dyn Witness = &notebook;
    let token = authorizer.renew_stored(witness).await.map_err(|fault| notebook.masked(fault))?;
    authorizer.login.store.by_hand().note(&authorizer.server_key());
    Ok(Granting::from(&token.record))
}
