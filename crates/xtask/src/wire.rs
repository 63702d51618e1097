//! The types of the page, in TypeScript: made from the description of the API, which is made from the
//! handlers of the backend. So a change there that the page does not know of fails its type check.

use crate::manual::Page;
use crate::tree::Tree;
use serde_json::{Map, Value};
use std::fmt::Write as _;

/// What the types are made from.
const DESCRIPTION: &str = "docs/openapi.json";

/// Where the types are.
const PATH: &str = "web/src/wire.d.ts";

/// The generated file; nothing when the description cannot be read.
pub(crate) fn pages(tree: &Tree) -> Vec<Page> {
    let text = tree.root.as_ref().and_then(|root| std::fs::read_to_string(root.join(DESCRIPTION)).ok());
    let description: Option<Value> = text.and_then(|text| serde_json::from_str(&text).ok());
    description.map(|description| (PATH, types(&description))).into_iter().collect()
}

fn types(description: &Value) -> String {
    let mut text = "// What goes between the page and the backend. Made from docs/openapi.json by\n\
                    // `cargo run -p xtask -- types`; do not change it by hand.\n"
        .to_owned();
    let schemas = description.pointer("/components/schemas").and_then(Value::as_object);
    for (name, schema) in schemas.into_iter().flatten() {
        text.push('\n');
        // Writing to a text cannot fail.
        if let Some(about) = schema.get("description").and_then(Value::as_str) {
            let _ = writeln!(text, "/** {} */", comment(about));
        }
        match properties(schema) {
            Some(properties) => {
                let _ = writeln!(text, "export interface {name} {}", object(schema, properties, ""));
            }
            None => {
                let _ = writeln!(text, "export type {name} = {};", written(schema, ""));
            }
        }
    }
    text
}

/// The properties of a schema that is nothing but an object with known ones.
fn properties(schema: &Value) -> Option<&Map<String, Value>> {
    let is_plain =
        schema.get("allOf").or(schema.get("oneOf")).or(schema.get("additionalProperties")).is_none();
    schema.get("properties").and_then(Value::as_object).filter(|_| is_plain)
}

fn object(schema: &Value, properties: &Map<String, Value>, indent: &str) -> String {
    let required: Vec<&str> = schema
        .get("required")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect();
    let mut text = "{\n".to_owned();
    let inner = format!("{indent}  ");
    for (name, property) in properties {
        if let Some(about) = about(property) {
            let _ = writeln!(text, "{inner}/** {} */", comment(about));
        }
        let optional = if required.contains(&name.as_str()) { "" } else { "?" };
        let is_plain = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        let name = if is_plain { name.clone() } else { format!("{name:?}") };
        let _ = writeln!(text, "{inner}{name}{optional}: {};", written(property, &inner));
    }
    let _ = write!(text, "{indent}}}");
    text
}

/// What is said about a property; where it may be null, it is said about the other choice.
fn about(property: &Value) -> Option<&str> {
    let choices = property.get("oneOf").and_then(Value::as_array).into_iter().flatten();
    let mut places = std::iter::once(property).chain(choices);
    places.find_map(|place| place.get("description").and_then(Value::as_str))
}

fn comment(text: &str) -> String {
    text.replace("*/", "*\\/").split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A schema as a type.
fn written(schema: &Value, indent: &str) -> String {
    if let Some(name) = schema.get("$ref").and_then(Value::as_str) {
        return name.rsplit('/').next().unwrap_or(name).to_owned();
    }
    if let Some(value) = schema.get("const") {
        return value.to_string();
    }
    if let Some(values) = schema.get("enum").and_then(Value::as_array) {
        return joined(values.iter().map(Value::to_string), " | ");
    }
    for (word, separator) in [("oneOf", " | "), ("anyOf", " | "), ("allOf", " & ")] {
        if let Some(choices) = schema.get(word).and_then(Value::as_array) {
            let parts = choices.iter().map(|choice| {
                let part = written(choice, indent);
                if separator == " & " && part.contains(" | ") { format!("({part})") } else { part }
            });
            return joined(parts, separator);
        }
    }
    match schema.get("type") {
        Some(Value::Array(kinds)) => {
            joined(kinds.iter().filter_map(Value::as_str).map(|kind| of_kind(schema, kind, indent)), " | ")
        }
        Some(Value::String(kind)) => of_kind(schema, kind, indent),
        _ => "unknown".to_owned(),
    }
}

fn of_kind(schema: &Value, kind: &str, indent: &str) -> String {
    match kind {
        "string" => "string".to_owned(),
        "integer" | "number" => "number".to_owned(),
        "boolean" => "boolean".to_owned(),
        "null" => "null".to_owned(),
        "array" if schema.get("prefixItems").is_some() => {
            let items = schema["prefixItems"].as_array().into_iter().flatten();
            format!("[{}]", joined(items.map(|item| written(item, indent)), ", "))
        }
        "array" => {
            let item =
                schema.get("items").map_or_else(|| "unknown".to_owned(), |items| written(items, indent));
            if item.contains(' ') && !item.starts_with('{') {
                format!("({item})[]")
            } else {
                format!("{item}[]")
            }
        }
        _ => {
            let known = schema.get("properties").and_then(Value::as_object);
            let others = schema.get("additionalProperties").filter(|others| others.is_object());
            match (known, others) {
                (Some(known), None) => object(schema, known, indent),
                (None, Some(others)) => format!("Record<string, {}>", written(others, indent)),
                (Some(known), Some(_)) => {
                    format!("{} & Record<string, unknown>", object(schema, known, indent))
                }
                (None, None) => "Record<string, unknown>".to_owned(),
            }
        }
    }
}

/// The parts, each once.
fn joined(parts: impl Iterator<Item = String>, separator: &str) -> String {
    let mut seen: Vec<String> = Vec::new();
    for part in parts {
        if separator == ", " || !seen.contains(&part) {
            seen.push(part);
        }
    }
    seen.join(separator)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn schemas_become_types() {
        for (schema, kind) in [
            (json!({ "type": "string" }), "string"),
            (json!({ "type": ["integer", "null"] }), "number | null"),
            (json!({ "enum": ["a", "b"], "type": "string" }), r#""a" | "b""#),
            (json!({ "oneOf": [{ "$ref": "#/components/schemas/A" }, { "type": "null" }] }), "A | null"),
            (json!({ "type": "array", "items": { "enum": ["a", "b"] } }), r#"("a" | "b")[]"#),
            (
                json!({ "type": "array", "prefixItems": [{ "type": "string" }, { "type": "string" }] }),
                "[string, string]",
            ),
            (
                json!({ "type": "object", "additionalProperties": { "type": "number" } }),
                "Record<string, number>",
            ),
            (
                json!({ "allOf": [{ "$ref": "#/a/B" }, { "oneOf": [{ "$ref": "#/a/C" }, { "$ref": "#/a/D" }] }] }),
                "B & (C | D)",
            ),
            (json!({}), "unknown"),
        ] {
            assert_eq!(written(&schema, ""), kind, "{schema}");
        }
    }

    #[test]
    fn members_that_need_not_be_there_and_odd_names_are_written_so() {
        let schema = json!({ "components": { "schemas": { "Thing": {
            "description": "A thing */ of\nours", "type": "object", "required": ["a"],
            "properties": { "a": { "type": "string", "description": "It" }, "x-b": { "type": "boolean" } },
        } } } });
        let text = types(&schema);
        assert!(text.contains("/** A thing *\\/ of ours */\nexport interface Thing {\n"), "{text}");
        assert!(text.contains("  /** It */\n  a: string;\n  \"x-b\"?: boolean;\n}"), "{text}");
    }
}
