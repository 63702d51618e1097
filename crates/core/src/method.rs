//! The method table: what each request we can make needs of the server.
//!
//! A method that is not in the table is sent as it is: that is how extensions
//! are debugged.

use crate::era::{Revision, meta};
use crate::raw::Raw;

/// One request a client can make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Method {
    /// Its name on the wire.
    pub name: &'static str,
    /// The first revision that has it in this form.
    pub since: Revision,
    /// The last one.
    pub until: Revision,
    /// The capability the server must have advertised, as a path; empty when none is needed.
    pub needs: &'static [&'static str],
    /// The first revision in which the capability exists; earlier ones had the method without it.
    pub needed_since: Revision,
}

/// A method of every revision.
const fn always(name: &'static str, needs: &'static [&'static str]) -> Method {
    Method {
        name,
        since: Revision::R2024_11_05,
        until: Revision::R2026_07_28,
        needs,
        needed_since: Revision::R2024_11_05,
    }
}

/// A method of the revisions with a handshake.
const fn legacy(name: &'static str, needs: &'static [&'static str]) -> Method {
    Method { until: Revision::R2025_11_25, ..always(name, needs) }
}

/// A method of the revisions without one.
const fn modern(name: &'static str, needs: &'static [&'static str]) -> Method {
    Method { since: Revision::R2026_07_28, ..always(name, needs) }
}

/// Requests from the client to the server. A name that changed its needs stands here twice.
pub const METHODS: &[Method] = &[
    legacy("initialize", &[]),
    modern("server/discover", &[]),
    legacy("ping", &[]),
    always("tools/list", &["tools"]),
    always("tools/call", &["tools"]),
    always("resources/list", &["resources"]),
    always("resources/templates/list", &["resources"]),
    always("resources/read", &["resources"]),
    legacy("resources/subscribe", &["resources", "subscribe"]),
    legacy("resources/unsubscribe", &["resources", "subscribe"]),
    modern("subscriptions/listen", &[]),
    always("prompts/list", &["prompts"]),
    always("prompts/get", &["prompts"]),
    Method { needed_since: Revision::R2025_03_26, ..always("completion/complete", &["completions"]) },
    legacy("logging/setLevel", &["logging"]),
    legacy("tasks/get", &["tasks"]),
    legacy("tasks/result", &["tasks"]),
    legacy("tasks/list", &["tasks", "list"]),
    legacy("tasks/cancel", &["tasks", "cancel"]),
    modern("tasks/get", &["extensions", meta::TASKS]),
    modern("tasks/update", &["extensions", meta::TASKS]),
    modern("tasks/cancel", &["extensions", meta::TASKS]),
    // Written for 2026-07-28; older servers that declare it are not told otherwise.
    always("skills/list", &["extensions", meta::SKILLS]),
    always("skills/get", &["extensions", meta::SKILLS]),
];

/// Why a method cannot be called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unfit {
    /// The server does not advertise this capability, a dotted path.
    Capability(String),
    /// The revision does not have the method.
    Revision(Revision),
}

/// Why `method` cannot be called in `revision` on a server with these capabilities. A method that
/// the protocol does not know is always fit.
pub fn unfit(method: &str, revision: Revision, capabilities: &Raw) -> Option<Unfit> {
    let mut rows = METHODS.iter().filter(|row| row.name == method).peekable();
    rows.peek()?;
    let Some(row) = rows.find(|row| (row.since..=row.until).contains(&revision)) else {
        return Some(Unfit::Revision(revision));
    };
    if row.needs.is_empty() || revision < row.needed_since || has_capability(capabilities, row.needs) {
        return None;
    }
    Some(Unfit::Capability(row.needs.join(".")))
}

/// Whether `capabilities` has something that is neither absent, null nor false at `path`.
pub fn has_capability(capabilities: &Raw, path: &[&str]) -> bool {
    let mut at = capabilities.clone();
    for name in path {
        match at.member(name) {
            Some(member) => at = member,
            None => return false,
        }
    }
    !matches!(at.as_str(), "false" | "null")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn missing(method: &str, revision: Revision, capabilities: &str) -> Option<String> {
        match unfit(method, revision, &Raw::parse(capabilities).unwrap()) {
            Some(Unfit::Capability(path)) => Some(path),
            Some(Unfit::Revision(revision)) => Some(format!("not in {revision}")),
            None => None,
        }
    }

    #[test]
    fn a_method_is_covered_by_its_capability_only() {
        let capabilities = r#"{"tools":{},"resources":{"subscribe":false}}"#;
        let missing = |method| missing(method, Revision::NEWEST_LEGACY, capabilities);
        assert_eq!(missing("tools/call"), None);
        assert_eq!(missing("ping"), None);
        assert_eq!(missing("vendor/anything"), None);
        assert_eq!(missing("prompts/list").as_deref(), Some("prompts"));
        assert_eq!(missing("resources/subscribe").as_deref(), Some("resources.subscribe"));
        assert_eq!(missing("completion/complete").as_deref(), Some("completions"));
        assert_eq!(missing("subscriptions/listen").as_deref(), Some("not in 2025-11-25"));
    }

    #[test]
    fn completion_needs_no_capability_before_there_was_one() {
        assert_eq!(missing("completion/complete", Revision::R2024_11_05, "{}"), None);
    }

    #[test]
    fn methods_come_and_go_with_the_revisions() {
        let modern = |method, capabilities| missing(method, Revision::NEWEST, capabilities);
        for gone in ["ping", "logging/setLevel", "resources/subscribe", "tasks/list", "initialize"] {
            assert_eq!(modern(gone, r#"{"tasks":{}}"#).as_deref(), Some("not in 2026-07-28"), "{gone}");
        }
        assert_eq!(modern("tasks/get", r#"{"extensions":{"io.modelcontextprotocol/tasks":{}}}"#), None);
        assert_eq!(
            modern("tasks/update", r#"{"tasks":{}}"#).as_deref(),
            Some("extensions.io.modelcontextprotocol/tasks")
        );
        assert_eq!(missing("tasks/get", Revision::NEWEST_LEGACY, r#"{"tasks":{}}"#), None);
        for revision in [Revision::NEWEST_LEGACY, Revision::NEWEST] {
            let declared = r#"{"extensions":{"io.modelcontextprotocol/skills":{}}}"#;
            assert_eq!(missing("skills/list", revision, declared), None);
            assert_eq!(
                missing("skills/get", revision, r#"{"resources":{}}"#).as_deref(),
                Some("extensions.io.modelcontextprotocol/skills")
            );
        }
    }
}
