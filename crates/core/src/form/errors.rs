//! What can be wrong: with a request for a form, with a text, with a value.

use crate::brief::brief;
use serde::Serialize;

/// Why there is no form. Nothing was changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FormError {
    /// The schema is no JSON.
    #[error("the schema is not JSON: {message}")]
    SchemaNotJson {
        /// What is wrong with it.
        message: String,
    },
    /// The schema is neither an object nor a boolean.
    #[error("a JSON Schema is an object, `true` or `false`, and this one is {found}")]
    NoSchema {
        /// What it is.
        found: &'static str,
    },
    /// The text is no JSON, so no edit has a place in it.
    #[error("the text is not JSON, so it cannot be edited by place: {message}")]
    TextNotJson {
        /// What is wrong with it.
        message: String,
    },
    /// An edit names its place by something that is no JSON pointer.
    #[error(
        "`{pointer}` is not a JSON pointer: it is empty or starts with `/`, and `~` stands only in `~0` and `~1`"
    )]
    NoPointer {
        /// What it names.
        pointer: String,
    },
    /// There is no such place.
    #[error("there is no place `{pointer}` in the value, and the schema has none to fill there")]
    NoSuchPlace {
        /// The place that the edit names.
        pointer: String,
    },
    /// The JSON of an edit is none.
    #[error("what is to be put at `{pointer}` is not JSON: {message}")]
    EditNotJson {
        /// The place that the edit names.
        pointer: String,
        /// What is wrong with the JSON.
        message: String,
    },
    /// The edit is for another kind of thing than stands there.
    #[error("`{pointer}` is not {expected}")]
    WrongKind {
        /// The place that the edit names.
        pointer: String,
        /// What it is for.
        expected: &'static str,
    },
    /// An item cannot be moved beyond the ends of its array.
    #[error("the item `{pointer}` cannot be moved by {by}: items move by -1 or 1 and stay in their array")]
    MovedOut {
        /// The item.
        pointer: String,
        /// Where it was to go.
        by: i64,
    },
    /// There is a member of that name already.
    #[error("the object `{pointer}` has a member `{key}` already")]
    KeyTaken {
        /// The object.
        pointer: String,
        /// The name.
        key: String,
    },
    /// The union has fewer alternatives.
    #[error("`{pointer}` has {count} alternatives, counted from 0, and no number {variant}")]
    NoSuchVariant {
        /// The union.
        pointer: String,
        /// The one that was wanted.
        variant: usize,
        /// How many there are.
        count: usize,
    },
    /// There are more edits than are carried out at once.
    #[error("{count} edits are more than the {most} that are carried out at once")]
    TooManyEdits {
        /// How many there are.
        count: usize,
        /// How many there may be.
        most: usize,
    },
}

impl FormError {
    pub(super) fn no_such_place(pointer: &str) -> Self {
        FormError::NoSuchPlace { pointer: brief(pointer) }
    }

    pub(super) fn wrong_kind(pointer: &str, expected: &'static str) -> Self {
        FormError::WrongKind { pointer: brief(pointer), expected }
    }
}

/// One way in which the value does not fit the schema.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct FieldError {
    /// The place in the value, as a JSON pointer; of something that is missing, the place where it
    /// would be.
    pub pointer: String,
    /// What is wrong there.
    pub message: String,
    /// The keyword of the schema that says so.
    pub keyword: String,
}

/// Why a text is no JSON.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TextError {
    /// What is wrong.
    pub message: String,
    /// The line, counted from 1.
    pub line: usize,
    /// The column, counted from 1; 0 when the text ended before it.
    pub column: usize,
}
