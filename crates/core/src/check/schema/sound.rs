//! What is left of a schema without the parts that cannot be used.
//!
//! It asks for less than the whole, never for more: a value that does not fit it does
//! not fit the whole either. So what turns its meaning around (`not`, `if`, `oneOf`) goes
//! when a part of it has to go, or when it refers to what may have gone.

use super::places::{Holds, KEYWORDS};
use crate::doc::name_of;
use serde_json::{Map, Value};
use std::collections::{HashMap, HashSet};

/// Keywords that may ask for more when a schema inside them asks for less.
const TURNING: [&str; 6] = ["not", "if", "oneOf", "contains", "unevaluatedProperties", "unevaluatedItems"];
/// Keywords that ask for more when another is gone.
const LEANING: [(&str, &[&str]); 8] = [
    ("properties", &["additionalProperties"]),
    ("patternProperties", &["additionalProperties"]),
    ("prefixItems", &["items"]),
    ("items", &["additionalItems"]),
    ("if", &["then", "else"]),
    ("contains", &["minContains", "maxContains"]),
    ("minContains", &["contains"]),
    ("maxContains", &["contains"]),
];
const REFERENCES: [&str; 3] = ["$ref", "$dynamicRef", "$recursiveRef"];

/// `schema` without what stands at `wrong`, which are JSON pointers. `is_old` when nothing counts beside `$ref`.
pub(super) fn without(schema: &Value, wrong: &[String], is_old: bool) -> Value {
    let mut marks = Marks::default();
    for pointer in wrong {
        marks.add(pointer);
    }
    Keep { is_old }.schema(schema, Some(&marks))
}

/// The places that are wrong, as a tree.
#[derive(Default)]
struct Marks {
    here: bool,
    below: HashMap<String, Marks>,
}

impl Marks {
    fn add(&mut self, pointer: &str) {
        let mut marks = self;
        for step in pointer.split('/').skip(1) {
            marks = marks.below.entry(name_of(step)).or_default();
        }
        marks.here = true;
    }

    fn at<'m>(marks: Option<&'m Marks>, step: &str) -> Option<&'m Marks> {
        marks?.below.get(step)
    }
}

struct Keep {
    is_old: bool,
}

impl Keep {
    fn schema(&self, schema: &Value, marks: Option<&Marks>) -> Value {
        let is_wrong = marks.is_some_and(|marks| marks.here);
        match schema {
            Value::Object(map) if !is_wrong => self.map(map, marks),
            // The names that a member of `dependencies` may list.
            Value::Bool(_) | Value::Array(_) if marks.is_none() => schema.clone(),
            _ => Value::Bool(true),
        }
    }

    fn map(&self, map: &Map<String, Value>, marks: Option<&Marks>) -> Value {
        let mut kept = Map::new();
        let mut gone: HashSet<&str> = HashSet::new();
        let refers = refers(map);
        for (keyword, value) in map {
            let inside = Marks::at(marks, keyword);
            let is_turning = TURNING.contains(&keyword.as_str());
            // What was seen elsewhere counts for `unevaluated…`, so a fault beside it is enough.
            let is_doubtful = match keyword.as_str() {
                "unevaluatedProperties" | "unevaluatedItems" => marks.is_some() || refers,
                _ => inside.is_some() || any_reference(value),
            };
            let holds = KEYWORDS.iter().find(|(name, _)| name == keyword).map(|(_, holds)| *holds);
            let left = if inside.is_some_and(|inside| inside.here) || (is_turning && is_doubtful) {
                None
            } else if let Some(holds) = holds {
                Some(self.held(keyword, holds, value, inside, &mut gone))
            } else if keyword == "required" && inside.is_some() {
                value.as_array().map(|names| names.iter().filter(|name| name.is_string()).cloned().collect())
            } else {
                inside.is_none().then(|| value.clone())
            };
            match left {
                Some(left) => _ = kept.insert(keyword.clone(), left),
                None => _ = gone.insert(keyword),
            }
        }
        if self.is_old && gone.contains("$ref") {
            return Value::Bool(true);
        }
        for (keyword, leaning) in LEANING {
            for leaning in leaning.iter().filter(|_| gone.contains(keyword)) {
                kept.remove(*leaning);
            }
        }
        Value::Object(kept)
    }

