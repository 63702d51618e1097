//! When whoever shows a list of sessions has to be told: a session moved to another phase, another number of asks
//! waits in it, or it has its lists.

use super::Inner;
use super::held::Held;
use super::summary::is_listing;
use mcp_inspector_engine::core::peer::phase::Phase;
use mcp_inspector_engine::{Cursor, Log, Seq};
use std::sync::Weak;
use std::time::Duration;
use tokio::sync::watch;
use tokio::time::Instant;

/// How often it is looked at most: a server may ask, and be answered by rules, all the time.
const BEAT: Duration = Duration::from_millis(50);

/// Tells of every phase of a session, of its lists and of the asks that wait in it, until it is gone. Neither the session nor
/// the backend is kept alive by that.
pub(super) fn follow(held: &Held, backend: Weak<Inner>) {
    let (mut phases, mut gone) = (held.session.phases(), held.gone.subscribe());
    let mut facts = Facts::of(held.session.log());
    tokio::spawn(async move {
        loop {
            let is_alive = tokio::select! {
                is_alive = changed(&mut phases) => is_alive,
                () = facts.changed() => true,
                () = Held::until_gone(&mut gone) => return,
            };
            let Some(backend) = backend.upgrade() else { return };
            backend.tell();
            if !is_alive {
                return;
            }
        }
    });
}

async fn changed(phases: &mut watch::Receiver<Phase>) -> bool {
    phases.changed().await.is_ok()
}

/// How many asks wait in a session.
pub(super) fn waiting(log: &Log) -> usize {
    log.with_view(|view| view.asks.len())
}

/// What the log of a session says about it that lists show, as it was told last.
struct Facts {
    log: Log,
    cursor: Cursor,
    /// How many asks wait, and whether lists are on their way.
    told: (usize, bool),
    looked_at: Instant,
}

impl Facts {
    fn of(log: &Log) -> Self {
        let cursor = log.cursor(Seq::FIRST);
        // Nobody was told yet: the first look is at what is there already.
        Facts { log: log.clone(), cursor, told: (0, false), looked_at: Instant::now() }
    }

    /// Waits until something else is to be told. Given up and begun again, it misses nothing.
    async fn changed(&mut self) {
        loop {
            tokio::time::sleep_until(self.looked_at + BEAT).await;
            self.looked_at = Instant::now();
            self.cursor = self.log.cursor(self.log.last().next());
            let now = self.log.with_view(|view| (view.asks.len(), is_listing(view)));
            if now != self.told {
                self.told = now;
                return;
            }
            if self.cursor.next().await.is_none() {
                // The session is over, which its phase tells.
                return std::future::pending().await;
            }
        }
    }
}
