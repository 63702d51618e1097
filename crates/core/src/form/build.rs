//! The nodes of a form, made from shapes and the value.
//!
//! How many nodes there are and how large they are together is bounded; what goes
//! beyond is a place where JSON is typed, with the reason. Members that are not
//! there are shown as far as the schema does not lead back to itself.

mod leaf;
mod parts;

use super::node::{Choice, Kind, Node, State, Variant};
use super::plan::{Listed, Plan, Planned, kind_of, plan};
use super::scope::Scope;
use super::shape::Shape;
use super::union;
use crate::Raw;
use crate::brief::brief;
use crate::schema::allowed::Kinds;
use crate::schema::exact::is_same;
use crate::schema::short::cut;
use serde_json::{Map, Value};

/// How many nodes a form has at most.
pub(super) const MOST_NODES: usize = 2_000;
/// How large all names and proposed values of a form are together, in bytes.
const MOST_BYTES: usize = 4_000_000;
/// Longer values of the schema are not shown.
const LONGEST_LITERAL: usize = 64 * 1024;
/// How deep nodes nest.
const DEEPEST: usize = 32;
/// How many examples one node has.
const MOST_EXAMPLES: usize = 10;
/// How many characters of a title are told.
const LONGEST_TITLE: usize = 200;

/// The form of `value`, which is the whole.
pub(super) fn build(scope: &Scope<'_>, value: &Raw) -> Node {
    let mut builder = Builder { scope, nodes_left: MOST_NODES - 1, bytes_left: MOST_BYTES, open: Vec::new() };
    let spot = Spot { pointer: String::new(), name: None, required: true };
    builder.node(spot, Shape::whole(scope, Some(value)), Some(value), 0)
}

/// Where a node stands.
struct Spot {
    pointer: String,
    name: Option<String>,
    required: bool,
}

struct Builder<'b, 's> {
    scope: &'b Scope<'s>,
    nodes_left: usize,
    bytes_left: usize,
    /// The schemas of all places above.
    open: Vec<&'s Map<String, Value>>,
}

