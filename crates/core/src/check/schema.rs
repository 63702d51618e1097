//! The JSON Schemas that servers write: are they schemas, and do values fit them.
//!
//! They come from a server, so everything is bounded: how large a schema or a
//! value may be, how deep it may nest, and how often the schema may look at one
//! place of the value (`schema/effort.rs`). What goes beyond is not judged, and so
//! is what would need the network: nothing is ever fetched. Patterns run on an
//! engine that takes linear time; a pattern it does not know is not judged.
//!
//! Formats are not judged either: no dialect makes them binding by default.

mod effort;
mod places;

use crate::brief::brief;
use jsonschema::error::ValidationErrorKind;
use jsonschema::{Draft, PatternOptions, Retrieve, Uri, ValidationError, Validator};
use places::Places;
pub(crate) use places::{Holds, KEYWORDS, for_each_inside};
use serde_json::Value;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Where a schema is no schema, or a value does not fit one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SchemaFault {
    /// The place in the schema, or in the value, as a JSON pointer.
    pub(crate) pointer: String,
    /// What is wrong there.
    pub(crate) message: String,
}

/// How many faults of one schema or value are told.
const MOST_FAULTS: usize = 8;
/// Schemas with more places are not judged.
const MOST_PLACES: usize = 5_000;
/// What nests deeper is not judged.
const DEEPEST: usize = 48;
/// What has longer names is not judged: each place below a name is told with it.
const LONGEST_NAME: usize = 16 * 1024;
/// How large a compiled pattern may be, in bytes.
const LARGEST_PATTERN: usize = 128 * 1024;
/// How much text the patterns of a schema may have.
const LONGEST_PATTERNS: usize = 8 * 1024;

/// How much is judged at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Room {
    /// Values with more parts are not judged.
    pub(crate) parts: usize,
    /// How often the places of a value may be looked at, all in all.
    looks: u64,
    /// How much text of values may be held against patterns, and how much work that may be: bytes of text for each byte of
    /// the patterns.
    pattern_text: usize,
    pattern_work: usize,
}

impl Room {
    /// For what is judged along the way: every answer of a session, every letter in a form.
    pub(crate) const USUAL: Room =
        Room { parts: 50_000, looks: MOST_LOOKS, pattern_text: 64 * 1024, pattern_work: usize::MAX };
    /// For one value that somebody wants to know about.
    pub(crate) const LARGE: Room = Room {
        parts: 1_000_000,
        looks: 20_000_000,
        pattern_text: usize::MAX,
        // No more than the usual room allows in all.
        pattern_work: 64 * 1024 * LONGEST_PATTERNS,
    };
}

/// Why `schema` is not valid in the dialect it names, or in 2020-12; nothing when it is, or when that
/// cannot be told.
pub(crate) fn schema_faults(schema: &Value) -> Vec<SchemaFault> {
    let Some((places, draft)) = judged(schema) else { return Vec::new() };
    let mut faults = guarded(|| against_dialect(schema, draft)).unwrap_or_default();
    for (pointer, target) in places.lost_references(schema) {
        if faults.len() < MOST_FAULTS {
            let message = format!("`$ref` is `{}`, and nothing is there", brief(&target));
            faults.push(SchemaFault { pointer, message });
        }
    }
    faults
}

/// The references of `schema` to something outside of it, with their places.
pub(crate) fn outside_references(schema: &Value) -> Vec<SchemaFault> {
    match judged(schema) {
        Some((places, _)) => places
            .outside_references()
            .take(MOST_FAULTS)
            .map(|(pointer, target)| SchemaFault { pointer, message: brief(&target) })
            .collect(),
        None => Vec::new(),
    }
}

/// A schema that values can be held against.
pub(crate) struct Schema {
    validator: Validator,
    efforts: Vec<u64>,
    pattern_bytes: usize,
    room: Room,
}

