//! Whether the fields of an entry hold a secret.
//!
//! In doubt they do: the consequence is only that others may not read the file.

use std::borrow::Cow;

use serde_json::{Map, Value};

use crate::redact::{is_auth_scheme, redact_args, redact_named};

/// Whether there is a secret in one of the fields, however deep.
pub(super) fn are_in(fields: &Map<String, Value>) -> bool {
    fields.iter().any(|(name, value)| is_in(name, value))
}

fn is_in(name: &str, value: &Value) -> bool {
    match value {
        Value::String(text) => is_secret(name, text),
        Value::Array(items) => {
            let words: Vec<String> =
                items.iter().filter_map(Value::as_str).map(|word| literal(word).into_owned()).collect();
            let shown = redact_args(&words);
            shown.iter().zip(&words).any(|(shown, word)| shown != word && !is_harmless(word))
                || items.iter().any(|item| is_in(name, item))
        }
        Value::Object(fields) => are_in(fields),
        Value::Number(_) => crate::redact::is_sensitive_name(name),
        Value::Null | Value::Bool(_) => false,
    }
}

fn is_secret(name: &str, text: &str) -> bool {
    let text = literal(text);
    !is_harmless(&text) && redact_named(name, &text) != text
}

/// What is left without its variables says nothing, or only how the value is presented.
fn is_harmless(literal: &str) -> bool {
    literal.trim().is_empty() || is_auth_scheme(literal.trim())
}

/// The text without its variables; the default of one stays, because it is written here.
fn literal(text: &str) -> Cow<'_, str> {
    if !text.contains("${") {
        return Cow::Borrowed(text);
    }
    let mut literal = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, variable)) = rest.split_once("${") {
        let Some((inside, after)) = variable.split_once('}') else { break };
        literal.push_str(before);
        if let Some((_, default)) = inside.split_once(":-") {
            literal.push_str(default);
        }
        rest = after;
    }
    literal.push_str(rest);
    Cow::Owned(literal)
}
