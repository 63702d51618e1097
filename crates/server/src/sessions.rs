//! The sessions that the backend holds: several at once, each with an id.
//!
//! Faces open sessions here and watch them, the proxy endpoint lends its own so that faces can watch
//! those too, and recordings are opened as sessions that nothing can be sent to. What is asked of one
//! session is in the files beside, by what is asked.

mod answering;
mod brevity;
mod calling;
mod calls;
mod capabilities;
mod changes;
mod commands;
mod drafts;
mod entries;
mod events;
mod findings;
mod held;
mod input;
mod lifecycle;
mod listing;
mod news;
mod notice;
mod now;
mod opening;
mod recording;
mod reopening;
mod report;
mod rules;
mod sse;
mod standing;
mod summary;
mod surroundings;
mod tab;
mod terms;
mod timeline;
mod verdict;
mod view;

pub(crate) use calling::LARGEST as LARGEST_CALL;
pub use held::SessionId;
pub(crate) use held::{Given, Held};
pub(crate) use input::{Body, Found, count};
pub(crate) use now::NowBody;
pub(crate) use timeline::TimelineNews;

use crate::{Backend, Problem};
use futures_util::future::join_all;
use held::Origin;
use mcp_inspector_engine::core::entry::Act;
use mcp_inspector_engine::core::redact::Redactor;
use mcp_inspector_engine::core::view::Catalog;
use mcp_inspector_engine::responder::StandingRules;
use mcp_inspector_engine::{FaultCode, List, Log, Session, Target};
use opening::Opened;
use standing::StandingBook;
use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use timeline::{Script, ScriptBook};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use utoipa_axum::router::OpenApiRouter;

/// How many sessions and recordings faces may have open at once.
const MOST_SESSIONS: usize = 64;

/// How many bytes of recordings may be open at once.
const MOST_RECORDED_BYTES: usize = 1024 * 1024 * 1024;

/// How many bytes the logs of sessions may hold together, as long as each can have the least that makes sense.
/// One that is opened while others are gets its part of it.
const LOGS_BYTES: usize = 2 * 1024 * 1024 * 1024;
const MOST_LOG_BYTES: usize = 256 * 1024 * 1024;
const LEAST_LOG_BYTES: usize = 64 * 1024 * 1024;

/// How many streams of events may be open at once.
const MOST_STREAMS: usize = 1024;

/// Of how many servers whose sessions were closed it is remembered what they offered.
const MOST_REMEMBERED: usize = 16;

/// How many bytes the lists of one of them may have to be remembered.
const LARGEST_REMEMBERED: usize = 16 * 1024 * 1024;

/// How long all sessions together may take to end.
const GRACE: Duration = Duration::from_millis(1500);

/// The sessions that the backend holds. Cloning gives another handle to the same; when the last one
/// is dropped, all sessions end.
#[derive(Clone, Debug)]
pub struct Sessions {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    state: Mutex<State>,
    /// Counts what is worth telling whoever shows a list of sessions.
    changes: watch::Sender<u64>,
    streams: Arc<Semaphore>,
    standing: StandingBook,
    scripts: ScriptBook,
}

#[derive(Debug, Default)]
struct State {
    /// In the order in which they were opened.
    held: Vec<Arc<Held>>,
    /// What servers offered whose sessions were closed, the newest last.
    remembered: VecDeque<(String, Arc<Catalog>)>,
    is_closed: bool,
}

impl Default for Sessions {
    fn default() -> Self {
        Sessions::keeping(None)
    }
}

impl Sessions {
    /// None yet; calls that are saved as tests are kept in files of that directory.
    pub(crate) fn keeping(scripts: Option<PathBuf>) -> Self {
        let inner = Inner {
            state: Mutex::default(),
            changes: watch::Sender::new(0),
            streams: Arc::new(Semaphore::new(MOST_STREAMS)),
            standing: StandingBook::default(),
            scripts: ScriptBook::at(scripts),
        };
        Sessions { inner: Arc::new(inner) }
    }

