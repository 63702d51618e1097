//! Changes of the config file: a server that is put into it or taken out of it. Somebody else may change it meanwhile.

use super::now_ms;
use crate::event::Event;
use crate::update::servers::form_text;
use mcp_inspector_engine::config::{self, ConfigError};
use mcp_inspector_engine::core::target::files::{EntryEdit, TargetFile};
use std::path::Path;

/// Why the file is as it was.
enum Unsaved {
    File(ConfigError),
    /// The entry is no longer what was opened.
    Changed(String),
}

impl From<ConfigError> for Unsaved {
    fn from(error: ConfigError) -> Self {
        Unsaved::File(error)
    }
}

/// Puts a server into the file. One that is new takes nobody's place; one that is edited is written only over what
/// it was when it was `opened`.
pub(super) fn save(path: &Path, edit: EntryEdit, is_new: bool, opened: Option<&str>) -> Event {
    let edit = edit.stamped(stamp_id(), stamp());
    let name = edit.fields.get("name").and_then(|name| name.as_str()).map(str::to_owned);
    let name = name.unwrap_or_else(|| edit.entry.clone());
    let saved = config::edit(path, |file| {
        if opened.is_some_and(|opened| text_now(file, &edit.entry).as_deref() != Some(opened)) {
            return Err(Unsaved::Changed(edit.entry.clone()));
        }
        let written = if is_new { file.put(None, &edit) } else { file.upsert(&edit) };
        written.map(drop).map_err(|error| Unsaved::File(error.into()))
    });
    read_again(path, saved, edit.entry.clone(), Some(name))
}

/// Takes a server out of the file.
pub(super) fn remove(path: &Path, name: String) -> Event {
    let saved =
        config::edit(path, |file| file.remove(&name).map(drop).map_err(|error| Unsaved::File(error.into())));
    read_again(path, saved, name, None)
}

/// The text that the form of an entry would have now.
fn text_now(file: &TargetFile, entry: &str) -> Option<String> {
    let entry = file.entry(entry).ok()?;
    entry.target.as_ref().ok().map(form_text)
}

/// What became of a change: the file as it is now, or why not.
fn read_again(path: &Path, saved: Result<(), Unsaved>, server: String, name: Option<String>) -> Event {
    let (why, is_changed) = match saved.and_then(|()| config::load(path).map_err(Unsaved::File)) {
        Ok(file) => return Event::Config { file: Box::new(file), server, name },
        Err(Unsaved::Changed(entry)) => {
            let file = path.display();
            (
                format!(
                    "`{entry}` was changed in {file} meanwhile: ^S again writes over that, Esc leaves it"
                ),
                true,
            )
        }
        Err(Unsaved::File(error)) => match error.hint() {
            Some(hint) => (format!("{error}: {hint}"), false),
            None => (error.to_string(), false),
        },
    };
    Event::Unsaved { why, is_changed }
}

fn stamp() -> String {
    jiff::Timestamp::now().to_string()
}

/// An id for a new entry of a file that has ids.
fn stamp_id() -> String {
    format!("{:x}", now_ms())
}
