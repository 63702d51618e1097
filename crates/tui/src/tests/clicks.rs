//! The mouse in every pane: what is clicked is gone to, and the wheel scrolls what is under it, whoever has the
//! keys.

use super::asks::{asking, named};
use super::scenes::{answered, called, open};
use super::{Face, session};
use crate::event::Event;
use crate::server::Source;
use crate::state::{Focus, View};
use crossterm::event::{KeyModifiers, MouseButton, MouseEvent, MouseEventKind};

fn connected(keys: &str) -> Face {
    let mut face = Face::live(140, 42, &open());
    face.keys(keys);
    face
}

/// Where a text begins on the screen, counted from 0: its row and its column.
#[track_caller]
fn place_of(face: &Face, text: &str) -> (u16, u16) {
    let screen = face.screen();
    let found = screen.lines().enumerate().find_map(|(row, line)| {
        let before = line.split_once(text)?.0;
        Some((u16::try_from(row).unwrap(), u16::try_from(before.chars().count()).unwrap()))
    });
    found.unwrap_or_else(|| panic!("`{text}` is not there:\n{screen}"))
}

fn mouse(face: &mut Face, kind: MouseEventKind, (row, column): (u16, u16)) {
    face.take_in(Event::Mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE }));
}

fn click(face: &mut Face, place: (u16, u16)) {
    mouse(face, MouseEventKind::Down(MouseButton::Left), place);
}

#[track_caller]
fn click_on(face: &mut Face, text: &str) {
    let place = place_of(face, text);
    click(face, place);
}

#[test]
fn a_row_that_is_clicked_is_selected_and_its_parts_are_shown() {
    let mut face = connected("2/kind:call<Enter>g");
    click_on(&mut face, "toggle_extra");
    let row = face.state.selected_row().unwrap();
    assert_eq!((&*row.method, &*row.target), ("tools/call", "toggle_extra"), "{}", face.screen());
    assert_eq!(face.state.focus, Focus::Rows);
    assert!(face.screen().contains("[Response]"), "{}", face.screen());
    // So are those below the form, and those of the log.
    let mut face = connected("1");
    click_on(&mut face, "note://numbered/7");
    assert_eq!(face.state.focus, Focus::Strip);
    assert_eq!(&*face.state.selected_row().unwrap().target, "note://numbered/7");
    let mut face = connected("5<Enter>");
    assert_eq!(face.state.focus, Focus::LogDetail);
    click_on(&mut face, "warning   mind the gap");
    assert_eq!(face.state.focus, Focus::LogRows);
}

