//! A schema as a tree, with the text of its values kept.
//!
//! A tree rounds numbers of many digits and spells others anew; where a schema has
//! such numbers, the text of each value is found again by its place in the tree.
//! What nests deeper than a tree may is cut off and marked.

use super::FormError;
use crate::Raw;
use crate::brief::brief;
use crate::schema::exact;
use crate::schema::short::in_full;
use serde_json::{Map, Value};
use std::collections::HashMap;

/// How deep the tree of a schema may be; what is below is cut off.
const DEEPEST: usize = 100;

/// What a schema that was cut off refers to. No schema has it by chance, and nothing resolves it.
pub(super) const CUT: &str = "#the-schema-nests-too-deep";

/// A schema that was read.
pub(super) struct Document {
    pub(super) schema: Value,
    /// Why the tree is not what the text says.
    pub(super) trouble: Option<String>,
    raw: Raw,
}

impl Document {
    pub(super) fn read(text: &str) -> Result<Self, FormError> {
        let raw = Raw::parse(text)
            .map_err(|error| FormError::SchemaNotJson { message: brief(&error.to_string()) })?;
        let raw = if raw.depth() > DEEPEST { cut(&raw) } else { raw };
        match raw.read() {
            Ok(schema @ (Value::Object(_) | Value::Bool(_))) => Ok(Document { schema, trouble: None, raw }),
            Ok(other) => Err(FormError::NoSchema { found: noun(&other) }),
            // It is JSON, so what is wrong is a number or a character that no tree can hold.
            Err(error) => Ok(Document {
                schema: Value::Bool(true),
                trouble: Some(format!("the schema cannot be read: {}", brief(&error.to_string()))),
                raw,
            }),
        }
    }

    pub(super) fn root(&self) -> Option<&Map<String, Value>> {
        self.schema.as_object()
    }

    /// The texts of all values whose tree spells them differently.
    pub(super) fn spellings(&self) -> Spellings {
        let is_kept = |token: &str| exact::number(token).is_some_and(|number| number.to_string() == token);
        let mut spellings = Spellings::default();
        if exact::numbers(self.raw.as_str()).any(|token| !is_kept(token)) {
            spellings.add(&self.schema, &self.raw);
        }
        spellings
    }
}

/// The text of values by their place in memory, which does not change while the schema is borrowed.
#[derive(Default)]
pub(super) struct Spellings(HashMap<*const Value, Raw>);

impl Spellings {
    /// The JSON text of a value of the schema, if it has at most `most` bytes.
    pub(super) fn text(&self, value: &Value, most: usize) -> Option<String> {
        match self.0.get(&std::ptr::from_ref(value)) {
            Some(raw) => (raw.as_str().len() <= most).then(|| raw.as_str().to_owned()),
            None => in_full(value, most),
        }
    }

    fn add(&mut self, value: &Value, raw: &Raw) {
        match value {
            Value::Object(map) => {
                // Of equal keys the last counts, in the tree as well as here.
                let texts: HashMap<String, Raw> = raw.members().into_iter().flatten().collect();
                for (key, value) in map {
                    if let Some(raw) = texts.get(key) {
                        self.add(value, raw);
                    }
                }
            }
            Value::Array(items) => {
                for (value, raw) in items.iter().zip(raw.elements().into_iter().flatten()) {
                    self.add(value, &raw);
                }
            }
            Value::Number(_) => {}
            _ => return,
        }
        self.0.insert(std::ptr::from_ref(value), raw.clone());
    }
}

/// What a value is, with its article.
pub(super) fn noun(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    }
}

/// The same JSON with everything below the deepest level replaced by a mark.
fn cut(raw: &Raw) -> Raw {
    let text = raw.as_str();
    let (mut out, mut depth, mut in_text, mut is_escaped) = (String::new(), 0usize, false, false);
    for letter in text.chars() {
        let was_kept = depth <= DEEPEST;
        match letter {
            _ if is_escaped => is_escaped = false,
            '\\' if in_text => is_escaped = true,
            '"' => in_text = !in_text,
            '[' | '{' if !in_text => {
                depth += 1;
                if depth == DEEPEST + 1 {
                    out.extend([r#"{"$ref":""#, CUT, r#""}"#]);
                }
            }
            ']' | '}' if !in_text => depth = depth.saturating_sub(1),
            _ => {}
        }
        if was_kept && depth <= DEEPEST {
            out.push(letter);
        }
    }
    Raw::parse(&out).unwrap_or_else(|_| Raw::of(&true))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_keep_the_spelling_of_their_numbers() {
        let text = r#"{"default":[1.10,{"a":12345678901234567890123}],"maximum":1e2,"x":7}"#;
        let document = Document::read(text).unwrap();
        let spellings = document.spellings();
        let schema = &document.schema;
        let text = |name: &str| spellings.text(&schema[name], 40).unwrap_or_default();
        assert_eq!(text("default"), r#"[1.10,{"a":12345678901234567890123}]"#);
        assert_eq!(text("maximum"), "1e2");
        assert_eq!(text("x"), "7");
        assert_eq!(spellings.text(&schema["default"], 10), None);
    }

    #[test]
    fn what_nests_too_deep_is_cut_and_the_rest_is_read() {
        let deep = format!(r#"{{"a":{}"}}[\""{},"b":1}}"#, r#"{"x":"#.repeat(1000), "}".repeat(1000));
        let document = Document::read(&deep).unwrap();
        assert_eq!(document.schema["b"], 1);
        assert_eq!(document.trouble, None);
        assert!(document.schema.to_string().contains(CUT));
    }

    #[test]
    fn what_is_no_schema_is_named() {
        assert_eq!(Document::read("[1]").err(), Some(FormError::NoSchema { found: "an array" }));
        assert!(matches!(Document::read("{"), Err(FormError::SchemaNotJson { .. })));
        assert!(Document::read(r#"{"default":1e400}"#).unwrap().trouble.is_some());
    }
}
