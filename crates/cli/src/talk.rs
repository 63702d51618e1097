//! What is said on stderr while a run goes on: the server's stderr, its log messages, what it asked,
//! what arrives while we watch, and on a terminal how a long call gets on.
//!
//! The writing is done by a thread of its own, so that a reader who does not read holds up neither
//! the session nor Ctrl-C.

use crate::asked::asks_of;
use crate::auth::checklist;
use crate::happened::LogLine;
use crate::interrupt::Interrupt;
use crate::print::{self, Say};
use mcp_inspector_engine::core::auth::{StepName, StepOutcome};
use mcp_inspector_engine::core::entry::AskChange;
use mcp_inspector_engine::core::frame::Content;
use mcp_inspector_engine::core::message::{Message, RequestId};
use mcp_inspector_engine::core::probe::Sign;
use mcp_inspector_engine::{
    AskId, Cursor, Direction, Entry, EntryKind, Frame, Item, Note, Raw, Seq, Session,
};
use std::collections::HashMap;
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread::JoinHandle;
use std::time::Duration;
use tokio::sync::oneshot;
use tokio::time::{Instant, interval};

/// How many lines may wait for a slow reader.
const WAITING: usize = 4096;

/// From when on a call is long enough to show how it gets on.
const PATIENCE: Duration = Duration::from_millis(300);

/// How often that is shown.
const TICK: Duration = Duration::from_millis(120);

/// Someone who talks about a session.
#[derive(Debug)]
pub(crate) struct Talk {
    stop: Option<oneshot::Sender<()>>,
    task: Option<tokio::task::JoinHandle<(Option<JoinHandle<()>>, Seq)>>,
    /// Where it goes on.
    next: Seq,
    is_wanted: bool,
    /// Whether someone reads, as far as is known.
    is_heard: bool,
}

impl Talk {
    /// Begins to talk about `session`. Who watches hears of notifications too.
    pub(crate) fn start(session: &Session, watching: bool) -> Self {
        Talk::from(session, Seq::FIRST, watching)
    }

    /// Someone who says nothing.
    pub(crate) fn none() -> Self {
        Talk { stop: None, task: None, next: Seq::FIRST, is_wanted: false, is_heard: true }
    }

    /// Whether anything is said.
    pub(crate) fn is_wanted(&self) -> bool {
        self.is_wanted
    }

    /// Goes on where [`Talk::finish`] left off.
    pub(crate) fn resume(&mut self, session: &Session) {
        if self.is_wanted && self.is_heard && self.task.is_none() {
            *self = Talk::from(session, self.next, true);
        }
    }

    fn from(session: &Session, from: Seq, watching: bool) -> Self {
        let (stop, stopped) = oneshot::channel();
        let talker = Talker {
            session: session.clone(),
            cursor: session.entries_from(from),
            watching,
            asked: HashMap::new(),
            asks: HashMap::new(),
            voice: Voice::default(),
            waits_for_user: false,
        };
        let task = Some(tokio::spawn(talker.run(stopped)));
        Talk { stop: Some(stop), task, next: from, is_wanted: true, is_heard: true }
    }

    /// Says what is left to say. False when a signal came and nobody reads: then nothing more can be
    /// said.
    pub(crate) async fn finish(&mut self, interrupt: &Interrupt) -> bool {
        if let Some(stop) = self.stop.take() {
            let _ = stop.send(());
        }
        let Some(task) = self.task.take() else { return self.is_heard };
        let Ok((voice, next)) = task.await else { return self.is_heard };
        self.next = next;
        if let Some(voice) = voice {
            tokio::select! {
                _ = tokio::task::spawn_blocking(move || voice.join()) => {}
                () = interrupt.came_and_went() => self.is_heard = false,
            }
        }
        self.is_heard
    }
}

/// The thread that writes; there is none until there is something to say.
#[derive(Debug, Default)]
struct Voice {
    thread: Option<(SyncSender<Say>, JoinHandle<()>)>,
    /// How many lines could not be taken since the last one that could.
    lost: u64,
}

impl Voice {
    /// When the reader is too slow the line is lost: the session goes first.
    fn say(&mut self, say: Say) {
        let (sender, _) = self.thread.get_or_insert_with(|| {
            let (sender, receiver) = sync_channel(WAITING);
            (sender, std::thread::spawn(move || print::say_all(&receiver)))
        });
        if self.lost > 0
            && sender.try_send(Say::Line(format!("({} lines were lost here)", self.lost))).is_ok()
        {
            self.lost = 0;
        }
        if sender.try_send(say).is_err() {
            self.lost += 1;
        }
    }
}

struct Talker {
    session: Session,
    cursor: Cursor,
    watching: bool,
    asked: HashMap<RequestId, Option<Raw>>,
    asks: HashMap<AskId, (RequestId, String)>,
    voice: Voice,
    /// A login waits for its user.
    waits_for_user: bool,
}

