//! The filter language of the timeline.
//!
//! `method:tools/* status:error|pending dur:>500ms -method:ping foo`: terms are joined by "and",
//! alternatives within a term by `|`, a `-` before a term turns it around. Fields are `method`, `target`
//! (`*` stands for anything), `status`, `dir`, `kind`, `at` (a stretch of time since the session opened:
//! `at:12.3s..15s`), `dur`, `size`, `id`, `call` (or `run`), `level`, `code`, `findings`, `pinned` and `text`; a bare
//! word is looked for in method, target and body. Letter case does not count. What has blanks or signs of
//! the language in it is put in quotes.

mod find;
mod parse;
mod unit;

pub(crate) use find::find_ignoring_case;
pub use parse::QueryError;

use crate::command::CallKey;
use crate::peer::config::LogLevel;
use crate::timeline::{RowKind, RowStatus, Way};
use bytes::Bytes;
use find::{Glob, Needle};
use std::cell::OnceCell;
use std::fmt;
use unit::{Quantity, Stretch, quoted};

/// A filter, read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Query {
    terms: Vec<Term>,
}

/// What a filter can look at.
#[derive(Clone, Copy, Debug)]
#[expect(missing_docs, reason = "they are described at `Row`")]
pub struct Facts<'a> {
    pub kind: RowKind,
    pub way: Option<Way>,
    pub method: &'a str,
    pub target: &'a str,
    pub status: Option<RowStatus>,
    pub code: Option<i64>,
    pub at_ns: u64,
    pub duration_ns: Option<u64>,
    pub bytes: u64,
    pub id: WireId<'a>,
    pub call: Option<CallKey>,
    pub level: Option<LogLevel>,
    pub findings: u32,
    pub is_pinned: bool,
}

/// An id on the wire, as far as a filter cares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WireId<'a> {
    /// There is none.
    None,
    /// A number.
    Number(i64),
    /// A text, or anything else as text.
    Text(&'a str),
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Term {
    is_negated: bool,
    test: Test,
}

/// One thing to look at; one of the alternatives has to fit.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Test {
    /// In method, target or body.
    Anywhere(Vec<Needle>),
    Text(Vec<Needle>),
    Method(Vec<Glob>),
    Target(Vec<Glob>),
    Status(Vec<RowStatus>),
    Direction(Vec<Way>),
    Kind(Vec<Kind>),
    At(Vec<Stretch>),
    Duration(Vec<Bound<Quantity>>),
    Size(Vec<Bound<u64>>),
    Id(Vec<String>),
    Call(Vec<u64>),
    Level(Vec<Bound<LogLevel>>),
    Code(Vec<Bound<i64>>),
    Findings(Vec<Bound<u64>>),
    Pinned(Vec<bool>),
}

/// A kind of row, or the log messages among the notifications.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Row(RowKind),
    Log,
}

/// A limit, and on which side of it to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Bound<T> {
    side: Side,
    value: T,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Above,
    AtLeast,
    Below,
    AtMost,
    Exactly,
}

impl Query {
    /// Reads a filter.
    pub fn parse(text: &str) -> Result<Self, QueryError> {
        parse::query(text)
    }

    /// The same filter for rows whose times count from a moment that is `ns` later than the one `at` counts from.
    #[must_use]
    pub fn counted_from(&self, ns: u64) -> Self {
        let mut query = self.clone();
        for term in &mut query.terms {
            if let Test::At(stretches) = &mut term.test {
                *stretches = stretches.iter().filter_map(|stretch| stretch.counted_from(ns)).collect();
            }
        }
        query
    }

    /// Whether it lets everything through.
    pub fn is_empty(&self) -> bool {
        self.terms.is_empty()
    }

    /// Whether it looks for something, and does not only leave things out.
    pub fn looks_for_something(&self) -> bool {
        self.terms.iter().any(|term| !term.is_negated)
    }

    /// Whether it has to look into bodies, which takes longer.
    pub fn reads_bodies(&self) -> bool {
        self.slow().next().is_some()
    }

    fn quick(&self) -> impl Iterator<Item = &Term> {
        self.terms.iter().filter(|term| !term.test.reads_bodies())
    }

    fn slow(&self) -> impl Iterator<Item = &Term> {
        self.terms.iter().filter(|term| term.test.reads_bodies())
    }

    /// Whether a row with these facts passes. `bodies` is asked for only when nothing else decides.
    pub fn matches(&self, facts: &Facts<'_>, bodies: impl FnOnce() -> Vec<Bytes>) -> bool {
        let (mut quick, mut slow) = (self.quick(), self.slow());
        if !quick.all(|term| term.test.fits(facts) != term.is_negated) {
            return false;
        }
        let known = OnceCell::new();
        let bodies = std::cell::Cell::new(Some(bodies));
        let look = || known.get_or_init(|| bodies.take().map(|bodies| bodies()).unwrap_or_default());
        slow.all(|term| {
            let is_found = match &term.test {
                Test::Text(needles) => needles.iter().any(|needle| needle.is_in_any(look())),
                Test::Anywhere(needles) => needles.iter().any(|needle| {
                    needle.is_in(facts.method.as_bytes())
                        || needle.is_in(facts.target.as_bytes())
                        || needle.is_in_any(look())
                }),
                _ => false,
            };
            is_found != term.is_negated
        })
    }
}

impl Test {
    fn reads_bodies(&self) -> bool {
        matches!(self, Test::Anywhere(_) | Test::Text(_))
    }

