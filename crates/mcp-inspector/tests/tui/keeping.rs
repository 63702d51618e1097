//! What is kept and handed on: files, recordings, the pager, the editor.

use crate::harness::Screen;
use mcp_inspector_testkit::scripted::{Script, ScriptedServer, Step};
use serde_json::json;
use std::process::Command;

const WIDE: (u16, u16) = (140, 42);

fn echoed() -> Screen {
    let screen = Screen::start(WIDE, "--demo");
    screen.shows("● connected").shows("prompts/list").finds("echo").shows("tool echo");
    screen.types("keep me").keys(&["C-s"]).shows("#1 OK").keys(&["Tab"]).shows("▌#1");
    screen
}

#[test]
fn a_result_is_saved_and_nothing_is_written_over_unasked() {
    let screen = echoed();
    screen.types("w").shows("save to: mcp-echo.json").keys(&["Enter"]).shows("saved to mcp-echo.json");
    screen.file_has("mcp-echo.json", "keep me");
    screen.write("mcp-echo.json", "mine");
    screen.types("w").shows("save to: ").keys(&["Enter"]).shows("mcp-echo.json is there: write over it?");
    screen.types("n").hides("write over it?");
    assert_eq!(screen.file("mcp-echo.json"), "mine");
    screen.types("w").shows("save to: ").keys(&["Enter"]).shows("write over it?").types("y");
    screen.file_has("mcp-echo.json", "keep me");
}

#[test]
fn an_image_is_told_by_its_size_and_saved_as_it_is() {
    let screen = Screen::start(WIDE, "--demo");
    screen.shows("● connected").shows("prompts/list").finds("picture").shows("tool picture").keys(&["C-s"]);
    screen.shows("[image image/png").shows("`w` saves it]").keys(&["Tab"]).types("w");
    screen.shows("save to: mcp-picture.png").keys(&["Enter"]).shows("saved to mcp-picture.png");
    let bytes = std::fs::read(screen.directory.path().join("mcp-picture.png")).expect("it is there");
    assert!(bytes.starts_with(b"\x89PNG"));
}

#[test]
fn a_frame_is_saved() {
    let screen = echoed();
    screen
        .keys(&["F2"])
        .shows("follows")
        .types("w")
        .shows("save to: mcp-")
        .keys(&["C-u"])
        .types("frame.json");
    screen.keys(&["Enter"]).shows("saved to frame.json").file_has("frame.json", "\"jsonrpc\"");
}

#[test]
fn a_session_is_recorded_and_opened_again_read_only() {
    let screen = echoed();
    screen.commands("record session.jsonl").shows("rec ●");
    screen.commands("stop-recording").hides("rec ●").shows("the recording is complete");
    screen.file_has("session.jsonl", "mcpInspectorRecording").file_has("session.jsonl", "keep me");
    screen.commands("open session.jsonl").shows("◼ recording").shows("read-only").shows("tools/call");
    screen.keys(&["F1"]).shows("tool ").keys(&["C-s"]).shows("this is a recording: nothing can be sent");
    let path = screen.directory.path().join("session.jsonl");
    let alone = Screen::start(WIDE, &path.display().to_string());
    alone.shows("◼ recording").shows("tools/call");
}

#[test]
fn a_result_is_shown_in_the_pager_and_what_would_act_does_not() {
    let pager = "sh -c 'cat >paged; cat paged; read line </dev/tty'";
    // It clears the screen, asks for the clipboard, turns letters around and rings.
    let said = r#"{"message":"in \u001b[2J\u001b[31mthe\u001b]52;c;aGk=\u0007 \u202epager"}"#;
    let screen = Screen::start_with(WIDE, "--demo", &[("PAGER", pager), ("EDITOR", "cp said.json")]);
    screen.write("said.json", said);
    screen.shows("● connected").shows("prompts/list").finds("echo").shows("tool echo").keys(&["M-E"]);
    screen.shows("pager").keys(&["C-s"]).shows("#1 OK").keys(&["Tab"]).shows("▌#1").types("o");
    screen.hides("● connected").shows("in �[2J�[31mthe�]52;c;aGk=� �pager");
    let paged = screen.file("paged");
    assert_eq!(paged.trim_end(), "in \u{fffd}[2J\u{fffd}[31mthe\u{fffd}]52;c;aGk=\u{fffd} \u{fffd}pager");
    screen.keys(&["Enter"]).shows("● connected");
    assert!(!screen.clipboard().contains("hi"), "{}", screen.clipboard());
}

