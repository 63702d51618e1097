//! Calls that faces made: written to the history, followed to their end, and remembered for a while.

use super::held::Held;
use crate::history::{End, RequestLine};
use crate::{Backend, Problem};
use mcp_inspector_engine::core::command::CallKey;
use mcp_inspector_engine::{CallRequest, Fault, FaultCode, Outcome, Raw};
use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::{oneshot, watch};

/// How many ended calls of one session are remembered.
const MOST_ENDED: usize = 1000;

/// How many bytes their outcomes may have. The newest one is remembered whatever its size; answers that are forgotten
/// are read from the log.
const MOST_BYTES: usize = 16 * 1024 * 1024;

/// To mask and write a result of more bytes takes so long that others must not wait for it.
const LARGE: usize = 1024 * 1024;

/// The calls that faces made in one session.
#[derive(Debug)]
pub(crate) struct Calls {
    state: Mutex<State>,
    /// Counts those that have ended. The log has an answer before its call has ended here, so a tab that heard only of
    /// the log would ask too early.
    ends: watch::Sender<u64>,
}

impl Default for Calls {
    fn default() -> Self {
        Calls { state: Mutex::default(), ends: watch::Sender::new(0) }
    }
}

#[derive(Debug, Default)]
struct State {
    running: HashMap<CallKey, Running>,
    ended: VecDeque<Arc<Ended>>,
    bytes: usize,
}

/// A call that has not ended.
#[derive(Clone, Debug)]
pub(crate) struct Running {
    pub(crate) call: CallKey,
    pub(crate) method: Arc<str>,
    pub(crate) since: Instant,
    end: watch::Receiver<Option<Arc<Ended>>>,
}

/// A call that has ended.
#[derive(Debug)]
pub(crate) struct Ended {
    pub(crate) call: CallKey,
    pub(crate) method: Arc<str>,
    pub(crate) outcome: Outcome,
    pub(crate) took: Duration,
}

/// What is known about a call.
#[derive(Debug)]
pub(crate) enum Known {
    Running(Running),
    Ended(Arc<Ended>),
}

impl Running {
    /// Waits for its end. Whoever does not wait does not end it.
    pub(crate) async fn ended(mut self) -> Result<Arc<Ended>, Problem> {
        let told = self.end.wait_for(Option::is_some).await.ok().and_then(|ended| ended.clone());
        told.ok_or_else(|| Problem::from(over()))
    }
}

impl Calls {
    /// What is known about a call.
    pub(crate) fn known(&self, call: CallKey) -> Option<Known> {
        let state = self.state();
        let ended = || state.ended.iter().rev().find(|ended| ended.call == call).cloned();
        state.running.get(&call).cloned().map(Known::Running).or_else(|| ended().map(Known::Ended))
    }

    /// Counts up whenever a call has ended and can be asked for.
    pub(super) fn ends(&self) -> watch::Receiver<u64> {
        self.ends.subscribe()
    }

    fn begin(&self, running: Running) {
        self.state().running.insert(running.call, running);
    }

    fn end(&self, ended: Arc<Ended>) {
        let mut state = self.state();
        state.running.remove(&ended.call);
        state.bytes += ended.bytes();
        state.ended.push_back(ended);
        while state.ended.len() > 1 && (state.ended.len() > MOST_ENDED || state.bytes > MOST_BYTES) {
            let oldest = if state.ended.len() > MOST_ENDED { Some(0) } else { state.oldest_answer() };
            let forgotten = state.ended.remove(oldest.unwrap_or_default()).map_or(0, |ended| ended.bytes());
            state.bytes -= forgotten;
        }
        drop(state);
        self.ends.send_modify(|ends| *ends += 1);
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // Whoever panicked has not left it half changed.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// The oldest call that was answered. The log has answers, but little about how others ended.
    fn oldest_answer(&self) -> Option<usize> {
        let older = self.ended.iter().take(self.ended.len() - 1);
        older.into_iter().position(|ended| ended.has_answer())
    }
}

impl Ended {
    fn has_answer(&self) -> bool {
        matches!(self.outcome, Outcome::Answered(_) | Outcome::Refused(_))
    }

    /// About how many bytes it keeps.
    fn bytes(&self) -> usize {
        const FIXED: usize = 512;
        FIXED
            + match &self.outcome {
                Outcome::Answered(result) => result.as_str().len(),
                Outcome::Refused(error) => 2 * error.raw.as_str().len(),
                Outcome::Cancelled { reason } => reason.len(),
                Outcome::Expired(fault) | Outcome::Lost(fault) => fault.message.len(),
            }
    }

