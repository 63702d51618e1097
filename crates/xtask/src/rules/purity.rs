//! The core reads no clock, environment, file or socket and never spawns; and
//! neither it nor the engine knows the SDK whose servers they inspect, but for one file about logins.

use crate::imports::imports;
use crate::source::find_words;
use crate::tree::Tree;
use std::collections::BTreeSet;

const WORDS: [&str; 3] = ["tokio", "Instant", "SystemTime"];
const PATHS: [&str; 5] = ["std::fs", "std::net", "std::env", "std::process", "std::thread"];

/// What the shipped code of the core names and must not.
pub(crate) fn impure(tree: &Tree) -> Vec<String> {
    let mut found = BTreeSet::new();
    for file in tree.rust().filter(|file| file.path.starts_with("crates/core/src/")) {
        let code = file.shipped_code();
        let mut report = |at: usize, name: &str| {
            found.insert(format!("{}: the core must not name `{name}`", file.place(&code, at)));
        };
        for word in WORDS {
            for at in find_words(&code, word) {
                report(at, word);
            }
        }
        for path in PATHS {
            for at in find_words(&code, path) {
                report(at, path);
            }
            for (at, import) in imports(&code) {
                if import == path || import.strip_prefix(path).is_some_and(|rest| rest.starts_with("::")) {
                    report(at, path);
                }
            }
        }
    }
    found.into_iter().collect()
}

/// The only file of the engine that uses the SDK: the code grant, behind a trait of our own.
const CODE_GRANT: &str = "crates/engine/src/auth/code_grant/sdk.rs";

/// Where the core, or the shipped part of the engine, names the SDK.
pub(crate) fn sdk(tree: &Tree) -> Vec<String> {
    let name = "rmcp";
    let mut found = Vec::new();
    for file in &tree.files {
        let is_ours = file.path.starts_with("crates/core/") || file.path.starts_with("crates/engine/src/");
        if is_ours && file.path != CODE_GRANT {
            for at in find_words(&file.text, name) {
                found.push(format!("{}: names `{name}`", file.place(&file.text, at)));
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_and_io_are_found_also_in_groups() {
        let tree = Tree::made_up(&[(
            "crates/core/src/a.rs",
            "//! No tokio.\nuse std::{fmt, fs};\nuse std::time::{Duration, Instant};\nfn f() { std::env::var(\"tokio\"); env!(\"A\"); }\n",
        )]);
        assert_eq!(
            impure(&tree),
            [
                "crates/core/src/a.rs:2: the core must not name `std::fs`",
                "crates/core/src/a.rs:3: the core must not name `Instant`",
                "crates/core/src/a.rs:4: the core must not name `std::env`",
            ]
        );
    }

    #[test]
    fn tests_and_other_crates_may() {
        let tree = Tree::made_up(&[
            ("crates/core/src/a.rs", "#[cfg(test)]\nmod tests { use std::fs; }\n"),
            ("crates/core/src/a/tests.rs", "use std::fs;\n"),
            ("crates/engine/src/a.rs", "use std::fs;\n"),
        ]);
        assert!(impure(&tree).is_empty());
    }

    #[test]
    fn the_sdk_is_found_in_shipped_code_only() {
        let tree = Tree::made_up(&[
            ("crates/core/Cargo.toml", "rmcp = \"3\"\n"),
            ("crates/engine/src/a.rs", "\nuse rmcp::x;\n"),
            ("crates/engine/benches/a.rs", "use rmcp::x;\n"),
            (CODE_GRANT, "use rmcp::x;\n"),
        ]);
        assert_eq!(
            sdk(&tree),
            ["crates/core/Cargo.toml:1: names `rmcp`", "crates/engine/src/a.rs:2: names `rmcp`"]
        );
    }
}
