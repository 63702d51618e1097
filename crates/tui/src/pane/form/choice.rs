//! Values that are picked and not typed: truth, options, alternatives.

use super::row::Row;
use mcp_inspector_core::form::{Choice, Edit, Kind, State};

/// JSON text as a person would say it: strings without quotes. For looking at only.
pub(super) fn spoken(json: &str) -> String {
    if !json.starts_with('"') {
        return json.to_owned();
    }
    serde_json::from_str(json).unwrap_or_else(|_| json.to_owned())
}

/// Strings without quotes, unless that would make "1" look like 1.
pub(super) fn labels(options: &[Choice]) -> Vec<String> {
    let are_strings = options.iter().all(|option| option.json.starts_with('"'));
    let said = |json: &str| if are_strings { spoken(json) } else { json.to_owned() };
    options.iter().map(|option| option.title.clone().unwrap_or_else(|| said(&option.json))).collect()
}

/// What there is to pick from, and what is picked now.
#[derive(Debug, Default)]
pub(super) struct Picks {
    pub(super) labels: Vec<String>,
    pub(super) chosen: Option<usize>,
}

/// What a row is picked from; none when it is not picked.
pub(super) fn picks(row: &Row) -> Option<Picks> {
    if row.id.option.is_some() {
        return None;
    }
    Some(match &row.node.kind {
        Kind::Bool { value } => {
            let chosen = value.map(|value| usize::from(!value));
            Picks { labels: vec!["true".to_owned(), "false".to_owned()], chosen }
        }
        Kind::Enum { options, multi: false, chosen, .. } => {
            Picks { labels: labels(options), chosen: chosen.first().copied() }
        }
        Kind::Union { variants, chosen, .. } => {
            Picks { labels: variants.iter().map(|variant| variant.title.clone()).collect(), chosen: *chosen }
        }
        Kind::Const { json } => {
            Picks { labels: vec![json.clone()], chosen: (row.node.state == State::Value).then_some(0) }
        }
        Kind::Null {} => {
            Picks { labels: vec!["null".to_owned()], chosen: (row.node.state == State::Null).then_some(0) }
        }
        _ => return None,
    })
}

/// Whether a row is picked from several, so that letters find one of them.
pub(super) fn is_sought(row: &Row) -> bool {
    picks(row).is_some_and(|picks| picks.labels.len() > 1)
}

/// The edit that picks one.
pub(super) fn pick(row: &Row, index: usize) -> Option<Edit> {
    let pointer = row.id.pointer.clone();
    let json = match &row.node.kind {
        Kind::Bool { .. } => if index == 0 { "true" } else { "false" }.to_owned(),
        Kind::Enum { options, .. } => options.get(index)?.json.clone(),
        Kind::Const { json } => json.clone(),
        Kind::Null {} => "null".to_owned(),
        Kind::Union { .. } => return Some(Edit::Variant { pointer, variant: index }),
        _ => return None,
    };
    Some(Edit::Set { pointer, json })
}

/// The edit that goes on to the next or the one before.
pub(super) fn cycle(row: &Row, is_back: bool) -> Option<Edit> {
    let Picks { labels, chosen } = picks(row)?;
    let count = labels.len();
    let next = match (chosen, is_back) {
        _ if count == 0 => return None,
        (None, false) => 0,
        (None, true) => count - 1,
        (Some(at), false) => (at + 1) % count,
        (Some(at), true) => (at + count - 1) % count,
    };
    if chosen == Some(next) { None } else { pick(row, next) }
}

/// The edit that puts an option into a list or takes it out of it.
pub(super) fn check(list: &Row, index: usize) -> Option<Edit> {
    let Kind::Enum { options, chosen, .. } = &list.node.kind else { return None };
    let mut chosen = chosen.clone();
    match chosen.iter().position(|one| *one == index) {
        Some(at) => {
            chosen.remove(at);
        }
        None => chosen.push(index),
    }
    let texts: Vec<&str> = chosen.iter().filter_map(|one| Some(options.get(*one)?.json.as_str())).collect();
    Some(Edit::Set { pointer: list.id.pointer.clone(), json: format!("[{}]", texts.join(",")) })
}
