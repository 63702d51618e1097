//! What each field of a server may be.

use super::{ConnectionMode, TransportKind};
use axum::http::{HeaderName, HeaderValue};
use mcp_inspector_engine::Target;
use mcp_inspector_engine::core::brief::brief;
use mcp_inspector_engine::core::redact::redact_url;
use mcp_inspector_engine::core::target::files::below;
use serde_json::{Map, Value};

/// The longest timeout: longer ones overflow the timers of browsers.
const LONGEST_TIMEOUT: u64 = i32::MAX as u64;

/// Why a field cannot be used. None says what a field that may be secret holds.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(in crate::config) enum FieldError {
    /// A field that must be there is not.
    #[error("`{field}` is missing: expected {expected}")]
    Missing {
        /// The field.
        field: &'static str,
        /// What it should be.
        expected: &'static str,
    },
    /// A field is not what it should be.
    #[error("`{field}` should be {expected}, but is {found}")]
    Wrong {
        /// The field, as a path below the server.
        field: String,
        /// What it should be.
        expected: &'static str,
        /// What it is, without a value that may be secret.
        found: String,
    },
    /// A header or a variable has a name that it cannot have.
    #[error("`{field}` has a name that it cannot have: expected {expected}")]
    Name {
        /// The field, as a path below the server.
        field: String,
        /// What names are made of.
        expected: &'static str,
    },
    /// A field that the transport has no use for.
    #[error("`{field}` has no meaning here, because `transport` is `{transport}`")]
    Foreign {
        /// The field.
        field: String,
        /// The transport.
        transport: &'static str,
    },
    /// A word that config files of other programs use.
    #[error("`{field}` is not a field of the API: expected `{instead}`")]
    Alias {
        /// The field.
        field: &'static str,
        /// What it is called here.
        instead: &'static str,
    },
    /// The id in the body is not that of the server.
    #[error("`id` cannot change: it is `{id}`")]
    IdChanged {
        /// The id.
        id: String,
    },
    /// Another server has the name.
    #[error("`name` should be unique, but there is already a server called `{name}`")]
    NameTaken {
        /// The name.
        name: String,
    },
}

impl FieldError {
    /// The field, as a path below the server.
    pub(in crate::config) fn field(&self) -> &str {
        match self {
            FieldError::Missing { field, .. } | FieldError::Alias { field, .. } => field,
            FieldError::Wrong { field, .. }
            | FieldError::Name { field, .. }
            | FieldError::Foreign { field, .. } => field,
            FieldError::IdChanged { .. } => "id",
            FieldError::NameTaken { .. } => "name",
        }
    }

    /// What to do about it.
    pub(in crate::config) fn hint(&self) -> &'static str {
        match self {
            FieldError::Missing { .. } => "a server has a `name`, a `transport`, and a `command` or a `url`",
            FieldError::Wrong { .. } | FieldError::Name { .. } => {
                "docs/api.md and /api/openapi.json say what each field may be"
            }
            FieldError::Foreign { .. } => "leave it out, or send null to remove it",
            FieldError::Alias { .. } => "rename the field",
            FieldError::IdChanged { .. } => "leave `id` out; to give a server another id, add a new one",
            FieldError::NameTaken { .. } => "choose another name, or change that server",
        }
    }
}

/// The fields that are not read yet.
pub(super) struct Fields(Map<String, Value>);

impl Fields {
    pub(super) fn of(fields: Map<String, Value>) -> Self {
        Fields(fields)
    }

    fn take(&mut self, field: &str) -> Option<Value> {
        self.0.shift_remove(field).filter(|value| !value.is_null())
    }

    pub(super) fn text(&mut self, field: &str) -> Result<Option<String>, FieldError> {
        match self.take(field) {
            None => Ok(None),
            Some(Value::String(text)) => Ok(Some(text)),
            Some(other) => Err(wrong(field, "a string", kind_of(&other))),
        }
    }

