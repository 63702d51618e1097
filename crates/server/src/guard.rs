//! Who may ask the backend anything: the checks before a request reaches its handler.
//!
//! In this order: the `Host` it names (a name of this machine, so that no foreign name can be made to
//! lead here), where it comes from (`Origin`, `Sec-Fetch-Site`), what other origins may read (CORS), and
//! the token. Nothing of the body is read before. Only pages that hold no data go without a token.

mod dress;
mod host;
mod origin;
mod panic;
mod redirect;

pub use host::HostName;
pub use origin::WebOrigin;
pub use redirect::is_local_redirect;

use crate::body_limit::BodyLimit;
use crate::{Backend, Problem, Token, problem};
use axum::Router;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::{Next, from_fn_with_state, map_response, map_response_with_state};
use axum::response::{IntoResponse as _, Response};
use host::Authority;
use mcp_inspector_engine::FaultCode;
use mcp_inspector_engine::core::brief::brief;
use origin::Origins;
use std::sync::Arc;

/// How large a body may be where a route does not say otherwise.
const BODY_LIMIT: usize = 4 * 1024 * 1024;

/// The header that carries the token.
const TOKEN_HEADER: &str = "x-session-token";

/// Who may ask the backend anything. Cloning gives another handle to the same.
#[derive(Clone, Debug)]
pub struct Guard {
    policy: Arc<Policy>,
}

#[derive(Clone, Debug)]
struct Policy {
    token: Token,
    hosts: Vec<HostName>,
    origins: Origins,
}

/// Where a request comes from.
#[derive(Debug)]
struct Caller {
    /// The page that makes it, when a browser says so. It is one that may.
    origin: Option<WebOrigin>,
    is_preflight: bool,
}

impl Guard {
    /// Lets in who has the token, by names of this machine, and pages that `port` serves.
    pub fn new(token: Token, port: u16) -> Self {
        let policy = Policy { token, hosts: HostName::local().into(), origins: Origins::of_port(port) };
        Guard { policy: Arc::new(policy) }
    }

    /// Also answers to these names.
    #[must_use]
    pub fn allowing_hosts(mut self, hosts: &[HostName]) -> Self {
        Arc::make_mut(&mut self.policy).hosts.extend_from_slice(hosts);
        self
    }

    /// Also answers to pages of these origins.
    #[must_use]
    pub fn allowing_origins(mut self, origins: &[WebOrigin]) -> Self {
        Arc::make_mut(&mut self.policy).origins.extend(origins);
        self
    }

    /// The host check and the origin check.
    fn caller(&self, request: &Request) -> Result<Caller, Problem> {
        let host = self.host(request)?;
        let headers = request.headers();
        let origin = self.policy.origins.of_request(headers, &host)?;
        if origin.is_none() && origin::is_from_elsewhere(headers) && !is_visit(request) {
            return Err(refused("a page of another site asked for it, and only pages of this one may")
                .with_hint("open the address in a tab of its own"));
        }
        let is_preflight = request.method() == Method::OPTIONS
            && origin.is_some()
            && headers.contains_key(header::ACCESS_CONTROL_REQUEST_METHOD);
        Ok(Caller { origin, is_preflight })
    }

    /// The host that a request names, which must be one we answer to.
    fn host(&self, request: &Request) -> Result<Authority, Problem> {
        let mut named = request.headers().get_all(header::HOST).iter();
        let (Some(host), None) = (named.next(), named.next()) else {
            return Err(refused("the request does not have exactly one `Host` header"));
        };
        let host = self.answered_to(&String::from_utf8_lossy(host.as_bytes()))?;
        // A target such as `http://name/path` overrules the header, so both must be fine.
        if let Some(authority) = request.uri().authority() {
            return self.answered_to(authority.as_str());
        }
        Ok(host)
    }

