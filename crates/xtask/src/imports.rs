//! The paths that `use` statements bring in, with groups taken apart.
//!
//! `use std::{fs, time::{Duration, Instant}};` names `std::fs`,
//! `std::time::Duration` and `std::time::Instant`.

use crate::source::find_words;

/// Every imported path in the code, with the byte place of its statement.
pub(crate) fn imports(code: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    for at in find_words(code, "use") {
        let statement = &code[at + "use".len()..];
        // `use<'a>` is a capture, not an import.
        if !statement.starts_with(char::is_whitespace) {
            continue;
        }
        let Some(end) = statement.find(';') else { continue };
        let tree: String = statement[..end].split_whitespace().collect::<Vec<_>>().join(" ");
        for path in expand("", &tree) {
            found.push((at, path));
        }
    }
    found
}

fn expand(prefix: &str, tree: &str) -> Vec<String> {
    let tree = tree.trim();
    let Some(open) = tree.find('{') else {
        let name = tree.split(" as ").next().unwrap_or_default().trim();
        let path =
            if name == "self" { prefix.trim_end_matches("::").to_owned() } else { format!("{prefix}{name}") };
        return vec![path];
    };
    let prefix = format!("{prefix}{}", tree[..open].trim());
    let inside = tree[open + 1..].trim_end().trim_end_matches('}');
    // `trim_end_matches` also takes the braces of inner groups that close last.
    let missing = inside.matches('{').count().saturating_sub(inside.matches('}').count());
    let inside = format!("{inside}{}", "}".repeat(missing));
    parts(&inside).iter().flat_map(|part| expand(&prefix, part)).collect()
}

/// Cuts at the commas outside braces.
fn parts(inside: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let (mut depth, mut start) = (0_usize, 0);
    for (at, c) in inside.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                parts.push(&inside[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&inside[start..]);
    parts.retain(|part| !part.trim().is_empty());
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_are_taken_apart() {
        let code = "use std::{fs::{self, File}, time::{Duration, Instant as I}};\npub use a::b;";
        let paths: Vec<String> = imports(code).into_iter().map(|(_, path)| path).collect();
        assert_eq!(paths, ["std::fs", "std::fs::File", "std::time::Duration", "std::time::Instant", "a::b"]);
    }
}
