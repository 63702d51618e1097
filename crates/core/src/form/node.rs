//! The model of a form: one node for each place of a value.
//!
//! A node says what stands at its place now and what may stand there, in a shape
//! that a page and a terminal can draw without knowing JSON Schema. Values are JSON
//! text wherever a reader could change them by reading.

use serde::Serialize;

/// One place of a value, with what its schema says about it.
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own that faces read by name")]
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = FormNode))]
#[serde(rename_all = "camelCase")]
pub struct Node {
    /// The place, as a JSON pointer into the value; empty for the whole.
    pub pointer: String,
    /// The key or the index as it is shown; none for the whole.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub name: Option<String>,
    /// What the schema calls it.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub title: Option<String>,
    /// What the schema says about it; cut when it is long.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub description: Option<String>,
    /// Whether it must be there.
    pub required: bool,
    /// Whether `null` may stand there besides other values.
    pub nullable: bool,
    /// Whether anything stands there now.
    pub state: State,
    /// Whether the value is the one that the schema proposes.
    pub is_default: bool,
    /// The value that the schema proposes, as JSON text.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub default: Option<String>,
    /// Examples that the schema gives, each as JSON text.
    pub examples: Vec<String>,
    /// Whether the schema says that only the server writes it.
    pub read_only: bool,
    /// Whether the schema advises against it.
    pub deprecated: bool,
    /// What kind of input it takes.
    #[serde(flatten)]
    pub kind: Kind,
}

/// Whether anything stands at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = FormState))]
#[serde(rename_all = "camelCase")]
pub enum State {
    /// Nothing; it is not sent.
    Unset,
    /// `null`.
    Null,
    /// A value.
    Value,
}

