//! Where the servers are installed.

use std::path::{Path, PathBuf};

/// A server installed by npm: the words that run its script `script`.
pub(crate) fn node(package: &str, script: &str) -> Vec<String> {
    let script = installed("node_modules").join("@modelcontextprotocol").join(package).join(script);
    vec!["node".to_owned(), path(&script)]
}

/// A program in the Python environment.
pub(crate) fn python(program: &str) -> String {
    path(&installed("venv").join("bin").join(program))
}

/// A server of ours on an SDK of others: its script in `scripts/servers`.
pub(crate) fn script(name: &str) -> String {
    path(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts/servers").join(name))
}

/// A path as a word of a command line.
pub(crate) fn path(path: &Path) -> String {
    path.to_str().expect("test paths are UTF-8").to_owned()
}

fn installed(part: &str) -> PathBuf {
    let servers = match std::env::var_os("MCPI_SERVERS") {
        Some(servers) => PathBuf::from(servers),
        None => Path::new(env!("CARGO_MANIFEST_DIR")).join("../../.servers"),
    };
    let part = servers.join(part);
    assert!(
        part.exists(),
        "the test servers are not installed ({} does not exist): run ./scripts/check, which installs them",
        part.display()
    );
    part
}