    /// Shows a session that someone else opened and will stop. It does not count towards the limit.
    ///
    /// A face may stop or close it all the same; whoever opened it sees its phase change.
    pub fn adopt(
        &self,
        session: Session,
        server_id: impl Into<String>,
        name: impl Into<String>,
        secrets: Redactor,
    ) -> SessionId {
        let held = Held::new(session, Origin::Proxy, (Some(server_id.into()), name.into()), secrets);
        let held = Arc::new(held);
        let id = held.id.clone();
        let mut state = self.state();
        if !state.is_closed {
            state.held.push(held.clone());
            drop(state);
            self.watch(&held);
        }
        id
    }

    /// Connects to a server that was named when the backend was started.
    pub(crate) fn open(backend: &Backend, target: Target) -> Result<SessionId, Problem> {
        lifecycle::hold(backend, Opened::for_people(backend, target)).map(|held| held.id.clone())
    }

    /// No longer shows a session that was adopted. Does not stop it.
    pub fn release(&self, id: &SessionId) {
        self.take(id);
    }

    /// Ends every session and takes no more. Returns when all have ended, or after a grace.
    pub async fn close_all(&self) {
        let held = {
            let mut state = self.state();
            state.is_closed = true;
            state.held.clone()
        };
        let stops = join_all(held.iter().map(|held| held.session.stop()));
        // Those that take longer are dropped, which ends them too.
        let _ = tokio::time::timeout(GRACE, stops).await;
        self.state().held.clear();
        for held in held {
            held.gone.send_replace(true);
        }
        self.inner.tell();
    }

    /// How many streams of events are open.
    pub fn open_streams(&self) -> usize {
        MOST_STREAMS - self.inner.streams.available_permits()
    }

    /// Holds a session that a face opened, if there is room.
    fn insert(&self, open: impl FnOnce() -> Held) -> Result<Arc<Held>, Problem> {
        let mut state = self.state();
        if state.is_closed {
            return Err(Problem::new(FaultCode::Shutdown, "the backend is shutting down"));
        }
        let counted = state.held.iter().filter(|held| held.origin != Origin::Proxy).count();
        if counted >= MOST_SESSIONS {
            let message = format!("{counted} sessions are open, and no more than that may be");
            return Err(Problem::new(FaultCode::LimitReached, message)
                .with_hint("close some: DELETE /api/sessions/{id}"));
        }
        let held = Arc::new(open());
        state.held.push(held.clone());
        drop(state);
        self.watch(&held);
        Ok(held)
    }

    /// How many more bytes of recordings may be opened.
    fn room_for_recordings(&self) -> usize {
        let state = self.state();
        let recordings = state.held.iter().filter(|held| held.origin == Origin::Recording);
        let bytes: usize = recordings.map(|held| held.session.log().held_bytes()).sum();
        MOST_RECORDED_BYTES.saturating_sub(bytes)
    }

    /// The session of that id.
    fn find(&self, id: &str) -> Result<Arc<Held>, Problem> {
        let found = self.state().held.iter().find(|held| held.id.as_str() == id).cloned();
        found.ok_or_else(|| {
            Problem::new(FaultCode::SessionNotFound, format!("no session has the id '{id}'"))
                .with_hint("GET /api/sessions lists those that are open")
        })
    }

    /// What the session of that id was opened with, if that is in no configuration.
    pub(crate) fn direct_target(&self, id: &str) -> Option<Target> {
        self.find(id).ok()?.target.as_deref().cloned()
    }

    /// What the server of that key offered when it was connected last in this process, if it was.
    fn catalog_before(&self, key: &str) -> Option<Arc<Catalog>> {
        let state = self.state();
        let same = |held: &&Arc<Held>| held.origin != Origin::Recording && held.server_key() == key;
        let open = state.held.iter().rev().filter(same).find_map(|held| offered(held));
        let closed = || state.remembered.iter().rev().find(|(known, _)| known == key);
        open.or_else(|| closed().map(|(_, catalog)| catalog.clone()))
    }

    /// The standing answers of a server.
    fn standing(&self, target: &Target) -> StandingRules {
        self.inner.standing.of(target)
    }

    /// The calls that were saved as tests of the server of that key.
    fn script(&self, key: &str) -> Arc<Script> {
        self.inner.scripts.of(key)
    }

    /// The logs of the sessions with a server, and when each was opened, in milliseconds since 1970.
    pub(crate) fn logs_of(&self, server_id: &str) -> Vec<(u64, Log)> {
        let held = self.list().into_iter().filter(|held| held.history_id() == server_id);
        held.map(|held| (held.session.opened_unix_ms(), held.session.log().clone())).collect()
    }

