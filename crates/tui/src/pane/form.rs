//! A form: a scrolling list of labelled rows from a JSON Schema and a value, driven by keys.
//!
//! What the rows are is decided by the core, which is asked again after each key that changes something.
//! The value is JSON text and stays as it is wherever nobody typed; it can be edited as such, too.
//!
//! Parts: `row.rs` makes rows of the model, `keys.rs` and `typing.rs` are what keys do outside and inside of
//! a field, `unread.rs` is what was typed and is no value, `tab.rs` is how Tab goes through it, `choice.rs`, `pick.rs` and `step.rs` are values that are not typed, `json.rs` is the text as a
//! whole, `say.rs` has the words, `layout.rs`, `draw.rs` and `editor.rs` the screen.

mod choice;
mod did;
mod draw;
mod editor;
mod json;
mod keys;
mod layout;
mod pick;
mod row;
mod say;
mod step;
mod tab;
#[cfg(test)]
mod tests;
mod typing;
mod unread;

pub(crate) use did::{Escape, FormDid};
use draw::View;
use json::JsonBox;
use mcp_inspector_core::form::{Edit, FieldError, Form, Kind, TextError, compile};
use pick::Pick;
use row::{Row, RowId};
use std::collections::{HashMap, HashSet};
pub(crate) use tab::Tab;
use typing::Editing;
use unread::Draft;
pub(crate) use unread::misfits;

/// The keyword of an error about text that is not JSON.
const SYNTAX: &str = "syntax";

/// A form.
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
#[derive(Debug)]
pub(crate) struct FormPane {
    schema: String,
    /// The value as it was at first.
    first: String,
    text: String,
    text_error: Option<TextError>,
    /// Where the value does not fit, without what was typed and is none.
    misfits: Vec<FieldError>,
    errors: Vec<FieldError>,
    rows: Vec<Row>,
    /// The rows that are not folded away.
    shown: Vec<usize>,
    /// Which of them has the focus.
    focus: usize,
    /// What was folded or opened by hand.
    folded: HashMap<RowId, bool>,
    editing: Option<Editing>,
    /// What was typed and is no value.
    drafts: HashMap<RowId, Draft>,
    /// The value with those in it, as texts; none where there are none.
    sent: Option<String>,
    pick: Option<Pick>,
    json: Option<JsonBox>,
    /// The fields whose faults are told although nothing was typed there.
    touched: HashSet<String>,
    /// The fields that someone typed into: what stands there is theirs, and no longer a proposal.
    typed: HashSet<String>,
    /// Where an alternative was chosen or something was added: what stands there was made up, and makes room for what is typed.
    made_up: HashSet<String>,
    shows_all: bool,
    /// Escape was pressed: letters are commands until one types again, or comes to the form anew.
    is_commanding: bool,
    /// A `g` was pressed, and a second one goes to the start.
    is_going: bool,
    /// The row that was clicked last, with no key since.
    clicked: Option<RowId>,
    completes: bool,
    /// Whether texts are held against the format that the schema names.
    checks_formats: bool,
    /// The text of a field for which someone was asked how it goes on, and that is waited for.
    asked: Option<(RowId, String)>,
    /// The text of a field that does not go on.
    complete: Option<(RowId, String)>,
    /// Why there is no better form.
    reason: Option<String>,
    /// Why it cannot be told whether the value fits.
    unchecked: Option<String>,
    /// Why the last key did nothing.
    note: Option<String>,
    view: View,
}

impl FormPane {
    /// The form of `text` by a schema; without a text, of what the schema proposes. Where no form can be
    /// made of the schema, any JSON can be typed, and the reason is shown.
    pub(crate) fn new(schema_json: &str, text: Option<&str>) -> Self {
        let mut pane = FormPane {
            schema: schema_json.to_owned(),
            first: String::new(),
            text: String::new(),
            text_error: None,
            misfits: Vec::new(),
            errors: Vec::new(),
            rows: Vec::new(),
            shown: Vec::new(),
            focus: 0,
            folded: HashMap::new(),
            editing: None,
            drafts: HashMap::new(),
            sent: None,
            pick: None,
            json: None,
            touched: HashSet::new(),
            typed: HashSet::new(),
            made_up: HashSet::new(),
            shows_all: false,
            is_commanding: false,
            is_going: false,
            clicked: None,
            completes: false,
            checks_formats: false,
            asked: None,
            complete: None,
            reason: None,
            unchecked: None,
            note: None,
            view: View::default(),
        };
        match compile(schema_json, text, &[]) {
            Ok(form) => pane.take(form, None),
            Err(error) => {
                pane.reason = Some(error.to_string());
                "true".clone_into(&mut pane.schema);
                match compile("true", text, &[]) {
                    Ok(form) => pane.take(form, None),
                    Err(error) => pane.note = Some(error.to_string()),
                }
            }
        }
        pane.first = pane.text.clone();
        pane.begin();
        pane
    }

