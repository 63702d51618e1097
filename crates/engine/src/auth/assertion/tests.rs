use super::*;
use crate::auth::key::tests::verified;

#[test]
fn an_assertion_names_the_client_twice_and_ends_after_its_lifetime() {
    let key = SigningKey::generate().unwrap();
    let jwt = client_assertion(&key, "me", "https://as.example", 1000, Duration::from_secs(60)).unwrap();
    let (header, mut claims) = verified(&jwt, &key.public_jwk());
    assert_eq!(header, json!({ "typ": "JWT", "alg": "ES256" }));
    let jti = claims.as_object_mut().unwrap().remove("jti").unwrap();
    assert_eq!(
        claims,
        json!({ "iss": "me", "sub": "me", "aud": "https://as.example", "iat": 1000, "exp": 1060 })
    );
    // 128 bits in base64url.
    assert_eq!(jti.as_str().unwrap().len(), 22);
}

#[test]
fn no_two_assertions_are_the_same() {
    let key = SigningKey::generate().unwrap();
    let jti = || {
        let jwt = client_assertion(&key, "me", "https://as.example", 1000, Duration::MAX).unwrap();
        verified(&jwt, &key.public_jwk()).1["jti"].clone()
    };
    assert_ne!(jti(), jti());
}
