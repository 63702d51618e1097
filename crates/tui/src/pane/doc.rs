//! A document to read: JSON laid out and foldable, or plain text.
//!
//! Only the lines that are seen are made, so that one of many megabytes opens and scrolls at once. What
//! would act on the terminal is shown as a picture of it.

mod colour;
mod find;
mod keys;
#[cfg(test)]
mod tests;

use super::ink::Pen;
use crate::theme::Theme;
use bytes::Bytes;
use find::Found;
use mcp_inspector_core::doc::{Doc, FoldWish, Folds};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use unicode_segmentation::UnicodeSegmentation as _;

/// The columns before the text: where the cursor is, and whether a block is folded.
const GUTTER: u16 = 2;

/// A document, what of it is folded, and where one is in it.
#[derive(Debug)]
pub(crate) struct DocPane {
    doc: Doc,
    wish: FoldWish,
    folds: Folds,
    /// Which of the lines that are not folded away the cursor is on.
    cursor: usize,
    /// Which of them is the first that is shown.
    top: usize,
    /// How many columns are left of what is shown.
    left: usize,
    /// Where it was drawn last.
    area: Rect,
    found: Found,
    /// A `g` was pressed, and a second one goes to the start.
    is_going: bool,
    /// How many lines drawing has asked for.
    #[cfg(test)]
    asked: usize,
}

impl DocPane {
    /// A text that is JSON; one that is not is shown as it is.
    pub(crate) fn json(text: Bytes) -> Self {
        DocPane::of(Doc::new(text))
    }

    /// A text as it is, with its own lines.
    pub(crate) fn plain(text: Bytes) -> Self {
        DocPane::of(Doc::plain(text))
    }

    fn of(doc: Doc) -> Self {
        DocPane {
            doc,
            wish: FoldWish::default(),
            folds: Folds::default(),
            cursor: 0,
            top: 0,
            left: 0,
            area: Rect::ZERO,
            found: Found::default(),
            is_going: false,
            #[cfg(test)]
            asked: 0,
        }
    }

    /// How many lines drawing has asked for.
    #[cfg(test)]
    pub(crate) fn asked(&self) -> usize {
        self.asked
    }

    /// How many lines there are that are not folded away.
    fn total(&self) -> usize {
        self.doc.len() - self.folds.hidden()
    }

    /// How many lines there are, of which some may be folded away.
    pub(crate) fn len(&self) -> usize {
        self.doc.len()
    }

    /// How many lines are seen at once.
    fn height(&self) -> usize {
        usize::from(self.area.height).max(1)
    }

    /// The number of the line that the cursor is on.
    fn line(&self) -> usize {
        self.folds.number_of(self.cursor)
    }

    /// Where the cursor is, for the frame around it.
    pub(crate) fn position(&self) -> String {
        let lines = format!("line {}/{}", (self.line() + 1).min(self.doc.len()), self.doc.len());
        match self.found.position(self.line()) {
            Some(matches) => format!("{matches}  {lines}"),
            None => lines,
        }
    }

    /// What the cursor is on: the block that begins there or ends there, else the line. Of JSON it is the
    /// value alone, without its key.
    pub(crate) fn selected_text(&self) -> String {
        let line = self.line();
        if !self.doc.is_json() {
            return self.doc.whole_line(line).unwrap_or_default();
        }
        let (first, last) = match self.doc.end_of_block(line) {
            Some(end) => (line, end),
            None => {
                let opener = self.doc.around(line).into_iter().next_back();
                let closes = opener.filter(|opener| self.doc.end_of_block(*opener) == Some(line));
                (closes.unwrap_or(line), line)
            }
        };
        let lines: Vec<String> = (first..=last).filter_map(|number| self.doc.whole_line(number)).collect();
        let indent = lines.first().map_or(0, |line| line.len() - line.trim_start().len());
        let lines: Vec<&str> = lines.iter().map(|line| line.get(indent..).unwrap_or(line)).collect();
        let text = lines.join("\n");
        let text = text.strip_suffix(',').unwrap_or(&text);
        text[colour::key_length(text)..].to_owned()
    }

    /// Moves what is seen; the cursor stays in sight.
    pub(crate) fn scroll(&mut self, by: i32) {
        let last = self.total().saturating_sub(self.height());
        self.top = shifted(self.top, by).min(last);
        self.cursor = self.cursor.clamp(self.top, self.top + self.height() - 1);
        self.clamp();
    }

    /// Goes to where one was in another document.
    pub(crate) fn stay_at(&mut self, other: &DocPane) {
        (self.cursor, self.top, self.left, self.area) = (other.cursor, other.top, other.left, other.area);
        self.clamp();
    }

    /// Puts the cursor on the line that was drawn there; at its marker the block is folded or opened.
    pub(crate) fn click(&mut self, row: u16, column: u16) {
        if !self.area.contains((column, row).into()) {
            return;
        }
        let place = self.top + usize::from(row - self.area.y);
        if place < self.total() {
            self.cursor = place;
            if column < self.area.x + GUTTER {
                self.toggle();
            }
        }
    }

