//! What a config file said when it was read: its servers, and what is wrong with it.
//!
//! An entry is either a server or a [`Flaw`]; nothing is hidden because it cannot be used.

use super::server::{FieldError, ServerConfig};
use crate::Problem;
use mcp_inspector_engine::config::{self, ConfigError};
use mcp_inspector_engine::core::brief::brief;
use mcp_inspector_engine::core::nearest::nearest;
use mcp_inspector_engine::core::target::TargetError;
use mcp_inspector_engine::core::target::files::{Entry, TargetFile, place_of, place_of_field};
use mcp_inspector_engine::{Fault, FaultCode};
use serde::Serialize;
use std::error::Error as _;
use std::io;
use std::path::Path;
use std::sync::Arc;
use utoipa::ToSchema;

/// Something in the config file that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Flaw {
    /// The id under which the entry can be changed or removed; absent when it is about the whole file.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub id: Option<String>,
    /// The name of the entry, or its place in the file where it has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub name: Option<String>,
    /// Where in the file, as a path of keys.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, examples("servers[0].args"))]
    pub field: Option<String>,
    /// What is wrong.
    pub message: String,
    /// The line, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, minimum = 1)]
    pub line: Option<usize>,
    /// The column in characters, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, minimum = 1)]
    pub column: Option<usize>,
    /// What to do about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub hint: Option<String>,
    /// Whether the message names the place itself, as that of a syntax error does.
    #[serde(skip)]
    is_placed: bool,
}

/// What a config file said when it was read.
#[derive(Debug)]
pub(super) struct Contents {
    /// The text, where there is one.
    text: Option<String>,
    /// The file, or why it is none. One that is not there is empty.
    pub(super) file: Result<TargetFile, Box<Flaw>>,
    /// A server or a flaw for each entry of the file.
    pub(super) servers: Vec<Result<ServerConfig, Box<Flaw>>>,
}

impl Contents {
    /// Reads the file; where it says the same as `known`, that is given back.
    pub(super) fn read(path: &Path, known: Option<&Arc<Contents>>) -> Arc<Self> {
        let text = match config::read_text(path) {
            Ok(text) => Some(text),
            Err(ConfigError::Read { source, .. }) if source.kind() == io::ErrorKind::NotFound => None,
            Err(error) => {
                let flaw = Box::new(Flaw::of_file(&error, ""));
                return match known.filter(|known| known.file.as_ref().err() == Some(&flaw)) {
                    Some(known) => known.clone(),
                    None => Arc::new(Contents { text: None, file: Err(flaw), servers: Vec::new() }),
                };
            }
        };
        // One that could not be read has no text either.
        let is_same = |known: &&Arc<Contents>| known.text == text && (text.is_some() || known.file.is_ok());
        match known.filter(is_same) {
            Some(known) => known.clone(),
            None => Arc::new(Contents::of_text(path, text)),
        }
    }

    fn of_text(path: &Path, text: Option<String>) -> Self {
        let written = text.as_deref().unwrap_or_default();
        let file = TargetFile::read(&path.display().to_string(), written)
            .map_err(|error| Box::new(Flaw::of_file(&ConfigError::Target(error), written)));
        let entries = file.as_ref().map(TargetFile::entries).unwrap_or_default();
        let servers = entries.iter().map(|entry| server_of(path, written, entry)).collect();
        Contents { text, file, servers }
    }

    /// The text, as far as there is one.
    pub(super) fn text(&self) -> &str {
        self.text.as_deref().unwrap_or_default()
    }

    /// The flaw of an entry with an error that shows only when it is used.
    pub(super) fn flaw(&self, entry: &Entry, error: &TargetError) -> Flaw {
        Flaw::of_entry(entry, self.text(), error)
    }
}

fn server_of(path: &Path, text: &str, entry: &Entry) -> Result<ServerConfig, Box<Flaw>> {
    if let Err(error) = &entry.target {
        return Err(Box::new(Flaw::of_entry(entry, text, error)));
    }
    ServerConfig::read(entry.plain_fields())
        .map_err(|error| Box::new(Flaw::of_field(path, entry, text, &error)))
}

