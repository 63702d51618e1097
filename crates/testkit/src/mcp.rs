//! The well-behaved MCP server that every behaviour starts from.
//!
//! It speaks the revisions that begin with `initialize`, and knows nothing of
//! transports: a request goes in, an [`Answer`] comes out.

use crate::rpc::Answer;
use serde_json::{Value, json};

/// The revisions it accepts, oldest first.
pub(crate) const REVISIONS: [&str; 4] = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"];

/// The revision it falls back to.
pub(crate) const NEWEST: &str = REVISIONS[3];

/// The resource that can be subscribed to.
pub(crate) const COUNTER_URI: &str = "test://counter";

/// The server's state.
#[derive(Debug)]
pub(crate) struct Mcp {
    /// What tools/list returns.
    pub(crate) tools: Vec<Value>,
    /// What reading [`COUNTER_URI`] returns.
    pub(crate) counter: u64,
    /// The URIs the client has subscribed to.
    pub(crate) subscribed: Vec<String>,
}

impl Mcp {
    pub(crate) fn new() -> Self {
        let mut echo = tool("echo", "Returns the given text (Straße, 東京, 🦀)");
        echo["inputSchema"] = json!({
            "type": "object",
            "properties": { "text": { "type": "string" } },
            "required": ["text"],
        });
        Self {
            tools: vec![echo, tool("sleep", "Never answers"), tool("fail", "Returns a tool error")],
            counter: 0,
            subscribed: Vec::new(),
        }
    }

    /// Answers one request.
    pub(crate) fn answer(&mut self, method: &str, params: &Value) -> Answer {
        match method {
            "initialize" => Answer::Result(initialize_result(params)),
            "ping" | "logging/setLevel" => Answer::Result(json!({})),
            "tools/list" => Answer::Result(json!({ "tools": self.tools })),
            "tools/call" => call(params),
            "resources/list" => Answer::Result(json!({ "resources": [
                { "uri": COUNTER_URI, "name": "counter", "mimeType": "text/plain" },
            ] })),
            "resources/templates/list" => Answer::Result(json!({ "resourceTemplates": [
                { "uriTemplate": "test://item/{name}", "name": "item", "mimeType": "text/plain" },
            ] })),
            "resources/read" => self.read(text_of(params, "uri")),
            "resources/subscribe" => {
                let uri = text_of(params, "uri").to_owned();
                if !self.subscribed.contains(&uri) {
                    self.subscribed.push(uri);
                }
                Answer::Result(json!({}))
            }
            "resources/unsubscribe" => {
                self.subscribed.retain(|uri| uri != text_of(params, "uri"));
                Answer::Result(json!({}))
            }
            "prompts/list" => Answer::Result(json!({ "prompts": [{
                "name": "greet",
                "description": "Greets someone",
                "arguments": [{ "name": "name", "required": true }],
            }] })),
            "prompts/get" => prompt(params),
            "completion/complete" => complete(params),
            _ => Answer::error(-32601, &format!("Method not found: {method}")),
        }
    }

    fn read(&self, uri: &str) -> Answer {
        let text = match uri.strip_prefix("test://item/") {
            Some(item) => format!("item {item}"),
            None if uri == COUNTER_URI => self.counter.to_string(),
            None => return Answer::error(-32002, "Resource not found"),
        };
        Answer::Result(json!({ "contents": [
            { "uri": uri, "mimeType": "text/plain", "text": text },
        ] }))
    }
}

/// A tool without arguments.
pub(crate) fn tool(name: &str, description: &str) -> Value {
    json!({
        "name": name,
        "description": description,
        "inputSchema": { "type": "object", "properties": {} },
    })
}

/// The string member `name`, or the empty string.
pub(crate) fn text_of<'a>(object: &'a Value, name: &str) -> &'a str {
    object[name].as_str().unwrap_or_default()
}

pub(crate) fn initialize_result(params: &Value) -> Value {
    let asked = text_of(params, "protocolVersion");
    let version = REVISIONS.iter().find(|known| **known == asked);
    json!({
        "protocolVersion": version.unwrap_or(&NEWEST),
        "capabilities": {
            "tools": { "listChanged": true },
            "resources": { "subscribe": true, "listChanged": true },
            "prompts": {},
            "logging": {},
            "completions": {},
        },
        "serverInfo": { "name": "testkit", "version": env!("CARGO_PKG_VERSION") },
        "instructions": "A server to test clients: Straße, 東京, 🦀",
    })
}

fn call(params: &Value) -> Answer {
    match text_of(params, "name") {
        "echo" => Answer::text(text_of(&params["arguments"], "text")),
        "sleep" => Answer::Silence,
        "fail" => Answer::Result(json!({
            "content": [{ "type": "text", "text": "it did not work" }],
            "isError": true,
        })),
        unknown => Answer::error(-32602, &format!("Unknown tool: {unknown}")),
    }
}

fn prompt(params: &Value) -> Answer {
    let name = text_of(&params["arguments"], "name");
    if text_of(params, "name") != "greet" || name.is_empty() {
        return Answer::error(-32602, "The only prompt is `greet`, with `name`");
    }
    Answer::Result(json!({ "messages": [
        { "role": "user", "content": { "type": "text", "text": format!("Hello, {name}!") } },
    ] }))
}

fn complete(params: &Value) -> Answer {
    let typed = text_of(&params["argument"], "value");
    let values: Vec<&str> =
        ["alice", "anna", "bob"].into_iter().filter(|name| name.starts_with(typed)).collect();
    let total = values.len();
    Answer::Result(json!({ "completion": { "values": values, "total": total, "hasMore": false } }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn version_for(asked: &str) -> Value {
        let params = json!({ "protocolVersion": asked });
        initialize_result(&params)["protocolVersion"].clone()
    }

    #[test]
    fn known_revisions_are_echoed_and_others_get_the_newest() {
        assert_eq!(version_for("2024-11-05"), "2024-11-05");
        assert_eq!(version_for("2026-07-28"), NEWEST);
        assert_eq!(version_for(""), NEWEST);
    }

    #[test]
    fn discover_is_an_unknown_method() {
        let Answer::Error(error) = Mcp::new().answer("server/discover", &json!({})) else {
            panic!("no error");
        };
        assert_eq!(error["code"], -32601);
    }
}
