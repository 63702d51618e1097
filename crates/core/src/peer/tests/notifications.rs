//! What the server announces, and what the session does about it by itself.

use super::script::{Player, check, check_ready, fetching, quiet};
use crate::peer::config::{LogLevel, PeerConfig};

/// A machine that fetches by itself and has fetched everything; the next id is 6.
fn fetched() -> Player {
    let mut player = Player::ready(fetching());
    for id in 2..6 {
        player.play(&format!("answer {id} {{}}"));
    }
    player.check("> held\n< held in-flight=0 waiting=0 tombstones=0 other=0");
    player
}

/// The same, subscribed to `file:///a`; the next id is 7.
fn subscribed() -> Player {
    let mut player = fetched();
    player.check(
        r#"
        > call sub resources/subscribe {"uri":"file:///a"}
        < send #6 resources/subscribe {"uri":"file:///a"}
        > answer 6 {}
        < settle sub Answered {}
        "#,
    );
    player
}

const TOOLS_CHANGED: &str = r#"recv {"jsonrpc":"2.0","method":"notifications/tools/list_changed"}"#;
const A_UPDATED: &str =
    r#"recv {"jsonrpc":"2.0","method":"notifications/resources/updated","params":{"uri":"file:///a"}}"#;

#[test]
fn everything_is_fetched_on_connect_one_list_after_the_other() {
    check_ready(
        fetching(),
        r#"
        > answer 2 {"nextCursor":"x"}
        < send #3 tools/list {"cursor":"x"}
        > answer 3 {}
        < send #4 resources/list
        > answer 4 {}
        < send #5 resources/templates/list
        > answer 5 {}
        < send #6 prompts/list
        > answer 6 {}
        "#,
    );
}

#[test]
fn only_what_the_server_has_is_fetched_and_the_log_level_is_set_first() {
    let config = PeerConfig { log_level: Some(LogLevel::Warning), ..fetching() };
    check(
        config,
        r#"
        > connect
        < phase starting by connect
        < open 1
        > up
        < phase initializing by link-up
        < send #1 initialize 2025-11-25
        > welcome 1 {"logging":{},"prompts":{}}
        < negotiated 2025-11-25
        < notify notifications/initialized
        < phase ready by handshake-done
        < send #2 logging/setLevel {"level":"warning"}
        > error 2 -32603
        < note fetch-failed {"method":"logging/setLevel","reason":"no (-32603)"}
        < send #3 prompts/list
        "#,
    );
}

#[test]
fn a_fetch_of_our_own_does_not_stand_in_the_queue_of_calls() {
    check_ready(
        fetching(),
        "
        > call a tools/call
        < send #3 tools/call
        > answer 2 {}
        < send #4 resources/list
        > status
        < status pending=0 running=1 completed=0 failed=0 cancelled=0
        ",
    );
}

#[test]
fn changed_lists_are_fetched_again() {
    fetched().check(
        r#"
        > recv {"jsonrpc":"2.0","method":"notifications/tools/list_changed"}
        < send #6 tools/list
        > answer 6 {}
        > recv {"jsonrpc":"2.0","method":"notifications/prompts/list_changed"}
        < send #7 prompts/list
        > answer 7 {}
        > recv {"jsonrpc":"2.0","method":"notifications/resources/list_changed"}
        < send #8 resources/list
        > answer 8 {}
        < send #9 resources/templates/list
        > answer 9 {}
        "#,
    );
}

#[test]
fn without_auto_fetch_nothing_is_fetched() {
    check_ready(
        quiet(),
        r#"
        > recv {"jsonrpc":"2.0","method":"notifications/tools/list_changed"}
        > recv {"jsonrpc":"2.0","method":"notifications/prompts/list_changed"}
        > recv {"jsonrpc":"2.0","method":"notifications/resources/list_changed"}
        > recv {"jsonrpc":"2.0","method":"notifications/resources/updated","params":{"uri":"x"}}
        > held
        < held in-flight=0 waiting=0 tombstones=0 other=0
        "#,
    );
}

