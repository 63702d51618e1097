//! How long calls take, method by method.
//!
//! Time for which a person was waited for does not count: it says nothing about the server.

use crate::timeline::{Row, RowKind, RowStatus, Timeline};
use serde::Serialize;
use std::collections::BTreeMap;
use std::sync::Arc;

/// How many of the slowest calls are named.
const SLOWEST: usize = 10;

/// How many methods are told apart; a server cannot choose how many we call, but a user can.
const MOST_METHODS: usize = 1000;

/// Over how many of the newest calls the median is taken.
const MEDIAN_OF: usize = 100;

/// How long calls take.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Stats {
    /// Method by method, by name.
    pub methods: Vec<MethodStats>,
    /// The slowest calls, the slowest first.
    pub slowest: Vec<Row>,
}

/// How long the calls of one method take.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct MethodStats {
    /// The method.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub method: Arc<str>,
    /// How often it was called.
    pub count: u64,
    /// How many of these calls went wrong.
    pub errors: u64,
    /// Half of those that were answered took no longer.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub p50_ns: Option<u64>,
    /// Nineteen of twenty took no longer.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub p95_ns: Option<u64>,
    /// None took longer.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub max_ns: Option<u64>,
    /// How many took less than 1 ms, less than 2 ms, less than 4 ms and so on.
    pub buckets: Vec<u64>,
}

impl Stats {
    /// The statistics of a timeline.
    pub fn of(timeline: &Timeline) -> Self {
        let mut methods: BTreeMap<Arc<str>, (MethodStats, Vec<u64>)> = BTreeMap::new();
        let mut slowest: Vec<Row> = Vec::new();
        for row in timeline.each().filter(|row| row.kind == RowKind::Call) {
            if methods.len() >= MOST_METHODS && !methods.contains_key(&row.method) {
                continue;
            }
            let (stats, times) = methods.entry(row.method.clone()).or_insert_with(|| {
                let method = row.method.clone();
                (
                    MethodStats {
                        method,
                        count: 0,
                        errors: 0,
                        p50_ns: None,
                        p95_ns: None,
                        max_ns: None,
                        buckets: Vec::new(),
                    },
                    Vec::new(),
                )
            });
            stats.count += 1;
            stats.errors += u64::from(row.status.is_some_and(RowStatus::is_error));
            let Some(took) = answered_after(&row) else { continue };
            times.push(took);
            let place = slowest.partition_point(|other| answered_after(other) >= Some(took));
            if place < SLOWEST {
                slowest.insert(place, row);
                slowest.truncate(SLOWEST);
            }
        }
        let methods = methods.into_values().map(|(stats, times)| measured(stats, times)).collect();
        Stats { methods, slowest }
    }
}

/// Half of the newest calls that were answered took no longer, without the time of people. Pings are no work.
pub fn median(timeline: &Timeline) -> Option<u64> {
    let calls = timeline.newest_calls().filter(|row| &*row.method != "ping");
    let mut times: Vec<u64> = calls.filter_map(|row| answered_after(&row)).take(MEDIAN_OF).collect();
    times.sort_unstable();
    percentile(&times, 50)
}

/// How long the server took to answer; none when it did not, or not yet.
fn answered_after(row: &Row) -> Option<u64> {
    let is_answered = matches!(row.status?, RowStatus::Ok | RowStatus::Error | RowStatus::ToolError);
    row.duration_ns.filter(|_| is_answered).map(|nanos| nanos.saturating_sub(row.human_ns + row.rule_ns))
}

fn measured(mut stats: MethodStats, mut times: Vec<u64>) -> MethodStats {
    times.sort_unstable();
    stats.p50_ns = percentile(&times, 50);
    stats.p95_ns = percentile(&times, 95);
    stats.max_ns = times.last().copied();
    for nanos in times {
        let millis = nanos / 1_000_000;
        let bucket = (u64::BITS - millis.leading_zeros()) as usize;
        if stats.buckets.len() <= bucket {
            stats.buckets.resize(bucket + 1, 0);
        }
        stats.buckets[bucket] += 1;
    }
    stats
}

/// The smallest of the times that at least this share of them does not exceed.
fn percentile(sorted: &[u64], percent: usize) -> Option<u64> {
    let rank = (sorted.len() * percent).div_ceil(100).max(1);
    sorted.get(rank - 1).copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entry::{Entry, EntryKind};
    use crate::frame::{Direction, Frame};
    use crate::stamp::{At, Seq};
    use bytes::Bytes;

    #[test]
    fn percentiles_are_times_that_were_measured() {
        let times: Vec<u64> = (1..=20).collect();
        assert_eq!((percentile(&times, 50), percentile(&times, 95)), (Some(10), Some(19)));
        assert_eq!((percentile(&[7], 50), percentile(&[], 50)), (Some(7), None));
    }

    #[test]
    fn calls_are_counted_by_method_and_the_slowest_are_named() {
        let mut timeline = Timeline::default();
        let mut push = |seq: u64, millis: u64, direction, text: String| {
            let frame = Frame::read(Bytes::from(text));
            let kind = EntryKind::Frame { direction, frame, exchange: None, masked: false, call: None };
            timeline.apply(&Entry { seq: Seq(seq), at: At::from_millis(millis), kind });
        };
        for id in 1..=12u64 {
            let ask = format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call"}}"#);
            push(id * 2, id * 1000, Direction::Sent, ask);
            let answer = if id == 1 { r#""error":{"code":1,"message":"m"}"# } else { r#""result":{}"# };
            let answer = format!(r#"{{"jsonrpc":"2.0","id":{id},{answer}}}"#);
            push(id * 2 + 1, id * 1000 + id - 1, Direction::Received, answer);
        }
        push(30, 20_000, Direction::Sent, r#"{"jsonrpc":"2.0","id":99,"method":"ping"}"#.into());
        let stats = Stats::of(&timeline);
        let names: Vec<&str> = stats.methods.iter().map(|method| &*method.method).collect();
        assert_eq!(names, ["ping", "tools/call"]);
        assert_eq!((stats.methods[0].count, stats.methods[0].p50_ns), (1, None));
        let calls = &stats.methods[1];
        assert_eq!((calls.count, calls.errors, calls.max_ns), (12, 1, Some(11_000_000)));
        // 0 | 1 | 2 3 | 4..7 | 8..11 milliseconds.
        assert_eq!(calls.buckets, [1, 1, 2, 4, 4]);
        assert_eq!(stats.slowest.len(), SLOWEST);
        assert_eq!(stats.slowest[0].seq, Seq(24));
    }

    #[test]
    fn pings_do_not_count_in_the_median() {
        let mut timeline = Timeline::default();
        for (id, method, took) in [(1, "tools/call", 9), (2, "ping", 1), (3, "ping", 1), (4, "ping", 1)] {
            let texts = [
                format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"{method}"}}"#),
                format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{}}}}"#),
            ];
            let ways = [(Direction::Sent, 0), (Direction::Received, took)];
            for (text, (direction, after)) in texts.into_iter().zip(ways) {
                let frame = Frame::read(Bytes::from(text));
                let kind = EntryKind::Frame { direction, frame, exchange: None, masked: false, call: None };
                let seq = Seq(id * 2 + u64::from(after > 0));
                timeline.apply(&Entry { seq, at: At::from_millis(id * 100 + after), kind });
            }
        }
        assert_eq!(median(&timeline), Some(9_000_000));
    }
}
