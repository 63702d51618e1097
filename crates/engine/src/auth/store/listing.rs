//! What the token store holds, as it may be shown.

use super::book::Book;
use super::records::{ClientRecord, ClientSource, TokenRecord};
use mcp_inspector_core::redact::{REDACTED, redact_url};
use serde::Serialize;

/// Clients and tokens without their secrets.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Listing {
    /// The clients.
    pub clients: Vec<ListedClient>,
    /// The tokens.
    pub tokens: Vec<ListedToken>,
}

/// A client without its secret.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ListedClient {
    /// The issuer that knows it.
    pub issuer: String,
    /// Its name there.
    pub client_id: String,
    /// [`REDACTED`] where there is a secret.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub client_secret: Option<&'static str>,
    /// When the secret ends, in seconds since 1970.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub secret_expires_at: Option<u64>,
    /// When it was registered or configured, in seconds since 1970.
    pub registered_at: u64,
    /// How we came by it.
    pub source: ClientSource,
}

/// A token without what makes it one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ListedToken {
    /// The issuer it is from.
    pub issuer: String,
    /// The server it is for.
    pub resource: String,
    /// The client it was given to.
    pub client_id: String,
    /// Always [`REDACTED`].
    pub access_token: &'static str,
    /// `Bearer` or `DPoP`.
    pub token_type: String,
    /// What it is good for.
    pub scopes: Vec<String>,
    /// When it came, in seconds since 1970.
    pub obtained_at: u64,
    /// When it ends, in seconds since 1970.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expires_at: Option<u64>,
    /// Whether it can be refreshed.
    pub has_refresh_token: bool,
    /// Whether it is bound to a key.
    pub is_key_bound: bool,
}

impl Listing {
    pub(super) fn of(book: &Book) -> Self {
        Listing {
            clients: book.clients.iter().map(listed_client).collect(),
            tokens: book.tokens.iter().map(listed_token).collect(),
        }
    }
}

fn listed_client(client: &ClientRecord) -> ListedClient {
    ListedClient {
        issuer: shown(&client.issuer),
        client_id: shown(&client.client_id),
        client_secret: client.client_secret.as_ref().map(|_| REDACTED),
        secret_expires_at: client.secret_expires_at,
        registered_at: client.registered_at,
        source: client.source.clone(),
    }
}

fn listed_token(token: &TokenRecord) -> ListedToken {
    ListedToken {
        issuer: shown(&token.issuer),
        resource: shown(&token.resource),
        client_id: shown(&token.client_id),
        access_token: REDACTED,
        token_type: token.token_type.clone(),
        scopes: token.scopes.clone(),
        obtained_at: token.obtained_at,
        expires_at: token.expires_at,
        has_refresh_token: token.refresh_token.is_some(),
        is_key_bound: token.dpop_key.is_some(),
    }
}

/// The URL of a server can carry a key among its parameters.
fn shown(url: &str) -> String {
    redact_url(url).into_owned()
}
