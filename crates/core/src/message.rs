//! JSON-RPC messages, read leniently.
//!
//! A server that breaks the envelope is the very thing a user wants to see, so
//! reading keeps whatever can be understood and lists what is wrong as
//! [`Flaw`]s. Only text from which no message can be made is refused ([`Junk`]).
//!
//! Not here: exact bytes and batches (`frame.rs`), writing (`compose.rs`).

use crate::brief::brief;
use crate::raw::{Members, Raw};
pub use crate::request_id::RequestId;
use bytes::Bytes;
use serde::{Deserialize, Serialize};
use std::fmt;

/// How deep a value may nest to be written into a recording as it is.
pub(crate) const DEEPEST: usize = 64;

/// One JSON-RPC message.
#[derive(Clone, Debug, PartialEq)]
pub enum Message {
    /// Has a method and an id: wants an answer.
    Request {
        /// The id the answer must carry.
        id: RequestId,
        /// The method.
        method: String,
        /// The parameters, if any.
        params: Option<Raw>,
    },
    /// Has a method and no id: wants none.
    Notification {
        /// The method.
        method: String,
        /// The parameters, if any.
        params: Option<Raw>,
    },
    /// Answers a request.
    Response {
        /// The id of the request, when the sender gave one.
        id: Option<RequestId>,
        /// What it answers.
        reply: Reply,
    },
}

impl Message {
    /// The method of a request or notification.
    pub fn method(&self) -> Option<&str> {
        match self {
            Message::Request { method, .. } | Message::Notification { method, .. } => Some(method),
            Message::Response { .. } => None,
        }
    }

    /// The id, where there is one.
    pub fn id(&self) -> Option<&RequestId> {
        match self {
            Message::Request { id, .. } => Some(id),
            Message::Response { id, .. } => id.as_ref(),
            Message::Notification { .. } => None,
        }
    }

    /// The parameters of a request or notification.
    pub fn params(&self) -> Option<&Raw> {
        match self {
            Message::Request { params, .. } | Message::Notification { params, .. } => params.as_ref(),
            Message::Response { .. } => None,
        }
    }
}

/// What a response says.
#[derive(Clone, Debug, PartialEq)]
pub enum Reply {
    /// It worked.
    Result(Raw),
    /// It did not.
    Error(RpcError),
}

/// How long an error's message may be before it is cut; the whole of it is in `raw`. Faults are
/// copied to everyone who waits, so this is not the server's to choose.
const LONGEST_MESSAGE: usize = 16 * 1024;

/// A JSON-RPC error as the other side sent it.
#[derive(Clone, Debug, PartialEq)]
pub struct RpcError {
    /// The code, when it is an integer.
    pub code: Option<i64>,
    /// The message; empty when there was none, and cut when it was very long.
    pub message: String,
    /// The data, if any.
    pub data: Option<Raw>,
    /// The whole error object as it came.
    pub raw: Raw,
}

impl Serialize for RpcError {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.raw.depth() <= DEEPEST {
            return self.raw.serialize(serializer);
        }
        // What nests deeper than a reader can follow is told as text.
        let data = self.data.as_ref().map(|data| brief(data.as_str()));
        serde_json::json!({ "code": self.code, "message": self.message, "data": data }).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for RpcError {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = serde_json::Value::deserialize(deserializer)?;
        Ok(RpcError::from_raw(Raw::of(&value)))
    }
}

impl fmt::Display for RpcError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.code {
            Some(code) => write!(f, "{} ({code})", self.message),
            None => write!(f, "{}", if self.message.is_empty() { self.raw.as_str() } else { &self.message }),
        }
    }
}

/// Something wrong with a message that could still be understood.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Flaw {
    /// There is no `jsonrpc` member.
    JsonrpcMissing,
    /// `jsonrpc` is not "2.0".
    JsonrpcWrong,
    /// Both `result` and `error` are there; the error counts.
    ResultAndError,
    /// The id is null.
    IdNull,
    /// The id is neither a string nor an integer.
    IdOdd,
    /// A response without an id.
    IdMissing,
    /// A member stands twice; the last one counts.
    DuplicateKey(String),
    /// `error` is not an object.
    ErrorNotObject,
    /// `error.code` is missing or not an integer.
    ErrorCodeOdd,
    /// `error.message` is missing or not a string.
    ErrorMessageOdd,
    /// `method` stands beside `result` or `error`.
    MethodAndReply,
    /// The message came inside a batch array.
    InBatch,
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Flaw::JsonrpcMissing => f.write_str("`jsonrpc` is missing"),
            Flaw::JsonrpcWrong => f.write_str("`jsonrpc` is not \"2.0\""),
            Flaw::ResultAndError => f.write_str("both `result` and `error` are present"),
            Flaw::IdNull => f.write_str("`id` is null"),
            Flaw::IdOdd => f.write_str("`id` is neither a string nor an integer"),
            Flaw::IdMissing => f.write_str("a response without `id`"),
            Flaw::DuplicateKey(key) => write!(f, "`{key}` stands more than once"),
            Flaw::ErrorNotObject => f.write_str("`error` is not an object"),
            Flaw::ErrorCodeOdd => f.write_str("`error.code` is not an integer"),
            Flaw::ErrorMessageOdd => f.write_str("`error.message` is not a string"),
            Flaw::MethodAndReply => f.write_str("`method` stands beside `result` or `error`"),
            Flaw::InBatch => f.write_str("the message came inside a batch"),
        }
    }
}