#[test]
fn a_flood_of_changes_during_a_fetch_makes_exactly_one_more() {
    let mut player = fetched();
    player.check(&format!("> {TOOLS_CHANGED}\n< send #6 tools/list"));
    for _ in 0..100 {
        player.check(&format!("> {TOOLS_CHANGED}"));
    }
    player.check(
        "
        > answer 6 {}
        < send #7 tools/list
        > answer 7 {}
        > held
        < held in-flight=0 waiting=0 tombstones=0 other=0
        ",
    );
}

#[test]
fn a_flood_of_changes_while_another_list_is_fetched_makes_exactly_one() {
    let mut player = Player::ready(fetching());
    let prompts = r#"recv {"jsonrpc":"2.0","method":"notifications/prompts/list_changed"}"#;
    for _ in 0..100 {
        player.check(&format!("> {prompts}"));
    }
    player.check(
        "
        > answer 2 {}
        < send #3 resources/list
        > answer 3 {}
        < send #4 resources/templates/list
        > answer 4 {}
        < send #5 prompts/list
        > answer 5 {}
        ",
    );
}

#[test]
fn a_fetch_that_fails_is_noted_and_the_next_one_goes_on() {
    check_ready(
        fetching(),
        r#"
        > error 2 -32603
        < note fetch-failed {"method":"tools/list","reason":"no (-32603)"}
        < send #3 resources/list
        > wait 60000
        < notify notifications/cancelled {"requestId":3,"reason":"timed out"}
        < note fetch-failed {"method":"resources/list","reason":"`resources/list` was not answered within 60000 ms"}
        < send #4 resources/templates/list
        > undelivered 4 broken
        < note fetch-failed {"method":"resources/templates/list","reason":"not delivered"}
        < send #5 prompts/list
        > recv {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":5}}
        < note fetch-failed {"method":"prompts/list","reason":"by the server: no reason given"}
        "#,
    );
}

#[test]
fn an_updated_resource_is_read_again_if_it_is_subscribed() {
    subscribed().check(
        r#"
        > recv {"jsonrpc":"2.0","method":"notifications/resources/updated","params":{"uri":"file:///other"}}
        > recv {"jsonrpc":"2.0","method":"notifications/resources/updated"}
        > recv {"jsonrpc":"2.0","method":"notifications/resources/updated","params":{"uri":"file:///a"}}
        < send #7 resources/read {"uri":"file:///a"}
        > answer 7 {}
        > recv {"jsonrpc":"2.0","method":"notifications/resources/updated","params":{"uri":"file:///a/part"}}
        < send #8 resources/read {"uri":"file:///a/part"}
        > answer 8 {}
        > call un resources/unsubscribe {"uri":"file:///a"}
        < send #9 resources/unsubscribe {"uri":"file:///a"}
        > answer 9 {}
        < settle un Answered {}
        > recv {"jsonrpc":"2.0","method":"notifications/resources/updated","params":{"uri":"file:///a"}}
        "#,
    );
}

#[test]
fn a_refused_subscription_is_none() {
    let mut player = fetched();
    player.play(r#"call sub resources/subscribe {"uri":"file:///a"}"#);
    player.play("error 6 -32002");
    player.check(&format!("> {A_UPDATED}"));
}

#[test]
fn a_flood_of_updates_during_a_reading_makes_exactly_one_more() {
    let mut player = subscribed();
    player.check(&format!("> {A_UPDATED}\n< send #7 resources/read {{\"uri\":\"file:///a\"}}"));
    for _ in 0..100 {
        player.check(&format!("> {A_UPDATED}"));
    }
    player.check(
        r#"
        > answer 7 {}
        < send #8 resources/read {"uri":"file:///a"}
        > answer 8 {}
        > held
        < held in-flight=0 waiting=0 tombstones=0 other=0
        "#,
    );
}

#[test]
fn a_reading_that_expired_while_there_was_news_is_made_again() {
    let mut player = subscribed();
    player.play(A_UPDATED);
    player.play(A_UPDATED);
    player.check(
        r#"
        > wait 60000
        < notify notifications/cancelled {"requestId":7,"reason":"timed out"}
        < note fetch-failed {"method":"resources/read","reason":"`resources/read` was not answered within 60000 ms"}
        < send #8 resources/read {"uri":"file:///a"}
        > answer 8 {}
        "#,
    );
    player.check(&format!("> {A_UPDATED}\n< send #9 resources/read {{\"uri\":\"file:///a\"}}"));
}

#[test]
fn a_fetch_that_failed_while_there_was_news_is_made_again() {
    let mut player = fetched();
    player.play(TOOLS_CHANGED);
    player.play(TOOLS_CHANGED);
    player.check(
        r#"
        > error 6 -32603
        < note fetch-failed {"method":"tools/list","reason":"no (-32603)"}
        < send #7 tools/list
        > error 7 -32603
        < note fetch-failed {"method":"tools/list","reason":"no (-32603)"}
        "#,
    );
}

#[test]
fn subscriptions_are_renewed_after_a_reconnect_and_news_during_the_handshake_does_no_harm() {
    let mut player = subscribed();
    player.check(
        "
        > down retryable
        < close 1
        < phase backoff by link-lost
        > wait 1000
        < phase starting by retry
        < open 2
        > up
        < phase initializing by link-up
        < send #7 initialize 2025-11-25
        ",
    );
    player.check(&format!("> {A_UPDATED}"));
    player.check(
        r#"
        > welcome 7
        < negotiated 2025-11-25
        < notify notifications/initialized
        < phase ready by handshake-done
        < send #8 resources/subscribe {"uri":"file:///a"}
        > answer 8 {}
        < send #9 tools/list
        "#,
    );
    for id in 9..13 {
        player.play(&format!("answer {id} {{}}"));
    }
    player.check(&format!("> {A_UPDATED}\n< send #13 resources/read {{\"uri\":\"file:///a\"}}"));
}

#[test]
fn log_messages_and_unknown_notifications_need_nothing_of_us() {
    check_ready(
        quiet(),
        r#"
        > recv {"jsonrpc":"2.0","method":"notifications/message","params":{"level":"error","data":1}}
        > recv {"jsonrpc":"2.0","method":"notifications/vendor/thing","params":[1]}
        > recv {"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"x","progress":1}}
        < note stray-progress
        > recv {"jsonrpc":"2.0","method":"notifications/progress"}
        < note stray-progress
        "#,
    );
}

#[test]
fn a_batch_is_read_message_by_message_and_noted_where_it_is_not_allowed() {
    check_ready(
        super::script::concurrent(2),
        r#"
        > call a ping
        < send #2 ping
        > call b ping
        < send #3 ping
        > recv [{"jsonrpc":"2.0","id":3,"result":{}},7,{"jsonrpc":"2.0","id":"p","method":"ping"},{"jsonrpc":"2.0","id":2,"result":{}}]
        < note flawed {"flaws":["in-batch"]}
        < settle b Answered {}
        < note flawed {"flaws":["in-batch"]}
        < reply "p" {}
        < note flawed {"flaws":["in-batch"]}
        < settle a Answered {}
        "#,
    );
    check(
        quiet(),
        r#"
        > connect
        < phase starting by connect
        < open 1
        > up
        < phase initializing by link-up
        < send #1 initialize 2025-11-25
        > answer 1 {"protocolVersion":"2025-03-26","capabilities":{},"serverInfo":{}}
        < negotiated 2025-03-26
        < notify notifications/initialized
        < phase ready by handshake-done
        > call a ping
        < send #2 ping
        > recv [{"jsonrpc":"2.0","id":2,"result":{}}]
        < settle a Answered {}
        "#,
    );
}
