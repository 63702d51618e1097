//! The error taxonomy: what went wrong, sorted once for every face.
//!
//! A [`FaultCode`] is the fact. The two ways of sorting it (by phase of a
//! connection, and by who has to act), whether trying again can help, the HTTP
//! status and the help page all follow from the code. What the server itself
//! said (JSON-RPC code, message, data) is carried whole.

mod pages;
mod report;

use crate::auth::AuthStep;
use crate::brief::brief;
use crate::message::RpcError;
pub use crate::post_mortem::PostMortem;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A classified error.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Fault {
    /// The fact.
    pub code: FaultCode,
    /// The fact in a sentence: lower case, no final period.
    pub message: String,
    /// What else is known.
    #[serde(default, skip_serializing_if = "Details::is_empty")]
    pub details: Box<Details>,
    /// What the user could try.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
}

/// What else is known about a fault.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = FaultDetails))]
pub struct Details {
    /// The method of the call that failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub method: Option<String>,
    /// How long it took to fail, in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub elapsed: Option<u64>,
    /// The JSON-RPC error the server sent, whole.
    #[serde(rename = "rpcError", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = serde_json::Value))]
    pub rpc: Option<RpcError>,
    /// The HTTP status the server answered with.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub http_status: Option<u16>,
    /// The beginning of the HTTP body that came with it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub http_body: Option<String>,
    /// The media type of that body, as the server named it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub http_content_type: Option<String>,
    /// Seconds after which the server wants to be asked again.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub retry_after: Option<u64>,
    /// The capability that is missing, as a dotted path.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub capability: Option<String>,
    /// The error of the system or library underneath.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub original_error: Option<String>,
    /// The step of the login that broke.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub auth_step: Option<Box<AuthStep>>,
    /// What the HTTP request waited for when it failed, or when time ran out.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub http_step: Option<HttpStep>,
    /// The id of the server's process, when it was started.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub pid: Option<u32>,
    /// True when the process of the server was running as time ran out.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub is_running: Option<bool>,
    /// Everything known about a server process that ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub post_mortem: Option<Box<PostMortem>>,
}

/// What an HTTP request can wait for, in the order in which it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum HttpStep {
    /// The address of its host.
    Name,
    /// Its connection: TCP, and TLS where it is encrypted.
    Connection,
    /// The head of its answer.
    Answer,
    /// A message in its answer.
    Message,
}

impl Details {
    fn is_empty(&self) -> bool {
        *self == Details::default()
    }
}

