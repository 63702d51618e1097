//! Whether a value fits a schema, told to someone who typed the value.
//!
//! The judging is that of the findings (`check/schema.rs`), with its limits of
//! effort; the words are ours, and short whatever the schema and the value.

use super::short::{cut, escaped, short};
use crate::brief::brief;
use crate::check::schema::{Room, Schema, SchemaFault, Unready};
use jsonschema::error::{TypeKind, ValidationErrorKind as Kind};
use jsonschema::{JsonType, ValidationError};
use serde_json::Value;
use std::fmt;

/// How many misfits are told.
const MOST: usize = 20;
/// How many misfits are told place by place.
const MOST_BY_PLACE: usize = 100;
/// How deep alternatives are told within alternatives.
const DEEPEST_ALTERNATIVE: usize = 4;
/// How many listed values, or names, are told in one misfit.
const MOST_NAMES: usize = 8;
/// How many characters of a value are told.
const LONGEST: usize = 60;
/// How many characters of a message that is not ours are told.
const LONGEST_MESSAGE: usize = 300;

/// One way in which a value does not fit a schema.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misfit {
    /// The place in the value, as a JSON pointer; empty for the whole value.
    pub pointer: String,
    /// What is wrong there.
    pub message: String,
}

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.pointer.is_empty() {
            return f.write_str(&self.message);
        }
        write!(f, "`{}`: {}", escaped(&self.pointer), self.message)
    }
}

/// Why nothing can be said about a value.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unusable {
    /// The schema breaks the rules of its dialect.
    #[error("the schema is not valid at `{}`: {message}", escaped(pointer))]
    Invalid {
        /// The place in the schema, as a JSON pointer.
        pointer: String,
        /// What is wrong there.
        message: String,
    },
    /// The schema refers to another document, which is never fetched.
    #[error("the schema refers to `{}`, which is elsewhere and is not fetched", escaped(url))]
    Elsewhere {
        /// The address of the other document, or as much of it as the schema says.
        url: String,
    },
    /// The schema is of an unknown dialect.
    #[error("the schema is in a dialect that is not known here: `{}`", escaped(name))]
    Dialect {
        /// What it says in `$schema`.
        name: String,
    },
    /// The schema has a pattern that cannot be used.
    #[error(
        "the schema has a pattern at `{}` that cannot be used here: `{}`",
        escaped(pointer),
        escaped(pattern)
    )]
    Pattern {
        /// The place in the schema, as a JSON pointer.
        pointer: String,
        /// The pattern.
        pattern: String,
    },
    /// The schema asks for too much work.
    #[error("the schema is too large for a check, or leads back to itself")]
    Schema,
    /// The value is too large or too deep for this schema.
    #[error("the value is too large for a check")]
    Value,
}

impl From<Unready> for Unusable {
    fn from(why: Unready) -> Self {
        let first = |faults: Vec<SchemaFault>| faults.into_iter().next();
        let told = |text: &str| cut(text, LONGEST_MESSAGE);
        let unusable = match why {
            Unready::Invalid(faults) => first(faults).map(|SchemaFault { pointer, message }| {
                Unusable::Invalid { pointer, message: escaped(&told(&message)) }
            }),
            Unready::Elsewhere(references) => {
                first(references).map(|reference| Unusable::Elsewhere { url: told(&reference.message) })
            }
            Unready::Patterns(patterns) => first(patterns).map(|SchemaFault { pointer, message }| {
                Unusable::Pattern { pointer, pattern: cut(&message, LONGEST) }
            }),
            Unready::Dialect(name) => Some(Unusable::Dialect { name: told(&name) }),
            Unready::TooMuch => None,
        };
        unusable.unwrap_or(Unusable::Schema)
    }
}

/// What can be said about a value by a schema, also by one that is not valid as a whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked<M> {
    /// The ways in which the value does not fit what can be used of the schema.
    pub misfits: Vec<M>,
    /// Why not all of the schema could be used, or the value not be checked.
    pub unusable: Option<Unusable>,
    /// Whether anything was checked.
    pub is_any: bool,
}

impl<M> Checked<M> {
    /// What is to be told about what was not checked.
    pub fn note(&self) -> Option<String> {
        let unusable = self.unusable.as_ref()?;
        Some(if self.is_any { format!("{unusable}; the rest is checked") } else { unusable.to_string() })
    }
}

/// The ways in which `value` does not fit `schema`, the first twenty of them. What is wrong with a part of the
/// schema does not keep the rest from being used.
///
/// ```
/// use mcp_inspector_core::schema::checked;
/// # use serde_json::json;
/// let schema = json!({ "required": ["a"], "properties": { "a": { "type": "strnig" } } });
/// let checked = checked(&schema, &json!({}));
/// assert_eq!(checked.misfits[0].to_string(), "`a` is missing");
/// assert!(checked.note().unwrap().starts_with("the schema is not valid at `/properties/a/type`"));
/// ```
pub fn checked(schema: &Value, value: &Value) -> Checked<Misfit> {
    told_of(schema, value, Room::USUAL, told)
}

