//! How an authorization server is set up: its options and its faults.

use super::fault::AuthFault;
use std::collections::BTreeSet;

/// What is optional about a good server, and what goes wrong with this one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuthBehaviour {
    /// What goes wrong.
    pub faults: BTreeSet<AuthFault>,
    /// How many seconds an access token lives.
    pub expires_in: u64,
    /// Whether a code also brings a refresh token.
    pub refresh_tokens: bool,
    /// Whether an https URL is a client id. The document behind it is not fetched.
    pub client_id_documents: bool,
    /// Whether `/authorize` asks with a page (links `approve` and `deny`) instead of agreeing at once.
    pub login_page: bool,
    /// Whether tokens are bound to a key.
    pub dpop: Dpop,
}

/// Whether tokens are bound to a key of the client (RFC 9449).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dpop {
    /// They are bearer tokens.
    Off,
    /// They are bound, and the token endpoint wants its nonce in each proof.
    Required,
    /// As `Required`, and the MCP server wants a nonce of its own.
    RequiredWithResourceNonce,
}

impl Default for AuthBehaviour {
    fn default() -> Self {
        Self {
            faults: BTreeSet::new(),
            expires_in: 3600,
            refresh_tokens: true,
            client_id_documents: false,
            login_page: false,
            dpop: Dpop::Off,
        }
    }
}

impl AuthBehaviour {
    /// A server that is good but for these faults.
    pub fn with(faults: &[AuthFault]) -> Self {
        Self { faults: faults.iter().copied().collect(), ..Self::default() }
    }
}
