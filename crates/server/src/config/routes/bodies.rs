//! What `/config` takes, for the description of the API alone: bodies are read field by field in
//! `server/checks.rs`, whose errors say more than a decoder could.

use super::super::TimeoutsConfig;
use serde_json::Value;
use std::collections::HashMap;
use utoipa::ToSchema;
use utoipa::openapi::schema::AdditionalProperties;
use utoipa::openapi::{Array, Object, ObjectBuilder, RefOr, Schema, Type};

/// A server to add.
#[derive(ToSchema)]
#[serde(tag = "transport")]
#[expect(dead_code, reason = "only its schema is used")]
pub(super) enum NewServer {
    /// A program that is started, over its stdin and stdout.
    #[serde(rename = "stdio")]
    Stdio(NewProgram),
    /// Streamable HTTP.
    #[serde(rename = "streamableHttp")]
    StreamableHttp(NewEndpoint),
    /// HTTP+SSE of revision 2024-11-05.
    #[serde(rename = "sse")]
    Sse(NewEndpoint),
}

/// A program to start.
#[derive(ToSchema)]
#[serde(rename_all = "camelCase")]
#[expect(dead_code, reason = "only its schema is used")]
pub(super) struct NewProgram {
    /// What it is called; no other server has this name.
    #[schema(schema_with = name)]
    name: String,
    /// The program.
    #[schema(pattern = r"^[^\u0000]*[^\u0000\s][^\u0000]*$", examples("npx"))]
    command: String,
    /// Its arguments.
    #[schema(schema_with = words)]
    args: Option<Vec<String>>,
    /// Variables for it, on top of those it inherits.
    #[schema(schema_with = variables)]
    env: Option<HashMap<String, String>>,
    /// Only `proxy`: a page cannot start a program.
    #[schema(pattern = "^proxy$")]
    connection_mode: Option<String>,
    /// How long to wait.
    timeouts: Option<TimeoutsConfig>,
}

/// A server behind a URL.
#[derive(ToSchema)]
#[serde(rename_all = "camelCase")]
#[expect(dead_code, reason = "only its schema is used")]
pub(super) struct NewEndpoint {
    /// What it is called; no other server has this name.
    #[schema(schema_with = name)]
    name: String,
    /// Where it listens.
    #[schema(
        pattern = r"^https?://[A-Za-z0-9.-]+(:[0-9]+)?(/[!-~]*)?$",
        examples("http://localhost:8080/mcp")
    )]
    url: String,
    /// Headers for every request.
    #[schema(schema_with = headers)]
    headers: Option<HashMap<String, String>>,
    /// Whether a page connects itself or through the backend.
    #[schema(pattern = "^(direct|proxy)$")]
    connection_mode: Option<String>,
    /// How long to wait.
    timeouts: Option<TimeoutsConfig>,
    /// How to log in.
    oauth: Option<HashMap<String, Value>>,
}

/// Fields of a server to change; null removes one.
#[derive(ToSchema)]
#[serde(rename_all = "camelCase")]
#[expect(dead_code, reason = "only its schema is used")]
pub(super) struct ServerPatch {
    /// Another name.
    #[schema(schema_with = name)]
    name: Option<String>,
    /// Another way to reach it.
    #[schema(pattern = "^(stdio|streamableHttp|sse)$", nullable = false)]
    transport: Option<String>,
    /// The program to start.
    command: Option<String>,
    /// Its arguments, all of them.
    args: Option<Vec<String>>,
    /// Its variables, all of them.
    env: Option<HashMap<String, String>>,
    /// Where it listens.
    url: Option<String>,
    /// Its headers, all of them.
    headers: Option<HashMap<String, String>>,
    /// Whether a page connects itself or through the backend.
    #[schema(pattern = "^(direct|proxy)$")]
    connection_mode: Option<String>,
    /// How long to wait.
    timeouts: Option<TimeoutsConfig>,
    /// How to log in.
    oauth: Option<HashMap<String, Value>>,
}

/// Something that can be seen, and no control characters.
fn name() -> Object {
    const SEEN: &str = r"[^\u0000-\u001f\u007f-\u009f\s]";
    const ANY: &str = r"[^\u0000-\u001f\u007f-\u009f]*";
    let mut name = text(&format!("^{ANY}{SEEN}{ANY}$"));
    name.description = Some("What it is called; no other server has this name.".to_owned());
    name
}

fn words() -> Array {
    Array::new(text(r"^[^\u0000]*$"))
}

fn variables() -> Object {
    map(r"^[^=\u0000]+$", r"^[^\u0000]*$")
}

fn headers() -> Object {
    map(r"^[!#$%&'*+.^_`|~0-9A-Za-z-]+$", r"^[^\u0000-\u001f\u007f-\u009f]*$")
}

fn map(name: &str, value: &str) -> Object {
    ObjectBuilder::new()
        .schema_type(Type::Object)
        .property_names(Some(Schema::from(text(name))))
        .additional_properties(Some(AdditionalProperties::RefOr(RefOr::T(text(value).into()))))
        .build()
}

fn text(pattern: &str) -> Object {
    ObjectBuilder::new().schema_type(Type::String).pattern(Some(pattern)).build()
}
