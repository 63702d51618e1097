//! What is printed about the program itself: help, schemas, completions, the version.

use crate::harness::{Ran, cli, root};
use insta::assert_snapshot;
use serde_json::Value;
use std::process::Command;

/// What was printed, when nothing went wrong.
fn printed(words: &[&str]) -> String {
    let ran: Ran = cli(words);
    assert_eq!((ran.exit, ran.stderr.as_str()), (Some(0), ""), "{ran:#?}");
    ran.stdout
}

#[test]
fn the_short_help_is_one_screen() {
    let help = printed(&["-h"]);
    assert!(help.lines().count() <= 40 && help.lines().all(|line| line.chars().count() <= 80), "{help}");
    assert_snapshot!(help);
}

#[test]
fn the_long_help_has_every_flag_examples_and_exit_codes() {
    assert_snapshot!(printed(&["--help"]));
}

#[test]
fn each_topic_has_a_page() {
    for topic in ["exit-codes", "examples", "script", "answers", "arguments"] {
        assert_snapshot!(format!("help_{topic}"), printed(&["--help", topic]));
        assert_eq!(printed(&[&format!("--help={topic}")]), printed(&["--help", topic]));
    }
}

#[test]
fn an_error_code_has_the_page_that_its_message_names() {
    let ran = cli(&["--demo", "--method", "tools/call", "--tool-name", "refuse"]);
    let named = ran.stderr.lines().find_map(|line| line.strip_prefix("help: mcp-inspector --cli "));
    let words: Vec<&str> = named.expect("it names a page").split_whitespace().collect();
    assert_eq!(words, ["--help", "SERVER_ERROR"]);
    let page = std::fs::read_to_string(root().join("docs/errors/server-error.md")).unwrap();
    // The category is that of the envelope, and of no other face.
    let without_category =
        |page: &str| page.lines().filter(|line| !line.starts_with("Category:")).collect::<String>();
    assert_eq!(without_category(&printed(&words)), without_category(&page));
    assert!(printed(&words).contains("\nCategory: application. Exit code: 5 with --exit-codes classified."));
    for spelling in ["server_error", "server-error"] {
        assert_eq!(printed(&["--help", spelling]), printed(&words));
    }
}

#[test]
fn a_topic_that_is_not_there_is_told_with_those_that_are() {
    assert_snapshot!(cli(&["--help", "nothing"]).shown());
}

#[test]
fn help_behind_the_dashes_is_the_servers() {
    let ran = cli(&["--method", "ping", "--connect-timeout", "10s", "--", "echo", "--help"]);
    assert!(ran.exit == Some(1) && !ran.stdout.contains("Usage"), "{ran:#?}");
}

#[test]
fn the_version_is_that_of_the_package() {
    for flag in ["--version", "-V"] {
        assert_eq!(printed(&[flag]), format!("mcp-inspector {}\n", env!("CARGO_PKG_VERSION")));
    }
}

#[test]
fn each_schema_is_printed_as_it_is_committed() {
    let all: Value = serde_json::from_str(&printed(&["--print-schema"])).unwrap();
    assert_eq!(printed(&["--print-schema"]), printed(&["--print-schema", "all"]));
    for name in ["envelope", "script", "answers"] {
        let path = root().join(format!("crates/cli/schema/{name}.schema.json"));
        let text = printed(&["--print-schema", name]);
        assert_eq!(text, std::fs::read_to_string(path).unwrap());
        let schema: Value = serde_json::from_str(&text).unwrap();
        assert!(jsonschema::meta::is_valid(&schema), "{name} is no schema");
        assert_eq!(all[name], schema);
    }
}

#[test]
fn completions_name_the_flags_and_bash_can_read_its_own() {
    for shell in ["bash", "zsh", "fish"] {
        let text = printed(&["--completion", shell]);
        for flag in ["tool-name", "print-schema", "era"] {
            assert!(text.contains(flag), "{shell}: `{flag}` is missing");
        }
    }
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("completion");
    std::fs::write(&path, printed(&["--completion", "bash"])).unwrap();
    let read = Command::new("bash").arg("-n").arg(&path).output().expect("bash is there");
    assert!(read.status.success(), "{}", String::from_utf8_lossy(&read.stderr));
}

#[test]
fn a_shell_or_schema_that_is_not_there_is_told_with_those_that_are() {
    let shown = [["--completion", "tcsh"], ["--print-schema", "tool"]].map(|words| cli(&words).shown());
    assert_snapshot!(shown.join("\n"));
}
