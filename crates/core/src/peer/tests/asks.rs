//! What the server wants of us: answered, refused, expired, taken back.

use super::script::{Player, any_era, check_modern, check_ready, concurrent, quiet};
use crate::command::{AskId, CallKey};
use crate::message::RequestId;
use crate::peer::Ask;
use crate::peer::config::{Offer, PeerConfig};
use crate::raw::Raw;

fn offering(offer: Offer) -> PeerConfig {
    PeerConfig { offer, ..quiet() }
}

#[test]
fn sampling_waits_for_someone_to_answer_and_the_first_answer_wins() {
    check_ready(
        quiet(),
        r#"
        > recv {"jsonrpc":"2.0","id":"s1","method":"sampling/createMessage","params":{"maxTokens":1}}
        < ask 1 sampling/createMessage
        > reply 1 {"role":"assistant","n":1.0}
        < reply "s1" {"role":"assistant","n":1.0}
        < ask-end 1 answered
        > reply 1 {"role":"user"}
        > refuse 1 -1
        > reply 7 {}
        > held
        < held in-flight=0 waiting=0 tombstones=0 other=0
        "#,
    );
}

#[test]
fn an_ask_can_be_refused() {
    check_ready(
        quiet(),
        r#"
        > recv {"jsonrpc":"2.0","id":5,"method":"sampling/createMessage"}
        < ask 1 sampling/createMessage
        > refuse 1 -1
        < reply 5 error -1 refused
        < ask-end 1 answered
        "#,
    );
}

#[test]
fn asks_have_handles_of_their_own_and_are_answered_in_any_order() {
    check_ready(
        quiet(),
        r#"
        > recv {"jsonrpc":"2.0","id":5,"method":"sampling/createMessage"}
        < ask 1 sampling/createMessage
        > recv {"jsonrpc":"2.0","id":"5","method":"elicitation/create","params":{}}
        < ask 2 elicitation/create
        > reply 2 {"action":"accept"}
        < reply "5" {"action":"accept"}
        < ask-end 2 answered
        > reply 1 {}
        < reply 5 {}
        < ask-end 1 answered
        "#,
    );
}

#[test]
fn an_ask_does_not_wait_for_the_call_it_belongs_to() {
    check_ready(
        quiet(),
        r#"
        > call a tools/call
        < send #2 tools/call
        > recv {"jsonrpc":"2.0","id":2,"method":"elicitation/create","params":{"mode":"form"}}
        < ask 1 elicitation/create
        > reply 1 {"action":"decline"}
        < reply 2 {"action":"decline"}
        < ask-end 1 answered
        > answer 2 {}
        < settle a Answered {}
        "#,
    );
}

#[test]
fn a_call_does_not_run_out_of_time_while_the_server_waits_for_an_answer() {
    check_ready(
        quiet(),
        r#"
        > call a tools/call timeout=5000
        < send #2 tools/call
        > wait 4000
        > recv {"jsonrpc":"2.0","id":7,"method":"elicitation/create","params":{"mode":"form"}}
        < ask 1 elicitation/create
        > recv {"jsonrpc":"2.0","id":8,"method":"sampling/createMessage"}
        < ask 2 sampling/createMessage
        > wait 60000
        > reply 1 {"action":"decline"}
        < reply 7 {"action":"decline"}
        < ask-end 1 answered
        > wait 60000
        > reply 2 {}
        < reply 8 {}
        < ask-end 2 answered
        > wait 999
        > wait 1
        < notify notifications/cancelled {"requestId":2,"reason":"timed out"}
        < settle a Expired
        "#,
    );
}

#[test]
fn a_call_whose_ask_nobody_answers_ends_after_the_ask() {
    check_ready(
        quiet(),
        r#"
        > call a tools/call timeout=5000
        < send #2 tools/call
        > recv {"jsonrpc":"2.0","id":7,"method":"elicitation/create","params":{"mode":"form"}}
        < ask 1 elicitation/create
        > wait 300000
        < reply 7 error -1 Request timed out waiting for user response
        < ask-end 1 expired
        > wait 5000
        < notify notifications/cancelled {"requestId":2,"reason":"timed out"}
        < settle a Expired
        "#,
    );
}

#[test]
fn elicitation_comes_in_two_modes() {
    check_ready(
        quiet(),
        r#"
        > recv {"jsonrpc":"2.0","id":1,"method":"elicitation/create","params":{"mode":"form","message":"m"}}
        < ask 1 elicitation/create
        > recv {"jsonrpc":"2.0","id":2,"method":"elicitation/create","params":{"mode":"url","url":"https://x"}}
        < ask 2 elicitation/create
        > recv {"jsonrpc":"2.0","id":3,"method":"elicitation/create","params":{"mode":"telepathy"}}
        < reply 3 error -32602 the client did not declare this mode of elicitation
        "#,
    );
}

