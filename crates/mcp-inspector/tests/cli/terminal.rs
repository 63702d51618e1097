//! What a person at a terminal sees, and a pipe does not.

use crate::harness::cli;
use std::process::{Command, Stdio};

/// Runs the binary on a terminal of its own, and gives everything that appeared there.
fn on_a_terminal(words: &str, variables: &[(&str, &str)]) -> String {
    let line = format!("{} --cli {words}", env!("CARGO_BIN_EXE_mcp-inspector"));
    let mut command = Command::new("script");
    command
        .args(["-qec", &line, "/dev/null"])
        .env("TERM", "xterm")
        .env_remove("NO_COLOR")
        .stdin(Stdio::null());
    command.envs(variables.iter().copied());
    let output = command.output().expect("`script` is part of every system");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn a_long_call_shows_on_a_terminal_how_it_gets_on_and_leaves_only_its_result() {
    let seen =
        on_a_terminal("--demo --method tools/call --tool-name slow --tool-arg seconds=1.5 steps=3", &[]);
    assert!(seen.contains("tools/call slow"), "{seen:?}");
    assert!(seen.contains("step 1 of 3") || seen.contains("step 2 of 3"), "{seen:?}");
    let (status, result) = seen.rsplit_once("\r\u{1b}[K").expect("the status line is taken away");
    assert!(status.contains(" %"), "{seen:?}");
    assert!(result.starts_with("{\r\n"), "{seen:?}");
}

#[test]
fn a_long_call_says_nothing_in_a_pipe() {
    let ran = cli(&[
        "--demo",
        "--method",
        "tools/call",
        "--tool-name",
        "slow",
        "--tool-arg",
        "seconds=1",
        "steps=3",
    ]);
    assert_eq!((ran.exit, ran.stderr.as_str()), (Some(0), ""), "{ran:#?}");
}

#[test]
fn an_error_is_coloured_on_a_terminal_unless_the_user_objects() {
    let colour = "\u{1b}[1;31merror:\u{1b}[0m";
    assert!(on_a_terminal("--nope", &[]).contains(colour));
    for objection in [("NO_COLOR", "1"), ("TERM", "dumb")] {
        let seen = on_a_terminal("--nope", &[objection]);
        assert!(seen.contains("error: there is no flag") && !seen.contains('\u{1b}'), "{seen:?}");
    }
    assert!(!cli(&["--nope"]).stderr.contains('\u{1b}'));
}
