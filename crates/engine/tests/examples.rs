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

fn judge(words: &[&str]) -> (Option<i32>, String, String) {
    let tests = std::env::current_exe().expect("a test knows where it is");
    let target = tests.parent().and_then(std::path::Path::parent).expect("tests are built into a directory");
    let output = Command::new(target.join("examples").join("judge")).args(words).output().expect("it starts");
    let text = |bytes| String::from_utf8(bytes).expect("examples print text");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[test]
fn the_demo_is_judged_in_both_eras_and_breaks_no_rule_that_it_must_keep() {
    for era in ["auto", "legacy", "2025-06-18"] {
        let (code, shown, _) = judge(&["--era", era]);
        assert_eq!(code, Some(0), "{shown}");
        assert!(shown.contains("rules: ") && !shown.contains("MUST"), "{shown}");
    }
}

#[test]
fn a_recording_is_judged_in_words_and_in_json() {
    let fixture = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/sessions/python-2025-11-25.jsonl");
    let (code, shown, _) = judge(&[fixture]);
    assert_eq!(code, Some(1));
    for word in
        ["MUST LIFE-07", "`tools.listChanged`", "entry 88, /method", "2025-11-25/basic/lifecycle#operation"]
    {
        assert!(shown.contains(word), "{word} is missing: {shown}");
    }
    let (code, shown, _) = judge(&["--json", fixture]);
    let report: serde_json::Value = serde_json::from_str(&shown).expect("it is JSON");
    assert_eq!((code, report["revision"].as_str()), (Some(1), Some("2025-11-25")));
    assert_eq!(report["findings"][0]["rule"], "LIFE-07");
    assert_eq!(report["rules"].as_array().map(Vec::len), Some(125));
}

#[test]
fn a_server_that_does_not_connect_is_judged_by_what_it_said() {
    let (code, shown, _) = judge(&["echo", "hello"]);
    assert_eq!(code, Some(1), "{shown}");
    assert!(shown.contains("STDIO-01  `hello` on stdout"), "{shown}");
    let (code, shown, _) = judge(&["false"]);
    assert_eq!(code, Some(2), "{shown}");
    assert!(shown.contains("exit code 1"), "{shown}");
}

#[test]
fn slips_on_the_command_line_are_named() {
    for (words, told) in [
        (&["--erra", "auto"][..], "`--erra` is no option"),
        (&["--era"], "`--era` needs a value"),
        (&["--era=2027"], "\"2027\" is neither"),
    ] {
        let (code, _, shown) = judge(words);
        assert_eq!(code, Some(2), "{shown}");
        assert!(shown.contains(told), "{shown}");
    }
    assert!(judge(&["--help"]).1.contains("--call TOOL"));
}
