//! Errors in the description of the API: their body, and which parts of it can answer which.

use mcp_inspector_engine::Fault;
use mcp_inspector_engine::core::fault::Details;
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;
use utoipa::openapi::{ContentBuilder, Ref, RefOr, Response, ResponseBuilder};
use utoipa::{IntoResponses, ToSchema};

/// The body of every error.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Problem)]
pub struct ProblemBody {
    /// What went wrong.
    pub error: ProblemFacts,
}

/// What went wrong.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[schema(as = Fault)]
#[serde(rename_all = "camelCase")]
pub struct ProblemFacts {
    /// The fact, for programs.
    #[schema(examples("SESSION_NOT_FOUND"))]
    pub code: String,
    /// The fact, for people.
    pub message: String,
    /// Where in the life of a connection it happened.
    #[schema(schema_with = categories)]
    pub category: String,
    /// Whether the same thing may work when tried again.
    pub retryable: bool,
    /// The page that explains it.
    pub help_url: String,
    /// What else is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = KnownDetails, nullable = false)]
    pub details: Option<Value>,
    /// What could be tried.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub hint: Option<String>,
}

impl ProblemFacts {
    /// A fault, with its help page below `base`.
    pub fn of(fault: &Fault, base: &str) -> Self {
        let mut facts = fault.to_json();
        let mut text = |name: &str| facts[name].take().as_str().unwrap_or_default().to_owned();
        ProblemFacts {
            code: text("code"),
            message: text("message"),
            category: text("category"),
            retryable: fault.code.is_retryable(),
            help_url: format!("{base}{}", fault.code.help_page()),
            hint: fault.hint.clone(),
            details: facts.get_mut("details").map(Value::take),
        }
    }
}

/// What else is known about an error, and which server it is about.
#[derive(Serialize, ToSchema)]
#[schema(as = ProblemDetails)]
#[serde(rename_all = "camelCase")]
struct KnownDetails {
    #[serde(flatten)]
    known: Details,
    /// The id of the server it is about.
    #[schema(nullable = false)]
    server_id: Option<String>,
    /// The name of that server.
    #[schema(nullable = false)]
    server_name: Option<String>,
}

fn categories() -> utoipa::openapi::Object {
    super::word(&["connection", "transport", "timeout", "protocol", "server", "cancelled"])
}

/// What each status means when a problem has it.
const MEANINGS: [(u16, &str); 14] = [
    (400, "The request makes no sense"),
    (401, "The session token is missing or wrong, or the server wants a login"),
    (403, "The request came from a foreign page, or names a foreign host"),
    (404, "There is no such thing"),
    (405, "Not by this method"),
    (409, "Not in this state: it is a recording, or no longer waits"),
    (413, "The body is too large"),
    (415, "The body is not marked as JSON"),
    (429, "The server wants fewer requests"),
    (499, "It was cancelled"),
    (500, "The server process could not be started or crashed"),
    (502, "The server could not be reached, refused or broke the protocol"),
    (503, "Not now: there is no connection, or a limit is reached"),
    (504, "The server did not answer in time"),
];

fn problems(statuses: &[u16]) -> BTreeMap<String, RefOr<Response>> {
    let of = |status: &u16| {
        let meaning = MEANINGS.iter().find(|meaning| meaning.0 == *status).map_or("", |meaning| meaning.1);
        let schema = RefOr::<utoipa::openapi::Schema>::Ref(Ref::from_schema_name("Problem"));
        let content = ContentBuilder::new().schema(Some(schema)).build();
        let response = ResponseBuilder::new().description(meaning).content("application/json", content);
        (status.to_string(), response.build().into())
    };
    statuses.iter().map(of).collect()
}

macro_rules! problem_sets {
    ($($(#[$doc:meta])* $name:ident = [$($status:literal),*];)*) => {
        $(
            $(#[$doc])*
            pub(crate) struct $name;

            impl IntoResponses for $name {
                fn responses() -> BTreeMap<String, RefOr<Response>> {
                    problems(&[$($status),*])
                }
            }
        )*
    };
}

problem_sets! {
    /// What the guard can answer anything with that needs the token.
    GuardProblems = [401, 403];
    /// What anything can be answered with.
    AnyProblems = [400, 401, 403];
    /// What any question about one session can be answered with.
    SessionProblems = [400, 401, 403, 404];
    /// What opening a session can be answered with.
    OpenProblems = [400, 401, 403, 404, 503];
    /// What a login can be answered with.
    LoginProblems = [400, 401, 403, 404, 409, 429, 499, 500, 502, 503, 504];
    /// What a login with wishes in a body can be answered with.
    LoginBodyProblems = [400, 401, 403, 404, 409, 415, 429, 499, 500, 502, 503, 504];
    /// What sending something, without waiting for the server, can be answered with.
    SendProblems = [400, 401, 403, 404, 409, 503];
    /// What waiting for the server's answer can be answered with.
    CommandProblems = [400, 401, 403, 404, 409, 429, 499, 500, 502, 503, 504];
    /// What a message for a server behind the proxy can be answered with.
    ProxyProblems = [400, 401, 403, 404, 405, 413, 429, 499, 500, 502, 503, 504];
}
