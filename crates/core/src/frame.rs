//! One frame: its exact bytes and what they parse to, or why they do not.
//!
//! The bytes are never changed. A frame holds one message, a batch of them
//! (2025-03-26 allows that), or junk. One that came as a server-sent event keeps
//! what that said besides its data.

use crate::brief::brief;
use crate::message::{Flaw, Junk, Message, Parsed};
use bytes::Bytes;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

/// Who sent a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Direction {
    /// We sent it.
    Sent,
    /// The server sent it.
    Received,
}

/// Exact bytes and what they say.
#[derive(Clone, Debug, PartialEq)]
pub struct Frame {
    bytes: Bytes,
    content: Content,
    event: Option<Box<EventHead>>,
}

/// What a server-sent event says besides its data.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct EventHead {
    /// Its name, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The id it sets, if it sets one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// After how many milliseconds a broken stream should be taken up again, if it says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retry: Option<u64>,
}

impl EventHead {
    /// Its fields as they are written, one after the other; very long ones are cut.
    pub fn fields(&self) -> Vec<String> {
        // A server chooses how long they are; the entry has them whole.
        let name = self.name.as_ref().map(|name| format!("event: {}", brief(name)));
        let id = self.id.as_ref().map(|id| format!("id: {}", brief(id)));
        let retry = self.retry.map(|retry| format!("retry: {retry}"));
        [name, id, retry].into_iter().flatten().collect()
    }
}

/// What the bytes of a frame say.
#[derive(Clone, Debug, PartialEq)]
pub enum Content {
    /// One message.
    Message(Parsed),
    /// An array of messages; each may be junk on its own.
    Batch(Vec<Result<Parsed, Junk>>),
    /// No message.
    Junk(Junk),
}

impl Frame {
    /// Reads `bytes`. Never fails: what cannot be read is junk, and kept.
    pub fn read(bytes: Bytes) -> Self {
        let content = Content::read(&bytes);
        Frame { bytes, content, event: None }
    }

    /// The same, as the data of an event.
    #[must_use]
    pub fn in_event(self, head: EventHead) -> Self {
        Frame { event: Some(Box::new(head)), ..self }
    }

    /// What the event said that it came as; none when it came as none.
    pub fn event(&self) -> Option<&EventHead> {
        self.event.as_deref()
    }

    /// The bytes as they came or went.
    pub fn bytes(&self) -> &Bytes {
        &self.bytes
    }

    /// What the bytes say.
    pub fn content(&self) -> &Content {
        &self.content
    }

    /// The messages in the frame, in order, with their flaws.
    pub fn messages(&self) -> impl Iterator<Item = &Parsed> {
        let (one, many) = match &self.content {
            Content::Message(parsed) => (Some(parsed), None),
            Content::Batch(members) => (None, Some(members)),
            Content::Junk(_) => (None, None),
        };
        one.into_iter().chain(many.into_iter().flatten().filter_map(|member| member.as_ref().ok()))
    }

    /// The only message, when the frame is not a batch and not junk.
    pub fn message(&self) -> Option<&Message> {
        match &self.content {
            Content::Message(parsed) => Some(&parsed.message),
            _ => None,
        }
    }
}

impl Content {
    fn read(bytes: &Bytes) -> Self {
        let text = match std::str::from_utf8(bytes) {
            Ok(text) => text,
            Err(error) => return Content::Junk(Junk::NotUtf8 { at: error.valid_up_to() }),
        };
        match text.trim_start().as_bytes().first() {
            None => Content::Junk(Junk::Empty),
            Some(b'[') => Content::read_batch(bytes, text),
            Some(_) => match Parsed::read(bytes, text) {
                Ok(parsed) => Content::Message(parsed),
                Err(junk) => Content::Junk(junk),
            },
        }
    }

    fn read_batch(bytes: &Bytes, text: &str) -> Self {
        let BatchMembers { members, count } = match serde_json::from_str(text) {
            Ok(members) => members,
            Err(error) => return Content::Junk(Junk::NotJson { reason: error.to_string() }),
        };
        if count == 0 {
            return Content::Junk(Junk::NotObject);
        }
        if count > LARGEST_BATCH {
            return Content::Junk(Junk::BatchTooLong { members: count });
        }
        let read = |member: &RawValue| {
            Parsed::read(bytes, member.get()).map(|mut parsed| {
                parsed.flaws.push(Flaw::InBatch);
                parsed
            })
        };
        Content::Batch(members.into_iter().map(read).collect())
    }
}

/// How many members a batch may have. A member of two bytes costs hundreds in memory, so without
/// a limit one frame could cost gigabytes.
pub const LARGEST_BATCH: usize = 10_000;

/// The members of an array, unread, and how many there are in all.
struct BatchMembers<'a> {
    members: Vec<&'a RawValue>,
    count: usize,
}

