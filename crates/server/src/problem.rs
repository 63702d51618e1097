//! An error as the API tells it.
//!
//! A handler returns a [`Problem`]; `render` writes the body, because only there the address of the
//! help pages is known. Requests that cannot be read become problems in `problem/input.rs`.

mod input;

pub use crate::openapi::{ProblemBody, ProblemFacts};
pub use input::{BytesBody, JsonBody, PathOf, QueryOf};

use crate::Backend;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use mcp_inspector_engine::backend::OWN_ERROR;
use mcp_inspector_engine::core::brief::brief;
use mcp_inspector_engine::{Fault, FaultCode};
use serde_json::{Value, json};

/// An error as the API tells it.
#[derive(Clone, Debug)]
pub struct Problem {
    fault: Fault,
    server: Option<ServerRef>,
    /// Where the status of the code is too coarse.
    status: Option<StatusCode>,
}

/// The server that an error is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ServerRef {
    /// Its id.
    pub(crate) id: String,
    /// Its name, where one is known.
    pub(crate) name: Option<String>,
}

impl Problem {
    /// The same with another status, if it is the server's own refusal.
    pub(crate) fn at_server(self, status: StatusCode) -> Self {
        if self.fault.code == FaultCode::ServerError { self.with_status(status) } else { self }
    }

    /// A problem with nothing but its fact.
    pub fn new(code: FaultCode, message: impl Into<String>) -> Self {
        Problem::from(Fault::new(code, message))
    }

    /// The request makes no sense.
    pub fn invalid_request(message: impl Into<String>) -> Self {
        Problem::new(FaultCode::InvalidRequest, message)
    }

    /// There is nothing at that address.
    pub fn not_found(message: impl Into<String>) -> Self {
        Problem::invalid_request(message).with_status(StatusCode::NOT_FOUND)
    }

    /// The inspector itself failed.
    pub fn internal(message: impl Into<String>) -> Self {
        Problem::new(FaultCode::InternalError, message)
    }

    /// Told under this HTTP status, and not under the one that its code has.
    #[must_use]
    pub fn with_status(mut self, status: StatusCode) -> Self {
        self.status = Some(status);
        self
    }

    /// Names the server it is about.
    #[must_use]
    pub fn of_server(mut self, id: impl Into<String>, name: Option<String>) -> Self {
        self.server = Some(ServerRef { id: id.into(), name });
        self
    }

    /// Adds advice.
    #[must_use]
    pub fn with_hint(mut self, hint: impl Into<String>) -> Self {
        self.fault = self.fault.with_hint(hint);
        self
    }

    /// The fact.
    pub fn fault(&self) -> &Fault {
        &self.fault
    }

    /// The HTTP status it is told under.
    pub fn status(&self) -> StatusCode {
        self.status
            .or_else(|| StatusCode::from_u16(self.fault.code.http_status()).ok())
            .unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
    }

    /// The body: `{"error": {code, message, details, helpUrl}}`, with help below `base`.
    pub fn body(&self, base: &str) -> Value {
        let mut error = self.fault.to_json();
        error["helpUrl"] = format!("{base}{}", self.fault.code.help_page()).into();
        if let Some(server) = &self.server {
            let mut details = json!({ "serverId": server.id });
            if let Some(name) = &server.name {
                details["serverName"] = name.as_str().into();
            }
            if let (Some(details), Some(Value::Object(known))) =
                (details.as_object_mut(), error.get("details").cloned())
            {
                details.extend(known);
            }
            error["details"] = details;
        }
        json!({ "error": error })
    }
}

impl From<Fault> for Problem {
    fn from(fault: Fault) -> Self {
        Problem { fault, server: None, status: None }
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let mut response = self.status().into_response();
        response.extensions_mut().insert(self);
        response
    }
}

/// Writes the body of a problem that a handler returned.
pub(crate) async fn render(State(backend): State<Backend>, response: Response) -> Response {
    let (mut parts, body) = response.into_parts();
    match parts.extensions.remove::<Problem>() {
        None => Response::from_parts(parts, body),
        Some(problem) => {
            let json = HeaderValue::from_static("application/json");
            parts.headers.insert(header::CONTENT_TYPE, json);
            parts.headers.remove(header::CONTENT_LENGTH);
            mark(&mut parts.headers, problem.fault.code);
            Response::from_parts(parts, problem.body(backend.base()).to_string().into())
        }
    }
}

/// Marks an answer as an error of the backend itself, which no server behind it can do.
pub(crate) fn mark(headers: &mut HeaderMap, code: FaultCode) {
    headers.insert(OWN_ERROR, HeaderValue::from_static(code.as_str()));
}

/// The answer where nothing is.
pub(crate) async fn no_such_path(uri: Uri) -> Problem {
    Problem::not_found(format!("there is nothing at `{}`", brief(uri.path())))
        .with_hint("the paths of the API are described at /api/openapi.json")
}

/// The answer where something is, but not for this method.
pub(crate) async fn no_such_method(method: Method, uri: Uri) -> Problem {
    let message = format!("`{}` does not take {}", brief(uri.path()), brief(method.as_str()));
    Problem::invalid_request(message).with_status(StatusCode::METHOD_NOT_ALLOWED).with_hint(
        "the header `Allow` of this answer names the methods it takes; /api/openapi.json describes them",
    )
}
