//! Which era a server belongs to: every row of the table, over pipes and HTTP.

use super::script::{Player, any_era, check, quiet};
use crate::era::{Revision, Versions};
use crate::peer::config::PeerConfig;
use crate::peer::phase::Phase;

fn pinned(revision: Revision) -> PeerConfig {
    PeerConfig { versions: Versions::Pinned(revision), ..any_era() }
}

/// What a machine does with an answer to its question, over one kind of link.
fn verdict_of(link: &str, input: &str) -> String {
    let mut player = Player::new(any_era());
    for line in [&format!("link {link}"), "connect", "up"] {
        player.play(line);
    }
    player.play(input).join("\n")
}

#[test]
fn a_modern_server_needs_one_round_trip() {
    check(
        any_era(),
        r#"
        > connect
        < phase starting by connect
        < open 1
        > up
        < phase initializing by link-up
        < send #1 server/discover alone {}
        > discovered 1 {"tools":{}}
        < note probe {"sign":"discovered","supported":["2025-11-25","2026-07-28"],"verdict":"modern"}
        < negotiated 2026-07-28
        < phase ready by handshake-done
        > call a tools/call {"name":"x"}
        < send #2 tools/call alone {"name":"x"}
        > call b prompts/list
        > answer 2 {"resultType":"complete","content":[]}
        < settle a Answered {"resultType":"complete","content":[]}
        < settle b Lost CAPABILITY_MISSING prompts
        "#,
    );
}

#[test]
fn a_legacy_server_costs_one_refused_request() {
    check(
        any_era(),
        r#"
        > connect
        < phase starting by connect
        < open 1
        > up
        < phase initializing by link-up
        < send #1 server/discover alone {}
        > error 1 -32601
        < note probe {"sign":"refused","code":-32601,"verdict":"legacy"}
        < send #2 initialize 2025-11-25
        > welcome 2 {"tools":{}}
        < negotiated 2025-11-25
        < notify notifications/initialized
        < phase ready by handshake-done
        > call a tools/call {"name":"x"}
        < send #3 tools/call {"name":"x"}
        "#,
    );
}

