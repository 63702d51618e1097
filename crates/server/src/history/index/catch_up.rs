//! Reading what the files have more than the index.
//!
//! Each step is one transaction that begins with where the index stands, so processes that do this at
//! the same time do not read a line twice.

use super::counts::Changes;
use super::{HistoryError, Index, Skipped, VERSION, version};
use crate::history::Level;
use crate::history::place::{FileName, Found};
use rusqlite::{Connection, OptionalExtension as _, Statement, Transaction, TransactionBehavior, params};
use serde::Deserialize;
use std::borrow::Cow;
use std::collections::HashMap;
use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt as _;

/// How many bytes are read in one transaction, about.
const STEP: u64 = 8 * 1024 * 1024;

/// How many bytes are read at once; more when a line is longer.
const CHUNK: u64 = 1024 * 1024;

/// How many names are remembered.
const NAMES: usize = 10_000;

/// A file as the index knows it.
#[derive(Clone, Copy)]
struct Known {
    id: i64,
    name: FileName,
    /// How many bytes of it are in the index.
    indexed: u64,
    /// How long it was when it was told that its end is torn.
    torn: u64,
}

/// A line as far as the index needs it.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Line<'a> {
    ts: i64,
    #[serde(rename = "type")]
    kind: &'a str,
    level: Option<Level>,
    #[serde(borrow, default)]
    method: Cow<'a, str>,
    #[serde(borrow, default)]
    request_id: Cow<'a, str>,
    #[serde(borrow, default)]
    server_id: Cow<'a, str>,
    duration: Option<f64>,
    success: Option<bool>,
}

impl Index {
    /// Brings the index up to date with the files as they are now.
    pub(super) fn catch_up_once(&mut self) -> Result<(), HistoryError> {
        let files = self.files()?;
        self.catch_up_with(&files)
    }

    /// Brings the index up to date with the files as they were found. Whatever is written meanwhile is
    /// left for later, so that this comes to an end.
    pub(super) fn catch_up_with(&mut self, files: &[Found]) -> Result<(), HistoryError> {
        while !self.is_stopped() && self.step(files)? {}
        Ok(())
    }

    pub(super) fn files(&self) -> Result<Vec<Found>, HistoryError> {
        self.place
            .files()
            .map_err(|source| HistoryError::Files { path: self.place.path().to_owned(), source })
    }

    /// Does a part of the work; true when some is left.
    fn step(&mut self, files: &[Found]) -> Result<bool, HistoryError> {
        if !self.is_behind(files)? {
            return Ok(false);
        }
        // Another process may know more than was found here, so what is gone is found out when nobody
        // else can change the index.
        let (place, names) = (&self.place, &mut self.names);
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let now =
            place.files().map_err(|source| HistoryError::Files { path: place.path().to_owned(), source })?;
        let found = version(&transaction)?;
        if found != VERSION {
            return Err(HistoryError::OtherVersion { found });
        }
        let mut changes = Changes::default();
        for gone in known(&transaction)?.values().filter(|known| !is_there(known, &now)) {
            forget(&transaction, gone.id, &mut changes)?;
        }
        if names.len() > NAMES {
            names.clear();
        }
        let mut room = STEP;
        let mut skipped = Vec::new();
        let mut reader = Reader::new(&transaction, names, &mut changes)?;
        let mut known = known(&transaction)?;
        for file in files.iter().filter(|file| now.iter().any(|there| there.name == file.name)) {
            if room == 0 {
                break;
            }
            let known = match known.remove(&file.name) {
                Some(known) => known,
                None => reader.add_file(file.name)?,
            };
            if !needs_look(&known, file) {
                continue;
            }
            // One that was removed meanwhile is noticed the next time.
            let Ok(open) = File::open(place.path_of(file.name)) else { continue };
            let read = reader.read(&open, known, file.length, room).map_err(|trouble| match trouble {
                Trouble::Index(error) => HistoryError::Index(error),
                Trouble::File(source) => HistoryError::Files { path: place.path_of(file.name), source },
            })?;
            room = room.saturating_sub(read.indexed - known.indexed);
            if read.not_json > 0 {
                skipped.push(Skipped::NotJson { file: file.name, lines: read.not_json });
            }
            let bytes = file.length - read.indexed;
            // What a process that lives has not finished is looked at again each time.
            let is_torn = read.is_done && bytes > 0 && place.is_left(file.name);
            if is_torn {
                skipped.push(Skipped::TornEnd { file: file.name, bytes });
            }
            transaction.execute(
                "UPDATE files SET indexed = ?2, torn = ?3 WHERE id = ?1",
                params![known.id, to_sql(read.indexed), if is_torn { to_sql(file.length) } else { 0 }],
            )?;
        }
        drop(reader);
        changes.write(&transaction)?;
        transaction.commit()?;
        self.skipped.extend(skipped);
        Ok(room == 0)
    }

