//! What a person does in a face besides making calls, and its place in the log: standing rules are made and taken
//! back, tokens are ended.

use super::Session;
use crate::driver::Command;
use crate::responder::{Ask, StandingError, StandingRules};
use mcp_inspector_core::entry::{Act, EntryKind, Note};
use mcp_inspector_core::fault::Fault;
use serde_json::Value;

/// A rule that was made, and what it did at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MadeRule {
    /// Its number.
    pub number: usize,
    /// How many asks that waited already it has answered.
    pub answered: usize,
}

/// Why a rule was not made, or did not answer what waits.
#[derive(Debug, thiserror::Error)]
pub enum RuleTrouble {
    /// It cannot stand.
    #[error(transparent)]
    Refused(#[from] StandingError),
    /// It stands, and the session is over.
    #[error("{}", .0.message)]
    Session(Fault),
}

impl Session {
    /// Writes into the log what a person did that no message tells.
    pub async fn log_act(&self, act: Act) -> Result<(), Fault> {
        self.command(Command::Log(EntryKind::Note(Note::Act(act)))).await
    }

    /// Adds a standing rule, spelled as in a file, and answers by it what waits already.
    pub async fn make_rule(&self, rules: &StandingRules, given: Value) -> Result<MadeRule, RuleTrouble> {
        let number = rules.add(given)?;
        let method = rules.list().into_iter().find(|rule| rule.number == number).map(|rule| rule.method);
        let act = Act::RuleAdded { number, method: method.unwrap_or_default().to_owned() };
        self.log_act(act).await.map_err(RuleTrouble::Session)?;
        let waiting: Vec<Ask> = self.log().with_view(|view| {
            let asks = view.asks.iter();
            asks.map(|(id, ask)| Ask {
                id: *id,
                request: ask.request.clone(),
                method: ask.method.clone(),
                params: ask.params.clone(),
                call: None,
                beside: None,
                at: ask.at,
                expires: ask.expires,
            })
            .collect()
        });
        let mut answered = 0;
        for ask in waiting {
            let Some((answer, by)) = rules.answer(&ask) else { continue };
            let is_taken = self.answer_by_rule(ask.id, answer, by).await.map_err(RuleTrouble::Session)?;
            answered += usize::from(is_taken);
        }
        Ok(MadeRule { number, answered })
    }

    /// Takes a standing rule back. False when there is none of that number. That the session is over is no reason to
    /// keep it: the rule is gone then as well.
    pub async fn take_rule_back(&self, rules: &StandingRules, number: usize) -> bool {
        let is_gone = rules.remove(number);
        if is_gone {
            let _ = self.log_act(Act::RuleRemoved { number }).await;
        }
        is_gone
    }
}
