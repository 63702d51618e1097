//! Standing rules: answers that a person has settled once, and may take back at any time.
//!
//! They are the rules of a file (`file.rs`), added one by one while sessions run. The newest that fits
//! answers, since it is the last thing the person said; a rule for the same asks takes the place of the
//! older one.

use super::file::{RulesError, read_rule};
use super::rules::{Kind, Rule};
use mcp_inspector_core::Raw;
use mcp_inspector_core::command::Answer;
use mcp_inspector_core::entry::Decision;
use mcp_inspector_core::peer::Ask;
use serde_json::Value;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::watch;

/// How many rules may stand at once.
const MOST: usize = 100;

/// How long a rule may be, in bytes of JSON.
const LARGEST: usize = 64 * 1024;

/// Why a rule cannot be added.
#[derive(Debug, thiserror::Error)]
pub enum StandingError {
    /// It is no rule.
    #[error(transparent)]
    Rule(#[from] RulesError),
    /// It is too long.
    #[error("the rule has more than {LARGEST} bytes")]
    TooLarge,
    /// There are too many already.
    #[error("{MOST} rules stand, and no more than that may")]
    TooMany,
    /// It names roots, about which nobody decides.
    #[error("roots are set and not answered: no rule can name them")]
    Roots,
}

/// Rules that stand until they are taken back. Cloning gives another handle to the same.
#[derive(Clone, Debug)]
pub struct StandingRules {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    state: Mutex<State>,
    changes: watch::Sender<u64>,
}

#[derive(Debug, Default)]
struct State {
    /// The newest at the end.
    standing: Vec<Standing>,
    /// The number that was given last.
    last: usize,
}

#[derive(Debug)]
struct Standing {
    number: usize,
    given: Value,
    rule: Rule,
    answered: u64,
}

/// A rule that stands, as it may be shown.
#[derive(Clone, Debug, PartialEq)]
pub struct StandingRule {
    /// Its number, by which entries of the log name it. It is never given twice.
    pub number: usize,
    /// What the server may ask for: a method.
    pub method: &'static str,
    /// The rule as it was given.
    pub rule: Value,
    /// How many asks it has decided about.
    pub answered: u64,
}

impl Default for StandingRules {
    fn default() -> Self {
        let inner = Inner { state: Mutex::default(), changes: watch::Sender::new(0) };
        StandingRules { inner: Arc::new(inner) }
    }
}

impl StandingRules {
    /// Adds a rule, spelled as in a file; its number. It takes the place of one with the same conditions.
    pub fn add(&self, given: Value) -> Result<usize, StandingError> {
        if given.to_string().len() > LARGEST {
            return Err(StandingError::TooLarge);
        }
        let rule = read_rule(1, given.clone())?;
        if rule.kind == Kind::Roots {
            return Err(StandingError::Roots);
        }
        let mut state = self.state();
        state.standing.retain(|old| !old.rule.has_conditions_of(&rule));
        if state.standing.len() >= MOST {
            return Err(StandingError::TooMany);
        }
        state.last += 1;
        let number = state.last;
        state.standing.push(Standing { number, given, rule, answered: 0 });
        drop(state);
        self.tell();
        Ok(number)
    }

    /// Takes a rule back. False when there is none of that number.
    pub fn remove(&self, number: usize) -> bool {
        let mut state = self.state();
        let before = state.standing.len();
        state.standing.retain(|standing| standing.number != number);
        let is_removed = state.standing.len() < before;
        drop(state);
        if is_removed {
            self.tell();
        }
        is_removed
    }

    /// Those that stand, the newest first.
    pub fn list(&self) -> Vec<StandingRule> {
        let shown = |standing: &Standing| StandingRule {
            number: standing.number,
            method: standing.rule.kind.method(),
            rule: standing.given.clone(),
            answered: standing.answered,
        };
        self.state().standing.iter().rev().map(shown).collect()
    }

    /// Counts what is worth telling whoever shows them.
    pub fn changes(&self) -> watch::Receiver<u64> {
        self.inner.changes.subscribe()
    }

    /// What the newest rule that fits says to an ask that waits already. Rules for a tool do not count:
    /// nothing tells which tool it belongs to.
    pub fn answer(&self, ask: &Ask) -> Option<(Answer, Decision)> {
        self.decide(ask, || None)
    }

    pub(super) fn decide(
        &self,
        ask: &Ask,
        tool: impl FnOnce() -> Option<String>,
    ) -> Option<(Answer, Decision)> {
        let mut state = self.state();
        if state.standing.is_empty() {
            return None;
        }
        let tool =
            if state.standing.iter().any(|standing| standing.rule.tool.is_some()) { tool() } else { None };
        let params = ask.params.as_ref().map(Raw::to_value).unwrap_or_default();
        let fits = |standing: &Standing| standing.rule.fits(ask, &params, tool.as_deref());
        let at = state.standing.iter().rposition(fits)?;
        let standing = &mut state.standing[at];
        standing.answered += 1;
        let decided = standing.rule.decide(standing.number, &params);
        if standing.rule.times == Some(0) {
            state.standing.remove(at);
        }
        drop(state);
        self.tell();
        Some(decided)
    }

    fn tell(&self) {
        self.inner.changes.send_modify(|count| *count += 1);
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // Whoever panicked has not left the list half changed.
        self.inner.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Rule {
    /// Whether it is for the same asks as another one.
    fn has_conditions_of(&self, other: &Rule) -> bool {
        let pattern = |rule: &Rule| rule.message.as_ref().map(|pattern| pattern.as_str().to_owned());
        self.kind == other.kind
            && self.contains == other.contains
            && self.tool == other.tool
            && self.mode == other.mode
            && pattern(self) == pattern(other)
    }
}

#[cfg(test)]
mod tests;
