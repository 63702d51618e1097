//! Calls that the server turned into tasks, followed to their end.
//!
//! There are two designs. In 2025-11-25 the caller asks for a task, looks at it
//! with `tasks/get` and fetches its result with `tasks/result`; questions come
//! as requests of the server. In the extension of 2026-07-28 the server decides,
//! and `tasks/get` brings questions, result and error; answers go with
//! `tasks/update`. In both, a call that is taken back is ended with `tasks/cancel`.

use super::Peer;
use super::effect::Effect;
use super::following::{Design, Followed, Step};
use super::inbound::INTERNAL_ERROR;
use super::outbox::{Opening, Origin};
use super::queue::{Waiting, Work};
use crate::brief::brief;
use crate::command::{CallKey, Outcome};
use crate::compose;
use crate::entry::{EntryKind, Note};
use crate::fault::{Fault, FaultCode};
use crate::message::{Reply, RpcError};
use crate::raw::Raw;
use crate::stamp::At;
use serde_json::json;
use std::collections::BTreeSet;
use std::time::Duration;

/// The shortest pause between two looks at a task, whatever the server says.
const SHORTEST_PAUSE: Duration = Duration::from_millis(100);

/// The longest.
const LONGEST_PAUSE: Duration = Duration::from_secs(60);

/// How long the result of a task is waited for: a task may take its time.
const RESULT_TIMEOUT: Duration = Duration::from_secs(24 * 60 * 60);

/// How often in a row a look at a task may bring nothing.
const MOST_MISSES: u32 = 3;

/// The longest name of a task that is followed.
const LONGEST_NAME: usize = 4096;

impl Peer {
    /// The server made a task of a call.
    pub(super) fn follow(
        &mut self,
        now: At,
        id: i64,
        waiting: Waiting,
        design: Design,
        task: &Raw,
        out: &mut Vec<Effect>,
    ) {
        let key = waiting.key;
        let name = task.text_member("taskId").filter(|name| name.len() <= LONGEST_NAME);
        let Some(name) = name else {
            let method = waiting.work.method().to_owned();
            let fault = Fault::new(FaultCode::InvalidResponse, "the server made a task without a `taskId`")
                .for_method(&method);
            self.settle_sent(key, Some(id), &method, Outcome::Lost(fault), out);
            return self.pump(now, out);
        };
        let until = match &waiting.work {
            Work::Call { request, .. } => request.options.timeout.map(|timeout| now.plus(timeout)),
            Work::List { .. } => None,
        };
        let followed = Followed {
            waiting,
            id,
            name,
            design,
            status: String::new(),
            pause: self.config.poll_interval,
            look_at: None,
            misses: 0,
            until,
            is_fetching: false,
            asked: BTreeSet::new(),
        };
        self.following.by_call.insert(key, followed);
        // Others need not wait for it.
        self.queue.released();
        self.task_news(now, key, task, out);
        self.pump(now, out);
    }

