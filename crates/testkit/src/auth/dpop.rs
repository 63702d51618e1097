//! A proof that the sender has a key (DPoP, RFC 9449).

use super::jwt::{Jwt, from_base64, hashed, now};
use super::refusal::Refusal;
use super::site::Site;
use crate::http::SeenRequest;
use ring::signature::{ECDSA_P256_SHA256_FIXED, UnparsedPublicKey};
use serde_json::{Value, json};

/// How many seconds a clock may be wrong.
const TOLERANCE: u64 = 300;

/// A proof that was found right. Whether its nonce is wanted is for the caller to say.
pub(super) struct Proof {
    /// The thumbprint of the key.
    pub(super) key: String,
    pub(super) nonce: Option<String>,
}

/// The key a token is to be bound to; none if tokens are not bound.
pub(super) fn key_for_token(site: &Site, request: &SeenRequest) -> Result<Option<String>, Refusal> {
    if !site.binds_keys() {
        return Ok(None);
    }
    let url = format!("{}/token", site.issuer());
    let proof =
        proof(site, request, &url, None).map_err(|problem| Refusal::new("invalid_dpop_proof", problem))?;
    let nonce = site.with(|ledger| ledger.token_nonce.clone());
    if proof.nonce.as_ref() != Some(&nonce) {
        let refusal = Refusal::new("use_dpop_nonce", "the proof has to carry the nonce of this answer");
        return Err(Refusal { nonce: Some(nonce), ..refusal });
    }
    Ok(Some(proof.key))
}

/// Checks the proof that comes with a request to this URL, with this token; says what is wrong.
pub(super) fn proof(
    site: &Site,
    request: &SeenRequest,
    url: &str,
    token: Option<&str>,
) -> Result<Proof, &'static str> {
    let text = request.header("DPoP").ok_or("there is no DPoP header")?;
    let jwt = Jwt::read(text).ok_or("the proof is not a JWT")?;
    if jwt.header["typ"] != "dpop+jwt" || jwt.header["alg"] != "ES256" {
        return Err("the proof is not a dpop+jwt signed with ES256");
    }
    let key = &jwt.header["jwk"];
    check_signature(&jwt, key).ok_or("the signature of the proof does not fit its key")?;
    let claims = &jwt.claims;
    if claims["htm"] != request.method.as_str() {
        return Err("htm is not the method");
    }
    if claims["htu"] != url {
        return Err("htu is not the URL");
    }
    if claims["iat"].as_u64().is_none_or(|at| at.abs_diff(now()) > TOLERANCE) {
        return Err("iat is not now");
    }
    if let Some(token) = token
        && claims["ath"] != hashed(token)
    {
        return Err("ath is not the hash of the token");
    }
    let id = claims["jti"].as_str().ok_or("jti is missing")?;
    if !site.with(|ledger| ledger.proofs.insert(id.to_owned())) {
        return Err("jti was used before");
    }
    let nonce = claims["nonce"].as_str().map(str::to_owned);
    Ok(Proof { key: thumbprint(key), nonce })
}

fn check_signature(jwt: &Jwt, key: &Value) -> Option<()> {
    let is_public = key["kty"] == "EC" && key["crv"] == "P-256" && key.get("d").is_none();
    let coordinate = |name: &str| key[name].as_str().and_then(from_base64);
    let point = [vec![4], coordinate("x")?, coordinate("y")?].concat();
    let key = UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, point);
    key.verify(jwt.signed.as_bytes(), &jwt.signature).ok().filter(|()| is_public)
}

/// RFC 7638: the hash of the required members, in this order.
fn thumbprint(key: &Value) -> String {
    hashed(&json!({ "crv": key["crv"], "kty": key["kty"], "x": key["x"], "y": key["y"] }).to_string())
}
