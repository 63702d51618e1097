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