impl<'s> Builder<'_, 's> {
    /// The node of one place. The parent has paid for it.
    fn node(&mut self, spot: Spot, shape: Shape<'s>, value: Option<&Raw>, depth: usize) -> Node {
        let state = match value {
            None => State::Unset,
            Some(raw) if raw.as_str() == "null" => State::Null,
            Some(_) => State::Value,
        };
        // Null is a state of its own; what could stand there instead is shown as if nothing did.
        let shown = value.filter(|_| state == State::Value);
        let Planned { shape, plan, nullable } = plan(self.scope, shape, shown);
        let default = shape.get("default");
        let node = Node {
            title: shape.text("title").map(|title| cut(title, LONGEST_TITLE)),
            description: shape.text("description").map(brief),
            required: spot.required,
            nullable,
            state,
            is_default: default.zip(value).is_some_and(|(default, value)| is_value(default, value)),
            default: default.and_then(|default| self.literal(default)),
            examples: self.examples(&shape),
            read_only: shape.says("readOnly"),
            deprecated: shape.says("deprecated"),
            kind: Kind::Null {},
            pointer: spot.pointer,
            name: spot.name,
        };
        let kind = self.kind(&node, &shape, plan, shown, depth);
        let kind = match kind {
            Ok(kind) => kind,
            Err(reason) => Kind::Raw { raw: value.map(|raw| raw.as_str().to_owned()), reason },
        };
        Node { kind, ..node }
    }

    /// What kind the node is; otherwise why it is a place for JSON.
    fn kind(
        &mut self,
        node: &Node,
        shape: &Shape<'s>,
        plan: Plan<'s>,
        value: Option<&Raw>,
        depth: usize,
    ) -> Result<Kind, String> {
        let leads_back =
            || shape.maps.iter().any(|applied| self.open.iter().any(|open| std::ptr::eq(*open, applied.map)));
        let goes_on = matches!(plan, Plan::Object | Plan::Map | Plan::Array | Plan::Tuple | Plan::Union(_));
        if value.is_none() && goes_on && leads_back() {
            let title = shape.text("title").or(shape.definition);
            return Ok(Kind::Ref { of: title.map(|title| cut(title, LONGEST_TITLE)) });
        }
        if goes_on && depth >= DEEPEST {
            return Err(format!("what nests deeper than {DEEPEST} levels is shown as JSON"));
        }
        match plan {
            Plan::Broken(reason) => Err(reason),
            Plan::Any => Err("the schema allows any JSON here".to_owned()),
            Plan::Const(constant) => match value {
                Some(value) if !is_value(constant, value) => {
                    Err("only one value is allowed here, and this is another".to_owned())
                }
                _ => {
                    let json =
                        self.literal(constant).ok_or_else(|| "the only value is too large".to_owned())?;
                    Ok(Kind::Const { json })
                }
            },
            Plan::Enum(listed) => self.one_of(&listed, value),
            Plan::Union(alternatives) => {
                let chosen =
                    value.map(|value| union::choose(self.scope, &alternatives, value)).transpose()?;
                let discriminator = union::discriminator(shape, &alternatives);
                let titles = union::names(&alternatives, discriminator);
                let words = alternatives
                    .iter()
                    .map(|one| super::plan::plan(self.scope, one.shape.clone(), None).plan.word().to_owned());
                let variants: Vec<Variant> =
                    titles.into_iter().zip(words).map(|(title, kind)| Variant { title, kind }).collect();
                if !self.reserve(usize::from(chosen.is_some()), variants.len() * 64 + node.pointer.len()) {
                    return Err(too_large());
                }
                let node = chosen.and_then(|chosen| {
                    let shape = alternatives.into_iter().nth(chosen)?.shape;
                    let spot = Spot {
                        pointer: node.pointer.clone(),
                        name: node.name.clone(),
                        required: node.required,
                    };
                    Some(Box::new(self.node(spot, shape, value, depth + 1)))
                });
                let discriminator = discriminator.map(|name| cut(name, LONGEST_TITLE));
                Ok(Kind::Union { variants, chosen, node, discriminator })
            }
            Plan::String => leaf::string(shape, value),
            Plan::Number { integer } => self.number(shape, integer, value),
            Plan::Bool => Ok(Kind::Bool { value: leaf::read(value, Kinds::BOOLEAN)? }),
            Plan::Null => match value {
                Some(value) => Err(leaf::wrong_type(Kinds::NULL, value)),
                None => Ok(Kind::Null {}),
            },
            Plan::Object | Plan::Map | Plan::Array | Plan::Tuple => {
                let level = self.open.len();
                self.open.extend(shape.maps.iter().map(|applied| applied.map));
                let kind = match plan {
                    Plan::Object => self.object(node, shape, value, depth),
                    Plan::Map => self.map(node, shape, value, depth),
                    Plan::Array => self.array(node, shape, value, depth),
                    _ => self.tuple(node, shape, value, depth),
                };
                self.open.truncate(level);
                kind
            }
        }
    }

    /// One of the listed values.
    fn one_of(&mut self, listed: &[Listed<'s>], value: Option<&Raw>) -> Result<Kind, String> {
        let options = self.options(listed)?;
        let chosen = value.and_then(|value| place_in(listed, value));
        let other = value.filter(|_| chosen.is_none()).map(|value| value.as_str().to_owned());
        Ok(Kind::Enum { options, multi: false, chosen: chosen.into_iter().collect(), other })
    }

    fn options(&mut self, listed: &[Listed<'s>]) -> Result<Vec<Choice>, String> {
        let option = |listed: &Listed<'s>| {
            let json = self.literal(listed.value)?;
            Some(Choice { json, title: listed.title.map(|title| cut(title, LONGEST_TITLE)) })
        };
        let options: Option<Vec<Choice>> = listed.iter().map(option).collect();
        options.ok_or_else(|| format!("the {} values to choose from are too many to be shown", listed.len()))
    }

    fn examples(&mut self, shape: &Shape<'s>) -> Vec<String> {
        let listed = shape.get("examples").and_then(Value::as_array).into_iter().flatten();
        let all = listed.chain(shape.get("example")).take(MOST_EXAMPLES);
        all.filter_map(|example| self.literal(example)).collect()
    }

    /// The text of a value of the schema, if there is room for it. What is too large is paid for as
    /// well, since looking at it was work.
    fn literal(&mut self, value: &Value) -> Option<String> {
        let most = self.bytes_left.min(LONGEST_LITERAL);
        let text = self.scope.spellings.text(value, most);
        let size = text.as_ref().map_or(most, String::len);
        self.bytes_left = self.bytes_left.saturating_sub(size + 32);
        text
    }

    /// Pays for nodes and bytes; false, and nothing is paid, when too little is left.
    fn reserve(&mut self, nodes: usize, bytes: usize) -> bool {
        match (self.nodes_left.checked_sub(nodes), self.bytes_left.checked_sub(bytes)) {
            (Some(nodes), Some(bytes)) => {
                (self.nodes_left, self.bytes_left) = (nodes, bytes);
                true
            }
            _ => false,
        }
    }
}

fn too_large() -> String {
    format!("a form has at most {MOST_NODES} fields, so this part is shown as JSON")
}

/// Which of the listed values `raw` is.
fn place_in(listed: &[Listed<'_>], raw: &Raw) -> Option<usize> {
    let value: Value = raw.read().ok()?;
    listed.iter().position(|listed| is_same(listed.value, &value))
}

/// Whether `raw` is the value `value`; numbers may be spelled differently.
fn is_value(value: &Value, raw: &Raw) -> bool {
    kind_of(raw).is_some_and(|kind| Kinds::of(value) == kind)
        && raw.read::<Value>().is_ok_and(|other| is_same(value, &other))
}
