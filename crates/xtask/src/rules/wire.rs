//! The types of the page say what the description of the API says.

use crate::tree::Tree;
use crate::wire::pages;

/// Generated files that are missing or say something else.
pub(crate) fn stale(tree: &Tree) -> Vec<String> {
    super::manual::differing(tree, &pages(tree), "types")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stale_types_are_found() {
        let root = std::env::temp_dir().join(format!("mcp-inspector-types-{}", std::process::id()));
        std::fs::create_dir_all(root.join("docs")).unwrap();
        std::fs::write(
            root.join("docs/openapi.json"),
            r#"{"components": {"schemas": {"A": {"type": "string"}}}}"#,
        )
        .unwrap();
        let tree = Tree { root: Some(root.clone()), ..Tree::made_up(&[]) };
        let stale = stale(&tree);
        std::fs::remove_dir_all(&root).unwrap();
        assert_eq!(stale.len(), 1, "{stale:?}");
    }
}
