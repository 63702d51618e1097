//! One login, from its beginning to its end.
//!
//! It gets ready, waits for its user behind a door that opens once and only to its state, settles what
//! came back, and ends. Each step is remembered, to be shown.

use super::Logins;
use super::acts::now_ms;
use crate::history::{History, Level};
use mcp_inspector_engine::auth::{Granting, Store};
use mcp_inspector_engine::core::auth::redirect::Returned;
use mcp_inspector_engine::core::auth::{AuthStep, StepName, StepOutcome};
use mcp_inspector_engine::{Fault, FaultCode};
use serde_json::json;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use subtle::ConstantTimeEq as _;
use tokio::sync::{oneshot, watch};

/// How many steps of a login are remembered.
const MOST_STEPS: usize = 200;

/// How many bytes they may have.
const MOST_BYTES: usize = 4 * 1024 * 1024;

/// How a login ended.
pub(super) type Ended = Result<Granting, Fault>;

/// Who wants a login.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Owner {
    /// A face, which asked for it.
    Face,
    /// A session, whose server wants it.
    Session,
}

/// Why nobody wants a login any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum GivenUp {
    /// Another one was begun instead, for another place to come back to.
    Replaced,
    /// Somebody logged out.
    LoggedOut,
}

impl GivenUp {
    /// The same in a sentence.
    pub(super) fn why(self) -> &'static str {
        match self {
            GivenUp::Replaced => "another login took the place of this one",
            GivenUp::LoggedOut => "somebody logged out while the login waited for its user",
        }
    }

    pub(super) fn fault(self) -> Fault {
        Fault::new(FaultCode::Cancelled, self.why())
    }
}

/// Where a login stands.
#[derive(Clone, Debug)]
pub(super) enum Stage {
    /// The authorization server is looked for.
    Preparing,
    /// The user is expected.
    Waiting {
        /// Where the user has to go.
        url: Arc<str>,
        /// Until when.
        until: Instant,
    },
    /// The user is back, or did not come.
    Settling,
    /// It has ended.
    Ended(Arc<Ended>),
}

/// One login.
#[derive(Debug)]
pub(super) struct Attempt {
    pub(super) server_id: String,
    pub(super) owner: Owner,
    pub(super) redirect_uri: String,
    history: History,
    stage: watch::Sender<Stage>,
    door: Mutex<Option<Door>>,
    steps: Mutex<Steps>,
    given_up: watch::Sender<Option<GivenUp>>,
    /// Whether somebody waits for its user.
    is_awaited: watch::Sender<bool>,
    /// What the user came back with instead of a code.
    refused_with: Mutex<Option<String>>,
    /// Somebody came with another state, and that was told.
    had_stranger: AtomicBool,
}

/// Somebody waits for the user of a login, until this is dropped.
#[derive(Debug)]
pub(super) struct Awaited(Arc<Attempt>);

impl Drop for Awaited {
    fn drop(&mut self) {
        self.0.is_awaited.send_replace(false);
    }
}

/// Where the user comes in.
#[derive(Debug)]
struct Door {
    state: String,
    back: oneshot::Sender<Returned>,
}

#[derive(Debug, Default)]
struct Steps {
    kept: Vec<AuthStep>,
    bytes: usize,
    /// When the last one was made, in milliseconds since 1970.
    at_ms: u64,
}

impl Attempt {
    pub(super) fn new(owner: Owner, server_id: &str, redirect_uri: String, history: History) -> Self {
        history.app(Level::Info, "Login begins", json!({ "serverId": server_id }));
        Attempt {
            server_id: server_id.to_owned(),
            owner,
            redirect_uri,
            history,
            stage: watch::Sender::new(Stage::Preparing),
            door: Mutex::default(),
            steps: Mutex::default(),
            given_up: watch::Sender::new(None),
            is_awaited: watch::Sender::new(false),
            refused_with: Mutex::default(),
            had_stranger: AtomicBool::new(false),
        }
    }

