//! Nodes with nodes below them: objects, maps, arrays, tuples.

use super::leaf::wrong_type;
use super::{Builder, Kind, Node, Spot, place_in, too_large};
use crate::Raw;
use crate::form::plan::{Plan, plan};
use crate::form::pointer::below;
use crate::form::shape::Shape;
use crate::schema::allowed::Kinds;
use serde_json::{Map, Value};
use std::collections::{HashMap, HashSet};

impl<'s> Builder<'_, 's> {
    pub(super) fn object(
        &mut self,
        node: &Node,
        shape: &Shape<'s>,
        value: Option<&Raw>,
        depth: usize,
    ) -> Result<Kind, String> {
        let members = members(value)?;
        if shape.field_count() > self.nodes_left {
            return Err(too_large());
        }
        let values: HashMap<&str, &Raw> = members.iter().map(|(key, value)| (key.as_str(), value)).collect();
        let mut fields = shape.fields();
        fields.retain(|name| values.contains_key(name) || !is_refused(shape, name));
        let names: HashSet<&str> = fields.iter().copied().collect();
        let extra: Vec<&str> =
            last_of_each(&members).into_iter().filter(|key| !names.contains(key)).collect();
        self.reserve_below(node, fields.iter().chain(&extra))?;
        let required = shape.required(value);
        let mut make = |name: &&str| {
            let member = values.get(name).copied();
            let spot = Spot {
                pointer: below(&node.pointer, name),
                name: Some((*name).to_owned()),
                required: required.contains(*name),
            };
            let shape = shape.member(self.scope, name, member);
            self.node(spot, shape, member, depth + 1)
        };
        Ok(Kind::Object {
            fields: fields.iter().map(&mut make).collect(),
            extra: extra.iter().map(&mut make).collect(),
            extra_allowed: shape.is_open(),
        })
    }

    pub(super) fn map(
        &mut self,
        node: &Node,
        shape: &Shape<'s>,
        value: Option<&Raw>,
        depth: usize,
    ) -> Result<Kind, String> {
        let members = members(value)?;
        let values: HashMap<&str, &Raw> = members.iter().map(|(key, value)| (key.as_str(), value)).collect();
        let keys = last_of_each(&members);
        self.reserve_below(node, keys.iter())?;
        let entry = |key: &&str| {
            let member = values.get(key).copied();
            let spot =
                Spot { pointer: below(&node.pointer, key), name: Some((*key).to_owned()), required: false };
            let shape = shape.member(self.scope, key, member);
            self.node(spot, shape, member, depth + 1)
        };
        let entries = keys.iter().map(entry).collect();
        Ok(Kind::Map {
            entries,
            key_pattern: key_pattern(shape),
            min_entries: shape.least("minProperties"),
            max_entries: shape.most("maxProperties"),
        })
    }

    pub(super) fn array(
        &mut self,
        node: &Node,
        shape: &Shape<'s>,
        value: Option<&Raw>,
        depth: usize,
    ) -> Result<Kind, String> {
        let elements = elements(value)?;
        if let Some(kind) = self.several_of(shape, &elements) {
            return Ok(kind);
        }
        let can_add = shape.may_have_item(elements.len());
        let items = self.items(node, shape, &elements, elements.len(), depth)?;
        let unique = shape.says("uniqueItems");
        Ok(Kind::Array { items, min: shape.least("minItems"), max: shape.most("maxItems"), unique, can_add })
    }

    pub(super) fn tuple(
        &mut self,
        node: &Node,
        shape: &Shape<'s>,
        value: Option<&Raw>,
        depth: usize,
    ) -> Result<Kind, String> {
        let elements = elements(value)?;
        let prefix = shape.prefix_len();
        let can_add = elements.len() >= prefix && shape.may_have_item(elements.len());
        let items = self.items(node, shape, &elements, elements.len().max(prefix), depth)?;
        Ok(Kind::Tuple { items, can_add })
    }

    fn items(
        &mut self,
        node: &Node,
        shape: &Shape<'s>,
        elements: &[Raw],
        count: usize,
        depth: usize,
    ) -> Result<Vec<Node>, String> {
        if !self.reserve(count, count.saturating_mul(node.pointer.len() + 16)) {
            return Err(too_large());
        }
        let least = shape.least("minItems").unwrap_or_default();
        let item = |index: usize| {
            let element = elements.get(index);
            let spot = Spot {
                pointer: format!("{}/{index}", node.pointer),
                name: Some(index.to_string()),
                required: (index as u64) < least,
            };
            self.node(spot, shape.item(self.scope, index, element), element, depth + 1)
        };
        Ok((0..count).map(item).collect())
    }

    /// Several of listed values, when that is what the items are, each at most once.
    fn several_of(&mut self, shape: &Shape<'s>, elements: &[Raw]) -> Option<Kind> {
        let Plan::Enum(listed) = plan(self.scope, shape.item(self.scope, 0, None), None).plan else {
            return None;
        };
        // Each element is looked for among all options, which must not be without bounds.
        if elements.len() > listed.len() || !self.scope.may_merge(elements.len() * listed.len() / 16) {
            return None;
        }
        let place = |element: &Raw| place_in(&listed, element);
        let chosen: Vec<usize> = elements.iter().map(place).collect::<Option<_>>()?;
        let mut seen = HashSet::new();
        if !chosen.iter().all(|place| seen.insert(*place)) {
            return None;
        }
        let options = self.options(&listed).ok()?;
        Some(Kind::Enum { options, multi: true, chosen, other: None })
    }

    /// Pays for a node for each name.
    fn reserve_below<'n>(
        &mut self,
        node: &Node,
        names: impl Iterator<Item = &'n &'n str>,
    ) -> Result<(), String> {
        let (mut count, mut bytes) = (0, 0usize);
        for name in names {
            count += 1;
            bytes = bytes.saturating_add(node.pointer.len() + 3 * name.len());
        }
        if self.reserve(count, bytes) { Ok(()) } else { Err(too_large()) }
    }
}

