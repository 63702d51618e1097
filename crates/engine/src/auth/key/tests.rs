use super::*;
use ring::signature::{ECDSA_P256_SHA256_FIXED, RSA_PKCS1_2048_8192_SHA256, RsaPublicKeyComponents};

const P256: &str = include_str!("tests/p256.pem");
const RSA: &str = include_str!("tests/rsa.pem");

fn decoded(part: &str) -> Vec<u8> {
    URL_SAFE_NO_PAD.decode(part).unwrap()
}

/// Checks the signature with the public key alone, and gives header and claims.
pub(in crate::auth) fn verified(jwt: &str, jwk: &Value) -> (Value, Value) {
    let parts: Vec<&str> = jwt.split('.').collect();
    let [header, claims, signature] = parts[..] else { panic!("not three parts: {jwt}") };
    let message = format!("{header}.{claims}");
    let member = |name: &str| decoded(jwk[name].as_str().unwrap());
    if jwk["kty"] == "EC" {
        let point = [vec![4], member("x"), member("y")].concat();
        ring::signature::UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, point)
            .verify(message.as_bytes(), &decoded(signature))
            .unwrap();
    } else {
        RsaPublicKeyComponents { n: member("n"), e: member("e") }
            .verify(&RSA_PKCS1_2048_8192_SHA256, message.as_bytes(), &decoded(signature))
            .unwrap();
    }
    let json = |part| serde_json::from_slice(&decoded(part)).unwrap();
    (json(header), json(claims))
}

fn refused(pem: &str) -> KeyError {
    SigningKey::from_pem(pem, None).unwrap_err()
}

#[test]
fn a_made_key_signs_what_its_public_half_verifies() {
    let key = SigningKey::generate().unwrap();
    let claims = json!({ "a": [1, "two"] });
    let mut extra = Map::new();
    extra.insert("kid".to_owned(), json!("k1"));
    let jwt = key.sign_jwt(extra, &claims).unwrap();
    let (header, signed) = verified(&jwt, &key.public_jwk());
    assert_eq!(header, json!({ "typ": "JWT", "alg": "ES256", "kid": "k1" }));
    assert_eq!(signed, claims);
    assert!(!jwt.contains('='), "{jwt}");
}

#[test]
fn a_made_key_comes_back_from_its_pem_as_the_same_key() {
    let key = SigningKey::generate().unwrap();
    let again = SigningKey::from_pem(&key.to_pem(), Some("ES256")).unwrap();
    assert_eq!(again.thumbprint(), key.thumbprint());
    assert_ne!(SigningKey::generate().unwrap().thumbprint(), key.thumbprint());
}

#[test]
fn keys_of_openssl_have_the_thumbprints_another_program_computed() {
    // With `calculateJwkThumbprint` of jose for JavaScript.
    let p256 = SigningKey::from_pem(P256, None).unwrap();
    assert_eq!(p256.thumbprint(), "k4gd19c3sLa-LVjH0rzUF0nuBb_o16Ix1XEUUiOUGuc");
    let rsa = SigningKey::from_pem(RSA, None).unwrap();
    assert_eq!(rsa.thumbprint(), "HtCDG-KwjKfdQp-e-gM5YP123Pzf7Vb68opqS0cvFOk");
}

#[test]
fn an_rsa_key_in_either_form_signs_rs256() {
    for pem in [RSA, include_str!("tests/rsa-pkcs1.pem")] {
        let key = SigningKey::from_pem(pem, Some("RS256")).unwrap();
        let jwt = key.sign_jwt(Map::new(), &json!({ "iss": "me" })).unwrap();
        let (header, claims) = verified(&jwt, &key.public_jwk());
        assert_eq!(header, json!({ "typ": "JWT", "alg": "RS256" }));
        assert_eq!(claims, json!({ "iss": "me" }));
        assert_eq!(SigningKey::from_pem(&key.to_pem(), None).unwrap().thumbprint(), key.thumbprint());
    }
}

#[test]
fn the_header_cannot_be_made_to_name_another_algorithm() {
    let key = SigningKey::generate().unwrap();
    let mut extra = Map::new();
    extra.insert("alg".to_owned(), json!("none"));
    let jwt = key.sign_jwt(extra, &json!({})).unwrap();
    assert_eq!(verified(&jwt, &key.public_jwk()).0["alg"], "ES256");
}

