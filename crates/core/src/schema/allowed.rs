//! What may stand at a place of a value, by the schema.
//!
//! Types, listed values, references and combinations are put together; keywords
//! that only narrow a type (`minimum`, `pattern`) or forbid (`not`, `if`) are not
//! weighed. A hostile schema costs no more than a bounded number of looks: what
//! goes beyond says nothing.

use super::reference::resolve;
use serde_json::{Map, Value};

/// How many schemas are looked at for one question.
const LOOKS: usize = 1_000;
/// How many references and combinations may follow each other.
const DEPTH: usize = 40;
/// Longer lists of values count as their types.
const LONGEST_LIST: usize = 200;

/// A set of JSON types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Kinds(u8);

impl Kinds {
    pub(crate) const NONE: Kinds = Kinds(0);
    pub(crate) const NULL: Kinds = Kinds(1);
    pub(crate) const BOOLEAN: Kinds = Kinds(2);
    pub(crate) const INTEGER: Kinds = Kinds(4);
    /// Integers and all others.
    pub(crate) const NUMBER: Kinds = Kinds(4 | 8);
    pub(crate) const STRING: Kinds = Kinds(16);
    pub(crate) const ARRAY: Kinds = Kinds(32);
    pub(crate) const OBJECT: Kinds = Kinds(64);
    pub(crate) const ALL: Kinds = Kinds(127);

    /// Whether all of `other` is in it.
    pub(crate) fn has(self, other: Kinds) -> bool {
        self.0 & other.0 == other.0
    }

    pub(crate) fn and(self, other: Kinds) -> Kinds {
        Kinds(self.0 | other.0)
    }

    pub(crate) fn only(self, other: Kinds) -> Kinds {
        Kinds(self.0 & other.0)
    }

    /// The type of `value`.
    pub(crate) fn of(value: &Value) -> Kinds {
        match value {
            Value::Null => Self::NULL,
            Value::Bool(_) => Self::BOOLEAN,
            Value::Number(number) if super::exact::is_whole(number) => Self::INTEGER,
            Value::Number(_) => Self::NUMBER,
            Value::String(_) => Self::STRING,
            Value::Array(_) => Self::ARRAY,
            Value::Object(_) => Self::OBJECT,
        }
    }

    fn of_all<'a>(values: impl IntoIterator<Item = &'a Value>) -> Kinds {
        values.into_iter().fold(Self::NONE, |kinds, value| kinds.and(Self::of(value)))
    }

    /// The type that a schema calls `name`.
    pub(crate) fn named(name: &str) -> Option<Kinds> {
        Some(match name {
            "null" => Self::NULL,
            "boolean" => Self::BOOLEAN,
            "integer" => Self::INTEGER,
            "number" => Self::NUMBER,
            "string" => Self::STRING,
            "array" => Self::ARRAY,
            "object" => Self::OBJECT,
            _ => return None,
        })
    }

    /// The types as prose: `a number or null`.
    pub(crate) fn words(self) -> String {
        let number = if self.has(Self::NUMBER) { "a number" } else { "an integer" };
        let words = [
            (Self::STRING, "a string"),
            (Self::INTEGER, number),
            (Self::BOOLEAN, "a boolean"),
            (Self::ARRAY, "an array"),
            (Self::OBJECT, "an object"),
            (Self::NULL, "null"),
        ];
        let words: Vec<&str> =
            words.into_iter().filter(|(kind, _)| self.has(*kind)).map(|(_, word)| word).collect();
        words.join(" or ")
    }
}

/// The values that may stand at a place: all of some types, and those that are listed.
#[derive(Clone, Debug)]
pub(super) struct Allowed<'a> {
    pub(super) free: Kinds,
    pub(super) listed: Vec<&'a Value>,
}

impl<'a> Allowed<'a> {
    fn all(free: Kinds) -> Self {
        Allowed { free, listed: Vec::new() }
    }

    fn listed(values: &'a [Value]) -> Self {
        Allowed { free: Kinds::NONE, listed: values.iter().collect() }.bounded()
    }

    /// The types of all that is allowed.
    pub(super) fn kinds(&self) -> Kinds {
        self.free.and(self.listed_kinds())
    }

    /// The types of the values that are listed.
    pub(super) fn listed_kinds(&self) -> Kinds {
        Kinds::of_all(self.listed.iter().copied())
    }

    fn or(mut self, other: Self) -> Self {
        self.free = self.free.and(other.free);
        self.listed.extend(other.listed);
        self.bounded()
    }

    fn but_only(self, other: &Self) -> Self {
        let both = |value: &&Value| other.free.has(Kinds::of(value)) || other.listed.contains(value);
        let mut listed: Vec<&Value> = self.listed.into_iter().filter(both).collect();
        let theirs = other.listed.iter().filter(|value| self.free.has(Kinds::of(value)));
        listed.extend(theirs);
        Allowed { free: self.free.only(other.free), listed }.bounded()
    }

