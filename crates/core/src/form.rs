//! A form: a JSON Schema and a value, as a model that a page or a terminal draws.
//!
//! The value is JSON text and stays it. Without edits it is returned byte for byte;
//! an edit changes the bytes of its place and no others. Schemas come from servers,
//! so all that is done with one is bounded, and what no form can be made of is a
//! place where JSON is typed, with the reason.
//!
//! Parts: `shape.rs` puts together what a schema says about a place, `plan.rs` and
//! `union.rs` decide what kind of place that is, `build.rs` makes the nodes of
//! `node.rs`, `first.rs` knows what a form starts with, `edit.rs` changes the text.

mod build;
mod document;
mod edit;
mod errors;
mod first;
mod formats;
mod judge;
mod node;
mod place;
mod plan;
mod pointer;
mod scope;
mod shape;
mod splice;
#[cfg(test)]
mod tests;
mod union;

pub use edit::Edit;
pub use errors::{FieldError, FormError, TextError};
pub use node::{Choice, Kind, Node, State, Variant};

use crate::Raw;
use crate::brief::brief;
use crate::check::schema::Room;
use crate::schema::fit::{Unusable, misfits_by_place};
use document::Document;
use scope::Scope;
use serde::Serialize;
use serde_json::Value;

/// How many edits are carried out at once.
const MOST_EDITS: usize = 200;

/// A value with the form in which it is shown and edited.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Form {
    /// The value as JSON text.
    pub text: String,
    /// The form of the whole value.
    pub form: Node,
    /// Where the value does not fit the schema, the first of them.
    pub errors: Vec<FieldError>,
    /// Why it cannot be told whether the value fits, or not by all of the schema.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub unchecked: Option<String>,
    /// Why the text is no JSON; then the form is that of an empty object.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub text_error: Option<TextError>,
}

/// The form of `text` by `schema`, after `edits`.
///
/// Without a text, the value is what the schema proposes: its defaults, also those in objects that
/// must be there, and values that are the only ones possible. All else is unset.
///
/// ```
/// use mcp_inspector_core::form::{Edit, compile};
/// let schema = r#"{"properties":{"n":{"type":"number","default":1.50},"s":{"type":"string"}}}"#;
/// let form = compile(schema, None, &[]).unwrap();
/// assert_eq!(form.text, r#"{"n":1.50}"#);
/// let edit = Edit::Set { pointer: "/s".to_owned(), json: "\"x\"".to_owned() };
/// let form = compile(schema, Some(&form.text), &[edit]).unwrap();
/// assert_eq!(form.text, r#"{"n":1.50,"s":"x"}"#);
/// ```
pub fn compile(schema: &str, text: Option<&str>, edits: &[Edit]) -> Result<Form, FormError> {
    if edits.len() > MOST_EDITS {
        return Err(FormError::TooManyEdits { count: edits.len(), most: MOST_EDITS });
    }
    let document = Document::read(schema)?;
    let scope = Scope::new(&document);
    let mut text = text.map_or_else(|| first::whole(&scope), str::to_owned);
    if let Err(error) = Raw::parse(&text) {
        let message = brief(&error.to_string());
        if !edits.is_empty() {
            return Err(FormError::TextNotJson { message });
        }
        let form = build::build(&scope, &Raw::empty_object());
        let text_error = Some(TextError { message, line: error.line(), column: error.column() });
        return Ok(Form { text, form, errors: Vec::new(), unchecked: None, text_error });
    }
    for edit in edits {
        // Each edit has a scope of its own, so that many do not spend what the form needs.
        text = edit::edited(&Scope::new(&document), &text, edit)?;
    }
    let raw =
        Raw::parse(&text).map_err(|error| FormError::TextNotJson { message: brief(&error.to_string()) })?;
    let form = build::build(&scope, &raw);
    let Verdict { errors, unchecked } = check(&scope, &raw, Room::USUAL);
    Ok(Form { text, form, errors, unchecked, text_error: None })
}

/// Whether a value fits a schema.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verdict {
    /// Where it does not, the first of them.
    pub errors: Vec<FieldError>,
    /// Why that cannot be told, or not by all of the schema.
    pub unchecked: Option<String>,
}

impl Verdict {
    fn untold(why: &impl ToString) -> Self {
        Verdict { errors: Vec::new(), unchecked: Some(why.to_string()) }
    }
}

/// Where `value` does not fit `schema`, as its form would tell it. It may be far larger than a value that somebody edits.
pub fn verdict(schema: &str, value: &Raw) -> Verdict {
    // As a tree it takes many times its room.
    if value.most_parts() > Room::LARGE.parts {
        return Verdict::untold(&Unusable::Value);
    }
    match Document::read(schema) {
        Ok(document) => check(&Scope::new(&document), value, Room::LARGE),
        Err(error) => Verdict::untold(&error),
    }
}

fn check(scope: &Scope<'_>, raw: &Raw, room: Room) -> Verdict {
    if let Some(trouble) = scope.trouble {
        return Verdict::untold(&trouble);
    }
    let value: Value = match raw.read() {
        Ok(value) => value,
        Err(error) => {
            return Verdict::untold(&format!("the value cannot be checked: {}", brief(&error.to_string())));
        }
    };
    let checked = misfits_by_place(scope.schema, &value, room);
    let unchecked = checked.note();
    let error = |(keyword, misfit): (String, crate::schema::Misfit)| FieldError {
        pointer: misfit.pointer,
        message: misfit.message,
        keyword,
    };
    Verdict { errors: checked.misfits.into_iter().map(error).collect(), unchecked }
}
