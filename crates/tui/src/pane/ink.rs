//! How text gets onto the screen: cleaned of what acts on a terminal, by graphemes, cut to its columns.

use crate::text::is_unseen;
use mcp_inspector_core::terminal::acts;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use std::borrow::Cow;
use unicode_segmentation::UnicodeSegmentation as _;
use unicode_width::UnicodeWidthStr as _;

/// What stands on the screen for one grapheme: never nothing, and never something that acts.
pub(super) fn shown(grapheme: &str) -> Cow<'_, str> {
    if !grapheme.chars().any(|c| acts(c) || is_unseen(c)) {
        // What has no width would vanish, and the cursor with it.
        return if grapheme.width() == 0 { Cow::Borrowed("\u{b7}") } else { Cow::Borrowed(grapheme) };
    }
    let picture = |c: char| match c {
        '\u{7f}' => '\u{2421}',
        c if u32::from(c) < 0x20 => char::from_u32(0x2400 + u32::from(c)).unwrap_or('\u{fffd}'),
        c if acts(c) => '\u{fffd}',
        // What hangs on a letter unseen is seen as well: tags can say whole sentences.
        c if is_unseen(c) => '\u{b7}',
        c => c,
    };
    // Of an end of a line that is two characters one is enough.
    let seen = if grapheme == "\r\n" { "\n" } else { grapheme };
    Cow::Owned(seen.chars().map(picture).collect())
}

/// How many columns a text takes when it is shown.
pub(super) fn columns(text: &str) -> usize {
    text.graphemes(true).map(|grapheme| shown(grapheme).width()).sum()
}

/// A line that is being written, a part of which is to be seen.
pub(super) struct Pen<'b> {
    buffer: &'b mut Buffer,
    area: Rect,
    /// How many columns of the line are left of the area.
    skip: usize,
    column: usize,
    is_cut: bool,
}

impl<'b> Pen<'b> {
    /// Writes into the first row of `area`, without the first `skip` columns of the line.
    pub(super) fn new(buffer: &'b mut Buffer, area: Rect, skip: usize) -> Self {
        let area = area.intersection(buffer.area);
        Pen { buffer, area, skip, column: 0, is_cut: false }
    }

    /// Whether all that follows would be out of sight.
    pub(super) fn is_full(&self) -> bool {
        self.area.is_empty() || self.column >= self.skip + usize::from(self.area.width)
    }

    /// Says that something of the line is out of sight.
    pub(super) fn cut(&mut self) {
        self.is_cut = true;
    }

    /// Writes on.
    pub(super) fn put(&mut self, text: &str, style: Style) -> &mut Self {
        for grapheme in text.graphemes(true) {
            if self.is_full() {
                self.cut();
                break;
            }
            self.put_one(grapheme, style);
        }
        self
    }

    /// Writes one grapheme.
    pub(super) fn put_one(&mut self, grapheme: &str, style: Style) {
        let shown = shown(grapheme);
        let (from, to) = (self.column, self.column + shown.width());
        self.column = to;
        if to <= self.skip || self.area.is_empty() {
            return;
        }
        let end = self.skip + usize::from(self.area.width);
        let x =
            |column: usize| self.area.x.saturating_add(u16::try_from(column - self.skip).unwrap_or(u16::MAX));
        if to > end {
            self.is_cut = true;
        } else if from < self.skip {
            // Half of a wide character is nothing that could be shown.
            for column in self.skip..to {
                self.buffer[(x(column), self.area.y)].set_symbol(" ").set_style(style);
            }
        } else {
            self.buffer.set_stringn(x(from), self.area.y, shown, usize::MAX, style);
        }
    }

    /// Ends the line: where something was cut off, a mark says so.
    pub(super) fn end(&mut self, mark: Style) -> u16 {
        if !self.area.is_empty() {
            if self.is_cut {
                let mut last = self.area.right() - 1;
                // A mark on the right half of a wide character would split it.
                if last > self.area.x && self.buffer[(last - 1, self.area.y)].symbol().width() > 1 {
                    self.buffer[(last, self.area.y)].set_symbol(" ");
                    last -= 1;
                }
                self.buffer.set_stringn(last, self.area.y, "…", 1, mark);
            }
            if self.skip > 0 && self.column > 0 {
                let first = self.area.x;
                let is_wide = self.buffer[(first, self.area.y)].symbol().width() > 1;
                self.buffer.set_stringn(first, self.area.y, if is_wide { "… " } else { "…" }, 2, mark);
            }
        }
        let used = self.column.saturating_sub(self.skip).min(usize::from(self.area.width));
        u16::try_from(used).unwrap_or(u16::MAX)
    }
}

/// Writes a text into one row of `area` and gives the columns it took.
pub(super) fn line(buffer: &mut Buffer, area: Rect, text: &str, style: Style) -> u16 {
    Pen::new(buffer, area, 0).put(text, style).end(style)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(text: &str, width: u16, skip: usize) -> String {
        let area = Rect::new(0, 0, width, 1);
        let mut buffer = Buffer::empty(area);
        Pen::new(&mut buffer, area, skip).put(text, Style::new()).end(Style::new());
        (0..width).map(|x| buffer[(x, 0)].symbol().to_owned()).collect()
    }

    #[test]
    fn what_is_cut_says_so() {
        assert_eq!(row("hello", 5, 0), "hello");
        assert_eq!(row("hello!", 5, 0), "hell…");
        assert_eq!(row("hello!", 5, 2), "…lo! ");
        assert_eq!(row("", 3, 2), "   ");
        assert_eq!(row("x", 0, 0), "");
    }

    #[test]
    fn nothing_that_acts_is_written() {
        assert_eq!(row("a\u{1b}[1mb\u{9b}\u{202e}\u{7f}", 12, 0), "a\u{241b}[1mb\u{fffd}\u{fffd}\u{2421}   ");
        assert_eq!(row("\u{200b}x", 3, 0), "\u{b7}x ");
        assert_eq!(row("x\u{600}a\rb\u{fe0f}c", 9, 0), "x·a␍b·c  ");
        assert_eq!(row("a\u{e0068}\u{e0069}b\u{fe01}\u{61c}c", 9, 0), "a··b··c  ");
    }
}
