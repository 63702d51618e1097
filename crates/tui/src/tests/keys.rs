//! What must hold whatever is typed.

use super::asks::{asking, named};
use super::{Face, key_of, recorded, until};
use crate::effect::Effect;
use crate::event::Event;
use crate::overlay::Overlay;
use crate::state::{State, View};
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use mcp_inspector_engine::{Answer, AskId};
use proptest::prelude::*;

pub(super) fn any_key() -> impl Strategy<Value = KeyEvent> {
    let named = prop::sample::select(vec![
        KeyCode::Enter,
        KeyCode::Esc,
        KeyCode::Tab,
        KeyCode::BackTab,
        KeyCode::Up,
        KeyCode::Down,
        KeyCode::Left,
        KeyCode::Right,
        KeyCode::Home,
        KeyCode::End,
        KeyCode::PageDown,
        KeyCode::PageUp,
        KeyCode::Backspace,
        KeyCode::Delete,
    ]);
    let letter = prop::sample::select(
        "abcdefghijklmnopqrstuvwxyzDEFGJKLNPRTYX0123456789/:?[]{}<>*+- y\"ä日".chars().collect::<Vec<_>>(),
    );
    let control = prop::sample::select("adefjklnoprstuwx".chars().collect::<Vec<_>>());
    let alt = prop::sample::select("adeEtjk".chars().collect::<Vec<_>>());
    prop_oneof![
        (1u8..=7).prop_map(|number| KeyEvent::new(KeyCode::F(number), KeyModifiers::NONE)),
        alt.prop_map(|letter| KeyEvent::new(KeyCode::Char(letter), KeyModifiers::ALT)),
        named.prop_map(|code| KeyEvent::new(code, KeyModifiers::NONE)),
        letter.prop_map(|letter| KeyEvent::new(KeyCode::Char(letter), KeyModifiers::NONE)),
        control.prop_map(|letter| KeyEvent::new(KeyCode::Char(letter), KeyModifiers::CONTROL)),
    ]
}

fn any_event() -> impl Strategy<Value = Event> {
    let click = (0u16..80, 0u16..24, any::<bool>()).prop_map(|(column, row, is_click)| {
        let kind =
            if is_click { MouseEventKind::Down(MouseButton::Left) } else { MouseEventKind::ScrollDown };
        Event::Mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE })
    });
    prop_oneof![
        8 => any_key().prop_map(Event::Key),
        1 => click,
        1 => "[a-z\\n\u{1b}日]{0,6}".prop_map(Event::Paste),
    ]
}

fn in_range(state: &State) {
    assert!(state.servers.is_empty() || state.server_place.selected < state.servers.len());
    if let Some(Overlay::Palette(palette)) = &state.overlay {
        assert!(palette.len() == 0 || palette.place.selected < palette.len());
    }
    let Some(server) = state.server() else { return };
    for rows in [&server.rows, &server.strip, &server.log, &server.auth] {
        assert!(rows.len() == 0 || rows.place.selected < rows.len());
    }
    let lines = server.offer.lines.len();
    assert!(lines == 0 || server.offer.place.selected < lines);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn any_keys_leave_a_state_that_can_be_drawn(
        name in prop::sample::select(vec!["typescript-2025-11-25", "python-2025-11-25", "rmcp-2026-07-28"]),
        cut in 1usize..140,
        size in prop::sample::select(vec![(80u16, 24u16), (60, 16), (140, 42), (20, 5)]),
        events in prop::collection::vec(any_event(), 1..60),
    ) {
        let whole = recorded(name);
        let recording: Vec<&str> = whole.lines().take(cut).collect();
        let mut face = Face::live(size.0, size.1, &recording.join("\n"));
        for event in events {
            face.take_in(event);
            in_range(&face.state);
        }
    }

    #[test]
    fn escape_never_quits(events in prop::collection::vec(any_key(), 0..30)) {
        let mut face = Face::live(80, 24, &recorded("python-2025-11-25"));
        for key in events {
            face.take_in(Event::Key(key));
            if face.state.is_over {
                return Ok(());
            }
        }
        for _ in 0..10 {
            face.take_in(Event::Key(key_of("Esc")));
        }
        prop_assert!(!face.state.is_over);
    }
}

#[test]
fn a_row_that_is_no_call_cannot_be_edited() {
    let mut face = Face::live(100, 30, &until(&recorded("typescript-2025-11-25"), r#""to":"ready""#));
    face.state.focus = crate::state::Focus::Strip;
    face.keys("E");
    assert!(face.screen().contains("there is no call to edit"), "{}", face.screen());
    assert!(face.effects.is_empty());
}

#[test]
fn a_pane_is_made_larger_and_smaller_again() {
    let mut face = Face::live(100, 30, &recorded("typescript-2025-11-25"));
    let width = |face: &Face| face.screen().lines().nth(2).unwrap_or_default().find('┓');
    let usual = width(&face);
    face.keys("++");
    assert!(width(&face) > usual, "{}", face.screen());
    face.keys("--");
    assert_eq!(width(&face), usual);
    face.keys("3+");
    assert!(face.screen().contains("this pane has all the room there is"), "{}", face.screen());
}

#[test]
fn one_interrupt_warns_and_two_quit() {
    let mut face = Face::new(80, 24);
    face.keys("<^c>");
    assert!(face.screen().contains("^C again quits"));
    face.keys("j<^c>");
    assert!(!face.state.is_over);
    face.keys("<^c>");
    assert!(face.state.is_over);
    assert!(matches!(face.effects.last(), Some(Effect::Quit)));
}

/// What is sent to the server for the ask with that number.
#[track_caller]
fn sent(face: &mut Face, id: u64) -> String {
    match face.effects.pop() {
        Some(Effect::Answer { ask, answer: Answer::Result(result), .. }) if ask == AskId(id) => {
            result.as_str().to_owned()
        }
        other => panic!("{other:?}\n{}", face.screen()),
    }
}

#[test]
fn an_answer_takes_the_ask_away_and_goes_back() {
    for (keys, answer) in [
        ("Ada<^S>", r#"{"action":"accept","content":{"name":"Ada"}}"#),
        ("Ada<^X>", r#"{"action":"decline"}"#),
        ("Ada<^R>", r#"{"action":"cancel"}"#),
    ] {
        let mut face = Face::sending(100, 30, &asking(&[named(1), named(2)].concat()));
        face.keys("2i");
        assert!(face.screen().contains("expires in 5:00"), "{}", face.screen());
        face.effects.clear();
        face.keys(keys);
        assert_eq!(sent(&mut face, 1), answer);
        // The next one is there, and what was typed for the first is not.
        let screen = face.screen();
        assert!(screen.contains("1 waiting") && screen.contains("Question 2?"), "{screen}");
        assert!(!screen.contains("Question 1?") && !screen.contains("Ada"), "{screen}");
        assert_eq!((face.state.view, face.state.waiting()), (View::Inbox, 1));
        face.keys(keys);
        assert_eq!(sent(&mut face, 2), answer);
        assert_eq!((face.state.view, face.state.waiting()), (View::Timeline, 0));
        assert!(!face.screen().contains("waiting"), "{}", face.screen());
    }
}

#[test]
fn an_ask_that_is_left_waits_on() {
    let mut face = Face::sending(100, 30, &asking(&named(1)));
    face.keys("i<Esc><Esc><Esc>");
    assert_eq!((face.state.view, face.state.waiting()), (View::Explore, 1));
    assert!(face.screen().contains("1 waiting (i)") && face.effects.is_empty(), "{}", face.screen());
}
