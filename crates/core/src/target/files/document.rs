//! A text as JSON with comments, and where its servers are.

use jsonc_parser::ast::{Object, Value as Node};
use jsonc_parser::common::Ranged as _;
use jsonc_parser::{CollectOptions, ParseOptions, parse_to_ast};
use serde_json::Value;

use super::place::{Lines, Place};
use super::{Shape, TargetError};

/// A server found in a text, not yet judged.
pub(super) struct Found {
    /// The key it stands under, in a shape that has keys.
    pub(super) name: Option<String>,
    /// Its place, such as `servers[0]`.
    pub(super) field: String,
    /// Where it begins.
    pub(super) place: Place,
    /// What stands there.
    pub(super) value: Value,
}

/// The dialect: JSON with comments and trailing commas, and no other liberties,
/// because the clients that share these files allow no others.
pub(super) const DIALECT: ParseOptions = ParseOptions {
    allow_comments: true,
    allow_loose_object_property_names: false,
    allow_trailing_commas: true,
    allow_missing_commas: false,
    allow_single_quoted_strings: false,
    allow_hexadecimal_numbers: false,
    allow_unary_plus_numbers: false,
    allow_bare_decimal_point_numbers: false,
    allow_non_finite_numbers: false,
    allow_extended_string_escapes: false,
};

/// Some editors begin a file with it; JSON has no place for it.
pub(super) const BYTE_ORDER_MARK: char = '\u{feff}';

/// Finds the servers of a text and the shape they are held in.
pub(super) fn entries(file: &str, text: &str) -> Result<(Shape, Vec<Found>), TargetError> {
    let text = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text);
    let parsed =
        parse_to_ast(text, &CollectOptions::default(), &DIALECT).map_err(|error| TargetError::Syntax {
            file: file.to_owned(),
            line: error.line_display(),
            column: error.column_display(),
            problem: lowercase_first(&error.kind().to_string()),
        })?;
    let root = match parsed.value {
        None => return Ok((Shape::List, Vec::new())),
        Some(Node::Object(root)) => root,
        Some(other) => {
            return Err(wrong_type(file, "(the whole file)", "an object", type_of(&other.into())));
        }
    };
    let shape = shape_of(file, &root)?;
    let mut lines = Lines::of(text);
    let found = match take_last(root, shape.key()) {
        None => Vec::new(),
        Some(Node::Array(list)) => list
            .elements
            .into_iter()
            .enumerate()
            .map(|(index, node)| Found {
                name: None,
                field: format!("{}[{index}]", shape.key()),
                place: lines.place(node.start()),
                value: node.into(),
            })
            .collect(),
        Some(Node::Object(map)) => map
            .properties
            .into_iter()
            .map(|property| {
                let place = lines.place(property.range.start);
                let name = property.name.into_string();
                let field = below(shape.key(), &name);
                Found { field, name: Some(name), place, value: property.value.into() }
            })
            .collect(),
        Some(other) => {
            let expected = match shape {
                Shape::McpServers => "an object",
                Shape::List | Shape::VsCode => "a list or an object",
            };
            return Err(wrong_type(file, shape.key(), expected, type_of(&other.into())));
        }
    };
    Ok((shape, found))
}

/// What a text says, without how it says it; null when it says nothing.
pub(super) fn plain_values(text: &str) -> Option<Value> {
    let parsed = parse_to_ast(text, &CollectOptions::default(), &DIALECT).ok()?;
    Some(parsed.value.map_or(Value::Null, Value::from))
}

/// The path of a key below another; keys that would blur the path are quoted.
pub fn below(path: &str, key: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '@' | '/' | '$');
    if !key.is_empty() && key.chars().all(plain) {
        format!("{path}.{key}")
    } else {
        format!("{path}[{}]", Value::from(key))
    }
}

/// The type of a value, as prose.
pub(super) fn type_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}

/// The error for a field of the wrong type.
pub(super) fn wrong_type(
    file: &str,
    field: &str,
    expected: &'static str,
    found: &'static str,
) -> TargetError {
    TargetError::WrongType { file: file.to_owned(), field: field.to_owned(), expected, found }
}

fn shape_of(file: &str, root: &Object<'_>) -> Result<Shape, TargetError> {
    let count = |key: &str| {
        let named = root.properties.iter().filter(|property| property.name.as_str() == key);
        named.count()
    };
    for key in ["mcpServers", "servers"] {
        if count(key) > 1 {
            return Err(TargetError::Duplicate {
                file: file.to_owned(),
                field: key.to_owned(),
                other: key.to_owned(),
                what: "key",
                value: key.to_owned(),
            });
        }
    }
    match (count("mcpServers"), count("servers")) {
        (0, 0) if count("inputs") > 0 => Ok(Shape::VsCode),
        // A file that was emptied, or only holds preferences so far.
        (0, 0) if root.properties.is_empty() || count("preferences") > 0 => Ok(Shape::List),
        (0, 0) => Err(TargetError::NoServers { file: file.to_owned() }),
        (_, 0) => Ok(Shape::McpServers),
        (0, _) => Ok(match root.get("servers").map(|property| &property.value) {
            Some(Node::Object(_)) => Shape::VsCode,
            _ => Shape::List,
        }),
        (_, _) => Err(TargetError::TwoShapes { file: file.to_owned() }),
    }
}

fn take_last<'a>(root: Object<'a>, key: &str) -> Option<Node<'a>> {
    let mut properties = root.properties.into_iter().rev();
    properties.find(|property| property.name.as_str() == key).map(|property| property.value)
}

fn lowercase_first(text: &str) -> String {
    let mut chars = text.chars();
    match chars.next() {
        Some(first) => first.to_lowercase().chain(chars).collect(),
        None => String::new(),
    }
}
