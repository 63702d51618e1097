//! The logins that were made because a server wants more scopes, and how many of them are enough.

use super::super::token::Token;
use super::{Authorizer, Wished};
use mcp_inspector_core::auth::StepName;
use mcp_inspector_core::fault::Fault;
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// How many logins are made for one request, and for one set of scopes before what wants them is let in.
pub(super) const MOST_LOGINS: usize = 3;

/// How many logins were made for the scopes that a refusal names, since what wants them was let in.
#[derive(Debug, Default)]
pub(super) struct Logins(Mutex<HashMap<Wished, usize>>);

impl Logins {
    pub(super) fn of(&self, wished: &Wished) -> usize {
        self.counts().get(wished).copied().unwrap_or_default()
    }

    fn made(&self, wished: Wished) {
        *self.counts().entry(wished).or_default() += 1;
    }

    fn forget(&self, all: &[Wished]) {
        let mut counts = self.counts();
        for wished in all {
            counts.remove(wished);
        }
    }

    fn counts(&self) -> MutexGuard<'_, HashMap<Wished, usize>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Authorizer {
    /// The server let a request in, after it had refused it for these scopes. True when it is the first that this token
    /// was good for.
    pub(crate) fn let_in(&self, token: &Token, refused: &[Wished]) -> bool {
        self.logins.forget(refused);
        token.prove()
    }

    /// Takes note of how a login ended: only one that was made counts, and what was asked for is no longer
    /// missing, or will not be granted.
    pub(super) fn learn(&self, obtained: &Result<Token, Fault>, wished: Option<Wished>) {
        let is_answered = match obtained {
            Ok(_) => {
                if let Some(wished) = wished {
                    self.logins.made(wished);
                }
                true
            }
            Err(fault) => {
                let step = fault.details.auth_step.as_ref();
                step.is_some_and(|step| matches!(step.step, StepName::Redirect | StepName::Token))
            }
        };
        if is_answered {
            self.login.store.wishes().forget(&self.server_key());
        }
    }
}
