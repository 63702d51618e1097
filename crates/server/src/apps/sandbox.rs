//! What is served on the origin of apps: the sandbox that stands between a page and an app, and the apps.
//!
//! Nothing here can be asked for anything else, so there is nothing to protect but the names under which it
//! is reached: an address in digits, which no foreign name can be made to lead to.

use super::shelf::Shelf;
use axum::Router;
use axum::extract::{Path, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use std::net::Ipv4Addr;
use std::sync::Arc;
use std::time::Instant;

const PAGE: &str = include_str!("sandbox.html");
const SCRIPT: &str = include_str!("sandbox.js");
const STYLE: &str = include_str!("sandbox.css");
const GUARD: &str = include_str!("guard.js");

/// What every answer says. What is denied here is denied to whatever is embedded, too.
const ALWAYS: [(HeaderName, &str); 5] = [
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::CACHE_CONTROL, "no-store"),
    (header::X_DNS_PREFETCH_CONTROL, "off"),
    (
        HeaderName::from_static("permissions-policy"),
        "camera=(), microphone=(), geolocation=(), display-capture=(), usb=(), serial=(), hid=(), midi=(), \
         payment=(), clipboard-read=(), clipboard-write=(), fullscreen=()",
    ),
];

#[derive(Clone, Debug)]
struct Site {
    shelf: Arc<Shelf>,
    /// The only host it answers to.
    host: String,
    /// The policy of the sandbox itself.
    policy: String,
}

/// The pages that may embed the sandbox, and with it an app: those of the backend, and the sandbox itself.
pub(super) fn ancestors(origin: &str, base: &str) -> String {
    let port = base.rsplit(':').next().unwrap_or_default();
    let mut all = vec![
        origin.to_owned(),
        format!("http://localhost:{port}"),
        format!("http://{}:{port}", Ipv4Addr::LOCALHOST),
    ];
    // Addresses in brackets cannot stand in a policy.
    if !base.contains('[') && !all.iter().any(|known| known == base) {
        all.push(base.to_owned());
    }
    all.join(" ")
}

/// Everything that is served there.
pub(super) fn router(shelf: Arc<Shelf>, port: u16, base: &str) -> Router {
    let host = format!("{}:{port}", Ipv4Addr::LOCALHOST);
    let origin = format!("http://{host}");
    let policy = format!(
        "default-src 'none'; script-src 'self'; style-src 'self'; frame-src {origin}/view/; base-uri 'none'; \
         form-action 'none'; frame-ancestors {}",
        ancestors(&origin, base)
    );
    let site = Site { shelf, host, policy };
    Router::new()
        .route("/sandbox/{id}", get(sandbox))
        .route("/view/{id}", get(view))
        .route("/sandbox.js", get(async || file("text/javascript; charset=utf-8", SCRIPT)))
        .route("/sandbox.css", get(async || file("text/css; charset=utf-8", STYLE)))
        .fallback(async || StatusCode::NOT_FOUND)
        .layer(from_fn_with_state(site.clone(), admit))
        .with_state(site)
}

/// Refuses every name but the one address, and dresses every answer.
async fn admit(State(site): State<Site>, request: Request, next: Next) -> Response {
    let mut named = request.headers().get_all(header::HOST).iter();
    let is_ours = |host: &HeaderValue| host.as_bytes() == site.host.as_bytes();
    let is_named = matches!((named.next(), named.next()), (Some(host), None) if is_ours(host));
    let mut response = if is_named && request.uri().authority().is_none() {
        next.run(request).await
    } else {
        StatusCode::FORBIDDEN.into_response()
    };
    for (name, text) in ALWAYS {
        response.headers_mut().insert(name, HeaderValue::from_static(text));
    }
    response
}

async fn sandbox(State(site): State<Site>, Path(id): Path<String>) -> Response {
    match site.shelf.get(&id, Instant::now()) {
        Some(_) => page(PAGE.to_owned(), &site.policy),
        None => gone(),
    }
}

/// The app itself. It must be in a frame: by itself nobody would know whose page it is.
async fn view(State(site): State<Site>, headers: HeaderMap, Path(id): Path<String>) -> Response {
    let is_framed = headers.get("sec-fetch-dest").is_none_or(|place| place == "iframe");
    match site.shelf.get(&id, Instant::now()).filter(|_| is_framed) {
        Some(document) => page(guarded(&document.html), &document.policy),
        None => gone(),
    }
}

/// The document of an app behind what takes away from it what it is not to have.
fn guarded(html: &str) -> String {
    let start = html.trim_start_matches(['\u{feff}', ' ', '\t', '\r', '\n']);
    // A script before the type of the document would make an old one of it.
    let has_type = start.get(..9).is_some_and(|start| start.eq_ignore_ascii_case("<!doctype"));
    let kind = if has_type { "<!doctype html>" } else { "" };
    format!("{kind}<script>{GUARD}</script>{html}")
}

fn page(html: String, policy: &str) -> Response {
    let Ok(policy) = HeaderValue::try_from(policy) else {
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    };
    let kind = HeaderValue::from_static("text/html; charset=utf-8");
    ([(header::CONTENT_TYPE, kind), (header::CONTENT_SECURITY_POLICY, policy)], html).into_response()
}

fn file(kind: &'static str, text: &'static str) -> Response {
    let owner = HeaderName::from_static("cross-origin-resource-policy");
    ([(header::CONTENT_TYPE, kind), (owner, "same-origin")], text).into_response()
}

fn gone() -> Response {
    let kind = [(header::CONTENT_TYPE, "text/plain; charset=utf-8")];
    (StatusCode::NOT_FOUND, kind, "there is no such app, or no longer: open it again").into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_document_keeps_its_type_behind_the_guard() {
        assert!(guarded("\n<!DOCTYPE html><p>x").starts_with("<!doctype html><script>"));
        assert!(guarded("<p>x").starts_with("<script>") && guarded("<p>x").ends_with("</script><p>x"));
        assert!(!GUARD.contains("</script"));
    }
}
