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

/// Which revision a session is to speak.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Versions {
    /// Ask the server with `server/discover`, and go by what it says or how it refuses.
    #[default]
    Auto,
    /// The handshake, offering the newest revision that has one.
    Legacy,
    /// This revision and no other way to begin. A server may still answer a handshake with an
    /// older one.
    Pinned(Revision),
}

impl Versions {
    /// The revision that `initialize` offers.
    pub const fn offered(self) -> Revision {
        match self {
            Versions::Pinned(revision) if matches!(revision.era(), Era::Legacy) => revision,
            _ => Revision::NEWEST_LEGACY,
        }
    }
}

impl Versions {
    /// What people type. Besides the words of configuration there is `modern`, as others call the newest revision.
    pub fn typed(word: &str) -> Result<Self, String> {
        if word == "modern" {
            return Ok(Versions::Pinned(Revision::NEWEST));
        }
        word.parse().map_err(|_: UnknownVersions| {
            let revisions = Revision::ALL.map(|revision| revision.to_string()).join(", ");
            format!("`{word}` is neither `auto`, `legacy`, `modern` nor a revision ({revisions})")
        })
    }
}

impl std::str::FromStr for Versions {
    type Err = UnknownVersions;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "auto" => Ok(Versions::Auto),
            "legacy" => Ok(Versions::Legacy),
            name => {
                Revision::named(name).map(Versions::Pinned).ok_or_else(|| UnknownVersions(name.to_owned()))
            }
        }
    }
}

impl TryFrom<String> for Versions {
    type Error = UnknownVersions;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl From<Versions> for String {
    fn from(versions: Versions) -> Self {
        versions.to_string()
    }
}

impl fmt::Display for Versions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Versions::Auto => f.write_str("auto"),
            Versions::Legacy => f.write_str("legacy"),
            Versions::Pinned(revision) => revision.fmt(f),
        }
    }
}

/// A word that names neither an era nor a revision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownVersions(pub String);

impl fmt::Display for UnknownVersions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known: Vec<&str> = Revision::ALL.iter().map(|revision| revision.as_str()).collect();
        write!(f, "{:?} is neither `auto`, `legacy` nor a revision ({})", self.0, known.join(", "))
    }
}

impl std::error::Error for UnknownVersions {}

/// Keys of `_meta` that the protocol defines, and names of extensions.
pub mod meta {
    /// The revision a request is made in.
    pub const PROTOCOL_VERSION: &str = "io.modelcontextprotocol/protocolVersion";
    /// Who makes a request.
    pub const CLIENT_INFO: &str = "io.modelcontextprotocol/clientInfo";
    /// What whoever makes a request can do for the server.
    pub const CLIENT_CAPABILITIES: &str = "io.modelcontextprotocol/clientCapabilities";
    /// From which severity on the server may log about a request.
    pub const LOG_LEVEL: &str = "io.modelcontextprotocol/logLevel";
    /// Who answers.
    pub const SERVER_INFO: &str = "io.modelcontextprotocol/serverInfo";
    /// Which `subscriptions/listen` a notification belongs to.
    pub const SUBSCRIPTION_ID: &str = "io.modelcontextprotocol/subscriptionId";
    /// Tasks in the revisions without a handshake.
    pub const TASKS: &str = "io.modelcontextprotocol/tasks";
    /// Skills: instructions and files that a server has for models.
    pub const SKILLS: &str = "io.modelcontextprotocol/skills";
    /// Apps: HTML that a server has as the face of a tool.
    pub const UI: &str = "io.modelcontextprotocol/ui";
    /// The media type of an app.
    pub const UI_HTML: &str = "text/html;profile=mcp-app";
    /// The task that a message belongs to, in 2025-11-25.
    pub const RELATED_TASK: &str = "io.modelcontextprotocol/related-task";
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

    /// The newest revision.
    pub const NEWEST: Revision = Revision::R2026_07_28;

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

    /// Whether it has no handshake: every request stands alone.
    pub const fn is_modern(self) -> bool {
        matches!(self.era(), Era::Modern)
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

    #[test]
    fn versions_are_named_like_eras_and_revisions() {
        for text in ["auto", "legacy", "2025-06-18", "2026-07-28"] {
            assert_eq!(text.parse::<Versions>().unwrap().to_string(), text);
        }
        let error = "modern".parse::<Versions>().unwrap_err().to_string();
        assert!(error.contains("\"modern\"") && error.contains("2026-07-28"), "{error}");
        assert_eq!(Versions::Pinned(Revision::R2024_11_05).offered(), Revision::R2024_11_05);
        assert_eq!(Versions::Auto.offered(), Revision::R2025_11_25);
    }
}