    /// The server says how a task stands.
    fn task_news(&mut self, now: At, key: CallKey, task: &Raw, out: &mut Vec<Effect>) {
        let Some(followed) = self.following.by_call.get_mut(&key) else { return };
        let status = task.text_member("status").unwrap_or_default();
        let pause = ["pollIntervalMs", "pollInterval"].iter().find_map(|name| task.member(name));
        if let Some(millis) = pause.and_then(|pause| pause.read::<f64>().ok()).filter(|pause| *pause >= 0.0) {
            followed.pause = Duration::try_from_secs_f64(millis / 1000.0).unwrap_or(LONGEST_PAUSE);
        }
        followed.pause = followed.pause.clamp(SHORTEST_PAUSE, LONGEST_PAUSE);
        if followed.status != status {
            followed.status = brief(&status);
            let note = Note::Task { task: brief(&followed.name), status: followed.status.clone() };
            out.push(Effect::Log(EntryKind::Note(note)));
        }
        followed.misses = 0;
        if followed.is_fetching {
            return;
        }
        followed.look_at = Some(now.plus(followed.pause));
        let (design, id) = (followed.design, followed.id);
        match (design, status.as_str()) {
            (Design::Core, "completed" | "failed" | "cancelled" | "input_required") => {
                // While the server waits for input it asks on the stream of this request.
                followed.look_at = None;
                followed.is_fetching = true;
                self.task_step(now, key, Step::Fetch, None, out);
            }
            (Design::Extension, "completed") => {
                let outcome = match task.member("result") {
                    Some(result) => Outcome::Answered(result.detached()),
                    None => Outcome::Lost(bare("completed", "result")),
                };
                self.end_task(now, key, outcome, out);
            }
            (Design::Extension, "failed") => {
                let outcome = match task.member("error") {
                    Some(error) => Outcome::Refused(RpcError::from_raw(error.detached())),
                    None => Outcome::Lost(bare("failed", "error")),
                };
                self.end_task(now, key, outcome, out);
            }
            (Design::Extension, "cancelled") => {
                let why = task.text_member("statusMessage");
                let reason = format!("by the server: {}", why.as_deref().unwrap_or("no reason given"));
                self.end_task(now, key, Outcome::Cancelled { reason }, out);
            }
            (Design::Extension, "input_required") => match self.ask_for_task(now, key, id, task, out) {
                // It is looked at again once the answers are sent.
                Ok(true) => {
                    if self.rounds.has(key)
                        && let Some(followed) = self.following.by_call.get_mut(&key)
                    {
                        followed.look_at = None;
                    }
                }
                Ok(false) => {}
                Err(why) => {
                    let message = format!("the task wants input, but {why}");
                    let outcome = Outcome::Lost(Fault::new(FaultCode::InvalidResponse, message));
                    self.end_task(now, key, outcome, out);
                }
            },
            _ => {}
        }
    }

    fn task_step(
        &mut self,
        now: At,
        key: CallKey,
        step: Step,
        responses: Option<&Raw>,
        out: &mut Vec<Effect>,
    ) {
        let Some(followed) = self.following.by_call.get(&key) else { return };
        let (method, idle) = match step {
            Step::Look => ("tasks/get", self.config.request_timeout),
            Step::Fetch => ("tasks/result", RESULT_TIMEOUT),
            Step::Update => ("tasks/update", self.config.request_timeout),
        };
        let params = Raw::of(&json!({ "taskId": followed.name }));
        let responses: Vec<(&str, Raw)> =
            responses.map(|responses| ("inputResponses", responses.clone())).into_iter().collect();
        let params = compose::with_members(Some(&params), &responses);
        let opening = Opening {
            origin: Origin::Task { key, step },
            method: method.into(),
            params: Some(&params),
            progress: false,
            idle,
            total: None,
            strays: self.strays,
        };
        self.open_call(now, opening, out);
    }

    /// All questions of a task are answered.
    pub(super) fn update_task(&mut self, now: At, key: CallKey, responses: &Raw, out: &mut Vec<Effect>) {
        self.task_step(now, key, Step::Update, Some(responses), out);
    }

    /// The server answered something about a task.
    pub(super) fn on_task_reply(
        &mut self,
        now: At,
        key: CallKey,
        step: Step,
        reply: &Reply,
        out: &mut Vec<Effect>,
    ) {
        match (step, reply) {
            (_, Reply::Error(error)) => {
                self.on_task_missed(now, key, step, Outcome::Refused(error.clone()), out);
            }
            (Step::Look, Reply::Result(task)) => self.task_news(now, key, task, out),
            (Step::Fetch, Reply::Result(result)) => {
                self.end_task(now, key, Outcome::Answered(result.clone()), out);
            }
            (Step::Update, Reply::Result(_)) => {
                if let Some(followed) = self.following.by_call.get_mut(&key) {
                    followed.look_at = Some(now.plus(SHORTEST_PAUSE));
                }
            }
        }
    }

