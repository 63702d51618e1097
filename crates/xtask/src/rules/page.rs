//! Every fault code has a help page that states its facts, and no page is
//! without a code.

use crate::tree::Tree;
use mcp_inspector_core::fault::FaultCode;
use std::collections::BTreeSet;

/// Where pages and codes do not match.
pub(crate) fn mismatched(tree: &Tree) -> Vec<String> {
    let mut found = Vec::new();
    let mut expected = BTreeSet::new();
    for code in FaultCode::ALL {
        let path = path(*code);
        match tree.get(&path) {
            Some(page) => {
                let mut lines = page.text.lines();
                if lines.next() != Some(&format!("# {code}")) {
                    found.push(format!("{path}: the first line is not `# {code}`"));
                }
                if lines.nth(1) != Some(&facts(*code)) {
                    found.push(format!("{path}: the third line is not `{}`", facts(*code)));
                }
            }
            None => found.push(format!("{path} is missing; it explains {code}")),
        }
        expected.insert(path);
    }
    for file in tree.files.iter().filter(|file| file.path.starts_with("docs/errors/")) {
        if !expected.contains(&file.path) {
            found.push(format!("{} explains no fault code", file.path));
        }
    }
    found
}

fn path(code: FaultCode) -> String {
    format!("{}.md", code.help_page().trim_start_matches('/'))
}

/// What follows from the code, as its page says it.
fn facts(code: FaultCode) -> String {
    let category = serde_json::to_value(code.category()).unwrap_or_default();
    let retry =
        if code.is_retryable() { "Trying again may help" } else { "Trying again alone does not help" };
    format!(
        "Category: {}. {retry}. Reported as HTTP {}.",
        category.as_str().unwrap_or_default(),
        code.http_status()
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_wrong_and_spare_pages_are_found() {
        let right = format!("# SPAWN_FAILED\n\n{}\n", facts(FaultCode::SpawnFailed));
        let tree = Tree::made_up(&[
            ("docs/errors/spawn-failed.md", &right),
            ("docs/errors/http-status.md", "# OTHER\n\nCategory: none.\n"),
            ("docs/errors/spare.md", ""),
        ]);
        let found = mismatched(&tree);
        assert_eq!(
            found.iter().filter(|found| found.contains("is missing")).count(),
            FaultCode::ALL.len() - 2
        );
        assert_eq!(found.iter().filter(|found| found.contains("http-status.md: the ")).count(), 2);
        assert_eq!(found.last().unwrap(), "docs/errors/spare.md explains no fault code");
        assert!(!found.iter().any(|found| found.contains("spawn-failed")));
    }
}
