//! The shell around the state: the terminal, keys, sessions, signals and time.
//!
//! Nothing is drawn when nothing happened, and never more than [`DRAWS`] times a second. Time is told to the
//! state only while something that is shown changes with it.

mod carry;
mod judges;
mod login;
mod programs;
mod recorders;
mod saving;
mod signals;
mod standing;
mod steps;

use crate::draw::draw;
use crate::effect::Effect;
use crate::event::Event;
use crate::server::ServerId;
use crate::state::State;
use crate::terminal::Screen;
use crossterm::event::{Event as Input, EventStream, KeyEventKind};
use futures_util::StreamExt as _;
use judges::Judges;
use login::Logins;
use mcp_inspector_engine::Session;
use mcp_inspector_engine::core::codec::MessageLimit;
use recorders::Recorders;
pub(crate) use signals::exit;
use signals::{HANGUP, Signals, Told};
use std::io;
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep_until};

/// How often a second is drawn at most.
const DRAWS: u32 = 30;

/// How often time is told.
const TICK: Duration = Duration::from_millis(100);

/// How many events may wait.
const WAITING: usize = 256;

/// How long after the terminal was lent a key that interrupts or stops was still meant for who had it.
const ECHO: Duration = Duration::from_millis(500);

/// How long sessions may take to end.
const GRACE: Duration = Duration::from_millis(1500);

/// Whether it goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Course {
    GoesOn,
    /// Its user left it.
    Left,
    /// A signal ended it.
    Ended(u8),
}

/// The shell.
pub(crate) struct Shell {
    screen: Screen,
    state: State,
    /// The keys, while they are ours.
    input: Option<EventStream>,
    events: mpsc::Receiver<Event>,
    tell: mpsc::Sender<Event>,
    recorders: Recorders,
    logins: Logins,
    judges: Judges,
    /// The largest message that is read.
    limit: MessageLimit,
    course: Course,
    /// Since when the terminal is ours again.
    returned: Option<Instant>,
    drawn: Instant,
    is_stale: bool,
}

impl Shell {
    /// Takes the terminal over.
    pub(crate) fn new(state: State, limit: MessageLimit) -> io::Result<Self> {
        let (tell, events) = mpsc::channel(WAITING);
        Ok(Shell {
            screen: Screen::take()?,
            state,
            input: Some(EventStream::new()),
            events,
            logins: Logins::new(tell.clone()),
            tell,
            recorders: Recorders::default(),
            judges: Judges::default(),
            limit,
            course: Course::GoesOn,
            returned: None,
            drawn: Instant::now() - Duration::from_secs(1),
            is_stale: true,
        })
    }

    /// Runs until the user or a signal ends it.
    pub(crate) async fn run(mut self, begin: Vec<Effect>) -> io::Result<End> {
        let mut signals = Signals::listen()?;
        signals::end_without_terminal()?;
        signals::end_with_us()?;
        self.carry_out(begin)?;
        for server in &self.state.servers {
            if let Some(session) = server.session.clone().filter(|session| !session.is_read_only()) {
                watch(server.id, session, self.tell.clone());
            }
        }
        let signal = loop {
            match self.course {
                Course::GoesOn => {}
                Course::Left => break None,
                Course::Ended(signal) => break Some(signal),
            }
            let next_draw = self.drawn + Duration::from_secs(1) / DRAWS;
            let tick = self.drawn + TICK;
            let is_moving = self.state.is_moving();
            tokio::select! {
                input = next_of(&mut self.input) => match input {
                    Some(Ok(input)) => self.typed(input)?,
                    // Without a terminal there is nobody left to show anything to.
                    Some(Err(_)) | None => self.course = Course::Ended(HANGUP),
                },
                Some(event) = self.events.recv() => self.take_in(event)?,
                told = signals.next() => match told {
                    // While another program has the terminal its keys tell us as well.
                    Told::Key(_) | Told::Stop if self.is_echo() => {}
                    Told::End(signal) | Told::Key(signal) => self.course = Course::Ended(signal),
                    Told::Stop => self.suspend()?,
                    Told::Resized => self.is_stale = true,
                },
                () = sleep_until(next_draw), if self.is_stale => self.draw()?,
                () = sleep_until(tick), if is_moving && !self.is_stale => self.take_in(Event::Tick)?,
            }
        };
        Ok(self.end(signal).await)
    }

