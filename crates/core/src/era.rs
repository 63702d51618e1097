//! Revisions of the protocol, and the two eras they fall into.

use serde::{Deserialize, Serialize};
use std::fmt;

/// A published revision of the protocol, oldest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Revision {
    /// 2024-11-05: the first; HTTP+SSE.
    #[serde(rename = "2024-11-05")]
    R2024_11_05,
    /// 2025-03-26: Streamable HTTP, batches, audio, completions capability.
    #[serde(rename = "2025-03-26")]
    R2025_03_26,
    /// 2025-06-18: structured results, elicitation, no batches.
    #[serde(rename = "2025-06-18")]
    R2025_06_18,
    /// 2025-11-25: tasks, URL elicitation, SSE polling.
    #[serde(rename = "2025-11-25")]
    R2025_11_25,
    /// 2026-07-28: no handshake; every request stands alone.
    #[serde(rename = "2026-07-28")]
    R2026_07_28,
}

/// How a connection is begun and kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Era {
    /// `initialize`, then a session.
    Legacy,
    /// Every request carries what the server must know.
    Modern,
}

impl Revision {
    /// All revisions, oldest first.
    pub const ALL: [Revision; 5] = [
        Revision::R2024_11_05,
        Revision::R2025_03_26,
        Revision::R2025_06_18,
        Revision::R2025_11_25,
        Revision::R2026_07_28,
    ];

    /// The newest revision with a handshake.
    pub const NEWEST_LEGACY: Revision = Revision::R2025_11_25;

    /// The name as it stands on the wire.
    pub const fn as_str(self) -> &'static str {
        match self {
            Revision::R2024_11_05 => "2024-11-05",
            Revision::R2025_03_26 => "2025-03-26",
            Revision::R2025_06_18 => "2025-06-18",
            Revision::R2025_11_25 => "2025-11-25",
            Revision::R2026_07_28 => "2026-07-28",
        }
    }

    /// The revision with this name.
    pub fn named(name: &str) -> Option<Revision> {
        Revision::ALL.into_iter().find(|revision| revision.as_str() == name)
    }

    /// The era it belongs to.
    pub const fn era(self) -> Era {
        match self {
            Revision::R2026_07_28 => Era::Modern,
            _ => Era::Legacy,
        }
    }

    /// Whether requests after the handshake carry `MCP-Protocol-Version` over HTTP.
    pub fn has_version_header(self) -> bool {
        self >= Revision::R2025_06_18
    }
}

impl fmt::Display for Revision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_round_trip_and_only_the_newest_is_modern() {
        for revision in Revision::ALL {
            assert_eq!(Revision::named(revision.as_str()), Some(revision));
            assert_eq!(revision.era() == Era::Modern, revision == Revision::R2026_07_28);
        }
        assert_eq!(Revision::named("1999-01-01"), None);
    }
}
