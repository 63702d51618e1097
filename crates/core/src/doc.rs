//! Windows over documents too large to be shown as a whole.
//!
//! A JSON text is indexed once: where each line of its layout begins and how far it is indented. The
//! layout itself (that of `pretty.rs`) is made for the lines someone looks at. What is no JSON has its
//! own lines, and very long ones are cut into pieces.

mod fold;
mod line;
mod pointer;

use fold::Blocks;
pub use fold::{FoldWish, Folds};
use line::{Mark, json_marks, text_marks};
pub(crate) use pointer::name_of;
pub(crate) use pointer::segment;
pub use pointer::{at_pointer, part_at};

use crate::pretty::{line_of, push_indent};
use crate::query::find_ignoring_case;
use bytes::Bytes;
use serde::Serialize;
use std::fmt::Write;
use std::ops::Range;

/// How much of a line of JSON is shown: one string can be the whole document.
const LONGEST_LINE: usize = 64 * 1024;

/// A document and where its lines are.
#[derive(Clone, Debug)]
pub struct Doc {
    text: Bytes,
    marks: Vec<Mark>,
    blocks: Blocks,
    is_json: bool,
}

/// Some lines of a document.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct DocWindow {
    /// The lines.
    pub lines: Vec<String>,
    /// The number of each line in the whole document, from 0.
    pub numbers: Vec<usize>,
    /// For each line that opens a block, the number of the line that closes it; else null.
    pub ends: Vec<Option<usize>>,
    /// For each line, whether the block that it opens is folded into it.
    pub folded: Vec<bool>,
    /// Which of the lines that are not folded away is the first of them.
    pub from: usize,
    /// How many lines there are that are not folded away.
    pub total: usize,
    /// How many bytes the document has.
    pub bytes: usize,
}

/// Where a text was found.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct DocMatches {
    /// The numbers of the lines.
    pub matches: Vec<usize>,
    /// Whether there are more.
    pub more: bool,
}

impl Doc {
    /// Indexes a text. What is not UTF-8 in it is replaced.
    pub fn new(text: Bytes) -> Self {
        let text = readable(text);
        let read = std::str::from_utf8(&text).unwrap_or_default();
        let is_json = serde_json::from_str::<&serde_json::value::RawValue>(read).is_ok();
        if is_json { Doc::json(text) } else { Doc::plain(text) }
    }

    /// Indexes a text that is known to be JSON.
    pub fn json(text: Bytes) -> Self {
        let marks = json_marks(std::str::from_utf8(&text).unwrap_or_default());
        let blocks = Blocks::of(marks.iter().map(|mark| mark.depth));
        Doc { text, marks, blocks, is_json: true }
    }

    /// The text as it came, each of its own lines a line, whether it is JSON or not.
    pub fn plain(text: Bytes) -> Self {
        let text = readable(text);
        let marks = text_marks(std::str::from_utf8(&text).unwrap_or_default());
        Doc { text, marks, blocks: Blocks::default(), is_json: false }
    }

    /// How many lines it has.
    pub fn len(&self) -> usize {
        self.marks.len()
    }

    /// Whether it has none.
    pub fn is_empty(&self) -> bool {
        self.marks.is_empty()
    }

    /// Whether it is JSON.
    pub fn is_json(&self) -> bool {
        self.is_json
    }

    /// The line with this number.
    pub fn line(&self, number: usize) -> Option<String> {
        // The whole text was read once; to read it again for each line would take far longer.
        let text = std::str::from_utf8(&self.text[self.range(number)?]).unwrap_or_default();
        if !self.is_json {
            return Some(text.trim_end_matches(['\n', '\r']).to_owned());
        }
        let mut line = String::with_capacity(text.len() + 16);
        push_indent(&mut line, usize::from(self.marks[number].depth));
        if text.len() <= LONGEST_LINE {
            line.push_str(&line_of(text));
        } else {
            let end = (0..=LONGEST_LINE).rev().find(|end| text.is_char_boundary(*end)).unwrap_or_default();
            line.push_str(&line_of(&text[..end]));
            // Writing to a string cannot go wrong.
            let _ = write!(line, "… [{} bytes in all]", text.len());
        }
        Some(line)
    }

