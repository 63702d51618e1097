//! Servers that say to each request what their test tells them to.
//!
//! A [`Script`] names, for each method and each time it comes, the [`Step`] to
//! take; it means the same over HTTP ([`ScriptedServer`]) and over stdio, where
//! the program `testkit-scripted` gets it on its command line ([`serve`]). Both
//! keep what they were sent. Messages are texts, not values, so that a test can
//! say exactly which bytes come back.

mod http;
mod stdio;
#[cfg(test)]
mod tests;

pub use http::ScriptedServer;
pub use stdio::serve;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Stands for the id of the request in the texts of a script.
const ID: &str = "\"$id\"";

/// What a server says to what.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Script {
    /// Steps by method, or by `GET` and `DELETE`. The last step of a method is repeated.
    steps: BTreeMap<String, Vec<Step>>,
    /// Headers of every HTTP response.
    headers: Vec<(String, String)>,
}

/// What is done about one request.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Step {
    /// One message: a JSON body over HTTP, a line over stdio.
    Say(String),
    /// An HTTP response as it stands. Over stdio, its body is the line.
    Http {
        /// The status.
        status: u16,
        /// The content type; empty for none.
        media: String,
        /// The body.
        body: String,
    },
    /// Messages one after the other: an event stream over HTTP, lines over stdio.
    Stream {
        /// The messages, and what stands between them.
        parts: Vec<Part>,
        /// How the stream ends. Lines just end.
        end: End,
    },
    /// Nothing.
    Mute,
    /// The server process exits with this code. Over HTTP the connection is closed.
    Exit(u8),
}

/// A piece of a stream.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Part {
    /// A message.
    Message(String),
    /// Text that is no message: part of the stream as it is, or a line.
    Text(String),
    /// Waits until a message with this method has come, or the test has released it.
    Wait(String),
}

/// How a stream ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum End {
    /// Properly.
    Close,
    /// Not before the client closes it.
    Open,
    /// In the middle of HTTP.
    Break,
}

impl Script {
    /// A server of 2026-07-28 with everything in it, which answers `server/discover` properly and
    /// knows the tool `echo`.
    pub fn modern() -> Self {
        let changes = json!({ "listChanged": true });
        Script::modern_with(&json!({
            "tools": changes,
            "prompts": changes,
            "resources": { "subscribe": true, "listChanged": true },
            "logging": {},
            "completions": {},
            "extensions": { "io.modelcontextprotocol/tasks": {} },
        }))
    }

    /// Like [`Script::modern`], with these capabilities.
    pub fn modern_with(capabilities: &Value) -> Self {
        let discovered = json!({
            "resultType": "complete",
            "supportedVersions": ["2026-07-28"],
            "capabilities": capabilities,
            "_meta": { "io.modelcontextprotocol/serverInfo": { "name": "scripted", "version": "1" } },
        });
        let content = json!([{ "type": "text", "text": "done" }]);
        Script::default()
            .on("server/discover", [Step::result(&discovered)])
            .on("tools/list", [Step::complete(&json!({ "tools": [crate::mcp::tool("echo", "Says done")] }))])
            .on("tools/call", [Step::complete(&json!({ "content": content }))])
    }

    /// A server of 2025-11-25 that refuses `server/discover` as an unknown method.
    pub fn legacy() -> Self {
        let result = crate::mcp::initialize_result(&json!({ "protocolVersion": crate::mcp::NEWEST }));
        Script::default()
            .on("server/discover", [Step::error(-32601, "Method not found", &Value::Null)])
            .on("initialize", [Step::result(&result)])
            .on("tools/call", [Step::result(&json!({ "content": [{ "type": "text", "text": "done" }] }))])
    }

    /// Says what is done about a method, time after time.
    #[must_use]
    pub fn on(mut self, method: &str, steps: impl IntoIterator<Item = Step>) -> Self {
        self.steps.insert(method.to_owned(), steps.into_iter().collect());
        self
    }

