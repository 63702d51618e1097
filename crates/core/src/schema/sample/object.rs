//! Objects: what is required, and as much more as there must be.

use super::{Parts, Sampler};
use serde_json::{Map, Value};

/// How many properties are made when more are wanted.
const PROPERTIES: usize = 256;

impl<'a> Sampler<'a> {
    pub(super) fn object(&mut self, parts: &Parts<'a>, depth: usize) -> Value {
        let names = self.names(parts, depth);
        let mut object = Map::new();
        for name in names {
            // What is not paid for is not there, also when it is only names.
            if !self.spend(name.len()) {
                break;
            }
            let schemas: Vec<&'a Value> =
                parts.all("properties").filter_map(|properties| properties.get(&name)).collect();
            let value = if schemas.is_empty() {
                self.of(parts.all("additionalProperties"), depth + 1, 0)
            } else {
                self.of(schemas, depth + 1, 0)
            };
            object.insert(name, value);
        }
        Value::Object(object)
    }

    fn names(&self, parts: &Parts<'a>, depth: usize) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        for required in parts.all("required").filter_map(Value::as_array).flatten().filter_map(Value::as_str)
        {
            add(&mut names, required);
        }
        let known: Vec<&'a str> = parts
            .all("properties")
            .filter_map(Value::as_object)
            .flatten()
            .filter(|(_, schema)| **schema != Value::Bool(false))
            .map(|(name, _)| name.as_str())
            .collect();
        if self.arguments && depth == 0 && names.is_empty() {
            for name in &known {
                add(&mut names, name);
            }
        }
        // One property may need another, which may need a third.
        let needed: Vec<&'a Map<String, Value>> =
            parts.all("dependentRequired").filter_map(Value::as_object).collect();
        let mut index = 0;
        while let Some(name) = names.get(index).cloned() {
            for also in needed.iter().filter_map(|needed| needed.get(&name)?.as_array()).flatten() {
                add(&mut names, also.as_str().unwrap_or_default());
            }
            index += 1;
        }
        let least = parts.least("minProperties").min(PROPERTIES);
        for name in known {
            if names.len() >= least {
                break;
            }
            add(&mut names, name);
        }
        for number in 1.. {
            if names.len() >= least {
                break;
            }
            add(&mut names, &format!("sample{number}"));
        }
        names
    }
}

fn add(names: &mut Vec<String>, name: &str) {
    if names.len() < PROPERTIES && !names.iter().any(|known| known == name) {
        names.push(name.to_owned());
    }
}
