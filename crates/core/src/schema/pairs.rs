//! `key=value` and `key:=JSON`, as a person types them.
//!
//! A pair only says what was typed; what a text is worth is the schema's to say
//! (`arguments.rs`). Nothing is read from files here: who wants `key=@file` splits
//! the word, puts the content in place, and makes the pair.

use super::exact::{self, Inexact};
use crate::brief::brief;
use serde_json::Value;

/// How the value of a pair is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// `key=value`: a text, read by the tool's schema.
    Text,
    /// `key:=JSON`: taken as it is.
    Json,
}

/// The value of a pair.
#[derive(Clone, Debug, PartialEq)]
pub enum Given {
    /// A text, to be read by the tool's schema.
    Text(String),
    /// JSON, taken as it is.
    Json(Value),
}

/// One argument.
#[derive(Clone, Debug, PartialEq)]
pub struct Pair {
    /// Its name.
    pub key: String,
    /// Its value.
    pub value: Given,
}

impl Pair {
    /// Reads `word`, which is `key=value` or `key:=JSON`.
    ///
    /// ```
    /// use mcp_inspector_core::schema::{Given, Pair};
    /// let pair = Pair::parse("query=a=b").unwrap();
    /// assert_eq!((pair.key.as_str(), pair.value), ("query", Given::Text("a=b".to_owned())));
    /// let pair = Pair::parse("limit:=5").unwrap();
    /// assert_eq!((pair.key.as_str(), pair.value), ("limit", Given::Json(5.into())));
    /// ```
    pub fn parse(word: &str) -> Result<Pair, PairError> {
        let (key, form, value) = Pair::split(word)?;
        Pair::new(key, form, value)
    }

    /// Takes `word` apart at its first `=`, and leaves the value unread.
    pub fn split(word: &str) -> Result<(String, Form, &str), PairError> {
        let (before, value) = word.split_once('=').ok_or_else(|| PairError::NoSign { word: brief(word) })?;
        let (key, form) = match before.strip_suffix(':') {
            Some(key) => (key, Form::Json),
            None => (before, Form::Text),
        };
        if key.is_empty() {
            return Err(PairError::NoKey { word: brief(word) });
        }
        Ok((key.to_owned(), form, value))
    }

    /// The argument `key` with a value that is written as `form` says.
    pub fn new(key: String, form: Form, value: &str) -> Result<Pair, PairError> {
        let value = match form {
            Form::Text => Given::Text(value.to_owned()),
            Form::Json => match exact::json(value) {
                Ok(value) => Given::Json(value),
                Err(Inexact::NotJson(reason)) => return Err(PairError::NotJson { key, reason }),
                Err(Inexact::Rounded(number)) => return Err(PairError::Inexact { key, number }),
            },
        };
        Ok(Pair { key, value })
    }
}

/// Why a word is no argument.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PairError {
    /// A word without `=`.
    #[error("`{word}`: expected key=value or key:=JSON")]
    NoSign {
        /// The word.
        word: String,
    },
    /// Nothing before `=`.
    #[error("`{word}` has no key before its `=`")]
    NoKey {
        /// The word.
        word: String,
    },
    /// What follows `:=` is not JSON.
    #[error("`{key}` is not JSON: {reason}")]
    NotJson {
        /// The argument.
        key: String,
        /// What is wrong, and at which line and column of the value.
        reason: String,
    },
    /// A number with more digits than are kept.
    #[error("`{key}`: `{number}` cannot be kept exactly")]
    Inexact {
        /// The argument.
        key: String,
        /// The number.
        number: String,
    },
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_word_is_split_at_its_first_sign() {
        for (word, key, form, value) in [
            ("a=b", "a", Form::Text, "b"),
            ("a=", "a", Form::Text, ""),
            ("a==:=", "a", Form::Text, "=:="),
            ("a:b=c", "a:b", Form::Text, "c"),
            ("a:=1", "a", Form::Json, "1"),
            ("a::=1", "a:", Form::Json, "1"),
            ("a:==", "a", Form::Json, "="),
            (" a =@file", " a ", Form::Text, "@file"),
        ] {
            assert_eq!(Pair::split(word), Ok((key.to_owned(), form, value)), "{word}");
        }
    }

    #[test]
    fn what_is_no_pair_is_told() {
        for (word, told) in [
            ("a", "`a`: expected key=value or key:=JSON"),
            ("", "``: expected key=value or key:=JSON"),
            ("=a", "`=a` has no key before its `=`"),
            (":=1", "`:=1` has no key before its `=`"),
            ("a:=[1,", "`a` is not JSON: EOF while parsing a value at line 1 column 3"),
            ("a:=[1] x", "`a` is not JSON: trailing characters at line 1 column 5"),
            ("a:={\"b\":12345678901234567890123}", "`a`: `12345678901234567890123` cannot be kept exactly"),
        ] {
            assert_eq!(Pair::parse(word).unwrap_err().to_string(), told, "{word}");
        }
        let deep = format!("a:={}", "[".repeat(100_000));
        assert!(matches!(Pair::parse(&deep), Err(PairError::NotJson { .. })));
    }

    #[test]
    fn json_is_taken_as_it_is() {
        let pair = Pair::parse(r#"a:= {"b": [1.5, null, "=x"]} "#).unwrap();
        assert_eq!(pair, Pair { key: "a".to_owned(), value: Given::Json(json!({ "b": [1.5, null, "=x"] })) });
    }
}