    fn answered_to(&self, text: &str) -> Result<Authority, Problem> {
        let Some(authority) = Authority::parse(text) else {
            let message = format!("`Host: {}` is not a host with an optional port", brief(text));
            return Err(Problem::invalid_request(message));
        };
        if self.policy.hosts.contains(&authority.host) {
            return Ok(authority);
        }
        let name = &authority.host;
        Err(refused(format!(
            "the request is for the host `{name}`, and this backend does not answer to that"
        ))
        .with_hint(format!("use `localhost`, or start the backend with `--allow-host {name}`")))
    }

    /// Whether a request carries the token, exactly once. `X-Session-Token` decides when it is there.
    fn is_trusted(&self, headers: &HeaderMap) -> bool {
        let only = |name| {
            let mut values = headers.get_all(name).iter();
            values.next().filter(|_| values.next().is_none()).map(HeaderValue::as_bytes)
        };
        let presented = if headers.contains_key(TOKEN_HEADER) {
            only(TOKEN_HEADER)
        } else {
            // For clients that can be given a token but no header of another name.
            only(header::AUTHORIZATION.as_str()).and_then(bearer)
        };
        presented.is_some_and(|presented| self.policy.token.is(presented))
    }
}

/// The router behind all the checks, with everything it answers dressed for browsers.
pub fn around(router: Router, backend: &Backend, guard: Guard) -> Router {
    router
        .layer(from_fn_with_state(backend.clone(), panic::caught))
        .layer(BodyLimit::of(BODY_LIMIT))
        .layer(from_fn_with_state(guard, admit))
        .layer(map_response_with_state(backend.clone(), problem::render))
        .layer(map_response(dress::dressed))
}

async fn admit(State(guard): State<Guard>, request: Request, next: Next) -> Response {
    let caller = match guard.caller(&request) {
        Ok(caller) => caller,
        Err(problem) => return problem.into_response(),
    };
    let mut response = if caller.is_preflight {
        origin::preflight()
    } else if is_open(request.uri().path()) || guard.is_trusted(request.headers()) {
        next.run(request).await
    } else {
        without_token(request.headers())
    };
    origin::permit(response.headers_mut(), caller.origin.as_ref());
    response
}

/// Whether a path goes without a token, because what is there holds no data; or because browsers are sent
/// there by authorization servers, which have no token but know a state.
///
/// Routes are found by the same text, so what begins like this leads to no other route.
fn is_open(path: &str) -> bool {
    matches!(path, "/" | "/health" | "/favicon.ico" | "/docs/errors" | "/oauth/callback")
        || path.starts_with("/assets/")
        || path.starts_with("/docs/errors/")
}

/// Whether somebody opens an open page, for instance by a link on another site.
fn is_visit(request: &Request) -> bool {
    let is_navigation =
        request.headers().get("sec-fetch-mode").is_some_and(|mode| mode.as_bytes() == b"navigate");
    is_navigation && matches!(*request.method(), Method::GET | Method::HEAD) && is_open(request.uri().path())
}

/// The token in `Bearer <token>`.
fn bearer(value: &[u8]) -> Option<&[u8]> {
    let (scheme, token) = value.split_at_checked(7)?;
    scheme.eq_ignore_ascii_case(b"bearer ").then(|| token.trim_ascii())
}

fn refused(message: impl Into<String>) -> Problem {
    Problem::new(FaultCode::RequestRefused, message)
}

fn without_token(headers: &HeaderMap) -> Response {
    let message = if headers.contains_key(TOKEN_HEADER) || headers.contains_key(header::AUTHORIZATION) {
        "the session token is not the one of this backend"
    } else {
        "the session token is missing"
    };
    let problem = Problem::new(FaultCode::SessionInvalid, message).with_hint(
        "send the token that was printed at start in the header `X-Session-Token`; a browser gets it by the \
         link that was printed",
    );
    let mut response = problem.into_response();
    debug_assert_eq!(response.status(), StatusCode::UNAUTHORIZED);
    let challenge = HeaderValue::from_static(r#"Bearer realm="mcp-inspector""#);
    response.headers_mut().insert(header::WWW_AUTHENTICATE, challenge);
    response
}
