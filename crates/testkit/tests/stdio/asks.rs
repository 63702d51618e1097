//! What servers ask of us: answered by a face, by rules, or refused.

use crate::programs::testkit;
use crate::scene::{echo, ready, ready_with, text, until};
use crate::support::{entries, notes, quick, wait_for};
use mcp_inspector_engine::core::command::{Answer, AskId};
use mcp_inspector_engine::core::entry::{AskChange, AskEnd, EntryKind, Note};
use mcp_inspector_engine::core::frame::Direction;
use mcp_inspector_engine::core::message::RpcError;
use mcp_inspector_engine::core::peer::config::Root;
use mcp_inspector_engine::core::view::AskView;
use mcp_inspector_engine::responder::Rules;
use mcp_inspector_engine::{Fault, FaultCode, Raw, Responder, Session, ToolCall};
use serde_json::{Value, json};
use std::time::Duration;

/// Calls a tool that asks for something, and returns what the server got.
async fn answer_to(session: &Session, tool: &str) -> Value {
    let result = session.call_tool(ToolCall::new(tool)).await.expect("the tool ends");
    serde_json::from_str(&text(&result)).expect("the tool returns our answer")
}

async fn next_ask(session: &Session) -> (AskId, AskView) {
    let view = until(session, |view| !view.asks.is_empty()).await;
    view.asks.into_iter().next().expect("there is one")
}

async fn ended(session: &Session, ask: AskId) -> AskEnd {
    let is_end = |kind: &EntryKind| matches!(kind, EntryKind::Ask(AskChange::Ended { id, .. }) if *id == ask);
    match &wait_for(session, is_end).await.kind {
        EntryKind::Ask(AskChange::Ended { how, .. }) => *how,
        _ => unreachable!("only such entries fit"),
    }
}

/// What decided about the asks, in words.
fn decisions(session: &Session) -> Vec<String> {
    let is_decision = |note: &Note| matches!(note, Note::AskDecided { .. });
    notes(session).into_iter().filter(is_decision).map(|note| note.to_string()).collect()
}

/// A face that sees one ask and answers it.
async fn face(session: &Session, answer: Answer) -> AskView {
    let (id, ask) = next_ask(session).await;
    assert!(session.answer(id, answer.clone()).await.expect("the session lives"));
    assert!(!session.answer(id, answer).await.expect("the session lives"), "the first answer won");
    assert_eq!(ended(session, id).await, AskEnd::Answered);
    ask
}

#[tokio::test]
async fn a_face_answers_sampling() {
    let session = ready(&["asks"]).await;
    let said = json!({ "role": "assistant", "model": "m", "content": { "type": "text", "text": "hello" } });
    let (got, ask) =
        tokio::join!(answer_to(&session, "sample"), face(&session, Answer::Result(Raw::of(&said))));
    assert_eq!(got["result"], said);
    assert_eq!(ask.method, "sampling/createMessage");
    assert_eq!(ask.params.expect("parameters").to_value()["maxTokens"], 100);
    assert!(ask.expires > ask.at);
    assert!(session.view().asks.is_empty());
}

#[tokio::test]
async fn a_face_answers_a_form_and_a_url() {
    let session = ready(&["asks"]).await;
    let form = json!({ "action": "accept", "content": { "name": "Ann" } });
    let (got, ask) =
        tokio::join!(answer_to(&session, "elicit"), face(&session, Answer::Result(Raw::of(&form))));
    assert_eq!(got["result"], form);
    assert_eq!(ask.params.expect("parameters").to_value()["requestedSchema"]["required"], json!(["name"]));

    let agreed = json!({ "action": "accept" });
    let (got, ask) =
        tokio::join!(answer_to(&session, "elicit_url"), face(&session, Answer::Result(Raw::of(&agreed))));
    assert_eq!(got["result"], agreed);
    assert_eq!(ask.params.expect("parameters").text_member("mode").as_deref(), Some("url"));
}

#[tokio::test]
async fn a_face_refuses() {
    let session = ready(&["asks"]).await;
    let no = Answer::Error(RpcError::new(-1, "User rejected sampling request"));
    let (got, _) = tokio::join!(answer_to(&session, "sample"), face(&session, no));
    assert_eq!(got["error"], json!({ "code": -1, "message": "User rejected sampling request" }));
}

