//! Whether a value fits a part of the schema: for `if`, for alternatives, for
//! patterns of keys.
//!
//! The judging is that of the findings (`check/schema.rs`). A part is made a schema
//! of its own first: what it refers to is copied beside it. All judgements for one
//! form share one allowance; when it is spent, nothing more is said.

use super::shape::Part;
use crate::check::schema::{Holds, KEYWORDS, Schema};
use crate::schema::addresses::{Addresses, Lead, Reach};
use serde_json::{Map, Value, json};
use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;

/// How many values and schemas are copied for one form.
const MOST_COPIED: usize = 40_000;
/// How often places of values are looked at for one form.
const MOST_LOOKS: u64 = 2_000_000;
/// How many parts of the schema are made ready for one form.
const MOST_READY: usize = 400;
/// How many faults are counted.
const MOST_FAULTS: usize = 50;

/// Parts of the schema that were made ready, by their place and what can be reached from there.
type Ready = HashMap<(*const Value, Reach), Option<Rc<Schema>>>;

/// Judges values by parts of one schema.
pub(super) struct Judge<'s> {
    root: Option<&'s Map<String, Value>>,
    addresses: Rc<Addresses<'s>>,
    ready: RefCell<Ready>,
    patterns: RefCell<HashMap<String, Option<Rc<Schema>>>>,
    copies_left: Cell<usize>,
    looks_left: Cell<u64>,
    ready_left: Cell<usize>,
}

impl<'s> Judge<'s> {
    pub(super) fn new(root: Option<&'s Map<String, Value>>, addresses: Rc<Addresses<'s>>) -> Self {
        Judge {
            root,
            addresses,
            ready: RefCell::default(),
            patterns: RefCell::default(),
            copies_left: Cell::new(MOST_COPIED),
            looks_left: Cell::new(MOST_LOOKS),
            ready_left: Cell::new(MOST_READY),
        }
    }

    /// In how many ways `value` does not fit `schema`; none when that cannot be told.
    pub(super) fn faults(&self, schema: Part<'s>, value: &Value) -> Option<usize> {
        let key = (std::ptr::from_ref(schema.schema), schema.reach);
        let known = self.ready.borrow().get(&key).cloned();
        let ready = known.unwrap_or_else(|| {
            let ready = self.make_ready(|| self.alone(schema));
            self.ready.borrow_mut().insert(key, ready.clone());
            ready
        });
        self.count(&*ready?, value)
    }

    /// Whether `value` fits `schema`; none when that cannot be told.
    pub(super) fn fits(&self, schema: Part<'s>, value: &Value) -> Option<bool> {
        self.faults(schema, value).map(|faults| faults == 0)
    }

    /// Whether `key` matches `pattern`; not when that cannot be told.
    pub(super) fn matches(&self, pattern: &str, key: &str) -> bool {
        let known = self.patterns.borrow().get(pattern).cloned();
        let ready = known.unwrap_or_else(|| {
            let ready = self.make_ready(|| Some(json!({ "pattern": pattern })));
            self.patterns.borrow_mut().insert(pattern.to_owned(), ready.clone());
            ready
        });
        ready.and_then(|ready| self.count(&ready, &Value::from(key))) == Some(0)
    }

    /// `schema` with all it refers to as a schema of its own; none when it refers to what is not there,
    /// or when it is too large.
    fn alone(&self, part: Part<'s>) -> Option<Value> {
        let mut copy = Copy { judge: self, targets: Vec::new() };
        let mut alone = Map::new();
        if let Some(dialect) = self.root.and_then(|root| root.get("$schema")) {
            alone.insert("$schema".to_owned(), dialect.clone());
        }
        alone.insert("allOf".to_owned(), Value::Array(vec![copy.schema(part.schema, part.reach)?]));
        let mut definitions = Map::new();
        let mut at = 0;
        while let Some(target) = copy.targets.get(at).copied() {
            definitions.insert(format!("r{at}"), copy.schema(target.schema, target.reach)?);
            at += 1;
        }
        if !definitions.is_empty() {
            alone.insert("$defs".to_owned(), Value::Object(definitions));
        }
        Some(Value::Object(alone))
    }

