//! Renewals that failed, so that nobody who waited for one tries the same once more.
//!
//! A request that finds its token about to end tries to renew it, presents it all the same, and may be
//! refused. Then the renewal has failed already; to try again would make it wait twice, or show a
//! refresh token twice that was refused. The same holds for requests that waited meanwhile.

use super::super::endpoint::TokenFault;
use super::super::token::Token;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The renewals of a session that failed.
#[derive(Debug, Default)]
pub(super) struct Failures(Mutex<Ledger>);

#[derive(Debug, Default)]
struct Ledger {
    count: Since,
    last: Option<(Arc<Token>, TokenFault)>,
}

/// A moment in the life of a session: how many renewals had failed by then.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Since(u64);

impl Failures {
    pub(super) fn so_far(&self) -> Since {
        self.ledger().count
    }

    pub(super) fn note(&self, token: &Arc<Token>, fault: &TokenFault) {
        let mut ledger = self.ledger();
        ledger.count.0 += 1;
        ledger.last = Some((Arc::clone(token), copy(fault)));
    }

    /// Why this token could not be renewed, if that was tried since.
    pub(super) fn of(&self, token: &Arc<Token>, since: Since) -> Option<TokenFault> {
        let ledger = self.ledger();
        let is_new = ledger.count > since;
        let last = ledger.last.as_ref().filter(|(failed, _)| is_new && Arc::ptr_eq(failed, token));
        last.map(|(_, fault)| copy(fault))
    }

    fn ledger(&self) -> MutexGuard<'_, Ledger> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn copy(fault: &TokenFault) -> TokenFault {
    TokenFault { fault: fault.fault.clone(), error: fault.error.clone() }
}
