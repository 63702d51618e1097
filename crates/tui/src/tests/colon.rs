//! Commands behind a colon: the list of what is meant, and what Enter takes of it.

use super::mouse::open;
use crate::effect::Effect;

#[test]
fn enter_takes_the_first_of_what_is_listed_where_nothing_is_named() {
    let mut face = open(100, 30);
    face.keys(":fresh");
    assert!(face.screen().contains("▌refresh"), "{}", face.screen());
    face.keys("<Enter>");
    assert!(face.effects.iter().any(|effect| matches!(effect, Effect::Fetch { .. })), "{}", face.screen());
    // Several begin so, and the first is taken.
    face.keys(":dis<Enter>");
    assert!(!face.screen().contains("could be"), "{}", face.screen());
    face.keys(":xyz<Enter>");
    assert!(face.screen().contains("there is no command `xyz`"), "{}", face.screen());
}

#[test]
fn the_list_is_gone_through_with_arrows_and_typing_begins_it_anew() {
    let mut face = open(100, 30);
    face.keys(":re<Down><Down>");
    assert!(face.screen().contains("▌refresh"), "{}", face.screen());
    face.keys("c");
    assert!(face.screen().contains("▌reconnect [ERA]"), "{}", face.screen());
    face.keys("<Down><Enter>");
    assert!(face.screen().contains("\n:record "), "{}", face.screen());
    face.keys("a.jsonl");
    assert!(face.screen().contains("\n:record a.jsonl "), "{}", face.screen());
    face.keys("<Esc>:<Down><Up><Down><Enter>");
    assert!(face.screen().contains("no connection") || !face.effects.is_empty(), "{}", face.screen());
    // In the end the last one is in sight, however little room there is.
    let mut face = open(80, 24);
    face.keys(":").keys(&"<Down>".repeat(40));
    assert!(face.screen().contains("▌quit"), "{}", face.screen());
    face.keys("<Enter>");
    assert!(face.state.is_over);
}
