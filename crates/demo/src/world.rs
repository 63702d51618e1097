//! What the demo's clients can change, and who is told about it.
//!
//! Two audiences: sessions opened by `initialize` are told directly, listeners
//! of `subscriptions/listen` (2026-07-28) through a broadcast.

use std::{
    collections::BTreeMap,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError, Weak,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
};

use tokio::sync::broadcast;

use crate::{session::Session, tools::Tasks};

/// Changes a slow listener may lag behind before it misses the oldest.
const LISTENER_BACKLOG: usize = 64;

/// Something a client may want to hear about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Change {
    /// `tools/list` would now answer differently.
    Tools,
    /// The resource at this URI now reads differently.
    Resource(String),
}

/// The state all clients of one demo server share.
#[derive(Debug)]
pub(crate) struct World {
    surprise: AtomicBool,
    elicitations: AtomicU64,
    touches: Mutex<BTreeMap<String, u64>>,
    sessions: Mutex<Vec<Weak<Session>>>,
    changes: broadcast::Sender<Change>,
    /// What clients have set going.
    pub(crate) tasks: Tasks,
}

impl World {
    /// A world nobody has touched.
    pub(crate) fn new() -> Self {
        Self {
            surprise: AtomicBool::new(false),
            elicitations: AtomicU64::new(0),
            touches: Mutex::default(),
            sessions: Mutex::default(),
            changes: broadcast::Sender::new(LISTENER_BACKLOG),
            tasks: Tasks::default(),
        }
    }

    /// Whether the tool `surprise` exists at the moment.
    pub(crate) fn has_surprise(&self) -> bool {
        self.surprise.load(Ordering::SeqCst)
    }

    /// Makes `surprise` appear or disappear; returns whether it now exists.
    pub(crate) fn toggle_surprise(&self) -> bool {
        !self.surprise.fetch_not(Ordering::SeqCst)
    }

    /// A number no other elicitation of this server has.
    pub(crate) fn next_elicitation(&self) -> u64 {
        self.elicitations.fetch_add(1, Ordering::SeqCst) + 1
    }

    /// How often the resource at `uri` was touched.
    pub(crate) fn touches(&self, uri: &str) -> u64 {
        lock(&self.touches).get(uri).copied().unwrap_or(0)
    }

    /// Counts one more touch of `uri`; returns how many there are now.
    pub(crate) fn touch(&self, uri: &str) -> u64 {
        let mut touches = lock(&self.touches);
        let count = touches.entry(uri.to_owned()).or_insert(0);
        *count += 1;
        *count
    }

    /// From now on `session` hears about changes, for as long as it lives.
    pub(crate) fn admit(&self, session: &Arc<Session>) {
        let mut sessions = lock(&self.sessions);
        sessions.retain(|known| known.strong_count() > 0);
        sessions.push(Arc::downgrade(session));
    }

    /// Hears every change from this moment on.
    pub(crate) fn listen(&self) -> broadcast::Receiver<Change> {
        self.changes.subscribe()
    }

    /// Tells everyone about `change`.
    ///
    /// The session that caused it has its notification before this returns, so
    /// it precedes the tool's result on the wire. The others are told on the
    /// side: one client that does not read must not delay another.
    pub(crate) async fn announce(&self, change: Change, cause: &Arc<Session>) {
        // No listener is not an error, it is the usual case.
        let _ = self.changes.send(change.clone());

        let sessions: Vec<_> = lock(&self.sessions).iter().filter_map(Weak::upgrade).collect();
        for session in sessions {
            if Arc::ptr_eq(&session, cause) {
                continue;
            }
            let change = change.clone();
            tokio::spawn(async move { session.tell(&change).await });
        }
        cause.tell(&change).await;
    }
}

/// Locks even after a panic elsewhere: no critical section here leaves its
/// value half-changed.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
