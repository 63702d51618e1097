//! What servers offer besides calls: subscriptions, tasks, progress, log levels, any request at all.

use crate::harness::{Screen, testkit};
use crate::paint::paint_of;
use mcp_inspector_testkit::scripted::{Script, ScriptedServer, Step};
use serde_json::json;

const WIDE: (u16, u16) = (140, 42);

fn demo() -> Screen {
    let screen = Screen::start(WIDE, "--demo");
    screen.shows("● connected").shows("prompts/list");
    screen
}

#[test]
fn a_resource_is_subscribed_to_told_of_and_no_longer() {
    let screen = demo();
    // What the tool changes is the clock.
    let touches = |number: usize| {
        screen.finds("touch").shows("▌tool touch").keys(&["C-s"]).shows(&format!("#{number} OK"));
        screen.keys(&["Escape"]).shows("NORMAL").keys(&["Escape"]).shows("┏▌Offers").types("G");
    };
    let select = || {
        screen.types("/").types("clock").keys(&["Enter"]).shows("resource demo://clock");
    };
    let all = || {
        screen.keys(&["Escape"]).shows("the filter is gone").types("G");
    };
    let updates = |count: usize| {
        screen.keys(&["F2"]).shows("┏▌Timeline").types("/method:notifications/resources/updated");
        screen
            .keys(&["Enter"])
            .shows(&format!("Timeline {count}/"))
            .keys(&["Escape"])
            .shows("filter is gone");
        screen.keys(&["F1"]).shows("┏▌Offers");
    };
    touches(1);
    select();
    screen.types("s").shows("subscribed to demo://clock");
    all();
    screen.shows("▾ Subscriptions 1").shows("▌ demo://clock").hides("(updated #");
    updates(0);
    touches(2);
    screen.shows("▾ Subscriptions 1").shows("demo://clock (updated #");
    updates(1);
    screen.shows("▌ demo://clock (updated #").types("s").shows("no longer subscribed to");
    screen.hides("▾ Subscriptions");
    touches(3);
    updates(1);
}

#[test]
fn a_call_that_takes_long_shows_progress_and_is_cancelled() {
    let screen = demo();
    screen.finds("slow").shows("tool slow").keys(&["C-s"]).shows("runs for").shows("%");
    // On a number letters are typed, and the key that is named is one that works there.
    screen.shows("↻ 1 running (^X)").keys(&["C-x"]).shows("#1 cancelled");
}

#[test]
fn quitting_asks_while_a_call_runs() {
    let screen = demo();
    screen.finds("slow").shows("tool slow").keys(&["C-s"]).shows("runs for");
    screen.keys(&["Escape"]).shows("NORMAL").types("q");
    screen.shows("1 call runs: quit all the same?").types("n").hides("quit all the same?").types("q");
    screen.shows("quit all the same?").types("y").shows("ended with 0");
}

#[test]
fn a_task_is_followed_asks_and_ends_with_its_result() {
    let screen = demo();
    screen.finds("bake").shows("tool bake").types("0").keys(&["C-s"]).shows("⚑ 1 waiting").keys(&["F7"]);
    screen.shows("asks you").keys(&["C-s"]).hides("waiting").shows("#1 OK");
    screen
        .keys(&["Escape"])
        .shows("┏▌Offers")
        .types("G")
        .shows("▾ Tasks 1")
        .shows("It stands at: completed")
        .keys(&["Enter"]);
    screen.shows("#2 OK");
}

#[test]
fn a_task_is_cancelled() {
    let screen = demo();
    screen
        .finds("bake")
        .shows("tool bake")
        .types("600")
        .keys(&["C-s"])
        .shows("↻ 1 running")
        .keys(&["Tab"])
        .keys(&["Escape"])
        .shows("┏▌Offers");
    screen
        .types("G")
        .shows("▾ Tasks 1")
        .shows("It stands at: working")
        .types("x")
        .shows("It stands at: cancelled");
}

