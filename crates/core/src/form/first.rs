//! The value that a form starts with, and that new parts of it start with.
//!
//! Only what the schema proposes is filled in: defaults, and values that are the
//! only ones possible. What a person has to decide stays unset.

use super::plan::{Plan, Planned, plan};
use super::scope::Scope;
use super::shape::Shape;
use super::splice::quoted;
use crate::schema::sample_of_all;
use serde_json::Value;

/// How deep required objects are filled.
const DEEPEST: usize = 12;
/// How large what is filled in may become, in bytes.
const MOST_BYTES: usize = 1_000_000;
/// Objects with more members are not filled.
const MOST_FIELDS: usize = 2_000;

/// The text that a form starts with.
pub(super) fn whole(scope: &Scope<'_>) -> String {
    let shape = Shape::whole(scope, None);
    let mut room = MOST_BYTES;
    if let Some(text) = proposed(scope, shape.clone(), &mut room, 0) {
        return text;
    }
    match plan(scope, shape, None).plan {
        // What stands alone cannot be unset, so it starts as something.
        Plan::Array | Plan::Tuple => "[]".to_owned(),
        Plan::String => quoted(""),
        Plan::Bool => "false".to_owned(),
        Plan::Number { .. } | Plan::Enum(_) => fitting(scope, Shape::whole(scope, None)),
        Plan::Null => "null".to_owned(),
        _ => "{}".to_owned(),
    }
}

/// A value for a place that was opened: what the schema proposes, else the plainest that fits.
pub(super) fn fitting<'s>(scope: &Scope<'s>, shape: Shape<'s>) -> String {
    fitting_below(scope, shape, 0)
}

fn fitting_below<'s>(scope: &Scope<'s>, shape: Shape<'s>, depth: usize) -> String {
    let mut room = MOST_BYTES;
    if let Some(text) = proposed(scope, shape.clone(), &mut room, 0) {
        return text;
    }
    let Planned { shape, plan, .. } = plan(scope, shape, None);
    match plan {
        Plan::Object | Plan::Map => "{}".to_owned(),
        Plan::Array | Plan::Tuple => "[]".to_owned(),
        Plan::Null => "null".to_owned(),
        Plan::Bool => "false".to_owned(),
        Plan::Any | Plan::Broken(_) => quoted(""),
        Plan::Const(constant) => literal(scope, constant, &mut room).unwrap_or_else(|| "null".to_owned()),
        Plan::Enum(listed) => {
            let first = listed.first().and_then(|first| literal(scope, first.value, &mut room));
            first.unwrap_or_else(|| "null".to_owned())
        }
        // Alternatives can be alternatives of themselves.
        Plan::Union(alternatives) => match alternatives.into_iter().next() {
            Some(first) if depth < DEEPEST => fitting_below(scope, first.shape, depth + 1),
            _ => "{}".to_owned(),
        },
        Plan::String if ["minLength", "pattern", "format"].iter().all(|name| shape.get(name).is_none()) => {
            quoted("")
        }
        Plan::String | Plan::Number { .. } => sample(scope, &shape),
    }
}

/// A value in which all that is required is made up.
pub(super) fn sample(scope: &Scope<'_>, shape: &Shape<'_>) -> String {
    // The sampler would choose among alternatives that are decided already.
    let has_alternatives =
        |map: &serde_json::Map<_, _>| map.contains_key("oneOf") || map.contains_key("anyOf");
    let maps = shape.maps.iter().map(|applied| applied.map).filter(|map| !has_alternatives(map));
    sample_of_all(scope.root.filter(|_| scope.addresses.is_one_resource()), maps).to_string()
}

/// What the schema proposes for a place; none when it proposes nothing.
fn proposed<'s>(scope: &Scope<'s>, shape: Shape<'s>, room: &mut usize, depth: usize) -> Option<String> {
    if let Some(text) = default(scope, &shape, room) {
        return Some(text);
    }
    let Planned { shape, plan, .. } = plan(scope, shape, None);
    match plan {
        Plan::Const(constant) => literal(scope, constant, room),
        Plan::Object if depth < DEEPEST && shape.field_count() <= MOST_FIELDS => {
            let required = shape.required(None);
            let mut members = Vec::new();
            for name in shape.fields() {
                let member = shape.member(scope, name, None);
                let text = if required.contains(name) {
                    proposed(scope, member, room, depth + 1)
                } else {
                    default(scope, &member, room)
                };
                if let Some(text) = text {
                    members.push(paid(format!("{}:{text}", quoted(name)), room)?);
                }
            }
            (!members.is_empty()).then(|| format!("{{{}}}", members.join(",")))
        }
        _ => None,
    }
}

fn default(scope: &Scope<'_>, shape: &Shape<'_>, room: &mut usize) -> Option<String> {
    literal(scope, shape.get("default")?, room)
}

/// The text of a value of the schema, if there is room for it. What is too large takes room as well,
/// since looking at it was work.
fn literal(scope: &Scope<'_>, value: &Value, room: &mut usize) -> Option<String> {
    let text = scope.spellings.text(value, *room);
    *room = text.as_ref().map_or(*room / 2, |text| *room - text.len());
    text
}

/// `text`, if there is room for it.
fn paid(text: String, room: &mut usize) -> Option<String> {
    *room = room.checked_sub(text.len())?;
    Some(text)
}
