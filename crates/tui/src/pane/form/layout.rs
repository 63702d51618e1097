//! Where the rows of a form go: how wide their columns are, and how many lines each row takes.

use super::row::{Row, RowId};
use super::typing::Target;
use super::{FormPane, say};
use crate::pane::ink;
use crate::text::wrap;
use mcp_inspector_core::form::Kind;
use std::collections::HashMap;

/// The columns before a label: the focus, and what is to be known about the row.
pub(super) const MARKS: u16 = 3;
/// The widest label, unless there is much room.
const LABEL: u16 = 20;
/// The blanks between a label and its editor.
const GAP: u16 = 2;
/// How many lines a text of several takes while it is typed, and while it is not.
const MOST_TYPED: usize = 8;
const MOST_SHOWN: usize = 4;
/// How many lines what is known about a field takes.
const MOST_HINTS: usize = 3;
/// Hints in fewer columns than this begin further left.
const NARROW: u16 = 32;

/// The columns of a form.
#[derive(Clone, Copy, Debug)]
pub(super) struct Columns {
    pub(super) label: u16,
    /// Whether labels have room for the marks of groups.
    pub(super) has_groups: bool,
    /// Where editors begin, from the left.
    pub(super) editor: u16,
    pub(super) editor_width: u16,
    /// Where hints begin.
    pub(super) hint: u16,
    pub(super) hint_width: u16,
}

/// What one row takes, in lines.
#[derive(Debug, Default)]
pub(super) struct Lines {
    /// Of the editor.
    pub(super) editor: usize,
    pub(super) hints: Vec<String>,
    pub(super) errors: Vec<String>,
    /// The field for the key of a new member.
    pub(super) new_key: bool,
}

impl Lines {
    pub(super) fn height(&self) -> usize {
        self.editor + self.hints.len() + self.errors.len() + usize::from(self.new_key)
    }
}

impl FormPane {
    pub(super) fn columns(&self, width: u16) -> Columns {
        let rows = || self.shown.iter().map(|at| &self.rows[*at]);
        let has_groups = rows().any(|row| row.is_group);
        let longest =
            rows().map(|row| indent(row, has_groups) + ink::columns(&row.label)).max().unwrap_or_default();
        // Where there is much room labels have a third of it.
        let most = LABEL.max(width / 3).min(width * 2 / 5).max(6);
        let label = u16::try_from(longest).unwrap_or(most).min(most);
        // A whole without members has no name.
        let label = if label == 0 { 0 } else { label.max(4) };
        let editor = (MARKS + label + if label == 0 { 0 } else { GAP }).min(width);
        let editor_width = width - editor;
        let hint = if editor_width < NARROW { (MARKS + GAP).min(width) } else { editor };
        Columns { label, has_groups, editor, editor_width, hint, hint_width: width - hint }
    }

    /// How many lines the row at `place` of those that are shown takes.
    pub(super) fn lines(
        &self,
        place: usize,
        columns: Columns,
        problems: &Problems<'_>,
        focused: bool,
    ) -> Lines {
        let at = self.shown[place];
        let row = &self.rows[at];
        let mut lines = Lines { editor: self.editor_height(row), ..Lines::default() };
        let width = usize::from(columns.hint_width);
        if place == self.focus && focused {
            let mut hints = say::hints(row);
            if indent(row, columns.has_groups) + ink::columns(&row.label) > usize::from(columns.label) {
                hints = if hints.is_empty() { row.label.clone() } else { format!("{}: {hints}", row.label) };
            }
            lines.hints = cut(&hints, width, MOST_HINTS);
        }
        if let Some(told) = problems.at.get(&place) {
            lines.errors = cut(&told.join("; "), width, MOST_HINTS);
        }
        // A new key is typed where its member will be.
        lines.new_key = self.editing.as_ref().is_some_and(|editing| {
            editing.target == Target::NewKey && self.last_below(&editing.id) == Some(place)
        });
        lines
    }

    /// Which of the rows that are shown is the last that is below a row, or is it.
    fn last_below(&self, id: &RowId) -> Option<usize> {
        let end = self.rows.iter().find(|row| row.id == *id)?.end;
        self.shown.iter().rposition(|at| *at < end)
    }

    fn editor_height(&self, row: &Row) -> usize {
        if let Some(editing) = self.editing.as_ref().filter(|editing| editing.id == row.id) {
            return match editing.target {
                Target::Text | Target::Json => editing.field.height().clamp(1, MOST_TYPED),
                _ => 1,
            };
        }
        let draft = self.drafts.get(&row.id).map(|draft| draft.text.as_str());
        match &row.node.kind {
            Kind::String { value: Some(text), .. } => text.matches('\n').count() + 1,
            Kind::Raw { raw, .. } => draft.or(raw.as_deref()).unwrap_or_default().matches('\n').count() + 1,
            _ => 1,
        }
        .min(MOST_SHOWN)
    }

    /// What is wrong, by the rows that show it. A field that nobody was at is not blamed for being empty.
    pub(super) fn problems(&self) -> Problems<'_> {
        let mut places: HashMap<&str, usize> = HashMap::new();
        for (place, at) in self.shown.iter().enumerate() {
            let row = &self.rows[*at];
            if row.id.option.is_none() {
                places.insert(&row.id.pointer, place);
            }
        }
        let mut problems = Problems::default();
        for error in &self.errors {
            let is_told =
                error.keyword != "required" || self.shows_all || self.touched.contains(&error.pointer);
            if !is_told {
                continue;
            }
            let mut pointer = error.pointer.as_str();
            loop {
                if let Some(place) = places.get(pointer) {
                    problems.at.entry(*place).or_default().push(&error.message);
                    break;
                }
                match pointer.rsplit_once('/') {
                    Some((above, _)) => pointer = above,
                    None => {
                        problems.whole.push(&error.message);
                        break;
                    }
                }
            }
        }
        problems
    }
}

/// What is wrong, by places among the rows that are shown, and with the whole.
#[derive(Debug, Default)]
pub(super) struct Problems<'p> {
    pub(super) at: HashMap<usize, Vec<&'p str>>,
    pub(super) whole: Vec<&'p str>,
}

/// How far a label is moved to the right.
pub(super) fn indent(row: &Row, has_groups: bool) -> usize {
    row.depth.min(8) * 2 + if has_groups { 2 } else { 0 }
}

/// A text in few lines; the last says when there is more.
pub(super) fn cut(text: &str, width: usize, most: usize) -> Vec<String> {
    if text.is_empty() || width == 0 {
        return Vec::new();
    }
    let mut lines = wrap(text, width, most + 1);
    if lines.len() > most {
        lines.truncate(most);
        if let Some(last) = lines.last_mut() {
            *last = crate::text::fit(&format!("{}…", last.trim_end()), width);
        }
    }
    for line in &mut lines {
        line.truncate(line.trim_end().len());
    }
    lines
}