    /// Writes what a person did about the logins of a server into the logs of its sessions.
    pub(crate) async fn note_act(&self, server_id: &str, act: &Act) {
        for held in self.list().into_iter().filter(|held| held.history_id() == server_id) {
            // One that is over, or a recording, has nothing to add to its log.
            let _ = held.session.log_act(act.clone()).await;
        }
    }

    /// All of them, in the order in which they were opened.
    fn list(&self) -> Vec<Arc<Held>> {
        self.state().held.clone()
    }

    /// No longer holds a session: whoever watches it is told.
    fn take(&self, id: &SessionId) -> Option<Arc<Held>> {
        let mut state = self.state();
        let index = state.held.iter().position(|held| held.id == *id)?;
        let held = state.held.remove(index);
        let is_small = |catalog: &Arc<Catalog>| {
            let bytes = List::ALL.into_iter().filter_map(|list| catalog.list(list)).map(|list| list.bytes);
            bytes.sum::<usize>() <= LARGEST_REMEMBERED
        };
        let catalog = offered(&held).filter(is_small);
        if let Some(catalog) = catalog.filter(|_| held.origin != Origin::Recording) {
            let key = held.server_key();
            state.remembered.retain(|(known, _)| *known != key);
            state.remembered.push_back((key, catalog));
            if state.remembered.len() > MOST_REMEMBERED {
                state.remembered.pop_front();
            }
        }
        drop(state);
        held.gone.send_replace(true);
        self.inner.tell();
        Some(held)
    }

    /// Leave to stream events, for as long as it is kept.
    fn stream(&self) -> Result<OwnedSemaphorePermit, Problem> {
        self.inner.streams.clone().try_acquire_owned().map_err(|_| {
            let message = format!("{MOST_STREAMS} streams of events are open, and no more than that may be");
            Problem::new(FaultCode::LimitReached, message)
        })
    }

    /// Whether the backend shuts down.
    fn is_closed(&self) -> bool {
        self.state().is_closed
    }

    /// Counts what is worth telling whoever shows a list of sessions.
    fn changes(&self) -> watch::Receiver<u64> {
        self.inner.changes.subscribe()
    }

    /// Tells of a session whenever it stands otherwise, until it is gone.
    fn watch(&self, held: &Arc<Held>) {
        self.inner.tell();
        if held.session.is_read_only() {
            return;
        }
        notice::follow(held, Arc::downgrade(&self.inner));
    }

    /// How many bytes the log of one more session may hold.
    pub(crate) fn log_bytes(&self) -> usize {
        (LOGS_BYTES / (self.state().held.len() + 1)).clamp(LEAST_LOG_BYTES, MOST_LOG_BYTES)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.inner.state()
    }
}

impl Inner {
    fn tell(&self) {
        self.changes.send_modify(|count| *count += 1);
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // Whoever panicked has not left the list half changed.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Inner {
    /// Calls in flight hold their session; they must hear that nobody waits any more.
    fn drop(&mut self) {
        for held in &self.state().held {
            held.gone.send_replace(true);
        }
    }
}

/// What the server of a session offers, or else offered before, if it ever told.
fn offered(held: &Held) -> Option<Arc<Catalog>> {
    held.session.log().with_view(|view| {
        let now = Some(&view.catalog).filter(|catalog| !catalog.is_empty());
        now.or(view.catalog_before.as_deref()).map(|catalog| Arc::new(catalog.clone()))
    })
}

/// Everything that can be asked of sessions.
pub(crate) fn routes() -> OpenApiRouter<Backend> {
    OpenApiRouter::new()
        .merge(lifecycle::routes())
        .merge(view::routes())
        .merge(calling::routes())
        .merge(verdict::routes())
        .merge(commands::routes())
        .merge(entries::routes())
        .merge(events::routes())
        .merge(findings::routes())
        .merge(recording::routes())
        .merge(reopening::routes())
        .merge(rules::routes())
        .merge(drafts::routes())
        .merge(news::routes())
        .merge(listing::routes())
        .merge(tab::routes())
        .merge(timeline::routes())
        .merge(capabilities::routes())
        .merge(changes::routes())
        .merge(surroundings::routes())
        .merge(terms::routes())
}
