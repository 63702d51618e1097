//! Blanks out the target's secrets in everything that leaves the driver for the log or a face.
//!
//! Entries, faults and phases repeat what a server said, and with it a secret, in
//! any of their texts. Results go to whoever made the call as they came, unless that only shows them.

use bytes::Bytes;
use mcp_inspector_core::Raw;
use mcp_inspector_core::auth::AuthStep;
use mcp_inspector_core::command::Outcome;
use mcp_inspector_core::entry::{EntryKind, Note};
use mcp_inspector_core::fault::Fault;
use mcp_inspector_core::frame::{EventHead, Frame};
use mcp_inspector_core::message::RpcError;
use mcp_inspector_core::peer::phase::Phase;
use mcp_inspector_core::redact::{REDACTED, Redactor};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::borrow::Cow;

/// Knows the target's secrets.
pub(crate) struct Mask {
    redactor: Redactor,
    /// Results are only shown.
    hides_results: bool,
}

impl Mask {
    pub(crate) fn new(redactor: Redactor) -> Self {
        Mask { redactor, hides_results: false }
    }

    /// Blanks secrets out in results too.
    pub(super) fn hiding_results(self, hides_results: bool) -> Self {
        Mask { hides_results, ..self }
    }

    /// One more secret, obtained since by a login.
    pub(crate) fn learn(&mut self, secret: &str) {
        self.redactor.add_token(secret);
    }

    /// A step of a login without secrets.
    pub(crate) fn step(&self, step: AuthStep) -> AuthStep {
        step.masked(&self.redactor)
    }

    /// The same without secrets.
    pub(crate) fn apply<T: Shown>(&self, shown: T) -> T {
        self.masked(&shown).unwrap_or(shown)
    }

    /// A frame without secrets, and whether there were any.
    pub(super) fn frame(&self, frame: Frame) -> (Frame, bool) {
        let head = frame.event().map(|head| EventHead {
            name: head.name.as_ref().map(|name| self.text(name)),
            id: head.id.as_ref().map(|id| self.text(id)),
            retry: head.retry,
        });
        let (frame, is_masked) = match self.redactor.mask(frame.bytes()) {
            Some(bytes) => (Frame::read(Bytes::from(bytes)), true),
            None => (frame, false),
        };
        (if let Some(head) = head { frame.in_event(head) } else { frame }, is_masked)
    }

    /// How a call ended, without secrets unless it ended with a result that somebody needs as it came.
    pub(super) fn outcome(&self, outcome: Outcome) -> Outcome {
        match outcome {
            Outcome::Lost(fault) => Outcome::Lost(self.apply(fault)),
            Outcome::Answered(result) => Outcome::Answered(self.result(result)),
            Outcome::Refused(error) => match self.redactor.mask(error.raw.bytes()) {
                Some(bytes) => Outcome::Refused(readable_error(&bytes)),
                None => Outcome::Refused(error),
            },
            Outcome::Cancelled { reason } => {
                Outcome::Cancelled { reason: self.redactor.mask_text(&reason).unwrap_or(reason) }
            }
            outcome @ Outcome::Expired(_) => outcome,
        }
    }

    /// A result, without secrets where it is only shown. One that cannot be read any more without them is
    /// nothing but a sign.
    pub(super) fn result(&self, raw: Raw) -> Raw {
        let masked = if self.hides_results { self.redactor.mask(raw.bytes()) } else { None };
        match masked {
            Some(bytes) => Raw::parse(&String::from_utf8_lossy(&bytes)).unwrap_or_else(|_| Raw::of(REDACTED)),
            None => raw,
        }
    }

