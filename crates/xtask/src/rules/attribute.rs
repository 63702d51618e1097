//! No lint and no test is silenced for good: `#[expect(.., reason)]` ends itself.

use crate::tree::Tree;

/// Attributes that silence a lint or a test.
pub(crate) fn silencing(tree: &Tree) -> Vec<String> {
    let mut found = Vec::new();
    for file in tree.rust() {
        let code = file.code();
        for (attribute, instead) in [
            ("#[allow(", "use `#[expect(.., reason = \"..\")]`"),
            ("#![allow(", "use `#![expect(.., reason = \"..\")]`"),
            ("#[ignore", "a test runs, or it goes"),
        ] {
            for (at, _) in code.match_indices(attribute) {
                found.push(format!("{}: `{attribute}`: {instead}", file.place(&code, at)));
            }
        }
        for (at, _) in code.match_indices("#[expect(").chain(code.match_indices("#![expect(")) {
            let end = code[at..].find(")]").map_or(code.len(), |length| at + length);
            if !code[at..end].contains("reason") {
                found.push(format!("{}: `#[expect(` without a reason", file.place(&code, at)));
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn silencing_attributes_are_found() {
        let tree = Tree::made_up(&[(
            "crates/a/src/lib.rs",
            "#![allow(x)]\n#[allow(y)]\n#[ignore = \"slow\"]\n#[expect(z)]\n#[expect(z, reason = \"so\")]\n// #[allow(a)]\n",
        )]);
        let lines: Vec<String> =
            silencing(&tree).iter().map(|found| found.split(": ").next().unwrap().into()).collect();
        assert_eq!(
            lines,
            [
                "crates/a/src/lib.rs:2",
                "crates/a/src/lib.rs:1",
                "crates/a/src/lib.rs:3",
                "crates/a/src/lib.rs:4"
            ]
        );
    }
}
