//! A comparison in pages: however long two texts are, what is told of them at once is bounded. Long stretches that are the
//! same are folded to a number, with a few lines before and after what differs.
//!
//! Lines are those of the layout. A string of many lines has each of them on one of its own, so that two long texts within
//! JSON are compared line by line, too.

use super::align::{Step, align};
use super::cut::cut;
use super::ignored::Ignored;
use super::{Change, ChangeKind, Tag, changes};
use crate::pretty::pretty;
use crate::raw::Raw;
use serde::Serialize;
use std::ops::Range;

/// How many lines that are the same stand around one that is not.
const CONTEXT: usize = 3;

/// Folding fewer lines away saves nothing.
const LEAST_FOLDED: usize = 4;

/// How many bytes of a line are told.
const LONGEST_LINE: usize = 2000;

/// Strings longer than this are broken where their text is.
const LONGEST_STRING: usize = 200;

/// Lines of more changes in a row are not paired to find where they begin to differ.
const MOST_PAIRED: usize = 10_000;

/// Two texts that were compared.
#[derive(Clone, Debug)]
pub struct Compared {
    left: Text,
    right: Text,
    runs: Vec<Run>,
    changes: Vec<Change>,
    more: bool,
}

/// How much changed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = DiffCounts))]
pub struct ChangeCounts {
    /// Places that have another value.
    pub changed: usize,
    /// Places that were not there.
    pub added: usize,
    /// Places that are no longer there.
    pub removed: usize,
    /// Whether there are more changes than are counted.
    pub more: bool,
}

/// Some lines of two texts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = DiffPage))]
pub struct Page {
    /// The lines, and the stretches that are folded away.
    pub lines: Vec<PageLine>,
    /// The number of the line with which the next page begins; null when this is the last.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub next: Option<usize>,
    /// How many lines come after it, without those that are folded away.
    pub left: usize,
}

/// A line of either text or of both, or a stretch of lines that both have.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = DiffLine))]
pub struct PageLine {
    /// Its number among all lines.
    pub number: usize,
    /// Whose it is.
    pub tag: Tag,
    /// The line; what is very long is cut around where it begins to differ.
    pub text: String,
    /// How many lines are folded away here, which both texts have; 0 when it is a line itself.
    pub folded: usize,
}

/// Lines in a row that have the same tag.
#[derive(Clone, Copy, Debug)]
struct Run {
    tag: Tag,
    /// The number of the first among all lines.
    at: usize,
    /// The first line in its text; that of the left one when both have it.
    from: usize,
    count: usize,
}

impl Compared {
    /// Compares two texts. `ignore` are JSON pointers to what does not matter, as in [`super::diff`].
    pub fn new(left: &str, right: &str, ignore: &[String]) -> Self {
        let (read_left, read_right) = (Raw::parse(left), Raw::parse(right));
        let (mut told, mut more) = (Vec::new(), false);
        if let (Ok(left), Ok(right)) = (&read_left, &read_right) {
            (told, more) = changes(left, right, ignore);
        }
        let ignored = Ignored::read(ignore);
        let laid_out = |raw: Raw| Text::json(pretty(&ignored.blanked(&raw).unwrap_or(raw)));
        let left = read_left.map_or_else(|_| Text::plain(left.to_owned()), &laid_out);
        let right = read_right.map_or_else(|_| Text::plain(right.to_owned()), &laid_out);
        let runs = runs(&left, &right);
        Compared { left, right, runs, changes: told, more }
    }

    /// How much memory it takes, about.
    pub fn bytes(&self) -> usize {
        let text = |text: &Text| text.text.len() + text.starts.len() * size_of::<usize>();
        text(&self.left) + text(&self.right) + self.runs.len() * size_of::<Run>()
    }

    /// Whether all lines are the same.
    pub fn is_same(&self) -> bool {
        self.runs.iter().all(|run| run.tag == Tag::Same)
    }

    /// How many places changed, in which way.
    pub fn counts(&self) -> ChangeCounts {
        let of = |kind| self.changes.iter().filter(|change| change.kind == kind).count();
        let (changed, added) = (of(ChangeKind::Changed), of(ChangeKind::Added));
        ChangeCounts { changed, added, removed: of(ChangeKind::Removed), more: self.more }
    }

    /// The places that changed, from number `from` on, at most `count`.
    pub fn changes(&self, from: usize, count: usize) -> &[Change] {
        let from = from.min(self.changes.len());
        &self.changes[from..self.changes.len().min(from.saturating_add(count))]
    }

    /// Lines from number `from` on, at most `count`. Not `folded`, all are told, also those that are the same.
    pub fn page(&self, from: usize, count: usize, folded: bool) -> Page {
        let mut page = Page::default();
        for (index, run) in self.runs.iter().enumerate() {
            let shown = if folded { self.shown(index) } else { [run.at..run.at + run.count, 0..0] };
            let hidden = shown[0].end..shown[1].start.max(shown[0].end);
            for (part, lines) in shown.into_iter().enumerate() {
                if part == 1 && !hidden.is_empty() && hidden.start >= from && page.next.is_none() {
                    let number = hidden.start;
                    page.lines.push(PageLine {
                        number,
                        tag: Tag::Same,
                        text: String::new(),
                        folded: hidden.len(),
                    });
                }
                for number in lines.filter(|number| *number >= from) {
                    if page.next.is_some() || page.lines.len() >= count {
                        page.next.get_or_insert(number);
                        page.left += 1;
                        continue;
                    }
                    page.lines.push(self.line(index, number));
                }
            }
        }
        page
    }

