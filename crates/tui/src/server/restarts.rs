//! How often a server went away and came back by itself, and why.

use crate::about;
use crate::text;
use jiff::Timestamp;
use jiff::tz::TimeZone;
use mcp_inspector_engine::core::peer::phase::PhaseName;
use mcp_inspector_engine::{Entry, EntryKind};

/// How often a server came back, and what is known of the last time.
#[derive(Debug, Default)]
pub(crate) struct Restarts {
    was_up: bool,
    /// Why it went away, while it is away.
    why: Option<String>,
    count: usize,
    /// When it came back last, in milliseconds since 1970, and why it had gone.
    last: Option<(u64, String)>,
    /// What is to be told once.
    news: Option<String>,
}

impl Restarts {
    /// Takes in an entry of the log of a session that was opened at `opened_ms`.
    pub(super) fn apply(&mut self, entry: &Entry, opened_ms: u64) {
        let EntryKind::Phase(change) = &entry.kind else { return };
        match change.to {
            PhaseName::Ready => {
                if let Some(why) = self.why.take().filter(|_| self.was_up) {
                    self.count += 1;
                    self.news = Some(format!("the server is back; it had gone: {why}"));
                    self.last = Some((opened_ms + entry.at.millis(), why));
                }
                self.was_up = true;
            }
            // Who ends it on purpose begins anew.
            PhaseName::Closed if change.fault.is_none() => self.was_up = false,
            // The first reason is the one that matters: later ones are those of the attempts.
            _ if self.why.is_none() => self.why = change.fault.as_deref().map(about::reason),
            _ => {}
        }
    }

    /// What is to be told once, if anything is.
    pub(crate) fn news(&mut self) -> Option<String> {
        self.news.take()
    }

    /// How often it came back, and when and why it did last.
    pub(crate) fn told(&self, zone: &TimeZone) -> Option<String> {
        let (millis, why) = self.last.as_ref()?;
        let at = Timestamp::from_millisecond(i64::try_from(*millis).ok()?).ok()?.to_zoned(zone.clone());
        let times = text::count(self.count, "time", "times");
        Some(format!("{times}, last at {:02}:{:02}:{:02}: {why}", at.hour(), at.minute(), at.second()))
    }
}
