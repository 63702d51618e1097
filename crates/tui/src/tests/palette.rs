//! The palette also finds what happened and what can be set, but after what can be done.

use super::lists::asked_for_tools;
use super::mouse::open;
use super::session;
use crate::effect::Effect;
use crate::event::Event;
use crate::overlay::Overlay;
use crate::state::{Focus, View};

#[test]
fn a_row_of_the_timeline_is_found_and_gone_to_also_behind_a_filter() {
    let mut face = open(100, 30);
    face.keys("2/method:nothing<Enter>1<^K>resread one");
    assert!(face.screen().contains("▌ resources/read note://one"), "{}", face.screen());
    face.keys("<Enter>");
    assert_eq!((face.state.view, face.state.focus), (View::Timeline, Focus::Detail));
    let row = face.state.selected_row().expect("one is selected");
    assert_eq!((&*row.method, &*row.target), ("resources/read", "note://one"));
}

#[test]
fn what_can_be_done_comes_before_what_was_done() {
    let mut face = open(100, 30);
    face.keys("<^K>touch");
    let Some(Overlay::Palette(palette)) = &face.state.overlay else { panic!("{}", face.screen()) };
    let kinds: Vec<&str> = (0..palette.len()).filter_map(|place| Some(palette.get(place)?.kind)).collect();
    assert_eq!(kinds.first(), Some(&"tool"));
    let first_row = kinds.iter().position(|kind| *kind == "row").expect("it was called");
    assert!(kinds[first_row..].iter().all(|kind| *kind == "row"), "{kinds:?}");
}

#[test]
fn a_setting_is_found_and_set() {
    let mut face = open(100, 30);
    face.keys("<^K>level deb<Enter>");
    assert!(
        matches!(face.effects.last(), Some(Effect::Ask { request, .. }) if &*request.method == "logging/setLevel"),
        "{}",
        face.screen()
    );
}

#[test]
fn what_is_offered_while_the_palette_is_open_is_found_in_it() {
    let (before, mut face) = asked_for_tools(&[]);
    face.keys("<^K>latecomer<Enter>");
    assert!(
        face.screen().contains("Find: 0 fit") && face.screen().contains("Nothing fits."),
        "{}",
        face.screen()
    );
    let came = r#"{"jsonrpc":"2.0","id":2,"result":{"tools":[{"name":"latecomer","inputSchema":{"type":"object"}}]}}"#;
    let line = serde_json::json!({
        "seq": 10, "atNs": 95_000_000, "kind": "frame", "direction": "received", "raw": came
    });
    face.state.servers[0].show(session(&format!("{before}\n{line}")));
    face.take_in(Event::Tick);
    assert!(face.screen().contains("▌ latecomer"), "{}", face.screen());
    face.keys("<Enter>");
    assert!(face.screen().contains("tool latecomer"), "{}", face.screen());
}

#[test]
fn a_tool_that_is_found_again_is_begun_at_its_first_field() {
    let mut face = open(100, 30);
    face.keys("<^K>add<Enter>1<Tab>2<Enter>");
    face.keys("<^K>add<Enter>");
    assert!(face.screen().contains("┃▌* a"), "{}", face.screen());
}

#[test]
fn words_in_any_order_find_a_tool_and_its_kind_is_one_of_them() {
    let mut face = open(100, 30);
    face.keys("<^K>extra toggle");
    assert!(face.screen().contains("▌ toggle_extra"), "{}", face.screen());
    face.keys("<^U>tool add");
    assert!(face.screen().contains("▌ add"), "{}", face.screen());
    face.keys("<^U>add tool");
    assert!(face.screen().contains("▌ add"), "{}", face.screen());
}

#[test]
fn what_another_server_offers_is_found_with_its_name_and_gone_to() {
    let mut face = super::Face::live(140, 42, &super::scenes::open());
    let (before, _) = asked_for_tools(&[]);
    let place = face.state.add("the other", crate::server::Source::Typed, None);
    let came = r#"{"jsonrpc":"2.0","id":2,"result":{"tools":[{"name":"elsewhere","description":"does it","inputSchema":{"type":"object"}}]}}"#;
    let line = serde_json::json!({
        "seq": 10, "atNs": 95_000_000, "kind": "frame", "direction": "received", "raw": came
    });
    face.state.servers[place].show(session(&format!("{before}\n{line}")));
    face.take_in(Event::Resize);
    face.keys("<^K>elsewh");
    let screen = face.screen();
    assert!(screen.contains("▌ elsewhere") && screen.contains("the other  does it"), "{screen}");
    face.keys("<Enter>");
    let screen = face.screen();
    assert_eq!((face.state.current, face.state.view), (place, View::Explore), "{screen}");
    assert!(screen.contains("tool elsewhere"), "{screen}");
}