macro_rules! fault_codes {
    ($($(#[$doc:meta])* $name:ident = $text:literal, $category:ident, $blame:ident, $retry:literal, $status:literal;)*) => {
        /// The fact behind a fault.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
        pub enum FaultCode {
            $($(#[$doc])* #[serde(rename = $text)] $name,)*
        }

        impl FaultCode {
            /// Every code.
            pub const ALL: &'static [FaultCode] = &[$(FaultCode::$name),*];

            /// The code as other programs see it.
            pub const fn as_str(self) -> &'static str {
                match self { $(FaultCode::$name => $text),* }
            }

            /// Where in the life of a connection it happened.
            pub const fn category(self) -> Category {
                match self { $(FaultCode::$name => Category::$category),* }
            }

            /// Who has to act on it.
            pub const fn blame(self) -> Blame {
                match self { $(FaultCode::$name => Blame::$blame),* }
            }

            /// Whether the same thing may work when tried again.
            pub const fn is_retryable(self) -> bool {
                match self { $(FaultCode::$name => $retry),* }
            }

            /// The HTTP status under which the backend reports it.
            pub const fn http_status(self) -> u16 {
                match self { $(FaultCode::$name => $status),* }
            }
        }
    };
}

fault_codes! {
    /// No server of that name or id is configured.
    ServerNotFound = "SERVER_NOT_FOUND", Connection, Validation, false, 404;
    /// The connection was not ready in time.
    ConnectionTimeout = "CONNECTION_TIMEOUT", Timeout, Transport, true, 504;
    /// Nobody listens at the address.
    ConnectionRefused = "CONNECTION_REFUSED", Connection, Transport, true, 502;
    /// The host name is not known.
    HostNotFound = "HOST_NOT_FOUND", Connection, Transport, true, 502;
    /// The server's certificate is not trusted, or TLS failed otherwise.
    TlsFailed = "TLS_FAILED", Connection, Transport, false, 502;
    /// The server process could not be started.
    SpawnFailed = "SPAWN_FAILED", Connection, Transport, false, 500;
    /// The server process ended on its own.
    ProcessCrashed = "PROCESS_CRASHED", Transport, Transport, true, 500;
    /// The connection broke, or the server could not be understood at transport level.
    TransportError = "TRANSPORT_ERROR", Transport, Transport, true, 502;
    /// The server answered with an HTTP status that is not a success.
    HttpStatus = "HTTP_STATUS", Transport, Transport, false, 502;
    /// The server redirects to somewhere we do not follow.
    Redirected = "REDIRECTED", Transport, Transport, false, 502;
    /// The server no longer knows our session.
    SessionExpired = "SESSION_EXPIRED", Transport, Transport, true, 502;
    /// A frame was larger than the limit.
    FrameTooLarge = "FRAME_TOO_LARGE", Transport, Protocol, true, 502;
    /// The server does not read what we send.
    Backpressure = "BACKPRESSURE", Transport, Transport, true, 503;
    /// The server did not answer the request in time.
    RequestTimeout = "REQUEST_TIMEOUT", Timeout, Transport, true, 504;
    /// The server broke the rules of the protocol.
    ProtocolError = "PROTOCOL_ERROR", Protocol, Protocol, false, 502;
    /// The answer does not have the shape its method promises.
    InvalidResponse = "INVALID_RESPONSE", Protocol, Protocol, false, 502;
    /// There is no revision both sides speak.
    ProtocolVersionMismatch = "PROTOCOL_VERSION_MISMATCH", Protocol, Protocol, false, 502;
    /// The list never ends: too many pages, or the same cursor twice.
    EndlessList = "ENDLESS_LIST", Protocol, Protocol, false, 502;
    /// The server does not advertise what the call needs.
    CapabilityMissing = "CAPABILITY_MISSING", Protocol, Capability, false, 400;
    /// The server wants a login, or refuses the one it got.
    AuthenticationFailed = "AUTHENTICATION_FAILED", Connection, Transport, false, 401;
    /// The server wants fewer requests.
    RateLimited = "RATE_LIMITED", Server, Transport, true, 429;
    /// The server answered with a JSON-RPC error.
    ServerError = "SERVER_ERROR", Server, Application, false, 502;
    /// The tool ran and reported an error in its result.
    ToolError = "TOOL_ERROR", Server, Application, false, 200;
    /// The result is not what a test expects.
    ExpectationFailed = "EXPECTATION_FAILED", Server, Application, false, 200;
    /// The server has no tool of that name.
    ToolNotFound = "TOOL_NOT_FOUND", Server, Validation, false, 404;
    /// The server has no skill of that name.
    SkillNotFound = "SKILL_NOT_FOUND", Server, Validation, false, 404;
    /// A file of a skill, or its entry, is not what the server says it is.
    SkillRefused = "SKILL_REFUSED", Protocol, Protocol, false, 502;
    /// The server asked for something that no rule answers.
    AskUnanswered = "ASK_UNANSWERED", Server, Validation, false, 400;
    /// The answer that a rule gives does not fit what the server asks for.
    AnswerMisfit = "ANSWER_MISFIT", Server, Validation, false, 400;
    /// The server broke rules of the protocol, and someone wanted to know.
    RulesBroken = "RULES_BROKEN", Protocol, Protocol, false, 502;
    /// The result could not be written to where it should go.
    OutputFailed = "OUTPUT_FAILED", Connection, Validation, false, 500;
    /// What we were asked to send makes no sense.
    InvalidRequest = "INVALID_REQUEST", Protocol, Validation, false, 400;
    /// A configuration file or target makes no sense.
    InvalidConfig = "INVALID_CONFIG", Connection, Validation, false, 400;
    /// The session token is missing or wrong.
    SessionInvalid = "SESSION_INVALID", Connection, Validation, false, 401;
    /// The request came to the backend in a way that only a foreign page or a mistake explains.
    RequestRefused = "REQUEST_REFUSED", Connection, Validation, false, 403;
    /// The backend has no session of that id.
    SessionNotFound = "SESSION_NOT_FOUND", Connection, Validation, false, 404;
    /// A session has no such call, ask or entry.
    NotFound = "NOT_FOUND", Connection, Validation, false, 404;
    /// What the server asked for no longer waits for an answer.
    AskEnded = "ASK_ENDED", Cancelled, Validation, false, 409;
    /// The backend has as many sessions, recordings or streams open as it allows.
    LimitReached = "LIMIT_REACHED", Connection, Validation, true, 503;
    /// The user or the program cancelled it.
    Cancelled = "CANCELLED", Cancelled, Application, false, 499;
    /// The session is stopping.
    Shutdown = "SHUTDOWN", Cancelled, Transport, false, 503;
    /// There is no connection at the moment.
    NotConnected = "NOT_CONNECTED", Connection, Transport, true, 503;
    /// Too many calls are waiting.
    QueueFull = "QUEUE_FULL", Cancelled, Validation, true, 503;
    /// The session is a recording: nothing can be sent.
    ReadOnly = "READ_ONLY", Cancelled, Validation, false, 409;
    /// A recording could not be written or read.
    RecordingFailed = "RECORDING_FAILED", Connection, Validation, false, 500;
    /// The inspector itself failed.
    InternalError = "INTERNAL_ERROR", Connection, Transport, false, 500;
}

/// Where in the life of a connection a fault happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Category {
    /// It could not be established.
    Connection,
    /// It broke.
    Transport,
    /// Something took too long.
    Timeout,
    /// The rules of the protocol were broken.
    Protocol,
    /// The server answered with an error.
    Server,
    /// The user or the program ended it.
    Cancelled,
}

/// Who has to act on a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Blame {
    /// Whoever runs the server: it could not be reached.
    Transport,
    /// Nobody: the server does not offer it.
    Capability,
    /// The author of the server's protocol layer.
    Protocol,
    /// The author of the tool, resource or prompt.
    Application,
    /// The caller.
    Validation,
}

impl FaultCode {
    /// The path of its help page below the address of the backend; in the repository it is
    /// the file of that name with `.md` behind it.
    pub fn help_page(self) -> String {
        let slug = match self {
            // These have shorter names in the published mapping.
            FaultCode::ProtocolVersionMismatch => "protocol-version".to_owned(),
            FaultCode::AuthenticationFailed => "authentication".to_owned(),
            code => code.as_str().to_ascii_lowercase().replace('_', "-"),
        };
        format!("/docs/errors/{slug}")
    }
}

impl fmt::Display for FaultCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Fault {
    /// A fault with nothing but its fact.
    pub fn new(code: FaultCode, message: impl Into<String>) -> Self {
        Fault { code, message: message.into(), details: Box::default(), hint: None }
    }

    /// The fault of a call that the server refused with a JSON-RPC error.
    pub fn refused(method: &str, error: RpcError) -> Self {
        let mut fault = Fault::new(
            FaultCode::ServerError,
            format!("`{method}` was refused: {}", brief(&error.to_string())),
        );
        fault.details.method = Some(method.to_owned());
        fault.details.rpc = Some(error);
        fault
    }

    /// Adds advice.
    #[must_use]
    pub fn with_hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// Adds the method of the call that failed.
    #[must_use]
    pub fn for_method(mut self, method: &str) -> Self {
        self.details.method = Some(method.to_owned());
        self
    }

    /// The JSON-RPC code the server sent, if the fault is one of the server's.
    pub fn rpc_code(&self) -> Option<i64> {
        self.details.rpc.as_ref().and_then(|error| error.code)
    }

    /// The fault as the error object other programs read.
    pub fn to_json(&self) -> serde_json::Value {
        let mut value = serde_json::json!({
            "code": self.code,
            "message": self.message,
            "category": self.code.category(),
            "retryable": self.code.is_retryable(),
            "helpUrl": self.code.help_page(),
        });
        if !self.details.is_empty() {
            value["details"] = serde_json::to_value(&self.details).unwrap_or_default();
        }
        if let Some(hint) = &self.hint {
            value["hint"] = hint.as_str().into();
        }
        value
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Fault {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::raw::Raw;

    #[test]
    fn codes_and_help_pages_are_unique() {
        let mut pages: Vec<String> = FaultCode::ALL.iter().map(|code| code.help_page()).collect();
        pages.sort();
        pages.dedup();
        assert_eq!(pages.len(), FaultCode::ALL.len());
    }

    #[test]
    fn the_published_codes_keep_status_and_page() {
        let published = [
            ("SERVER_NOT_FOUND", 404),
            ("CONNECTION_TIMEOUT", 504),
            ("CONNECTION_REFUSED", 502),
            ("SPAWN_FAILED", 500),
            ("PROCESS_CRASHED", 500),
            ("INVALID_REQUEST", 400),
            ("INVALID_CONFIG", 400),
            ("SESSION_INVALID", 401),
            ("TRANSPORT_ERROR", 502),
            ("PROTOCOL_ERROR", 502),
        ];
        for (text, status) in published {
            let code = FaultCode::ALL.iter().find(|code| code.as_str() == text).unwrap();
            assert_eq!(code.http_status(), status, "{text}");
        }
        assert_eq!(FaultCode::ProtocolVersionMismatch.help_page(), "/docs/errors/protocol-version");
        assert_eq!(FaultCode::ConnectionTimeout.help_page(), "/docs/errors/connection-timeout");
    }

    #[test]
    fn a_report_has_all_that_helps() {
        let mut fault =
            Fault::new(FaultCode::ProcessCrashed, "it exited with code 3").with_hint("look there");
        fault.details.post_mortem = Some(Box::new(PostMortem {
            argv: vec!["server".into(), "--x".into()],
            cwd: "/srv".into(),
            exit_code: Some(3),
            alive_ms: 12,
            stderr: vec!["oops".into()],
            junk: vec!["hello".into()],
            ..PostMortem::default()
        }));
        assert_eq!(
            fault.report(),
            "error: it exited with code 3 (PROCESS_CRASHED)\ncommand: server --x\nprogram: not found\n\
             directory: /srv\nended: exit code 3 after 12 ms\nstdout, not a message: hello\nstderr: oops\n\
             \nhint: look there\nhelp: /docs/errors/process-crashed\n"
        );
    }

    #[test]
    fn code_and_data_of_the_server_are_never_lost() {
        let raw = Raw::parse(r#"{"code":-32050,"message":"no","data":{"n":1.0}}"#).unwrap();
        let fault = Fault::refused("tools/call", RpcError::from_raw(raw));
        assert_eq!(fault.rpc_code(), Some(-32050));
        let json = fault.to_json();
        assert_eq!(json["details"]["rpcError"]["data"]["n"], 1.0);
        assert_eq!(json["category"], "server");
    }
}