/// The same by the whole schema or not at all.
///
/// ```
/// use mcp_inspector_core::schema::misfits;
/// # use serde_json::json;
/// let schema = json!({ "properties": { "a": { "type": "number" } } });
/// let misfits = misfits(&schema, &json!({ "a": "x" })).unwrap();
/// assert_eq!(misfits[0].to_string(), "`/a`: expected a number, got the text \"x\"");
/// ```
pub fn misfits(schema: &Value, value: &Value) -> Result<Vec<Misfit>, Unusable> {
    let ready = Schema::ready(schema)?;
    ready.faults_told(value, MOST, told).ok_or(Unusable::Value)
}

/// Whether `value` fits `schema` in every respect, also where readers of the specification differ and [`misfits`]
/// gives the benefit of the doubt: patterns beyond ASCII, and encodings of contents.
pub fn fits(schema: &Value, value: &Value) -> Result<bool, Unusable> {
    Schema::ready(schema)?.fits(value).ok_or(Unusable::Value)
}

/// As [`checked`], for someone who sees the value place by place: with the keyword that says so, with what is
/// missing told where it would be, and of alternatives the misfits of the one that was probably meant.
pub(crate) fn misfits_by_place(schema: &Value, value: &Value, room: Room) -> Checked<(String, Misfit)> {
    let Checked { misfits, unusable, is_any } = told_of(schema, value, room, |error| by_place(error, 0));
    let mut misfits: Vec<(String, Misfit)> = misfits.into_iter().flatten().collect();
    misfits.truncate(MOST_BY_PLACE);
    Checked { misfits, unusable, is_any }
}

fn told_of<T>(
    schema: &Value,
    value: &Value,
    room: Room,
    tell: impl Fn(&ValidationError<'_>) -> T,
) -> Checked<T> {
    let (ready, why) = Schema::ready_in_part(schema);
    let unusable = why.map(Unusable::from);
    let Some(ready) = ready else { return Checked { misfits: Vec::new(), unusable, is_any: false } };
    match ready.within(room).faults_told(value, MOST, tell) {
        Some(misfits) => Checked { misfits, unusable, is_any: true },
        None => Checked { misfits: Vec::new(), unusable: unusable.or(Some(Unusable::Value)), is_any: false },
    }
}

fn by_place(error: &ValidationError<'_>, depth: usize) -> Vec<(String, Misfit)> {
    let told = told(error);
    match error.kind() {
        Kind::Required { property } => {
            let name = property.as_str().unwrap_or_default().replace('~', "~0").replace('/', "~1");
            let pointer = brief(&format!("{}/{name}", error.instance_path().as_str()));
            vec![("required".to_owned(), Misfit { pointer, ..told })]
        }
        Kind::AnyOf { context } | Kind::OneOfNotValid { context } if depth < DEEPEST_ALTERNATIVE => {
            match meant(error, context) {
                Some(branch) => {
                    branch.iter().flat_map(|inner| by_place(inner, depth + 1)).take(MOST).collect()
                }
                None => vec![(error.kind().keyword().to_owned(), told)],
            }
        }
        kind => vec![(kind.keyword().to_owned(), told)],
    }
}

/// The misfits of the alternative that was probably meant: one of the right type, whose members have
/// the values that tell it apart, and with the fewest misfits.
fn meant<'e>(
    error: &ValidationError<'_>,
    branches: &'e [Vec<ValidationError<'static>>],
) -> Option<&'e Vec<ValidationError<'static>>> {
    let here = error.instance_path().as_str();
    let is_other = |inner: &ValidationError<'_>| {
        let path = inner.instance_path().as_str();
        match inner.kind() {
            Kind::Type { .. } => path == here,
            Kind::Constant { .. } | Kind::Enum { .. } => {
                let below = path.strip_prefix(here).unwrap_or_default();
                below.matches('/').count() <= 1
            }
            _ => false,
        }
    };
    let fitting = branches.iter().filter(|branch| !branch.is_empty() && !branch.iter().any(is_other));
    let is_missing = |inner: &&ValidationError<'_>| matches!(inner.kind(), Kind::Required { .. });
    fitting.min_by_key(|branch| (branch.len(), branch.iter().filter(is_missing).count()))
}

fn told(error: &ValidationError<'_>) -> Misfit {
    Misfit { pointer: brief(error.instance_path().as_str()), message: message(error) }
}