    /// The result, or the problem that stands for every other outcome.
    pub(crate) fn result(&self) -> Result<Raw, Problem> {
        self.outcome.clone().into_result(&self.method).map_err(Problem::from)
    }
}

impl Held {
    /// Makes a call, which goes on whether or not anyone waits for it.
    pub(crate) async fn call(
        self: &Arc<Self>,
        backend: &Backend,
        request: CallRequest,
    ) -> Result<Running, Problem> {
        self.writable()?;
        let (begun, running) = oneshot::channel();
        tokio::spawn(follow(self.clone(), backend.clone(), request, begun));
        running.await.map_err(|_| Problem::from(over()))
    }

    /// Makes a call and waits for its result.
    pub(crate) async fn result(
        self: &Arc<Self>,
        backend: &Backend,
        request: CallRequest,
    ) -> Result<Raw, Problem> {
        self.call(backend, request).await?.ended().await?.result()
    }

    /// Writes to the history that something is about to be asked of the server. Returns the id that
    /// links it with its end.
    pub(crate) fn write_request(&self, backend: &Backend, method: &str, params: Option<&Raw>) -> String {
        let request_id = uuid::Uuid::new_v4().to_string();
        let line = RequestLine { request_id: &request_id, server_id: self.history_id(), method, params };
        backend.history().request(line, &self.secrets.0);
        request_id
    }

    /// Writes to the history how it ended.
    pub(crate) fn write_end(&self, backend: &Backend, request_id: &str, end: End<'_>, took: Duration) {
        if self.may_log_in {
            backend.logins().hide_tokens(backend.history());
        }
        backend.history().response(request_id, end, took, &self.secrets.0);
    }
}

/// Follows a call to its end. The history has the end before anyone hears of it.
async fn follow(held: Arc<Held>, backend: Backend, request: CallRequest, begun: oneshot::Sender<Running>) {
    let mut gone = held.gone.subscribe();
    let method = request.method.clone();
    let request_id = held.write_request(&backend, &method, request.params.as_ref());
    let since = Instant::now();
    let mut pending = held.session.request(request).await;
    let call = pending.key();
    let (told, end) = watch::channel(None);
    let running = Running { call, method: method.clone(), since, end };
    held.calls.begin(running.clone());
    // Nobody waits when whoever made the call is gone; the call goes on.
    let _ = begun.send(running);
    let outcome = tokio::select! {
        biased;
        outcome = pending.ended() => outcome,
        () = Held::until_gone(&mut gone) => Outcome::Lost(over()),
    };
    let took = since.elapsed();
    match &outcome {
        Outcome::Answered(result) if result.bytes().len() > LARGE => {
            let (held, backend, result) = (held.clone(), backend.clone(), result.clone());
            let write = move || held.write_end(&backend, &request_id, End::Result(&result), took);
            // It fails only when the backend ends, and then nobody hears of the end of the call either.
            let _ = tokio::task::spawn_blocking(write).await;
        }
        Outcome::Answered(result) => held.write_end(&backend, &request_id, End::Result(result), took),
        Outcome::Refused(error) => held.write_end(&backend, &request_id, End::Error(error), took),
        other => {
            let fault = other.clone().into_result(&method).err().unwrap_or_else(over);
            held.write_end(&backend, &request_id, End::Fault(&fault), took);
        }
    }
    let ended = Arc::new(Ended { call, method, outcome, took });
    held.calls.end(ended.clone());
    told.send_replace(Some(ended));
}

fn over() -> Fault {
    Fault::new(FaultCode::Shutdown, "the session is over")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_hears_of_an_end_can_ask_for_it() {
        let calls = Calls::default();
        let ends = calls.ends();
        assert!(!ends.has_changed().unwrap());
        calls.end(ended(7, 10));
        assert!(ends.has_changed().unwrap());
        assert!(matches!(calls.known(CallKey(7)), Some(Known::Ended(_))));
    }

    fn ended(call: u64, bytes: usize) -> Arc<Ended> {
        let outcome = Outcome::Answered(Raw::of(&"x".repeat(bytes)));
        Arc::new(Ended { call: CallKey(call), method: "m".into(), outcome, took: Duration::ZERO })
    }

    #[test]
    fn the_oldest_outcomes_are_forgotten_and_the_newest_is_kept() {
        let calls = Calls::default();
        for call in 0..2000 {
            calls.end(ended(call, 10));
        }
        assert!(calls.known(CallKey(999)).is_none());
        assert!(matches!(calls.known(CallKey(1000)), Some(Known::Ended(_))));
        calls.end(ended(2000, MOST_BYTES));
        assert!(calls.known(CallKey(1999)).is_none());
        assert!(calls.known(CallKey(2000)).is_some());
        calls.end(ended(2001, 10));
        assert!(calls.known(CallKey(2000)).is_none(), "the large one makes room");
        let state = calls.state();
        assert_eq!(state.bytes, state.ended[0].bytes());
    }
}
