//! Tab: how a text goes on where someone knows that, and else the next field.

use super::row::{Row, RowId};
use super::typing::Target;
use super::{FormDid, FormPane, pick::Pick};
use mcp_inspector_core::form::Kind;

/// What Tab does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tab {
    /// Takes what a list is on, or the key that is typed.
    Take,
    /// Asks how the text goes on.
    Complete,
    /// Puts blanks into JSON.
    Indent,
    Next,
    /// Leaves the form.
    Out,
}

impl FormPane {
    /// Whether Tab in a field asks how its text goes on.
    pub(crate) fn set_completion(&mut self, completes: bool) {
        self.completes = completes;
    }

    /// What Tab does now.
    pub(crate) fn tab_does(&self) -> Tab {
        let is_key = self
            .editing
            .as_ref()
            .is_some_and(|editing| matches!(editing.target, Target::NewKey | Target::Rename));
        if self.pick.is_some() || is_key {
            Tab::Take
        } else if let Some(json) = &self.json {
            if json.is_editing { Tab::Indent } else { Tab::Out }
        } else if self.completable().is_some() {
            Tab::Complete
        } else if self.focus + 1 < self.shown.len() {
            Tab::Next
        } else {
            Tab::Out
        }
    }

    /// Asks how the text goes on, or goes on to the next field; leaves the form behind the last one.
    pub(super) fn tab(&mut self) -> FormDid {
        match self.tab_does() {
            Tab::Take => self.take_key(),
            Tab::Complete => {
                let Some((id, value)) = self.completable() else { return FormDid::Nothing };
                if self.editing.is_none() {
                    self.edit_value();
                }
                self.asked = Some((id.clone(), value.clone()));
                FormDid::Complete { pointer: id.pointer, value }
            }
            Tab::Next | Tab::Indent | Tab::Out => self.tab_to(self.focus.checked_add(1)),
        }
    }

    /// Goes back to the field before; leaves the form before the first one.
    pub(super) fn tab_back(&mut self) -> FormDid {
        self.tab_to(self.focus.checked_sub(1))
    }

    /// Goes to the first field, or to the last one, when Tab left the form and there is nothing behind it.
    pub(crate) fn wrap(&mut self, is_back: bool) {
        self.go(if is_back { usize::MAX } else { 0 });
    }

    /// Whoever types goes on typing in the next field.
    fn tab_to(&mut self, place: Option<usize>) -> FormDid {
        let was_typing = self.editing.is_some();
        self.leave();
        let Some(place) = place.filter(|place| *place < self.shown.len()) else { return FormDid::NotMine };
        self.go(place);
        if was_typing {
            self.edit_value();
        }
        FormDid::Nothing
    }

    /// The field with the focus and its text, if someone may know how that goes on.
    fn completable(&self) -> Option<(RowId, String)> {
        let row = self.focused().filter(|row| self.completes && row.is_typed())?;
        let Kind::String { value, .. } = &row.node.kind else { return None };
        // The server knows arguments by their names, and has none for what is inside of them.
        let is_argument = |row: &&Row| row.id.pointer.rfind('/') == Some(0);
        let id = Some(row).filter(is_argument)?.id.clone();
        let typed = self.editing.as_ref().map(|editing| editing.field.text().to_owned());
        let text = typed.or_else(|| value.clone()).unwrap_or_default();
        Some((id, text)).filter(|asked| self.complete.as_ref() != Some(asked))
    }

    /// Shows texts to choose from, for the field that Tab was pressed in. Where there are none, Tab goes on to the
    /// next field, unless another key was pressed since; [`FormDid::NotMine`] says that there is none.
    pub(crate) fn offer(&mut self, texts: Vec<String>) -> FormDid {
        let Some(editing) = self.editing.as_ref().filter(|editing| editing.target == Target::Text) else {
            return FormDid::Nothing;
        };
        self.view.follows = true;
        let is_known = matches!(texts.as_slice(), [only] if only == editing.field.text());
        if !texts.is_empty() && !is_known {
            self.pick = Some(Pick::offer(texts));
            return FormDid::Nothing;
        }
        self.pick = None;
        match self.asked.take() {
            Some(asked) => {
                self.complete = Some(asked);
                self.tab_to(self.focus.checked_add(1))
            }
            None => FormDid::Nothing,
        }
    }

    /// Takes a text that was offered.
    pub(super) fn take_offered(&mut self, text: &str) -> FormDid {
        if let Some(editing) = &mut self.editing {
            editing.field.set_text(text);
            self.complete = Some((editing.id.clone(), text.to_owned()));
        }
        self.typed()
    }
}
