//! What kind of input a place gets, decided from its shape.
//!
//! Alternatives that are none are seen through here: one of them being `null`, all
//! of them being single values, all of them only requiring members.

use super::scope::Scope;
use super::shape::{Part, Shape};
use super::union::{self, Alternative};
use crate::Raw;
use crate::schema::allowed::Kinds;
use serde_json::{Map, Value};

/// How many alternatives a union may have.
const MOST_ALTERNATIVES: usize = 100;

/// A value to choose, with what the schema calls it.
#[derive(Clone, Copy)]
pub(super) struct Listed<'s> {
    pub(super) value: &'s Value,
    pub(super) title: Option<&'s str>,
}

/// The kind of input.
pub(super) enum Plan<'s> {
    Broken(String),
    Const(&'s Value),
    Enum(Vec<Listed<'s>>),
    Union(Vec<Alternative<'s>>),
    Any,
    Object,
    Map,
    Array,
    Tuple,
    String,
    Number { integer: bool },
    Bool,
    Null,
}

impl Plan<'_> {
    /// The word for it in the model.
    pub(super) fn word(&self) -> &'static str {
        match self {
            Plan::Broken(_) | Plan::Any => "raw",
            Plan::Const(_) => "const",
            Plan::Enum(_) => "enum",
            Plan::Union(_) => "union",
            Plan::Object => "object",
            Plan::Map => "map",
            Plan::Array => "array",
            Plan::Tuple => "tuple",
            Plan::String => "string",
            Plan::Number { .. } => "number",
            Plan::Bool => "bool",
            Plan::Null => "null",
        }
    }
}

/// A decision about one place.
pub(super) struct Planned<'s> {
    /// The shape, with what was decided about its alternatives.
    pub(super) shape: Shape<'s>,
    pub(super) plan: Plan<'s>,
    pub(super) nullable: bool,
}

/// Decides about a place of that shape where `value` stands.
pub(super) fn plan<'s>(scope: &Scope<'s>, mut shape: Shape<'s>, value: Option<&Raw>) -> Planned<'s> {
    let found = settle_alternatives(scope, &mut shape, value);
    let allows_null = shape.types.has(Kinds::NULL);
    let done = |shape, plan, nullable| Planned { shape, plan, nullable };
    if let Some(reason) = shape.trouble.clone() {
        return done(shape, Plan::Broken(reason), false);
    }
    if let Some(constant) = shape.constant() {
        return done(shape, Plan::Const(constant), found.has_null && allows_null && !constant.is_null());
    }
    let length = shape.get("enum").and_then(Value::as_array).map_or(0, Vec::len);
    if !scope.may_merge(length / 4) {
        return done(shape, Plan::Broken("the schema asks for too much work".to_owned()), false);
    }
    if let Some(mut listed) = enumerated(&shape) {
        let has_null = listed.len() > 1 && listed.iter().any(|listed| listed.value.is_null());
        if has_null {
            listed.retain(|listed| !listed.value.is_null());
        }
        return done(shape, Plan::Enum(listed), allows_null && (has_null || found.has_null));
    }
    if !found.live.is_empty() {
        let alternatives = union::alternatives(scope, &shape, &found.live, value);
        let nullable = found.has_null && allows_null;
        if let Some(listed) = union::single_values(&alternatives) {
            return done(shape, Plan::Enum(listed), nullable);
        }
        return done(shape, Plan::Union(alternatives), nullable);
    }
    let (plan, nullable) = by_type(scope, &shape, value);
    done(shape, plan, nullable || (found.has_null && allows_null))
}

/// Alternatives that are left.
#[derive(Default)]
struct Found<'s> {
    live: Vec<Part<'s>>,
    has_null: bool,
}

/// Takes alternatives from the shape until there are some that are really several.
fn settle_alternatives<'s>(scope: &Scope<'s>, shape: &mut Shape<'s>, value: Option<&Raw>) -> Found<'s> {
    let mut found = Found::default();
    while shape.trouble.is_none() && !shape.unions.is_empty() {
        let union = shape.unions.remove(0);
        let branches = union.list;
        if branches.iter().all(only_constrains) {
            continue;
        }
        let is_live = |branch: &&Value| **branch != Value::Bool(false) && !is_null(branch);
        let live: Vec<Part<'s>> =
            branches.iter().filter(is_live).map(|branch| union.of.part(scope, branch)).collect();
        let has_null = branches.iter().any(is_null);
        match live.as_slice() {
            [] if has_null => shape.types = shape.types.only(Kinds::NULL),
            [] => shape.trouble = Some("the schema allows nothing here".to_owned()),
            [only] => {
                let types = shape.types;
                shape.add(scope, *only, value);
                if has_null && types.has(Kinds::NULL) {
                    // The type of the one alternative has shut null out, which the other lets in.
                    shape.types = shape.types.and(Kinds::NULL);
                }
                found.has_null |= has_null;
            }
            several
                if several.len() > MOST_ALTERNATIVES
                    && !several.iter().all(|one| has_one_value(one.schema)) =>
            {
                shape.trouble = Some(format!("there are {} alternatives", several.len()));
            }
            _ => return Found { live, has_null: found.has_null || has_null },
        }
    }
    found
}

