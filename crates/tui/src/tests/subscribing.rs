//! Subscriptions to what a template makes, from its form and from its result.

use super::Face;
use super::mouse::{click, open};
use crate::effect::Effect;
use crate::event::Event;
use crate::offer::Kind;
use crate::state::Focus;
use mcp_inspector_engine::{Outcome, Raw};
use std::time::Duration;

/// What is subscribed to.
#[track_caller]
fn subscribed(face: &mut Face) -> String {
    match face.effects.pop() {
        Some(Effect::Ask { request, .. }) if &*request.method == "resources/subscribe" => {
            request.params.unwrap().text_member("uri").unwrap()
        }
        other => panic!("{other:?}:\n{}", face.screen()),
    }
}

#[test]
fn a_filled_template_is_subscribed_to() {
    let mut face = open(140, 42);
    let template = face.state.servers[0].offer.items.iter().find(|item| item.key.0 == Kind::Template);
    let key = template.expect("there is one").key.clone();
    assert!(face.state.show_item(&key));
    // Nothing is filled in yet.
    face.keys("s");
    assert!(face.screen().contains("fill in the template first"), "{}", face.screen());
    face.keys("<Enter>7");
    click(&mut face, "[ Subscribe M-s ]");
    let uri = subscribed(&mut face);
    assert!(uri.contains('7') && !uri.contains('{'), "{uri}");
    face.keys("<Esc>s");
    assert_eq!(subscribed(&mut face), uri);
    // What was read stays what is meant in its result, whatever the form says by now.
    face.keys("<^S>");
    let Some(Effect::Call { server, run, .. }) = face.effects.pop() else { panic!("{}", face.screen()) };
    let outcome = Box::new(Outcome::Answered(Raw::parse(r#"{"contents":[]}"#).unwrap()));
    face.take_in(Event::Ended { server, run, outcome, took: Duration::ZERO });
    face.keys("i8<Esc>");
    face.state.focus = Focus::Result;
    face.keys("s");
    assert_eq!(subscribed(&mut face), uri);
    face.state.focus = Focus::Form;
    face.keys("s");
    assert_ne!(subscribed(&mut face), uri);
}

#[test]
fn what_is_no_resource_is_not_subscribed_to() {
    let mut face = open(140, 42);
    face.keys("s");
    assert!(face.screen().contains("only resources can be subscribed to"), "{}", face.screen());
    face.keys("gs");
    assert!(face.effects.is_empty());
}
