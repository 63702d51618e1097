//! The value of a form as JSON text. It may be wrong while it is being typed: then it says where, and keeps
//! what was typed.

use super::{FormDid, FormPane};
use crate::pane::Taken;
use crate::pane::field::Field;
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use mcp_inspector_core::Raw;
use mcp_inspector_core::form::compile;
use mcp_inspector_core::pretty::pretty;

/// The text as it is typed.
#[derive(Debug)]
pub(super) struct JsonBox {
    pub(super) field: Field,
    pub(super) is_editing: bool,
}

impl JsonBox {
    pub(super) fn new(text: &str) -> Self {
        let mut shown = JsonBox { field: Field::default().multi_line(), is_editing: true };
        shown.show(text);
        shown
    }

    /// Shows a value laid out; what is no JSON stays as it is.
    pub(super) fn show(&mut self, text: &str) {
        let laid_out = Raw::parse(text).map(|raw| pretty(&raw));
        self.field.set_text(laid_out.as_deref().unwrap_or(text));
        self.field.go_to_start();
    }
}

impl FormPane {
    /// Shows the form as text or the text as a form; text that is no JSON has no form.
    pub(super) fn toggle_json(&mut self) -> FormDid {
        if self.json.is_none() {
            // What was typed and is no value is a text there.
            if let Some(text) = self.sent.take() {
                self.set_text(&text);
            }
            self.json = Some(JsonBox::new(&self.text));
        } else if let Some(fault) = &self.text_error {
            self.note = Some("what is no JSON has no form".to_owned());
            if let Some(json) = &mut self.json {
                json.field.go_to(fault.line, fault.column);
            }
        } else {
            self.json = None;
        }
        self.view.follows = true;
        FormDid::Nothing
    }

    pub(super) fn json_key(&mut self, key: KeyEvent) -> FormDid {
        let Some(json) = &mut self.json else { return FormDid::NotMine };
        let (is_control, is_alt) =
            (key.modifiers.contains(KeyModifiers::CONTROL), key.modifiers.contains(KeyModifiers::ALT));
        if matches!(key.code, KeyCode::Char('e' | 'E')) && is_alt {
            return FormDid::OpenEditor;
        }
        if !json.is_editing {
            let moved = match key.code {
                KeyCode::Char('F') => return self.toggle_json(),
                KeyCode::Char('E') => return FormDid::OpenEditor,
                KeyCode::Char('e') if is_control => return FormDid::OpenEditor,
                KeyCode::Enter | KeyCode::Char('i') if !is_control && !is_alt => {
                    json.is_editing = true;
                    return FormDid::Nothing;
                }
                KeyCode::Char('j') => KeyCode::Down,
                KeyCode::Char('k') => KeyCode::Up,
                KeyCode::Char('h') => KeyCode::Left,
                KeyCode::Char('l') => KeyCode::Right,
                KeyCode::Char('d') if is_control => KeyCode::PageDown,
                KeyCode::Char('u') if is_control => KeyCode::PageUp,
                code @ (KeyCode::Up
                | KeyCode::Down
                | KeyCode::Left
                | KeyCode::Right
                | KeyCode::PageUp
                | KeyCode::PageDown
                | KeyCode::Home
                | KeyCode::End) => code,
                _ => return FormDid::NotMine,
            };
            json.field.handle(KeyEvent::new(moved, KeyModifiers::NONE));
            return FormDid::Nothing;
        }
        let before = json.field.text().to_owned();
        match key.code {
            KeyCode::Esc => {
                json.is_editing = false;
                return FormDid::Nothing;
            }
            KeyCode::Tab => json.field.paste("  "),
            KeyCode::Enter => {
                let line = json.field.line_before();
                let indent = line.len() - line.trim_start_matches(' ').len();
                let deeper = if line.trim_end().ends_with(['{', '[']) { 2 } else { 0 };
                let text = format!("\n{}", " ".repeat(indent + deeper));
                json.field.paste(&text);
            }
            _ => {
                if json.field.handle(key) == Taken::No {
                    return FormDid::NotMine;
                }
            }
        }
        if json.field.text() == before { FormDid::Nothing } else { self.typed_json() }
    }

    pub(super) fn paste_json(&mut self, text: &str) {
        if let Some(json) = &mut self.json {
            json.field.paste(text);
            self.typed_json();
        }
    }

    /// Takes over the text as it was typed.
    fn typed_json(&mut self) -> FormDid {
        let Some(json) = &self.json else { return FormDid::Nothing };
        let text = json.field.text().to_owned();
        self.forget_drafts();
        match compile(&self.schema, Some(&text), &[]) {
            Ok(form) => self.take(form, None),
            Err(error) => self.note = Some(error.to_string()),
        }
        FormDid::Changed
    }
}
