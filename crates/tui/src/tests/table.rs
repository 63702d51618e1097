//! Every key that forms and texts know by themselves does something there.

use crate::keys::{Context, PANES};
use crate::pane::Taken;
use crate::pane::doc::DocPane;
use crate::pane::form::{FormDid, FormPane};
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
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
