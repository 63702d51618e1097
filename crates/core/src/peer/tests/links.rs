//! Links that misbehave: too large, too busy, forgetful, or already given up.

use super::script::{Player, check, check_ready, concurrent, fetching, quiet};
use crate::peer::config::PeerConfig;
use std::time::Duration;

#[test]
fn a_frame_over_the_limit_ends_the_link_and_every_call_in_flight() {
    check_ready(
        concurrent(2),
        r#"
        > call a ping
        < send #2 ping
        > call b ping
        < send #3 ping
        > call c ping
        > oversize 20971520
        < note oversize {"length":20971520,"limit":16777216}
        < settle c Lost FRAME_TOO_LARGE
        < close 1
        < settle a Lost FRAME_TOO_LARGE
        < settle b Lost FRAME_TOO_LARGE
        < phase backoff by oversize
        > held
        < held in-flight=0 waiting=0 tombstones=2 other=0
        > wait 1000
        < phase starting by retry
        < open 2
        > up
        < phase initializing by link-up
        < send #4 initialize 2025-11-25
        > welcome 4
        < negotiated 2025-11-25
        < notify notifications/initialized
        < phase ready by handshake-done
        > answer 2 {}
        < note late-answer {"id":2}
        "#,
    );
}

#[test]
fn a_busy_link_is_offered_the_frame_twice_more_and_then_the_call_is_lost() {
    check_ready(
        quiet(),
        r#"
        > call a ping
        < send #2 ping
        > call b ping
        > busy
        < note send-retry {"attempt":1}
        > wait 4
        > wait 11
        < send #2 ping
        > busy
        < note send-retry {"attempt":2}
        > wait 15
        < send #2 ping
        > busy
        < settle a Lost BACKPRESSURE
        < send #3 ping
        > status
        < status pending=0 running=1 completed=0 failed=1 cancelled=0
        "#,
    );
}

#[test]
fn a_frame_the_link_takes_at_the_second_offer_is_an_ordinary_call() {
    check_ready(
        quiet(),
        r#"
        > call a ping
        < send #2 ping
        > busy
        < note send-retry {"attempt":1}
        > held
        < held in-flight=1 waiting=0 tombstones=0 other=1
        > wait 15
        < send #2 ping
        > answer 2 {}
        < settle a Answered {}
        > held
        < held in-flight=0 waiting=0 tombstones=0 other=0
        "#,
    );
}

#[test]
fn a_notification_a_busy_link_never_takes_is_noted() {
    check_ready(
        quiet(),
        r#"
        > notify notifications/x {"a":1}
        < notify notifications/x {"a":1}
        > busy
        < note send-retry {"attempt":1}
        > wait 15
        < notify notifications/x {"a":1}
        > busy
        < note send-retry {"attempt":2}
        > wait 15
        < notify notifications/x {"a":1}
        > busy
        < note not-sent {"what":"`notifications/x`","reason":"the transport was busy 3 times in a row"}
        "#,
    );
}

#[test]
fn the_waits_between_offers_vary_by_half() {
    let mut seen = std::collections::BTreeSet::new();
    for seed in 0..50 {
        let mut player = Player::ready(PeerConfig { seed, ..quiet() });
        player.play("call a ping");
        player.play("busy");
        let delay = player.peer.deadline().unwrap().since(player.now);
        assert!((Duration::from_millis(5)..=Duration::from_millis(15)).contains(&delay), "{delay:?}");
        seen.insert(delay);
    }
    assert!(seen.len() > 40, "the delays differ");
}

#[test]
fn a_call_that_ended_while_the_link_was_busy_is_not_sent_after_all() {
    check_ready(
        quiet(),
        r#"
        > call a ping
        < send #2 ping
        > busy
        < note send-retry {"attempt":1}
        > abort a
        < notify notifications/cancelled {"requestId":2,"reason":"enough"}
        < settle a Cancelled enough
        > wait 100
        "#,
    );
}

#[test]
fn a_busy_link_during_the_handshake_fails_it() {
    check(
        quiet(),
        r#"
        > connect
        < phase starting by connect
        < open 1
        > up
        < phase initializing by link-up
        < send #1 initialize 2025-11-25
        > busy
        < note send-retry {"attempt":1}
        > wait 15
        < send #1 initialize 2025-11-25
        > busy
        < note send-retry {"attempt":2}
        > wait 15
        < send #1 initialize 2025-11-25
        > busy
        < close 1
        < phase backoff by refused
        "#,
    );
}

#[test]
fn frames_waiting_for_a_busy_link_are_dropped_with_it() {
    check_ready(
        quiet(),
        r#"
        > notify notifications/x
        < notify notifications/x
        > busy
        < note send-retry {"attempt":1}
        > down retryable
        < close 1
        < phase backoff by link-lost
        > wait 500
        > busy
        > held
        < held in-flight=0 waiting=0 tombstones=0 other=0
        "#,
    );
}

#[test]
fn a_call_that_could_not_be_delivered_is_lost_and_the_session_goes_on() {
    check_ready(
        quiet(),
        r#"
        > call a ping
        < send #2 ping
        > call b ping
        > undelivered 2 broken
        < settle a Lost HTTP_STATUS
        < send #3 ping
        > undelivered 2 broken
        > answer 2 {}
        < note late-answer {"id":2}
        > answer 3 {}
        < settle b Answered {}
        "#,
    );
}

