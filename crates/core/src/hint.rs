//! How long an answer may be kept, as the server says it (2026-07-28).

use crate::raw::Raw;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// Methods whose answers may be kept.
pub const KEEPABLE: [&str; 6] = [
    "server/discover",
    "tools/list",
    "prompts/list",
    "resources/list",
    "resources/templates/list",
    "resources/read",
];

/// What an answer says about keeping it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CacheHint {
    /// For how many milliseconds it is fresh.
    pub ttl_ms: u64,
    /// Who may be given it.
    pub scope: CacheScope,
}

/// Who may be given a kept answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum CacheScope {
    /// Anyone.
    Public,
    /// Whoever asked. What a server does not say, or says wrongly, counts as this.
    Private,
}

impl CacheHint {
    /// What `result` says, if it says how long it is fresh.
    pub fn read(result: &Raw) -> Option<Self> {
        // Looking for the word first spares reading results that do not have it.
        memchr::memmem::find(result.bytes(), b"ttlMs")?;
        let ttl_ms = result.member("ttlMs")?.read().ok()?;
        let scope = match result.text_member("cacheScope").as_deref() {
            Some("public") => CacheScope::Public,
            _ => CacheScope::Private,
        };
        Some(CacheHint { ttl_ms, scope })
    }

    /// For how long it is fresh.
    pub fn ttl(self) -> Duration {
        Duration::from_millis(self.ttl_ms)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_or_wrong_is_no_hint_and_private() {
        let read = |text: &str| CacheHint::read(&Raw::parse(text).unwrap());
        let hint = |ttl_ms, scope| Some(CacheHint { ttl_ms, scope });
        assert_eq!(read(r#"{"ttlMs":5,"cacheScope":"public"}"#), hint(5, CacheScope::Public));
        assert_eq!(read(r#"{"ttlMs":0,"cacheScope":"all"}"#), hint(0, CacheScope::Private));
        assert_eq!(read(r#"{"ttlMs":-1,"cacheScope":"public"}"#), None);
        assert_eq!(read(r#"{"cacheScope":"public"}"#), None);
    }
}
