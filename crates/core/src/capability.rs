//! What both sides said they can do, against what they did: advertised, used and violated.
//!
//! [`survey`] is a fold over the log, like the findings, which it sorts by the capability they are about.
//! Use is counted over the whole log; what is advertised is what the newest connection says.

mod known;

use crate::brief::cut;
use crate::check::Finding;
use crate::entry::{Entry, EntryKind};
use crate::era::{Revision, meta};
use crate::frame::{Direction, Frame};
use crate::message::{Message, Reply, RequestId};
use crate::method::{METHODS, Unfit, unfit};
use crate::peer::phase::PhaseName;
use crate::raw::Raw;
use crate::stamp::Seq;
use known::{KNOWN, Known, Side};
use std::collections::HashMap;

/// How many places are told of what was used without being advertised, and how many findings.
pub const TOLD: usize = 20;

/// How many requests may wait for their answer, and how many places are remembered for the findings.
const REMEMBERED: usize = 10_000;

/// The code with which a server says that it does not know a method.
const METHOD_NOT_FOUND: i64 = -32601;

/// How much of what a side says about a capability is told.
const LONGEST: usize = 1000;

/// What both sides said they can do, against what they did.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Survey {
    /// The capabilities of the server.
    pub server: Vec<Capability>,
    /// Ours.
    pub client: Vec<Capability>,
    /// Our capabilities as they were sent, and the entry that has them.
    pub offered: Option<(Seq, Raw)>,
}

/// One capability.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Capability {
    /// Its names from the outside in, such as `resources` and `subscribe`.
    pub path: Vec<String>,
    /// Whether it is advertised; none as long as its side has said nothing at all.
    pub is_advertised: Option<bool>,
    /// What was said about it, as JSON.
    pub said: Option<String>,
    /// How often it was used; none when the protocol does not say what would be a use.
    pub used: Option<u64>,
    /// The filter of the timeline that leaves its uses.
    pub filter: Option<String>,
    /// How often it was used although it was not advertised.
    pub unannounced: u64,
    /// The first entries that did.
    pub unannounced_at: Vec<Seq>,
    /// How many findings are about it.
    pub broken: u64,
    /// The first of them.
    pub findings: Vec<Finding>,
}

/// Surveys a log, of which `findings` were made.
pub fn survey<'a>(entries: impl IntoIterator<Item = &'a Entry>, findings: &[Finding]) -> Survey {
    let mut fold = Fold { tallies: vec![Tally::default(); KNOWN.len()], ..Fold::default() };
    for entry in entries {
        fold.apply(entry);
    }
    for finding in findings {
        let by_place = || fold.conflicts.get(&finding.seq).copied();
        let row = match finding.rule {
            "LIFE-06" | "LIFE-07" | "MRTR-04" | "MOD-09" => by_place(),
            rule => known::ruled(rule),
        };
        let Some(tally) = row.and_then(|row| fold.tallies.get_mut(row)) else { continue };
        tally.broken += 1;
        if tally.findings.len() < TOLD {
            tally.findings.push(finding.clone());
        }
    }
    fold.survey()
}

/// What one capability was used for.
#[derive(Clone, Debug, Default)]
struct Tally {
    used: u64,
    unannounced: u64,
    unannounced_at: Vec<Seq>,
    broken: u64,
    findings: Vec<Finding>,
}

#[derive(Default)]
struct Fold {
    revision: Option<Revision>,
    server: Option<Raw>,
    /// What we said at the handshake, and what we say with every request when there is none.
    at_handshake: Option<(Seq, Raw)>,
    with_requests: Option<(Seq, Raw)>,
    tallies: Vec<Tally>,
    /// Requests of ours that wait for their answer.
    asked: HashMap<RequestId, Asked>,
    /// Where something was used without being advertised, or refused although it was.
    conflicts: HashMap<Seq, usize>,
}

#[derive(Clone, Copy)]
enum Asked {
    Initialize,
    Discover,
    For(usize),
}

