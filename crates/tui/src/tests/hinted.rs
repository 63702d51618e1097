//! Every key that the screen names does something where it is named: in every view, pane and state, and wherever
//! random keys lead.

use super::keys::any_key;
use super::scenes::{self, Scene};
use super::{Face, key_of};
use crate::event::Event;
use crate::overlay::Overlay;
use crate::state::{Focus, View};
use crossterm::event::KeyEvent;
use proptest::prelude::*;
use ratatui::style::Modifier;

const VIEWS: [View; 7] =
    [View::Explore, View::Timeline, View::Server, View::Auth, View::Log, View::Servers, View::Inbox];

/// The keys that the last line names. They stand out by their weight.
fn last_line(face: &Face) -> Vec<String> {
    if face.state.told.is_some() || face.state.overlay.is_some() {
        return Vec::new();
    }
    let buffer = face.terminal.backend().buffer();
    let width = usize::from(buffer.area.width);
    let line = buffer.content().chunks(width).next_back().unwrap_or_default();
    let words = line.chunk_by(|one, next| one.modifier == next.modifier);
    let keys = words.filter(|cells| cells[0].modifier.contains(Modifier::BOLD));
    keys.map(|cells| cells.iter().map(ratatui::buffer::Cell::symbol).collect::<String>().trim().to_owned())
        .collect()
}

/// The keys that stand before the names of the other views. Behind what lies over everything no key is for them.
fn of_views(face: &Face) -> Vec<String> {
    if face.state.overlay.is_some() {
        return Vec::new();
    }
    let screen = face.screen();
    let tabs: Vec<&str> = screen.lines().nth(1).unwrap_or_default().split_whitespace().collect();
    let named = tabs.chunks(2).filter(|pair| pair.len() == 2 && pair[1] != face.state.view.title());
    named.map(|pair| pair[0].to_owned()).collect()
}

/// Whether a word could be the name of a key.
fn is_key(word: &str) -> bool {
    word.starts_with('^') || word.starts_with("M-") || ["E", "Enter", "Esc", "Tab"].contains(&word)
}

/// The keys in brackets behind what waits and what runs, and those of the buttons of an answer.
fn elsewhere(face: &Face) -> Vec<String> {
    if face.state.overlay.is_some() {
        return Vec::new();
    }
    let screen = face.screen();
    // In the Inbox itself the badge leads to where one is.
    let is_there = face.state.view == View::Inbox;
    let header = screen.lines().next().filter(|_| !is_there).unwrap_or_default();
    let mut keys: Vec<String> =
        header.split('(').skip(1).filter_map(|rest| Some(rest.split_once(')')?.0.to_owned())).collect();
    // A form has its button also where there is nobody to send it to: it says so then.
    keys.extend(screen.split('[').skip(1).filter(|_| is_there).filter_map(|rest| {
        let words: Vec<&str> = rest.split_once(']')?.0.split_whitespace().collect();
        words.last().filter(|word| words.len() > 1 && is_key(word)).map(|word| (*word).to_owned())
    }));
    keys
}

/// What is seen, but for what is told: words about a key that did nothing are no deed.
fn look(face: &Face) -> impl PartialEq + use<> {
    let screen = face.screen();
    let (above, _) = screen.rsplit_once('\n').unwrap_or_default();
    let state = &face.state;
    let overlay = state.overlay.as_ref().map(std::mem::discriminant::<Overlay>);
    // Blanks at the end of what is typed are not seen, and the ends of titles have not always room.
    let text = state.focused_form().map(|form| form.text().to_owned());
    let rows =
        state.server().map(|one| [&one.rows, &one.strip, &one.log, &one.auth].map(|rows| rows.follows));
    let titles = (rows, state.result.tab, state.detail_tab);
    let letters = (state.is_typing(), state.takes_letters());
    (above.to_owned(), state.view, state.focus, overlay, letters, text, titles)
}

/// Whether a key does something: at once, or after it told what does not fit.
fn does_something(mut face: Face, key: &str) -> bool {
    let before = look(&face);
    (0..2).any(|_| {
        face.effects.clear();
        face.take_in(Event::Key(key_of(key)));
        // What was typed as JSON and is none cannot be sent, and only that can be told about it.
        let is_told = |(told, _): &(String, _)| told.contains("no JSON: ") || told.ends_with("no object");
        let is_no_json = face.state.told.as_ref().is_some_and(is_told);
        look(&face) != before || !face.effects.is_empty() || face.state.is_over || is_no_json
    })
}

/// Checks every key that is named on a screen.
#[track_caller]
fn check(what: &str, make: &dyn Fn() -> Face) -> usize {
    let face = make();
    let keys = [last_line(&face), of_views(&face), elsewhere(&face)].concat();
    for key in &keys {
        assert!(does_something(make(), key), "{what}: `{key}` does nothing\n{}", face.screen());
    }
    keys.len()
}

/// A face in a pane of a view.
fn standing(scene: &Scene, size: (u16, u16), view: View, pane: Focus) -> Face {
    let mut face = scene.face(size.0, size.1);
    face.state.open_view(view);
    face.state.focus = pane;
    face.state.told = None;
    face.take_in(Event::Resize);
    face
}

#[test]
fn every_key_that_is_named_does_something_in_every_pane_and_state() {
    for scene in scenes::all() {
        for view in VIEWS {
            for pane in view.panes() {
                // Where there is less room there are fewer keys, but in Explore other panes.
                let sizes = if view == View::Explore { &[(140, 42), (80, 24)][..] } else { &[(140, 42)] };
                for size in sizes.iter().copied() {
                    let what = format!("{} {view:?} {pane:?} {size:?}", scene.name);
                    let checked = check(&what, &|| standing(&scene, size, view, *pane));
                    // The other views at least, the help, and what finds everything.
                    assert!(checked >= 7, "{what}: {checked} keys are named");
                }
            }
        }
    }
}

/// A face after some keys.
fn after(scene: &Scene, size: (u16, u16), keys: &[KeyEvent]) -> Face {
    let mut face = scene.face(size.0, size.1);
    for key in keys {
        if face.state.is_over {
            break;
        }
        face.take_in(Event::Key(*key));
    }
    face.state.told = None;
    face.take_in(Event::Resize);
    face
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn every_key_that_is_named_does_something_wherever_keys_lead(
        scene in 0..scenes::all().len(),
        size in prop::sample::select(vec![(80u16, 24u16), (60, 16), (140, 42)]),
        keys in prop::collection::vec(any_key(), 0..16),
    ) {
        let scene = &scenes::all()[scene];
        check(&format!("{} after {keys:?}", scene.name), &|| after(scene, size, &keys));
    }
}

#[test]
fn the_last_line_of_the_page_about_a_server_names_its_keys() {
    let mut face = Face::live(100, 30, &scenes::open());
    face.state.servers[0].session = Some(super::sending());
    face.keys("3");
    let last = face.screen().lines().last().unwrap().to_owned();
    for word in ["c reconnect", "d disconnect", "w save", "y copy"] {
        assert!(last.contains(word), "{last}");
    }
}
