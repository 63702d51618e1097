//! What the shell is to do for the state: everything that touches the world.

use crate::server::ServerId;
use mcp_inspector_engine::core::command::CallKey;
use mcp_inspector_engine::core::entry::Act;
use mcp_inspector_engine::core::era::Versions;
use mcp_inspector_engine::responder::StandingRules;
use mcp_inspector_engine::{Answer, AskId, CallRequest, List, Root, Session, Target};
use serde_json::{Map, Value};
use std::path::PathBuf;

/// Something for the shell to do.
#[derive(Debug)]
pub(crate) enum Effect {
    /// Open a session with a server.
    Open { server: ServerId, target: Box<Target>, rules: StandingRules, era: Versions },
    /// End the connection of a session.
    Stop { session: Session },
    /// Connect a session again.
    Reconnect { session: Session },
    /// Make a call.
    Call { server: ServerId, session: Session, key: CallKey, run: usize, request: CallRequest },
    /// End a call.
    Abort { session: Session, key: CallKey },
    /// Take a standing answer back.
    TakeBack { session: Session, rules: StandingRules, number: usize },
    /// Write what a person did into the log.
    Act { session: Session, act: Act },
    /// Answer an ask.
    Answer { session: Session, ask: AskId, answer: Answer },
    /// Answer every ask that a rule fits, those that wait among them.
    Always { session: Session, rules: StandingRules, rule: Value },
    /// Send bytes as they are.
    Raw { session: Session, bytes: Vec<u8> },
    /// Make a call whose result nobody looks at, and say how it went. One that someone made by itself has a key, by
    /// which it can be taken back.
    Ask { session: Session, request: CallRequest, done: String, call: Option<(ServerId, CallKey)> },
    /// Fetch lists again, all their pages.
    Fetch { session: Session, lists: Vec<List> },
    /// Ask what could complete a value of a form.
    Complete { server: ServerId, session: Session, wish: Wish },
    /// Ask which tasks there are. What comes is in the log.
    ListTasks { session: Session },
    /// Change what the server is shown to work in.
    Roots { session: Session, roots: Vec<Root> },
    /// Check the rules, and what both sides can do.
    Judge { server: ServerId, session: Session },
    /// Write the log of a session to a file from now on.
    Record { server: ServerId, session: Session, path: PathBuf },
    /// No longer.
    StopRecording { server: ServerId },
    /// Read a recording.
    OpenRecording { path: PathBuf },
    /// Write bytes to a file.
    Write { path: PathBuf, bytes: Vec<u8> },
    /// Add a step to the file of a script.
    AddStep { path: PathBuf, step: String },
    /// Write several files, and tell of them and of what could not be saved with them.
    WriteAll { files: Vec<(PathBuf, Vec<u8>)>, left: Vec<String> },
    /// Put a text into the clipboard of whoever sits at the terminal.
    Copy { text: String, what: String },
    /// Make a report of a row and copy it.
    Report { session: Session, seq: mcp_inspector_engine::Seq },
    /// Have a text edited.
    Editor { text: String, what: Edited },
    /// Show a text in the pager.
    Pager { text: String },
    /// Open a browser.
    Browse { url: String },
    /// Hand in the URL at which a login ended.
    Paste { server: ServerId, text: String },
    /// Put a server into the config file, and read the file again. One that is new takes nobody's place, and one
    /// that was opened as something else than it is now is not written over.
    SaveServer {
        edit: Box<mcp_inspector_engine::core::target::files::EntryEdit>,
        is_new: bool,
        opened: Option<String>,
    },
    /// Take a server out of the config file, and read the file again.
    RemoveServer { name: String },
    /// Find out what the token store has for a server.
    Tokens { server: ServerId, place: String },
    /// Forget the tokens of a server, and give them back to who granted them.
    LogOut { server: ServerId, target: Box<Target> },
    /// Stop this program until it is continued.
    Suspend,
    /// Draw everything anew.
    Redraw,
    /// End.
    Quit,
}

/// What could complete a value of a form.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Wish {
    pub(crate) reference: Value,
    pub(crate) argument: String,
    pub(crate) value: String,
    pub(crate) context: Map<String, Value>,
}

/// What was edited in an editor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Edited {
    /// The arguments in the form of the Explore view.
    Arguments,
    /// The answer to an ask.
    Answer,
    /// The text of one field, in the form that has the keys.
    Field {
        pointer: String,
        /// Whether it ended with a line break: editors put one there.
        has_end: bool,
    },
}