    pub(super) fn object(&mut self, field: &str) -> Result<Option<Map<String, Value>>, FieldError> {
        match self.take(field) {
            None => Ok(None),
            Some(Value::Object(object)) => Ok(Some(object)),
            Some(other) => Err(wrong(field, "an object", kind_of(&other))),
        }
    }

    pub(super) fn id(&mut self) -> Result<String, FieldError> {
        self.text("id")?.ok_or(FieldError::Missing { field: "id", expected: "a string" })
    }

    pub(super) fn name(&mut self) -> Result<String, FieldError> {
        const EXPECTED: &str = "a name without control characters";
        let name = self.text("name")?.ok_or(FieldError::Missing { field: "name", expected: EXPECTED })?;
        if name.trim().is_empty() {
            return Err(wrong("name", EXPECTED, "empty"));
        }
        free_of("name", &name, char::is_control, EXPECTED)?;
        Ok(name)
    }

    pub(super) fn transport(&mut self) -> Result<TransportKind, FieldError> {
        const EXPECTED: &str = "`stdio`, `streamableHttp` or `sse`";
        let word =
            self.text("transport")?.ok_or(FieldError::Missing { field: "transport", expected: EXPECTED })?;
        match word.as_str() {
            "stdio" => Ok(TransportKind::Stdio),
            "streamableHttp" => Ok(TransportKind::StreamableHttp),
            "sse" => Ok(TransportKind::Sse),
            _ => Err(wrong("transport", EXPECTED, quoted(&word))),
        }
    }

    pub(super) fn command(&mut self, is_needed: bool) -> Result<Option<String>, FieldError> {
        const EXPECTED: &str = "the program to start, because `transport` is `stdio`";
        let command = self.text("command")?.filter(|command| !command.is_empty());
        if is_needed && command.as_ref().is_none_or(|command| command.trim().is_empty()) {
            return Err(FieldError::Missing { field: "command", expected: EXPECTED });
        }
        if let Some(command) = &command {
            free_of("command", command, is_nul, "a string without NUL characters")?;
        }
        Ok(command)
    }

    pub(super) fn args(&mut self) -> Result<Option<Vec<String>>, FieldError> {
        let items = match self.take("args") {
            None => return Ok(None),
            Some(Value::Array(items)) => items,
            Some(other) => return Err(wrong("args", "a list of strings", kind_of(&other))),
        };
        let read = |(index, item)| match item {
            Value::String(word) => {
                let field = format!("args[{index}]");
                free_of(&field, &word, is_nul, "a string without NUL characters")?;
                Ok(word)
            }
            other => Err(wrong(format!("args[{index}]"), "a string", kind_of(&other))),
        };
        items.into_iter().enumerate().map(read).collect::<Result<_, _>>().map(Some)
    }

    pub(super) fn env(&mut self) -> Result<Option<Map<String, Value>>, FieldError> {
        let env = self.object("env")?;
        for (name, value) in env.iter().flatten() {
            if name.is_empty() || name.contains(['=', '\0']) {
                let expected = "at least one character, no `=` and no NUL character";
                return Err(FieldError::Name { field: below("env", name), expected });
            }
            check_env_value(name, string(&below("env", name), value)?)?;
        }
        Ok(env)
    }

    pub(super) fn url(&mut self, is_needed: bool) -> Result<Option<String>, FieldError> {
        const EXPECTED: &str = "an http:// or https:// URL";
        let url = self.text("url")?.filter(|url| !url.is_empty());
        if is_needed && url.is_none() {
            return Err(FieldError::Missing { field: "url", expected: EXPECTED });
        }
        if let Some(url) = &url {
            let is_odd = |c: char| c.is_control() || c.is_whitespace();
            free_of("url", url, is_odd, "a URL without spaces and control characters")?;
            // What a variable holds is known only when it is used.
            if is_needed && !url.contains("${") && Target::url(url).is_err() {
                return Err(wrong("url", EXPECTED, quoted(&redact_url(url))));
            }
        }
        Ok(url)
    }