    /// Goes to a line that may be folded away, and opens what it is in.
    fn reveal(&mut self, line: usize) {
        let hidden: Vec<usize> =
            self.doc.around(line).into_iter().filter(|opener| self.folds.end_of(*opener).is_some()).collect();
        for opener in hidden {
            self.fold(opener, false);
        }
        // Blocks inside of folded ones are folded as well, when all are.
        while self.folds.number_of(self.folds.place_of(line)) != line {
            let opener = self.folds.number_of(self.folds.place_of(line));
            self.fold(opener, false);
        }
        self.cursor = self.folds.place_of(line);
        self.show_cursor();
    }

    /// Folds or opens the block that a line opens; the cursor stays on its line or on what hides it.
    fn fold(&mut self, line: usize, is_folded: bool) {
        let cursor = self.line();
        self.wish.folded.retain(|one| *one != line);
        self.wish.open.retain(|one| *one != line);
        if is_folded {
            self.wish.folded.push(line);
        } else if self.wish.all {
            self.wish.open.push(line);
        }
        self.folds = self.doc.folds(&self.wish);
        self.cursor = self.folds.place_of(cursor);
        self.clamp();
    }

    /// Folds the block that the line of the cursor opens, or opens it; false when it opens none.
    fn toggle(&mut self) -> bool {
        let line = self.line();
        if self.doc.end_of_block(line).is_none() {
            return false;
        }
        self.fold(line, self.folds.end_of(line).is_none());
        true
    }

    /// Folds every block but the outermost, or opens all of them.
    fn toggle_all(&mut self) {
        let cursor = self.line();
        let is_folded = self.folds.hidden() > 0;
        self.wish = FoldWish { all: !is_folded, ..FoldWish::default() };
        self.folds = self.doc.folds(&self.wish);
        self.cursor = self.folds.place_of(cursor);
        self.show_cursor();
    }

    fn clamp(&mut self) {
        self.cursor = self.cursor.min(self.total().saturating_sub(1));
        self.top = self.top.min(self.cursor);
    }

    /// Scrolls so far that the cursor is seen.
    fn show_cursor(&mut self) {
        self.clamp();
        self.top = self.top.max((self.cursor + 1).saturating_sub(self.height()));
    }

    /// Draws the lines that there is room for.
    pub(crate) fn draw(&mut self, theme: &Theme, focused: bool, area: Rect, buffer: &mut Buffer) {
        let area = area.intersection(buffer.area);
        let was_seen = self.cursor < self.top + self.height();
        self.area = area;
        if was_seen {
            self.show_cursor();
        }
        self.clamp();
        self.top = self.top.min(self.total().saturating_sub(self.height()));
        let window = self.doc.window(self.top, usize::from(area.height), &self.folds);
        #[cfg(test)]
        {
            self.asked += window.lines.len();
        }
        for (row, y) in (area.top()..area.bottom()).enumerate().take(window.lines.len()) {
            let is_cursor = self.top + row == self.cursor;
            if is_cursor && area.width > 0 {
                let style = if focused { theme.accent() } else { theme.dim() };
                buffer.set_stringn(area.x, y, if focused { "▌" } else { "▏" }, 1, style);
            }
            if window.ends[row].is_some() && area.width > 1 {
                let marker = if window.folded[row] { "▸" } else { "▾" };
                buffer.set_stringn(area.x + 1, y, marker, 1, theme.dim());
            }
            let gutter = GUTTER.min(area.width);
            let rest = Rect { x: area.x + gutter, y, width: area.width - gutter, height: 1 };
            let hidden =
                window.ends[row].filter(|_| window.folded[row]).map(|end| end - window.numbers[row] - 1);
            self.draw_line(theme, &window.lines[row], hidden, rest, buffer);
        }
    }

    fn draw_line(&self, theme: &Theme, line: &str, hidden: Option<usize>, area: Rect, buffer: &mut Buffer) {
        let line = expanded(line);
        // What is far to the right cannot be seen; a grapheme has no bounds, but few have many bytes.
        let most = (self.left + usize::from(area.width)).saturating_mul(16);
        let spans = if self.doc.is_json() { colour::spans(&line, most, theme) } else { Vec::new() };
        let matches = self.found.ranges(&line);
        let (mut spans, mut matches) = (spans.into_iter().peekable(), matches.into_iter().peekable());
        let mut pen = Pen::new(buffer, area, self.left);
        for (at, grapheme) in line.grapheme_indices(true) {
            if pen.is_full() {
                pen.cut();
                break;
            }
            while spans.next_if(|(range, _)| range.end <= at).is_some() {}
            while matches.next_if(|range| range.end <= at).is_some() {}
            let span = spans.peek().filter(|(range, _)| range.contains(&at));
            let mut style: Style = span.map_or(theme.text(), |(_, style)| *style);
            if matches.peek().is_some_and(|range| range.contains(&at)) {
                style = style.add_modifier(Modifier::REVERSED);
            }
            pen.put_one(grapheme, style);
        }
        if let Some(hidden) = hidden {
            pen.put(&format!("  {}", crate::text::count(hidden, "line", "lines")), theme.dim());
        }
        pen.end(theme.dim());
    }
}

/// A line with blanks for its tabs.
fn expanded(line: &str) -> std::borrow::Cow<'_, str> {
    if line.contains('\t') { line.replace('\t', "    ").into() } else { line.into() }
}

fn shifted(place: usize, by: i32) -> usize {
    let size = usize::try_from(by.unsigned_abs()).unwrap_or(usize::MAX);
    if by < 0 { place.saturating_sub(size) } else { place.saturating_add(size) }
}
