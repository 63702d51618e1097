//! Pages of entries and of the log: which, from the index; their text, from the files.

use super::catch_up::name_id;
use super::counts::{ANY, Series, number_since};
use super::{HistoryError, Index};
use crate::history::Level;
use crate::history::place::{FileName, Place};
use crate::history::query::{HistoryEntry, HistoryPage, HistoryQuery, LogEntry, LogPage, LogQuery};
use rusqlite::{Connection, params};
use serde::Deserialize;
use serde_json::Number;
use serde_json::value::RawValue;
use std::collections::HashMap;
use std::fs::File;
use std::os::unix::fs::FileExt as _;

/// A page ends early when its lines have more bytes than this; one entry is always on it.
const LARGEST_PAGE: usize = 32 * 1024 * 1024;

/// An `mcp_request` line.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Request {
    ts: i64,
    method: String,
    target: Option<String>,
    params: Option<Box<RawValue>>,
    #[serde(rename = "requestId")]
    id: String,
    server_id: String,
}

/// An `mcp_response` line.
#[derive(Deserialize)]
struct Response {
    result: Option<Box<RawValue>>,
    error: Option<Box<RawValue>>,
    duration: Option<Number>,
    success: bool,
}

/// An `app` line.
#[derive(Deserialize)]
struct App {
    ts: i64,
    level: Level,
    message: String,
    data: Option<Box<RawValue>>,
}

/// Where a line is.
#[derive(Clone, Copy)]
struct Spot {
    file: i64,
    at: u64,
    length: u64,
}

impl Spot {
    fn read(row: &rusqlite::Row<'_>, column: usize) -> Result<Option<Self>, rusqlite::Error> {
        let Some(file) = row.get(column)? else { return Ok(None) };
        let (at, length): (i64, i64) = (row.get(column + 1)?, row.get(column + 2)?);
        Ok(Some(Spot { file, at: at.unsigned_abs(), length: length.unsigned_abs() }))
    }
}

impl Index {
    /// A page of the history, as of now.
    pub(crate) fn history(&mut self, query: &HistoryQuery) -> Result<HistoryPage, HistoryError> {
        self.with_remedies(|index| {
            index.catch_up_once()?;
            index.history_as_indexed(query)
        })
    }

    /// A page of the log, as of now.
    pub(crate) fn logs(&mut self, query: &LogQuery) -> Result<LogPage, HistoryError> {
        self.with_remedies(|index| {
            index.catch_up_once()?;
            index.logs_as_indexed(query)
        })
    }

    fn history_as_indexed(&self, query: &HistoryQuery) -> Result<HistoryPage, HistoryError> {
        let HistoryQuery { limit, offset, .. } = *query;
        // One state for the number, the places and the names of the files, whatever others write.
        let connection = self.connection.unchecked_transaction()?;
        let series = Series {
            server: id(&connection, query.server_id.as_deref())?,
            method: id(&connection, query.method.as_deref())?,
        };
        let (Series { server, method }, since) = (series, query.since.unwrap_or(i64::MIN));
        let filtered = entries_of(series);
        let total = number_since(&connection, series, query.since, |from, to| {
            let count = format!("SELECT count(*) FROM {filtered} AND ts < ?4");
            connection.query_row(&count, params![server, method, from, to], |row| row.get(0))
        })?;
        let mut select = connection.prepare(&format!(
            "SELECT request_file, request_at, request_length, response_file, response_at, response_length
             FROM {filtered} ORDER BY ts DESC, id DESC LIMIT ?4 OFFSET ?5"
        ))?;
        let offset_in_sql = i64::try_from(offset).unwrap_or(i64::MAX);
        let mut rows = select.query(params![server, method, since, limit, offset_in_sql])?;
        let mut lines = Lines::new(&self.place, &connection);
        let mut entries = Vec::new();
        while let Some(row) = rows.next()? {
            let Some(request) = Spot::read(row, 0)? else { continue };
            let response = Spot::read(row, 3)?;
            if !lines.have_room(request.length + response.map_or(0, |spot| spot.length)) {
                break;
            }
            // A file that was removed this moment took the entry with it.
            let Some(request) = lines.read::<Request>(request)? else { continue };
            let answered = match response {
                Some(spot) => lines.read::<Response>(spot)?,
                None => None,
            };
            entries.push(entry(request, answered, response.is_none()));
        }
        Ok(HistoryPage { entries, total, limit, offset })
    }

