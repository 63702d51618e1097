//! The frames we send, as text.
//!
//! Parameters are spliced in as they were given, so what a user typed is what
//! the server gets; but for line breaks between tokens, since a line is a frame on stdio.

use crate::message::{RequestId, RpcError};
use crate::raw::Raw;
use bytes::Bytes;

/// What goes into the `_meta` of a request besides what the caller put there.
pub type Meta<'a> = &'a [(&'static str, Raw)];

/// A request. With `progress`, `params._meta.progressToken` is set to the id.
pub fn request(id: i64, method: &str, params: Option<&Raw>, progress: bool, meta: Meta<'_>) -> Bytes {
    let spare = meta.iter().map(|(key, value)| key.len() + value.as_str().len() + 8).sum::<usize>();
    let length = 64 + spare + method.len() + params.map_or(0, |params| params.as_str().len());
    let mut text = Vec::with_capacity(length);
    text.extend_from_slice(b"{\"jsonrpc\":\"2.0\",\"id\":");
    push_number(&mut text, id);
    push_method(&mut text, method);
    if progress || !meta.is_empty() {
        let token = progress.then(|| ("progressToken", Raw::of(&id)));
        let additions: Vec<(&str, Raw)> = token.into_iter().chain(meta.iter().cloned()).collect();
        text.extend_from_slice(b",\"params\":");
        push_with_meta(&mut text, params, &additions);
    } else if let Some(params) = params {
        text.extend_from_slice(b",\"params\":");
        text.extend_from_slice(params.bytes());
    }
    text.push(b'}');
    on_one_line(text)
}

/// `params` with these members at its end, instead of any of the same names. Everything else
/// stays as it was given.
pub fn with_members(params: Option<&Raw>, members: &[(&str, Raw)]) -> Raw {
    let given = params.and_then(Raw::members).unwrap_or_default();
    let kept = given.iter().filter(|(key, _)| members.iter().all(|(name, _)| key != name));
    let kept = kept.map(|(key, value)| (key.as_str(), value));
    let mut text = Vec::new();
    for (key, value) in kept.chain(members.iter().map(|(key, value)| (*key, value))) {
        text.push(if text.is_empty() { b'{' } else { b',' });
        push_member(&mut text, key, value);
    }
    if text.is_empty() {
        text.push(b'{');
    }
    text.push(b'}');
    Raw::trusted(Bytes::from(text))
}

/// `params` without the member `name`.
pub fn without_member(params: &Raw, name: &str) -> Raw {
    let members = params.members().unwrap_or_default();
    let kept: Vec<(&str, Raw)> = members
        .iter()
        .filter(|(key, _)| key != name)
        .map(|(key, value)| (key.as_str(), value.clone()))
        .collect();
    with_members(None, &kept)
}

/// The progress token that the parameters of a request carry, if they carry one.
pub fn progress_token(params: &Raw) -> Option<Raw> {
    // Looking for the word first spares reading parameters that do not have it.
    memchr::memmem::find(params.bytes(), b"progressToken")?;
    params.member("_meta")?.member("progressToken")
}

/// A notification.
pub fn notification(method: &str, params: Option<&Raw>) -> Bytes {
    let mut text = Vec::with_capacity(48 + method.len() + params.map_or(0, |params| params.as_str().len()));
    text.extend_from_slice(b"{\"jsonrpc\":\"2.0\"");
    push_method(&mut text, method);
    if let Some(params) = params {
        text.extend_from_slice(b",\"params\":");
        text.extend_from_slice(params.bytes());
    }
    text.push(b'}');
    on_one_line(text)
}

/// A response with a result.
pub fn result(id: &RequestId, result: &Raw) -> Bytes {
    response(id, b",\"result\":", result)
}

/// A response with an error.
pub fn error(id: &RequestId, error: &RpcError) -> Bytes {
    response(id, b",\"error\":", &error.raw)
}

fn response(id: &RequestId, label: &[u8], body: &Raw) -> Bytes {
    let mut text = b"{\"jsonrpc\":\"2.0\",\"id\":".to_vec();
    text.extend_from_slice(Raw::of(id).bytes());
    text.extend_from_slice(label);
    text.extend_from_slice(body.bytes());
    text.push(b'}');
    on_one_line(text)
}

/// A line break in JSON stands between tokens: those in texts are escaped. So a blank says the same.
fn on_one_line(mut text: Vec<u8>) -> Bytes {
    if memchr::memchr2(b'\n', b'\r', &text).is_some() {
        for byte in text.iter_mut().filter(|byte| matches!(byte, b'\n' | b'\r')) {
            *byte = b' ';
        }
    }
    Bytes::from(text)
}

fn push_method(text: &mut Vec<u8>, method: &str) {
    text.extend_from_slice(b",\"method\":");
    let plain = method.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'"' && byte != b'\\');
    if plain {
        text.push(b'"');
        text.extend_from_slice(method.as_bytes());
        text.push(b'"');
    } else {
        text.extend_from_slice(Raw::of(method).bytes());
    }
}

fn push_number(text: &mut Vec<u8>, number: i64) {
    use std::io::Write;
    write!(text, "{number}").expect("writing to memory does not fail");
}

fn push_member(text: &mut Vec<u8>, key: &str, value: &Raw) {
    text.extend_from_slice(Raw::of(key).bytes());
    text.push(b':');
    text.extend_from_slice(value.bytes());
}

/// Writes `params` with the additions merged into its `_meta`. What the caller put there wins, and
/// parameters that are not an object go out untouched: sending exactly that is how one debugs.
fn push_with_meta(text: &mut Vec<u8>, params: Option<&Raw>, additions: &[(&str, Raw)]) {
    let empty = Raw::empty_object();
    let params = params.unwrap_or(&empty);
    let Some(members) = params.members() else {
        text.extend_from_slice(params.bytes());
        return;
    };
    let meta = members.iter().rev().find(|(key, _)| key == "_meta").map(|(_, value)| value.clone());
    let Some(meta) = meta else {
        let inner = params.as_str().trim_start().get(1..).unwrap_or("}");
        text.extend_from_slice(b"{\"_meta\":{");
        push_list(text, additions);
        text.extend_from_slice(if members.is_empty() { b"}" } else { b"}," });
        text.extend_from_slice(inner.trim_start().as_bytes());
        return;
    };
    let missing: Vec<(&str, Raw)> =
        additions.iter().filter(|(key, _)| meta.member(key).is_none()).cloned().collect();
    if !meta.is_object() || missing.is_empty() {
        text.extend_from_slice(params.bytes());
        return;
    }
    text.push(b'{');
    for (index, (key, value)) in members.iter().enumerate() {
        if index > 0 {
            text.push(b',');
        }
        if key == "_meta" && *value == meta {
            text.extend_from_slice(b"\"_meta\":{");
            push_list(text, &missing);
            let rest = meta.as_str().trim_start().get(1..).unwrap_or("}").trim_start();
            if !rest.starts_with('}') {
                text.push(b',');
            }
            text.extend_from_slice(rest.as_bytes());
        } else {
            push_member(text, key, value);
        }
    }
    text.push(b'}');
}

fn push_list(text: &mut Vec<u8>, members: &[(&str, Raw)]) {
    for (index, (key, value)) in members.iter().enumerate() {
        if index > 0 {
            text.push(b',');
        }
        push_member(text, key, value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sent(params: Option<&str>, progress: bool) -> String {
        let params = params.map(|text| Raw::parse(text).unwrap());
        String::from_utf8(request(7, "tools/call", params.as_ref(), progress, &[]).to_vec()).unwrap()
    }

    #[test]
    fn parameters_go_out_as_given() {
        assert_eq!(
            sent(Some(r#"{"n": 1.10}"#), false),
            r#"{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"n": 1.10}}"#
        );
        assert_eq!(sent(None, false), r#"{"jsonrpc":"2.0","id":7,"method":"tools/call"}"#);
    }

    #[test]
    fn every_frame_is_one_line_however_its_parts_are_laid_out() {
        let laid_out = Raw::parse("{\r\n  \"a\": \"two\\nlines\",\n  \"n\": 1.50\n}").unwrap();
        let one = r#"{    "a": "two\nlines",   "n": 1.50 }"#;
        let id = RequestId::Number(7);
        for (frame, label) in [
            (request(7, "m", Some(&laid_out), false, &[]), "params"),
            (notification("m", Some(&laid_out)), "params"),
            (result(&id, &laid_out), "result"),
        ] {
            let text = String::from_utf8(frame.to_vec()).unwrap();
            assert!(text.ends_with(&format!("\"{label}\":{one}}}")), "{text}");
        }
        let with_token = request(7, "m", Some(&laid_out), true, &[]);
        let text = std::str::from_utf8(&with_token).unwrap();
        assert!(!text.contains('\n') && Raw::parse(text).is_ok(), "{text}");
    }

    #[test]
    fn a_progress_token_is_merged_and_nothing_else_changes() {
        let token = r#""params":{"_meta":{"progressToken":7}"#;
        assert!(sent(None, true).ends_with(&format!("{token}}}}}")));
        assert!(sent(Some("{}"), true).ends_with(&format!("{token}}}}}")));
        assert!(sent(Some(r#"{"a":1}"#), true).ends_with(&format!(r#"{token},"a":1}}}}"#)));
        assert!(
            sent(Some(r#"{"a":1,"_meta":{"x":2}}"#), true)
                .ends_with(r#""params":{"a":1,"_meta":{"progressToken":7,"x":2}}}"#)
        );
        assert!(sent(Some(r#"{"_meta":{}}"#), true).ends_with(r#"{"_meta":{"progressToken":7}}}"#));
        assert!(
            sent(Some(r#"{"_meta":{"progressToken":"mine"}}"#), true)
                .ends_with(r#"{"_meta":{"progressToken":"mine"}}}"#)
        );
        assert!(sent(Some("[1]"), true).ends_with(r#""params":[1]}"#));
    }

    #[test]
    fn what_a_request_needs_is_merged_and_the_callers_own_wins() {
        let meta = [("a/v", Raw::of("1")), ("a/c", Raw::empty_object())];
        let sent = |params: Option<&str>| {
            let params = params.map(|text| Raw::parse(text).unwrap());
            String::from_utf8(request(7, "x", params.as_ref(), false, &meta).to_vec()).unwrap()
        };
        assert!(sent(None).ends_with(r#""params":{"_meta":{"a/v":"1","a/c":{}}}}"#));
        assert!(sent(Some(r#"{"n":1}"#)).ends_with(r#""params":{"_meta":{"a/v":"1","a/c":{}},"n":1}}"#));
        let mine = r#"{"_meta":{"a/v":"mine","traceparent":"00-1"}}"#;
        assert!(
            sent(Some(mine)).ends_with(r#""params":{"_meta":{"a/c":{},"a/v":"mine","traceparent":"00-1"}}}"#)
        );
    }

    #[test]
    fn members_are_put_in_place_of_their_namesakes() {
        let params = Raw::parse(r#"{"name": "x", "requestState":"old", "n": 1.10}"#).unwrap();
        let state = [("requestState", Raw::parse(r#""\u0041b""#).unwrap())];
        assert_eq!(
            with_members(Some(&params), &state).as_str(),
            r#"{"name":"x","n":1.10,"requestState":"\u0041b"}"#
        );
        assert_eq!(with_members(None, &[]).as_str(), "{}");
        assert_eq!(with_members(None, &state).as_str(), r#"{"requestState":"\u0041b"}"#);
    }

    #[test]
    fn the_token_is_found_where_it_stands() {
        let token = |text: &str| progress_token(&Raw::parse(text).unwrap()).map(|token| token.to_string());
        assert_eq!(token(r#"{"_meta":{"progressToken":"mine"}}"#).as_deref(), Some("\"mine\""));
        assert_eq!(token(r#"{"progressToken":1}"#), None);
        assert_eq!(token("{}"), None);
    }

    #[test]
    fn answers_keep_the_type_of_the_id() {
        let text = |id| String::from_utf8(result(&id, &Raw::empty_object()).to_vec()).unwrap();
        assert_eq!(text(RequestId::Text("1".into())), r#"{"jsonrpc":"2.0","id":"1","result":{}}"#);
        assert_eq!(text(RequestId::Number(1)), r#"{"jsonrpc":"2.0","id":1,"result":{}}"#);
    }
}