    /// Goes to the first field: whoever comes to a form types into a field, and not on a group of them.
    pub(crate) fn begin(&mut self) {
        self.leave();
        let is_group =
            |row: &Row| row.is_group && matches!(row.node.kind, Kind::Object { .. } | Kind::Tuple { .. });
        let field = self.shown.iter().position(|at| !is_group(&self.rows[*at]));
        self.focus = field.unwrap_or_default();
        self.view.follows = true;
    }

    /// The value as JSON text; while it is typed as such, it may be none. What was typed and is no value is in it as
    /// a text: nothing else than what was typed is ever sent.
    pub(crate) fn text(&self) -> &str {
        self.sent.as_deref().unwrap_or(&self.text)
    }

    /// Where the value does not fit the schema, and what was typed and is no value.
    #[cfg(test)]
    pub(crate) fn errors(&self) -> &[FieldError] {
        &self.errors
    }

    /// Whether a letter would begin to fill the field with the focus.
    pub(crate) fn takes_letters(&self) -> bool {
        !self.is_editing()
            && self.json.is_none()
            && !self.is_commanding
            && self.focused().is_some_and(|row| row.is_typed() || choice::is_sought(row))
    }

    /// Whether letters or digits have a meaning of their own somewhere in the form, so that they are keys of nobody else.
    pub(crate) fn has_typed(&self) -> bool {
        self.json.is_some()
            || self.shown.iter().map(|at| &self.rows[*at]).any(|row| row.is_typed() || choice::is_sought(row))
    }

    /// How many values do not fit: one that is wrong in two ways is one.
    pub(crate) fn misfit_count(&self) -> usize {
        self.errors.iter().map(|error| &error.pointer).collect::<HashSet<_>>().len()
    }

    /// What Escape does now: it ends the innermost thing, and nothing else.
    pub(crate) fn escape(&self) -> Escape {
        if self.pick.is_some() {
            Escape::List
        } else if self.is_editing() {
            Escape::Typing
        } else if self.takes_letters() {
            Escape::Letters
        } else {
            Escape::Out
        }
    }

    /// Whether someone changed the value.
    pub(crate) fn is_changed(&self) -> bool {
        self.text != self.first || !self.drafts.is_empty()
    }

    /// Whether keys are text now.
    pub(crate) fn is_editing(&self) -> bool {
        self.editing.is_some()
            || self.pick.is_some()
            || self.json.as_ref().is_some_and(|json| json.is_editing)
    }

    /// Replaces the value. What is no JSON is shown as text, with what is wrong with it.
    pub(crate) fn set_text(&mut self, text: &str) {
        (self.editing, self.pick, self.note) = (None, None, None);
        self.forget_drafts();
        let focused = self.focused().map(|row| row.id.clone());
        match compile(&self.schema, Some(text), &[]) {
            Ok(form) => self.take(form, focused.as_ref()),
            Err(error) => self.note = Some(error.to_string()),
        }
        if let Some(json) = &mut self.json {
            json.show(self.sent.as_deref().unwrap_or(&self.text));
        }
    }

    /// Replaces the schema; the value stays as it is, and so does what is being typed where there is still a
    /// field for it.
    pub(crate) fn set_schema(&mut self, schema: &str) {
        if self.schema == schema {
            return;
        }
        let focused = self.focused().map(|row| row.id.clone());
        self.reason = None;
        let (made, known) = match compile(schema, Some(&self.text), &[]) {
            Ok(form) => (Ok(form), schema),
            Err(error) => {
                self.reason = Some(error.to_string());
                (compile("true", Some(&self.text), &[]), "true")
            }
        };
        match made {
            Ok(form) => {
                known.clone_into(&mut self.schema);
                self.take(form, focused.as_ref());
                self.keep_drafts();
            }
            Err(error) => self.note = Some(error.to_string()),
        }
        let is_there = |editing: &Editing| self.rows.iter().any(|row| row.id == editing.id);
        if self.editing.as_ref().is_some_and(|editing| !is_there(editing)) {
            self.leave();
        }
    }