    fn bounded(self) -> Self {
        if self.listed.len() > LONGEST_LIST { Self::all(self.kinds()) } else { self }
    }
}

/// One step from a value to a part of it.
#[derive(Clone, Copy, Debug)]
pub(super) enum Step<'s> {
    /// To the member of that name, which the schema declares.
    Member(&'s str),
    /// To a member that is declared nowhere.
    Other,
    /// To the element at that place.
    Item(usize),
}

/// What may stand at the end of `path`; none when the schema says nothing about that place.
pub(super) fn allowed<'a>(root: &'a Map<String, Value>, path: &[Step<'_>]) -> Option<Allowed<'a>> {
    Look { root, left: LOOKS }.at_map(root, path, 0)
}

struct Look<'a> {
    root: &'a Map<String, Value>,
    left: usize,
}

impl<'a> Look<'a> {
    fn at(&mut self, schema: &'a Value, path: &[Step<'_>], depth: usize) -> Option<Allowed<'a>> {
        match schema {
            Value::Object(map) => self.at_map(map, path, depth),
            Value::Bool(false) if path.is_empty() => Some(Allowed::all(Kinds::NONE)),
            _ if path.is_empty() => Some(Allowed::all(Kinds::ALL)),
            _ => None,
        }
    }

    fn at_map(
        &mut self,
        map: &'a Map<String, Value>,
        path: &[Step<'_>],
        depth: usize,
    ) -> Option<Allowed<'a>> {
        self.left = self.left.checked_sub(1)?;
        if depth > DEPTH {
            return None;
        }
        let own = own(map);
        let mut found = match path.split_first() {
            None => Some(own),
            Some((step, rest)) => {
                let holder = match step {
                    Step::Member(_) | Step::Other => Kinds::OBJECT,
                    Step::Item(_) => Kinds::ARRAY,
                };
                if !own.kinds().has(holder) {
                    return None;
                }
                part(map, *step).and_then(|schema| self.at(schema, rest, depth + 1))
            }
        };
        let mut narrow = |other: Option<Allowed<'a>>| {
            found = match (found.take(), other) {
                (Some(found), Some(other)) => Some(found.but_only(&other)),
                (found, other) => found.or(other),
            };
        };
        for name in ["$ref", "$dynamicRef"] {
            let reference = map.get(name).and_then(Value::as_str);
            if let Some(target) = reference.and_then(|reference| resolve(self.root, reference)) {
                narrow(self.at_map(target, path, depth + 1));
            }
        }
        for schema in list(map, "allOf") {
            narrow(self.at(schema, path, depth + 1));
        }
        for name in ["anyOf", "oneOf"] {
            let branches = list(map, name).iter().filter_map(|schema| self.at(schema, path, depth + 1));
            narrow(branches.reduce(Allowed::or));
        }
        found
    }
}

/// What the schema says itself about its value.
fn own(map: &Map<String, Value>) -> Allowed<'_> {
    let kinds = match map.get("type") {
        Some(Value::String(name)) => Kinds::named(name),
        Some(Value::Array(names)) => {
            names.iter().filter_map(Value::as_str).filter_map(Kinds::named).reduce(Kinds::and)
        }
        _ => None,
    };
    let mut own = Allowed::all(kinds.unwrap_or(Kinds::ALL));
    if let Some(Value::Array(values)) = map.get("enum") {
        own = own.but_only(&Allowed::listed(values));
    }
    if let Some(value) = map.get("const") {
        own = own.but_only(&Allowed::listed(std::slice::from_ref(value)));
    }
    own
}

/// The schema for a part of the value.
fn part<'a>(map: &'a Map<String, Value>, step: Step<'_>) -> Option<&'a Value> {
    match step {
        Step::Member(name) => map.get("properties")?.get(name),
        // Patterns are not tried; where there are some, the rest is not told from them.
        Step::Other if map.contains_key("patternProperties") => None,
        // Here `false` only shuts names out, which is not the question.
        Step::Other => map.get("additionalProperties").filter(|schema| schema.is_object()),
        Step::Item(at) => {
            let items = map.get("items");
            let by_place = map.get("prefixItems").or(items).and_then(Value::as_array);
            let rest = || items.filter(|items| !items.is_array()).or_else(|| map.get("additionalItems"));
            by_place.and_then(|schemas| schemas.get(at)).or_else(rest)
        }
    }
}

pub(crate) fn list<'a>(map: &'a Map<String, Value>, name: &str) -> &'a [Value] {
    map.get(name).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default()
}