impl Fold {
    fn apply(&mut self, entry: &Entry) {
        match &entry.kind {
            EntryKind::Frame { direction: Direction::Sent, frame, .. } => self.sent(entry.seq, frame),
            EntryKind::Frame { direction: Direction::Received, frame, .. } => self.received(entry.seq, frame),
            EntryKind::Phase(change) if change.to == PhaseName::Starting => {
                (self.revision, self.server) = (None, None);
                (self.at_handshake, self.with_requests) = (None, None);
                self.asked.clear();
            }
            EntryKind::Negotiated { revision } => self.revision = Some(*revision),
            _ => {}
        }
    }

    fn sent(&mut self, seq: Seq, frame: &Frame) {
        for parsed in frame.messages() {
            match &parsed.message {
                Message::Request { id, method, params } => self.asks(seq, id, method, params.as_ref()),
                Message::Notification { method, .. } => {
                    if let Some(row) = known::told(method) {
                        self.used(row, seq, true);
                    }
                }
                Message::Response { .. } => {}
            }
        }
    }

    fn asks(&mut self, seq: Seq, id: &RequestId, method: &str, params: Option<&Raw>) {
        let asked = match method {
            "initialize" => {
                let said = params.and_then(|params| params.member("capabilities"));
                self.at_handshake = said.map(|said| (seq, said));
                Asked::Initialize
            }
            "server/discover" => {
                let meta = params.and_then(|params| params.member("_meta"));
                let said = meta.and_then(|meta| meta.member(meta::CLIENT_CAPABILITIES));
                self.with_requests = said.map(|said| (seq, said));
                Asked::Discover
            }
            _ => {
                let revision = self.revision.unwrap_or(Revision::NEWEST_LEGACY);
                let fits = |row: &&crate::method::Method| {
                    row.name == method && (row.since..=row.until).contains(&revision)
                };
                let Some(row) = METHODS.iter().find(fits).and_then(|row| known::needed(row.needs)) else {
                    return;
                };
                let missing = |server| matches!(unfit(method, revision, server), Some(Unfit::Capability(_)));
                let is_covered = !self.server.as_ref().is_some_and(missing);
                self.used(row, seq, is_covered);
                Asked::For(row)
            }
        };
        if self.asked.len() < REMEMBERED {
            self.asked.insert(id.clone(), asked);
        }
    }

    fn received(&mut self, seq: Seq, frame: &Frame) {
        for parsed in frame.messages() {
            match &parsed.message {
                Message::Request { method, params, .. } | Message::Notification { method, params } => {
                    self.heard(seq, method, params.as_ref());
                }
                Message::Response { id: Some(id), reply } => self.answered(seq, id, reply),
                Message::Response { id: None, .. } => {}
            }
        }
    }

    /// The server asks for something or tells something.
    fn heard(&mut self, seq: Seq, method: &str, params: Option<&Raw>) {
        let Some(row) = known::heard(method, params) else { return };
        let known = &KNOWN[row];
        let said = match known.side {
            Side::Server => self.server.as_ref(),
            Side::Client => self.offered().map(|(_, said)| said),
        };
        // Without a handshake, whoever listens says which changes to tell; nothing has to be advertised.
        let is_free = known.side == Side::Server
            && known.path.len() > 1
            && self.revision.is_some_and(Revision::is_modern);
        let is_covered = is_free || said.is_none_or(|said| known.is_in(said));
        self.used(row, seq, is_covered);
    }

    fn answered(&mut self, seq: Seq, id: &RequestId, reply: &Reply) {
        let asked = self.asked.remove(id);
        let result = match (reply, asked) {
            (Reply::Result(result), _) => result,
            (Reply::Error(error), Some(Asked::For(row))) if error.code == Some(METHOD_NOT_FOUND) => {
                self.remember(seq, row);
                return;
            }
            (Reply::Error(_), _) => return,
        };
        match asked {
            Some(Asked::Initialize) => {
                let named = result.text_member("protocolVersion");
                self.revision = named.and_then(|name| Revision::named(&name)).or(self.revision);
                self.server = result.member("capabilities");
            }
            Some(Asked::Discover) if result.member("supportedVersions").is_some() => {
                self.revision = self.revision.or(Some(Revision::NEWEST));
                self.server = result.member("capabilities");
            }
            Some(_) => self.wishes(seq, result),
            None => {}
        }
    }

