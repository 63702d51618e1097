//! What the documents tell readers to paste, pasted.

use crate::harness::{check_envelope, programs, root};
use serde_json::Value;
use std::path::Path;
use std::process::Command;

/// The blocks of `language` in a document.
fn blocks(document: &str, language: &str) -> Vec<String> {
    let text = std::fs::read_to_string(root().join(document)).expect("the document is there");
    let begin = format!("```{language}\n");
    let parts = text.split(&begin).skip(1);
    parts.map(|part| part.split("\n```").next().unwrap_or_default().to_owned()).collect()
}

/// Runs a shell script in `directory` with the binary on the PATH, and gives what it printed.
fn shell(script: &str, directory: &Path) -> String {
    let path = std::env::var("PATH").unwrap_or_default();
    let output = Command::new("bash")
        .args(["-e", "-c", script])
        .env("PATH", format!("{}:{path}", programs().display()))
        .current_dir(directory)
        .output()
        .expect("bash starts");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert!(output.status.success(), "{script}\n{}\n{}", text(&output.stdout), text(&output.stderr));
    text(&output.stdout)
}

fn read(path: &Path) -> Value {
    serde_json::from_str(&std::fs::read_to_string(path).expect("it was written")).expect("JSON")
}

#[test]
fn the_shell_example_for_pipelines_runs_as_it_is_written() {
    let directory = tempfile::tempdir().unwrap();
    let [script] = &blocks("docs/ci.md", "sh")[..] else { panic!("one block") };
    assert_eq!(shell(script, directory.path()).lines().last(), Some("the tool failed"));
    let report = read(&directory.path().join("report.json"));
    assert_eq!(report.as_array().map(Vec::len), Some(3));
    report.as_array().unwrap().iter().for_each(check_envelope);
}

#[test]
fn the_steps_of_the_github_workflow_run_as_they_are_written() {
    let directory = tempfile::tempdir().unwrap();
    let [workflow] = &blocks("docs/ci.md", "yaml")[..] else { panic!("one block") };
    let workflow: Value = serde_saphyr::from_str(workflow).expect("YAML");
    let steps = workflow["jobs"]["smoke"]["steps"].as_array().expect("steps");
    let ours: Vec<&str> = steps.iter().filter_map(|step| step["run"].as_str()).collect();
    // The first one installs what is built here already.
    assert!(ours[0].starts_with("cargo install"), "{ours:?}");
    for run in &ours[1..] {
        shell(run, directory.path());
    }
    assert_eq!(ours.len(), 3);
    check_envelope(&read(&directory.path().join("discover.json")));
}

#[test]
fn the_script_for_agents_runs_as_it_is_written() {
    let directory = tempfile::tempdir().unwrap();
    let blocks = blocks("docs/agents.md", "sh");
    let script = blocks.iter().find(|block| block.contains("--script -")).expect("the block");
    let envelopes: Value = serde_json::from_str(&shell(script, directory.path())).expect("JSON");
    let envelopes = envelopes.as_array().expect("an array");
    assert_eq!(envelopes.len(), 3);
    for envelope in envelopes {
        check_envelope(envelope);
        assert_eq!(envelope["success"], true, "{envelope:#}");
    }
}

#[test]
fn the_answers_for_agents_are_rules() {
    let directory = tempfile::tempdir().unwrap();
    let [rules] = &blocks("docs/agents.md", "yaml")[..] else { panic!("one block") };
    std::fs::write(directory.path().join("rules.yaml"), rules).unwrap();
    let script = "mcp-inspector --cli --demo --answers rules.yaml --method tools/call --tool-name sample --tool-arg prompt=x";
    assert!(shell(script, directory.path()).contains("42"));
}
