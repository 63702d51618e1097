//! What can be asked about the history, and the answers as the API gives them.

use super::Level;
use serde::Serialize;
use serde_json::Number;
use serde_json::value::RawValue;
use utoipa::ToSchema;

/// How many entries a page has unless told otherwise.
pub(super) const DEFAULT_LIMIT: u32 = 100;
/// How many entries a page can have.
pub(super) const LARGEST_LIMIT: u32 = 1000;

/// Which entries of the history are wanted; the newest come first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HistoryQuery {
    /// Only those with this method.
    pub method: Option<String>,
    /// Only those of the server with this id.
    pub server_id: Option<String>,
    /// Only those since this time, in milliseconds since 1970.
    pub since: Option<i64>,
    /// At most so many.
    pub limit: u32,
    /// Without so many of the newest.
    pub offset: u64,
}

impl Default for HistoryQuery {
    fn default() -> Self {
        HistoryQuery { method: None, server_id: None, since: None, limit: DEFAULT_LIMIT, offset: 0 }
    }
}

/// Which lines of the log are wanted; the newest come first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogQuery {
    /// Only those that are at least so severe.
    pub level: Level,
    /// Only those since this time, in milliseconds since 1970.
    pub since: Option<i64>,
    /// At most so many.
    pub limit: u32,
}

impl Default for LogQuery {
    fn default() -> Self {
        LogQuery { level: Level::Debug, since: None, limit: DEFAULT_LIMIT }
    }
}

/// Entries of the history, the newest first.
#[derive(Debug, Serialize, ToSchema)]
pub struct HistoryPage {
    /// The entries. Fewer than `limit` when they are very large: go on with `offset` plus their number.
    pub entries: Vec<HistoryEntry>,
    /// How many entries there are with these filters, on all pages.
    #[schema(minimum = 0)]
    pub total: i64,
    /// How many entries were wanted at most.
    #[schema(minimum = 1, maximum = 1000)]
    pub limit: u32,
    /// How many of the newest were left out.
    pub offset: u64,
}

/// A request and how it ended.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct HistoryEntry {
    /// The id that links request and response.
    pub id: String,
    /// When the request was sent, in milliseconds since 1970.
    pub timestamp: i64,
    /// The method.
    pub method: String,
    /// The tool, prompt or resource it is about, where there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<String>,
    /// The parameters, as they came.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Value>)]
    pub params: Option<Box<RawValue>>,
    /// The result, as it came.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Value>)]
    pub result: Option<Box<RawValue>>,
    /// The error, as it came, or `{"code", "message"}` when there was no answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Value>)]
    pub error: Option<Box<RawValue>>,
    /// How long it took, in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<f64>)]
    pub duration: Option<Number>,
    /// The id of the server.
    pub server_id: String,
    /// Whether it ended with a result that is no error.
    pub success: bool,
    /// Whether no end of it is known: it goes on, or the backend was ended before it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub pending: bool,
}

/// Lines of the log, the newest first.
#[derive(Debug, Serialize, ToSchema)]
pub struct LogPage {
    /// The lines.
    pub entries: Vec<LogEntry>,
    /// How many lines there are with these filters.
    #[schema(minimum = 0)]
    pub total: i64,
    /// How many lines were wanted at most.
    #[schema(minimum = 1, maximum = 1000)]
    pub limit: u32,
}

/// Something that happened.
#[derive(Debug, Serialize, ToSchema)]
pub struct LogEntry {
    /// When, in milliseconds since 1970.
    pub timestamp: i64,
    /// How severe it is.
    pub level: Level,
    /// What happened.
    pub message: String,
    /// More about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Value>)]
    pub data: Option<Box<RawValue>>,
}
