//! `initialize`: what a server may say, and what it may not.

use super::script::{Player, quiet};
use crate::fault::Fault;
use crate::peer::phase::Phase;

/// A machine that has sent `initialize`.
fn initializing() -> Player {
    let mut player = Player::new(quiet());
    player.check(
        "
        > connect
        < phase starting by connect
        < open 1
        > up
        < phase initializing by link-up
        < send #1 initialize 2025-11-25
        ",
    );
    player
}

fn closed_by(player: &Player) -> &Fault {
    match player.peer.phase() {
        Phase::Closed { fault: Some(fault) } => fault,
        phase => panic!("not given up: {phase:?}"),
    }
}

#[test]
fn every_revision_with_a_handshake_is_accepted() {
    for revision in ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"] {
        initializing().check(&format!(
            r#"
            > answer 1 {{"protocolVersion":"{revision}","capabilities":{{}},"serverInfo":{{"name":"s"}}}}
            < negotiated {revision}
            < notify notifications/initialized
            < phase ready by handshake-done
            "#
        ));
    }
}

#[test]
fn a_server_that_names_what_it_speaks_gets_a_second_offer_of_the_newest_we_share() {
    initializing().check(
        r#"
        > error 1 -32602 {"supported":["2024-11-05","2025-06-18","2026-07-28","1.0"],"requested":"2025-11-25"}
        < send #2 initialize 2025-06-18
        > answer 2 {"protocolVersion":"2025-06-18","capabilities":{},"serverInfo":{}}
        < negotiated 2025-06-18
        < notify notifications/initialized
        < phase ready by handshake-done
        "#,
    );
}

#[test]
fn there_is_no_third_offer() {
    let mut player = initializing();
    player.check(
        r#"
        > error 1 -32602 {"supported":["2024-11-05"]}
        < send #2 initialize 2024-11-05
        > error 2 -32602 {"supported":["2025-06-18"]}
        < close 1
        < phase backoff by refused
        < phase closed by give-up
        "#,
    );
    assert_eq!(closed_by(&player).code.as_str(), "PROTOCOL_VERSION_MISMATCH");
    assert_eq!(closed_by(&player).rpc_code(), Some(-32602));
}

#[test]
fn a_server_with_which_we_share_no_revision_is_given_up() {
    let mut player = initializing();
    player.check(
        r#"
        > error 1 -32022 {"supported":["2026-07-28"]}
        < close 1
        < phase backoff by refused
        < phase closed by give-up
        "#,
    );
    assert_eq!(closed_by(&player).code.as_str(), "PROTOCOL_VERSION_MISMATCH");
}

#[test]
fn a_revision_that_does_not_exist_is_a_fault() {
    let mut player = initializing();
    player.check(
        r#"
        > call a ping
        > answer 1 {"protocolVersion":"1.0","capabilities":{},"serverInfo":{}}
        < settle a Lost PROTOCOL_VERSION_MISMATCH
        < close 1
        < phase backoff by refused
        < phase closed by give-up
        "#,
    );
    assert!(closed_by(&player).message.contains("\"1.0\""));
    assert!(closed_by(&player).hint.as_ref().unwrap().contains("2025-11-25"));
}

#[test]
fn a_revision_without_a_handshake_is_noted_and_ours_is_used() {
    initializing().check(
        r#"
        > answer 1 {"protocolVersion":"2026-07-28","capabilities":{},"serverInfo":{}}
        < note odd-revision {"named":"2026-07-28","used":"2025-11-25"}
        < negotiated 2025-11-25
        < notify notifications/initialized
        < phase ready by handshake-done
        "#,
    );
}

#[test]
fn an_error_is_a_protocol_fault_that_keeps_the_servers_code_and_data() {
    let mut player = initializing();
    player.check(
        r#"
        > error 1 -32603 {"trace":"x"}
        < close 1
        < phase backoff by refused
        < phase closed by give-up
        "#,
    );
    let fault = closed_by(&player);
    assert_eq!((fault.code.as_str(), fault.rpc_code()), ("PROTOCOL_ERROR", Some(-32603)));
    assert_eq!(fault.details.rpc.as_ref().unwrap().data.as_ref().unwrap().as_str(), r#"{"trace":"x"}"#);
}

#[test]
fn what_an_answer_lacks_is_noted_and_the_session_goes_on() {
    initializing().check(
        r#"
        > answer 1 {}
        < note incomplete-handshake {"missing":"`protocolVersion`"}
        < note incomplete-handshake {"missing":"`capabilities`"}
        < note incomplete-handshake {"missing":"`serverInfo`"}
        < negotiated 2025-11-25
        < notify notifications/initialized
        < phase ready by handshake-done
        > call a tools/call
        < settle a Lost CAPABILITY_MISSING tools
        "#,
    );
}

#[test]
fn a_result_that_is_no_object_breaks_the_handshake() {
    let mut player = initializing();
    player.check(
        "
        > answer 1 [1]
        < close 1
        < phase backoff by refused
        < phase closed by give-up
        ",
    );
    assert_eq!(closed_by(&player).code.as_str(), "INVALID_RESPONSE");
}

#[test]
fn what_comes_before_the_answer_does_not_disturb_the_handshake() {
    initializing().check(
        r#"
        > recv starting up...
        > recv {"jsonrpc":"2.0","id":"p","method":"ping"}
        < reply "p" {}
        > recv {"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"x"}}
        > answer 7 {}
        < note unknown-answer {"id":7}
        > answer "1" {"protocolVersion":"2025-11-25","capabilities":{},"serverInfo":{}}
        < note id-type-changed {"id":"1"}
        < negotiated 2025-11-25
        < notify notifications/initialized
        < phase ready by handshake-done
        > welcome 1
        < note duplicate-answer {"id":1}
        "#,
    );
}

#[test]
fn what_stands_after_a_refusal_in_the_same_batch_is_not_acted_on() {
    initializing().check(
        r#"
        > recv [{"jsonrpc":"2.0","id":1,"error":{"code":-1,"message":"no"}},{"jsonrpc":"2.0","id":9,"method":"ping"},{"jsonrpc":"2.0","id":10,"method":"sampling/createMessage"}]
        < note flawed {"flaws":["in-batch"]}
        < close 1
        < phase backoff by refused
        < phase closed by give-up
        > held
        < held in-flight=0 waiting=0 tombstones=0 other=0
        "#,
    );
}

#[test]
fn the_offer_is_what_the_configuration_says() {
    use crate::era::Revision;
    use crate::frame::Frame;
    use crate::peer::{Effect, Input, LinkKind, Peer};
    use crate::stamp::At;
    let mut out = Vec::new();
    let mut peer = Peer::new(quiet());
    peer.step(At::START, Input::Connect, &mut out);
    peer.step(At::START, Input::LinkUp { epoch: 1, kind: LinkKind::Pipe }, &mut out);
    let Some(Effect::Send(outgoing)) = out.last() else { panic!("nothing was sent") };
    let frame = Frame::read(outgoing.bytes.clone());
    let params = frame.message().unwrap().params().unwrap().to_value();
    assert_eq!(params["clientInfo"]["name"], "mcp-inspector");
    assert_eq!(params["capabilities"], quiet().offer.to_capabilities(Revision::NEWEST_LEGACY));
}
