//! The files of the repository, as the rules see them.
//!
//! What git tracks or would track; without git, everything that is not built or
//! installed. Files that are not text are left out.

use crate::source::Source;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Every text file of the repository, sorted by path.
pub(crate) struct Tree {
    /// Where the repository is; a made-up tree has no place.
    pub(crate) root: Option<PathBuf>,
    /// The files.
    pub(crate) files: Vec<Source>,
}

impl Tree {
    /// Reads the repository this crate is part of.
    pub(crate) fn of_this_repository() -> Self {
        let root = root();
        let mut paths = listed_by_git(&root).unwrap_or_else(|| walked(&root, &root));
        paths.sort();
        paths.dedup();
        let files = paths
            .into_iter()
            .filter_map(|path| {
                let text = std::fs::read_to_string(root.join(&path)).ok()?;
                Some(Source { path, text })
            })
            .collect();
        Tree { root: Some(root), files }
    }

    /// A tree of made-up files.
    #[cfg(test)]
    pub(crate) fn made_up(files: &[(&str, &str)]) -> Self {
        let files =
            files.iter().map(|(path, text)| Source { path: (*path).into(), text: (*text).into() }).collect();
        Tree { root: None, files }
    }

    /// The file at `path`.
    pub(crate) fn get(&self, path: &str) -> Option<&Source> {
        self.files.iter().find(|file| file.path == path)
    }

    /// The Rust files of our crates.
    pub(crate) fn rust(&self) -> impl Iterator<Item = &Source> {
        self.files.iter().filter(|file| file.is_rust() && file.path.starts_with("crates/"))
    }
}

/// Where the repository this crate is part of is.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .ancestors()
        .nth(2)
        .expect("the crate is two directories below the root")
        .to_path_buf()
}

fn listed_by_git(root: &Path) -> Option<Vec<String>> {
    let output = Command::new("git")
        .args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"])
        .current_dir(root)
        .output()
        .ok()?;
    // A checkout of another user, or an unpacked archive, is no repository to git.
    if !output.status.success() || output.stdout.is_empty() {
        return None;
    }
    let text = String::from_utf8(output.stdout).ok()?;
    Some(text.split_terminator('\0').map(str::to_owned).collect())
}

fn walked(root: &Path, directory: &Path) -> Vec<String> {
    let mut paths = Vec::new();
    for entry in std::fs::read_dir(directory).into_iter().flatten().flatten() {
        let path = entry.path();
        let name = entry.file_name();
        if path.is_dir() {
            let built = [".conformance", ".git", ".servers", "node_modules", "target"];
            if !built.iter().any(|skipped| name == *skipped) {
                paths.extend(walked(root, &path));
            }
        } else if let Ok(relative) = path.strip_prefix(root) {
            paths.push(relative.to_string_lossy().into_owned());
        }
    }
    paths
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn git_and_the_walk_both_find_this_file() {
        let tree = Tree::of_this_repository();
        assert!(tree.get("crates/xtask/src/tree.rs").is_some());
        let root = tree.root.unwrap();
        assert!(walked(&root, &root).contains(&"crates/xtask/src/tree.rs".to_owned()));
    }
}
