//! How many entries there are, known without counting them.
//!
//! Entries are counted in buckets of time of several widths, each sixteen times the one before, once for
//! everything, for each server, for each method and for each pair of them. A number since some time is
//! the sum of few buckets, however many entries there are.

use rusqlite::{Connection, OptionalExtension as _, Transaction, params};
use std::collections::HashMap;

/// Stands for every server, or every method.
pub(super) const ANY: i64 = 0;

/// The width of the narrowest buckets is two to this power, in milliseconds. What is in the bucket that
/// a time falls into is counted one by one, so it must not be wide; 256 ms hold few thousand entries.
const NARROWEST: u32 = 8;
/// A bucket holds two to this power of those one narrower.
const STEP: u32 = 4;
/// How many widths there are. The widest has buckets of two years.
const WIDTHS: u32 = 8;
/// One bucket for all time.
const ALWAYS: u32 = 99;

/// What is counted together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Series {
    pub(super) server: i64,
    pub(super) method: i64,
}

impl Series {
    /// The series that an entry belongs to.
    fn of_entry(server: i64, method: i64) -> [Series; 4] {
        [(ANY, ANY), (server, ANY), (ANY, method), (server, method)]
            .map(|(server, method)| Series { server, method })
    }

    /// The series of the app lines of one level.
    pub(super) fn of_level(level: i64) -> Self {
        Series { server: -1 - level, method: ANY }
    }
}

/// Changes of counts that are written together.
#[derive(Default)]
pub(super) struct Changes(HashMap<(Series, u32, i64), i64>);

impl Changes {
    /// An entry came (`by` is 1) or went (-1).
    pub(super) fn entry(&mut self, server: i64, method: i64, ts: i64, by: i64) {
        for series in Series::of_entry(server, method) {
            self.count(series, ts, by);
        }
    }

    /// An app line came or went.
    pub(super) fn app(&mut self, level: i64, ts: i64, by: i64) {
        self.count(Series::of_level(level), ts, by);
    }

    fn count(&mut self, series: Series, ts: i64, by: i64) {
        *self.0.entry((series, ALWAYS, 0)).or_default() += by;
        for width in 0..WIDTHS {
            *self.0.entry((series, width, bucket(ts, width))).or_default() += by;
        }
    }

    pub(super) fn write(self, transaction: &Transaction<'_>) -> Result<(), rusqlite::Error> {
        let mut change = transaction.prepare(
            "INSERT INTO counts (server, method, width, bucket, number) VALUES (?1, ?2, ?3, ?4, ?5)
             ON CONFLICT DO UPDATE SET number = number + excluded.number",
        )?;
        let mut remove = transaction.prepare(
            "DELETE FROM counts WHERE server = ?1 AND method = ?2 AND width = ?3 AND bucket = ?4 AND number = 0",
        )?;
        for ((Series { server, method }, width, bucket), by) in self.0 {
            change.execute(params![server, method, width, bucket, by])?;
            if by <= 0 {
                remove.execute(params![server, method, width, bucket])?;
            }
        }
        Ok(())
    }
}

/// How many of `series` there are since a time. `exactly` counts those from one time up to another.
pub(super) fn number_since(
    connection: &Connection,
    series: Series,
    since: Option<i64>,
    exactly: impl FnOnce(i64, i64) -> Result<i64, rusqlite::Error>,
) -> Result<i64, rusqlite::Error> {
    let Series { server, method } = series;
    let Some(since) = since else {
        let all = connection
            .query_row(
                "SELECT number FROM counts WHERE server = ?1 AND method = ?2 AND width = ?3 AND bucket = 0",
                params![server, method, ALWAYS],
                |row| row.get(0),
            )
            .optional()?;
        return Ok(all.unwrap_or_default());
    };
    let mut sum = connection.prepare(
        "SELECT ifnull(sum(number), 0) FROM counts
         WHERE server = ?1 AND method = ?2 AND width = ?3 AND bucket >= ?4 AND bucket < ?5",
    )?;
    let mut next = bucket(since, 0) + 1;
    let mut number = exactly(since, next << NARROWEST)?;
    for width in 0..WIDTHS {
        // Up to where the wider buckets begin.
        let wider = (next + (1 << STEP) - 1) >> STEP;
        let end = if width + 1 == WIDTHS { i64::MAX } else { wider << STEP };
        number += sum.query_row(params![server, method, width, next, end], |row| row.get::<_, i64>(0))?;
        next = wider;
    }
    Ok(number)
}

fn bucket(ts: i64, width: u32) -> i64 {
    ts >> (NARROWEST + STEP * width)
}
