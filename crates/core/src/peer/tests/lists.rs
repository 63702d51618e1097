//! Lists page by page, to their end or to where there is none.

use super::script::{Player, check_ready, quiet};
use crate::command::Outcome;
use crate::frame::Frame;
use crate::peer::config::PeerConfig;
use crate::peer::{Effect, Input};

#[test]
fn pages_are_followed_to_the_last() {
    check_ready(
        quiet(),
        r#"
        > list a resources
        < send #2 resources/list
        > answer 2 {"resources":[1],"nextCursor":"two"}
        < send #3 resources/list {"cursor":"two"}
        > answer 3 {"resources":[2],"nextCursor":"three"}
        < send #4 resources/list {"cursor":"three"}
        > answer 4 {"resources":[]}
        < listed a 3
        > held
        < held in-flight=0 waiting=0 tombstones=0 other=0
        "#,
    );
}

#[test]
fn metadata_goes_with_every_page() {
    check_ready(
        quiet(),
        r#"
        > list a resources {"k":1}
        < send #2 resources/list {"_meta":{"k":1}}
        > answer 2 {"resources":[1],"nextCursor":"two"}
        < send #3 resources/list {"cursor":"two","_meta":{"k":1}}
        > answer 3 {"resources":[2]}
        < listed a 2
        "#,
    );
}

#[test]
fn an_empty_cursor_is_a_cursor_and_null_is_none() {
    check_ready(
        quiet(),
        r#"
        > list a prompts
        < send #2 prompts/list
        > answer 2 {"nextCursor":""}
        < send #3 prompts/list {"cursor":""}
        > answer 3 {"nextCursor":null}
        < listed a 2
        "#,
    );
}

#[test]
fn a_cursor_that_comes_twice_ends_the_list() {
    check_ready(
        quiet(),
        r#"
        > list a tools
        < send #2 tools/list
        > answer 2 {"nextCursor":"x"}
        < send #3 tools/list {"cursor":"x"}
        > answer 3 {"nextCursor":"x"}
        < settle a Lost ENDLESS_LIST
        > held
        < held in-flight=0 waiting=0 tombstones=0 other=0
        "#,
    );
}

#[test]
fn more_pages_than_the_limit_end_the_list() {
    check_ready(
        PeerConfig { page_limit: 2, ..quiet() },
        r#"
        > list a templates
        < send #2 resources/templates/list
        > answer 2 {"nextCursor":"1"}
        < send #3 resources/templates/list {"cursor":"1"}
        > answer 3 {"nextCursor":"2"}
        < settle a Lost ENDLESS_LIST
        > list b templates
        < send #4 resources/templates/list
        > answer 4 {"nextCursor":"1"}
        < send #5 resources/templates/list {"cursor":"1"}
        > answer 5 {}
        < listed b 2
        "#,
    );
}

#[test]
fn an_error_on_a_later_page_ends_the_list() {
    check_ready(
        quiet(),
        r#"
        > list a tools
        < send #2 tools/list
        > answer 2 {"nextCursor":"x"}
        < send #3 tools/list {"cursor":"x"}
        > error 3 -32602
        < settle a Refused {"code":-32602,"message":"no"}
        > status
        < status pending=0 running=0 completed=0 failed=1 cancelled=0
        "#,
    );
}

#[test]
fn each_page_has_its_own_timeout() {
    check_ready(
        quiet(),
        r#"
        > list a tools
        < send #2 tools/list
        > wait 50000
        > answer 2 {"nextCursor":"x"}
        < send #3 tools/list {"cursor":"x"}
        > wait 59999
        > wait 1
        < notify notifications/cancelled {"requestId":3,"reason":"timed out"}
        < settle a Expired
        "#,
    );
}

#[test]
fn a_list_in_flight_is_lost_with_the_link() {
    check_ready(
        quiet(),
        r#"
        > list a tools
        < send #2 tools/list
        > answer 2 {"nextCursor":"x"}
        < send #3 tools/list {"cursor":"x"}
        > down retryable
        < close 1
        < settle a Lost TRANSPORT_ERROR
        < phase backoff by link-lost
        > status
        < status pending=0 running=0 completed=0 failed=1 cancelled=0
        "#,
    );
}

#[test]
fn the_pages_of_a_list_are_handed_over_as_they_came() {
    let mut player = Player::ready(quiet());
    player.play("list a tools");
    player.play(r#"answer 2 {"tools":[1.0],"nextCursor":"x"}"#);
    let last = Frame::read(r#"{"jsonrpc":"2.0","id":3,"result":{"tools":[2.50]}}"#.into());
    let mut out = Vec::new();
    player.peer.step(player.now, Input::Frame { epoch: 1, frame: &last }, &mut out);
    let [Effect::Listed { pages, .. }] = &out[..] else { panic!("{out:?}") };
    let pages: Vec<&str> = pages.iter().map(crate::raw::Raw::as_str).collect();
    assert_eq!(pages, [r#"{"tools":[1.0],"nextCursor":"x"}"#, r#"{"tools":[2.50]}"#]);
}

#[test]
fn the_fault_of_an_endless_list_names_method_and_cursor() {
    let mut player = Player::ready(quiet());
    player.play("list a tools");
    player.play(r#"answer 2 {"nextCursor":"x"}"#);
    let again = Frame::read(r#"{"jsonrpc":"2.0","id":3,"result":{"nextCursor":"x"}}"#.into());
    let mut out = Vec::new();
    player.peer.step(player.now, Input::Frame { epoch: 1, frame: &again }, &mut out);
    let Some(Effect::Settle { outcome: Outcome::Lost(fault), .. }) = out.last() else { panic!("{out:?}") };
    assert_eq!(fault.message, "`tools/list` gave the cursor \"x\" twice, after 2 pages");
    assert_eq!(fault.details.method.as_deref(), Some("tools/list"));
}
