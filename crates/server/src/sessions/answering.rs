//! Who answered what the server asked for, as far as the log does not tell it.
//!
//! The log says that an ask was answered, and which rule did. Which of several tabs it was is known here,
//! for the newest asks.

use super::held::Held;
use crate::openapi::word;
use mcp_inspector_engine::core::entry::{AskEnd, Decision};
use mcp_inspector_engine::core::view::{ENDED_KEPT, EndedAsk};
use mcp_inspector_engine::{Answer, AskId, Fault};
use serde::Serialize;
use std::collections::VecDeque;
use utoipa::ToSchema;
use utoipa::openapi::Object;

/// Which faces answered the newest asks, by the names they gave.
#[derive(Debug, Default)]
pub(crate) struct Answerers {
    known: std::sync::Mutex<VecDeque<(AskId, String)>>,
    /// Held while an answer is handed in, so that nobody is named whose answer came too late.
    turn: tokio::sync::Mutex<()>,
}

impl Answerers {
    fn known(&self) -> std::sync::MutexGuard<'_, VecDeque<(AskId, String)>> {
        self.known.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    fn of(&self, ask: AskId) -> Option<String> {
        self.known().iter().find(|(known, _)| *known == ask).map(|(_, by)| by.clone())
    }
}

impl Held {
    /// Hands in the answer of a face. False when the ask no longer waited.
    pub(super) async fn answer(&self, ask: AskId, answer: Answer, by: String) -> Result<bool, Fault> {
        let _turn = self.answerers.turn.lock().await;
        // Before it is handed in: whoever hears that the ask ended asks who answered.
        {
            let mut known = self.answerers.known();
            if known.len() >= ENDED_KEPT {
                known.pop_front();
            }
            known.push_back((ask, by));
        }
        let is_taken = self.session.answer(ask, answer).await;
        if !matches!(is_taken, Ok(true)) {
            self.answerers.known().pop_back();
        }
        is_taken
    }
}

/// Something the server no longer waits for.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = EndedAsk)]
#[serde(rename_all = "camelCase")]
pub(crate) struct EndedAskBody {
    /// Its handle.
    ask: u64,
    /// The entry that asked.
    #[schema(required)]
    seq: Option<u64>,
    /// What was wanted.
    method: String,
    /// When it ended, in nanoseconds after the session opened.
    at_ns: u64,
    /// How it ended.
    #[schema(schema_with = ends)]
    how: &'static str,
    /// The name that the answering face gave; null when it gave none, or no face answered.
    #[schema(required)]
    by: Option<String>,
    /// The number of the standing rule that answered; null when none did.
    #[schema(required)]
    rule: Option<usize>,
    /// What rules or a policy decided, in words; null when somebody answered, or nobody did.
    #[schema(required)]
    decision: Option<String>,
}

fn ends() -> Object {
    word(&["answered", "expired", "withdrawn", "lost"])
}

impl EndedAskBody {
    pub(super) fn of(held: &Held, ended: &EndedAsk) -> Self {
        let decided = ended.decided_by.as_ref();
        let rule = match decided {
            Some(
                Decision::Rule { number }
                | Decision::RuleRefuses { number }
                | Decision::Misfit { number, .. },
            ) => Some(*number),
            _ => None,
        };
        EndedAskBody {
            ask: ended.id.0,
            seq: ended.seq.map(|seq| seq.0),
            method: ended.method.clone(),
            at_ns: ended.at.nanos(),
            how: match ended.how {
                AskEnd::Answered => "answered",
                AskEnd::Expired => "expired",
                AskEnd::Withdrawn => "withdrawn",
                AskEnd::Lost => "lost",
            },
            by: held.answerers.of(ended.id).filter(|name| !name.is_empty()),
            rule,
            decision: decided.map(ToString::to_string),
        }
    }
}