    /// A phase without secrets.
    pub(super) fn phase<'a>(&self, phase: &'a Phase) -> Cow<'a, Phase> {
        let masked = match phase {
            Phase::Backoff { until, fault } => {
                self.masked(fault).map(|fault| Phase::Backoff { until: *until, fault })
            }
            Phase::Closed { fault: Some(fault) } => {
                self.masked(fault).map(|fault| Phase::Closed { fault: Some(fault) })
            }
            _ => None,
        };
        masked.map_or(Cow::Borrowed(phase), Cow::Owned)
    }

    /// `None` when there are no secrets in it. Only texts are changed: a number that happens to
    /// look like a secret stays one, or the value could not be read back. What cannot be read
    /// back all the same is replaced as a whole.
    fn masked<T: Shown>(&self, shown: &T) -> Option<T> {
        if self.redactor.is_empty() {
            return None;
        }
        shown.masked_by(self)
    }

    fn masked_texts<T: Shown>(&self, shown: &T) -> Option<T> {
        let Ok(mut value) = serde_json::to_value(shown) else { return Some(shown.blank(self)) };
        if !self.texts(&mut value) {
            return None;
        }
        Some(serde_json::from_value(value).unwrap_or_else(|_| shown.blank(self)))
    }

    fn text(&self, text: &str) -> String {
        self.redactor.mask_text(text).unwrap_or_else(|| text.to_owned())
    }

    /// Masks every text and every key. True when there was something to mask.
    fn texts(&self, value: &mut Value) -> bool {
        match value {
            Value::String(text) => match self.redactor.mask_text(text) {
                Some(masked) => {
                    *text = masked;
                    true
                }
                None => false,
            },
            Value::Array(items) => items.iter_mut().fold(false, |any, item| self.texts(item) | any),
            Value::Object(members) => {
                let mut any = members.values_mut().fold(false, |any, member| self.texts(member) | any);
                if members.keys().any(|key| self.redactor.mask_text(key).is_some()) {
                    any = true;
                    let old = std::mem::take(members);
                    members.extend(
                        old.into_iter()
                            .map(|(key, member)| (self.redactor.mask_text(&key).unwrap_or(key), member)),
                    );
                }
                any
            }
            Value::Null | Value::Bool(_) | Value::Number(_) => false,
        }
    }
}

/// An error read back from masked text; a blank one when the text is no longer JSON.
fn readable_error(bytes: &[u8]) -> RpcError {
    let text = String::from_utf8_lossy(bytes);
    match Raw::parse(&text) {
        Ok(raw) => RpcError::from_raw(raw),
        Err(_) => RpcError::new(0, REDACTED),
    }
}

/// Something that leaves the driver, and what takes its place when a secret in it cannot be
/// blanked out.
pub(crate) trait Shown: Serialize + DeserializeOwned {
    fn blank(&self, mask: &Mask) -> Self;

    fn masked_by(&self, mask: &Mask) -> Option<Self> {
        mask.masked_texts(self)
    }
}

impl Shown for EntryKind {
    fn blank(&self, _mask: &Mask) -> Self {
        let text = "an entry was left out: it held a secret that could not be blanked out".to_owned();
        EntryKind::Note(Note::Transport { text })
    }

    fn masked_by(&self, mask: &Mask) -> Option<Self> {
        match self {
            // A token may be one of the words that a step is told with.
            EntryKind::Auth(step) => Some(EntryKind::Auth(Box::new(mask.step((**step).clone())))),
            EntryKind::App { direction, frame, resource, call } => Some(EntryKind::App {
                direction: *direction,
                frame: mask.frame(frame.clone()).0,
                resource: mask.text(resource),
                call: *call,
            }),
            _ => mask.masked_texts(self),
        }
    }
}

impl Shown for Fault {
    fn blank(&self, mask: &Mask) -> Self {
        let mut fault = Fault::new(self.code, mask.text(&self.message));
        fault.hint = self.hint.as_deref().map(|hint| mask.text(hint));
        fault
    }