#[test]
fn a_mode_that_was_not_declared_is_refused_as_invalid() {
    check_ready(
        offering(Offer { elicitation_form: true, ..Offer::default() }),
        r#"
        > recv {"jsonrpc":"2.0","id":1,"method":"elicitation/create","params":{"mode":"url"}}
        < reply 1 error -32602 the client did not declare this mode of elicitation
        > recv {"jsonrpc":"2.0","id":2,"method":"elicitation/create"}
        < ask 1 elicitation/create
        "#,
    );
    check_ready(
        offering(Offer { elicitation_url: true, ..Offer::default() }),
        r#"
        > recv {"jsonrpc":"2.0","id":1,"method":"elicitation/create","params":{}}
        < reply 1 error -32602 the client did not declare this mode of elicitation
        > recv {"jsonrpc":"2.0","id":2,"method":"elicitation/create","params":{"mode":"url"}}
        < ask 1 elicitation/create
        "#,
    );
}

#[test]
fn roots_on_demand_are_asked_for_like_everything_else() {
    check_ready(
        offering(Offer { roots_on_demand: true, ..Offer::default() }),
        r#"
        > recv {"jsonrpc":"2.0","id":1,"method":"roots/list"}
        < ask 1 roots/list
        "#,
    );
}

#[test]
fn what_was_not_offered_or_does_not_exist_is_not_found() {
    check_ready(
        offering(Offer::default()),
        r#"
        > recv {"jsonrpc":"2.0","id":1,"method":"sampling/createMessage"}
        < reply 1 error -32601 the client did not declare the capability for sampling/createMessage
        > recv {"jsonrpc":"2.0","id":2,"method":"elicitation/create"}
        < reply 2 error -32601 the client did not declare the capability for elicitation/create
        > recv {"jsonrpc":"2.0","id":3,"method":"roots/list"}
        < reply 3 error -32601 the client did not declare the capability for roots/list
        > recv {"jsonrpc":"2.0","id":4,"method":"tools/list"}
        < reply 4 error -32601 method not found: tools/list
        "#,
    );
}

#[test]
fn pings_and_roots_are_answered_on_the_spot() {
    check_ready(
        quiet(),
        r#"
        > recv {"jsonrpc":"2.0","id":"p","method":"ping"}
        < reply "p" {}
        > recv {"jsonrpc":"2.0","id":1,"method":"roots/list"}
        < reply 1 {"roots":[]}
        > roots file:///a file:///b
        < notify notifications/roots/list_changed
        > recv {"jsonrpc":"2.0","id":2,"method":"roots/list"}
        < reply 2 {"roots":[{"uri":"file:///a"},{"uri":"file:///b"}]}
        "#,
    );
}

#[test]
fn changed_roots_are_announced_only_to_a_server_that_was_offered_roots() {
    check_ready(
        offering(Offer::default()),
        "
        > roots file:///a
        > roots file:///b
        ",
    );
}

#[test]
fn roots_that_change_without_a_connection_are_announced_to_nobody() {
    let mut player = Player::new(quiet());
    player.check(
        "
        > roots file:///a
        > connect
        < phase starting by connect
        < open 1
        > roots file:///b
        > up
        < phase initializing by link-up
        < send #1 initialize 2025-11-25
        > roots file:///c
        ",
    );
    assert_eq!(player.peer.roots()[0].uri, "file:///c");
}

#[test]
fn nobody_answers_within_five_minutes_and_the_server_is_told_so() {
    check_ready(
        quiet(),
        r#"
        > recv {"jsonrpc":"2.0","id":"s1","method":"sampling/createMessage"}
        < ask 1 sampling/createMessage
        > wait 299999
        > wait 1
        < reply "s1" error -1 Request timed out waiting for user response
        < ask-end 1 expired
        > reply 1 {}
        > held
        < held in-flight=0 waiting=0 tombstones=0 other=0
        "#,
    );
}

#[test]
fn the_words_for_an_expired_ask_can_be_configured() {
    let config = PeerConfig {
        ask_timeout: std::time::Duration::from_secs(1),
        ask_timeout_message: "gone fishing".to_owned(),
        ..quiet()
    };
    check_ready(
        config,
        r#"
        > recv {"jsonrpc":"2.0","id":1,"method":"elicitation/create"}
        < ask 1 elicitation/create
        > wait 1000
        < reply 1 error -1 gone fishing
        < ask-end 1 expired
        "#,
    );
}

#[test]
fn an_ask_the_server_takes_back_is_gone_and_a_later_answer_changes_nothing() {
    check_ready(
        quiet(),
        r#"
        > recv {"jsonrpc":"2.0","id":"s1","method":"sampling/createMessage"}
        < ask 1 sampling/createMessage
        > recv {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"s1","reason":"x"}}
        < ask-end 1 withdrawn
        > reply 1 {}
        > recv {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"s1"}}
        "#,
    );
}

