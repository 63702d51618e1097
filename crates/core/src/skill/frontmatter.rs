//! What a `SKILL.md` begins with: YAML between two lines of `---`, which the server also lists as
//! JSON. Both must say the same, member by member.

use super::SkillFlaw;
use crate::brief::brief;
use serde::Deserialize;
use serde_json::{Map, Value};
use std::cmp::Ordering;

/// How many values frontmatter may have, each alias counted as what it stands for.
const MOST_NODES: usize = 10_000;

/// How deep it may nest.
const DEEPEST: usize = 64;

/// The line around it.
const FENCE: &str = "---";

/// The frontmatter of a skill as the server lists it. It has a name and a description.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(try_from = "Map<String, Value>")]
pub struct Frontmatter(Map<String, Value>);

impl TryFrom<Map<String, Value>> for Frontmatter {
    type Error = String;

    fn try_from(members: Map<String, Value>) -> Result<Self, String> {
        for name in ["name", "description"] {
            match members.get(name) {
                Some(Value::String(text)) if !text.trim().is_empty() => {}
                Some(other) => {
                    return Err(format!("`{name}` of the frontmatter must be a text, and is {other}"));
                }
                None => return Err(format!("the frontmatter must have `{name}`, and does not")),
            }
        }
        Ok(Frontmatter(members))
    }
}

impl Frontmatter {
    /// The name of the skill.
    pub fn name(&self) -> &str {
        self.text("name")
    }

    /// What the skill is for.
    pub fn description(&self) -> &str {
        self.text("description")
    }

    /// All members.
    pub fn members(&self) -> &Map<String, Value> {
        &self.0
    }

    fn text(&self, name: &str) -> &str {
        self.0.get(name).and_then(Value::as_str).unwrap_or_default()
    }

    /// Whether the file that begins with `text` says the same.
    pub(super) fn compare(&self, uri: &str, text: &str) -> Result<(), SkillFlaw> {
        let came = read(uri, text)?;
        let ours = self.0.keys();
        let theirs = came.keys().filter(|name| !self.0.contains_key(*name));
        for name in ours.chain(theirs) {
            let (expected, came) = (self.0.get(name), came.get(name));
            if !matches!((expected, came), (Some(expected), Some(came)) if is_same(expected, came)) {
                let shown = |value: Option<&Value>| value.map(|value| brief(&value.to_string()));
                return Err(SkillFlaw::Field {
                    uri: uri.to_owned(),
                    field: name.clone(),
                    expected: shown(expected),
                    came: shown(came),
                });
            }
        }
        Ok(())
    }
}

fn read(uri: &str, text: &str) -> Result<Map<String, Value>, SkillFlaw> {
    let missing = |why| SkillFlaw::NoFrontmatter { uri: uri.to_owned(), why };
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut lines = text.split_inclusive('\n');
    let first = lines.next().filter(|line| line.trim_end() == FENCE);
    let start = first.ok_or_else(|| missing("does not begin with one"))?.len();
    let mut end = start;
    let is_closed = lines.any(|line| {
        let is_fence = line.trim_end() == FENCE;
        end += if is_fence { 0 } else { line.len() };
        is_fence
    });
    if !is_closed {
        return Err(missing("the second one is not there"));
    }
    // As in files of rules: YAML 1.2, and no more of it than a small file can need.
    let options = serde_saphyr::options! {
        budget: serde_saphyr::budget! { max_nodes: MOST_NODES, max_depth: DEEPEST },
        alias_limits: serde_saphyr::alias_limits! { max_total_replayed_events: MOST_NODES },
        strict_booleans: true,
        reject_unsupported_tags: true,
        with_snippet: false,
    };
    serde_saphyr::from_str_with_options(&text[start..end], options)
        .map_err(|error| SkillFlaw::Yaml { uri: uri.to_owned(), why: brief(&error.to_string()) })
}

/// Whether two values are the same; `1` and `1.0` are, because not every server can tell them apart.
fn is_same(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Number(a), Value::Number(b)) if a.is_f64() || b.is_f64() => {
            matches!((a.as_f64(), b.as_f64()), (Some(a), Some(b)) if a.partial_cmp(&b) == Some(Ordering::Equal))
        }
        (Value::Array(a), Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| is_same(a, b))
        }
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len() && a.iter().all(|(name, a)| b.get(name).is_some_and(|b| is_same(a, b)))
        }
        _ => one == other,
    }
}