#[test]
fn the_rest_of_what_a_call_can_be_copied_as() {
    let screen = echoed();
    // Over stdio there is nothing for curl.
    screen.types("yu").shows("! the server is not reached over HTTP: copy it as a command of mcp-inspector");
    screen.types("yy").shows("copied the text").until("the text", |_| screen.clipboard().contains("keep me"));
    screen.keys(&["F3"]).shows("reached by").types("y").shows("copied the page");
    screen.until("the page", |_| screen.clipboard().contains("reached by"));
}

#[test]
fn a_call_over_http_is_copied_as_curl_with_all_it_had() {
    let server = ScriptedServer::start(
        Script::legacy().on("tools/list", [Step::result(&json!({ "tools": [
            { "name": "echo", "inputSchema": { "type": "object", "properties": { "said": { "type": "string" } } } },
        ] }))]),
    );
    let screen = Screen::start(WIDE, &server.url());
    screen.shows("▾ Tools 1").finds("echo").shows("tool echo").types("it's me").keys(&["C-s"]).shows("#1 OK");
    screen.keys(&["Tab"]).shows("▌#1").types("yu").shows("copied the curl command: curl");
    screen.until("it in the clipboard", |_| screen.clipboard().contains(&server.url()));
    // The words that curl gets from a shell.
    let line = format!("curl() {{ printf '%s\\n' \"$@\"; }}\n{}", screen.clipboard());
    let output = Command::new("sh").args(["-c", &line]).output().expect("sh runs");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let words: Vec<&str> = said.lines().collect();
    assert!(words.contains(&server.url().as_str()), "{line}\n{said}");
    assert!(words.contains(&"content-type: application/json"), "{said}");
    let body = words.iter().find(|word| word.starts_with('{')).expect("a body");
    let body: serde_json::Value = serde_json::from_str(body).expect("it is JSON");
    assert_eq!((&body["method"], &body["params"]["name"]), (&"tools/call".into(), &"echo".into()));
    assert_eq!(body["params"]["arguments"], json!({ "said": "it's me" }));
}

#[test]
fn a_row_of_the_log_is_copied_and_saved() {
    let script = r#"echo "a line of stderr" >&2; sleep 1000"#;
    let screen = Screen::start(WIDE, &format!("-- sh -c '{script}'"));
    screen.keys(&["F5"]).shows("stderr    a line of stderr").types("yy").shows("copied the text: a line of");
    screen.until("the line", |_| screen.clipboard() == "a line of stderr");
    screen.types("w").shows("save to: mcp-").keys(&["C-u"]).types("line.txt").keys(&["Enter"]);
    screen.shows("saved to line.txt").file_has("line.txt", "a line of stderr");
}

/// The demo server, where files may not grow beyond some blocks of 512 bytes.
fn with_little_room(blocks: u32) -> Screen {
    let binary = env!("CARGO_BIN_EXE_mcp-inspector");
    let line = format!("sh -c 'ulimit -f {blocks}; exec {binary} --tui --demo'");
    let screen = Screen::run(WIDE, &line, &[]);
    screen.shows("● connected").shows("prompts/list").finds("echo").shows("tool echo");
    screen
}

#[test]
fn a_recording_that_the_disk_takes_no_more_of_is_told_at_once_and_at_the_end() {
    // The lists of the demo server are larger than that, so it fails in the middle of the first words.
    let screen = with_little_room(4);
    screen.keys(&["Escape"]).shows("NORMAL").commands("record session.jsonl");
    screen.shows("rec ! failed").shows("! the recording ended early: session.jsonl: File too large");
    // It stays told, whatever else is done.
    screen.keys(&["F2"]).shows("tools/list").shows("rec ! failed").hides("ended early");
    screen.types("q").shows("a recording is not whole: session.jsonl: File too large");
    screen.shows("hint: what was written up to there can be opened").shows("ended with 1");
    assert!(!screen.text().contains("the terminal could not be used"), "{}", screen.text());
    assert!(screen.is_restored());
    let path = screen.directory.path().join("session.jsonl");
    let alone = Screen::start(WIDE, &path.display().to_string());
    alone.shows("◼ recording");
}

