//! Who answers what the server asks of us.
//!
//! A face that shows asks to a person leaves them pending. A run without a
//! person takes answers from a rules file (`responder/rules.rs`), or refuses.

mod fields;
mod file;
mod rules;

pub use file::{Place, RulesError};
pub use rules::Rules;

use mcp_inspector_core::command::Answer;
use mcp_inspector_core::entry::Decision;
use mcp_inspector_core::peer::Ask;

/// Who answers.
#[derive(Debug, Default)]
pub enum Responder {
    /// Nobody here: a face will, or the ask expires.
    #[default]
    Face,
    /// Every ask is refused with this reason.
    Refuse(String),
    /// The first rule that fits.
    Rules(Rules),
}

impl Responder {
    /// Refuses everything, as a run without a person must.
    pub fn refuse() -> Self {
        Responder::Refuse("the client refuses requests from the server".to_owned())
    }

    /// The answer and what decided on it, or `None` to leave the ask pending. `tool` finds out for which
    /// tool the server asks.
    pub(crate) fn decide(
        &mut self,
        ask: &Ask,
        tool: impl FnOnce() -> Option<String>,
    ) -> Option<(Answer, Decision)> {
        match self {
            Responder::Face => None,
            Responder::Refuse(reason) => Some((Answer::refusal(&ask.method, reason), Decision::Policy)),
            Responder::Rules(rules) => rules.decide(ask, tool),
        }
    }
}

#[cfg(test)]
mod tests;
