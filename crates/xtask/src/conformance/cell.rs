//! The cells of the suite: each is a scenario at a revision, run on its own.
//!
//! What cells there are is what the suite lists, so a new version of it needs no
//! change here.

use std::fmt;

/// Off the timeline of revisions, a scenario is run at each of these.
const EXTENSION_REVISIONS: [&str; 2] = ["2025-11-25", "2026-07-28"];

/// What the suite lists instead of a revision for what is off the timeline.
const EXTENSION: &str = "extension";

/// A scenario at a revision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Cell {
    /// The scenario's name in the suite.
    pub(crate) scenario: String,
    /// The revision's name.
    pub(crate) revision: String,
    /// Whether it is off the timeline of revisions.
    pub(crate) is_extension: bool,
}

impl Cell {
    /// Whether its server wants to know who we are.
    pub(crate) fn needs_authorization(&self) -> bool {
        self.scenario.starts_with("auth/")
    }

    /// Whether it measures time, and so must not share the machine with other cells.
    pub(crate) fn runs_alone(&self) -> bool {
        self.scenario == "sse-retry"
    }

    /// How many checks must succeed before the scenario counts as exercised. In most of them one
    /// says it; two are green with nearly everything skipped.
    pub(crate) fn least_successes(&self) -> usize {
        match self.scenario.as_str() {
            "http-standard-headers" => 9,
            "request-metadata" => 8,
            _ => 1,
        }
    }

    /// A name for a directory.
    pub(crate) fn directory(&self) -> String {
        self.to_string().replace('/', "-")
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}@{}", self.scenario, self.revision)
    }
}

/// Reads what `list --client` prints: `  - name [tag,tag]`, a tag being a revision or `extension`.
pub(crate) fn read_list(text: &str) -> Vec<Cell> {
    let mut cells = Vec::new();
    for line in text.lines() {
        let Some((scenario, tags)) = line.trim().strip_prefix("- ").and_then(|item| item.split_once(" ["))
        else {
            continue;
        };
        let mut add = |revision: &str, is_extension| {
            cells.push(Cell { scenario: scenario.to_owned(), revision: revision.to_owned(), is_extension });
        };
        for tag in tags.trim_end_matches(']').split(',') {
            if tag == EXTENSION {
                for revision in EXTENSION_REVISIONS {
                    add(revision, true);
                }
            } else {
                add(tag, false);
            }
        }
    }
    cells
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_becomes_cells() {
        let cells = read_list(
            "Client scenarios (test against a client):\n  - calls [2025-06-18,2026-07-28]\n  - auth/a [2025-11-25]\n  - more [extension]\n\n",
        );
        let names: Vec<String> = cells.iter().map(ToString::to_string).collect();
        assert_eq!(
            names,
            [
                "calls@2025-06-18",
                "calls@2026-07-28",
                "auth/a@2025-11-25",
                "more@2025-11-25",
                "more@2026-07-28"
            ]
        );
        assert_eq!(cells[2].directory(), "auth-a@2025-11-25");
    }

    #[test]
    fn what_is_no_item_is_no_cell() {
        assert!(read_list("").is_empty());
        assert!(read_list("- no tags\nServer scenarios [2025-06-18]\n").is_empty());
    }
}