    /// Has it be known that somebody waits for its user.
    pub(super) fn awaited(self: &Arc<Self>) -> Awaited {
        self.is_awaited.send_replace(true);
        Awaited(self.clone())
    }

    /// Resolves when somebody waits for its user, or when nobody does.
    pub(super) async fn is_awaited(&self, wanted: bool) {
        // It cannot fail: whoever waits here holds the sender.
        let _ = self.is_awaited.subscribe().wait_for(|is| *is == wanted).await;
    }

    pub(super) fn history(&self) -> &History {
        &self.history
    }

    pub(super) fn stage(&self) -> Stage {
        self.stage.borrow().clone()
    }

    /// Whether its user has not come back yet.
    pub(super) fn is_open(&self) -> bool {
        matches!(*self.stage.borrow(), Stage::Preparing | Stage::Waiting { .. })
            && self.given_up.borrow().is_none()
    }

    /// Whether its user was there, or will not come any more.
    pub(super) fn is_settling(&self) -> bool {
        matches!(*self.stage.borrow(), Stage::Settling)
    }

    /// Where it stands once that is more than getting ready: it waits, or has ended.
    pub(super) async fn decided(&self) -> Stage {
        self.reached(|stage| matches!(stage, Stage::Waiting { .. } | Stage::Ended(_))).await
    }

    /// How it ended, once it has.
    pub(super) async fn ended(&self) -> Arc<Ended> {
        match self.reached(|stage| matches!(stage, Stage::Ended(_))).await {
            Stage::Ended(ended) => ended,
            _ => Arc::new(Err(given_up())),
        }
    }

    async fn reached(&self, fits: impl FnMut(&Stage) -> bool) -> Stage {
        let mut stages = self.stage.subscribe();
        // It cannot fail: whoever waits here holds the sender.
        let reached = stages.wait_for(fits).await;
        reached.map_or(Stage::Settling, |stage| stage.clone())
    }

    /// Nobody wants it any more. One whose user is back goes on: what is granted must not be lost.
    pub(super) fn give_up(&self, why: GivenUp) {
        let mut door = self.door();
        if self.is_open() {
            door.take();
            self.given_up.send_replace(Some(why));
        }
    }

    /// Resolves when nobody wants it any more, with the reason.
    pub(super) async fn given_up(&self) -> GivenUp {
        // It cannot fail: whoever waits here holds the sender.
        let why = self.given_up.subscribe().wait_for(Option::is_some).await.ok().and_then(|why| *why);
        why.unwrap_or(GivenUp::Replaced)
    }

    /// Waits for the user from now on.
    pub(super) fn open_door(
        &self,
        url: &str,
        state: &str,
        patience: Duration,
    ) -> oneshot::Receiver<Returned> {
        let (back, returned) = oneshot::channel();
        *self.door() = Some(Door { state: state.to_owned(), back });
        self.stage.send_replace(Stage::Waiting { url: url.into(), until: Instant::now() + patience });
        returned
    }

    /// No longer waits for the user.
    pub(super) fn close_door(&self) {
        self.door().take();
        self.settle();
    }

    /// Whether this is the state it waits for. Takes as long for each text of that length.
    pub(super) fn waits_for(&self, state: &str) -> bool {
        self.door().as_ref().is_some_and(|door| door.state.as_bytes().ct_eq(state.as_bytes()).into())
    }

    /// Lets the user in who has this state, once. False when it was not the first time.
    pub(super) fn let_in(&self, state: &str, returned: Returned) -> bool {
        let mut door = self.door();
        let is_meant = |door: &mut Door| door.state.as_bytes().ct_eq(state.as_bytes()).into();
        let Some(Door { back, .. }) = door.take_if(is_meant) else { return false };
        self.refused_with.lock().unwrap_or_else(PoisonError::into_inner).clone_from(&returned.error);
        // Before the door is let go: who is in must not be given up.
        self.settle();
        drop(door);
        // Nobody hears it when time ran out at this very moment.
        back.send(returned).is_ok()
    }

