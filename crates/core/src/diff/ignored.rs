//! Places that do not matter in a comparison, named by JSON pointers in which `*` stands for any name.

use crate::doc::segment;
use crate::raw::Raw;

/// What stands in the lines where something does not matter.
const BLANK: &str = "\"(ignored)\"";

/// Places that do not matter.
#[derive(Debug, Default)]
pub(super) struct Ignored {
    patterns: Vec<Vec<String>>,
}

impl Ignored {
    pub(super) fn read(pointers: &[String]) -> Self {
        let patterns = pointers.iter().map(|pointer| pointer.split('/').map(str::to_owned).collect());
        Ignored { patterns: patterns.collect() }
    }

    /// Whether the place at `pointer` does not matter, or is inside of one that does not.
    pub(super) fn covers(&self, pointer: &str) -> bool {
        let place: Vec<&str> = pointer.split('/').collect();
        self.patterns.iter().any(|pattern| {
            pattern.len() <= place.len()
                && pattern.iter().zip(&place).all(|(wanted, name)| fits(wanted, name))
        })
    }

    /// The text with everything blanked out that does not matter; none when nothing has to be.
    pub(super) fn blanked(&self, raw: &Raw) -> Option<Raw> {
        if self.patterns.is_empty() {
            return None;
        }
        // Every pointer begins with a slash, so the first piece of each is empty and stands for the whole.
        let tails: Vec<&[String]> = self
            .patterns
            .iter()
            .filter(|pattern| pattern[0].is_empty())
            .map(|pattern| &pattern[1..])
            .collect();
        let mut out = String::new();
        write(raw, &tails, &mut out);
        Raw::parse(&out).ok()
    }
}

fn fits(wanted: &str, name: &str) -> bool {
    wanted == "*" || wanted == name
}

/// Writes `raw`, of which the places at `tails` do not matter.
fn write(raw: &Raw, tails: &[&[String]], out: &mut String) {
    if tails.iter().any(|tail| tail.is_empty()) {
        return out.push_str(BLANK);
    }
    let below = |name: &str| -> Vec<&[String]> {
        let name = segment(name);
        let leads = |tail: &&&[String]| fits(&tail[0], &name[1..]);
        tails.iter().filter(leads).map(|tail| &tail[1..]).collect()
    };
    let parts = |out: &mut String, ends: (char, char), parts: Vec<(Option<String>, String, Raw)>| {
        out.push(ends.0);
        for (at, (key, name, part)) in parts.into_iter().enumerate() {
            if at > 0 {
                out.push(',');
            }
            if let Some(key) = key {
                out.push_str(&key);
                out.push(':');
            }
            write(&part, &below(&name), out);
        }
        out.push(ends.1);
    };
    if tails.is_empty() {
        out.push_str(raw.as_str());
    } else if let Some(members) = raw.members() {
        let named = |(name, part): (String, Raw)| {
            (Some(serde_json::Value::from(name.as_str()).to_string()), name, part)
        };
        parts(out, ('{', '}'), members.into_iter().map(named).collect());
    } else if let Some(elements) = raw.elements() {
        let numbered = |(at, part): (usize, Raw)| (None, at.to_string(), part);
        parts(out, ('[', ']'), elements.into_iter().enumerate().map(numbered).collect());
    } else {
        out.push_str(raw.as_str());
    }
}
