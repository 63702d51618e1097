//! No module has a name that says nothing.

use crate::source::find_words;
use crate::tree::Tree;

const VAGUE: [&str; 6] = ["utils", "helpers", "common", "types", "manager", "imp"];

/// Files, directories and modules with a vague name.
pub(crate) fn vague(tree: &Tree) -> Vec<String> {
    let mut found = Vec::new();
    for file in tree.rust() {
        for part in file.path.split('/') {
            let part = part.strip_suffix(".rs").unwrap_or(part);
            if VAGUE.contains(&part) {
                found.push(format!("{}: `{part}` does not say what is in it", file.path));
            }
        }
        let code = file.code();
        for at in find_words(&code, "mod") {
            let name = code[at + "mod".len()..]
                .trim_start()
                .split(|c: char| !c.is_alphanumeric() && c != '_')
                .next();
            if let Some(name) = name.filter(|name| VAGUE.contains(name)) {
                found.push(format!("{}: `mod {name}` does not say what is in it", file.place(&code, at)));
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vague_files_directories_and_modules_are_found() {
        let tree = Tree::made_up(&[
            ("crates/a/src/utils.rs", ""),
            ("crates/a/tests/common/mod.rs", ""),
            ("crates/a/src/lib.rs", "mod important;\nmod helpers {\n}\n"),
        ]);
        assert_eq!(vague(&tree).len(), 3);
        assert!(vague(&tree)[2].starts_with("crates/a/src/lib.rs:2: `mod helpers`"));
    }
}
