//! Secrets in running text: what follows the word `Bearer`, and the secret parts of URLs.

use super::secrets_in_url;
use memchr::memchr3_iter;
use std::ops::Range;

/// What may follow `bearer` in a sentence without being a credential.
const BEARER_WORDS: [&str; 18] = [
    "token",
    "tokens",
    "auth",
    "authentication",
    "authorization",
    "scheme",
    "challenge",
    "challenges",
    "credentials",
    "header",
    "of",
    "is",
    "in",
    "and",
    "or",
    "for",
    "with",
    "to",
];

/// Where the secrets are in `text`; they may overlap.
pub(super) fn secrets(text: &str) -> Vec<Range<usize>> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let mut searched = 0;
    for at in memchr3_iter(b'b', b'B', b':', bytes) {
        if bytes[at] == b':' {
            if at >= searched && bytes[at..].starts_with(b"://") {
                let url = url_around(text, at);
                searched = url.end;
                let secrets = secrets_in_url(&text[url.clone()]);
                found.extend(secrets.into_iter().map(|part| url.start + part.start..url.start + part.end));
            }
        } else if bytes[at..].get(..6).is_some_and(|word| word.eq_ignore_ascii_case(b"bearer")) {
            found.extend(bearer_value(text, at + 6));
        }
    }
    found
}

/// The URL whose `://` is at `colon`.
fn url_around(text: &str, colon: usize) -> Range<usize> {
    let is_of_scheme = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.');
    let start = text[..colon].trim_end_matches(is_of_scheme).len();
    let ends = |c: char| c.is_whitespace() || matches!(c, '"' | '\'' | '<' | '>' | '`' | '\\');
    let end = text[colon..].find(ends).map_or(text.len(), |length| colon + length);
    start..end
}

/// The credential that follows the word that ends at `end`.
fn bearer_value(text: &str, end: usize) -> Option<Range<usize>> {
    let mut start = end;
    while let Some(gap) = [" ", "\t", "\\t", "%20", "+"].iter().find(|gap| text[start..].starts_with(**gap)) {
        start += gap.len();
    }
    if start == end {
        return None;
    }
    let is_of_credential = |c: char| c.is_ascii_alphanumeric() || "-._~+/%".contains(c);
    let word = text[start..].find(|c| !is_of_credential(c)).map_or(text.len(), |length| start + length);
    let end = text.len() - text[word..].trim_start_matches('=').len();
    // `Bearer realm="x"` is how a server asks for a credential.
    let is_parameter = end > word && text[end..].trim_start_matches('\\').starts_with('"');
    let said = text[start..word].trim_end_matches('.').to_ascii_lowercase();
    (!said.is_empty() && !is_parameter && !BEARER_WORDS.contains(&said.as_str())).then_some(start..end)
}
