//! What changed between two JSON texts: as places with both values, and line by line.
//!
//! Values are compared as they are spelled, without regard to layout and to the order of members.
//! Elements of arrays are matched before they are compared, so one that was put in does not change all
//! that follow it.

mod align;
mod cut;
mod ignored;
pub mod lists;
pub mod pages;

use crate::doc::segment;
use crate::pretty::{compact, pretty};
use crate::raw::Raw;
use align::{Step, align};
use ignored::Ignored;
use serde::Serialize;
use std::collections::HashMap;

/// How many changes are told.
const MOST_CHANGES: usize = 10_000;

/// What nests deeper is compared as a whole.
const DEEPEST: usize = 64;

/// How many bytes of a value are told with a change; the lines have the whole of it.
const LONGEST_VALUE: usize = 1000;

/// What changed between two texts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diff {
    /// Each place that changed; empty when one of them is no JSON.
    pub changes: Vec<Change>,
    /// Whether there are more changes than are told.
    pub more: bool,
    /// Both texts, line by line.
    pub lines: Vec<DiffLine>,
}

/// One place that changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = DiffChange))]
pub struct Change {
    /// How.
    pub kind: ChangeKind,
    /// Where, as a JSON pointer; into the left text for what was removed, else into the right one.
    pub pointer: String,
    /// The JSON text that was there.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub left: Option<String>,
    /// The JSON text that is there.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub right: Option<String>,
}

/// How a place changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = DiffChangeKind))]
#[expect(missing_docs, reason = "the names say it all")]
pub enum ChangeKind {
    Added,
    Removed,
    Changed,
}

/// One line of either text, or of both.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiffLine {
    /// Which.
    pub tag: Tag,
    /// The line.
    pub text: String,
}

/// Whose line it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = DiffTag))]
pub enum Tag {
    /// Both texts have it.
    #[serde(rename = "=")]
    Same,
    /// Only the left one has it.
    #[serde(rename = "-")]
    Left,
    /// Only the right one has it.
    #[serde(rename = "+")]
    Right,
}

/// Compares two texts. `ignore` are JSON pointers; what they point to, and all that is inside, does
/// not count as a change, and the lines do not have it. A segment `*` stands for any.
pub fn diff(left: &str, right: &str, ignore: &[String]) -> Diff {
    let mut out = Diff::default();
    let (read_left, read_right) = (Raw::parse(left), Raw::parse(right));
    if let (Ok(left), Ok(right)) = (&read_left, &read_right) {
        (out.changes, out.more) = changes(left, right, ignore);
    }
    let ignored = Ignored::read(ignore);
    let laid_out = |raw: Raw| pretty(&ignored.blanked(&raw).unwrap_or(raw));
    let left = read_left.map_or_else(|_| left.to_owned(), laid_out);
    let right = read_right.map_or_else(|_| right.to_owned(), laid_out);
    out.lines = lines(&left, &right);
    out
}

/// Each place that changed, and whether there are more than are told.
pub fn changes(left: &Raw, right: &Raw, ignore: &[String]) -> (Vec<Change>, bool) {
    let mut out = Diff::default();
    let ignored = Ignored::read(ignore);
    let mut walk = Walk { ignored, pointer: String::new(), out: &mut out, depth: 0 };
    walk.compare(left, right);
    (out.changes, out.more)
}

/// Compares two texts line by line.
pub fn lines(left: &str, right: &str) -> Vec<DiffLine> {
    let (left, right): (Vec<&str>, Vec<&str>) = (left.lines().collect(), right.lines().collect());
    let line = |tag, text: &str| DiffLine { tag, text: text.to_owned() };
    let told = |step| match step {
        Step::Same(at, _) => line(Tag::Same, left[at]),
        Step::Left(at) => line(Tag::Left, left[at]),
        Step::Right(at) => line(Tag::Right, right[at]),
    };
    align(&left, &right).into_iter().map(told).collect()
}

struct Walk<'a> {
    ignored: Ignored,
    pointer: String,
    out: &'a mut Diff,
    depth: usize,
}

