//! The documents a visitor looks for are there, and the README has its two commands.

use crate::tree::Tree;

const DOCUMENTS: [&str; 6] =
    ["ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE-APACHE", "LICENSE-MIT", "README.md"];
/// What runs it, and what tests it.
const COMMANDS: [&str; 2] = ["cargo run", "./scripts/check"];

/// Missing documents and commands.
pub(crate) fn missing(tree: &Tree) -> Vec<String> {
    let mut found = Vec::new();
    for name in DOCUMENTS {
        if tree.get(name).is_none_or(|file| file.text.trim().is_empty()) {
            found.push(format!("{name} is missing"));
        }
    }
    if let Some(readme) = tree.get("README.md") {
        for command in COMMANDS {
            if !readme.text.lines().any(|line| line.trim_start().starts_with(command)) {
                found.push(format!("README.md has no line that begins with `{command}`"));
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_documents_and_commands_are_found() {
        let mut files: Vec<(&str, &str)> = DOCUMENTS.map(|name| (name, "text")).into();
        files[0].1 = " \n";
        files[5].1 = "Say cargo run.\n\n    ./scripts/check\n";
        assert_eq!(
            missing(&Tree::made_up(&files)),
            ["ARCHITECTURE.md is missing", "README.md has no line that begins with `cargo run`"]
        );
    }
}
