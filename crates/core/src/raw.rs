//! A piece of JSON text exactly as it came.
//!
//! Typed values are views over this: number spelling, key order, duplicate keys
//! and unknown fields survive because nothing is decoded until someone asks.

use bytes::Bytes;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::RawValue;
use std::fmt;

/// A text longer than this is searched for a name before it is read.
const LARGE: usize = 64 * 1024;

/// One complete JSON value as text. Cloning shares the bytes.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Raw(Bytes);

impl Raw {
    /// Takes over `bytes`, which must already be known to be one JSON value in UTF-8.
    pub(crate) fn trusted(bytes: Bytes) -> Self {
        debug_assert!(std::str::from_utf8(&bytes).is_ok(), "raw JSON is UTF-8");
        Raw(bytes)
    }

    /// Reads `text` as one JSON value, keeping it as it is.
    pub fn parse(text: &str) -> Result<Self, serde_json::Error> {
        let value: &RawValue = serde_json::from_str(text)?;
        Ok(Raw(Bytes::copy_from_slice(value.get().as_bytes())))
    }

    /// The JSON text of `value`.
    ///
    /// # Panics
    /// When `value` cannot be written as JSON (a map with keys that are not strings).
    pub fn of<T: Serialize + ?Sized>(value: &T) -> Self {
        Raw(Bytes::from(serde_json::to_vec(value).expect("the value has a JSON form")))
    }

    /// The empty object.
    pub fn empty_object() -> Self {
        Raw(Bytes::from_static(b"{}"))
    }

    /// The same text in memory of its own, so that keeping it does not keep the frame it came in.
    #[must_use]
    pub fn detached(&self) -> Self {
        Raw(Bytes::copy_from_slice(&self.0))
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.0).unwrap_or_default()
    }

    /// The bytes of the text.
    pub fn bytes(&self) -> &Bytes {
        &self.0
    }

    /// Reads the text as a `T`.
    pub fn read<T: DeserializeOwned>(&self) -> Result<T, serde_json::Error> {
        serde_json::from_slice(&self.0)
    }

    /// The value as a tree; `null` when it nests too deep for one.
    pub fn to_value(&self) -> serde_json::Value {
        self.read().unwrap_or(serde_json::Value::Null)
    }

    /// How deep arrays and objects nest in it.
    pub fn depth(&self) -> usize {
        let (mut depth, mut deepest, mut in_text, mut is_escaped) = (0usize, 0, false, false);
        for byte in &self.0 {
            match byte {
                _ if is_escaped => is_escaped = false,
                b'\\' if in_text => is_escaped = true,
                b'"' => in_text = !in_text,
                b'[' | b'{' if !in_text => {
                    depth += 1;
                    deepest = deepest.max(depth);
                }
                b']' | b'}' if !in_text => depth = depth.saturating_sub(1),
                _ => {}
            }
        }
        deepest
    }

    /// How many values there are in it at most, with all that is inside of others; told without reading them.
    pub fn most_parts(&self) -> usize {
        let (mut parts, mut in_text, mut is_escaped) = (1, false, false);
        for byte in &self.0 {
            match byte {
                _ if is_escaped => is_escaped = false,
                b'\\' if in_text => is_escaped = true,
                b'"' => in_text = !in_text,
                b'[' | b'{' | b',' if !in_text => parts += 1,
                _ => {}
            }
        }
        parts
    }

    /// Whether the text is a JSON object.
    pub fn is_object(&self) -> bool {
        self.0.first() == Some(&b'{')
    }

    /// The text of the member `name` of this object, if there is one.
    pub fn member(&self, name: &str) -> Option<Raw> {
        if self.0.len() > LARGE && !self.may_have(name) {
            return None;
        }
        let members = Members::read(self.as_str()).ok()?;
        let found = members.0.iter().rev().find(|(key, _)| key == name)?;
        Some(self.slice(found.1))
    }

    /// Whether a member could have this name. Reading a large text takes long, and most often nothing in
    /// it has the name that is looked for.
    fn may_have(&self, name: &str) -> bool {
        let quoted = Raw::of(name);
        // A letter can also be written as an escape, and a slash with a backslash before it.
        memchr::memmem::find(&self.0, &quoted.0).is_some()
            || memchr::memmem::find(&self.0, b"\\u").is_some()
            || (name.contains('/') && memchr::memmem::find(&self.0, b"\\/").is_some())
    }

    /// The member `name` when it is a string.
    pub fn text_member(&self, name: &str) -> Option<String> {
        self.member(name)?.read().ok()
    }

    /// The elements when this is an array.
    pub fn elements(&self) -> Option<Vec<Raw>> {
        let elements: Vec<&RawValue> = serde_json::from_slice(&self.0).ok()?;
        Some(elements.into_iter().map(|element| self.slice(element)).collect())
    }

    /// The members when this is an object, in order, duplicates included.
    pub fn members(&self) -> Option<Vec<(String, Raw)>> {
        let members = Members::read(self.as_str()).ok()?;
        Some(members.0.into_iter().map(|(key, value)| (key.into_owned(), self.slice(value))).collect())
    }

    fn slice(&self, part: &RawValue) -> Raw {
        Raw(self.0.slice_ref(part.get().as_bytes()))
    }
}

