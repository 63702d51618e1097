//! How a secret looks once an encoder has written it into JSON, a URL or a form.
//!
//! Not here: encodings that somebody has to choose on purpose, such as base64, percent-encoding of
//! letters, or percent-encoding twice. A server that repeats a secret like that is not caught.

use std::fmt::Write as _;
use url::form_urlencoded;

/// The ways a value is written in a URL or a form: with either sign for a space, with what RFC 3986 or
/// the standard of the web spares, with the digits large or small.
pub(super) fn encoded_forms(value: &str) -> [String; 4] {
    let form: String = form_urlencoded::byte_serialize(value.as_bytes()).collect();
    let url = form.replace('+', "%20").replace('*', "%2A").replace("%7E", "~");
    let (small_form, small_url) = (small_digits(&form), small_digits(&url));
    [form, url, small_form, small_url]
}

/// The same with the digits behind `%` in small letters.
fn small_digits(encoded: &str) -> String {
    let mut parts = encoded.split('%');
    let mut small = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (digits, rest) = part.split_at_checked(2).unwrap_or((part, ""));
        small.push('%');
        small.push_str(&digits.to_ascii_lowercase());
        small.push_str(rest);
    }
    small
}

/// The ways a value is written inside JSON by the encoders servers use.
pub(super) fn written_forms(value: &str) -> [String; 8] {
    [
        value.to_owned(),
        json_escaped(value, |_| false),
        // JSON as text inside JSON, as in a tool's result.
        json_escaped(&json_escaped(value, |_| false), |_| false),
        // PHP escapes the slash, Python all but ASCII, Go what HTML reserves.
        json_escaped(value, |c| c == '/'),
        json_escaped(value, |c| !c.is_ascii()),
        json_escaped(value, |c| matches!(c, '<' | '>' | '&' | '\u{2028}' | '\u{2029}')),
        // Gson and .NET escape more, the latter in capitals.
        json_escaped(value, |c| matches!(c, '<' | '>' | '&' | '=' | '\'')),
        capital_escapes(&json_escaped(value, |c| {
            matches!(c, '<' | '>' | '&' | '+' | '\'' | '`') || !c.is_ascii()
        })),
    ]
}

/// The same with the digits of `\\u` escapes in capitals.
fn capital_escapes(escaped: &str) -> String {
    let mut parts = escaped.split("\\u");
    let mut capital = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (digits, rest) = part.split_at_checked(4).unwrap_or((part, ""));
        capital.push_str("\\u");
        capital.push_str(&digits.to_ascii_uppercase());
        capital.push_str(rest);
    }
    capital
}

fn json_escaped(value: &str, also: impl Fn(char) -> bool) -> String {
    let mut escaped = String::with_capacity(value.len());
    for c in value.chars() {
        match c {
            '"' | '\\' => escaped.extend(['\\', c]),
            '/' if also('/') => escaped.push_str("\\/"),
            '\n' => escaped.push_str("\\n"),
            '\r' => escaped.push_str("\\r"),
            '\t' => escaped.push_str("\\t"),
            '\u{8}' => escaped.push_str("\\b"),
            '\u{c}' => escaped.push_str("\\f"),
            c if c < ' ' || also(c) => {
                for unit in c.encode_utf16(&mut [0; 2]) {
                    // Writing into a String cannot fail.
                    let _ = write!(escaped, "\\u{unit:04x}");
                }
            }
            c => escaped.push(c),
        }
    }
    escaped
}
