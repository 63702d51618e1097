//! Blanks out the target's secrets in everything that leaves the driver for the log or a face.
//!
//! Entries, faults and phases repeat what a server said, and with it a secret, in
//! any of their texts. Results go to whoever made the call as they came.

use bytes::Bytes;
use mcp_inspector_core::command::Outcome;
use mcp_inspector_core::frame::Frame;
use mcp_inspector_core::peer::phase::Phase;
use mcp_inspector_core::redact::Redactor;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::borrow::Cow;

/// Knows the target's secrets.
pub(super) struct Mask(Redactor);

impl Mask {
    pub(super) fn new(redactor: Redactor) -> Self {
        Mask(redactor)
    }

    /// The same without secrets.
    pub(super) fn apply<T: Serialize + DeserializeOwned>(&self, shown: T) -> T {
        self.masked(&shown).unwrap_or(shown)
    }

    /// A frame without secrets, and whether there were any.
    pub(super) fn frame(&self, frame: Frame) -> (Frame, bool) {
        match self.0.mask(frame.bytes()) {
            Some(bytes) => (Frame::read(Bytes::from(bytes)), true),
            None => (frame, false),
        }
    }

    /// A call that was lost with its connection tells why, and faces show that.
    pub(super) fn outcome(&self, outcome: Outcome) -> Outcome {
        match outcome {
            Outcome::Lost(fault) => Outcome::Lost(self.apply(fault)),
            outcome => outcome,
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
    /// look like a secret stays one, or the value could not be read back.
    fn masked<T: Serialize + DeserializeOwned>(&self, shown: &T) -> Option<T> {
        if self.0.is_empty() {
            return None;
        }
        let text = serde_json::to_vec(shown).ok()?;
        self.0.mask(&text)?;
        let mut value = serde_json::from_slice(&text).ok()?;
        self.texts(&mut value);
        serde_json::from_value(value).ok()
    }

    fn texts(&self, value: &mut Value) {
        match value {
            Value::String(text) => {
                if let Some(masked) = self.0.mask(text.as_bytes()) {
                    *text = String::from_utf8_lossy(&masked).into_owned();
                }
            }
            Value::Array(items) => items.iter_mut().for_each(|item| self.texts(item)),
            Value::Object(members) => members.values_mut().for_each(|member| self.texts(member)),
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mcp_inspector_core::entry::{EntryKind, HttpExchange};

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
