//! The index of the history: where in the files each entry is, and how many there are.
//!
//! It is derived from the files and never knows anything they do not: it can be removed at any time. It
//! is kept in `index.sqlite` beside them, shared by all processes that use the directory; where that is
//! not possible (a full disk, a file of another version in use) it is kept in memory.

mod catch_up;
mod counts;
mod pages;
#[cfg(test)]
mod tests;

use super::place::{FileName, Place};
use rusqlite::{Connection, ErrorCode, TransactionBehavior};
use std::collections::HashMap;
use std::fs::{self, OpenOptions};
use std::io;
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

const FILE: &str = "index.sqlite";

/// What the tables look like. A file with another version is made anew.
const VERSION: i64 = 1;

const SCHEMA: &str = "
    CREATE TABLE files (
        -- Never given twice: an answer whose file is gone must not be looked for in another one.
        id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE,
        indexed INTEGER NOT NULL, torn INTEGER NOT NULL,
        first_entry INTEGER, last_entry INTEGER, first_app INTEGER, last_app INTEGER
    );
    CREATE TABLE names (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
    CREATE TABLE entries (
        id INTEGER PRIMARY KEY, ts INTEGER NOT NULL, server INTEGER NOT NULL, method INTEGER NOT NULL,
        request_id TEXT NOT NULL, success INTEGER, duration REAL,
        request_file INTEGER NOT NULL, request_at INTEGER NOT NULL, request_length INTEGER NOT NULL,
        response_file INTEGER, response_at INTEGER, response_length INTEGER
    );
    CREATE INDEX by_time ON entries (ts);
    CREATE INDEX by_server ON entries (server, ts);
    CREATE INDEX by_method ON entries (method, ts);
    CREATE INDEX by_both ON entries (server, method, ts);
    CREATE INDEX pending ON entries (request_id) WHERE success IS NULL;
    CREATE TABLE apps (
        id INTEGER PRIMARY KEY, ts INTEGER NOT NULL, level INTEGER NOT NULL,
        file INTEGER NOT NULL, at INTEGER NOT NULL, length INTEGER NOT NULL
    );
    CREATE INDEX by_level ON apps (level, ts);
    CREATE TABLE counts (
        server INTEGER NOT NULL, method INTEGER NOT NULL, width INTEGER NOT NULL, bucket INTEGER NOT NULL,
        number INTEGER NOT NULL, PRIMARY KEY (server, method, width, bucket)
    ) WITHOUT ROWID;
";

/// How often something is tried again that may work the next time.
const ATTEMPTS: u32 = 5;

/// How long to wait before that; longer each time.
const PAUSE: Duration = Duration::from_millis(20);

/// How long another process may hold the index before it counts as an error.
const PATIENCE: Duration = Duration::from_secs(10);

/// Why the history could not be opened or read.
#[derive(Debug, thiserror::Error)]
pub enum HistoryError {
    /// A file or the directory could not be made or read.
    #[error("{path}: {source}")]
    Files {
        /// The file or directory.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The index could not be read or written.
    #[error("the index of the history: {0}")]
    Index(#[from] rusqlite::Error),
    /// Another version of this program has taken over the index.
    #[error("the index of the history has version {found}; this program has {VERSION}")]
    OtherVersion {
        /// The version that was found.
        found: i64,
    },
    /// The history was closed meanwhile.
    #[error("the history is closed")]
    Closed,
}

/// What could not be read in a file, and was skipped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Skipped {
    /// The file ends in the middle of a line.
    TornEnd { file: FileName, bytes: u64 },
    /// Lines are no JSON.
    NotJson { file: FileName, lines: u64 },
}

/// What helps against an error.
enum Remedy {
    TryAgain,
    MakeAnew,
    KeepInMemory,
    Nothing,
}

/// The index of the history.
pub(super) struct Index {
    place: Place,
    connection: Connection,
    /// The ids of names of servers and methods that were needed lately.
    names: HashMap<String, i64>,
    skipped: Vec<Skipped>,
    /// Set when nobody waits for an answer any more.
    stop: Arc<AtomicBool>,
}

impl Index {
    pub(super) fn open(place: Place, stop: Arc<AtomicBool>) -> Result<Self, HistoryError> {
        let connection = in_memory()?;
        let mut index = Index { place, connection, names: HashMap::new(), skipped: Vec::new(), stop };
        index.connect_if_possible();
        Ok(index)
    }

    /// What was skipped since this was asked last.
    pub(super) fn take_skipped(&mut self) -> Vec<Skipped> {
        std::mem::take(&mut self.skipped)
    }

    /// Brings the index up to date with the files.
    pub(super) fn catch_up(&mut self) -> Result<(), HistoryError> {
        self.with_remedies(Index::catch_up_once)
    }

    /// Does `work`, which must be possible to repeat, and again after whatever stood in its way has been
    /// put right.
    fn with_remedies<T>(
        &mut self,
        work: impl Fn(&mut Self) -> Result<T, HistoryError>,
    ) -> Result<T, HistoryError> {
        let mut attempt = 0;
        loop {
            let error = match work(self) {
                Err(error) if attempt < ATTEMPTS => error,
                settled => return settled,
            };
            attempt += 1;
            // What was learned in a transaction that came to nothing is not true.
            self.names.clear();
            match remedy(&error) {
                Remedy::TryAgain => std::thread::sleep(PAUSE * attempt),
                Remedy::MakeAnew => {
                    // First, so that the broken file is closed.
                    self.connection = in_memory()?;
                    if self.remove_file().is_ok() {
                        self.connect_if_possible();
                    }
                }
                Remedy::KeepInMemory => self.connection = in_memory()?,
                Remedy::Nothing => return Err(error),
            }
        }
    }

    /// Opens the file of the index; when that cannot be done, the index stays in memory.
    fn connect_if_possible(&mut self) {
        for attempt in 1..=ATTEMPTS {
            let Err(error) = self.connect() else { return };
            match remedy(&error) {
                Remedy::TryAgain => std::thread::sleep(PAUSE * attempt),
                Remedy::MakeAnew if self.remove_file().is_ok() => {}
                Remedy::MakeAnew | Remedy::KeepInMemory | Remedy::Nothing => return,
            }
        }
    }

    /// Opens the file of the index and makes its tables.
    fn connect(&mut self) -> Result<(), HistoryError> {
        let path = self.place.path().join(FILE);
        // Made by us, because SQLite would let others read it; what it puts beside it follows suit.
        OpenOptions::new()
            .write(true)
            .create(true)
            .truncate(false)
            .mode(0o600)
            .open(&path)
            .map_err(|source| HistoryError::Files { path: path.clone(), source })?;
        let mut connection = Connection::open(&path)?;
        connection.busy_timeout(PATIENCE)?;
        connection.pragma_update(None, "journal_mode", "WAL")?;
        connection.pragma_update(None, "synchronous", "NORMAL")?;
        connection.pragma_update(None, "cache_size", -16_000)?;
        prepare(&mut connection)?;
        self.connection = connection;
        Ok(())
    }

    fn remove_file(&self) -> Result<(), HistoryError> {
        for ending in ["", "-wal", "-shm"] {
            let path = self.place.path().join(format!("{FILE}{ending}"));
            match fs::remove_file(&path) {
                Err(source) if source.kind() != io::ErrorKind::NotFound => {
                    return Err(HistoryError::Files { path, source });
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Removes what the index needs.
    #[cfg(test)]
    pub(super) fn break_tables(&self) {
        self.connection.execute_batch("DROP TABLE counts; DROP TABLE names").expect("the tables are there");
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

fn in_memory() -> Result<Connection, HistoryError> {
    let mut connection = Connection::open_in_memory()?;
    prepare(&mut connection)?;
    Ok(connection)
}

/// Makes the tables unless they are there.
fn prepare(connection: &mut Connection) -> Result<(), HistoryError> {
    if version(connection)? == VERSION {
        return Ok(());
    }
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    // Another process may have been quicker.
    if version(&transaction)? != VERSION {
        let old: Vec<String> = transaction
            .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")?
            .query_map([], |row| row.get(0))?
            .collect::<Result<_, _>>()?;
        for name in old {
            transaction.execute_batch(&format!("DROP TABLE \"{}\"", name.replace('"', "\"\"")))?;
        }
        transaction.execute_batch(SCHEMA)?;
        transaction.pragma_update(None, "user_version", VERSION)?;
    }
    transaction.commit()?;
    Ok(())
}

fn version(connection: &Connection) -> Result<i64, rusqlite::Error> {
    connection.pragma_query_value(None, "user_version", |row| row.get(0))
}

fn remedy(error: &HistoryError) -> Remedy {
    match error {
        HistoryError::Files { source, .. } if source.kind() == io::ErrorKind::NotFound => Remedy::TryAgain,
        // The directory is read anew below; only the index file needs to be writable.
        HistoryError::Files { path, .. } if path.ends_with(FILE) => Remedy::KeepInMemory,
        HistoryError::Files { .. } | HistoryError::Closed => Remedy::Nothing,
        HistoryError::OtherVersion { .. } => Remedy::KeepInMemory,
        HistoryError::Index(error) => match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Remedy::TryAgain,
            Some(
                ErrorCode::DiskFull
                | ErrorCode::SystemIoFailure
                | ErrorCode::CannotOpen
                | ErrorCode::ReadOnly
                | ErrorCode::PermissionDenied,
            ) => Remedy::KeepInMemory,
            // A table that is not there or a value of the wrong kind is a file that is not ours.
            _ => Remedy::MakeAnew,
        },
    }
}
