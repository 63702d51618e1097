//! Arrays: as many items as there must be, one where none must.

use super::{Parts, Sampler};
use serde_json::Value;

/// How many items are made when more are wanted.
const ITEMS: usize = 32;

impl<'a> Sampler<'a> {
    /// An array. An empty one would show nothing of its items.
    pub(super) fn array(&mut self, parts: &Parts<'a>, depth: usize) -> Value {
        let first: Vec<&'a Value> = parts
            .all("prefixItems")
            .chain(parts.all("items").filter(|items| items.is_array()))
            .find_map(Value::as_array)
            .map(|items| items.iter().collect())
            .unwrap_or_default();
        let rest: Vec<&'a Value> = parts
            .all("items")
            .filter(|items| !items.is_array())
            .chain(parts.get("contains"))
            .filter(|items| **items != Value::Bool(false))
            .collect();
        let wish = if rest.is_empty() || depth >= super::DEEP { first.len() } else { first.len().max(1) };
        let count = wish.max(parts.least("minItems")).min(parts.most("maxItems")).min(ITEMS);
        let must_differ = parts.get("uniqueItems") == Some(&Value::Bool(true));
        let item = |index: usize| {
            let variant = if must_differ { index } else { 0 };
            match first.get(index) {
                Some(schema) => self.of([*schema], depth + 1, variant),
                None => self.of(rest.iter().copied(), depth + 1, variant),
            }
        };
        Value::Array((0..count).map(item).collect())
    }
}
