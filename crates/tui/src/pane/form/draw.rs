//! A form on the screen.

use super::layout::{Columns, Lines, MARKS, indent};
use super::row::{Adds, Row};
use super::typing::Target;
use super::{FormDid, FormPane, editor, layout};
use crate::pane::ink::{self, Pen};
use crate::theme::Theme;
use mcp_inspector_core::form::Kind;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;

/// What of the form is seen, and where.
#[derive(Debug, Default)]
pub(super) struct View {
    /// Where the form was drawn last, and the rows in it.
    area: Rect,
    list: Rect,
    /// Which of its lines is the first that is seen.
    top: usize,
    /// Whether the row with the focus is to be seen.
    pub(super) follows: bool,
    /// Which row each line of the screen belongs to.
    rows: Vec<Option<usize>>,
    /// Where the list to pick from is.
    pub(super) pick: Rect,
    cursor: Option<Position>,
    /// How many rows are below those that are seen.
    below: usize,
}

impl View {
    /// How many lines are seen at once.
    pub(super) fn page(&self) -> usize {
        usize::from(self.list.height).max(2)
    }
}

impl FormPane {
    /// Where the terminal's cursor is to stand after the last drawing.
    pub(crate) fn cursor(&self) -> Option<Position> {
        self.view.cursor
    }

    /// How many rows are below those that the last drawing showed.
    pub(crate) fn below(&self) -> usize {
        self.view.below
    }

    /// Moves what is seen.
    pub(crate) fn scroll(&mut self, by: i32) {
        self.view.follows = false;
        let size = usize::try_from(by.unsigned_abs()).unwrap_or(usize::MAX);
        let top = self.view.top;
        self.view.top = if by < 0 { top.saturating_sub(size) } else { top.saturating_add(size) };
    }

    /// A click at a row and a column of the screen: it moves the focus, and once more on the same row it is Enter.
    /// Whoever only comes to the pane by it changes nothing.
    pub(crate) fn click(&mut self, row: u16, column: u16) -> FormDid {
        let at = Position { x: column, y: row };
        if self.pick.is_some() {
            if self.view.pick.contains(at) {
                return self.pick_row(row);
            }
            self.pick = None;
            return FormDid::Nothing;
        }
        if let Some(json) = &mut self.json {
            json.is_editing |= self.view.area.contains(at);
            return FormDid::Nothing;
        }
        if !self.view.list.contains(at) {
            return FormDid::NotMine;
        }
        let place = self.view.rows.get(usize::from(row - self.view.list.y)).copied().flatten();
        let hit = place.and_then(|place| self.shown.get(place)).map(|at| &self.rows[*at]);
        // To begin to type changes nothing.
        let is_meant = hit.is_some_and(|row| row.is_typed() || self.clicked.as_ref() == Some(&row.id));
        self.clicked = hit.map(|row| row.id.clone());
        match place {
            Some(place) if place == self.focus => {
                if self.editing.is_none() && is_meant {
                    self.act(false)
                } else {
                    FormDid::Nothing
                }
            }
            Some(place) => {
                self.leave();
                self.go(place);
                FormDid::Nothing
            }
            None => FormDid::Nothing,
        }
    }

    /// Draws the form.
    pub(crate) fn draw(&mut self, theme: &Theme, focused: bool, area: Rect, buffer: &mut Buffer) {
        let area = area.intersection(buffer.area);
        self.view.area = area;
        self.view.cursor = None;
        self.view.rows.clear();
        self.view.below = 0;
        if area.is_empty() {
            return;
        }
        let rest = self.draw_notes(theme, area, buffer);
        if self.json.is_some() {
            self.draw_json(theme, focused, rest, buffer);
        } else {
            self.draw_rows(theme, focused, rest, buffer);
        }
    }

    /// How many lines it would take, or `most` where it takes that and more.
    pub(crate) fn height(&self, width: u16, most: usize) -> usize {
        if self.json.is_some() || self.shown.len() >= most {
            return most;
        }
        let (columns, problems) = (self.columns(width), self.problems());
        let lines = (0..self.shown.len()).map(|place| self.lines(place, columns, &problems, true).height());
        lines.sum::<usize>().min(most)
    }

    /// Whether there is nothing to fill in: an object without members stands alone.
    fn is_bare(&self) -> bool {
        let is_empty = |row: &Row| matches!(row.node.kind, Kind::Object { .. }) && row.below.1 == 0;
        self.rows.len() == 1 && self.rows.first().is_some_and(is_empty)
    }

