//! Effects as lines of text.
//!
//! Entries that only accompany another effect are left out, after a check that they are there:
//! a call that ends without an answer has its `Ended`, an ask its `Opened`, and so on.

use crate::command::{CallKey, Outcome};
use crate::compose;
use crate::entry::{AskChange, EntryKind, Note};
use crate::era::meta;
use crate::frame::Frame;
use crate::message::{Message, Reply};
use crate::peer::phase::PhaseChange;
use crate::peer::{Effect, Outgoing, Sending};
use crate::raw::Raw;
use bytes::Bytes;
use serde_json::Value;

/// One line for each effect; calls are called by their names in `keys`.
pub(super) fn render(effects: &[Effect], keys: &[String]) -> Vec<String> {
    let name = |key: &CallKey| keys[usize::try_from(key.0).unwrap()].as_str();
    let mut lines = Vec::new();
    for (index, effect) in effects.iter().enumerate() {
        let before = index.checked_sub(1).map(|index| &effects[index]);
        let line = match effect {
            Effect::Open { epoch } => format!("open {epoch}"),
            Effect::Close { epoch } => format!("close {epoch}"),
            Effect::Forget { id, .. } => format!("forget {id}"),
            Effect::Negotiated { revision, .. } => format!("negotiated {revision}"),
            Effect::Send(outgoing) => sent(outgoing),
            Effect::Settle { key, outcome } => {
                if !matches!(outcome, Outcome::Answered(_) | Outcome::Refused(_)) {
                    assert_is_logged(*key, outcome, before);
                }
                format!("settle {} {}", name(key), ended(outcome))
            }
            Effect::Listed { key, pages } => format!("listed {} {}", name(key), pages.len()),
            Effect::Ask(ask) => {
                let is_logged = matches!(before, Some(Effect::Log(EntryKind::Ask(AskChange::Opened { id, .. }))) if *id == ask.id);
                assert!(is_logged, "an ask without an entry: {ask:?}");
                format!("ask {} {}", ask.id, ask.method)
            }
            Effect::Log(EntryKind::Phase(PhaseChange { to, trigger, .. })) => {
                format!("phase {to} by {}", word(&serde_json::to_value(trigger).unwrap()))
            }
            Effect::Log(EntryKind::Ask(AskChange::Ended { id, how })) => {
                format!("ask-end {id} {}", word(&serde_json::to_value(how).unwrap()))
            }
            Effect::Log(EntryKind::Note(note)) => noted(note),
            Effect::Log(EntryKind::Ended { .. } | EntryKind::Ask(_) | EntryKind::Negotiated { .. }) => {
                continue;
            }
            Effect::Log(other) => panic!("not for the machine to log: {other:?}"),
        };
        lines.push(line.trim_end().to_owned());
    }
    lines
}

fn assert_is_logged(key: CallKey, outcome: &Outcome, before: Option<&Effect>) {
    let is_logged = matches!(before,
        Some(Effect::Log(EntryKind::Ended { call, outcome: word, reason, .. }))
            if *call == Some(key) && *word == outcome.word() && !reason.is_empty());
    assert!(is_logged, "a call that ended without an entry: {key:?} {outcome:?}, after {before:?}");
}

fn sent(outgoing: &Outgoing) -> String {
    let frame = Frame::read(outgoing.bytes.clone());
    match (&outgoing.sending, frame.message()) {
        (Sending::Raw, _) => format!("raw {}", text(&outgoing.bytes)),
        (Sending::Request { id, method }, Some(message)) => {
            assert_eq!(message.method(), Some(&**method), "the frame is what it is called");
            let params = match message.params() {
                Some(params) if &**method == "initialize" => params.text_member("protocolVersion").unwrap(),
                Some(params) if params.as_str().contains(meta::PROTOCOL_VERSION) => standing_alone(params),
                params => params.map_or(String::new(), ToString::to_string),
            };
            format!("send #{id} {method} {params} {}", headers(outgoing, method)).trim_end().to_owned()
        }
        (Sending::Notification { method }, Some(message)) => {
            assert_eq!(message.method(), Some(&**method), "the frame is what it is called");
            format!("notify {method} {}", message.params().map_or(String::new(), ToString::to_string))
        }
        (Sending::Answer { .. }, Some(Message::Response { id: Some(id), reply })) => match reply {
            Reply::Result(result) => format!("reply {id} {result}"),
            Reply::Error(error) => format!("reply {id} error {} {}", error.code.unwrap(), error.message),
        },
        (sending, message) => panic!("{sending:?} is no {message:?}"),
    }
}

/// The parameters of a request that stands alone, without what they all have in common.
fn standing_alone(params: &Raw) -> String {
    let envelope = params.member("_meta").unwrap();
    assert_eq!(envelope.text_member(meta::PROTOCOL_VERSION).as_deref(), Some("2026-07-28"));
    assert!(envelope.member(meta::CLIENT_CAPABILITIES).unwrap().is_object());
    assert!(envelope.member(meta::CLIENT_INFO).unwrap().is_object());
    let ours = [meta::PROTOCOL_VERSION, meta::CLIENT_CAPABILITIES, meta::CLIENT_INFO];
    let own: Vec<(String, Raw)> =
        envelope.members().unwrap().into_iter().filter(|(key, _)| !ours.contains(&key.as_str())).collect();
    let own: Vec<(&str, Raw)> = own.iter().map(|(key, value)| (key.as_str(), value.clone())).collect();
    let own = compose::with_members(None, &own);
    let rest: Vec<(String, Raw)> =
        params.members().unwrap().into_iter().filter(|(key, _)| key != "_meta").collect();
    let rest: Vec<(&str, Raw)> = rest.iter().map(|(key, value)| (key.as_str(), value.clone())).collect();
    let rest = compose::with_members(None, &rest);
    let own = if own.as_str() == "{}" { String::new() } else { format!(" meta {own}") };
    format!("alone {rest}{own}")
}

/// The headers of a request, without those they all have in common.
fn headers(outgoing: &Outgoing, method: &str) -> String {
    let Some(headers) = &outgoing.headers else { return String::new() };
    let of = |name: &str| headers.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str());
    assert_eq!((of("mcp-protocol-version"), of("mcp-method")), (Some("2026-07-28"), Some(method)));
    let own: Vec<String> = headers.iter().skip(2).map(|(name, value)| format!("{name}={value}")).collect();
    format!("[{}]", own.join(" "))
}

fn ended(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Answered(result) => format!("Answered {result}"),
        Outcome::Refused(error) => format!("Refused {}", error.raw),
        Outcome::Cancelled { reason } => format!("Cancelled {reason}"),
        Outcome::Expired(fault) => {
            assert_eq!(fault.code.as_str(), "REQUEST_TIMEOUT");
            "Expired".to_owned()
        }
        Outcome::Lost(fault) => match &fault.details.capability {
            Some(capability) => format!("Lost {} {capability}", fault.code),
            None => format!("Lost {}", fault.code),
        },
    }
}

/// The kind of a note and its fields, without those that are longer than a script wants to be.
fn noted(note: &Note) -> String {
    let Value::Object(mut members) = serde_json::to_value(note).unwrap() else {
        panic!("a note is an object")
    };
    let kind = word(&members.shift_remove("note").unwrap());
    members.shift_remove("head");
    if members.is_empty() {
        format!("note {kind}")
    } else {
        format!("note {kind} {}", Value::Object(members))
    }
}

fn word(value: &Value) -> String {
    value.as_str().unwrap().to_owned()
}

fn text(bytes: &Bytes) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}
