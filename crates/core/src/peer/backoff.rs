//! How often connecting has failed, and how long to wait before the next try.
//!
//! Jitter comes from a seed, so the same session can be lived twice.

use super::config::Retry;
use crate::stamp::At;
use std::time::Duration;

/// A small generator of evenly spread numbers (splitmix64).
#[derive(Clone, Debug)]
pub(super) struct Jitter(u64);

impl Jitter {
    /// A generator that always gives the same numbers for the same seed.
    pub(super) fn seeded(seed: u64) -> Self {
        Jitter(seed)
    }

    /// `span`, longer or shorter by at most `share` of itself.
    pub(super) fn vary(&mut self, span: Duration, share: f64) -> Duration {
        if share <= 0.0 {
            return span;
        }
        let scale = 1.0 + (self.unit() - 0.5) * share * 2.0;
        span.mul_f64(scale.max(0.0))
    }

    #[expect(clippy::cast_precision_loss, reason = "53 bits are what an f64 holds")]
    fn unit(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^= mixed >> 31;
        (mixed >> 11) as f64 / (1u64 << 53) as f64
    }
}

/// Failures in a row.
#[derive(Clone, Debug)]
pub(super) struct Backoff {
    retry: Retry,
    failures: u32,
}

impl Backoff {
    /// No failures yet.
    pub(super) fn new(retry: Retry) -> Self {
        Backoff { retry, failures: 0 }
    }

    /// How many attempts have failed in a row.
    pub(super) fn failures(&self) -> u32 {
        self.failures
    }

    /// Counts a failure. Returns the delay before the next try, or `None` when none is left.
    pub(super) fn fail(&mut self, jitter: &mut Jitter) -> Option<Duration> {
        self.failures = self.failures.saturating_add(1);
        if self.retry.limit.is_some_and(|limit| self.failures > limit) {
            return None;
        }
        Some(jitter.vary(self.retry.delays.before(self.failures), self.retry.jitter))
    }

    /// A connection that was ready from `since` to `now` has ended. Only one that held for longer
    /// than the longest delay wipes out earlier failures; otherwise a server that crashes right
    /// after each handshake would be restarted for ever.
    pub(super) fn was_ready(&mut self, since: At, now: At) {
        if now.since(since) > self.retry.delays.longest() {
            self.failures = 0;
        }
    }

    /// The user starts over.
    pub(super) fn reset(&mut self) {
        self.failures = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::peer::config::PeerConfig;

    #[test]
    fn jitter_stays_within_its_share_and_repeats_for_a_seed() {
        let base = Duration::from_secs(1);
        let mut one = Jitter::seeded(7);
        let mut two = Jitter::seeded(7);
        let mut seen = std::collections::HashSet::new();
        for _ in 0..1000 {
            let varied = one.vary(base, 0.2);
            assert_eq!(varied, two.vary(base, 0.2));
            assert!((800..=1200).contains(&varied.as_millis()), "{varied:?}");
            seen.insert(varied);
        }
        assert!(seen.len() > 900, "the delays differ");
    }

    #[test]
    fn the_inspector_gives_up_after_three_more_tries() {
        let mut backoff = Backoff::new(PeerConfig::inspector().retry);
        let mut jitter = Jitter::seeded(1);
        let mut delay = || backoff.fail(&mut jitter).map(|delay| delay.as_secs());
        assert_eq!([delay(), delay(), delay(), delay()], [Some(1), Some(2), Some(4), None]);
    }

    #[test]
    fn only_a_lasting_connection_wipes_out_failures() {
        let mut backoff = Backoff::new(PeerConfig::inspector().retry);
        let mut jitter = Jitter::seeded(1);
        backoff.fail(&mut jitter);
        backoff.was_ready(At::START, At::from_millis(100));
        assert_eq!(backoff.failures(), 1);
        backoff.was_ready(At::START, At::from_millis(4001));
        assert_eq!(backoff.failures(), 0);
    }
}
