//! The frames we send, as text.
//!
//! Parameters are spliced in as they were given, so what a user typed is what
//! the server gets.

use crate::message::{RequestId, RpcError};
use crate::raw::Raw;
use bytes::Bytes;

/// A request. With `progress`, `params._meta.progressToken` is set to the id.
pub fn request(id: i64, method: &str, params: Option<&Raw>, progress: bool) -> Bytes {
    let mut text = Vec::with_capacity(64 + method.len() + params.map_or(0, |params| params.as_str().len()));
    text.extend_from_slice(b"{\"jsonrpc\":\"2.0\",\"id\":");
    push_number(&mut text, id);
    push_method(&mut text, method);
    match params {
        Some(params) if progress => {
            text.extend_from_slice(b",\"params\":");
            push_with_token(&mut text, params, id);
        }
        None if progress => {
            text.extend_from_slice(b",\"params\":{\"_meta\":{\"progressToken\":");
            push_number(&mut text, id);
            text.extend_from_slice(b"}}");
        }
        Some(params) => {
            text.extend_from_slice(b",\"params\":");
            text.extend_from_slice(params.bytes());
        }
        None => {}
    }
    text.push(b'}');
    Bytes::from(text)
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
    Bytes::from(text)
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

/// Writes `params` with the token merged into its `_meta`. A caller's own token wins, and
/// parameters that are not an object go out untouched: sending exactly that is how one debugs.
fn push_with_token(text: &mut Vec<u8>, params: &Raw, token: i64) {
    let Some(members) = params.members() else {
        text.extend_from_slice(params.bytes());
        return;
    };
    let meta = members.iter().rev().find(|(key, _)| key == "_meta").map(|(_, value)| value.clone());
    let Some(meta) = meta else {
        let inner = params.as_str().trim_start().get(1..).unwrap_or("}");
        text.extend_from_slice(b"{\"_meta\":{\"progressToken\":");
        push_number(text, token);
        text.extend_from_slice(if members.is_empty() { b"}" } else { b"}," });
        text.extend_from_slice(inner.trim_start().as_bytes());
        return;
    };
    if !meta.is_object() || meta.member("progressToken").is_some() {
        text.extend_from_slice(params.bytes());
        return;
    }
    text.push(b'{');
    for (index, (key, value)) in members.iter().enumerate() {
        if index > 0 {
            text.push(b',');
        }
        text.extend_from_slice(Raw::of(key).bytes());
        text.push(b':');
        if key == "_meta" && *value == meta {
            text.extend_from_slice(b"{\"progressToken\":");
            push_number(text, token);
            let rest = meta.as_str().trim_start().get(1..).unwrap_or("}").trim_start();
            if !rest.starts_with('}') {
                text.push(b',');
            }
            text.extend_from_slice(rest.as_bytes());
        } else {
            text.extend_from_slice(value.bytes());
        }
    }
    text.push(b'}');
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sent(params: Option<&str>, progress: bool) -> String {
        let params = params.map(|text| Raw::parse(text).unwrap());
        String::from_utf8(request(7, "tools/call", params.as_ref(), progress).to_vec()).unwrap()
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
