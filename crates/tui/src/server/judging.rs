//! How far the rules were checked, and whether that is under way.
//!
//! Checking looks at the whole log, so it is done beside, once at a time, and again only when the log has grown.

use mcp_inspector_engine::Seq;

/// How far the rules were checked.
#[derive(Debug, Default)]
pub(crate) struct Judging {
    /// Where the log ended when the check began that is under way.
    running: Option<Seq>,
    /// Up to where it was checked at least.
    done: Option<Seq>,
    /// Checks of another session that will still be told of.
    stale: usize,
}

impl Judging {
    /// Begins a check of a log that ends at `last`; false when one is under way.
    pub(crate) fn begin(&mut self, last: Seq) -> bool {
        let is_free = self.running.is_none();
        self.running = self.running.or(Some(last));
        is_free
    }

    /// Whether a log that ends at `last` has what was not checked, and nobody is about it.
    pub(crate) fn is_due(&self, last: Seq) -> bool {
        self.running.is_none() && self.done.is_none_or(|done| done < last)
    }

    /// A check is done; false when it was of another session.
    pub(crate) fn end(&mut self) -> bool {
        if self.stale > 0 {
            self.stale -= 1;
            return false;
        }
        self.done = self.running.take().or(self.done);
        true
    }

    /// There is another session: nothing of it is checked.
    pub(crate) fn anew(&mut self) {
        self.stale += usize::from(self.running.take().is_some());
        self.done = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_log_is_checked_again_when_it_has_grown_and_once_at_a_time() {
        let mut judging = Judging::default();
        assert!(judging.is_due(Seq(3)) && judging.begin(Seq(3)));
        assert!(!judging.is_due(Seq(9)) && !judging.begin(Seq(9)));
        assert!(judging.end());
        assert!(judging.is_due(Seq(9)) && !judging.is_due(Seq(3)));
    }

    #[test]
    fn what_was_found_about_another_session_does_not_count() {
        let mut judging = Judging::default();
        judging.begin(Seq(3));
        judging.anew();
        assert!(judging.is_due(Seq(1)) && judging.begin(Seq(1)));
        assert!(!judging.end(), "the check of the session before");
        assert!(judging.end());
        assert!(!judging.is_due(Seq(1)));
    }
}
