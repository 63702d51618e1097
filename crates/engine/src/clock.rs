//! The only place that asks what time it is.

use mcp_inspector_core::At;
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use tokio::time::Instant;

/// Measures time since a session opened.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clock {
    origin: Instant,
    opened: SystemTime,
}

impl Clock {
    pub(crate) fn start() -> Self {
        Clock { origin: Instant::now(), opened: SystemTime::now() }
    }

    pub(crate) fn now(&self) -> At {
        At::START.plus(self.origin.elapsed())
    }

    pub(crate) fn instant(&self, at: At) -> Instant {
        self.origin + Duration::from_nanos(at.nanos())
    }

    /// When the session opened, in milliseconds since 1970.
    pub(crate) fn opened_unix_ms(&self) -> u64 {
        let since = self.opened.duration_since(UNIX_EPOCH).unwrap_or_default();
        u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
    }
}

/// Seconds since 1970.
pub(crate) fn unix_seconds() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs()
}
