//! The method table: what each request we can make needs of the server.
//!
//! A method that is not in the table is sent as it is: that is how extensions
//! are debugged.

use crate::era::Revision;
use crate::raw::Raw;

/// One request a client can make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Method {
    /// Its name on the wire.
    pub name: &'static str,
    /// The capability the server must have advertised, as a path; empty when none is needed.
    pub needs: &'static [&'static str],
    /// The first revision in which the capability exists; earlier ones had the method without it.
    pub needed_since: Revision,
}

const fn method(name: &'static str, needs: &'static [&'static str]) -> Method {
    Method { name, needs, needed_since: Revision::R2024_11_05 }
}

/// Requests from the client to the server in the revisions with a handshake.
pub const METHODS: &[Method] = &[
    method("initialize", &[]),
    method("ping", &[]),
    method("tools/list", &["tools"]),
    method("tools/call", &["tools"]),
    method("resources/list", &["resources"]),
    method("resources/templates/list", &["resources"]),
    method("resources/read", &["resources"]),
    method("resources/subscribe", &["resources", "subscribe"]),
    method("resources/unsubscribe", &["resources", "subscribe"]),
    method("prompts/list", &["prompts"]),
    method("prompts/get", &["prompts"]),
    Method { name: "completion/complete", needs: &["completions"], needed_since: Revision::R2025_03_26 },
    method("logging/setLevel", &["logging"]),
    method("tasks/get", &["tasks"]),
    method("tasks/result", &["tasks"]),
    method("tasks/list", &["tasks", "list"]),
    method("tasks/cancel", &["tasks", "cancel"]),
];

impl Method {
    /// The table's row for `name`.
    pub fn named(name: &str) -> Option<&'static Method> {
        METHODS.iter().find(|method| method.name == name)
    }
}

/// The capability `method` needs and `capabilities` lacks, as a dotted path.
pub fn missing_capability(method: &str, revision: Revision, capabilities: &Raw) -> Option<String> {
    let method = Method::named(method)?;
    if method.needs.is_empty() || revision < method.needed_since {
        return None;
    }
    (!has_capability(capabilities, method.needs)).then(|| method.needs.join("."))
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

    #[test]
    fn a_method_is_covered_by_its_capability_only() {
        let capabilities = Raw::parse(r#"{"tools":{},"resources":{"subscribe":false}}"#).unwrap();
        let missing = |method| missing_capability(method, Revision::NEWEST_LEGACY, &capabilities);
        assert_eq!(missing("tools/call"), None);
        assert_eq!(missing("ping"), None);
        assert_eq!(missing("vendor/anything"), None);
        assert_eq!(missing("prompts/list").as_deref(), Some("prompts"));
        assert_eq!(missing("resources/subscribe").as_deref(), Some("resources.subscribe"));
        assert_eq!(missing("completion/complete").as_deref(), Some("completions"));
    }

    #[test]
    fn completion_needs_no_capability_before_there_was_one() {
        let none = Raw::empty_object();
        assert_eq!(missing_capability("completion/complete", Revision::R2024_11_05, &none), None);
    }
}
