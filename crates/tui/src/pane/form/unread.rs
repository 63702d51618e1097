//! What was typed and is no value: a number or JSON that cannot be read as such.
//!
//! It is told at its field, and when the form is sent all the same, it goes as the text that it is. Nothing else than
//! what stands on the screen is ever sent.

use super::row::{Row, RowId};
use super::typing::Target;
use super::{FormPane, SYNTAX};
use crate::text;
use mcp_inspector_core::Raw;
use mcp_inspector_core::form::{Edit, FieldError, Kind, compile};
use mcp_inspector_core::schema::format_misfit;
use std::collections::HashSet;

/// How much of what was typed is told in a sentence.
const TOLD: usize = 24;

/// What was typed into a field and is no value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Draft {
    pub(super) text: String,
    /// What it is not.
    is_no: &'static str,
    /// Why not, where that helps.
    why: Option<String>,
}

impl Draft {
    pub(super) fn new(text: String, target: Target) -> Self {
        let is_number = target == Target::Number;
        let is_no = if is_number { "no number" } else { "no JSON" };
        let why = Raw::parse(text.trim()).err().filter(|_| !is_number).map(|error| error.to_string());
        Draft { text, is_no, why }
    }

    /// What of it is told.
    fn told(&self) -> String {
        text::fit(&self.text, TOLD)
    }

    /// What is wrong with it, for its field.
    fn reason(&self) -> String {
        if self.text.trim().is_empty() {
            return "nothing is typed; sent all the same it is an empty text".to_owned();
        }
        let why = self.why.as_ref().map(|why| format!(" ({why})")).unwrap_or_default();
        format!("this is {}{why}; sent all the same it is the text \"{}\"", self.is_no, self.told())
    }
}

impl FormPane {
    /// Keeps what was typed into a field and is no value.
    pub(super) fn keep_draft(&mut self, id: RowId, draft: Draft) {
        self.drafts.insert(id, draft);
        self.tell_errors();
    }

    /// Forgets all that was typed and is no value.
    pub(super) fn forget_drafts(&mut self) {
        self.drafts.clear();
        self.sent = None;
    }

    /// Forgets what was typed into fields that are no longer there.
    pub(super) fn keep_drafts(&mut self) {
        let rows = &self.rows;
        self.drafts.retain(|id, _| rows.iter().any(|row| row.id == *id));
        self.tell_errors();
    }

    /// Values that are not of the format that the schema names, where that is wanted.
    fn format_misfits(&self) -> Vec<FieldError> {
        let rows = self.rows.iter().filter(|_| self.checks_formats);
        let misfit = |row: &Row| {
            let Kind::String { value: Some(text), format: Some(format), .. } = &row.node.kind else {
                return None;
            };
            // What is empty is not filled in yet, and told as such where it is required.
            let expected = format_misfit(format, text).filter(|_| row.node.required || !text.is_empty())?;
            let message = format!("expected {expected}, got the text \"{}\"", text::fit(text, TOLD));
            Some(FieldError { pointer: row.id.pointer.clone(), message, keyword: "format".to_owned() })
        };
        rows.filter_map(misfit).collect()
    }

    /// The same with the formats checked that elicitation knows.
    pub(crate) fn with_formats(mut self) -> Self {
        self.checks_formats = true;
        self.tell_errors();
        self
    }

    /// Puts together what is wrong, and what would be sent.
    pub(super) fn tell_errors(&mut self) {
        let error = |pointer: &str, message: String| FieldError {
            pointer: pointer.to_owned(),
            message,
            keyword: SYNTAX.to_owned(),
        };
        let edits: Vec<Edit> = self
            .drafts
            .iter()
            .map(|(id, draft)| Edit::Set {
                pointer: id.pointer.clone(),
                json: serde_json::Value::from(draft.text.as_str()).to_string(),
            })
            .collect();
        let made = (!edits.is_empty()).then(|| compile(&self.schema, Some(&self.text), &edits));
        let misfits = match made {
            Some(Ok(form)) => {
                self.sent = Some(form.text);
                form.errors
            }
            // The core allows more edits than a form has fields to type into.
            Some(Err(error)) => {
                (self.sent, self.note) = (None, Some(error.to_string()));
                self.misfits.clone()
            }
            None => {
                self.sent = None;
                self.misfits.clone()
            }
        };
        let typed: HashSet<&str> = self.drafts.keys().map(|id| id.pointer.as_str()).collect();
        let drafts = self.drafts.iter().map(|(id, draft)| error(&id.pointer, draft.reason()));
        let syntax = self.text_error.iter().map(|fault| {
            // The place is told already.
            let message = fault.message.split(" at line ").next().unwrap_or_default();
            let message = format!("not JSON: line {}, column {}: {message}", fault.line, fault.column);
            error("", message)
        });
        let others = misfits.into_iter().filter(|misfit| !typed.contains(misfit.pointer.as_str()));
        let formats = self.format_misfits();
        self.errors = syntax.chain(drafts).chain(others).chain(formats).collect();
    }

    /// Shows what is wrong at every field, and goes to the first that is. Tells it in a sentence, with what a second
    /// `^S` does; none when all fits.
    pub(crate) fn blame(&mut self) -> Option<String> {
        let count = self.misfit_count();
        if count == 0 {
            return None;
        }
        self.leave();
        self.shows_all = true;
        let first = self.problems().at.keys().min().copied();
        if let Some(first) = first {
            self.go(first);
        }
        Some(self.warning(count))
    }

    fn warning(&self, count: usize) -> String {
        let draft = self.drafts.values().next();
        match (draft, count) {
            (Some(draft), 1) if !draft.text.trim().is_empty() => {
                let told = draft.told();
                format!("`{told}` is {}; ^S again sends it as the text \"{told}\"", draft.is_no)
            }
            (Some(_), 1) => "nothing is typed there; ^S again sends it as an empty text".to_owned(),
            (Some(draft), _) => {
                format!("{count} values do not fit; ^S again sends them, `{}` as a text", draft.told())
            }
            (None, _) => misfits(count),
        }
    }
}

/// How many values do not fit, and what a second `^S` does.
pub(crate) fn misfits(count: usize) -> String {
    format!("{}; ^S again sends it anyway", text::count(count, "value does not fit", "values do not fit"))
}
