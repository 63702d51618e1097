//! Nodes without nodes below them: text, numbers, truth.

use super::{Builder, kind_of};
use crate::Raw;
use crate::form::node::Kind;
use crate::form::shape::Shape;
use crate::schema::allowed::Kinds;
use crate::schema::short::cut;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// Longer patterns are left to the validator.
const LONGEST_PATTERN: usize = 1_000;
/// How many characters of a format or a media type are told.
const LONGEST_NAME: usize = 100;
/// Text that may be longer than this gets several lines.
const ONE_LINE: u64 = 300;

/// Text.
pub(super) fn string(shape: &Shape<'_>, value: Option<&Raw>) -> Result<Kind, String> {
    let value: Option<String> = read(value, Kinds::STRING)?;
    let format = shape.text("format");
    let media_type = shape.text("contentMediaType");
    let max_length = shape.most("maxLength");
    let has_lines = value.as_ref().is_some_and(|text| text.contains('\n'));
    let multiline = has_lines
        || max_length.is_some_and(|most| most > ONE_LINE && most < u64::MAX)
        || matches!(format, Some("textarea" | "multiline" | "markdown"))
        || media_type.is_some_and(|name| name.starts_with("text/") || name.ends_with("json"));
    Ok(Kind::String {
        value,
        format: format.map(|name| cut(name, LONGEST_NAME)),
        multiline,
        pattern: shape.text("pattern").filter(|text| text.len() <= LONGEST_PATTERN).map(str::to_owned),
        min_length: shape.least("minLength"),
        max_length,
        media_type: media_type.map(|name| cut(name, LONGEST_NAME)),
    })
}

impl<'s> Builder<'_, 's> {
    pub(super) fn number(
        &mut self,
        shape: &Shape<'s>,
        integer: bool,
        value: Option<&Raw>,
    ) -> Result<Kind, String> {
        if let Some(value) = value.filter(|value| !kind_of(value).is_some_and(|kind| Kinds::NUMBER.has(kind)))
        {
            return Err(wrong_type(if integer { Kinds::INTEGER } else { Kinds::NUMBER }, value));
        }
        let min = self.bound(shape, ["minimum", "exclusiveMinimum"], |one, other| one > other);
        let max = self.bound(shape, ["maximum", "exclusiveMaximum"], |one, other| one < other);
        let step = shape.get("multipleOf").filter(|step| step.is_number());
        Ok(Kind::Number {
            raw: value.map(|value| value.as_str().to_owned()),
            integer,
            exclusive_min: min.as_ref().is_some_and(|(_, is_exclusive)| *is_exclusive),
            exclusive_max: max.as_ref().is_some_and(|(_, is_exclusive)| *is_exclusive),
            min: min.map(|(text, _)| text),
            max: max.map(|(text, _)| text),
            step: step.and_then(|step| self.literal(step)),
        })
    }

    /// The strictest bound, and whether it is itself beyond what is allowed.
    fn bound(
        &mut self,
        shape: &Shape<'s>,
        [open, closed]: [&str; 2],
        is_stricter: fn(f64, f64) -> bool,
    ) -> Option<(String, bool)> {
        let mut strictest: Option<(&'s Value, f64, bool)> = None;
        for map in shape.maps.iter().map(|applied| applied.map) {
            // In draft-04 the second keyword is a remark about the first.
            let is_closed = map.get(closed) == Some(&Value::Bool(true));
            for (name, is_exclusive) in [(open, is_closed), (closed, true)] {
                let Some((value, worth)) = map.get(name).and_then(|value| Some((value, value.as_f64()?)))
                else {
                    continue;
                };
                let is_first = strictest.is_none_or(|(_, other, was_exclusive)| {
                    is_stricter(worth, other)
                        || (!is_stricter(other, worth) && is_exclusive && !was_exclusive)
                });
                if is_first {
                    strictest = Some((value, worth, is_exclusive));
                }
            }
        }
        let (value, _, is_exclusive) = strictest?;
        Some((self.literal(value)?, is_exclusive))
    }
}

/// The value as what it must be; otherwise the reason why it is not.
pub(super) fn read<T: DeserializeOwned>(value: Option<&Raw>, kind: Kinds) -> Result<Option<T>, String> {
    let Some(value) = value else { return Ok(None) };
    if kind_of(value) != Some(kind) {
        return Err(wrong_type(kind, value));
    }
    value.read().map(Some).map_err(|_| "the text has an escape that is no character".to_owned())
}

/// The reason that `value` is of another type.
pub(super) fn wrong_type(expected: Kinds, value: &Raw) -> String {
    let found = kind_of(value).map_or_else(|| "something else".to_owned(), Kinds::words);
    format!("expected {}, and this is {found}", expected.words())
}
