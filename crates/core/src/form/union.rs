//! Alternatives: their shapes, their names, and which of them a value is.

use super::document::noun;
use super::plan::{Listed, kind_of};
use super::scope::Scope;
use super::shape::{Part, Shape};
use crate::Raw;
use crate::schema::allowed::Kinds;
use crate::schema::exact::is_same;
use crate::schema::short::{cut, short};
use serde_json::{Map, Value};
use std::collections::HashSet;

/// How much of a value is compared to tell alternatives apart, in bytes.
const LONGEST_TAG: usize = 200;
/// How many characters a name of an alternative has.
const LONGEST: usize = 60;

/// One of several ways to see a place.
pub(super) struct Alternative<'s> {
    /// All that applies when it is chosen.
    pub(super) shape: Shape<'s>,
    /// What applies only then.
    own: Shape<'s>,
    /// The schema of the alternative alone; none when it is only a type.
    branch: Option<Part<'s>>,
    kind: Option<Kinds>,
}

impl<'s> Alternative<'s> {
    /// `base` seen as one of its types.
    pub(super) fn of_type(base: &Shape<'s>, kind: Kinds) -> Self {
        let mut shape = base.clone();
        shape.types = kind;
        Alternative { own: shape.clone(), shape, branch: None, kind: Some(kind) }
    }

    /// The value that tells it apart, by the member `name`.
    fn tag(&self, name: &str) -> Option<&'s Value> {
        self.own.all("properties").find_map(|properties| only_value(properties.get(name)?.as_object()?))
    }

    /// The members that have one value only, with that value.
    fn tags(&self) -> impl Iterator<Item = (&'s str, &'s Value)> + '_ {
        let members = self.own.all("properties").filter_map(Value::as_object).flatten();
        members.filter_map(|(name, schema)| Some((name.as_str(), only_value(schema.as_object()?)?)))
    }

    /// Whether it is told apart by the member `name`.
    pub(super) fn is_tag(&self, name: &str) -> bool {
        self.tag(name).is_some()
    }

    fn name(&self, discriminator: Option<&str>) -> Option<String> {
        let words =
            |value: &Value| value.as_str().map_or_else(|| short(value, LONGEST), |text| cut(text, LONGEST));
        if let Some(kind) = self.kind {
            return Some(kind.words().trim_start_matches("an ").trim_start_matches("a ").to_owned());
        }
        let tag = || discriminator.and_then(|name| self.tag(name)).map(words);
        let definition = || self.own.definition.map(|name| cut(name, LONGEST));
        let value = || self.own.only_value().map(words);
        let kind = || {
            let kinds = self.own.types;
            (kinds != Kinds::ALL && kinds != Kinds::NONE)
                .then(|| kinds.words().replace("an ", "").replace("a ", ""))
        };
        self.own
            .text("title")
            .map(|title| cut(title, LONGEST))
            .or_else(tag)
            .or_else(definition)
            .or_else(value)
            .or_else(kind)
    }
}

/// The shapes of a place for each of `branches`.
pub(super) fn alternatives<'s>(
    scope: &Scope<'s>,
    base: &Shape<'s>,
    branches: &[Part<'s>],
    value: Option<&Raw>,
) -> Vec<Alternative<'s>> {
    let alternative = |branch: &Part<'s>| {
        let own = Shape::of(scope, [*branch], value);
        // What the alternative says comes first, since it is nearer.
        let mut shape = own.clone();
        shape.take_over(base);
        shape.types = shape.types.only(base.types);
        shape.unions.extend(&base.unions);
        if !scope.may_merge(base.maps.len()) {
            shape.trouble = Some("the schema asks for too much work".to_owned());
        }
        Alternative { shape, own, branch: Some(*branch), kind: None }
    };
    branches.iter().map(alternative).collect()
}

/// The values, when each alternative is a single one.
pub(super) fn single_values<'s>(alternatives: &[Alternative<'s>]) -> Option<Vec<Listed<'s>>> {
    let value = |alternative: &Alternative<'s>| {
        let value = alternative.own.only_value()?;
        let title = alternative.own.text("title").or_else(|| alternative.own.text("description"));
        Some(Listed { value, title })
    };
    alternatives.iter().map(value).collect()
}

