//! How much of an exchange is written down, and without which secrets.
//!
//! What an endpoint for tokens, registrations or revocations answers is only shown when it is understood:
//! as a JSON object, whose secret members are blanked by their names. Anything else may hold what was
//! just granted in a form that nobody expects, so it is described and not shown. Errors that are pages or
//! prose are shown, because they grant nothing and often say why.

use super::{Request, Response};
use mcp_inspector_core::brief::brief;
use mcp_inspector_core::redact::{
    REDACTED, Redactor, is_sensitive_name, mask_json, mask_prose, redact_header,
};
use reqwest::header::{AUTHORIZATION, HeaderMap, HeaderName, HeaderValue};
use serde_json::Value;
use url::form_urlencoded;

/// How much of a body is written down.
const BODY_SHOWN: usize = 4000;

/// How much of a header is written down, and of how many.
const HEADER_SHOWN: usize = 1000;
const HEADERS_SHOWN: usize = 64;

/// Fields of a form that are secret although their names do not say so to everybody.
const SECRET_FIELDS: [&str; 4] = ["code", "code_verifier", "assertion", "client_assertion"];

/// What some encoders put before a text, and no JSON may begin with.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// What is written down of an exchange.
#[derive(Debug)]
pub(super) struct Shown {
    /// What the request brought; an answer may repeat it.
    secrets: Redactor,
    /// The answer may grant something.
    is_granting: bool,
}

impl Shown {
    /// Of an exchange that everybody could have.
    pub(super) fn public() -> Self {
        Shown { secrets: Redactor::default(), is_granting: false }
    }

    /// Of one with an endpoint that grants something to whoever brings the right secrets.
    pub(super) fn granting(secrets: &[String]) -> Self {
        let mut redactor = Redactor::default();
        for secret in secrets {
            redactor.add_token(secret);
        }
        Shown { secrets: redactor, is_granting: true }
    }

    pub(super) fn headers(&self, headers: &HeaderMap) -> Vec<(String, String)> {
        let shown = |(name, value): (&HeaderName, &HeaderValue)| {
            let text = String::from_utf8_lossy(value.as_bytes());
            // A proof is no secret once it is used, but it says nothing to a reader either.
            let value = if name == "dpop" {
                REDACTED.to_owned()
            } else {
                let value = redact_header(name.as_str(), &text).into_owned();
                let value = if value.contains("://") { mask_prose(&value).unwrap_or(value) } else { value };
                self.without_known(value)
            };
            (name.to_string(), value.chars().take(HEADER_SHOWN).collect())
        };
        headers.iter().take(HEADERS_SHOWN).map(shown).collect()
    }

    /// The beginning of what was sent.
    pub(super) fn request(&self, body: &[u8]) -> String {
        self.beginning(&String::from_utf8_lossy(body))
    }

    /// The beginning of what was answered, or what can be said about it without showing it.
    pub(super) fn answer(&self, response: &Response) -> String {
        let body = &response.body;
        if self.is_granting && !body.is_empty() && !is_object(body) {
            let is_error = response.status >= 400;
            if !is_error || looks_like_json(body) {
                return described(response);
            }
        }
        self.beginning(&String::from_utf8_lossy(body))
    }

    fn beginning(&self, text: &str) -> String {
        let masked = match text.trim_start().chars().next() {
            Some('{' | '[') => mask_json(text),
            Some('<') | None => mask_prose(text),
            Some(_) if text.contains('=') && !text.contains(char::is_whitespace) => Some(masked_form(text)),
            Some(_) => mask_prose(text),
        };
        let shown = self.without_known(masked.unwrap_or_else(|| text.to_owned()));
        shown.chars().take(BODY_SHOWN).collect()
    }

    fn without_known(&self, text: String) -> String {
        self.secrets.mask_text(&text).unwrap_or(text)
    }
}

fn is_object(body: &[u8]) -> bool {
    matches!(serde_json::from_slice(body), Ok(Value::Object(_)))
}

/// Whether a body is meant to be JSON, although it may not be. Then it is cut off or wrapped, and where its
/// secrets end cannot be told.
fn looks_like_json(body: &[u8]) -> bool {
    let text = body.strip_prefix(BYTE_ORDER_MARK).unwrap_or(body).trim_ascii_start();
    matches!(text.first(), Some(b'{' | b'[' | b'"')) || std::str::from_utf8(body).is_err()
}

/// What a body is that is not shown.
fn described(response: &Response) -> String {
    let body = &response.body;
    let media =
        response.header("content-type").map_or("no type", |media| media.split(';').next().unwrap_or(media));
    let what = match serde_json::from_slice::<Value>(body) {
        Ok(_) => "JSON that is no object",
        Err(_) if body.starts_with(BYTE_ORDER_MARK) => "no JSON: it begins with a byte order mark",
        Err(_) if body.trim_ascii_start().starts_with(b"<") => "no JSON: it begins with `<`",
        Err(_) if looks_like_json(body) => "no JSON, although it begins like it",
        Err(_) => "no JSON",
    };
    let (length, more) = (body.len(), if response.is_cut { " or more" } else { "" });
    format!("[not shown, because it may hold a secret: {length} bytes{more} of `{}`, {what}]", brief(media))
}

fn masked_form(form: &str) -> String {
    let field = |field: &str| match field.split_once('=') {
        Some((name, _)) if is_secret_field(name) => {
            format!("{name}={REDACTED}")
        }
        _ => field.to_owned(),
    };
    form.split('&').map(field).collect::<Vec<_>>().join("&")
}

/// Whether a field of a form is for nobody else to see.
fn is_secret_field(name: &str) -> bool {
    SECRET_FIELDS.contains(&name) || (is_sensitive_name(name) && !name.ends_with("_type"))
}

/// What a request proves itself with.
pub(crate) fn secrets_of(request: &Request) -> Vec<String> {
    let form = form_urlencoded::parse(request.body.as_deref().unwrap_or_default());
    let fields = form.filter(|(name, _)| is_secret_field(name)).map(|(_, value)| value.into_owned());
    let header = request.headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok());
    let header = header.and_then(|value| value.split_once(' ')).map(|(_, value)| value.to_owned());
    fields.chain(header).collect()
}

#[cfg(test)]
mod tests;
