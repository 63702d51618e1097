//! STDIO and HTTP: how messages travel.
//!
//! Which frame a POST carried is not in the log; the walk finds it out by the answer or the
//! length, and what is not certain is not judged. Ids and `retry` of SSE events are not in the
//! log either, so nothing is said about them.

mod table;

pub(super) use table::RULES;

use crate::check::Spot;
use crate::check::event::{Answer, Event, Family, Head, Notice, Place, Posted};
use crate::check::sink::{Sink, shown};
use crate::check::walk::{Context, header};
use crate::entry::HttpExchange;
use crate::era::Revision;
use crate::message::{Junk, Message};
use crate::redact::REDACTED;
use std::collections::HashMap;
use table::{HTTP_01, HTTP_02, HTTP_05, HTTP_09, HTTP_11, HTTP_15, HTTP_16, HTTP_17, HTTP_18, STDIO_01};

const R5: Revision = Revision::R2026_07_28;

/// Methods whose object may be what was not found.
const NAMED: [&str; 4] = ["tools/call", "prompts/get", "resources/read", "completion/complete"];

/// What the family remembers.
#[derive(Default)]
pub(super) struct Http {
    /// Session ids given out in answers whose revision is not known yet, by exchange.
    sessions: HashMap<u64, (Place, String)>,
    /// The headers of event streams have been looked at; one finding says it all.
    has_seen_stream: bool,
}

impl Family for Http {
    fn see(&mut self, event: &Event<'_>, context: &Context, out: &mut Sink) {
        match event {
            Event::Opened | Event::Gap => *self = Http::default(),
            Event::Junk(place, junk, line) => judge_junk(place, junk, line, context, out),
            Event::Message(place, parsed) => {
                if place.exchange.is_none() {
                    out.kept(&STDIO_01, place);
                }
                judge_server_stream(place, &parsed.message, context, out);
            }
            Event::Answer(answer) => self.judge_answer(answer, context, out),
            Event::Notice(notice) => judge_notice(notice, context, out),
            Event::Http(place, exchange, head) => self.judge_head(place, exchange, head, context, out),
            Event::HttpEnd(place, head, is_clean) => judge_end(place, head, *is_clean, context, out),
            _ => {}
        }
    }
}

/// How much of a line is looked at to show it.
const LINE: usize = 1024;

fn judge_junk(place: &Place, junk: &Junk, line: &[u8], context: &Context, out: &mut Sink) {
    let is_harmless = matches!(junk, Junk::Empty | Junk::BatchTooLong { .. });
    if place.exchange.is_none() && place.prefix.is_empty() && !is_harmless && !context.has_sent_junk {
        let line = String::from_utf8_lossy(&line[..line.len().min(LINE)]);
        let message = format!("`{}` on stdout is {}", shown(&line), shown(&junk.to_string()));
        out.broken(&STDIO_01, place, "", message);
    }
}

/// The stream that the server may use for what is no answer.
fn judge_server_stream(place: &Place, message: &Message, context: &Context, out: &mut Sink) {
    let head = place.exchange.and_then(|exchange| context.head(exchange));
    if !context.is_streamable || !head.is_some_and(|head| head.is_get && !head.is_resumption) {
        return;
    }
    let is_response = matches!(message, Message::Response { .. });
    out.judge(&HTTP_09, place, !is_response, "", || {
        "a response came on the stream of a GET that resumes nothing".to_owned()
    });
}

fn is_allowed(media: &str) -> bool {
    matches!(media, "application/json" | "text/event-stream")
}

impl Http {
    fn judge_head(
        &mut self,
        place: &Place,
        exchange: &HttpExchange,
        head: &Head,
        context: &Context,
        out: &mut Sink,
    ) {
        let is_success = head.status.is_some_and(|status| (200..300).contains(&status));
        let is_new = context.is_streamable || (context.is_modern && context.session.is_none());
        if head.is_post && is_success && is_new && !context.has_sent_junk {
            match head.posted {
                // With the right media type it is judged by what comes in it.
                Some(Posted::Request) if !is_allowed(&head.media) => {
                    out.broken(&HTTP_01, place, Spot::header("content-type"), wrong_media(head));
                }
                Some(Posted::Other) => judge_receipt(place, exchange, out),
                _ => {}
            }
        }
        let session =
            header(&exchange.response_headers, "mcp-session-id").filter(|id| !id.contains(REDACTED));
        if let Some(id) = session
            && is_allowed(&head.media)
            && self.sessions.len() < 100
        {
            self.sessions.insert(head.exchange, (place.clone(), id.to_owned()));
        }
        if place.revision == Some(R5) && head.media == "text/event-stream" && !self.has_seen_stream {
            self.has_seen_stream = !place.is_exempt;
            let buffering = header(&exchange.response_headers, "x-accel-buffering");
            let is_off = buffering.is_some_and(|value| value.trim().eq_ignore_ascii_case("no"));
            out.judge(&HTTP_18, place, is_off, Spot::header("x-accel-buffering"), || {
                let value =
                    buffering.map_or_else(|| "missing".to_owned(), |value| format!("`{}`", shown(value)));
                format!("`X-Accel-Buffering` is {value} on an event stream")
            });
        }
    }

