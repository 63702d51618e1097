//! Steps of a login as rows.

use super::row::{RowKind, RowStatus};
use super::{Timeline, target};
use crate::auth::{AuthStep, StepOutcome};
use crate::entry::Entry;
use crate::stamp::At;

impl Timeline {
    /// A step was made. The time until the next one is a person's, where one is waited for.
    pub(super) fn auth(&mut self, entry: &Entry, step: &AuthStep) {
        if let Some(waited) = self.login.take() {
            self.settle(waited, entry.at, RowStatus::Ok);
            if let Some(line) = self.rows.get_mut(waited) {
                line.human_ns = line.duration_ns().unwrap_or_default();
            }
        }
        let mut row = self.line(entry, RowKind::Auth, step.step.as_str());
        row.target = target::cut(&step.what).into();
        row.status = match step.outcome {
            StepOutcome::Passed => Some(RowStatus::Ok),
            StepOutcome::Warning => Some(RowStatus::Warning),
            StepOutcome::Failed => Some(RowStatus::Error),
            StepOutcome::Waiting => Some(RowStatus::Pending),
            StepOutcome::Skipped => None,
        };
        if let Some(exchange) = &step.exchange {
            let took = exchange.duration_ms.saturating_mul(1_000_000);
            row.code = exchange.status.map(i64::from);
            row.at = At::from_nanos(entry.at.nanos().saturating_sub(took));
            row.set_duration(Some(took));
            let bodies = [&exchange.request_body, &exchange.response_body];
            row.bytes = bodies.into_iter().flatten().map(|body| body.len() as u64).sum();
        }
        let no = self.push(row);
        if step.outcome == StepOutcome::Waiting {
            self.login = Some(no);
        }
    }
}