    /// What is to be known about the form as a whole, above it.
    fn draw_notes(&self, theme: &Theme, area: Rect, buffer: &mut Buffer) -> Rect {
        let mut notes: Vec<(String, Style)> = Vec::new();
        if let Some(reason) = &self.reason {
            notes.push((format!("no form: {reason}"), theme.warn()));
        }
        if let Some(reason) = &self.unchecked {
            // It says itself whether anything is checked.
            notes.push((reason.clone(), theme.dim()));
        }
        if let Some(note) = &self.note {
            notes.push((note.clone(), theme.warn()));
        }
        let problems = self.problems();
        if self.json.is_some() {
            let first = self.errors.first().filter(|error| error.keyword == super::SYNTAX || self.shows_all);
            let others = self.errors.iter().filter(|error| error.keyword != "required");
            notes.extend(first.into_iter().chain(others).take(1).map(|error| {
                let place =
                    if error.pointer.is_empty() { String::new() } else { format!("{}: ", error.pointer) };
                (format!("! {place}{}", error.message), theme.error())
            }));
        } else if !problems.whole.is_empty() {
            notes.push((format!("! {}", problems.whole.join("; ")), theme.error()));
        }
        let mut rest = area;
        for (note, style) in notes {
            // A third of the room is enough for most reasons as a whole.
            for line in layout::cut(&note, usize::from(area.width), usize::from(area.height / 3).max(2)) {
                // The form itself is worth more than what is said about it.
                if rest.height <= 2 {
                    return rest;
                }
                ink::line(buffer, rest, &line, style);
                rest = Rect { y: rest.y + 1, height: rest.height - 1, ..rest };
            }
        }
        rest
    }

    fn draw_json(&mut self, theme: &Theme, focused: bool, area: Rect, buffer: &mut Buffer) {
        let Some(json) = &self.json else { return };
        json.field.draw(theme, false, area, buffer);
        if focused {
            self.view.cursor = json.field.cursor(area);
        }
    }

    fn draw_rows(&mut self, theme: &Theme, focused: bool, area: Rect, buffer: &mut Buffer) {
        if self.editing.is_none() && self.is_bare() {
            self.view.list = area;
            let adds = self.rows.first().is_some_and(|row| row.adds == Adds::Key);
            let words = if adds { "nothing to fill in; M-a adds a member" } else { "nothing to fill in" };
            let mark = if focused { "▌" } else { " " };
            ink::line(buffer, area, &format!("{mark}  {words}"), theme.text());
            return;
        }
        let columns = self.columns(area.width);
        let problems = self.problems();
        let lines: Vec<Lines> =
            (0..self.shown.len()).map(|place| self.lines(place, columns, &problems, focused)).collect();
        let total: usize = lines.iter().map(Lines::height).sum();
        let height = usize::from(area.height);
        let mut top = self.view.top;
        if self.view.follows {
            let typed = lines.iter().position(|lines| lines.new_key).unwrap_or(self.focus);
            let start: usize = lines.iter().take(typed).map(Lines::height).sum();
            let end = start + lines.get(typed).map_or(0, Lines::height);
            top = top.max(end.saturating_sub(height)).min(start);
        }
        top = top.min(total.saturating_sub(height));
        let mut rows = vec![None; height];
        let mut cursor = None;
        let mut anchor = None;
        let mut line = 0usize;
        for (place, lines) in lines.iter().enumerate() {
            let (start, end) = (line, line + lines.height());
            line = end;
            if end <= top {
                continue;
            }
            if start >= top + height {
                break;
            }
            for line in start.max(top)..end.min(top + height) {
                rows[line - top] = Some(place);
            }
            let mut brush = Brush { theme, area, columns, first: start, top, buffer };
            let found = self.draw_row(place, lines, focused, !problems.at.contains_key(&place), &mut brush);
            cursor = cursor.or(found);
            if place == self.focus {
                anchor = Some((area.x + columns.editor, brush.y(0).unwrap_or(area.y)));
            }
        }
        drop(problems);
        let seen = rows.iter().flatten().max().map_or(0, |last| last + 1);
        self.view.below = self.shown.len().saturating_sub(seen);
        self.view.list = area;
        self.view.top = top;
        self.view.rows = rows;
        self.view.cursor = cursor.filter(|_| focused);
        if let (Some(pick), Some(anchor)) = (&mut self.pick, anchor) {
            let (place, found) = pick.draw(theme, anchor, area, buffer);
            self.view.pick = place;
            if focused && found.is_some() {
                self.view.cursor = found;
            }
        }
    }

