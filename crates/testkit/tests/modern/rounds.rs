//! Results that ask for input: who answers, and what is sent again.

use crate::scene::{BOTH, calls, check_echo, count, done, echo, outcome, posts, start, within};
use crate::scripted::{Over, Served, any_era};
use crate::support::{PATIENCE, entries, notes, wait_for};
use mcp_inspector_engine::core::entry::{AskChange, AskEnd, EntryKind, Note};
use mcp_inspector_engine::core::message::RpcError;
use mcp_inspector_engine::responder::Rules;
use mcp_inspector_engine::{Answer, AskId, FaultCode, Outcome, Raw, Responder, Root, Session, SessionConfig};
use mcp_inspector_testkit::scripted::{Script, Step};
use serde_json::{Map, Value, json};
use std::time::Duration;

fn form(message: &str) -> Value {
    let schema = json!({ "type": "object", "properties": { "ok": { "type": "boolean", "default": true } } });
    json!({ "method": "elicitation/create", "params": { "message": message, "requestedSchema": schema } })
}

fn sampling() -> Value {
    json!({ "method": "sampling/createMessage", "params": { "messages": [], "maxTokens": 5 } })
}

fn asks(requests: &Value) -> Step {
    Step::result(&json!({ "resultType": "input_required", "inputRequests": requests }))
}

/// A state that any reading and writing of JSON would change.
const STATE: &str = r#""\u0041\/\u00fc 1.10 = v1""#;

/// Asks with a state, in exactly these bytes.
fn asks_with_state(requests: &Value) -> Step {
    Step::Say(format!(
        r#"{{"jsonrpc":"2.0","id":"$id","result":{{"resultType":"input_required","inputRequests":{requests},"requestState": {STATE} }}}}"#
    ))
}

async fn answered_by(
    over: Over,
    script: Script,
    config: SessionConfig,
    responder: Responder,
) -> (Served, Session) {
    let served = Served::start(over, script);
    let connecting = Session::connect_with(served.target(), config, responder);
    let session = within(connecting).await.expect("the server can be connected to");
    (served, session)
}

fn rules(text: &str) -> Responder {
    Responder::Rules(Rules::read(text).expect("the rules are well-formed"))
}

/// What was sent with a call besides what the caller said.
fn responses(served: &Served) -> Vec<Value> {
    served.messages("tools/call").iter().map(|call| call["params"]["inputResponses"].clone()).collect()
}

/// Answers the next ask that comes after `last`.
async fn answer_next(session: &Session, last: u64, answer: Answer) -> u64 {
    let is_next =
        |kind: &EntryKind| matches!(kind, EntryKind::Ask(AskChange::Opened { id, .. }) if id.0 > last);
    let entry = wait_for(session, is_next).await;
    let EntryKind::Ask(AskChange::Opened { id, .. }) = &entry.kind else { unreachable!("only those fit") };
    assert!(session.answer(*id, answer).await.expect("the session lives"));
    id.0
}

