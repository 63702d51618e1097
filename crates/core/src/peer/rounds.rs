//! Results that ask for input: they become asks, and when all are answered the
//! call is sent again, with the answers and with the server's state byte for byte.
//!
//! The questions of a task (`tasks.rs`) go the same way; their answers are sent
//! with `tasks/update`.

use super::Peer;
use super::asks::Ask;
use super::effect::Effect;
use super::inbound::{ASKABLE, Handling, ask_ended};
use super::queue::{Inputs, Waiting, Work};
use crate::command::{Answer, CallKey, Outcome};
use crate::compose;
use crate::entry::{AskChange, AskEnd, EntryKind, Note};
use crate::fault::{Fault, FaultCode};
use crate::message::RequestId;
use crate::raw::Raw;
use crate::stamp::At;
use serde_json::json;
use std::collections::BTreeMap;
use std::time::Duration;

/// How many questions one result may have.
const MOST_QUESTIONS: usize = 64;

/// How long to wait before a call whose result only has a state is sent again, the first time.
const SHORTEST_PAUSE: Duration = Duration::from_millis(250);

/// How long at most.
const LONGEST_PAUSE: Duration = Duration::from_secs(5);

/// What happens when all questions are answered.
#[derive(Clone, Debug)]
pub(super) enum Then {
    /// The call is sent again.
    SendAgain { waiting: Waiting, state: Option<Raw> },
    /// The task is told.
    UpdateTask,
}

/// Questions of one result.
#[derive(Clone, Debug)]
pub(super) struct Round {
    /// The id of the request whose result asks.
    id: i64,
    then: Then,
    answers: Vec<(String, Raw)>,
    /// How many are still open.
    open: usize,
    /// When to go on, if there is nothing to wait for but time.
    resume_at: Option<At>,
}

/// Calls that wait for answers.
#[derive(Clone, Debug, Default)]
pub(super) struct Rounds {
    by_call: BTreeMap<CallKey, Round>,
}

impl Rounds {
    pub(super) fn deadline(&self) -> Option<At> {
        self.by_call.values().filter_map(|round| round.resume_at).min()
    }

    pub(super) fn len(&self) -> usize {
        self.by_call.len()
    }

    pub(super) fn has(&self, key: CallKey) -> bool {
        self.by_call.contains_key(&key)
    }

    /// The call that is sent again when the round is over.
    pub(super) fn waiting(&self, key: CallKey) -> Option<&Waiting> {
        match &self.by_call.get(&key)?.then {
            Then::SendAgain { waiting, .. } => Some(waiting),
            Then::UpdateTask => None,
        }
    }

    pub(super) fn forget(&mut self, key: CallKey) {
        self.by_call.remove(&key);
    }

    /// Ends all; those whose calls end with them are returned.
    pub(super) fn drain(&mut self) -> Vec<(i64, Waiting)> {
        std::mem::take(&mut self.by_call).into_values().filter_map(Round::into_waiting).collect()
    }
}

impl Round {
    /// The call that is not in flight while the round goes on.
    fn into_waiting(self) -> Option<(i64, Waiting)> {
        match self.then {
            Then::SendAgain { waiting, .. } => Some((self.id, waiting)),
            Then::UpdateTask => None,
        }
    }
}

/// One question, as it stands in a result.
struct Question {
    name: String,
    method: String,
    params: Option<Raw>,
}