#[test]
fn after_an_expired_session_the_call_is_made_once_more_in_a_new_one() {
    check_ready(
        quiet(),
        r#"
        > call a tools/call {"name":"x"}
        < send #2 tools/call {"name":"x"}
        > call b ping
        > undelivered 2 expired
        < note session-expired
        < close 1
        < phase backoff by link-lost
        < phase starting by retry
        < open 2
        > up
        < phase initializing by link-up
        < send #3 initialize 2025-11-25
        > welcome 3
        < negotiated 2025-11-25
        < notify notifications/initialized
        < phase ready by handshake-done
        < send #4 tools/call {"name":"x"}
        > answer 4 {}
        < settle a Answered {}
        < send #5 ping
        > answer 5 {}
        < settle b Answered {}
        > status
        < status pending=0 running=0 completed=2 failed=0 cancelled=0
        "#,
    );
}

#[test]
fn a_call_that_meets_an_expired_session_twice_is_lost() {
    check_ready(
        quiet(),
        "
        > call a ping
        < send #2 ping
        > undelivered 2 expired
        < note session-expired
        < close 1
        < phase backoff by link-lost
        < phase starting by retry
        < open 2
        > up
        < phase initializing by link-up
        < send #3 initialize 2025-11-25
        > welcome 3
        < negotiated 2025-11-25
        < notify notifications/initialized
        < phase ready by handshake-done
        < send #4 ping
        > undelivered 4 expired
        < note session-expired
        < settle a Lost SESSION_EXPIRED
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
fn a_list_that_meets_an_expired_session_is_lost_and_what_waits_is_made_in_the_next() {
    check_ready(
        quiet(),
        "
        > list a tools
        < send #2 tools/list
        > call b ping
        > undelivered 2 expired
        < note session-expired
        < close 1
        < settle a Lost SESSION_EXPIRED
        < phase backoff by link-lost
        < phase starting by retry
        < open 2
        > up
        < phase initializing by link-up
        < send #3 initialize 2025-11-25
        > welcome 3
        < negotiated 2025-11-25
        < notify notifications/initialized
        < phase ready by handshake-done
        < send #4 ping
        ",
    );
}

#[test]
fn other_calls_in_flight_in_an_expired_session_are_lost() {
    // They may have reached the server, so making them again is for their caller to decide.
    check_ready(
        concurrent(2),
        "
        > call a ping
        < send #2 ping
        > call b ping
        < send #3 ping
        > undelivered 3 expired
        < note session-expired
        < close 1
        < settle a Lost SESSION_EXPIRED
        < phase backoff by link-lost
        < phase starting by retry
        < open 2
        > undelivered 2 expired 1
        > up
        < phase initializing by link-up
        < send #4 initialize 2025-11-25
        > welcome 4
        < negotiated 2025-11-25
        < notify notifications/initialized
        < phase ready by handshake-done
        < send #5 ping
        > answer 5 {}
        < settle b Answered {}
        ",
    );
}

#[test]
fn a_fetch_of_our_own_that_meets_an_expired_session_sends_nothing_more_through_it() {
    check_ready(
        fetching(),
        "
        > undelivered 2 expired
        < note session-expired
        < close 1
        < phase backoff by link-lost
        < phase starting by retry
        < open 2
        > up
        < phase initializing by link-up
        < send #3 initialize 2025-11-25
        > welcome 3
        < negotiated 2025-11-25
        < notify notifications/initialized
        < phase ready by handshake-done
        < send #4 tools/list
        ",
    );
}

#[test]
fn news_of_a_link_that_was_given_up_is_ignored() {
    check_ready(
        quiet(),
        r#"
        > down retryable
        < close 1
        < phase backoff by link-lost
        > wait 1000
        < phase starting by retry
        < open 2
        > up 1
        > down retryable 1
        > closed 1
        > oversize 20971520 1
        > stale 1 {"jsonrpc":"2.0","id":9,"method":"ping"}
        > up
        < phase initializing by link-up
        < send #2 initialize 2025-11-25
        > stale 1 {"jsonrpc":"2.0","id":2,"result":{}}
        > undelivered 2 broken 1
        > down retryable 1
        > welcome 2
        < negotiated 2025-11-25
        < notify notifications/initialized
        < phase ready by handshake-done
        "#,
    );
}

#[test]
fn the_answer_to_a_raw_request_is_no_unknown_answer_but_a_second_one_is() {
    check_ready(
        quiet(),
        r#"
        > raw {"jsonrpc":"2.0","id":77,"method":"ping"}
        < raw {"jsonrpc":"2.0","id":77,"method":"ping"}
        > recv {"jsonrpc":"2.0","id":77,"result":{}}
        > recv {"jsonrpc":"2.0","id":77,"result":{}}
        < note unknown-answer {"id":77}
        > raw {"jsonrpc":"2.0","id":"mine","method":"ping"}
        < raw {"jsonrpc":"2.0","id":"mine","method":"ping"}
        > recv {"jsonrpc":"2.0","id":"mine","result":{}}
        "#,
    );
}

#[test]
fn raw_frames_and_notifications_go_out_as_they_are() {
    check_ready(
        quiet(),
        r#"
        > raw {"any": thing
        < raw {"any": thing
        > notify notifications/x {"b":1,"a":1.0}
        < notify notifications/x {"b":1,"a":1.0}
        "#,
    );
}
