//! Every key of the table does something where the table says so.

use super::{Face, recorded, until};
use crate::effect::Effect;
use crate::event::Event;
use crate::keys::{Action, Context, PANES, TABLE};
use crate::offer::Kind;
use crate::pane::Taken;
use crate::pane::doc::DocPane;
use crate::pane::form::{FormDid, FormPane};
use crate::state::{Focus, View};
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use mcp_inspector_engine::{Outcome, Raw};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

fn press(code: KeyCode) -> KeyEvent {
    KeyEvent::new(code, KeyModifiers::NONE)
}

const SCHEMA: &str = r#"{"type":"object","properties":{
  "list":{"type":"array","items":{"type":"string"}}, "map":{"type":"object","additionalProperties":{"type":"string"}},
  "number":{"type":"number"}, "choice":{"enum":["a","b","c"]}, "when":{"type":"string","format":"date-time"},
  "group":{"type":"object","properties":{"inner":{"type":"boolean"}}}, "last":{"type":["string","null"]}}}"#;

const VALUE: &str = r#"{"list":["one two","three"],"map":{"k":"v"},"number":3,"choice":"b","when":"soon","group":{"inner":true},"last":"two words"}"#;

/// Whether a key does something in a form at some row, from the first or the last on, typed into or not.
fn works_in_form(key: KeyEvent, is_typing: bool) -> bool {
    (0..12).any(|row| {
        let mut pane = FormPane::new(SCHEMA, Some(VALUE));
        for _ in 0..row {
            pane.handle(press(KeyCode::Down));
        }
        if is_typing {
            pane.handle(press(KeyCode::Enter));
            pane.handle(press(KeyCode::Char('i')));
            pane.handle(press(KeyCode::Left));
            if !pane.is_editing() {
                return false;
            }
        } else if key.code != KeyCode::Esc {
            // Where letters are typed at once, Escape makes keys of them.
            pane.handle(press(KeyCode::Enter));
            pane.handle(press(KeyCode::Esc));
        }
        let before = format!("{pane:?}");
        let did = pane.handle(key);
        did == FormDid::OpenEditor || (did != FormDid::NotMine && format!("{pane:?}") != before)
    })
}

/// Whether a key does something in a text.
fn works_in_text(key: KeyEvent) -> bool {
    let lines: Vec<String> = (0..60).map(|n| format!(r#"{{"a":{n},"b":["{}"]}}"#, "x".repeat(200))).collect();
    (0..4).any(|steps| {
        let mut doc = DocPane::json(format!("[{}]", lines.join(",")).into());
        let area = Rect::new(0, 0, 40, 10);
        doc.draw(
            &crate::theme::Theme::new(crate::theme::Colours::Many),
            true,
            area,
            &mut Buffer::empty(area),
        );
        doc.search("xxx");
        for _ in 0..steps {
            doc.handle(press(KeyCode::Down));
            doc.handle(press(KeyCode::Char('>')));
        }
        let before = format!("{doc:?}");
        doc.handle(key) == Taken::Yes && format!("{doc:?}") != before
    })
}

#[test]
fn every_key_of_forms_and_texts_does_something_there() {
    for binding in PANES {
        for chord in binding.keys {
            let key = chord.pressed();
            let works = match binding.context {
                Context::Fields => works_in_form(key, false),
                Context::Typing => works_in_form(key, true),
                _ => works_in_text(key),
            };
            assert!(works, "{chord} {:?}: {}", binding.context, binding.help);
        }
    }
}

/// Where keys are pressed: a recording, a view, a pane, and what was pressed before.
type Spot = (&'static str, View, Focus, &'static str);

/// Places in which keys of all contexts can be pressed.
fn spots() -> Vec<Spot> {
    let mut spots = Vec::new();
    for (recording, view, focus) in [
        ("open", View::Explore, Focus::Tree),
        ("open", View::Explore, Focus::Form),
        ("open", View::Explore, Focus::Result),
        ("open", View::Timeline, Focus::Rows),
        ("open", View::Timeline, Focus::Detail),
        ("open", View::Server, Focus::Page),
        ("open", View::Auth, Focus::AuthRows),
        ("open", View::Log, Focus::LogRows),
        ("open", View::Servers, Focus::ServerList),
        ("asks", View::Inbox, Focus::AskList),
    ] {
        spots.extend(["", "jj", "gjh", "g", "gjjj"].map(|before| (recording, view, focus, before)));
    }
    spots
}

fn face(recordings: &[(&str, String)], (recording, view, focus, before): Spot) -> Face {
    let recording = recordings.iter().find(|(name, _)| *name == recording).unwrap();
    let mut face = Face::live(140, 42, &recording.1);
    face.state.add("another", crate::server::Source::Typed, None);
    face.state.open_view(view);
    face.state.focus = focus;
    face.take_in(Event::Resize);
    if focus == Focus::Result {
        // Two runs, of which the older one is looked at.
        for said in [r#"{"content":[{"type":"text","text":"a"}]}"#, r#"{"content":[]}"#] {
            face.state.start((Kind::Tool, "add".to_owned()), "{}".to_owned());
            let Some(Effect::Call { server, run, .. }) = face.state.effects.pop() else { panic!("no call") };
            let outcome = Box::new(Outcome::Answered(Raw::parse(said).unwrap()));
            face.take_in(Event::Ended { server, run, outcome, took: std::time::Duration::ZERO });
        }
        face.state.result.run = (before == "jj").then_some(1);
        face.take_in(Event::Resize);
    } else if focus == Focus::Form {
        // Letters are keys, and a number is there.
        face.keys("7<Esc>");
    } else {
        face.keys(before);
    }
    face.effects.clear();
    face
}

#[test]
fn every_key_of_the_table_does_something_in_its_context() {
    let whole = recorded("typescript-2025-11-25");
    let lines: Vec<&str> = whole.lines().take_while(|line| !line.contains(r#""to":"clos"#)).collect();
    let asks = until(&recorded("python-2025-11-25"), r#""ask":"opened","id":1"#);
    let recordings = [("open", lines.join("\n")), ("asks", asks)];
    let spots: Vec<(Spot, Vec<Context>)> =
        spots().into_iter().map(|spot| (spot, face(&recordings, spot).state.contexts())).collect();
    for binding in TABLE {
        assert_ne!(binding.action, Action::Inner, "{}", binding.help);
        for chord in binding.keys {
            let mut there = spots.iter().filter(|(_, contexts)| contexts.contains(&binding.context));
            let works = there.any(|(spot, _)| {
                let mut face = face(&recordings, *spot);
                let (screen, focus) = (face.screen(), face.state.focus);
                face.take_in(Event::Key(chord.pressed()));
                let is_other = face.screen() != screen || face.state.focus != focus;
                is_other || !face.effects.is_empty() || face.state.is_over
            });
            assert!(works, "{chord} {:?}: {}", binding.context, binding.help);
        }
    }
}
