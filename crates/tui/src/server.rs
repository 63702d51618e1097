//! One server: what it is, its session if it has one, and everything that is folded from its log.

mod answers;
mod judging;
mod now;
mod recording;
mod restarts;
mod tasks;

pub(crate) use answers::{Answers, Said};
pub(crate) use judging::Judging;
pub(crate) use now::Now;
pub(crate) use recording::Recording;
pub(crate) use restarts::Restarts;

use crate::offer::{ItemKey, Offer};
use crate::pane::form::FormPane;
use crate::rows::Rows;
use crate::run::{End, KEPT, Run};
use crate::state::View;
use mcp_inspector_engine::core::capability::Survey;
use mcp_inspector_engine::core::command::CallKey;
use mcp_inspector_engine::core::era::Versions;
use mcp_inspector_engine::core::peer::phase::PhaseName;
use mcp_inspector_engine::core::target::Transport;
use mcp_inspector_engine::core::timeline::Timeline;
use mcp_inspector_engine::responder::StandingRules;
use mcp_inspector_engine::{At, EntryKind, Item, Report, Seq, Session, Target};
use std::collections::HashMap;

/// How many entries are folded in before others get their turn at the log.
const STRIDE: usize = 4096;

/// The handle of a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct ServerId(pub(crate) u64);

/// Where a server comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    Config,
    CommandLine,
    Typed,
    Recording,
}

impl Source {
    pub(crate) fn word(self) -> &'static str {
        match self {
            Source::Config => "from the config file",
            Source::CommandLine => "from the command line",
            Source::Typed => "typed here",
            Source::Recording => "a recording",
        }
    }
}

/// A call that no form shows.
#[derive(Debug)]
pub(crate) struct Other {
    pub(crate) key: CallKey,
    pub(crate) method: String,
}

/// One server.
#[derive(Debug)]
pub(crate) struct Server {
    pub(crate) id: ServerId,
    pub(crate) name: String,
    pub(crate) source: Source,
    /// What to connect to; none for recordings, and for entries that cannot be read.
    pub(crate) target: Option<Target>,
    /// Why the entry of the config file cannot be used.
    pub(crate) problem: Option<String>,
    pub(crate) session: Option<Session>,
    /// Whether a session is being opened.
    pub(crate) is_opening: bool,
    pub(crate) now: Now,
    pub(crate) timeline: Timeline,
    next: Seq,
    /// How many entries were gone before they could be folded in.
    pub(crate) missed: u64,
    /// Goes up whenever a row may have changed.
    pub(crate) revision: u64,
    pub(crate) offer: Offer,
    pub(crate) rows: Rows,
    pub(crate) strip: Rows,
    pub(crate) log: Rows,
    pub(crate) auth: Rows,
    pub(crate) runs: Vec<Run>,
    /// Calls that run and that no form shows.
    pub(crate) others: Vec<Other>,
    ran: usize,
    /// What forms say that are not open.
    pub(crate) drafts: HashMap<ItemKey, String>,
    /// Whether its log is written to a file.
    pub(crate) recording: Recording,
    /// How often it came back.
    pub(crate) restarts: Restarts,
    /// What became of what it asked.
    pub(crate) answers: Answers,
    pub(crate) login_url: Option<String>,
    pub(crate) tokens: Vec<String>,
    pub(crate) judged: Option<(Report, Survey)>,
    pub(crate) judging: Judging,
    /// Which tools are run as tasks, or not, against what they say.
    pub(crate) as_task: HashMap<ItemKey, bool>,
    /// Since when it was connected when its tasks were asked for.
    tasks_asked: Option<At>,
    /// What is answered without anybody being asked.
    pub(crate) rules: StandingRules,
    /// What its session was opened with.
    pub(crate) opened: Option<Target>,
    /// Which revisions are spoken with it, when that was told.
    pub(crate) era: Option<Versions>,
}

impl Server {
    pub(crate) fn new(id: ServerId, name: impl Into<String>, source: Source, target: Option<Target>) -> Self {
        Server {
            id,
            name: name.into(),
            source,
            target,
            problem: None,
            session: None,
            is_opening: false,
            now: Now::default(),
            timeline: Timeline::default(),
            next: Seq::FIRST,
            missed: 0,
            revision: 0,
            offer: Offer::default(),
            rows: Rows::new(""),
            strip: Rows::new("-kind:http"),
            log: Rows::new("kind:log|stderr"),
            auth: Rows::new("kind:auth"),
            runs: Vec::new(),
            others: Vec::new(),
            ran: 0,
            drafts: HashMap::new(),
            recording: Recording::Off,
            restarts: Restarts::default(),
            answers: Answers::default(),
            login_url: None,
            tokens: Vec::new(),
            judged: None,
            judging: Judging::default(),
            as_task: HashMap::new(),
            tasks_asked: None,
            rules: StandingRules::default(),
            opened: None,
            era: None,
        }
    }

