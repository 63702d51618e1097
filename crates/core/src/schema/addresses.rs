//! Which schema of a document is found by which reference.
//!
//! A part of a document with an `$id` is a resource of its own: references inside it are
//! read relative to that, and its anchors are its own. A `$dynamicRef` leads to the
//! outermost resource on the way that has an anchor of that name, so what a reference
//! means depends on the way; the way is kept as far as it matters for that, as a
//! [`Reach`]. Nothing is fetched: what is in another document is elsewhere.

use super::reference::percent_decoded;
use crate::check::schema::{dialect, for_each_inside};
use crate::doc::name_of;
use jsonschema::{Draft, Uri, uri};
use serde_json::{Map, Value};
use std::cell::{Cell, RefCell};
use std::collections::HashMap;

/// More ways than that are not told apart.
const MOST_WAYS: usize = 4_096;
/// What a document without `$id` is relative to. No server can mean it.
const NOWHERE: &str = "json-schema:///";
/// The name of the one anchor that 2019-09 knows as `$recursiveAnchor`. No `$dynamicAnchor` is called so.
const RECURSIVE: &str = "";

/// From where the references of a schema are read: its resource, and the way to it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Reach {
    resource: usize,
    way: usize,
}

/// Where a reference leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Lead<'s> {
    /// To a schema, with what its own references are read from.
    To(&'s Value, Reach),
    /// To a place of the document where nothing is.
    Nowhere,
    /// To another document, as its address or, relative to nothing, as it is written.
    Elsewhere(String),
}

/// The addresses of one document.
pub(crate) struct Addresses<'s> {
    draft: Draft,
    resources: Vec<Resource<'s>>,
    /// The resources by the places where they begin.
    beginnings: HashMap<*const Value, usize>,
    by_uri: HashMap<String, usize>,
    ways: RefCell<Vec<Way>>,
    longer: RefCell<HashMap<(usize, usize), usize>>,
    is_exhausted: Cell<bool>,
}

struct Resource<'s> {
    schema: &'s Value,
    uri: Option<Uri<String>>,
    anchors: HashMap<&'s str, &'s Value>,
    dynamic: HashMap<&'s str, &'s Value>,
}

/// A way over resources with dynamic anchors: one more after another way.
#[derive(Clone, Copy)]
struct Way {
    before: usize,
    resource: usize,
}

/// The way on which there was nothing yet.
const START: usize = 0;

impl<'s> Addresses<'s> {
    /// The addresses in `document`.
    pub(crate) fn of(document: &'s Value) -> Self {
        let mut addresses = Addresses {
            draft: dialect(document).unwrap_or(Draft::Draft202012),
            resources: Vec::new(),
            beginnings: HashMap::new(),
            by_uri: HashMap::new(),
            ways: RefCell::new(vec![Way { before: START, resource: 0 }]),
            longer: RefCell::default(),
            is_exhausted: Cell::new(false),
        };
        let uri = addresses.id(document).map_or_else(|| uri::from_str(NOWHERE), uri::from_str).ok();
        addresses.begin(document, uri);
        addresses.walk(document, 0);
        addresses
    }

    /// From where the references of the whole document are read.
    pub(crate) fn whole(&self) -> Reach {
        self.entered(START, 0)
    }

    /// From where the references of `inner` are read, which stands directly in a schema of `reach`.
    pub(crate) fn inside(&self, reach: Reach, inner: &Value) -> Reach {
        match self.beginnings.get(&std::ptr::from_ref(inner)) {
            Some(resource) => self.entered(reach.way, *resource),
            None => reach,
        }
    }

