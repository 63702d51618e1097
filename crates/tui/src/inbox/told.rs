//! An ask in full, as text: nothing of what the server wants is left out, also what nobody here knows.

use super::{AskKind, is_page};
use crate::detail::blob;
use mcp_inspector_engine::Raw;
use mcp_inspector_engine::core::view::AskView;
use std::fmt::Write as _;

/// An ask in full, and which call it belongs to if that is known.
pub(crate) fn told(ask: &AskView, call: Option<&str>) -> String {
    let params = ask.params.clone().unwrap_or_else(Raw::empty_object);
    let mut text = Text { params: &params, told: Vec::new(), lines: String::new() };
    match AskKind::of(ask) {
        AskKind::Sampling => {
            text.member("systemPrompt", "system: ");
            text.messages();
            // Those that matter most come first.
            for name in ["maxTokens", "temperature", "toolChoice", "tools"] {
                text.json(name);
            }
            text.rest();
        }
        AskKind::Url => {
            text.member("message", "");
            text.member("url", "\nURL: ");
            text.told.push("mode");
            text.rest();
            let how = if params.text_member("url").is_some_and(|url| is_page(&url)) {
                "`b` opens it, `Y` copies it. When it is done, ^S accepts."
            } else {
                "It is no http or https URL, and is not opened. `Y` copies it, ^X declines."
            };
            text.line("\n", how);
        }
        AskKind::Form => {
            text.member("message", "");
            // Its fields are the form below.
            if let Some(schema) = params.member("requestedSchema").filter(Raw::is_object) {
                for name in ["title", "description"] {
                    text.line("", &schema.text_member(name).unwrap_or_default());
                }
                text.told.push("requestedSchema");
            }
            if params.text_member("mode").as_deref() == Some("form") {
                text.told.push("mode");
            }
            text.rest();
        }
        AskKind::Roots | AskKind::Other => text.line("", params.as_str()),
    }
    match (call, ask.call) {
        (Some(call), _) => text.line("\nasked by ", call),
        (None, Some(id)) => text.line("\nasked by the call with id ", &id.to_string()),
        (None, None) => {}
    }
    text.lines
}

/// A text that grows, and what is in it already.
struct Text<'p> {
    params: &'p Raw,
    told: Vec<&'static str>,
    lines: String,
}

impl Text<'_> {
    fn line(&mut self, label: &str, value: &str) {
        if !value.is_empty() {
            // Writing to a string cannot go wrong.
            let _ = writeln!(self.lines, "{label}{value}");
        }
    }

    /// A member that is a text. What is none is among the rest.
    fn member(&mut self, name: &'static str, label: &str) {
        if let Some(value) = self.params.text_member(name) {
            self.told.push(name);
            self.line(label, &value);
        }
    }

    /// A member as it came.
    fn json(&mut self, name: &'static str) {
        if let Some(value) = self.params.member(name) {
            self.told.push(name);
            self.line(&format!("{name}: "), value.as_str());
        }
    }

    /// What is said in a conversation.
    fn messages(&mut self) {
        let Some(messages) = self.params.member("messages").and_then(|list| list.elements()) else { return };
        self.told.push("messages");
        for message in messages {
            let role = message.text_member("role").unwrap_or_default();
            self.line(&format!("{role}: "), &said(&message));
        }
    }

    /// Everything else, as it came.
    fn rest(&mut self) {
        for (name, value) in self.params.members().unwrap_or_default() {
            if !self.told.contains(&name.as_str()) {
                self.line(&format!("{name}: "), value.as_str());
            }
        }
    }
}

/// What a message of a conversation says.
fn said(message: &Raw) -> String {
    let Some(content) = message.member("content") else { return String::new() };
    let blocks = content.elements().unwrap_or_else(|| vec![content]);
    let words = blocks.iter().map(|block| match block.text_member("text") {
        Some(text) => text,
        None => blob(block).unwrap_or_else(|| block.as_str().to_owned()),
    });
    words.collect::<Vec<_>>().join("\n")
}
