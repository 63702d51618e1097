//! A field of a form that is being typed into, and what becomes of what is typed.

use super::row::{Holder, Row, RowId};
use super::unread::Draft;
use super::{FormDid, FormPane, is_at_or_below};
use crate::pane::Taken;
use crate::pane::field::Field;
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use mcp_inspector_core::Raw;
use mcp_inspector_core::form::{Edit, Kind, State};

/// What is being typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Target {
    Text,
    Number,
    Json,
    /// The key of a new member of the row.
    NewKey,
    /// Another key for the row.
    Rename,
}

/// A field with the cursor in it.
#[derive(Debug)]
pub(super) struct Editing {
    pub(super) id: RowId,
    pub(super) target: Target,
    pub(super) field: Field,
}

impl Editing {
    /// Stays at its place when an edit made another row of it.
    pub(super) fn follow(&mut self, rows: &[Row]) {
        let here = |row: &&Row| row.id.pointer == self.id.pointer && row.id.option.is_none();
        if !rows.iter().any(|row| row.id == self.id)
            && let Some(row) = rows.iter().rev().find(here)
        {
            self.id = row.id.clone();
        }
    }
}

impl FormPane {
    /// Begins to type into the row with the focus; nothing happens where nothing can be typed.
    pub(super) fn edit_value(&mut self) {
        let Some(row) = self.focused() else { return };
        let draft = self.drafts.get(&row.id).map(|draft| draft.text.as_str());
        let (target, field) = match &row.node.kind {
            Kind::String { value, multiline, .. } => {
                let text = value.as_deref().unwrap_or_default();
                let field = Field::new(text);
                let is_multi = *multiline || text.contains('\n');
                (Target::Text, if is_multi { field.multi_line() } else { field.single_line() })
            }
            Kind::Number { raw, .. } => {
                (Target::Number, Field::new(draft.or(raw.as_deref()).unwrap_or_default()).single_line())
            }
            Kind::Raw { raw, .. } => {
                (Target::Json, Field::new(draft.or(raw.as_deref()).unwrap_or_default()).multi_line())
            }
            _ => return,
        };
        self.editing = Some(Editing { id: row.id.clone(), target, field });
        self.is_commanding = false;
        self.view.follows = true;
    }

    /// Begins to type into the row with the focus. What the schema proposed and nobody typed makes room.
    pub(super) fn edit_anew(&mut self) {
        let is_proposed = self.focused().is_some_and(|row| {
            row.node.is_default && !self.typed.contains(&row.id.pointer) || self.is_made_up(row)
        });
        self.edit_value();
        if let Some(editing) = self.editing.as_mut().filter(|_| is_proposed) {
            editing.field.set_text("");
        }
    }

    /// Whether nobody said the value of a row: it is there because something has to be.
    pub(super) fn is_made_up(&self, row: &Row) -> bool {
        row.node.state == State::Value
            && !row.node.is_default
            && !self.typed.contains(&row.id.pointer)
            && self.made_up.iter().any(|above| is_at_or_below(&row.id.pointer, above))
    }

    /// Begins to type a key for a new member of a row.
    pub(super) fn edit_new_key(&mut self, at: usize) {
        let id = self.rows[at].id.clone();
        self.focus_on(&id);
        self.editing = Some(Editing { id, target: Target::NewKey, field: Field::new("") });
    }

    /// Begins to type another key for the row with the focus.
    pub(super) fn edit_key(&mut self) {
        let Some(row) = self.focused().filter(|row| row.holder == Holder::Keyed) else { return };
        let name = row.node.name.clone().unwrap_or_default();
        self.editing = Some(Editing { id: row.id.clone(), target: Target::Rename, field: Field::new(&name) });
    }

