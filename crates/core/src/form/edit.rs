//! Edits of a value by place, carried out on its text.
//!
//! Each edit changes the bytes of its place and no others. One that cannot be
//! carried out says why.

use super::FormError;
use super::first::{self, fitting, sample};
use super::place::Place;
use super::plan::{Plan, Planned, plan};
use super::pointer::{index, steps};
use super::scope::Scope;
use super::shape::Shape;
use super::splice::{Container, locate, quoted, replaced, whole};
use super::union::{self, Alternative};
use crate::Raw;
use crate::brief::brief;
use serde::Deserialize;

/// How many members are made for an alternative.
const MOST_MADE: usize = 100;

/// One change of a value. Places are JSON pointers into it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "op", rename_all = "camelCase", deny_unknown_fields)]
pub enum Edit {
    /// Puts a value at a place.
    Set {
        /// A place that is there, or that the form has.
        pointer: String,
        /// The value as JSON text.
        json: String,
    },
    /// Takes away what stands at a place. The whole starts again.
    Unset {
        /// A place that is there, or that the form has.
        pointer: String,
    },
    /// Adds an item to an array, or opens what is not there yet.
    Add {
        /// The array.
        pointer: String,
        /// The item as JSON text; without it, one that fits.
        #[serde(default)]
        json: Option<String>,
    },
    /// Takes away an item or a member.
    Remove {
        /// The item or member, which is there.
        pointer: String,
    },
    /// Exchanges an item with its neighbour.
    Move {
        /// The item.
        pointer: String,
        /// -1 for the one before, 1 for the one after.
        by: i64,
    },
    /// Gives a member another key.
    Key {
        /// The member.
        pointer: String,
        /// Its new key.
        key: String,
    },
    /// Adds a member to an object, with a value that fits.
    AddKey {
        /// The object.
        pointer: String,
        /// The key.
        key: String,
    },
    /// Makes a place another one of its alternatives.
    Variant {
        /// The place.
        pointer: String,
        /// The number of the alternative, as in the model.
        variant: usize,
    },
}

impl Edit {
    /// The place that it names.
    pub fn pointer(&self) -> &str {
        match self {
            Edit::Set { pointer, .. }
            | Edit::Unset { pointer }
            | Edit::Add { pointer, .. }
            | Edit::Remove { pointer }
            | Edit::Move { pointer, .. }
            | Edit::Key { pointer, .. }
            | Edit::AddKey { pointer, .. }
            | Edit::Variant { pointer, .. } => pointer,
        }
    }
}

/// `text`, which is JSON, after `edit`.
pub(super) fn edited(scope: &Scope<'_>, text: &str, edit: &Edit) -> Result<String, FormError> {
    let pointer = edit.pointer();
    let steps = steps(pointer).ok_or_else(|| FormError::NoPointer { pointer: brief(pointer) })?;
    let raw =
        Raw::parse(text).map_err(|error| FormError::TextNotJson { message: brief(&error.to_string()) })?;
    let editor = Editor { scope, text, raw, pointer, steps };
    match edit {
        Edit::Set { json, .. } => editor.set(&editor.json(json)?),
        Edit::Unset { .. } => editor.unset(),
        Edit::Add { json, .. } => editor.add(json.as_deref()),
        Edit::Remove { .. } => editor.remove(),
        Edit::Move { by, .. } => editor.shift(*by),
        Edit::Key { key, .. } => editor.rename(key),
        Edit::AddKey { key, .. } => editor.add_key(key),
        Edit::Variant { variant, .. } => editor.variant(*variant),
    }
}

/// One edit under way.
struct Editor<'e, 's> {
    scope: &'e Scope<'s>,
    text: &'e str,
    raw: Raw,
    pointer: &'e str,
    steps: Vec<String>,
}