    /// Puts a text where one types; without a field that is typed into, at the row with the focus.
    pub(crate) fn paste(&mut self, text: &str) -> FormDid {
        self.note = None;
        let before = self.text().to_owned();
        if self.json.is_some() {
            self.paste_json(text);
        } else if let Some(pick) = &mut self.pick {
            pick.paste(text);
        } else {
            if self.editing.is_none() && self.focused().is_some_and(Row::is_typed) {
                self.edit_anew();
            }
            self.paste_typed(text);
        }
        self.did_since(&before)
    }

    /// The row with the focus.
    fn focused(&self) -> Option<&Row> {
        self.rows.get(*self.shown.get(self.focus)?)
    }

    /// Whether the value is another one than before.
    fn did_since(&self, before: &str) -> FormDid {
        if self.text() == before { FormDid::Nothing } else { FormDid::Changed }
    }

    /// Carries out an edit and puts the focus on `wanted`; false, with a note, when it cannot be done.
    fn apply(&mut self, edit: &Edit, wanted: Option<&str>) -> bool {
        let focused = match wanted {
            Some(pointer) => Some(RowId { pointer: pointer.to_owned(), level: 0, option: None }),
            None => self.focused().map(|row| row.id.clone()),
        };
        match compile(&self.schema, Some(&self.text), std::slice::from_ref(edit)) {
            Ok(form) => {
                self.drafts.retain(|id, _| !is_at_or_below(&id.pointer, edit.pointer()));
                self.touched.insert(edit.pointer().to_owned());
                // What is added has to be something until somebody says what.
                let made_up = match edit {
                    Edit::Variant { .. } => Some(edit.pointer()),
                    Edit::Add { json: None, .. } | Edit::AddKey { .. } => wanted,
                    _ => None,
                };
                if let Some(made_up) = made_up.filter(|_| form.text != self.text) {
                    self.typed.remove(made_up);
                    self.made_up.insert(made_up.to_owned());
                }
                self.take(form, focused.as_ref());
                true
            }
            Err(error) => {
                self.note = Some(error.to_string());
                false
            }
        }
    }

    /// Shows what the core made of the value.
    fn take(&mut self, form: Form, focused: Option<&RowId>) {
        self.text = form.text;
        self.misfits = form.errors;
        self.unchecked = form.unchecked;
        self.text_error = form.text_error;
        if self.text_error.is_some() && self.json.is_none() {
            self.json = Some(JsonBox::new(&self.text));
        }
        self.rows = row::rows(form.form, &self.folded);
        self.tell_errors();
        self.show_rows();
        if let Some(focused) = focused {
            self.focus_on(focused);
        }
        if let Some(editing) = &mut self.editing {
            editing.follow(&self.rows);
        }
    }

    /// Finds out which rows are not folded away.
    fn show_rows(&mut self) {
        self.shown.clear();
        let mut at = 0;
        while let Some(row) = self.rows.get(at) {
            if !row.is_implied {
                self.shown.push(at);
            }
            at = if row.is_group && !row.is_open { row.end } else { at + 1 };
        }
        self.focus = self.focus.min(self.shown.len().saturating_sub(1));
    }

    /// Puts the focus on a row, or else on what is around it.
    fn focus_on(&mut self, id: &RowId) {
        let place = |found: &dyn Fn(&Row) -> bool| self.shown.iter().position(|at| found(&self.rows[*at]));
        let mut pointer = id.pointer.as_str();
        let mut found = place(&|row| row.id == *id).or_else(|| place(&|row| row.id.pointer == pointer));
        while found.is_none()
            && let Some((above, _)) = pointer.rsplit_once('/')
        {
            pointer = above;
            found = place(&|row| row.id.pointer == pointer);
        }
        if let Some(found) = found {
            self.focus = found;
        }
        self.view.follows = true;
    }

    /// Whoever comes to the form types into it, also when the one before left it for the keys.
    pub(crate) fn enter(&mut self) {
        self.is_commanding = false;
    }

    /// Moves the focus.
    fn go(&mut self, place: usize) {
        let place = place.min(self.shown.len().saturating_sub(1));
        if place != self.focus
            && let Some(row) = self.focused()
        {
            let pointer = row.id.pointer.clone();
            self.touched.insert(pointer);
        }
        self.focus = place;
        self.view.follows = true;
    }

    /// Folds or opens the group at a place of the rows.
    fn fold(&mut self, at: usize, is_open: bool) {
        let id = self.rows[at].id.clone();
        self.rows[at].is_open = is_open;
        self.folded.insert(id.clone(), is_open);
        self.show_rows();
        self.focus_on(&id);
    }
}

/// Whether a place is another one, or in it.
fn is_at_or_below(pointer: &str, other: &str) -> bool {
    pointer.strip_prefix(other).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}
