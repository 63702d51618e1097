//! Secrets in JSON text: found by the name of the member they stand under, or by their form.
//!
//! The text is walked token by token; what is not masked stays byte for byte as it was. Nothing is
//! allocated when there is nothing to mask, because this runs on every message that is kept.
//!
//! Not here: secrets that are known by value ([`Redactor`](super::Redactor)).

use super::names::{is_counted, is_secret_member, looks_secret};
use super::prose;
use super::{REDACTED, blanked};
use memchr::memchr2;
use serde::de::IgnoredAny;
use std::borrow::Cow;
use std::ops::Range;

/// How many times JSON is looked for as text inside JSON.
const DEEPEST_TEXT: usize = 3;

/// JSON text with secrets masked; `None` when there is none in it.
///
/// Masked are texts and numbers under a name that says it is secret (also those in a list under it),
/// texts that are a token by their form, and in any text what follows `Bearer` and the secrets of
/// URLs. JSON inside a text is treated alike.
///
/// ```
/// use mcp_inspector_core::redact::mask_json;
/// let masked = mask_json(r#"{"n": 1.10, "password": "x", "see": "https://a.example/?token=t&q=1"}"#);
/// assert_eq!(
///     masked.unwrap(),
///     r#"{"n": 1.10, "password": "[REDACTED]", "see": "https://a.example/?token=[REDACTED]&q=1"}"#
/// );
/// assert_eq!(mask_json(r#"{"maxTokens": 100, "_meta": {"progressToken": "p1"}}"#), None);
/// ```
pub fn mask_json(json: &str) -> Option<String> {
    mask_at(json, 0)
}

/// Plain text with what follows `Bearer` and the secrets of URLs masked, and all of it when it is a
/// token by its form; `None` when there is nothing to mask.
pub fn mask_prose(text: &str) -> Option<String> {
    if looks_secret(text) && (is_one_word(text) || text.contains("PRIVATE KEY-----")) {
        return Some(REDACTED.to_owned());
    }
    let found = prose::secrets(text);
    (!found.is_empty()).then(|| blanked(text, found))
}

/// What the value that comes next stands under.
#[derive(Clone, Copy, PartialEq)]
enum Under {
    /// A harmless name, or none.
    Harmless,
    /// A secret name.
    Secret,
    /// A secret name that is one of a count when it has a number.
    Counted,
    /// A list under a secret name.
    SecretList,
}

fn mask_at(json: &str, depth: usize) -> Option<String> {
    let bytes = json.as_bytes();
    let mut edits: Vec<(Range<usize>, Cow<'static, str>)> = Vec::new();
    let mut under = Under::Harmless;
    let mut at = 0;
    while at < bytes.len() {
        match bytes[at] {
            b'"' => {
                // What has no end is no JSON.
                let Some((end, escapes)) = string_end(bytes, at) else { break };
                let inner = at + 1..end - 1;
                if is_name(bytes, end) {
                    under = what_is_under(&json[inner], escapes);
                } else {
                    if under == Under::Harmless {
                        let masked = masked_string(&json[inner.clone()], escapes, depth);
                        edits.extend(masked.map(|masked| (inner, Cow::Owned(masked))));
                    } else if !inner.is_empty() {
                        edits.push((inner, Cow::Borrowed(REDACTED)));
                    }
                    under = after_value(under);
                }
                at = end;
            }
            b'-' | b'0'..=b'9' => {
                let end = bytes[at..].iter().position(|byte| b",]} \t\r\n".contains(byte));
                let end = end.map_or(bytes.len(), |length| at + length);
                if matches!(under, Under::Secret | Under::SecretList) {
                    edits.push((at..end, Cow::Owned(format!("\"{REDACTED}\""))));
                }
                under = after_value(under);
                at = end;
            }
            b'[' => {
                under = if under == Under::Harmless { under } else { Under::SecretList };
                at += 1;
            }
            b'{' | b'}' | b']' | b't' | b'f' | b'n' => {
                under = Under::Harmless;
                at += 1;
            }
            _ => at += 1,
        }
    }
    if edits.is_empty() {
        return None;
    }
    let mut masked = String::with_capacity(json.len());
    let mut copied = 0;
    for (range, instead) in edits {
        masked.push_str(&json[copied..range.start]);
        masked.push_str(&instead);
        copied = range.end;
    }
    masked.push_str(&json[copied..]);
    Some(masked)
}

fn after_value(under: Under) -> Under {
    if under == Under::SecretList { under } else { Under::Harmless }
}

/// What is escaped in a string.
#[derive(Clone, Copy, PartialEq)]
enum Escapes {
    Nothing,
    /// Line breaks, quotes and the like, which hide no secret.
    Plain,
    /// Also letters or slashes.
    Hiding,
}

/// Where the string ends that begins at `start`, and what is escaped in it.
fn string_end(bytes: &[u8], start: usize) -> Option<(usize, Escapes)> {
    let mut at = start + 1;
    let mut escapes = Escapes::Nothing;
    while let Some(offset) = bytes.get(at..).and_then(|rest| memchr2(b'"', b'\\', rest)) {
        at += offset;
        if bytes[at] == b'"' {
            return Some((at + 1, escapes));
        }
        if matches!(bytes.get(at + 1), Some(b'u' | b'/')) {
            escapes = Escapes::Hiding;
        } else if escapes == Escapes::Nothing {
            escapes = Escapes::Plain;
        }
        at += 2;
    }
    None
}

/// Whether the string that ends at `end` is the name of a member.
fn is_name(bytes: &[u8], end: usize) -> bool {
    bytes[end..].iter().find(|byte| !byte.is_ascii_whitespace()) == Some(&b':')
}

fn what_is_under(name: &str, escapes: Escapes) -> Under {
    let has_escapes = escapes != Escapes::Nothing;
    let name =
        if has_escapes { unescaped(name).map_or(Cow::Borrowed(name), Cow::Owned) } else { name.into() };
    match is_secret_member(&name) {
        true if is_counted(&name) => Under::Counted,
        true => Under::Secret,
        false => Under::Harmless,
    }
}

/// What stands between the quotes of a string, with secrets masked.
fn masked_string(written: &str, escapes: Escapes, depth: usize) -> Option<String> {
    if escapes == Escapes::Nothing {
        return mask_prose(written);
    }
    let is_json_text = depth < DEEPEST_TEXT && written.trim_start().starts_with(['{', '[', '\\']);
    // A text with nothing but line breaks escaped is the common case and need not be read.
    let is_plain = escapes == Escapes::Plain && !is_json_text;
    if is_plain && prose::secrets(written).is_empty() && !looks_secret(written) {
        return None;
    }
    // What is no text, such as half of a surrogate pair, is searched as it is written.
    let Some(text) = unescaped(written) else { return mask_prose(written) };
    let is_json = is_json_text
        && text.trim_start().starts_with(['{', '['])
        && serde_json::from_str::<IgnoredAny>(&text).is_ok();
    let masked = if is_json { mask_at(&text, depth + 1)? } else { mask_prose(&text)? };
    let quoted = serde_json::to_string(&masked).ok()?;
    Some(quoted[1..quoted.len() - 1].to_owned())
}

fn unescaped(written: &str) -> Option<String> {
    serde_json::from_str(&format!("\"{written}\"")).ok()
}

fn is_one_word(text: &str) -> bool {
    !text.trim().contains(char::is_whitespace)
}

#[cfg(test)]
mod tests;
