//! How many rows there are of each kind.

use super::Timeline;
use super::row::{RowKind, RowStatus};
use serde::Serialize;
use std::iter::Sum;

/// How many rows there are of each kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = TimelineCounts))]
#[expect(missing_docs, reason = "the names say it all")]
pub struct Counts {
    pub all: usize,
    pub calls: usize,
    pub notifications: usize,
    pub asks: usize,
    pub stderr: usize,
    pub http: usize,
    pub lifecycle: usize,
    pub auth: usize,
    pub apps: usize,
    pub notes: usize,
    /// Rows that `status:error` finds.
    pub errors: usize,
    /// Rows about which there are findings.
    pub findings: usize,
}

impl Sum for Counts {
    fn sum<I: Iterator<Item = Counts>>(all: I) -> Counts {
        all.fold(Counts::default(), |one, other| Counts {
            all: one.all + other.all,
            calls: one.calls + other.calls,
            notifications: one.notifications + other.notifications,
            asks: one.asks + other.asks,
            stderr: one.stderr + other.stderr,
            http: one.http + other.http,
            lifecycle: one.lifecycle + other.lifecycle,
            auth: one.auth + other.auth,
            apps: one.apps + other.apps,
            notes: one.notes + other.notes,
            errors: one.errors + other.errors,
            findings: one.findings + other.findings,
        })
    }
}

impl Timeline {
    /// How many rows there are of each kind.
    pub fn counts(&self) -> Counts {
        let mut counts = Counts::default();
        for line in self.rows.iter().chain(self.findings()) {
            counts.all += 1;
            match line.kind {
                RowKind::Call => counts.calls += 1,
                RowKind::Ask => counts.asks += 1,
                RowKind::Notification => counts.notifications += 1,
                RowKind::Stderr => counts.stderr += 1,
                RowKind::Http => counts.http += 1,
                RowKind::Lifecycle => counts.lifecycle += 1,
                RowKind::Auth => counts.auth += 1,
                RowKind::App => counts.apps += 1,
                RowKind::Note => counts.notes += 1,
                RowKind::Answer | RowKind::Junk | RowKind::Finding => {}
            }
            counts.errors += usize::from(line.status.is_some_and(RowStatus::is_error));
            counts.findings += usize::from(line.findings > 0);
        }
        counts
    }
}
