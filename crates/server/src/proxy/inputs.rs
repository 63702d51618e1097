//! Input for a server of the older era, from a client that is asked by results.

use super::exchange::Exchange;
use super::upstream::Upstream;
use mcp_inspector_engine::responder::Ask;
use mcp_inspector_engine::{Answer, Raw};
use serde_json::{Map, Value, json};
use std::sync::Arc;

/// Parks a call and says what it waits for.
pub(super) fn required(upstream: &Upstream, exchange: Exchange, method: &Arc<str>, asks: Vec<Ask>) -> Raw {
    let requests: Map<String, Value> = asks
        .iter()
        .map(|ask| {
            let mut request = json!({ "method": ask.method });
            if let Some(params) = &ask.params {
                request["params"] = params.to_value();
            }
            (ask.id.to_string(), request)
        })
        .collect();
    let state = upstream.parked().park(exchange, method.clone(), asks);
    Raw::of(&json!({ "resultType": "input_required", "inputRequests": requests, "requestState": state }))
}

/// What a request that brings input says.
pub(super) struct Brought {
    pub(super) state: String,
    responses: Option<Raw>,
}

impl Brought {
    /// Reads it from the parameters; none when they bring nothing for a parked call.
    pub(super) fn read(params: Option<&Raw>) -> Option<Self> {
        let params = params?;
        Some(Brought {
            state: params.text_member("requestState")?,
            responses: params.member("inputResponses"),
        })
    }

    /// Answers the asks it has answers for; the others are returned.
    pub(super) async fn answer(&self, upstream: &Upstream, asks: Vec<Ask>) -> Vec<Ask> {
        let mut open = Vec::new();
        for ask in asks {
            let name = ask.id.to_string();
            match self.responses.as_ref().and_then(|responses| responses.member(&name)) {
                Some(result) => {
                    // One that has ended meanwhile needs no answer.
                    let _ = upstream.session().answer(ask.id, Answer::Result(result)).await;
                }
                None => open.push(ask),
            }
        }
        open
    }
}