#[tokio::test]
async fn a_face_answers_and_the_call_is_sent_again_with_the_state_byte_for_byte() {
    for over in BOTH {
        let requests =
            json!({ "ask": form("Sure?"), "note": sampling(), "where": { "method": "roots/list" } });
        let script = calls([asks_with_state(&requests), Step::complete(&done())]);
        let (served, session) = start(over, script, any_era()).await;
        let root = Root { uri: "file:///srv".into(), name: None };
        session.set_roots(vec![root]).await.expect("the session lives");
        let call = session.request(echo().arguments(json!({ "n": 1.5 })).into_request()).await;
        let accepted = json!({ "action": "accept", "content": { "ok": true } });
        let said = json!({ "role": "assistant", "model": "m", "content": { "type": "text", "text": "x" } });
        let first = answer_next(&session, 0, Answer::Result(Raw::of(&accepted))).await;
        answer_next(&session, first, Answer::Result(Raw::of(&said))).await;
        within(call.result()).await.expect("the second time it is done");

        let sent: Vec<(String, String)> =
            served.came().into_iter().filter(|(method, _)| method == "tools/call").collect();
        assert!(sent[1].1.contains(&format!(r#""requestState":{STATE}"#)), "{}", sent[1].1);
        let [before, after] = served.messages("tools/call").try_into().expect("two calls");
        let roots = json!({ "roots": [{ "uri": "file:///srv" }] });
        assert_eq!(
            after["params"]["inputResponses"],
            json!({ "where": roots, "ask": accepted, "note": said }),
            "{over:?}"
        );
        assert_ne!(before["id"], after["id"]);
        for member in ["name", "arguments", "_meta"] {
            assert_eq!(before["params"][member], after["params"][member], "{member} stays as it is");
        }
        assert!(before["params"].get("requestState").is_none());
        assert!(session.view().asks.is_empty());
    }
}

#[tokio::test]
async fn the_headers_of_the_second_request_are_those_of_the_first() {
    let script = calls([asks(&json!({ "a": form("?") })), Step::complete(&done())]);
    let accept = rules(r#"{"rules":[{"method":"elicitation/create","accept":"defaults"}]}"#);
    let (served, session) = answered_by(Over::Http, script, any_era(), accept).await;
    check_echo(&session).await;
    let of = |index: usize| -> Vec<(String, String)> {
        let headers = posts(&served, "tools/call")[index].headers.clone();
        headers.into_iter().filter(|(name, _)| !name.eq_ignore_ascii_case("content-length")).collect()
    };
    assert_eq!(of(0), of(1));
}

#[tokio::test]
async fn rules_answer_round_after_round() {
    let text = r#"{ "rules": [
        { "method": "elicitation/create", "contains": "first", "accept": { "ok": false } },
        { "method": "elicitation/create", "accept": "defaults" },
        { "method": "sampling/createMessage", "result": { "role": "assistant" } }
    ] }"#;
    for over in BOTH {
        let steps = [
            asks(&json!({ "a": form("first") })),
            asks(&json!({ "b": form("second"), "c": sampling() })),
            Step::complete(&done()),
        ];
        let (served, session) = answered_by(over, calls(steps), any_era(), rules(text)).await;
        check_echo(&session).await;
        let accepted = |content: Value| json!({ "action": "accept", "content": content });
        assert_eq!(
            responses(&served),
            [
                Value::Null,
                json!({ "a": accepted(json!({ "ok": false })) }),
                json!({ "b": accepted(json!({ "ok": true })), "c": { "role": "assistant" } }),
            ],
            "{over:?}: only the latest answers go along"
        );
        let rounds: Vec<String> = notes(&session)
            .iter()
            .filter(|note| matches!(note, Note::InputRequired { .. }))
            .map(ToString::to_string)
            .collect();
        assert_eq!(
            rounds,
            [
                "request 2 wants input: 1 question(s), round 1",
                "request 3 wants input: 2 question(s), round 2",
            ]
        );
    }
}

#[tokio::test]
async fn rules_know_the_tool_and_say_what_does_not_fit() {
    let text = "
- { kind: elicitation, tool: another, accept: { ok: true } }
- { kind: elicitation, tool: echo, message: first, accept: { ok: perhaps } }
- { kind: elicitation, tool: echo, message: second, accept: { ok: true } }
- { kind: sampling, tool: echo, text: fine }
";
    for over in BOTH {
        let questions =
            json!({ "a": form("first"), "b": form("second"), "c": form("third"), "d": sampling() });
        let script = calls([asks(&questions), Step::complete(&done())]);
        let (served, session) = answered_by(over, script, any_era(), rules(text)).await;
        check_echo(&session).await;
        let said = &responses(&served)[1];
        let decline = json!({ "action": "decline" });
        assert_eq!(said["a"], decline);
        assert_eq!(said["b"], json!({ "action": "accept", "content": { "ok": true } }));
        assert_eq!(said["c"], decline);
        assert_eq!(said["d"]["content"]["text"], "fine");
        let decisions: Vec<String> = notes(&session)
            .iter()
            .filter(|note| matches!(note, Note::AskDecided { .. }))
            .map(ToString::to_string)
            .collect();
        assert_eq!(
            decisions,
            [
                r#"ask 1 is refused: what rule 2 says does not fit: `/ok`: expected a boolean, got the text "perhaps""#,
                "ask 2 is answered by rule 3",
                "ask 3 is refused: no rule fits",
                "ask 4 is answered by rule 4",
            ],
            "{over:?}"
        );
    }
}

#[tokio::test]
async fn who_refuses_declines_a_form_and_gives_up_a_sampling() {
    for over in BOTH {
        let script = calls([asks(&json!({ "a": form("?") })), Step::complete(&done())]);
        let (served, session) = answered_by(over, script, any_era(), Responder::refuse()).await;
        check_echo(&session).await;
        assert_eq!(responses(&served)[1], json!({ "a": { "action": "decline" } }));

        let script = calls([asks(&json!({ "s": sampling() }))]);
        let (served, session) = answered_by(over, script, any_era(), Responder::refuse()).await;
        let Outcome::Cancelled { reason } = outcome(&session).await else { panic!("not cancelled") };
        assert!(reason.contains("`sampling/createMessage`"), "{reason}");
        assert_eq!(count(&served, "tools/call"), 1, "there is no way to say no");
    }
}

#[tokio::test]
async fn when_one_question_is_refused_for_good_no_other_stays_open() {
    let script = calls([asks(&json!({ "s": sampling(), "a": form("?"), "b": form("?") }))]);
    let (_served, session) = answered_by(Over::Http, script, any_era(), Responder::refuse()).await;
    assert!(matches!(outcome(&session).await, Outcome::Cancelled { .. }));
    let view = session.view();
    assert!(view.asks.is_empty(), "the call is over, but these are shown: {:#?}", view.asks);
    // Nothing ends before it begins.
    let mut open: Vec<AskId> = Vec::new();
    for entry in entries(&session) {
        match &entry.kind {
            EntryKind::Ask(AskChange::Opened { id, .. }) => open.push(*id),
            EntryKind::Ask(AskChange::Ended { id, .. }) => assert!(open.contains(id), "ask {id} ended first"),
            _ => {}
        }
    }
}

#[tokio::test]
async fn a_face_that_refuses_takes_the_other_questions_along() {
    let script = calls([asks(&json!({ "a": form("?"), "s": sampling() }))]);
    let (_served, session) = start(Over::Http, script, any_era()).await;
    let call = session.request(echo().into_request()).await;
    let second = |kind: &EntryKind| matches!(kind, EntryKind::Ask(AskChange::Opened { id: AskId(2), .. }));
    wait_for(&session, second).await;
    let no = Answer::Error(RpcError::new(-1, "no"));
    assert!(session.answer(AskId(2), no).await.expect("the session lives"));
    assert!(matches!(within(call.outcome()).await, Outcome::Cancelled { .. }));
    let withdrawn = |kind: &EntryKind| {
        matches!(kind, EntryKind::Ask(AskChange::Ended { id: AskId(1), how: AskEnd::Withdrawn }))
    };
    wait_for(&session, withdrawn).await;
    let late = Answer::Result(Raw::empty_object());
    assert!(!session.answer(AskId(1), late).await.expect("the session lives"));
    assert!(session.view().asks.is_empty());
}

#[tokio::test]
async fn prompts_and_resources_may_ask_too_and_others_may_not() {
    let ask = || asks(&json!({ "a": form("?") }));
    let accept = r#"{"rules":[{"method":"elicitation/create","accept":"defaults"}]}"#;
    for over in BOTH {
        let script = Script::modern()
            .on("prompts/get", [ask(), Step::complete(&json!({ "messages": [] }))])
            .on("resources/read", [ask(), Step::complete(&json!({ "contents": [] }))])
            .on("completion/complete", [ask()]);
        let (served, session) = answered_by(over, script, any_era(), rules(accept)).await;
        session.get_prompt("p", &Map::new()).await.expect("a prompt");
        session.read_resource("test://a").await.expect("a resource");
        let reference = json!({ "type": "ref/prompt", "name": "p" });
        let fault = session.complete(&reference, "a", "", None).await.expect_err("it may not ask");
        assert_eq!(fault.code, FaultCode::InvalidResponse);
        let counts =
            ["prompts/get", "resources/read", "completion/complete"].map(|name| count(&served, name));
        assert_eq!(counts, [2, 2, 1]);
    }
}

#[tokio::test]
async fn rounds_have_an_end() {
    for over in BOTH {
        let mut config = any_era();
        config.peer.round_limit = 4;
        let script = calls([asks_with_state(&json!({ "a": form("again?") }))]);
        let accept = r#"{"rules":[{"method":"elicitation/create","accept":"defaults"}]}"#;
        let (served, session) = answered_by(over, script, config, rules(accept)).await;
        let Outcome::Lost(fault) = outcome(&session).await else { panic!("not lost") };
        assert_eq!(fault.code, FaultCode::InvalidResponse);
        assert!(fault.message.contains("more than 4 times"), "{fault}");
        assert_eq!(count(&served, "tools/call"), 5, "{over:?}");
    }
}

#[tokio::test]
async fn a_state_alone_is_sent_back_after_a_pause() {
    for over in BOTH {
        let shed = r#"{"jsonrpc":"2.0","id":"$id","result":{"resultType":"input_required","requestState":"\u0041"}}"#;
        let script = calls([Step::Say(shed.into()), Step::complete(&done())]);
        let (served, session) = start(over, script, any_era()).await;
        check_echo(&session).await;
        let second = served.came().pop().expect("the second call").1;
        assert!(second.contains(r#""requestState":"\u0041""#), "{second}");
        assert!(!second.contains("inputResponses"), "{second}");
    }
}

#[tokio::test]
async fn a_call_that_waits_for_answers_can_be_given_up_and_is_lost_with_the_session() {
    for over in BOTH {
        let (served, session) = start(over, calls([asks(&json!({ "a": form("?") }))]), any_era()).await;
        let call = session.request(echo().into_request()).await;
        wait_for(&session, |kind| matches!(kind, EntryKind::Ask(AskChange::Opened { .. }))).await;
        call.abort("enough").await;
        assert!(matches!(within(call.outcome()).await, Outcome::Cancelled { .. }));
        assert!(session.view().asks.is_empty());

        let call = session.request(echo().into_request()).await;
        let second =
            |kind: &EntryKind| matches!(kind, EntryKind::Ask(AskChange::Opened { id: AskId(2), .. }));
        wait_for(&session, second).await;
        session.stop().await;
        assert_eq!(within(call.result()).await.expect_err("stopped").code, FaultCode::Shutdown);
        assert!(session.view().asks.is_empty());
        assert_eq!(served.methods(), ["server/discover", "tools/call", "tools/call"], "{over:?}");
    }
}

#[tokio::test]
async fn a_question_nobody_answers_is_cancelled_and_the_call_goes_on() {
    let mut config = any_era();
    config.peer.ask_timeout = Duration::from_millis(50);
    let script = calls([asks(&json!({ "a": form("?") })), Step::complete(&done())]);
    let (served, session) = start(Over::Http, script, config).await;
    let call = session.call_tool(echo());
    tokio::time::timeout(PATIENCE, call).await.expect("in time").expect("it goes on");
    assert_eq!(responses(&served)[1], json!({ "a": { "action": "cancel" } }));
}

#[tokio::test]
async fn what_was_not_offered_is_not_answered() {
    for over in BOTH {
        let mut config = any_era();
        config.peer.offer = mcp_inspector_engine::Offer::default();
        for request in [sampling(), form("?"), json!({ "method": "roots/list" }), json!({ "method": "ping" })]
        {
            let (served, session) =
                start(over, calls([asks(&json!({ "a": request }))]), config.clone()).await;
            let Outcome::Lost(fault) = outcome(&session).await else { panic!("not lost: {request}") };
            assert_eq!(fault.code, FaultCode::InvalidResponse, "{request}");
            assert_eq!(count(&served, "tools/call"), 1);
        }
    }
}