    /// A result can ask for input, or be a task.
    fn wishes(&mut self, seq: Seq, result: &Raw) {
        let mentions = |word: &[u8]| memchr::memmem::find(result.bytes(), word).is_some();
        if mentions(b"\"inputRequests\"") {
            let questions = result.member("inputRequests").and_then(|questions| questions.members());
            for (_, question) in questions.unwrap_or_default() {
                let method = question.text_member("method").unwrap_or_default();
                self.heard(seq, &method, question.member("params").as_ref());
            }
        }
        let is_task =
            mentions(b"\"resultType\"") && result.text_member("resultType").as_deref() == Some("task");
        if let Some(row) = known::client_tasks().filter(|_| is_task) {
            let is_covered = self.offered().is_none_or(|(_, said)| KNOWN[row].is_in(said));
            self.used(row, seq, is_covered);
        }
    }

    fn used(&mut self, row: usize, seq: Seq, is_covered: bool) {
        let tally = &mut self.tallies[row];
        tally.used += 1;
        if is_covered {
            return;
        }
        tally.unannounced += 1;
        if tally.unannounced_at.len() < TOLD {
            tally.unannounced_at.push(seq);
        }
        self.remember(seq, row);
    }

    fn remember(&mut self, seq: Seq, row: usize) {
        if self.conflicts.len() < REMEMBERED {
            self.conflicts.insert(seq, row);
        }
    }

    /// What we said we can do.
    fn offered(&self) -> Option<&(Seq, Raw)> {
        let is_modern = self.revision.is_some_and(Revision::is_modern);
        let (first, second) = if is_modern {
            (&self.with_requests, &self.at_handshake)
        } else {
            (&self.at_handshake, &self.with_requests)
        };
        first.as_ref().or(second.as_ref())
    }

    fn survey(self) -> Survey {
        let offered = self.offered().cloned();
        let rows = |side: Side, said: Option<&Raw>| {
            let mut rows: Vec<Capability> = Vec::new();
            for (row, (known, tally)) in KNOWN.iter().zip(&self.tallies).enumerate() {
                if known.side != side {
                    continue;
                }
                let is_advertised = said.map(|said| known.is_in(said));
                let is_worth_it = tally.used + tally.broken > 0 || is_advertised == Some(true);
                if is_worth_it || known.is_shown_in(self.revision) {
                    rows.push(tally.told((row, known), said, is_advertised));
                }
            }
            rows.extend(said.map(|said| strangers(side, said)).unwrap_or_default());
            rows
        };
        Survey {
            server: rows(Side::Server, self.server.as_ref()),
            client: rows(Side::Client, offered.as_ref().map(|(_, said)| said)),
            offered,
        }
    }
}

impl Tally {
    fn told(
        &self,
        (row, known): (usize, &Known),
        said: Option<&Raw>,
        is_advertised: Option<bool>,
    ) -> Capability {
        let mut at = said.cloned();
        for name in known.path {
            at = at.and_then(|at| at.member(name));
        }
        Capability {
            path: known.path.iter().map(|name| (*name).to_owned()).collect(),
            is_advertised,
            said: at.map(|said| cut(said.as_str(), LONGEST)),
            used: Some(self.used),
            filter: known::filter(row),
            unannounced: self.unannounced,
            unannounced_at: self.unannounced_at.clone(),
            broken: self.broken,
            findings: self.findings.clone(),
        }
    }
}

/// What a side advertises and the protocol does not know.
fn strangers(side: Side, said: &Raw) -> Vec<Capability> {
    let is_known = |path: &[String]| {
        KNOWN.iter().filter(|known| known.side == side).any(|known| {
            known.path.len() >= path.len() && known.path.iter().zip(path).all(|(known, name)| *known == name)
        })
    };
    let mut rows = Vec::new();
    for (name, value) in said.members().unwrap_or_default() {
        let inner = if name == "extensions" { value.members().unwrap_or_default() } else { Vec::new() };
        let paths = inner.into_iter().map(|(inner, value)| (vec![name.clone(), inner], value));
        let whole = (name != "extensions").then(|| (vec![name.clone()], value));
        for (path, value) in paths.chain(whole).filter(|(path, _)| !is_known(path)) {
            let said = Some(cut(value.as_str(), LONGEST));
            rows.push(Capability { path, is_advertised: Some(true), said, ..Capability::default() });
        }
    }
    rows
}

#[cfg(test)]
mod tests;
