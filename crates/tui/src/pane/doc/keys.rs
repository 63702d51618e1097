//! What keys do in a document.

use super::{DocPane, Found, GUTTER};
use crate::pane::Taken;
use crate::pane::ink::columns;
use crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

/// How many columns one step to the side goes.
const SIDE: usize = 8;

impl DocPane {
    /// Does what a key says.
    pub(crate) fn handle(&mut self, key: KeyEvent) -> Taken {
        if key.kind == KeyEventKind::Release {
            return Taken::No;
        }
        let was_going = std::mem::take(&mut self.is_going);
        let is_control = key.modifiers.contains(KeyModifiers::CONTROL);
        if key.modifiers.contains(KeyModifiers::ALT) {
            return Taken::No;
        }
        let (page, half) = (self.height().saturating_sub(1).max(1), (self.height() / 2).max(1));
        match key.code {
            KeyCode::Char('d') if is_control => self.go(self.cursor.saturating_add(half)),
            KeyCode::Char('u') if is_control => self.go(self.cursor.saturating_sub(half)),
            _ if is_control => return Taken::No,
            KeyCode::Char('j') | KeyCode::Down => self.go(self.cursor + 1),
            KeyCode::Char('k') | KeyCode::Up => self.go(self.cursor.saturating_sub(1)),
            KeyCode::PageDown => self.go(self.cursor.saturating_add(page)),
            KeyCode::PageUp => self.go(self.cursor.saturating_sub(page)),
            KeyCode::Char('g') if was_going => self.go(0),
            KeyCode::Char('g') => self.is_going = true,
            KeyCode::Home => self.go(0),
            KeyCode::Char('G') | KeyCode::End => self.go(usize::MAX),
            KeyCode::Char('l') | KeyCode::Right => self.right(),
            KeyCode::Char('h') | KeyCode::Left => self.left(),
            KeyCode::Char('>') => self.left = (self.left + SIDE).min(self.widest()),
            KeyCode::Char('<') => self.left = self.left.saturating_sub(SIDE),
            KeyCode::Char('0') => self.left = 0,
            KeyCode::Enter => {
                if !self.toggle() {
                    return Taken::No;
                }
            }
            KeyCode::Char('f') if self.doc.is_json() => self.toggle_all(),
            KeyCode::Char('n') if !self.found.is_empty() => self.next_match(self.line() + 1),
            KeyCode::Char('N') if !self.found.is_empty() => {
                if let Some(line) = self.found.before(self.line()) {
                    self.show_match(line);
                }
            }
            _ => return Taken::No,
        }
        Taken::Yes
    }

    /// Searches for a text and goes to the first line that has it, from the cursor on. Nothing to search
    /// for ends the search. False when no line has it.
    pub(crate) fn search(&mut self, needle: &str) -> bool {
        self.found = Found::new(&self.doc, needle);
        self.next_match(self.line());
        !self.found.is_empty()
    }

    fn next_match(&mut self, from: usize) {
        if let Some(line) = self.found.from(from) {
            self.show_match(line);
        }
    }

    /// Goes to a line with a match, and to the side as far as that is.
    fn show_match(&mut self, line: usize) {
        self.reveal(line);
        let text = self.doc.line(line).unwrap_or_default();
        let text = super::expanded(&text);
        if let Some(range) = self.found.ranges(&text).into_iter().next() {
            let (from, width) = (columns(&text[..range.start]), self.text_width());
            let to = from + columns(&text[range]);
            if from < self.left || to > self.left + width {
                self.left = if to <= width { 0 } else { from.saturating_sub(width / 3) };
            }
        }
    }

    fn go(&mut self, place: usize) {
        self.cursor = place;
        self.show_cursor();
    }

    /// Opens a block; where there is none to open, what is seen moves to the side.
    fn right(&mut self) {
        let line = self.line();
        if self.folds.end_of(line).is_some() {
            self.fold(line, false);
        } else if self.widest() > 0 {
            self.left = (self.left + SIDE).min(self.widest().max(self.left));
        }
    }

    /// Moves what is seen back; then folds a block, or goes to the block around.
    fn left(&mut self) {
        let line = self.line();
        if self.left > 0 {
            self.left = self.left.saturating_sub(SIDE);
        } else if self.doc.end_of_block(line).is_some() && self.folds.end_of(line).is_none() {
            self.fold(line, true);
        } else if let Some(opener) = self.doc.around(line).pop() {
            self.reveal(opener);
        }
    }

    fn text_width(&self) -> usize {
        usize::from(self.area.width.saturating_sub(GUTTER)).max(1)
    }

    /// How far to the side the longest of the lines that are seen goes.
    fn widest(&self) -> usize {
        let window = self.doc.window(self.top, self.height(), &self.folds);
        let longest =
            window.lines.iter().map(|line| columns(&super::expanded(line))).max().unwrap_or_default();
        longest.saturating_sub(self.text_width())
    }
}