    /// The same with all of it, however long it is: for those who keep it, and not for the screen.
    pub fn whole_line(&self, number: usize) -> Option<String> {
        let text = std::str::from_utf8(&self.text[self.range(number)?]).unwrap_or_default();
        if !self.is_json {
            return Some(text.trim_end_matches(['\n', '\r']).to_owned());
        }
        let mut line = String::with_capacity(text.len() + 16);
        push_indent(&mut line, usize::from(self.marks[number].depth));
        line.push_str(&line_of(text));
        Some(line)
    }

    /// The line that closes the block which this line opens.
    pub fn end_of_block(&self, number: usize) -> Option<usize> {
        self.blocks.opened_by(number).map(|block| block.end as usize)
    }

    /// The lines that open the blocks in which this line stands, the outermost first. The line that
    /// closes a block stands in it.
    pub fn around(&self, number: usize) -> Vec<usize> {
        self.blocks.around(number)
    }

    /// What is hidden when blocks are folded as `wish` says.
    pub fn folds(&self, wish: &FoldWish) -> Folds {
        self.blocks.folds(wish)
    }

    /// Some of the lines that are left when blocks are folded to one line each.
    pub fn window(&self, from: usize, count: usize, folds: &Folds) -> DocWindow {
        let total = self.len() - folds.hidden();
        let mut window =
            DocWindow { from: from.min(total), total, bytes: self.text.len(), ..DocWindow::default() };
        let mut number = folds.number_of(window.from);
        while window.lines.len() < count
            && let Some(mut line) = self.line(number)
        {
            let fold = folds.end_of(number);
            if let Some(closing) = fold.and_then(|end| self.line(end)) {
                line.push('…');
                line.push_str(closing.trim_start());
            }
            window.lines.push(line);
            window.numbers.push(number);
            window.ends.push(self.end_of_block(number));
            window.folded.push(fold.is_some());
            number = fold.unwrap_or(number) + 1;
        }
        window
    }

    /// The lines from number `from` on that have `needle` in them, at most `limit`. Letter case does
    /// not count.
    pub fn search(&self, needle: &str, from: usize, limit: usize) -> DocMatches {
        let mut found = DocMatches::default();
        let Some(start) = self.marks.get(from).map(|mark| mark.at as usize) else { return found };
        if needle.is_empty() {
            return found;
        }
        // The blank after a colon is the layout's, not the text's.
        let mut spellings = vec![needle.to_owned()];
        if self.is_json && needle.contains("\": ") {
            spellings.push(needle.replace("\": ", "\":"));
        }
        for spelling in spellings {
            let mut at = start;
            let mut lines = Vec::new();
            while lines.len() <= limit
                && let Some(step) = find_ignoring_case(&self.text[at..], spelling.as_bytes())
            {
                let line = self.marks.partition_point(|mark| mark.at as usize <= at + step) - 1;
                lines.push(line);
                // The rest of the line has nothing new to tell.
                at = self.range(line).map_or(self.text.len(), |range| range.end);
            }
            found.matches.append(&mut lines);
        }
        found.matches.sort_unstable();
        found.matches.dedup();
        found.more = found.matches.len() > limit;
        found.matches.truncate(limit);
        found
    }

    fn range(&self, number: usize) -> Option<Range<usize>> {
        let start = self.marks.get(number)?.at as usize;
        let end = self.marks.get(number + 1).map_or(self.text.len(), |mark| mark.at as usize);
        Some(start..end)
    }
}

/// `text`, with what is not UTF-8 replaced.
fn readable(text: Bytes) -> Bytes {
    match std::str::from_utf8(&text) {
        Ok(_) => text,
        Err(_) => Bytes::from(String::from_utf8_lossy(&text).into_owned()),
    }
}

#[cfg(test)]
mod tests;
