//! Changes to a JSON text that touch nothing but the place they are about.
//!
//! The text is cut at the offsets of its parts and put together again; it is never
//! decoded and written anew. So the spelling of numbers, the order of members,
//! duplicate members and the layout of all else stay as they were.

use super::pointer::index;
use crate::raw::Members;
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::ops::Range;

/// One member or element.
pub(super) struct Entry<'a> {
    /// Its key, when it is a member.
    pub(super) key: Option<Cow<'a, str>>,
    /// Where it starts: at the quote of its key, or where the value does.
    start: usize,
    /// Where its value stands.
    pub(super) value: Range<usize>,
}

/// An object or an array in a text.
pub(super) struct Container<'a> {
    text: &'a str,
    pub(super) is_object: bool,
    /// What stands between its brackets.
    inside: Range<usize>,
    pub(super) entries: Vec<Entry<'a>>,
}

/// Where the value of a text stands, without the whitespace around it.
pub(super) fn whole(text: &str) -> Range<usize> {
    let end = text.trim_end().len();
    text.len() - text.trim_start().len()..end
}

/// How far the steps lead: the place of the last one that is there, and how many were taken.
pub(super) fn locate(text: &str, steps: &[String]) -> (Range<usize>, usize) {
    let mut at = whole(text);
    for (taken, step) in steps.iter().enumerate() {
        let found = Container::open(text, at.clone()).and_then(|container| {
            let entry = container.find(step)?;
            Some(container.entries[entry].value.clone())
        });
        match found {
            Some(found) => at = found,
            None => return (at, taken),
        }
    }
    (at, steps.len())
}

/// `text` with `with` in the place of `range`.
pub(super) fn replaced(text: &str, range: Range<usize>, with: &str) -> String {
    [&text[..range.start], with, &text[range.end..]].concat()
}

impl<'a> Container<'a> {
    /// The object or array at `at`; none when something else stands there.
    pub(super) fn open(text: &'a str, at: Range<usize>) -> Option<Self> {
        let part = &text[at.clone()];
        let is_object = part.starts_with('{');
        let values: Vec<(Option<Cow<'a, str>>, &'a RawValue)> = if is_object {
            Members::read(part).ok()?.0.into_iter().map(|(key, value)| (Some(key), value)).collect()
        } else if part.starts_with('[') {
            let elements: Vec<&RawValue> = serde_json::from_str(part).ok()?;
            elements.into_iter().map(|value| (None, value)).collect()
        } else {
            return None;
        };
        let inside = at.start + 1..at.end - 1;
        let mut end = inside.start;
        let mut entries = Vec::with_capacity(values.len());
        for (key, value) in values {
            let from = value.get().as_ptr().addr() - text.as_ptr().addr();
            let gap = text[end..from].find(|letter: char| !letter.is_whitespace() && letter != ',');
            let start = gap.map_or(from, |gap| end + gap);
            end = from + value.get().len();
            entries.push(Entry { key, start, value: from..end });
        }
        Some(Container { text, is_object, inside, entries })
    }

    /// The entry that `step` names: of equal keys the last one, which is the one that counts.
    pub(super) fn find(&self, step: &str) -> Option<usize> {
        if self.is_object {
            return self.entries.iter().rposition(|entry| entry.key.as_deref() == Some(step));
        }
        index(step).filter(|index| *index < self.entries.len())
    }

    /// The text with one more entry at the end of this container, laid out as the one before it.
    pub(super) fn with(&self, key: Option<&str>, json: &str) -> String {
        let key = key.map(quoted);
        let Some(last) = self.entries.last() else {
            let entry = key.map_or_else(|| json.to_owned(), |key| format!("{key}:{json}"));
            return replaced(self.text, self.inside.clone(), &entry);
        };
        let before = match self.entries.len().checked_sub(2) {
            Some(second_last) => self.entries[second_last].value.end,
            None => self.inside.start,
        };
        let gap = &self.text[before..last.start];
        let gap = gap.rsplit_once(',').map_or(gap, |(_, gap)| gap);
        let between = &self.text[last.start..last.value.start];
        let colon = between.rfind('"').map_or("", |quote| &between[quote + 1..]);
        let entry = format!(",{gap}{}{colon}{json}", key.unwrap_or_default());
        replaced(self.text, last.value.end..last.value.end, &entry)
    }

