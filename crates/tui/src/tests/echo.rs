//! The key that answered an ask, pressed once more: it finds something else than its user meant.

use super::asks::{ask, asking, named};
use super::mouse::click;
use super::scenes::open;
use super::{Face, sending};
use crate::effect::Effect;
use crate::offer::Kind;
use crate::state::{Focus, View};

/// Questions that can be answered as they are.
fn asks(count: usize) -> Face {
    let of = |id| {
        let params = format!(
            r#"{{"message":"Question {id}?","requestedSchema":{{"type":"object","properties":{{}}}}}}"#
        );
        ask(id, "elicitation/create", &params)
    };
    let mut face = Face::sending(100, 30, &asking(&(1..=count).flat_map(of).collect::<Vec<_>>()));
    face.keys("i");
    face
}

fn counts(face: &Face) -> (usize, usize) {
    let count = |is: fn(&&Effect) -> bool| face.effects.iter().filter(is).count();
    (
        count(|effect| matches!(effect, Effect::Answer { .. })),
        count(|effect| matches!(effect, Effect::Call { .. } | Effect::Abort { .. })),
    )
}

#[test]
fn a_key_that_answered_answers_the_next_ask_only_when_it_is_meant() {
    for (key, says) in [
        ("<^S>", "this is the next ask: ^S again accepts it"),
        ("<^X>", "this is the next ask: ^X again declines it"),
        ("<^R>", "this is the next ask: ^R again cancels it"),
    ] {
        let mut face = asks(3);
        face.keys(key).keys(key);
        assert_eq!(counts(&face), (1, 0), "{key}");
        assert!(face.screen().contains(says), "{key}: {}", face.screen());
        face.keys(key);
        assert_eq!(counts(&face), (2, 0), "{key}");
        // Any other key between shows that its user looked.
        face.keys("<Down>").keys(key);
        assert_eq!(counts(&face), (3, 0), "{key}");
    }
}

#[test]
fn a_button_that_is_clicked_twice_answers_once() {
    let mut face = asks(2);
    click(&mut face, "[Accept ^S]");
    click(&mut face, "[Accept ^S]");
    assert_eq!(counts(&face), (1, 0), "{}", face.screen());
}

/// A tool runs, and asks; the inbox is open.
fn running() -> Face {
    let asked = Face::live(140, 42, &asking(&named(1)));
    let mut face = Face::live(140, 42, &open());
    face.state.servers[0].session = Some(sending());
    face.state.servers[0].now.asks.clone_from(&asked.state.servers[0].now.asks);
    assert!(face.state.show_item(&(Kind::Tool, "ask_name".to_owned())));
    face.keys("<Enter><^S><F7>");
    assert_eq!((face.state.view, counts(&face)), (View::Inbox, (0, 1)), "{}", face.screen());
    face
}

#[test]
fn the_key_that_answered_does_not_run_the_tool_again() {
    let mut face = running();
    face.keys("Ada<^S>");
    assert_eq!(counts(&face), (1, 1), "{}", face.screen());
    // The result comes there; the form is a key away.
    assert_eq!((face.state.view, face.state.focus), (View::Explore, Focus::Result), "{}", face.screen());
    face.keys("<^S>");
    assert_eq!(counts(&face), (1, 1), "{}", face.screen());
    assert!(face.screen().contains("the ask is answered; ^S again runs what the form says"));
    face.keys("<^S>");
    assert_eq!(counts(&face), (1, 2), "{}", face.screen());
}

#[test]
fn the_key_that_declined_does_not_cancel_the_call() {
    let mut face = running();
    face.keys("<^X><^X>");
    assert_eq!(counts(&face), (1, 1), "{}", face.screen());
    assert!(face.screen().contains("the ask is declined; ^X again cancels the call"), "{}", face.screen());
    face.keys("<^X>");
    assert_eq!(counts(&face), (1, 2), "{}", face.screen());
}
