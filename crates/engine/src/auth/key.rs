//! The private key a client signs with: ES256 on P-256, or RS256.
//!
//! A key is made here or read from PEM, and signs compact JWTs. What `Debug`
//! shows of it is public.

mod der;
mod error;
mod pem;
#[cfg(test)]
pub(super) mod tests;

pub use error::KeyError;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use der::Form;
use ring::rand::{SecureRandom as _, SystemRandom};
use ring::rsa::PublicKeyComponents;
use ring::signature::{
    ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair as _, RSA_PKCS1_SHA256, RsaKeyPair,
};
use serde_json::{Map, Value, json};
use std::fmt;

/// A key that signs. What is not public of it leaves it through [`SigningKey::to_pem`] alone.
pub struct SigningKey {
    pair: Pair,
    /// As it was read or made, so that it can be kept.
    document: pem::Block,
}

enum Pair {
    P256(EcdsaKeyPair),
    Rsa(RsaKeyPair),
}

impl SigningKey {
    /// Makes a new key on P-256.
    pub fn generate() -> Result<Self, KeyError> {
        let random = SystemRandom::new();
        let document = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &random)
            .map_err(|_| KeyError::NoRandomness)?;
        let document = pem::Block { label: pem::PKCS8.to_owned(), bytes: document.as_ref().to_vec() };
        Ok(SigningKey { pair: p256(&document.bytes)?, document })
    }

    /// Reads a key from PEM. When an algorithm is asked for, the key must be one for it.
    pub fn from_pem(pem: &str, algorithm: Option<&str>) -> Result<Self, KeyError> {
        let document = pem::private_key(pem)?;
        let form = if document.label == pem::PKCS1 {
            Form::Rsa
        } else {
            der::form(&document.bytes)
                .ok_or(KeyError::Garbled { what: "its inside is no PKCS#8 document" })?
        };
        let pair = match form {
            Form::P256 => p256(&document.bytes)?,
            Form::P256WithoutPublicKey => return Err(KeyError::WithoutPublicKey),
            Form::Rsa => rsa(&document)?,
            Form::Other(what) => return Err(KeyError::Unsupported { what }),
        };
        let key = SigningKey { pair, document };
        match algorithm {
            Some(asked) if asked != key.algorithm() => {
                Err(KeyError::OtherAlgorithm { asked: asked.to_owned(), fitting: key.algorithm() })
            }
            _ => Ok(key),
        }
    }

    /// The key itself, as PEM, to be kept where nobody else reads it.
    pub fn to_pem(&self) -> String {
        self.document.to_pem()
    }

    /// The JWS name of what it signs with: `ES256` or `RS256`.
    pub fn algorithm(&self) -> &'static str {
        match self.pair {
            Pair::P256(_) => "ES256",
            Pair::Rsa(_) => "RS256",
        }
    }

    /// The public half as a JWK, with nothing but the members RFC 7638 needs, in its order.
    pub fn public_jwk(&self) -> Value {
        match &self.pair {
            Pair::P256(pair) => {
                // An uncompressed point: a byte that says so, then the coordinates.
                let (x, y) = pair.public_key().as_ref()[1..].split_at(32);
                json!({ "crv": "P-256", "kty": "EC", "x": encoded(x), "y": encoded(y) })
            }
            Pair::Rsa(pair) => {
                let public: PublicKeyComponents<Vec<u8>> = pair.public().into();
                json!({ "e": encoded(public.e), "kty": "RSA", "n": encoded(public.n) })
            }
        }
    }

    /// The thumbprint of the public half (RFC 7638, SHA-256), as `jkt` and `dpop_jkt` carry it.
    pub fn thumbprint(&self) -> String {
        sha256(self.public_jwk().to_string().as_bytes())
    }

    /// A compact JWT over `claims`. The header has `typ` (`JWT` unless `header_extra` names
    /// another) and `alg`, and then what else `header_extra` holds.
    pub fn sign_jwt(&self, header_extra: Map<String, Value>, claims: &Value) -> Result<String, KeyError> {
        let mut header = Map::new();
        header.insert("typ".to_owned(), json!("JWT"));
        header.extend(header_extra);
        header.insert("alg".to_owned(), json!(self.algorithm()));
        let header = encoded(Value::Object(header).to_string());
        let mut jwt = format!("{header}.{}", encoded(claims.to_string()));
        let signature = self.sign(jwt.as_bytes())?;
        jwt.push('.');
        jwt.push_str(&encoded(signature));
        Ok(jwt)
    }

    fn sign(&self, message: &[u8]) -> Result<Vec<u8>, KeyError> {
        let random = SystemRandom::new();
        match &self.pair {
            Pair::P256(pair) => {
                let signature = pair.sign(&random, message).map_err(|_| KeyError::NoRandomness)?;
                Ok(signature.as_ref().to_vec())
            }
            Pair::Rsa(pair) => {
                let mut signature = vec![0; pair.public().modulus_len()];
                pair.sign(&RSA_PKCS1_SHA256, &random, message, &mut signature)
                    .map_err(|_| KeyError::Inconsistent)?;
                Ok(signature)
            }
        }
    }
}

impl fmt::Debug for SigningKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SigningKey")
            .field("algorithm", &self.algorithm())
            .field("thumbprint", &self.thumbprint())
            .finish_non_exhaustive()
    }
}

fn p256(pkcs8: &[u8]) -> Result<Pair, KeyError> {
    EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, pkcs8, &SystemRandom::new())
        .map(Pair::P256)
        .map_err(|rejected| KeyError::Rejected { what: "EC key on P-256", reason: rejected.to_string() })
}

fn rsa(document: &pem::Block) -> Result<Pair, KeyError> {
    let pair = if document.label == pem::PKCS1 {
        RsaKeyPair::from_der(&document.bytes)
    } else {
        RsaKeyPair::from_pkcs8(&document.bytes)
    };
    pair.map(Pair::Rsa)
        .map_err(|rejected| KeyError::Rejected { what: "RSA key", reason: rejected.to_string() })
}

/// Base64url without padding, as all of JOSE has it.
pub(super) fn encoded(bytes: impl AsRef<[u8]>) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}

/// The SHA-256 of some bytes, in base64url.
pub(super) fn sha256(bytes: &[u8]) -> String {
    encoded(ring::digest::digest(&ring::digest::SHA256, bytes))
}

/// A text nobody can guess, of 128 random bits.
pub(super) fn random_text() -> Result<String, KeyError> {
    let mut bytes = [0; 16];
    SystemRandom::new().fill(&mut bytes).map_err(|_| KeyError::NoRandomness)?;
    Ok(encoded(bytes))
}