    /// The text without the entry at `at`, and without one comma.
    pub(super) fn without(&self, at: usize) -> String {
        let range = match (at.checked_sub(1), self.entries.get(at + 1)) {
            (Some(before), _) => self.entries[before].value.end..self.entries[at].value.end,
            (None, Some(next)) => self.entries[at].start..next.start,
            (None, None) => self.inside.clone(),
        };
        replaced(self.text, range, "")
    }

    /// The text with the values of two neighbours exchanged; `at` is the first of them.
    pub(super) fn exchanged(&self, at: usize) -> String {
        let (first, second) = (self.entries[at].value.clone(), self.entries[at + 1].value.clone());
        let text = self.text;
        let between = &text[first.end..second.start];
        let parts = [&text[..first.start], &text[second.clone()], between, &text[first], &text[second.end..]];
        parts.concat()
    }

    /// The text with another key for the entry at `at`.
    pub(super) fn renamed(&self, at: usize, key: &str) -> String {
        let entry = &self.entries[at];
        let between = &self.text[entry.start..entry.value.start];
        let end = between.rfind('"').map_or(entry.start, |quote| entry.start + quote + 1);
        replaced(self.text, entry.start..end, &quoted(key))
    }
}

/// `text` as a JSON string.
pub(super) fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn open(text: &str) -> Container<'_> {
        Container::open(text, whole(text)).unwrap()
    }

    #[test]
    fn a_new_entry_is_laid_out_as_the_one_before_it() {
        assert_eq!(open("{}").with(Some("a\""), "1.0"), r#"{"a\"":1.0}"#);
        assert_eq!(open("[ ]").with(None, "1"), "[1]");
        assert_eq!(open(r#"{"a":1}"#).with(Some("b"), "2"), r#"{"a":1,"b":2}"#);
        let laid_out = "{\n  \"a\": 1\n}";
        assert_eq!(open(laid_out).with(Some("b"), "2"), "{\n  \"a\": 1,\n  \"b\": 2\n}");
        assert_eq!(open("[1, 2]").with(None, "3"), "[1, 2, 3]");
        assert_eq!(open("[ 1 ,2 ]").with(None, "3"), "[ 1 ,2,3 ]");
    }

    #[test]
    fn an_entry_goes_with_one_comma() {
        let text = "{ \"a\" : 1.0 , \"\\u0062\":2e1,\"c\":[ ] }";
        assert_eq!(open(text).without(0), "{ \"\\u0062\":2e1,\"c\":[ ] }");
        assert_eq!(open(text).without(1), "{ \"a\" : 1.0,\"c\":[ ] }");
        assert_eq!(open(text).without(2), "{ \"a\" : 1.0 , \"\\u0062\":2e1 }");
        assert_eq!(open("[ 1 ]").without(0), "[]");
    }

    #[test]
    fn neighbours_are_exchanged_and_keys_replaced_in_place() {
        assert_eq!(open("[ 1.0, [2] ,3]").exchanged(0), "[ [2], 1.0 ,3]");
        assert_eq!(open(r#"{"a\"" :"x", "b":2}"#).renamed(0, "c"), r#"{"c" :"x", "b":2}"#);
    }

    #[test]
    fn of_equal_keys_the_last_counts() {
        let text = r#"{"a":1,"a":{"b":[7]}}"#;
        let steps: Vec<String> = ["a", "b", "0"].map(str::to_owned).into();
        let (at, taken) = locate(text, &steps);
        assert_eq!((&text[at], taken), ("7", 3));
        let (at, taken) = locate(text, &["a".to_owned(), "c".to_owned()]);
        assert_eq!((&text[at], taken), (r#"{"b":[7]}"#, 1));
    }
}
