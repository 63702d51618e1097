//! The capabilities that the protocol knows: whose they are, what uses them, and which rules are about them.

use crate::era::{Revision, meta};
use crate::method::{METHODS, has_capability};
use crate::raw::Raw;

/// Who has a capability.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Server,
    Client,
}

/// In which revisions a capability is worth a row although nobody mentioned it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shown {
    Always,
    Since(Revision),
    In(Revision),
    Legacy,
}

/// One capability that the protocol knows.
#[derive(Debug)]
pub(super) struct Known {
    pub(super) side: Side,
    pub(super) path: &'static [&'static str],
    /// What the server sends when it is used. What we request is in the table of methods.
    heard: &'static [&'static str],
    /// What we send when it is used, besides requests.
    told: &'static [&'static str],
    /// Rules about it, by their whole name or by the name of their family.
    rules: &'static [&'static str],
    pub(super) shown: Shown,
}

const fn server(path: &'static [&'static str], heard: &'static [&'static str]) -> Known {
    Known { side: Side::Server, path, heard, told: &[], rules: &[], shown: Shown::Always }
}

const fn client(path: &'static [&'static str], heard: &'static [&'static str]) -> Known {
    Known { side: Side::Client, ..server(path, heard) }
}

/// Whole names of rules come before families: the first row that names a rule has it.
pub(super) const KNOWN: &[Known] = &[
    Known { rules: &["TOOL", "UI"], ..server(&["tools"], &[]) },
    server(&["tools", "listChanged"], &["notifications/tools/list_changed"]),
    Known { rules: &["TOOL-20", "RES"], ..server(&["resources"], &[]) },
    Known { rules: &["RES-07"], ..server(&["resources", "subscribe"], &["notifications/resources/updated"]) },
    server(&["resources", "listChanged"], &["notifications/resources/list_changed"]),
    Known { rules: &["PRM"], ..server(&["prompts"], &[]) },
    server(&["prompts", "listChanged"], &["notifications/prompts/list_changed"]),
    Known { rules: &["CMP"], ..server(&["completions"], &[]) },
    Known { rules: &["LOG"], ..server(&["logging"], &["notifications/message"]) },
    Known {
        rules: &["TSK4"],
        shown: Shown::In(Revision::R2025_11_25),
        ..server(&["tasks"], &["notifications/tasks/status"])
    },
    Known {
        rules: &["TSKX"],
        shown: Shown::Since(Revision::R2026_07_28),
        ..server(&["extensions", meta::TASKS], &["notifications/tasks"])
    },
    Known { shown: Shown::Since(Revision::R2026_07_28), ..server(&["extensions", meta::SKILLS], &[]) },
    Known { rules: &["SAMP"], ..client(&["sampling"], &["sampling/createMessage"]) },
    Known { rules: &["ELIC"], ..client(&["elicitation", "form"], &["elicitation/create"]) },
    Known {
        rules: &["ELIC-02", "ELIC-04", "ELIC-05", "ELIC-06"],
        ..client(&["elicitation", "url"], &["elicitation/create", "notifications/elicitation/complete"])
    },
    client(&["roots"], &["roots/list"]),
    Known {
        told: &["notifications/roots/list_changed"],
        shown: Shown::Legacy,
        ..client(&["roots", "listChanged"], &[])
    },
    Known {
        rules: &["TSKX-01"],
        shown: Shown::Since(Revision::R2026_07_28),
        ..client(&["extensions", meta::TASKS], &[])
    },
];

impl Known {
    /// Whether `capabilities` have it.
    pub(super) fn is_in(&self, capabilities: &Raw) -> bool {
        let has = |path: &[&str]| has_capability(capabilities, path);
        match self.path {
            // Before there were modes, there were forms only.
            ["elicitation", "form"] => {
                has(self.path) || (has(&["elicitation"]) && !has(&["elicitation", "url"]))
            }
            path => has(path),
        }
    }

    /// Whether it belongs into a survey of a session that speaks `revision`.
    pub(super) fn is_shown_in(&self, revision: Option<Revision>) -> bool {
        match self.shown {
            Shown::Always => true,
            Shown::Since(first) => revision.is_some_and(|revision| revision >= first),
            Shown::In(only) => revision == Some(only),
            Shown::Legacy => revision.is_none_or(|revision| !revision.is_modern()),
        }
    }
}

/// The filter of the timeline that leaves what uses a capability.
pub(super) fn filter(row: usize) -> Option<String> {
    let known = KNOWN.get(row)?;
    let requests = METHODS.iter().filter(|method| needed(method.needs) == Some(row));
    let mut names: Vec<&str> = requests.map(|method| method.name).collect();
    names.extend(known.heard.iter().chain(known.told));
    (!names.is_empty()).then(|| format!("method:{}", names.join("|")))
}

/// The capability of the server that a request with these needs uses.
pub(super) fn needed(needs: &[&str]) -> Option<usize> {
    let fits = |known: &Known| known.side == Side::Server && needs.starts_with(known.path);
    let rows = KNOWN.iter().enumerate().filter(|(_, known)| fits(known));
    rows.max_by_key(|(_, known)| known.path.len()).map(|(at, _)| at)
}

/// The capability that a notification which we send uses.
pub(super) fn told(method: &str) -> Option<usize> {
    KNOWN.iter().position(|known| known.told.contains(&method))
}

/// The capability that a message of the server uses.
pub(super) fn heard(method: &str, params: Option<&Raw>) -> Option<usize> {
    let is_url = method == "elicitation/create"
        && params.and_then(|params| params.text_member("mode")).as_deref() == Some("url");
    let mut rows = KNOWN.iter().enumerate().filter(|(_, known)| known.heard.contains(&method));
    if is_url { rows.next_back() } else { rows.next() }.map(|(at, _)| at)
}

/// The client's side of tasks, which it uses by being given one.
pub(super) fn client_tasks() -> Option<usize> {
    KNOWN.iter().position(|known| known.side == Side::Client && known.path == ["extensions", meta::TASKS])
}

/// The capability that a rule is about.
pub(super) fn ruled(rule: &str) -> Option<usize> {
    let family = rule.split('-').next().unwrap_or(rule);
    let has = |name: &str| KNOWN.iter().position(|known| known.rules.contains(&name));
    has(rule).or_else(|| has(family))
}
