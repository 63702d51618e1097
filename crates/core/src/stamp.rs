//! When and where something stands in a session.
//!
//! [`At`] is time since the session opened, handed in by the driver: nothing in
//! this crate reads a clock. [`Seq`] is a place in the session's log; places are
//! dense, so two of them also tell how many entries lie between.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::time::Duration;

/// Time since the session opened, in nanoseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct At(u64);

impl At {
    /// The moment the session opened.
    pub const START: At = At(0);

    /// The moment `nanos` nanoseconds after the session opened.
    pub const fn from_nanos(nanos: u64) -> Self {
        At(nanos)
    }

    /// The moment `millis` milliseconds after the session opened.
    pub const fn from_millis(millis: u64) -> Self {
        At(millis.saturating_mul(1_000_000))
    }

    /// Nanoseconds since the session opened.
    pub const fn nanos(self) -> u64 {
        self.0
    }

    /// Whole milliseconds since the session opened.
    pub const fn millis(self) -> u64 {
        self.0 / 1_000_000
    }

    /// The moment `span` later.
    #[must_use]
    pub fn plus(self, span: Duration) -> Self {
        At(self.0.saturating_add(u64::try_from(span.as_nanos()).unwrap_or(u64::MAX)))
    }

    /// How long after `earlier` this is; zero when it is not after it.
    pub fn since(self, earlier: At) -> Duration {
        Duration::from_nanos(self.0.saturating_sub(earlier.0))
    }
}

impl fmt::Display for At {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{:03}s", self.0 / 1_000_000_000, (self.0 / 1_000_000) % 1000)
    }
}

/// A place in a session's log. The first entry has place 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Seq(pub u64);

impl Seq {
    /// The place of the first entry.
    pub const FIRST: Seq = Seq(1);

    /// The place after this one.
    #[must_use]
    pub const fn next(self) -> Self {
        Seq(self.0.saturating_add(1))
    }
}

impl fmt::Display for Seq {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}