    /// A key while something is being typed.
    pub(super) fn typing_key(&mut self, key: KeyEvent) -> FormDid {
        let is_control = key.modifiers.contains(KeyModifiers::CONTROL);
        let Some(editing) = &mut self.editing else { return FormDid::NotMine };
        let target = editing.target;
        let is_key = matches!(target, Target::NewKey | Target::Rename);
        match key.code {
            KeyCode::Esc => {
                self.leave();
                self.is_commanding = true;
            }
            KeyCode::Enter if key.modifiers.is_empty() && is_key => return self.take_key(),
            KeyCode::Enter if key.modifiers.is_empty() => self.leave(),
            KeyCode::Char('j') if is_control && target == Target::Text => {
                let field = std::mem::take(&mut editing.field).multi_line();
                editing.field = field;
                editing.field.paste("\n");
                return self.typed();
            }
            KeyCode::Char('n') if is_control && !is_key => {
                self.editing = None;
                return self.set_null();
            }
            KeyCode::Char('t') if is_control && target == Target::Text => {
                self.editing = None;
                return self.set_now();
            }
            KeyCode::Char('e') if key.modifiers.contains(KeyModifiers::ALT) => {
                self.leave();
                return self.edit_elsewhere();
            }
            KeyCode::Char('E') if key.modifiers.contains(KeyModifiers::ALT) => {
                self.leave();
                return FormDid::OpenEditor;
            }
            KeyCode::Char('a') if key.modifiers.contains(KeyModifiers::ALT) && !is_key => {
                self.leave();
                return self.add();
            }
            KeyCode::Tab => return self.tab(),
            KeyCode::BackTab if !is_key => return self.tab_back(),
            KeyCode::Backspace if editing.field.text().is_empty() && !is_key => {
                self.editing = None;
                return self.drop_value(false);
            }
            KeyCode::Up | KeyCode::Down if !is_key && editing.field.is_at_edge(key.code == KeyCode::Up) => {
                self.leave();
                let down = self.focus + 1;
                self.go(if key.code == KeyCode::Up { self.focus.saturating_sub(1) } else { down });
            }
            _ => {
                return match editing.field.handle(key) {
                    Taken::Yes => self.typed(),
                    Taken::No => FormDid::NotMine,
                };
            }
        }
        FormDid::Nothing
    }

    /// Pastes into the field that is being typed into.
    pub(super) fn paste_typed(&mut self, text: &str) {
        let Some(editing) = &mut self.editing else { return };
        if editing.target == Target::Text && text.contains(['\n', '\r']) {
            let field = std::mem::take(&mut editing.field).multi_line();
            editing.field = field;
        }
        editing.field.paste(text);
        self.typed();
    }

    /// Makes a value of what was typed, or says why it is none.
    pub(super) fn typed(&mut self) -> FormDid {
        let Some(editing) = &self.editing else { return FormDid::Nothing };
        let (id, text, target) = (editing.id.clone(), editing.field.text().to_owned(), editing.target);
        let pointer = id.pointer.clone();
        self.typed.insert(pointer.clone());
        let trimmed = text.trim();
        // Without a value there would be no item, and no alternative of a union.
        let is_bound =
            id.level > 0 || self.rows.iter().any(|row| row.id == id && row.holder != Holder::Known);
        let edit = match target {
            Target::NewKey | Target::Rename => return FormDid::Nothing,
            Target::Text => {
                Some(Edit::Set { pointer, json: serde_json::Value::from(text.as_str()).to_string() })
            }
            _ if trimmed.is_empty() && is_bound => None,
            _ if trimmed.is_empty() => Some(Edit::Unset { pointer }),
            Target::Number => Raw::parse(trimmed)
                .ok()
                .filter(|raw| raw.as_str().starts_with(|c: char| c == '-' || c.is_ascii_digit()))
                .map(|_| Edit::Set { pointer, json: trimmed.to_owned() }),
            Target::Json => Raw::parse(trimmed).ok().map(|_| Edit::Set { pointer, json: trimmed.to_owned() }),
        };
        self.view.follows = true;
        let before = self.text().to_owned();
        match edit {
            Some(edit) => {
                self.drafts.remove(&id);
                self.apply(&edit, None);
            }
            None => self.keep_draft(id, Draft::new(text, target)),
        }
        self.did_since(&before)
    }

