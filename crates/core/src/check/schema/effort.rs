//! How often a schema looks at one path into a value, at most.
//!
//! References make a small schema large: twenty definitions, each of which refers
//! to the next one twice, look at one place a million times. The number is worked
//! out beforehand, and a schema that asks too much is not used.

use super::places::{Holds, for_each_inside, percent_decoded};
use serde_json::Value;
use std::collections::HashMap;

/// References and combinations may follow each other so often without going deeper into the value.
const LONGEST_CHAIN: usize = 24;

/// How many looks one path into a value takes, by the depth of the value, counted up to `limit`. None
/// when a schema leads back to itself without going deeper, or refers to where no schema is known.
pub(super) fn by_depth(schema: &Value, deepest: usize, limit: u64) -> Option<Vec<u64>> {
    let nodes = Node::all(schema)?;
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
    /// All schemas in `root`, which is the first.
    fn all(root: &Value) -> Option<Vec<Node>> {
        let mut schemas = vec![root];
        let mut at = 0;
        while let Some(schema) = schemas.get(at) {
            let mut inside = Vec::new();
            for_each_inside(schema, |_, _, schema| inside.push(schema));
            schemas.extend(inside);
            at += 1;
        }
        // The same value has the same address as long as `root` is borrowed.
        let numbers: HashMap<*const Value, usize> = schemas
            .iter()
            .enumerate()
            .map(|(number, schema)| (std::ptr::from_ref(*schema), number))
            .collect();
        let number = |schema: &Value| numbers.get(&std::ptr::from_ref(schema)).copied();
        let mut nodes = Vec::with_capacity(schemas.len());
        for schema in &schemas {
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
                list.extend(number(inside));
            });
            if let Some(target) = schema.get("$ref").and_then(Value::as_str) {
                let pointer = percent_decoded(target.strip_prefix('#')?)?;
                node.same.push(number(root.pointer(&pointer)?)?);
            }
            nodes.push(node);
        }
        Some(nodes)
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
