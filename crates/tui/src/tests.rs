//! The face without a terminal: recordings and keys, and the screens that come of them.

mod acting;
mod asked;
mod asks;
mod cancelling;
mod colon;
mod editing;
mod findings;
mod folding;
mod hints;
mod hostile;
mod judging;
mod keeping;
mod keys;
mod large;
mod leaving;
mod looks;
mod mouse;
mod palette;
mod saving;
mod screens;
mod shares;
mod sides;
mod subscribing;
mod table;
mod tasks;
mod trouble;
mod waterfall;

use crate::draw::draw;
use crate::effect::Effect;
use crate::event::Event;
use crate::server::Source;
use crate::state::{State, View};
use crate::theme::{Colours, Theme};
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use jiff::tz::TimeZone;
use mcp_inspector_engine::Session;
use mcp_inspector_engine::record::Reader;
use ratatui::Terminal;
use ratatui::backend::TestBackend;

/// A face under test.
struct Face {
    state: State,
    terminal: Terminal<TestBackend>,
    effects: Vec<Effect>,
}

impl Face {
    fn new(width: u16, height: u16) -> Self {
        let state = State::new(Theme::new(Colours::Many), TimeZone::UTC, "mcp.json".into());
        let terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        let mut face = Face { state, terminal, effects: Vec::new() };
        face.take_in(Event::Resize);
        face
    }

    /// With a session that stands where a recording was cut, as if it went on.
    fn live(width: u16, height: u16, recording: &str) -> Self {
        let mut face = Face::new(width, height);
        let session = session(recording);
        let place = face.state.add("everything", Source::Typed, None);
        face.state.servers[place].show(session);
        face.state.current = place;
        face.state.go(View::Explore);
        face.take_in(Event::Resize);
        face
    }

    fn take_in(&mut self, event: Event) {
        let effects = self.state.update(event);
        self.effects.extend(effects);
        let state = &mut self.state;
        self.terminal.draw(|frame| draw(state, frame)).unwrap();
    }

    /// Types words: `<` and `>` hold the names of keys.
    fn keys(&mut self, text: &str) -> &mut Self {
        for key in keys_of(text) {
            self.take_in(Event::Key(key));
        }
        self
    }

    fn screen(&self) -> String {
        let buffer = self.terminal.backend().buffer();
        let width = usize::from(buffer.area.width);
        let lines = buffer.content().chunks(width).map(|line| {
            let text: String = line.iter().map(ratatui::buffer::Cell::symbol).collect();
            text.trim_end().to_owned()
        });
        lines.collect::<Vec<_>>().join("\n")
    }
}

/// The session of a recording, as text.
fn session(recording: &str) -> Session {
    let mut reader = Reader::new("a test");
    for line in recording.lines() {
        reader.line(line.as_bytes()).unwrap();
    }
    Session::replay_recording(reader.finish().unwrap())
}

/// A recorded session.
fn recorded(name: &str) -> String {
    let path = format!("{}/../../fixtures/sessions/{name}.jsonl", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(path).unwrap()
}

/// The beginning of a recording, up to the line that has a text in it.
fn until(recording: &str, text: &str) -> String {
    let count = recording.lines().position(|line| line.contains(text)).unwrap();
    recording.lines().take(count + 1).collect::<Vec<_>>().join("\n")
}

fn key_of(name: &str) -> KeyEvent {
    let (control, name) = match name.strip_prefix('^') {
        Some(letter) => (true, letter),
        None => (false, name),
    };
    let code = match name {
        "Enter" => KeyCode::Enter,
        "Esc" => KeyCode::Esc,
        "Tab" => KeyCode::Tab,
        "BackTab" => KeyCode::BackTab,
        "Down" => KeyCode::Down,
        "Up" => KeyCode::Up,
        "F6" => KeyCode::F(6),
        "F7" => KeyCode::F(7),
        letter => KeyCode::Char(letter.to_lowercase().chars().next().unwrap()),
    };
    KeyEvent::new(code, if control { KeyModifiers::CONTROL } else { KeyModifiers::NONE })
}

fn keys_of(text: &str) -> Vec<KeyEvent> {
    let mut keys = Vec::new();
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        if let Some((name, after)) = rest.strip_prefix('<').and_then(|rest| rest.split_once('>')) {
            keys.push(key_of(name));
            rest = after;
        } else {
            keys.push(KeyEvent::new(KeyCode::Char(letter), KeyModifiers::NONE));
            rest = &rest[letter.len_utf8()..];
        }
    }
    keys
}
