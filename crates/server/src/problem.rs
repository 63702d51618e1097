//! An error as the API tells it.
//!
//! A handler returns a [`Problem`]; [`render`] writes the body, because only there the address of the
//! help pages is known.

use crate::Backend;
use axum::extract::State;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use mcp_inspector_engine::{Fault, FaultCode};
use serde_json::{Value, json};

/// An error as the API tells it.
#[derive(Clone, Debug)]
pub struct Problem {
    fault: Fault,
    server: Option<ServerRef>,
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
    /// A problem with nothing but its fact.
    pub fn new(code: FaultCode, message: impl Into<String>) -> Self {
        Problem::from(Fault::new(code, message))
    }

    /// The request makes no sense.
    pub fn invalid_request(message: impl Into<String>) -> Self {
        Problem::new(FaultCode::InvalidRequest, message)
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
        StatusCode::from_u16(self.fault.code.http_status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
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
        Problem { fault, server: None }
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
            Response::from_parts(parts, problem.body(backend.base()).to_string().into())
        }
    }
}
