//! The arguments of a call from what a person typed, read by the tool's schema.
//!
//! What a text is worth is never guessed by its look: where the schema allows a
//! string, `012`, `true` and the empty text are strings, and where it wants a
//! number, only a number is one. A schema that says nothing allows a string.
//! Whether the whole fits the schema is for `fit.rs` to say.

use super::allowed::{Allowed, Kinds, Step, allowed};
use super::exact::{self, Inexact};
use super::members::Members;
use super::pairs::{Given, Pair};
use super::short::escaped;
use crate::brief::brief;
use crate::nearest::nearest;
use serde_json::{Map, Value};

/// How many arrays a single text may be put into, one in the other.
const MOST_STEPS: usize = 6;

/// The arguments that `pairs` say, for a tool with the input schema `schema`; otherwise all that is
/// wrong with them.
///
/// ```
/// use mcp_inspector_core::schema::{Pair, arguments};
/// # use serde_json::json;
/// let schema = json!({ "properties": { "zip": { "type": "string" }, "days": { "type": "integer" } } });
/// let pairs = ["zip=01067", "days=3"].map(|word| Pair::parse(word).unwrap());
/// let arguments = arguments(schema.as_object().unwrap(), &pairs).unwrap();
/// assert_eq!(json!(arguments), json!({ "zip": "01067", "days": 3 }));
/// ```
pub fn arguments(
    schema: &Map<String, Value>,
    pairs: &[Pair],
) -> Result<Map<String, Value>, Vec<ArgumentError>> {
    let members = Members::of(schema, schema);
    let mut given: Vec<(&str, Vec<&Given>)> = Vec::new();
    for pair in pairs {
        match given.iter_mut().find(|(key, _)| *key == pair.key) {
            Some((_, values)) => values.push(&pair.value),
            None => given.push((&pair.key, vec![&pair.value])),
        }
    }
    let mut arguments = Map::new();
    let mut errors = Vec::new();
    for (key, values) in given {
        let step = match members.declares(key) {
            true => Ok(Step::Member(key)),
            false if members.is_closed => Err(unknown(key, &members)),
            false => Ok(Step::Other),
        };
        let read = step.and_then(|step| {
            let place = Place { root: schema, path: &[step] };
            place.read_all(&values).map_err(|unread| unread.told(key))
        });
        match read {
            Ok(value) => drop(arguments.insert(key.to_owned(), value)),
            Err(error) => errors.push(error),
        }
    }
    if errors.is_empty() { Ok(arguments) } else { Err(errors) }
}

/// Why what was typed is no argument of the tool.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ArgumentError {
    /// A name that the schema does not allow.
    #[error("the tool has no argument `{key}`")]
    Unknown {
        /// The name.
        key: String,
        /// The name the user may have meant.
        nearest: Option<String>,
    },
    /// Two values where one can be.
    #[error("`{key}` is given twice")]
    GivenTwice {
        /// The argument.
        key: String,
    },
    /// A text that cannot be read as what the schema wants.
    #[error("`{key}` must be {expected}, and `{text}` is none")]
    Unfit {
        /// The argument.
        key: String,
        /// What the schema wants, such as `a number`.
        expected: String,
        /// What was typed.
        text: String,
    },
    /// The same for one item of an array.
    #[error("an item of `{key}` must be {expected}, and `{text}` is none")]
    UnfitItem {
        /// The argument.
        key: String,
        /// What the schema wants, such as `a number`.
        expected: String,
        /// What was typed.
        text: String,
    },
    /// A text that begins like an array or an object and is none.
    #[error("`{key}` is not JSON: {reason}")]
    NotJson {
        /// The argument.
        key: String,
        /// What is wrong, and at which line and column of the value.
        reason: String,
    },
    /// A number with more digits than are kept.
    #[error("`{key}`: `{number}` cannot be kept exactly")]
    Inexact {
        /// The argument.
        key: String,
        /// The number.
        number: String,
    },
    /// The schema allows no value at all.
    #[error("`{key}` can have no value by the tool's schema")]
    NoValue {
        /// The argument.
        key: String,
    },
}

impl ArgumentError {
    /// What the user could try, when there is something to say.
    pub fn hint(&self) -> Option<String> {
        match self {
            Self::Unknown { nearest, .. } => {
                nearest.as_ref().map(|name| format!("did you mean `{}`?", escaped(name)))
            }
            Self::Unfit { key, .. } | Self::UnfitItem { key, .. } | Self::NoValue { key } => {
                Some(format!("`{key}:=JSON` passes JSON as it is"))
            }
            Self::Inexact { .. } => Some("give all arguments as one JSON text".to_owned()),
            Self::GivenTwice { .. } | Self::NotJson { .. } => None,
        }
    }
}

fn unknown(key: &str, members: &Members<'_>) -> ArgumentError {
    let names: Vec<&str> = members.declared.iter().map(|(name, _)| *name).collect();
    ArgumentError::Unknown { key: brief(key), nearest: nearest(key, &names) }
}

