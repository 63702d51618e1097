//! `servers/list` and `servers/show`: the config file, with its secrets blanked out.

use crate::failure::Failure;
use crate::flags::Flags;
use crate::target::needed_config_file;
use mcp_inspector_engine::config;
use mcp_inspector_engine::core::redact::{redact_args, redact_header, redact_named, redact_url};
use mcp_inspector_engine::core::target::files::{Entry, TargetFile};
use mcp_inspector_engine::core::target::{Flavour, Transport};
use mcp_inspector_engine::{Fault, FaultCode, Raw};
use serde_json::{Map, Value, json};

/// All servers of the config file.
pub(crate) fn list(flags: &Flags) -> Result<Raw, Failure> {
    let file = needed_config_file(flags)?;
    let servers: Vec<Value> = file.entries().iter().map(summary).collect();
    Ok(Raw::of(&json!({ "servers": servers })))
}

/// One server of the config file.
pub(crate) fn show(flags: &Flags) -> Result<Raw, Failure> {
    let file = needed_config_file(flags)?;
    let name = flags.server.as_deref().or(flags.target.first().map(String::as_str)).unwrap_or_default();
    let entry = file.entry(name).map_err(|error| {
        let failure = Failure::from(Fault::new(FaultCode::ServerNotFound, error.to_string()));
        error.hint().map_or(failure.clone(), |hint| failure.with_hint(hint))
    })?;
    let mut shown = summary(entry);
    shown["config"] = Value::Object(redacted(&entry.fields));
    shown["unsetVariables"] = unset(&file, name);
    Ok(Raw::of(&shown))
}

fn summary(entry: &Entry) -> Value {
    match &entry.target {
        Ok(target) => {
            let kind = match &target.transport {
                Transport::Stdio(_) => "stdio",
                Transport::Http(http) if http.flavour == Flavour::Sse => "sse",
                Transport::Http(_) => "streamable-http",
            };
            let mut shown = json!({ "name": entry.name, "type": kind, "detail": target.place() });
            if let Some(id) = &entry.id {
                shown["id"] = json!(id);
            }
            shown
        }
        // A broken entry is listed with the reason, and hides nobody.
        Err(error) => json!({ "name": entry.name, "error": error.to_string() }),
    }
}

/// Variables that the entry names and nobody has set.
fn unset(file: &TargetFile, name: &str) -> Value {
    let unset =
        file.resolve_partly(name, &config::environment).map(|target| target.unset).unwrap_or_default();
    let names: Vec<Value> =
        unset.iter().map(|unset| json!({ "field": unset.field, "variable": unset.variable })).collect();
    Value::Array(names)
}

/// The fields of an entry as they may be shown.
fn redacted(fields: &Map<String, Value>) -> Map<String, Value> {
    fields.iter().map(|(name, value)| (name.clone(), shown(name, value))).collect()
}

fn shown(name: &str, value: &Value) -> Value {
    match (name, value) {
        ("headers", Value::Object(headers)) => {
            let show = |(name, value): (&String, &Value)| {
                let text = value.as_str().map(|value| json!(redact_header(name, value)));
                (name.clone(), text.unwrap_or_else(|| shown(name, value)))
            };
            Value::Object(headers.iter().map(show).collect())
        }
        ("args", Value::Array(words)) => {
            let words: Vec<String> = words
                .iter()
                .map(|word| word.as_str().map_or_else(|| word.to_string(), str::to_owned))
                .collect();
            json!(redact_args(&words))
        }
        ("url" | "serverUrl" | "httpUrl", Value::String(url)) => json!(redact_url(url)),
        // The name of a variable is no secret, and what is to be seen here.
        (_, Value::String(text)) if is_placeholder(text) => json!(text),
        (_, Value::String(text)) => json!(redact_named(name, text)),
        (_, Value::Object(inner)) => Value::Object(redacted(inner)),
        (_, Value::Array(items)) => Value::Array(items.iter().map(|item| shown(name, item)).collect()),
        (_, other) => other.clone(),
    }
}

/// Whether a text is nothing but a variable to fill in.
fn is_placeholder(text: &str) -> bool {
    let name = text.strip_prefix("${").and_then(|rest| rest.strip_suffix('}'));
    name.is_some_and(|name| name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_of_an_entry_are_blanked_out_wherever_they_stand() {
        let fields = json!({
            "command": "node", "args": ["s.js", "--token", "abc123"],
            "env": { "API_KEY": "abc123", "DEBUG": "1", "TOKEN": "${MY_TOKEN}" },
            "headers": { "Authorization": "Bearer abc123", "X-A": "1" },
            "url": "https://user:abc123@host/mcp?key=abc123",
            "oauth": { "clientSecret": "abc123", "scopes": ["a"] }, "timeout": 5
        });
        let shown = Value::Object(redacted(fields.as_object().unwrap()));
        let text = shown.to_string();
        assert!(!text.contains("abc123"), "{text}");
        assert_eq!(shown["env"]["DEBUG"], "1");
        assert_eq!(shown["headers"]["Authorization"], "Bearer [REDACTED]");
        assert_eq!(shown["timeout"], 5);
        assert_eq!(shown["env"]["TOKEN"], "${MY_TOKEN}");
    }
}
