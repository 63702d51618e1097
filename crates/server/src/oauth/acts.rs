//! What was done about the logins of a server besides logging in: walks, renewals, trials. The last of each
//! kind is remembered, to be shown.

use super::{Logins, MOST_REMEMBERED};
use jiff::Timestamp;
use mcp_inspector_engine::core::auth::AuthStep;
use std::sync::{Mutex, PoisonError};

/// How many steps of one of them are remembered.
const MOST_STEPS: usize = 200;

/// What was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Deed {
    /// The authorization server was looked for.
    Walk,
    /// The token was renewed because somebody wanted it.
    Renewal,
    /// The token was presented.
    Trial,
    /// The token was given back.
    Logout,
}

impl Deed {
    pub(super) fn word(self) -> &'static str {
        match self {
            Deed::Walk => "walk",
            Deed::Renewal => "renewal",
            Deed::Trial => "trial",
            Deed::Logout => "logout",
        }
    }
}

/// One of them, once it is over.
#[derive(Clone, Debug)]
pub(super) struct Act {
    pub(super) server_id: String,
    pub(super) deed: Deed,
    /// When it ended, in milliseconds since 1970.
    pub(super) at_ms: u64,
    pub(super) steps: Vec<AuthStep>,
}

/// Collects the steps of something that is done.
#[derive(Debug, Default)]
pub(super) struct Noted(Mutex<Vec<AuthStep>>);

impl Noted {
    pub(super) fn note(&self, step: &AuthStep) {
        let mut steps = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if steps.len() < MOST_STEPS {
            steps.push(step.clone());
        }
    }

    fn steps(self) -> Vec<AuthStep> {
        self.0.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Logins {
    /// Remembers what was done about a server, in place of what was done of the same kind before.
    pub(super) fn done(&self, server_id: &str, deed: Deed, noted: Noted) {
        let act = Act { server_id: server_id.to_owned(), deed, at_ms: now_ms(), steps: noted.steps() };
        let mut state = self.state();
        state.acts.retain(|old| old.server_id != server_id || old.deed != deed);
        if state.acts.len() >= MOST_REMEMBERED {
            state.acts.pop_front();
        }
        state.acts.push_back(act);
    }

    /// What was done about a server, the last of each kind.
    pub(super) fn acts_of(&self, server_id: &str) -> Vec<Act> {
        self.state().acts.iter().filter(|act| act.server_id == server_id).cloned().collect()
    }
}

/// The time, in milliseconds since 1970.
pub(super) fn now_ms() -> u64 {
    u64::try_from(Timestamp::now().as_millisecond()).unwrap_or_default()
}
