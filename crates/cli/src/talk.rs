//! What is said on stderr while a run goes on: the server's stderr, its log messages, what it asked,
//! what arrives while we watch, and on a terminal how a long call gets on.
//!
//! The writing is done by a thread of its own, so that a reader who does not read holds up neither
//! the session nor Ctrl-C.

use crate::happened::LogLine;
use crate::print::{self, Say};
use mcp_inspector_engine::core::entry::AskChange;
use mcp_inspector_engine::core::frame::Content;
use mcp_inspector_engine::core::message::{Message, RequestId};
use mcp_inspector_engine::{
    AskId, Cursor, Direction, Entry, EntryKind, Frame, Item, Note, Raw, Seq, Session,
};
use std::collections::HashMap;
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread::JoinHandle;
use std::time::Duration;
use tokio::sync::{oneshot, watch};
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
    task: Option<tokio::task::JoinHandle<Option<JoinHandle<()>>>>,
    watching: watch::Sender<bool>,
}

impl Talk {
    /// Begins to talk about `session`, unless nobody wants to hear it.
    pub(crate) fn start(session: &Session, is_wanted: bool) -> Self {
        let (watching, is_watching) = watch::channel(false);
        if !is_wanted {
            return Talk { stop: None, task: None, watching };
        }
        let (stop, stopped) = oneshot::channel();
        let talker = Talker {
            session: session.clone(),
            cursor: session.entries_from(Seq::FIRST),
            watching: is_watching,
            held: Vec::new(),
            asked: HashMap::new(),
            asks: HashMap::new(),
            voice: Voice::default(),
        };
        Talk { stop: Some(stop), task: Some(tokio::spawn(talker.run(stopped))), watching }
    }

    /// From the answer on notifications are told as well.
    pub(crate) fn watch(&self) {
        self.watching.send_replace(true);
    }

    /// Says what is left to say.
    pub(crate) async fn finish(&mut self) {
        if let Some(stop) = self.stop.take() {
            let _ = stop.send(());
        }
        let Some(task) = self.task.take() else { return };
        if let Ok(Some(voice)) = task.await {
            let _ = tokio::task::spawn_blocking(move || voice.join()).await;
        }
    }
}

/// The thread that writes; there is none until there is something to say.
#[derive(Debug, Default)]
struct Voice {
    thread: Option<(SyncSender<Say>, JoinHandle<()>)>,
}

impl Voice {
    /// False when the line could not be taken: the reader is too slow, and the session goes first.
    fn say(&mut self, say: Say) -> bool {
        let (sender, _) = self.thread.get_or_insert_with(|| {
            let (sender, receiver) = sync_channel(WAITING);
            (sender, std::thread::spawn(move || print::say_all(&receiver)))
        });
        sender.try_send(say).is_ok()
    }
}

struct Talker {
    session: Session,
    cursor: Cursor,
    watching: watch::Receiver<bool>,
    /// Notifications since the last answer: they are told once someone watches.
    held: Vec<String>,
    asked: HashMap<RequestId, Option<Raw>>,
    asks: HashMap<AskId, (RequestId, String)>,
    voice: Voice,
}

impl Talker {
    async fn run(mut self, mut stopped: oneshot::Receiver<()>) -> Option<JoinHandle<()>> {
        let is_watched = print::is_watched();
        let began = Instant::now();
        let mut tick = interval(TICK);
        loop {
            tokio::select! {
                item = self.cursor.next() => match item {
                    Some(item) => self.tell(&item),
                    None => break,
                },
                Ok(()) = self.watching.changed() => self.tell_held(),
                _ = tick.tick(), if is_watched => self.status(began),
                _ = &mut stopped => break,
            }
        }
        while let Some(item) = self.cursor.try_next() {
            self.tell(&item);
        }
        self.tell_held();
        if is_watched && self.voice.thread.is_some() {
            self.voice.say(Say::NoStatus);
        }
        // Without its sender the thread ends once everything is said.
        self.voice.thread.map(|(_, thread)| thread)
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
            EntryKind::Frame { direction: Direction::Received, frame, .. } => self.tell_frame(frame),
            EntryKind::Ask(AskChange::Opened { id, request, method, .. }) => {
                self.asks.insert(*id, (request.clone(), method.clone()));
            }
            EntryKind::Note(Note::AskDecided { id, by }) => {
                if let Some((request, method)) = self.asks.remove(id) {
                    let params = self.asked.remove(&request).flatten();
                    let params = params.map(|params| params.as_str().to_owned()).unwrap_or_default();
                    self.line(format!("the server asked `{method}`, {by}: {params}"));
                }
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
            match &parsed.message {
                Message::Request { id, params, .. } => {
                    self.asked.insert(id.clone(), params.clone());
                }
                Message::Response { .. } => {
                    self.held.clear();
                    self.remember_wishes(&parsed.message);
                }
                Message::Notification { method, params } if method == "notifications/message" => {
                    self.line(LogLine::line_of(params.as_ref()));
                }
                // What `subscriptions/listen` is answered with.
                Message::Notification { method, .. }
                    if method == "notifications/subscriptions/acknowledged" =>
                {
                    self.held.clear();
                }
                Message::Notification { method, params } => {
                    let params = params.as_ref().map(|params| format!(" {params}")).unwrap_or_default();
                    if self.held.len() < WAITING {
                        self.held.push(format!("{method}{params}"));
                    }
                    self.tell_held();
                }
            }
        }
    }

    /// A notification may stand right behind the answer, before anyone began to watch.
    fn tell_held(&mut self) {
        if *self.watching.borrow() {
            for line in std::mem::take(&mut self.held) {
                self.line(line);
            }
        }
    }

    fn remember_wishes(&mut self, message: &Message) {
        use mcp_inspector_engine::core::message::Reply;
        let Message::Response { reply: Reply::Result(result), .. } = message else { return };
        let wishes = result.member("inputRequests").and_then(|wishes| wishes.members());
        for (name, wish) in wishes.unwrap_or_default() {
            self.asked.insert(RequestId::Text(name), wish.member("params"));
        }
    }

    /// How the newest call gets on.
    fn status(&mut self, began: Instant) {
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
        let status: String = status.chars().take(78).collect();
        self.voice.say(Say::Status(status));
    }
}
