//! JSON laid out for reading, without changing it.
//!
//! The text is taken apart into tokens and never decoded: the spelling of numbers
//! and strings, the order of members and duplicate keys are what the server sent.
//! Only the whitespace between tokens is ours.

use crate::Raw;
use crate::terminal;
use std::borrow::Cow;
use std::fmt::Write;

/// What nests deeper stays on one line, so that the layout of deep nesting is not larger than what it
/// lays out.
pub(crate) const DEEPEST_INDENT: usize = 64;

/// `raw` with one member or element per line, indented by two spaces.
///
/// ```
/// use mcp_inspector_core::{Raw, pretty::pretty};
/// let raw = Raw::parse(r#"{"n":1.10,"list":[],"n":{"a":true}}"#).unwrap();
/// assert_eq!(pretty(&raw), "{\n  \"n\": 1.10,\n  \"list\": [],\n  \"n\": {\n    \"a\": true\n  }\n}");
/// ```
pub fn pretty(raw: &Raw) -> String {
    let text = raw.as_str();
    let mut out = String::with_capacity(text.len() * 2);
    lay_out(text, |piece| match piece {
        Piece::Token(token) => push_token(&mut out, token),
        Piece::Break { depth } => {
            out.push('\n');
            push_indent(&mut out, depth);
        }
    });
    out
}

/// A piece of a JSON text that is laid out.
enum Piece<'a> {
    /// A token.
    Token(&'a str),
    /// A new line begins, indented this often.
    Break { depth: usize },
}

/// Tells `take` where the tokens of a JSON text go.
fn lay_out<'a>(text: &'a str, mut take: impl FnMut(Piece<'a>)) {
    let mut depth = 0usize;
    let mut tokens = Tokens { rest: text };
    let mut next = tokens.next();
    while let Some(token) = next {
        next = tokens.next();
        let break_at = |depth: usize, take: &mut dyn FnMut(Piece<'a>)| {
            if depth <= DEEPEST_INDENT {
                take(Piece::Break { depth });
            }
        };
        match token {
            "{" | "[" => {
                take(Piece::Token(token));
                if let Some(close) = next.filter(|token| matches!(*token, "}" | "]")) {
                    take(Piece::Token(close));
                    next = tokens.next();
                } else {
                    depth += 1;
                    break_at(depth, &mut take);
                }
            }
            "}" | "]" => {
                // What was opened on a line is closed on it.
                if depth <= DEEPEST_INDENT {
                    break_at(depth.saturating_sub(1), &mut take);
                }
                depth = depth.saturating_sub(1);
                take(Piece::Token(token));
            }
            "," => {
                take(Piece::Token(token));
                break_at(depth, &mut take);
            }
            _ => take(Piece::Token(token)),
        }
    }
}

/// The tokens of a piece of JSON text as they stand on one line of its layout.
pub(crate) fn line_of(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    for token in (Tokens { rest: text }) {
        push_token(&mut out, token);
    }
    out
}

fn push_token(out: &mut String, token: &str) {
    out.push_str(if token == ":" { ": " } else { token });
}

/// The blanks before a line.
pub(crate) fn push_indent(out: &mut String, depth: usize) {
    for _ in 0..depth {
        out.push_str("  ");
    }
}

/// `raw` on one line, without whitespace outside of strings.
///
/// ```
/// use mcp_inspector_core::{Raw, pretty::compact};
/// let raw = Raw::parse("{ \"a b\": [1.0,\n 2] }").unwrap();
/// assert_eq!(compact(&raw), r#"{"a b":[1.0,2]}"#);
/// ```
pub fn compact(raw: &Raw) -> String {
    let mut out = String::with_capacity(raw.as_str().len());
    out.extend(Tokens { rest: raw.as_str() });
    out
}

/// JSON text without line breaks. They can only be layout: it stays as it is when it has none, and is
/// made compact when it has some.
pub fn one_line(json: &str) -> Cow<'_, str> {
    if memchr::memchr2(b'\n', b'\r', json.as_bytes()).is_none() {
        return Cow::Borrowed(json);
    }
    let mut out = String::with_capacity(json.len());
    out.extend(Tokens { rest: json });
    Cow::Owned(out)
}

/// JSON text with those characters escaped that would act on a terminal or change the order of what is
/// read. JSON allows them only inside of strings, so the text means the same as before.
pub fn printable(json: &str) -> Cow<'_, str> {
    if !json.contains(acts) {
        return Cow::Borrowed(json);
    }
    let mut out = String::with_capacity(json.len() + 16);
    for letter in json.chars() {
        if acts(letter) {
            // Writing to a string cannot go wrong.
            let _ = write!(out, "\\u{:04x}", u32::from(letter));
        } else {
            out.push(letter);
        }
    }
    Cow::Owned(out)
}