    fn typed(&mut self, input: Input) -> io::Result<()> {
        match input {
            Input::Key(key) if key.kind != KeyEventKind::Release => self.take_in(Event::Key(key)),
            Input::Mouse(mouse) => {
                use crossterm::event::MouseEventKind::{Drag, Moved, Up};
                // The mouse that only moves changes nothing, so nothing is drawn for it.
                match mouse.kind {
                    Moved | Drag(_) | Up(_) => Ok(()),
                    _ => self.take_in(Event::Mouse(mouse)),
                }
            }
            Input::Paste(text) => self.take_in(Event::Paste(text)),
            Input::Resize(_, _) => self.take_in(Event::Resize),
            _ => Ok(()),
        }
    }

    fn take_in(&mut self, event: Event) -> io::Result<()> {
        self.state.now_ms = now_ms();
        if let Event::Judged { server, .. } = &event {
            self.judges.end(*server, Instant::now());
        }
        let effects = self.state.update(event);
        self.is_stale = true;
        self.carry_out(effects)
    }

    fn draw(&mut self) -> io::Result<()> {
        self.state.now_ms = now_ms();
        let state = &mut self.state;
        self.screen.terminal.draw(|frame| draw(state, frame))?;
        self.drawn = Instant::now();
        self.is_stale = false;
        Ok(())
    }

    /// Stops this program until it is continued, with the terminal as it was.
    fn suspend(&mut self) -> io::Result<()> {
        self.with_terminal_lent(|| {
            let me = rustix::process::getpid();
            // When nobody can stop us, we go on.
            let _ = rustix::process::kill_process(me, rustix::process::Signal::STOP);
        })
    }

    /// Lets another program have the terminal and the keys.
    fn with_terminal_lent<T>(&mut self, work: impl FnOnce() -> T) -> io::Result<T> {
        // Whoever reads keys in the background must not take those that are meant for the other. It is let go
        // before another one is made: that would wait for the next key.
        self.input = None;
        let done = self.screen.lend(work)?;
        self.input = Some(EventStream::new());
        self.returned = Some(Instant::now());
        self.is_stale = true;
        Ok(done)
    }

    /// Whether a signal that comes now was meant for who had the terminal.
    fn is_echo(&self) -> bool {
        self.returned.is_some_and(|returned| returned.elapsed() < ECHO)
    }

    async fn end(self, signal: Option<u8>) -> End {
        let sessions: Vec<Session> =
            self.state.servers.iter().filter_map(|server| server.session.clone()).collect();
        let Shell { screen, recorders, events, .. } = self;
        drop(screen);
        // Nobody takes in what is told from now on, so nobody must wait for that.
        drop(events);
        let stops = futures_util::future::join_all(sessions.iter().map(Session::stop));
        // Those that take longer are dropped, which ends them too.
        let _ = tokio::time::timeout(GRACE, stops).await;
        End { signal, flaws: recorders.end().await }
    }
}

/// How it ended.
#[derive(Debug)]
pub(crate) struct End {
    /// The signal that ended it.
    pub(crate) signal: Option<u8>,
    /// Why recordings are not whole. Nobody would look for what is missing in a file that was written without a
    /// word.
    pub(crate) flaws: Vec<String>,
}

/// The next key, while keys are ours.
async fn next_of(input: &mut Option<EventStream>) -> Option<io::Result<Input>> {
    match input {
        Some(input) => input.next().await,
        None => std::future::pending().await,
    }
}

/// The time, in milliseconds since 1970.
pub(crate) fn now_ms() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}

/// Tells of every growth of a session's log, but not more often than can be drawn.
fn watch(server: ServerId, session: Session, tell: mpsc::Sender<Event>) {
    let log = session.log().clone();
    drop(session);
    tokio::spawn(async move {
        loop {
            let seen = log.last();
            if tell.send(Event::News(server)).await.is_err() {
                return;
            }
            let mut cursor = log.cursor(seen.next());
            if cursor.next().await.is_none() {
                let _ = tell.send(Event::News(server)).await;
                return;
            }
            // sleep: a flood is told in portions, each as large as the eye can follow.
            tokio::time::sleep(Duration::from_secs(1) / DRAWS).await;
        }
    });
}
