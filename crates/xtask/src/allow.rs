//! Exceptions to a rule: one file each, one `path: reason` per line.

use crate::tree::Tree;

/// The exceptions of one rule.
pub(crate) struct Allow {
    place: &'static str,
    entries: Vec<(String, String)>,
}

impl Allow {
    /// Reads the list at `place`; a missing one is empty.
    pub(crate) fn read(tree: &Tree, place: &'static str) -> Self {
        let text = tree.get(place).map(|file| file.text.as_str()).unwrap_or_default();
        let entries = text
            .lines()
            .map(str::trim)
            .filter(|line| !line.is_empty() && !line.starts_with('#'))
            .map(|line| {
                let (path, reason) = line.split_once(':').unwrap_or((line, ""));
                (path.trim().to_owned(), reason.trim().to_owned())
            })
            .collect();
        Allow { place, entries }
    }

    /// Whether the file at `path` is excepted.
    pub(crate) fn covers(&self, path: &str) -> bool {
        self.entries.iter().any(|(allowed, _)| allowed == path)
    }

    /// What is wrong with the list itself.
    pub(crate) fn violations(&self, tree: &Tree) -> Vec<String> {
        let mut found = Vec::new();
        for (path, reason) in &self.entries {
            if reason.is_empty() {
                found.push(format!("{}: `{path}` gives no reason", self.place));
            }
            if tree.get(path).is_none() {
                found.push(format!("{}: `{path}` does not exist", self.place));
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_exception_needs_a_file_and_a_reason() {
        let tree = Tree::made_up(&[("list", "# why\na.rs: because\nb.rs\n"), ("a.rs", ""), ("c.rs", "")]);
        let allow = Allow::read(&tree, "list");
        assert!(allow.covers("a.rs"));
        assert!(!allow.covers("c.rs"));
        assert_eq!(allow.violations(&tree), ["list: `b.rs` gives no reason", "list: `b.rs` does not exist"]);
    }
}