    /// The lines of a run that are shown when those far from any change are folded away: its beginning and its end.
    fn shown(&self, index: usize) -> [Range<usize>; 2] {
        let run = self.runs[index];
        let (start, end) = (run.at, run.at + run.count);
        if run.tag != Tag::Same {
            return [start..end, end..end];
        }
        let head = if index == 0 { 0 } else { CONTEXT };
        let tail = if index + 1 == self.runs.len() { 0 } else { CONTEXT };
        if run.count < head + tail + LEAST_FOLDED {
            return [start..end, end..end];
        }
        [start..start + head, end - tail..end]
    }

    fn line(&self, index: usize, number: usize) -> PageLine {
        let run = self.runs[index];
        let text = if run.tag == Tag::Right { &self.right } else { &self.left };
        let line = text.line(run.from + number - run.at);
        let other = if line.len() > LONGEST_LINE { self.partner(index, number) } else { None };
        PageLine { number, tag: run.tag, text: cut(line, other, LONGEST_LINE), folded: 0 }
    }

    /// The line that became this one, or that this one became: the one with the same place among the lines of the other
    /// text between two that are the same.
    fn partner(&self, index: usize, number: usize) -> Option<&str> {
        let run = self.runs[index];
        let (mine, others) = match run.tag {
            Tag::Same => return None,
            Tag::Left => (Tag::Left, Tag::Right),
            Tag::Right => (Tag::Right, Tag::Left),
        };
        let is_same = |run: &Run| run.tag == Tag::Same;
        let first = self.runs[..index].iter().rposition(is_same).map_or(0, |at| at + 1);
        let last = self.runs[index..].iter().position(is_same).map_or(self.runs.len(), |at| index + at);
        let block = &self.runs[first..last];
        if block.len() > MOST_PAIRED {
            return None;
        }
        let before: usize =
            self.runs[first..index].iter().filter(|run| run.tag == mine).map(|run| run.count).sum();
        let mut place = before + number - run.at;
        for other in block.iter().filter(|run| run.tag == others) {
            if place < other.count {
                let text = if others == Tag::Right { &self.right } else { &self.left };
                return Some(text.line(other.from + place));
            }
            place -= other.count;
        }
        None
    }
}

fn runs(left: &Text, right: &Text) -> Vec<Run> {
    let (lefts, rights): (Vec<&str>, Vec<&str>) = (left.lines().collect(), right.lines().collect());
    let mut runs: Vec<Run> = Vec::new();
    for (at, step) in align(&lefts, &rights).into_iter().enumerate() {
        let (tag, from) = match step {
            Step::Same(at, _) => (Tag::Same, at),
            Step::Left(at) => (Tag::Left, at),
            Step::Right(at) => (Tag::Right, at),
        };
        match runs.last_mut() {
            // Lines of one text follow each other.
            Some(last) if last.tag == tag => last.count += 1,
            _ => runs.push(Run { tag, at, from, count: 1 }),
        }
    }
    runs
}

/// A text and where its lines begin.
#[derive(Clone, Debug)]
struct Text {
    text: String,
    starts: Vec<usize>,
}

impl Text {
    fn plain(text: String) -> Self {
        let mut starts: Vec<usize> = Vec::new();
        let mut at = 0;
        for line in text.split_inclusive('\n') {
            starts.push(at);
            at += line.len();
        }
        Text { text, starts }
    }

    /// A text that is laid out, with long strings broken after each `\n` in them.
    fn json(text: String) -> Self {
        let mut broken = Text { starts: Vec::new(), text };
        let mut at = 0;
        for line in broken.text.split_inclusive('\n') {
            broken.starts.push(at);
            if line.len() > LONGEST_STRING {
                let inside = breaks(line.as_bytes()).map(|place| at + place);
                broken.starts.extend(inside);
            }
            at += line.len();
        }
        broken
    }

    fn line(&self, number: usize) -> &str {
        let start = self.starts.get(number).copied().unwrap_or(self.text.len());
        let end = self.starts.get(number + 1).copied().unwrap_or(self.text.len());
        self.text[start..end].trim_end_matches(['\n', '\r'])
    }

    fn lines(&self) -> impl Iterator<Item = &str> {
        (0..self.starts.len()).map(|number| self.line(number))
    }
}

/// The places behind each line break that is written as an escape in a line of JSON, but for one at the end of a string.
fn breaks(line: &[u8]) -> impl Iterator<Item = usize> + '_ {
    let mut at = 0;
    std::iter::from_fn(move || {
        while let Some(offset) = memchr::memchr(b'\\', &line[at..]) {
            let sign = line.get(at + offset + 1);
            at = (at + offset + 2).min(line.len());
            if sign == Some(&b'n') && line.get(at) != Some(&b'"') {
                return Some(at);
            }
        }
        None
    })
}

#[cfg(test)]
mod tests;