    fn judge_answer(&mut self, answer: &Answer<'_>, context: &Context, out: &mut Sink) {
        let place = answer.place;
        let Some(head) = place.exchange.and_then(|exchange| context.head(exchange)) else { return };
        if head.is_post && head.status.is_some_and(|status| (200..300).contains(&status)) {
            out.judge(&HTTP_01, place, is_allowed(&head.media), Spot::header("content-type"), || {
                wrong_media(head)
            });
        }
        if let Some((seen, id)) = self.sessions.remove(&head.exchange) {
            let seen = Place { is_exempt: place.is_exempt, ..seen.under(place.revision) };
            let is_visible = !id.is_empty() && id.bytes().all(|byte| (0x21..=0x7e).contains(&byte));
            out.judge(&HTTP_05, &seen, is_visible, Spot::header("mcp-session-id"), || {
                format!("the session id is `{}`", shown(&id))
            });
            if place.revision == Some(R5) {
                let message =
                    format!("the session id `{}` was given out, which {R5} does not have", shown(&id));
                out.broken(&HTTP_18, &seen, Spot::header("mcp-session-id"), message);
            }
        }
        judge_status(answer, head, out);
    }
}

fn wrong_media(head: &Head) -> String {
    let media = if head.media.is_empty() { "no content type" } else { &head.media };
    format!("a request was answered with `{}` and HTTP {}", shown(media), head.status.unwrap_or_default())
}

fn judge_receipt(place: &Place, exchange: &HttpExchange, out: &mut Sink) {
    let status = exchange.status.unwrap_or_default();
    let bytes = exchange.response_bytes.unwrap_or_default();
    out.judge(&HTTP_02, place, status == 202 && bytes == 0, "", || {
        if status == 202 {
            format!("HTTP 202 came with a body of {bytes} bytes")
        } else {
            format!("a notification or answer of ours got HTTP {status} instead of 202")
        }
    });
}

/// The statuses that some errors have to come with. On a stream it is too late for one.
fn judge_status(answer: &Answer<'_>, head: &Head, out: &mut Sink) {
    let (Some(error), Some(status)) = (answer.error(), head.status) else { return };
    if answer.place.revision != Some(R5) || !head.is_post || head.media == "text/event-stream" {
        return;
    }
    let message = |code: i64| move || format!("the error {code} came with HTTP {status}");
    match error.code {
        Some(code @ (-32022..=-32020)) => {
            // How a bad request of ours is refused is judged, too.
            let place = &Place { is_exempt: answer.call.is_ambiguous, ..answer.place.clone() };
            out.judge(&HTTP_16, place, status == 400, "", message(code));
        }
        // Some servers say so of a tool that does not exist, which is another matter.
        Some(code @ -32601) if !NAMED.contains(&answer.method()) => {
            out.judge(&HTTP_15, answer.place, status == 404, "", message(code));
        }
        _ => {}
    }
}

/// What comes on the stream of a request.
fn judge_notice(notice: &Notice, context: &Context, out: &mut Sink) {
    let place = &notice.place;
    let head = place.exchange.and_then(|exchange| context.head(exchange));
    let Some(call) = head.and_then(|head| head.call.as_ref()).and_then(|id| context.call(id)) else { return };
    if place.revision != Some(R5) {
        return;
    }
    let is_listening = call.method == "subscriptions/listen";
    let related = match notice.method.as_str() {
        "notifications/progress" => {
            notice.param("progressToken").is_some_and(|token| call.token == Some(token))
        }
        "notifications/tools/list_changed"
        | "notifications/prompts/list_changed"
        | "notifications/resources/list_changed"
        | "notifications/resources/updated"
        | "notifications/subscriptions/acknowledged" => is_listening,
        // Log messages have rules of their own.
        _ => return,
    };
    out.judge(&HTTP_17, place, related, "/method", || {
        format!("`{}` came on the stream of `{}`", notice.method, shown(&call.method))
    });
}

/// A stream that ended.
fn judge_end(place: &Place, head: &Head, is_clean: bool, context: &Context, out: &mut Sink) {
    if !head.is_post || head.posted != Some(Posted::Request) {
        return;
    }
    if head.is_answered {
        return out.kept(&HTTP_11, place);
    }
    let call = head.call.as_ref().and_then(|id| context.call(id));
    let Some(call) = call.filter(|call| !call.is_given_up && call.cancelled.is_none()) else { return };
    // In 2025-11-25 a server may end the stream so that the client polls.
    if is_clean && call.method != "subscriptions/listen" && place.revision != Some(Revision::R2025_11_25) {
        let message = format!("the stream of `{}` ended before its response", shown(&call.method));
        out.broken(&HTTP_11, place, "", message);
    }
}
