//! One line of a session's log.
//!
//! Everything that happens in a session is an entry, and an entry is never
//! changed: an answer is a new entry. The same form, as one JSON object per line,
//! is the recording format; [`FORMAT_VERSION`] counts its breaking changes.

mod exchange;

pub use exchange::HttpExchange;
pub(crate) use exchange::fine;

use crate::auth::AuthStep;
use crate::command::{AskId, CallKey, OutcomeWord};
use crate::era::Revision;
use crate::frame::{Content, Direction, EventHead, Frame};
use crate::message::{Junk, Parsed, RequestId};
pub use crate::note::{Act, Decision, Note};
use crate::peer::phase::PhaseChange;
use crate::stamp::{At, Seq};
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The version of the recording format.
pub const FORMAT_VERSION: u32 = 1;

/// One line of the log.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    /// Its place.
    pub seq: Seq,
    /// When it happened.
    #[serde(rename = "atNs")]
    pub at: At,
    /// What happened.
    #[serde(flatten)]
    pub kind: EntryKind,
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", rename_all_fields = "camelCase")]
pub enum EntryKind {
    /// A frame went over the wire.
    Frame {
        /// Who sent it.
        direction: Direction,
        /// Its bytes, and what they say.
        #[serde(flatten, with = "frame_text")]
        frame: Frame,
        /// The HTTP exchange it travelled in.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        exchange: Option<u64>,
        /// Whether known secrets were blanked out in the bytes.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        masked: bool,
        /// The face's handle of the call for which it was sent, or in whose HTTP exchange it came.
        /// Requests about the task that a call became, further pages of a list and a call that is
        /// sent again have the handle of that call.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        call: Option<CallKey>,
    },
    /// The server process wrote a line to stderr.
    Stderr {
        /// The line.
        line: String,
    },
    /// An HTTP request was answered, failed, or has waited for its answer for a while. In the last
    /// case the same exchange comes again when it ends.
    Http(Box<HttpExchange>),
    /// A streamed HTTP answer ended.
    HttpEnd {
        /// Which exchange.
        exchange: u64,
        /// Bytes of body that came.
        bytes: u64,
        /// When it ended, counted from the start of the exchange.
        duration_ms: u64,
        /// The same in microseconds; recordings of before have none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        duration_us: Option<u64>,
        /// Why it ended, if not by its regular end.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        error: Option<String>,
    },
    /// The session moved from one phase to another.
    Phase(PhaseChange),
    /// Both sides agreed on a revision.
    Negotiated {
        /// The revision in force.
        revision: Revision,
    },
    /// A call ended without an answer on the wire.
    Ended {
        /// Which call, when a face made it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        call: Option<CallKey>,
        /// Its id on the wire, if it was ever sent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        id: Option<i64>,
        /// Its method.
        method: String,
        /// The parameters of one that was never sent, as JSON text; recordings of before have none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        params: Option<String>,
        /// How it ended.
        outcome: OutcomeWord,
        /// Why.
        reason: String,
    },
    /// The server wants something of us, or no longer does.
    Ask(AskChange),
    /// One step of a login.
    Auth(Box<AuthStep>),
    /// A message between a face and an app of the server that it shows (MCP Apps). It never went over
    /// the wire.
    App {
        /// Who sent it: we did to the app, or it came from the app.
        direction: Direction,
        /// Its bytes, and what they say.
        #[serde(flatten, with = "frame_text")]
        frame: Frame,
        /// The `ui://` resource that the app is.
        resource: String,
        /// The call whose result the app shows.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        call: Option<CallKey>,
    },
    /// Something worth knowing.
    Note(Note),
}

/// The server wants something of us, or no longer does.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "ask", rename_all = "kebab-case", rename_all_fields = "camelCase")]
pub enum AskChange {
    /// It now waits for an answer.
    Opened {
        /// Its handle.
        id: AskId,
        /// Its id on the wire, or its name within the result that asks for it.
        request: RequestId,
        /// What is wanted.
        method: String,
        /// The call whose result asks for it; none when the server asks by itself.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        call: Option<i64>,
        /// When it expires.
        #[serde(rename = "expiresNs")]
        expires: At,
    },
    /// It no longer waits.
    Ended {
        /// Its handle.
        id: AskId,
        /// Why.
        how: AskEnd,
    },
}

/// How an ask ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AskEnd {
    /// It was answered.
    Answered,
    /// Nobody answered in time; the server was told.
    Expired,
    /// The server took it back.
    Withdrawn,
    /// The connection ended.
    Lost,
}

impl Entry {
    /// Whether something in it was blanked out, so that it is not what went over the wire.
    pub fn is_masked(&self) -> bool {
        matches!(self.kind, EntryKind::Frame { masked: true, .. })
    }

    /// About how many bytes of memory the entry holds.
    pub fn size(&self) -> usize {
        const FIXED: usize = size_of::<Entry>() + 2 * size_of::<usize>();
        /// The allocations around a frame's bytes, as measured.
        const FRAME: usize = 96;
        FIXED
            + match &self.kind {
                EntryKind::Frame { frame, .. } => {
                    let methods = frame.messages().map(|parsed| parsed.message.method().map_or(0, str::len));
                    let batch = match frame.content() {
                        Content::Batch(members) => members.len() * size_of::<Result<Parsed, Junk>>(),
                        _ => 0,
                    };
                    let event = frame.event().map_or(0, |head| {
                        let texts = [&head.name, &head.id].into_iter().flatten().map(String::len);
                        size_of::<EventHead>() + texts.sum::<usize>()
                    });
                    FRAME + frame.bytes().len() + batch + methods.sum::<usize>() + event
                }
                EntryKind::Stderr { line } => line.len(),
                EntryKind::Http(exchange) => {
                    let headers = exchange.request_headers.iter().chain(&exchange.response_headers);
                    exchange.url.len()
                        + headers.map(|(name, value)| name.len() + value.len() + 48).sum::<usize>()
                        + exchange.body_head.as_ref().map_or(0, String::len)
                }
                EntryKind::Note(note) => note.size(),
                EntryKind::Auth(step) => step.size(),
                EntryKind::App { frame, resource, .. } => FRAME + frame.bytes().len() + resource.len(),
                EntryKind::Ask(AskChange::Opened { request, method, .. }) => request.length() + method.len(),
                EntryKind::Ended { reason, method, params, .. } => {
                    reason.len() + method.len() + params.as_ref().map_or(0, String::len)
                }
                EntryKind::Phase(change) => {
                    change.fault.as_ref().map_or(0, |fault| fault.message.len() + 512)
                }
                _ => 0,
            }
    }

