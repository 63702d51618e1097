//! Only programs print; a library tells its caller.

use crate::allow::Allow;
use crate::source::Source;
use crate::source::find_words;
use crate::tree::Tree;

const MACROS: [&str; 5] = ["println!", "eprintln!", "print!", "eprint!", "dbg!"];

/// Printing outside programs, examples and tests.
pub(crate) fn stray(tree: &Tree) -> Vec<String> {
    let allow = Allow::read(tree, "crates/xtask/allow/print.txt");
    let mut found = allow.violations(tree);
    for file in tree.rust().filter(|file| !is_program(file) && !allow.covers(&file.path)) {
        let code = file.shipped_code();
        for name in MACROS {
            for at in find_words(&code, name) {
                found.push(format!("{}: `{name}` outside a program", file.place(&code, at)));
            }
        }
    }
    found
}

fn is_program(file: &Source) -> bool {
    let path = &file.path;
    path.starts_with("crates/xtask/")
        || path.ends_with("/build.rs")
        || path.ends_with("/src/main.rs")
        || ["/src/bin/", "/examples/", "/benches/"].iter().any(|part| path.contains(part))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_library_that_prints_is_found() {
        let tree = Tree::made_up(&[
            ("crates/a/src/lib.rs", "//! println!\nfn f() { eprintln!(\"println!\"); }\n"),
            ("crates/a/src/main.rs", "fn main() { println!(); }\n"),
            ("crates/a/src/tests.rs", "fn f() { println!(); }\n"),
            ("crates/a/src/out.rs", "fn f() { println!(); }\n"),
            ("crates/xtask/allow/print.txt", "crates/a/src/out.rs: the one file of this face that prints\n"),
        ]);
        assert_eq!(stray(&tree), ["crates/a/src/lib.rs:2: `eprintln!` outside a program"]);
    }
}