    fn make_ready(&self, schema: impl FnOnce() -> Option<Value>) -> Option<Rc<Schema>> {
        self.ready_left.set(self.ready_left.get().checked_sub(1)?);
        Schema::ready(&schema()?).ok().map(Rc::new)
    }

    fn count(&self, ready: &Schema, value: &Value) -> Option<usize> {
        let looks = ready.looks(value)?;
        self.looks_left.set(self.looks_left.get().checked_sub(looks)?);
        Some(ready.faults_told(value, MOST_FAULTS, |_| ())?.len())
    }
}

/// A copy in the making.
struct Copy<'j, 's> {
    judge: &'j Judge<'s>,
    /// What was referred to, in the order of the names it gets.
    targets: Vec<Part<'s>>,
}

impl<'s> Copy<'_, 's> {
    fn schema(&mut self, schema: &'s Value, reach: Reach) -> Option<Value> {
        match schema {
            Value::Object(map) => self.map(map, reach),
            other => self.value(other),
        }
    }

    fn map(&mut self, map: &'s Map<String, Value>, reach: Reach) -> Option<Value> {
        self.pay(1)?;
        let mut copy = Map::new();
        for (keyword, value) in map {
            let copied = match keyword.as_str() {
                // Names by which others refer here have done their work.
                "$id" | "id" | "$schema" | "$anchor" | "$dynamicAnchor" | "$recursiveAnchor" | "$defs"
                | "definitions" | "$ref" | "$dynamicRef" | "$recursiveRef" => continue,
                _ => match KEYWORDS.iter().find(|(name, _)| name == keyword) {
                    Some((_, holds)) => self.held(*holds, value, reach)?,
                    None => self.value(value)?,
                },
            };
            copy.insert(keyword.clone(), copied);
        }
        let addresses = Rc::clone(&self.judge.addresses);
        for (_, _, lead) in addresses.references(map, reach) {
            let name = Value::String(self.reference(&lead)?);
            match (copy.contains_key("$ref"), copy.get_mut("allOf").and_then(Value::as_array_mut)) {
                (false, _) => _ = copy.insert("$ref".to_owned(), name),
                (true, Some(all)) => all.push(json!({ "$ref": name })),
                (true, None) => _ = copy.insert("allOf".to_owned(), json!([{ "$ref": name }])),
            }
        }
        Some(Value::Object(copy))
    }

    fn held(&mut self, holds: Holds, value: &'s Value, reach: Reach) -> Option<Value> {
        let mut copied = |schema| self.schema(schema, self.judge.addresses.inside(reach, schema));
        match (holds, value) {
            (_, Value::Array(list)) => list.iter().map(copied).collect::<Option<Vec<_>>>().map(Value::Array),
            (Holds::Same | Holds::Below, schema) => copied(schema),
            (_, Value::Object(map)) => {
                let copies = map.iter().map(|(name, schema)| Some((name.clone(), copied(schema)?)));
                copies.collect::<Option<Map<_, _>>>().map(Value::Object)
            }
            (_, other) => self.value(other),
        }
    }

    fn reference(&mut self, lead: &Lead<'s>) -> Option<String> {
        let &Lead::To(schema, reach) = lead else { return None };
        let is_known = |known: &Part<'s>| std::ptr::eq(known.schema, schema) && known.reach == reach;
        let at = self.targets.iter().position(is_known).unwrap_or_else(|| {
            self.targets.push(Part { schema, reach });
            self.targets.len() - 1
        });
        Some(format!("#/$defs/r{at}"))
    }

    fn value(&mut self, value: &Value) -> Option<Value> {
        let size = match value {
            Value::Array(items) => items.len(),
            Value::Object(map) => map.len(),
            Value::String(text) => text.len() / 64,
            _ => 0,
        };
        self.pay(1 + size)?;
        Some(value.clone())
    }

    fn pay(&self, count: usize) -> Option<()> {
        let left = self.judge.copies_left.get().checked_sub(count)?;
        self.judge.copies_left.set(left);
        Some(())
    }
}
