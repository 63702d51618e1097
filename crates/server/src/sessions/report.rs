//! What is known about a call: from whoever made it while that is remembered, and from the log.

use super::calls::{Ended, Known};
use super::held::Held;
use super::timeline::look;
use crate::Problem;
use crate::openapi::{ProblemFacts, word};
use mcp_inspector_engine::core::command::{CallKey, OutcomeWord};
use mcp_inspector_engine::core::content;
use mcp_inspector_engine::core::message::RpcError;
use mcp_inspector_engine::core::timeline::{Answer, CallStory};
use mcp_inspector_engine::{Outcome, Raw};
use serde::Serialize;
use std::sync::Arc;
use std::time::{Duration, Instant};
use utoipa::ToSchema;
use utoipa::openapi::Object;

/// A result that was left out because of its size.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct LeftOut {
    /// How many bytes it has.
    bytes: usize,
    /// The names of its members.
    members: Vec<String>,
    /// Whether it says that the tool failed.
    is_error: bool,
    /// Whether its content has more to look at than text.
    has_more_than_text: bool,
}

impl LeftOut {
    fn of(result: &Raw) -> Self {
        let members = result.members().unwrap_or_default();
        LeftOut {
            bytes: result.bytes().len(),
            is_error: members.iter().any(|(name, value)| name == "isError" && value.as_str() == "true"),
            has_more_than_text: content::has_more_than_text(result),
            members: members.into_iter().map(|(name, _)| name).collect(),
        }
    }
}

/// Where the log has the answer of a call.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct AnswerPlace {
    /// The entry.
    seq: u64,
    /// A JSON pointer to the result or error in its body.
    path: String,
}

/// What is known about a call.
#[derive(Debug, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct CallReport {
    /// Its handle within the session; not the id on the wire.
    call: u64,
    /// Its method.
    method: String,
    /// How it ended; absent while it has not.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(schema_with = outcomes)]
    outcome: Option<&'static str>,
    /// The result as it came, when it was answered.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = serde_json::Value)]
    result: Option<Raw>,
    /// About the result, when it was left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    left_out: Option<LeftOut>,
    /// The server's JSON-RPC error as it came, when it was refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = serde_json::Value)]
    error: Option<RpcError>,
    /// Why there is no answer, when it was cancelled, expired or lost.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    fault: Option<ProblemFacts>,
    /// Why there is no answer, when no more than the words of the log are known.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    reason: Option<String>,
    /// Where the log has the answer; absent when it has none, or no longer.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    answer: Option<AnswerPlace>,
    /// Whether there was an answer that is no longer kept.
    gone: bool,
    /// How long it took, or has taken so far.
    duration_ms: f64,
}

fn outcomes() -> Object {
    word(&["answered", "refused", "cancelled", "expired", "lost"])
}

impl CallReport {
    /// What is known about a call that was made here.
    pub(super) async fn known(held: &Arc<Held>, known: Known, base: &str) -> Result<Self, Problem> {
        match known {
            Known::Ended(ended) => {
                let story = story(held, ended.call).await?;
                Ok(CallReport::of_ended(&ended, story.map(|story| story.answer), base))
            }
            Known::Running(running) => Ok(CallReport {
                call: running.call.0,
                method: running.method.to_string(),
                duration_ms: millis(Instant::now().duration_since(running.since)),
                ..CallReport::default()
            }),
        }
    }

    /// What the log knows about a call; none when it knows of no such call.
    pub(super) async fn logged(held: &Arc<Held>, call: CallKey) -> Result<Option<Self>, Problem> {
        let is_over = held.session.is_read_only();
        Ok(story(held, call).await?.map(|story| CallReport::of_story(call, story, is_over)))
    }

    /// The same without a result of more than `most` bytes.
    pub(super) async fn within(mut self, most: Option<usize>) -> Self {
        if let Some(result) =
            self.result.take_if(|result| most.is_some_and(|most| result.bytes().len() > most))
        {
            // To read through many megabytes must not hold up others.
            self.left_out = tokio::task::spawn_blocking(move || LeftOut::of(&result)).await.ok();
        }
        self
    }

    fn of_ended(ended: &Ended, logged: Option<Answer>, base: &str) -> Self {
        let (result, error) = match &ended.outcome {
            Outcome::Answered(result) => (Some(result.clone()), None),
            Outcome::Refused(error) => (None, Some(error.clone())),
            _ => (None, None),
        };
        let has_answer = result.is_some() || error.is_some();
        let fault = if has_answer { None } else { ended.result().err() };
        let answer = match logged {
            Some(Answer::At { seq, path, .. }) if has_answer => Some(AnswerPlace { seq: seq.0, path }),
            _ => None,
        };
        CallReport {
            call: ended.call.0,
            method: ended.method.to_string(),
            outcome: Some(named(ended.outcome.word())),
            result,
            error,
            fault: fault.map(|problem| ProblemFacts::of(problem.fault(), base)),
            answer,
            duration_ms: millis(ended.took),
            ..CallReport::default()
        }
    }

    /// `is_over` says that no more comes: it is a recording.
    fn of_story(call: CallKey, story: CallStory, is_over: bool) -> Self {
        let CallStory { row, outcome, answer, reason } = story;
        let is_cut = outcome.is_none() && is_over;
        let mut report = CallReport {
            call: call.0,
            method: row.method.to_string(),
            outcome: outcome.or(is_cut.then_some(OutcomeWord::Lost)).map(named),
            reason: reason.or_else(|| is_cut.then(|| "the recording has no answer to it".to_owned())),
            gone: answer == Answer::Gone,
            duration_ms: millis(Duration::from_nanos(row.duration_ns.unwrap_or_default())),
            ..CallReport::default()
        };
        if let Answer::At { seq, path, raw } = answer {
            report.answer = Some(AnswerPlace { seq: seq.0, path });
            if outcome == Some(OutcomeWord::Refused) {
                report.error = Some(RpcError::from_raw(raw));
            } else {
                report.result = Some(raw);
            }
        }
        report
    }
}

/// What the log knows about a call; none when it knows of no such call.
pub(super) async fn story(held: &Arc<Held>, call: CallKey) -> Result<Option<CallStory>, Problem> {
    look(held, move |held, timeline| {
        let log = held.session.log();
        timeline.story_of(call, &|seq| log.entry(seq))
    })
    .await
}

fn named(word: OutcomeWord) -> &'static str {
    match word {
        OutcomeWord::Answered => "answered",
        OutcomeWord::Refused => "refused",
        OutcomeWord::Cancelled => "cancelled",
        OutcomeWord::Expired => "expired",
        OutcomeWord::Lost => "lost",
    }
}

/// Milliseconds with three places behind the point.
fn millis(span: Duration) -> f64 {
    (span.as_secs_f64() * 1e6).round() / 1e3
}
