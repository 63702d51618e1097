//! The words of the two eras, as a client uses them: what a request says about itself, and how the
//! same thing is said to a server of the other era.

use super::abilities::Abilities;
use super::upstream::Upstream;
use axum::http::HeaderMap;
use mcp_inspector_engine::core::compose;
use mcp_inspector_engine::core::era::meta;
use mcp_inspector_engine::core::message::RpcError;
use mcp_inspector_engine::{LogLevel, Raw, Revision};
use serde_json::{Value, json};

/// JSON-RPC: the parameters do not fit.
pub(super) const INVALID_PARAMS: i64 = -32602;
/// A header is missing or says something else than the body.
const HEADER_MISMATCH: i64 = -32020;
/// There is no such revision here.
const UNSUPPORTED_VERSION: i64 = -32022;

/// Keys of `_meta` that only requests without a handshake have.
const ENVELOPE: [&str; 4] =
    [meta::PROTOCOL_VERSION, meta::CLIENT_INFO, meta::CLIENT_CAPABILITIES, meta::LOG_LEVEL];

/// Methods whose results say how long they may be kept.
const KEEPABLE: [&str; 6] = [
    "server/discover",
    "tools/list",
    "prompts/list",
    "resources/list",
    "resources/templates/list",
    "resources/read",
];

/// What a request without a handshake says about itself.
#[derive(Clone, Debug)]
pub(super) struct Envelope {
    pub(super) abilities: Abilities,
    pub(super) level: Option<LogLevel>,
}

/// The revision that the header names.
pub(super) fn header_revision(headers: &HeaderMap) -> Result<Option<Revision>, String> {
    let Some(value) = headers.get("mcp-protocol-version") else { return Ok(None) };
    let name = value.to_str().map_err(|_| "`MCP-Protocol-Version` is not readable text".to_owned())?;
    Revision::named(name).map(Some).ok_or_else(|| {
        let known: Vec<&str> = Revision::ALL.iter().map(|revision| revision.as_str()).collect();
        format!("`MCP-Protocol-Version` is {name:?}; known are {}", known.join(", "))
    })
}

/// Whether a request stands alone, as those of the newer era do.
pub(super) fn is_modern(params: Option<&Raw>, header: Option<Revision>) -> bool {
    header.is_some_and(Revision::is_modern) || envelope_member(params, meta::PROTOCOL_VERSION).is_some()
}

/// Reads what a request without a handshake says about itself, and checks it against the headers.
pub(super) fn envelope(
    method: &str,
    params: Option<&Raw>,
    headers: &HeaderMap,
) -> Result<Envelope, RpcError> {
    let version = envelope_member(params, meta::PROTOCOL_VERSION).and_then(|version| version.read().ok());
    let Some(version): Option<String> = version else {
        return Err(missing(meta::PROTOCOL_VERSION));
    };
    if !Revision::named(&version).is_some_and(Revision::is_modern) {
        let supported = [Revision::NEWEST.as_str()];
        let data = json!({ "supported": supported, "requested": version });
        return Err(error(UNSUPPORTED_VERSION, "Unsupported protocol version", Some(data)));
    }
    let mirrored = [
        ("mcp-protocol-version", Some(version)),
        ("mcp-method", Some(method.to_owned())),
        ("mcp-name", name_of(method, params)),
    ];
    for (header, wanted) in mirrored {
        let Some(wanted) = wanted else { continue };
        let given = headers.get(header).and_then(|value| value.to_str().ok()).map(decoded);
        if given.as_deref() != Some(wanted.as_str()) {
            let said = given.map_or_else(|| "missing".to_owned(), |given| format!("{given:?}"));
            let message = format!("Header mismatch: `{header}` is {said}, the body says {wanted:?}");
            return Err(error(HEADER_MISMATCH, &message, None));
        }
    }
    let capabilities = envelope_member(params, meta::CLIENT_CAPABILITIES)
        .ok_or_else(|| missing(meta::CLIENT_CAPABILITIES))?;
    let level = envelope_member(params, meta::LOG_LEVEL).and_then(|level| level.read().ok());
    Ok(Envelope { abilities: Abilities::of(Some(&capabilities)), level })
}

