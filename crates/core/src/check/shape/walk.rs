//! Holds a value against a shape.
//!
//! Goes through the text itself, level by level: a value that nests deeper than
//! the shape is never read further, and a duplicate key is not lost on the way.

use super::{Kind, MOST_FAULTS, Member, Shape, ShapeFault};
use crate::era::Revision;
use crate::raw::{Members, Raw};
use serde_json::value::RawValue;
use std::collections::HashMap;
use std::fmt::Write as _;

/// Where `value` does not look like `shape`.
pub(super) fn faults(revision: Revision, shape: &Shape, value: &Raw) -> Vec<ShapeFault> {
    let mut walk = Walk { revision, pointer: String::new(), faults: Vec::new() };
    walk.look(shape, value.as_str());
    walk.faults
}

/// One look at one value.
struct Walk {
    revision: Revision,
    pointer: String,
    faults: Vec<ShapeFault>,
}

impl Walk {
    fn look(&mut self, shape: &Shape, text: &str) {
        match shape {
            Shape::Any => {}
            Shape::Text => self.expect(text, "a string", is_text),
            Shape::Integer => self.expect(text, "an integer", is_integer),
            Shape::Natural => {
                self.expect(text, "an integer from 0 up", |text| {
                    is_integer(text) && number(text) >= Some(0.0)
                });
            }
            Shape::IntegerOrNull => {
                self.expect(text, "an integer or null", |text| text == "null" || is_integer(text));
            }
            Shape::Number => self.expect(text, "a number", |text| number(text).is_some()),
            Shape::Fraction => self.expect(text, "a number from 0 to 1", |text| {
                number(text).is_some_and(|number| (0.0..=1.0).contains(&number))
            }),
            Shape::Flag => self.expect(text, "true or false", |text| matches!(text, "true" | "false")),
            Shape::Id => {
                self.expect(text, "a string or an integer", |text| is_text(text) || is_integer(text));
            }
            Shape::Word(words) => {
                let is_listed = unquote(text).is_some_and(|text| words.contains(&text.as_str()));
                if !is_listed {
                    self.fault(words_expected(words), text);
                }
            }
            Shape::Object(members) => self.look_at_members(members, text),
            Shape::Map(shape) => self.look_at_map(shape, text),
            Shape::List(shape) => self.look_at_list(shape, text),
            Shape::Texts(most) => self.look_at_texts(*most, text),
            Shape::OneOrMany(shape) if text.starts_with('[') => self.look_at_list(shape, text),
            Shape::OneOrMany(shape) => self.look(shape, text),
            Shape::Tagged { tag, default, kinds, other } => {
                self.look_at_kind(tag, *default, kinds, *other, text);
            }
            Shape::Either(choices) => self.look_at_choices(choices, text),
            Shape::All(shapes) => {
                for shape in *shapes {
                    self.look(shape, text);
                }
            }
        }
    }

    fn look_at_members(&mut self, members: &[Member], text: &str) {
        let Some(object) = self.object(text) else { return };
        let revision = self.revision;
        for member in members.iter().filter(|member| member.span.contains(revision)) {
            if self.is_full() {
                return;
            }
            match last(&object, member.name) {
                Some(value) => self.inside(member.name, |walk| walk.look(member.shape, value.get())),
                None if member.is_required => {
                    let expected = expected(member.shape);
                    self.inside(member.name, |walk| walk.fault(expected, ""));
                }
                None => {}
            }
        }
    }

    fn look_at_map(&mut self, shape: &Shape, text: &str) {
        let Some(object) = self.object(text) else { return };
        // The last of two equal keys counts.
        let counts: HashMap<&str, usize> =
            object.0.iter().enumerate().map(|(at, (key, _))| (&**key, at)).collect();
        for (at, (key, value)) in object.0.iter().enumerate() {
            if self.is_full() {
                return;
            }
            if counts.get(&**key) == Some(&at) {
                self.inside(key, |walk| walk.look(shape, value.get()));
            }
        }
    }

    fn look_at_list(&mut self, shape: &Shape, text: &str) {
        let Ok(elements) = serde_json::from_str::<Vec<&RawValue>>(text) else {
            return self.fault("an array".into(), text);
        };
        for (at, element) in elements.into_iter().enumerate() {
            if self.is_full() {
                return;
            }
            self.inside(&at.to_string(), |walk| walk.look(shape, element.get()));
        }
    }

    fn look_at_texts(&mut self, most: usize, text: &str) {
        self.look_at_list(&Shape::Text, text);
        let count = serde_json::from_str::<Vec<&RawValue>>(text).map_or(0, |elements| elements.len());
        if count > most && !self.is_full() {
            self.faults.push(ShapeFault {
                pointer: self.pointer.clone(),
                expected: format!("at most {most} strings"),
                found: format!("{count} of them"),
            });
        }
    }