#[test]
fn a_cancellation_means_the_servers_own_ask_before_a_call_of_ours_with_the_same_id() {
    check_ready(
        quiet(),
        r#"
        > call a tools/call
        < send #2 tools/call
        > recv {"jsonrpc":"2.0","id":2,"method":"sampling/createMessage"}
        < ask 1 sampling/createMessage
        > recv {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":2}}
        < ask-end 1 withdrawn
        > recv {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":2}}
        > answer 2 {}
        < settle a Answered {}
        "#,
    );
}

#[test]
fn asks_are_lost_with_the_connection_and_handles_are_not_used_again() {
    check_ready(
        quiet(),
        r#"
        > recv {"jsonrpc":"2.0","id":1,"method":"sampling/createMessage"}
        < ask 1 sampling/createMessage
        > recv {"jsonrpc":"2.0","id":2,"method":"elicitation/create"}
        < ask 2 elicitation/create
        > down retryable
        < close 1
        < ask-end 1 lost
        < ask-end 2 lost
        < phase backoff by link-lost
        > reply 1 {}
        > wait 1000
        < phase starting by retry
        < open 2
        > up
        < phase initializing by link-up
        < send #2 initialize 2025-11-25
        > welcome 2
        < negotiated 2025-11-25
        < notify notifications/initialized
        < phase ready by handshake-done
        > recv {"jsonrpc":"2.0","id":1,"method":"sampling/createMessage"}
        < ask 3 sampling/createMessage
        > reply 2 {}
        "#,
    );
}

#[test]
fn a_server_that_asks_too_much_is_refused() {
    let mut player = Player::ready(quiet());
    for id in 0..1024 {
        let lines =
            player.play(&format!(r#"recv {{"jsonrpc":"2.0","id":{id},"method":"sampling/createMessage"}}"#));
        assert_eq!(lines.len(), 1);
    }
    player.check(
        r#"
        > recv {"jsonrpc":"2.0","id":"more","method":"sampling/createMessage"}
        < reply "more" error -32603 too many requests are waiting for an answer
        "#,
    );
}

#[test]
fn an_answer_a_busy_link_never_takes_is_noted() {
    check_ready(
        PeerConfig { send_attempts: 1, ..quiet() },
        r#"
        > recv {"jsonrpc":"2.0","id":"p","method":"ping"}
        < reply "p" {}
        > busy
        < note not-sent {"what":"the answer to `ping`","reason":"the transport was busy 1 times in a row"}
        "#,
    );
}

/// The tool for which the server asks, with these parameters and for this call.
fn tool_of(player: &Player, params: &str, call: Option<CallKey>) -> Option<String> {
    player.peer.tool_of(&Ask {
        id: AskId(1),
        request: RequestId::Number(1),
        method: "elicitation/create".into(),
        params: Some(Raw::parse(params).unwrap()),
        call,
        beside: None,
        at: player.now,
        expires: player.now,
    })
}

#[test]
fn the_tool_of_an_ask_is_known_when_only_one_tool_is_called() {
    let mut player = Player::ready(concurrent(3));
    assert_eq!(tool_of(&player, "{}", None), None);
    player.play(r#"call a prompts/get {"name":"p"}"#);
    assert_eq!(tool_of(&player, "{}", None), None);
    player.play(r#"call b tools/call {"name":"book"}"#);
    assert_eq!(tool_of(&player, "{}", None).as_deref(), Some("book"));
    player.play(r#"call c tools/call {"name":"book"}"#);
    assert_eq!(tool_of(&player, "{}", None), None, "either may have asked");
    player.play("answer 3 {}");
    assert_eq!(tool_of(&player, "{}", None).as_deref(), Some("book"));
}

#[test]
fn the_tool_of_a_task_that_asks_is_known_in_both_designs() {
    let tasks = r#"{"tools":{},"tasks":{"cancel":{},"requests":{"tools":{"call":{}}}}}"#;
    let mut player = Player::new(quiet());
    for line in [
        "connect",
        "up",
        &format!("welcome 1 {tasks}"),
        r#"call a tools/call {"name":"slow","task":{}}"#,
        r#"answer 2 {"task":{"taskId":"t","status":"input_required"}}"#,
    ] {
        player.play(line);
    }
    assert_eq!(tool_of(&player, "{}", None).as_deref(), Some("slow"));
    player.play(r#"call b tools/call {"name":"quick"}"#);
    assert_eq!(tool_of(&player, "{}", None), None);
    let related = |task: &str| {
        format!(r#"{{"_meta":{{"io.modelcontextprotocol/related-task":{{"taskId":"{task}"}}}}}}"#)
    };
    assert_eq!(tool_of(&player, &related("t"), None).as_deref(), Some("slow"));
    assert_eq!(tool_of(&player, &related("u"), None), None, "nobody follows that one");

    let mut player = check_modern(any_era(), "");
    for line in [
        r#"call a tools/call {"name":"slow"}"#,
        r#"answer 2 {"resultType":"task","taskId":"t","status":"working"}"#,
        r#"call b tools/call {"name":"quick"}"#,
        r#"answer 3 {"resultType":"input_required","inputRequests":{"k":{"method":"elicitation/create"}}}"#,
    ] {
        player.play(line);
    }
    assert_eq!(tool_of(&player, "{}", Some(CallKey(0))).as_deref(), Some("slow"));
    assert_eq!(tool_of(&player, "{}", Some(CallKey(1))).as_deref(), Some("quick"));
    assert_eq!(tool_of(&player, "{}", Some(CallKey(2))), None);
}