    /// Draws one row and gives the cursor in it.
    fn draw_row(
        &self,
        place: usize,
        lines: &Lines,
        focused: bool,
        is_fine: bool,
        brush: &mut Brush<'_, '_>,
    ) -> Option<Position> {
        let row = &self.rows[self.shown[place]];
        let theme = brush.theme;
        let is_here = place == self.focus;
        let columns = brush.columns;
        let label_style = if is_here && focused { theme.accent() } else { theme.text() };
        if let Some(line) = brush.line(0, 0, brush.area.width) {
            let mark = if is_here && focused { "▌" } else { " " };
            ink::line(brush.buffer, line, mark, theme.accent());
            let (mark, style) = match (is_fine, is_required(row)) {
                (false, _) => ("!", theme.error()),
                (true, true) => ("*", theme.warn()),
                (true, false) => (" ", theme.text()),
            };
            ink::line(
                brush.buffer,
                Rect { x: line.x + 1, width: line.width.saturating_sub(1), ..line },
                mark,
                style,
            );
        }
        if let Some(line) = brush.line(0, MARKS, columns.label) {
            let most = usize::from(columns.label / 2);
            let blanks =
                " ".repeat((indent(row, columns.has_groups) - 2 * usize::from(columns.has_groups)).min(most));
            let glyph = match (columns.has_groups, row.is_group, row.is_open) {
                (false, ..) => "",
                (true, false, _) => "  ",
                (true, true, true) => "▾ ",
                (true, true, false) => "▸ ",
            };
            let mut pen = Pen::new(brush.buffer, line, 0);
            pen.put(&blanks, theme.text())
                .put(glyph, theme.dim())
                .put(&row.label, label_style)
                .end(label_style);
        }
        let mut cursor = self.draw_editor(row, lines, is_here && focused, brush);
        let mut at = lines.editor;
        for (text, style) in lines
            .hints
            .iter()
            .map(|hint| (hint, theme.dim()))
            .chain(lines.errors.iter().map(|error| (error, theme.error())))
        {
            if let Some(line) = brush.line(at, columns.hint, columns.hint_width) {
                ink::line(brush.buffer, line, text, style);
            }
            at += 1;
        }
        if lines.new_key
            && let (Some(line), Some(editing)) = (brush.line(at, MARKS, brush.area.width), &self.editing)
        {
            let used = ink::line(brush.buffer, line, "new key: ", theme.accent());
            let line = Rect { x: line.x + used, width: line.width - used, ..line };
            editing.field.draw(theme, true, line, brush.buffer);
            cursor = editing.field.cursor(line);
        }
        cursor
    }

    fn draw_editor(
        &self,
        row: &Row,
        lines: &Lines,
        is_here: bool,
        brush: &mut Brush<'_, '_>,
    ) -> Option<Position> {
        let theme = brush.theme;
        let columns = brush.columns;
        let editing =
            self.editing.as_ref().filter(|editing| editing.id == row.id && editing.target != Target::NewKey);
        if let Some(editing) = editing {
            // As far as it is seen: a row can be higher than the screen.
            let seen: Vec<Rect> = (0..lines.editor)
                .filter_map(|line| brush.line(line, columns.editor, columns.editor_width))
                .collect();
            let mut area = *seen.first()?;
            area.height = u16::try_from(seen.len()).unwrap_or(1);
            if editing.target == Target::Rename {
                let used = ink::line(brush.buffer, area, "key: ", theme.accent());
                area = Rect { x: area.x + used, width: area.width - used, ..area };
            }
            editing.field.draw(theme, true, area, brush.buffer);
            return editing.field.cursor(area);
        }
        for (at, (text, style)) in self.editor_lines(row, lines.editor, theme).into_iter().enumerate() {
            if let Some(line) = brush.line(at, columns.editor, columns.editor_width) {
                let mut pen = Pen::new(brush.buffer, line, 0);
                pen.put(&text, style);
                if at == 0 && !self.drafts.contains_key(&row.id) {
                    pen.put(&editor::suffix(row, is_here), theme.dim());
                    // An empty text says that it is.
                    if matches!(row.node.kind, Kind::Number { .. }) && self.is_made_up(row) {
                        pen.put("  made up", theme.warn());
                    }
                }
                pen.end(theme.dim());
            }
        }
        None
    }
}

/// Whether something is missing without it. The whole is always there.
fn is_required(row: &Row) -> bool {
    row.node.required && row.id.level == 0 && row.id.option.is_none() && !row.id.pointer.is_empty()
}

/// Where a row is drawn.
struct Brush<'b, 't> {
    theme: &'t Theme,
    area: Rect,
    columns: Columns,
    /// The first line of the row among all lines of the form, and the first that is seen.
    first: usize,
    top: usize,
    buffer: &'b mut Buffer,
}

impl Brush<'_, '_> {
    /// Where a line of the row is on the screen; none when it is not seen.
    fn y(&self, line: usize) -> Option<u16> {
        let offset = u16::try_from((self.first + line).checked_sub(self.top)?).ok()?;
        (offset < self.area.height).then(|| self.area.y + offset)
    }

    /// A part of a line of the row.
    fn line(&self, line: usize, from: u16, width: u16) -> Option<Rect> {
        let y = self.y(line)?;
        let from = from.min(self.area.width);
        Some(Rect { x: self.area.x + from, y, width: width.min(self.area.width - from), height: 1 })
    }
}
