//! Secrets, and how they are kept out of what we show and store.
//!
//! Two ways, used together. By name: a header, variable or URL parameter whose
//! name says it is secret is shown as `[REDACTED]`. By value: a [`Redactor`]
//! knows the secrets of a target and finds them wherever a server repeats them.
//! [`mask_json`] needs no such knowledge: it goes by names and by form.
//!
//! No I/O. Deciding what is sent where is not done here: the wire always
//! carries the real values.

mod forms;
mod json;
mod names;
mod prose;
mod targets;
#[cfg(test)]
mod tests;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use forms::{encoded_forms, written_forms};
pub use json::{mask_json, mask_prose};
pub use names::is_sensitive_name;
use names::{is_secret_parameter, looks_secret};
use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

use memchr::memmem::Finder;

/// What stands where a secret was.
pub const REDACTED: &str = "[REDACTED]";

/// Shorter values are too likely to be ordinary words, so masking them would
/// ruin the log and protect nothing.
const SHORTEST_SECRET: usize = 6;

/// The same for what is known to be a token. To mask three letters would leave nothing to read.
const SHORTEST_TOKEN: usize = 4;

/// The shortest beginning of a secret that is taken for one that was cut off.
const SHORTEST_CUT: usize = 8;

/// The shortest line of a secret that is looked for on its own.
const SHORTEST_LINE: usize = 12;

/// Words that say how a credential is presented and are no secret themselves.
const AUTH_SCHEMES: [&str; 10] =
    ["basic", "bearer", "digest", "dpop", "hawk", "negotiate", "ntlm", "token", "apikey", "aws4-hmac-sha256"];

/// Whether a word only says how a credential is presented, such as `Bearer`.
pub fn is_auth_scheme(word: &str) -> bool {
    AUTH_SCHEMES.contains(&word.to_ascii_lowercase().as_str())
}

/// The value of a variable as it may be shown; a harmless name may still hold a
/// URL with a password in it.
pub fn redact_named<'a>(name: &str, value: &'a str) -> Cow<'a, str> {
    if value.is_empty() || !(is_sensitive_name(name) || looks_secret(value)) {
        return redact_url(value);
    }
    Cow::Borrowed(REDACTED)
}

/// The value of a header as it may be shown; a scheme word such as `Bearer` stays.
pub fn redact_header<'a>(name: &str, value: &'a str) -> Cow<'a, str> {
    if value.is_empty() || !(is_sensitive_name(name) || looks_secret(&value[after_scheme(value)..])) {
        return Cow::Borrowed(value);
    }
    Cow::Owned(format!("{}{REDACTED}", &value[..after_scheme(value)]))
}

/// A URL as it may be shown: without user, password and secret parameters.
pub fn redact_url(url: &str) -> Cow<'_, str> {
    let secrets = secrets_in_url(url);
    if secrets.is_empty() {
        return Cow::Borrowed(url);
    }
    Cow::Owned(blanked(url, secrets))
}

/// The arguments of a command as they may be shown.
///
/// Covers `--token VALUE`, `--token=VALUE`, `TOKEN=VALUE`, a header given as
/// `Name: value`, and URLs.
pub fn redact_args(args: &[String]) -> Vec<Cow<'_, str>> {
    let mut previous = None;
    args.iter()
        .map(|arg| {
            let shown = match secret_in_arg(previous, arg) {
                Some(start) => Cow::Owned(format!("{}{REDACTED}", &arg[..start])),
                None => redact_url(arg),
            };
            previous = Some(arg.as_str());
            shown
        })
        .collect()
}

/// The secrets of a session, to be masked wherever they turn up.
#[derive(Clone, Default)]
pub struct Redactor {
    needles: Vec<Finder<'static>>,
}

impl Redactor {
    /// Learns one more secret, such as a token obtained during the session.
    pub fn add(&mut self, secret: &str) {
        self.add_from(SHORTEST_SECRET, secret);
    }

    /// Learns what is certainly a token, a code or the like, so that also a short one is masked. Below
    /// four bytes it is not: whatever is so short stands in every other word.
    pub fn add_token(&mut self, token: &str) {
        self.add_from(SHORTEST_TOKEN, token);
        let token = token.trim();
        for encoded in encoded_forms(token).iter().filter(|encoded| *encoded != token) {
            self.add_from(SHORTEST_TOKEN, encoded);
        }
    }

