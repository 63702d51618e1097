//! A long file usually owns a second noun. One that does not says why.

use crate::allow::Allow;
use crate::tree::Tree;

const LIMIT: usize = 400;

/// Files with more shipped lines than the limit that are not in the list.
pub(crate) fn long(tree: &Tree) -> Vec<String> {
    let allow = Allow::read(tree, "crates/xtask/allow/long.txt");
    let mut found = allow.violations(tree);
    for file in tree.rust().filter(|file| !file.is_test() && !allow.covers(&file.path)) {
        // Comments count, tests do not.
        let (code, shipped) = (file.code(), file.shipped_code());
        let tests = code.lines().zip(shipped.lines()).filter(|(all, kept)| all != kept).count();
        let lines = file.text.lines().count() - tests;
        if lines > LIMIT {
            found
                .push(format!("{} has {lines} lines; split it, or say why not in allow/long.txt", file.path));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_file_needs_a_reason_and_tests_do_not_count() {
        let long_text = "fn f() {}\n".repeat(401);
        let tested = format!(
            "{}#[cfg(test)]\nmod tests {{\n{}}}\n",
            "fn f() {}\n".repeat(300),
            "fn t() {}\n".repeat(300)
        );
        let tree = Tree::made_up(&[
            ("crates/a/src/a.rs", &long_text),
            ("crates/a/src/b.rs", &long_text),
            ("crates/a/src/c.rs", &tested),
            ("crates/a/src/tests.rs", &long_text),
            ("crates/xtask/allow/long.txt", "crates/a/src/b.rs: one table\n"),
        ]);
        assert_eq!(
            long(&tree),
            ["crates/a/src/a.rs has 401 lines; split it, or say why not in allow/long.txt"]
        );
    }
}
