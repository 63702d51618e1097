//! JSON-RPC messages as JSON values, built the proper way.
//!
//! Whoever wants a broken message builds a proper one and then breaks it.

use serde_json::{Value, json};

/// How a request ends.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Answer {
    /// With a result.
    Result(Value),
    /// With an error object.
    Error(Value),
    /// Not at all.
    Silence,
}

impl Answer {
    /// A tool result with one text.
    pub(crate) fn text(text: &str) -> Self {
        Self::Result(json!({ "content": [{ "type": "text", "text": text }] }))
    }

    /// An error of this code.
    pub(crate) fn error(code: i64, message: &str) -> Self {
        Self::Error(json!({ "code": code, "message": message }))
    }

    /// The response message, unless the answer is silence.
    pub(crate) fn into_response(self, id: &Value) -> Option<Value> {
        match self {
            Self::Result(result) => Some(json!({ "jsonrpc": "2.0", "id": id, "result": result })),
            Self::Error(error) => Some(json!({ "jsonrpc": "2.0", "id": id, "error": error })),
            Self::Silence => None,
        }
    }
}

/// A request message.
pub(crate) fn request(id: &str, method: &str, params: &Value) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params })
}

/// A notification; null `params` are left out.
pub(crate) fn notification(method: &str, params: Value) -> Value {
    let mut message = json!({ "jsonrpc": "2.0", "method": method });
    if !params.is_null() {
        message["params"] = params;
    }
    message
}

/// A log notification.
pub(crate) fn log(text: &str) -> Value {
    let params = json!({ "level": "info", "logger": "testkit", "data": text });
    notification("notifications/message", params)
}

/// What stands before and after the text in a tool result, for results too big to build.
pub(crate) fn around_text(id: &Value) -> (String, &'static str) {
    let before = format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{"content":[{{"type":"text","text":""#);
    (before, r#""}]}}"#)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn around_text_is_the_text_answer_cut_in_two() {
        let (before, after) = around_text(&json!(7));
        let whole: Value = serde_json::from_str(&format!("{before}hi{after}")).unwrap();
        assert_eq!(Some(whole), Answer::text("hi").into_response(&json!(7)));
    }
}
