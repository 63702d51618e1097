//! JSON Pointers (RFC 6901) into text that is not decoded.

use crate::raw::Raw;

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
    let mut at = raw.clone();
    for segment in pointer.strip_prefix('/')?.split('/') {
        let name = segment.replace("~1", "/").replace("~0", "~");
        at = if at.is_object() {
            at.member(&name)?
        } else {
            // Leading zeros are not allowed, so that each place has one name.
            let index: usize = name.parse().ok().filter(|index: &usize| index.to_string() == name)?;
            at.elements()?.into_iter().nth(index)?
        };
    }
    Some(at)
}

/// `name` as a segment of a pointer.
pub(crate) fn segment(name: &str) -> String {
    format!("/{}", name.replace('~', "~0").replace('/', "~1"))
}
