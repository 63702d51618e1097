//! The mouse: what is clicked is gone to, and the wheel scrolls what is under it.

use crate::harness::Screen;

const WIDE: (u16, u16) = (140, 42);

#[test]
fn views_tools_and_fields_are_clicked() {
    let screen = Screen::start(WIDE, "--demo");
    screen.shows("● connected").shows("prompts/list").shows("┏▌Offers");
    // Each is there only after the click, and what was there before is not.
    screen.clicks("2 Timeline").shows("┏▌Timeline").hides("Offers");
    screen.clicks("1 Explore").shows("┏▌Offers").hides("tool echo").clicks("  echo").shows("╭ tool echo");
    screen.clicks("* message").shows("┏▌tool echo").types("by mouse").shows("INSERT");
    screen.keys(&["C-s"]).shows("#1 OK").shows("│▏ by mouse");
    // Of what a few letters find, one that is not selected is clicked.
    screen.keys(&["C-k"]).shows("Find:").types("e").shows("> e ").clicks("greet  ").hides("Find:");
    screen.shows("▌prompt greet");
}

#[test]
fn the_wheel_scrolls_what_is_under_it() {
    let screen = Screen::start(WIDE, "--demo");
    screen.shows("● connected").shows("prompts/list").shows("▾ Tools 19").shows("┏▌Offers");
    // The rows below have no focus, and are scrolled to the first one; the tree stays where it is.
    screen.hides("server/discover");
    for _ in 0..20 {
        screen.wheels_up((38, 30));
    }
    screen.shows("server/discover").shows("┏▌Offers").shows("▾ Tools 19").shows("stands still (f follows)");
    // Then the tree, while a text has the focus.
    screen
        .keys(&["F2"])
        .shows("┏▌Timeline")
        .keys(&["Enter"])
        .hides("┏▌Timeline")
        .keys(&["F1"])
        .shows("▾ Tools 19");
    screen.keys(&["BTab", "BTab"]).shows("┏▌Result");
    for _ in 0..12 {
        screen.wheels_down((6, 6));
    }
    screen.hides("▾ Tools 19").shows("┏▌Result");
}

#[test]
fn rows_texts_asks_and_servers_are_clicked() {
    let screen = Screen::start(WIDE, "--demo");
    screen.shows("● connected").shows("prompts/list").keys(&["F2"]).shows("┏▌Timeline");
    screen
        .types("/method:tools/list|prompts/list")
        .keys(&["Enter"])
        .shows("Timeline 2/")
        .shows("\"prompts\": [");
    screen.clicks("tools/list ").shows("\"tools\": [").shows("stands still");
    // A click into the text gives it the keys, and its marker folds the block.
    screen.clicks("\"tools\": [").shows("┏▌[Response]").shows("▌▾").clicks("▾    \"tools\"");
    screen.shows("▌▸").hides("\"inputSchema\"");
    // A click on another ask opens it.
    screen.finds("elicit").shows("tool elicit").keys(&["C-s"]).shows("⚑ 1 waiting");
    screen.finds("elicit_url").shows("tool elicit_url").keys(&["C-s"]).shows("⚑ 2 waiting").keys(&["F7"]);
    screen.shows(" Inbox 2 ").shows("┏▌Your answer").hides("leads to").keys(&["Escape"]).shows("NORMAL");
    screen.keys(&["Escape"]).shows("┏▌Inbox 2");
    screen.clicks("  elicitation ").shows("leads to example.com").shows("asks you to visit a URL");
    // A click on another server makes it the current one.
    screen.keys(&["F6"]).shows("Servers 1").commands("connect sh -c true").keys(&["F6"]).shows("Servers 2");
    screen.shows("server 2/2").clicks("  demo ").shows("server 1/2").clicks("  sh ").shows("server 2/2");
}