#[test]
fn the_fields_of_a_template_are_completed_by_the_server() {
    let screen = demo();
    screen.finds("post").shows("template demo://users/{name}/posts/{post}").types("al").shows("Tab complete");
    screen.keys(&["Tab"]).shows("▌alan").keys(&["Enter"]).keys(&["Tab"]);
    // What the second field could be depends on the first one; it is asked for although nothing is typed there.
    screen.shows("Tab complete").keys(&["Tab"]).shows("▌computable-numbers").shows("imitation-game");
    screen.hides("compilers").keys(&["Down"]).shows("▌imitation-game").keys(&["Enter"]).keys(&["C-s"]);
    screen.shows("#1 OK").shows("Written by alan.");
    screen.keys(&["F2"]).shows("┏▌Timeline").types("/method:completion/complete").keys(&["Enter"]);
    screen.shows("Timeline 2/").types("]").shows("[Request]").shows("\"type\": \"ref/resource\"");
    screen.shows("\"uri\": \"demo://users/{name}/posts/{post}\"").shows("\"name\": \"alan\"");
}

#[test]
fn what_breaks_a_rule_is_told_of_the_server_and_among_the_rows() {
    let screen = Screen::start(WIDE, &format!("-- {} bad-tool", testkit("testkit-server")));
    screen.shows("● connected").shows("▾ Tools").keys(&["F3"]).shows("! 2 findings").types("/rules kept");
    screen.keys(&["Enter"]).shows("rules kept, 2 broken").types("G").shows("! Must ").shows("inputSchema");
    screen.keys(&["F2"]).shows("┏▌Timeline").types("/kind:finding").keys(&["Enter"]).hides("Timeline 0/");
    screen.types("g").shows("[Finding]").shows("rule   ").shows("page   https://");
    // The row that it is about is marked.
    screen.keys(&["Escape"]).shows("the filter is gone").types("/method:tools/list").keys(&["Enter"]);
    screen
        .until("a mark", |text| text.lines().any(|line| line.contains(" !→") && line.contains("tools/list")));
    // A server that keeps the rules has none.
    let good = Screen::start(WIDE, &format!("-- {} well-behaved", testkit("testkit-server")));
    good.shows("● connected").shows("▾ Tools").keys(&["F3"]).shows("WHAT WE OFFER IT").types("/rules kept");
    good.keys(&["Enter"])
        .shows("rules kept, 0 broken")
        .keys(&["F2"])
        .shows("┏▌Timeline")
        .types("/kind:finding");
    good.keys(&["Enter"]).shows("Timeline 0/");
}

#[test]
fn structured_content_is_shown_as_such() {
    let screen = demo();
    screen.finds("add").shows("tool add").types("2").keys(&["Down"]).types("40").keys(&["C-s"]);
    screen.shows("#1 OK").shows("[Content]").shows("structured content:").shows("\"sum\": 42");
}

#[test]
fn the_call_of_a_result_and_of_a_row_goes_back_into_the_form() {
    let screen = demo();
    screen.finds("echo").shows("tool echo").types("first").keys(&["C-s"]).shows("#1 OK").types("!");
    screen
        .keys(&["C-s"])
        .shows("#2 OK")
        .shows("▏ first!")
        .keys(&["Tab"])
        .shows("▌#2")
        .types("<")
        .shows("▌#1");
    screen.types("e").shows("┏▌tool echo").until("the first one", |text| text.contains("message  first "));
    screen.types("?").keys(&["C-s"]).shows("#3 OK").shows("▏ first?");
    screen.keys(&["F2"]).shows("┏▌Timeline").types("/text:first!").keys(&["Enter"]).shows("Timeline 1/");
    screen
        .types("e")
        .shows("┏▌tool echo")
        .shows("message  first! ")
        .keys(&["C-s"])
        .shows("#4 OK")
        .shows("▏ first!");
}

