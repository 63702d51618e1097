//! The driver's one timer.

use crate::clock::Clock;
use mcp_inspector_core::At;
use std::pin::Pin;
use tokio::time::Sleep;

/// Rings no later than it was set for. Setting it to a later time costs nothing: it rings early,
/// and is then set anew.
pub(super) struct Alarm {
    clock: Clock,
    armed: Option<(At, Pin<Box<Sleep>>)>,
    is_wanted: bool,
}

impl Alarm {
    pub(super) fn new(clock: Clock) -> Self {
        Alarm { clock, armed: None, is_wanted: false }
    }

    pub(super) fn set(&mut self, deadline: Option<At>) {
        self.is_wanted = deadline.is_some();
        let Some(deadline) = deadline else { return };
        match &mut self.armed {
            Some((at, _)) if *at <= deadline => {}
            Some((at, sleep)) => {
                *at = deadline;
                sleep.as_mut().reset(self.clock.instant(deadline));
            }
            None => {
                let sleep = Box::pin(tokio::time::sleep_until(self.clock.instant(deadline)));
                self.armed = Some((deadline, sleep));
            }
        }
    }

    pub(super) async fn ring(&mut self) {
        match &mut self.armed {
            Some((_, sleep)) if self.is_wanted => {
                sleep.as_mut().await;
                self.armed = None;
            }
            _ => std::future::pending().await,
        }
    }
}
