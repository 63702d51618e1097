//! `subscriptions/listen`: what is asked for, what is granted, and what happens when it ends.

use super::script::{any_era, check_modern, check_modern_on, quiet};
use crate::era::Versions;
use crate::peer::config::PeerConfig;

fn listening() -> PeerConfig {
    PeerConfig { listen_for_lists: true, ..any_era() }
}

const ACK: &str = r#"recv {"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":ID},"notifications":GRANTED}}"#;

fn ack(id: i64, granted: &str) -> String {
    ACK.replace("ID", &id.to_string()).replace("GRANTED", granted)
}

#[test]
fn changed_lists_are_listened_for_from_the_beginning_and_fetched_when_they_change() {
    let config = PeerConfig { auto_fetch: true, ..listening() };
    let mut player = check_modern(
        config,
        &format!(
            r#"
            > {}
            < note listening {{"id":2,"refused":[]}}
            "#,
            ack(2, r#"{"toolsListChanged":true}"#)
        ),
    );
    for line in ["answer 3 {}", "answer 4 {}", "answer 5 {}", "answer 6 {}"] {
        player.play(line);
    }
    player.check(
        r#"
        > recv {"jsonrpc":"2.0","method":"notifications/tools/list_changed","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":2}}}
        < send #7 tools/list alone {} []
        "#,
    );
}

