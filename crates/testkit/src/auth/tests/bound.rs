//! Tokens that are bound to a key.

use super::*;
use crate::auth::jwt::to_base64;
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair};

struct Key(EcdsaKeyPair);

impl Key {
    fn new() -> Self {
        let random = SystemRandom::new();
        let pkcs8 = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &random).unwrap();
        Self(EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, pkcs8.as_ref(), &random).unwrap())
    }

    /// A header line with a proof of these claims; time and id are added.
    fn proof(&self, id: &str, mut claims: Value) -> String {
        claims["iat"] = json!(now());
        claims["jti"] = json!(id);
        let point = self.0.public_key().as_ref();
        let jwk = json!({
            "kty": "EC", "crv": "P-256", "x": to_base64(&point[1..33]), "y": to_base64(&point[33..]),
        });
        let header = json!({ "typ": "dpop+jwt", "alg": "ES256", "jwk": jwk });
        let signed = format!("{}.{}", to_base64(header.to_string()), to_base64(claims.to_string()));
        let signature = self.0.sign(&SystemRandom::new(), signed.as_bytes()).unwrap();
        format!("DPoP: {signed}.{}\r\n", to_base64(signature))
    }
}

fn start(dpop: Dpop) -> AuthServer {
    AuthServer::start(AuthBehaviour { dpop, ..AuthBehaviour::default() })
}

/// A token request with a proof of this id and nonce.
fn ask_token(server: &AuthServer, key: &Key, id: &str, nonce: Option<&str>) -> Answer {
    let claims = json!({ "htm": "POST", "htu": format!("{}/token", server.issuer()), "nonce": nonce });
    token(
        server,
        &key.proof(id, claims),
        &[
            ("grant_type", "client_credentials"),
            ("client_id", AuthServer::CLIENT_ID),
            ("client_secret", AuthServer::CLIENT_SECRET),
        ],
    )
}

/// The access token after the nonce was learned.
fn bound_token(server: &AuthServer, key: &Key) -> String {
    let refusal = ask_token(server, key, "learn", None);
    refused(&refusal, 400, "use_dpop_nonce");
    let nonce = refusal.header("dpop-nonce").unwrap();
    refused(&ask_token(server, key, "learn", Some(nonce)), 400, "invalid_dpop_proof");
    let tokens = ask_token(server, key, "again", Some(nonce)).json();
    assert_eq!(tokens["token_type"], "DPoP");
    tokens["access_token"].as_str().unwrap().to_owned()
}

fn enter(server: &AuthServer, scheme: &str, token: &str, proof: &str) -> Answer {
    let message = json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {} });
    let headers = format!("Authorization: {scheme} {token}\r\n{proof}");
    ask("POST", &server.url(), &headers, &message.to_string())
}

#[test]
fn a_bound_token_needs_its_scheme_and_a_fresh_proof_with_its_key() {
    let server = start(Dpop::Required);
    let key = Key::new();
    refused(&token(&server, "", &[("grant_type", "client_credentials")]), 400, "invalid_dpop_proof");
    let token = bound_token(&server, &key);
    let right = json!({ "htm": "POST", "htu": server.url(), "ath": hashed(&token) });
    let proof = key.proof("first", right.clone());
    assert_eq!(enter(&server, "DPoP", &token, &proof).status, 200);

    let challenge = |answer: &Answer| answer.header("www-authenticate").unwrap_or_default().to_owned();
    let as_bearer = enter(&server, "Bearer", &token, &key.proof("bearer", right.clone()));
    assert!(challenge(&as_bearer).starts_with(r#"DPoP error="invalid_token", resource_metadata="#));
    let stranger = Key::new().proof("stranger", right.clone());
    let mut wrong = vec![String::new(), proof.clone(), stranger, "DPoP: a.b.c\r\n".to_owned()];
    for (name, value) in [("htm", "GET"), ("htu", "http://127.0.0.1/"), ("ath", "x")] {
        let mut claims = right.clone();
        claims[name] = json!(value);
        wrong.push(key.proof(name, claims));
    }
    // The last letter of a signature carries two bits that count for nothing, so an earlier one is changed.
    let signed = key.proof("forged", right);
    let place = signed.rfind('.').unwrap() + 1;
    let letter = if &signed[place..=place] == "A" { "B" } else { "A" };
    wrong.push(format!("{}{letter}{}", &signed[..place], &signed[place + 1..]));
    for proof in wrong {
        let answer = enter(&server, "DPoP", &token, &proof);
        assert_eq!(answer.status, 401, "{proof}");
        assert!(challenge(&answer).starts_with(r#"DPoP error="invalid_dpop_proof""#), "{proof}");
    }
}

#[test]
fn nonces_go_stale_on_both_servers() {
    let server = start(Dpop::RequiredWithResourceNonce);
    let key = Key::new();
    let token = bound_token(&server, &key);
    let try_with = |id: &str, nonce: Option<&str>| {
        let claims = json!({ "htm": "POST", "htu": server.url(), "ath": hashed(&token), "nonce": nonce });
        enter(&server, "DPoP", &token, &key.proof(id, claims))
    };
    let first = try_with("1", None);
    assert!(first.header("www-authenticate").unwrap().contains(r#"error="use_dpop_nonce""#));
    let nonce = first.header("dpop-nonce").unwrap();
    assert_eq!(try_with("2", Some(nonce)).status, 200);
    server.rotate_nonces();
    let stale = try_with("3", Some(nonce));
    assert_eq!(stale.status, 401);
    assert_ne!(stale.header("dpop-nonce").unwrap(), nonce);
    refused(&ask_token(&server, &key, "4", Some(nonce)), 400, "use_dpop_nonce");
}

#[test]
fn the_metadata_says_that_tokens_are_bound() {
    let server = start(Dpop::Required);
    let resource = get(&format!("{}{PRM}/mcp", origin(&server))).json();
    assert_eq!(resource["dpop_bound_access_tokens_required"], true);
    let authority = get(&(server.issuer() + OAUTH)).json();
    assert_eq!(authority["dpop_signing_alg_values_supported"], json!(["ES256"]));
}
