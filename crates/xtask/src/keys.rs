//! The tables of keys and commands in the manual of the terminal face, made from the face's own.

use crate::manual::Page;
use crate::tree::Tree;

/// The manual.
const PATH: &str = "docs/tui.md";

/// The manual with its tables as they must be; nothing when there is no manual.
pub(crate) fn pages(tree: &Tree) -> Vec<Page> {
    let text = tree.root.as_ref().and_then(|root| std::fs::read_to_string(root.join(PATH)).ok());
    text.map(|text| (PATH, filled(&text))).into_iter().collect()
}

fn filled(text: &str) -> String {
    let text = between(text, "commands", &mcp_inspector_tui::commands());
    between(&text, "keys", &mcp_inspector_tui::manual())
}

/// The text with something else between two marks. A text without the marks cannot be filled, and says so.
fn between(text: &str, mark: &str, inside: &str) -> String {
    let (begin, end) =
        (format!("<!-- {mark}: made by `cargo run -p xtask -- keys` -->\n"), format!("<!-- /{mark} -->"));
    match (text.find(&begin), text.find(&end)) {
        (Some(from), Some(to)) if from + begin.len() <= to => {
            format!("{}{begin}\n{}\n\n{}", &text[..from], inside.trim(), &text[to..])
        }
        _ => format!("{text}\n(the marks of {mark} are missing)\n"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_between_the_marks_is_replaced_and_nothing_else() {
        let text = "a\n<!-- keys: made by `cargo run -p xtask -- keys` -->\nold\n<!-- /keys -->\nb\n";
        let new = between(text, "keys", "new\n\n");
        assert_eq!(
            new,
            "a\n<!-- keys: made by `cargo run -p xtask -- keys` -->\n\nnew\n\n<!-- /keys -->\nb\n"
        );
        assert_eq!(between(&new, "keys", "new"), new);
        assert!(between("a", "keys", "new").contains("missing"));
    }
}