    /// Where the references of `schema` lead, with the keywords that hold them.
    pub(crate) fn references<'a>(
        &'a self,
        schema: &'a Map<String, Value>,
        reach: Reach,
    ) -> impl Iterator<Item = (&'static str, &'a str, Lead<'s>)> + 'a {
        self.keywords().iter().filter_map(move |keyword| {
            let reference = schema.get(*keyword)?.as_str()?;
            Some((*keyword, reference, self.lead(keyword, reference, reach)))
        })
    }

    /// Whether no part of the document has an address of its own.
    pub(crate) fn is_one_resource(&self) -> bool {
        self.resources.len() == 1
    }

    /// Whether there were more ways than are told apart.
    pub(crate) fn is_exhausted(&self) -> bool {
        self.is_exhausted.get()
    }

    /// The keywords that hold references in the dialect of the document.
    fn keywords(&self) -> &'static [&'static str] {
        match self.draft {
            Draft::Draft4 | Draft::Draft6 | Draft::Draft7 => &["$ref"],
            Draft::Draft201909 => &["$ref", "$recursiveRef"],
            _ => &["$ref", "$dynamicRef"],
        }
    }

    fn lead(&self, keyword: &str, reference: &str, reach: Reach) -> Lead<'s> {
        let (address, fragment) = reference.split_once('#').unwrap_or((reference, ""));
        let from = if address.is_empty() {
            reach.resource
        } else {
            match self.document(address, reach.resource) {
                Ok(resource) => resource,
                Err(elsewhere) if fragment.is_empty() => return Lead::Elsewhere(elsewhere),
                Err(elsewhere) => return Lead::Elsewhere(format!("{elsewhere}#{fragment}")),
            }
        };
        let Some(fragment) = percent_decoded(fragment) else { return Lead::Nowhere };
        let Some((schema, resource)) = self.fragment(from, &fragment) else { return Lead::Nowhere };
        let name = match keyword {
            "$dynamicRef" => Some(fragment.as_str()).filter(|name| !name.is_empty()),
            "$recursiveRef" => Some(RECURSIVE),
            _ => None,
        };
        let is_dynamic = |name: &&str| {
            self.resources[resource].dynamic.get(*name).is_some_and(|known| std::ptr::eq(*known, schema))
        };
        match name.filter(is_dynamic).and_then(|name| self.outermost(reach.way, name)) {
            Some((schema, resource)) => Lead::To(schema, self.entered(reach.way, resource)),
            None => Lead::To(schema, self.entered(reach.way, resource)),
        }
    }

    /// The resource with that address, relative to another one; otherwise what it is called elsewhere.
    fn document(&self, address: &str, relative_to: usize) -> Result<usize, String> {
        let base = self.resources[relative_to].uri.as_ref().ok_or_else(|| address.to_owned())?;
        let uri = uri::resolve_against(&base.borrow(), address).map_err(|_| address.to_owned())?;
        let known = self.by_uri.get(uri.as_str()).copied();
        let called = if uri.as_str().starts_with(NOWHERE) { address } else { uri.as_str() };
        known.ok_or_else(|| called.to_owned())
    }

    /// What a fragment means in a resource: the whole, a JSON pointer, or an anchor.
    fn fragment(&self, resource: usize, fragment: &str) -> Option<(&'s Value, usize)> {
        let root = self.resources[resource].schema;
        if fragment.is_empty() {
            return Some((root, resource));
        }
        let Some(path) = fragment.strip_prefix('/') else {
            return self.resources[resource].anchors.get(fragment).map(|schema| (*schema, resource));
        };
        let (mut schema, mut home) = (root, resource);
        for step in path.split('/') {
            let step = name_of(step);
            schema = match schema {
                Value::Object(members) => members.get(&step)?,
                Value::Array(items) => items.get(step.parse::<usize>().ok()?)?,
                _ => return None,
            };
            home = self.beginnings.get(&std::ptr::from_ref(schema)).copied().unwrap_or(home);
        }
        Some((schema, home))
    }

    /// The anchor `name` of the outermost resource on the way that has one.
    fn outermost(&self, way: usize, name: &str) -> Option<(&'s Value, usize)> {
        let ways = self.ways.borrow();
        let (mut at, mut found) = (way, None);
        while at != START {
            let Way { before, resource } = ways[at];
            found = self.resources[resource].dynamic.get(name).map(|schema| (*schema, resource)).or(found);
            at = before;
        }
        found
    }

    /// The reach of `resource` after `way`. Only resources that give a name a meaning make a way longer.
    fn entered(&self, way: usize, resource: usize) -> Reach {
        let mut names = self.resources[resource].dynamic.keys();
        if names.all(|name| self.outermost(way, name).is_some()) {
            return Reach { resource, way };
        }
        if let Some(way) = self.longer.borrow().get(&(way, resource)) {
            return Reach { resource, way: *way };
        }
        let mut ways = self.ways.borrow_mut();
        if ways.len() >= MOST_WAYS {
            self.is_exhausted.set(true);
            return Reach { resource, way };
        }
        ways.push(Way { before: way, resource });
        self.longer.borrow_mut().insert((way, resource), ways.len() - 1);
        Reach { resource, way: ways.len() - 1 }
    }

    fn walk(&mut self, schema: &'s Value, resource: usize) {
        let Value::Object(members) = schema else { return };
        self.name(schema, members, resource);
        for_each_inside(schema, |_, _, inside| {
            let resource = self.beginning(inside, resource).unwrap_or(resource);
            self.walk(inside, resource);
        });
    }

    /// The resource that begins with `schema`, if it has an address of its own.
    fn beginning(&mut self, schema: &'s Value, outer: usize) -> Option<usize> {
        let id = self.id(schema)?;
        let base = self.resources[outer].uri.as_ref()?;
        let uri = uri::resolve_against(&base.borrow(), id).ok()?;
        Some(self.begin(schema, Some(uri)))
    }

    fn begin(&mut self, schema: &'s Value, uri: Option<Uri<String>>) -> usize {
        let number = self.resources.len();
        if let Some(uri) = &uri {
            let address = uri.as_str().split('#').next().unwrap_or_default();
            self.by_uri.entry(address.to_owned()).or_insert(number);
        }
        self.beginnings.insert(std::ptr::from_ref(schema), number);
        let (anchors, dynamic) = Default::default();
        self.resources.push(Resource { schema, uri, anchors, dynamic });
        number
    }

    /// The address that `schema` gives itself. Until draft-07 one that is only a fragment was an anchor, and
    /// nothing counted beside `$ref`.
    fn id(&self, schema: &'s Value) -> Option<&'s str> {
        let members = schema.as_object()?;
        if self.is_old() && members.contains_key("$ref") {
            return None;
        }
        let keyword = if self.draft == Draft::Draft4 { "id" } else { "$id" };
        members.get(keyword)?.as_str().filter(|id| !id.starts_with('#'))
    }

    fn is_old(&self) -> bool {
        matches!(self.draft, Draft::Draft4 | Draft::Draft6 | Draft::Draft7)
    }

    /// Takes down the anchors of one schema.
    fn name(&mut self, schema: &'s Value, members: &'s Map<String, Value>, resource: usize) {
        let text = |keyword: &str| members.get(keyword).and_then(Value::as_str);
        let anchor = if self.is_old() {
            text(if self.draft == Draft::Draft4 { "id" } else { "$id" }).and_then(|id| id.strip_prefix('#'))
        } else {
            text("$anchor")
        };
        let is_modern = self.draft == Draft::Draft202012;
        let dynamic = text("$dynamicAnchor").filter(|name| is_modern && !name.is_empty());
        let is_recursive = self.draft == Draft::Draft201909
            && members.get("$recursiveAnchor") == Some(&Value::Bool(true))
            && std::ptr::eq(schema, self.resources[resource].schema);
        let resource = &mut self.resources[resource];
        for name in anchor.into_iter().chain(dynamic) {
            resource.anchors.entry(name).or_insert(schema);
        }
        for name in dynamic.into_iter().chain(is_recursive.then_some(RECURSIVE)) {
            resource.dynamic.entry(name).or_insert(schema);
        }
    }
}

#[cfg(test)]
mod tests;
