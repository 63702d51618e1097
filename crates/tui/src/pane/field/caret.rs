//! The place of a cursor in a text: always between two graphemes.

use crate::pane::ink::{columns, shown};
use unicode_segmentation::{GraphemeCursor, UnicodeSegmentation as _};
use unicode_width::UnicodeWidthStr as _;

/// Where the cursor is.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Caret {
    /// In bytes.
    pub(super) at: usize,
    /// The column that it keeps to when it goes through lines that are shorter.
    wish: Option<usize>,
}

impl Caret {
    pub(super) fn at(at: usize) -> Self {
        Caret { at, wish: None }
    }

    /// Goes there.
    pub(super) fn to(&mut self, at: usize) {
        *self = Caret::at(at);
    }

    pub(super) fn line_start(self, text: &str) -> usize {
        text[..self.at].rfind('\n').map_or(0, |at| at + 1)
    }

    pub(super) fn line_end(self, text: &str) -> usize {
        text[self.at..].find('\n').map_or(text.len(), |offset| self.at + offset)
    }

    pub(super) fn line(self, text: &str) -> &str {
        &text[self.line_start(text)..self.line_end(text)]
    }

    /// The row, and the column on the screen.
    pub(super) fn place(self, text: &str) -> (usize, usize) {
        let row = text[..self.at].matches('\n').count();
        (row, columns(&text[self.line_start(text)..self.at]))
    }

    /// Goes some rows down or up; beyond the ends it goes to them.
    pub(super) fn rows(&mut self, text: &str, by: i32) {
        let (row, column) = self.place(text);
        let wish = self.wish.unwrap_or(column);
        let wanted = i64::try_from(row).unwrap_or(i64::MAX).saturating_add(i64::from(by));
        let Ok(wanted) = usize::try_from(wanted) else {
            self.to(0);
            return;
        };
        let mut start = 0;
        for line in text.split('\n').take(wanted) {
            start += line.len() + 1;
        }
        let Some(rest) = text.get(start..) else {
            self.to(text.len());
            return;
        };
        let line = rest.split('\n').next().unwrap_or_default();
        let mut at = start;
        let mut used = 0;
        for grapheme in line.graphemes(true) {
            used += shown(grapheme).width();
            if used > wish {
                break;
            }
            at += grapheme.len();
        }
        *self = Caret { at, wish: Some(wish) };
    }
}

/// The boundary before `at`.
pub(super) fn before(text: &str, at: usize) -> usize {
    GraphemeCursor::new(at, text.len(), true).prev_boundary(text, 0).ok().flatten().unwrap_or(0)
}

/// The boundary after `at`.
pub(super) fn after(text: &str, at: usize) -> usize {
    GraphemeCursor::new(at, text.len(), true).next_boundary(text, 0).ok().flatten().unwrap_or(text.len())
}

/// The last boundary that is not after `at`.
pub(super) fn floor(text: &str, at: usize) -> usize {
    if is_boundary(text, at) { at } else { before(text, down(text, at)) }
}

/// The first boundary that is not before `at`.
pub(super) fn ceil(text: &str, at: usize) -> usize {
    if is_boundary(text, at) { at } else { after(text, down(text, at)) }
}

fn down(text: &str, at: usize) -> usize {
    (0..=at.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0)
}

fn is_boundary(text: &str, at: usize) -> bool {
    text.is_char_boundary(at)
        && GraphemeCursor::new(at, text.len(), true).is_boundary(text, 0).unwrap_or(true)
}

/// The start of the word before `at`.
pub(super) fn word_before(text: &str, at: usize) -> usize {
    let is_word = |word: &&(usize, &str)| !word.1.trim().is_empty();
    let words: Vec<(usize, &str)> = text[..at].split_word_bound_indices().collect();
    words.iter().rev().find(is_word).map_or(0, |(start, _)| *start)
}

/// The end of the word after `at`.
pub(super) fn word_after(text: &str, at: usize) -> usize {
    let mut words = text[at..].split_word_bound_indices();
    words
        .find(|(_, word)| !word.trim().is_empty())
        .map_or(text.len(), |(start, word)| at + start + word.len())
}
