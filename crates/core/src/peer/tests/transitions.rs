//! The table of transitions, edge by edge, and everything that is not in it.

use super::script::{Player, check, quiet};
use crate::era::Versions;
use crate::peer::config::PeerConfig;
use crate::peer::phase::{PhaseName, Status, TRANSITIONS, Trigger, after};

/// How to get to a phase from the very beginning.
fn way_to(phase: PhaseName) -> &'static [&'static str] {
    match phase {
        PhaseName::Closed => &[],
        PhaseName::Starting => &["connect"],
        PhaseName::Initializing => &["connect", "up"],
        PhaseName::Ready => &["connect", "up", "welcome 1"],
        PhaseName::Backoff => &["connect", "down retryable"],
        PhaseName::Closing => &["connect", "up", "welcome 1", "stop"],
    }
}

/// What happens outside when a trigger is pulled.
fn pull(trigger: Trigger, phase: PhaseName) -> &'static str {
    match trigger {
        Trigger::Connect => "connect",
        Trigger::LinkUp => "up",
        Trigger::HandshakeDone => "welcome 1",
        // Where connecting is not under way, its limit means nothing; other limits are near.
        Trigger::TimedOut => match phase {
            PhaseName::Starting | PhaseName::Initializing | PhaseName::Ready | PhaseName::Closed => {
                "wait 30000"
            }
            PhaseName::Backoff => "wait 999",
            PhaseName::Closing => "wait 99",
        },
        Trigger::LinkLost | Trigger::Restart => "down retryable",
        Trigger::Refused => "error 1 -32600",
        Trigger::Oversize => "oversize 20971520",
        Trigger::Retry if phase == PhaseName::Backoff => "wait 1000",
        // The machine gives up by itself, on a failure that another attempt cannot mend.
        Trigger::GiveUp if phase == PhaseName::Backoff => "down fatal",
        Trigger::Retry | Trigger::GiveUp => "wait 0",
        Trigger::Stop => "stop",
        Trigger::CleanedUp => "closed",
    }
}

fn at(phase: PhaseName) -> Player {
    let mut player = Player::new(quiet());
    for line in way_to(phase) {
        player.play(line);
    }
    assert_eq!(player.peer.phase().name(), phase);
    player
}

/// A machine that has asked for the server's era.
fn asking() -> Player {
    let mut player = Player::new(PeerConfig { versions: Versions::Auto, ..quiet() });
    player.play("connect");
    player.play("up");
    player
}

fn phases(lines: &[String]) -> Vec<&str> {
    lines.iter().filter_map(|line| line.strip_prefix("phase ")).collect()
}

#[test]
fn every_row_of_the_table_can_be_walked() {
    for (from, trigger, to) in TRANSITIONS.iter().copied() {
        // Backoff is left at once when giving up, so it is entered and left by one input.
        let starts_at = if trigger == Trigger::GiveUp { PhaseName::Starting } else { from };
        let mut player = if trigger == Trigger::Restart { asking() } else { at(starts_at) };
        let lines = player.play(pull(trigger, from));
        let word = serde_json::to_value(trigger).unwrap();
        let step = format!("{to} by {}", word.as_str().unwrap());
        assert!(phases(&lines).contains(&step.as_str()), "{from} by {trigger:?}: {lines:?}");
    }
}

#[test]
fn what_is_not_in_the_table_changes_no_phase() {
    let triggers = [
        Trigger::Connect,
        Trigger::LinkUp,
        Trigger::HandshakeDone,
        Trigger::TimedOut,
        Trigger::LinkLost,
        Trigger::Refused,
        Trigger::Oversize,
        Trigger::Retry,
        Trigger::GiveUp,
        Trigger::Stop,
        Trigger::CleanedUp,
    ];
    let mut pairs = 0;
    for phase in PhaseName::ALL {
        for trigger in triggers.into_iter().filter(|trigger| after(phase, *trigger).is_none()) {
            // The same input is another trigger there, and that one is in the table.
            if phase == PhaseName::Backoff && trigger == Trigger::Connect {
                continue;
            }
            let mut player = at(phase);
            let lines = player.play(pull(trigger, phase));
            assert_eq!(phases(&lines), [""; 0], "{phase} by {trigger:?}");
            assert_eq!(player.peer.phase().name(), phase, "{phase} by {trigger:?}");
            pairs += 1;
        }
    }
    // The table has one more row, for a trigger that is another one without a question.
    assert_eq!(pairs, PhaseName::ALL.len() * triggers.len() - (TRANSITIONS.len() - 1) - 1);
}

