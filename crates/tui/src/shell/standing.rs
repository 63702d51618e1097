//! Standing answers: a rule is added, and what waits already is answered by it.

use super::carry::{bad, good};
use crate::event::Event;
use crate::text;
use mcp_inspector_engine::Session;
use mcp_inspector_engine::responder::{Ask, StandingRules};
use serde_json::Value;

/// Adds a rule, and answers by it what waits already.
pub(super) async fn settle(session: Session, rules: StandingRules, rule: Value) -> Option<Event> {
    let number = match rules.add(rule) {
        Ok(number) => number,
        Err(error) => return Some(bad(error.to_string())),
    };
    let waiting: Vec<Ask> = session.log().with_view(|view| {
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
        match session.answer_by_rule(ask.id, answer, by).await {
            Ok(is_taken) => answered += usize::from(is_taken),
            Err(fault) => return Some(bad(fault.message)),
        }
    }
    let asks = text::count(answered, "ask", "asks");
    Some(good(format!("rule {number} stands and answered {asks}; `:forget {number}` takes it back")))
}