    fn fits(&self, facts: &Facts<'_>) -> bool {
        match self {
            Test::Anywhere(_) | Test::Text(_) => false,
            Test::Method(globs) => globs.iter().any(|glob| glob.fits(facts.method)),
            Test::Target(globs) => globs.iter().any(|glob| glob.fits(facts.target)),
            Test::Status(wanted) => facts.status.is_some_and(|status| {
                // Whoever asks for errors wants to see all that went wrong.
                wanted.contains(&status) || (wanted.contains(&RowStatus::Error) && status.is_error())
            }),
            Test::Direction(wanted) => facts.way.is_some_and(|way| wanted.contains(&way)),
            Test::Kind(wanted) => wanted.iter().any(|kind| match kind {
                Kind::Row(kind) => *kind == facts.kind,
                Kind::Log => facts.kind == RowKind::Notification && facts.method == "notifications/message",
            }),
            Test::At(stretches) => {
                let is_over = facts.status != Some(RowStatus::Pending);
                let end = facts.at_ns.saturating_add(facts.duration_ns.unwrap_or_default());
                let end = if is_over { end } else { u64::MAX };
                stretches.iter().any(|stretch| stretch.touches(facts.at_ns, end))
            }
            Test::Duration(bounds) => facts
                .duration_ns
                .is_some_and(|nanos| bounds.iter().any(|bound| bound.holds(&Quantity(nanos)))),
            Test::Size(bounds) => bounds.iter().any(|bound| bound.holds(&facts.bytes)),
            Test::Id(wanted) => wanted.iter().any(|wanted| match facts.id {
                WireId::None => false,
                WireId::Number(number) => wanted.parse() == Ok(number),
                WireId::Text(text) => wanted == text,
            }),
            Test::Call(wanted) => facts.call.is_some_and(|call| wanted.contains(&call.0)),
            Test::Level(bounds) => {
                facts.level.is_some_and(|level| bounds.iter().any(|bound| bound.holds(&level)))
            }
            Test::Code(bounds) => {
                facts.code.is_some_and(|code| bounds.iter().any(|bound| bound.holds(&code)))
            }
            Test::Findings(bounds) => bounds.iter().any(|bound| bound.holds(&u64::from(facts.findings))),
            Test::Pinned(wanted) => wanted.contains(&facts.is_pinned),
        }
    }
}

impl<T: PartialOrd> Bound<T> {
    fn holds(&self, value: &T) -> bool {
        match self.side {
            Side::Above => *value > self.value,
            Side::AtLeast => *value >= self.value,
            Side::Below => *value < self.value,
            Side::AtMost => *value <= self.value,
            Side::Exactly => *value == self.value,
        }
    }
}

impl Kind {
    fn as_str(self) -> &'static str {
        match self {
            Kind::Row(kind) => kind.as_str(),
            Kind::Log => "log",
        }
    }
}

impl Side {
    const fn as_str(self) -> &'static str {
        match self {
            Side::Above => ">",
            Side::AtLeast => ">=",
            Side::Below => "<",
            Side::AtMost => "<=",
            Side::Exactly => "=",
        }
    }
}

impl fmt::Display for Query {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, term) in self.terms.iter().enumerate() {
            let blank = if index == 0 { "" } else { " " };
            let sign = if term.is_negated { "-" } else { "" };
            write!(f, "{blank}{sign}{}", term.test)?;
        }
        Ok(())
    }
}

impl fmt::Display for Test {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fn join<T>(
            f: &mut fmt::Formatter<'_>,
            field: &str,
            of: &[T],
            word: impl Fn(&T) -> String,
        ) -> fmt::Result {
            let words: Vec<String> = of.iter().map(word).collect();
            write!(f, "{field}{}", words.join("|"))
        }
        fn bound<T>(bound: &Bound<T>, value: impl fmt::Display) -> String {
            format!("{}{value}", bound.side.as_str())
        }
        match self {
            Test::Anywhere(needles) => join(f, "", needles, |needle| quoted(needle.as_str())),
            Test::Text(needles) => join(f, "text:", needles, |needle| quoted(needle.as_str())),
            Test::Method(globs) => join(f, "method:", globs, |glob| quoted(glob.as_str())),
            Test::Target(globs) => join(f, "target:", globs, |glob| quoted(glob.as_str())),
            Test::Status(words) => join(f, "status:", words, |word| word.as_str().to_owned()),
            Test::Direction(words) => join(f, "dir:", words, |word| word.as_str().to_owned()),
            Test::Kind(words) => join(f, "kind:", words, |word| word.as_str().to_owned()),
            Test::At(stretches) => join(f, "at:", stretches, ToString::to_string),
            Test::Duration(bounds) => join(f, "dur:", bounds, |of| bound(of, of.value)),
            Test::Size(bounds) => join(f, "size:", bounds, |of| bound(of, of.value)),
            Test::Id(ids) => join(f, "id:", ids, |id| quoted(id)),
            Test::Call(calls) => join(f, "call:", calls, ToString::to_string),
            Test::Level(bounds) => join(f, "level:", bounds, |of| bound(of, of.value.as_str())),
            Test::Code(bounds) => join(f, "code:", bounds, |of| bound(of, of.value)),
            Test::Findings(bounds) => join(f, "findings:", bounds, |of| bound(of, of.value)),
            Test::Pinned(wanted) => {
                join(f, "pinned:", wanted, |is| if *is { "yes".to_owned() } else { "no".to_owned() })
            }
        }
    }
}

#[cfg(test)]
mod tests;
