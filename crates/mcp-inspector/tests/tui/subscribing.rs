//! Subscriptions to resources that no list has.

use crate::harness::Screen;

#[test]
fn what_a_template_makes_is_subscribed_to_and_no_longer() {
    let screen = Screen::start((140, 42), "--demo");
    screen.shows("● connected").shows("prompts/list").finds("note").shows("template demo://notes/{id}");
    screen.types("7").shows("[ Subscribe M-s ]").keys(&["M-s"]).shows("subscribed to demo://notes/7");
    screen.shows("[ Unsubscribe M-s ]").keys(&["M-s"]).shows("no longer subscribed to demo://notes/7");
    screen.shows("[ Subscribe M-s ]");
}