/// What kind of input a place takes, with what is there now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = FormKind))]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum Kind {
    /// Text.
    #[serde(rename_all = "camelCase")]
    String {
        /// The text.
        #[cfg_attr(feature = "openapi", schema(required))]
        value: Option<String>,
        /// The format that the schema names.
        #[cfg_attr(feature = "openapi", schema(required))]
        format: Option<String>,
        /// Whether it wants several lines.
        multiline: bool,
        /// The pattern that it must match.
        #[cfg_attr(feature = "openapi", schema(required))]
        pattern: Option<String>,
        /// How many characters it must have.
        #[cfg_attr(feature = "openapi", schema(required))]
        min_length: Option<u64>,
        /// How many characters it may have.
        #[cfg_attr(feature = "openapi", schema(required))]
        max_length: Option<u64>,
        /// The media type of its content.
        #[cfg_attr(feature = "openapi", schema(required))]
        media_type: Option<String>,
    },
    /// A number.
    #[serde(rename_all = "camelCase")]
    Number {
        /// The number as it is spelled.
        #[cfg_attr(feature = "openapi", schema(required))]
        raw: Option<String>,
        /// Whether it must be whole.
        integer: bool,
        /// The lower bound as JSON text.
        #[cfg_attr(feature = "openapi", schema(required))]
        min: Option<String>,
        /// The upper bound as JSON text.
        #[cfg_attr(feature = "openapi", schema(required))]
        max: Option<String>,
        /// Whether the lower bound itself is too small.
        exclusive_min: bool,
        /// Whether the upper bound itself is too large.
        exclusive_max: bool,
        /// What it must be a multiple of, as JSON text.
        #[cfg_attr(feature = "openapi", schema(required))]
        step: Option<String>,
    },
    /// True or false.
    #[serde(rename_all = "camelCase")]
    Bool {
        /// The value.
        #[cfg_attr(feature = "openapi", schema(required))]
        value: Option<bool>,
    },
    /// Only `null`.
    Null {},
    /// Only one value.
    #[serde(rename_all = "camelCase")]
    Const {
        /// The value as JSON text.
        json: String,
    },
    /// One of several values, or several of them.
    #[serde(rename_all = "camelCase")]
    Enum {
        /// The values.
        options: Vec<Choice>,
        /// Whether the value is an array of them.
        multi: bool,
        /// Which of them stand there, by index.
        chosen: Vec<usize>,
        /// The value when it is none of them, as JSON text.
        #[cfg_attr(feature = "openapi", schema(required))]
        other: Option<String>,
    },
    /// Members with names that the schema knows.
    #[serde(rename_all = "camelCase")]
    Object {
        /// The members that the schema names.
        #[cfg_attr(feature = "openapi", schema(no_recursion))]
        fields: Vec<Node>,
        /// The members that are there and that no field names.
        #[cfg_attr(feature = "openapi", schema(no_recursion))]
        extra: Vec<Node>,
        /// Whether there may be such members.
        extra_allowed: bool,
    },
    /// Members with names that the user chooses.
    #[serde(rename_all = "camelCase")]
    Map {
        /// The members; the name of each is its key.
        #[cfg_attr(feature = "openapi", schema(no_recursion))]
        entries: Vec<Node>,
        /// The pattern that keys must match.
        #[cfg_attr(feature = "openapi", schema(required))]
        key_pattern: Option<String>,
        /// How many there must be.
        #[cfg_attr(feature = "openapi", schema(required))]
        min_entries: Option<u64>,
        /// How many there may be.
        #[cfg_attr(feature = "openapi", schema(required))]
        max_entries: Option<u64>,
    },
    /// Items of one schema.
    #[serde(rename_all = "camelCase")]
    Array {
        /// The items.
        #[cfg_attr(feature = "openapi", schema(no_recursion))]
        items: Vec<Node>,
        /// How many there must be.
        #[cfg_attr(feature = "openapi", schema(required))]
        min: Option<u64>,
        /// How many there may be.
        #[cfg_attr(feature = "openapi", schema(required))]
        max: Option<u64>,
        /// Whether all must differ.
        unique: bool,
        /// Whether one more may be added.
        can_add: bool,
    },
    /// Items each of which has a schema of its own.
    #[serde(rename_all = "camelCase")]
    Tuple {
        /// The items, also those that are not there yet.
        #[cfg_attr(feature = "openapi", schema(no_recursion))]
        items: Vec<Node>,
        /// Whether one more may be added.
        can_add: bool,
    },
    /// One of several alternatives.
    #[serde(rename_all = "camelCase")]
    Union {
        /// The alternatives.
        variants: Vec<Variant>,
        /// Which of them the value is, by index.
        #[cfg_attr(feature = "openapi", schema(required))]
        chosen: Option<usize>,
        /// The place as that alternative sees it.
        #[cfg_attr(feature = "openapi", schema(no_recursion))]
        #[cfg_attr(feature = "openapi", schema(required))]
        node: Option<Box<Node>>,
        /// The member whose value tells the alternatives apart.
        #[cfg_attr(feature = "openapi", schema(required))]
        discriminator: Option<String>,
    },
    /// The same again as further up, not opened; `set` and `add` open it.
    #[serde(rename_all = "camelCase")]
    Ref {
        /// What the schema calls that.
        #[cfg_attr(feature = "openapi", schema(required))]
        of: Option<String>,
    },
    /// JSON that is typed as such.
    #[serde(rename_all = "camelCase")]
    Raw {
        /// The value as JSON text.
        #[cfg_attr(feature = "openapi", schema(required))]
        raw: Option<String>,
        /// Why there is no better input for it.
        reason: String,
    },
}

/// One of the values of an enumeration.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = FormChoice))]
pub struct Choice {
    /// The value as JSON text.
    pub json: String,
    /// What the schema calls it.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub title: Option<String>,
}

/// One of the alternatives of a union.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = FormVariant))]
pub struct Variant {
    /// Its name: a title, the value that tells it apart, the name of its definition, or its type.
    pub title: String,
    /// The kind that its node will have.
    pub kind: String,
}

impl Node {
    /// The nodes directly below: members, items, or the alternative that was chosen.
    pub fn children(&self) -> impl Iterator<Item = &Node> {
        let (some, more): (&[Node], &[Node]) = match &self.kind {
            Kind::Object { fields, extra, .. } => (fields, extra),
            Kind::Map { entries: items, .. } | Kind::Array { items, .. } | Kind::Tuple { items, .. } => {
                (items, &[])
            }
            Kind::Union { node, .. } => (node.as_deref().map(std::slice::from_ref).unwrap_or_default(), &[]),
            _ => (&[], &[]),
        };
        some.iter().chain(more)
    }
}
