//! The mouse: what is clicked is gone to, and the wheel scrolls what is under it.

use crate::harness::Screen;

const WIDE: (u16, u16) = (140, 42);

#[test]
fn views_tools_and_fields_are_clicked() {
    let screen = Screen::start(WIDE, "--demo");
    screen.shows("● connected").shows("prompts/list").clicks("2 Timeline").shows("follows").shows("[");
    screen.clicks("1 Explore").shows("▾ Tools 19").clicks("  echo").shows("tool echo");
    screen.clicks("message").types("by mouse").keys(&["C-s"]).shows("#1 OK").shows("by mouse");
    screen
        .keys(&["C-k"])
        .shows("Find:")
        .types("weather")
        .shows("▌ weather")
        .clicks("▌ weather")
        .shows("tool weather");
}

#[test]
fn the_wheel_scrolls_what_is_under_it() {
    let screen = Screen::start(WIDE, "--demo");
    screen.shows("● connected").shows("prompts/list").shows("▾ Tools 19");
    for _ in 0..12 {
        screen.wheels_down((6, 6));
    }
    screen.hides("▾ Tools 19");
}
