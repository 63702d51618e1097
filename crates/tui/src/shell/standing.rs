//! Standing answers: a rule is made, which answers what waits already, or taken back.

use super::carry::{bad, good};
use crate::event::Event;
use crate::text;
use mcp_inspector_engine::Session;
use mcp_inspector_engine::responder::StandingRules;
use serde_json::Value;

/// Makes a rule.
pub(super) async fn settle(session: Session, rules: StandingRules, rule: Value) -> Option<Event> {
    Some(match session.make_rule(&rules, rule).await {
        Ok(made) => {
            let (number, asks) = (made.number, text::count(made.answered, "ask", "asks"));
            good(format!("rule {number} stands and answered {asks}; `:forget {number}` takes it back"))
        }
        Err(trouble) => bad(trouble.to_string()),
    })
}

/// Takes one back.
pub(super) async fn take_back(session: Session, rules: StandingRules, number: usize) -> Option<Event> {
    Some(if session.take_rule_back(&rules, number).await {
        good(format!("rule {number} no longer stands"))
    } else {
        bad(format!("rule {number} was gone already"))
    })
}
