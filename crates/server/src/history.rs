//! What was asked and answered, and what happened: NDJSON files, and questions about them.
//!
//! Writing is done when the call returns: whoever answers a client after it can be killed without the
//! entry being lost.

use mcp_inspector_engine::Raw;
use mcp_inspector_engine::core::message::RpcError;
use mcp_inspector_engine::core::redact::Redactor;
use serde_json::Value;
use std::path::Path;
use std::time::Duration;

/// What was asked and answered, and what happened. Cloning gives another handle to the same.
#[derive(Clone, Debug)]
pub struct History {}

/// A request that is about to be sent.
#[derive(Clone, Copy, Debug)]
pub struct RequestLine<'a> {
    /// The id that links it with its response; not the one on the wire.
    pub request_id: &'a str,
    /// The id of the server's configuration.
    pub server_id: &'a str,
    /// The method.
    pub method: &'a str,
    /// The parameters as they came.
    pub params: Option<&'a Raw>,
}

/// How a request ended.
#[derive(Clone, Copy, Debug)]
pub enum End<'a> {
    /// The server sent a result. One whose `isError` is true did not succeed.
    Result(&'a Raw),
    /// The server sent an error.
    Error(&'a RpcError),
    /// There is no answer of the server; `{"code": "PROCESS_CRASHED", "message": ..}`.
    Fault(&'a mcp_inspector_engine::Fault),
}

/// How severe a line of the log is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// For whoever looks for a fault.
    Debug,
    /// What happens.
    Info,
    /// What is not as it should be.
    Warn,
    /// What failed.
    Error,
}

impl History {
    /// The history in `dir`, which is made if it is not there.
    pub fn open(_dir: &Path) -> std::io::Result<Self> {
        Ok(History {})
    }

    /// Writes that a request is about to be sent; `secrets` are blanked out.
    pub fn request(&self, _line: RequestLine<'_>, _secrets: &Redactor) {}

    /// Writes how a request ended; `secrets` are blanked out.
    pub fn response(&self, _request_id: &str, _end: End<'_>, _took: Duration, _secrets: &Redactor) {}

    /// Writes that something happened, and tells people.
    pub fn app(&self, _level: Level, _message: &str, _data: Value) {}
}