/// How often the places of a value may be looked at, all in all, unless there is more room.
const MOST_LOOKS: u64 = 2_000_000;
/// How often they may be looked at to find more than the first fault.
const MOST_LOOKS_FOR_ALL: u64 = 50_000;

impl Schema {
    /// Makes `schema` ready; none when it is not valid, refers to the outside, or asks too much.
    pub(crate) fn ready(schema: &Value) -> Option<Schema> {
        let (places, draft) = judged(schema)?;
        let is_closed = places.outside_references().next().is_none()
            && places.lost_references(schema).is_empty()
            && places.are_plain
            && places.pattern_bytes <= LONGEST_PATTERNS;
        if !is_closed {
            return None;
        }
        let efforts = effort::by_depth(schema, DEEPEST, MOST_LOOKS)?;
        let patterns = PatternOptions::regex().size_limit(LARGEST_PATTERN).dfa_size_limit(LARGEST_PATTERN);
        let validator = guarded(|| {
            jsonschema::options()
                .with_draft(draft)
                .with_retriever(Refusal)
                .with_pattern_options(patterns)
                .should_validate_formats(false)
                .build(schema)
                .ok()
        })??;
        Some(Schema { validator, efforts, pattern_bytes: places.pattern_bytes, room: Room::USUAL })
    }

    /// The same with more room, or less.
    pub(crate) fn within(self, room: Room) -> Schema {
        Schema { room, ..self }
    }

    /// Where `value` does not fit; none when that cannot be told with little effort.
    pub(crate) fn faults(&self, value: &Value) -> Option<Vec<SchemaFault>> {
        // The first fault is enough: all of them would be collected before the first one is told, and
        // there may be millions.
        self.looks(value)?;
        self.first(value, told)
    }

