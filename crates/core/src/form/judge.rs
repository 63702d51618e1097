//! Whether a value fits a part of the schema: for `if`, for alternatives, for
//! patterns of keys.
//!
//! The judging is that of the findings (`check/schema.rs`). A part is made a schema
//! of its own first: what it refers to is copied beside it. All judgements for one
//! form share one allowance; when it is spent, nothing more is said.

use crate::check::schema::{Holds, KEYWORDS, Schema};
use crate::schema::reference::resolve;
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

/// Judges values by parts of one schema.
pub(super) struct Judge<'s> {
    root: Option<&'s Map<String, Value>>,
    ready: RefCell<HashMap<*const Value, Option<Rc<Schema>>>>,
    patterns: RefCell<HashMap<String, Option<Rc<Schema>>>>,
    copies_left: Cell<usize>,
    looks_left: Cell<u64>,
    ready_left: Cell<usize>,
}

impl<'s> Judge<'s> {
    pub(super) fn new(root: Option<&'s Map<String, Value>>) -> Self {
        Judge {
            root,
            ready: RefCell::default(),
            patterns: RefCell::default(),
            copies_left: Cell::new(MOST_COPIED),
            looks_left: Cell::new(MOST_LOOKS),
            ready_left: Cell::new(MOST_READY),
        }
    }

    /// In how many ways `value` does not fit `schema`; none when that cannot be told.
    pub(super) fn faults(&self, schema: &'s Value, value: &Value) -> Option<usize> {
        let key = std::ptr::from_ref(schema);
        let known = self.ready.borrow().get(&key).cloned();
        let ready = known.unwrap_or_else(|| {
            let ready = self.make_ready(|| self.alone(schema));
            self.ready.borrow_mut().insert(key, ready.clone());
            ready
        });
        self.count(&*ready?, value)
    }

    /// Whether `value` fits `schema`; none when that cannot be told.
    pub(super) fn fits(&self, schema: &'s Value, value: &Value) -> Option<bool> {
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
    pub(super) fn alone(&self, schema: &Value) -> Option<Value> {
        let mut copy = Copy { judge: self, targets: Vec::new() };
        let mut alone = Map::new();
        if let Some(dialect) = self.root.and_then(|root| root.get("$schema")) {
            alone.insert("$schema".to_owned(), dialect.clone());
        }
        alone.insert("allOf".to_owned(), Value::Array(vec![copy.schema(schema)?]));
        let mut definitions = Map::new();
        let mut at = 0;
        while let Some(target) = copy.targets.get(at).copied() {
            definitions.insert(format!("r{at}"), copy.map(target)?);
            at += 1;
        }
        if !definitions.is_empty() {
            alone.insert("$defs".to_owned(), Value::Object(definitions));
        }
        Some(Value::Object(alone))
    }

    fn make_ready(&self, schema: impl FnOnce() -> Option<Value>) -> Option<Rc<Schema>> {
        self.ready_left.set(self.ready_left.get().checked_sub(1)?);
        Schema::ready(&schema()?).map(Rc::new)
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
    targets: Vec<&'s Map<String, Value>>,
}

impl Copy<'_, '_> {
    fn schema(&mut self, schema: &Value) -> Option<Value> {
        match schema {
            Value::Object(map) => self.map(map),
            other => self.value(other),
        }
    }

    fn map(&mut self, map: &Map<String, Value>) -> Option<Value> {
        self.pay(1)?;
        let mut copy = Map::new();
        for (keyword, value) in map {
            let copied = match keyword.as_str() {
                // Names by which others refer here have done their work.
                "$id" | "id" | "$schema" | "$anchor" | "$dynamicAnchor" | "$recursiveAnchor" | "$defs"
                | "definitions" => continue,
                "$ref" | "$dynamicRef" if value.is_string() => {
                    let name = self.reference(value.as_str().unwrap_or_default())?;
                    copy.insert("$ref".to_owned(), Value::String(name));
                    continue;
                }
                _ => match KEYWORDS.iter().find(|(name, _)| name == keyword) {
                    Some((_, holds)) => self.held(*holds, value)?,
                    None => self.value(value)?,
                },
            };
            copy.insert(keyword.clone(), copied);
        }
        Some(Value::Object(copy))
    }

    fn held(&mut self, holds: Holds, value: &Value) -> Option<Value> {
        match (holds, value) {
            (_, Value::Array(list)) => {
                list.iter().map(|schema| self.schema(schema)).collect::<Option<Vec<_>>>().map(Value::Array)
            }
            (Holds::Same | Holds::Below, schema) => self.schema(schema),
            (_, Value::Object(map)) => {
                let copies = map.iter().map(|(name, schema)| Some((name.clone(), self.schema(schema)?)));
                copies.collect::<Option<Map<_, _>>>().map(Value::Object)
            }
            (_, other) => self.value(other),
        }
    }

    fn reference(&mut self, reference: &str) -> Option<String> {
        let target = resolve(self.judge.root?, reference)?;
        let known = self.targets.iter().position(|known| std::ptr::eq(*known, target));
        let at = known.unwrap_or_else(|| {
            self.targets.push(target);
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
