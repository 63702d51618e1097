//! The JSON Schemas that servers write: are they schemas, and do values fit them.
//!
//! They come from a server, so everything is bounded: how large a schema or a
//! value may be, how deep it may nest, and how often the schema may look at one
//! place of the value (`schema/effort.rs`). What goes beyond is not judged, and so
//! is what would need the network: nothing is ever fetched. Patterns run on an
//! engine that takes linear time; a pattern it does not know is not judged.
//!
//! Formats are not judged either: no dialect makes them binding by default.

mod dialect;
mod effort;
mod places;
mod sound;

use crate::brief::brief;
use crate::schema::addresses::Addresses;
pub(crate) use dialect::dialect;
use dialect::{is_old, meta_validator};
use jsonschema::error::ValidationErrorKind;
use jsonschema::{Draft, PatternOptions, Retrieve, Uri, ValidationError, Validator};
use places::Places;
pub(crate) use places::{Holds, KEYWORDS, for_each_inside};
use serde_json::{Value, json};
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

/// How often what cannot be used is taken out of a schema before it is given up.
const MOST_ROUNDS: usize = 4;

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

/// Why nothing can be held against a schema.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Unready {
    /// It is not valid, here and there.
    Invalid(Vec<SchemaFault>),
    /// It is of a dialect that nobody here knows.
    Dialect(String),
    /// It refers to other documents, from these places.
    Elsewhere(Vec<SchemaFault>),
    /// It has patterns that cannot be used here, at these places.
    Patterns(Vec<SchemaFault>),
    /// It is too large, or asks for too much work.
    TooMuch,
}

/// Why `schema` is not valid in the dialect it names, or in 2020-12; nothing when it is, or when that
/// cannot be told.
pub(crate) fn schema_faults(schema: &Value) -> Vec<SchemaFault> {
    let Ok(draft) = judged(schema) else { return Vec::new() };
    let faults = guarded(|| against_dialect(schema, draft)).unwrap_or_default();
    let lost = Places::of(schema, &Addresses::of(schema)).lost;
    faults.into_iter().chain(lost_faults(lost)).take(MOST_FAULTS).collect()
}

/// The places of all that keeps `schema` from being used.
fn unusable_places(schema: &Value) -> Vec<String> {
    let draft = dialect(schema).unwrap_or(Draft::Draft202012);
    let invalid = || -> Vec<String> {
        let Some(meta) = meta_validator(draft) else { return Vec::new() };
        let errors = meta.iter_errors(schema).take(MOST_PLACES);
        errors.map(|error| error.instance_path().as_str().to_owned()).collect()
    };
    let mut all = guarded(invalid).unwrap_or_default();
    let places = Places::of(schema, &Addresses::of(schema));
    all.extend(odd_patterns(&places.patterns).into_iter().map(|fault| fault.pointer));
    all.extend(places.lost.into_iter().chain(places.outside).map(|(pointer, _)| pointer));
    all
}

/// The patterns that cannot be compiled.
fn odd_patterns(patterns: &[(String, String)]) -> Vec<SchemaFault> {
    let is_odd = |pattern: &str| {
        pattern.len() > LONGEST_PATTERNS
            || compiled(&json!({ "pattern": pattern }), Draft::Draft202012).is_none()
    };
    let fault = |(pointer, pattern): &(String, String)| SchemaFault {
        pointer: pointer.clone(),
        message: brief(pattern),
    };
    patterns.iter().filter(|(_, pattern)| is_odd(pattern)).map(fault).collect()
}

/// The validator of `schema`, if it can be made.
fn compiled(schema: &Value, draft: Draft) -> Option<Validator> {
    let patterns = PatternOptions::regex().size_limit(LARGEST_PATTERN).dfa_size_limit(LARGEST_PATTERN);
    let build = || {
        jsonschema::options()
            .with_draft(draft)
            .with_retriever(Refusal)
            .with_pattern_options(patterns)
            .should_validate_formats(false)
            .build(schema)
            .ok()
    };
    guarded(build)?
}

