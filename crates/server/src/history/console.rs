//! Lines of the log as people and other programs see them on stderr.
//!
//! A thread writes them, so that a terminal that stands still or a pipe that nobody reads does not hold
//! up the backend: when too many wait, lines are dropped, and it is told how many.

use super::Level;
use jiff::Timestamp;
use jiff::tz::TimeZone;
use mcp_inspector_engine::Raw;
use mcp_inspector_engine::core::pretty::{compact, printable};
use mcp_inspector_engine::core::terminal;
use serde::Deserialize;
use std::fmt::{self, Write as _};
use std::io::{IsTerminal as _, Write};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, SyncSender, TrySendError};
use std::thread;
use std::time::Duration;

/// How many lines wait for a slow reader.
const WAITING: usize = 1024;

/// How long the end of the program waits for the last lines.
const PATIENCE: Duration = Duration::from_millis(500);

/// What the thread that writes is told.
enum Message {
    Line(Vec<u8>),
    /// Everything before this is written.
    Mark(mpsc::Sender<()>),
}

/// How lines are shown.
#[derive(Clone, Debug)]
pub enum Style {
    /// For people: `12:03:04 INFO  message key=value`.
    Pretty {
        /// Whether levels are coloured.
        colour: bool,
        /// The time zone of the time of day.
        zone: TimeZone,
    },
    /// For programs: the line as it is in the files.
    Ndjson,
}

/// Where lines of the log are shown.
pub struct Console {
    style: Style,
    lines: Option<SyncSender<Message>>,
    dropped: AtomicU64,
    /// Says when the thread has written everything.
    done: Mutex<Receiver<()>>,
}

impl Console {
    /// Shows lines on stderr: for people on a terminal, for programs otherwise.
    pub fn stderr() -> Self {
        let style = if std::io::stderr().is_terminal() {
            let colour = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
            Style::Pretty { colour, zone: TimeZone::system() }
        } else {
            Style::Ndjson
        };
        Console::new(Box::new(std::io::stderr()), style)
    }

    /// Shows lines on `out`.
    pub fn new(mut out: Box<dyn Write + Send>, style: Style) -> Self {
        let (lines, queue) = mpsc::sync_channel::<Message>(WAITING);
        let (finish, done) = mpsc::channel();
        let write = move || {
            for message in queue {
                match message {
                    // Nobody can be told that nobody can be told.
                    Message::Line(line) => drop(out.write_all(&line).and_then(|()| out.flush())),
                    Message::Mark(passed) => drop(passed.send(())),
                }
            }
            let _ = finish.send(());
        };
        // Without a thread nothing is shown, and the backend works.
        let is_running = thread::Builder::new().name("console".to_owned()).spawn(write).is_ok();
        let lines = is_running.then_some(lines);
        Console { style, lines, dropped: AtomicU64::new(0), done: Mutex::new(done) }
    }

    /// Shows an `app` line.
    pub(super) fn show(&self, line: &[u8]) {
        let Some(lines) = &self.lines else { return };
        match lines.try_send(Message::Line(self.shown(line))) {
            Ok(()) => {
                let dropped = self.dropped.swap(0, Ordering::Relaxed);
                if dropped > 0 && lines.try_send(Message::Line(self.gap(dropped))).is_err() {
                    self.dropped.fetch_add(dropped, Ordering::Relaxed);
                }
            }
            Err(TrySendError::Full(_)) => {
                self.dropped.fetch_add(1, Ordering::Relaxed);
            }
            Err(TrySendError::Disconnected(_)) => {}
        }
    }

    /// Waits until everything so far is written, but not for ever. Whoever ends the program must: tasks
    /// that are cut off may hold on to the console until after that.
    pub(super) fn flush(&self) {
        let Some(lines) = &self.lines else { return };
        let (passed, wait) = mpsc::channel();
        if lines.try_send(Message::Mark(passed)).is_ok() {
            let _ = wait.recv_timeout(PATIENCE);
        }
    }

    fn shown(&self, line: &[u8]) -> Vec<u8> {
        let text = String::from_utf8_lossy(line);
        match &self.style {
            Style::Ndjson => printable(&text).into_owned().into_bytes(),
            Style::Pretty { colour, zone } => match serde_json::from_str::<App>(&text) {
                Ok(app) => app.pretty(*colour, zone).into_bytes(),
                Err(_) => plain(&text).into_bytes(),
            },
        }
    }

    fn gap(&self, dropped: u64) -> Vec<u8> {
        let ts = super::clock();
        let message = format!("{dropped} lines of the log were not shown because nobody read them");
        let line = serde_json::json!({ "ts": ts, "level": "warn", "type": "app", "message": message });
        self.shown(format!("{line}\n").as_bytes())
    }
}

impl Drop for Console {
    fn drop(&mut self) {
        self.lines = None;
        if let Ok(done) = self.done.get_mut() {
            let _ = done.recv_timeout(PATIENCE);
        }
    }
}

impl fmt::Debug for Console {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Console").field("style", &self.style).finish_non_exhaustive()
    }
}

/// An `app` line.
#[derive(Deserialize)]
struct App {
    ts: i64,
    level: Level,
    message: String,
    data: Option<Raw>,
}

impl App {
    fn pretty(&self, colour: bool, zone: &TimeZone) -> String {
        let time = Timestamp::from_millisecond(self.ts).unwrap_or_default().to_zoned(zone.clone());
        let word = self.level.as_str().to_ascii_uppercase();
        let (hue, plain_again) = match (colour, self.level) {
            (false, _) => ("", ""),
            (true, Level::Debug) => ("\u{1b}[2m", "\u{1b}[0m"),
            (true, Level::Info) => ("\u{1b}[32m", "\u{1b}[0m"),
            (true, Level::Warn) => ("\u{1b}[33m", "\u{1b}[0m"),
            (true, Level::Error) => ("\u{1b}[31m", "\u{1b}[0m"),
        };
        let (hour, minute, second) = (time.hour(), time.minute(), time.second());
        let mut line =
            format!("{hour:02}:{minute:02}:{second:02} {hue}{word:<5}{plain_again} {}", plain(&self.message));
        if let Some(data) = &self.data {
            match data.members() {
                Some(members) => {
                    for (name, value) in members {
                        // Writing into a String cannot fail.
                        let _ = write!(line, " {}={}", plain(&name), shown_value(&value));
                    }
                }
                None => {
                    let _ = write!(line, " data={}", shown_value(data));
                }
            }
        }
        line.push('\n');
        line
    }
}

/// A text as it is when nothing in it could be taken for something else; all others as JSON.
fn shown_value(value: &Raw) -> String {
    let is_bare = |text: &String| {
        !text.is_empty()
            && !text.contains(|c: char| c.is_whitespace() || matches!(c, '"' | '=') || terminal::acts(c))
    };
    match value.read::<String>() {
        Ok(text) if is_bare(&text) => text,
        _ => printable(&compact(value)).into_owned(),
    }
}

/// A text with a sign in place of whatever would act on a terminal.
fn plain(text: &str) -> String {
    text.chars().map(|c| if terminal::acts(c) { '\u{fffd}' } else { c }).collect()
}

#[cfg(test)]
mod tests;
