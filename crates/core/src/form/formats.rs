//! Answers of people held against the formats that their schema names, which no dialect of JSON Schema makes binding.

use super::errors::FieldError;
use super::{Form, Kind, Node};
use crate::brief::cut;
use crate::schema::format_misfit;

/// How much of a text is repeated when it is told that it does not fit.
const TOLD: usize = 60;

impl Form {
    /// The same with the formats checked that elicitation knows: what a server asks a person for has to be of them.
    #[must_use]
    pub fn with_formats(mut self) -> Self {
        let mut found = Vec::new();
        collect(&self.form, &mut found);
        self.errors.extend(found);
        self
    }
}

fn collect(node: &Node, found: &mut Vec<FieldError>) {
    if let Kind::String { value: Some(text), format: Some(format), .. } = &node.kind
        // What is empty is not filled in yet, and told as such where it is required.
        && (node.required || !text.is_empty())
        && let Some(expected) = format_misfit(format, text)
    {
        let message = format!("expected {expected}, got the text {:?}", cut(text, TOLD));
        found.push(FieldError { pointer: node.pointer.clone(), message, keyword: "format".to_owned() });
    }
    for child in node.children() {
        collect(child, found);
    }
}

#[cfg(test)]
mod tests {
    use super::super::compile;

    #[test]
    fn an_answer_is_held_against_the_formats_that_were_asked_for_and_arguments_are_not() {
        let schema = r#"{"properties":{"mail":{"type":"string","format":"email"},"at":{"type":"string","format":"date"}}}"#;
        let form = compile(schema, Some(r#"{"mail":"nomail","at":"2025-12-31"}"#), &[]).unwrap();
        assert_eq!(form.errors, []);
        let errors = form.with_formats().errors;
        assert_eq!(errors.len(), 1);
        assert_eq!((errors[0].pointer.as_str(), errors[0].keyword.as_str()), ("/mail", "format"));
        assert_eq!(
            errors[0].message,
            "expected an e-mail address such as `ada@example.com`, got the text \"nomail\""
        );
    }

    #[test]
    fn what_nobody_filled_in_is_of_no_wrong_format() {
        let schema = r#"{"properties":{"mail":{"type":"string","format":"email"}}}"#;
        assert_eq!(compile(schema, Some(r#"{"mail":""}"#), &[]).unwrap().with_formats().errors, []);
    }
}
