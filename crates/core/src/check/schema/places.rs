//! The places of a schema where a schema stands, and what refers to what.
//!
//! A `$ref` in an example, an enum or a property that happens to be called so is
//! no reference; so the walk goes by keywords.

use crate::brief::brief;
use crate::schema::addresses::{Addresses, Lead, Reach};
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
    /// References to where nothing is, as (place, target).
    pub(super) lost: Vec<(String, String)>,
    /// References that leave the schema, as (place, address of the other document).
    pub(super) outside: Vec<(String, String)>,
    /// Patterns, as (place, pattern).
    pub(super) patterns: Vec<(String, String)>,
}

impl Places {
    pub(super) fn of(schema: &Value, addresses: &Addresses<'_>) -> Self {
        let mut places = Places::default();
        places.walk(schema, addresses, addresses.whole(), "");
        places
    }

    /// How much text the patterns have.
    pub(super) fn pattern_bytes(&self) -> usize {
        self.patterns.iter().map(|(_, pattern)| pattern.len()).sum()
    }

    fn walk(&mut self, schema: &Value, addresses: &Addresses<'_>, reach: Reach, at: &str) {
        let Value::Object(members) = schema else { return };
        for (keyword, target, lead) in addresses.references(members, reach) {
            let place = format!("{at}/{keyword}");
            match lead {
                Lead::To(..) => {}
                Lead::Nowhere => self.lost.push((place, target.to_owned())),
                Lead::Elsewhere(address) => self.outside.push((place, address)),
            }
        }
        if let Some(Value::String(pattern)) = members.get("pattern") {
            self.patterns.push((format!("{at}/pattern"), pattern.clone()));
        }
        if let Some(Value::Object(patterns)) = members.get("patternProperties") {
            let place = |name: &str| format!("{at}/patternProperties/{}", escaped(name));
            self.patterns.extend(patterns.keys().map(|name| (place(name), name.clone())));
        }
        // Names are the server's to choose, and one long name must not be repeated for all that is below it.
        for_each_inside(schema, |holds_at, _, inside| {
            let reach = addresses.inside(reach, inside);
            self.walk(inside, addresses, reach, &brief(&format!("{at}{holds_at}")));
        });
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
                        visit(format!("/{keyword}/{}", escaped(name)), *holds, inside);
                    }
                }
            },
            _ => {}
        }
    }
}

/// A name as a step of a JSON pointer.
fn escaped(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}
