//! The program `testkit-auth`, as another program starts it.

use mcp_inspector_testkit::auth::AuthFault;
use mcp_inspector_testkit::client::Connection;
use serde_json::Value;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

fn program() -> Command {
    Command::new(env!("CARGO_BIN_EXE_testkit-auth"))
}

#[test]
fn it_says_where_it_is_obeys_and_ends_with_stdin() {
    let mut child = program()
        .args(["--fault", "no-metadata-url", "--fault", "as-path-issuer", "--expires-in", "5"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let ready: Value = serde_json::from_str(&lines.next().unwrap().unwrap()).unwrap();
    let url = ready["url"].as_str().unwrap();
    assert!(ready["issuer"].as_str().unwrap().ends_with("/tenant"), "{ready}");
    let host = url.strip_prefix("http://").unwrap().strip_suffix("/mcp").unwrap();
    let answer = Connection::open(host).unwrap().send("POST", "/mcp", "", "{}").unwrap();
    assert_eq!(
        (answer.status, answer.header("www-authenticate")),
        (401, Some(r#"Bearer scope="mcp files""#))
    );
    for command in ["expire", "revoke", "release", "rotate"] {
        writeln!(stdin, "{command}").unwrap();
        assert_eq!(lines.next().unwrap().unwrap(), command);
    }
    drop(stdin);
    assert!(child.wait().unwrap().success());
    assert!(lines.next().is_none());
}

#[test]
fn it_lists_every_fault_and_names_what_it_does_not_know() {
    let list = program().arg("--list").output().unwrap();
    let text = String::from_utf8(list.stdout).unwrap();
    assert_eq!(text.lines().count(), AuthFault::ALL.len());
    assert!(text.contains("refresh-slow") && list.status.success());
    for wrong in [["--fault", "nice"], ["--expires-in", "soon"], ["--what", "x"]] {
        let output = program().args(wrong).output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        let problem = String::from_utf8(output.stderr).unwrap();
        assert!(problem.contains(if wrong[0] == "--what" { "`--what`" } else { wrong[1] }), "{problem}");
    }
    assert_eq!(program().arg("--fault").output().unwrap().status.code(), Some(2));
}