impl<'s> Editor<'_, 's> {
    fn set(&self, json: &str) -> Result<String, FormError> {
        let (at, taken) = locate(self.text, &self.steps);
        if taken == self.steps.len() {
            return Ok(replaced(self.text, at, json));
        }
        // Only what the form has room for is made.
        self.place(self.steps.len())?;
        let mut json = json.to_owned();
        for level in (taken + 1..self.steps.len()).rev() {
            json = self.wrapped(level, &json)?;
        }
        match Container::open(self.text, at.clone()) {
            Some(container) if container.is_object => Ok(container.with(Some(&self.steps[taken]), &json)),
            Some(container) => {
                let items = self.filled(taken, container.entries.len())?;
                let mut text = self.text.to_owned();
                for item in items.iter().chain([&json]) {
                    let (at, _) = locate(&text, &self.steps[..taken]);
                    let Some(container) = Container::open(&text, at) else {
                        return Err(self.no_such_place());
                    };
                    text = container.with(None, item);
                }
                Ok(text)
            }
            None => Ok(replaced(self.text, at, &self.wrapped(taken, &json)?)),
        }
    }

    /// The container for the place after `level` steps, which is not there, with `json` in it.
    fn wrapped(&self, level: usize, json: &str) -> Result<String, FormError> {
        match self.place(level)?.settled(self.scope).plan {
            Plan::Object | Plan::Map => Ok(format!("{{{}:{json}}}", quoted(&self.steps[level]))),
            Plan::Array | Plan::Tuple => {
                let mut items = self.filled(level, 0)?;
                items.push(json.to_owned());
                Ok(format!("[{}]", items.join(",")))
            }
            _ => Err(self.no_such_place()),
        }
    }

    /// Items for the places of a tuple between the last that is there and the one that is wanted.
    fn filled(&self, level: usize, count: usize) -> Result<Vec<String>, FormError> {
        let wanted = index(&self.steps[level]).ok_or_else(|| self.no_such_place())?;
        let shape = self.place(level)?.settled(self.scope).shape;
        if wanted >= shape.prefix_len() {
            return Err(self.no_such_place());
        }
        let item = |index| fitting(self.scope, shape.item(self.scope, index, None));
        Ok((count..wanted).map(item).collect())
    }

    fn unset(&self) -> Result<String, FormError> {
        if self.steps.is_empty() {
            return Ok(first::whole(self.scope));
        }
        match locate(self.text, &self.steps) {
            (_, taken) if taken == self.steps.len() => self.remove(),
            _ => self.place(self.steps.len()).map(|_| self.text.to_owned()),
        }
    }

    fn remove(&self) -> Result<String, FormError> {
        let (mut text, mut is_changed) = (self.text.to_owned(), false);
        let (step, above) = self.steps.split_last().ok_or_else(|| self.wrong_kind("an item or a member"))?;
        // With only one of several equal keys gone, another one would stand there.
        loop {
            let (at, taken) = locate(&text, above);
            let container = Container::open(&text, at).filter(|_| taken == above.len());
            let Some(container) = container else { return Err(self.no_such_place()) };
            let without = container.find(step).map(|entry| container.without(entry));
            let is_array = !container.is_object;
            match without {
                Some(without) => (text, is_changed) = (without, true),
                None if is_changed => return Ok(text),
                None => return Err(self.no_such_place()),
            }
            if is_array {
                return Ok(text);
            }
        }
    }

    fn add(&self, json: Option<&str>) -> Result<String, FormError> {
        let json = json.map(|json| self.json(json)).transpose()?;
        let place = self.place(self.steps.len())?;
        let Planned { shape, plan, .. } = place.settled(self.scope);
        let item = |count| match &json {
            Some(json) => json.clone(),
            None => fitting(self.scope, shape.item(self.scope, count, None)),
        };
        if place.something().is_none() {
            return match plan {
                Plan::Array | Plan::Tuple => self.set(&format!("[{}]", item(0))),
                _ => self.set(&json.unwrap_or_else(|| fitting(self.scope, place.shape.clone()))),
            };
        }
        let (at, _) = locate(self.text, &self.steps);
        match Container::open(self.text, at) {
            Some(container) if !container.is_object => {
                Ok(container.with(None, &item(container.entries.len())))
            }
            _ => Err(self.wrong_kind("an array")),
        }
    }

    fn shift(&self, by: i64) -> Result<String, FormError> {
        let (container, at) = self.entry()?;
        if container.is_object {
            return Err(self.wrong_kind("an item of an array"));
        }
        let first = match by {
            1 => Some(at),
            -1 => at.checked_sub(1),
            _ => None,
        };
        let first = first.filter(|first| first + 1 < container.entries.len());
        let first = first.ok_or_else(|| FormError::MovedOut { pointer: brief(self.pointer), by })?;
        Ok(container.exchanged(first))
    }

    fn rename(&self, key: &str) -> Result<String, FormError> {
        let (container, at) = self.entry()?;
        if !container.is_object {
            return Err(self.wrong_kind("a member of an object"));
        }
        match container.find(key) {
            Some(taken) if taken == at => Ok(self.text.to_owned()),
            Some(_) => Err(self.key_taken(key)),
            None => Ok(container.renamed(at, key)),
        }
    }

    fn add_key(&self, key: &str) -> Result<String, FormError> {
        let place = self.place(self.steps.len())?;
        let Planned { shape, plan, .. } = place.settled(self.scope);
        let value = fitting(self.scope, shape.member(self.scope, key, None));
        if place.something().is_none() {
            return match plan {
                Plan::Object | Plan::Map => self.set(&format!("{{{}:{value}}}", quoted(key))),
                _ => Err(self.wrong_kind("an object")),
            };
        }
        let (at, _) = locate(self.text, &self.steps);
        let container = Container::open(self.text, at).filter(|container| container.is_object);
        let container = container.ok_or_else(|| self.wrong_kind("an object"))?;
        if container.find(key).is_some() {
            return Err(self.key_taken(key));
        }
        Ok(container.with(Some(key), &value))
    }

    fn variant(&self, variant: usize) -> Result<String, FormError> {
        let place = self.place(self.steps.len())?;
        let Plan::Union(alternatives) = place.planned(self.scope).plan else {
            return Err(self.wrong_kind("a place with alternatives"));
        };
        let count = alternatives.len();
        let wanted = alternatives.get(variant).ok_or_else(|| FormError::NoSuchVariant {
            pointer: brief(self.pointer),
            variant,
            count,
        })?;
        let is_it = |json: &str| {
            let raw = Raw::parse(json).ok();
            raw.is_some_and(|raw| union::choose(self.scope, &alternatives, &raw) == Ok(variant))
        };
        if place.something().is_some_and(|value| is_it(value.as_str())) {
            return Ok(self.text.to_owned());
        }
        let plain = fitting(self.scope, wanted.shape.clone());
        let full = sample(self.scope, &wanted.shape);
        let kept = |json: &str| kept_members(wanted, place.something()?, json);
        let required = self.required(wanted);
        // Rather little is filled in than much, as long as it is told from the other alternatives.
        let proposals = [
            kept(&plain),
            self.blank(wanted.shape.clone()),
            Some(plain),
            required.as_deref().and_then(kept),
            required,
            kept(&full),
        ];
        let json = proposals.into_iter().flatten().find(|json| is_it(json)).unwrap_or(full);
        self.set(&json)
    }

    /// An empty text, where an alternative is a text for which nothing is proposed: a person has to say it, and
    /// must not have to delete what was made up.
    fn blank(&self, shape: Shape<'s>) -> Option<String> {
        let Planned { shape, plan, .. } = plan(self.scope, shape, None);
        (matches!(plan, Plan::String) && shape.get("default").is_none()).then(|| quoted(""))
    }

    /// An object with what an alternative requires of it and no more. Its texts are empty for the same reason.
    fn required(&self, wanted: &Alternative<'s>) -> Option<String> {
        let Planned { shape, plan, .. } = plan(self.scope, wanted.shape.clone(), None);
        if !matches!(plan, Plan::Object) {
            return None;
        }
        let required = shape.required(None);
        let member = |name: &&str| {
            let member = shape.member(self.scope, name, None);
            let value = self.blank(member.clone()).unwrap_or_else(|| fitting(self.scope, member));
            format!("{}:{value}", quoted(name))
        };
        let names = shape.fields().into_iter().filter(|name| required.contains(name)).take(MOST_MADE);
        Some(format!("{{{}}}", names.map(|name| member(&name)).collect::<Vec<_>>().join(",")))
    }

    /// The place after `count` steps, in the value or only in the form.
    fn place(&self, count: usize) -> Result<Place<'s>, FormError> {
        Place::find(self.scope, &self.raw, &self.steps[..count]).ok_or_else(|| self.no_such_place())
    }

    /// The container of what is there, and its place in it.
    fn entry(&self) -> Result<(Container<'_>, usize), FormError> {
        let (step, above) = self.steps.split_last().ok_or_else(|| self.wrong_kind("an item or a member"))?;
        let (at, taken) = locate(self.text, above);
        let container = Container::open(self.text, at).filter(|_| taken == above.len());
        let found = container.and_then(|container| container.find(step).map(|at| (container, at)));
        found.ok_or_else(|| self.no_such_place())
    }

    /// The JSON of the edit, without whitespace around it.
    fn json(&self, json: &str) -> Result<String, FormError> {
        match Raw::parse(json) {
            Ok(_) => Ok(json[whole(json)].to_owned()),
            Err(error) => Err(FormError::EditNotJson {
                pointer: brief(self.pointer),
                message: brief(&error.to_string()),
            }),
        }
    }

    fn no_such_place(&self) -> FormError {
        FormError::no_such_place(self.pointer)
    }

    fn wrong_kind(&self, expected: &'static str) -> FormError {
        FormError::wrong_kind(self.pointer, expected)
    }

    fn key_taken(&self, key: &str) -> FormError {
        FormError::KeyTaken { pointer: brief(self.pointer), key: brief(key) }
    }
}

/// `json` with the members of `old` that the alternative declares too, unless they tell it apart.
fn kept_members(wanted: &Alternative<'_>, old: &Raw, json: &str) -> Option<String> {
    let mut text = json.to_owned();
    for (key, value) in old.members()? {
        if !wanted.shape.declares(&key) || wanted.is_tag(&key) {
            continue;
        }
        let container = Container::open(&text, whole(&text)).filter(|container| container.is_object)?;
        text = match container.find(&key) {
            Some(at) => replaced(&text, container.entries[at].value.clone(), value.as_str()),
            None => container.with(Some(&key), value.as_str()),
        };
    }
    Some(text)
}
