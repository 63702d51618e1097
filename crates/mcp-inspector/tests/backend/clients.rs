//! Clients on the official SDKs, through `/mcp` of the backend, in front of servers of every transport
//! and era: server-everything over stdio, HTTP+SSE and Streamable HTTP, and the demo.
//!
//! The clients in TypeScript and Python are in `scripts/clients`, and say themselves what went wrong.
//! Each test has a backend of its own, so that its clients are the only ones.

mod behind;
mod rust;
mod servers;

use behind::{Behind, SERVERS};
use rust::Era;
use serde_json::Value;
use servers::{Kind, installed};
use std::path::Path;
use std::process::Command;

/// How many steps the shortest list of them has.
const STEPS: usize = 20;

#[test]
fn the_typescript_sdk_1_works_through_the_backend() {
    everywhere(&node("v1.mjs"), None);
}

#[test]
fn the_typescript_sdk_2_works_through_the_backend_in_the_older_era() {
    everywhere(&node("v2.mjs"), Some("legacy"));
}

#[test]
fn the_typescript_sdk_2_works_through_the_backend_in_the_newer_era() {
    everywhere(&node("v2.mjs"), Some("modern"));
}

#[test]
fn the_typescript_sdk_2_finds_the_newer_era_by_itself() {
    everywhere(&node("v2.mjs"), Some("auto"));
}

#[test]
fn the_python_sdk_works_through_the_backend_in_the_older_era() {
    everywhere(&python(), Some("legacy"));
}

#[test]
fn the_python_sdk_works_through_the_backend_in_the_newer_era() {
    everywhere(&python(), Some("modern"));
}

#[test]
fn the_python_sdk_finds_the_newer_era_by_itself() {
    everywhere(&python(), Some("auto"));
}

#[test]
fn the_rust_sdk_works_through_the_backend_in_the_older_era() {
    rust::everywhere(Era::Older);
}

#[test]
fn the_rust_sdk_works_through_the_backend_in_the_newer_era() {
    rust::everywhere(Era::Newer);
}

/// Runs a client program against every server at once; each has one of its own.
fn everywhere(words: &[String], era: Option<&str>) {
    let behind = Behind::start();
    std::thread::scope(|scope| {
        for (server, kind) in SERVERS {
            let url = behind.url(server);
            scope.spawn(move || run(words, &url, kind, era));
        }
    });
    behind.end();
}

fn run(words: &[String], url: &str, kind: Kind, era: Option<&str>) {
    let mut command = Command::new(&words[0]);
    command.args(&words[1..]).args([url, behind::TOKEN, kind.name()]).args(era);
    let output = command.output().unwrap_or_else(|error| panic!("`{}` does not start: {error}", words[0]));
    let stdout = String::from_utf8_lossy(&output.stdout);
    let steps: Vec<Value> =
        stdout.lines().map(|line| serde_json::from_str(line).expect("a line is a step")).collect();
    let failed: Vec<&Value> = steps.iter().filter(|step| step["ok"] != true).collect();
    assert!(
        failed.is_empty() && output.status.success() && steps.len() >= STEPS,
        "{} {era:?} at {url}: {} of {} steps failed, {}\n{failed:#?}\n{}",
        words.join(" "),
        failed.len(),
        steps.len(),
        output.status,
        String::from_utf8_lossy(&output.stderr)
    );
}

fn node(script: &str) -> Vec<String> {
    vec!["node".to_owned(), program(script)]
}

fn python() -> Vec<String> {
    let python = installed("venv").join("bin/python");
    vec![python.to_str().expect("UTF-8").to_owned(), program("client.py")]
}

fn program(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts/clients").join(name);
    path.to_str().expect("UTF-8").to_owned()
}
