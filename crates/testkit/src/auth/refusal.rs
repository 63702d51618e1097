//! A refusal as OAuth writes it: a status, a code for programs and a sentence for people.

use crate::http::reply::{After, JSON, Reply};
use serde_json::json;
use std::io;

#[derive(Debug, PartialEq, Eq)]
pub(super) struct Refusal {
    pub(super) status: u16,
    pub(super) error: &'static str,
    pub(super) description: String,
    /// A nonce for the next proof.
    pub(super) nonce: Option<String>,
}

impl Refusal {
    /// A refusal with status 400.
    pub(super) fn new(error: &'static str, description: impl Into<String>) -> Self {
        Self { status: 400, error, description: description.into(), nonce: None }
    }

    /// The client is not who it says.
    pub(super) fn client(description: &str) -> Self {
        Self { status: 401, ..Self::new("invalid_client", description) }
    }

    /// The grant is not, or no longer, good.
    pub(super) fn grant(description: &str) -> Self {
        Self::new("invalid_grant", description)
    }

    pub(super) fn send(&self, reply: &mut Reply) -> io::Result<After> {
        if let Some(nonce) = &self.nonce {
            reply.header("DPoP-Nonce", nonce);
        }
        if self.status == 401 {
            reply.header("WWW-Authenticate", r#"Basic realm="testkit""#);
        }
        reply.header("Cache-Control", "no-store");
        let body = json!({ "error": self.error, "error_description": self.description });
        reply.whole(self.status, JSON, &body.to_string())
    }
}
