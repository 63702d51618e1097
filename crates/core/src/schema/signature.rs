//! A tool's signature: its parameters in the words of a programmer.
//!
//! It is for reading, not for judging: what it leaves out, it leaves out. Its size
//! is bounded whatever the schema, and nothing in it acts on a terminal.

use super::allowed::list;
use super::members::Members;
use super::reference::resolve;
use super::short::{cut, escaped, short};
use serde_json::{Map, Value};

/// A signature that is wider gets one line for each parameter.
const WIDEST: usize = 100;
/// How many parameters are told.
const MOST_PARAMETERS: usize = 50;
/// How many members of an object are told.
const MOST_MEMBERS: usize = 12;
/// How many alternatives are told.
const MOST_ALTERNATIVES: usize = 8;
/// How long the type of one parameter may be, in characters.
const LONGEST_TYPE: usize = 400;
/// How long a name may be, in characters.
const LONGEST_NAME: usize = 64;
/// How long a value may be, in bytes.
const LONGEST_VALUE: usize = 40;
/// How deep objects are told.
const OBJECTS: usize = 2;
/// How many schemas may be inside of each other, of whatever kind.
const DEPTH: usize = 12;
/// How many schemas are looked at for one parameter, and for all.
const LOOKS: (usize, usize) = (300, 2_000);

/// The signature of the tool `name` with the input schema `schema`.
///
/// ```
/// use mcp_inspector_core::schema::signature;
/// # use serde_json::json;
/// let schema = json!({
///     "properties": {
///         "unit": { "enum": ["m", "km"], "default": "m" },
///         "a": { "type": "number" },
///         "tags": { "type": "array", "items": { "type": "string" } },
///     },
///     "required": ["a"],
/// });
/// assert_eq!(
///     signature("get-sum", schema.as_object().unwrap()),
///     r#"get-sum(a: number, unit?: "m" | "km" = "m", tags?: string[])"#,
/// );
/// ```
pub fn signature(name: &str, schema: &Map<String, Value>) -> String {
    let name = escaped(&cut(name, LONGEST_NAME));
    let members = Members::of(schema, schema);
    let mut parameters: Vec<String> = Vec::new();
    let mut left = LOOKS.1;
    for (name, schema_of_it, is_required) in in_order(&members).take(MOST_PARAMETERS) {
        let most = LOOKS.0.min(left);
        let mut teller = Teller { root: schema, left: most };
        parameters.push(teller.member(name, schema_of_it, is_required, 0, 0));
        left -= most - teller.left;
    }
    if members.declared.len() > MOST_PARAMETERS {
        parameters.push("…".to_owned());
    }
    let line = format!("{name}({})", parameters.join(", "));
    if line.chars().count() <= WIDEST {
        return line;
    }
    format!("{name}(\n  {},\n)", parameters.join(",\n  "))
}

/// The declared members, those first that must be there.
fn in_order<'s, 'a>(members: &'s Members<'a>) -> impl Iterator<Item = (&'a str, &'a Value, bool)> + 's {
    let with = |wanted: bool| {
        let declared =
            members.declared.iter().map(|&(name, schema)| (name, schema, members.required.contains(name)));
        declared.filter(move |(_, _, is_required)| *is_required == wanted)
    };
    with(true).chain(with(false))
}

struct Teller<'a> {
    root: &'a Map<String, Value>,
    left: usize,
}

impl<'a> Teller<'a> {
    fn member(
        &mut self,
        name: &str,
        schema: &'a Value,
        is_required: bool,
        objects: usize,
        depth: usize,
    ) -> String {
        let optional = if is_required { "" } else { "?" };
        let kind = cut(&self.kind(schema, objects, depth), LONGEST_TYPE);
        let default = schema.get("default").map(|value| format!(" = {}", short(value, LONGEST_VALUE)));
        format!("{}{optional}: {kind}{}", name_of(name), default.unwrap_or_default())
    }

    /// The type that `schema` describes, inside of so many objects.
    fn kind(&mut self, schema: &'a Value, objects: usize, depth: usize) -> String {
        match schema {
            Value::Object(map) => self.kind_of(map, objects, depth),
            Value::Bool(false) => "never".to_owned(),
            _ => "any".to_owned(),
        }
    }

