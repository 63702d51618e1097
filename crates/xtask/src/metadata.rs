//! The crates we build from, as cargo tells it.

use serde_json::Value;
use std::path::Path;
use std::process::Command;

/// One crate of the dependency tree.
#[derive(Debug)]
pub(crate) struct Package {
    /// Its name.
    pub(crate) name: String,
    /// Its version.
    pub(crate) version: String,
    /// The licence it states.
    pub(crate) licence: Option<String>,
    /// Whether it comes from elsewhere.
    pub(crate) is_foreign: bool,
    /// What it always needs, by name: neither for its tests only nor to be built.
    pub(crate) needs: Vec<String>,
}

/// Asks cargo, offline if it can answer so; never changes the lock file.
pub(crate) fn packages(root: &Path) -> Result<Vec<Package>, String> {
    ask(root, true).or_else(|_| ask(root, false))
}

fn ask(root: &Path, offline: bool) -> Result<Vec<Package>, String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.args(["metadata", "--locked", "--format-version", "1"]).current_dir(root);
    if offline {
        command.arg("--offline");
    }
    let output = command.output().map_err(|error| format!("cargo does not start: {error}"))?;
    if !output.status.success() {
        return Err(format!("cargo metadata: {}", String::from_utf8_lossy(&output.stderr).trim()));
    }
    let value = serde_json::from_slice(&output.stdout).map_err(|error| format!("cargo metadata: {error}"))?;
    Ok(read(&value))
}

fn read(value: &Value) -> Vec<Package> {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let each = |value: &Value| value.as_array().cloned().unwrap_or_default();
    each(&value["packages"])
        .iter()
        .map(|package| Package {
            name: text(&package["name"]),
            version: text(&package["version"]),
            licence: package["license"].as_str().map(str::to_owned),
            is_foreign: !package["source"].is_null(),
            needs: each(&package["dependencies"])
                .iter()
                .filter(|dependency| dependency["kind"].is_null())
                .map(|dependency| text(&dependency["name"]))
                .collect(),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_tests_need_is_not_what_the_crate_needs() {
        let packages = read(&json!({"packages": [{
            "name": "a", "version": "1.0.0", "license": "MIT", "source": null,
            "dependencies": [{"name": "b", "kind": null}, {"name": "c", "kind": "dev"}],
        }]}));
        assert_eq!(packages[0].needs, ["b"]);
        assert!(!packages[0].is_foreign);
    }
}