    /// Whether the files have anything that the index has not.
    fn is_behind(&self, files: &[Found]) -> Result<bool, HistoryError> {
        let mut known = known(&self.connection)?;
        for file in files {
            match known.remove(&file.name) {
                Some(known) if known.indexed <= file.length && !needs_look(&known, file) => {}
                _ => return Ok(true),
            }
        }
        Ok(!known.is_empty())
    }
}

fn needs_look(known: &Known, file: &Found) -> bool {
    file.length > known.indexed && file.length != known.torn
}

/// Whether a file is there and still has what the index knows of it.
fn is_there(known: &Known, files: &[Found]) -> bool {
    files.iter().any(|file| file.name == known.name && file.length >= known.indexed)
}

fn known(connection: &Connection) -> Result<HashMap<FileName, Known>, rusqlite::Error> {
    let mut select = connection.prepare("SELECT id, name, indexed, torn FROM files")?;
    let rows = select.query_map([], |row| {
        let name: String = row.get(1)?;
        let name = FileName::read(&name).ok_or(rusqlite::Error::InvalidQuery)?;
        let (indexed, torn): (i64, i64) = (row.get(2)?, row.get(3)?);
        let (indexed, torn) = (indexed.unsigned_abs(), torn.unsigned_abs());
        Ok((name, Known { id: row.get(0)?, name, indexed, torn }))
    })?;
    rows.collect()
}

/// Removes what came from a file.
fn forget(transaction: &Transaction<'_>, id: i64, changes: &mut Changes) -> Result<(), rusqlite::Error> {
    let of_file = "id BETWEEN (SELECT first_entry FROM files WHERE id = ?1)
        AND (SELECT last_entry FROM files WHERE id = ?1) AND request_file = ?1";
    let mut entries =
        transaction.prepare(&format!("SELECT server, method, ts FROM entries WHERE {of_file}"))?;
    let mut rows = entries.query([id])?;
    while let Some(row) = rows.next()? {
        changes.entry(row.get(0)?, row.get(1)?, row.get(2)?, -1);
    }
    transaction.execute(&format!("DELETE FROM entries WHERE {of_file}"), [id])?;
    let of_file = "id BETWEEN (SELECT first_app FROM files WHERE id = ?1)
        AND (SELECT last_app FROM files WHERE id = ?1) AND file = ?1";
    let mut apps = transaction.prepare(&format!("SELECT level, ts FROM apps WHERE {of_file}"))?;
    let mut rows = apps.query([id])?;
    while let Some(row) = rows.next()? {
        changes.app(row.get(0)?, row.get(1)?, -1);
    }
    transaction.execute(&format!("DELETE FROM apps WHERE {of_file}"), [id])?;
    transaction.execute("DELETE FROM files WHERE id = ?1", [id])?;
    Ok(())
}

/// What was read of a file.
struct Read {
    indexed: u64,
    not_json: u64,
    /// Whether nothing but an unfinished line is left.
    is_done: bool,
}

enum Trouble {
    Index(rusqlite::Error),
    File(io::Error),
}

impl From<rusqlite::Error> for Trouble {
    fn from(error: rusqlite::Error) -> Self {
        Trouble::Index(error)
    }
}

/// Puts lines into the tables.
struct Reader<'a> {
    transaction: &'a Transaction<'a>,
    names: &'a mut HashMap<String, i64>,
    changes: &'a mut Changes,
    add_entry: Statement<'a>,
    add_app: Statement<'a>,
    settle: Statement<'a>,
}

impl<'a> Reader<'a> {
    fn new(
        transaction: &'a Transaction<'a>,
        names: &'a mut HashMap<String, i64>,
        changes: &'a mut Changes,
    ) -> Result<Self, rusqlite::Error> {
        let add_entry = transaction.prepare(
            "INSERT INTO entries (ts, server, method, request_id, request_file, request_at, request_length)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
        )?;
        let add_app = transaction
            .prepare("INSERT INTO apps (ts, level, file, at, length) VALUES (?1, ?2, ?3, ?4, ?5)")?;
        // Should an id come twice, the answer belongs to the last that asked.
        let settle = transaction.prepare(
            "UPDATE entries SET success = ?2, duration = ?3,
                 response_file = ?4, response_at = ?5, response_length = ?6
             WHERE id = (SELECT max(id) FROM entries INDEXED BY pending
                         WHERE request_id = ?1 AND success IS NULL)",
        )?;
        Ok(Reader { transaction, names, changes, add_entry, add_app, settle })
    }

    fn add_file(&mut self, name: FileName) -> Result<Known, rusqlite::Error> {
        self.transaction
            .execute("INSERT INTO files (name, indexed, torn) VALUES (?1, 0, 0)", [name.to_string()])?;
        Ok(Known { id: self.transaction.last_insert_rowid(), name, indexed: 0, torn: 0 })
    }