#[test]
fn the_text_around_a_key_and_its_line_ends_do_not_matter() {
    let expected = SigningKey::from_pem(P256, None).unwrap().thumbprint();
    let with_crlf = P256.replace('\n', "\r\n");
    let with_written_out_ends = P256.replace('\n', "\\n");
    let with_attributes = format!("Bag Attributes\n    friendlyName: x\n{P256}trailing text");
    let behind_a_certificate =
        format!("-----BEGIN CERTIFICATE-----\nMAA=\n-----END CERTIFICATE-----\n{P256}");
    for pem in [with_crlf, with_written_out_ends, with_attributes, behind_a_certificate] {
        assert_eq!(SigningKey::from_pem(&pem, None).unwrap().thumbprint(), expected, "{pem}");
    }
}

#[test]
fn an_algorithm_that_does_not_fit_the_key_is_refused() {
    for (pem, asked, fitting) in [(P256, "RS256", "ES256"), (RSA, "ES256", "RS256"), (RSA, "PS256", "RS256")]
    {
        let error = SigningKey::from_pem(pem, Some(asked)).unwrap_err();
        assert_eq!(error, KeyError::OtherAlgorithm { asked: asked.to_owned(), fitting });
    }
}

#[test]
fn what_cannot_be_used_is_named_together_with_the_way_to_convert_it() {
    assert_eq!(refused(include_str!("tests/p256-sec1.pem")), KeyError::Sec1);
    assert!(KeyError::Sec1.hint().unwrap().contains("openssl pkcs8 -topk8 -nocrypt"));
    for encrypted in [
        include_str!("tests/p256-encrypted.pem"),
        include_str!("tests/p256-sec1-encrypted.pem"),
        include_str!("tests/rsa-pkcs1-encrypted.pem"),
    ] {
        assert_eq!(refused(encrypted), KeyError::Encrypted);
    }
    assert_eq!(refused(include_str!("tests/p256-without-public-key.pem")), KeyError::WithoutPublicKey);
    let message = refused(include_str!("tests/p384.pem")).to_string();
    assert!(message.contains("an EC key on P-384"), "{message}");
    let message = refused(include_str!("tests/ed25519.pem")).to_string();
    assert!(message.contains("an Ed25519 key") && message.contains("P-256"), "{message}");
    let small = refused(include_str!("tests/rsa-1024.pem"));
    assert!(small.hint().unwrap().contains("2048 bits"), "{small}");
    let openssh = "-----BEGIN OPENSSH PRIVATE KEY-----\nAAAA\n-----END OPENSSH PRIVATE KEY-----";
    assert!(refused(openssh).to_string().contains("`OPENSSH PRIVATE KEY`"));
}

#[test]
fn a_text_without_a_private_key_says_what_it_holds() {
    let found = |text: &str| match refused(text) {
        KeyError::NotAKey { found } => found,
        other => panic!("{other}"),
    };
    assert_eq!(found(include_str!("tests/p256-public.pem")), "the text holds `PUBLIC KEY`");
    assert_eq!(found("  \n"), "the text is empty");
    assert_eq!(found(r#"{"kty":"EC"}"#), "the text looks like JSON");
    assert_eq!(found("MIGHAgEAMBMG"), "the text has no `-----BEGIN` line");
}

#[test]
fn a_damaged_key_is_an_error_wherever_it_is_cut_or_changed() {
    for end in 0..P256.trim_end().len() {
        assert!(SigningKey::from_pem(&P256[..end], None).is_err(), "cut at {end}");
    }
    let key = SigningKey::from_pem(P256, None).unwrap();
    for at in 0..key.document.bytes.len() {
        for change in [0x01, 0x80, 0xff] {
            let mut bytes = key.document.bytes.clone();
            bytes[at] ^= change;
            let changed = pem::Block { label: pem::PKCS8.to_owned(), bytes }.to_pem();
            assert!(SigningKey::from_pem(&changed, None).is_err(), "byte {at} changed by {change}");
        }
    }
    assert!(matches!(refused(&P256.replace("MIG", "M*G")), KeyError::Garbled { .. }));
}

#[test]
fn debug_shows_nothing_of_the_key_and_errors_nothing_of_the_text() {
    let key = SigningKey::generate().unwrap();
    let shown = format!("{key:?}");
    let base64: String = key.to_pem().lines().filter(|line| !line.starts_with('-')).collect();
    assert!(shown.contains("ES256") && shown.contains(&key.thumbprint()), "{shown}");
    for window in base64.as_bytes().windows(12) {
        assert!(!shown.contains(std::str::from_utf8(window).unwrap()), "{shown}");
    }
    let secret = "MIGHAgEAMBMGByqGSM49-my-secret";
    let error = refused(&format!("-----BEGIN PRIVATE KEY-----\n{secret}\n-----END PRIVATE KEY-----"));
    assert!(!format!("{error} {error:?}").contains("my-secret"));
}
