//! The editor: for the text of one field, and for everything.

use super::Face;
use super::asks::{asking, named};
use super::mouse::open;
use crate::effect::{Edited, Effect};
use crate::event::Event;
use crate::offer::Kind;
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use mcp_inspector_engine::core::target::files::TargetFile;

fn alt(face: &mut Face, letter: char) {
    face.take_in(Event::Key(KeyEvent::new(KeyCode::Char(letter), KeyModifiers::ALT)));
}

/// What the editor is given.
#[track_caller]
fn given(face: &mut Face) -> (String, Edited) {
    match face.effects.pop() {
        Some(Effect::Editor { text, what }) => (text, what),
        other => panic!("{other:?}:\n{}", face.screen()),
    }
}

#[test]
fn the_text_of_a_field_is_edited_alone_and_everything_as_json() {
    let mut face = open(100, 30);
    assert!(face.state.show_item(&(Kind::Tool, "measure".to_owned())), "{}", face.screen());
    face.keys("<Enter>two words");
    alt(&mut face, 'e');
    let (text, what) = given(&mut face);
    assert_eq!(text, "two words");
    assert!(matches!(&what, Edited::Field { pointer, .. } if pointer == "/place"), "{what:?}");
    // Editors end a text with a line break that nobody typed.
    face.take_in(Event::Edited { what: what.clone(), text: "first\nsecond\n".to_owned() });
    assert_eq!(face.state.form.pane.text(), r#"{"place":"first\nsecond"}"#);
    let what_with_end = Edited::Field { pointer: "/place".to_owned(), has_end: true };
    face.take_in(Event::Edited { what: what_with_end, text: "one\n".to_owned() });
    assert_eq!(face.state.form.pane.text(), r#"{"place":"one\n"}"#);
    // Where letters are keys as well.
    face.keys("<Esc>E");
    assert_eq!(given(&mut face).0, "one\n");
    for press in ["^", "M"] {
        match press {
            "^" => face.take_in(Event::Key(KeyEvent::new(KeyCode::Char('e'), KeyModifiers::CONTROL))),
            _ => alt(&mut face, 'E'),
        }
        let (text, what) = given(&mut face);
        assert_eq!((text.as_str(), what), ("{\n  \"place\": \"one\\n\"\n}\n", Edited::Arguments));
    }
    // A number has no text.
    assert!(face.state.show_item(&(Kind::Tool, "add".to_owned())));
    face.keys("<Enter>");
    alt(&mut face, 'e');
    assert_eq!(given(&mut face).1, Edited::Arguments);
}

#[test]
fn the_field_of_an_answer_is_edited_and_one_that_is_over_is_not() {
    let mut face = Face::live(100, 30, &asking(&named(1)));
    face.keys("iAd");
    alt(&mut face, 'e');
    let (text, what) = given(&mut face);
    assert_eq!(text, "Ad");
    face.take_in(Event::Edited { what: what.clone(), text: "Ada\n".to_owned() });
    let said = |face: &Face| face.state.inbox.form.as_ref().map(|form| form.pane.text().to_owned());
    assert_eq!(said(&face).as_deref(), Some(r#"{"name":"Ada"}"#));
    alt(&mut face, 'E');
    assert_eq!(given(&mut face).1, Edited::Answer);
    let over = r#"{"seq":6,"atNs":6000,"kind":"ask","ask":"ended","id":1,"how":"expired"}"#.to_owned();
    face.state.servers[0].show(super::session(&asking(&[named(1).to_vec(), vec![over]].concat())));
    face.take_in(Event::Tick);
    face.take_in(Event::Edited { what, text: "Eve\n".to_owned() });
    assert!(face.screen().contains("too late"), "{}", face.screen());
    assert_eq!(said(&face).as_deref(), Some(r#"{"name":"Ada"}"#));
}

#[test]
fn only_what_was_changed_of_a_server_is_written() {
    let file =
        r#"{"mcpServers":{"one":{"command":"node","args":["a.js"]},"two":{"url":"https://h.example/mcp"}}}"#;
    let mut face = Face::new(100, 30);
    face.state.read_config(TargetFile::read("mcp.json", file).unwrap());
    face.keys("6e<^S>");
    assert!(face.effects.is_empty(), "{:?}", face.effects);
    assert!(face.screen().contains("nothing was changed: the file stays as it is"), "{}", face.screen());
    assert!(face.state.overlay.is_none());
    // An argument more, and nothing else.
    face.keys("e<Enter> b<^S>");
    let Some(Effect::SaveServer { edit, .. }) = face.effects.pop() else { panic!("{}", face.screen()) };
    assert_eq!(edit.fields.keys().collect::<Vec<_>>(), ["args"], "{}", face.screen());
    let mut written = TargetFile::read("mcp.json", file).unwrap();
    written.upsert(&edit).unwrap();
    assert!(!written.text().contains("type") && written.text().contains(r#""b""#), "{}", written.text());
}
