//! What a page and an app say to each other, written into the session's log.
//!
//! The page writes down both sides, so that the timeline and recordings have them. An app decides how much
//! there is of it, so there is a limit to what is written in a second.

use crate::body_limit::BodyLimit;
use crate::openapi::{SendProblems, word};
use crate::sessions::{Body, Found, Held, count};
use crate::{Backend, Problem};
use axum::http::StatusCode;
use mcp_inspector_engine::core::command::CallKey;
use mcp_inspector_engine::core::frame::Direction;
use mcp_inspector_engine::{AppMessage, FaultCode};
use serde::Deserialize;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// How many messages one request may have, and how long each may be.
const MOST: usize = 256;
const LONGEST: usize = 4 * 1024 * 1024;

/// How large a request may be: JSON within JSON is longer than it says.
const LARGEST: usize = 12 * 1024 * 1024;

/// How many messages and bytes a session takes at once, and how many more each second.
const AT_ONCE: (f64, f64) = (1000.0, 16.0 * 1024.0 * 1024.0);
const EACH_SECOND: (f64, f64) = (200.0, 4.0 * 1024.0 * 1024.0);

pub(super) fn routes() -> OpenApiRouter<Backend> {
    OpenApiRouter::new().routes(routes!(write)).layer(BodyLimit::of(LARGEST))
}

/// How much the apps of a session may still say.
#[derive(Debug, Default)]
pub(crate) struct Allowance {
    state: Mutex<Option<Left>>,
}

#[derive(Clone, Copy, Debug)]
struct Left {
    messages: f64,
    bytes: f64,
    at: Instant,
}

impl Allowance {
    /// Takes this much, if it is there.
    #[expect(clippy::cast_precision_loss, reason = "far below the numbers that have no exact form")]
    fn take(&self, messages: usize, bytes: usize, now: Instant) -> bool {
        // Whoever panicked has left a whole value.
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let before = state.unwrap_or(Left { messages: AT_ONCE.0, bytes: AT_ONCE.1, at: now });
        let seconds = now.saturating_duration_since(before.at).as_secs_f64();
        let mut left = Left {
            messages: AT_ONCE.0.min(before.messages + seconds * EACH_SECOND.0),
            bytes: AT_ONCE.1.min(before.bytes + seconds * EACH_SECOND.1),
            at: now,
        };
        let is_there = left.messages >= messages as f64 && left.bytes >= bytes as f64;
        if is_there {
            left.messages -= messages as f64;
            left.bytes -= bytes as f64;
        }
        *state = Some(left);
        is_there
    }
}

/// What a page and an app said to each other.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct WrittenBody {
    /// The `ui://` resource that the app is.
    #[schema(pattern = "^ui://")]
    resource: String,
    /// The call whose result the app shows, by its handle.
    #[serde(default, deserialize_with = "count")]
    call: Option<u64>,
    /// The messages, oldest first.
    #[schema(min_items = 1, max_items = 256)]
    messages: Vec<SaidBody>,
}

/// One message.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = AppMessage)]
struct SaidBody {
    /// `in`: the app said it; `out`: the page did.
    #[schema(schema_with = ways)]
    direction: WayWord,
    /// The message as JSON text.
    text: String,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum WayWord {
    In,
    Out,
}

fn ways() -> utoipa::openapi::Object {
    word(&["in", "out"])
}

/// Writes down what a page and an app said to each other
///
/// Nothing is sent to the server. An app that says too much gets `LIMIT_REACHED`, and what it said is not
/// written.
#[utoipa::path(
    post,
    path = "/api/sessions/{id}/app-messages",
    tag = "apps",
    operation_id = "writeAppMessages",
    params(("id" = String, Path, description = "The session's id")),
    request_body = WrittenBody,
    responses((status = 204, description = "They are written"), SendProblems)
)]
async fn write(Found(held): Found, Body(body): Body<WrittenBody>) -> Result<StatusCode, Problem> {
    check(&held, &body)?;
    let session = held.writable()?;
    for said in body.messages {
        let direction = match said.direction {
            WayWord::In => Direction::Received,
            WayWord::Out => Direction::Sent,
        };
        let resource = body.resource.clone();
        let call = body.call.map(CallKey);
        session.log_app(AppMessage { direction, bytes: said.text.into(), resource, call }).await?;
    }
    Ok(StatusCode::NO_CONTENT)
}

fn check(held: &Held, body: &WrittenBody) -> Result<(), Problem> {
    if !body.resource.starts_with("ui://") || body.resource.len() > 2048 {
        let message = "`resource` should be the URI of an app: `ui://` and at most 2048 bytes";
        return Err(Problem::invalid_request(message));
    }
    if !(1..=MOST).contains(&body.messages.len()) {
        return Err(Problem::invalid_request(format!("`messages` should have 1 to {MOST} of them")));
    }
    if body.messages.iter().any(|said| said.text.len() > LONGEST) {
        return Err(Problem::invalid_request(format!("one of `messages` has more than {LONGEST} bytes")));
    }
    held.writable()?;
    let bytes = body.messages.iter().map(|said| said.text.len()).sum();
    if held.app_talk.take(body.messages.len(), bytes, Instant::now()) {
        return Ok(());
    }
    let message = "apps of this session say more than is written down";
    Err(Problem::new(FaultCode::LimitReached, message).with_hint("wait a second, or leave them out"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn a_flood_is_bounded_and_ends_with_time() {
        let (allowance, now) = (Allowance::default(), Instant::now());
        let taken = (0..10_000).filter(|_| allowance.take(1, 10, now)).count();
        assert_eq!(taken, 1000);
        let later = now + Duration::from_secs(1);
        assert_eq!((0..10_000).filter(|_| allowance.take(1, 10, later)).count(), 200);
        let much_later = now + Duration::from_secs(3600);
        assert!(allowance.take(1, 16 * 1024 * 1024, much_later));
        assert!(!allowance.take(1, 1, much_later), "no bytes are left");
    }
}
