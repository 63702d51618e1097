//! Who watches a login: the log of a session, or someone who runs one outside of any session.

use crate::driver::Mask;
use mcp_inspector_core::auth::{AuthStep, StepName};
use mcp_inspector_core::fault::Fault;
use mcp_inspector_core::redact::Redactor;
use mcp_inspector_core::target::Http;
use std::future::Future;
use std::pin::Pin;
use std::sync::{Mutex, MutexGuard, PoisonError};
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

    /// Whether a walk is to go on to a step, which has not been made yet.
    fn goes_on_to(&self, _step: StepName) -> bool {
        true
    }

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

    /// Whoever is asked may repeat what is kept, also where it is not used.
    pub(crate) async fn secrets(&self, secrets: &[String]) {
        for secret in secrets {
            self.secret(secret).await;
        }
    }
}

/// How many steps are kept.
const MOST_STEPS: usize = 500;

/// Keeps the steps it sees without the secrets in them, and tells them to someone at once.
pub(crate) struct Notebook<'a> {
    steps: Mutex<Vec<AuthStep>>,
    mask: Mutex<Mask>,
    tell: &'a (dyn Fn(&AuthStep) + Send + Sync),
    /// The last step that is to be made.
    until: Option<StepName>,
}

impl<'a> Notebook<'a> {
    pub(crate) fn new(http: &Http, tell: &'a (dyn Fn(&AuthStep) + Send + Sync)) -> Self {
        let mask = Mutex::new(Mask::new(Redactor::for_http(http)));
        Notebook { steps: Mutex::default(), mask, tell, until: None }
    }

    /// The same for a walk that ends after a step.
    pub(crate) fn until(mut self, last: Option<StepName>) -> Self {
        self.until = last;
        self
    }

    pub(crate) fn steps(self) -> Vec<AuthStep> {
        self.steps.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    /// A fault without the secrets that were seen.
    pub(crate) fn masked(&self, fault: Fault) -> Fault {
        self.mask().apply(fault)
    }

    fn mask(&self) -> MutexGuard<'_, Mask> {
        self.mask.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn note(&self, step: AuthStep) {
        let step = self.mask().step(step);
        (self.tell)(&step);
        let mut steps = self.steps.lock().unwrap_or_else(PoisonError::into_inner);
        if steps.len() < MOST_STEPS {
            steps.push(step);
        }
    }
}

impl Witness for Notebook<'_> {
    fn see(&self, seen: Seen) -> Promise<'_, ()> {
        match seen {
            Seen::Step(step) => self.note(*step),
            Seen::Secret(secret) => self.mask().learn(&secret),
            Seen::Hold | Seen::Release => {}
        }
        Box::pin(std::future::ready(()))
    }

    fn goes_on_to(&self, step: StepName) -> bool {
        self.until.is_none_or(|last| step <= last)
    }
}
