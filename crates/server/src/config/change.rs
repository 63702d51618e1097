//! Servers added, changed and removed, in the words of the API.

use super::contents::{Flaw, position, whole};
use super::server::{FieldError, ServerConfig, TransportKind};
use crate::Problem;
use jiff::Timestamp;
use mcp_inspector_engine::FaultCode;
use mcp_inspector_engine::config::ConfigError;
use mcp_inspector_engine::core::brief::brief;
use mcp_inspector_engine::core::target::files::{Entry, EntryEdit, TargetFile};
use serde_json::{Map, Value};
use std::path::Path;

/// What only a program that is started has.
const OF_STDIO: [&str; 4] = ["command", "args", "env", "cwd"];

/// What only a server behind a URL has.
const OF_HTTP: [&str; 4] = ["url", "headers", "caFile", "oauth"];

/// The order in which the known fields of a new server are written.
const ORDER: [&str; 11] = [
    "transport",
    "command",
    "args",
    "cwd",
    "env",
    "url",
    "headers",
    "caFile",
    "connectionMode",
    "timeouts",
    "oauth",
];

/// Adds a server. The id is made here.
pub(super) fn create(
    path: &Path,
    file: &mut TargetFile,
    mut fields: Map<String, Value>,
) -> Result<ServerConfig, Problem> {
    refuse_aliases(&fields)?;
    for field in ["id", "createdAt", "updatedAt"] {
        fields.shift_remove(field);
    }
    let transport = fields.get("transport").and_then(Value::as_str).and_then(transport_named);
    if let Some(transport) = transport {
        refuse_foreign(transport, &mut fields)?;
    }
    fields.retain(|_, value| !value.is_null());
    let id = uuid::Uuid::new_v4().to_string();
    let mut whole = fields.clone();
    whole.insert("id".into(), id.as_str().into());
    let name = ServerConfig::read(whole)?.name;
    refuse_taken(file, &name, None)?;
    fields.shift_remove("name");
    let mut edit = EntryEdit::new(name).stamped(id, now());
    for field in ORDER {
        if let Some(value) = fields.shift_remove(field) {
            edit.fields.insert(field.to_owned(), value);
        }
    }
    edit.fields.extend(fields);
    put(path, file, None, &edit)
}

/// Changes fields of a server; null removes one.
pub(super) fn update(
    path: &Path,
    file: &mut TargetFile,
    id_or_name: &str,
    mut patch: Map<String, Value>,
) -> Result<ServerConfig, Problem> {
    let index = position(file, id_or_name)?;
    let entry = &file.entries()[index];
    let of_entry =
        |error: FieldError| Problem::from(error).of_server(entry.known_id(), Some(entry.name.clone()));
    refuse_aliases(&patch).map_err(of_entry)?;
    let present = entry.plain_fields();
    refuse_other_id(entry, patch.shift_remove("id").as_ref()).map_err(of_entry)?;
    for field in ["createdAt", "updatedAt"] {
        patch.shift_remove(field);
    }
    // What a client sends back as it was told is no change, so that a default that was only shown is
    // not written down.
    let told = ServerConfig::read(present.clone()).map(|server| server.to_fields()).unwrap_or_default();
    patch.retain(|field, value| {
        told.get(field).or_else(|| present.get(field)).map_or(!value.is_null(), |told| told != value)
    });
    let transport = |fields: &Map<String, Value>| {
        fields.get("transport").and_then(Value::as_str).and_then(transport_named)
    };
    let (before, after) = (transport(&present), transport(&patch));
    if let (Some(before), Some(after)) = (before, after) {
        leave_behind(before, after, &present, &mut patch);
    }
    if let Some(transport) = after.or(before) {
        refuse_foreign(transport, &mut patch).map_err(of_entry)?;
    }
    let mut wanted = present;
    for (field, value) in &patch {
        wanted.insert(field.clone(), value.clone());
    }
    let name = ServerConfig::read(wanted).map_err(of_entry)?.name;
    refuse_taken(file, &name, Some(index)).map_err(of_entry)?;
    let mut edit = EntryEdit::new(entry.name.clone());
    edit.fields = patch;
    edit.now = Some(now());
    put(path, file, Some(index), &edit)
}

/// Removes a server.
pub(super) fn remove(file: &mut TargetFile, id_or_name: &str) -> Result<(), Problem> {
    let index = position(file, id_or_name)?;
    file.take(index).map_err(ConfigError::Target)?;
    Ok(())
}

