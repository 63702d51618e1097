//! JSON Pointers (RFC 6901) into text that is not decoded.

use crate::raw::{Members, Raw};
use bytes::Bytes;
use serde_json::value::RawValue;

/// What a step of a pointer names.
pub(crate) fn name_of(step: &str) -> String {
    step.replace("~1", "/").replace("~0", "~")
}

/// The value at `pointer`, as it came. The empty pointer is the whole.
///
/// ```
/// use mcp_inspector_core::{Raw, doc::at_pointer};
/// let raw = Raw::parse(r#"{"a":[1,{"b/c":2.0}]}"#).unwrap();
/// assert_eq!(at_pointer(&raw, "/a/1/b~1c").unwrap().as_str(), "2.0");
/// assert_eq!(at_pointer(&raw, "/a/2"), None);
/// ```
pub fn at_pointer(raw: &Raw, pointer: &str) -> Option<Raw> {
    if pointer.is_empty() {
        return Some(raw.clone());
    }
    part_at(raw.bytes(), pointer).map(Raw::trusted)
}

/// The value at `pointer` in a text that may not be JSON; then there is none. Nothing is copied, and
/// the text is read once for each step of the pointer.
///
/// ```
/// use mcp_inspector_core::doc::part_at;
/// let text = bytes::Bytes::from_static(br#" {"a": [1, 2.0 ]}"#);
/// assert_eq!(part_at(&text, "/a/1").unwrap(), "2.0");
/// assert_eq!(part_at(&bytes::Bytes::from_static(b"{"), "/a"), None);
/// ```
pub fn part_at(text: &Bytes, pointer: &str) -> Option<Bytes> {
    let mut at: &str = std::str::from_utf8(text).ok()?;
    if pointer.is_empty() {
        let whole: &RawValue = serde_json::from_str(at).ok()?;
        return Some(text.slice_ref(whole.get().as_bytes()));
    }
    for segment in pointer.strip_prefix('/')?.split('/') {
        let name = name_of(segment);
        at = if at.trim_start().starts_with('{') {
            let members = Members::read(at).ok()?.0;
            members.into_iter().rev().find(|(key, _)| *key == name)?.1.get()
        } else {
            // Leading zeros are not allowed, so that each place has one name.
            let index: usize = name.parse().ok().filter(|index: &usize| index.to_string() == name)?;
            let elements: Vec<&RawValue> = serde_json::from_str(at).ok()?;
            elements.get(index)?.get()
        };
    }
    Some(text.slice_ref(at.as_bytes()))
}

/// `name` as a segment of a pointer.
pub(crate) fn segment(name: &str) -> String {
    format!("/{}", name.replace('~', "~0").replace('/', "~1"))
}
