//! Several servers, and the file they stand in.

use crate::harness::{Screen, testkit};

const WIDE: (u16, u16) = (140, 42);

fn binary() -> &'static str {
    env!("CARGO_BIN_EXE_mcp-inspector")
}

/// A screen in a directory with a config file.
fn configured(text: &str, words: &str) -> Screen {
    configured_with(text, words, &[])
}

/// The same with variables set.
fn configured_with(text: &str, words: &str, env: &[(&str, &str)]) -> Screen {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("mcp.json");
    std::fs::write(&path, text).expect("the directory is ours");
    let screen = Screen::start_with(WIDE, &format!("--config {} {words}", path.display()), env);
    screen.keep(directory);
    screen
}

/// Spelled as people do, with fields that nobody here knows.
fn two() -> String {
    let text = r#"{
  "mcpServers": {
    "one": { "command": "BINARY", "args": ["demo"], "x-mine": { "kept": [1, 2.50] } },
    "two": { "command": "KIT", "args": ["well-behaved"] }
  },
  "other": true
}
"#;
    text.replace("BINARY", binary()).replace("KIT", &testkit("testkit-server"))
}

#[test]
fn several_servers_run_at_once_each_with_its_own_state() {
    let screen = configured(&two(), "--server one --server two");
    screen.shows("server 1/2").shows("● connected").shows("▾ Tools 19").types("}").shows("server 2/2");
    screen.hides("▾ Tools 19").shows("● connected").keys(&["F6"]).shows("Servers 2");
    // Each has its line in the list.
    let lists = |name: &str, state: &str| {
        screen.until(&format!("{name} {state}"), |text| {
            let lines = text.lines().skip(2).map(|line| line.trim_start_matches(['┃', '▌', ' ']));
            lines.filter(|line| line.starts_with(&format!("{name} "))).any(|line| line.contains(state))
        });
    };
    lists("one", "● connected");
    lists("two", "● connected");
    screen.types("d");
    lists("two", "○ disconnected");
    lists("one", "● connected");
    screen.types("{").shows("server 1/2").keys(&["F1"]).shows("● connected").shows("▾ Tools 19");
}

#[test]
fn a_server_of_the_file_is_connected_disconnected_and_connected_again() {
    let screen = configured(&two(), "");
    screen.shows("Servers 2").shows("○ not connected").types("c").shows("● connected");
    screen
        .types("d")
        .shows("○ disconnected")
        .types("c")
        .shows("● connected")
        .keys(&["Enter"])
        .shows("▾ Tools 19");
}

#[test]
fn a_server_that_is_connected_is_connected_again_in_a_process_of_its_own() {
    let screen = configured(&two(), "--server one");
    screen.shows("● connected").shows("▾ Tools 19");
    let pid = |text: &str| {
        let (_, rest) = text.lines().next()?.split_once("  pid ")?;
        rest.split_whitespace().next().map(str::to_owned)
    };
    for (view, key) in [("F6", "c"), ("F3", "c"), ("F2", ":reconnect")] {
        let before = pid(&screen.text()).expect("it runs");
        screen.keys(&[view]).shows("● connected").types(key);
        if key != "c" {
            screen.keys(&["Enter"]);
        }
        screen.until("another process", |text| pid(text).is_some_and(|pid| pid != before));
        screen.shows("● connected");
    }
}

#[test]
fn a_server_is_put_into_the_config_file() {
    let screen = Screen::start(WIDE, "");
    screen.shows("No servers").types("a").shows("Add a server");
    screen.types("node server.js").keys(&["C-s"]).shows("Servers 1");
    assert!(screen.file("mcp.json").contains("server.js"));
}

#[test]
fn a_server_that_was_added_is_the_one_that_the_next_key_connects() {
    let screen = configured(&two().replace("\"demo\"", "\"nothing\""), "");
    screen.shows("Servers 2").types("a").shows("Add a server").types(&format!("{} demo", binary()));
    screen.keys(&["C-s"]).shows("is in the file").types("c").keys(&["F1"]).shows("▾ Tools 19");
}

#[test]
fn a_server_is_edited_and_what_nobody_touched_stays() {
    let screen = configured(&two(), "");
    screen.shows("Servers 2").types("c").shows("● connected").types("e").shows("Edit one in");
    // Its name is the second field; what is typed goes behind what stands there.
    screen.keys(&["Down"]).types("-more").keys(&["C-s"]).shows("one-more is in the file");
    let text = screen.kept_file("mcp.json");
    assert!(text.contains("one-more") && text.contains("\"x-mine\"") && text.contains("2.50"), "{text}");
    assert!(text.contains("\"other\""), "{text}");
    screen.shows("Servers 2").shows("● connected");
}

#[test]
fn a_server_that_was_edited_is_connected_to_what_it_says_now() {
    let screen = configured(&two(), "--server two");
    screen
        .shows("● connected")
        .hides("▾ Tools 19")
        .keys(&["F6"])
        .shows("Servers 2")
        .types("e")
        .shows("Edit two in");
    screen.keys(&["C-u"]).types("x").keys(&["C-u"]).types(&format!("{} demo", binary())).keys(&["C-s"]);
    screen.hides("Edit two in").shows("two is in the file").types("c").keys(&["F1"]).shows("▾ Tools 19");
}