/// Whether a character of a JSON text would act on a terminal; line breaks between tokens are layout.
fn acts(letter: char) -> bool {
    letter >= ' ' && terminal::acts(letter)
}

/// The tokens of a JSON text. A string is one token with its quotes, so that no string is mistaken for
/// a bracket.
struct Tokens<'a> {
    rest: &'a str,
}

impl<'a> Iterator for Tokens<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        let text = self.rest.trim_start_matches([' ', '\t', '\n', '\r']);
        let length = match text.as_bytes().first()? {
            b'"' => string_length(text),
            b'{' | b'}' | b'[' | b']' | b',' | b':' => 1,
            _ => text.find(['{', '}', '[', ']', ',', ':', '"', ' ', '\t', '\n', '\r']).unwrap_or(text.len()),
        };
        let (token, rest) = text.split_at(length);
        self.rest = rest;
        Some(token)
    }
}

/// How long the string at the start of `text` is, with both quotes.
fn string_length(text: &str) -> usize {
    let bytes = text.as_bytes();
    let mut at = 1;
    while let Some(offset) = bytes.get(at..).and_then(|rest| memchr::memchr2(b'"', b'\\', rest)) {
        at += offset + 1;
        if bytes[at - 1] == b'"' {
            return at;
        }
        at += 1;
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema::any_json;
    use proptest::prelude::*;
    use serde_json::{Value, json};

    fn raw(text: &str) -> Raw {
        Raw::parse(text).unwrap()
    }

    #[test]
    fn the_layout_is_that_of_other_tools() {
        let value = json!({ "a": [1, [], {}, [[null]]], "b": { "c": "x y" }, "d": true });
        assert_eq!(pretty(&Raw::of(&value)), serde_json::to_string_pretty(&value).unwrap());
        assert_eq!(pretty(&raw(" [ ] ")), "[]");
        assert_eq!(pretty(&raw("\"x\"")), "\"x\"");
        assert_eq!(pretty(&raw("-0.0e+1")), "-0.0e+1");
    }

    #[test]
    fn spelling_order_and_duplicates_are_kept() {
        let text = r#"{"z":1.10,"a":12345678901234567890123,"z":1E5,"\u0061":"\/ \u00e4 \\\" , : {"}"#;
        assert_eq!(compact(&raw(text)), text);
        assert_eq!(compact(&raw(&pretty(&raw(text)))), text);
        assert!(pretty(&raw(text)).contains("  \"\\u0061\": \"\\/ \\u00e4 \\\\\\\" , : {\"\n"));
    }

    #[test]
    fn only_text_with_line_breaks_is_made_compact() {
        assert!(matches!(one_line(r#"{ "a\n": 1.0 }"#), Cow::Borrowed(_)));
        assert_eq!(one_line("{ \"a b\":\r\n [1.0,\n2] }"), r#"{"a b":[1.0,2]}"#);
    }

    #[test]
    fn deep_nesting_stays_small_and_needs_no_stack() {
        let text = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
        let pretty = pretty(&raw(&text));
        assert!(pretty.len() < 200_000 * (2 * DEEPEST_INDENT + 2));
        assert_eq!(compact(&raw(&pretty)), text);
    }

    #[test]
    fn characters_that_act_on_a_terminal_are_escaped_and_mean_the_same() {
        let value = json!({ "a\u{9b}31m": "x\u{202e}y\u{2066}\u{2028}\u{7f}ä€😀\u{200d}" });
        let text = value.to_string();
        let shown = printable(&text);
        assert_eq!(shown, r#"{"a\u009b31m":"x\u202ey\u2066\u2028\u007fä€😀‍"}"#);
        assert_eq!(serde_json::from_str::<Value>(&shown).unwrap(), value);
        assert!(matches!(printable("{\"a\": \"ä\"}\n"), Cow::Borrowed(_)));
    }

    proptest! {
        #[test]
        fn whatever_the_layout_it_reads_as_before(value in any_json()) {
            let raw = Raw::of(&value);
            let value = raw.to_value();
            let laid_out = Raw::parse(&pretty(&raw)).unwrap();
            let on_one_line = Raw::parse(&compact(&raw)).unwrap();
            prop_assert_eq!(laid_out.to_value(), value.clone());
            prop_assert_eq!(on_one_line.to_value(), value.clone());
            prop_assert_eq!(compact(&laid_out), compact(&raw));
            prop_assert_eq!(pretty(&laid_out), pretty(&raw));
            prop_assert_eq!(serde_json::from_str::<Value>(&printable(raw.as_str())).unwrap(), value);
        }
    }
}
