//! The members that an object may have, by its schema.
//!
//! They may be declared in several places: in the schema, in what it refers to, in
//! all it is made of, and in its alternatives. Of a hostile schema only the first
//! places are looked at.

use super::allowed::list;
use super::reference::resolve;
use serde_json::{Map, Value};
use std::collections::HashSet;

/// How many schemas that apply to one object are looked at.
const PARTS: usize = 64;

/// What a schema declares about the members of an object.
#[derive(Default)]
pub(super) struct Members<'a> {
    /// Each declared member once, in order, with its schema where that is said first.
    pub(super) declared: Vec<(&'a str, &'a Value)>,
    /// Those that must be there.
    pub(super) required: HashSet<&'a str>,
    /// Whether no others may be there.
    pub(super) is_closed: bool,
    names: HashSet<&'a str>,
    has_patterns: bool,
    seen: Vec<&'a Map<String, Value>>,
}

impl<'a> Members<'a> {
    /// The members of an object with the schema `map`, which is a part of `root`.
    pub(super) fn of(root: &'a Map<String, Value>, map: &'a Map<String, Value>) -> Self {
        let mut members = Members::default();
        members.is_closed = members.collect(root, map, true) && !members.has_patterns;
        members
    }

    /// Whether the schema declares `name`.
    pub(super) fn declares(&self, name: &str) -> bool {
        self.names.contains(name)
    }

    /// Collects what `map` says, and tells whether it shuts others out. What only one of several
    /// alternatives requires is not certain.
    fn collect(
        &mut self,
        root: &'a Map<String, Value>,
        map: &'a Map<String, Value>,
        is_certain: bool,
    ) -> bool {
        let is_known = self.seen.iter().any(|known| std::ptr::eq(*known, map));
        if is_known || self.seen.len() >= PARTS {
            return false;
        }
        self.seen.push(map);
        for (name, schema) in map.get("properties").and_then(Value::as_object).into_iter().flatten() {
            if self.names.insert(name) {
                self.declared.push((name, schema));
            }
        }
        if is_certain {
            self.required.extend(list(map, "required").iter().filter_map(Value::as_str));
        }
        let patterns = map.get("patternProperties").and_then(Value::as_object);
        self.has_patterns |= patterns.is_some_and(|patterns| !patterns.is_empty());
        let mut is_closed = ["additionalProperties", "unevaluatedProperties"]
            .iter()
            .any(|name| map.get(*name) == Some(&Value::Bool(false)));
        for name in ["$ref", "$dynamicRef"] {
            let reference = map.get(name).and_then(Value::as_str);
            if let Some(target) = reference.and_then(|reference| resolve(root, reference)) {
                is_closed |= self.collect(root, target, is_certain);
            }
        }
        for schema in list(map, "allOf").iter().filter_map(Value::as_object) {
            is_closed |= self.collect(root, schema, is_certain);
        }
        for name in ["anyOf", "oneOf"] {
            let branches = list(map, name);
            let mut closed = 0;
            for schema in branches.iter().filter_map(Value::as_object) {
                closed += usize::from(self.collect(root, schema, false));
            }
            is_closed |= closed > 0 && closed == branches.len();
        }
        is_closed
    }
}
