//! Which pages may ask, and what a browser is told about that (CORS).
//!
//! A browser says in `Origin` which page makes a request. Without it, it is a program, or a page of
//! ours, or an old browser; the token protects there.

use super::host::Authority;
use super::refused;
use crate::Problem;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use mcp_inspector_engine::core::brief::brief;
use std::fmt;
use std::str::FromStr;

/// The pages that the backend was made for: its own default address, and the development server of
/// its web UI.
const KNOWN: [&str; 2] = ["http://localhost:5173", "http://localhost:3000"];

/// What a page of an allowed origin may send, besides what every page may.
const HEADERS: &str = "Content-Type, X-Session-Token, Mcp-Session-Id, MCP-Protocol-Version, Mcp-Method, \
                       Mcp-Name, Last-Event-ID";

/// What a browser calls the origin of a page: `scheme://host:port`, in lower case, without the port
/// that the scheme has anyway.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WebOrigin(String);

/// Why a text is no origin.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OriginError {
    /// It does not have the form.
    #[error("expected an origin, such as `http://localhost:8080`: scheme, host and port, without a path")]
    Form,
    /// Any page would do.
    #[error("`{0}` would let any page ask; name each origin")]
    Any(String),
}

impl FromStr for WebOrigin {
    type Err = OriginError;

    fn from_str(text: &str) -> Result<Self, OriginError> {
        if text == "null" || text.contains('*') {
            return Err(OriginError::Any(text.to_owned()));
        }
        WebOrigin::parse(text.strip_suffix('/').unwrap_or(text)).ok_or(OriginError::Form)
    }
}

impl fmt::Display for WebOrigin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl WebOrigin {
    fn parse(text: &str) -> Option<Self> {
        let (scheme, authority) = text.split_once("://")?;
        let is_scheme = scheme.starts_with(|first: char| first.is_ascii_alphabetic())
            && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte));
        is_scheme.then_some(())?;
        Some(WebOrigin::of(&scheme.to_ascii_lowercase(), &Authority::parse(authority)?))
    }

    fn of(scheme: &str, authority: &Authority) -> Self {
        let Authority { host, port } = authority;
        match (scheme, port) {
            (_, None) | ("http", Some(80)) | ("https", Some(443)) => WebOrigin(format!("{scheme}://{host}")),
            (_, Some(port)) => WebOrigin(format!("{scheme}://{host}:{port}")),
        }
    }
}

/// The origins whose pages may ask.
#[derive(Clone, Debug)]
pub(super) struct Origins {
    allowed: Vec<WebOrigin>,
}

impl Origins {
    /// The pages that the backend at `port` was made for.
    pub(super) fn of_port(port: u16) -> Self {
        let own = ["localhost", "127.0.0.1", "[::1]"].map(|host| format!("http://{host}:{port}"));
        let all = own.iter().map(String::as_str).chain(KNOWN);
        Origins { allowed: all.filter_map(WebOrigin::parse).collect() }
    }

    pub(super) fn extend(&mut self, more: &[WebOrigin]) {
        self.allowed.extend_from_slice(more);
    }

    /// The page that makes a request for `host`, when a browser says so; it must be one that may.
    pub(super) fn of_request(
        &self,
        headers: &HeaderMap,
        host: &Authority,
    ) -> Result<Option<WebOrigin>, Problem> {
        let mut named = headers.get_all(header::ORIGIN).iter();
        let Some(named_first) = named.next() else { return Ok(None) };
        let text = String::from_utf8_lossy(named_first.as_bytes());
        let origin = WebOrigin::parse(&text).filter(|_| named.next().is_none());
        match origin {
            Some(origin) if self.allowed.contains(&origin) || is_served_at(&origin, host) => Ok(Some(origin)),
            Some(origin) => {
                Err(refused(format!("a page of `{origin}` asked for it, and that origin is not allowed"))
                    .with_hint(format!("if you trust its pages, start with `--allow-origin {origin}`")))
            }
            None => Err(refused(format!(
                "the page that asked has no origin that could be allowed: `{}`",
                brief(&text)
            ))),
        }
    }
}

/// Whether a page came from the very address that it asks now. The host is one we answer to, so the
/// page is ours, also where a container or a tunnel gives us another port.
fn is_served_at(origin: &WebOrigin, host: &Authority) -> bool {
    ["http", "https"].iter().any(|scheme| *origin == WebOrigin::of(scheme, host))
}

/// Whether a browser says that a page of another origin made the request. `same-site` is another
/// port of this machine, which is another program.
pub(super) fn is_from_elsewhere(headers: &HeaderMap) -> bool {
    let sites = headers.get_all("sec-fetch-site");
    sites.iter().any(|site| !matches!(site.as_bytes(), b"same-origin" | b"none"))
}

/// The answer to a browser that asks whether a page may ask.
pub(super) fn preflight() -> Response {
    let answers = [
        (header::ACCESS_CONTROL_ALLOW_METHODS, "GET, POST, PUT, PATCH, DELETE"),
        (header::ACCESS_CONTROL_ALLOW_HEADERS, HEADERS),
        (header::ACCESS_CONTROL_MAX_AGE, "600"),
    ];
    (StatusCode::NO_CONTENT, answers).into_response()
}

/// Says who may read the answer; nobody else, whatever a server behind us said.
pub(super) fn permit(headers: &mut HeaderMap, origin: Option<&WebOrigin>) {
    headers.remove(header::ACCESS_CONTROL_ALLOW_ORIGIN);
    headers.remove(header::ACCESS_CONTROL_ALLOW_CREDENTIALS);
    let Some(origin) = origin.and_then(|origin| HeaderValue::from_str(&origin.0).ok()) else { return };
    let texts = [
        (header::ACCESS_CONTROL_ALLOW_CREDENTIALS, "true"),
        (header::ACCESS_CONTROL_EXPOSE_HEADERS, "Mcp-Session-Id"),
        (HeaderName::from_static("cross-origin-resource-policy"), "cross-origin"),
    ];
    headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, origin);
    headers.extend(texts.map(|(name, text)| (name, HeaderValue::from_static(text))));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn origins_are_compared_as_browsers_spell_them() {
        let spelled = |text: &str| text.parse::<WebOrigin>().map(|origin| origin.to_string());
        assert_eq!(spelled("HTTP://LocalHost:8080/").unwrap(), "http://localhost:8080");
        assert_eq!(spelled("http://localhost:80").unwrap(), "http://localhost");
        assert_eq!(spelled("https://a.test:443").unwrap(), "https://a.test");
        assert_eq!(spelled("https://a.test:80").unwrap(), "https://a.test:80");
        assert_eq!(spelled("vscode-webview://0ab").unwrap(), "vscode-webview://0ab");
        for wrong in ["", "localhost", "http://", "http://a/b", "http://a@b", "http:/a", "://a", "http://a b"]
        {
            assert_eq!(spelled(wrong).unwrap_err(), OriginError::Form, "{wrong}");
        }
        for wrong in ["*", "null", "http://*.test"] {
            assert_eq!(spelled(wrong).unwrap_err(), OriginError::Any(wrong.to_owned()));
        }
    }

    #[test]
    fn what_a_server_behind_us_permits_is_not_passed_on() {
        let mut headers = HeaderMap::new();
        headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
        headers.insert(header::ACCESS_CONTROL_ALLOW_CREDENTIALS, HeaderValue::from_static("true"));
        permit(&mut headers, None);
        assert!(headers.is_empty());
    }
}
