//! References from one place of a schema to another.

use crate::doc::name_of;
use serde_json::{Map, Value};

/// What a local reference points at: the whole, a JSON pointer, or a definition's anchor.
pub(crate) fn resolve<'a>(root: &'a Map<String, Value>, reference: &str) -> Option<&'a Map<String, Value>> {
    let fragment = percent_decoded(reference.strip_prefix('#')?)?;
    if fragment.is_empty() {
        return Some(root);
    }
    if let Some(path) = fragment.strip_prefix('/') {
        let (first, rest) = path.split_once('/').map_or((path, None), |(first, rest)| (first, Some(rest)));
        let first = root.get(&name_of(first))?;
        return rest.map_or(Some(first), |rest| first.pointer(&format!("/{rest}")))?.as_object();
    }
    let definitions = ["$defs", "definitions"].into_iter().filter_map(|name| root.get(name)?.as_object());
    let mut schemas = definitions.flat_map(Map::values).filter_map(Value::as_object);
    schemas.find(|schema| {
        ["$anchor", "$dynamicAnchor"].iter().any(|name| schema.get(*name).is_some_and(|a| *a == fragment))
    })
}

/// `%7E` and the like in a reference are characters.
pub(super) fn percent_decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte == b'%' {
            let digits = [rest.next()?, rest.next()?];
            let digits = std::str::from_utf8(&digits).ok()?;
            bytes.push(u8::from_str_radix(digits, 16).ok()?);
        } else {
            bytes.push(byte);
        }
    }
    String::from_utf8(bytes).ok()
}