fn lost_faults(lost: Vec<(String, String)>) -> impl Iterator<Item = SchemaFault> {
    lost.into_iter().map(|(pointer, target)| {
        let keyword = pointer.rsplit('/').next().unwrap_or_default();
        let message = format!("`{keyword}` is `{}`, and nothing is there", brief(&target));
        SchemaFault { pointer, message }
    })
}

/// The references of `schema` to something outside of it, with their places.
pub(crate) fn outside_references(schema: &Value) -> Vec<SchemaFault> {
    if judged(schema).is_err() {
        return Vec::new();
    }
    outside_faults(Places::of(schema, &Addresses::of(schema)).outside)
}

fn outside_faults(outside: Vec<(String, String)>) -> Vec<SchemaFault> {
    let fault = |(pointer, target): (String, String)| SchemaFault { pointer, message: brief(&target) };
    outside.into_iter().take(MOST_FAULTS).map(fault).collect()
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
    /// Makes `schema` ready; otherwise why that cannot be done.
    pub(crate) fn ready(schema: &Value) -> Result<Schema, Unready> {
        let draft = judged(schema)?;
        let addresses = Addresses::of(schema);
        let places = Places::of(schema, &addresses);
        if !places.lost.is_empty() {
            return Err(Unready::Invalid(schema_faults(schema)));
        }
        if !places.outside.is_empty() {
            // What is wrong with it besides is nearer to whoever wrote it.
            let faults = schema_faults(schema);
            let outside = || Unready::Elsewhere(outside_faults(places.outside));
            return Err(if faults.is_empty() { outside() } else { Unready::Invalid(faults) });
        }
        let efforts = effort::by_depth(schema, &addresses, DEEPEST, MOST_LOOKS);
        let efforts = efforts.filter(|_| places.pattern_bytes() <= LONGEST_PATTERNS);
        let ready = efforts.and_then(|efforts| Some((efforts, compiled(schema, draft)?)));
        let Some((efforts, validator)) = ready else {
            let (faults, odd) = (schema_faults(schema), odd_patterns(&places.patterns));
            return Err(match (faults.is_empty(), odd.is_empty()) {
                (false, _) => Unready::Invalid(faults),
                (_, false) => Unready::Patterns(odd),
                _ => Unready::TooMuch,
            });
        };
        Ok(Schema { validator, efforts, pattern_bytes: places.pattern_bytes(), room: Room::USUAL })
    }

    /// Makes ready what can be used of `schema`; what cannot is told beside it.
    pub(crate) fn ready_in_part(schema: &Value) -> (Option<Schema>, Option<Unready>) {
        let why = match Schema::ready(schema) {
            Ok(ready) => return (Some(ready), None),
            Err(why @ (Unready::TooMuch | Unready::Dialect(_))) => return (None, Some(why)),
            Err(why) => why,
        };
        let mut left = schema.clone();
        // What is left out may be what something else refers to.
        for _ in 0..MOST_ROUNDS {
            left = sound::without(&left, &unusable_places(&left), is_old(&left));
            if let Ok(ready) = Schema::ready(&left) {
                return (Some(ready), Some(why));
            }
        }
        (None, Some(why))
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

/// The dialect of `schema`, unless nobody knows it or the schema is too large or too deep.
fn judged(schema: &Value) -> Result<Draft, Unready> {
    Size::of(schema, MOST_PLACES).ok_or(Unready::TooMuch)?;
    dialect(schema).ok_or_else(|| {
        let name = schema.get("$schema").unwrap_or_default();
        Unready::Dialect(name.as_str().map_or_else(|| name.to_string(), str::to_owned))
    })
}

fn against_dialect(schema: &Value, draft: Draft) -> Vec<SchemaFault> {
    let outcome = meta_validator(draft).map_or(Ok(()), |meta| meta.validate(schema));
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
