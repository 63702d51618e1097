//! Where verdicts are collected: what was judged, what was broken, and the first findings of each rule.
//!
//! The rules say what they see; whether it counts is decided here, in one place. It does not
//! when the rule does not hold in the revision in force, when the exchange is not to be judged
//! at all, or when a secret was blanked out in the frame and the fault may be ours.

use super::event::Place;
use super::{Finding, KEPT, Report, Rule, RuleReport, Spot, Verdict};
use crate::brief::brief;
use crate::raw::Raw;
use crate::stamp::Seq;
use std::collections::{HashMap, HashSet};

/// Collects verdicts.
pub(crate) struct Sink {
    tallies: Vec<Tally>,
    index: HashMap<&'static str, usize>,
}

struct Tally {
    rule: &'static Rule,
    judged: u64,
    broken: u64,
    findings: Vec<Finding>,
}

impl Sink {
    pub(crate) fn new(rules: impl IntoIterator<Item = &'static Rule>) -> Self {
        let tallies: Vec<Tally> = rules
            .into_iter()
            .map(|rule| Tally { rule, judged: 0, broken: 0, findings: Vec::new() })
            .collect();
        let index = tallies.iter().enumerate().map(|(at, tally)| (tally.rule.id, at)).collect();
        Sink { tallies, index }
    }

    /// There was something to judge by `rule`, and it was right.
    pub(crate) fn kept(&mut self, rule: &Rule, place: &Place) {
        if let Some(tally) = self.tally(rule, place) {
            tally.judged += 1;
        }
    }

    /// `rule` was broken at `spot`.
    pub(crate) fn broken(
        &mut self,
        rule: &Rule,
        place: &Place,
        spot: impl Into<Spot>,
        message: impl Into<String>,
    ) {
        if place.masked {
            return;
        }
        let Some(tally) = self.tally(rule, place) else { return };
        tally.judged += 1;
        tally.broken += 1;
        if tally.findings.len() >= KEPT {
            return;
        }
        let spot = match spot.into() {
            Spot::Pointer(pointer) => Spot::Pointer(brief(&format!("{}{pointer}", place.prefix))),
            header @ Spot::Header(_) => header,
        };
        tally.findings.push(Finding {
            rule: tally.rule.id,
            level: tally.rule.level(place.revision),
            revision: place.revision,
            message: one_line(&message.into()),
            spot,
            seq: place.seq,
            page: tally.rule.page(place.revision),
        });
    }

    /// [`Sink::kept`] when it `held`, else [`Sink::broken`].
    pub(crate) fn judge(
        &mut self,
        rule: &Rule,
        place: &Place,
        held: bool,
        spot: impl Into<Spot>,
        message: impl FnOnce() -> String,
    ) {
        if held {
            self.kept(rule, place);
        } else {
            self.broken(rule, place, spot, message());
        }
    }

    pub(crate) fn into_report(self) -> Report {
        let verdict = |tally: &Tally| match (tally.judged, tally.broken) {
            (0, _) => Verdict::NotExercised,
            (_, 0) => Verdict::Kept,
            _ => Verdict::Broken,
        };
        let rules = self
            .tallies
            .iter()
            .map(|tally| RuleReport {
                rule: tally.rule.id,
                verdict: verdict(tally),
                judged: tally.judged,
                broken: tally.broken,
            })
            .collect();
        let mut findings: Vec<Finding> = self.tallies.into_iter().flat_map(|tally| tally.findings).collect();
        tell_once(&mut findings);
        // Stable: within an entry the order of the table holds, within a rule that of discovery.
        findings.sort_by_key(|finding| finding.seq);
        Report { findings, rules }
    }

    fn tally(&mut self, rule: &Rule, place: &Place) -> Option<&mut Tally> {
        if place.is_exempt || !rule.holds_in(place.revision) {
            return None;
        }
        self.tallies.get_mut(*self.index.get(rule.id)?)
    }
}

/// The rule about shapes, which many others make more precise.
const SHAPES: &str = "BASE-08";

/// Leaves out that a shape is wrong where another rule says more about the same place.
fn tell_once(findings: &mut Vec<Finding>) {
    let told: HashSet<(Seq, Spot)> = findings
        .iter()
        .filter(|finding| finding.rule != SHAPES)
        .map(|finding| (finding.seq, finding.spot.clone()))
        .collect();
    findings.retain(|finding| finding.rule != SHAPES || !told.contains(&(finding.seq, finding.spot.clone())));
}

impl From<&str> for Spot {
    fn from(pointer: &str) -> Self {
        Spot::Pointer(pointer.to_owned())
    }
}

impl From<String> for Spot {
    fn from(pointer: String) -> Self {
        Spot::Pointer(pointer)
    }
}

impl Spot {
    /// The header `name`.
    pub(crate) fn header(name: &str) -> Self {
        Spot::Header(name.to_owned())
    }
}

/// How much of a value a message names.
const SHOWN: usize = 80;

/// A value as a message names it: on one line, and not all of it when it is long.
pub(crate) fn shown(text: &str) -> String {
    let mut short: String = text.chars().take(SHOWN).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    one_line(&short)
}

/// A member that may be missing, as a message names it.
pub(crate) fn shown_member(member: Option<&Raw>) -> String {
    member.map_or_else(|| "missing".to_owned(), |raw| format!("`{}`", shown(raw.as_str())))
}

/// One token of a JSON pointer.
pub(crate) fn token(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}

fn one_line(text: &str) -> String {
    let mut line = String::new();
    for c in brief(text).replace("\r\n", "\n").chars() {
        match c {
            '\n' => line.push('⏎'),
            // A blank would hide that there is something.
            c if c.is_control() => line.extend(format!("⟨U+{:04X}⟩", u32::from(c)).chars()),
            c => line.push(c),
        }
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn controls_in_what_a_message_names_are_shown_by_a_sign() {
        assert_eq!(shown("a\u{7}b\tc"), "a⟨U+0007⟩b⟨U+0009⟩c");
        assert_eq!(shown("a\r\nb\nc\u{85}"), "a⏎b⏎c⟨U+0085⟩");
    }
}
