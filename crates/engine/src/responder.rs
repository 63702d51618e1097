//! Who answers what the server asks of us.
//!
//! A face that shows asks to a person leaves them pending. A run without a
//! person takes answers from a rules file (`responder/rules.rs`), or refuses.

mod fields;
mod file;
mod rules;
mod standing;

pub use file::{Place, RulesError};
pub use rules::Rules;
pub use standing::{StandingError, StandingRule, StandingRules};

use mcp_inspector_core::Raw;
use mcp_inspector_core::command::{Answer, AskId};
use mcp_inspector_core::entry::{AskEnd, Decision};
use mcp_inspector_core::frame::Frame;
use mcp_inspector_core::message::Message;
pub use mcp_inspector_core::peer::Ask;
use std::fmt;

/// A program that is told what the server says by itself, at once and in order: before the answer to
/// a call that stands behind it. The log says the same to those who may come later, with secrets
/// blanked out and without what it could not keep.
///
/// It is called by the task of the session and must not wait.
pub trait Attendant: Send + fmt::Debug {
    /// The server sent a notification.
    fn notified(&mut self, method: &str, params: Option<&Raw>);

    /// The server wants something. `None` leaves the ask open, to be answered with
    /// [`crate::Session::answer`].
    fn asked(&mut self, ask: &Ask) -> Option<Answer>;

    /// An ask is over.
    fn ask_ended(&mut self, ask: AskId, how: AskEnd);
}

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
    /// Rules that a face adds and takes back while the session runs; what none of them fits is left to a
    /// face.
    Standing(StandingRules),
    /// A program, which hears of notifications too.
    Attendant(Box<dyn Attendant>),
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
            Responder::Standing(rules) => rules.decide(ask, tool),
            Responder::Attendant(attendant) => attendant.asked(ask).map(|answer| (answer, Decision::Policy)),
        }
    }

    /// Tells a program what the server said by itself.
    pub(crate) fn hear(&mut self, frame: &Frame) {
        if let Responder::Attendant(attendant) = self {
            for parsed in frame.messages() {
                if let Message::Notification { method, params } = &parsed.message {
                    attendant.notified(method, params.as_ref());
                }
            }
        }
    }

    /// Tells a program that an ask is over.
    pub(crate) fn ask_ended(&mut self, ask: AskId, how: AskEnd) {
        if let Responder::Attendant(attendant) = self {
            attendant.ask_ended(ask, how);
        }
    }
}

#[cfg(test)]
mod tests;
