//! What browsers are told about every answer, whoever made it.

use axum::http::{HeaderName, HeaderValue, header};
use axum::response::Response;

/// What every answer says.
const ALWAYS: [(HeaderName, &str); 4] = [
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
];

/// What an answer says unless whoever made it said something else.
const UNLESS_SAID: [(HeaderName, &str); 3] = [
    (header::CACHE_CONTROL, "no-store"),
    (header::CONTENT_SECURITY_POLICY, "default-src 'none'; frame-ancestors 'none'"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

/// The answer with all that browsers are to be told.
pub(super) async fn dressed(mut response: Response) -> Response {
    let headers = response.headers_mut();
    for (name, text) in ALWAYS {
        headers.insert(name, HeaderValue::from_static(text));
    }
    for (name, text) in UNLESS_SAID {
        headers.entry(name).or_insert(HeaderValue::from_static(text));
    }
    headers.append(header::VARY, HeaderValue::from_static("Origin"));
    response
}
