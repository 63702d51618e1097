//! What the first request tells about a server's era.
//!
//! [`Sign`] is what was seen, [`Sign::verdict`] the table that reads it. The
//! machine that asks is `peer/probe.rs`.

use crate::era::Revision;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Modern: no such revision; the data names those there are.
pub const UNSUPPORTED_VERSION: i64 = -32022;
/// Modern: the client lacks a capability that the request needs.
pub const MISSING_CAPABILITY: i64 = -32021;
/// Modern: a header is missing or says something else than the body.
pub const HEADER_MISMATCH: i64 = -32020;

/// What became of `server/discover`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "sign", rename_all = "kebab-case", rename_all_fields = "camelCase")]
pub enum Sign {
    /// The server named its revisions.
    Discovered {
        /// They, as it spelled them.
        supported: Vec<String>,
    },
    /// The server does not speak the revision we asked in, and named those it speaks.
    VersionRefused {
        /// They, as it spelled them.
        supported: Vec<String>,
    },
    /// The server refused with an error.
    Refused {
        /// Its code.
        code: i64,
    },
    /// The server answered with a result that names no revisions.
    OtherResult,
    /// The server said nothing in time.
    Silent {
        /// How long we waited, in milliseconds.
        after_ms: u64,
    },
    /// The server said nothing over HTTP, where that says nothing.
    Slow {
        /// How long we waited, in milliseconds.
        after_ms: u64,
    },
    /// The server process ended.
    Quit,
    /// The server answered with an HTTP status and no JSON-RPC error.
    Status {
        /// It.
        status: u16,
    },
    /// The server answered with something that is not JSON-RPC.
    NotJsonRpc,
    /// The server could not be reached, or the connection broke.
    Unreachable,
}

/// What a sign says about the era.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// Every request stands alone.
    Modern,
    /// The server wants a handshake.
    Legacy,
    /// It wants to know who we are first; the era is still open.
    Login,
    /// Nothing. A handshake may be tried, but nothing is learned from the sign.
    Unknown,
    /// Nothing, and nothing else would fare better now.
    Failed,
}

impl Sign {
    /// What it says about the era.
    pub fn verdict(&self) -> Verdict {
        match self {
            Sign::Discovered { supported } | Sign::VersionRefused { supported } => {
                let spoken = supported.iter().filter_map(|name| Revision::named(name)).max();
                if spoken.is_some_and(|newest| !newest.is_modern()) {
                    Verdict::Legacy
                } else {
                    Verdict::Modern
                }
            }
            Sign::Refused { code: UNSUPPORTED_VERSION | MISSING_CAPABILITY | HEADER_MISMATCH } => {
                Verdict::Modern
            }
            Sign::Status { status: 401 | 403 } => Verdict::Login,
            Sign::Status { status: 500.. } | Sign::Slow { .. } => Verdict::Unknown,
            Sign::Refused { .. }
            | Sign::OtherResult
            | Sign::Silent { .. }
            | Sign::Quit
            | Sign::Status { .. }
            | Sign::NotJsonRpc => Verdict::Legacy,
            Sign::Unreachable => Verdict::Failed,
        }
    }

    /// The revisions that the server named.
    pub fn supported(&self) -> &[String] {
        match self {
            Sign::Discovered { supported } | Sign::VersionRefused { supported } => supported,
            _ => &[],
        }
    }

    /// How many bytes its texts have.
    pub(crate) fn size(&self) -> usize {
        self.supported().iter().map(|name| name.len() + 24).sum()
    }
}

impl fmt::Display for Sign {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Sign::Discovered { supported } => write!(f, "the server speaks {}", list(supported)),
            Sign::VersionRefused { supported } => {
                write!(f, "the server refused the revision; it speaks {}", list(supported))
            }
            Sign::Refused { code } => write!(f, "the server refused it with error {code}"),
            Sign::OtherResult => f.write_str("the answer names no revisions"),
            Sign::Silent { after_ms } | Sign::Slow { after_ms } => {
                write!(f, "no answer after {after_ms} ms; it may still come")
            }
            Sign::Quit => f.write_str("the server process ended"),
            Sign::Status { status } => write!(f, "HTTP {status}"),
            Sign::NotJsonRpc => f.write_str("the answer is not JSON-RPC"),
            Sign::Unreachable => f.write_str("the server could not be reached"),
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Verdict::Modern => "modern era",
            Verdict::Legacy => "legacy era",
            Verdict::Login => "a login is needed before the era can be told",
            Verdict::Unknown => "says nothing about the era",
            Verdict::Failed => "not connected",
        })
    }
}

fn list(names: &[String]) -> String {
    if names.is_empty() { "no revision at all".to_owned() } else { names.join(", ") }
}
