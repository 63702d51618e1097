//! The time of a login, which counts for nothing else.

use super::witness::{Seen, Witness};
use tokio::sync::OwnedMutexGuard;

/// The clocks of a session stand still for as long as this is there. It has the turn as well: whoever
/// is next must not stop the clocks before this one has let them run.
pub(super) struct Pause<'a> {
    witness: &'a dyn Witness,
    turn: Option<OwnedMutexGuard<()>>,
}

impl<'a> Pause<'a> {
    pub(super) async fn begin(turn: OwnedMutexGuard<()>, witness: &'a dyn Witness) -> Self {
        let pause = Pause { witness, turn: Some(turn) };
        witness.see(Seen::Hold).await;
        pause
    }

    pub(super) async fn end(mut self) {
        self.witness.see(Seen::Release).await;
        self.turn = None;
    }
}

impl Drop for Pause<'_> {
    /// Whoever waited for the login has given up in the middle of it.
    fn drop(&mut self) {
        if let Some(turn) = self.turn.take() {
            self.witness.release_later(turn);
        }
    }
}
