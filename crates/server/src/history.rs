//! What was asked and answered, and what happened: NDJSON files, and questions about them.
//!
//! Writing is done when the call returns: whoever answers a client after it can be killed without the
//! entry being lost. It costs one write to a file of this process and never waits for anything else.
//! Questions are answered from an index that is made from the files, on a thread of its own.

mod console;
mod index;
mod journal;
mod keeper;
mod level;
mod line;
mod place;
mod query;
mod routes;
#[cfg(test)]
mod tests;

pub use console::{Console, Style};
pub use index::HistoryError;
pub use level::{Level, UnknownLevel};
pub use query::{HistoryEntry, HistoryPage, HistoryQuery, LogEntry, LogPage, LogQuery};
pub(crate) use routes::routes;

use index::Index;
use journal::{Appended, Journal};
use keeper::Keeper;
use line::Mask;
use mcp_inspector_engine::core::message::RpcError;
use mcp_inspector_engine::core::redact::Redactor;
use mcp_inspector_engine::{Fault, Raw};
use place::{Maker, Place};
use serde_json::{Value, json};
use std::cell::RefCell;
use std::fmt;
use std::path::Path;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// What was asked and answered, and what happened. Cloning gives another handle to the same.
#[derive(Clone)]
pub struct History {
    recorder: Arc<Recorder>,
    keeper: Arc<Keeper>,
}

/// How much is kept, and what of it.
#[derive(Debug)]
pub struct HistoryOptions {
    /// About how many bytes a file has before the next one is begun.
    pub file_bytes: u64,
    /// How many bytes all files have together before the oldest are removed.
    pub total_bytes: u64,
    /// The least severe lines of the log that are kept and shown.
    pub level: Level,
    /// Where lines of the log are shown; nowhere when absent.
    pub console: Option<Console>,
}

impl Default for HistoryOptions {
    fn default() -> Self {
        HistoryOptions {
            file_bytes: 16 * 1024 * 1024,
            total_bytes: 512 * 1024 * 1024,
            level: Level::default(),
            console: None,
        }
    }
}

/// A request that is about to be sent.
#[derive(Clone, Copy, Debug)]
pub struct RequestLine<'a> {
    /// The id that links it with its response; not the one on the wire.
    pub request_id: &'a str,
    /// The id of the server's configuration.
    pub server_id: &'a str,
    /// The method.
    pub method: &'a str,
    /// The parameters as they came.
    pub params: Option<&'a Raw>,
}

/// How a request ended.
#[derive(Clone, Copy, Debug)]
pub enum End<'a> {
    /// The server sent a result. One whose `isError` is true did not succeed.
    Result(&'a Raw),
    /// The server sent an error.
    Error(&'a RpcError),
    /// There is no answer of the server; `{"code": "PROCESS_CRASHED", "message": ..}`.
    Fault(&'a Fault),
}

impl History {
    /// The history in `dir`, which is made if it is not there.
    pub fn open(dir: &Path) -> Result<Self, HistoryError> {
        History::open_with(dir, HistoryOptions::default())
    }

    /// The history in `dir`, with limits of its own and a console.
    pub fn open_with(dir: &Path, options: HistoryOptions) -> Result<Self, HistoryError> {
        let failed = |source| HistoryError::Files { path: dir.to_owned(), source };
        let place = Place::open(dir).map_err(failed)?;
        History::open_in(place.clone(), Box::new(place), options)
    }

    fn open_in(place: Place, maker: Box<dyn Maker>, options: HistoryOptions) -> Result<Self, HistoryError> {
        let HistoryOptions { file_bytes, total_bytes, level, console } = options;
        let failed = |source| HistoryError::Files { path: place.path().to_owned(), source };
        let journal = Journal::open(maker, file_bytes, clock()).map_err(failed)?;
        let recorder = Arc::new(Recorder {
            journal: Mutex::new(journal),
            hidden: RwLock::default(),
            newest: AtomicI64::new(0),
            level,
            console,
        });
        let keeper = Keeper::start(place, recorder.clone(), total_bytes)?;
        Ok(History { recorder, keeper: Arc::new(keeper) })
    }

    /// Writes that a request is about to be sent; `secrets` are blanked out.
    pub fn request(&self, line: RequestLine<'_>, secrets: &Redactor) {
        let write = |out: &mut Vec<u8>, ts, own: &Redactor| {
            line::request(out, ts, &line, Mask { own, server: secrets });
        };
        self.keep(&write);
    }

    /// Writes how a request ended; `secrets` are blanked out.
    pub fn response(&self, request_id: &str, end: End<'_>, took: Duration, secrets: &Redactor) {
        let write = |out: &mut Vec<u8>, ts, own: &Redactor| {
            line::response(out, ts, request_id, end, took, Mask { own, server: secrets });
        };
        self.keep(&write);
    }

    /// Writes that something happened, and tells people.
    #[expect(clippy::needless_pass_by_value, reason = "data is made for this one line where it is called")]
    pub fn app(&self, level: Level, message: &str, data: Value) {
        self.look_after(self.recorder.app(level, message, &data));
    }

    /// Has a secret blanked out in everything that is written from now on.
    pub fn hide(&self, secret: &str) {
        self.recorder.hidden.write().unwrap_or_else(PoisonError::into_inner).add(secret);
    }

    /// Waits until what was said is on the console: for the end of the program.
    pub fn flush_console(&self) {
        if let Some(console) = &self.recorder.console {
            console.flush();
        }
    }

    /// A page of what was asked and answered.
    pub async fn page(&self, query: HistoryQuery) -> Result<HistoryPage, HistoryError> {
        self.ask(move |index| index.history(&query)).await
    }

    /// A page of what happened.
    pub async fn logs(&self, query: LogQuery) -> Result<LogPage, HistoryError> {
        self.ask(move |index| index.logs(&query)).await
    }

    async fn ask<T: Send + 'static>(
        &self,
        question: impl FnOnce(&mut Index) -> Result<T, HistoryError> + Send + 'static,
    ) -> Result<T, HistoryError> {
        self.keeper.ask(question).await
    }

    fn keep(&self, write: &Write<'_>) {
        self.look_after(self.recorder.keep(write, &mut |_| {}));
    }

    fn look_after(&self, is_index_due: bool) {
        if is_index_due {
            self.keeper.tend();
        }
    }
}

impl fmt::Debug for History {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("History").finish_non_exhaustive()
    }
}