/// Why no message could be made of some text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[serde(rename_all = "kebab-case")]
pub enum Junk {
    /// Nothing but white space.
    #[error("an empty line")]
    Empty,
    /// Not UTF-8.
    #[error("not UTF-8 from byte {at} on")]
    NotUtf8 {
        /// Offset of the first bad byte.
        at: usize,
    },
    /// Not JSON.
    #[error("not JSON: {reason}")]
    NotJson {
        /// What the JSON reader said.
        reason: String,
    },
    /// A batch with more members than anyone sends in good faith.
    #[error("a batch of {members} messages")]
    BatchTooLong {
        /// How many.
        members: usize,
    },
    /// JSON, but not an object (or an empty batch).
    #[error("JSON, but not a JSON-RPC object")]
    NotObject,
    /// An object with neither `method`, `result` nor `error`.
    #[error("a JSON object that is not JSON-RPC: it has neither `method`, `result` nor `error`")]
    NotRpc,
    /// `method` is not a string.
    #[error("`method` is not a string")]
    MethodOdd,
}

/// A message with what is wrong about it.
#[derive(Clone, Debug, PartialEq)]
pub struct Parsed {
    /// The message.
    pub message: Message,
    /// What is wrong; empty for most.
    pub flaws: Vec<Flaw>,
}

impl Parsed {
    /// Reads the JSON object `text`, which lies inside `bytes`, as a message.
    pub(crate) fn read(bytes: &Bytes, text: &str) -> Result<Self, Junk> {
        if !text.trim_start().starts_with('{') {
            return Err(match serde_json::from_str::<&serde_json::value::RawValue>(text) {
                Ok(_) => Junk::NotObject,
                Err(error) => Junk::NotJson { reason: error.to_string() },
            });
        }
        let members = Members::read(text).map_err(|error| Junk::NotJson { reason: error.to_string() })?;
        let mut envelope = Envelope::default();
        let mut flaws = Vec::new();
        for (key, value) in members.0 {
            let slot = match &*key {
                "jsonrpc" => &mut envelope.jsonrpc,
                "id" => &mut envelope.id,
                "method" => &mut envelope.method,
                "params" => &mut envelope.params,
                "result" => &mut envelope.result,
                "error" => &mut envelope.error,
                _ => continue,
            };
            let value = Raw::trusted(bytes.slice_ref(value.get().as_bytes()));
            let is_known = |flaw: &Flaw| matches!(flaw, Flaw::DuplicateKey(known) if **known == *key);
            if slot.replace(value).is_some() && !flaws.iter().any(is_known) {
                flaws.push(Flaw::DuplicateKey(key.into_owned()));
            }
        }
        envelope.into_parsed(flaws)
    }
}

#[derive(Default)]
struct Envelope {
    jsonrpc: Option<Raw>,
    id: Option<Raw>,
    method: Option<Raw>,
    params: Option<Raw>,
    result: Option<Raw>,
    error: Option<Raw>,
}

impl Envelope {
    fn into_parsed(self, mut flaws: Vec<Flaw>) -> Result<Parsed, Junk> {
        match self.jsonrpc.as_ref().map(Raw::as_str) {
            Some("\"2.0\"") => {}
            Some(_) => flaws.push(Flaw::JsonrpcWrong),
            None => flaws.push(Flaw::JsonrpcMissing),
        }
        let id = self.id.as_ref().map(RequestId::read);
        if let Some(RequestId::Odd(raw)) = &id {
            flaws.push(if raw.as_str() == "null" { Flaw::IdNull } else { Flaw::IdOdd });
        }
        let is_reply = self.result.is_some() || self.error.is_some();
        if let Some(method) = self.method {
            if is_reply {
                flaws.push(Flaw::MethodAndReply);
            }
            let method = method.read::<String>().map_err(|_| Junk::MethodOdd)?;
            let params = self.params;
            let message = match id {
                Some(id) => Message::Request { id, method, params },
                None => Message::Notification { method, params },
            };
            return Ok(Parsed { message, flaws });
        }
        if !is_reply {
            return Err(Junk::NotRpc);
        }
        if id.is_none() {
            flaws.push(Flaw::IdMissing);
        }
        let reply = match (self.error, self.result) {
            (Some(error), result) => {
                if result.is_some() {
                    flaws.push(Flaw::ResultAndError);
                }
                Reply::Error(RpcError::read(error, &mut flaws))
            }
            (None, Some(result)) => Reply::Result(result),
            (None, None) => return Err(Junk::NotRpc),
        };
        Ok(Parsed { message: Message::Response { id, reply }, flaws })
    }
}

impl RpcError {
    fn read(raw: Raw, flaws: &mut Vec<Flaw>) -> Self {
        if !raw.is_object() {
            flaws.push(Flaw::ErrorNotObject);
            let message = raw.read::<String>().unwrap_or_default();
            return RpcError { code: None, message, data: None, raw };
        }
        let code = raw.member("code").and_then(|code| code.read::<i64>().ok());
        if code.is_none() {
            flaws.push(Flaw::ErrorCodeOdd);
        }
        let message = raw.text_member("message");
        if message.is_none() {
            flaws.push(Flaw::ErrorMessageOdd);
        }
        let mut message = message.unwrap_or_default();
        if message.len() > LONGEST_MESSAGE {
            message = brief(&message);
        }
        RpcError { code, message, data: raw.member("data"), raw }
    }

    /// An error of our own making, as it is sent to the other side.
    pub fn new(code: i64, message: impl Into<String>) -> Self {
        let message = message.into();
        let raw = Raw::of(&serde_json::json!({ "code": code, "message": message }));
        RpcError { code: Some(code), message, data: None, raw }
    }

    /// Reads an error object that is already known to be one.
    pub fn from_raw(raw: Raw) -> Self {
        RpcError::read(raw, &mut Vec::new())
    }
}