impl Talker {
    async fn run(mut self, mut stopped: oneshot::Receiver<()>) -> (Option<JoinHandle<()>>, Seq) {
        let is_watched = print::is_watched();
        let began = Instant::now();
        let mut tick = interval(TICK);
        loop {
            tokio::select! {
                item = self.cursor.next() => match item {
                    Some(item) => self.tell(&item),
                    None => break,
                },
                _ = tick.tick(), if is_watched => self.status(began),
                _ = &mut stopped => break,
            }
        }
        while let Some(item) = self.cursor.try_next() {
            self.tell(&item);
        }
        if is_watched && self.voice.thread.is_some() {
            self.voice.say(Say::NoStatus);
        }
        // Without its sender the thread ends once everything is said.
        (self.voice.thread.map(|(_, thread)| thread), self.cursor.position())
    }

    fn line(&mut self, line: String) {
        self.voice.say(Say::Line(line));
    }

    fn tell(&mut self, item: &Item) {
        match item {
            Item::Gap { from, to } => {
                self.line(format!("({} entries of the log were lost)", to.0 - from.0 + 1));
            }
            Item::Entry(entry) => self.tell_entry(entry),
        }
    }

    fn tell_entry(&mut self, entry: &Entry) {
        match &entry.kind {
            EntryKind::Stderr { line } => self.line(line.clone()),
            EntryKind::Auth(step) => {
                // What runs over the place where a user types is worse than no status.
                self.waits_for_user = step.outcome == StepOutcome::Waiting;
                // A second login would come as a surprise.
                let is_why = step.step == StepName::StepUp && step.outcome == StepOutcome::Passed;
                if step.outcome == StepOutcome::Warning || is_why {
                    self.line(format!("(login: {})", checklist::remark(step)));
                }
            }
            EntryKind::Frame { direction: Direction::Received, frame, .. } => self.tell_frame(frame),
            EntryKind::Ask(AskChange::Opened { id, request, method, .. }) => {
                self.asks.insert(*id, (request.clone(), method.clone()));
            }
            EntryKind::Note(Note::AskDecided { id, by, .. }) => {
                if let Some((request, method)) = self.asks.remove(id) {
                    let params = self.asked.remove(&request).flatten();
                    let params = params.map(|params| params.as_str().to_owned()).unwrap_or_default();
                    self.line(format!("the server asked `{method}`, {by}: {params}"));
                }
            }
            // Otherwise its words would seem to come twice for no reason.
            EntryKind::Note(Note::Probe { sign: Sign::Quit, .. }) => {
                self.line(
                    "(it ended when it was asked `server/discover`; it is started again with `initialize`)"
                        .to_owned(),
                );
            }
            _ => {}
        }
    }

    fn tell_frame(&mut self, frame: &Frame) {
        if matches!(frame.content(), Content::Junk(_)) {
            let text = String::from_utf8_lossy(frame.bytes());
            let text = mcp_inspector_engine::core::brief::brief(&text);
            self.line(format!("not a message: {text}"));
        }
        for parsed in frame.messages() {
            for ask in asks_of(&parsed.message) {
                // What is answered on the spot is never decided about, and must not pile up.
                if self.asked.len() >= WAITING {
                    self.asked.clear();
                }
                self.asked.insert(ask.id, ask.params);
            }
            match &parsed.message {
                Message::Notification { method, params } if method == "notifications/message" => {
                    self.line(LogLine::line_of(params.as_ref()));
                }
                Message::Notification { method, params } if self.watching => {
                    let params = params.as_ref().map(|params| format!(" {params}")).unwrap_or_default();
                    self.line(format!("{method}{params}"));
                }
                _ => {}
            }
        }
    }

    /// How the newest call gets on.
    fn status(&mut self, began: Instant) {
        if self.waits_for_user {
            return self.voice.say(Say::NoStatus);
        }
        if began.elapsed() < PATIENCE {
            return;
        }
        let call = self.session.log().with_view(|view| {
            let call = view.calls.iter().rev().find(|call| call.end.is_none())?;
            Some((call.method.clone(), call.name.clone(), call.progress.clone()))
        });
        let Some((method, name, progress)) = call else {
            self.voice.say(Say::NoStatus);
            return;
        };
        let mut status =
            format!("{method} {} {:.1} s", name.unwrap_or_default(), began.elapsed().as_secs_f64());
        if let Some(progress) = progress {
            let how_far = match progress.total {
                Some(total) if total > 0.0 => format!("{:.0} %", 100.0 * progress.progress / total),
                _ => progress.progress.to_string(),
            };
            status = format!("{status}  {how_far}  {}", progress.message.unwrap_or_default());
        }
        let status: String = status.chars().take(print::width().saturating_sub(1)).collect();
        self.voice.say(Say::Status(status));
    }
}
