//! How a call ends: by an answer, at once, or because the server gives up on it.

use super::script::{Player, any_era, check, check_modern, check_ready, concurrent, quiet};
use crate::command::{CallKey, CallRequest, Outcome};
use crate::peer::{Effect, Input, Peer};
use crate::stamp::At;
use std::time::Duration;

#[test]
fn results_and_errors_reach_their_callers_whatever_the_order() {
    check_ready(
        concurrent(3),
        r#"
        > call a tools/call {"name":"x"}
        < send #2 tools/call {"name":"x"}
        > call b tools/call
        < send #3 tools/call
        > call c ping
        < send #4 ping
        > answer 4 {"n":1.50}
        < settle c Answered {"n":1.50}
        > error 2 -32602 {"why":[1.0]}
        < settle a Refused {"code":-32602,"message":"no","data":{"why":[1.0]}}
        > answer 3 {}
        < settle b Answered {}
        > held
        < held in-flight=0 waiting=0 tombstones=0 other=0
        "#,
    );
}

#[test]
fn answers_that_belong_to_no_call_are_noted_and_change_nothing() {
    check_ready(
        quiet(),
        r#"
        > call a tools/call
        < send #2 tools/call
        > answer 99 {}
        < note unknown-answer {"id":99}
        > answer 0 {}
        < note unknown-answer {"id":0}
        > answer "x" {}
        < note unknown-answer {"id":"x"}
        > answer "1" {}
        < note unknown-answer {"id":"1"}
        > answer null {}
        < note flawed {"flaws":["id-null"]}
        < note unattributed-answer
        > answer 2.5 {}
        < note flawed {"flaws":["id-odd"]}
        < note unattributed-answer
        > recv {"jsonrpc":"2.0","result":{}}
        < note flawed {"flaws":["id-missing"]}
        < note unattributed-answer
        > answer 1 {}
        < note duplicate-answer {"id":1}
        > answer 2 {}
        < settle a Answered {}
        > answer 2 {"again":true}
        < note duplicate-answer {"id":2}
        "#,
    );
}

#[test]
fn an_id_that_comes_back_as_text_is_accepted_with_a_note() {
    check_ready(
        quiet(),
        r#"
        > call a tools/call
        < send #2 tools/call
        > answer "2" {}
        < note id-type-changed {"id":"2"}
        < settle a Answered {}
        "#,
    );
}

#[test]
fn junk_and_broken_envelopes_do_not_stop_the_session() {
    check_ready(
        quiet(),
        r#"
        > call a tools/call
        < send #2 tools/call
        > recv Server listening on stdio
        > recv {"level":"info"}
        > recv {"id":2,"result":{"a":1}}
        < note flawed {"flaws":["jsonrpc-missing"]}
        < settle a Answered {"a":1}
        > call b tools/call
        < send #3 tools/call
        > recv {"jsonrpc":"2.0","id":3,"result":{},"error":{"code":5,"message":"m"}}
        < note flawed {"flaws":["result-and-error"]}
        < settle b Refused {"code":5,"message":"m"}
        "#,
    );
}

#[test]
fn calls_made_while_connecting_wait_and_go_out_when_ready() {
    check(
        concurrent(2),
        "
        > connect
        < phase starting by connect
        < open 1
        > call a tools/call
        > up
        < phase initializing by link-up
        < send #1 initialize 2025-11-25
        > call b tools/call
        > welcome 1
        < negotiated 2025-11-25
        < notify notifications/initialized
        < phase ready by handshake-done
        < send #2 tools/call
        < send #3 tools/call
        ",
    );
}