fn message(error: &ValidationError<'_>) -> String {
    let got = got(error.instance());
    let expected = match error.kind() {
        Kind::Type { kind } => type_names(kind).join(" or "),
        Kind::Enum { options } => {
            let options = options.as_array().map(Vec::as_slice).unwrap_or_default();
            format!("one of {}", listed(options.iter().map(|option| short(option, LONGEST)), options.len()))
        }
        Kind::Constant { expected_value } => short(expected_value, LONGEST),
        Kind::Minimum { limit } => format!("at least {}", short(limit, LONGEST)),
        Kind::Maximum { limit } => format!("at most {}", short(limit, LONGEST)),
        Kind::ExclusiveMinimum { limit } => format!("more than {}", short(limit, LONGEST)),
        Kind::ExclusiveMaximum { limit } => format!("less than {}", short(limit, LONGEST)),
        Kind::MultipleOf { multiple_of } => format!("a multiple of {multiple_of}"),
        Kind::MinLength { limit } => format!("at least {}", counted(*limit, "character")),
        Kind::MaxLength { limit } => format!("at most {}", counted(*limit, "character")),
        Kind::MinItems { limit } => format!("at least {}", counted(*limit, "item")),
        Kind::MaxItems { limit } => format!("at most {}", counted(*limit, "item")),
        Kind::MinProperties { limit } => format!("at least {}", counted(*limit, "member")),
        Kind::MaxProperties { limit } => format!("at most {}", counted(*limit, "member")),
        Kind::Pattern { pattern } => format!("text that matches `{}`", shown(pattern)),
        Kind::AnyOf { context } | Kind::OneOfNotValid { context } => {
            match types_of_branches(error, context) {
                Some(names) => names.join(" or "),
                None => return format!("fits none of {}", counted(context.len() as u64, "alternative")),
            }
        }
        Kind::OneOfMultipleValid { .. } => {
            return "fits more than one of the alternatives, and must fit exactly one".to_owned();
        }
        Kind::Required { property } => {
            let name = property.as_str().map_or_else(|| short(property, LONGEST), shown);
            return format!("`{name}` is missing");
        }
        Kind::AdditionalProperties { unexpected } | Kind::UnevaluatedProperties { unexpected } => {
            let names = listed(unexpected.iter().map(|name| format!("`{}`", shown(name))), unexpected.len());
            return format!("{names} must not be there");
        }
        Kind::PropertyNames { error } => return format!("a name is wrong: {}", message(error)),
        Kind::UniqueItems => return "has equal items, and all must differ".to_owned(),
        // The validator names the object here, and not the member that is too much.
        Kind::FalseSchema if error.schema_path().as_str().ends_with("/additionalProperties") => {
            return "must have no members".to_owned();
        }
        Kind::FalseSchema => return "must not be there".to_owned(),
        Kind::Contains => return "has no item of the kind it must contain".to_owned(),
        Kind::Not { .. } => return format!("{got} is what the schema rules out"),
        _ => return escaped(&cut(&error.masked_with("the value").to_string(), LONGEST_MESSAGE)),
    };
    format!("expected {expected}, got {got}")
}

/// The types that the alternatives want, if each wants nothing but another type.
fn types_of_branches(
    error: &ValidationError<'_>,
    branches: &[Vec<ValidationError<'static>>],
) -> Option<Vec<String>> {
    let mut names = Vec::new();
    for branch in branches {
        let wrong = branch.iter().find(|inner| inner.instance_path() == error.instance_path())?;
        let Kind::Type { kind } = wrong.kind() else { return None };
        for name in type_names(kind) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
    }
    Some(names)
}

fn type_names(kind: &TypeKind) -> Vec<String> {
    let name = |kind| {
        let name = match kind {
            JsonType::Null => "null",
            JsonType::Boolean => "a boolean",
            JsonType::Integer => "an integer",
            JsonType::Number => "a number",
            JsonType::String => "a string",
            JsonType::Array => "an array",
            JsonType::Object => "an object",
        };
        name.to_owned()
    };
    match kind {
        TypeKind::Single(kind) => vec![name(*kind)],
        TypeKind::Multiple(kinds) => kinds.iter().map(name).collect(),
    }
}

/// The value as it is told: as it is when that is short.
fn got(value: &Value) -> String {
    match value {
        Value::String(_) => format!("the text {}", short(value, LONGEST)),
        Value::Array(items) => format!("an array of {}", counted(items.len() as u64, "item")),
        Value::Object(members) => format!("an object with {}", counted(members.len() as u64, "member")),
        _ => short(value, LONGEST),
    }
}

fn counted(count: u64, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

fn listed(words: impl Iterator<Item = String>, count: usize) -> String {
    let mut words: Vec<String> = words.take(MOST_NAMES).collect();
    if count > MOST_NAMES {
        words.push(format!("{} more", count - MOST_NAMES));
    }
    words.join(", ")
}

/// A name or a pattern of the server's.
fn shown(text: &str) -> String {
    escaped(&cut(text, LONGEST))
}

#[cfg(test)]
mod tests;
