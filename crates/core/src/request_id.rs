//! The id of a request, as its sender wrote it.

use crate::brief::{BRIEF, brief};
use crate::message::DEEPEST;
use crate::raw::Raw;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The `id` of a request or response. Number 1 and string "1" are different ids.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum RequestId {
    /// An integer.
    Number(i64),
    /// A string.
    Text(String),
    /// Anything else: null, a fraction, an object. No revision allows it.
    Odd(Raw),
}

impl RequestId {
    pub(crate) fn read(raw: &Raw) -> Self {
        let text = raw.as_str();
        if let Ok(number) = text.parse::<i64>() {
            return RequestId::Number(number);
        }
        match raw.read::<String>() {
            Ok(text) => RequestId::Text(text),
            Err(_) => RequestId::Odd(raw.clone()),
        }
    }
}

impl RequestId {
    /// The id, cut when it is longer than an id has any reason to be.
    #[must_use]
    pub fn brief(&self) -> Self {
        match self {
            RequestId::Text(text) => RequestId::Text(brief(text)),
            RequestId::Odd(raw) if raw.as_str().len() > BRIEF => RequestId::Text(brief(raw.as_str())),
            other => other.clone(),
        }
    }

    /// How many bytes it is written with, about.
    pub fn length(&self) -> usize {
        match self {
            RequestId::Number(_) => 8,
            RequestId::Text(text) => text.len(),
            RequestId::Odd(raw) => raw.as_str().len(),
        }
    }
}

impl fmt::Display for RequestId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RequestId::Number(number) => write!(f, "{number}"),
            RequestId::Text(text) => write!(f, "{text:?}"),
            RequestId::Odd(raw) => write!(f, "{raw}"),
        }
    }
}

impl Serialize for RequestId {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            RequestId::Number(number) => serializer.serialize_i64(*number),
            RequestId::Text(text) => serializer.serialize_str(text),
            RequestId::Odd(raw) if raw.depth() > DEEPEST => serializer.serialize_str(&brief(raw.as_str())),
            RequestId::Odd(raw) => raw.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for RequestId {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        // Not by way of `Raw`: recordings nest ids in tagged enums, where raw text is not to be had.
        let value = serde_json::Value::deserialize(deserializer)?;
        Ok(RequestId::read(&Raw::of(&value)))
    }
}