#[test]
fn a_server_is_removed_from_the_file_and_its_session_ends() {
    let screen = configured(&two(), "--server one");
    screen
        .shows("● connected")
        .keys(&["F6"])
        .shows("Servers 2")
        .types("X")
        .shows("remove `one` from")
        .types("y");
    screen.shows("Servers 1").hides("● connected");
    let text = screen.kept_file("mcp.json");
    assert!(!text.contains("\"one\"") && text.contains("\"two\""), "{text}");
}

#[test]
fn an_entry_that_cannot_be_used_says_why_and_the_others_work() {
    let text = r#"{"mcpServers":{"bad":{"command":"node","env":{"A":"${NO_SUCH_VARIABLE_HERE}"}},"odd":{},
        "good":{"command":"BINARY","args":["demo"]}}}"#;
    let screen = configured(&text.replace("BINARY", binary()), "");
    screen.shows("Servers 3").shows("bad ! unusable").shows("`NO_SUCH_VARIABLE_HERE`, which is not set");
    screen.shows("hint: set `NO_SUCH_VARIABLE_HERE`, or give a default").types("c");
    screen.shows("`bad` cannot be used as it stands in the config file");
    screen.types("j").shows("odd ! unusable").shows("hint: an entry has a `name` and either a `command`");
    screen.types("j").shows("good ○ not connected").types("c").shows("good ● connected");
    screen.keys(&["F1"]).shows("▾ Tools 19");
}

#[test]
fn a_server_that_a_broken_file_does_not_take_is_not_typed_twice() {
    let screen = configured(&two(), "");
    screen.shows("Servers 2").types("a").shows("Add a server").types("node mine.js --deep");
    let whole = screen.kept_file("mcp.json");
    screen.kept_write("mcp.json", &whole.replace("\"other\": true", "\"other\": tru"));
    screen.keys(&["C-s"]).shows("! not saved: ").shows("node mine.js --deep");
    assert!(!screen.kept_file("mcp.json").contains("mine.js"));
    // Left, and gone on with once the file is mended.
    screen.keys(&["Escape"]).hides("INSERT").keys(&["Escape"]).shows("`a` goes on with what was typed");
    screen.kept_write("mcp.json", &whole);
    screen.types("a").shows("node mine.js --deep").keys(&["C-s"]).shows("Servers 3");
    assert!(screen.kept_file("mcp.json").contains("mine.js"));
}

#[test]
fn an_added_server_takes_nobodys_place() {
    let screen = configured(&two(), "");
    screen.shows("Servers 2").types("a").shows("server").types("node other.js").keys(&["Tab"]).types("two");
    screen.keys(&["C-s"]).shows("! not saved: ").shows("two");
    assert_eq!(screen.kept_file("mcp.json"), two());
    // What was typed is still there, and another name will do.
    screen.shows("node other.js").types("-more").keys(&["C-s"]).shows("Servers 3");
    assert!(screen.kept_file("mcp.json").contains("two-more"), "{}", screen.kept_file("mcp.json"));
}

#[test]
fn a_server_that_is_named_is_left_alone_until_it_is_wanted() {
    let screen = Screen::start(WIDE, "--no-connect --demo");
    screen.shows("○ not connected").keys(&["F1"]).hides("▾ Tools").keys(&["F6"]).shows("┏▌Servers 1");
    screen.types("c").shows("● connected").keys(&["F1"]).shows("▾ Tools 19");
}

#[test]
fn several_lines_that_are_pasted_are_no_server() {
    let screen = Screen::start(WIDE, "");
    screen.shows("No servers").pastes("{\n  \"mcpServers\": {}\n}").shows("a server is one line");
}

#[test]
fn what_somebody_else_changed_meanwhile_is_written_over_only_when_that_is_wanted() {
    let screen = configured(
        r#"{"mcpServers":{"one":{"command":"mine","env":{"TOKEN":"hush-hush-1"}}}}"#,
        "--no-connect",
    );
    screen.keys(&["F6"]).shows("┏▌Servers 1").types("e").shows("command or URL");
    assert!(!screen.text().contains("hush-hush-1"), "{}", screen.text());
    screen.kept_write("mcp.json", r#"{"mcpServers":{"one":{"command":"theirs"}}}"#);
    screen.types("x").keys(&["C-s"]).shows("was changed in").shows("minex");
    assert!(screen.kept_file("mcp.json").contains("theirs"), "{}", screen.kept_file("mcp.json"));
    screen
        .keys(&["C-s"])
        .until("the file with what was typed", |_| screen.kept_file("mcp.json").contains("minex"));
}

#[test]
fn a_secret_that_a_variable_lends_to_an_argument_is_not_shown() {
    let config = r#"{"mcpServers":{"one":{"command":"no-such-program","args":["${MINE}"],"env":{"TOKEN":"${MINE}"}}}}"#;
    let screen = configured_with(config, "", &[("MINE", "lent-secret-6")]);
    screen.keys(&["F6"]).shows("no-such-program").shows("[REDACTED]").types("c").shows("not found in PATH");
    assert!(!screen.written().contains("lent-secret-6"), "{}", screen.text());
}