    /// The same for someone who wants to mend the value: several faults if there cannot be many more of
    /// them, `most` at most, told by `tell`.
    pub(crate) fn faults_told<T>(
        &self,
        value: &Value,
        most: usize,
        tell: impl Fn(&ValidationError<'_>) -> T,
    ) -> Option<Vec<T>> {
        if self.looks(value)? > MOST_LOOKS_FOR_ALL {
            return self.first(value, tell);
        }
        guarded(|| {
            let errors = self.validator.iter_errors(value);
            errors.filter(|error| !is_disputed(error)).take(most).map(|error| tell(&error)).collect()
        })
    }

    /// Whether `value` fits in every respect, also where readers of the specification differ.
    pub(crate) fn fits(&self, value: &Value) -> Option<bool> {
        self.looks(value)?;
        guarded(|| self.validator.is_valid(value))
    }

    fn first<T>(&self, value: &Value, tell: impl Fn(&ValidationError<'_>) -> T) -> Option<Vec<T>> {
        guarded(|| match self.validator.validate(value) {
            Err(error) if !is_disputed(&error) => vec![tell(&error)],
            _ => Vec::new(),
        })
    }

    /// How often the places of `value` are looked at; none when that is too often.
    pub(crate) fn looks(&self, value: &Value) -> Option<u64> {
        let size = Size::of(value, self.room.parts)?;
        let looks = self.efforts.get(size.depth)?.saturating_mul(size.parts as u64);
        let is_much_text = self.pattern_bytes > 0
            && (size.text > self.room.pattern_text
                || size.text.saturating_mul(self.pattern_bytes) > self.room.pattern_work);
        (looks <= self.room.looks && !is_much_text).then_some(looks)
    }
}

/// Whether readers of the specification differ about it: draft-07 leaves `contentEncoding` and
/// `contentMediaType` to the reader, and some patterns mean another thing beyond ASCII.
fn is_disputed(error: &ValidationError<'_>) -> bool {
    match error.kind() {
        ValidationErrorKind::ContentEncoding { .. } | ValidationErrorKind::ContentMediaType { .. } => true,
        ValidationErrorKind::Pattern { pattern } => {
            let is_odd = ["\\A", "\\z", "\\Z", "\\b", "\\B"].iter().any(|escape| pattern.contains(escape));
            is_odd || error.instance().as_str().is_none_or(|text| !text.is_ascii())
        }
        _ => false,
    }
}

/// The places of `schema` and its dialect, unless it is too large, too deep, or of a dialect nobody knows.
fn judged(schema: &Value) -> Option<(Places, Draft)> {
    Size::of(schema, MOST_PLACES)?;
    Some((Places::of(schema), dialect(schema)?))
}

/// The dialect that `schema` names; 2020-12 when it names none.
fn dialect(schema: &Value) -> Option<Draft> {
    let Some(name) = schema.get("$schema") else { return Some(Draft::Draft202012) };
    let name = name.as_str()?.trim_end_matches('#');
    let name = name.strip_prefix("https://").or_else(|| name.strip_prefix("http://"))?;
    Some(match name {
        "json-schema.org/draft/2020-12/schema" => Draft::Draft202012,
        "json-schema.org/draft/2019-09/schema" => Draft::Draft201909,
        "json-schema.org/draft-07/schema" => Draft::Draft7,
        "json-schema.org/draft-06/schema" => Draft::Draft6,
        "json-schema.org/draft-04/schema" => Draft::Draft4,
        _ => return None,
    })
}

fn against_dialect(schema: &Value, draft: Draft) -> Vec<SchemaFault> {
    let outcome = match draft {
        Draft::Draft4 => jsonschema::draft4::meta::validate(schema),
        Draft::Draft6 => jsonschema::draft6::meta::validate(schema),
        Draft::Draft7 => jsonschema::draft7::meta::validate(schema),
        Draft::Draft201909 => jsonschema::draft201909::meta::validate(schema),
        Draft::Draft202012 => jsonschema::draft202012::meta::validate(schema),
        _ => Ok(()),
    };
    outcome.err().iter().map(told).collect()
}

/// The fault in a few words: values are told only when they are short.
fn told(error: &ValidationError<'_>) -> SchemaFault {
    let value = error.instance().to_string();
    let message =
        if value.len() <= 80 { error.to_string() } else { error.masked_with("the value").to_string() };
    SchemaFault { pointer: brief(error.instance_path().as_str()), message: brief(&message) }
}

/// A schema of a server's is not worth the program: if the validator gives up on one, it is not judged.
fn guarded<T>(judge: impl FnOnce() -> T) -> Option<T> {
    catch_unwind(AssertUnwindSafe(judge)).ok()
}

/// Fetches nothing.
struct Refusal;

impl Retrieve for Refusal {
    fn retrieve(&self, uri: &Uri<String>) -> Result<Value, Box<dyn std::error::Error + Send + Sync>> {
        Err(format!("{uri} is not fetched").into())
    }
}

/// How large a value is.
#[derive(Default)]
struct Size {
    parts: usize,
    depth: usize,
    text: usize,
}

impl Size {
    /// The size of `value`; none when it is too deep or has more than `most` parts.
    fn of(value: &Value, most: usize) -> Option<Size> {
        let mut size = Size::default();
        size.add(value, 0, most)?;
        Some(size)
    }

    fn add(&mut self, value: &Value, depth: usize, most: usize) -> Option<()> {
        self.parts += 1;
        self.depth = self.depth.max(depth);
        if self.parts > most || depth > DEEPEST {
            return None;
        }
        match value {
            Value::Array(elements) => {
                elements.iter().try_for_each(|element| self.add(element, depth + 1, most))
            }
            Value::Object(members) => members.iter().try_for_each(|(name, value)| {
                if name.len() > LONGEST_NAME {
                    return None;
                }
                self.text += name.len();
                self.add(value, depth + 1, most)
            }),
            Value::String(text) => {
                self.text += text.len();
                Some(())
            }
            _ => Some(()),
        }
    }
}

#[cfg(test)]
mod tests;
