//! What a form says about keys: what one did, and what Escape would do.

/// What a key did to a form, as far as others have to know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum FormDid {
    /// Something that concerns nobody else.
    Nothing,
    /// The value is another one.
    Changed,
    /// The value is to be sent.
    Run,
    /// The value is to be edited elsewhere.
    OpenEditor,
    /// The text of one field is.
    EditText {
        /// The place of the field.
        pointer: String,
        /// What it says.
        text: String,
    },
    /// Someone may know how the text of a field goes on.
    Complete {
        /// The place of the field.
        pointer: String,
        /// What is typed there.
        value: String,
    },
    /// The form has no use for the key.
    NotMine,
}

/// What Escape ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Escape {
    /// A list to pick from.
    List,
    /// Typing.
    Typing,
    /// That letters begin to type.
    Letters,
    /// Being in the form.
    Out,
}
