//! The page about the rules servers are judged by says what the rules say.

use crate::findings::{PATH, page};
use crate::tree::Tree;

/// The page when it is missing or says something else.
pub(crate) fn stale(tree: &Tree) -> Vec<String> {
    match tree.get(PATH) {
        Some(file) if file.text == page() => Vec::new(),
        Some(_) => vec![format!("{PATH} is stale; run `cargo run -p xtask -- findings`")],
        None => vec![format!("{PATH} is missing; run `cargo run -p xtask -- findings`")],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_or_stale_page_is_found() {
        assert!(stale(&Tree::made_up(&[]))[0].contains("is missing"));
        assert!(stale(&Tree::made_up(&[(PATH, "# Findings\n")]))[0].contains("is stale"));
        assert!(stale(&Tree::made_up(&[(PATH, &page())])).is_empty());
    }
}
