//! What to open a session with, as a request says it.

mod extras;
mod reading;

pub(crate) use extras::add_env;
pub(crate) use reading::Opened;

use super::input::{count, strict, strict_list};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// What to open a session with.
#[derive(Debug, ToSchema)]
#[serde(untagged)]
pub(crate) enum Opening {
    /// A server of the configuration.
    Configured(Configured),
    /// A server that is described right here.
    Direct(Box<Direct>),
}

/// A server of the configuration.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Configured {
    /// Its id or name.
    server_id: String,
    /// How to speak with it.
    #[serde(default, deserialize_with = "strict")]
    options: Options,
}

/// A server that is described right here.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Direct {
    /// Where it is.
    target: DirectTarget,
    /// How to speak with it.
    #[serde(default, deserialize_with = "strict")]
    options: Options,
}

/// A program to start, an address to connect to, or a server that someone else described.
#[derive(Debug, ToSchema)]
#[serde(untagged)]
pub(crate) enum DirectTarget {
    /// A program to start.
    Program(Program),
    /// An address to connect to.
    Address(Address),
    /// What a user pasted.
    Pasted(PastedTarget),
    /// A server of another client on this machine.
    Found(FoundTarget),
    /// The demo server.
    Demo(DemoTarget),
    /// The server that was named when the backend was started.
    Named(NamedTarget),
    /// A server that was connected to before.
    Recent(RecentTarget),
}

/// A server that was connected to before. It is remembered again.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct RecentTarget {
    /// Its id, as `GET /api/targets/recent` tells it.
    recent: String,
}

/// What a user pasted. It is remembered among the recent servers.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PastedTarget {
    /// A command line, a URL, or the text of a config file.
    text: String,
    /// Which server of a config file; the only one unless told.
    #[serde(default)]
    server: Option<String>,
    /// Variables on top of those that it says; not remembered.
    #[serde(default)]
    env: BTreeMap<String, String>,
    /// The directory to start a program in, instead of what it says.
    #[serde(default)]
    cwd: Option<String>,
    /// Headers on top of those that it says; not remembered.
    #[serde(default)]
    headers: BTreeMap<String, String>,
}

/// The server that was named when the backend was started, and was not connected to (`--no-connect`).
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NamedTarget {
    /// True.
    named: bool,
}

/// A server of another client on this machine.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct FoundTarget {
    /// The file, as `GET /api/targets/found` tells it.
    found: String,
    /// The name of the server in it.
    server: String,
}

/// The demo server that is built in.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct DemoTarget {
    /// True.
    demo: bool,
}

/// A program to start. Nothing in it is expanded.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Program {
    /// What to call it; the program's name unless told.
    #[serde(default)]
    name: Option<String>,
    /// The program: a name on the path, or a path.
    #[schema(min_length = 1)]
    command: String,
    /// Its arguments.
    #[serde(default)]
    args: Vec<String>,
    /// Variables on top of the environment that the backend has.
    #[serde(default)]
    env: BTreeMap<String, String>,
    /// The directory to start it in; the backend's unless told.
    #[serde(default)]
    cwd: Option<String>,
}

/// An address to connect to. Nothing in it is expanded.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Address {
    /// What to call it; host and path unless told.
    #[serde(default)]
    name: Option<String>,
    /// An http:// or https:// URL.
    #[schema(pattern = "^[hH][tT][tT][pP][sS]?://[^/?#]")]
    url: String,
    /// Headers to send with every request.
    #[serde(default)]
    headers: BTreeMap<String, String>,
    /// Which of the HTTP transports to speak; found out unless told.
    #[serde(default)]
    transport: HttpTransport,
}

/// Which of the HTTP transports to speak.
#[derive(Clone, Copy, Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) enum HttpTransport {
    /// Streamable HTTP, or HTTP+SSE if the server is older.
    #[default]
    Auto,
    /// Streamable HTTP only.
    StreamableHttp,
    /// HTTP+SSE of 2024-11-05 only.
    Sse,
}

/// How to speak with a server.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Options {
    /// Which revision to speak: found out unless told.
    #[serde(default)]
    era: EraWord,
    /// Limits in milliseconds, instead of those of the configuration.
    #[serde(default, deserialize_with = "strict")]
    timeouts: TimeoutsBody,
    /// The directories and files that the server is shown.
    #[serde(default, deserialize_with = "strict_list")]
    roots: Vec<RootBody>,
    /// Who answers what the server asks for.
    #[serde(default)]
    answers: Answers,
    /// Whether whoever opens it shows apps (MCP Apps), so that the server is told.
    #[serde(default)]
    apps: bool,
    /// The level to set once connected, if the server has logging.
    #[serde(default)]
    log_level: Option<LevelWord>,
    /// How many calls may be in flight at once; the others wait.
    #[serde(default, deserialize_with = "count")]
    #[schema(minimum = 1, maximum = 256)]
    concurrency: Option<u64>,
    /// The largest message that is read from the server, in bytes; that of the backend unless told.
    #[serde(default, deserialize_with = "count")]
    #[schema(minimum = 1024, maximum = 1_073_741_824)]
    max_message_bytes: Option<u64>,
}

/// Which revision of the protocol to speak.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, ToSchema)]
pub(crate) enum EraWord {
    /// Ask the server, and go by what it says.
    #[default]
    #[serde(rename = "auto")]
    Auto,
    /// The handshake, in its newest revision.
    #[serde(rename = "legacy")]
    Legacy,
    /// The newest revision, without a handshake.
    #[serde(rename = "modern")]
    Modern,
    /// This revision.
    #[serde(rename = "2024-11-05")]
    First,
    /// This revision.
    #[serde(rename = "2025-03-26")]
    Second,
    /// This revision.
    #[serde(rename = "2025-06-18")]
    Third,
    /// This revision.
    #[serde(rename = "2025-11-25")]
    Fourth,
    /// This revision.
    #[serde(rename = "2026-07-28")]
    Fifth,
}

/// Limits in milliseconds.
#[derive(Clone, Copy, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct TimeoutsBody {
    /// For connecting and the handshake together.
    #[serde(default, deserialize_with = "count")]
    #[schema(minimum = 1, maximum = 86_400_000)]
    connection: Option<u64>,
    /// For how long the server may stay silent on a request.
    #[serde(default, deserialize_with = "count")]
    #[schema(minimum = 1, maximum = 86_400_000)]
    request: Option<u64>,
    /// For a request, whatever its progress.
    #[serde(default, deserialize_with = "count")]
    #[schema(minimum = 1, maximum = 86_400_000)]
    total: Option<u64>,
}

/// Who answers what the server asks for.
#[derive(Clone, Copy, Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Answers {
    /// Faces do; what nobody answers expires.
    #[default]
    Face,
    /// Everything is declined at once.
    Decline,
}

/// A directory or file that the server may work in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = Root)]
#[serde(deny_unknown_fields)]
pub(crate) struct RootBody {
    /// A `file://` URI.
    pub(crate) uri: String,
    /// A name for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) name: Option<String>,
}

/// How severe something must be for the server to log it.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[schema(as = LogLevel)]
#[serde(rename_all = "lowercase")]
pub(crate) enum LevelWord {
    Debug,
    Info,
    Notice,
    Warning,
    Error,
    Critical,
    Alert,
    Emergency,
}