impl fmt::Debug for Raw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Display for Raw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Serialize for Raw {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let value: &RawValue = serde_json::from_slice(&self.0).map_err(serde::ser::Error::custom)?;
        value.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Raw {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = Box::<RawValue>::deserialize(deserializer)?;
        Ok(Raw(Bytes::from(String::from(Box::<str>::from(value)))))
    }
}

/// The members of one JSON object in order, duplicates included, values unread.
pub(crate) struct Members<'a>(pub(crate) Vec<(std::borrow::Cow<'a, str>, &'a RawValue)>);

impl<'a> Members<'a> {
    /// Reads `text`, which must be one JSON object.
    pub(crate) fn read(text: &'a str) -> Result<Self, serde_json::Error> {
        serde_json::from_str(text)
    }
}

impl<'de> Deserialize<'de> for Members<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;
        impl<'de> serde::de::Visitor<'de> for Visitor {
            type Value = Members<'de>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a JSON object")
            }
            fn visit_map<A: serde::de::MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut members = Vec::with_capacity(4);
                while let Some(Key(key)) = map.next_key()? {
                    members.push((key, map.next_value()?));
                }
                Ok(Members(members))
            }
        }
        deserializer.deserialize_map(Visitor)
    }
}

/// A key that borrows from the text unless it has escapes. (`Cow` alone would always copy.)
struct Key<'a>(std::borrow::Cow<'a, str>);

impl<'de> Deserialize<'de> for Key<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;
        impl<'de> serde::de::Visitor<'de> for Visitor {
            type Value = Key<'de>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a string")
            }
            fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Self::Value, E> {
                Ok(Key(text.into()))
            }
            fn visit_str<E>(self, text: &str) -> Result<Self::Value, E> {
                Ok(Key(text.to_owned().into()))
            }
        }
        deserializer.deserialize_str(Visitor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spelling_of_numbers_and_unknown_members_survive() {
        let raw = Raw::parse(r#"{"a":1.10,"big":12345678901234567890123,"a":2}"#).unwrap();
        assert_eq!(raw.member("big").unwrap().as_str(), "12345678901234567890123");
        assert_eq!(raw.member("a").unwrap().as_str(), "2", "the last of two equal keys counts");
        assert_eq!(raw.members().unwrap().len(), 3);
    }

    #[test]
    fn a_member_with_an_escaped_key_is_found() {
        let raw = Raw::parse(r#"{"n\u0061me":"x"}"#).unwrap();
        assert_eq!(raw.text_member("name").as_deref(), Some("x"));
    }

    #[test]
    fn a_member_of_a_large_object_is_found_however_it_is_spelled() {
        let long = "y".repeat(LARGE);
        for (key, name) in
            [("a/b", "a/b"), (r"a\/b", "a/b"), (r"\u0061/b", "a/b"), (r#"q\""#, "q\""), ("é", "é")]
        {
            let raw = Raw::parse(&format!(r#"{{"long":"{long}","{key}":"x"}}"#)).unwrap();
            assert_eq!(raw.text_member(name).as_deref(), Some("x"), "{key}");
            assert_eq!(raw.member("other"), None);
        }
    }

    #[test]
    fn deep_nesting_is_kept_without_a_tree() {
        let text = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
        let raw = Raw::parse(&text).unwrap();
        assert_eq!(raw.as_str().len(), 200_000);
        assert!(raw.to_value().is_null());
        assert_eq!(raw.depth(), 100_000);
        assert_eq!(Raw::parse(r#"{"a":"[[\"{","b":[1]}"#).unwrap().depth(), 2);
    }
}
