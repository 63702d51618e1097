//! All that a schema says about one place of a value, put together.
//!
//! What stands there, what it refers to, all it is made of, and what applies
//! because of the value that is there (`if`, `dependentSchemas`). Alternatives stay
//! apart until `plan.rs` and `union.rs` decide about them. Nothing is copied: a
//! shape is a list of the schemas that apply.

mod parts;

use super::document::CUT;
use super::scope::Scope;
use crate::Raw;
use crate::schema::addresses::{Lead, Reach};
use crate::schema::allowed::{Kinds, list};
use crate::schema::short::{cut, escaped};
use serde_json::{Map, Value};

/// How many schemas may apply to one place.
const MOST_PARTS: usize = 64;
/// How much of a reference is told.
const LONGEST: usize = 80;

/// A schema with that from which its references are read.
#[derive(Clone, Copy)]
pub(super) struct Part<'s> {
    pub(super) schema: &'s Value,
    pub(super) reach: Reach,
}

/// One schema that applies to a place.
#[derive(Clone, Copy)]
pub(super) struct Applied<'s> {
    pub(super) map: &'s Map<String, Value>,
    pub(super) reach: Reach,
}

impl<'s> Applied<'s> {
    /// `inner`, which stands directly in this schema.
    pub(super) fn part(self, scope: &Scope<'s>, inner: &'s Value) -> Part<'s> {
        Part { schema: inner, reach: scope.addresses.inside(self.reach, inner) }
    }

    fn is(self, other: Applied<'s>) -> bool {
        std::ptr::eq(self.map, other.map) && self.reach == other.reach
    }
}

/// Alternatives, and the schema that names them.
#[derive(Clone, Copy)]
pub(super) struct Branches<'s> {
    pub(super) of: Applied<'s>,
    pub(super) list: &'s [Value],
}

/// The schemas that apply to one place.
#[derive(Clone)]
pub(super) struct Shape<'s> {
    /// Those that apply, nearest first.
    pub(super) maps: Vec<Applied<'s>>,
    /// Alternatives of which one is still to be chosen.
    pub(super) unions: Vec<Branches<'s>>,
    /// The name of the definition that was referred to first.
    pub(super) definition: Option<&'s str>,
    /// The types that are left; all of them when no schema says anything.
    pub(super) types: Kinds,
    /// Why no form can be made of it.
    pub(super) trouble: Option<String>,
}

impl<'s> Shape<'s> {
    /// The shape of the whole value.
    pub(super) fn whole(scope: &Scope<'s>, value: Option<&Raw>) -> Self {
        let whole = Part { schema: scope.schema, reach: scope.addresses.whole() };
        let mut shape = Self::of(scope, [whole], value);
        if let Some(trouble) = scope.trouble {
            shape.trouble = Some(trouble.to_owned());
        }
        shape
    }

    /// The shape of a place to which all of `schemas` apply and where `value` stands.
    pub(super) fn of(
        scope: &Scope<'s>,
        schemas: impl IntoIterator<Item = Part<'s>>,
        value: Option<&Raw>,
    ) -> Self {
        let mut shape = Shape {
            maps: Vec::new(),
            unions: Vec::new(),
            definition: None,
            types: Kinds::ALL,
            trouble: None,
        };
        for schema in schemas {
            shape.add(scope, schema, value);
        }
        shape
    }

    /// Puts one more schema to those that apply.
    pub(super) fn add(&mut self, scope: &Scope<'s>, part: Part<'s>, value: Option<&Raw>) {
        match part.schema {
            Value::Object(map) => self.add_map(scope, Applied { map, reach: part.reach }, value),
            Value::Bool(false) => self.fail("the schema allows nothing here".to_owned()),
            Value::Bool(true) => {}
            _ => self.fail("what stands in the place of a schema is none".to_owned()),
        }
    }

    /// Puts the schemas of `other` to those that apply, without what they refer to.
    pub(super) fn take_over(&mut self, other: &Shape<'s>) {
        for map in &other.maps {
            if !self.maps.iter().any(|known| known.is(*map)) {
                self.maps.push(*map);
            }
        }
    }

    fn add_map(&mut self, scope: &Scope<'s>, applied: Applied<'s>, value: Option<&Raw>) {
        // A schema that is there already adds nothing, and would never end.
        if self.maps.iter().any(|known| known.is(applied)) {
            return;
        }
        let map = applied.map;
        if self.maps.len() >= MOST_PARTS {
            return self.fail(format!("more than {MOST_PARTS} schemas apply here"));
        }
        if !scope.may_merge(1) {
            return self.fail("the schema asks for too much work".to_owned());
        }
        self.maps.push(applied);
        if let Some(types) = stated_types(map) {
            self.types = self.types.only(types);
        }
        for (keyword, _, lead) in scope.addresses.references(map, applied.reach) {
            let reference = map.get(keyword).and_then(Value::as_str).unwrap_or_default();
            self.refer(scope, reference, lead, value);
        }
        for schema in list(map, "allOf") {
            self.add(scope, applied.part(scope, schema), value);
        }
        for name in ["oneOf", "anyOf"] {
            let branches = list(map, name);
            if !branches.is_empty() {
                self.unions.push(Branches { of: applied, list: branches });
            }
        }
        if let Some(value) = value {
            self.add_conditional(scope, applied, value);
        }
    }

