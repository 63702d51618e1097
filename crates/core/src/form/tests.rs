//! Forms of schemas and values, seen as the JSON that faces get.

mod bounds;
mod edits;
mod kinds;
mod properties;
mod suite;

use super::*;
use serde_json::json;

fn form(schema: &Value, text: &str) -> Form {
    compile(&schema.to_string(), Some(text), &[]).unwrap()
}

fn first(schema: &Value) -> Form {
    compile(&schema.to_string(), None, &[]).unwrap()
}

/// The node at `pointer`, the outermost one where an alternative has the same place.
fn at<'n>(node: &'n Node, pointer: &str) -> Option<&'n Node> {
    if node.pointer == pointer {
        return Some(node);
    }
    node.children().find_map(|child| at(child, pointer))
}

/// The node at `pointer` as JSON.
#[track_caller]
fn seen(form: &Form, pointer: &str) -> Value {
    let node = at(&form.form, pointer).unwrap_or_else(|| panic!("no `{pointer}` in {:#?}", form.form));
    serde_json::to_value(node).unwrap()
}

/// Asserts that the node at `pointer` has the members of `expected`.
#[track_caller]
fn has(form: &Form, pointer: &str, expected: &Value) {
    let node = seen(form, pointer);
    for (name, value) in expected.as_object().unwrap() {
        assert_eq!(&node[name], value, "{name} of `{pointer}` in {node:#}");
    }
}

fn told(form: &Form) -> Vec<String> {
    form.errors.iter().map(|error| format!("{} {} {}", error.pointer, error.keyword, error.message)).collect()
}
