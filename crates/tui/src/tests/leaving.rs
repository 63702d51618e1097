//! Quitting asks about everything that would be lost.

use super::Face;
use super::asks::{asking, named};

#[test]
fn answers_that_were_begun_are_asked_about() {
    let mut face = Face::live(100, 30, &asking(&[named(1), named(2)].concat()));
    // Looked at and not begun.
    face.keys("i<Esc><Esc>q");
    assert!(face.state.is_over);
    let mut face = Face::live(100, 30, &asking(&[named(1), named(2)].concat()));
    face.keys("iAda<Esc><Esc>q");
    assert!(face.screen().contains("1 answer is begun: quit all the same?"), "{}", face.screen());
    face.keys("nj<Enter>Bob<Esc><Esc>q");
    assert!(face.screen().contains("2 answers are begun: quit all the same?"), "{}", face.screen());
    face.keys("y");
    assert!(face.state.is_over);
}

#[test]
fn all_reasons_are_told_at_once() {
    let mut face = Face::live(120, 30, &asking(&named(1)));
    face.keys("iAda<Esc><Esc>6anode x.js<Esc><Esc>q");
    assert!(
        face.screen().contains("1 answer is begun, the server that was to be added is not saved: quit"),
        "{}",
        face.screen()
    );
}

#[test]
fn a_form_that_was_filled_in_and_not_run_is_asked_about_and_enter_is_no() {
    let mut face = super::mouse::open(100, 30);
    face.keys("<Enter>3<Esc><Esc>q");
    let asked = "1 form is filled in and was not run: quit all the same?";
    assert!(face.screen().contains(asked), "{}", face.screen());
    face.keys("<Enter>");
    assert!(!face.state.is_over && face.state.overlay.is_none(), "{}", face.screen());
    // Also when another one is looked at.
    face.keys("jq");
    assert!(face.screen().contains(asked), "{}", face.screen());
    face.keys("y");
    assert!(face.state.is_over);
}

#[test]
fn a_form_that_was_filled_in_is_asked_about_when_a_recording_was_opened_since() {
    let mut face = super::mouse::open(100, 30);
    face.keys("<Enter>3<Esc><Esc>");
    face.state.add_recording(super::session(&super::recorded("typescript-2025-11-25")));
    face.keys("q");
    assert!(face.screen().contains("1 form is filled in and was not run"), "{}", face.screen());
}
