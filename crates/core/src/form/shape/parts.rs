//! From a place to the places below it: the shapes of members and of items.

use super::{Applied, Part, Shape};
use crate::Raw;
use crate::form::scope::Scope;
use crate::schema::allowed::list;
use serde_json::{Map, Value};
use std::collections::HashSet;

impl<'s> Shape<'s> {
    /// The names of the members that the schema knows, those it declares first, each once.
    pub(in crate::form) fn fields(&self) -> Vec<&'s str> {
        let declared = self.all("properties").filter_map(Value::as_object).flat_map(Map::keys);
        let required = self.all("required").filter_map(Value::as_array).flatten().filter_map(Value::as_str);
        let mut seen = HashSet::new();
        declared.map(String::as_str).chain(required).filter(|name| seen.insert(*name)).collect()
    }

    /// At least how many fields there are, told without collecting them.
    pub(in crate::form) fn field_count(&self) -> usize {
        let sizes = self.all("properties").filter_map(Value::as_object).map(Map::len);
        sizes.chain(self.all("required").filter_map(Value::as_array).map(Vec::len)).max().unwrap_or_default()
    }

    /// Whether a schema declares a member of that name.
    pub(in crate::form) fn declares(&self, name: &str) -> bool {
        self.all("properties").any(|properties| properties.get(name).is_some())
    }

    /// The names of the members that must be there, some only because others are.
    pub(in crate::form) fn required(&self, value: Option<&Raw>) -> HashSet<&'s str> {
        let lists = self.all("required").filter_map(Value::as_array);
        let mut required: HashSet<&'s str> = lists.flatten().filter_map(Value::as_str).collect();
        let dependent = self.all("dependentRequired").chain(self.all("dependencies"));
        let dependent: Vec<_> = dependent.filter_map(Value::as_object).flatten().collect();
        if let Some(value) = value.filter(|_| !dependent.is_empty()) {
            let there: HashSet<String> =
                value.members().into_iter().flatten().map(|(name, _)| name).collect();
            for (_, names) in dependent.into_iter().filter(|(name, _)| there.contains(*name)) {
                required.extend(names.as_array().into_iter().flatten().filter_map(Value::as_str));
            }
        }
        required
    }

    /// Whether there may be members that no schema declares.
    pub(in crate::form) fn is_open(&self) -> bool {
        let is_closed = |name: &str| self.all(name).any(|schema| *schema == Value::Bool(false));
        self.has_patterns() || !(is_closed("additionalProperties") || is_closed("unevaluatedProperties"))
    }

    /// Whether keys are told apart by patterns.
    pub(in crate::form) fn has_patterns(&self) -> bool {
        self.all("patternProperties").any(|patterns| patterns.as_object().is_some_and(|map| !map.is_empty()))
    }

    /// Whether members that no schema declares have a schema.
    pub(in crate::form) fn has_values(&self) -> bool {
        let mut schemas = self.all("additionalProperties").chain(self.all("unevaluatedProperties"));
        self.has_patterns() || schemas.any(Value::is_object)
    }

    /// The shape of the member `name`.
    pub(in crate::form) fn member(&self, scope: &Scope<'s>, name: &str, value: Option<&Raw>) -> Shape<'s> {
        let mut schemas: Vec<Part<'s>> = Vec::new();
        let mut is_evaluated = false;
        for applied in &self.maps {
            let (map, part) = (applied.map, |schema| applied.part(scope, schema));
            let declared = map.get("properties").and_then(|properties| properties.get(name));
            let patterns = map.get("patternProperties").and_then(Value::as_object).into_iter().flatten();
            let by_pattern = patterns.filter(|(pattern, _)| scope.judge.matches(pattern, name));
            let before = schemas.len();
            schemas.extend(declared.into_iter().chain(by_pattern.map(|(_, schema)| schema)).map(part));
            if schemas.len() == before {
                schemas.extend(map.get("additionalProperties").map(part));
            }
            is_evaluated |= schemas.len() > before;
        }
        if !is_evaluated {
            let unevaluated =
                |applied: &Applied<'s>| Some(applied.part(scope, applied.map.get("unevaluatedProperties")?));
            schemas.extend(self.maps.iter().filter_map(unevaluated));
        }
        Shape::of(scope, schemas, value)
    }

    /// How many items have a schema of their own.
    pub(in crate::form) fn prefix_len(&self) -> usize {
        self.maps.iter().map(|applied| prefix(applied.map).len()).max().unwrap_or_default()
    }

    /// The shape of the item at `index`.
    pub(in crate::form) fn item(&self, scope: &Scope<'s>, index: usize, value: Option<&Raw>) -> Shape<'s> {
        let part = |applied: &Applied<'s>| {
            let schema = prefix(applied.map).get(index).or_else(|| rest(applied.map))?;
            Some(applied.part(scope, schema))
        };
        let schemas: Vec<Part<'s>> = self.maps.iter().filter_map(part).collect();
        Shape::of(scope, schemas, value)
    }

    /// Whether there may be an item at `index`.
    pub(in crate::form) fn may_have_item(&self, index: usize) -> bool {
        let is_refused = |applied: &Applied<'_>| {
            prefix(applied.map).get(index).or_else(|| rest(applied.map)) == Some(&Value::Bool(false))
        };
        let is_below = self.most("maxItems").is_none_or(|most| (index as u64) < most);
        is_below && !self.maps.iter().any(is_refused)
    }
}

/// The schemas of the first items.
fn prefix(map: &Map<String, Value>) -> &[Value] {
    let prefix = list(map, "prefixItems");
    // Until 2019-09 the list stood in `items`.
    if prefix.is_empty() { list(map, "items") } else { prefix }
}

/// The schema of the items after the first ones.
fn rest(map: &Map<String, Value>) -> Option<&Value> {
    let rest = map.get("items").filter(|items| !items.is_array());
    rest.or_else(|| map.get("additionalItems").filter(|_| !list(map, "items").is_empty()))
        .or_else(|| map.get("unevaluatedItems"))
}