/// Why a text is no value for a place.
enum Unread {
    GivenTwice,
    Unfit { expected: Kinds, text: String, is_item: bool },
    NotJson(String),
    Inexact(String),
}

impl Unread {
    fn told(self, key: &str) -> ArgumentError {
        let key = brief(key);
        match self {
            Self::GivenTwice => ArgumentError::GivenTwice { key },
            Self::Unfit { expected: Kinds::NONE, .. } => ArgumentError::NoValue { key },
            Self::Unfit { expected, text, is_item: false } => {
                ArgumentError::Unfit { key, expected: expected.words(), text }
            }
            Self::Unfit { expected, text, is_item: true } => {
                ArgumentError::UnfitItem { key, expected: expected.words(), text }
            }
            Self::NotJson(reason) => ArgumentError::NotJson { key, reason },
            Self::Inexact(number) => ArgumentError::Inexact { key, number },
        }
    }
}

impl From<Inexact> for Unread {
    fn from(inexact: Inexact) -> Self {
        match inexact {
            Inexact::NotJson(reason) => Self::NotJson(reason),
            Inexact::Rounded(number) => Self::Inexact(number),
        }
    }
}

/// A place of the arguments that a text is read for.
struct Place<'a> {
    root: &'a Map<String, Value>,
    path: &'a [Step<'a>],
}

impl<'a> Place<'a> {
    fn read_all(&self, values: &[&Given]) -> Result<Value, Unread> {
        match values {
            [Given::Json(value)] => return Ok(value.clone()),
            [Given::Text(text)] => return self.read(text),
            _ => {}
        }
        let kinds = self.allowed().kinds();
        if !kinds.has(Kinds::ARRAY) || kinds.has(Kinds::STRING) {
            return Err(Unread::GivenTwice);
        }
        let mut items = Vec::new();
        for value in values {
            let Given::Text(text) = value else { return Err(Unread::GivenTwice) };
            self.read_items(text, &mut items)?;
        }
        Ok(Value::Array(items))
    }

    fn read(&self, text: &str) -> Result<Value, Unread> {
        let allowed = self.allowed();
        let is_listed = allowed.listed.iter().any(|value| value.as_str() == Some(text));
        if allowed.free.has(Kinds::STRING) || is_listed {
            return Ok(Value::String(text.to_owned()));
        }
        if let Ok(value) = exact::json(text)
            && let Some(listed) = allowed.listed.iter().find(|listed| exact::is_same(listed, &value))
        {
            return Ok((*listed).clone());
        }
        let listed_kinds = allowed.listed_kinds();
        if allowed.free != Kinds::NONE {
            let value = self.read_as(allowed.free, text);
            if value.is_ok() || listed_kinds == Kinds::NONE {
                return value;
            }
        }
        // None of the listed values, but of their types: the check of the whole tells what they are.
        if listed_kinds.has(Kinds::STRING) {
            return Ok(Value::String(text.to_owned()));
        }
        self.read_as(allowed.kinds(), text)
    }

    /// Reads `text` as one of `kinds`, of which no string is one.
    fn read_as(&self, kinds: Kinds, text: &str) -> Result<Value, Unread> {
        match text {
            "true" | "false" if kinds.has(Kinds::BOOLEAN) => return Ok(Value::Bool(text == "true")),
            "null" if kinds.has(Kinds::NULL) => return Ok(Value::Null),
            _ => {}
        }
        if kinds.has(Kinds::INTEGER) && exact::is_number(text) {
            let number = exact::number(text).ok_or_else(|| Unread::Inexact(brief(text)))?;
            if kinds.has(Kinds::NUMBER) || exact::is_whole(&number) {
                return Ok(Value::Number(number));
            }
        }
        if kinds.has(Kinds::OBJECT) && text.trim_start().starts_with('{') {
            return Ok(exact::json(text)?);
        }
        if kinds.has(Kinds::ARRAY) {
            let mut items = Vec::new();
            self.read_items(text, &mut items)?;
            return Ok(Value::Array(items));
        }
        Err(self.unfit(kinds, text))
    }

    /// Reads `text` as an array, or as one item of it.
    fn read_items(&self, text: &str, items: &mut Vec<Value>) -> Result<(), Unread> {
        if text.trim_start().starts_with('[') {
            if let Value::Array(more) = exact::json(text)? {
                items.extend(more);
            }
            return Ok(());
        }
        // A schema whose arrays hold arrays without end has no place for a single text.
        if self.path.len() > MOST_STEPS {
            return Err(self.unfit(Kinds::ARRAY, text));
        }
        let path: Vec<Step<'_>> = self.path.iter().copied().chain([Step::Item(items.len())]).collect();
        items.push(Place { root: self.root, path: &path }.read(text)?);
        Ok(())
    }

    fn allowed(&self) -> Allowed<'a> {
        allowed(self.root, self.path).unwrap_or(Allowed { free: Kinds::ALL, listed: Vec::new() })
    }

    fn unfit(&self, expected: Kinds, text: &str) -> Unread {
        Unread::Unfit { expected, text: brief(text), is_item: self.path.len() > 1 }
    }
}

#[cfg(test)]
mod tests;
