//! Why a server failed is read in the list of servers, and first of all beside it, also in a small terminal.

use super::Face;
use super::scenes::open;
use crate::draw::draw;
use crate::server::Source;
use mcp_inspector_engine::core::peer::phase::PhaseName;
use mcp_inspector_engine::{At, Session};

/// A process that ended with a code and some words.
const ENDED: &str = r#"{"mcpInspectorRecording":1,"target":"bad","place":"node bad.js","openedUnixMs":1794797698936}
{"seq":1,"atNs":65928,"kind":"phase","from":"closed","to":"starting","trigger":"connect","failures":0}
{"seq":2,"atNs":61640733,"kind":"phase","from":"starting","to":"closed","trigger":"link-lost","failures":1,"fault":{"code":"PROCESS_CRASHED","message":"the server process exited with code 3 before its first message","details":{"postMortem":{"argv":["node","bad.js"],"program":"/usr/bin/node","cwd":"/srv","exitCode":3,"signal":null,"aliveMs":61,"stderr":["at start","Error: cannot find DATABASE_URL","Node.js v22"],"junk":[],"unsetVariables":[]}},"hint":"set the variable that its stderr names"}}"#;

#[test]
fn the_list_has_room_for_the_exit_code_and_the_last_words() {
    let mut face = Face::live(80, 24, ENDED);
    face.keys("6");
    let screen = face.screen();
    let line = screen.lines().find(|line| line.contains("▌ everything")).unwrap();
    assert!(
        line.contains("! failed") && line.contains("exit code 3: Error: cannot find DATABASE_URL"),
        "{screen}"
    );
    let about: Vec<&str> =
        screen.lines().skip_while(|line| !line.contains("About it")).skip(1).take(4).collect();
    for (line, expected) in about.iter().zip([
        "! the server process exited with code 3 before its first message",
        "exit code 3 after 61 ms",
        "stderr: Error: cannot find DATABASE_URL",
        "hint: set the variable that its stderr names",
    ]) {
        assert!(line.contains(expected), "{expected}:\n{screen}");
    }
}

#[test]
fn why_an_entry_cannot_be_used_is_read_in_the_list() {
    let mut face = Face::new(80, 24);
    let place = face.state.add("odd", crate::server::Source::Config, None);
    face.state.servers[place].problem = Some("it has neither `command` nor `url`\nhint: add one".to_owned());
    face.keys("6");
    let screen = face.screen();
    assert!(screen.contains("! unusable         it has neither `command` nor `url`"), "{screen}");
}

#[test]
fn whether_a_login_is_needed_is_known_only_of_a_server_that_was_reached() {
    let mut face = Face::new(100, 30);
    let place = face.state.add("never", Source::Typed, None);
    face.state.turn_to(place);
    face.keys("4");
    let screen = face.screen();
    assert!(screen.contains("nothing is known of a login") && !screen.contains("No login was"), "{screen}");
    let mut face = Face::live(100, 30, &open());
    face.keys("4");
    assert!(face.screen().contains("No login was needed."), "{}", face.screen());
}

#[test]
fn the_list_of_servers_has_the_room_that_what_is_told_of_one_leaves() {
    let mut face = Face::new(80, 24);
    for number in 1..=13 {
        face.state.add(&format!("server-{number:02}"), Source::Typed, None);
    }
    face.keys("6");
    let screen = face.screen();
    assert!(screen.contains("server-11"), "{screen}");
    assert!(screen.contains("About it"), "{screen}");
}

#[test]
fn the_list_of_servers_says_how_long_one_starts_and_in_how_long_it_is_tried_again() {
    let mut face = Face::new(100, 30);
    let place = face.state.add("slow", Source::Typed, None);
    // Of one that is live; a recording stands still.
    face.state.servers[place].session = Some(super::sending());
    face.keys("6");
    let opened = face.state.servers[place].session.as_ref().map(Session::opened_unix_ms).unwrap();
    face.state.now_ms = opened + 7_200;
    face.state.servers[place].now.phase = PhaseName::Initializing;
    face.terminal.draw(|frame| draw(&mut face.state, frame)).unwrap();
    assert!(face.screen().contains("◌ initializing 7s"), "{}", face.screen());
    face.state.servers[place].now.phase = PhaseName::Backoff;
    face.state.servers[place].now.retry_at = Some(At::from_millis(72_200));
    face.terminal.draw(|frame| draw(&mut face.state, frame)).unwrap();
    assert!(face.screen().contains("! retries in 1:05"), "{}", face.screen());
    // With nothing that goes on by itself it is not drawn again.
    face.state.servers[place].now.phase = PhaseName::Closed;
    assert!(!face.state.is_moving());
}