/// The status under which an error goes to a client without a handshake.
pub(super) fn status_of(error: &RpcError) -> u16 {
    match error.code {
        Some(HEADER_MISMATCH | UNSUPPORTED_VERSION | -32021) => 400,
        Some(-32601) => 404,
        _ => 200,
    }
}

/// The parameters as they go to the server: with our progress token in place of the client's, and
/// without the envelope where the server does not know of it.
pub(super) fn for_server(params: Option<Raw>, token: Option<Raw>, strip: bool) -> Option<Raw> {
    let params = params?;
    let Some(given) = params.member("_meta").filter(|_| token.is_some() || strip) else {
        return Some(params);
    };
    let kept: Vec<(String, Raw)> = given
        .members()
        .unwrap_or_default()
        .into_iter()
        .filter(|(key, _)| !(strip && ENVELOPE.contains(&key.as_str())))
        .collect();
    let kept: Vec<(&str, Raw)> = kept.iter().map(|(key, value)| (key.as_str(), value.clone())).collect();
    let mut ours = compose::with_members(None, &kept);
    if let Some(token) = token {
        ours = compose::with_members(Some(&ours), &[("progressToken", token)]);
    }
    if ours.members().is_none_or(|members| members.is_empty()) {
        return Some(compose::without_member(&params, "_meta"));
    }
    Some(compose::with_members(Some(&params), &[("_meta", ours)]))
}

/// A result of an older server as a client without a handshake expects it.
pub(super) fn completed(method: &str, result: &Raw) -> Raw {
    if !result.is_object() || result.member("resultType").is_some() {
        return result.clone();
    }
    let mut members = vec![("resultType", Raw::of("complete"))];
    if KEEPABLE.contains(&method) && result.member("ttlMs").is_none() {
        members.push(("ttlMs", Raw::of(&0)));
        members.push(("cacheScope", Raw::of("private")));
    }
    compose::with_members(Some(result), &members)
}

/// The answer to `initialize`: the server's own words, in the revision that the client wants.
pub(super) fn initialized(upstream: &Upstream, revision: Revision) -> Raw {
    let session = upstream.session();
    let mut result = json!({ "protocolVersion": revision });
    result["capabilities"] = value_of(session.server_capabilities());
    result["serverInfo"] = session
        .server_info()
        .map_or_else(|| json!({ "name": upstream.name(), "version": "" }), |info| info.to_value());
    if let Some(instructions) = session.instructions() {
        result["instructions"] = instructions.into();
    }
    Raw::of(&result)
}

/// The answer to `server/discover` for a server that does not know it.
pub(super) fn discovered(upstream: &Upstream) -> Raw {
    let session = upstream.session();
    let mut capabilities = value_of(session.server_capabilities());
    // Tasks of the older design are none of the newer one.
    if let Some(declared) = capabilities.as_object_mut() {
        declared.remove("tasks");
    }
    let mut result = json!({
        "resultType": "complete",
        "supportedVersions": [Revision::NEWEST],
        "capabilities": capabilities,
        "ttlMs": 0,
        "cacheScope": "private",
        "_meta": { meta::SERVER_INFO: value_of(session.server_info()) },
    });
    if let Some(instructions) = session.instructions() {
        result["instructions"] = instructions.into();
    }
    Raw::of(&result)
}

/// The revision to speak with a client that wants `requested`.
pub(super) fn negotiated(requested: Option<&str>) -> Revision {
    let known = requested.and_then(Revision::named).filter(|revision| !revision.is_modern());
    known.unwrap_or(Revision::NEWEST_LEGACY)
}

