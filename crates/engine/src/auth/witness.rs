//! Who watches a login: the log of a session, or someone who runs one outside of any session.

use mcp_inspector_core::auth::AuthStep;
use std::future::Future;
use std::pin::Pin;
use std::sync::{Mutex, PoisonError};
use tokio::sync::OwnedMutexGuard;

/// Something that will be done.
pub type Promise<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// What there is to see of a login.
#[derive(Debug)]
pub(crate) enum Seen {
    /// A step was made.
    Step(Box<AuthStep>),
    /// A secret is going to be used. It must be known before anything can show it.
    Secret(String),
    /// A login begins: what waits for it has all the time in the world.
    Hold,
    /// It is over.
    Release,
}

/// Who watches a login.
pub(crate) trait Witness: Send + Sync {
    fn see(&self, seen: Seen) -> Promise<'_, ()>;

    /// Sees [`Seen::Release`] when there is room for it, and lets go of the turn only then.
    fn release_later(&self, turn: OwnedMutexGuard<()>) {
        drop(turn);
    }
}

impl dyn Witness + '_ {
    pub(crate) async fn step(&self, step: AuthStep) {
        self.see(Seen::Step(Box::new(step))).await;
    }

    pub(crate) async fn secret(&self, secret: &str) {
        self.see(Seen::Secret(secret.to_owned())).await;
    }
}

/// Keeps the steps it sees, and tells them to someone at once.
pub(crate) struct Notebook<'a> {
    steps: Mutex<Vec<AuthStep>>,
    tell: &'a (dyn Fn(&AuthStep) + Send + Sync),
}

impl<'a> Notebook<'a> {
    pub(crate) fn new(tell: &'a (dyn Fn(&AuthStep) + Send + Sync)) -> Self {
        Notebook { steps: Mutex::default(), tell }
    }

    pub(crate) fn steps(self) -> Vec<AuthStep> {
        self.steps.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Witness for Notebook<'_> {
    fn see(&self, seen: Seen) -> Promise<'_, ()> {
        if let Seen::Step(step) = seen {
            (self.tell)(&step);
            self.steps.lock().unwrap_or_else(PoisonError::into_inner).push(*step);
        }
        Box::pin(std::future::ready(()))
    }
}