    /// Reads whole lines of a file up to `length`, and not much more than `room` bytes.
    fn read(&mut self, file: &File, known: Known, length: u64, room: u64) -> Result<Read, Trouble> {
        let mut read = Read { indexed: known.indexed, not_json: 0, is_done: true };
        let mut chunk = CHUNK;
        let mut buffer = Vec::new();
        let mut ids = Ids::default();
        while read.indexed < length {
            if read.indexed - known.indexed >= room {
                read.is_done = false;
                break;
            }
            let wanted = chunk.min(length - read.indexed);
            buffer.resize(usize::try_from(wanted).unwrap_or(usize::MAX), 0);
            let count = read_up_to(file, &mut buffer, read.indexed).map_err(Trouble::File)?;
            let Some(end) = buffer[..count].iter().rposition(|byte| *byte == b'\n').map(|at| at + 1) else {
                if (count as u64) < wanted || wanted == length - read.indexed {
                    break;
                }
                chunk *= 4;
                continue;
            };
            for line in buffer[..end].split_inclusive(|byte| *byte == b'\n') {
                if !self.line(line, known.id, read.indexed, &mut ids)? {
                    read.not_json += 1;
                }
                read.indexed += line.len() as u64;
            }
        }
        ids.write(self.transaction, known.id)?;
        Ok(read)
    }

    /// Puts one line into the tables; false when it is none.
    fn line(&mut self, text: &[u8], file: i64, at: u64, ids: &mut Ids) -> Result<bool, rusqlite::Error> {
        let Ok(line) = serde_json::from_slice::<Line<'_>>(text) else { return Ok(false) };
        let (at, length) = (to_sql(at), to_sql(text.len() as u64));
        match line.kind {
            "mcp_request" => {
                let (server, method) = (self.name(&line.server_id)?, self.name(&line.method)?);
                self.add_entry.execute(params![
                    line.ts,
                    server,
                    method,
                    line.request_id,
                    file,
                    at,
                    length
                ])?;
                ids.entry(self.transaction.last_insert_rowid());
                self.changes.entry(server, method, line.ts, 1);
            }
            "mcp_response" => {
                let success = line.success.unwrap_or_default();
                self.settle.execute(params![line.request_id, success, line.duration, file, at, length])?;
            }
            "app" => {
                let level = line.level.unwrap_or_default() as i64;
                self.add_app.execute(params![line.ts, level, file, at, length])?;
                ids.app(self.transaction.last_insert_rowid());
                self.changes.app(level, line.ts, 1);
            }
            // A later version may have more kinds.
            _ => {}
        }
        Ok(true)
    }

    /// The id of the name of a server or method.
    fn name(&mut self, name: &str) -> Result<i64, rusqlite::Error> {
        if let Some(id) = self.names.get(name) {
            return Ok(*id);
        }
        let id = match name_id(self.transaction, name)? {
            Some(id) => id,
            None => {
                self.transaction.execute("INSERT INTO names (name) VALUES (?1)", [name])?;
                self.transaction.last_insert_rowid()
            }
        };
        self.names.insert(name.to_owned(), id);
        Ok(id)
    }
}

/// The id of the name of a server or method, if there is any entry with it.
pub(super) fn name_id(connection: &Connection, name: &str) -> Result<Option<i64>, rusqlite::Error> {
    connection.query_row("SELECT id FROM names WHERE name = ?1", [name], |row| row.get(0)).optional()
}

/// The first and last rows that came from a file in one go.
#[derive(Default)]
struct Ids {
    entries: Option<(i64, i64)>,
    apps: Option<(i64, i64)>,
}

impl Ids {
    fn entry(&mut self, id: i64) {
        self.entries = Some((self.entries.map_or(id, |(first, _)| first), id));
    }

    fn app(&mut self, id: i64) {
        self.apps = Some((self.apps.map_or(id, |(first, _)| first), id));
    }

    fn write(&self, transaction: &Transaction<'_>, file: i64) -> Result<(), rusqlite::Error> {
        for (kind, ids) in [("entry", self.entries), ("app", self.apps)] {
            if let Some((first, last)) = ids {
                let update = format!(
                    "UPDATE files SET first_{kind} = ifnull(first_{kind}, ?2), last_{kind} = ?3 WHERE id = ?1"
                );
                transaction.execute(&update, params![file, first, last])?;
            }
        }
        Ok(())
    }
}

fn read_up_to(file: &File, buffer: &mut [u8], at: u64) -> io::Result<usize> {
    let mut count = 0;
    while count < buffer.len() {
        match file.read_at(&mut buffer[count..], at + count as u64) {
            Ok(0) => break,
            Ok(more) => count += more,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(count)
}

fn to_sql(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}
