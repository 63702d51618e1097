//! The man page and the completions say what the flags say.

use crate::manual::{Page, pages};
use crate::tree::Tree;

/// Generated files that are missing or say something else.
pub(crate) fn stale(tree: &Tree) -> Vec<String> {
    differing(tree, &pages(), "manual")
}

/// Which of `pages` are not in the tree as they must be; `chore` writes them.
pub(crate) fn differing(tree: &Tree, pages: &[Page], chore: &str) -> Vec<String> {
    // A made-up tree has no place for them.
    let Some(root) = &tree.root else { return Vec::new() };
    let fresh =
        |path: &str, text: &str| std::fs::read_to_string(root.join(path)).is_ok_and(|now| now == text);
    let stale = pages.iter().filter(|(path, text)| !fresh(path, text));
    stale
        .map(|(path, _)| format!("{path} is missing or stale; run `cargo run -p xtask -- {chore}`"))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_pages_are_found() {
        let empty = Tree { root: Some(std::env::temp_dir().join("no-such-directory")), ..Tree::made_up(&[]) };
        assert_eq!(stale(&empty).len(), pages().len());
    }

    #[test]
    fn the_pages_know_the_flags() {
        for (path, text) in pages() {
            assert!(text.replace("\\-", "-").contains("tool-args-json"), "{path}");
        }
    }
}
