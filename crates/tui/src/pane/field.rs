//! A text that is being typed: one line or several, with a cursor between its graphemes.
//!
//! What is typed is kept as it is; what of it would act on the terminal is only shown as something else.

mod caret;
#[cfg(test)]
pub(super) mod tests;

use super::Taken;
use super::ink::Pen;
use crate::theme::Theme;
use caret::Caret;
use crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Modifier;
use std::cell::Cell;

/// A text and the cursor in it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Field {
    text: String,
    caret: Caret,
    is_multi: bool,
    /// The first row and column that are shown. Only drawing knows how many there is room for.
    view: Cell<(usize, usize)>,
}

impl Field {
    /// A field of one line with the cursor behind `text`.
    pub(crate) fn new(text: &str) -> Self {
        let mut field = Field::default();
        field.set_text(text);
        field
    }

    /// The same as one line: Enter is not its key.
    pub(crate) fn single_line(mut self) -> Self {
        self.is_multi = false;
        self
    }

    /// The same as several lines.
    pub(crate) fn multi_line(mut self) -> Self {
        self.is_multi = true;
        self
    }

    /// The text.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// Replaces the text; the cursor goes behind it.
    pub(crate) fn set_text(&mut self, text: &str) {
        text.clone_into(&mut self.text);
        self.caret = Caret::at(text.len());
        self.view.set((0, 0));
    }

    /// Inserts `text` where the cursor is. A field of one line takes line breaks as blanks.
    pub(crate) fn paste(&mut self, text: &str) {
        let mut text = text.replace("\r\n", "\n").replace('\r', "\n");
        if !self.is_multi {
            text = text.replace('\n', " ");
        }
        self.insert(&text);
    }

    /// Puts the cursor before everything.
    pub(super) fn go_to_start(&mut self) {
        self.caret = Caret::at(0);
    }

    /// Puts the cursor at a line and a column in characters, both counted from 1.
    pub(super) fn go_to(&mut self, line: usize, column: usize) {
        let start = self.text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
        let rest = self.text.get(start..).unwrap_or_default();
        let rest = rest.split('\n').next().unwrap_or_default();
        let offset = rest.char_indices().nth(column.saturating_sub(1)).map_or(rest.len(), |(at, _)| at);
        self.caret = Caret::at(caret::floor(&self.text, start + offset));
    }

    /// The line in which the cursor is, up to the cursor.
    pub(super) fn line_before(&self) -> &str {
        &self.text[self.caret.line_start(&self.text)..self.caret.at]
    }

    /// How many lines the text has.
    pub(super) fn height(&self) -> usize {
        self.text.matches('\n').count() + 1
    }

    /// Whether the cursor is in the first or the last line.
    pub(super) fn is_at_edge(&self, is_up: bool) -> bool {
        if is_up {
            !self.text[..self.caret.at].contains('\n')
        } else {
            !self.text[self.caret.at..].contains('\n')
        }
    }