fn put(
    path: &Path,
    file: &mut TargetFile,
    index: Option<usize>,
    edit: &EntryEdit,
) -> Result<ServerConfig, Problem> {
    let entry = file.put(index, edit).map_err(ConfigError::Target)?;
    let server = ServerConfig::read(entry.plain_fields());
    let entry = entry.clone();
    server.map_err(|error| Flaw::of_field(path, &entry, &file.text(), &error).problem())
}

/// The words of other programs' files would be ambiguous here.
fn refuse_aliases(fields: &Map<String, Value>) -> Result<(), FieldError> {
    for (field, instead) in [("type", "transport"), ("serverUrl", "url")] {
        if fields.get(field).is_some_and(|value| !value.is_null()) {
            return Err(FieldError::Alias { field, instead });
        }
    }
    Ok(())
}

fn refuse_other_id(entry: &Entry, id: Option<&Value>) -> Result<(), FieldError> {
    match id {
        Some(id) if id.as_str() != Some(entry.known_id()) => {
            Err(FieldError::IdChanged { id: entry.known_id().to_owned() })
        }
        _ => Ok(()),
    }
}

fn refuse_taken(file: &TargetFile, name: &str, own: Option<usize>) -> Result<(), FieldError> {
    let taken = file.names().iter().position(|other| *other == name);
    match taken {
        Some(index) if Some(index) != own => Err(FieldError::NameTaken { name: brief(name) }),
        _ => Ok(()),
    }
}

/// A field for the other kind of transport is refused; one that says nothing goes, as forms send it.
fn refuse_foreign(transport: TransportKind, fields: &mut Map<String, Value>) -> Result<(), FieldError> {
    for (field, value) in
        foreign_to(transport).iter().filter_map(|field| fields.get(*field).map(|v| (*field, v)))
    {
        if !says_nothing(value) {
            return Err(FieldError::Foreign { field: field.to_owned(), transport: transport.as_str() });
        }
    }
    for field in foreign_to(transport) {
        if let Some(value) = fields.get_mut(field) {
            *value = Value::Null;
        }
    }
    Ok(())
}

fn says_nothing(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::String(text) => text.is_empty(),
        Value::Array(items) => items.is_empty(),
        Value::Object(fields) => fields.is_empty(),
        Value::Bool(_) | Value::Number(_) => false,
    }
}

/// A server that is reached in another way keeps nothing of the old one.
fn leave_behind(
    before: TransportKind,
    after: TransportKind,
    present: &Map<String, Value>,
    patch: &mut Map<String, Value>,
) {
    if foreign_to(before) == foreign_to(after) {
        return;
    }
    let is_direct = after == TransportKind::Stdio
        && present.get("connectionMode").and_then(Value::as_str) == Some("direct");
    let mode = is_direct.then_some("connectionMode");
    for field in foreign_to(after).into_iter().chain(mode) {
        if present.contains_key(field) && !patch.contains_key(field) {
            patch.insert(field.to_owned(), Value::Null);
        }
    }
}

fn foreign_to(transport: TransportKind) -> [&'static str; 4] {
    match transport {
        TransportKind::Stdio => OF_HTTP,
        TransportKind::StreamableHttp | TransportKind::Sse => OF_STDIO,
    }
}

fn transport_named(word: &str) -> Option<TransportKind> {
    [TransportKind::Stdio, TransportKind::StreamableHttp, TransportKind::Sse]
        .into_iter()
        .find(|kind| kind.as_str() == word)
}

/// The present time, to the second, as the file has it.
fn now() -> String {
    let now = Timestamp::now();
    Timestamp::from_second(now.as_second()).unwrap_or(now).to_string()
}

impl From<FieldError> for Problem {
    fn from(error: FieldError) -> Self {
        // The name of a header or a variable can be as long as the body.
        Problem::new(FaultCode::InvalidConfig, brief(&error.to_string())).with_hint(error.hint())
    }
}

impl From<ConfigError> for Problem {
    fn from(error: ConfigError) -> Self {
        let code = match &error {
            ConfigError::Read { .. }
            | ConfigError::NotText { .. }
            | ConfigError::NotAFile { .. }
            | ConfigError::Target(_) => FaultCode::InvalidConfig,
            ConfigError::ReadOnly { .. }
            | ConfigError::Lock { .. }
            | ConfigError::Write { .. }
            | ConfigError::Changing { .. } => FaultCode::OutputFailed,
        };
        let problem = Problem::new(code, whole(&error));
        match error.hint() {
            Some(hint) => problem.with_hint(hint),
            None => problem,
        }
    }
}