impl Peer {
    /// The result of a call asks for input.
    pub(super) fn begin_round(
        &mut self,
        now: At,
        id: i64,
        waiting: Waiting,
        result: &Raw,
        out: &mut Vec<Effect>,
    ) {
        let key = waiting.key;
        let mut waiting = waiting;
        let method = waiting.work.method().to_owned();
        let rounds = match &mut waiting.work {
            Work::Call { rounds, .. } => {
                *rounds += 1;
                *rounds
            }
            Work::List { .. } => 1,
        };
        let state = result.member("requestState").filter(|state| state.as_str() != "null");
        let questions = match questions(result) {
            Ok(questions) if questions.is_empty() && state.is_none() => {
                Err("it has neither `inputRequests` nor `requestState`".to_owned())
            }
            _ if rounds > self.config.round_limit => {
                Err(format!("it asked for input more than {} times", self.config.round_limit))
            }
            questions => questions,
        };
        let questions = match questions {
            Ok(questions) => questions,
            Err(why) => return self.settle_bad_round(now, key, id, &method, &why, out),
        };
        out.push(Effect::Log(EntryKind::Note(Note::InputRequired {
            id,
            round: rounds,
            asks: questions.len(),
        })));
        let is_pause = questions.is_empty();
        let then = Then::SendAgain { waiting, state: state.map(|state| state.detached()) };
        if let Err(why) = self.pose(now, key, id, then, questions, out) {
            return self.settle_bad_round(now, key, id, &method, &why, out);
        }
        if is_pause && let Some(round) = self.rounds.by_call.get_mut(&key) {
            let pause = SHORTEST_PAUSE.saturating_mul(1 << (rounds - 1).min(8)).min(LONGEST_PAUSE);
            round.resume_at = Some(now.plus(pause));
            return;
        }
        self.resume_if_answered(now, key, out);
    }

    /// Questions of a task. Those that were asked before are not asked again.
    pub(super) fn ask_for_task(
        &mut self,
        now: At,
        key: CallKey,
        id: i64,
        task: &Raw,
        out: &mut Vec<Effect>,
    ) -> Result<bool, String> {
        let mut questions = questions(task)?;
        questions.retain(|question| !self.following.was_asked(key, &question.name));
        if questions.is_empty() {
            return Ok(false);
        }
        for question in &questions {
            if !self.following.asked(key, question.name.clone()) {
                return Err("it has asked too many questions".to_owned());
            }
        }
        self.pose(now, key, id, Then::UpdateTask, questions, out)?;
        self.resume_if_answered(now, key, out);
        Ok(true)
    }

    /// Opens the asks of a round; what can be answered at once is.
    fn pose(
        &mut self,
        now: At,
        key: CallKey,
        id: i64,
        then: Then,
        questions: Vec<Question>,
        out: &mut Vec<Effect>,
    ) -> Result<(), String> {
        let mut answers = Vec::new();
        let mut pending = Vec::new();
        for question in questions {
            if !ASKABLE.contains(&question.method.as_str()) {
                return Err(format!("it asks for `{}`, which is no input", question.method));
            }
            match self.handling(&question.method, question.params.as_ref()) {
                Handling::Now(Answer::Result(result)) => answers.push((question.name, result)),
                Handling::Now(Answer::Error(error)) => {
                    return Err(format!("it asks for `{}`: {}", question.method, error.message));
                }
                Handling::Pending => pending.push(question),
            }
        }
        let open = pending.len();
        self.rounds.by_call.insert(key, Round { id, then, answers, open, resume_at: None });
        let expires = now.plus(self.config.ask_timeout);
        for question in pending {
            let request = RequestId::Text(question.name);
            let params = question.params.as_ref().map(Raw::detached);
            let ask = self.asks.open(request, question.method, params, Some(key), now, expires);
            out.push(Effect::Log(EntryKind::Ask(AskChange::Opened {
                id: ask.id,
                request: ask.request.clone(),
                method: ask.method.clone(),
                call: Some(id),
                expires,
            })));
            out.push(Effect::Ask(ask));
        }
        Ok(())
    }