    /// Does what a key says.
    pub(crate) fn handle(&mut self, key: KeyEvent) -> Taken {
        if key.kind == KeyEventKind::Release {
            return Taken::No;
        }
        let modifiers = key.modifiers;
        let (ctrl, alt) = (modifiers.contains(KeyModifiers::CONTROL), modifiers.contains(KeyModifiers::ALT));
        // Where a layout needs AltGr for a character, it comes as both.
        let is_typed = ctrl == alt;
        let text = &self.text;
        match key.code {
            KeyCode::Char(c) if is_typed && !c.is_control() => self.insert(c.encode_utf8(&mut [0; 4])),
            KeyCode::Enter if self.is_multi && !ctrl => self.insert("\n"),
            KeyCode::Char('j') if self.is_multi && ctrl => self.insert("\n"),
            KeyCode::Left if ctrl || alt => self.caret.to(caret::word_before(text, self.caret.at)),
            KeyCode::Char('b') if alt => self.caret.to(caret::word_before(text, self.caret.at)),
            KeyCode::Right if ctrl || alt => self.caret.to(caret::word_after(text, self.caret.at)),
            KeyCode::Char('f') if alt => self.caret.to(caret::word_after(text, self.caret.at)),
            KeyCode::Left => self.caret.to(caret::before(text, self.caret.at)),
            KeyCode::Right => self.caret.to(caret::after(text, self.caret.at)),
            KeyCode::Home if ctrl => self.caret.to(0),
            KeyCode::End if ctrl => self.caret.to(text.len()),
            KeyCode::Home => self.caret.to(self.caret.line_start(text)),
            KeyCode::Char('a') if ctrl => self.caret.to(self.caret.line_start(text)),
            KeyCode::End => self.caret.to(self.caret.line_end(text)),
            KeyCode::Char('e') if ctrl => self.caret.to(self.caret.line_end(text)),
            KeyCode::Up if self.is_multi => self.caret.rows(text, -1),
            KeyCode::Down if self.is_multi => self.caret.rows(text, 1),
            KeyCode::PageUp if self.is_multi => self.caret.rows(text, -10),
            KeyCode::PageDown if self.is_multi => self.caret.rows(text, 10),
            KeyCode::Char('w') if ctrl => self.cut(caret::word_before(text, self.caret.at), self.caret.at),
            KeyCode::Backspace if ctrl || alt => {
                self.cut(caret::word_before(text, self.caret.at), self.caret.at);
            }
            KeyCode::Backspace => self.cut(caret::before(text, self.caret.at), self.caret.at),
            KeyCode::Char('h') if ctrl => self.cut(caret::before(text, self.caret.at), self.caret.at),
            KeyCode::Char('d') if alt => self.cut(self.caret.at, caret::word_after(text, self.caret.at)),
            KeyCode::Delete => self.cut(self.caret.at, caret::after(text, self.caret.at)),
            KeyCode::Char('d') if ctrl => self.cut(self.caret.at, caret::after(text, self.caret.at)),
            KeyCode::Char('u') if ctrl => self.cut(self.caret.line_start(text), self.caret.at),
            _ => return Taken::No,
        }
        Taken::Yes
    }

    /// Draws the part of the text that is around the cursor.
    pub(crate) fn draw(&self, theme: &Theme, focused: bool, area: Rect, buffer: &mut Buffer) {
        let area = area.intersection(buffer.area);
        if area.is_empty() {
            return;
        }
        let style = if focused { theme.text().add_modifier(Modifier::UNDERLINED) } else { theme.text() };
        if focused {
            buffer.set_style(area, style);
        }
        let (top, left) = self.window(area);
        let (at, _) = self.caret.place(&self.text);
        let lines = self.text.split('\n').enumerate().skip(top);
        for ((number, line), y) in lines.zip(area.top()..area.bottom()) {
            let row = Rect { y, height: 1, ..area };
            // Only the line with the cursor goes to the side: the others stay to be read.
            Pen::new(buffer, row, if number == at { left } else { 0 }).put(line, style).end(theme.dim());
        }
    }

    /// Where the terminal's cursor is to stand when the field is drawn into `area`.
    pub(crate) fn cursor(&self, area: Rect) -> Option<Position> {
        if area.is_empty() {
            return None;
        }
        let (top, left) = self.window(area);
        let (row, column) = self.caret.place(&self.text);
        let x = area.x + u16::try_from(column - left).ok()?.min(area.width - 1);
        let y = area.y + u16::try_from(row - top).ok()?.min(area.height - 1);
        Some(Position { x, y })
    }

    /// The first row and column to be shown so that the cursor is seen.
    fn window(&self, area: Rect) -> (usize, usize) {
        let (row, column) = self.caret.place(&self.text);
        let (width, height) = (usize::from(area.width), usize::from(area.height));
        let (mut top, mut left) = self.view.get();
        top = top.clamp((row + 1).saturating_sub(height), row);
        // No more is scrolled than the text and the cursor behind it need.
        let rows = self.height();
        top = top.min(rows.saturating_sub(height));
        let longest = super::ink::columns(self.caret.line(&self.text)) + 1;
        left = left.min(longest.saturating_sub(width));
        // The mark of what is cut off must not hide where one types.
        let margin = usize::from(width > 4);
        if column < left + margin {
            left = column.saturating_sub(width / 3);
        } else if column + margin >= left + width && column + 1 < longest || column >= left + width {
            left = (column + 1 + margin).saturating_sub(width).min(longest.saturating_sub(width)).min(column);
        }
        self.view.set((top, left));
        (top, left)
    }

    fn insert(&mut self, text: &str) {
        self.text.insert_str(self.caret.at, text);
        let end = self.caret.at + text.len();
        // What was typed may have joined what is behind it to one grapheme.
        self.caret.to(caret::ceil(&self.text, end));
    }

    fn cut(&mut self, from: usize, to: usize) {
        self.text.replace_range(from..to, "");
        self.caret.to(caret::floor(&self.text, from));
    }
}
