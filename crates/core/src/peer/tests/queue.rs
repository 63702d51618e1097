//! Calls that wait: order, concurrency, taking back, counting.

use super::script::{check, check_ready, concurrent, quiet};
use crate::peer::config::PeerConfig;

#[test]
fn calls_go_out_one_at_a_time_in_the_order_they_came() {
    check_ready(
        quiet(),
        r#"
        > call a tools/call
        < send #2 tools/call
        > call b prompts/get
        > list c tools
        > call d ping
        > status
        < status pending=3 running=1 completed=0 failed=0 cancelled=0
        > answer 2 {}
        < settle a Answered {}
        < send #3 prompts/get
        > error 3 -1
        < settle b Refused {"code":-1,"message":"no"}
        < send #4 tools/list
        > answer 4 {}
        < listed c 1
        < send #5 ping
        > answer 5 {}
        < settle d Answered {}
        > status
        < status pending=0 running=0 completed=3 failed=1 cancelled=0
        "#,
    );
}

#[test]
fn with_a_concurrency_of_three_three_are_in_flight() {
    check_ready(
        concurrent(3),
        "
        > call a ping
        < send #2 ping
        > list b tools
        < send #3 tools/list
        > call c ping
        < send #4 ping
        > call d ping
        > call e ping
        > status
        < status pending=2 running=3 completed=0 failed=0 cancelled=0
        > answer 4 {}
        < settle c Answered {}
        < send #5 ping
        > answer 2 {}
        < settle a Answered {}
        < send #6 ping
        > status
        < status pending=0 running=3 completed=2 failed=0 cancelled=0
        ",
    );
}

#[test]
fn a_list_keeps_its_place_from_page_to_page() {
    check_ready(
        quiet(),
        r#"
        > list a tools
        < send #2 tools/list
        > call b ping
        > answer 2 {"nextCursor":"p2"}
        < send #3 tools/list {"cursor":"p2"}
        > answer 3 {}
        < listed a 2
        < send #4 ping
        "#,
    );
}

#[test]
fn an_expired_call_makes_room_for_the_next() {
    check_ready(
        quiet(),
        r#"
        > call a ping timeout=100
        < send #2 ping
        > call b ping
        > wait 100
        < notify notifications/cancelled {"requestId":2,"reason":"timed out"}
        < settle a Expired
        < send #3 ping
        > answer 3 {}
        < settle b Answered {}
        > status
        < status pending=0 running=0 completed=1 failed=1 cancelled=0
        "#,
    );
}

#[test]
fn cancel_takes_back_what_waits_and_leaves_alone_what_is_in_flight() {
    check_ready(
        quiet(),
        "
        > call a ping
        < send #2 ping
        > call b ping
        > list c tools
        > cancel b
        < settle b Cancelled taken back before it was sent
        > cancel b
        > cancel c
        < settle c Cancelled taken back before it was sent
        > cancel a
        > status
        < status pending=0 running=1 completed=0 failed=0 cancelled=2
        > answer 2 {}
        < settle a Answered {}
        > cancel a
        > cancel nobody
        ",
    );
}

#[test]
fn abort_ends_what_waits_and_what_is_in_flight() {
    check_ready(
        quiet(),
        r#"
        > call a ping
        < send #2 ping
        > call b ping
        > call c ping
        > abort b
        < settle b Cancelled enough
        > abort a
        < notify notifications/cancelled {"requestId":2,"reason":"enough"}
        < settle a Cancelled enough
        < send #3 ping
        > abort a
        > abort b
        > held
        < held in-flight=1 waiting=0 tombstones=1 other=0
        > answer 2 {}
        < note late-answer {"id":2}
        > answer 3 {}
        < settle c Answered {}
        > status
        < status pending=0 running=0 completed=1 failed=0 cancelled=2
        "#,
    );
}

#[test]
fn abort_ends_a_list_between_its_pages() {
    check_ready(
        quiet(),
        r#"
        > list a tools
        < send #2 tools/list
        > answer 2 {"nextCursor":"p2"}
        < send #3 tools/list {"cursor":"p2"}
        > abort a
        < notify notifications/cancelled {"requestId":3,"reason":"enough"}
        < settle a Cancelled enough
        > answer 3 {"nextCursor":"p3"}
        < note late-answer {"id":3}
        > held
        < held in-flight=0 waiting=0 tombstones=0 other=0
        "#,
    );
}

#[test]
fn the_queue_is_cleared_when_the_connection_ends() {
    check_ready(
        quiet(),
        "
        > call a ping
        < send #2 ping
        > call b ping
        > list c tools
        > down retryable
        < settle b Lost TRANSPORT_ERROR
        < settle c Lost TRANSPORT_ERROR
        < close 1
        < settle a Lost TRANSPORT_ERROR
        < phase backoff by link-lost
        > status
        < status pending=0 running=0 completed=0 failed=3 cancelled=0
        > held
        < held in-flight=0 waiting=0 tombstones=1 other=0
        ",
    );
}

#[test]
fn a_full_queue_refuses_the_next_call() {
    check_ready(
        PeerConfig { queue_limit: 1, ..quiet() },
        "
        > call a ping
        < send #2 ping
        > call b ping
        > call c ping
        < settle c Lost QUEUE_FULL
        > list d tools
        < settle d Lost QUEUE_FULL
        > answer 2 {}
        < settle a Answered {}
        < send #3 ping
        > call e ping
        > status
        < status pending=1 running=1 completed=1 failed=2 cancelled=0
        ",
    );
}

#[test]
fn a_concurrency_of_zero_is_one() {
    check_ready(
        concurrent(0),
        "
        > call a ping
        < send #2 ping
        > call b ping
        ",
    );
}

#[test]
fn calls_that_wait_for_the_handshake_can_be_taken_back() {
    check(
        quiet(),
        "
        > connect
        < phase starting by connect
        < open 1
        > call a ping
        > call b ping
        > cancel a
        < settle a Cancelled taken back before it was sent
        > abort b
        < settle b Cancelled enough
        > up
        < phase initializing by link-up
        < send #1 initialize 2025-11-25
        > welcome 1
        < negotiated 2025-11-25
        < notify notifications/initialized
        < phase ready by handshake-done
        ",
    );
}
