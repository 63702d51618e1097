//! What we build from: its licences, its duplicates, and which of our crates
//! may need which.

use crate::deny::Deny;
use crate::licence;
use crate::metadata::{self, Package};
use crate::tree::Tree;
use std::collections::{BTreeMap, BTreeSet};

/// Crates whose licence `deny.toml` does not allow.
pub(crate) fn licences(tree: &Tree) -> Vec<String> {
    on_this_repository(tree, unlicensed)
}

/// Crates that are there in several versions without a line in `deny.toml`.
pub(crate) fn duplicates(tree: &Tree) -> Vec<String> {
    on_this_repository(tree, doubled)
}

/// Crates of ours that need what they must not.
pub(crate) fn directions(tree: &Tree) -> Vec<String> {
    on_this_repository(tree, |packages, _| misdirected(packages))
}

fn on_this_repository(tree: &Tree, rule: impl Fn(&[Package], &Deny) -> Vec<String>) -> Vec<String> {
    let Some(root) = &tree.root else { return Vec::new() };
    let Some(deny) = tree.get("deny.toml") else { return vec!["deny.toml is missing".into()] };
    match metadata::packages(root) {
        Ok(packages) => rule(&packages, &Deny::parse(&deny.text)),
        Err(problem) => vec![problem],
    }
}

fn unlicensed(packages: &[Package], deny: &Deny) -> Vec<String> {
    let mut found = Vec::new();
    for Package { name, version, licence, .. } in packages.iter().filter(|package| package.is_foreign) {
        match licence {
            Some(expression) if licence::is_satisfied(expression, &deny.licences) => {}
            Some(expression) => found.push(format!("{name} {version} is under `{expression}`")),
            None => found.push(format!("{name} {version} states no licence")),
        }
    }
    found
}

fn doubled(packages: &[Package], deny: &Deny) -> Vec<String> {
    let mut versions: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for Package { name, version, .. } in packages {
        if !deny.skip.contains(&format!("{name}@{version}")) && !deny.skip.contains(name) {
            versions.entry(name).or_default().insert(version);
        }
    }
    versions
        .into_iter()
        .filter(|(_, versions)| versions.len() > 1)
        .map(|(name, versions)| {
            format!("{name} is there as {}", versions.into_iter().collect::<Vec<_>>().join(" and "))
        })
        .collect()
}

/// `core <- engine <- faces <- mcp-inspector`; the test servers are for tests. Where the
/// engine may use the SDK is a rule of its own (`purity.rs`).
fn misdirected(packages: &[Package]) -> Vec<String> {
    let faces = ["mcp-inspector-cli", "mcp-inspector-tui", "mcp-inspector-server"];
    let mut found = Vec::new();
    for package in packages.iter().filter(|package| !package.is_foreign) {
        let name = package.name.as_str();
        for need in package.needs.iter().map(String::as_str) {
            let is_wrong = match name {
                "mcp-inspector-core" => {
                    need.starts_with("mcp-inspector") || need == "rmcp" || need == "tokio"
                }
                "mcp-inspector-engine" => need.starts_with("mcp-inspector") && need != "mcp-inspector-core",
                _ => need == "mcp-inspector-testkit" || (faces.contains(&name) && faces.contains(&need)),
            };
            if is_wrong {
                found.push(format!("`{name}` must not need `{need}`"));
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn package(name: &str, version: &str, licence: Option<&str>, needs: &[&str]) -> Package {
        Package {
            name: name.into(),
            version: version.into(),
            licence: licence.map(str::to_owned),
            is_foreign: !name.starts_with("mcp-inspector"),
            needs: needs.iter().map(|need| (*need).to_owned()).collect(),
        }
    }

    fn deny() -> Deny {
        Deny { licences: ["MIT".to_owned()].into(), skip: ["old@1.0.0".to_owned()].into() }
    }

    #[test]
    fn licences_that_are_not_listed_are_found() {
        let packages = [
            package("a", "1.0.0", Some("MIT OR GPL-3.0"), &[]),
            package("b", "1.0.0", Some("GPL-3.0"), &[]),
            package("c", "1.0.0", None, &[]),
            package("mcp-inspector", "1.0.0", None, &[]),
        ];
        assert_eq!(
            unlicensed(&packages, &deny()),
            ["b 1.0.0 is under `GPL-3.0`", "c 1.0.0 states no licence"]
        );
    }

    #[test]
    fn duplicates_that_are_not_listed_are_found() {
        let packages = [("old", "1.0.0"), ("old", "2.0.0"), ("new", "1.0.0"), ("new", "2.0.0")]
            .map(|(name, version)| package(name, version, None, &[]));
        assert_eq!(doubled(&packages, &deny()), ["new is there as 1.0.0 and 2.0.0"]);
    }

    #[test]
    fn dependencies_that_point_outwards_are_found() {
        let packages = [
            package("mcp-inspector-core", "1.0.0", None, &["serde", "tokio"]),
            package(
                "mcp-inspector-engine",
                "1.0.0",
                None,
                &["mcp-inspector-core", "tokio", "mcp-inspector-cli"],
            ),
            package("mcp-inspector-cli", "1.0.0", None, &["mcp-inspector-engine", "mcp-inspector-tui"]),
            package("mcp-inspector-demo", "1.0.0", None, &["rmcp"]),
        ];
        assert_eq!(
            misdirected(&packages),
            [
                "`mcp-inspector-core` must not need `tokio`",
                "`mcp-inspector-engine` must not need `mcp-inspector-cli`",
                "`mcp-inspector-cli` must not need `mcp-inspector-tui`",
            ]
        );
    }
}
