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
    for word in ["weather", "note-1", "greet", "step 3 of 3", "1050", "tick 0", "frames sent"] {
        assert!(shown.contains(word), "{word} is missing: {shown}");
    }
}

#[test]
fn watching_shows_phases_frames_and_the_end() {
    let shown = run("watch");
    for word in [
        "phase closed -> starting",
        "-> {\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"server/discover\"",
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

#[test]
fn a_recording_shows_the_calls_and_refuses_new_ones() {
    let shown = run("record");
    for word in ["server/discover", "tools/call   fail", "nothing can be sent"] {
        assert!(shown.contains(word), "{word} is missing: {shown}");
    }
}

#[test]
fn a_tour_of_a_server_that_does_not_work_ends_with_a_report() {
    let tests = std::env::current_exe().expect("a test knows where it is");
    let target = tests.parent().and_then(std::path::Path::parent).expect("tests are built into a directory");
    let tour = |words: &[&str]| {
        let output =
            Command::new(target.join("examples").join("tour")).args(words).output().expect("it starts");
        assert_eq!(output.status.code(), Some(1));
        String::from_utf8(output.stderr).expect("examples print text")
    };
    let crashed = tour(&["sh", "-c", "echo not a message; echo why >&2; exit 3"]);
    for word in ["exited with code 3", "PROCESS_CRASHED", "stderr: why", "not a message", "hint:", "help:"] {
        assert!(crashed.contains(word), "{word} is missing: {crashed}");
    }
    assert!(tour(&["cat"]).contains("sends back what it is sent"));
    assert!(tour(&["npx -y server"]).contains("separate words"));
    assert!(tour(&["localhost:1"]).contains("http://localhost:1/mcp"));
    assert!(tour(&["http://127.0.0.1:1/mcp"]).contains("CONNECTION_REFUSED"));
    assert!(tour(&["ftp://x/y"]).contains("hint:"));
}

#[test]
fn a_reader_that_has_seen_enough_ends_the_tour_without_an_error() {
    let tests = std::env::current_exe().expect("a test knows where it is");
    let target = tests.parent().and_then(std::path::Path::parent).expect("tests are built into a directory");
    let mut tour = Command::new(target.join("examples").join("tour"))
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .expect("it starts");
    drop(tour.stdout.take());
    let output = tour.wait_with_output().expect("it ends");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}
