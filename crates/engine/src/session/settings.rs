//! How a session behaves: for programs, for people who watch, for faces.

use crate::auth::Login;
use crate::log::LogLimits;
use mcp_inspector_core::codec::MessageLimit;
use mcp_inspector_core::peer::config::{Offer, PeerConfig};
use mcp_inspector_core::target::Target;

/// How a session behaves and how much it remembers.
#[derive(Clone, Debug, PartialEq)]
pub struct SessionConfig {
    /// Timeouts, retries, concurrency and the rest of the protocol.
    pub peer: PeerConfig,
    /// How much the log keeps.
    pub log: LogLimits,
    /// How to log in where a server wants it; without it, such a server is a fault.
    pub login: Option<Login>,
    /// Blanks the target's secrets out in results too, as in the log: for whoever only shows them. Otherwise they
    /// go to whoever made the call as they came.
    pub hides_secrets: bool,
}

impl SessionConfig {
    /// For people who watch a server.
    pub fn inspector() -> Self {
        SessionConfig {
            peer: PeerConfig::inspector(),
            log: LogLimits::default(),
            login: None,
            hides_secrets: false,
        }
    }

    /// For faces with people in front of them, who make several calls at once and look back over a flood.
    /// `limit` is the largest message that is read.
    pub fn face(limit: MessageLimit) -> Self {
        const LOG: LogLimits = LogLimits { messages: 50_000, others: 50_000, bytes: 128 * 1024 * 1024 };
        // A large message must not drive out the one before it.
        let log = LogLimits { bytes: LOG.bytes.max(2 * limit.bytes()), ..LOG };
        let mut config = SessionConfig { log, ..SessionConfig::inspector() };
        config.peer.max_frame_bytes = limit.bytes();
        config.hides_secrets = true;
        config.peer.offer = Offer { roots: Some(Vec::new()), ..Offer::everything() };
        config
    }

    /// For programs that use a server. Once connected, it reconnects for as long as it lives.
    pub fn client_library() -> Self {
        SessionConfig {
            peer: PeerConfig::client_library(),
            log: LogLimits::default(),
            login: None,
            hides_secrets: false,
        }
    }

    /// The timeouts that `target` itself asks for win over the defaults.
    pub(super) fn for_target(mut self, target: &Target) -> Self {
        if let Some(connection) = target.timeouts.connection {
            self.peer.init_timeout = connection;
        }
        if let Some(request) = target.timeouts.request {
            self.peer.request_timeout = request;
        }
        self
    }
}