/// Whether an alternative says nothing of what a value looks like, only what must or must not be there.
fn only_constrains(branch: &Value) -> bool {
    let is_constraint = |name: &str| {
        matches!(
            name,
            "required" | "not" | "title" | "description" | "$comment" | "minProperties" | "maxProperties"
        )
    };
    match branch {
        Value::Object(map) => map.keys().all(|name| is_constraint(name)),
        other => *other == Value::Bool(true),
    }
}

fn has_one_value(branch: &Value) -> bool {
    branch.get("const").is_some()
}

fn is_null(branch: &Value) -> bool {
    let says = |name: &str, word: &Value| branch.get(name) == Some(word);
    says("type", &Value::from("null"))
        || says("const", &Value::Null)
        || says("enum", &Value::Array(vec![Value::Null]))
}

/// The values that the schema lists: those of the first list that are in all others.
fn enumerated<'s>(shape: &Shape<'s>) -> Option<Vec<Listed<'s>>> {
    let mut lists = shape.all("enum").filter_map(Value::as_array);
    let first = lists.next()?;
    let others: Vec<&Vec<Value>> = lists.collect();
    let names = shape.get("enumNames").and_then(Value::as_array);
    let listed = first
        .iter()
        .enumerate()
        .map(|(at, value)| Listed { value, title: names.and_then(|names| names.get(at)?.as_str()) });
    let is_allowed =
        |value: &Value| shape.types.has(Kinds::of(value)) && others.iter().all(|other| other.contains(value));
    Some(listed.filter(|listed| is_allowed(listed.value)).collect())
}

/// The plan by the types that are left, and whether null is one of several.
fn by_type<'s>(scope: &Scope<'s>, shape: &Shape<'s>, value: Option<&Raw>) -> (Plan<'s>, bool) {
    let is_stated = shape.types != Kinds::ALL;
    let types = if is_stated { shape.types } else { told(shape) };
    if !is_stated {
        // Where no type is stated, a value of another one is not wrong.
        let is_other = value.is_some_and(|value| kind_of(value).is_none_or(|kind| !types.has(kind)));
        if types == Kinds::NONE || is_other {
            return (Plan::Any, true);
        }
    }
    let each = [Kinds::STRING, Kinds::NUMBER, Kinds::INTEGER, Kinds::BOOLEAN, Kinds::ARRAY, Kinds::OBJECT];
    let mut left: Vec<Kinds> = each.into_iter().filter(|kind| types.has(*kind)).collect();
    if left.contains(&Kinds::NUMBER) {
        left.retain(|kind| *kind != Kinds::INTEGER);
    }
    let nullable = types.has(Kinds::NULL);
    let plan = match left.as_slice() {
        [] if nullable => return (Plan::Null, false),
        [] => Plan::Broken("the types that the schema names exclude each other".to_owned()),
        [Kinds::STRING] => Plan::String,
        [Kinds::NUMBER] => Plan::Number { integer: false },
        [Kinds::INTEGER] => Plan::Number { integer: true },
        [Kinds::BOOLEAN] => Plan::Bool,
        [Kinds::ARRAY] if shape.prefix_len() > 0 => Plan::Tuple,
        [Kinds::ARRAY] => Plan::Array,
        [Kinds::OBJECT] if shape.field_count() == 0 && shape.has_values() => Plan::Map,
        [_] => Plan::Object,
        several if !scope.may_merge(several.len()) => {
            Plan::Broken("the schema asks for too much work".to_owned())
        }
        several => Plan::Union(several.iter().map(|kind| Alternative::of_type(shape, *kind)).collect()),
    };
    (plan, nullable)
}

/// The type that other keywords tell; none of them when nothing tells any.
fn told(shape: &Shape<'_>) -> Kinds {
    let hints: [(Kinds, &[&str]); 4] = [
        (
            Kinds::OBJECT,
            &["properties", "required", "additionalProperties", "patternProperties", "minProperties"],
        ),
        (Kinds::ARRAY, &["items", "prefixItems", "minItems", "maxItems", "contains", "uniqueItems"]),
        (Kinds::NUMBER, &["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"]),
        (Kinds::STRING, &["minLength", "maxLength", "pattern", "format", "contentMediaType"]),
    ];
    let is_said = |names: &[&str]| shape.maps.iter().any(|applied| says_any(applied.map, names));
    hints.into_iter().find(|(_, names)| is_said(names)).map_or(Kinds::NONE, |(kind, _)| kind)
}

fn says_any(map: &Map<String, Value>, names: &[&str]) -> bool {
    names.iter().any(|name| map.contains_key(*name))
}

/// The type of a piece of JSON; none when it is a number that is beyond all trees. Containers are not
/// read for it.
pub(super) fn kind_of(raw: &Raw) -> Option<Kinds> {
    Some(match raw.as_str().as_bytes().first()? {
        b'{' => Kinds::OBJECT,
        b'[' => Kinds::ARRAY,
        b'"' => Kinds::STRING,
        b't' | b'f' => Kinds::BOOLEAN,
        b'n' => Kinds::NULL,
        _ => raw.read::<Value>().ok().map_or(Kinds::NUMBER, |value| Kinds::of(&value)),
    })
}
