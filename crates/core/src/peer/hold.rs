//! Time that does not count: while someone logs in, no call and no handshake runs out of it, and no call
//! while the server waits for an answer that it asked for.
//!
//! The link holds the clocks when it has to obtain a token before it can go on, and releases them
//! when it goes on or gives up. An ask has a time limit of its own, so a call ends in any case.

use super::{Peer, Phase};
use crate::stamp::At;

impl Peer {
    /// The clocks of calls and of the handshake stand still from now on.
    pub(super) fn hold(&mut self, now: At) {
        self.held_since.get_or_insert(now);
    }

    /// They run on, as if no time had passed.
    pub(super) fn release(&mut self, now: At) {
        let Some(since) = self.held_since.take() else { return };
        let by = now.since(since);
        self.outbox.give_all_time(by);
        if let Phase::Starting { deadline } | Phase::Initializing { deadline } = &mut self.phase {
            *deadline = deadline.plus(by);
        }
        if let Some(at) = self.probe.as_mut().and_then(|probe| probe.fall_back_at.as_mut()) {
            *at = at.plus(by);
        }
    }

    /// Stops the clocks of calls when the first ask has come, and lets them run when the last one is gone.
    /// A server need not say which call it asks for, so this goes for all.
    pub(super) fn mind_asks(&mut self, now: At) {
        if self.asks.has_own() {
            self.asked_since.get_or_insert(now);
        } else if let Some(since) = self.asked_since.take() {
            self.outbox.give_all_time(now.since(since));
        }
    }

    /// Whether the clocks stand still.
    pub(super) fn is_held(&self) -> bool {
        self.held_since.is_some()
    }
}

#[cfg(test)]
mod tests {
    use crate::command::{CallKey, CallRequest, Outcome};
    use crate::era::Versions;
    use crate::peer::config::PeerConfig;
    use crate::peer::{Effect, Input, LinkKind, Peer};
    use crate::stamp::At;

    fn step(peer: &mut Peer, millis: u64, input: Input<'_>) -> Vec<Effect> {
        let mut out = Vec::new();
        peer.step(At::from_millis(millis), input, &mut out);
        out
    }

    #[test]
    fn a_handshake_and_a_call_do_not_run_out_of_time_while_someone_logs_in() {
        let config = PeerConfig { versions: Versions::Legacy, ..PeerConfig::client_library() };
        let limit = u64::try_from(config.init_timeout.as_millis()).unwrap();
        let mut peer = Peer::new(config);
        step(&mut peer, 0, Input::Connect);
        let epoch = peer.epoch();
        step(&mut peer, 1, Input::LinkUp { epoch, kind: LinkKind::Http });
        let request = CallRequest::new("tools/list", None);
        step(&mut peer, 2, Input::Call { key: CallKey(1), request });
        step(&mut peer, 10, Input::Hold { epoch });
        let much_later = 10 * limit;
        step(&mut peer, much_later, Input::Tick);
        assert!(peer.phase().is_connecting(), "{:?}", peer.phase());
        step(&mut peer, much_later, Input::Release { epoch });
        step(&mut peer, much_later + limit - 20, Input::Tick);
        assert!(peer.phase().is_connecting(), "{:?}", peer.phase());
        let out = step(&mut peer, much_later + limit + 1, Input::Tick);
        assert!(!peer.phase().is_connecting(), "{:?}", peer.phase());
        assert!(
            !out.iter().any(|effect| matches!(effect, Effect::Settle { outcome: Outcome::Answered(_), .. }))
        );
    }
}
