//! The places of a schema where a schema stands, and what refers to what.
//!
//! A `$ref` in an example, an enum or a property that happens to be called so is
//! no reference; so the walk goes by keywords.

use crate::brief::brief;
use serde_json::Value;

/// How a keyword holds schemas.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Holds {
    /// One, for the same place of the value.
    Same,
    /// Several, for the same place.
    SameList,
    /// Several by name, for the same place.
    SameMap,
    /// One, for parts of the value; for `items` also several.
    Below,
    /// Several, for parts, of which at most one is for a given part.
    BelowList,
    /// The same by name.
    BelowMap,
    /// Several by name, for parts, of which all may be for a given part.
    BelowPatterns,
    /// Several by name, for whoever refers to them.
    Shelf,
}

/// The keywords that hold schemas, in all dialects.
pub(crate) const KEYWORDS: &[(&str, Holds)] = &[
    ("allOf", Holds::SameList),
    ("anyOf", Holds::SameList),
    ("oneOf", Holds::SameList),
    ("not", Holds::Same),
    ("if", Holds::Same),
    ("then", Holds::Same),
    ("else", Holds::Same),
    ("dependentSchemas", Holds::SameMap),
    ("dependencies", Holds::SameMap),
    ("properties", Holds::BelowMap),
    ("patternProperties", Holds::BelowPatterns),
    ("additionalProperties", Holds::Below),
    ("unevaluatedProperties", Holds::Below),
    ("propertyNames", Holds::Below),
    ("prefixItems", Holds::BelowList),
    ("items", Holds::Below),
    ("additionalItems", Holds::Below),
    ("unevaluatedItems", Holds::Below),
    ("contains", Holds::Below),
    ("contentSchema", Holds::Below),
    ("$defs", Holds::Shelf),
    ("definitions", Holds::Shelf),
];

/// What the walk found.
#[derive(Debug, Default)]
pub(super) struct Places {
    /// `$ref`s, with their places.
    references: Vec<(String, String)>,
    anchors: Vec<String>,
    /// There are schemas inside with an identity of their own, relative to which references count.
    has_inner_ids: bool,
    /// The schema uses neither identities nor dynamic references.
    pub(super) are_plain: bool,
    /// How much text the patterns have.
    pub(super) pattern_bytes: usize,
}

impl Places {
    pub(super) fn of(schema: &Value) -> Self {
        let mut places = Places { are_plain: true, ..Places::default() };
        places.walk(schema, "");
        places
    }

    /// References inside the schema that lead nowhere, as (place, target).
    pub(super) fn lost_references(&self, schema: &Value) -> Vec<(String, String)> {
        if self.has_inner_ids {
            return Vec::new();
        }
        let is_lost = |target: &str| match target.strip_prefix('#') {
            None | Some("") => false,
            Some(fragment) if fragment.starts_with('/') => {
                let Some(pointer) = percent_decoded(fragment) else { return false };
                schema.pointer(&pointer).is_none()
            }
            Some(anchor) => !self.anchors.iter().any(|known| known == anchor),
        };
        self.references.iter().filter(|(_, target)| is_lost(target)).cloned().collect()
    }

    /// References that leave the schema, as (place, target).
    pub(super) fn outside_references(&self) -> impl Iterator<Item = (String, String)> + '_ {
        let is_outside = |target: &str| !target.starts_with('#');
        // Relative to an identity inside, it may well lead inside.
        self.references
            .iter()
            .filter(move |(_, target)| is_outside(target) && (!self.has_inner_ids || target.contains("://")))
            .cloned()
    }

    fn walk(&mut self, schema: &Value, at: &str) {
        let Value::Object(members) = schema else { return };
        for (keyword, value) in members {
            match (keyword.as_str(), value) {
                ("$ref", Value::String(target)) => {
                    self.references.push((format!("{at}/$ref"), target.clone()));
                }
                ("$dynamicRef" | "$recursiveRef", _) => self.are_plain = false,
                ("$anchor" | "$dynamicAnchor", Value::String(name)) => self.anchors.push(name.clone()),
                ("$id" | "id", Value::String(id)) => {
                    self.are_plain = false;
                    match id.strip_prefix('#') {
                        Some(anchor) => self.anchors.push(anchor.to_owned()),
                        None if !at.is_empty() => self.has_inner_ids = true,
                        None => {}
                    }
                }
                ("pattern", Value::String(pattern)) => self.pattern_bytes += pattern.len(),
                ("patternProperties", Value::Object(patterns)) => {
                    self.pattern_bytes += patterns.keys().map(String::len).sum::<usize>();
                }
                _ => {}
            }
        }
        // Names are the server's to choose, and one long name must not be repeated for all that is below it.
        for_each_inside(schema, |holds_at, _, inside| self.walk(inside, &brief(&format!("{at}{holds_at}"))));
    }
}

/// Calls `visit` with the pointer, the kind and the schema for each schema directly inside `schema`.
pub(crate) fn for_each_inside<'a>(schema: &'a Value, mut visit: impl FnMut(String, Holds, &'a Value)) {
    for (keyword, holds) in KEYWORDS {
        match schema.get(keyword) {
            Some(Value::Array(list)) => {
                for (at, inside) in list.iter().enumerate() {
                    // Until 2019-09 `items` could be a list, one for each element.
                    let holds = if *holds == Holds::Below { Holds::BelowList } else { *holds };
                    visit(format!("/{keyword}/{at}"), holds, inside);
                }
            }
            Some(Value::Object(map)) => match holds {
                Holds::Same | Holds::Below => visit(format!("/{keyword}"), *holds, &schema[*keyword]),
                Holds::SameList | Holds::BelowList => {}
                _ => {
                    for (name, inside) in map {
                        let name = name.replace('~', "~0").replace('/', "~1");
                        visit(format!("/{keyword}/{name}"), *holds, inside);
                    }
                }
            },
            _ => {}
        }
    }
}

/// The text with `%` escapes decoded, when it is text after that.
pub(super) fn percent_decoded(text: &str) -> Option<String> {
    if !text.contains('%') {
        return Some(text.to_owned());
    }
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((byte, after)) = rest.split_first() {
        let escape = after.get(..2).filter(|_| *byte == b'%');
        let escaped =
            escape.and_then(|digits| u8::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok());
        bytes.push(escaped.unwrap_or(*byte));
        rest = if escaped.is_some() { &after[2..] } else { after };
    }
    String::from_utf8(bytes).ok()
}