#[tokio::test]
async fn roots_and_pings_are_answered_without_anyone() {
    let session = ready(&["asks"]).await;
    assert_eq!(answer_to(&session, "roots").await["result"], json!({ "roots": [] }));
    let root = Root { uri: "file:///work".to_owned(), name: Some("work".to_owned()) };
    session.set_roots(vec![root.clone()]).await.expect("the session lives");
    assert_eq!(session.list_roots().await.expect("roots"), [root]);
    let roots = json!([{ "uri": "file:///work", "name": "work" }]);
    assert_eq!(answer_to(&session, "roots").await["result"], json!({ "roots": roots }));
    let told = "notifications/roots/list_changed".to_owned();
    assert!(crate::scene::methods_sent(&session).contains(&told), "the server hears of the change");
    assert_eq!(answer_to(&session, "ping").await["result"], json!({}));
}

#[tokio::test]
async fn rules_answer_in_order() {
    let rules = r#"{ "rules": [
        { "method": "elicitation/create", "contains": "Who are you", "accept": { "name": "Ann" }, "times": 1 },
        { "method": "elicitation/create", "contains": "Who are you", "accept": "defaults" },
        { "method": "sampling/createMessage", "error": { "code": -7, "message": "no model" } }
    ] }"#;
    let rules = Responder::Rules(Rules::read(rules).expect("the rules are well-formed"));
    let session = Session::open_with(testkit(&["asks"]), quick(), rules);
    session.ready().await.expect("ready");
    let accepted = |content: Value| json!({ "action": "accept", "content": content });
    assert_eq!(answer_to(&session, "elicit").await["result"], accepted(json!({ "name": "Ann" })));
    let decline = json!({ "action": "decline" });
    assert_eq!(answer_to(&session, "elicit").await["result"], decline, "the name has no default");
    assert_eq!(answer_to(&session, "sample").await["error"]["code"], -7);
    assert_eq!(answer_to(&session, "elicit_url").await["result"], decline, "no rule fits");
    assert!(session.view().asks.is_empty());
    assert_eq!(
        decisions(&session),
        [
            "ask 1 is answered by rule 1",
            "ask 2 is refused: what rule 2 says does not fit: `name` is missing",
            "ask 3 is refused by rule 3",
            "ask 4 is refused: no rule fits",
        ]
    );
}

#[tokio::test]
async fn rules_in_yaml_answer_by_message_and_by_tool_and_show_roots() {
    let rules = "
- { kind: elicitation, tool: sample, refuse: true }
- { kind: elicitation, tool: elicit, message: '^who (?i)are', refuse: true }
- { kind: elicitation, tool: elicit, message: (?i)^who are, accept: { name: Ann } }
- { kind: elicitation, message: agree, accept: defaults }
- { kind: sampling, tool: sample, message: hello, text: Hello yourself }
- { kind: roots, roots: [{ uri: 'file:///srv', name: srv }] }
";
    let rules = Rules::read(rules).expect("the rules are well-formed");
    let mut config = quick();
    config.peer.offer.roots = rules.roots();
    let session = Session::open_with(testkit(&["asks"]), config, Responder::Rules(rules));
    session.ready().await.expect("ready");
    let said = answer_to(&session, "sample").await;
    assert_eq!(said["result"]["content"], json!({ "type": "text", "text": "Hello yourself" }));
    let accepted = json!({ "action": "accept", "content": { "name": "Ann" } });
    assert_eq!(answer_to(&session, "elicit").await["result"], accepted);
    assert_eq!(answer_to(&session, "elicit_url").await["result"], json!({ "action": "accept" }));
    let roots = json!([{ "uri": "file:///srv", "name": "srv" }]);
    assert_eq!(answer_to(&session, "roots").await["result"], json!({ "roots": roots }));
    let numbers =
        ["ask 1 is answered by rule 5", "ask 2 is answered by rule 3", "ask 3 is answered by rule 4"];
    assert_eq!(decisions(&session), numbers);
    // Whoever reads the log knows why before they see what was said.
    let mut is_decided = false;
    for entry in entries(&session) {
        match &entry.kind {
            EntryKind::Note(Note::AskDecided { .. }) => is_decided = true,
            EntryKind::Ask(AskChange::Ended { .. }) => assert!(std::mem::take(&mut is_decided)),
            EntryKind::Frame { direction: Direction::Sent, frame, .. }
                if frame.message().is_some_and(|message| message.method().is_none()) =>
            {
                let is_roots = String::from_utf8_lossy(frame.bytes()).contains("file:///srv");
                assert!(is_decided || is_roots, "{entry:?}");
            }
            _ => {}
        }
    }
}