    fn masked_by(&self, mask: &Mask) -> Option<Self> {
        let Some(step) = &self.details.auth_step else { return mask.masked_texts(self) };
        let mut rest = self.clone();
        rest.details.auth_step = None;
        let mut rest = mask.masked_texts(&rest).unwrap_or(rest);
        rest.details.auth_step = Some(Box::new(mask.step((**step).clone())));
        Some(rest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mcp_inspector_core::auth::StepName;
    use mcp_inspector_core::entry::HttpExchange;
    use mcp_inspector_core::fault::FaultCode;

    fn mask() -> Mask {
        let mut redactor = Redactor::default();
        redactor.add("sk-live-abcdefghij");
        redactor.add("stderr");
        Mask::new(redactor)
    }

    #[test]
    fn keys_deep_data_and_refusals_are_masked() {
        let deep = format!("{}\"sk-live-abcdefghij\"{}", "[".repeat(500), "]".repeat(500));
        let error = |data: &str| {
            let text = format!(r#"{{"code":-1,"message":"no sk-live-abcdefghij","data":{data}}}"#);
            RpcError::from_raw(Raw::parse(&text).unwrap())
        };
        for data in [deep.as_str(), r#"{"sk-live-abcdefghij":1}"#] {
            let fault = mask().apply(Fault::refused("initialize", error(data)));
            let shown = format!("{fault:?} {}", fault.to_json());
            assert!(!shown.contains("sk-live"), "{shown}");
            let outcome = mask().outcome(Outcome::Refused(error(data)));
            assert!(!format!("{outcome:?}").contains("sk-live"), "{outcome:?}");
        }
    }

    #[test]
    fn what_is_said_to_an_app_is_masked_like_a_frame() {
        let said = r#"{"jsonrpc":"2.0","method":"stderr","params":{"key":"sk-live-abcdefghij"}}"#;
        let shown = mask().apply(EntryKind::App {
            direction: mcp_inspector_core::frame::Direction::Sent,
            frame: Frame::read(Bytes::from(said)),
            resource: "ui://sk-live-abcdefghij".to_owned(),
            call: None,
        });
        let EntryKind::App { frame, resource, .. } = shown else { panic!("{shown:?}") };
        let text = String::from_utf8_lossy(frame.bytes());
        assert!(text.starts_with(r#"{"jsonrpc":"2.0""#) && !text.contains("sk-live"), "{text}");
        assert_eq!(resource, "ui://[REDACTED]");
    }

    #[test]
    fn what_cannot_be_blanked_out_is_left_out() {
        let shown = mask().apply(EntryKind::Stderr { line: "token sk-live-abcdefghij".to_owned() });
        assert!(matches!(shown, EntryKind::Note(Note::Transport { .. })), "{shown:?}");
        let fault = mask().apply(Fault::new(FaultCode::ProcessCrashed, "the stderr said sk-live-abc"));
        assert_eq!(fault.message, "the [REDACTED] said [REDACTED]");
    }

    #[test]
    fn a_token_that_is_one_of_our_own_words_takes_no_step_and_no_reason_away() {
        for word in ["auth", "token", "failed", "AUTHENTICATION_FAILED"] {
            let mut redactor = Redactor::default();
            redactor.add_token(word);
            let mask = Mask::new(redactor);
            let step = AuthStep::failed(StepName::Token, format!("it said {word}"));
            let shown = mask.apply(EntryKind::Auth(Box::new(step.clone())));
            let EntryKind::Auth(shown) = shown else { panic!("{word}: {shown:?}") };
            assert_eq!(
                (shown.step, shown.outcome, &*shown.what),
                (step.step, step.outcome, "it said [REDACTED]")
            );
            let mut fault = Fault::new(FaultCode::AuthenticationFailed, format!("broke: {word}"));
            fault.details.auth_step = Some(Box::new(step));
            let fault = mask.apply(fault.with_hint("try again"));
            assert_eq!((&*fault.message, fault.hint.as_deref()), ("broke: [REDACTED]", Some("try again")));
            assert_eq!(fault.details.auth_step.unwrap().what, "it said [REDACTED]");
        }
    }

    #[test]
    fn a_number_that_looks_like_a_secret_does_not_keep_the_rest_from_being_masked() {
        let mut redactor = Redactor::default();
        redactor.add("123456");
        let exchange = HttpExchange {
            request_bytes: 123_456,
            body_head: Some("the pin is 123456".to_owned()),
            ..HttpExchange::default()
        };
        let shown = Mask::new(redactor).apply(EntryKind::Http(Box::new(exchange)));
        let EntryKind::Http(shown) = shown else { panic!("another kind") };
        assert_eq!(shown.body_head.as_deref(), Some("the pin is [REDACTED]"));
        assert_eq!(shown.request_bytes, 123_456);
    }
}
