//! A signed token in three parts (JWT), read without trust in its signature.
//!
//! Assertions are believed when their claims fit; only a DPoP proof has its signature checked, in
//! `dpop.rs`.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::digest;
use serde_json::Value;
use std::time::{SystemTime, UNIX_EPOCH};

pub(super) struct Jwt {
    pub(super) header: Value,
    pub(super) claims: Value,
    /// What the signature is over.
    pub(super) signed: String,
    pub(super) signature: Vec<u8>,
}

impl Jwt {
    /// `None` when it is not three parts of which two are JSON and the last is not empty.
    pub(super) fn read(text: &str) -> Option<Self> {
        let (signed, signature) = text.rsplit_once('.')?;
        let (header, claims) = signed.split_once('.')?;
        let json = |part: &str| serde_json::from_slice(&from_base64(part)?).ok();
        let signature = from_base64(signature).filter(|bytes| !bytes.is_empty())?;
        let jwt = Self { header: json(header)?, claims: json(claims)?, signed: signed.to_owned(), signature };
        jwt.header["alg"].is_string().then_some(jwt)
    }

    /// Whether it is for one of these and not past its end.
    pub(super) fn is_for(&self, audiences: &[String]) -> bool {
        let is_one = |value: &Value| audiences.iter().any(|audience| value == audience.as_str());
        let fits = match &self.claims["aud"] {
            Value::Array(values) => values.iter().any(is_one),
            value => is_one(value),
        };
        fits && self.claims["exp"].as_u64().is_some_and(|end| end > now())
    }

    /// A token with these parts and a signature nobody can check.
    pub(super) fn written(header: &Value, claims: &Value) -> String {
        let part = |value: &Value| to_base64(value.to_string());
        format!("{}.{}.{}", part(header), part(claims), to_base64("unchecked"))
    }
}

pub(super) fn to_base64(bytes: impl AsRef<[u8]>) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}

pub(super) fn from_base64(text: &str) -> Option<Vec<u8>> {
    URL_SAFE_NO_PAD.decode(text).ok()
}

/// The SHA-256 of a text, as OAuth writes it everywhere.
pub(super) fn hashed(text: &str) -> String {
    to_base64(digest::digest(&digest::SHA256, text.as_bytes()))
}

/// Seconds since 1970.
pub(super) fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}
