//! `/` in lists that have no filter: the line that has what is typed is gone to.

use super::Face;
use super::asks::{asking, named};
use crate::server::Source;
use crate::state::Focus;

#[test]
fn a_server_is_found_by_letters_of_its_name_or_place_and_escape_goes_back() {
    let mut face = Face::new(100, 30);
    for name in ["alpha", "beta", "gamma beta"] {
        face.state.add(name, Source::Typed, None);
    }
    face.keys("6");
    assert_eq!((face.state.focus, face.state.current), (Focus::ServerList, 0));
    face.keys("/BET");
    assert_eq!(face.state.current, 1);
    face.keys("<Down>");
    assert_eq!(face.state.current, 2, "the next that has it");
    face.keys("<Down>");
    assert_eq!(face.state.current, 1, "and round");
    face.keys("<Up>");
    assert_eq!(face.state.current, 2);
    face.keys("<Esc>");
    assert_eq!(face.state.current, 0, "where it was");
    face.keys("/gam<Enter>");
    assert_eq!((face.state.current, face.state.overlay.is_none()), (2, true));
    face.keys("/nothing has it");
    assert_eq!(face.state.current, 2);
}

#[test]
fn an_ask_is_found_by_what_it_says() {
    let mut face = Face::live(140, 42, &asking(&[named(1), named(2), named(3)].concat()));
    face.keys("i<Esc><Esc>");
    assert_eq!(face.state.focus, Focus::AskList, "{}", face.screen());
    face.keys("/question 3<Enter>");
    assert_eq!(face.state.inbox.place.selected, 2);
    let shown = face.state.inbox.form.as_ref().expect("an ask").ask;
    assert_eq!(shown, face.state.asks()[2].1);
}
