//! The face without a terminal: recordings and keys, and the screens that come of them.

mod acting;
mod asked;
mod asks;
mod blame;
mod cancelling;
mod clicks;
mod colon;
mod commands;
mod deeds;
mod doing;
mod echo;
mod editing;
mod finding;
mod findings;
mod folding;
mod hinted;
mod hints;
mod hostile;
mod judging;
mod keeping;
mod keys;
mod large;
mod leaving;
mod lists;
mod looks;
mod mouse;
mod palette;
mod returning;
mod saving;
mod scenes;
mod screens;
mod shares;
mod sides;
mod signs;
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
use mcp_inspector_engine::link::memory::Dialer;
use mcp_inspector_engine::record::Reader;
use mcp_inspector_engine::responder::Responder;
use mcp_inspector_engine::{Session, SessionConfig};
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
        let mut face = Face::unseen(width, height);
        face.take_in(Event::Resize);
        face
    }

    /// One of which nothing was drawn yet.
    fn unseen(width: u16, height: u16) -> Self {
        let state = State::new(Theme::new(Colours::Many), TimeZone::UTC, "mcp.json".into());
        let terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        Face { state, terminal, effects: Vec::new() }
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

    /// The same with a session that takes what is sent. Nobody is at its other end.
    fn sending(width: u16, height: u16, recording: &str) -> Self {
        let mut face = Face::live(width, height, recording);
        face.state.servers[0].session = Some(sending());
        face
    }

    /// Hears of something without drawing: whoever looks next takes something in.
    fn hear(&mut self, event: Event) {
        let effects = self.state.update(event);
        self.effects.extend(effects);
    }

    fn take_in(&mut self, event: Event) {
        self.hear(event);
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

/// A session that takes commands, at whose other end nobody is.
fn sending() -> Session {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let _entered = runtime.enter();
    Session::open_in_memory(Dialer::new(drop), SessionConfig::inspector(), Responder::Face)
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

/// A key by the name that the screen and these tests have for it.
fn key_of(name: &str) -> KeyEvent {
    let (modifiers, name) = match (name.strip_prefix('^'), name.strip_prefix("M-")) {
        (Some(letter), _) => (KeyModifiers::CONTROL, letter),
        (None, Some(rest)) => (KeyModifiers::ALT, rest),
        (None, None) => (KeyModifiers::NONE, name),
    };
    let code = match name {
        "Enter" => KeyCode::Enter,
        "Esc" => KeyCode::Esc,
        "Tab" => KeyCode::Tab,
        "BackTab" | "S-Tab" => KeyCode::BackTab,
        "Down" => KeyCode::Down,
        "Up" => KeyCode::Up,
        "Space" => KeyCode::Char(' '),
        "F1" | "F2" | "F3" | "F4" | "F5" | "F6" | "F7" => KeyCode::F(name[1..].parse().unwrap()),
        letter if modifiers == KeyModifiers::NONE => KeyCode::Char(letter.chars().next().unwrap()),
        letter => KeyCode::Char(letter.to_lowercase().chars().next().unwrap()),
    };
    KeyEvent::new(code, modifiers)
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
