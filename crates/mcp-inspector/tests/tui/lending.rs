//! The terminal lent to the editor and the pager, and what is left when a signal ends everything.

use crate::harness::Screen;
use mcp_inspector_testkit::scripted::{Script, ScriptedServer, Step};
use serde_json::json;
use std::process::Command;

const SIZE: (u16, u16) = (100, 30);

fn send(signal: &str, pid: &str) {
    assert!(Command::new("kill").args(["-s", signal, pid]).status().is_ok_and(|it| it.success()));
}

#[test]
fn a_signal_ends_the_editor_and_the_pager_with_it_and_the_terminal_is_as_it_was() {
    // Each makes the terminal its own, as editors do, and waits for a line that nobody types.
    let editor = "sh -c 'stty raw -echo </dev/tty; echo waiting >/dev/tty; read line </dev/tty' --";
    let pager = "sh -c 'stty raw -echo </dev/tty; cat; echo waiting; read line </dev/tty'";
    for (key, signal, exit) in [("E", "TERM", 143), ("E", "HUP", 129), ("o", "TERM", 143)] {
        let screen = Screen::start_with(SIZE, "--demo", &[("EDITOR", editor), ("PAGER", pager)]);
        screen.shows("● connected").shows("prompts/list").finds("echo").shows("tool echo");
        let pid = screen.pid();
        screen.types("hello").shows("INSERT");
        if key == "o" {
            screen.keys(&["C-s"]).shows("#1 OK").keys(&["Tab"]).shows("▌#1").types(key);
        } else {
            screen.keys(&["Escape"]).shows("NORMAL").types(key);
        }
        screen.shows("waiting");
        send(signal, &pid);
        screen.shows(&format!("ended with {exit}"));
        assert!(screen.is_restored(), "{key} {signal}");
    }
}

#[test]
fn a_signal_ends_it_although_somebody_keeps_the_input_of_the_pager_open() {
    let large = json!({ "content": [{ "type": "text", "text": "line\n".repeat(100_000) }] });
    let script = Script::legacy()
        .on("tools/list", [Step::result(&json!({ "tools": [{ "name": "large", "inputSchema": {} }] }))])
        .on("tools/call", [Step::result(&large)]);
    let server = ScriptedServer::start(script);
    // What it started has its input, reads none of it, and outlives it.
    let pager =
        "sh -c 'exec 3<&0; (until [ -e over ]; do sleep 0.1; done) & echo waiting; read line </dev/tty'";
    let screen = Screen::start_with(SIZE, &server.url(), &[("PAGER", pager)]);
    screen.shows("● connected").finds("large").shows("tool large").keys(&["C-s"]).shows("#1 OK");
    let pid = screen.pid();
    screen.keys(&["Tab"]).shows("▌#1").types("o").shows("waiting");
    send("TERM", &pid);
    screen.shows("ended with 143");
    assert!(screen.is_restored());
    screen.write("over", "");
}

#[test]
fn an_interrupt_is_the_editors_while_it_has_the_terminal() {
    // Whoever sends what the key would send means the editor as well.
    let editor = r#"sh -c 'trap "" INT QUIT; echo waiting >/dev/tty; read line </dev/tty; sed -i s/hello/edited/ "$1"' --"#;
    let screen = Screen::start_with(SIZE, "--demo", &[("EDITOR", editor)]);
    screen.shows("● connected").shows("prompts/list").finds("echo").shows("tool echo");
    let pid = screen.pid();
    screen.types("hello").shows("INSERT").keys(&["Escape"]).shows("NORMAL").types("E").shows("waiting");
    send("INT", &pid);
    send("QUIT", &pid);
    screen.keys(&["Enter"]).shows("edited").keys(&["C-s"]).shows("#1 OK");
}

#[test]
fn an_editor_that_takes_the_file_away_is_named_and_the_value_stays() {
    let screen = Screen::start_with((140, 30), "--demo", &[("EDITOR", "rm -f")]);
    screen.shows("● connected").shows("prompts/list").finds("echo").shows("tool echo");
    screen.types("hello").shows("INSERT").keys(&["M-E"]);
    screen.shows("`rm` ended, but the file it was given is gone: the value is as it was").shows("hello");
}

#[test]
fn an_editor_that_leaves_something_else_than_a_file_does_not_hold_anything_up() {
    let editor = r#"sh -c 'rm -f "$1"; mkfifo "$1"' --"#;
    let screen = Screen::start_with((140, 30), "--demo", &[("EDITOR", editor)]);
    screen.shows("● connected").shows("prompts/list").finds("echo").shows("tool echo");
    screen.types("mine").shows("INSERT").keys(&["M-e"]).shows("it is no file any more").shows("mine");
}