    /// What the authorization server answered instead of a code.
    pub(super) fn refused_with(&self) -> Option<String> {
        self.refused_with.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Tells, once, that somebody came back with another state while its user is waited for. Nothing of what
    /// came is told: it may be anybody's.
    pub(super) fn note_stranger(&self) {
        let is_waiting = matches!(*self.stage.borrow(), Stage::Waiting { .. });
        if !is_waiting || self.had_stranger.swap(true, Ordering::Relaxed) {
            return;
        }
        let step = AuthStep::new(
            StepName::Redirect,
            StepOutcome::Warning,
            "somebody came back with another `state`, or none: that is not the answer which is waited for",
        );
        self.note(
            &step
                .by("OAuth 2.1 section 4.1.2")
                .wanted("the `state` that was sent", "another, or none")
                .advise("the authorization server must return `state` unchanged; if it does, the answer was that of another login"),
        );
    }

    fn settle(&self) {
        self.stage.send_if_modified(|stage| {
            let is_over = matches!(stage, Stage::Settling | Stage::Ended(_));
            if !is_over {
                *stage = Stage::Settling;
            }
            !is_over
        });
    }

    /// Remembers a step. Of a login with too many of them, the last ones are not.
    pub(super) fn note(&self, step: &AuthStep) {
        let mut steps = self.steps();
        let bytes = steps.bytes + step.size();
        if steps.kept.len() < MOST_STEPS && bytes <= MOST_BYTES {
            steps.bytes = bytes;
            steps.at_ms = now_ms();
            steps.kept.push(step.clone());
        }
    }

    /// Its steps so far.
    pub(super) fn noted(&self) -> Vec<AuthStep> {
        self.steps().kept.clone()
    }

    /// Its steps so far, and when the last one was made, in milliseconds since 1970.
    pub(super) fn noted_at(&self) -> (Vec<AuthStep>, u64) {
        let steps = self.steps();
        (steps.kept.clone(), steps.at_ms)
    }

    /// Ends it, once. False when it had ended before.
    pub(super) fn end(&self, ended: Ended) -> bool {
        self.door().take();
        let ended = Arc::new(ended);
        let is_first = self.stage.send_if_modified(|stage| {
            let is_first = !matches!(stage, Stage::Ended(_));
            if is_first {
                *stage = Stage::Ended(ended.clone());
            }
            is_first
        });
        if is_first {
            let id = &self.server_id;
            match &*ended {
                Ok(granting) => {
                    let data =
                        json!({ "serverId": id, "issuer": granting.issuer, "scopes": granting.scopes });
                    self.history.app(Level::Info, "Logged in", data);
                }
                Err(fault) => {
                    let data = json!({ "serverId": id, "code": fault.code, "hint": fault.hint });
                    self.history.app(Level::Warn, &format!("Login failed: {}", fault.message), data);
                }
            }
        }
        is_first
    }

    fn door(&self) -> MutexGuard<'_, Option<Door>> {
        self.door.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn steps(&self) -> MutexGuard<'_, Steps> {
        self.steps.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Ends a login when dropped, so that none waits for ever because of a defect.
pub(super) struct Ending {
    logins: Logins,
    attempt: Arc<Attempt>,
}

impl Ending {
    pub(super) fn new(logins: Logins, attempt: Arc<Attempt>) -> Self {
        Ending { logins, attempt }
    }

    /// Where tokens are kept.
    pub(super) fn store(&self) -> &Store {
        self.logins.store()
    }

    pub(super) fn end(self, ended: Ended) {
        self.logins.end(&self.attempt, ended);
    }
}

impl Drop for Ending {
    fn drop(&mut self) {
        if !matches!(self.attempt.stage(), Stage::Ended(_)) {
            self.logins.end(&self.attempt, Err(given_up()));
        }
    }
}

fn given_up() -> Fault {
    Fault::new(FaultCode::Cancelled, "the login was given up").with_hint("log in again")
}
