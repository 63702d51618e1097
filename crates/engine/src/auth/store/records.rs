//! What is kept of a client and of a token.

use mcp_inspector_core::redact::REDACTED;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::fmt;

/// A client as one authorization server knows it.
#[derive(Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", expecting = "an object about a client")]
pub struct ClientRecord {
    /// The issuer that knows the client. It is never used with another.
    pub issuer: String,
    /// Its name there.
    pub client_id: String,
    /// Its secret, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub client_secret: Option<String>,
    /// How it proves who it is, such as `none` or `client_secret_basic`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub auth_method: Option<String>,
    /// Where the server sends the user back to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub redirect_uri: Option<String>,
    /// The bare URL of the server whose login it was registered for. Others of the same issuer use it too.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub server: Option<String>,
    /// The scopes it was registered for. There are authorization servers that grant it no others.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub scopes: Vec<String>,
    /// When it was registered or configured, in seconds since 1970.
    #[serde(default)]
    pub registered_at: u64,
    /// When the secret ends, in seconds since 1970; none and 0 mean never.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub secret_expires_at: Option<u64>,
    /// How we came by it.
    #[serde(default)]
    pub source: ClientSource,
    /// What a newer program has written; kept as it is.
    #[serde(flatten)]
    pub other: Map<String, Value>,
}

/// How we came by a client.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ClientSource {
    /// The server registered it when we asked.
    #[default]
    Registered,
    /// The user named it.
    Configured,
    /// Its name is the URL of a document about it.
    MetadataDocument,
    /// A newer program knows more ways.
    #[serde(untagged)]
    Other(String),
}

impl ClientRecord {
    /// Whether the secret is no longer good.
    pub fn is_secret_expired(&self, now_unix: u64) -> bool {
        let ends = self.secret_expires_at.filter(|&at| at != 0);
        self.client_secret.is_some() && ends.is_some_and(|at| at <= now_unix)
    }
}

/// The authorization server that a configured client belongs to, as far as one server is concerned. The
/// secret stays where it is configured.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", expecting = "an object about a configured client")]
pub struct Binding {
    /// The URL of the server it is configured for.
    pub server: String,
    /// The client's name.
    pub client_id: String,
    /// Who granted it a token.
    pub issuer: String,
    /// Whether the secret was shown there too. One that is configured later is warned of first.
    #[serde(default)]
    pub has_secret: bool,
    /// When, in seconds since 1970.
    #[serde(default)]
    pub bound_at: u64,
    /// What a newer program has written; kept as it is.
    #[serde(flatten)]
    pub other: Map<String, Value>,
}

/// A token, whom it is from and what it is for.
#[derive(Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", expecting = "an object about a token")]
pub struct TokenRecord {
    /// The issuer it is from.
    pub issuer: String,
    /// The server it is for, as the token names it.
    pub resource: String,
    /// The URL of that server. A resource can cover more than one; a token is only sent where it
    /// was asked for, so each of them has its own.
    #[serde(default)]
    pub server: String,
    /// The client it was given to.
    pub client_id: String,
    /// What is sent to the server.
    pub access_token: String,
    /// `Bearer` or `DPoP`.
    #[serde(default = "bearer")]
    pub token_type: String,
    /// What gets the next one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refresh_token: Option<String>,
    /// What it is good for.
    #[serde(default)]
    pub scopes: Vec<String>,
    /// What was asked for, which may have been more.
    #[serde(default)]
    pub requested_scopes: Vec<String>,
    /// When it came, in seconds since 1970.
    #[serde(default)]
    pub obtained_at: u64,
    /// When it was granted by a login, in seconds since 1970; a renewal does not change it.
    #[serde(default)]
    pub granted_at: u64,
    /// When it ends, in seconds since 1970, if the server said so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expires_at: Option<u64>,
    /// The private key it is bound to, as PEM.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dpop_key: Option<String>,
    /// Where it is refreshed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub token_endpoint: Option<String>,
    /// Where it is revoked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub revocation_endpoint: Option<String>,
    /// How the client proves who it is at these.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub auth_method: Option<String>,
    /// What a newer program has written; kept as it is.
    #[serde(flatten)]
    pub other: Map<String, Value>,
}

fn bearer() -> String {
    "Bearer".to_owned()
}

impl TokenRecord {
    /// Whether it ends within `leeway` seconds. One without an end is taken to be good.
    pub fn expires_within(&self, now_unix: u64, leeway: u64) -> bool {
        self.expires_at.is_some_and(|at| at <= now_unix.saturating_add(leeway))
    }

    /// Whether it is for the server at this URL.
    pub fn is_sent_to(&self, server: &str) -> bool {
        self.asked_for() == server
    }

    /// The URL it was asked for. Books of before named only the resource.
    fn asked_for(&self) -> &str {
        if self.server.is_empty() { &self.resource } else { &self.server }
    }

    pub(super) fn is_for(&self, issuer: &str, resource: &str) -> bool {
        self.issuer == issuer && self.resource == resource
    }

    pub(super) fn has_key_of(&self, other: &TokenRecord) -> bool {
        self.is_for(&other.issuer, &other.resource)
            && self.client_id == other.client_id
            && self.asked_for() == other.asked_for()
    }
}

impl fmt::Debug for ClientRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ClientRecord")
            .field("issuer", &self.issuer)
            .field("client_id", &self.client_id)
            .field("client_secret", &hidden(self.client_secret.as_ref()))
            .field("auth_method", &self.auth_method)
            .field("redirect_uri", &self.redirect_uri)
            .field("registered_at", &self.registered_at)
            .field("secret_expires_at", &self.secret_expires_at)
            .field("source", &self.source)
            .finish_non_exhaustive()
    }
}

impl fmt::Debug for TokenRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TokenRecord")
            .field("issuer", &self.issuer)
            .field("resource", &self.resource)
            .field("client_id", &self.client_id)
            .field("access_token", &REDACTED)
            .field("token_type", &self.token_type)
            .field("refresh_token", &hidden(self.refresh_token.as_ref()))
            .field("scopes", &self.scopes)
            .field("requested_scopes", &self.requested_scopes)
            .field("obtained_at", &self.obtained_at)
            .field("granted_at", &self.granted_at)
            .field("expires_at", &self.expires_at)
            .field("dpop_key", &hidden(self.dpop_key.as_ref()))
            .field("token_endpoint", &self.token_endpoint)
            .field("revocation_endpoint", &self.revocation_endpoint)
            .field("auth_method", &self.auth_method)
            .finish_non_exhaustive()
    }
}

fn hidden(secret: Option<&String>) -> Option<&'static str> {
    secret.map(|_| REDACTED)
}
