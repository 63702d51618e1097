//! `^W` and a direction go to the pane that is there on the screen.

use super::mouse::{click, open};
use crate::state::Focus;

#[test]
fn the_pane_on_a_side_gets_the_keys() {
    let mut face = open(140, 42);
    assert_eq!(face.state.focus, Focus::Tree);
    for (key, focus) in [
        ("l", Focus::Form),
        ("l", Focus::Result),
        ("j", Focus::Strip),
        ("k", Focus::Tree),
        ("j", Focus::Strip),
        ("<Up>", Focus::Tree),
    ] {
        // In a field letters are typed, and this is a key of its own there.
        face.keys("<^w>").keys(key);
        assert_eq!(face.state.focus, focus, "{key}:\n{}", face.screen());
    }
    face.keys("<^w>h");
    assert!(face.screen().contains("there is no pane on that side"), "{}", face.screen());
    face.keys("<^w>w");
    assert_eq!(face.state.focus, Focus::Form);
    face.keys("<Esc><Esc>2<^w>");
    assert!(face.screen().contains("go to the pane:"), "{}", face.screen());
    click(&mut face, "l right");
    assert_eq!(face.state.focus, Focus::Detail, "{}", face.screen());
    // What is no direction goes nowhere.
    face.keys("<^w>q");
    assert_eq!((face.state.focus, face.state.is_over), (Focus::Detail, false));
}
