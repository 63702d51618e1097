//! The words of a form: what an empty field says of itself, what is known about a field, how groups sum up.

use super::choice::spoken;
use super::row::{Adds, Holder, Row};
use crate::text::count;
use mcp_inspector_core::form::{Kind, State};

/// What a field without a value says of itself.
pub(super) fn ghost(row: &Row) -> String {
    let node = &row.node;
    match (&node.default, node.examples.first()) {
        _ if node.state == State::Null => "null".to_owned(),
        _ if node.state == State::Value => "empty".to_owned(),
        (Some(default), _) => format!("unset, default {}", spoken(default)),
        (None, Some(example)) => format!("such as {}", spoken(example)),
        _ if node.required => "required".to_owned(),
        _ => "unset".to_owned(),
    }
}

/// What stands beside the name of a group.
pub(super) fn summary(row: &Row) -> String {
    let (all, set) = row.below;
    if row.node.state != State::Value && !matches!(row.node.kind, Kind::Ref { .. }) {
        return ghost(row);
    }
    match &row.node.kind {
        Kind::Object { .. } if row.id.pointer.is_empty() && all == 0 => "nothing to fill in".to_owned(),
        Kind::Object { .. } | Kind::Map { .. } if all == 0 => "{}".to_owned(),
        Kind::Object { .. } if row.is_open => String::new(),
        Kind::Object { .. } => format!("{{ {set} of {all} set }}"),
        Kind::Map { .. } => count(all, "entry", "entries"),
        Kind::Array { .. } | Kind::Tuple { .. } if all == 0 => "[]".to_owned(),
        Kind::Array { .. } => count(all, "item", "items"),
        Kind::Tuple { .. } => format!("{set} of {}", count(all, "item", "items")),
        Kind::Enum { chosen, options, .. } => {
            let labels = super::choice::labels(options);
            let chosen: Vec<&str> = chosen.iter().filter_map(|at| Some(labels.get(*at)?.as_str())).collect();
            if chosen.is_empty() { "[]".to_owned() } else { chosen.join(", ") }
        }
        Kind::Ref { of } => match of {
            Some(of) => format!("unset, Enter opens {of}"),
            None => "unset, Enter opens it".to_owned(),
        },
        _ => String::new(),
    }
}

/// What is known about a field, in the order in which it helps.
pub(super) fn hints(row: &Row) -> String {
    let node = &row.node;
    let mut hints: Vec<String> = Vec::new();
    if row.id.option.is_some() {
        return "Space checks or unchecks it".to_owned();
    }
    if row.is_extra {
        hints.push("extra: not named by the schema".to_owned());
    }
    if node.deprecated {
        hints.push("deprecated".to_owned());
    }
    if node.read_only {
        hints.push("read-only by its schema".to_owned());
    }
    // What a union is has the words of the union again.
    if row.id.level == 0 {
        hints.extend(
            node.title.clone().filter(|title| Some(title) != node.name.as_ref() && *title != row.label),
        );
        hints.extend(node.description.clone());
    }
    match &node.default {
        Some(default) if node.state != State::Unset && !node.is_default => {
            hints.push(format!("changed from default {}", spoken(default)));
        }
        _ => {}
    }
    constraints(row, &mut hints);
    keys(row, &mut hints);
    hints.join(" · ")
}

fn constraints(row: &Row, hints: &mut Vec<String>) {
    match &row.node.kind {
        Kind::String { format, pattern, media_type, min_length, max_length, .. } => {
            hints.extend(format.clone());
            hints.extend(pattern.as_ref().map(|pattern| format!("matches {pattern}")));
            hints.extend(media_type.clone());
            hints.extend(range((*min_length, *max_length), "character", "characters"));
        }
        Kind::Number { integer, min, max, exclusive_min, exclusive_max, step, .. } => {
            if *integer {
                hints.push("whole number".to_owned());
            }
            let low = min.as_ref().map(|min| format!("{} {min}", if *exclusive_min { ">" } else { "≥" }));
            let high = max.as_ref().map(|max| format!("{} {max}", if *exclusive_max { "<" } else { "≤" }));
            let both: Vec<String> = low.into_iter().chain(high).collect();
            if !both.is_empty() {
                hints.push(both.join(", "));
            }
            hints.extend(step.as_ref().map(|step| format!("multiple of {step}")));
        }
        Kind::Array { min, max, unique, .. } => {
            hints.extend(range((*min, *max), "item", "items"));
            if *unique {
                hints.push("no two alike".to_owned());
            }
        }
        Kind::Map { key_pattern, min_entries, max_entries, .. } => {
            hints.extend(range((*min_entries, *max_entries), "entry", "entries"));
            hints.extend(key_pattern.as_ref().map(|pattern| format!("keys match {pattern}")));
        }
        Kind::Raw { reason, .. } => hints.push(format!("JSON, because {reason}")),
        _ => {}
    }
}

/// The keys that are not known from elsewhere.
fn keys(row: &Row, hints: &mut Vec<String>) {
    match row.adds {
        Adds::Item => hints.push("a adds an item".to_owned()),
        Adds::Key if matches!(row.node.kind, Kind::Map { .. }) => hints.push("a adds a key".to_owned()),
        _ => {}
    }
    match row.holder {
        Holder::Item => hints.push("Alt-a adds, Del removes, Alt-↑↓ moves".to_owned()),
        Holder::Keyed => hints.push("Del removes, Alt-r renames".to_owned()),
        Holder::Known => {}
    }
    let is_unset = row.node.state == State::Unset;
    match &row.node.kind {
        Kind::Object { .. } if is_unset => hints.push("Enter fills it in".to_owned()),
        Kind::Map { .. } if is_unset => hints.push("Enter sends {}".to_owned()),
        Kind::Array { .. } | Kind::Tuple { .. } if is_unset => hints.push("Enter sends []".to_owned()),
        Kind::Const { json } if is_unset => hints.push(format!("Space sends {json}")),
        Kind::Null {} if is_unset => hints.push("Space sends null".to_owned()),
        _ => {}
    }
    let is_raw = matches!(row.node.kind, Kind::Raw { .. });
    if row.node.nullable && row.node.state != State::Null && !is_raw {
        hints.push("^N null".to_owned());
    }
    if let Kind::String { format: Some(format), .. } = &row.node.kind
        && matches!(format.as_str(), "date-time" | "date" | "time")
    {
        hints.push("^T now".to_owned());
    }
}

fn range(bounds: (Option<u64>, Option<u64>), one: &str, several: &str) -> Option<String> {
    let (range, last) = match bounds {
        (Some(low), Some(high)) if low == high => (low.to_string(), low),
        (Some(low), Some(high)) => (format!("{low} to {high}"), high),
        (Some(low), None) if low > 0 => (format!("at least {low}"), low),
        (_, Some(high)) => (format!("at most {high}"), high),
        _ => return None,
    };
    Some(format!("{range} {}", if last == 1 { one } else { several }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_not_several() {
        let told = |low, high| range((low, high), "item", "items").unwrap_or_default();
        assert_eq!(told(Some(1), None), "at least 1 item");
        assert_eq!(told(Some(0), Some(2)), "0 to 2 items");
        assert_eq!([told(None, Some(1)), told(Some(0), None)], ["at most 1 item", ""]);
    }
}