    fn kind_of(&mut self, map: &'a Map<String, Value>, objects: usize, depth: usize) -> String {
        let Some(left) = self.left.checked_sub(1).filter(|_| depth < DEPTH) else { return "…".to_owned() };
        self.left = left;
        if let Some(value) = map.get("const") {
            return short(value, LONGEST_VALUE);
        }
        if let Some(Value::Array(values)) = map.get("enum") {
            return alternatives(values.iter().map(|value| short(value, LONGEST_VALUE)));
        }
        for name in ["anyOf", "oneOf"] {
            let branches = list(map, name);
            let kinds = alternatives(branches.iter().map(|branch| self.kind(branch, objects, depth + 1)));
            // Alternatives may differ in what they require, and say nothing about types.
            if !branches.is_empty() && kinds != "any" {
                return kinds;
            }
        }
        match map.get("type") {
            Some(Value::String(name)) => self.named(name, map, objects, depth),
            Some(Value::Array(names)) => {
                let names = names.iter().filter_map(Value::as_str);
                alternatives(names.map(|name| self.named(name, map, objects, depth)))
            }
            _ => self.untyped(map, objects, depth),
        }
    }

    /// The type of a schema that does not name one.
    fn untyped(&mut self, map: &'a Map<String, Value>, objects: usize, depth: usize) -> String {
        if map.contains_key("properties") {
            return self.object(map, objects, depth);
        }
        if map.contains_key("items") || map.contains_key("prefixItems") {
            return self.array(map, objects, depth);
        }
        if let Some(reference) = map.get("$ref").and_then(Value::as_str) {
            let target = resolve(self.root, reference);
            return target.map_or("any".to_owned(), |target| self.kind_of(target, objects, depth + 1));
        }
        let mut parts: Vec<String> = Vec::new();
        for part in list(map, "allOf").iter().take(MOST_ALTERNATIVES) {
            let kind = self.kind(part, objects, depth + 1);
            if kind != "any" && !parts.contains(&kind) {
                parts.push(grouped(kind));
            }
        }
        if parts.is_empty() { "any".to_owned() } else { parts.join(" & ") }
    }

    fn named(&mut self, name: &str, map: &'a Map<String, Value>, objects: usize, depth: usize) -> String {
        match name {
            "array" => self.array(map, objects, depth),
            "object" => self.object(map, objects, depth),
            _ => name_of(name),
        }
    }

    fn array(&mut self, map: &'a Map<String, Value>, objects: usize, depth: usize) -> String {
        let items = map.get("items");
        let by_place = map.get("prefixItems").or(items).and_then(Value::as_array);
        if let Some(schemas) = by_place {
            let mut kinds: Vec<String> = Vec::new();
            for schema in schemas.iter().take(MOST_ALTERNATIVES) {
                kinds.push(self.kind(schema, objects, depth + 1));
            }
            if schemas.len() > MOST_ALTERNATIVES {
                kinds.push("…".to_owned());
            }
            return format!("[{}]", kinds.join(", "));
        }
        let item = items.map_or("any".to_owned(), |items| self.kind(items, objects, depth + 1));
        format!("{}[]", grouped(item))
    }

    fn object(&mut self, map: &'a Map<String, Value>, objects: usize, depth: usize) -> String {
        if objects >= OBJECTS {
            return "object".to_owned();
        }
        let members = Members::of(self.root, map);
        if members.declared.is_empty() {
            return "object".to_owned();
        }
        let mut told: Vec<String> = Vec::new();
        for (name, schema, is_required) in in_order(&members).take(MOST_MEMBERS) {
            told.push(self.member(name, schema, is_required, objects + 1, depth + 1));
        }
        if members.declared.len() > MOST_MEMBERS {
            told.push("…".to_owned());
        }
        format!("{{ {} }}", told.join(", "))
    }
}

/// The first of `kinds` as alternatives, each once.
fn alternatives(kinds: impl Iterator<Item = String>) -> String {
    let mut told: Vec<String> = Vec::new();
    for kind in kinds {
        if told.len() == MOST_ALTERNATIVES {
            told.push("…".to_owned());
            break;
        }
        if !told.contains(&kind) {
            told.push(kind);
        }
    }
    if told.is_empty() { "never".to_owned() } else { told.join(" | ") }
}

/// A type that something is put behind.
fn grouped(kind: String) -> String {
    let is_compound = !kind.starts_with('{') && (kind.contains(" | ") || kind.contains(" & "));
    if is_compound { format!("({kind})") } else { kind }
}

/// A name as it is if it is plain, otherwise in quotes.
fn name_of(name: &str) -> String {
    let is_plain =
        |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '-' | '.' | '$' | '/' | '@');
    if !name.is_empty() && name.chars().take(LONGEST_NAME + 1).all(is_plain) {
        return cut(name, LONGEST_NAME);
    }
    short(&Value::String(cut(name, LONGEST_NAME)), 4 * LONGEST_NAME)
}

#[cfg(test)]
mod tests;
