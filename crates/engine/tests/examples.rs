//! The examples run, and show what they promise.

use std::process::Command;

fn run(example: &str) -> String {
    let tests = std::env::current_exe().expect("a test knows where it is");
    let target = tests.parent().and_then(std::path::Path::parent).expect("tests are built into a directory");
    let output =
        Command::new(target.join("examples").join(example)).output().expect("cargo built the example");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{example} failed: {stderr}");
    String::from_utf8(output.stdout).expect("examples print text")
}

#[test]
fn the_tour_shows_the_demo_server_and_the_wire() {
    let shown = run("tour");
    assert!(shown.starts_with("Server    mcp-inspector-demo"), "{shown}");
    for word in ["weather", "note-1", "greet", "step 3 of 3", "-32050", "tick 0", "frames sent"] {
        assert!(shown.contains(word), "{word} is missing: {shown}");
    }
}

#[test]
fn watching_shows_phases_frames_and_the_end() {
    let shown = run("watch");
    for word in [
        "phase closed -> starting",
        "-> {\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\"",
        "phase closing -> closed",
    ] {
        assert!(shown.contains(word), "{word} is missing: {shown}");
    }
}

#[test]
fn rules_answer_the_servers_questions() {
    let shown = run("answer");
    for word in ["forty-two", "Ada", "file:///srv/example"] {
        assert!(shown.contains(word), "{word} is missing: {shown}");
    }
}
