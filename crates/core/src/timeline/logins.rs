//! Steps of a login as rows, nested in the exchange that was refused and waited for them.
//!
//! A token that is renewed in time, or found where it is kept, was not wanted by a refusal: those steps belong to the
//! call that is about to be sent, where there is just one.

use super::row::{RowKind, RowStatus};
use super::store::{Line, No};
use super::{Timeline, target};
use crate::auth::{AuthStep, StepOutcome};
use crate::entry::Entry;
use crate::stamp::At;

/// What is known about the login that is under way.
#[derive(Clone, Debug, Default)]
pub(super) struct Logins {
    /// The step that waits for someone.
    waiting: Option<No>,
    /// The exchange that was refused, until what it carries is let in.
    refused: Option<No>,
}

impl Logins {
    /// The connection is gone.
    pub(super) fn clear(&mut self) {
        *self = Logins::default();
    }

    /// The step that waits for someone.
    pub(super) fn waiting(&self) -> Option<No> {
        self.waiting
    }
}

impl Timeline {
    /// The exchange at `no` was answered with a status.
    pub(super) fn knocked(&mut self, no: No, status: u16) {
        let known = self.refused_exchange();
        if matches!(status, 401 | 403) {
            // One login is for all that are refused meanwhile; the first of them waits for it.
            self.logins.refused = known.or(Some(no));
        } else if known.is_none_or(|known| self.call_of_exchange(known) == self.call_of_exchange(no)) {
            self.logins.refused = None;
        }
    }

    /// The exchange that was refused, for as long as what it carries may be sent again.
    fn refused_exchange(&self) -> Option<No> {
        let no = self.logins.refused.filter(|no| self.rows.get(*no).is_some())?;
        let call = self.call_of_exchange(no).and_then(|call| self.rows.get(call));
        call.is_none_or(Line::is_pending).then_some(no)
    }

    fn call_of_exchange(&self, no: No) -> Option<No> {
        self.rows.get(no).and_then(Line::parent)
    }

    /// A step was made. The time until the next one is a person's, where one is waited for: of the step, of all calls that
    /// are in flight or sent meanwhile, and of connecting.
    pub(super) fn auth(&mut self, entry: &Entry, step: &AuthStep) {
        if let Some(waited) = self.logins.waiting.take() {
            self.waits.end(&mut self.rows, waited, entry.at);
            self.settle(waited, entry.at, RowStatus::Ok);
        }
        let refused = self.refused_exchange();
        let call = match refused {
            Some(refused) => self.call_of_exchange(refused),
            None => self.only_call(),
        };
        let mut row = self.line(entry, RowKind::Auth, step.step.as_str());
        row.target = target::cut(&step.what).into();
        row.status = match step.outcome {
            StepOutcome::Passed => Some(RowStatus::Ok),
            StepOutcome::Warning => Some(RowStatus::Warning),
            StepOutcome::Failed => Some(RowStatus::Error),
            StepOutcome::Waiting => Some(RowStatus::Pending),
            StepOutcome::Skipped => None,
        };
        row.set_parent(refused.or(call));
        if let Some(exchange) = &step.exchange {
            let took = exchange.duration_ns();
            row.code = exchange.status.map(i64::from);
            row.at = At::from_nanos(entry.at.nanos().saturating_sub(took));
            row.set_duration(Some(took));
            let bodies = [&exchange.request_body, &exchange.response_body];
            row.bytes = bodies.into_iter().flatten().map(|body| body.len() as u64).sum();
            // Whoever was asked, it was not for what the call wants.
            if let Some(line) = call.and_then(|call| self.rows.get_mut(call)) {
                line.set_network(line.network_ns().unwrap_or_default().saturating_add(took));
            }
        }
        let no = self.push(row);
        if step.outcome == StepOutcome::Waiting {
            self.logins.waiting = Some(no);
            self.waits.begin(&self.rows, no, entry.at);
            self.all_calls_wait(no);
            self.connecting_waits(no);
        }
    }
}