/// An error of our own.
pub(super) fn error(code: i64, message: &str, data: Option<Value>) -> RpcError {
    let mut raw = json!({ "code": code, "message": message });
    if let Some(data) = data {
        raw["data"] = data;
    }
    RpcError::from_raw(Raw::of(&raw))
}

fn missing(key: &str) -> RpcError {
    error(INVALID_PARAMS, &format!("`_meta` lacks {key:?}, which every request must have"), None)
}

fn envelope_member(params: Option<&Raw>, key: &str) -> Option<Raw> {
    params?.member("_meta")?.member(key)
}

fn value_of(raw: Option<Raw>) -> Value {
    raw.map_or_else(|| json!({}), |raw| raw.to_value())
}

/// What `Mcp-Name` must say.
fn name_of(method: &str, params: Option<&Raw>) -> Option<String> {
    let member = match method {
        "tools/call" | "prompts/get" => "name",
        "resources/read" => "uri",
        "tasks/get" | "tasks/update" | "tasks/cancel" => "taskId",
        _ => return None,
    };
    params?.text_member(member)
}

/// A header value, which may be written in base64.
fn decoded(value: &str) -> String {
    use base64::Engine as _;
    let encoded = value.strip_prefix("=?base64?").and_then(|rest| rest.strip_suffix("?="));
    encoded
        .and_then(|text| base64::engine::general_purpose::STANDARD.decode(text).ok())
        .and_then(|bytes| String::from_utf8(bytes).ok())
        .unwrap_or_else(|| value.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn raw(text: &str) -> Raw {
        Raw::parse(text).unwrap()
    }

    fn sent(params: &str, token: Option<&str>, strip: bool) -> String {
        for_server(Some(raw(params)), token.map(Raw::of::<str>), strip).unwrap().as_str().to_owned()
    }

    #[test]
    fn parameters_without_a_wish_go_on_byte_for_byte() {
        assert_eq!(sent(r#"{"n": 1.10}"#, None, false), r#"{"n": 1.10}"#);
        assert_eq!(sent(r#"{"_meta": {"a": 1}}"#, None, false), r#"{"_meta": {"a": 1}}"#);
    }

    #[test]
    fn our_token_stands_in_for_the_clients() {
        assert_eq!(
            sent(r#"{"a":1,"_meta":{"progressToken":7,"x":2}}"#, Some("call-1"), false),
            r#"{"a":1,"_meta":{"x":2,"progressToken":"call-1"}}"#
        );
    }

    #[test]
    fn the_envelope_is_taken_off_for_older_servers() {
        let params = format!(r#"{{"a":1,"_meta":{{"{}":"2026-07-28","x":1}}}}"#, meta::PROTOCOL_VERSION);
        assert_eq!(sent(&params, None, true), r#"{"a":1,"_meta":{"x":1}}"#);
        let bare = format!(r#"{{"a":1,"_meta":{{"{}":"2026-07-28"}}}}"#, meta::PROTOCOL_VERSION);
        assert_eq!(sent(&bare, None, true), r#"{"a":1}"#);
    }

    #[test]
    fn results_of_older_servers_say_that_they_are_complete() {
        assert_eq!(
            completed("tools/list", &raw(r#"{"tools":[]}"#)).as_str(),
            r#"{"tools":[],"resultType":"complete","ttlMs":0,"cacheScope":"private"}"#
        );
        assert_eq!(
            completed("tools/call", &raw(r#"{"content":[]}"#)).as_str(),
            r#"{"content":[],"resultType":"complete"}"#
        );
    }

    #[test]
    fn an_unknown_revision_is_met_with_the_newest_that_has_a_handshake() {
        assert_eq!(negotiated(Some("2025-06-18")), Revision::R2025_06_18);
        assert_eq!(negotiated(Some("1999-01-01")), Revision::R2025_11_25);
        assert_eq!(negotiated(Some("2026-07-28")), Revision::R2025_11_25);
        assert_eq!(negotiated(None), Revision::R2025_11_25);
    }
}