    /// An ask of a round ended.
    pub(super) fn round_answered(
        &mut self,
        now: At,
        key: CallKey,
        ask: &Ask,
        answer: Result<&Answer, Fault>,
        out: &mut Vec<Effect>,
    ) {
        let Some(round) = self.rounds.by_call.get_mut(&key) else { return };
        let RequestId::Text(name) = &ask.request else { return };
        let is_elicitation = ask.method == "elicitation/create";
        let result = match answer {
            Ok(Answer::Result(result)) => result.clone(),
            // Only an elicitation can be refused on the wire.
            Ok(Answer::Error(_)) | Err(_) if is_elicitation => Raw::of(&json!({ "action": "cancel" })),
            Ok(Answer::Error(error)) => {
                let reason = format!("the server asked for `{}`, which was refused: {error}", ask.method);
                self.give_up(now, key, Outcome::Cancelled { reason }, out);
                return;
            }
            Err(fault) => {
                self.give_up(now, key, Outcome::Expired(fault), out);
                return;
            }
        };
        round.answers.push((name.clone(), result));
        round.open = round.open.saturating_sub(1);
        self.resume_if_answered(now, key, out);
    }

    fn resume_if_answered(&mut self, now: At, key: CallKey, out: &mut Vec<Effect>) {
        if self.rounds.by_call.get(&key).is_none_or(|round| round.open > 0) {
            return;
        }
        let Some(round) = self.rounds.by_call.remove(&key) else { return };
        let members: Vec<(&str, Raw)> =
            round.answers.iter().map(|(name, answer)| (name.as_str(), answer.clone())).collect();
        let responses = compose::with_members(None, &members);
        match round.then {
            Then::SendAgain { mut waiting, state } => {
                if let Work::Call { inputs, .. } = &mut waiting.work {
                    let responses = (!members.is_empty()).then_some(responses);
                    *inputs = Some(Box::new(Inputs { responses, state }));
                }
                self.start(now, waiting, out);
            }
            Then::UpdateTask => self.update_task(now, key, &responses, out),
        }
    }

    /// Rounds that only waited for time to pass.
    pub(super) fn resume_rounds(&mut self, now: At, out: &mut Vec<Effect>) {
        let due = |round: &Round| round.resume_at.is_some_and(|at| at <= now);
        let keys: Vec<CallKey> =
            self.rounds.by_call.iter().filter(|(_, round)| due(round)).map(|(key, _)| *key).collect();
        for key in keys {
            self.resume_if_answered(now, key, out);
        }
    }

    /// Ends a call that waits for answers or for its task. False when it does neither.
    pub(super) fn give_up(&mut self, now: At, key: CallKey, outcome: Outcome, out: &mut Vec<Effect>) -> bool {
        let round = self.rounds.by_call.remove(&key);
        for ask in self.asks.of_call(key) {
            out.push(ask_ended(ask, AskEnd::Withdrawn));
        }
        if let Some((id, waiting)) = round.and_then(Round::into_waiting) {
            let method = waiting.work.method().to_owned();
            self.settle_sent(key, Some(id), &method, outcome, out);
            self.pump(now, out);
            return true;
        }
        self.leave_task(now, key, outcome, out)
    }

    fn settle_bad_round(
        &mut self,
        now: At,
        key: CallKey,
        id: i64,
        method: &str,
        why: &str,
        out: &mut Vec<Effect>,
    ) {
        let message = format!("the result of `{method}` wants input, but {why}");
        let fault = Fault::new(FaultCode::InvalidResponse, message)
            .for_method(method)
            .with_hint("the result is in the log; see the findings for the rule it breaks");
        self.settle_sent(key, Some(id), method, Outcome::Lost(fault), out);
        self.pump(now, out);
    }
}

/// The questions of a result, by name. Of two with the same name the last one counts, as JSON has it.
fn questions(result: &Raw) -> Result<Vec<Question>, String> {
    let Some(requests) = result.member("inputRequests") else { return Ok(Vec::new()) };
    let members = requests.members().ok_or("`inputRequests` is not an object")?;
    let mut questions: Vec<Question> = Vec::new();
    for (name, request) in members {
        let method = request.text_member("method").ok_or_else(|| format!("{name:?} has no `method`"))?;
        questions.retain(|known| known.name != name);
        questions.push(Question { name, method, params: request.member("params") });
    }
    if questions.len() > MOST_QUESTIONS {
        return Err(format!("it has {} questions; {MOST_QUESTIONS} is the limit", questions.len()));
    }
    Ok(questions)
}
