//! Config files: their servers read as targets, and their text rewritten.
//!
//! Three shapes are in use and all are read: a `servers` list, an `mcpServers`
//! map and the `servers` map of VS Code. A rewrite keeps the shape, the order,
//! the comments and every field it does not know. One bad entry never hides
//! the good ones: it is listed with its error.
//!
//! Pure: the caller reads and writes the file, says what a variable is worth,
//! and brings ids and timestamps for new entries.
//!
//! Parts: `document.rs` finds the entries in a text, `entry.rs` reads one
//! and `oauth.rs` its login, `variables.rs` fills it in, `rewrite.rs` changes the text, `place.rs` says
//! where in the text something is, `secrets.rs` whether others may read it.

mod document;
mod edit;
mod entry;
mod oauth;
mod place;
mod plain;
mod rewrite;
mod secrets;
#[cfg(test)]
mod tests;
mod variables;

use std::fmt;

use serde_json::{Map, Value};

pub use document::below;
pub use edit::EntryEdit;
pub use place::{Place, place_of, place_of_field};

use super::{Target, TargetError};
use crate::nearest::nearest;

/// The largest text that is read; a bigger file is not a config file.
pub const MAX_BYTES: usize = 16 * 1024 * 1024;

/// How to look up a variable: its name to its value, if it is set.
pub type Lookup<'a> = &'a dyn Fn(&str) -> Option<String>;

/// How a file holds its servers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// `{"version": "2.0", "servers": [{"id", "name", "transport", ...}]}`; new files have it.
    List,
    /// `{"mcpServers": {"name": {...}}}`, as most clients write it.
    McpServers,
    /// `{"servers": {"name": {"type", ...}}, "inputs": [...]}`.
    VsCode,
}

impl Shape {
    /// The key that holds the servers.
    fn key(self) -> &'static str {
        match self {
            Self::List | Self::VsCode => "servers",
            Self::McpServers => "mcpServers",
        }
    }
}

/// One server of a file, readable or not.
#[derive(Clone, PartialEq)]
pub struct Entry {
    /// Its name; for an entry without one, its id or its place in the file.
    pub name: String,
    /// Its id, if it has one.
    pub id: Option<String>,
    /// Its place in the file, such as `mcpServers.git` or `servers[0]`.
    pub field: String,
    /// Where in the text it begins.
    pub place: Place,
    /// The target as written, with variables not yet filled in, or why it is none.
    pub target: Result<Target, TargetError>,
    /// All its fields as written, unknown ones included. May hold secrets.
    pub fields: Map<String, Value>,
}

impl Entry {
    /// The id under which it is known: its own or, where the file gives none, its name.
    pub fn known_id(&self) -> &str {
        self.id.as_deref().unwrap_or(&self.name)
    }
}

impl fmt::Debug for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Entry")
            .field("name", &self.name)
            .field("id", &self.id)
            .field("field", &self.field)
            .field("target", &self.target)
            .finish_non_exhaustive()
    }
}

/// A config file: its text and the entries read from it.
#[derive(Clone, PartialEq)]
pub struct TargetFile {
    file: String,
    text: String,
    shape: Shape,
    entries: Vec<Entry>,
}

impl TargetFile {
    /// Reads a text; `path_for_messages` is how errors name it. An empty text is an empty file.
    pub fn read(path_for_messages: &str, text: &str) -> Result<Self, TargetError> {
        if text.len() > MAX_BYTES {
            return Err(TargetError::TooLarge { file: path_for_messages.to_owned(), limit: MAX_BYTES });
        }
        let (shape, found) = document::entries(path_for_messages, text)?;
        let mut entries: Vec<Entry> =
            found.into_iter().map(|found| entry::read(path_for_messages, found)).collect();
        entry::refuse_duplicates(path_for_messages, &mut entries);
        Ok(Self { file: path_for_messages.to_owned(), text: text.to_owned(), shape, entries })
    }

    /// How the file holds its servers.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The names of all entries, in the order of the file.
    pub fn names(&self) -> Vec<&str> {
        self.entries.iter().map(|entry| entry.name.as_str()).collect()
    }

    /// All entries, in the order of the file.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The entry of that name or, when no name fits, of that id.
    pub fn entry(&self, name_or_id: &str) -> Result<&Entry, TargetError> {
        self.position(name_or_id).map(|index| &self.entries[index])
    }

    /// The target of an entry, with every variable filled in.
    pub fn resolve(&self, name_or_id: &str, lookup: Lookup<'_>) -> Result<Target, TargetError> {
        self.resolve_entry(self.entry(name_or_id)?, lookup)
    }

    /// As [`TargetFile::resolve`], for whoever has the entry at hand.
    pub fn resolve_entry(&self, entry: &Entry, lookup: Lookup<'_>) -> Result<Target, TargetError> {
        let target = variables::fill_in(&self.file, entry, entry.target.clone()?, lookup)?;
        match target.unset.first() {
            None => Ok(target),
            Some(unset) => Err(TargetError::UnsetVariable {
                file: self.file.clone(),
                field: unset.field.clone(),
                variable: unset.variable.clone(),
            }),
        }
    }