    /// Has the text of the field with the focus edited elsewhere, or the whole where the field has no text.
    pub(super) fn edit_elsewhere(&mut self) -> FormDid {
        match self.focused().map(|row| (&row.id.pointer, &row.node.kind)) {
            Some((pointer, Kind::String { value, .. })) => {
                FormDid::EditText { pointer: pointer.clone(), text: value.clone().unwrap_or_default() }
            }
            _ => FormDid::OpenEditor,
        }
    }

    /// Takes over the text of a field that was edited elsewhere.
    pub(crate) fn set_field(&mut self, pointer: &str, text: &str) -> FormDid {
        self.leave();
        self.typed.insert(pointer.to_owned());
        let json = serde_json::Value::from(text).to_string();
        self.change_to(&Edit::Set { pointer: pointer.to_owned(), json }, Some(pointer))
    }

    /// Stops typing; the value is what was typed.
    pub(super) fn leave(&mut self) {
        if let Some(editing) = self.editing.take() {
            self.touched.insert(editing.id.pointer);
        }
        self.pick = None;
        self.view.follows = true;
    }

    /// Takes a key that was typed.
    pub(super) fn take_key(&mut self) -> FormDid {
        let Some(editing) = self.editing.take() else { return FormDid::Nothing };
        let (key, pointer) = (editing.field.text().to_owned(), editing.id.pointer.clone());
        let step = key.replace('~', "~0").replace('/', "~1");
        let before = self.text().to_owned();
        let is_done = if editing.target == Target::NewKey {
            if key.is_empty() {
                return FormDid::Nothing;
            }
            self.apply(&Edit::AddKey { pointer: pointer.clone(), key }, Some(&format!("{pointer}/{step}")))
        } else {
            let above = pointer.rsplit_once('/').map_or("", |(above, _)| above);
            let wanted = format!("{above}/{step}");
            self.apply(&Edit::Key { pointer, key }, Some(&wanted))
        };
        if !is_done {
            self.editing = Some(editing);
        }
        self.did_since(&before)
    }

    /// The null value at the row with the focus.
    pub(super) fn set_null(&mut self) -> FormDid {
        match self.focused().filter(|row| row.id.option.is_none()) {
            Some(row) => self.change(&Edit::Set { pointer: row.id.pointer.clone(), json: "null".to_owned() }),
            None => FormDid::Nothing,
        }
    }

    /// The time now, in a field for times.
    pub(super) fn set_now(&mut self) -> FormDid {
        let Some(row) = self.focused() else { return FormDid::Nothing };
        let Kind::String { format: Some(format), .. } = &row.node.kind else { return FormDid::NotMine };
        let now = jiff::Timestamp::now();
        let text = match format.as_str() {
            "date-time" => now.strftime("%Y-%m-%dT%H:%M:%SZ").to_string(),
            "date" => now.strftime("%Y-%m-%d").to_string(),
            "time" => now.strftime("%H:%M:%SZ").to_string(),
            _ => return FormDid::NotMine,
        };
        let pointer = row.id.pointer.clone();
        self.change(&Edit::Set { pointer, json: serde_json::Value::from(text).to_string() })
    }

    /// Takes the value of the row with the focus away. `is_whole` means also items and members.
    pub(super) fn drop_value(&mut self, is_whole: bool) -> FormDid {
        let Some(row) = self.focused().filter(|row| row.id.option.is_none()) else { return FormDid::Nothing };
        let (id, is_known) = (row.id.clone(), row.holder == Holder::Known);
        let before = self.text().to_owned();
        self.drafts.remove(&id);
        self.tell_errors();
        if self.focused().is_some_and(|row| row.node.state == State::Unset) || (!is_known && !is_whole) {
            return self.did_since(&before);
        }
        let pointer = id.pointer;
        self.apply(&if is_known { Edit::Unset { pointer } } else { Edit::Remove { pointer } }, None);
        self.did_since(&before)
    }

    /// Carries out an edit and tells whether the value is another one.
    pub(super) fn change(&mut self, edit: &Edit) -> FormDid {
        self.change_to(edit, None)
    }

    /// The same with the focus on another row after it.
    pub(super) fn change_to(&mut self, edit: &Edit, wanted: Option<&str>) -> FormDid {
        let before = self.text().to_owned();
        self.apply(edit, wanted);
        self.did_since(&before)
    }
}
