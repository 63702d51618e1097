//! Everything the backend knows, shared by all its handlers.

use crate::config::Config;
use crate::history::History;
use crate::sessions::Sessions;
use std::sync::Arc;
use std::time::Instant;

/// Everything the backend knows. Cloning gives another handle to the same.
#[derive(Clone, Debug)]
pub struct Backend {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    config: Config,
    history: History,
    sessions: Sessions,
    /// Where this backend is reached, such as `http://127.0.0.1:3000`.
    base: String,
    started: Instant,
}

impl Backend {
    /// A backend that is reached at `base`.
    pub fn new(base: impl Into<String>, config: Config, history: History) -> Self {
        let sessions = Sessions::default();
        let inner = Inner { config, history, sessions, base: base.into(), started: Instant::now() };
        Backend { inner: Arc::new(inner) }
    }

    /// The configured servers.
    pub fn config(&self) -> &Config {
        &self.inner.config
    }

    /// What was asked and answered, and what happened.
    pub fn history(&self) -> &History {
        &self.inner.history
    }

    /// The sessions it holds.
    pub fn sessions(&self) -> &Sessions {
        &self.inner.sessions
    }

    /// Where this backend is reached, such as `http://127.0.0.1:3000`.
    pub fn base(&self) -> &str {
        &self.inner.base
    }

    /// Since when it runs.
    pub fn started(&self) -> Instant {
        self.inner.started
    }
}
