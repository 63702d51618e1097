//! Why the token at hand does not do: told to whoever is sent for another one, or would have to be.

use super::super::endpoint::TokenFault;
use super::super::login::EarlierScopes;
use super::super::store::TokenRecord;
use super::super::token::Token;
use super::{Authorizer, Refusal};
use mcp_inspector_core::auth::scope;
use mcp_inspector_core::fault::{Fault, FaultCode};
use mcp_inspector_core::redact::redact_url;
use std::sync::{MutexGuard, PoisonError};

/// Why the token at hand does not do.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) enum Shortfall {
    /// There is none.
    #[default]
    Missing,
    /// The server refuses it.
    Refused {
        /// Why it was not renewed, where that was tried.
        renewal: Option<String>,
    },
    /// The server wants scopes that it lacks.
    Scopes {
        /// All that it names.
        wanted: Vec<String>,
        /// Those of them that the token has not.
        lacking: Vec<String>,
        /// All that a login has to ask for.
        all: Vec<String>,
    },
}

impl Shortfall {
    /// What a refusal says about the token that was presented.
    pub(super) fn of(refusal: &Refusal, presented: Option<&Token>) -> Self {
        match presented {
            None => Shortfall::Missing,
            Some(token) if refusal.status == 403 => {
                let wanted = refusal.demand.scope.as_deref().map(scope::words).unwrap_or_default();
                Shortfall::Scopes {
                    wanted: wanted.clone(),
                    lacking: scope::missing(&wanted, &token.record.scopes),
                    all: scope::union(&token.record.requested_scopes, &wanted),
                }
            }
            Some(_) => Shortfall::Refused { renewal: None },
        }
    }

    /// The token could not be renewed either.
    pub(super) fn not_renewed(fault: &TokenFault) -> Self {
        let words = fault.fault.details.auth_step.as_ref().and_then(|step| step.came.clone());
        let renewal = match words {
            _ if fault.is_nothing_to_renew() => "there is nothing to renew it with".to_owned(),
            Some(words) => format!("renewing it was refused: {words}"),
            None => format!("renewing it failed: {}", fault.fault.message),
        };
        Shortfall::Refused { renewal: Some(renewal) }
    }
}

impl Authorizer {
    /// There is no token that does, and nobody who could be sent for one.
    pub(in super::super) fn nothing_stored(&self) -> Fault {
        let shown = redact_url(self.server.as_str());
        let shortfall = self.shortfall().clone();
        let message = match &shortfall {
            Shortfall::Missing => {
                let book = self.login.store.read().unwrap_or_default();
                let stored = if book.tokens_for(&self.server_key()).is_empty() {
                    "no token is stored for it"
                } else {
                    "the token that is stored for it does not suffice"
                };
                format!("{shown} wants a login, and {stored}")
            }
            Shortfall::Refused { renewal } => {
                let renewal = renewal.as_ref().map(|why| format!(", and {why}")).unwrap_or_default();
                format!("{shown} wants a login: it refuses the token that is stored for it{renewal}")
            }
            Shortfall::Scopes { wanted, lacking, .. } if lacking.is_empty() && !wanted.is_empty() => {
                let wanted = wanted.join(" ");
                format!("{shown} wants the scope `{wanted}` for this, which the stored token has")
            }
            Shortfall::Scopes { lacking, .. } if lacking.is_empty() => {
                format!(
                    "{shown} wants more scopes for this than the stored token has, and does not name them"
                )
            }
            Shortfall::Scopes { lacking, .. } => {
                let lacking = lacking.join(" ");
                format!("{shown} wants the scope `{lacking}` for this, which the stored token lacks")
            }
        };
        let hint = match &shortfall {
            Shortfall::Scopes { wanted, lacking, .. } if lacking.is_empty() && !wanted.is_empty() => {
                "compare what the server reads in the token with what was granted".to_owned()
            }
            Shortfall::Scopes { lacking, .. } if lacking.is_empty() => {
                "the server must name the scopes it wants (`scope` in its challenge): find out which they are, and \
                 log in with them"
                    .to_owned()
            }
            Shortfall::Scopes { all, .. } => self.login.hint_at(all),
            _ => self.login.hint.to_string(),
        };
        Fault::new(FaultCode::AuthenticationFailed, message).with_hint(hint)
    }

    /// Why a login comes in the middle of things, where the user cannot know. That a server wants more
    /// scopes is a step of its own.
    pub(in super::super) fn why_anew(&self) -> Option<String> {
        let Shortfall::Refused { renewal } = &*self.shortfall() else { return None };
        let renewal = renewal.as_ref().map(|why| format!(", and {why}")).unwrap_or_default();
        Some(format!("another login is needed: the server refuses the token that there was{renewal}"))
    }

    /// The scopes of the token that a login at this issuer replaces, and those that were missed since: the
    /// next one is to be good for no less.
    pub(super) fn earlier_scopes(&self, issuer: &str) -> Vec<String> {
        if self.login.earlier_scopes == EarlierScopes::Dropped {
            return Vec::new();
        }
        // A store that cannot be read is told of where something is needed from it.
        let book = self.login.store.read().unwrap_or_default();
        let settings = &self.settings;
        let is_ours = |record: &&TokenRecord| {
            let id = &record.client_id;
            record.issuer == issuer
                && settings.issuer.as_ref().is_none_or(|issuer| *issuer == record.issuer)
                && match &settings.client_id {
                    Some(ours) => ours == id,
                    None => {
                        settings.client_metadata_url.as_ref() == Some(id)
                            || book.client_named(issuer, id).is_some()
                    }
                }
        };
        let replaced = book.tokens_for(&self.server_key()).into_iter().find(is_ours);
        let kept = replaced.map(|record| record.scopes.clone()).unwrap_or_default();
        scope::union(&kept, &self.login.store.wishes().of(&self.server_key()))
    }

    pub(super) fn shortfall(&self) -> MutexGuard<'_, Shortfall> {
        self.shortfall.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