    /// Whether the entry is a frame, which has its own share of the log.
    pub fn is_frame(&self) -> bool {
        matches!(self.kind, EntryKind::Frame { .. })
    }
}

/// Frames in a recording: text when they are UTF-8, base64 when they are not.
mod frame_text {
    use super::{Bytes, Deserialize, Deserializer, Frame, STANDARD, Serialize, Serializer};
    use crate::frame::EventHead;
    use base64::Engine as _;

    #[derive(Serialize, Deserialize)]
    struct Form {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        raw: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        base64: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        event: Option<EventHead>,
    }

    pub(super) fn serialize<S: Serializer>(frame: &Frame, serializer: S) -> Result<S::Ok, S::Error> {
        let form = match std::str::from_utf8(frame.bytes()) {
            Ok(text) => Form { raw: Some(text.to_owned()), base64: None, event: frame.event().cloned() },
            Err(_) => {
                let base64 = Some(STANDARD.encode(frame.bytes()));
                Form { raw: None, base64, event: frame.event().cloned() }
            }
        };
        form.serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Frame, D::Error> {
        use serde::de::Error;
        let form = Form::deserialize(deserializer)?;
        let bytes = match (form.raw, form.base64) {
            (Some(text), None) => Bytes::from(text),
            (None, Some(text)) => Bytes::from(STANDARD.decode(text).map_err(D::Error::custom)?),
            _ => return Err(D::Error::custom("a frame has either `raw` or `base64`")),
        };
        let frame = Frame::read(bytes);
        Ok(match form.event {
            Some(head) => frame.in_event(head),
            None => frame,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn round_trip(kind: EntryKind) {
        let entry = Entry { seq: Seq(3), at: At::from_millis(5), kind };
        let line = serde_json::to_string(&entry).unwrap();
        assert_eq!(serde_json::from_str::<Entry>(&line).unwrap(), entry, "{line}");
    }

    #[test]
    fn entries_survive_the_recording_format() {
        for bytes in [&b"{\"jsonrpc\":\"2.0\",\"method\":\"x\"}"[..], b"junk \xff"] {
            let frame = Frame::read(Bytes::copy_from_slice(bytes));
            round_trip(EntryKind::Frame {
                direction: Direction::Received,
                frame,
                exchange: Some(4),
                masked: true,
                call: Some(CallKey(8)),
            });
        }
        let head = EventHead { name: None, id: Some("7".into()), retry: Some(100) };
        let frame = Frame::read(Bytes::from_static(b"{}")).in_event(head);
        let in_event = EntryKind::Frame {
            direction: Direction::Received,
            frame,
            exchange: Some(4),
            masked: false,
            call: None,
        };
        assert!(serde_json::to_string(&in_event).unwrap().contains(r#""event":{"id":"7","retry":100}"#));
        round_trip(in_event);
        let before_calls_were_named = r#"{"seq":1,"atNs":2,"kind":"frame","direction":"sent","raw":"{}"}"#;
        let old: Entry = serde_json::from_str(before_calls_were_named).unwrap();
        assert!(matches!(old.kind, EntryKind::Frame { call: None, .. }));
        assert_eq!(serde_json::to_string(&old).unwrap(), before_calls_were_named);
        round_trip(EntryKind::Stderr { line: "oops".into() });
        round_trip(EntryKind::Http(Box::new(HttpExchange {
            exchange: 1,
            status: Some(200),
            connect_us: Some(420),
            body_us: Some(7),
            ..HttpExchange::default()
        })));
        round_trip(EntryKind::Note(Note::UnknownAnswer { id: RequestId::Text("7".into()) }));
        round_trip(EntryKind::Note(Note::Fault(Box::new(crate::fault::Fault::new(
            crate::fault::FaultCode::TransportError,
            "broke",
        )))));
        round_trip(EntryKind::Ask(AskChange::Ended { id: AskId(1), how: AskEnd::Withdrawn }));
        let misfit = Decision::Misfit { number: 2, why: "`/age`: too old".into() };
        for by in [Decision::Rule { number: 1 }, Decision::Unmatched, misfit, Decision::Policy] {
            round_trip(EntryKind::Note(Note::AskDecided { id: AskId(7), by, late: false }));
        }
        round_trip(EntryKind::Ended {
            call: Some(CallKey(1)),
            id: Some(2),
            method: "ping".into(),
            params: None,
            outcome: OutcomeWord::Expired,
            reason: "late".into(),
        });
        let step = crate::auth::AuthStep::passed(crate::auth::StepName::Token, "got it");
        round_trip(EntryKind::Auth(Box::new(step)));
        round_trip(EntryKind::App {
            direction: Direction::Received,
            frame: Frame::read(Bytes::from_static(b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}")),
            resource: "ui://clock".into(),
            call: Some(CallKey(2)),
        });
        round_trip(EntryKind::Negotiated { revision: Revision::R2025_06_18 });
    }
}
