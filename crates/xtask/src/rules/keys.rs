//! The manual of the terminal face has the keys that the face has.

use super::manual::differing;
use crate::keys::pages;
use crate::tree::Tree;

/// Tables of the manual that are missing or say something else.
pub(crate) fn stale(tree: &Tree) -> Vec<String> {
    let Some(root) = &tree.root else { return Vec::new() };
    if !root.join("docs/tui.md").is_file() {
        return vec!["docs/tui.md is missing".to_owned()];
    }
    differing(tree, &pages(tree), "keys")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_manual_is_found() {
        let empty = Tree { root: Some(std::env::temp_dir().join("no-such-directory")), ..Tree::made_up(&[]) };
        assert_eq!(stale(&empty), ["docs/tui.md is missing"]);
    }
}
