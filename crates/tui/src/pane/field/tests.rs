//! Fields driven by keys, and what is seen of them.

use super::*;
use crossterm::event::KeyEvent;
use proptest::prelude::*;

pub(crate) fn key(name: &str) -> KeyEvent {
    let (modifiers, name) = match name.split_once('-') {
        Some(("C", rest)) => (KeyModifiers::CONTROL, rest),
        Some(("A", rest)) => (KeyModifiers::ALT, rest),
        Some(("S", rest)) => (KeyModifiers::SHIFT, rest),
        _ => (KeyModifiers::NONE, name),
    };
    let code = match name {
        "Enter" => KeyCode::Enter,
        "Esc" => KeyCode::Esc,
        "Tab" => KeyCode::Tab,
        "BackTab" => KeyCode::BackTab,
        "Left" => KeyCode::Left,
        "Right" => KeyCode::Right,
        "Up" => KeyCode::Up,
        "Down" => KeyCode::Down,
        "Home" => KeyCode::Home,
        "End" => KeyCode::End,
        "PgUp" => KeyCode::PageUp,
        "PgDn" => KeyCode::PageDown,
        "BS" => KeyCode::Backspace,
        "Del" => KeyCode::Delete,
        "Ins" => KeyCode::Insert,
        "Space" => KeyCode::Char(' '),
        one => KeyCode::Char(one.chars().next().unwrap()),
    };
    KeyEvent::new(code, modifiers)
}

fn typed(field: &mut Field, keys: &str) {
    for name in keys.split(' ') {
        field.handle(key(name));
    }
}

fn seen(field: &Field, width: u16, height: u16) -> (Vec<String>, Position) {
    let area = Rect::new(0, 0, width, height);
    let mut buffer = Buffer::empty(area);
    field.draw(&Theme::new(crate::theme::Colours::None), true, area, &mut buffer);
    let row = |y| (0..width).map(|x| buffer[(x, y)].symbol().to_owned()).collect::<String>();
    ((0..height).map(row).collect(), field.cursor(area).unwrap())
}

#[test]
fn words_and_lines_are_moved_over_and_cut() {
    let mut field = Field::new("one two three");
    typed(&mut field, "C-w");
    assert_eq!(field.text(), "one two ");
    typed(&mut field, "A-Left x Home y C-e z");
    assert_eq!(field.text(), "yone xtwo z");
    typed(&mut field, "C-a Del C-Right C-u");
    assert_eq!(field.text(), " xtwo z");
    typed(&mut field, "End BS BS C-Left Left Left A-d");
    assert_eq!(field.text(), "");
    assert_eq!(field.handle(key("Enter")), Taken::No);
    assert_eq!(field.handle(key("C-j")), Taken::No);
    assert_eq!(field.handle(key("C-s")), Taken::No);
}

#[test]
fn graphemes_are_one_thing() {
    let mut field = Field::new("a👨‍👩‍👧e\u{301}");
    typed(&mut field, "BS");
    assert_eq!(field.text(), "a👨‍👩‍👧");
    typed(&mut field, "Left");
    assert_eq!(seen(&field, 9, 1).1, Position { x: 1, y: 0 });
    typed(&mut field, "Del b");
    assert_eq!(field.text(), "ab");
}

#[test]
fn lines_are_kept_apart_and_columns_remembered() {
    let mut field = Field::new("long line\nab\nanother").multi_line();
    typed(&mut field, "Up Up");
    assert_eq!(seen(&field, 12, 3).1, Position { x: 7, y: 0 });
    typed(&mut field, "Down Enter C-j");
    assert_eq!(field.text(), "long line\nab\n\n\nanother");
    assert_eq!((field.height(), field.is_at_edge(true), field.is_at_edge(false)), (5, false, false));
    field.go_to(1, 6);
    assert_eq!(field.line_before(), "long ");
}

#[test]
fn one_line_takes_pasted_breaks_as_blanks() {
    let mut field = Field::new("").single_line();
    field.paste("a\r\nb\rc");
    assert_eq!(field.text(), "a b c");
    let mut field = Field::new("").multi_line();
    field.paste("a\r\nb");
    assert_eq!(field.text(), "a\nb");
}

#[test]
fn what_is_longer_than_its_room_scrolls_with_the_cursor() {
    let mut field = Field::new("0123456789abcdef");
    let (rows, cursor) = seen(&field, 8, 1);
    assert_eq!((rows[0].as_str(), cursor.x), ("…abcdef ", 7));
    typed(&mut field, "Home");
    let (rows, cursor) = seen(&field, 8, 1);
    assert_eq!((rows[0].as_str(), cursor.x), ("0123456…", 0));
    typed(&mut field, "Right Right Right Right Right Right Right Right");
    let (rows, cursor) = seen(&field, 8, 1);
    assert_eq!((rows[0].as_str(), cursor.x), ("…345678…", 6));
    assert_eq!(field.cursor(Rect::new(0, 0, 0, 1)), None);
}

#[test]
fn controls_are_kept_and_shown_as_pictures() {
    let field = Field::new("a\u{1b}[2Jb\t");
    assert_eq!(seen(&field, 9, 1).0[0], "a\u{241b}[2Jb\u{2409}  ");
    assert_eq!(field.text(), "a\u{1b}[2Jb\t");
}

proptest! {
    #[test]
    fn no_keys_panic_and_the_cursor_is_in_its_area(
        text in "[a-c \\n語👍🏽e\u{301}\u{1b}]{0,12}",
        is_multi in any::<bool>(),
        keys in proptest::collection::vec(any_key(), 0..40),
        width in 1u16..12,
        height in 1u16..4,
    ) {
        let mut field = Field::new(&text);
        field.is_multi = is_multi;
        for key in keys {
            field.handle(key);
            let (rows, cursor) = seen(&field, width, height);
            prop_assert!(cursor.x < width && cursor.y < height);
            prop_assert!(!rows.concat().chars().any(char::is_control));
        }
    }
}

/// Any key that someone might press.
pub(crate) fn any_key() -> impl Strategy<Value = KeyEvent> {
    let names = vec![
        "Enter", "Esc", "Tab", "BackTab", "Left", "Right", "Up", "Down", "Home", "End", "PgUp", "PgDn", "BS",
        "Del", "Ins", "Space", "a", "d", "J", "K", "j", "k", "h", "l", "g", "G", "f", "F", "E", "n", "N",
        "r", "1", "-", "+", ".", "\"", "{", "}", "語", "\u{301}", "C-a", "C-d", "C-e", "C-f", "C-j", "C-n",
        "C-s", "C-t", "C-u", "C-w", "A-a", "A-b", "A-d", "A-e", "A-f", "A-r", "A-Up", "A-Down", "A-BS",
        "C-Left", "C-Right",
    ];
    proptest::sample::select(names).prop_map(key)
}
