//! The tasks for which people come: typed key by key, against the built-in demo server.

use crate::harness::Screen;

const WIDE: (u16, u16) = (140, 42);

fn demo() -> Screen {
    let screen = Screen::start(WIDE, "--demo");
    screen.shows("● connected").shows("echo");
    screen
}

#[test]
fn the_server_that_is_named_is_connected_and_its_tools_are_there() {
    let screen = demo();
    screen.shows("▾ Tools 19").shows("▾ Resources 63").shows("prompts/list");
}

#[test]
fn a_server_is_added_by_its_command() {
    let screen = Screen::start(WIDE, "");
    screen.shows("No servers").types(":");
    screen.types(&format!("connect {} demo", env!("CARGO_BIN_EXE_mcp-inspector"))).keys(&["Enter"]);
    screen.shows("● connected").shows("echo");
}

#[test]
fn a_tool_is_found_called_and_called_again_with_another_argument() {
    let screen = demo();
    screen.keys(&["C-k"]).shows("Find:").types("echo").keys(&["Enter"]).shows("tool echo");
    screen.types("hi there").keys(&["C-s"]).shows("#1 OK").shows("hi there");
    screen.types("!").keys(&["C-s"]).shows("#2 OK").shows("hi there!");
    screen
        .keys(&["Tab"])
        .shows("▌#2")
        .types("D")
        .shows("run #1 -> run #2")
        .shows("-   \"message\": \"hi there\"");
    screen.types("R").shows("#3 OK");
}

#[test]
fn the_frames_of_a_call_are_in_the_timeline() {
    let screen = demo();
    screen.keys(&["C-k"]).types("echo").keys(&["Enter"]).shows("tool echo");
    screen.types("raw one").keys(&["C-s"]).shows("#1 OK");
    screen.keys(&["F2"]).shows("follows").shows("tools/call");
    screen.types("/").types("method:tools/call").keys(&["Enter"]).shows("Timeline 1/");
    screen.keys(&["Enter"]).types("]]").shows("[Raw]").shows("\"jsonrpc\"");
}

#[test]
fn a_resource_is_read_and_a_template_is_filled() {
    let screen = demo();
    screen.keys(&["C-k"]).types("readme").keys(&["Enter"]).shows("#1 OK");
    screen.keys(&["C-k"]).types("note").keys(&["Enter"]).shows("template demo://notes/{id}");
    screen.types("7").keys(&["C-s"]).shows("#2 OK").shows("7");
}

#[test]
fn a_prompt_is_got_with_completion() {
    let screen = demo();
    screen.keys(&["C-k"]).types("greet").keys(&["Enter"]).shows("prompt greet");
    screen.types("al").keys(&["Tab"]).shows("▌alan").keys(&["Enter"]).keys(&["C-s"]);
    screen.shows("Greet alan in one friendly sentence");
}

#[test]
fn what_the_server_asks_is_answered() {
    let screen = demo();
    screen.keys(&["C-k"]).types("elicit").keys(&["Enter"]).shows("tool elicit");
    screen.keys(&["C-s"]).shows("⚑ 1 waiting").keys(&["F7"]).shows("asks you").shows("expires in");
    screen.keys(&["C-x"]).hides("waiting").shows("the user declined");
    screen.keys(&["C-s"]).shows("⚑ 1 waiting").keys(&["F7"]).shows("asks you").keys(&["C-s"]);
    screen.hides("waiting").shows("#2 OK");
}

#[test]
fn a_model_is_played_by_the_user() {
    let screen = demo();
    screen.keys(&["C-k"]).types("sample").keys(&["Enter"]).shows("tool sample");
    screen.types("What is 2+2?").keys(&["C-s"]).shows("⚑ 1 waiting");
    screen.keys(&["F7"]).shows("user: Say hello in one word.What is 2+2?").types("four").keys(&["C-s"]);
    screen.hides("waiting").shows("four");
}

#[test]
fn a_call_that_takes_long_shows_progress_and_is_cancelled() {
    let screen = demo();
    screen.keys(&["C-k"]).types("slow").keys(&["Enter"]).shows("tool slow");
    screen.keys(&["C-s"]).shows("runs for");
    screen.shows("%").keys(&["Tab"]).types("x").shows("cancelled");
}

#[test]
fn why_a_start_failed_is_told_in_full() {
    let screen = Screen::start(WIDE, "-- sh -c 'echo boom: no DATABASE_URL >&2; exit 3'");
    screen.shows("waiting to retry").keys(&["F6"]).shows("exit code 3").shows("boom: no DATABASE_URL");
}

#[test]
fn a_call_is_copied_as_a_command() {
    let screen = demo();
    screen.keys(&["C-k"]).types("echo").keys(&["Enter"]).shows("tool echo");
    screen.types("hi").keys(&["C-s"]).shows("#1 OK").keys(&["Tab"]);
    screen
        .shows("▌#1")
        .types("y")
        .shows("copy as:")
        .types("c")
        .shows("copied the command: mcp-inspector --cli");
}

#[test]
fn a_session_is_recorded_and_opened_again() {
    let screen = demo();
    screen.types(":").types("record session.jsonl").keys(&["Enter"]).shows("rec ●");
    screen.types(":").types("stop-recording").keys(&["Enter"]).hides("rec ●");
    screen.shows("the recording is complete");
    assert!(screen.file("session.jsonl").contains("mcpInspectorRecording"));
    screen.types(":").types("open session.jsonl").keys(&["Enter"]).shows("◼ recording").shows("read-only");
}

#[test]
fn a_server_is_put_into_the_config_file() {
    let screen = Screen::start(WIDE, "");
    screen.shows("No servers").types("a").shows("Add a server");
    screen.types("node server.js").keys(&["C-s"]).shows("Servers 1");
    assert!(screen.file("mcp.json").contains("server.js"));
}
