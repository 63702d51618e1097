//! No test waits by the clock, unless a comment with `sleep:` says why it must.

use crate::source::Source;
use crate::tree::Tree;

/// Sleeps in tests without a reason on the same line or the one before.
pub(crate) fn unexplained(tree: &Tree) -> Vec<String> {
    let mut found = Vec::new();
    for file in tree.rust() {
        let code = test_code(file);
        let text: Vec<&str> = file.text.lines().collect();
        for (index, line) in code.lines().enumerate() {
            if !line.contains("thread::sleep") && !line.contains("time::sleep") {
                continue;
            }
            let is_explained = text[index.saturating_sub(1)..=index]
                .iter()
                .any(|line| line.split_once("//").is_some_and(|(_, comment)| comment.contains("sleep:")));
            if !is_explained {
                found.push(format!("{}:{}: a test sleeps and does not say why", file.path, index + 1));
            }
        }
    }
    found
}

/// The code that is tests: all of a test file, else what the shipped part leaves out.
fn test_code(file: &Source) -> String {
    let code = file.code();
    if file.is_test() {
        return code;
    }
    let shipped = file.shipped_code();
    let lines = code.lines().zip(shipped.lines());
    lines.map(|(all, kept)| if all == kept { "\n".to_owned() } else { format!("{all}\n") }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sleeping_tests_are_found() {
        let tree = Tree::made_up(&[
            (
                "crates/a/src/lib.rs",
                "fn f() { thread::sleep(x); }\n#[cfg(test)]\nmod tests {\n    fn g() { tokio::time::sleep(x).await; }\n}\n",
            ),
            (
                "crates/a/tests/b.rs",
                "thread::sleep(x); // sleep: the file system has seconds\n// sleep: so\nthread::sleep(x);\n\nthread::sleep(x);\n",
            ),
        ]);
        assert_eq!(
            unexplained(&tree),
            [
                "crates/a/src/lib.rs:4: a test sleeps and does not say why",
                "crates/a/tests/b.rs:5: a test sleeps and does not say why",
            ]
        );
    }
}
