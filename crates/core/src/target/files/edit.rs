//! A change to one entry, in the words of the list shape.
//!
//! The same edit fits every shape: `transport` becomes `type` where the shape
//! says so, and ids and timestamps are written only where the shape has them.

use std::fmt;

use serde_json::{Map, Value};

use super::document::{below, type_of, wrong_type};
use super::entry::{Kind, transport_key, url_key};
use super::{Entry, Shape, TargetError};
use crate::target::{Flavour, Target, Transport};

/// Fields to set or remove in one entry; all others stay as they are.
#[derive(Clone, PartialEq)]
pub struct EntryEdit {
    /// Name or id of the entry; when there is none, one of this name is added.
    pub entry: String,
    /// New values by field, named as in the list shape; null removes, `name` renames.
    pub fields: Map<String, Value>,
    /// The id of the entry if it is added, in a shape that has ids.
    pub new_id: Option<String>,
    /// The present time as ISO 8601, for `createdAt` and `updatedAt`, in a shape that has them.
    pub now: Option<String>,
}

impl EntryEdit {
    /// An edit of the entry with that name or id, changing nothing yet.
    pub fn new(entry: impl Into<String>) -> Self {
        Self { entry: entry.into(), fields: Map::new(), new_id: None, now: None }
    }

    /// An edit that makes an entry say what a target says.
    ///
    /// Variables are not restored: what a resolved target holds is written plainly.
    pub fn from_target(target: &Target) -> Self {
        let entry = target.id.as_ref().unwrap_or(&target.name);
        let mut edit = Self::new(entry).set("name", target.name.as_str());
        edit.new_id.clone_from(&target.id);
        match &target.transport {
            Transport::Stdio(stdio) => {
                edit = edit
                    .set("transport", "stdio")
                    .set("command", stdio.command.as_str())
                    .set("args", stdio.args.as_slice())
                    .set("env", object(&stdio.env))
                    .set("cwd", path(stdio.cwd.as_deref()));
                for field in ["url", "headers", "caFile"] {
                    edit = edit.unset(field);
                }
            }
            Transport::Http(http) => {
                let transport = match http.flavour {
                    Flavour::Auto => Value::Null,
                    Flavour::Streamable => "streamableHttp".into(),
                    Flavour::Sse => "sse".into(),
                };
                edit = edit
                    .set("transport", transport)
                    .set("url", http.url.as_str())
                    .set("headers", object(http.headers.iter().map(|(name, value)| (name, value))))
                    .set("caFile", path(http.ca_file.as_deref()));
                for field in ["command", "args", "env", "cwd"] {
                    edit = edit.unset(field);
                }
            }
        }
        let limits = [("connection", target.timeouts.connection), ("request", target.timeouts.request)];
        let limits: Map<String, Value> = limits
            .into_iter()
            .filter_map(|(key, limit)| Some((key, u64::try_from(limit?.as_millis()).ok()?)))
            .map(|(key, millis)| (key.to_owned(), millis.into()))
            .collect();
        edit.set("timeouts", if limits.is_empty() { Value::Null } else { limits.into() })
    }

    /// Sets a field.
    #[must_use]
    pub fn set(mut self, field: &str, value: impl Into<Value>) -> Self {
        self.fields.insert(field.to_owned(), value.into());
        self
    }

    /// Removes a field.
    #[must_use]
    pub fn unset(self, field: &str) -> Self {
        self.set(field, Value::Null)
    }

    /// Brings what pure code cannot make: an id for a new entry, and the time.
    #[must_use]
    pub fn stamped(mut self, new_id: impl Into<String>, now: impl Into<String>) -> Self {
        self.new_id = Some(new_id.into());
        self.now = Some(now.into());
        self
    }

    /// The name the entry has after the edit.
    pub(super) fn name_after(&self, file: &str, old: Option<&Entry>) -> Result<String, TargetError> {
        match self.fields.get("name") {
            Some(Value::String(name)) => Ok(name.clone()),
            Some(other) if !other.is_null() => {
                let field = old.map_or_else(|| "name".to_owned(), |old| below(&old.field, "name"));
                Err(wrong_type(file, &field, "a string", type_of(other)))
            }
            _ => Ok(old.map_or(&self.entry, |old| &old.name).clone()),
        }
    }

    /// All fields the entry has after the edit.
    pub(super) fn fields_after(&self, shape: Shape, old: Option<&Entry>) -> Map<String, Value> {
        let mut fields = old.map(|old| old.fields.clone()).unwrap_or_default();
        let listed = shape == Shape::List;
        if listed && old.is_none() {
            if let Some(id) = &self.new_id {
                fields.insert("id".into(), id.as_str().into());
            }
            fields.insert("name".into(), self.entry.as_str().into());
        }
        for (field, value) in &self.fields {
            // In a map the name is the key, and not a field.
            if field == "name" && !listed {
                continue;
            }
            let (key, value) = translated(shape, &fields, field, value);
            if value.is_null() {
                fields.shift_remove(&key);
            } else {
                fields.insert(key, value);
            }
        }
        if let Some(now) = self.now.as_deref().filter(|_| listed) {
            if old.is_none() {
                fields.insert("createdAt".into(), now.into());
            }
            fields.insert("updatedAt".into(), now.into());
        }
        fields
    }
}

impl fmt::Debug for EntryEdit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Values may be secrets; which fields change is enough to follow an edit.
        let fields: Vec<&String> = self.fields.keys().collect();
        f.debug_struct("EntryEdit")
            .field("entry", &self.entry)
            .field("fields", &fields)
            .field("new_id", &self.new_id)
            .field("now", &self.now)
            .finish()
    }
}

/// The field and value as this entry spells them.
fn translated(shape: Shape, fields: &Map<String, Value>, field: &str, value: &Value) -> (String, Value) {
    match field {
        "transport" | "type" => {
            let in_shape = if shape == Shape::List { "transport" } else { "type" };
            let key = transport_key(fields).unwrap_or(in_shape);
            let wanted = value.as_str().and_then(Kind::from_word);
            let present = fields.get(key).and_then(Value::as_str);
            let value = match (wanted, present) {
                // The same in another spelling: the file's own spelling stays.
                (Some(kind), Some(word)) if Kind::from_word(word) == Some(kind) => word.into(),
                (Some(kind), _) => word_in(shape, kind).into(),
                (None, _) => value.clone(),
            };
            (key.to_owned(), value)
        }
        "url" => (url_key(fields).to_owned(), value.clone()),
        _ => (field.to_owned(), value.clone()),
    }
}

fn word_in(shape: Shape, kind: Kind) -> &'static str {
    match (kind, shape) {
        (Kind::Stdio, _) => "stdio",
        (Kind::Sse, _) => "sse",
        (Kind::Streamable, Shape::List) => "streamableHttp",
        (Kind::Streamable, Shape::McpServers | Shape::VsCode) => "http",
    }
}

/// An object of strings; an empty one says nothing and is left out.
fn object<'a>(pairs: impl IntoIterator<Item = (&'a String, &'a String)>) -> Value {
    let object: Map<String, Value> =
        pairs.into_iter().map(|(name, value)| (name.clone(), value.as_str().into())).collect();
    if object.is_empty() { Value::Null } else { object.into() }
}

fn path(path: Option<&std::path::Path>) -> Value {
    path.map_or(Value::Null, |path| path.to_string_lossy().into())
}