#[test]
fn a_subscription_is_a_new_stream_and_the_old_one_ends_when_it_is_granted() {
    check_modern(
        any_era(),
        &format!(
            r#"
            > call a resources/subscribe {{"uri":"file:///a"}}
            < send #2 subscriptions/listen alone {{"notifications":{{"resourceSubscriptions":["file:///a"]}}}} []
            > {first}
            < note listening {{"id":2,"refused":[]}}
            < settle a Answered {{}}
            > call b resources/subscribe {{"uri":"file:///b"}}
            < send #3 subscriptions/listen alone {{"notifications":{{"resourceSubscriptions":["file:///a","file:///b"]}}}} []
            > {second}
            < note listen-ended {{"id":2,"why":"no longer wanted"}}
            < forget 2
            < note listening {{"id":3,"refused":["file:///b"]}}
            < settle b Lost CAPABILITY_MISSING
            < send #4 subscriptions/listen alone {{"notifications":{{"resourceSubscriptions":["file:///a"]}}}} []
            > wait 400000
            < forget 4
            < note listen-ended {{"id":4,"why":"`subscriptions/listen` was not answered within 60000 ms"}}
            < send #5 subscriptions/listen alone {{"notifications":{{"resourceSubscriptions":["file:///a"]}}}} []
            < forget 5
            < note listen-ended {{"id":5,"why":"`subscriptions/listen` was not answered within 60000 ms"}}
            < send #6 subscriptions/listen alone {{"notifications":{{"resourceSubscriptions":["file:///a"]}}}} []
            < forget 6
            < note listen-ended {{"id":6,"why":"`subscriptions/listen` was not answered within 60000 ms"}}
            < send #7 subscriptions/listen alone {{"notifications":{{"resourceSubscriptions":["file:///a"]}}}} []
            < forget 7
            < note listen-ended {{"id":7,"why":"`subscriptions/listen` was not answered within 60000 ms"}}
            < send #8 subscriptions/listen alone {{"notifications":{{"resourceSubscriptions":["file:///a"]}}}} []
            < forget 8
            < note listen-ended {{"id":8,"why":"`subscriptions/listen` was not answered within 60000 ms"}}
            < send #9 subscriptions/listen alone {{"notifications":{{"resourceSubscriptions":["file:///a"]}}}} []
            < forget 9
            < note listen-ended {{"id":9,"why":"`subscriptions/listen` was not answered within 60000 ms"}}
            "#,
            first = ack(2, r#"{"resourceSubscriptions":["file:///a"]}"#),
            second = ack(3, r#"{"resourceSubscriptions":["file:///a"]}"#),
        ),
    );
}

#[test]
fn the_last_subscription_that_goes_ends_the_stream() {
    let granted = ack(2, r#"{"resourceSubscriptions":["file:///a"]}"#);
    check_modern_on(
        "pipe",
        any_era(),
        &format!(
            r#"
            > call a resources/subscribe {{"uri":"file:///a"}}
            < send #2 subscriptions/listen alone {{"notifications":{{"resourceSubscriptions":["file:///a"]}}}}
            > {granted}
            < note listening {{"id":2,"refused":[]}}
            < settle a Answered {{}}
            > wait 1000000
            > call b resources/unsubscribe {{"uri":"file:///a"}}
            < note listen-ended {{"id":2,"why":"no longer wanted"}}
            < notify notifications/cancelled {{"requestId":2,"reason":"no longer wanted"}}
            < settle b Answered {{}}
            > call c resources/subscribe {{"uri":"file:///a"}}
            < send #3 subscriptions/listen alone {{"notifications":{{"resourceSubscriptions":["file:///a"]}}}}
            > abort c
            < settle c Cancelled enough
            "#
        ),
    );
}

#[test]
fn a_stream_that_ends_is_opened_again_and_the_lists_are_fetched_anew() {
    let config = PeerConfig { auto_fetch: true, ..listening() };
    let mut player = check_modern(config, "");
    for line in
        [&ack(2, r#"{"toolsListChanged":true}"#), "answer 3 {}", "answer 4 {}", "answer 5 {}", "answer 6 {}"]
    {
        player.play(line);
    }
    player.check(&format!(
        r#"
        > answer 2 {{"resultType":"complete"}}
        < note listen-ended {{"id":2,"why":"the server ended it"}}
        > wait 1200
        < send #7 subscriptions/listen alone {{"notifications":{{"toolsListChanged":true}}}} []
        > {}
        < note listening {{"id":7,"refused":[]}}
        < send #8 tools/list alone {{}} []
        > undelivered 7 lost
        < note listen-ended {{"id":7,"why":"not delivered"}}
        > wait 1500
        > wait 900
        < send #9 subscriptions/listen alone {{"notifications":{{"toolsListChanged":true}}}} []
        "#,
        ack(7, r#"{"toolsListChanged":true}"#)
    ));
}

#[test]
fn a_server_that_does_not_know_the_method_is_not_asked_again() {
    check_modern(
        listening(),
        r#"
        > error 2 -32601
        < note listen-ended {"id":2,"why":"no (-32601)"}
        > wait 100000
        > call a resources/subscribe {"uri":"u"}
        < send #3 subscriptions/listen alone {"notifications":{"toolsListChanged":true,"resourceSubscriptions":["u"]}} []
        > error 3 -32601
        < note listen-ended {"id":3,"why":"no (-32601)"}
        < settle a Refused {"code":-32601,"message":"no"}
        "#,
    );
}

#[test]
fn subscriptions_are_made_again_after_a_reconnect_in_the_way_of_the_era() {
    let mut player = check_modern_on("pipe", any_era(), "");
    for line in [r#"call a resources/subscribe {"uri":"u"}"#, &ack(2, r#"{"resourceSubscriptions":["u"]}"#)] {
        player.play(line);
    }
    player.check(
        r#"
        > down retryable
        < close 1
        < phase backoff by link-lost
        > wait 1000
        < phase starting by retry
        < open 2
        > up
        < phase initializing by link-up
        < send #3 server/discover alone {}
        > discovered 3
        < note probe {"sign":"discovered","supported":["2025-11-25","2026-07-28"],"verdict":"modern"}
        < negotiated 2026-07-28
        < phase ready by handshake-done
        < send #4 subscriptions/listen alone {"notifications":{"resourceSubscriptions":["u"]}}
        "#,
    );
}

#[test]
fn news_of_a_strange_stream_is_noted_and_taken() {
    let config = PeerConfig { auto_fetch: true, versions: Versions::Auto, quiet_log_level: None, ..quiet() };
    let mut player = check_modern(config, "");
    for line in ["answer 2 {}", "answer 3 {}", "answer 4 {}", "answer 5 {}"] {
        player.play(line);
    }
    player.check(
        r#"
        > recv {"jsonrpc":"2.0","method":"notifications/tools/list_changed","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":77}}}
        < note stray-subscription {"method":"notifications/tools/list_changed"}
        < send #6 tools/list alone {} []
        "#,
    );
}

#[test]
fn a_stream_that_ends_while_the_next_one_is_asked_for_is_not_looked_after_twice() {
    let granted = ack(2, r#"{"resourceSubscriptions":["a"]}"#);
    check_modern(
        any_era(),
        &format!(
            r#"
            > call a resources/subscribe {{"uri":"a"}}
            < send #2 subscriptions/listen alone {{"notifications":{{"resourceSubscriptions":["a"]}}}} []
            > {granted}
            < note listening {{"id":2,"refused":[]}}
            < settle a Answered {{}}
            > call b resources/subscribe {{"uri":"b"}}
            < send #3 subscriptions/listen alone {{"notifications":{{"resourceSubscriptions":["a","b"]}}}} []
            > answer 2 {{"resultType":"complete"}}
            < note listen-ended {{"id":2,"why":"the server ended it"}}
            > wait 5000
            "#
        ),
    );
}

#[test]
fn of_opposite_wishes_for_a_resource_the_last_one_counts() {
    let granted = ack(2, r#"{"resourceSubscriptions":["a"]}"#);
    check_modern(
        PeerConfig { concurrency: 8, ..any_era() },
        &format!(
            r#"
            > call a resources/subscribe {{"uri":"a"}}
            < send #2 subscriptions/listen alone {{"notifications":{{"resourceSubscriptions":["a"]}}}} []
            > call b resources/unsubscribe {{"uri":"a"}}
            < settle a Cancelled a later `resources/unsubscribe` of the same resource
            > call c resources/subscribe {{"uri":"a"}}
            < settle b Cancelled a later `resources/subscribe` of the same resource
            > {granted}
            < note listening {{"id":2,"refused":[]}}
            < settle c Answered {{}}
            > status
            < status pending=0 running=0 completed=1 failed=0 cancelled=2
            "#
        ),
    );
}
