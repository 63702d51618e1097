//! Proofs that a request comes from the holder of a key (DPoP, RFC 9449), and the nonces servers
//! want in them.

#[cfg(test)]
mod tests;

use super::key::{KeyError, SigningKey, random_text, sha256};
use reqwest::Url;
use serde_json::{Map, json};
use std::collections::VecDeque;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The header that carries a proof.
pub(crate) const PROOF_HEADER: &str = "dpop";
/// The header in which a server gives the nonce for the next proof.
pub(crate) const NONCE_HEADER: &str = "dpop-nonce";

/// For how many origins a nonce is remembered. A client talks to two: the authorization server
/// and the MCP server.
const MOST_NONCES: usize = 32;

/// A longer nonce would make headers that servers refuse.
const LONGEST_NONCE: usize = 2048;

/// Makes the proofs for one key.
pub(crate) struct Prover {
    key: Arc<SigningKey>,
    /// The newest one last.
    nonces: Mutex<VecDeque<Nonce>>,
}

struct Nonce {
    origin: String,
    value: String,
}

impl Prover {
    /// A prover that knows no nonces yet.
    pub(crate) fn new(key: impl Into<Arc<SigningKey>>) -> Self {
        Prover { key: key.into(), nonces: Mutex::default() }
    }

    /// The key the proofs are for.
    pub(crate) fn key(&self) -> &Arc<SigningKey> {
        &self.key
    }

    /// A new proof for one request. The token is the one the request presents, if it does.
    pub(crate) fn proof(
        &self,
        method: &str,
        url: &str,
        token: Option<&str>,
        now_unix: u64,
    ) -> Result<String, KeyError> {
        let url = web_url(url)?;
        let mut claims = json!({
            "jti": random_text()?,
            "htm": method,
            "htu": bare(&url),
            "iat": now_unix,
        });
        if let Some(token) = token {
            claims["ath"] = json!(sha256(token.as_bytes()));
        }
        let origin = url.origin().ascii_serialization();
        if let Some(known) = self.nonces().iter().find(|nonce| nonce.origin == origin) {
            claims["nonce"] = json!(known.value);
        }
        let mut header = Map::new();
        header.insert("typ".to_owned(), json!("dpop+jwt"));
        header.insert("jwk".to_owned(), self.key.public_jwk());
        self.key.sign_jwt(header, &claims)
    }

    /// Keeps the nonce a server gave in a response, for the next proof to the same origin. True
    /// when it is another than the one known before: only then can trying again help.
    pub(crate) fn remember_nonce(&self, url: &str, nonce: &str) -> bool {
        // RFC 9449 has these characters; others would break the header.
        let is_usable = (1..=LONGEST_NONCE).contains(&nonce.len())
            && nonce.bytes().all(|byte| matches!(byte, 0x21 | 0x23..=0x5b | 0x5d..=0x7e));
        let Ok(url) = web_url(url) else { return false };
        if !is_usable {
            return false;
        }
        let origin = url.origin().ascii_serialization();
        let mut nonces = self.nonces();
        let known = nonces.iter().position(|known| known.origin == origin);
        let old = known.and_then(|at| nonces.remove(at));
        let is_new = old.is_none_or(|old| old.value != nonce);
        if nonces.len() >= MOST_NONCES {
            nonces.pop_front();
        }
        nonces.push_back(Nonce { origin, value: nonce.to_owned() });
        is_new
    }

    fn nonces(&self) -> MutexGuard<'_, VecDeque<Nonce>> {
        self.nonces.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for Prover {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Prover")
            .field("key", &self.key)
            .field("nonces", &self.nonces().len())
            .finish_non_exhaustive()
    }
}

fn web_url(url: &str) -> Result<Url, KeyError> {
    let url = Url::parse(url).map_err(|error| KeyError::NotAUrl { reason: error.to_string() })?;
    if !matches!(url.scheme(), "http" | "https") {
        return Err(KeyError::NotAUrl { reason: format!("its scheme is `{}`", url.scheme()) });
    }
    Ok(url)
}

/// A URL as `htu` has it: no query and no fragment, and none of the credentials that HTTP
/// clients take out of it as well.
fn bare(url: &Url) -> String {
    format!("{}{}", url.origin().ascii_serialization(), url.path())
}
