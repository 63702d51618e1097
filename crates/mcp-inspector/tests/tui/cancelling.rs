//! Calls that run beside each other, and the one of them that is taken back.

use crate::harness::Screen;

const WIDE: (u16, u16) = (140, 42);

#[test]
fn the_row_that_is_selected_is_cancelled_and_the_other_call_goes_on() {
    let screen = Screen::start(WIDE, "--demo");
    screen.shows("● connected").shows("prompts/list");
    screen.commands(r#"call tools/call {"name":"bake","arguments":{"seconds":600}}"#).shows("↻ 1 running");
    screen.commands(r#"call tools/call {"name":"slow","arguments":{"seconds":60}}"#).shows("↻ 2 running");
    screen.types("q").shows("2 calls run: quit all the same?").types("n").hides("quit all the same?");
    // The older of the two.
    screen.types("/method:tools/call target:bake").keys(&["Enter"]).shows("target:bake").types("gx");
    screen.shows("↻ 1 running").shows("cancelled      ");
    screen.keys(&["Escape"]).shows("the filter is gone").types("/method:tools/call status:pending");
    screen.keys(&["Enter"]).shows("slow").hides("bake").types("gx").hides("↻");
}
