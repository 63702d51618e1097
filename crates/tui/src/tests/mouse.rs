//! The mouse does what the keys do: whatever names a key, and whatever is listed, can be clicked on.

use super::asks::{asking, named};
use super::{Face, recorded};
use crate::effect::Effect;
use crate::event::Event;
use crate::overlay::Overlay;
use crate::server::Source;
use crate::state::{Focus, View};
use crossterm::event::{KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use mcp_inspector_engine::{Outcome, Raw};
use std::time::Duration;

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
    assert!(face.effects.iter().any(|effect| matches!(effect, Effect::Fetch { .. })), "{}", face.screen());
    assert!(face.state.overlay.is_none());
    // One that needs something is typed on.
    face.keys(":re");
    click(&mut face, " record FILE");
    assert!(face.screen().contains("\n:record "), "{}", face.screen());
    face.keys("<Esc>:");
    wheel(&mut face, "disconnect");
    face.keys("<Enter>");
    assert!(face.screen().contains("built-in demo") || !face.effects.is_empty(), "{}", face.screen());
}

#[test]
fn a_form_is_run_and_a_run_is_cancelled() {
    let mut face = open(100, 30);
    click(&mut face, "[ Run ^S ]");
    assert!(face.screen().contains("2 values do not fit"), "{}", face.screen());
    click(&mut face, "[ Run ^S ]");
    assert!(matches!(face.effects.last(), Some(Effect::Call { .. })), "{}", face.screen());
    click(&mut face, "[ Cancel ^X ]");
    assert!(matches!(face.effects.last(), Some(Effect::Abort { .. })), "{}", face.screen());
    face.effects.clear();
    click(&mut face, "↻ 1 running");
    assert!(matches!(face.effects.last(), Some(Effect::Abort { .. })), "{}", face.screen());
}

#[test]
fn the_parts_of_a_row_and_of_a_run_are_clicked_on() {
    let mut face = open(140, 42);
    face.keys("2/method:tools/call<Enter>g");
    click(&mut face, " Request ");
    assert!(face.screen().contains("[Request]"), "{}", face.screen());
    assert_eq!(face.state.focus, Focus::Detail);
    click(&mut face, " Timing ");
    assert!(face.screen().contains("[Timing]") && face.screen().contains("took"), "{}", face.screen());
    face.keys("1<^S><^S>");
    let Some(Effect::Call { server, run, .. }) = face.effects.pop() else { panic!("{}", face.screen()) };
    let outcome = Box::new(Outcome::Answered(Raw::parse(r#"{"content":[]}"#).unwrap()));
    face.take_in(Event::Ended { server, run, outcome, took: Duration::from_millis(12) });
    for part in ["JSON", "Request", "Diff", "Content"] {
        click(&mut face, &format!(" {part} "));
        assert!(face.screen().contains(&format!("[{part}]")), "{}", face.screen());
    }
}

#[test]
fn the_badge_leads_to_the_inbox_and_its_buttons_answer() {
    for (width, accept, decline) in
        [(80, "[Accept ^S]", "[Decline ^X]"), (140, "[ Accept ^S ]", "[ Decline ^X ]")]
    {
        let mut face = Face::live(width, 30, &asking(&[named(1), named(2)].concat()));
        click(&mut face, "⚑ 2 waiting");
        assert_eq!(face.state.view, View::Inbox);
        assert!(face.screen().contains("Always ^O"), "{}", face.screen());
        click(&mut face, accept);
        assert!(face.screen().contains("1 value does not fit"), "{}", face.screen());
        // A recording takes no answer, and says so for each.
        click(&mut face, decline);
        assert!(face.screen().contains("nothing can be sent"), "{}", face.screen());
    }
}

#[test]
fn questions_are_answered_by_a_click() {
    let mut face = open(100, 30);
    face.keys("6X");
    click(&mut face, "[ No n ]");
    assert!(face.state.overlay.is_none() && face.state.servers.len() == 1, "{}", face.screen());
    face.keys("X");
    click(&mut face, "[ Yes y ]");
    assert!(face.state.servers.is_empty(), "{}", face.screen());
    let mut face = open(80, 24);
    face.keys("2y");
    click(&mut face, "y text");
    assert!(matches!(face.effects.last(), Some(Effect::Copy { .. })), "{}", face.screen());
    // However long it is, its answers are there.
    face.state.overlay =
        Some(Overlay::Confirm { question: "really? ".repeat(40), then: crate::overlay::Then::Quit });
    face.take_in(Event::Resize);
    click(&mut face, "(y)");
    assert!(face.state.is_over);
}

#[test]
fn the_wheel_goes_through_servers_asks_and_the_form_of_a_server() {
    let mut face = open(100, 30);
    face.state.add("another", Source::Typed, None);
    face.keys("6");
    wheel(&mut face, "▌ everything ");
    assert_eq!(face.state.current, 1, "{}", face.screen());
    // A second click opens it.
    click(&mut face, "  everything ");
    assert_eq!((face.state.current, face.state.view), (0, View::Servers));
    click(&mut face, "▌ everything ");
    assert_eq!(face.state.view, View::Explore);
    let mut face = Face::live(100, 30, &asking(&[named(1), named(2)].concat()));
    face.keys("i<Esc><Esc>");
    wheel(&mut face, "▌ elicitation");
    assert!(face.screen().contains("Question 2?"), "{}", face.screen());
    let mut face = open(60, 16);
    face.keys("6a");
    let before = face.screen();
    wheel(&mut face, "command or URL");
    assert_ne!(face.screen(), before);
}

#[test]
fn a_server_is_saved_by_a_click() {
    let mut face = Face::new(80, 24);
    face.keys("anode server.js");
    click(&mut face, "^S saves");
    assert!(matches!(face.effects.last(), Some(Effect::SaveServer { .. })), "{}", face.screen());
}

#[test]
fn what_is_on_no_screen_is_nowhere() {
    let mut face = open(100, 30);
    face.keys("?");
    for at in [(u16::MAX, u16::MAX), (0, u16::MAX), (30, 0), (0, 100)] {
        for kind in
            [MouseEventKind::Down(MouseButton::Left), MouseEventKind::ScrollDown, MouseEventKind::ScrollUp]
        {
            let before = face.screen();
            mouse(&mut face, kind, at);
            assert_eq!(face.screen(), before, "{kind:?} at {at:?}");
        }
    }
}
