//! What a token endpoint answers.

use super::metadata::object;
use super::scope;
use serde_json::{Map, Value};
use std::time::Duration;

/// A token that was granted.
#[derive(Clone, PartialEq, Eq)]
pub struct Granted {
    /// The token itself.
    pub access_token: String,
    /// How it is presented.
    pub kind: TokenKind,
    /// For how many seconds it is good.
    pub expires_in: Option<u64>,
    /// What it can be renewed with.
    pub refresh_token: Option<String>,
    /// What it allows; none when the answer does not say, which means: what was asked for.
    pub scopes: Option<Vec<String>>,
    /// What an exchange of tokens gave, if it says so (RFC 8693).
    pub issued_token_type: Option<String>,
}

/// How a token is presented.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenKind {
    /// Whoever has it may use it.
    Bearer,
    /// Only with a proof that one has the key it is bound to.
    Dpop,
}

/// Why there is no token.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TokenRefusal {
    /// The authorization server says so.
    #[error("the refusal `{error}`{}", described(.description.as_ref()))]
    Refused {
        /// Its code.
        error: String,
        /// The same in words.
        description: Option<String>,
    },
    /// The answer is no answer of a token endpoint.
    #[error("HTTP {status} with {came}")]
    Nonsense {
        /// The status.
        status: u16,
        /// What came.
        came: String,
    },
    /// A success without a token, or with one of a form we do not know.
    #[error("an answer with {what}")]
    Incomplete {
        /// What it lacks.
        what: String,
    },
}

fn described(description: Option<&String>) -> String {
    description.map_or_else(String::new, |text| format!(" ({text})"))
}

impl TokenKind {
    /// The word before the token in a header.
    pub fn scheme(self) -> &'static str {
        match self {
            TokenKind::Bearer => "Bearer",
            TokenKind::Dpop => "DPoP",
        }
    }

    /// Reads the word of a `token_type`; its case does not matter.
    pub fn named(word: &str) -> Option<Self> {
        [TokenKind::Bearer, TokenKind::Dpop].into_iter().find(|kind| word.eq_ignore_ascii_case(kind.scheme()))
    }
}

impl TokenRefusal {
    /// The code of the authorization server, when it gave one.
    pub fn error(&self) -> Option<&str> {
        match self {
            TokenRefusal::Refused { error, .. } => Some(error),
            _ => None,
        }
    }
}

/// Reads the answer of a token endpoint.
pub fn read(status: u16, body: &[u8]) -> Result<Granted, TokenRefusal> {
    let members = match object(body) {
        Ok(members) => members,
        Err(came) => return Err(TokenRefusal::Nonsense { status, came }),
    };
    let text = |name: &str| members.get(name).and_then(Value::as_str).map(str::to_owned);
    if let Some(error) = text("error") {
        return Err(TokenRefusal::Refused { error, description: text("error_description") });
    }
    if !(200..300).contains(&status) {
        return Err(TokenRefusal::Nonsense { status, came: "JSON without an `error`".to_owned() });
    }
    let lacks = |what: &str| TokenRefusal::Incomplete { what: what.to_owned() };
    let access_token = text("access_token").filter(|token| !token.is_empty());
    let access_token = access_token.ok_or_else(|| lacks("no `access_token`"))?;
    if !access_token.bytes().all(|byte| byte.is_ascii_graphic()) {
        return Err(lacks("an `access_token` with characters that no header may have"));
    }
    let word = text("token_type").ok_or_else(|| lacks("no `token_type`"))?;
    // ID-JAG and other assertions come as `N_A` (RFC 8693): they are carried on, not presented.
    let kind = TokenKind::named(&word)
        .or_else(|| (word == "N_A").then_some(TokenKind::Bearer))
        .ok_or_else(|| lacks(&format!("the `token_type` `{word}`, which we do not know")))?;
    Ok(Granted {
        access_token,
        kind,
        expires_in: seconds(&members),
        refresh_token: text("refresh_token").filter(|token| !token.is_empty()),
        scopes: text("scope").map(|text| scope::words(&text)),
        issued_token_type: text("issued_token_type"),
    })
}

/// Some authorization servers write the number as a text.
fn seconds(members: &Map<String, Value>) -> Option<u64> {
    match members.get("expires_in")? {
        Value::String(text) => text.trim().parse().ok(),
        number => {
            let span = |seconds: f64| Duration::try_from_secs_f64(seconds.max(0.0)).ok();
            number.as_u64().or_else(|| number.as_f64().and_then(span).map(|span| span.as_secs()))
        }
    }
}

impl std::fmt::Debug for Granted {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Granted")
            .field("kind", &self.kind)
            .field("expires_in", &self.expires_in)
            .field("has_refresh_token", &self.refresh_token.is_some())
            .field("scopes", &self.scopes)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_grant_is_read_with_its_odd_spellings() {
        let body =
            br#"{"access_token":"t","token_type":"bEARER","expires_in":"60","scope":"a b","refresh_token":""}"#;
        let granted = read(200, body).unwrap();
        assert_eq!(granted.kind, TokenKind::Bearer);
        assert_eq!(granted.expires_in, Some(60));
        assert_eq!(granted.refresh_token, None);
        assert_eq!(granted.scopes, Some(vec!["a".to_owned(), "b".to_owned()]));
        assert!(!format!("{granted:?}").contains("\"t\""));
        let dpop = read(200, br#"{"access_token":"t","token_type":"DPoP","expires_in":1.5}"#).unwrap();
        assert_eq!((dpop.kind, dpop.expires_in), (TokenKind::Dpop, Some(1)));
    }

    #[test]
    fn each_way_not_to_grant_is_told_apart() {
        let refused = read(400, br#"{"error":"invalid_grant","error_description":"too late"}"#).unwrap_err();
        assert_eq!(refused.to_string(), "the refusal `invalid_grant` (too late)");
        // GitHub answers errors with 200.
        assert_eq!(read(200, br#"{"error":"bad"}"#).unwrap_err().error(), Some("bad"));
        let html = read(502, b"<html>").unwrap_err();
        assert_eq!(html.to_string(), "HTTP 502 with an HTML page");
        for body in [
            "{}",
            r#"{"access_token":"t"}"#,
            r#"{"access_token":"t","token_type":"mac"}"#,
            r#"{"access_token":"a\nb","token_type":"Bearer"}"#,
        ] {
            assert!(matches!(read(200, body.as_bytes()), Err(TokenRefusal::Incomplete { .. })), "{body}");
        }
        assert!(matches!(read(500, b"{}"), Err(TokenRefusal::Nonsense { status: 500, .. })));
    }
}
