//! The whole time axis at a glance: how much happened in each of many equal stretches of it.

use super::Timeline;
use super::row::RowStatus;
use super::window::{BodyOf, bodies};
use crate::query::Query;
use crate::stamp::Seq;
use serde::Serialize;

/// How much happened when.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = TimelineOverview))]
pub struct Overview {
    /// When the first of all rows begins and when the last one ends, in nanoseconds since the session
    /// opened. The stretches divide this equally.
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<u64>))]
    pub span_ns: [u64; 2],
    /// How many rows begin in each stretch.
    pub begun: Vec<u32>,
    /// How many of those went wrong.
    pub errors: Vec<u32>,
    /// How many rows last at some moment of each stretch.
    pub lasting: Vec<u32>,
    /// How many rows the filter lets through.
    pub matched: usize,
    /// The last entry that was folded in.
    #[cfg_attr(feature = "openapi", schema(value_type = u64))]
    pub last_seq: Seq,
}

impl Timeline {
    /// How much of what `query` lets through happened in each of `stretches` equal parts of the whole time.
    pub fn overview(&self, query: &Query, stretches: usize, body_of: BodyOf<'_>) -> Overview {
        let stretches = stretches.max(1);
        let [first, last] = self.span();
        let length = u128::from(last.saturating_sub(first)).max(1);
        let stretch_of = |nanos: u64| {
            let offset = u128::from(nanos.clamp(first, last) - first);
            usize::try_from(offset * stretches as u128 / length).unwrap_or_default().min(stretches - 1)
        };
        let mut begun = vec![0; stretches];
        let mut errors = vec![0; stretches];
        // What begins to last in a stretch, and what no longer does; their running sum is what lasts.
        let mut steps = vec![0i64; stretches + 1];
        let mut matched = 0;
        for line in self.rows.iter().chain(self.findings()) {
            if !(query.is_empty() || query.matches(&line.facts(), || bodies(line, body_of))) {
                continue;
            }
            matched += 1;
            let at = line.at.nanos();
            let end = if line.is_pending() { last } else { at + line.duration_ns().unwrap_or_default() };
            let (from, to) = (stretch_of(at), stretch_of(end));
            begun[from] += 1;
            errors[from] += u32::from(line.status.is_some_and(RowStatus::is_error));
            steps[from] += 1;
            steps[to + 1] -= 1;
        }
        let mut now = 0i64;
        let lasting = steps[..stretches].iter().map(|step| {
            now += step;
            u32::try_from(now).unwrap_or_default()
        });
        let lasting = lasting.collect();
        Overview { span_ns: [first, last], begun, errors, lasting, matched, last_seq: self.last }
    }
}
