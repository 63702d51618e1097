//! How often a schema looks at one path into a value, at most.
//!
//! References make a small schema large: twenty definitions, each of which refers
//! to the next one twice, look at one place a million times. The number is worked
//! out beforehand, and a schema that asks too much is not used.

use super::places::{Holds, for_each_inside};
use crate::schema::addresses::{Addresses, Lead, Reach};
use serde_json::Value;
use std::collections::HashMap;

/// Schemas, told apart by the ways that lead to them, of which there may be so many.
const MOST_NODES: usize = 20_000;
/// References and combinations may follow each other so often without going deeper into the value.
const LONGEST_CHAIN: usize = 24;

/// How many looks one path into a value takes, by the depth of the value, counted up to `limit`. None
/// when a schema leads back to itself without going deeper, or refers to where no schema is known.
pub(super) fn by_depth(
    schema: &Value,
    addresses: &Addresses<'_>,
    deepest: usize,
    limit: u64,
) -> Option<Vec<u64>> {
    let nodes = Node::all(schema, addresses)?;
    let order = innermost_first(&nodes)?;
    let mut efforts = Vec::with_capacity(deepest + 1);
    let mut above: Vec<u64> = vec![0; nodes.len()];
    for _ in 0..=deepest {
        let mut looks: Vec<u64> = vec![0; nodes.len()];
        for at in &order {
            let Node { same, below, one_below, own } = &nodes[*at];
            let sum = |all: &[usize], looks: &[u64]| {
                all.iter().fold(0u64, |sum, at| sum.saturating_add(looks[*at]))
            };
            let most = one_below.iter().map(|at| above[*at]).max().unwrap_or_default();
            looks[*at] = (sum(same, &looks) + sum(below, &above)).saturating_add(most + own).min(limit);
        }
        efforts.push(looks[0]);
        above = looks;
    }
    Some(efforts)
}

/// The schemas one schema hands the value on to, by number.
#[derive(Default)]
struct Node {
    /// For the same place of the value.
    same: Vec<usize>,
    /// For parts of it.
    below: Vec<usize>,
    /// For parts of it, one of them for each part.
    one_below: Vec<usize>,
    /// Looks of its own: one, and one for each value or name that it lists.
    own: u64,
}

impl Node {
    /// All schemas that a value can be handed on to, beginning with `root`.
    fn all(root: &Value, addresses: &Addresses<'_>) -> Option<Vec<Node>> {
        let mut places: Places<'_> = Places::default();
        places.number(root, addresses.whole());
        let mut nodes = Vec::new();
        while let Some((schema, reach)) = places.list.get(nodes.len()).copied() {
            let listed = |keyword: &str| schema.get(keyword).and_then(Value::as_array).map_or(0, Vec::len);
            let own = 1 + listed("enum") as u64 + listed("required") as u64;
            let mut node = Node { own, ..Node::default() };
            for_each_inside(schema, |_, holds, inside| {
                let list = match holds {
                    Holds::Same | Holds::SameList | Holds::SameMap => &mut node.same,
                    Holds::Below | Holds::BelowPatterns => &mut node.below,
                    Holds::BelowList | Holds::BelowMap => &mut node.one_below,
                    Holds::Shelf => return,
                };
                list.push(places.number(inside, addresses.inside(reach, inside)));
            });
            let references = schema.as_object().map(|members| addresses.references(members, reach));
            for (_, _, lead) in references.into_iter().flatten() {
                let Lead::To(target, reach) = lead else { return None };
                node.same.push(places.number(target, reach));
            }
            nodes.push(node);
            if places.list.len() > MOST_NODES || addresses.is_exhausted() {
                return None;
            }
        }
        Some(nodes)
    }
}

/// Schemas and the ways to them, numbered.
#[derive(Default)]
struct Places<'a> {
    list: Vec<(&'a Value, Reach)>,
    /// The same schema has the same address as long as it is borrowed.
    numbers: HashMap<(*const Value, Reach), usize>,
}

impl<'a> Places<'a> {
    fn number(&mut self, schema: &'a Value, reach: Reach) -> usize {
        *self.numbers.entry((std::ptr::from_ref(schema), reach)).or_insert_with(|| {
            self.list.push((schema, reach));
            self.list.len() - 1
        })
    }
}

/// The nodes in an order in which each comes after those it hands the same place on to. None when
/// there is none, or when too many follow each other.
fn innermost_first(nodes: &[Node]) -> Option<Vec<usize>> {
    let mut users: Vec<Vec<usize>> = nodes.iter().map(|_| Vec::new()).collect();
    let mut open: Vec<usize> = nodes.iter().map(|node| node.same.len()).collect();
    for (at, node) in nodes.iter().enumerate() {
        for inner in &node.same {
            users[*inner].push(at);
        }
    }
    let mut chain = vec![0usize; nodes.len()];
    let mut order: Vec<usize> = (0..nodes.len()).filter(|at| open[*at] == 0).collect();
    let mut done = 0;
    while let Some(at) = order.get(done).copied() {
        for user in &users[at] {
            chain[*user] = chain[*user].max(chain[at] + 1);
            open[*user] -= 1;
            if open[*user] == 0 {
                order.push(*user);
            }
        }
        done += 1;
    }
    (order.len() == nodes.len() && chain.iter().all(|chain| *chain <= LONGEST_CHAIN)).then_some(order)
}
