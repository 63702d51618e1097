//! Findings: which rules of the specification a server broke, kept, or was never seen to need.
//!
//! [`check`] is a fold over the log and nothing else: no state outlives it, and the same entries
//! always give the same report. Only what the server sent is judged, and only by the rules of
//! the revision in force for that very exchange. A rule that traffic never touched is
//! [`Verdict::NotExercised`], which is not a pass.
//!
//! `check/rules/*` holds the rules by family, each with an example that breaks it and one that
//! keeps it; `check/walk.rs` pairs messages and knows the state of the connection.

pub(crate) mod event;
pub(crate) mod grammar;
pub(crate) mod rule;
pub(crate) mod rules;
pub(crate) mod schema;
pub mod script;
pub(crate) mod shape;
pub(crate) mod sink;
pub(crate) mod walk;

pub use rule::{Level, Rule};
pub use rules::rules;

use crate::entry::Entry;
use crate::era::Revision;
use crate::stamp::Seq;
use serde::Serialize;
use sink::Sink;
use std::collections::HashMap;
use std::fmt;
use walk::Walk;

/// How many findings of one rule are kept; the rest is counted.
pub const KEPT: usize = 100;

/// One place where the server broke a rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Finding {
    /// The rule.
    pub rule: &'static str,
    /// How much it weighs in that revision.
    pub level: Level,
    /// The revision in force; none when the two sides had not agreed on one yet.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub revision: Option<Revision>,
    /// What is wrong, in one line that names the value at fault.
    pub message: String,
    /// Where in the frame or the HTTP exchange.
    #[serde(flatten)]
    pub spot: Spot,
    /// The entry that shows it.
    pub seq: Seq,
    /// The page of the specification that has the rule.
    pub page: String,
}

/// Where in an entry the fault is.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Spot {
    /// A JSON pointer into the frame; empty for the frame as a whole.
    Pointer(String),
    /// The name of an HTTP header.
    Header(String),
}

impl fmt::Display for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Spot::Pointer(pointer) if pointer.is_empty() => f.write_str("the whole of it"),
            Spot::Pointer(pointer) => f.write_str(pointer),
            Spot::Header(name) => write!(f, "header {name}"),
        }
    }
}

/// What the log says about one rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// The server broke it at least once.
    Broken,
    /// There was something to judge, and all of it was right.
    Kept,
    /// Nothing in the log could be judged by it.
    NotExercised,
}

/// What the log says about one rule, with numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RuleReport {
    /// The rule.
    pub rule: &'static str,
    /// What the log says about it.
    pub verdict: Verdict,
    /// How often there was something to judge.
    pub judged: u64,
    /// How often it was broken. Only the first [`KEPT`] are among the findings, and a wrong shape
    /// is not when another rule says more about the same place.
    pub broken: u64,
}

/// Everything there is to say about a log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Report {
    /// What is wrong, in the order of the log.
    pub findings: Vec<Finding>,
    /// One verdict for every rule, in the order of the table.
    pub rules: Vec<RuleReport>,
}

impl Report {
    /// What the log says about the rule `id`.
    pub fn verdict(&self, id: &str) -> Option<Verdict> {
        self.rules.iter().find(|row| row.rule == id).map(|row| row.verdict)
    }

    /// How many rules have this verdict.
    pub fn count(&self, verdict: Verdict) -> usize {
        self.rules.iter().filter(|row| row.verdict == verdict).count()
    }

    /// What breaks the same rule in the same way, once, with all entries that show it.
    pub fn grouped(&self) -> Vec<(&Finding, Vec<Seq>)> {
        let mut groups: Vec<(&Finding, Vec<Seq>)> = Vec::new();
        let mut places: HashMap<(&str, &Spot, &str), usize> = HashMap::new();
        for finding in &self.findings {
            let place =
                *places.entry((finding.rule, &finding.spot, &finding.message)).or_insert(groups.len());
            match groups.get_mut(place) {
                Some((_, all)) => all.push(finding.seq),
                None => groups.push((finding, vec![finding.seq])),
            }
        }
        groups
    }

    /// The report as other programs read it.
    pub fn to_json(&self) -> serde_json::Value {
        serde_json::to_value(self).unwrap_or_default()
    }
}

/// Judges a log.
pub fn check<'a>(entries: impl IntoIterator<Item = &'a Entry>) -> Report {
    let mut walk = Walk::default();
    let mut families = rules::families();
    let mut sink = Sink::new(rules());
    for entry in entries {
        walk.step(entry, &mut |event, context| {
            for family in &mut families {
                family.see(event, context, &mut sink);
            }
        });
    }
    walk.finish(&mut |event, context| {
        for family in &mut families {
            family.see(event, context, &mut sink);
        }
    });
    sink.into_report()
}

#[cfg(test)]
mod tests;
