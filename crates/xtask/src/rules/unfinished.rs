//! Nothing is marked as unfinished: it is done, or it is in the issue tracker.

use crate::source::find_words;
use crate::tree::Tree;

// In two halves, so that this file does not break its own rule.
const MARKS: [&str; 4] =
    [concat!("TO", "DO"), concat!("FIX", "ME"), concat!("todo", "!("), concat!("unimplemented", "!(")];
const SOURCES: [&str; 9] = ["rs", "toml", "sh", "py", "js", "mjs", "ts", "tsx", "css"];

/// Marks of unfinished work in sources and scripts.
pub(crate) fn marks(tree: &Tree) -> Vec<String> {
    let mut found = Vec::new();
    for file in &tree.files {
        let is_source = file.extension().is_some_and(|extension| SOURCES.contains(&extension));
        if !is_source && !file.text.starts_with("#!") {
            continue;
        }
        for mark in MARKS {
            for at in find_words(&file.text, mark) {
                found.push(format!("{}: `{mark}`", file.place(&file.text, at)));
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_found_in_comments_and_code() {
        let text = MARKS.join("\n");
        let tree = Tree::made_up(&[("a.rs", &text), ("a.md", &text), ("b.rs", "struct TodoList;")]);
        assert_eq!(marks(&tree).len(), 4);
    }
}
