//! The backend's own errors, told from those of the server behind it.
//!
//! Both come as the answer to a call, and a server can write what the backend writes. What it cannot do is
//! set a header of the backend's answer, so an error is the backend's when the answer it came in is marked.

use mcp_inspector_engine::backend::OWN_ERROR;
use mcp_inspector_engine::core::entry::HttpExchange;
use mcp_inspector_engine::core::frame::Frame;
use mcp_inspector_engine::core::message::{Message, Reply, RpcError};
use mcp_inspector_engine::{Direction, EntryKind, Fault, FaultCode, Item, Log};
use serde::Deserialize;

/// The JSON-RPC code under which the backend tells its own errors.
const INTERNAL_ERROR: i64 = -32603;

/// How far back in the log the answer is looked for. It was the last thing that happened, or nearly.
const BACK: usize = 1000;

/// An error of the backend, as its API tells it.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Told {
    #[serde(flatten)]
    fault: Fault,
    help_url: String,
}

/// The body of an answer that is such an error.
#[derive(Deserialize)]
struct Body {
    error: Told,
}

/// The error in a fault that has the form of one of the backend's. It is the body of the HTTP answer, or the
/// data of a JSON-RPC error where an answer to a call is expected.
pub(super) fn told(fault: &Fault) -> Option<Fault> {
    let details = &fault.details;
    let data = details.rpc.as_ref().filter(|error| error.code == Some(INTERNAL_ERROR));
    let data = data.and_then(|error| error.data.as_ref()?.read::<Told>().ok());
    let body = || Some(serde_json::from_str::<Body>(details.http_body.as_deref()?).ok()?.error);
    let told = data.or_else(body)?;
    told.help_url.ends_with(&told.fault.code.help_page()).then_some(told.fault)
}

/// Whether the answer that a fault came in is marked as an error of the backend with this code.
pub(super) fn is_marked(log: &Log, fault: &Fault, code: FaultCode) -> bool {
    let recent = log.page_back(log.last(), BACK);
    let kinds = recent.iter().filter_map(|item| match item {
        Item::Entry(entry) => Some(&entry.kind),
        Item::Gap { .. } => None,
    });
    answer_to(fault, kinds).and_then(mark) == Some(code.as_str())
}

/// The exchange that a fault came in, among entries with the newest first.
fn answer_to<'a>(
    fault: &Fault,
    mut newest: impl Iterator<Item = &'a EntryKind> + Clone,
) -> Option<&'a HttpExchange> {
    let mut exchanges = newest.clone().filter_map(|kind| match kind {
        EntryKind::Http(exchange) if exchange.status.is_some() => Some(&**exchange),
        _ => None,
    });
    let number = fault.details.rpc.as_ref().and_then(|error| {
        newest.find_map(|kind| match kind {
            EntryKind::Frame { direction: Direction::Received, frame, exchange, .. } if has(frame, error) => {
                *exchange
            }
            _ => None,
        })
    });
    match number {
        Some(number) => exchanges.find(|exchange| exchange.exchange == number),
        // What answers no call is no frame of the log: then it is the last answer of its status.
        None => exchanges.find(|exchange| exchange.status == fault.details.http_status),
    }
}

fn mark(exchange: &HttpExchange) -> Option<&str> {
    let header = exchange.response_headers.iter().find(|(name, _)| name.eq_ignore_ascii_case(OWN_ERROR));
    header.map(|(_, value)| value.as_str())
}

fn has(frame: &Frame, error: &RpcError) -> bool {
    frame.messages().any(|parsed| match &parsed.message {
        Message::Response { reply: Reply::Error(came), .. } => {
            came.raw == error.raw || came.raw.to_value() == error.raw.to_value()
        }
        _ => false,
    })
}

#[cfg(test)]
mod tests;
