//! The mouse does what the keys do: whatever names a key, and whatever is listed, can be clicked on.

use super::{Face, recorded};
use crate::effect::Effect;
use crate::event::Event;
use crossterm::event::{KeyModifiers, MouseButton, MouseEvent, MouseEventKind};

/// A session that stands open.
pub(super) fn open(width: u16, height: u16) -> Face {
    let whole = recorded("typescript-2025-11-25");
    let lines: Vec<&str> = whole.lines().take_while(|line| !line.contains(r#""to":"clos"#)).collect();
    Face::live(width, height, &lines.join("\n"))
}

/// Where a text begins on the screen.
#[track_caller]
fn place(face: &Face, text: &str) -> (u16, u16) {
    let screen = face.screen();
    let found = screen.lines().enumerate().find_map(|(row, line)| {
        let before = line.split_once(text)?.0;
        Some((u16::try_from(row).unwrap(), u16::try_from(crate::text::width(before)).unwrap()))
    });
    found.unwrap_or_else(|| panic!("`{text}` is not there:\n{screen}"))
}

fn mouse(face: &mut Face, kind: MouseEventKind, (row, column): (u16, u16)) {
    face.take_in(Event::Mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE }));
}

/// Clicks on the second letter of a text.
#[track_caller]
pub(super) fn click(face: &mut Face, text: &str) {
    let (row, column) = place(face, text);
    mouse(face, MouseEventKind::Down(MouseButton::Left), (row, column + 1));
}

/// Turns the wheel over a text.
#[track_caller]
pub(super) fn wheel(face: &mut Face, text: &str) {
    let at = place(face, text);
    mouse(face, MouseEventKind::ScrollDown, at);
}

#[test]
fn a_command_is_clicked_on() {
    let mut face = open(100, 30);
    face.keys(":re");
    click(&mut face, " refresh ");
    assert!(face.effects.iter().any(|effect| matches!(effect, Effect::Ask { .. })), "{}", face.screen());
    assert!(face.state.overlay.is_none());
    // One that needs something is typed on.
    face.keys(":re");
    click(&mut face, " record FILE");
    assert!(face.screen().ends_with(":record"), "{}", face.screen());
    face.keys("<Esc>:");
    wheel(&mut face, "disconnect");
    face.keys("<Enter>");
    assert!(face.screen().contains("built-in demo") || !face.effects.is_empty(), "{}", face.screen());
}