    fn look_at_kind(
        &mut self,
        tag: &str,
        default: Option<&str>,
        kinds: &[Kind],
        other: Option<&Shape>,
        text: &str,
    ) {
        let Some(object) = self.object(text) else { return };
        let value = last(&object, tag).map(RawValue::get);
        let name = match value {
            Some(value) => unquote(value),
            None => default.map(str::to_owned),
        };
        let known = || kinds.iter().filter(|kind| kind.span.contains(self.revision));
        let chosen = name.and_then(|name| known().find(|kind| kind.tag == name));
        match (chosen, other) {
            (Some(kind), _) => self.look(kind.shape, text),
            (None, Some(other)) => self.look(other, text),
            (None, None) => {
                let words: Vec<&str> = known().map(|kind| kind.tag).collect();
                self.inside(tag, |walk| walk.fault(words_expected(&words), value.unwrap_or_default()));
            }
        }
    }

    fn look_at_choices(&mut self, choices: &[(&str, &'static Shape)], text: &str) {
        let Some(object) = self.object(text) else { return };
        let mut meant = None;
        for (key, shape) in choices {
            let mut walk =
                Walk { revision: self.revision, pointer: self.pointer.clone(), faults: Vec::new() };
            walk.look(shape, text);
            if walk.faults.is_empty() {
                return;
            }
            if meant.is_none() && last(&object, key).is_some() {
                meant = Some(walk.faults);
            }
        }
        match meant {
            Some(faults) => {
                let room = MOST_FAULTS.saturating_sub(self.faults.len());
                self.faults.extend(faults.into_iter().take(room));
            }
            None => {
                let keys: Vec<String> = choices.iter().map(|(key, _)| format!("`{key}`")).collect();
                self.fault(format!("an object with {}", keys.join(" or ")), text);
            }
        }
    }

    /// The members of `text`, or a fault when it is no object.
    fn object<'t>(&mut self, text: &'t str) -> Option<Members<'t>> {
        let members = Members::read(text).ok();
        if members.is_none() {
            self.fault("an object".into(), text);
        }
        members
    }

    fn expect(&mut self, text: &str, expected: &str, holds: impl Fn(&str) -> bool) {
        if !holds(text) {
            self.fault(expected.to_owned(), text);
        }
    }

    /// Notes that `text` is here; empty text means that nothing is.
    fn fault(&mut self, expected: String, text: &str) {
        if !self.is_full() {
            self.faults.push(ShapeFault { pointer: self.pointer.clone(), expected, found: found(text) });
        }
    }

    fn is_full(&self) -> bool {
        self.faults.len() >= MOST_FAULTS
    }

    fn inside(&mut self, name: &str, look: impl FnOnce(&mut Self)) {
        let length = self.pointer.len();
        self.pointer.push('/');
        for c in name.chars().take(LONGEST_NAME) {
            match c {
                '~' => self.pointer.push_str("~0"),
                '/' => self.pointer.push_str("~1"),
                c => self.pointer.push(c),
            }
        }
        look(self);
        self.pointer.truncate(length);
    }
}

/// How much of a key goes into a pointer; keys are the server's to choose.
const LONGEST_NAME: usize = 200;

/// The value of the last member called `name`.
fn last<'a>(members: &Members<'a>, name: &str) -> Option<&'a RawValue> {
    members.0.iter().rev().find(|(key, _)| key == name).map(|(_, value)| *value)
}

fn is_text(text: &str) -> bool {
    text.starts_with('"')
}

fn unquote(text: &str) -> Option<String> {
    serde_json::from_str(text).ok()
}

fn number(text: &str) -> Option<f64> {
    text.starts_with(|first: char| first == '-' || first.is_ascii_digit()).then(|| text.parse().ok())?
}

/// As JSON Schema has it: `2.0` is an integer too.
fn is_integer(text: &str) -> bool {
    number(text).is_some_and(|number| number.is_infinite() || number.fract() == 0.0)
}

fn words_expected(words: &[&str]) -> String {
    let mut expected = String::new();
    for (at, word) in words.iter().enumerate() {
        let join = match at {
            0 => "",
            _ if at + 1 == words.len() => " or ",
            _ => ", ",
        };
        // Writing to a string cannot fail.
        let _ = write!(expected, "{join}`\"{word}\"`");
    }
    expected
}

/// What a missing member would have had to be.
fn expected(shape: &Shape) -> String {
    let words = match shape {
        Shape::Any => "a value",
        Shape::Text => "a string",
        Shape::Integer => "an integer",
        Shape::Natural => "an integer from 0 up",
        Shape::IntegerOrNull => "an integer or null",
        Shape::Number => "a number",
        Shape::Fraction => "a number from 0 to 1",
        Shape::Flag => "true or false",
        Shape::Id => "a string or an integer",
        Shape::Word(words) => return words_expected(words),
        Shape::Object(_) | Shape::Map(_) | Shape::Tagged { .. } | Shape::Either(_) | Shape::All(_) => {
            "an object"
        }
        Shape::List(_) | Shape::Texts(_) => "an array",
        Shape::OneOrMany(_) => "an object or an array",
    };
    words.to_owned()
}

/// A few words on what is there.
fn found(text: &str) -> String {
    match text.as_bytes().first() {
        None => "nothing".to_owned(),
        Some(b'{') => "an object".to_owned(),
        Some(b'[') => "an array".to_owned(),
        Some(_) if text.len() <= LONGEST_FOUND => format!("`{text}`"),
        Some(b'"') => "a long string".to_owned(),
        Some(_) => "a long number".to_owned(),
    }
}

/// How long a value may be to be told as it is.
const LONGEST_FOUND: usize = 60;