/// The member whose value tells all alternatives apart.
pub(super) fn discriminator<'s>(base: &Shape<'s>, alternatives: &[Alternative<'s>]) -> Option<&'s str> {
    let stated = || base.get("discriminator")?.get("propertyName")?.as_str();
    let first = alternatives.first()?;
    let mut names = first.tags().map(|(name, _)| name);
    let is_everywhere = |name: &&str| {
        let mut seen = HashSet::new();
        alternatives.iter().all(|one| one.tag(name).is_some_and(|tag| seen.insert(short(tag, LONGEST_TAG))))
    };
    names.find(is_everywhere).or_else(stated)
}

/// The names of the alternatives, all different.
pub(super) fn names(alternatives: &[Alternative<'_>], discriminator: Option<&str>) -> Vec<String> {
    let mut taken = HashSet::new();
    let name = |(at, alternative): (usize, &Alternative<'_>)| {
        let name = alternative.name(discriminator).filter(|name| !name.trim().is_empty());
        let name = cut(&name.unwrap_or_else(|| format!("alternative {}", at + 1)), LONGEST);
        let name = if taken.contains(&name) { format!("{name} ({})", at + 1) } else { name };
        taken.insert(name.clone());
        name
    };
    alternatives.iter().enumerate().map(name).collect()
}

/// The alternative that `value` is: the first of those with the least wrong and
/// the fewest members it does not know. None when it is of a type
/// that none of them has; then the reason.
pub(super) fn choose<'s>(
    scope: &Scope<'s>,
    alternatives: &[Alternative<'s>],
    value: &Raw,
) -> Result<usize, String> {
    let kind = kind_of(value);
    let has_type = |one: &&(usize, &Alternative<'s>)| {
        one.1.shape.trouble.is_some() || kind.is_none_or(|kind| one.1.shape.types.has(kind))
    };
    let all: Vec<(usize, &Alternative<'s>)> = alternatives.iter().enumerate().collect();
    let fitting: Vec<&(usize, &Alternative<'s>)> = all.iter().filter(has_type).collect();
    match fitting.as_slice() {
        [] => {
            let tree: Value = value.read().unwrap_or_default();
            return Err(format!("none of the {} alternatives takes {}", alternatives.len(), noun(&tree)));
        }
        [(only, _)] => return Ok(*only),
        _ => {}
    }
    let tree: Option<Value> = value.read().ok();
    let rank = |one: &&&(usize, &Alternative<'s>)| {
        let (_, alternative) = ***one;
        let Some(tree) = &tree else { return (0, 0, 0) };
        let is_wrong = |(name, tag): (&str, &Value)| tree.get(name).is_some_and(|found| !is_same(found, tag));
        let wrong_tags = alternative.tags().filter(|tag| is_wrong(*tag)).count();
        let by_value = alternative.own.only_value().is_some_and(|only| !is_same(only, tree));
        let judged = alternative.branch.and_then(|branch| scope.judge.faults(branch, tree));
        let members = tree.as_object().into_iter().flatten();
        let unknown = members.filter(|(name, _)| !alternative.shape.declares(name)).count();
        let faults = judged.unwrap_or_else(|| missing(alternative, tree));
        (wrong_tags + usize::from(by_value), faults, unknown)
    };
    Ok(fitting.iter().min_by_key(rank).map_or(0, |one| one.0))
}

/// How many members are missing that the alternative requires, where nothing better can be told.
fn missing(alternative: &Alternative<'_>, tree: &Value) -> usize {
    let lists = alternative.own.all("required").filter_map(Value::as_array);
    lists.flatten().filter_map(Value::as_str).filter(|name| tree.get(name).is_none()).count()
}

fn only_value(map: &Map<String, Value>) -> Option<&Value> {
    map.get("const").or_else(|| match map.get("enum")?.as_array()?.as_slice() {
        [only] => Some(only),
        _ => None,
    })
}
