//! What a person did in a face, where no message to the server says it.

use serde::{Deserialize, Serialize};
use std::fmt;

/// What a person did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "act", rename_all = "kebab-case", rename_all_fields = "camelCase")]
pub enum Act {
    /// Asks of a kind are answered by a rule from now on.
    RuleAdded {
        /// Its number, by which decisions name it.
        number: usize,
        /// What the server asks for when it applies: a method.
        method: String,
    },
    /// A rule no longer answers.
    RuleRemoved {
        /// Its number.
        number: usize,
    },
    /// What the server may work in was set anew.
    RootsSet {
        /// How many places that are.
        count: usize,
    },
    /// What the next connection offers and speaks was chosen.
    TermsChosen,
    /// The token was made to end.
    TokenEnded,
    /// The access token was thrown away.
    TokenDropped,
    /// The tokens were forgotten and given back.
    LoggedOut,
}

impl fmt::Display for Act {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Act::RuleAdded { number, method } => write!(f, "you made rule {number} for every `{method}`"),
            Act::RuleRemoved { number } => write!(f, "you took rule {number} back"),
            Act::RootsSet { count: 1 } => f.write_str("you set 1 root"),
            Act::RootsSet { count } => write!(f, "you set {count} roots"),
            Act::TermsChosen => f.write_str("you chose the terms of the next connection"),
            Act::TokenEnded => f.write_str("you made the token end"),
            Act::TokenDropped => f.write_str("you dropped the access token"),
            Act::LoggedOut => f.write_str("you logged out"),
        }
    }
}
