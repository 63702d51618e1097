//! The headers of W3C Trace Context and Baggage, which 2026-07-28 carries in `_meta`.

use super::{is_tchar, is_token};

/// `traceparent`, of this version or one yet to come.
pub(crate) fn is_traceparent(text: &str) -> bool {
    let mut parts = text.splitn(5, '-');
    let mut hex = |length: usize| {
        parts.next().filter(|part| {
            part.len() == length && part.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
        })
    };
    let (Some(version), Some(trace), Some(parent), Some(_flags)) = (hex(2), hex(32), hex(16), hex(2)) else {
        return false;
    };
    let is_zero = |text: &str| text.bytes().all(|byte| byte == b'0');
    let has_more = parts.next().is_some();
    let is_whole = version != "00" || !has_more;
    version != "ff" && is_whole && !is_zero(trace) && !is_zero(parent)
}

/// `tracestate`: at most 32 pairs; empty ones are allowed.
pub(crate) fn is_tracestate(text: &str) -> bool {
    let members: Vec<&str> = text.split(',').map(trimmed).filter(|member| !member.is_empty()).collect();
    members.len() <= 32
        && members
            .into_iter()
            .all(|member| member.split_once('=').is_some_and(|(key, value)| is_key(key) && is_value(value)))
}

fn is_key(key: &str) -> bool {
    let is_first = |byte: &u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
    let is_inside = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"_-*/".contains(&byte);
    let is_part = |part: &str, longest: usize| {
        part.len() <= longest && part.as_bytes().first().is_some_and(is_first) && part.bytes().all(is_inside)
    };
    match key.split_once('@') {
        Some((tenant, system)) => is_part(tenant, 241) && is_part(system, 14),
        None => is_part(key, 256),
    }
}

fn is_value(value: &str) -> bool {
    value.len() <= 256
        && !value.is_empty()
        && !value.ends_with(' ')
        && value.bytes().all(|byte| matches!(byte, 0x20..=0x7e) && !matches!(byte, b',' | b'='))
}

/// `baggage`: pairs, each with properties.
pub(crate) fn is_baggage(text: &str) -> bool {
    text.split(',').all(|member| {
        let mut parts = member.split(';').map(trimmed);
        parts.next().is_some_and(is_pair) && parts.all(|part| is_pair(part) || is_token(part))
    })
}

fn is_pair(text: &str) -> bool {
    let is_octet = |byte: u8| byte.is_ascii_graphic() && !b"\",;\\".contains(&byte);
    text.split_once('=').is_some_and(|(key, value)| {
        let key = trimmed(key);
        !key.is_empty() && key.bytes().all(is_tchar) && trimmed(value).bytes().all(is_octet)
    })
}

fn trimmed(text: &str) -> &str {
    text.trim_matches([' ', '\t'])
}
