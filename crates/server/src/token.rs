//! The session token: whoever has it may use the backend.
//!
//! It is shown once, at the start, to whoever started it. It is compared in constant time and has no
//! text form that could end in a log.

use std::fmt;
use std::sync::Arc;
use subtle::ConstantTimeEq as _;
use uuid::Uuid;

/// What a token that a user chose must have.
const LEAST: usize = 16;
const MOST: usize = 256;

/// The session token. Cloning gives another handle to the same.
#[derive(Clone)]
pub struct Token {
    text: Arc<str>,
    padded: Arc<Padded>,
}

/// As long for every token, so that the time of a comparison says nothing about the length.
type Padded = [u8; MOST];

/// Why a text cannot be a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TokenError {
    /// It could be guessed.
    #[error("it has {0} characters, and {LEAST} are the least")]
    Short(usize),
    /// Nobody needs this.
    #[error("it has {0} characters, and {MOST} are the most")]
    Long(usize),
    /// It could not stand in a header and in the fragment of a URL as it is.
    #[error("it has characters other than letters, digits and `- . _ ~ + / =`")]
    Alphabet,
}

impl Token {
    /// A new token: a random UUID.
    pub fn random() -> Self {
        Token::of(&Uuid::new_v4().to_string())
    }

    /// A token that a user chose.
    pub fn chosen(text: &str) -> Result<Self, TokenError> {
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~+/=".contains(&byte);
        match text.len() {
            _ if !text.bytes().all(is_plain) => Err(TokenError::Alphabet),
            length if length < LEAST => Err(TokenError::Short(length)),
            length if length > MOST => Err(TokenError::Long(length)),
            _ => Ok(Token::of(text)),
        }
    }

    fn of(text: &str) -> Self {
        Token { text: text.into(), padded: Arc::new(padded(text.as_bytes())) }
    }

    /// The token itself, for whoever started the backend.
    pub fn reveal(&self) -> &str {
        &self.text
    }

    /// Whether this is the token. Takes as long for each text, whatever it shares with the token.
    pub fn is(&self, presented: &[u8]) -> bool {
        let is_same_length = presented.len().ct_eq(&self.text.len());
        let is_same_text = padded(presented)[..].ct_eq(&self.padded[..]);
        (is_same_length & is_same_text).into()
    }
}

fn padded(text: &[u8]) -> Padded {
    let mut padded = [0; MOST];
    let length = text.len().min(MOST);
    padded[..length].copy_from_slice(&text[..length]);
    padded
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(..)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_whole_token_is_the_token() {
        let token = Token::random();
        let text = token.reveal().to_owned();
        assert!(token.is(text.as_bytes()));
        let longer = format!("{text}a");
        let padded = format!("{text}\0");
        let upper = text.to_uppercase();
        for wrong in ["", "a", &text[..text.len() - 1], &text[1..], &longer, &padded] {
            assert!(!token.is(wrong.as_bytes()), "{wrong}");
        }
        assert_eq!(token.is(upper.as_bytes()), upper == text);
        assert!(!token.is(&[0; 10_000]));
        let long = "x".repeat(MOST);
        assert!(Token::chosen(&long).unwrap().is(long.as_bytes()));
        assert!(!Token::chosen(&long).unwrap().is(format!("{long}x").as_bytes()));
    }

    #[test]
    fn a_token_is_a_random_uuid_that_debug_does_not_show() {
        let token = Token::random();
        let parsed = Uuid::parse_str(token.reveal()).unwrap();
        assert_eq!(parsed.get_version_num(), 4);
        assert_ne!(Token::random().reveal(), token.reveal());
        assert_eq!(format!("{token:?}"), "Token(..)");
    }

    #[test]
    fn a_chosen_token_is_long_enough_and_fits_into_a_url() {
        assert!(Token::chosen("0123456789abcdef").is_ok());
        assert_eq!(Token::chosen("0123456789abcde").unwrap_err(), TokenError::Short(15));
        assert_eq!(Token::chosen(&"a".repeat(257)).unwrap_err(), TokenError::Long(257));
        for wrong in ["0123456789 abcdef", "0123456789#abcdef", "0123456789äabcdef", "0123456789\nabcdef"] {
            assert_eq!(Token::chosen(wrong).unwrap_err(), TokenError::Alphabet, "{wrong}");
        }
    }
}
