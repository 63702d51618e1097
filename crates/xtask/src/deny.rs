//! What `deny.toml` allows: licences, and crates that may be there twice.
//!
//! Reads just the two lists it needs, so that the rules need no TOML library.

use std::collections::BTreeSet;

/// The two lists.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Deny {
    /// SPDX names of the licences a crate may have.
    pub(crate) licences: BTreeSet<String>,
    /// `name@version` of what does not count as a duplicate.
    pub(crate) skip: BTreeSet<String>,
}

impl Deny {
    /// Reads the text of a `deny.toml`.
    pub(crate) fn parse(text: &str) -> Self {
        let licences = list(text, "licenses", "allow");
        let skip = list(text, "bans", "skip");
        Deny {
            licences: strings(&licences).into_iter().map(|(_, value)| value).collect(),
            // An entry is `"name@1.0"` or `{ crate = "name@1.0", reason = ".." }`.
            skip: strings(&skip)
                .into_iter()
                .filter(|(key, _)| key.is_empty() || key == "crate")
                .map(|(_, value)| value)
                .collect(),
        }
    }
}

/// The inside of the array `key = [ .. ]` in `[section]`, without comments.
fn list(text: &str, section: &str, key: &str) -> String {
    let mut inside_section = false;
    let mut inside_list = false;
    let mut collected = String::new();
    for line in text.lines() {
        let line = without_comment(line).trim();
        if inside_list {
            collected.push_str(line);
            collected.push('\n');
        } else if line.starts_with('[') {
            inside_section = line.trim_matches(['[', ']']) == section;
        } else if inside_section
            && let Some((name, value)) = line.split_once('=')
            && name.trim() == key
        {
            inside_list = true;
            collected.push_str(value.trim().trim_start_matches('['));
            collected.push('\n');
        }
        if inside_list && line.ends_with(']') {
            break;
        }
    }
    collected
}

fn without_comment(line: &str) -> &str {
    let mut quoted = false;
    for (at, c) in line.char_indices() {
        match c {
            '"' => quoted = !quoted,
            '#' if !quoted => return &line[..at],
            _ => {}
        }
    }
    line
}

/// Each quoted string, with the key before it if there is one.
fn strings(list: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let pieces: Vec<&str> = list.split('"').collect();
    for pair in pieces.chunks_exact(2) {
        let before = pair[0].trim_end();
        let key = before.strip_suffix('=').map_or("", |before| {
            before
                .trim_end()
                .rsplit(|c: char| !c.is_alphanumeric() && c != '-' && c != '_')
                .next()
                .unwrap_or("")
        });
        found.push((key.to_owned(), pair[1].to_owned()));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_lists_are_read_and_nothing_else() {
        let deny = Deny::parse(
            "[graph]\nallow = [\"no\"]\n[licenses]\nallow = [\n  \"MIT\", # [x] \"no\"\n  \"ISC\",\n]\nprivate = { a = \"no\" }\n\
             [bans]\nmultiple-versions = \"warn\"\nskip = [\n { crate = \"a@1.0.0\", reason = \"no\" },\n \"b@2.0.0\",\n]\n",
        );
        assert_eq!(deny.licences, ["ISC", "MIT"].map(str::to_owned).into());
        assert_eq!(deny.skip, ["a@1.0.0", "b@2.0.0"].map(str::to_owned).into());
    }

    #[test]
    fn a_list_may_be_on_one_line() {
        assert_eq!(Deny::parse("[licenses]\nallow = [\"MIT\", \"ISC\"]\n[bans]").licences.len(), 2);
    }
}
