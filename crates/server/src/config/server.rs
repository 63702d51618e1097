//! A server as `/config` tells it, and what its fields may be.
//!
//! Reading is strict, and the same for what a client sends and for what stands in the file: a field
//! that could not be used, or that would smuggle a header or a variable in, is an error that names it.

mod checks;
#[cfg(test)]
mod tests;

pub(super) use checks::{FieldError, check_env_value, check_header_value};

use checks::Fields;
use serde::Serialize;
use serde_json::{Map, Value};
use std::fmt;
use utoipa::ToSchema;

/// A configured server. `headers` is always there, `args` and `env` are always there with `stdio`;
/// other fields only where they say something. Fields that are not known here are kept and shown as
/// they are.
#[derive(Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ServerConfig {
    /// Its id: a UUID, or its name where the file gives it no id.
    pub id: String,
    /// What it is called; no other server has this name.
    pub name: String,
    /// How it is reached.
    pub transport: TransportKind,
    /// The program to start.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub command: Option<String>,
    /// The arguments of the program.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub args: Option<Vec<String>>,
    /// Variables for the program, on top of those it inherits.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<HashMap<String, String>>, nullable = false)]
    pub env: Option<Map<String, Value>>,
    /// Where it listens.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub url: Option<String>,
    /// Headers for every request.
    #[schema(value_type = HashMap<String, String>)]
    pub headers: Map<String, Value>,
    /// Whether a page connects itself or through the backend.
    pub connection_mode: ConnectionMode,
    /// How long to wait, in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<TimeoutsConfig>, nullable = false)]
    pub timeouts: Option<Map<String, Value>>,
    /// How to log in.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<HashMap<String, Value>>, nullable = false)]
    pub oauth: Option<Map<String, Value>>,
    /// When it was added, where the file says so.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, examples("2024-01-15T10:00:00Z"))]
    pub created_at: Option<String>,
    /// When it was changed last, where the file says so.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, examples("2024-01-15T10:00:00Z"))]
    pub updated_at: Option<String>,
    /// All else the file says about it.
    #[serde(flatten)]
    #[schema(value_type = HashMap<String, Value>)]
    pub rest: Map<String, Value>,
}

/// How a server is reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub enum TransportKind {
    /// A program that is started, over its stdin and stdout.
    #[serde(rename = "stdio")]
    Stdio,
    /// Streamable HTTP.
    #[serde(rename = "streamableHttp")]
    StreamableHttp,
    /// HTTP+SSE of revision 2024-11-05.
    #[serde(rename = "sse")]
    Sse,
}

/// Whether a page connects to a server itself or through the backend.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ConnectionMode {
    /// Itself.
    Direct,
    /// Through the backend.
    Proxy,
}

/// How long to wait for a server, in milliseconds.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct TimeoutsConfig {
    /// Until the session is ready.
    #[schema(minimum = 1, maximum = 2_147_483_647)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub connection: Option<u32>,
    /// For the answer to one call.
    #[schema(minimum = 1, maximum = 2_147_483_647)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub request: Option<u32>,
}

impl TransportKind {
    /// The word for it.
    pub fn as_str(self) -> &'static str {
        match self {
            TransportKind::Stdio => "stdio",
            TransportKind::StreamableHttp => "streamableHttp",
            TransportKind::Sse => "sse",
        }
    }

    /// How a page reaches such a server when nothing else is said: a browser cannot start a program,
    /// and servers of the old transport seldom allow pages of another origin.
    pub fn default_mode(self) -> ConnectionMode {
        match self {
            TransportKind::Stdio | TransportKind::Sse => ConnectionMode::Proxy,
            TransportKind::StreamableHttp => ConnectionMode::Direct,
        }
    }
}

impl ServerConfig {
    /// Reads the fields of an entry, named as in the list shape; null says nothing.
    pub(super) fn read(fields: Map<String, Value>) -> Result<Self, FieldError> {
        let mut fields = Fields::of(fields);
        let (id, name) = (fields.id()?, fields.name()?);
        let transport = fields.transport()?;
        let is_stdio = transport == TransportKind::Stdio;
        let server = ServerConfig {
            id,
            name,
            transport,
            command: fields.command(is_stdio)?,
            args: fields.args()?.or(is_stdio.then(Vec::new)),
            env: fields.env()?.or(is_stdio.then(Map::new)),
            url: fields.url(!is_stdio)?,
            headers: fields.headers()?.unwrap_or_default(),
            connection_mode: fields.connection_mode(transport)?,
            timeouts: fields.timeouts()?,
            oauth: fields.object("oauth")?,
            created_at: fields.text("createdAt")?,
            updated_at: fields.text("updatedAt")?,
            rest: Map::new(),
        };
        Ok(ServerConfig { rest: fields.rest()?, ..server })
    }

    /// Its fields as they are told.
    pub(super) fn to_fields(&self) -> Map<String, Value> {
        match serde_json::to_value(self) {
            Ok(Value::Object(fields)) => fields,
            _ => Map::new(),
        }
    }
}

impl fmt::Debug for ServerConfig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The other fields may hold secrets.
        f.debug_struct("ServerConfig")
            .field("id", &self.id)
            .field("name", &self.name)
            .field("transport", &self.transport)
            .finish_non_exhaustive()
    }
}