    /// Shows a session from its beginning.
    pub(crate) fn show(&mut self, session: Session) {
        self.show_until(session, Seq(u64::MAX));
    }

    /// The same, up to an entry.
    pub(crate) fn show_until(&mut self, session: Session, last: Seq) {
        self.session = Some(session);
        self.is_opening = false;
        self.timeline = Timeline::default();
        self.next = Seq::FIRST;
        self.missed = 0;
        self.offer = self.offer.anew();
        self.judged = None;
        self.judging.anew();
        self.tasks_asked = None;
        self.answers = Answers::default();
        self.restarts = Restarts::default();
        for rows in [&mut self.rows, &mut self.strip, &mut self.log, &mut self.auth] {
            rows.forget();
        }
        self.catch_up_until(last);
        // Nobody was there to be told.
        self.restarts.news();
    }

    /// Folds in what the log has by now.
    pub(crate) fn catch_up(&mut self) {
        self.catch_up_until(Seq(u64::MAX));
    }

    /// The same, up to an entry.
    pub(crate) fn catch_up_until(&mut self, last: Seq) {
        let Some(session) = self.session.clone() else { return };
        while self.next <= last {
            let left = usize::try_from(last.0 - self.next.0).unwrap_or(usize::MAX).saturating_add(1);
            let page = session.log().page(self.next, STRIDE.min(left));
            if page.is_empty() {
                break;
            }
            for item in page {
                match item {
                    Item::Entry(entry) => {
                        self.timeline.apply(&entry);
                        self.answers.apply(&entry);
                        self.restarts.apply(&entry, session.opened_unix_ms());
                        self.next = entry.seq.next();
                    }
                    Item::Gap { from, to } => {
                        self.missed += to.0.saturating_sub(from.0) + 1;
                        self.next = to.next();
                    }
                }
            }
        }
        self.revision += 1;
        let (offer, timeline) = (&mut self.offer, &self.timeline);
        self.now = session.log().with_view(|view| {
            offer.refresh(view);
            Now::of(&session, view, timeline)
        });
        if self.now.phase == PhaseName::Ready {
            self.login_url = None;
        }
    }

    /// Where what was folded in ends.
    pub(crate) fn last(&self) -> Seq {
        Seq(self.next.0.saturating_sub(1))
    }

    /// Finds out which rows a view shows. Those of other views are left until someone looks at them.
    pub(crate) fn refresh_rows(&mut self, view: View) {
        let rows = match view {
            View::Explore => &mut self.strip,
            View::Timeline => &mut self.rows,
            View::Log => &mut self.log,
            View::Auth => &mut self.auth,
            View::Server | View::Servers | View::Inbox => return,
        };
        let log = self.session.as_ref().map(Session::log);
        rows.refresh(&self.timeline, self.revision, log);
    }

    /// The moment now, as the session counts it. In a recording time stands still.
    pub(crate) fn at(&self, now_ms: u64) -> At {
        match &self.session {
            Some(session) if !session.is_read_only() => {
                At::from_millis(now_ms.saturating_sub(session.opened_unix_ms()))
            }
            _ => {
                let log = self.session.as_ref().map(Session::log);
                let last = log.and_then(|log| log.entry(log.last()));
                last.map_or(At::START, |entry| entry.at)
            }
        }
    }

    /// When an entry of its log happened, in milliseconds since 1970.
    pub(crate) fn unix_ms(&self, at_ns: u64) -> u64 {
        self.session.as_ref().map_or(0, Session::opened_unix_ms) + at_ns / 1_000_000
    }

    /// Whether there is or was something of it to see: a session, or why there is none yet.
    pub(crate) fn is_begun(&self) -> bool {
        self.session.is_some() || self.is_opening
    }

    /// Whether nothing can be sent because it is a recording.
    pub(crate) fn is_recording(&self) -> bool {
        self.source == Source::Recording
    }

    /// Whether calls can be made.
    pub(crate) fn is_ready(&self) -> bool {
        self.now.phase == PhaseName::Ready && !self.is_recording()
    }