    /// As [`TargetFile::resolve`], but variables that are not set stay as
    /// written and are listed in [`Target::unset`]. For showing, not for connecting.
    pub fn resolve_partly(&self, name_or_id: &str, lookup: Lookup<'_>) -> Result<Target, TargetError> {
        let entry = self.entry(name_or_id)?;
        let target = entry.target.clone()?;
        variables::fill_in(&self.file, entry, target, lookup)
    }

    /// Adds an entry or changes the fields of one, and gives the entry as it now reads.
    ///
    /// Nothing changes unless the result is an entry that can be read.
    pub fn upsert(&mut self, edit: &EntryEdit) -> Result<&Entry, TargetError> {
        let index = match self.position(&edit.entry) {
            Ok(index) => Some(index),
            Err(TargetError::UnknownName { .. }) => None,
            Err(ambiguous) => return Err(ambiguous),
        };
        self.put(index, edit)
    }

    /// Changes the entry at a place in [`TargetFile::entries`], or adds one at the end; otherwise as
    /// [`TargetFile::upsert`].
    pub fn put(&mut self, index: Option<usize>, edit: &EntryEdit) -> Result<&Entry, TargetError> {
        let old = index.map(|index| &self.entries[index]);
        let field = old.map_or_else(|| self.shape.key().to_owned(), |old| old.field.clone());
        let name = edit.name_after(&self.file, old)?;
        if let Some(taken) = self.names().iter().position(|&other| other == name)
            && index != Some(taken)
        {
            return Err(self.duplicate(field, taken, "name", &name));
        }
        let fields = edit.fields_after(self.shape, old);
        let change = rewrite::Change::Put { index, name, fields };
        let changed = self.rewritten(&change, &field)?;
        // An added entry is the last one, in every shape.
        let index = index.unwrap_or(self.entries.len());
        changed.entries[index].target.clone()?;
        *self = changed;
        Ok(&self.entries[index])
    }

    /// Removes an entry and gives it back.
    pub fn remove(&mut self, name_or_id: &str) -> Result<Entry, TargetError> {
        self.take(self.position(name_or_id)?)
    }

    /// Removes the entry at a place in [`TargetFile::entries`] and gives it back.
    pub fn take(&mut self, index: usize) -> Result<Entry, TargetError> {
        let field = self.entries[index].field.clone();
        let changed = self.rewritten(&rewrite::Change::Remove { index }, &field)?;
        let removed = self.entries.swap_remove(index);
        *self = changed;
        Ok(removed)
    }

    /// The text, with all changes made so far.
    pub fn text(&self) -> String {
        self.text.clone()
    }

    /// Whether an entry holds a secret, so that others should not be able to read the file. A
    /// variable in its place is none.
    pub fn holds_secrets(&self) -> bool {
        self.entries.iter().any(|entry| secrets::are_in(&entry.fields))
    }

    fn rewritten(&self, change: &rewrite::Change, field: &str) -> Result<Self, TargetError> {
        let text = rewrite::apply(&self.text, self.shape, change)
            .ok_or_else(|| TargetError::NotRewritable { file: self.file.clone(), field: field.to_owned() })?;
        Self::read(&self.file, &text)
    }

    fn position(&self, name_or_id: &str) -> Result<usize, TargetError> {
        let with_name = |entry: &Entry| entry.name == name_or_id;
        let with_id = |entry: &Entry| entry.id.as_deref() == Some(name_or_id);
        if let Some(index) = self.only("name", name_or_id, with_name)? {
            return Ok(index);
        }
        if let Some(index) = self.only("id", name_or_id, with_id)? {
            return Ok(index);
        }
        let names: Vec<String> = self.names().into_iter().map(str::to_owned).collect();
        Err(TargetError::UnknownName {
            file: self.file.clone(),
            name: name_or_id.to_owned(),
            nearest: nearest(name_or_id, &names),
            names,
        })
    }

    /// The one entry that fits; two that fit are an error, for picking one would be a guess.
    fn only(
        &self,
        what: &'static str,
        value: &str,
        fits: impl Fn(&Entry) -> bool,
    ) -> Result<Option<usize>, TargetError> {
        let mut fitting = (0..self.entries.len()).filter(|&index| fits(&self.entries[index]));
        match (fitting.next(), fitting.next()) {
            (Some(first), Some(second)) => {
                let field = self.entries[second].field.clone();
                Err(self.duplicate(field, first, what, value))
            }
            (found, _) => Ok(found),
        }
    }

    fn duplicate(&self, field: String, other: usize, what: &'static str, value: &str) -> TargetError {
        TargetError::Duplicate {
            file: self.file.clone(),
            field,
            other: self.entries[other].field.clone(),
            what,
            value: value.to_owned(),
        }
    }
}

impl fmt::Debug for TargetFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The text may hold secrets, so it is left out.
        f.debug_struct("TargetFile")
            .field("file", &self.file)
            .field("shape", &self.shape)
            .field("entries", &self.entries)
            .finish_non_exhaustive()
    }
}