/// Writes a line, given its time and what is to be blanked out.
type Write<'a> = dyn Fn(&mut Vec<u8>, i64, &Redactor) + 'a;

thread_local! {
    /// Where lines are put together, so that most need no memory of their own.
    static LINE: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// How much memory a thread keeps for lines.
const KEPT_LINE: usize = 1024 * 1024;

/// The writing half.
struct Recorder {
    journal: Mutex<Journal>,
    /// Secrets of the backend itself.
    hidden: RwLock<Redactor>,
    /// The time of the newest line: a clock that is set back does not change the order.
    newest: AtomicI64,
    level: Level,
    console: Option<Console>,
}

impl Recorder {
    /// Writes a line and lets `shown` see it; true when the index should look at the files.
    fn keep(&self, write: &Write<'_>, shown: &mut dyn FnMut(&[u8])) -> bool {
        LINE.with_borrow_mut(|line| {
            line.clear();
            let ts = self.now();
            write(line, ts, &self.hidden.read().unwrap_or_else(PoisonError::into_inner));
            shown(line);
            let is_index_due = self.append(line, ts);
            if line.capacity() > KEPT_LINE {
                *line = Vec::new();
            }
            is_index_due
        })
    }

    /// Writes an app line and shows it, unless nobody wants to know.
    fn app(&self, level: Level, message: &str, data: &Value) -> bool {
        if level < self.level {
            return false;
        }
        let none = Redactor::default();
        let write = |out: &mut Vec<u8>, ts, own: &Redactor| {
            line::app(out, ts, level, message, data, Mask { own, server: &none });
        };
        self.keep(&write, &mut |line| self.show(line))
    }

    fn append(&self, line: &[u8], ts: i64) -> bool {
        let mut journal = self.journal.lock().unwrap_or_else(PoisonError::into_inner);
        match journal.append(line, ts) {
            Appended::Written { is_index_due, lost_before: 0 } => is_index_due,
            Appended::Written { is_index_due, lost_before } => {
                let note = self.note(
                    Level::Warn,
                    &format!("The history is written again; {lost_before} lines were lost"),
                    &json!({ "lost": lost_before }),
                );
                if let Appended::Lost { .. } = journal.append(&note, ts) {
                    journal.still_lost(lost_before);
                }
                is_index_due
            }
            Appended::Lost { is_first: true, error } => {
                let data = json!({ "file": journal.name().to_string(), "reason": error.to_string() });
                self.note(Level::Error, "The history is not written; requests go on without it", &data);
                false
            }
            Appended::Lost { .. } => false,
        }
    }

    /// An app line about the history itself, which is shown and returned.
    fn note(&self, level: Level, message: &str, data: &Value) -> Vec<u8> {
        let mut note = Vec::new();
        let own = self.hidden.read().unwrap_or_else(PoisonError::into_inner);
        let mask = Mask { own: &own, server: &Redactor::default() };
        line::app(&mut note, self.now(), level, message, data, mask);
        self.show(&note);
        note
    }

    fn show(&self, line: &[u8]) {
        if let Some(console) = &self.console {
            console.show(line);
        }
    }

    /// Goes on in a new file when someone has removed the one that is written.
    fn go_on_if_removed(&self, place: &Place) {
        let mut journal = self.journal.lock().unwrap_or_else(PoisonError::into_inner);
        if !place.path_of(journal.name()).exists() {
            // When this fails, the next look is soon.
            let _ = journal.rotate(self.now());
        }
    }

    fn now(&self) -> i64 {
        let now = clock();
        self.newest.fetch_max(now, Ordering::Relaxed).max(now)
    }
}

/// Milliseconds since 1970.
fn clock() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}
