//! The mouse alone: a tool is run, its parts are looked at, and what it asks is answered.

use crate::harness::Screen;

const WIDE: (u16, u16) = (140, 42);

#[test]
fn a_tool_is_run_its_parts_are_seen_and_its_ask_is_answered_without_a_key() {
    let screen = Screen::start(WIDE, "--demo");
    // The name of the last list is there before the lists are: the form says what it waits for.
    screen.shows("● connected").shows("elicit_url").clicks("  elicit ").shows("tool elicit");
    screen.clicks("[ Run ^S ]").shows("⚑ 1 waiting").clicks("⚑ 1 waiting").shows("asks you");
    screen
        .shows("asked by tools/call elicit")
        .clicks("[ Decline ^X ]")
        .hides("waiting")
        .shows("the user declined");
    screen.clicks(" Request ").shows("[Request]").shows("\"method\": \"tools/call\"");
    screen.clicks("[ Run ^S ]").shows("⚑ 1 waiting").clicks("⚑ 1 waiting").shows("asks you");
    screen.clicks("[ Accept ^S ]").hides("waiting").shows("#2 OK");
    screen.clicks("6 Servers").shows("Servers 1").types("X").shows("forget `demo`?").clicks("[ Yes y ]");
    screen.shows("Servers 0");
}
