//! What stands in the editor of a row while nobody types into it.

use super::row::Row;
use super::{FormPane, choice, say};
use crate::theme::Theme;
use mcp_inspector_core::form::{Kind, State};
use ratatui::style::Style;
use std::fmt::Write as _;

impl FormPane {
    /// The lines of the editor, each with its style.
    pub(super) fn editor_lines(&self, row: &Row, most: usize, theme: &Theme) -> Vec<(String, Style)> {
        if let (Some(index), Some(parent)) = (row.id.option, row.parent) {
            let is_checked =
                matches!(&self.rows[parent].node.kind, Kind::Enum { chosen, .. } if chosen.contains(&index));
            return vec![if is_checked {
                ("[x]".to_owned(), theme.ok())
            } else {
                ("[ ]".to_owned(), theme.dim())
            }];
        }
        let ghost = || vec![(say::ghost(row), theme.dim())];
        if let Some(draft) = self.drafts.get(&row.id) {
            return several(&draft.text, most, theme.warn());
        }
        match &row.node.kind {
            _ if row.node.state == State::Null => vec![("null".to_owned(), theme.number())],
            Kind::String { value: Some(text), format: Some(format), .. }
                if format == "password" && !text.is_empty() && !is_variable(text) =>
            {
                vec![("••••••••".to_owned(), theme.text())]
            }
            Kind::String { value: Some(text), .. } if !text.is_empty() => several(text, most, theme.text()),
            Kind::Number { raw: Some(raw), .. } => vec![(raw.clone(), theme.number())],
            Kind::Raw { raw: Some(raw), .. } => several(raw, most, theme.text()),
            Kind::String { .. } | Kind::Number { .. } | Kind::Raw { .. } => ghost(),
            Kind::Enum { multi: false, other: Some(other), .. } => {
                vec![(format!("{other} (not one of the options)"), theme.warn())]
            }
            _ => match choice::picks(row) {
                Some(picks) => match picks.chosen.and_then(|chosen| picks.labels.get(chosen)) {
                    Some(label) => vec![(label.clone(), theme.text())],
                    None => ghost(),
                },
                None => vec![(say::summary(row), theme.dim())],
            },
        }
    }
}

/// What stands behind an editor.
pub(super) fn suffix(row: &Row, is_here: bool) -> String {
    let mut suffix = String::new();
    if let Some(picks) = choice::picks(row).filter(|picks| is_here && picks.labels.len() > 1) {
        let at = picks.chosen.map_or("-".to_owned(), |at| (at + 1).to_string());
        // Writing to a string cannot go wrong.
        let _ = write!(suffix, "  ◂ {at}/{} ▸", picks.labels.len());
    }
    if row.node.is_default && row.id.option.is_none() && row.id.level == 0 {
        suffix.push_str("  default");
    }
    if row.is_extra {
        suffix.push_str("  extra");
    }
    suffix
}

/// Whether a text names a variable, which is no secret.
fn is_variable(text: &str) -> bool {
    text.starts_with("${") && text.find('}') == Some(text.len() - 1)
}

/// The first lines of a text.
fn several(text: &str, most: usize, style: Style) -> Vec<(String, Style)> {
    let count = text.matches('\n').count() + 1;
    let mut lines: Vec<(String, Style)> =
        text.split('\n').take(most).map(|line| (line.to_owned(), style)).collect();
    if let Some((last, _)) = lines.last_mut().filter(|_| count > most) {
        *last = format!("… {} more", crate::text::count(count + 1 - most, "line", "lines"));
    }
    lines
}