impl<'de> Deserialize<'de> for BatchMembers<'de> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;
        impl<'de> serde::de::Visitor<'de> for Visitor {
            type Value = BatchMembers<'de>;
            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("an array")
            }
            fn visit_seq<A: serde::de::SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
                let mut batch = BatchMembers { members: Vec::new(), count: 0 };
                while let Some(member) = seq.next_element()? {
                    if batch.count < LARGEST_BATCH {
                        batch.members.push(member);
                    }
                    batch.count += 1;
                }
                Ok(batch)
            }
        }
        deserializer.deserialize_seq(Visitor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::message::{Reply, RequestId};

    fn content(text: &str) -> Content {
        Frame::read(Bytes::copy_from_slice(text.as_bytes())).content
    }

    fn flaws(text: &str) -> Vec<Flaw> {
        match content(text) {
            Content::Message(parsed) => parsed.flaws,
            other => panic!("not one message: {other:?}"),
        }
    }

    #[test]
    fn a_clean_response_has_no_flaws() {
        assert_eq!(flaws(r#"{"jsonrpc":"2.0","id":1,"result":{}}"#), []);
    }

    #[test]
    fn broken_envelopes_are_understood_and_their_flaws_named() {
        assert_eq!(flaws(r#"{"id":1,"result":{}}"#), [Flaw::JsonrpcMissing]);
        assert_eq!(flaws(r#"{"jsonrpc":"1.0","id":1,"result":{}}"#), [Flaw::JsonrpcWrong]);
        assert_eq!(
            flaws(r#"{"jsonrpc":"2.0","id":1,"result":{},"error":{"code":1,"message":"m"}}"#),
            [Flaw::ResultAndError]
        );
        assert_eq!(flaws(r#"{"jsonrpc":"2.0","id":null,"error":{"code":1,"message":"m"}}"#), [Flaw::IdNull]);
        assert_eq!(flaws(r#"{"jsonrpc":"2.0","error":{"code":1,"message":"m"}}"#), [Flaw::IdMissing]);
        assert_eq!(flaws(r#"{"jsonrpc":"2.0","id":1.5,"result":{}}"#), [Flaw::IdOdd]);
        assert_eq!(
            flaws(r#"{"jsonrpc":"2.0","id":1,"id":2,"result":{}}"#),
            [Flaw::DuplicateKey("id".into())]
        );
        assert_eq!(
            flaws(r#"{"jsonrpc":"2.0","id":1,"error":{"code":"E"}}"#),
            [Flaw::ErrorCodeOdd, Flaw::ErrorMessageOdd]
        );
        assert_eq!(flaws(r#"{"jsonrpc":"2.0","id":1,"error":"oops"}"#), [Flaw::ErrorNotObject]);
    }

    #[test]
    fn an_error_beside_a_result_counts_and_keeps_code_and_data() {
        let Content::Message(parsed) = content(
            r#"{"jsonrpc":"2.0","id":"a","result":{},"error":{"code":-5,"message":"m","data":[1.0]}}"#,
        ) else {
            panic!("not one message");
        };
        let Message::Response { id, reply: Reply::Error(error) } = parsed.message else {
            panic!("not an error");
        };
        assert_eq!(id, Some(RequestId::Text("a".into())));
        assert_eq!((error.code, error.message.as_str()), (Some(-5), "m"));
        assert_eq!(error.data.unwrap().as_str(), "[1.0]");
    }

    #[test]
    fn junk_says_why() {
        assert_eq!(content("  "), Content::Junk(Junk::Empty));
        assert_eq!(content("3"), Content::Junk(Junk::NotObject));
        assert_eq!(content("[]"), Content::Junk(Junk::NotObject));
        assert_eq!(content(r#"{"level":"info","msg":"started"}"#), Content::Junk(Junk::NotRpc));
        assert_eq!(content(r#"{"jsonrpc":"2.0","method":5}"#), Content::Junk(Junk::MethodOdd));
        assert!(matches!(content("Server listening"), Content::Junk(Junk::NotJson { .. })));
        let frame = Frame::read(Bytes::from_static(b"ab\xff"));
        assert_eq!(frame.content(), &Content::Junk(Junk::NotUtf8 { at: 2 }));
    }

    #[test]
    fn members_of_a_batch_stand_alone() {
        let Content::Batch(members) = content(r#"[{"jsonrpc":"2.0","method":"a"},7]"#) else {
            panic!("not a batch");
        };
        assert_eq!(members[0].as_ref().unwrap().flaws, [Flaw::InBatch]);
        assert_eq!(members[1], Err(Junk::NotObject));
    }

    #[test]
    fn a_batch_of_very_many_members_is_junk_and_counted() {
        let text = format!("[{}0]", "0,".repeat(LARGEST_BATCH));
        assert_eq!(content(&text), Content::Junk(Junk::BatchTooLong { members: LARGEST_BATCH + 1 }));
    }

    #[test]
    fn a_key_that_is_repeated_very_often_is_one_flaw() {
        let text = format!(r#"{{"jsonrpc":"2.0",{}"id":1,"result":{{}}}}"#, r#""id":1,"#.repeat(1000));
        assert_eq!(flaws(&text), [Flaw::DuplicateKey("id".into())]);
    }
}
