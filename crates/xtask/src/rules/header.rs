//! Every file begins by saying what it owns.

use crate::tree::Tree;

/// Rust files without a header; tests may go without.
pub(crate) fn missing(tree: &Tree) -> Vec<String> {
    tree.rust()
        .filter(|file| !file.is_test() && !file.text.starts_with("//! "))
        .map(|file| format!("{} does not begin with a `//!` header", file.path))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_without_header_is_found() {
        let tree = Tree::made_up(&[
            ("crates/a/src/lib.rs", "//! Says.\n"),
            ("crates/a/src/b.rs", "use c;\n//! Too late.\n"),
            ("crates/a/src/b/tests.rs", "use super::*;\n"),
        ]);
        assert_eq!(missing(&tree), ["crates/a/src/b.rs does not begin with a `//!` header"]);
    }
}