/// The members of an object, none when there is nothing.
fn members(value: Option<&Raw>) -> Result<Vec<(String, Raw)>, String> {
    let Some(value) = value else { return Ok(Vec::new()) };
    if !value.is_object() {
        return Err(wrong_type(Kinds::OBJECT, value));
    }
    value.members().ok_or_else(|| "a key has an escape that is no character".to_owned())
}

/// The elements of an array, none when there is nothing.
fn elements(value: Option<&Raw>) -> Result<Vec<Raw>, String> {
    let Some(value) = value else { return Ok(Vec::new()) };
    value.elements().ok_or_else(|| wrong_type(Kinds::ARRAY, value))
}

/// The keys, each once, where the last member of its name stands: that is the one that counts.
fn last_of_each(members: &[(String, Raw)]) -> Vec<&str> {
    let mut seen = HashSet::new();
    let mut keys: Vec<&str> =
        members.iter().rev().map(|(key, _)| key.as_str()).filter(|key| seen.insert(*key)).collect();
    keys.reverse();
    keys
}

/// Whether a member of that name must not be there.
fn is_refused(shape: &Shape<'_>, name: &str) -> bool {
    shape.all("properties").any(|properties| properties.get(name) == Some(&Value::Bool(false)))
}

/// The pattern that all keys must match, as far as one pattern can say it.
fn key_pattern(shape: &Shape<'_>) -> Option<String> {
    let by_names = shape.get("propertyNames").and_then(|names| names.get("pattern")).and_then(Value::as_str);
    let patterns = || {
        let is_closed = shape.all("additionalProperties").any(|schema| *schema == Value::Bool(false));
        let patterns: Vec<&str> = shape
            .all("patternProperties")
            .filter_map(Value::as_object)
            .flat_map(Map::keys)
            .map(String::as_str)
            .collect();
        match patterns.as_slice() {
            [] => None,
            [only] => Some((*only).to_owned()),
            several => is_closed
                .then(|| several.iter().map(|one| format!("(?:{one})")).collect::<Vec<_>>().join("|")),
        }
    };
    by_names.map(str::to_owned).or_else(patterns).filter(|pattern| pattern.len() <= 2_000)
}
