//! What servers offer besides calls: subscriptions, tasks, progress, log levels, any request at all.

use crate::harness::Screen;

const WIDE: (u16, u16) = (140, 42);

fn demo() -> Screen {
    let screen = Screen::start(WIDE, "--demo");
    screen.shows("● connected").shows("prompts/list");
    screen
}

#[test]
fn a_resource_is_subscribed_to_told_of_and_no_longer() {
    let screen = demo();
    screen.types("/").types("clock").keys(&["Enter"]).shows("▌ clock").types("s");
    screen
        .shows("subscribed to demo://")
        .keys(&["Escape"])
        .shows("the filter is gone")
        .types("G")
        .shows("▾ Subscriptions 1");
    screen.types("/").types("clock").keys(&["Enter"]).types("s").shows("no longer subscribed to");
    screen.keys(&["Escape"]).shows("the filter is gone").types("G").hides("▾ Subscriptions");
}

#[test]
fn a_call_that_takes_long_shows_progress_and_is_cancelled() {
    let screen = demo();
    screen.finds("slow").shows("tool slow").keys(&["C-s"]).shows("runs for").shows("%");
    screen.shows("↻ 1 runs (x)").keys(&["Tab"]).types("x").shows("#1 cancelled");
}

#[test]
fn quitting_asks_while_a_call_runs() {
    let screen = demo();
    screen.finds("slow").shows("tool slow").keys(&["C-s"]).shows("runs for").keys(&["Tab"]).types("q");
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
        .shows("↻ 1 runs")
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
fn the_level_of_the_log_is_set_and_messages_come() {
    let screen = demo();
    screen.keys(&["F5"]).shows("No log messages").types("L").shows(":level").types("debug").keys(&["Enter"]);
    screen.shows("logs from debug on");
    screen.finds("log").shows("tool log").keys(&["C-s"]).shows("#1 OK").keys(&["F5"]).shows("info");
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
    screen.keys(&["F5"]).shows("red and plain").shows("stderr");
    assert!(screen.coloured().contains("31m") || screen.coloured().contains("38;5;1m"), "red is red");
    // The line as it came is in the detail.
    screen.shows("␛[31mred");
}