    /// Whether something about it changes with time alone.
    pub(crate) fn is_moving(&self) -> bool {
        let is_connecting = matches!(
            self.now.phase,
            PhaseName::Starting | PhaseName::Initializing | PhaseName::Backoff | PhaseName::Closing
        );
        !self.is_recording()
            && self.session.is_some()
            && (is_connecting
                || !self.now.asks.is_empty()
                || self.offer.is_waiting()
                || self.runs.iter().any(|run| run.end.is_none()))
    }

    /// How it stands: a sign, and a word.
    pub(crate) fn state(&self) -> (&'static str, &'static str) {
        match self.now.phase {
            _ if self.is_recording() => ("◼", "recording"),
            _ if self.problem.is_some() => ("!", "unusable"),
            _ if self.is_opening => ("◌", "opening"),
            _ if self.session.is_none() => ("○", "not connected"),
            PhaseName::Starting => ("◌", "starting"),
            PhaseName::Initializing => ("◌", "initializing"),
            PhaseName::Ready => ("●", "connected"),
            PhaseName::Backoff => ("!", "waiting to retry"),
            PhaseName::Closing => ("◌", "closing"),
            PhaseName::Closed if self.now.fault.is_some() => ("!", "failed"),
            PhaseName::Closed => ("○", "disconnected"),
        }
    }

    /// How it is reached.
    pub(crate) fn transport(&self) -> &'static str {
        let place = self.session.as_ref().map_or("", Session::place);
        match self.target.as_ref().map(|target| &target.transport) {
            Some(Transport::Http(_)) => "http",
            None if place.starts_with("http") => "http",
            _ => "stdio",
        }
    }

    /// The command line or URL, secrets redacted.
    pub(crate) fn place(&self) -> String {
        match (&self.session, &self.target) {
            (Some(session), _) => session.place().to_owned(),
            (None, Some(target)) => target.place(),
            (None, None) => String::new(),
        }
    }

    /// A number for the next run.
    pub(crate) fn next_run(&mut self) -> usize {
        self.ran += 1;
        self.ran
    }

    /// How many forms say something that the schema does not propose and that was never run.
    pub(crate) fn unrun_forms(&self) -> usize {
        if self.is_recording() {
            return 0;
        }
        let is_unrun = |(item, text): &(&ItemKey, &String)| {
            let proposed = match self.offer.find(item) {
                Some(offered) => FormPane::new(&offered.schema(), None).text().to_owned(),
                None => "{}".to_owned(),
            };
            **text != proposed && !self.runs_of(item).any(|run| run.text == **text)
        };
        self.drafts.iter().filter(is_unrun).count()
    }

    pub(crate) fn keep_run(&mut self, run: Run) {
        if self.runs.len() >= KEPT {
            self.runs.remove(0);
        }
        self.runs.push(run);
    }

    /// A run is over. What its time went to is in the log by now.
    pub(crate) fn ended(&mut self, number: usize, mut end: End) {
        self.catch_up();
        let Some(run) = self.runs.iter_mut().find(|run| run.number == number) else { return };
        let row = self.timeline.seq_of_call(run.key).and_then(|seq| self.timeline.row_at(seq));
        let log = self.session.as_ref().map(Session::log);
        let entry = row.as_ref().and_then(|row| log?.entry(row.seq));
        end.sent = entry.and_then(|entry| match &entry.kind {
            EntryKind::Frame { frame, .. } => Some(frame.bytes().clone()),
            _ => None,
        });
        end.shares = row.map(|row| row.shares().collect()).unwrap_or_default();
        let tool = self.offer.find(&run.item).and_then(|item| item.raw.as_ref()?.member("outputSchema"));
        if let Some(schema) = tool {
            end.judge(&schema);
        }
        run.end = Some(end);
    }

    /// How many calls run that someone made.
    pub(crate) fn running(&self) -> usize {
        self.runs.iter().filter(|run| run.end.is_none()).count() + self.others.len()
    }

    /// Whether a call runs that someone made.
    pub(crate) fn runs(&self, key: CallKey) -> bool {
        let is_open = self.runs.iter().any(|run| run.key == key && run.end.is_none());
        is_open || self.others.iter().any(|other| other.key == key)
    }

    /// The runs of an item, oldest first.
    pub(crate) fn runs_of<'a>(&'a self, item: &'a ItemKey) -> impl DoubleEndedIterator<Item = &'a Run> {
        self.runs.iter().filter(move |run| run.item == *item)
    }
}
