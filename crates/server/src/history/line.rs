//! One line of the history as it is written: a JSON object, secrets masked, without line breaks.
//!
//! What came as JSON is copied as text, so numbers and unknown members stay as they came.

use super::{End, Level, RequestLine};
use mcp_inspector_engine::Raw;
use mcp_inspector_engine::core::pretty::one_line;
use mcp_inspector_engine::core::redact::{REDACTED, Redactor, mask_json, mask_prose};
use memchr::memmem;
use serde::Serialize;
use serde::de::IgnoredAny;
use serde_json::Value;
use std::borrow::Cow;
use std::io::Write as _;
use std::time::Duration;

/// The secrets that are known by value when a line is written.
#[derive(Clone, Copy)]
pub(super) struct Mask<'a> {
    /// Those of the backend.
    pub(super) own: &'a Redactor,
    /// Those of the server that the line is about.
    pub(super) server: &'a Redactor,
}

impl Mask<'_> {
    /// Without the secrets of the server: an id of ours is none of them, also when a server named
    /// `postgres` has `postgres` as its password.
    fn of_backend(self) -> Self {
        Mask { server: self.own, ..self }
    }
}

/// Writes an `mcp_request` line.
pub(super) fn request(out: &mut Vec<u8>, ts: i64, line: &RequestLine<'_>, mask: Mask<'_>) {
    begin(out, ts, Level::Info, "mcp_request");
    text(out, "method", line.method, mask);
    if let Some(target) = line.params.and_then(|params| target(line.method, params)) {
        text(out, "target", &target, mask);
    }
    if let Some(params) = line.params {
        json(out, "params", params.as_str(), mask);
    }
    text(out, "requestId", line.request_id, mask.of_backend());
    text(out, "serverId", line.server_id, mask.of_backend());
    out.extend_from_slice(b"}\n");
}

/// Writes an `mcp_response` line.
pub(super) fn response(
    out: &mut Vec<u8>,
    ts: i64,
    request_id: &str,
    end: End<'_>,
    took: Duration,
    mask: Mask<'_>,
) {
    let success = matches!(end, End::Result(result) if !is_error(result));
    begin(out, ts, if success { Level::Info } else { Level::Error }, "mcp_response");
    text(out, "requestId", request_id, mask.of_backend());
    match end {
        End::Result(result) => json(out, "result", result.as_str(), mask),
        End::Error(error) => json(out, "error", error.raw.as_str(), mask),
        End::Fault(fault) => {
            out.extend_from_slice(b",\"error\":{\"code\":");
            write_json(out, fault.code.as_str());
            text(out, "message", &fault.message, mask);
            out.push(b'}');
        }
    }
    // Milliseconds, to the microsecond. Writing into a Vec cannot fail.
    let micros = took.as_micros();
    let _ = write!(out, ",\"duration\":{}", micros / 1000);
    if !micros.is_multiple_of(1000) {
        let fraction = format!("{:03}", micros % 1000);
        let _ = write!(out, ".{}", fraction.trim_end_matches('0'));
    }
    let _ = write!(out, ",\"success\":{success}");
    out.extend_from_slice(b"}\n");
}

/// Writes an `app` line.
pub(super) fn app(out: &mut Vec<u8>, ts: i64, level: Level, message: &str, data: &Value, mask: Mask<'_>) {
    begin(out, ts, level, "app");
    text(out, "message", message, mask);
    if !data.is_null() {
        json(out, "data", &data.to_string(), mask);
    }
    out.extend_from_slice(b"}\n");
}

fn begin(out: &mut Vec<u8>, ts: i64, level: Level, kind: &str) {
    // Writing into a Vec cannot fail.
    let _ = write!(out, "{{\"ts\":{ts},\"level\":\"{level}\",\"type\":\"{kind}\"");
}

/// Writes a member whose value is a text.
fn text(out: &mut Vec<u8>, name: &str, value: &str, mask: Mask<'_>) {
    name_of(out, name);
    let mut shown = Cow::Borrowed(value);
    for redactor in [mask.own, mask.server].into_iter().filter(|redactor| !redactor.is_empty()) {
        if let Some(masked) = redactor.mask_text(&shown) {
            shown = Cow::Owned(masked);
        }
    }
    if let Some(masked) = mask_prose(&shown) {
        shown = Cow::Owned(masked);
    }
    write_json(out, &*shown);
}

/// Writes a member whose value is there as JSON text.
fn json(out: &mut Vec<u8>, name: &str, value: &str, mask: Mask<'_>) {
    name_of(out, name);
    let mut shown = Cow::Borrowed(value);
    for redactor in [mask.own, mask.server].into_iter().filter(|redactor| !redactor.is_empty()) {
        if let Some(masked) = redactor.mask(shown.as_bytes()) {
            shown = Cow::Owned(String::from_utf8_lossy(&masked).into_owned());
        }
    }
    if let Some(masked) = mask_json(&shown) {
        shown = Cow::Owned(masked);
    }
    // A secret can be anything, also a piece of the syntax.
    if matches!(shown, Cow::Owned(_)) && serde_json::from_str::<IgnoredAny>(&shown).is_err() {
        write_json(out, REDACTED);
        return;
    }
    out.extend_from_slice(one_line(&shown).as_bytes());
}

fn name_of(out: &mut Vec<u8>, name: &str) {
    out.extend_from_slice(b",\"");
    out.extend_from_slice(name.as_bytes());
    out.extend_from_slice(b"\":");
}

fn write_json<T: Serialize + ?Sized>(out: &mut Vec<u8>, value: &T) {
    // A text has a JSON form, and writing into a Vec cannot fail.
    let _ = serde_json::to_writer(out, value);
}

/// The name of the tool or prompt, or the URI of the resource, that a request is about.
fn target(method: &str, params: &Raw) -> Option<String> {
    match method {
        "tools/call" | "prompts/get" => params.text_member("name"),
        "resources/read" | "resources/subscribe" | "resources/unsubscribe" => params.text_member("uri"),
        "completion/complete" => {
            let reference = params.member("ref")?;
            reference.text_member("name").or_else(|| reference.text_member("uri"))
        }
        _ => None,
    }
}

/// Whether a result says that the tool failed.
fn is_error(result: &Raw) -> bool {
    // Reading the members of a large result takes time, and nearly none says so.
    memmem::find(result.bytes(), b"isError").is_some()
        && result.member("isError").is_some_and(|is| is.as_str() == "true")
}

#[cfg(test)]
mod tests;
