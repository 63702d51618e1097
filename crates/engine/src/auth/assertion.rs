//! The JWT with which a client proves who it is at a token endpoint (`private_key_jwt`, RFC 7523).

#[cfg(test)]
mod tests;

use super::key::{KeyError, SigningKey, random_text};
use serde_json::{Map, json};
use std::time::Duration;

/// What `client_assertion_type` says beside such an assertion.
pub(crate) const CLIENT_ASSERTION_TYPE: &str = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";

/// A new assertion, good for one request: the server may remember its `jti`.
pub(crate) fn client_assertion(
    key: &SigningKey,
    client_id: &str,
    audience: &str,
    now_unix: u64,
    lifetime: Duration,
) -> Result<String, KeyError> {
    let claims = json!({
        "iss": client_id,
        "sub": client_id,
        "aud": audience,
        "iat": now_unix,
        "exp": now_unix.saturating_add(lifetime.as_secs()),
        "jti": random_text()?,
    });
    key.sign_jwt(Map::new(), &claims)
}
