//! Which revisions of the protocol the demo serves.

use rmcp::model::ProtocolVersion;

/// The revisions that the demo serves. Real servers have one era or both, and a client has to tell.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Eras {
    /// All that the SDK knows.
    #[default]
    Both,
    /// Those that begin with `initialize`.
    Legacy,
    /// Those without a handshake.
    Modern,
}

impl Eras {
    /// The revisions, oldest first.
    pub(crate) fn versions(self) -> &'static [ProtocolVersion] {
        let legacy = ProtocolVersion::known_up_to(&ProtocolVersion::LATEST_WITH_INITIALIZE);
        match self {
            Eras::Both => ProtocolVersion::KNOWN_VERSIONS,
            Eras::Legacy => legacy,
            Eras::Modern => &ProtocolVersion::KNOWN_VERSIONS[legacy.len()..],
        }
    }
}