    pub(super) fn headers(&mut self) -> Result<Option<Map<String, Value>>, FieldError> {
        let headers = self.object("headers")?;
        for (name, value) in headers.iter().flatten() {
            let field = below("headers", name);
            if HeaderName::from_bytes(name.as_bytes()).is_err() {
                let expected = "letters, digits and the signs !#$%&'*+-.^_`|~";
                return Err(FieldError::Name { field, expected });
            }
            check_header_value(name, string(&field, value)?)?;
        }
        Ok(headers)
    }

    pub(super) fn connection_mode(&mut self, transport: TransportKind) -> Result<ConnectionMode, FieldError> {
        const FIELD: &str = "connectionMode";
        // As everywhere in config files, an empty text says nothing.
        let word = self.text(FIELD)?.filter(|word| !word.is_empty());
        match (word.as_deref(), transport) {
            (None, transport) => Ok(transport.default_mode()),
            (Some("proxy"), _) => Ok(ConnectionMode::Proxy),
            (Some("direct"), TransportKind::Stdio) => {
                Err(wrong(FIELD, "`proxy` where `transport` is `stdio`", quoted("direct")))
            }
            (Some("direct"), _) => Ok(ConnectionMode::Direct),
            (Some(other), _) => Err(wrong(FIELD, "`direct` or `proxy`", quoted(other))),
        }
    }

    pub(super) fn timeouts(&mut self) -> Result<Option<Map<String, Value>>, FieldError> {
        let timeouts = self.object("timeouts")?;
        for (name, value) in timeouts.iter().flatten() {
            let is_known = matches!(name.as_str(), "connection" | "request");
            let fits = || value.as_u64().is_some_and(|limit| (1..=LONGEST_TIMEOUT).contains(&limit));
            if is_known && !value.is_null() && !fits() {
                let expected = "a whole number of milliseconds from 1 to 2147483647";
                let found = if value.is_number() { value.to_string() } else { kind_of(value).to_owned() };
                return Err(wrong(below("timeouts", name), expected, found));
            }
        }
        Ok(timeouts)
    }

    /// What nobody has read: fields that only others know, or that are seldom used.
    pub(super) fn rest(self) -> Result<Map<String, Value>, FieldError> {
        for field in ["cwd", "caFile"] {
            match self.0.get(field) {
                None | Some(Value::Null) => {}
                Some(value) => {
                    free_of(field, string(field, value)?, is_nul, "a path without NUL characters")?;
                }
            }
        }
        Ok(self.0)
    }
}

/// Whether a header can have this value: a line break could end it and begin another.
pub(in crate::config) fn check_header_value(name: &str, value: &str) -> Result<(), FieldError> {
    const EXPECTED: &str = "text without line breaks and other control characters";
    let field = below("headers", name);
    free_of(&field, value, char::is_control, EXPECTED)?;
    HeaderValue::from_str(value).map(|_| ()).map_err(|_| wrong(field, EXPECTED, "another text"))
}

/// Whether a variable can have this value.
pub(in crate::config) fn check_env_value(name: &str, value: &str) -> Result<(), FieldError> {
    free_of(&below("env", name), value, is_nul, "a string without NUL characters")
}

/// The kind of a value, as prose.
fn kind_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}

fn string<'a>(field: &str, value: &'a Value) -> Result<&'a str, FieldError> {
    value.as_str().ok_or_else(|| wrong(field, "a string", kind_of(value)))
}

fn free_of(
    field: &str,
    text: &str,
    is_bad: impl Fn(char) -> bool,
    expected: &'static str,
) -> Result<(), FieldError> {
    match text.chars().find(|c| is_bad(*c)) {
        None => Ok(()),
        Some(bad) => Err(wrong(field, expected, format!("text with U+{:04X}", u32::from(bad)))),
    }
}

fn is_nul(c: char) -> bool {
    c == '\0'
}

fn quoted(text: &str) -> String {
    format!("`{}`", brief(text).escape_debug())
}

fn wrong(field: impl Into<String>, expected: &'static str, found: impl Into<String>) -> FieldError {
    FieldError::Wrong { field: field.into(), expected, found: found.into() }
}