    fn held<'m>(
        &self,
        keyword: &'m str,
        holds: Holds,
        value: &Value,
        inside: Option<&Marks>,
        gone: &mut HashSet<&'m str>,
    ) -> Value {
        match (holds, value) {
            (Holds::Same | Holds::Below, Value::Object(_) | Value::Bool(_)) => self.schema(value, inside),
            (_, Value::Array(list)) => {
                let kept = |(at, schema)| self.schema(schema, Marks::at(inside, &usize::to_string(&at)));
                list.iter().enumerate().map(kept).collect()
            }
            (_, Value::Object(map)) => {
                let mut kept = Map::new();
                for (name, schema) in map {
                    let marks = Marks::at(inside, name);
                    // A pattern that cannot be used is no name; which members it is for is not known.
                    if holds == Holds::BelowPatterns && marks.is_some_and(|marks| marks.here) {
                        gone.insert(keyword);
                    } else {
                        kept.insert(name.clone(), self.schema(schema, marks));
                    }
                }
                Value::Object(kept)
            }
            (_, other) => other.clone(),
        }
    }
}

/// Whether a schema refers to another one for the same value, itself or in what it is made of.
fn refers(map: &Map<String, Value>) -> bool {
    map.iter().any(|(_, value)| any_reference(value)) || REFERENCES.iter().any(|name| map.contains_key(*name))
}

fn any_reference(value: &Value) -> bool {
    match value {
        Value::Object(map) => refers(map),
        Value::Array(list) => list.iter().any(any_reference),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn left(schema: &Value, wrong: &[&str]) -> Value {
        without(schema, &wrong.iter().map(|&pointer| pointer.to_owned()).collect::<Vec<_>>(), false)
    }

    #[test]
    fn a_wrong_keyword_goes_and_the_rest_stays() {
        let schema = json!({ "type": "object", "required": ["a", 5], "properties": {
            "a": { "type": "strnig", "minLength": 1 }, "b": { "type": "number" }, "c": 5 },
            "additionalProperties": false });
        assert_eq!(
            left(&schema, &["/required/1", "/properties/a/type", "/properties/c"]),
            json!({ "type": "object", "required": ["a"], "properties": {
                "a": { "minLength": 1 }, "b": { "type": "number" }, "c": true },
                "additionalProperties": false })
        );
    }

    #[test]
    fn what_would_ask_for_more_goes_as_well() {
        let cases = [
            (json!({ "properties": 5, "additionalProperties": false }), "/properties", json!({})),
            (json!({ "not": { "type": "strnig" }, "minLength": 1 }), "/not/type", json!({ "minLength": 1 })),
            (json!({ "if": { "type": 5 }, "then": false, "else": false }), "/if/type", json!({})),
            (json!({ "contains": { "const": 1 }, "minContains": "0" }), "/minContains", json!({})),
            (
                json!({ "oneOf": [{ "type": "string" }, { "type": 5 }], "anyOf": [{ "type": "string" }] }),
                "/oneOf/1/type",
                json!({ "anyOf": [{ "type": "string" }] }),
            ),
            (
                json!({ "allOf": [{ "properties": { "a": 5 } }], "unevaluatedProperties": false }),
                "/allOf/0/properties/a",
                json!({ "allOf": [{ "properties": { "a": true } }] }),
            ),
            (
                json!({ "$defs": { "a": { "type": 5 } }, "not": { "$ref": "#/$defs/a" } }),
                "/$defs/a/type",
                json!({ "$defs": { "a": {} } }),
            ),
            (
                json!({ "patternProperties": { "(": {} }, "additionalProperties": false }),
                "/patternProperties/(",
                json!({ "patternProperties": {} }),
            ),
        ];
        for (schema, wrong, expected) in cases {
            assert_eq!(left(&schema, &[wrong]), expected, "{schema}");
        }
        assert_eq!(
            without(&json!({ "$ref": "#/gone", "type": "string" }), &["/$ref".to_owned()], true),
            true
        );
    }
}