    fn logs_as_indexed(&self, query: &LogQuery) -> Result<LogPage, HistoryError> {
        let connection = self.connection.unchecked_transaction()?;
        let since = query.since.unwrap_or(i64::MIN);
        let mut total = 0;
        let mut spots = Vec::new();
        // Level by level, so that few errors are found among many other lines at once.
        for level in Level::ALL.into_iter().filter(|level| *level >= query.level) {
            let level = level as i64;
            total += number_since(&connection, Series::of_level(level), query.since, |from, to| {
                let count = "SELECT count(*) FROM apps WHERE level = ?1 AND ts >= ?2 AND ts < ?3";
                connection.query_row(count, [level, from, to], |row| row.get(0))
            })?;
            let mut select = connection.prepare(
                "SELECT file, at, length, ts, id FROM apps INDEXED BY by_level
                 WHERE level = ?1 AND ts >= ?2 ORDER BY ts DESC, id DESC LIMIT ?3",
            )?;
            let mut rows = select.query(params![level, since, query.limit])?;
            while let Some(row) = rows.next()? {
                let place: (i64, i64) = (row.get(3)?, row.get(4)?);
                spots.extend(Spot::read(row, 0)?.map(|spot| (place, spot)));
            }
        }
        spots.sort_unstable_by_key(|(place, _)| std::cmp::Reverse(*place));
        let mut lines = Lines::new(&self.place, &connection);
        let mut entries = Vec::new();
        for (_, spot) in spots.into_iter().take(query.limit as usize) {
            if !lines.have_room(spot.length) {
                break;
            }
            if let Some(App { ts, level, message, data }) = lines.read::<App>(spot)? {
                entries.push(LogEntry { timestamp: ts, level, message, data });
            }
        }
        Ok(LogPage { entries, total, limit: query.limit })
    }
}

fn entry(request: Request, answer: Option<Response>, pending: bool) -> HistoryEntry {
    let (result, error, duration, success) = match answer {
        Some(Response { result, error, duration, success }) => (result, error, duration, success),
        None => (None, None, None, false),
    };
    let Request { ts: timestamp, method, target, params, id, server_id } = request;
    HistoryEntry {
        id,
        timestamp,
        method,
        target,
        params,
        result,
        error,
        duration,
        server_id,
        success,
        pending,
    }
}

/// The id of a name that entries must have; one that no entry has when the name is not known.
fn id(connection: &Connection, name: Option<&str>) -> Result<i64, rusqlite::Error> {
    name.map_or(Ok(ANY), |name| Ok(name_id(connection, name)?.unwrap_or(i64::MIN)))
}

/// The entries of a series since a time: `?1` is the server, `?2` the method, `?3` the time. The table to
/// search is named, because SQLite would have to guess.
pub(super) fn entries_of(series: Series) -> &'static str {
    match (series.server == ANY, series.method == ANY) {
        (true, true) => "entries INDEXED BY by_time WHERE ?1 = 0 AND ?2 = 0 AND ts >= ?3",
        (false, true) => "entries INDEXED BY by_server WHERE server = ?1 AND ?2 = 0 AND ts >= ?3",
        (true, false) => "entries INDEXED BY by_method WHERE ?1 = 0 AND method = ?2 AND ts >= ?3",
        (false, false) => "entries INDEXED BY by_both WHERE server = ?1 AND method = ?2 AND ts >= ?3",
    }
}

/// Reads lines of the files, each opened once.
struct Lines<'a> {
    place: &'a Place,
    connection: &'a Connection,
    open: HashMap<i64, Option<File>>,
    bytes: usize,
}

impl<'a> Lines<'a> {
    fn new(place: &'a Place, connection: &'a Connection) -> Self {
        Lines { place, connection, open: HashMap::new(), bytes: 0 }
    }

    /// Whether so many more bytes fit on the page.
    fn have_room(&mut self, more: u64) -> bool {
        let is_first = self.bytes == 0;
        self.bytes = self.bytes.saturating_add(usize::try_from(more).unwrap_or(usize::MAX));
        is_first || self.bytes <= LARGEST_PAGE
    }

    /// The line at `spot`; `None` when the file is no longer there or has another line at that place.
    fn read<T: for<'de> Deserialize<'de>>(&mut self, spot: Spot) -> Result<Option<T>, HistoryError> {
        let Some(file) = self.file(spot.file)? else { return Ok(None) };
        let Ok(length) = usize::try_from(spot.length) else { return Ok(None) };
        let mut line = vec![0; length];
        if file.read_exact_at(&mut line, spot.at).is_err() {
            return Ok(None);
        }
        Ok(serde_json::from_slice(&line).ok())
    }

    fn file(&mut self, id: i64) -> Result<Option<&File>, HistoryError> {
        if !self.open.contains_key(&id) {
            let select = "SELECT name FROM files WHERE id = ?1";
            let name = self.connection.query_row(select, [id], |row| row.get::<_, String>(0));
            let file = match name {
                Ok(name) => FileName::read(&name).and_then(|name| File::open(self.place.path_of(name)).ok()),
                Err(rusqlite::Error::QueryReturnedNoRows) => None,
                Err(error) => return Err(error.into()),
            };
            self.open.insert(id, file);
        }
        Ok(self.open.get(&id).and_then(Option::as_ref))
    }
}
