//! What changed between two lists of what servers offer: items are matched by what they are called.

use super::{Change, changes};
use crate::command::List;
use crate::pretty::compact;
use crate::raw::Raw;
use serde::Serialize;
use std::collections::{BTreeMap, HashMap};

/// How many changes within items are told, all items together.
const MOST_CHANGES: usize = 2000;

/// What changed between two lists.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ListDiff {
    /// What is only in the new one.
    pub added: Vec<String>,
    /// What is only in the old one.
    pub removed: Vec<String>,
    /// What is in both and differs.
    pub changed: Vec<ItemDiff>,
    /// How many are the same in both.
    pub same: usize,
    /// Whether those in both come in another order.
    pub reordered: bool,
}

/// An item that differs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ItemDiff {
    /// What it is called: a name, a URI or a template.
    pub name: String,
    /// Where it differs.
    pub changes: Vec<Change>,
    /// Whether there are more changes than are told.
    pub more: bool,
}

impl ListDiff {
    /// Whether nothing changed.
    pub fn is_empty(&self) -> bool {
        self.added.is_empty() && self.removed.is_empty() && self.changed.is_empty() && !self.reordered
    }
}

/// Compares an old list with a new one.
pub fn compare_lists(list: List, old: &[Raw], new: &[Raw]) -> ListDiff {
    let (old, new) = (named(list, old), named(list, new));
    let of_old: HashMap<&str, &Raw> = old.iter().map(|(name, raw)| (name.as_str(), *raw)).collect();
    let of_new: HashMap<&str, &Raw> = new.iter().map(|(name, raw)| (name.as_str(), *raw)).collect();
    let mut told = 0;
    let mut diff = ListDiff::default();
    let kept = |items: &[(String, &Raw)], others: &HashMap<&str, &Raw>| {
        let names = items.iter().map(|(name, _)| name.clone());
        names.partition::<Vec<String>, _>(|name| others.contains_key(name.as_str()))
    };
    let (old_order, removed) = kept(&old, &of_new);
    let (new_order, added) = kept(&new, &of_old);
    (diff.added, diff.removed, diff.reordered) = (added, removed, old_order != new_order);
    for name in new_order {
        let (before, after) = (of_old[name.as_str()], of_new[name.as_str()]);
        if before == after || compact(before) == compact(after) {
            diff.same += 1;
            continue;
        }
        let (mut changes, mut more) = changes(before, after, &[]);
        if changes.is_empty() {
            // Only the order of its members differs.
            diff.same += 1;
            continue;
        }
        let room = MOST_CHANGES - told;
        more |= changes.len() > room;
        changes.truncate(room);
        told += changes.len();
        diff.changed.push(ItemDiff { name, changes, more });
    }
    diff
}

/// A list as one JSON object, its items by what they are called and in the order of that, so that lists
/// whose order differs can be compared as texts.
pub fn keyed(list: List, items: &[Raw]) -> String {
    let named: BTreeMap<String, &Raw> = named(list, items).into_iter().collect();
    Raw::of(&named).as_str().to_owned()
}

/// Each item with what it is called. Of several that are called the same, the later ones are numbered.
fn named(list: List, items: &[Raw]) -> Vec<(String, &Raw)> {
    let member = match list {
        List::Tools | List::Prompts | List::Skills => "name",
        List::Resources => "uri",
        List::Templates => "uriTemplate",
    };
    let mut seen: HashMap<String, usize> = HashMap::new();
    let name = |raw: &Raw| raw.text_member(member).or_else(|| raw.text_member("name")).unwrap_or_default();
    let mut numbered = |name: String| {
        let count = seen.entry(name.clone()).or_default();
        *count += 1;
        if *count == 1 { name } else { format!("{name} ({count})") }
    };
    items.iter().map(|raw| (numbered(name(raw)), raw)).collect()
}
