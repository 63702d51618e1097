//! Whoever stays where they are sees what both sides can do, and what is found, as it comes.

use crate::harness::{Screen, testkit};

/// High enough for the page of a server as a whole.
const HIGH: (u16, u16) = (140, 100);

#[test]
fn capabilities_and_findings_come_while_a_server_connects() {
    // The server starts when a line can be read.
    let script = format!("mkfifo go; read line < go; exec {} demo", env!("CARGO_BIN_EXE_mcp-inspector"));
    let screen = Screen::start(HIGH, &format!("-- sh -c '{script}'"));
    screen
        .shows("◌ ")
        .keys(&["F3"])
        .shows("resources.subscribe                not told")
        .shows("┃  0 rules kept");
    screen.until("a place to write to", |_| screen.directory.path().join("go").exists());
    screen.write("go", "now\n");
    screen
        .shows("● connected")
        .shows(&format!("{:<43}advertised", "resources.subscribe"))
        .hides("┃  0 rules kept");
}

#[test]
fn what_is_found_comes_into_the_timeline_that_is_looked_at() {
    let screen = Screen::start(HIGH, &format!("-- {} result-and-error", testkit("testkit-server")));
    screen.shows("● connected").keys(&["F2"]).shows("follows").types("/kind:finding").keys(&["Enter"]);
    screen.shows("kind:finding").hides("both `result` and `error`");
    screen.commands(r#"call tools/call {"name":"echo","arguments":{"message":"x"}}"#);
    screen.shows("both `result` and `error`");
}