impl Flaw {
    /// What is wrong with a file as a whole.
    fn of_file(error: &ConfigError, text: &str) -> Self {
        let place = match error {
            ConfigError::Target(error) => place_of(text, error),
            _ => None,
        };
        let field = match error {
            ConfigError::Target(error) => error.field().map(str::to_owned),
            _ => None,
        };
        Flaw {
            id: None,
            name: None,
            field,
            message: whole(error),
            line: place.map(|place| place.line),
            column: place.map(|place| place.column),
            hint: error.hint(),
            is_placed: matches!(error, ConfigError::Target(TargetError::Syntax { .. })),
        }
    }

    fn of_entry(entry: &Entry, text: &str, error: &TargetError) -> Self {
        let field = error.field().unwrap_or(&entry.field);
        Flaw { hint: error.hint(), ..Flaw::at(entry, text, field, error.to_string()) }
    }

    /// What is wrong with a field of an entry that can be read.
    pub(super) fn of_field(path: &Path, entry: &Entry, text: &str, error: &FieldError) -> Self {
        let field = format!("{}.{}", entry.field, error.field());
        let message = format!("{}: `{}`: {error}", path.display(), entry.field);
        Flaw { hint: Some(error.hint().to_owned()), ..Flaw::at(entry, text, &field, message) }
    }

    fn at(entry: &Entry, text: &str, field: &str, message: String) -> Self {
        // Two entries of one key have the same path, and each its own place.
        let exact = (field != entry.field).then(|| place_of_field(text, field)).flatten();
        let place = exact.unwrap_or(entry.place);
        Flaw {
            id: Some(entry.known_id().to_owned()),
            name: Some(entry.name.clone()),
            field: Some(field.to_owned()),
            message,
            line: Some(place.line),
            column: Some(place.column),
            hint: None,
            is_placed: false,
        }
    }

    /// The same as the answer to whoever wanted to use it.
    pub(super) fn problem(&self) -> Problem {
        let message = match (self.line, self.column) {
            (Some(line), Some(column)) if !self.is_placed => {
                format!("{} (line {line}, column {column})", self.message)
            }
            _ => self.message.clone(),
        };
        let mut fault = Fault::new(FaultCode::InvalidConfig, message);
        fault.hint.clone_from(&self.hint);
        match &self.id {
            Some(id) => Problem::from(fault).of_server(id, self.name.clone()),
            None => fault.into(),
        }
    }
}

/// The place of the entry with that id or, when no id fits, of that name.
pub(super) fn position(file: &TargetFile, id_or_name: &str) -> Result<usize, Problem> {
    let entries = file.entries();
    let with_id = |entry: &&Entry| entry.id.as_deref() == Some(id_or_name);
    let with_name = |entry: &&Entry| entry.name == id_or_name;
    for (what, fits) in [("id", &with_id as &dyn Fn(&&Entry) -> bool), ("name", &with_name)] {
        let fitting: Vec<usize> = (0..entries.len()).filter(|index| fits(&&entries[*index])).collect();
        match fitting[..] {
            [] => {}
            [only] => return Ok(only),
            [first, second, ..] => {
                let message = format!(
                    "`{}` and `{}` have the same {what} `{}`",
                    entries[first].field,
                    entries[second].field,
                    brief(id_or_name)
                );
                return Err(Problem::new(FaultCode::InvalidConfig, message)
                    .of_server(id_or_name, None)
                    .with_hint("give each entry a name and an id of its own, in the file"));
            }
        }
    }
    Err(not_found(file, id_or_name))
}

fn not_found(file: &TargetFile, id_or_name: &str) -> Problem {
    let message = format!("No server configuration found with ID '{}'", brief(id_or_name));
    let problem = Problem::new(FaultCode::ServerNotFound, message).of_server(brief(id_or_name), None);
    let names: Vec<String> = file.names().into_iter().map(str::to_owned).collect();
    match nearest(id_or_name, &names) {
        Some(name) => problem.with_hint(format!("did you mean `{name}`?")),
        None => problem.with_hint("`GET /config` lists the servers; `demo` is built in"),
    }
}

/// An error with its causes.
pub(super) fn whole(error: &ConfigError) -> String {
    let mut message = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        message = format!("{message}: {error}");
        cause = error.source();
    }
    message
}
