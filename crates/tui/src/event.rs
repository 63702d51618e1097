//! What the state hears of: keys, time, and what became of what the shell did.

use crate::effect::Edited;
use crate::server::{Recording, ServerId};
use crossterm::event::{KeyEvent, MouseEvent};
use mcp_inspector_engine::auth::Revoked;
use mcp_inspector_engine::core::capability::Survey;
use mcp_inspector_engine::core::command::CallKey;
use mcp_inspector_engine::core::target::files::TargetFile;
use mcp_inspector_engine::{Fault, Outcome, Report, Session};
use std::path::PathBuf;
use std::time::Duration;

/// Something that happened.
#[derive(Debug)]
pub(crate) enum Event {
    /// A key was pressed.
    Key(KeyEvent),
    /// The mouse did something.
    Mouse(MouseEvent),
    /// A text was pasted.
    Paste(String),
    /// The terminal has another size.
    Resize,
    /// Time went by.
    Tick,
    /// A session's log has more.
    News(ServerId),
    /// A session was opened.
    Opened { server: ServerId, session: Session },
    /// A call ended.
    Ended { server: ServerId, run: usize, outcome: Box<Outcome>, took: Duration },
    /// A call that no form shows is over.
    Answered { server: ServerId, key: CallKey, told: String, mood: Mood },
    /// What could complete a value.
    Completed { server: ServerId, argument: String, values: Vec<String> },
    /// The rules were checked.
    Judged { server: ServerId, report: Box<Report>, survey: Box<Survey> },
    /// A text came back from the editor.
    Edited { what: Edited, text: String },
    /// A recording was read.
    Recording { path: PathBuf, session: Session },
    /// Recording began, ended, or failed.
    Recorded { server: ServerId, recording: Recording },
    /// A login wants its user to go there.
    LoginUrl { server: ServerId, url: String },
    /// The login at a server was taken back, or could not be.
    LoggedOut { server: ServerId, revoked: Result<Revoked, Fault> },
    /// What the token store has for a server.
    Tokens { server: ServerId, lines: Vec<String> },
    /// The config file was changed and read: one of its servers has another name, or is gone.
    Config { file: Box<TargetFile>, server: String, name: Option<String> },
    /// The config file could not be changed.
    Unsaved {
        why: String,
        /// Whether somebody else changed the entry: the next try writes over that.
        is_changed: bool,
    },
    /// A text is ready for the clipboard.
    Clipboard { text: String, what: String },
    /// Something to tell.
    Told { text: String, mood: Mood },
}

/// In which mood something is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mood {
    Good,
    Plain,
    Bad,
}
