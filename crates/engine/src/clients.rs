//! Where other MCP clients on this machine keep their servers. Their files are read, never changed.
//!
//! Claude Code has servers of one project beside those of all, in one file: what counts for the working directory is read as
//! it would read it, so that of two servers of one name the project's is meant.

use crate::config::{self, ConfigError};
use mcp_inspector_core::target::TargetError;
use mcp_inspector_core::target::files::TargetFile;
use serde_json::{Value, json};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// A client, and where its files are: below the home directory, the configuration directory of the
/// system, or the working directory.
const CLIENTS: [(&str, Below, &str); 14] = [
    ("Claude Code", Below::Home, ".claude.json"),
    ("Claude Desktop", Below::Settings, "Claude/claude_desktop_config.json"),
    ("Cursor", Below::Home, ".cursor/mcp.json"),
    ("VS Code", Below::Settings, "Code/User/mcp.json"),
    ("VS Code Insiders", Below::Settings, "Code - Insiders/User/mcp.json"),
    ("VSCodium", Below::Settings, "VSCodium/User/mcp.json"),
    ("Windsurf", Below::Home, ".codeium/windsurf/mcp_config.json"),
    ("Gemini CLI", Below::Home, ".gemini/settings.json"),
    ("LM Studio", Below::Home, ".lmstudio/mcp.json"),
    ("Amazon Q", Below::Home, ".aws/amazonq/mcp.json"),
    ("this project", Below::Here, ".mcp.json"),
    ("this project, Cursor", Below::Here, ".cursor/mcp.json"),
    ("this project, VS Code", Below::Here, ".vscode/mcp.json"),
    ("this project, Gemini CLI", Below::Here, ".gemini/settings.json"),
];

/// Where a path begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Below {
    Home,
    /// Where programs with windows keep their settings.
    Settings,
    Here,
}

/// A file in which another client keeps its servers.
#[derive(Debug)]
pub struct Found {
    /// The client.
    pub client: &'static str,
    /// The file.
    pub path: PathBuf,
    /// What is in it, or why it cannot be read.
    pub file: Result<TargetFile, ConfigError>,
}

/// The files of other clients that are there and hold servers, or cannot be read.
pub fn found(here: &Path, variable: &dyn Fn(&str) -> Option<OsString>) -> Vec<Found> {
    let directory = |name| variable(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let home = directory("HOME");
    let settings = if cfg!(target_os = "macos") {
        home.as_ref().map(|home| home.join("Library/Application Support"))
    } else {
        directory("XDG_CONFIG_HOME").or_else(|| home.as_ref().map(|home| home.join(".config")))
    };
    let places = CLIENTS.iter().filter_map(|(client, below, path)| {
        let base = match below {
            Below::Home => home.as_deref()?,
            Below::Settings => settings.as_deref()?,
            Below::Here => here,
        };
        Some((*client, base.join(path)))
    });
    let there = places.filter(|(_, path)| path.is_file());
    let read = there.map(|(client, path)| Found { client, file: read(&path, here), path });
    // A file without servers is one that its client keeps for other things.
    let has_servers = |found: &Found| match &found.file {
        Ok(file) => !file.entries().is_empty(),
        Err(ConfigError::Target(TargetError::NoServers { .. })) => false,
        Err(_) => true,
    };
    read.filter(has_servers).collect()
}

/// What a file says to whoever works in `here`.
pub fn read(path: &Path, here: &Path) -> Result<TargetFile, ConfigError> {
    match for_project(path, here) {
        Some(text) => Ok(TargetFile::read(&path.display().to_string(), &text)?),
        None => config::load(path),
    }
}

/// The servers of a file with projects that count in `here`; none when it has no servers for it.
fn for_project(path: &Path, here: &Path) -> Option<String> {
    if path.file_name()? != ".claude.json" {
        return None;
    }
    let mut whole: Value = serde_json::from_str(&config::read_text(path).ok()?).ok()?;
    let places = [std::path::absolute(here).ok(), here.canonicalize().ok()];
    let mut names = places.iter().flatten().filter_map(|place| place.to_str());
    let of_project = names.find_map(|name| whole["projects"][name]["mcpServers"].as_object().cloned())?;
    let mut servers = whole["mcpServers"].as_object_mut().map(std::mem::take).unwrap_or_default();
    servers.extend(of_project);
    (!servers.is_empty()).then(|| json!({ "mcpServers": servers }).to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn look(home: &Path, here: &Path) -> Vec<(&'static str, Option<Vec<String>>)> {
        let found = found(here, &|name| (name == "HOME").then(|| home.as_os_str().to_owned()));
        let names = |file: &TargetFile| file.names().into_iter().map(str::to_owned).collect();
        found.iter().map(|found| (found.client, found.file.as_ref().ok().map(names))).collect()
    }

    fn put(path: &Path, text: &str) {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }

    #[test]
    fn the_servers_of_other_clients_are_found_and_a_broken_file_is_told() {
        let (home, here) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        assert_eq!(look(home.path(), here.path()), []);
        put(
            &home.path().join(".claude.json"),
            r#"{"theme": "dark", "mcpServers": {"git": {"command": "git-mcp", "args": []}}}"#,
        );
        put(&home.path().join(".cursor/mcp.json"), "{");
        put(&home.path().join(".gemini/settings.json"), r#"{"theme": "dark"}"#);
        put(
            &here.path().join(".vscode/mcp.json"),
            r#"{"servers": {"web": {"type": "http", "url": "http://localhost:1/mcp"}}}"#,
        );
        let found = look(home.path(), here.path());
        let git = ("Claude Code", Some(vec!["git".to_owned()]));
        let web = ("this project, VS Code", Some(vec!["web".to_owned()]));
        assert_eq!(found, [git, ("Cursor", None), web]);
    }

    #[test]
    fn servers_of_the_project_one_works_in_are_those_of_claude_code_too() {
        let (home, here) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let file = home.path().join(".claude.json");
        let project = here.path().canonicalize().unwrap();
        let projects = json!({
            project.to_str().unwrap(): { "mcpServers": { "db": { "command": "local-db" }, "web": { "command": "w" } } },
            "/elsewhere": { "mcpServers": { "other": { "command": "o" } } },
        });
        put(&file, &json!({ "projects": projects }).to_string());
        let names = |names: [&str; 2]| Some(names.map(str::to_owned).to_vec());
        assert_eq!(look(home.path(), here.path()), [("Claude Code", names(["db", "web"]))]);
        let all = json!({ "mcpServers": { "db": { "command": "a-db" } }, "projects": projects });
        put(&file, &all.to_string());
        assert_eq!(look(home.path(), here.path()), [("Claude Code", names(["db", "web"]))]);
        let target = read(&file, here.path()).unwrap().resolve("db", &|_| None).unwrap();
        assert_eq!(target.place(), "local-db", "that of the project counts");
        let elsewhere = tempfile::tempdir().unwrap();
        let only = Some(vec!["db".to_owned()]);
        assert_eq!(look(home.path(), elsewhere.path()), [("Claude Code", only)]);
    }

    #[test]
    fn without_a_home_only_the_project_is_looked_at() {
        let here = tempfile::tempdir().unwrap();
        put(&here.path().join(".mcp.json"), r#"{"mcpServers": {"a": {"command": "a"}}}"#);
        let found = found(here.path(), &|_| None);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].client, "this project");
    }
}
