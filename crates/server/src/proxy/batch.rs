//! Several messages in one body, as 2025-03-26 has it. Their answers come together, as one array.

use super::endpoint::message;
use super::upstream::Upstream;
use crate::Backend;
use crate::problem::Problem;
use axum::body::to_bytes;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use bytes::{BufMut, BytesMut};
use futures_util::future::join_all;
use mcp_inspector_engine::core::message::{Flaw, Junk, Parsed};
use std::sync::Arc;

/// How many messages one body may have.
const MOST: usize = 100;

/// Answers each message and puts the answers together.
pub(super) async fn answer(
    backend: &Backend,
    upstream: &Arc<Upstream>,
    headers: &HeaderMap,
    members: &[Result<Parsed, Junk>],
) -> Result<Response, Problem> {
    if members.is_empty() || members.len() > MOST {
        let message = format!("a batch has between 1 and {MOST} messages, and not {}", members.len());
        return Err(Problem::invalid_request(message));
    }
    let mut messages = Vec::new();
    for member in members {
        let mut parsed = member.clone().map_err(|junk| {
            Problem::invalid_request(format!("a member of the batch is not a JSON-RPC message: {junk}"))
        })?;
        parsed.flaws.retain(|flaw| *flaw != Flaw::InBatch);
        // Before any of them is carried out: the answer is about all of them.
        if let Some(flaw) = parsed.flaws.first() {
            let message = format!("a member of the batch is not a JSON-RPC 2.0 message: {flaw}");
            return Err(Problem::invalid_request(message));
        }
        messages.push(parsed);
    }
    // Each is answered with one object, never with a stream.
    let mut plain = headers.clone();
    plain.remove(header::ACCEPT);
    let answers = join_all(messages.iter().map(|parsed| message(backend, upstream, &plain, parsed))).await;
    let mut text = BytesMut::new();
    for answer in answers {
        let answer = answer?;
        if answer.extensions().get::<Problem>().is_some() {
            return Ok(answer);
        }
        let body = to_bytes(answer.into_body(), usize::MAX).await.unwrap_or_default();
        if !body.is_empty() {
            text.put_u8(if text.is_empty() { b'[' } else { b',' });
            text.put_slice(&body);
        }
    }
    if text.is_empty() {
        return Ok(StatusCode::ACCEPTED.into_response());
    }
    text.put_u8(b']');
    Ok(super::reply::json(StatusCode::OK, text.freeze()))
}