    /// Adds a header to every HTTP response.
    #[must_use]
    pub fn header(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    /// The script as the command line has it.
    pub fn to_json(&self) -> String {
        json!(self).to_string()
    }

    /// What is done when a method comes for the `count`-th time, counted from 1.
    fn step(&self, method: &str, count: usize) -> Option<&Step> {
        let steps = self.steps.get(method)?;
        steps.get(count - 1).or(steps.last())
    }
}

impl Step {
    /// A result with these members.
    pub fn result(result: &Value) -> Self {
        Step::Say(format!(r#"{{"jsonrpc":"2.0","id":{ID},"result":{result}}}"#))
    }

    /// A result that says it is complete.
    pub fn complete(result: &Value) -> Self {
        let mut result = result.clone();
        result["resultType"] = json!("complete");
        Step::result(&result)
    }

    /// An error; null data is left out.
    pub fn error(code: i64, message: &str, data: &Value) -> Self {
        Step::Say(error_text(ID, code, message, data))
    }

    /// An HTTP response with JSON in it.
    pub fn status(status: u16, body: impl Into<String>) -> Self {
        Step::Http { status, media: "application/json".to_owned(), body: body.into() }
    }

    /// An HTTP response with an error whose id is null.
    pub fn unattributed(status: u16, code: i64, data: &Value) -> Self {
        Step::status(status, error_text("null", code, "no", data))
    }

    /// Messages one after the other, and a proper end.
    pub fn stream(parts: impl IntoIterator<Item = Part>) -> Self {
        Step::Stream { parts: parts.into_iter().collect(), end: End::Close }
    }

    /// Messages one after the other, after which nothing more comes.
    pub fn open_stream(parts: impl IntoIterator<Item = Part>) -> Self {
        Step::Stream { parts: parts.into_iter().collect(), end: End::Open }
    }

    /// The same message or stream, not before a message with this method has come or the test has
    /// released it.
    #[must_use]
    pub fn after(self, event: &str) -> Self {
        let wait = Part::Wait(event.to_owned());
        match self {
            Step::Stream { mut parts, end } => {
                parts.insert(0, wait);
                Step::Stream { parts, end }
            }
            Step::Say(text) => Step::stream([wait, Part::Message(text)]),
            other => panic!("{other:?} cannot wait"),
        }
    }
}

impl Part {
    /// A notification.
    pub fn notification(method: &str, params: &Value) -> Self {
        Part::Message(crate::rpc::notification(method, params.clone()).to_string())
    }

    /// A notification that belongs to the stream it comes in.
    pub fn news(method: &str, params: &Value) -> Self {
        let mut params = params.clone();
        params["_meta"] = json!({ "io.modelcontextprotocol/subscriptionId": "$id" });
        Part::notification(method, &params)
    }

    /// The acknowledgement of a stream, which grants these notifications.
    pub fn acknowledged(granted: &Value) -> Self {
        Part::news("notifications/subscriptions/acknowledged", &json!({ "notifications": granted }))
    }

    /// A result that says it is complete.
    pub fn complete(result: &Value) -> Self {
        match Step::complete(result) {
            Step::Say(text) => Part::Message(text),
            _ => unreachable!("a result is one message"),
        }
    }

    /// Waits until a message with this method has come, or the test has released it.
    pub fn wait(event: &str) -> Self {
        Part::Wait(event.to_owned())
    }
}

fn error_text(id: &str, code: i64, message: &str, data: &Value) -> String {
    let mut error = json!({ "code": code, "message": message });
    if !data.is_null() {
        error["data"] = data.clone();
    }
    format!(r#"{{"jsonrpc":"2.0","id":{id},"error":{error}}}"#)
}

/// A text with the request's id in its place.
fn filled(text: &str, id: &Value) -> String {
    text.replace(ID, &id.to_string())
}

/// What is said to a request that the script does not name.
fn unknown(method: &str) -> String {
    error_text(ID, -32601, &format!("Method not found: {method}"), &Value::Null)
}
