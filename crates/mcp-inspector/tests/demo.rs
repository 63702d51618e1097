//! The binary as a user runs it: the demo server, and what happens when it cannot start.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Output, Stdio};

const INITIALIZE: &str = r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}"#;

fn program(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_mcp-inspector"));
    command.args(arguments);
    command
}

fn run(arguments: &[&str]) -> (Option<i32>, String, String) {
    let Output { status, stdout, stderr } = program(arguments).output().expect("the program starts");
    let text = |bytes| String::from_utf8(bytes).expect("it prints text");
    (status.code(), text(stdout), text(stderr))
}

/// Ended with the test, whatever becomes of it.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn the_demo_answers_on_stdio_and_ends_with_its_input() {
    let answer = answer_to_initialize(&["demo"]);
    assert!(answer.contains(r#""protocolVersion":"2025-06-18""#), "{answer}");
}

#[test]
fn the_demo_can_be_told_to_serve_one_era_only() {
    let answer = answer_to_initialize(&["demo", "--only", "legacy"]);
    assert!(answer.contains(r#""protocolVersion":"2025-06-18""#), "{answer}");
    let answer = answer_to_initialize(&["demo", "--only", "modern"]);
    assert!(answer.contains(r#""supported":["2026-07-28"]"#), "{answer}");
}

fn answer_to_initialize(arguments: &[&str]) -> String {
    let mut child = Running(
        program(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the program starts"),
    );
    let mut input = child.0.stdin.take().expect("a pipe");
    let mut output = BufReader::new(child.0.stdout.take().expect("a pipe"));
    writeln!(input, "{INITIALIZE}").expect("it reads");
    let mut answer = String::new();
    output.read_line(&mut answer).expect("it answers");
    drop(input);
    let ended = child.0.wait().expect("it ends");
    assert!(ended.success() || answer.contains("error"), "{ended}");
    answer
}

#[test]
fn the_demo_says_where_it_listens_and_answers_there() {
    let mut child = Running(
        program(&["demo", "--http", "0"]).stdout(Stdio::piped()).spawn().expect("the program starts"),
    );
    let mut line = String::new();
    BufReader::new(child.0.stdout.take().expect("a pipe")).read_line(&mut line).expect("it says where");
    let address = line.trim().strip_prefix("the demo server listens at http://").expect("a URL");
    let address = address.strip_suffix("/mcp").expect("the path is /mcp");
    let mut stream = TcpStream::connect(address).expect("it listens");
    write!(
        stream,
        "POST /mcp HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\nAccept: application/json, \
         text/event-stream\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{INITIALIZE}",
        INITIALIZE.len()
    )
    .expect("it reads");
    let mut answer = [0; 15];
    stream.read_exact(&mut answer).expect("it answers");
    assert_eq!(&answer, b"HTTP/1.1 200 OK");
}

#[test]
fn a_port_that_is_taken_is_named_with_a_way_out() {
    let taken = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let port = taken.local_addr().expect("an address").port().to_string();
    let (code, stdout, stderr) = run(&["demo", "--http", &port]);
    assert_eq!((code, stdout.as_str()), (Some(1), ""));
    assert!(
        stderr.starts_with("error: ") && stderr.contains(&port) && stderr.contains("--http 0"),
        "{stderr}"
    );
}

#[test]
fn the_help_names_every_way_to_start_and_typos_are_errors() {
    for help in ["--help", "-h"] {
        let (code, stdout, stderr) = run(&[help]);
        assert_eq!((code, stderr.as_str()), (Some(0), ""));
        for word in [
            "--cli",
            "demo",
            "--port",
            "--no-open",
            "--config",
            "--allow-host",
            "--allow-origin",
            "--data-dir",
        ] {
            assert!(stdout.contains(word), "{help} does not name {word}: {stdout}");
        }
    }
    let (code, _, stderr) = run(&["demo", "--htpp", "1"]);
    assert_eq!(code, Some(2));
    assert!(stderr.contains("--http"), "a suggestion: {stderr}");
    let (code, _, stderr) = run(&["--port", "0", "demo"]);
    assert_eq!(code, Some(2), "the flags of the backend do not go with the demo: {stderr}");
    let (code, stdout, _) = run(&["--version"]);
    assert_eq!(code, Some(0));
    assert!(stdout.starts_with("mcp-inspector "), "{stdout}");
}