#[test]
fn every_sign_on_both_kinds_of_link_has_its_verdict() {
    let legacy = "send #2 initialize 2025-11-25";
    let again = "send #2 server/discover alone {}";
    let ready = "phase ready by handshake-done";
    let gone = "phase closed by give-up";
    let modern_only = r#"{"supported":["2026-07-28"]}"#;
    let legacy_only = r#"{"supported":["2024-11-05","2025-06-18"]}"#;
    let rows = [
        ("pipe http", "discovered 1".to_owned(), ready),
        (
            "pipe http",
            r#"answer 1 {"supportedVersions":["2025-06-18"]}"#.to_owned(),
            "send #2 initialize 2025-06-18",
        ),
        ("pipe http", r#"answer 1 {"supportedVersions":["2099-01-01"]}"#.to_owned(), gone),
        ("pipe http", r#"answer 1 {"supportedVersions":[]}"#.to_owned(), gone),
        ("pipe http", r#"answer 1 {"supportedVersions":7}"#.to_owned(), legacy),
        ("pipe http", r"answer 1 {}".to_owned(), legacy),
        ("pipe http", format!("error 1 -32022 {modern_only}"), again),
        ("pipe http", format!("error 1 -32022 {legacy_only}"), "send #2 initialize 2025-06-18"),
        ("pipe http", r#"error 1 -32022 {"supported":["2099-01-01"]}"#.to_owned(), gone),
        ("pipe http", "error 1 -32022".to_owned(), gone),
        ("pipe http", r#"error 1 -32021 {"requiredCapabilities":{}}"#.to_owned(), gone),
        ("pipe http", "error 1 -32020".to_owned(), gone),
        ("pipe http", "error 1 -32601".to_owned(), legacy),
        ("pipe http", "error 1 -32600".to_owned(), legacy),
        ("pipe http", "error 1 -32602".to_owned(), legacy),
        ("pipe http", "error 1 -32000".to_owned(), legacy),
        ("pipe http", "error 1 -32001".to_owned(), legacy),
        ("pipe http", "error 1 -32603".to_owned(), legacy),
        ("pipe http", "error 1 0".to_owned(), legacy),
        ("pipe http", "error 1 42".to_owned(), legacy),
        ("pipe", "wait 2000".to_owned(), legacy),
        ("pipe", "down retryable".to_owned(), "phase starting by restart"),
        ("http", "undelivered 1 400".to_owned(), legacy),
        ("http", "undelivered 1 404".to_owned(), legacy),
        ("http", "undelivered 1 405".to_owned(), legacy),
        ("http", "undelivered 1 406".to_owned(), legacy),
        ("http", "undelivered 1 415".to_owned(), legacy),
        ("http", "undelivered 1 200".to_owned(), legacy),
        ("http", "undelivered 1 202".to_owned(), legacy),
        ("http", "undelivered 1 401".to_owned(), gone),
        ("http", "undelivered 1 403".to_owned(), gone),
        // Nothing is learned from these, but a handshake may still work.
        ("http", "undelivered 1 500".to_owned(), legacy),
        ("http", "undelivered 1 503".to_owned(), legacy),
        ("http", "undelivered 1 lost".to_owned(), "phase backoff by refused"),
        ("http", "down retryable".to_owned(), "phase backoff by link-lost"),
        ("http", "wait 4999".to_owned(), ""),
        ("http", "wait 5000".to_owned(), legacy),
        ("http", "wait 30000".to_owned(), "phase backoff by timed-out"),
    ];
    for (links, input, expected) in &rows {
        for link in links.split(' ') {
            let effects = verdict_of(link, input);
            let is_as_expected =
                if expected.is_empty() { effects.is_empty() } else { effects.contains(expected) };
            assert!(is_as_expected, "{link}: {input}\nexpected {expected}\ngot\n{effects}");
            let is_silent = expected.is_empty();
            let is_down = input.starts_with("down") && link == "http";
            assert!(is_silent || is_down || effects.contains("note probe"), "{link}: {input}: {effects}");
        }
    }
}

#[test]
fn http_sse_is_legacy_without_a_question() {
    check(
        any_era(),
        "
        > link sse
        > connect
        < phase starting by connect
        < open 1
        > up
        < phase initializing by link-up
        < send #1 initialize 2025-11-25
        ",
    );
}

#[test]
fn a_server_that_quits_on_the_question_is_started_again_and_never_asked_again() {
    let config = PeerConfig { versions: Versions::Auto, ..quiet() };
    check(
        config,
        r#"
        > connect
        < phase starting by connect
        < open 1
        > up
        < phase initializing by link-up
        < send #1 server/discover alone {}
        > call a tools/call {"name":"x"}
        > down retryable
        < note probe {"sign":"quit","verdict":"legacy"}
        < close 1
        < phase starting by restart
        < open 2
        > up
        < phase initializing by link-up
        < send #2 initialize 2025-11-25
        > welcome 2
        < negotiated 2025-11-25
        < notify notifications/initialized
        < phase ready by handshake-done
        < send #3 tools/call {"name":"x"}
        > down retryable
        < close 2
        < settle a Lost TRANSPORT_ERROR
        < phase backoff by link-lost
        > wait 1000
        < phase starting by retry
        < open 3
        > up
        < phase initializing by link-up
        < send #4 initialize 2025-11-25
        "#,
    );
}

#[test]
fn a_server_that_fails_both_ways_is_asked_again_by_the_user_only() {
    let mut player = Player::new(PeerConfig { versions: Versions::Auto, ..quiet() });
    for line in ["connect", "up", "down retryable", "up"] {
        player.play(line);
    }
    player.check(
        "
        > down fatal
        < close 2
        < phase backoff by link-lost
        < phase closed by give-up
        > connect
        < phase starting by connect
        < open 3
        > up
        < phase initializing by link-up
        < send #3 server/discover alone {}
        ",
    );
}

#[test]
fn a_slow_modern_server_is_not_taken_for_an_old_one() {
    check(
        any_era(),
        r#"
        > connect
        < phase starting by connect
        < open 1
        > up
        < phase initializing by link-up
        < send #1 server/discover alone {}
        > wait 2000
        < note probe {"sign":"silent","afterMs":2000,"verdict":"legacy"}
        < send #2 initialize 2025-11-25
        > wait 1000
        > discovered 1
        < note probe {"sign":"discovered","supported":["2025-11-25","2026-07-28"],"verdict":"modern"}
        < negotiated 2026-07-28
        < phase ready by handshake-done
        > error 2 -32601
        < note late-answer {"id":2}
        "#,
    );
}

#[test]
fn a_slow_server_over_http_is_tried_both_ways_and_nothing_is_learned_from_it() {
    let mut player = Player::new(any_era());
    for line in ["link http", "connect", "up", "wait 5000"] {
        player.play(line);
    }
    player.check(
        "
        > welcome 2
        < forget 1
        < negotiated 2025-11-25
        < notify notifications/initialized
        < phase ready by handshake-done
        > down retryable
        < close 1
        < phase backoff by link-lost
        > wait 1000
        < phase starting by retry
        < open 2
        > up
        < phase initializing by link-up
        < send #3 server/discover alone {} []
        ",
    );
}

#[test]
fn a_slow_legacy_server_may_refuse_the_question_late() {
    check(
        any_era(),
        r#"
        > connect
        < phase starting by connect
        < open 1
        > up
        < phase initializing by link-up
        < send #1 server/discover alone {}
        > wait 2000
        < note probe {"sign":"silent","afterMs":2000,"verdict":"legacy"}
        < send #2 initialize 2025-11-25
        > error 1 -32601
        < note probe {"sign":"refused","code":-32601,"verdict":"legacy"}
        > welcome 2
        < negotiated 2025-11-25
        < notify notifications/initialized
        < phase ready by handshake-done
        "#,
    );
}

#[test]
fn a_mute_server_that_answers_the_handshake_only_is_ready_after_the_probe_timeout() {
    check(
        any_era(),
        r#"
        > connect
        < phase starting by connect
        < open 1
        > up
        < phase initializing by link-up
        < send #1 server/discover alone {}
        > wait 2000
        < note probe {"sign":"silent","afterMs":2000,"verdict":"legacy"}
        < send #2 initialize 2025-11-25
        > welcome 2
        < negotiated 2025-11-25
        < notify notifications/initialized
        < phase ready by handshake-done
        > error 1 -32601
        < note late-answer {"id":1}
        "#,
    );
}

#[test]
fn a_refused_revision_is_offered_again_once_only() {
    check(
        any_era(),
        r#"
        > link http
        > connect
        < phase starting by connect
        < open 1
        > up
        < phase initializing by link-up
        < send #1 server/discover alone {} []
        > error 1 -32022 {"supported":["2026-07-28"]}
        < note probe {"sign":"version-refused","supported":["2026-07-28"],"verdict":"modern"}
        < send #2 server/discover alone {} []
        > error 2 -32022 {"supported":["2026-07-28"]}
        < note probe {"sign":"version-refused","supported":["2026-07-28"],"verdict":"modern"}
        < close 1
        < phase backoff by refused
        < phase closed by give-up
        "#,
    );
}

#[test]
fn a_pinned_revision_allows_no_other_way() {
    let mut player = Player::new(pinned(Revision::R2026_07_28));
    for line in ["connect", "up"] {
        player.play(line);
    }
    player.check(
        r#"
        > wait 5000
        > error 1 -32601
        < note probe {"sign":"refused","code":-32601,"verdict":"legacy"}
        < close 1
        < phase backoff by refused
        < phase closed by give-up
        "#,
    );
    let Phase::Closed { fault: Some(fault) } = player.peer.phase() else { panic!("not given up") };
    assert!(fault.hint.as_ref().is_some_and(|hint| hint.contains("`auto`")), "{fault:?}");
    assert_eq!(fault.details.rpc.as_ref().and_then(|error| error.code), Some(-32601));
    check(
        pinned(Revision::R2024_11_05),
        "
        > connect
        < phase starting by connect
        < open 1
        > up
        < phase initializing by link-up
        < send #1 initialize 2024-11-05
        ",
    );
    check(
        pinned(Revision::R2026_07_28),
        "
        > link sse
        > connect
        < phase starting by connect
        < open 1
        > up
        < phase initializing by link-up
        < close 1
        < phase backoff by refused
        < phase closed by give-up
        ",
    );
}

#[test]
fn a_program_that_sends_everything_back_is_no_server() {
    let effects =
        verdict_of("pipe", r#"recv {"jsonrpc":"2.0","id":1,"method":"server/discover","params":{}}"#);
    assert!(effects.contains("phase closed by give-up"), "{effects}");
}

#[test]
fn a_slow_modern_server_that_ends_when_it_is_greeted_is_only_asked_the_next_time() {
    let mut player = Player::new(any_era());
    for line in ["connect", "up", "wait 2000"] {
        player.play(line);
    }
    player.check(
        r#"
        > down retryable
        < note probe {"sign":"quit","verdict":"legacy"}
        < close 1
        < phase starting by restart
        < open 2
        > up
        < phase initializing by link-up
        < send #3 server/discover alone {}
        > wait 10000
        > discovered 3
        < note probe {"sign":"discovered","supported":["2025-11-25","2026-07-28"],"verdict":"modern"}
        < negotiated 2026-07-28
        < phase ready by handshake-done
        > down retryable
        < close 2
        < phase backoff by link-lost
        > wait 1000
        < phase starting by retry
        < open 3
        > up
        < phase initializing by link-up
        < send #4 server/discover alone {}
        > wait 10000
        "#,
    );
}

#[test]
fn a_refused_greeting_waits_for_the_answer_to_the_question() {
    let mut player = Player::new(any_era());
    for line in ["connect", "up", "wait 2000"] {
        player.play(line);
    }
    player.check(
        r#"
        > error 2 -32601
        > discovered 1
        < note probe {"sign":"discovered","supported":["2025-11-25","2026-07-28"],"verdict":"modern"}
        < negotiated 2026-07-28
        < phase ready by handshake-done
        "#,
    );
    let mut player = Player::new(any_era());
    for line in ["connect", "up", "wait 2000", "error 2 -32600"] {
        player.play(line);
    }
    player.check(
        "
        > wait 28000
        < close 1
        < phase backoff by timed-out
        < phase closed by give-up
        ",
    );
    let Phase::Closed { fault: Some(fault) } = player.peer.phase() else { panic!("not given up") };
    assert_eq!(fault.details.rpc.as_ref().and_then(|error| error.code), Some(-32600), "{fault:?}");
}

#[test]
fn a_question_that_is_lost_while_the_greeting_is_under_way_changes_nothing() {
    let mut player = Player::new(any_era());
    for line in ["link http", "connect", "up", "wait 5000"] {
        player.play(line);
    }
    player.check(
        r#"
        > undelivered 1 502
        < note probe {"sign":"status","status":502,"verdict":"unknown"}
        > welcome 2
        < negotiated 2025-11-25
        < notify notifications/initialized
        < phase ready by handshake-done
        "#,
    );
}
