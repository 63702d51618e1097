//! When a lost connection is tried again, and when no more.

use super::script::{Player, check, check_ready, quiet};
use crate::peer::config::PeerConfig;

/// The delays after `failures` failures in a row, in milliseconds.
fn delays(config: PeerConfig, failures: usize) -> Vec<u64> {
    let mut player = Player::new(config);
    player.play("connect");
    let mut delays = Vec::new();
    for _ in 0..failures {
        player.play("down retryable");
        let Some(until) = player.peer.phase().deadline() else { break };
        delays.push(until.since(player.now).as_millis().try_into().unwrap());
        player.play("connect");
    }
    delays
}

#[test]
fn the_inspector_waits_one_two_and_four_seconds_and_gives_up() {
    check(
        quiet(),
        "
        > connect
        < phase starting by connect
        < open 1
        > down retryable
        < close 1
        < phase backoff by link-lost
        > wait 999
        > wait 1
        < phase starting by retry
        < open 2
        > down retryable
        < close 2
        < phase backoff by link-lost
        > wait 1999
        > wait 1
        < phase starting by retry
        < open 3
        > down retryable
        < close 3
        < phase backoff by link-lost
        > wait 3999
        > wait 1
        < phase starting by retry
        < open 4
        > down retryable
        < close 4
        < phase backoff by link-lost
        < phase closed by give-up
        > wait 100000
        > connect
        < phase starting by connect
        < open 5
        > down retryable
        < close 5
        < phase backoff by link-lost
        > deadline
        < deadline 108000
        ",
    );
}

#[test]
fn the_client_library_doubles_to_thirty_seconds_and_never_gives_up() {
    let plain = |delays: &[u64]| {
        let bases = [1000, 2000, 4000, 8000, 16000, 30000, 30000, 30000];
        for (delay, base) in delays.iter().zip(bases) {
            assert!((base * 8 / 10..=base * 12 / 10).contains(delay), "{delay} is not near {base}");
        }
        assert_eq!(delays.len(), bases.len());
    };
    plain(&delays(PeerConfig::client_library(), 8));
    assert_eq!(delays(PeerConfig::client_library(), 100).len(), 100);
}

#[test]
fn the_same_seed_gives_the_same_delays_and_another_seed_others() {
    let seeded = |seed| delays(PeerConfig { seed, ..PeerConfig::client_library() }, 8);
    assert_eq!(seeded(1), seeded(1));
    assert_ne!(seeded(1), seeded(2));
}

#[test]
fn a_failure_that_another_attempt_cannot_mend_is_final() {
    check_ready(
        quiet(),
        "
        > call a ping
        < send #2 ping
        > down fatal
        < close 1
        < settle a Lost SPAWN_FAILED
        < phase backoff by link-lost
        < phase closed by give-up
        > wait 100000
        ",
    );
}

#[test]
fn connect_during_backoff_tries_now_and_does_not_forget_the_failures() {
    check(
        quiet(),
        "
        > connect
        < phase starting by connect
        < open 1
        > down retryable
        < close 1
        < phase backoff by link-lost
        > connect
        < phase starting by retry
        < open 2
        > down retryable
        < close 2
        < phase backoff by link-lost
        > wait 1999
        > wait 1
        < phase starting by retry
        < open 3
        ",
    );
}

#[test]
fn a_server_that_crashes_after_each_handshake_is_not_restarted_for_ever() {
    let mut player = Player::new(quiet());
    player.play("connect");
    let mut crashes = 0;
    while player.peer.phase().name().as_str() != "closed" {
        player.play("up");
        let id = crashes + 1;
        player.play(&format!("welcome {id}"));
        assert_eq!(player.peer.phase().name().as_str(), "ready");
        player.play("wait 3000");
        player.play("down retryable");
        player.play("wait 4000");
        crashes += 1;
        assert!(crashes <= 4, "it is restarted over and over");
    }
    assert_eq!(crashes, 4);
}

#[test]
fn a_connection_that_held_wipes_out_earlier_failures() {
    let mut player = Player::new(quiet());
    player.play("connect");
    for crash in 1..20 {
        player.play("up");
        player.play(&format!("welcome {crash}"));
        player.play("wait 4001");
        player.check(&format!("> down retryable\n< close {crash}\n< phase backoff by link-lost"));
        player.check(&format!("> wait 1000\n< phase starting by retry\n< open {}", crash + 1));
    }
}

#[test]
fn the_log_counts_the_failures_and_keeps_the_reason() {
    use crate::entry::EntryKind;
    use crate::fault::{Fault, FaultCode};
    use crate::peer::{Effect, Input, Peer};
    use crate::stamp::At;
    let mut peer = Peer::new(quiet());
    let mut out = Vec::new();
    for epoch in 1..=4 {
        peer.step(At::START, Input::Connect, &mut out);
        let fault = Fault::new(FaultCode::TransportError, format!("failure {epoch}"));
        peer.step(At::START, Input::LinkDown { epoch, fault }, &mut out);
    }
    let changes: Vec<(u32, Option<String>)> = out
        .into_iter()
        .filter_map(|effect| match effect {
            Effect::Log(EntryKind::Phase(change)) => {
                Some((change.failures, change.fault.map(|fault| fault.message)))
            }
            _ => None,
        })
        .collect();
    let why = |number: u32| Some(format!("failure {number}"));
    assert_eq!(
        changes,
        [
            (0, None),
            (1, why(1)),
            (1, None),
            (2, why(2)),
            (2, None),
            (3, why(3)),
            (3, None),
            (4, why(4)),
            (4, why(4))
        ]
    );
}