    fn refer(&mut self, scope: &Scope<'s>, reference: &'s str, lead: Lead<'s>, value: Option<&Raw>) {
        match lead {
            Lead::To(schema, reach) => {
                let name = reference.rsplit(['/', '#']).next().filter(|name| !name.is_empty());
                self.definition = self.definition.or(name);
                self.add(scope, Part { schema, reach }, value);
            }
            Lead::Nowhere if reference == CUT => self.fail("the schema nests too deep".to_owned()),
            Lead::Nowhere => {
                let reference = escaped(&cut(reference, LONGEST));
                self.fail(format!("the schema refers to `{reference}`, and nothing is there"));
            }
            Lead::Elsewhere(address) => {
                let address = escaped(&cut(&address, LONGEST));
                self.fail(format!("the schema refers to `{address}`, which is elsewhere and is not fetched"));
            }
        }
    }

    /// What applies because of what is there.
    fn add_conditional(&mut self, scope: &Scope<'s>, applied: Applied<'s>, value: &Raw) {
        let map = applied.map;
        if let Some(condition) = map.get("if") {
            let tree: Option<Value> = value.read().ok();
            let branch = match tree.and_then(|tree| scope.judge.fits(applied.part(scope, condition), &tree)) {
                Some(true) => map.get("then"),
                Some(false) => map.get("else"),
                None => None,
            };
            if let Some(branch) = branch {
                self.add(scope, applied.part(scope, branch), Some(value));
            }
        }
        for keyword in ["dependentSchemas", "dependencies"] {
            let dependent = map.get(keyword).and_then(Value::as_object).into_iter().flatten();
            // In `dependencies` a list is one of names.
            for (name, schema) in dependent.filter(|(_, schema)| !schema.is_array()) {
                if value.member(name).is_some() {
                    self.add(scope, applied.part(scope, schema), Some(value));
                }
            }
        }
    }

    fn fail(&mut self, reason: String) {
        self.trouble.get_or_insert(reason);
    }

    /// The keyword `name`, where it is said first.
    pub(super) fn get(&self, name: &str) -> Option<&'s Value> {
        self.maps.iter().find_map(|applied| applied.map.get(name))
    }

    /// What every schema says for the keyword `name`.
    pub(super) fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'s Value> + 'a {
        self.maps.iter().filter_map(move |applied| applied.map.get(name))
    }

    /// The text of the keyword `name`, where it is said first.
    pub(super) fn text(&self, name: &str) -> Option<&'s str> {
        self.maps.iter().find_map(|applied| applied.map.get(name)?.as_str())
    }

    /// Whether any schema says `true` for the keyword `name`.
    pub(super) fn says(&self, name: &str) -> bool {
        self.all(name).any(|value| *value == Value::Bool(true))
    }

    /// A count such as `minItems`: the strictest one.
    pub(super) fn least(&self, name: &str) -> Option<u64> {
        self.all(name).filter_map(count).max()
    }

    /// A count such as `maxItems`: the strictest one.
    pub(super) fn most(&self, name: &str) -> Option<u64> {
        self.all(name).filter_map(count).min()
    }

    /// The only value that may stand here.
    pub(super) fn constant(&self) -> Option<&'s Value> {
        self.get("const")
    }

    /// The only value that may stand here, also when it is said by a list of one.
    pub(super) fn only_value(&self) -> Option<&'s Value> {
        self.constant().or_else(|| match self.get("enum")?.as_array()?.as_slice() {
            [only] => Some(only),
            _ => None,
        })
    }
}

/// The types that `map` itself states; none when it states none.
pub(super) fn stated_types(map: &Map<String, Value>) -> Option<Kinds> {
    match map.get("type")? {
        Value::String(name) => Kinds::named(name),
        Value::Array(names) => {
            names.iter().filter_map(Value::as_str).filter_map(Kinds::named).reduce(Kinds::and)
        }
        _ => None,
    }
}

fn count(value: &Value) -> Option<u64> {
    // Some write 1.0 where they mean 1.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the cast saturates, as it should"
    )]
    value.as_u64().or_else(|| value.as_f64().map(|count| count as u64))
}
