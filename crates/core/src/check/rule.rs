//! One rule of the specification: what it is called, when it holds, and where it stands.

use crate::era::Revision;
use serde::Serialize;
use std::fmt;

pub(crate) use Revision::{
    R2024_11_05 as R1, R2025_03_26 as R2, R2025_06_18 as R3, R2025_11_25 as R4, R2026_07_28 as R5,
};

/// How much a rule weighs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// The specification says MUST.
    Must,
    /// The specification says SHOULD, or the rule follows from its text without standing there.
    Should,
    /// Worth a look; not always wrong.
    Note,
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Level::Must => "MUST",
            Level::Should => "SHOULD",
            Level::Note => "note",
        })
    }
}

/// One rule of the specification.
#[derive(Debug)]
pub struct Rule {
    /// Its name, which never changes.
    pub id: &'static str,
    /// How much it weighs, from which revision on.
    pub levels: &'static [(Revision, Level)],
    /// The revisions it holds for, oldest first.
    pub revisions: &'static [Revision],
    /// What it checks, in one line.
    pub checks: &'static str,
    /// Where it stands, from which revision on: below the revision's address, or a full address.
    pub pages: &'static [(Revision, &'static str)],
    /// A log that breaks it, in the form of [`super::script`].
    pub broken: &'static str,
    /// A log that keeps it, and every other rule too.
    pub kept: &'static str,
}

/// Where the specification is published.
const SITE: &str = "https://modelcontextprotocol.io/specification";

impl Rule {
    /// How much it weighs in `revision`; without one, in the newest it holds for.
    pub fn level(&self, revision: Option<Revision>) -> Level {
        *since(self.levels, self.revision_or_newest(revision))
    }

    /// The address of its page in `revision`; without one, in the newest it holds for.
    pub fn page(&self, revision: Option<Revision>) -> String {
        let revision = self.revision_or_newest(revision);
        let page = *since(self.pages, revision);
        if page.starts_with("https://") { page.to_owned() } else { format!("{SITE}/{revision}/{page}") }
    }

    /// Whether it holds in `revision`. When that is not known, only what holds in all of them does.
    pub fn holds_in(&self, revision: Option<Revision>) -> bool {
        match revision {
            Some(revision) => self.revisions.contains(&revision),
            None => self.revisions.len() == Revision::ALL.len(),
        }
    }

    fn revision_or_newest(&self, revision: Option<Revision>) -> Revision {
        revision.or(self.revisions.last().copied()).unwrap_or(R5)
    }
}

/// The row of `table` that is in force in `revision`.
fn since<T>(table: &'static [(Revision, T)], revision: Revision) -> &'static T {
    let row = table.iter().rev().find(|row| row.0 <= revision).or(table.first());
    &row.expect("every rule has a level and a page").1
}

pub(crate) const MUST: &[(Revision, Level)] = &[(R1, Level::Must)];
pub(crate) const SHOULD: &[(Revision, Level)] = &[(R1, Level::Should)];
pub(crate) const NOTE: &[(Revision, Level)] = &[(R1, Level::Note)];

pub(crate) const ALL: &[Revision] = &Revision::ALL;
pub(crate) const LEGACY: &[Revision] = &[R1, R2, R3, R4];
pub(crate) const MODERN: &[Revision] = &[R5];
pub(crate) const FROM_R2: &[Revision] = &[R2, R3, R4, R5];
pub(crate) const FROM_R3: &[Revision] = &[R3, R4, R5];
pub(crate) const FROM_R4: &[Revision] = &[R4, R5];
