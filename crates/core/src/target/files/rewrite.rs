//! A text changed in one place, with everything around it left as it was.
//!
//! The change is made on the concrete syntax tree, which keeps comments, order
//! and layout. The result is then read again and compared with the same change
//! made on plain values: a text that says anything else is never handed out.

use jsonc_parser::cst::{CstArray, CstInputValue, CstNode, CstObject, CstObjectProp, CstRootNode};
use serde_json::{Map, Value};

use super::Shape;
use super::document::{self, BYTE_ORDER_MARK, DIALECT};

/// What to do to the entries of a text.
pub(super) enum Change {
    /// Replace the entry at a place, or add one at the end.
    Put { index: Option<usize>, name: String, fields: Map<String, Value> },
    /// Take the entry at a place out.
    Remove { index: usize },
}

/// What an empty file becomes before its first entry goes in.
const NEW_FILE: &str = r#"{
  "$schema": "https://inspector.modelcontextprotocol.io/schemas/mcp-config.json",
  "version": "2.0",
  "servers": []
}
"#;

/// The changed text, or `None` when the change cannot be made cleanly.
pub(super) fn apply(text: &str, shape: Shape, change: &Change) -> Option<String> {
    let (mark, body) = match text.strip_prefix(BYTE_ORDER_MARK) {
        Some(body) => (&text[..BYTE_ORDER_MARK.len_utf8()], body),
        None => ("", text),
    };
    let body = if body.trim().is_empty() { NEW_FILE } else { body };
    let root = CstRootNode::parse(body, &DIALECT).ok()?;
    let mut expected = match document::plain_values(body)? {
        Value::Object(expected) => expected,
        // Comments and nothing else: they stay, and the file begins below them.
        Value::Null if root.value().is_none() => Map::new(),
        _ => return None,
    };
    let object = root.object_value_or_set();
    if shape == Shape::List && object.properties().is_empty() {
        object.append("version", "2.0".into());
        expected.insert("version".into(), "2.0".into());
    }
    if shape == Shape::List {
        let list = object.array_value_or_create(shape.key())?;
        let values = expected.entry(shape.key()).or_insert_with(|| Value::Array(Vec::new()));
        change_list(&list, values.as_array_mut()?, change)?;
    } else {
        let map = object.object_value_or_create(shape.key())?;
        let values = expected.entry(shape.key()).or_insert_with(|| Value::Object(Map::new()));
        change_map(&map, values.as_object_mut()?, change)?;
    }
    let changed = root.to_string();
    let reread = document::plain_values(&changed)?;
    (reread == Value::Object(expected)).then(|| format!("{mark}{changed}"))
}

fn change_list(list: &CstArray, values: &mut Vec<Value>, change: &Change) -> Option<()> {
    match change {
        Change::Remove { index } => {
            list.elements().into_iter().nth(*index)?.remove();
            values.remove(*index);
        }
        Change::Put { index: None, fields, .. } => {
            // An entry starts on a line of its own, also in a list written as `[]`.
            list.ensure_multiline();
            list.append(input(&fields.clone().into()));
            values.push(fields.clone().into());
        }
        Change::Put { index: Some(index), fields, .. } => {
            let element = list.elements().into_iter().nth(*index)?;
            match element.as_object() {
                Some(object) => update_object(&object, fields),
                None => replace(&element, &fields.clone().into()),
            }
            *values.get_mut(*index)? = fields.clone().into();
        }
    }
    Some(())
}

fn change_map(map: &CstObject, values: &mut Map<String, Value>, change: &Change) -> Option<()> {
    match change {
        Change::Remove { index } => {
            let property = map.properties().into_iter().nth(*index)?;
            values.shift_remove(&property.decoded_name()?);
            property.remove();
        }
        Change::Put { index: None, name, fields } => {
            map.append(name, input(&fields.clone().into()));
            values.insert(name.clone(), fields.clone().into());
        }
        Change::Put { index: Some(index), name, fields } => {
            let property = map.properties().into_iter().nth(*index)?;
            let old_name = property.decoded_name()?;
            if old_name != *name {
                let key = property.name()?.as_string_lit()?;
                key.set_raw_value(Value::from(name.as_str()).to_string());
                values.shift_remove(&old_name);
            }
            match property.object_value() {
                Some(object) => update_object(&object, fields),
                None => property.set_value(input(&fields.clone().into())),
            }
            values.insert(name.clone(), fields.clone().into());
        }
    }
    Some(())
}

/// Makes an object say what `wanted` says, touching only what differs.
fn update_object(object: &CstObject, wanted: &Map<String, Value>) {
    for property in object.properties() {
        if property.decoded_name().is_none_or(|name| !wanted.contains_key(&name)) {
            property.remove();
        }
    }
    for (name, value) in wanted {
        // Of two properties with one name the last one counts.
        let mut named = object.properties().into_iter().rev();
        match named.find(|property| property.decoded_name().as_ref() == Some(name)) {
            None => {
                object.append(name, input(value));
            }
            Some(property) => update_property(&property, value),
        }
    }
}

fn update_property(property: &CstObjectProp, wanted: &Value) {
    if property.to_serde_value().as_ref() == Some(wanted) {
        return;
    }
    match (property.value(), wanted) {
        (Some(node), Value::Object(fields)) if node.as_object().is_some() => {
            if let Some(object) = node.as_object() {
                update_object(&object, fields);
            }
        }
        (Some(node), Value::Array(items)) if node.as_array().is_some() => {
            if let Some(list) = node.as_array() {
                update_list(&list, items);
            }
        }
        _ => property.set_value(input(wanted)),
    }
}

/// Makes a list of plain items say what `wanted` says, so that comments between items stay.
fn update_list(list: &CstArray, wanted: &[Value]) {
    for surplus in list.elements().into_iter().skip(wanted.len()).rev() {
        surplus.remove();
    }
    let kept = list.elements();
    for (element, value) in kept.iter().zip(wanted) {
        if element.to_serde_value().as_ref() != Some(value) {
            replace(element, value);
        }
    }
    for value in &wanted[kept.len()..] {
        list.append(input(value));
    }
}

fn replace(element: &CstNode, value: &Value) {
    let value = input(value);
    if let Some(node) = element.as_string_lit() {
        node.replace_with(value);
    } else if let Some(node) = element.as_number_lit() {
        node.replace_with(value);
    } else if let Some(node) = element.as_boolean_lit() {
        node.replace_with(value);
    } else if let Some(node) = element.as_null_keyword() {
        node.replace_with(value);
    } else if let Some(node) = element.as_object() {
        node.replace_with(value);
    } else if let Some(node) = element.as_array() {
        node.replace_with(value);
    }
}

fn input(value: &Value) -> CstInputValue {
    match value {
        Value::Null => CstInputValue::Null,
        Value::Bool(flag) => CstInputValue::Bool(*flag),
        Value::Number(number) => CstInputValue::Number(number.to_string()),
        Value::String(text) => CstInputValue::String(text.clone()),
        Value::Array(items) => CstInputValue::Array(items.iter().map(input).collect()),
        Value::Object(fields) => {
            CstInputValue::Object(fields.iter().map(|(name, value)| (name.clone(), input(value))).collect())
        }
    }
}
