use super::*;
use crate::auth::key::tests::verified;
use serde_json::Value;

const URL: &str = "https://mcp.example/mcp";

fn prover() -> Prover {
    Prover::new(SigningKey::generate().unwrap())
}

fn claims(prover: &Prover, url: &str) -> Value {
    verified(&prover.proof("POST", url, None, 7).unwrap(), &prover.key().public_jwk()).1
}

#[test]
fn a_proof_carries_the_public_key_and_names_the_request() {
    let prover = prover();
    let jwt = prover.proof("POST", URL, None, 1234).unwrap();
    let (header, mut claims) = verified(&jwt, &prover.key().public_jwk());
    assert_eq!(header, json!({ "typ": "dpop+jwt", "alg": "ES256", "jwk": prover.key().public_jwk() }));
    assert!(header["jwk"].get("d").is_none(), "the private part must stay here");
    let jti = claims.as_object_mut().unwrap().remove("jti").unwrap();
    assert_eq!(jti.as_str().unwrap().len(), 22);
    assert_eq!(claims, json!({ "htm": "POST", "htu": URL, "iat": 1234 }));
}

#[test]
fn a_token_is_bound_by_the_hash_that_rfc_9449_shows() {
    // The token and its hash are the example of RFC 9449, section 7.1.
    let token = "Kz~8mXK1EalYznwH-LC-1fBAo.4Ljp~zsPE_NeO.gxU";
    let prover = prover();
    let jwt = prover.proof("GET", URL, Some(token), 1).unwrap();
    let claims = verified(&jwt, &prover.key().public_jwk()).1;
    assert_eq!(claims["ath"], "fUHyO2r2Z3DZ53EsNrWBb0xWXoaNy59IiKCAqksmQEo");
}

#[test]
fn the_url_of_a_proof_has_no_query_no_fragment_and_no_password() {
    let prover = prover();
    for (url, htu) in [
        ("https://me:secret@Mcp.Example:443/a/b?token=x#part", "https://mcp.example/a/b"),
        ("http://localhost:8080", "http://localhost:8080/"),
        ("http://[::1]:9/x%20y?", "http://[::1]:9/x%20y"),
        ("https://bücher.example/", "https://xn--bcher-kva.example/"),
    ] {
        assert_eq!(claims(&prover, url)["htu"], htu);
    }
}

#[test]
fn every_proof_is_a_new_one() {
    let prover = prover();
    assert_ne!(claims(&prover, URL)["jti"], claims(&prover, URL)["jti"]);
}

#[test]
fn a_url_that_cannot_be_asked_gets_no_proof() {
    for url in ["/mcp", "not a url", "file:///etc/passwd", "ws://mcp.example/"] {
        let error = prover().proof("POST", url, None, 1).unwrap_err();
        assert!(matches!(error, KeyError::NotAUrl { .. }), "{url}: {error}");
        assert!(!prover().remember_nonce(url, "n"), "{url}");
    }
}

#[test]
fn a_nonce_is_used_at_the_origin_that_gave_it_and_nowhere_else() {
    let prover = prover();
    assert!(prover.remember_nonce("https://as.example/token", "first"));
    assert_eq!(claims(&prover, "https://as.example/other?x=1")["nonce"], "first");
    for elsewhere in [URL, "http://as.example/token", "https://as.example:8443/token"] {
        assert!(claims(&prover, elsewhere).get("nonce").is_none(), "{elsewhere}");
    }
}

#[test]
fn a_nonce_is_new_when_it_differs_from_the_last_one_of_its_origin() {
    let prover = prover();
    assert!(prover.remember_nonce(URL, "a"));
    assert!(!prover.remember_nonce(URL, "a"));
    assert!(prover.remember_nonce(URL, "b"));
    assert_eq!(claims(&prover, URL)["nonce"], "b");
    assert!(prover.remember_nonce("https://other.example", "b"));
}

#[test]
fn a_nonce_that_cannot_stand_in_a_header_is_not_kept() {
    let prover = prover();
    let too_long = "x".repeat(LONGEST_NONCE + 1);
    for nonce in ["", "two words", "quo\"te", "back\\slash", "line\nend", "ümlaut", too_long.as_str()] {
        assert!(!prover.remember_nonce(URL, nonce), "{nonce:?}");
    }
    assert!(claims(&prover, URL).get("nonce").is_none());
}

#[test]
fn of_very_many_origins_the_last_ones_are_remembered() {
    let prover = prover();
    for number in 0..=MOST_NONCES {
        prover.remember_nonce(&format!("https://host{number}.example"), "n");
    }
    assert_eq!(prover.nonces().len(), MOST_NONCES);
    assert!(claims(&prover, "https://host0.example").get("nonce").is_none());
    assert_eq!(claims(&prover, &format!("https://host{MOST_NONCES}.example"))["nonce"], "n");
}

#[test]
fn debug_shows_no_nonce_and_no_key() {
    let prover = prover();
    prover.remember_nonce(URL, "a-nonce-to-hide");
    assert!(!format!("{prover:?}").contains("a-nonce-to-hide"));
}