#[test]
fn a_recording_that_failed_and_was_stopped_is_not_told_again() {
    let screen = with_little_room(4);
    screen.keys(&["Escape"]).shows("NORMAL").commands("record session.jsonl").shows("rec ! failed");
    screen.commands("stop-recording").hides("rec !").shows("the recording ended early");
    screen.types("q").shows("ended with 0");
    assert!(!screen.text().contains("not whole"), "{}", screen.text());
}

#[test]
fn a_text_that_terminals_do_not_take_is_saved_instead() {
    let long = r#"printf '{"message":"%s"}' "$(head -c 90000 /dev/zero | tr '\0' x)" >"$1""#;
    let screen = Screen::start_with(WIDE, "--demo", &[("EDITOR", "sh editor.sh")]);
    screen.write("editor.sh", long);
    screen.shows("● connected").shows("prompts/list").finds("echo").shows("tool echo").keys(&["C-e"]);
    screen.shows("xxxx").keys(&["C-s"]).shows("#1 OK").keys(&["Tab"]);
    screen
        .shows("▌#1")
        .types("yy")
        .shows("and terminals take 73.2 kB: save to: mcp-echo.txt")
        .keys(&["Enter"]);
    screen.shows("saved to mcp-echo.txt");
    assert_eq!(screen.file("mcp-echo.txt").matches('x').count(), 90_000);
}

#[test]
fn calls_are_saved_as_steps_that_the_command_line_runs() {
    let screen = Screen::start(WIDE, "--demo");
    screen.shows("● connected").shows("prompts/list").finds("echo").shows("tool echo").types("kept");
    screen
        .keys(&["C-s"])
        .shows("#1 OK")
        .keys(&["Escape"])
        .shows("NORMAL")
        .keys(&["Escape"])
        .shows("┏▌Offers");
    screen.commands("test save smoke.json").shows("saved to smoke.json, which has 1 step now");
    screen.keys(&["F2"]).shows("┏▌Timeline").commands("test save smoke.json").shows("which has 2 steps now");
    let ran = Command::new(env!("CARGO_BIN_EXE_mcp-inspector"))
        .args(["--cli", "--demo", "--script", "smoke.json"])
        .current_dir(screen.directory.path())
        .env_remove("MCPI_CONFIG")
        .output()
        .expect("the program starts");
    let told = String::from_utf8_lossy(&ran.stdout);
    assert!(ran.status.success() && told.matches("kept").count() >= 2, "{told}\n{:?}", ran.stderr);
    // What is no script stays what it is.
    screen.write("notes.txt", "mine");
    screen.commands("test save notes.txt").shows("it is left as it is");
    assert_eq!(screen.file("notes.txt"), "mine");
}

#[test]
fn a_command_that_is_copied_speaks_in_the_era_of_the_session() {
    let screen = Screen::start(WIDE, "--era legacy --demo");
    screen.shows("● connected").shows("2025-11-25").finds("echo").shows("tool echo").types("old");
    screen.keys(&["C-s"]).shows("#1 OK").keys(&["Tab"]).shows("▌#1").types("yc").shows("copied the command");
    let kept = screen.directory.path().join("old.jsonl");
    let (copied, binary) = (screen.clipboard(), env!("CARGO_BIN_EXE_mcp-inspector"));
    let recorded = format!("{binary} --cli --record {}", kept.display());
    let line = copied.replacen("mcp-inspector --cli", &recorded, 1);
    let ran = Command::new("sh").args(["-c", &line]).output().expect("sh runs");
    assert!(String::from_utf8_lossy(&ran.stdout).contains("old"), "{line}: {ran:?}");
    let said = screen.file("old.jsonl");
    assert!(said.contains("initialize") && !said.contains("server/discover"), "{line}: {said}");
}