    /// A question about a task got no answer. A look can be repeated: the task goes on meanwhile.
    pub(super) fn on_task_missed(
        &mut self,
        now: At,
        key: CallKey,
        step: Step,
        outcome: Outcome,
        out: &mut Vec<Effect>,
    ) {
        let can_help = match &outcome {
            Outcome::Lost(fault) | Outcome::Expired(fault) => fault.code.is_retryable(),
            // The server may have had a bad moment.
            Outcome::Refused(error) => error.code == Some(INTERNAL_ERROR),
            _ => false,
        };
        if let Some(followed) = self.following.by_call.get_mut(&key)
            && step == Step::Look
            && can_help
            && followed.misses < MOST_MISSES
        {
            followed.misses += 1;
            followed.look_at = Some(now.plus(followed.pause * (1 << followed.misses)));
            return;
        }
        self.end_task(now, key, outcome, out);
    }

    /// The server tells by itself how a task stands.
    pub(super) fn on_task_notice(&mut self, now: At, task: Option<&Raw>, out: &mut Vec<Effect>) {
        let Some(task) = task else { return };
        let Some(name) = task.text_member("taskId") else { return };
        let key = self.following.by_call.iter().find(|(_, known)| known.name == name).map(|(key, _)| *key);
        let status = task.text_member("status");
        let is_over = matches!(status.as_deref(), Some("completed" | "failed" | "cancelled"));
        if let Some(key) = key
            && (is_over || !self.rounds.has(key))
        {
            self.task_news(now, key, task, out);
        }
    }

    /// Looks at the tasks whose time has come.
    pub(super) fn look_at_tasks(&mut self, now: At, out: &mut Vec<Effect>) {
        let over = |task: &Followed| task.until.is_some_and(|until| until <= now);
        let keys: Vec<CallKey> =
            self.following.by_call.iter().filter(|(_, task)| over(task)).map(|(key, _)| *key).collect();
        for key in keys {
            let fault = Fault::new(FaultCode::RequestTimeout, "the task was not done in time")
                .with_hint("ask for more time, or look after the task yourself (`detached`)");
            self.leave_task(now, key, Outcome::Expired(fault), out);
        }
        let due = |task: &Followed| task.look_at.is_some_and(|at| at <= now);
        let keys: Vec<CallKey> =
            self.following.by_call.iter().filter(|(_, task)| due(task)).map(|(key, _)| *key).collect();
        for key in keys {
            if let Some(followed) = self.following.by_call.get_mut(&key) {
                followed.look_at = None;
            }
            self.task_step(now, key, Step::Look, None, out);
        }
    }

    /// A call is over, and with it the interest in its task.
    pub(super) fn end_task(&mut self, now: At, key: CallKey, outcome: Outcome, out: &mut Vec<Effect>) {
        let Some(followed) = self.following.by_call.remove(&key) else { return };
        self.rounds.forget(key);
        for ask in self.asks.of_call(key) {
            out.push(super::inbound::ask_ended(ask, crate::entry::AskEnd::Withdrawn));
        }
        self.drop_call_of(now, |origin| matches!(origin, Origin::Task { key: of, .. } if *of == key), out);
        self.settle_resting(key, followed.id, followed.waiting.work.method(), outcome, out);
    }

    /// The caller no longer wants the call: the server is told. False when the call is no task.
    pub(super) fn leave_task(
        &mut self,
        now: At,
        key: CallKey,
        outcome: Outcome,
        out: &mut Vec<Effect>,
    ) -> bool {
        let Some(followed) = self.following.by_call.get(&key) else { return false };
        let params = Raw::of(&json!({ "taskId": followed.name }));
        let can_cancel = self.unfit("tasks/cancel").is_none();
        self.end_task(now, key, outcome, out);
        if can_cancel {
            let opening = Opening {
                origin: Origin::Ignored,
                method: "tasks/cancel".into(),
                params: Some(&params),
                progress: false,
                idle: self.config.request_timeout,
                total: None,
                strays: self.strays,
            };
            self.open_call(now, opening, out);
        }
        true
    }
}

/// Whether a call asks for a task in the way of 2025-11-25.
pub(super) fn wants_task(work: &Work) -> bool {
    match work {
        Work::Call { request, .. } => {
            request.params.as_ref().is_some_and(|params| params.member("task").is_some())
        }
        Work::List { .. } => false,
    }
}

fn bare(status: &str, member: &str) -> Fault {
    Fault::new(FaultCode::InvalidResponse, format!("the task is {status} and has no `{member}`"))
        .for_method("tasks/get")
}