#[tokio::test]
async fn a_policy_refuses_until_it_is_changed() {
    let session = Session::open_with(testkit(&["asks"]), quick(), Responder::refuse());
    session.ready().await.expect("ready");
    let refused = answer_to(&session, "sample").await;
    assert_eq!(refused["error"]["code"], -1);
    assert_eq!(refused["error"]["message"], "the client refuses requests from the server");
    assert_eq!(answer_to(&session, "elicit").await["result"], json!({ "action": "decline" }));
    let policy = ["ask 1 is refused by the standing policy", "ask 2 is refused by the standing policy"];
    assert_eq!(decisions(&session), policy);
    session.set_responder(Responder::Face).await.expect("the session lives");
    let yes = Answer::Result(Raw::of(&json!({ "action": "cancel" })));
    let (got, _) = tokio::join!(answer_to(&session, "elicit"), face(&session, yes));
    assert_eq!(got["result"]["action"], "cancel");
    assert_eq!(decisions(&session), policy, "a person decided");
}

#[tokio::test]
async fn an_ask_that_nobody_answers_expires_with_the_configured_words() {
    let mut config = quick();
    config.peer.ask_timeout = Duration::from_millis(100);
    config.peer.ask_timeout_message = "nobody is here".to_owned();
    let session = ready_with(&["asks"], config).await;
    let got = answer_to(&session, "sample").await;
    assert_eq!(got["error"]["message"], "nobody is here");
    assert_eq!(ended(&session, AskId(1)).await, AskEnd::Expired);
    let late = Answer::Result(Raw::empty_object());
    assert!(!session.answer(AskId(1), late).await.expect("the session lives"));
}

#[tokio::test]
async fn an_ask_that_the_server_takes_back_is_gone() {
    let session = ready(&["asks-then-cancels"]).await;
    let result = session.call_tool(echo("x")).await.expect("the call itself is answered");
    assert_eq!(text(&result), "asked and cancelled");
    assert_eq!(ended(&session, AskId(1)).await, AskEnd::Withdrawn);
    assert!(session.view().asks.is_empty());
    let answers = crate::scene::sent(&session)
        .iter()
        .filter(|frame| frame.message().is_some_and(|m| m.method().is_none()))
        .count();
    assert_eq!(answers, 0, "nothing is said to an ask that was taken back");
}

#[tokio::test]
async fn what_nobody_knows_is_refused_as_an_unknown_method() {
    let session = ready(&["asks-unknown"]).await;
    let got = answer_to(&session, "echo").await;
    assert_eq!(got["error"]["code"], -32601);
    assert!(session.view().asks.is_empty());
}

#[tokio::test]
async fn what_was_not_offered_is_refused() {
    let mut config = quick();
    config.peer.offer = mcp_inspector_engine::core::peer::config::Offer::default();
    let session = ready_with(&["asks"], config).await;
    for tool in ["sample", "elicit", "elicit_url", "roots"] {
        assert_eq!(answer_to(&session, tool).await["error"]["code"], -32601, "{tool}");
    }
}

#[tokio::test]
async fn asks_end_with_the_connection() {
    let session = ready(&["asks"]).await;
    let pending = session.request(ToolCall::new("sample").into_request()).await;
    let (ask, _) = next_ask(&session).await;
    session.stop().await;
    assert_eq!(ended(&session, ask).await, AskEnd::Lost);
    assert!(session.view().asks.is_empty());
    let fault: Fault = pending.result().await.expect_err("the session was stopped");
    assert_eq!(fault.code, FaultCode::Shutdown);
}