impl Walk<'_> {
    fn compare(&mut self, left: &Raw, right: &Raw) {
        if self.out.more || left == right || self.ignored.covers(&self.pointer) {
            return;
        }
        if self.depth >= DEEPEST {
            return self.tell(ChangeKind::Changed, Some(left), Some(right));
        }
        self.depth += 1;
        match (left.members(), right.members()) {
            (Some(left), Some(right)) => self.objects(&left, &right),
            _ => match (left.elements(), right.elements()) {
                (Some(left), Some(right)) => self.arrays(&left, &right),
                _ if compact(left) == compact(right) => {}
                _ => self.tell(ChangeKind::Changed, Some(left), Some(right)),
            },
        }
        self.depth -= 1;
    }

    fn objects(&mut self, left: &[(String, Raw)], right: &[(String, Raw)]) {
        // Of equal keys the last one counts.
        let of_right: HashMap<&str, &Raw> = right.iter().map(|(key, value)| (key.as_str(), value)).collect();
        let of_left: HashMap<&str, &Raw> = left.iter().map(|(key, value)| (key.as_str(), value)).collect();
        for (key, value) in left {
            if !of_left.get(key.as_str()).is_some_and(|last| std::ptr::eq(*last, value)) {
                continue;
            }
            self.at(key, |walk| match of_right.get(key.as_str()) {
                Some(other) => walk.compare(value, other),
                None => walk.tell(ChangeKind::Removed, Some(value), None),
            });
        }
        for (key, value) in right {
            let is_last = of_right.get(key.as_str()).is_some_and(|last| std::ptr::eq(*last, value));
            if is_last && !of_left.contains_key(key.as_str()) {
                self.at(key, |walk| walk.tell(ChangeKind::Added, None, Some(value)));
            }
        }
    }

    fn arrays(&mut self, left: &[Raw], right: &[Raw]) {
        let texts = |of: &[Raw]| of.iter().map(compact).collect::<Vec<String>>();
        let (mut gone, mut come): (Vec<usize>, Vec<usize>) = (Vec::new(), Vec::new());
        for step in align(&texts(left), &texts(right)) {
            match step {
                Step::Left(at) => gone.push(at),
                Step::Right(at) => come.push(at),
                Step::Same(..) => self.replaced(&mut gone, &mut come, left, right),
            }
        }
        self.replaced(&mut gone, &mut come, left, right);
    }

    /// Elements between two that are the same on both sides: the first of one side became the first of
    /// the other, and so on.
    fn replaced(&mut self, gone: &mut Vec<usize>, come: &mut Vec<usize>, left: &[Raw], right: &[Raw]) {
        let pairs = gone.len().min(come.len());
        for (from, to) in gone.iter().zip(come.iter()) {
            self.at(&to.to_string(), |walk| walk.compare(&left[*from], &right[*to]));
        }
        for at in &gone[pairs..] {
            self.at(&at.to_string(), |walk| walk.tell(ChangeKind::Removed, Some(&left[*at]), None));
        }
        for at in &come[pairs..] {
            self.at(&at.to_string(), |walk| walk.tell(ChangeKind::Added, None, Some(&right[*at])));
        }
        gone.clear();
        come.clear();
    }

    fn at(&mut self, name: &str, look: impl FnOnce(&mut Self)) {
        let length = self.pointer.len();
        self.pointer.push_str(&segment(name));
        look(self);
        self.pointer.truncate(length);
    }

    fn tell(&mut self, kind: ChangeKind, left: Option<&Raw>, right: Option<&Raw>) {
        if self.ignored.covers(&self.pointer) {
            return;
        }
        if self.out.changes.len() >= MOST_CHANGES {
            self.out.more = true;
            return;
        }
        let text = |of: Option<&Raw>, other: Option<&Raw>| {
            of.map(|raw| cut::cut(raw.as_str(), other.map(Raw::as_str), LONGEST_VALUE))
        };
        let (left, right) = (text(left, right), text(right, left));
        self.out.changes.push(Change { kind, pointer: self.pointer.clone(), left, right });
    }
}

#[cfg(test)]
mod tests;