#[test]
fn a_phase_and_a_trigger_have_at_most_one_row() {
    for (index, row) in TRANSITIONS.iter().enumerate() {
        assert!(
            !TRANSITIONS[index + 1..].iter().any(|other| (other.0, other.1) == (row.0, row.1)),
            "{row:?}"
        );
    }
}

#[test]
fn phases_project_to_the_published_status_words() {
    let words = PhaseName::ALL.map(PhaseName::status);
    assert_eq!(
        words,
        [
            Status::Connecting,
            Status::Connecting,
            Status::Connected,
            Status::Error,
            Status::Disconnecting,
            Status::Disconnected
        ]
    );
    let text = serde_json::to_string(&words).unwrap();
    assert_eq!(text, r#"["connecting","connecting","connected","error","disconnecting","disconnected"]"#);
}

#[test]
fn a_session_lives_from_connect_to_close() {
    check(
        quiet(),
        "
        > connect
        < phase starting by connect
        < open 1
        > up
        < phase initializing by link-up
        < send #1 initialize 2025-11-25
        > welcome 1
        < negotiated 2025-11-25
        < notify notifications/initialized
        < phase ready by handshake-done
        > stop
        < phase closing by stop
        < close 1
        > closed
        < phase closed by cleaned-up
        > deadline
        < deadline none
        ",
    );
}

#[test]
fn a_link_that_does_not_open_in_time_is_closed_and_tried_again() {
    check(
        quiet(),
        "
        > connect
        < phase starting by connect
        < open 1
        > wait 29999
        > wait 1
        < close 1
        < phase backoff by timed-out
        > wait 1000
        < phase starting by retry
        < open 2
        ",
    );
}

#[test]
fn opening_and_handshake_share_one_limit() {
    let player = check(
        quiet(),
        "
        > connect
        < phase starting by connect
        < open 1
        > wait 20000
        > up
        < phase initializing by link-up
        < send #1 initialize 2025-11-25
        > wait 9999
        > wait 1
        < close 1
        < phase backoff by timed-out
        ",
    );
    let crate::peer::phase::Phase::Backoff { fault, .. } = player.peer.phase() else {
        panic!("not in backoff")
    };
    assert_eq!(fault.code.as_str(), "CONNECTION_TIMEOUT");
    assert_eq!(fault.message, "the server did not answer `initialize` within 30000 ms");
}

#[test]
fn stop_ends_in_closed_from_every_phase_within_the_grace() {
    for phase in [PhaseName::Starting, PhaseName::Initializing, PhaseName::Ready] {
        at(phase).check(
            "
            > stop
            < phase closing by stop
            < close 1
            > stop
            > wait 99
            > wait 1
            < phase closed by cleaned-up
            > stop
            ",
        );
    }
    at(PhaseName::Backoff).check(
        "
        > stop
        < phase closing by stop
        < phase closed by cleaned-up
        > stop
        ",
    );
    at(PhaseName::Closed).check("> stop");
}

#[test]
fn stop_settles_everything_at_once_and_a_second_stop_changes_nothing() {
    Player::ready(quiet()).check(
        r#"
        > call a tools/call
        < send #2 tools/call
        > call b tools/call
        > list c tools
        > recv {"jsonrpc":"2.0","id":"s1","method":"sampling/createMessage","params":{}}
        < ask 1 sampling/createMessage
        > stop
        < settle a Lost SHUTDOWN
        < ask-end 1 lost
        < settle b Lost SHUTDOWN
        < settle c Lost SHUTDOWN
        < phase closing by stop
        < close 1
        > stop
        > call d tools/call
        < settle d Lost SHUTDOWN
        > answer 2 {}
        > reply 1 {}
        > closed
        < phase closed by cleaned-up
        > held
        < held in-flight=0 waiting=0 tombstones=1 other=0
        > wait 200000
        > held
        < held in-flight=0 waiting=0 tombstones=0 other=0
        > deadline
        < deadline none
        "#,
    );
}

#[test]
fn stop_while_connecting_ends_the_calls_that_wait_for_it() {
    check(
        PeerConfig { concurrency: 4, ..quiet() },
        "
        > connect
        < phase starting by connect
        < open 1
        > call a ping
        > stop
        < settle a Lost SHUTDOWN
        < phase closing by stop
        < close 1
        > up
        > closed
        < phase closed by cleaned-up
        ",
    );
}

#[test]
fn a_closed_session_can_be_opened_again() {
    let mut player = at(PhaseName::Closing);
    player.check(
        "
        > connect
        > closed
        < phase closed by cleaned-up
        > connect
        < phase starting by connect
        < open 2
        > closed 1
        > up 1
        > up
        < phase initializing by link-up
        < send #2 initialize 2025-11-25
        ",
    );
}