#[test]
fn a_line_of_a_text_is_gone_to_and_its_marker_folds_the_block() {
    let mut face = connected("2/method:tools/list<Enter>g");
    let (row, column) = place_of(&face, "\"result\": {");
    click(&mut face, (row, column));
    assert_eq!(face.state.focus, Focus::Detail);
    let line = face.screen().lines().nth(usize::from(row)).unwrap().to_owned();
    assert!(line.contains("┃▌▾") && line.contains("\"result\""), "{line}");
    assert!(face.screen().contains("\"tools\": ["), "{}", face.screen());
    let (_, edge) = place_of(&face, "▌▾");
    click(&mut face, (row, edge + 1));
    let screen = face.screen();
    assert!(!screen.contains("\"tools\": [") && screen.contains("▌▸"), "{screen}");
    click(&mut face, (row, edge + 1));
    assert!(face.screen().contains("\"tools\": ["), "{}", face.screen());
    // The page about a server and the result are texts as well.
    let mut face = connected("3");
    let (row, column) = place_of(&face, "reached by");
    click(&mut face, (row, column));
    assert!(face.screen().lines().nth(usize::from(row)).unwrap().contains("▌ reached by"));
    let mut face = connected("1");
    called(
        &mut face,
        "add",
        "{}",
        answered(r#"{"content":[{"type":"text","text":"first line\nsecond line"}]}"#),
    );
    face.take_in(Event::Resize);
    click_on(&mut face, "second line");
    assert_eq!(face.state.focus, Focus::Result);
    assert!(face.screen().contains("┃▌ second line"), "{}", face.screen());
}

#[test]
fn an_ask_that_is_clicked_is_opened_to_be_answered() {
    let mut face = Face::sending(140, 42, &asking(&[named(1), named(2)].concat()));
    face.keys("iAda<Esc><Esc>");
    assert_eq!(face.state.focus, Focus::AskList);
    click_on(&mut face, "Question 2?");
    let screen = face.screen();
    assert_eq!(face.state.focus, Focus::AskForm);
    assert!(screen.contains("▏ Question 2?") && !screen.contains("Ada"), "{screen}");
    face.keys("Bob<^S>");
    assert!(face.screen().contains("1 waiting"), "{}", face.screen());
    // What is asked is a text, and a field of the answer is typed into.
    let mut face = Face::sending(140, 42, &asking(&named(1)));
    face.keys("i");
    click_on(&mut face, "▏ Question 1?");
    assert_eq!(face.state.focus, Focus::AskText);
    click_on(&mut face, "required");
    assert_eq!(face.state.focus, Focus::AskForm);
    face.keys("Eve");
    assert!(face.screen().contains("Eve"), "{}", face.screen());
}

#[test]
fn a_server_that_is_clicked_is_the_current_one() {
    let mut face = connected("");
    face.state.add("another", Source::Typed, None);
    face.keys("6");
    click_on(&mut face, "another");
    assert_eq!(face.state.current, 1);
    assert!(face.screen().starts_with(" another ○ not connected"), "{}", face.screen());
    click_on(&mut face, "  everything");
    assert_eq!((face.state.current, face.state.focus), (0, Focus::ServerList));
    click_on(&mut face, "About it");
    assert_eq!(face.state.focus, Focus::ServerDetail);
}

#[test]
fn the_wheel_scrolls_what_is_under_it_and_the_keys_stay_where_they_are() {
    // The tree has the keys, and the rows below are scrolled.
    let mut face = connected("1");
    let strip = |face: &Face| {
        let screen = face.screen();
        screen.lines().skip_while(|line| !line.contains(" Timeline ")).collect::<Vec<_>>().join("\n")
    };
    let (rows, tree) = (strip(&face), face.state.servers[0].offer.place);
    for _ in 0..6 {
        mouse(&mut face, MouseEventKind::ScrollUp, (38, 20));
    }
    assert_ne!(strip(&face), rows);
    assert_eq!((face.state.focus, face.state.servers[0].offer.place), (Focus::Tree, tree));
    // The rows have the keys, and their parts are scrolled, and back again.
    let mut face = connected("2/method:tools/list<Enter>g");
    let (row, selected) = (place_of(&face, "[Response]"), face.state.selected_row().unwrap().seq);
    let top = place_of(&face, "\"name\": \"add\"");
    for _ in 0..3 {
        mouse(&mut face, MouseEventKind::ScrollDown, (row.0 + 5, row.1 + 5));
    }
    assert!(!face.screen().contains("\"name\": \"add\""), "{}", face.screen());
    assert_eq!((face.state.focus, face.state.selected_row().unwrap().seq), (Focus::Rows, selected));
    for _ in 0..3 {
        mouse(&mut face, MouseEventKind::ScrollUp, (row.0 + 5, row.1 + 5));
    }
    assert_eq!(place_of(&face, "\"name\": \"add\""), top);
    // The answer has the keys, and what is asked is scrolled.
    let said: Vec<String> = (1..=60).map(|line| format!("line number {line}.")).collect();
    let params = format!(
        r#"{{"messages":[{{"role":"user","content":{{"type":"text","text":"{}"}}}}],"maxTokens":7}}"#,
        said.join("\\n")
    );
    let mut face = Face::live(100, 30, &asking(&super::asks::ask(1, "sampling/createMessage", &params)));
    face.keys("i");
    let place = place_of(&face, "line number 3.");
    for _ in 0..5 {
        mouse(&mut face, MouseEventKind::ScrollDown, place);
    }
    assert!(!face.screen().contains("line number 3.") && face.screen().contains("line number 16."));
    assert_eq!(face.state.focus, Focus::AskForm);
}

#[test]
fn a_click_on_a_view_goes_there_and_behind_an_overlay_nowhere() {
    let mut face = connected("");
    for (title, view) in [("3 Server ", View::Server), ("5 Log", View::Log), ("i Inbox", View::Inbox)] {
        click_on(&mut face, title);
        assert_eq!(face.state.view, view, "{}", face.screen());
    }
    face.state.servers[0].show(session(&open()));
    face.keys("1?");
    click_on(&mut face, "2 Timeline");
    assert_eq!(face.state.view, View::Explore, "{}", face.screen());
}