    fn add_from(&mut self, shortest: usize, secret: &str) {
        let secret = secret.trim();
        if secret.len() < shortest {
            return;
        }
        // A key of several lines is printed line by line.
        if secret.contains('\n') {
            for line in secret.lines().filter(|line| line.trim().len() >= SHORTEST_LINE) {
                self.add(line);
            }
        }
        for form in written_forms(secret) {
            if !self.needles.iter().any(|known| known.needle() == form.as_bytes()) {
                self.needles.push(Finder::new(form.as_bytes()).into_owned());
            }
        }
    }

    /// Whether there is nothing to look for.
    pub fn is_empty(&self) -> bool {
        self.needles.is_empty()
    }

    /// The text with every known secret masked, also one that was cut off at its end; `None` when
    /// there was none in it.
    pub fn mask_text(&self, text: &str) -> Option<String> {
        let masked = self.mask(text.as_bytes()).map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
        let shown = masked.as_deref().unwrap_or(text);
        // Text that was cut may have a note of its length behind it.
        let has_note = shown.ends_with("bytes in all]") || shown.ends_with(" bytes]");
        let end = shown.rfind(" [").filter(|_| has_note).unwrap_or(shown.len());
        match self.cut_secret(&shown.as_bytes()[..end]) {
            Some(start) if shown.is_char_boundary(start) => {
                Some(format!("{}{REDACTED}{}", &shown[..start], &shown[end..]))
            }
            _ => masked,
        }
    }

    /// Where a secret begins of which only the beginning is there.
    fn cut_secret(&self, bytes: &[u8]) -> Option<usize> {
        let begins = |needle: &[u8]| {
            let longest = (needle.len() - 1).min(bytes.len());
            (SHORTEST_CUT..=longest).rev().find(|length| bytes.ends_with(&needle[..*length]))
        };
        let longest = self.needles.iter().filter_map(|needle| begins(needle.needle())).max()?;
        Some(bytes.len() - longest)
    }

    /// The bytes with every known secret masked; `None` when there was none in them.
    pub fn mask(&self, bytes: &[u8]) -> Option<Vec<u8>> {
        let mut found: Vec<Range<usize>> = Vec::new();
        for needle in &self.needles {
            let length = needle.needle().len();
            found.extend(needle.find_iter(bytes).map(|at| at..at + length));
        }
        if memchr::memmem::find(bytes, b"\\u").is_some() {
            self.find_escaped(bytes, &mut found);
        }
        if found.is_empty() {
            return None;
        }
        // One secret may contain or overlap another; together they are one gap.
        found.sort_unstable_by_key(|range| (range.start, range.end));
        let mut masked = Vec::with_capacity(bytes.len());
        let mut copied = 0;
        for range in found {
            if range.start >= copied {
                masked.extend_from_slice(&bytes[copied..range.start]);
                let is_bare = is_bare_number(bytes, &range);
                let quote: &[u8] = if is_bare { b"\"" } else { b"" };
                masked.extend_from_slice(&[quote, REDACTED.as_bytes(), quote].concat());
            }
            copied = copied.max(range.end);
        }
        masked.extend_from_slice(&bytes[copied..]);
        Some(masked)
    }

    /// Finds JSON strings that hide a secret behind escapes it does not need.
    fn find_escaped(&self, bytes: &[u8], found: &mut Vec<Range<usize>>) {
        let mut at = 0;
        while let Some(start) = memchr::memchr(b'"', &bytes[at..]).map(|offset| at + offset) {
            let mut end = start + 1;
            while end < bytes.len() && bytes[end] != b'"' {
                end += if bytes[end] == b'\\' { 2 } else { 1 };
            }
            let Some(literal) = bytes.get(start..=end) else { return };
            if memchr::memmem::find(literal, b"\\u").is_some()
                && let Ok(text) = serde_json::from_slice::<String>(literal)
                && self.needles.iter().any(|needle| needle.find(text.as_bytes()).is_some())
            {
                found.push(start + 1..end);
            }
            at = end + 1;
        }
    }

    fn add_from_header(&mut self, name: &str, value: &str) {
        if !is_sensitive_name(name) && !looks_secret(&value[after_scheme(value)..]) {
            return;
        }
        self.add(value);
        let credential = &value[after_scheme(value)..];
        self.add(credential);
        // `Basic` is a name and a password in base64.
        if let Some(decoded) =
            STANDARD.decode(credential.trim()).ok().and_then(|text| String::from_utf8(text).ok())
            && let Some((_, password)) = decoded.split_once(':')
        {
            self.add(&decoded);
            self.add(password);
        }
        if name.eq_ignore_ascii_case("cookie") {
            for (_, cookie) in value.split(';').filter_map(|pair| pair.split_once('=')) {
                self.add(cookie);
            }
        }
    }

