//! Results of many megabytes and floods of frames: opened, scrolled and left, with the keys still heard.

use crate::harness::{Screen, testkit};
use mcp_inspector_testkit::scripted::{Script, ScriptedServer, Step};
use serde_json::json;

const WIDE: (u16, u16) = (140, 42);

/// A server whose tool returns about this many bytes, as structured content and as a text.
fn heavy(bytes: usize) -> ScriptedServer {
    let items: Vec<_> =
        (0..bytes / 80).map(|number| json!({ "number": number, "says": "x".repeat(45) })).collect();
    let text = (0..bytes / 50).map(|number| format!("line {number} of a long text, with some words\n"));
    let tools = json!({ "tools": [
        { "name": "structured", "inputSchema": { "type": "object" } },
        { "name": "text", "inputSchema": { "type": "object" } },
    ] });
    let structured = json!({ "content": [], "structuredContent": { "items": items } });
    let plain = json!({ "content": [{ "type": "text", "text": text.collect::<String>() }] });
    let steps = [Step::result(&structured), Step::result(&plain)];
    ScriptedServer::start(Script::legacy().on("tools/list", [Step::result(&tools)]).on("tools/call", steps))
}

#[test]
fn a_result_of_eight_megabytes_is_opened_scrolled_searched_and_left() {
    let server = heavy(8 << 20);
    let screen = Screen::start(WIDE, &server.url());
    screen.shows("▾ Tools 2").finds("structured").shows("tool structured").keys(&["C-s"]).shows("#1 OK");
    screen.keys(&["Tab"]).shows("▌#1").types("]").shows("[JSON]").shows("\"number\": 0,");
    // To the end and back, by pages, and to what is far away.
    screen.types("G").shows("\"number\": 104856").types("gg").shows("\"number\": 0,");
    screen.keys(&["PageDown", "PageDown"]).hides("\"number\": 0,");
    screen.types("/").types("\"number\": 90000").keys(&["Enter"]).shows("\"number\": 90000,");
    screen.types("gg").shows("\"number\": 0,").types("f").shows("lines").keys(&["Tab"]).hides("▌#1");
    screen.finds("text").shows("tool text").keys(&["C-s"]).shows("#2 OK").keys(&["Tab"]).shows("▌#2");
    screen
        .types("[")
        .shows("[Content]")
        .shows("line 0 of a long text")
        .types("G")
        .shows("line 167771 of a long text")
        .types("gg");
    screen.keys(&["F2"]).shows("follows").types("k]]").shows("[Raw]").keys(&["F1"]).shows("▾ Tools 2");
    screen.types("q").shows("ended with 0");
}

#[test]
fn a_flood_leaves_the_keys_alive() {
    let screen = Screen::start(WIDE, &format!("-- {} flood-notifications 100000", testkit("testkit-server")));
    screen
        .shows("● connected")
        .shows("▾ Tools")
        .finds("echo")
        .shows("tool echo")
        .types("x")
        .keys(&["C-s"])
        .keys(&["F2"])
        .shows("follows");
    screen.until("all of them", |text| text.contains("Timeline 1000"));
    // Their messages are kept as well: a search for text looks at all of them.
    screen.types("/text:echo").keys(&["Enter"]).shows("text:echo").hides("older entries are not searched");
    screen.keys(&["Escape"]).shows("the filter is gone");
    screen.types("g").shows("stands still").types("G").shows("follows").types("?").shows("Keys: j k scroll");
    screen.keys(&["Escape"]).hides("Keys: j k scroll").hides("↻ 1 running").types("q").shows("ended with 0");
}
