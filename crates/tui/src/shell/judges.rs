//! When the rules are checked: at once for who begins to look, and then in pauses, so that a log that grows all the
//! time does not keep a processor busy.

use super::{Shell, carry};
use crate::event::Event;
use crate::server::ServerId;
use mcp_inspector_engine::Session;
use std::collections::HashMap;
use std::time::Duration;
use tokio::time::{Instant, sleep_until};

/// The shortest pause between two checks.
const PAUSE: Duration = Duration::from_millis(250);

/// How much longer than the last check a pause is.
const SHARE: u32 = 9;

/// When the checks of each server may begin, and began.
#[derive(Debug, Default)]
pub(super) struct Judges {
    began: HashMap<ServerId, Instant>,
    next: HashMap<ServerId, Instant>,
}

impl Judges {
    /// When the next check begins.
    fn begin(&mut self, server: ServerId, now: Instant) -> Instant {
        let at = self.next.get(&server).copied().unwrap_or(now).max(now);
        self.began.insert(server, at);
        at
    }

    /// A check is done.
    pub(super) fn end(&mut self, server: ServerId, now: Instant) {
        let took = self.began.remove(&server).map(|began| now.saturating_duration_since(began));
        self.next.insert(server, now + PAUSE.max(took.unwrap_or_default() * SHARE));
    }
}

impl Shell {
    /// Checks the rules once their time has come.
    pub(super) fn judge(&mut self, server: ServerId, session: &Session) {
        let at = self.judges.begin(server, Instant::now());
        // A session whose server is taken away must not wait for the check.
        let log = session.log().clone();
        self.beside(async move {
            sleep_until(at).await;
            carry::apart(move || {
                let (report, survey) = log.judged();
                Some(Event::Judged { server, report: Box::new(report), survey: Box::new(survey) })
            })
            .await
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_check_is_made_at_once_and_the_others_leave_the_processor_to_others() {
        let (one, now) = (ServerId(1), Instant::now());
        let mut judges = Judges::default();
        assert_eq!(judges.begin(one, now), now);
        judges.end(one, now + Duration::from_millis(1));
        assert_eq!(judges.begin(one, now), now + Duration::from_millis(1) + PAUSE);
        // A check that took a second is made again ten seconds after it began.
        let began = now + Duration::from_secs(1);
        assert_eq!(judges.begin(one, began), began);
        judges.end(one, began + Duration::from_secs(1));
        assert_eq!(judges.begin(one, began), began + Duration::from_secs(10));
        assert_eq!(judges.begin(ServerId(2), now), now);
    }
}