#[test]
fn calls_without_a_connection_fail_at_once() {
    check(
        quiet(),
        "
        > call a tools/call
        < settle a Lost NOT_CONNECTED
        > connect
        < phase starting by connect
        < open 1
        > down retryable
        < close 1
        < phase backoff by link-lost
        > call b tools/call
        < settle b Lost NOT_CONNECTED
        > list c tools
        < settle c Lost NOT_CONNECTED
        > connect
        < phase starting by retry
        < open 2
        > down fatal
        < close 2
        < phase backoff by link-lost
        < phase closed by give-up
        > call d tools/call
        < settle d Lost SPAWN_FAILED
        > notify notifications/x
        < note not-sent {\"what\":\"`notifications/x`\",\"reason\":\"not connected (closed)\"}
        > raw {}
        < note not-sent {\"what\":\"a raw frame\",\"reason\":\"not connected (closed)\"}
        ",
    );
}

#[test]
fn a_call_in_backoff_says_why_and_for_how_long() {
    let mut peer = Peer::new(quiet());
    let mut out = Vec::new();
    peer.step(At::START, Input::Connect, &mut out);
    let fault = crate::fault::Fault::new(crate::fault::FaultCode::TransportError, "the pipe broke");
    peer.step(At::START, Input::LinkDown { epoch: 1, fault }, &mut out);
    out.clear();
    let request = CallRequest::new("ping", None);
    peer.step(At::START.plus(Duration::from_millis(400)), Input::Call { key: CallKey(1), request }, &mut out);
    let Some(Effect::Settle { outcome: Outcome::Lost(fault), .. }) = out.last() else { panic!("{out:?}") };
    assert_eq!(fault.message, "not connected: the pipe broke; next attempt in 600 ms");
}

#[test]
fn a_call_the_server_does_not_cover_fails_by_name_unless_forced() {
    let mut player = Player::new(quiet());
    for line in ["connect", "up", r#"welcome 1 {"tools":{},"resources":{"subscribe":false}}"#] {
        player.play(line);
    }
    player.check(
        r#"
        > call a prompts/get
        < settle a Lost CAPABILITY_MISSING prompts
        > list b prompts
        < settle b Lost CAPABILITY_MISSING prompts
        > call c resources/subscribe {"uri":"x"}
        < settle c Lost CAPABILITY_MISSING resources.subscribe
        > call d completion/complete
        < settle d Lost CAPABILITY_MISSING completions
        > status
        < status pending=0 running=0 completed=0 failed=4 cancelled=0
        > call e prompts/get forced
        < send #2 prompts/get
        > error 2 -32601
        < settle e Refused {"code":-32601,"message":"no"}
        > call f vendor/extension
        < send #3 vendor/extension
        "#,
    );
}

#[test]
fn the_server_can_give_up_on_a_call() {
    check_ready(
        quiet(),
        r#"
        > call a tools/call
        < send #2 tools/call
        > recv {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":2,"reason":"busy"}}
        < settle a Cancelled by the server: busy
        > answer 2 {}
        < note late-answer {"id":2}
        > recv {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":2}}
        > recv {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":77}}
        > recv {"jsonrpc":"2.0","method":"notifications/cancelled"}
        "#,
    );
}

#[test]
fn a_frame_says_for_which_call_it_is_sent() {
    let call_of = |player: &Player| player.last_sent.as_ref().and_then(|outgoing| outgoing.call);
    let mut player = Player::ready(quiet());
    player.play("call a ping");
    assert_eq!(call_of(&player), Some(CallKey(0)));
    player.play("answer 2 {}");
    player.play("list b tools");
    assert_eq!(call_of(&player), Some(CallKey(1)));
    player.play(r#"answer 3 {"tools":[],"nextCursor":"x"}"#);
    assert_eq!(call_of(&player), Some(CallKey(1)), "the next page is sent for the same call");
    player.play(r#"answer 4 {"tools":[]}"#);
    player.play("notify notifications/x");
    assert_eq!(call_of(&player), None);
    let player = check_modern(
        any_era(),
        r#"
        > call a tools/call {"name":"x"}
        < send #2 tools/call alone {"name":"x"} [mcp-name=x]
        > answer 2 {"resultType":"task","taskId":"t","status":"working","pollIntervalMs":2000}
        < note task {"task":"t","status":"working"}
        > wait 2000
        < send #3 tasks/get alone {"taskId":"t"} [mcp-name=t]
        "#,
    );
    assert_eq!(call_of(&player), Some(CallKey(0)), "so is a look at the task it became");
}