#[test]
fn commands_do_what_they_say() {
    let screen = Screen::start(WIDE, "");
    screen
        .shows("No servers")
        .commands("demo")
        .shows("● connected")
        .shows("▾ Tools 19")
        .shows("prompts/list");
    screen.commands("refresh").shows("the lists are fetched again");
    screen
        .commands("filter method:tools/list")
        .shows("┏▌Timeline 2/")
        .commands("filter")
        .hides("method:tools");
    screen.commands("save row.json").shows("saved to row.json").file_has("row.json", "\"jsonrpc\"");
    screen.finds("elicit").shows("tool elicit").keys(&["C-s"]).shows("⚑ 1 waiting").keys(&["F7"]);
    screen.shows("asks you").keys(&["Escape"]).shows("NORMAL").commands("always decline");
    screen.shows("rule 1 stands and answered 1 ask").hides("waiting").shows("#1 tool error");
    // The next one is declined without a question.
    screen.shows("the user declined").keys(&["C-s"]).shows("#2 tool error").hides("waiting");
    screen.commands("disconnect").shows("○ disconnected").keys(&["C-s"]).shows("there is no connection");
}

#[test]
fn the_level_of_the_log_is_set_and_only_messages_of_that_level_come() {
    for era in ["legacy", "modern"] {
        let screen = Screen::start(WIDE, &format!("--era {era} --demo"));
        screen.shows("● connected").shows("prompts/list").keys(&["F5"]).shows("No log messages");
        screen.types("L").shows(":level").types("error").keys(&["Enter"]).shows("logs from error on");
        screen.finds("log").shows("tool log").keys(&["C-s"]).shows("#1 OK").keys(&["F5"]);
        screen.shows("┏▌Log").shows("No log messages");
        screen.types("L").shows(":level").types("debug").keys(&["Enter"]).shows("logs from debug on");
        screen.finds("log").shows("tool log").keys(&["C-s"]).shows("#2 OK").keys(&["F5"]);
        screen.shows("┏▌Log 1").shows("info");
    }
}

#[test]
fn any_request_and_any_frame_can_be_sent() {
    let screen = demo();
    screen.commands("call tools/list").shows("tools/list was answered").shows("Timeline");
    screen.commands("call no/such {}").shows("`no/such` was refused");
    screen.commands(r#"raw {"jsonrpc":"2.0","id":"mine","method":"ping"}"#).shows("sent");
    screen.types("/").types("text:mine").keys(&["Enter"]).shows("ping").shows("Timeline");
    screen.commands("raw").shows("`:raw JSON` needs a frame");
}

#[test]
fn stderr_is_in_the_log_with_its_colours_and_nothing_of_it_acts() {
    let script = r#"printf "\033[31mred\033[0m and \033[2Jplain\n" >&2; sleep 1000"#;
    let screen = Screen::start(WIDE, &format!("-- sh -c '{script}'"));
    screen.keys(&["F5"]).shows("stderr    red and plain").shows("stderr");
    // Its red is the one that is read everywhere; what follows it is as plain as the rest of the line.
    let coloured = screen.coloured();
    assert_eq!(paint_of(&coloured, "red").fg.as_deref(), Some("38;161"), "{coloured:?}");
    assert_eq!(paint_of(&coloured, " and plain").fg, None, "{coloured:?}");
    // The line as it came is in the detail.
    screen.shows("␛[31mred").shows("␛[2Jplain");
}

#[test]
fn a_list_that_does_not_come_is_said_to_be_waited_for_until_it_does() {
    let initialized = json!({
        "protocolVersion": "2025-11-25",
        "capabilities": { "tools": {}, "prompts": {} },
        "serverInfo": { "name": "slow", "version": "1" },
    });
    let tools = Step::result(&json!({ "tools": [{ "name": "dig", "inputSchema": {} }] }));
    let script = Script::legacy()
        .on("initialize", [Step::result(&initialized)])
        .on("tools/list", [tools.after("go")])
        .on("prompts/list", [Step::result(&json!({ "prompts": [] }))]);
    let server = ScriptedServer::start(script);
    let screen = Screen::start(WIDE, &server.url());
    screen.shows("● connected").shows("▾ Tools awaited").shows("▾ Prompts asked for later");
    screen.shows("waiting for the answer to `tools/list`");
    server.release("go");
    screen.shows("▾ Tools 1").shows("▾ Prompts 0").hides("awaited");
}
