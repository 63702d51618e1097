//! What a token says about itself when it is a JWT: its header and its claims, never what proves it.
//!
//! Nothing of it is believed: only whoever granted a token can tell what it is good for. It is shown to
//! people who look for the reason why a token is refused.

use crate::raw::Raw;
use crate::redact::mask_json;
use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use serde_json::Value;

/// How long a part may be, in letters, to be decoded.
const LARGEST: usize = 64 * 1024;

/// What a JWT says, with the values blanked out whose names say that they are secret.
#[derive(Clone, Debug, PartialEq)]
pub struct Decoded {
    /// How it is signed, and with which key.
    pub header: Raw,
    /// For whom it is, from whom, and for how long.
    pub claims: Raw,
}

/// What a token says, if it is a JWT that can be read and is proved by something that is not told.
pub fn decode(token: &str) -> Option<Decoded> {
    let mut parts = token.split('.');
    let (Some(header), Some(claims), Some(proof), None) =
        (parts.next(), parts.next(), parts.next(), parts.next())
    else {
        return None;
    };
    let decoded = Decoded { header: part(header)?, claims: part(claims)? };
    // Without a proof its parts are the whole token, and whoever is shown them could present it.
    let algorithm = decoded.header.to_value()["alg"].as_str().map(str::to_ascii_lowercase);
    (!proof.is_empty() && algorithm.as_deref() != Some("none")).then_some(decoded)
}

/// One part as an object.
fn part(text: &str) -> Option<Raw> {
    if text.len() > LARGEST {
        return None;
    }
    let bytes = BASE64_URL_SAFE_NO_PAD.decode(text.trim_end_matches('=')).ok()?;
    let json = String::from_utf8(bytes).ok()?;
    let value: Value = serde_json::from_str(mask_json(&json).as_deref().unwrap_or(&json)).ok()?;
    value.is_object().then(|| Raw::of(&value))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn encoded(json: &str) -> String {
        BASE64_URL_SAFE_NO_PAD.encode(json)
    }

    #[test]
    fn header_and_claims_are_read_and_secrets_in_them_are_not() {
        let claims = r#"{"iss":"https://as.example","scope":"a b","exp":7,"client_secret":"s3cr3t-value"}"#;
        let token = format!("{}.{}.c2lnbmF0dXJl", encoded(r#"{"alg":"ES256","kid":"k"}"#), encoded(claims));
        let decoded = decode(&token).unwrap();
        assert_eq!(decoded.header.to_value()["kid"], "k");
        assert_eq!(decoded.claims.to_value()["exp"], 7);
        let shown = format!("{decoded:?}");
        assert!(!shown.contains("s3cr3t") && !shown.contains("c2lnbmF0dXJl"), "{shown}");
    }

    #[test]
    fn what_is_no_jwt_says_nothing() {
        let object = encoded("{}");
        let long = "a".repeat(LARGEST + 1);
        for token in [
            "",
            "opaque",
            "a.b",
            "..",
            &format!("{object}.{object}"),
            &format!("{object}.{object}.s.more"),
            &format!("{object}.{}.s", encoded("[]")),
            &format!("{object}.{}.s", encoded("{")),
            &format!("{object}.%%%.s"),
            &format!("{object}.{long}.s"),
            &format!("{object}.{object}."),
            &format!("{}.{object}.s", encoded(r#"{"alg":"None"}"#)),
        ] {
            assert_eq!(decode(token), None, "{token:.40}");
        }
    }
}
