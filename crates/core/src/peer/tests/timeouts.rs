//! Calls whose time is up, what remains of them, and pings.

use super::script::{Player, check, check_ready, concurrent, quiet};
use crate::command::Outcome;
use crate::peer::config::PeerConfig;
use crate::peer::{Effect, Input};
use crate::stamp::At;
use std::time::Duration;

#[test]
fn an_expired_call_ends_once_and_a_late_answer_is_only_noted() {
    check_ready(
        quiet(),
        r#"
        > call a tools/call timeout=5000
        < send #2 tools/call
        > wait 4999
        > wait 1
        < notify notifications/cancelled {"requestId":2,"reason":"timed out"}
        < settle a Expired
        > held
        < held in-flight=0 waiting=0 tombstones=1 other=0
        > answer 2 {}
        < note late-answer {"id":2}
        > answer 2 {}
        < note duplicate-answer {"id":2}
        "#,
    );
}

#[test]
fn without_a_timeout_of_its_own_a_call_has_the_sessions() {
    check_ready(
        quiet(),
        r#"
        > call a tools/call
        < send #2 tools/call
        > wait 59999
        > wait 1
        < notify notifications/cancelled {"requestId":2,"reason":"timed out"}
        < settle a Expired
        "#,
    );
}

#[test]
fn progress_starts_the_clock_anew() {
    check_ready(
        quiet(),
        r#"
        > call a tools/call timeout=5000 progress
        < send #2 tools/call {"_meta":{"progressToken":2}}
        > wait 4000
        > recv {"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":2,"progress":1}}
        > wait 4999
        > wait 1
        < notify notifications/cancelled {"requestId":2,"reason":"timed out"}
        < settle a Expired
        > recv {"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":2,"progress":2}}
        < note stray-progress
        "#,
    );
}

#[test]
fn progress_on_a_callers_own_token_starts_the_clock_anew_too() {
    check_ready(
        quiet(),
        r#"
        > call a tools/call timeout=5000 {"_meta":{"progressToken":"mine"}}
        < send #2 tools/call {"_meta":{"progressToken":"mine"}}
        > wait 4000
        > recv {"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"mine","progress":1}}
        > wait 4000
        > answer 2 {}
        < settle a Answered {}
        "#,
    );
}

#[test]
fn progress_does_not_start_the_clock_anew_unless_configured() {
    check_ready(
        PeerConfig { progress_resets_timeout: false, ..quiet() },
        r#"
        > call a tools/call timeout=5000 progress {"name":"x"}
        < send #2 tools/call {"_meta":{"progressToken":2},"name":"x"}
        > wait 4000
        > recv {"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":2,"progress":1}}
        > wait 1000
        < notify notifications/cancelled {"requestId":2,"reason":"timed out"}
        < settle a Expired
        "#,
    );
}

#[test]
fn the_absolute_maximum_ends_a_call_whatever_its_progress() {
    let mut player = Player::ready(quiet());
    player.check("> call a tools/call progress\n< send #2 tools/call {\"_meta\":{\"progressToken\":2}}");
    for _ in 0..5 {
        player.check(
            r#"
            > wait 50000
            > recv {"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":2,"progress":1}}
            "#,
        );
    }
    player.check(
        r#"
        > wait 49999
        > wait 1
        < notify notifications/cancelled {"requestId":2,"reason":"timed out"}
        < settle a Expired
        "#,
    );
}

#[test]
fn a_caller_who_asks_for_more_than_the_maximum_gets_it() {
    check_ready(
        quiet(),
        r#"
        > call a tools/call timeout=400000
        < send #2 tools/call
        > wait 399999
        > wait 1
        < notify notifications/cancelled {"requestId":2,"reason":"timed out"}
        < settle a Expired
        "#,
    );
}

#[test]
fn the_fault_of_an_expired_call_says_how_long_it_took_and_what_to_look_at() {
    let expire = |strays: &[&str]| {
        let mut player = Player::ready(quiet());
        player.play("call a tools/call timeout=5000");
        for stray in strays {
            player.play(stray);
        }
        let mut out = Vec::new();
        player.peer.step(At::from_millis(5000), Input::Tick, &mut out);
        let fault = out.into_iter().find_map(|effect| match effect {
            Effect::Settle { outcome: Outcome::Expired(fault), .. } => Some(fault),
            _ => None,
        });
        fault.unwrap()
    };
    let fault = expire(&[]);
    assert_eq!(fault.message, "`tools/call` was not answered within 5000 ms");
    assert_eq!((fault.details.elapsed, fault.details.method.as_deref()), (Some(5000), Some("tools/call")));
    assert!(fault.hint.unwrap().contains("said nothing"));
    let fault = expire(&["answer 77 {}", "answer null {}"]);
    assert!(fault.hint.unwrap().contains("2 answer(s) that belong to no request"));
}

#[test]
fn tombstones_last_as_long_as_the_formula_says_and_are_checked_at_look_up() {
    // 60 s to answer, 30 s to connect, 4 s longest delay, 5 s more.
    check_ready(
        concurrent(2),
        r#"
        > call a tools/call
        < send #2 tools/call
        > call b tools/call
        < send #3 tools/call
        > abort a
        < notify notifications/cancelled {"requestId":2,"reason":"enough"}
        < settle a Cancelled enough
        > abort b
        < notify notifications/cancelled {"requestId":3,"reason":"enough"}
        < settle b Cancelled enough
        > wait 98999
        > answer 2 {}
        < note late-answer {"id":2}
        > wait 1
        > held
        < held in-flight=0 waiting=0 tombstones=1 other=0
        > answer 3 {}
        < note duplicate-answer {"id":3}
        "#,
    );
}

#[test]
fn tombstones_are_swept_even_if_nothing_else_ever_happens() {
    check_ready(
        quiet(),
        r#"
        > call a tools/call
        < send #2 tools/call
        > abort a
        < notify notifications/cancelled {"requestId":2,"reason":"enough"}
        < settle a Cancelled enough
        > wait 119999
        > held
        < held in-flight=0 waiting=0 tombstones=1 other=0
        > wait 1
        > held
        < held in-flight=0 waiting=0 tombstones=0 other=0
        > deadline
        < deadline none
        "#,
    );
}

#[test]
fn pings_go_out_while_ready_and_only_then() {
    let config = PeerConfig { ping_interval: Some(Duration::from_secs(30)), ..quiet() };
    check(
        config,
        "
        > connect
        < phase starting by connect
        < open 1
        > up
        < phase initializing by link-up
        < send #1 initialize 2025-11-25
        > wait 29000
        > welcome 1
        < negotiated 2025-11-25
        < notify notifications/initialized
        < phase ready by handshake-done
        > wait 29999
        > wait 1
        < send #2 ping
        > answer 2 {}
        > wait 30000
        < send #3 ping
        > answer 3 {}
        > stop
        < phase closing by stop
        < close 1
        > closed
        < phase closed by cleaned-up
        > wait 100000
        ",
    );
}

#[test]
fn an_unanswered_ping_is_a_note() {
    let config = PeerConfig {
        ping_interval: Some(Duration::from_secs(30)),
        request_timeout: Duration::from_secs(10),
        ..quiet()
    };
    check_ready(
        config,
        r#"
        > wait 30000
        < send #2 ping
        > wait 10000
        < notify notifications/cancelled {"requestId":2,"reason":"timed out"}
        < note ping-unanswered
        > answer 2 {}
        < note late-answer {"id":2}
        > wait 20000
        < send #3 ping
        "#,
    );
}