    fn add_from_url(&mut self, url: &str) {
        for secret in secrets_in_url(url) {
            let written = &url[secret];
            self.add(written);
            self.add(&percent_decoded(written));
            // An HTTP client sends it as `Basic`.
            self.add(&STANDARD.encode(percent_decoded(written)));
            if let Some((_, password)) = written.split_once(':') {
                self.add(password);
                self.add(&percent_decoded(password));
            }
        }
    }
}

impl fmt::Debug for Redactor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Redactor({} needles)", self.needles.len())
    }
}

/// Where the credential begins in a header value: after a known scheme word, or at once.
fn after_scheme(value: &str) -> usize {
    let lead = value.len() - value.trim_start().len();
    let Some(end) = value[lead..].find(' ').map(|at| lead + at) else {
        return 0;
    };
    if is_auth_scheme(&value[lead..end]) { end + 1 } else { 0 }
}

/// Where a secret begins in an argument, if the argument or the one before it names one.
fn secret_in_arg(previous: Option<&str>, arg: &str) -> Option<usize> {
    let value_follows =
        |flag: &str| flag.starts_with('-') && !flag.contains(['=', ':', ' ']) && is_sensitive_name(flag);
    if previous.is_some_and(value_follows) && !arg.starts_with("--") && !arg.is_empty() {
        return Some(after_scheme(arg));
    }
    if looks_secret(arg) {
        return Some(0);
    }
    let separator = arg.find(['=', ':'])?;
    let name = &arg[..separator];
    // A URL's scheme is followed by a colon too, and prose has spaces before it.
    let is_secret = is_sensitive_name(name) || looks_secret(&arg[separator + 1..]);
    if name.contains([' ', '/', '?']) || !is_secret {
        return None;
    }
    let rest = &arg[separator + 1..];
    let value = rest.trim_start();
    let start = arg.len() - value.len();
    (!value.is_empty()).then(|| start + after_scheme(value))
}

/// `text` with [`REDACTED`] in place of each of `secrets`; those that overlap are one.
fn blanked(text: &str, mut secrets: Vec<Range<usize>>) -> String {
    secrets.sort_unstable_by_key(|secret| (secret.start, secret.end));
    let mut shown = String::with_capacity(text.len());
    let mut copied = 0;
    for secret in secrets {
        if secret.start >= copied {
            shown.push_str(&text[copied..secret.start]);
            shown.push_str(REDACTED);
        }
        copied = copied.max(secret.end);
    }
    shown.push_str(&text[copied..]);
    shown
}

/// The secret parts of a URL, in order and apart from each other.
fn secrets_in_url(url: &str) -> Vec<Range<usize>> {
    let mut secrets = Vec::new();
    let parameters_start = url.find(['?', '#']).unwrap_or(url.len());
    if let Some(authority) = url.find("://").map(|at| at + 3)
        && authority <= parameters_start
    {
        let end = url[authority..parameters_start].find('/').map_or(parameters_start, |at| authority + at);
        if let Some(at) = url[authority..end].rfind('@').filter(|&at| at > 0) {
            secrets.push(authority..authority + at);
        }
    } else if !url.contains("://") {
        // Prose with a question mark is not a URL.
        return secrets;
    }
    // A fragment can hold parameters as well: the implicit grant answers so.
    let mut start = parameters_start;
    for parameter in url[parameters_start..].split_inclusive(['?', '#', '&', ';']) {
        let body = parameter.trim_end_matches(['?', '#', '&', ';']);
        if let Some((name, value)) = body.split_once('=')
            && !value.is_empty()
            && is_secret_parameter(&percent_decoded(name))
        {
            secrets.push(start + name.len() + 1..start + body.len());
        }
        start += parameter.len();
    }
    secrets
}

fn percent_decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&first, tail)) = rest.split_first() {
        let escaped = (first == b'%')
            .then(|| tail.get(..2).and_then(|hex| std::str::from_utf8(hex).ok()))
            .flatten()
            .and_then(|hex| u8::from_str_radix(hex, 16).ok());
        bytes.push(escaped.unwrap_or(first));
        rest = if escaped.is_some() { &tail[2..] } else { tail };
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Whether a secret of digits stands as a number in JSON: blanked out it must become a string.
fn is_bare_number(bytes: &[u8], range: &Range<usize>) -> bool {
    let is_space = |byte: &&u8| !byte.is_ascii_whitespace();
    let before = bytes[..range.start].iter().rev().find(is_space);
    let after = bytes[range.end..].iter().find(is_space);
    bytes[range.clone()].iter().all(u8::is_ascii_digit)
        && matches!(before, Some(b':' | b',' | b'['))
        && matches!(after, Some(b',' | b'}' | b']'))
}
