//! What the server asks is shown in full, and with the call that it belongs to.

use super::asks::{ask, asking};
use super::{Face, recorded, until};

/// What is told of an ask, whatever room there is.
fn told(lines: &[String]) -> String {
    let mut face = Face::live(140, 42, &asking(lines));
    face.keys("i");
    face.state.inbox.text.text()
}

#[test]
fn everything_that_a_model_is_asked_is_told_also_what_nobody_knows() {
    let params = r#"{"messages":[{"role":"user","content":{"type":"text","text":"Hi"}}],"maxTokens":7,
        "toolChoice":{"mode":"required"},"tools":[{"name":"dig"}],"metadata":{"trace":"m-1"},"task":{"ttl":60000},
        "_meta":{"progressToken":"p-1"},"x-vendor":{"odd":true},"systemPrompt":5,"stopSequences":["END"]}"#;
    let text = told(&ask(1, "sampling/createMessage", &params.replace('\n', "")));
    for expected in [
        "user: Hi",
        "maxTokens: 7",
        r#"toolChoice: {"mode":"required"}"#,
        r#"tools: [{"name":"dig"}]"#,
        r#"metadata: {"trace":"m-1"}"#,
        r#"task: {"ttl":60000}"#,
        r#"_meta: {"progressToken":"p-1"}"#,
        r#"x-vendor: {"odd":true}"#,
        r#"stopSequences: ["END"]"#,
        "systemPrompt: 5",
    ] {
        assert_eq!(text.matches(expected).count(), 1, "{expected}:\n{text}");
    }
}

#[test]
fn a_form_tells_its_title_and_description_and_a_url_everything_else() {
    let schema =
        r#"{"title":"Your trip","description":"Only for this booking.","type":"object","properties":{}}"#;
    let params = format!(r#"{{"message":"Where to?","mode":"form","requestedSchema":{schema},"task":{{}}}}"#);
    let text = told(&ask(1, "elicitation/create", &params));
    assert_eq!(text, "Where to?\nYour trip\nOnly for this booking.\ntask: {}\n");
    let params = r#"{"mode":"url","message":"Go","url":"https://a.example/","elicitationId":"e-1"}"#;
    let text = told(&ask(1, "elicitation/create", params));
    assert!(text.contains("elicitationId: e-1") || text.contains(r#"elicitationId: "e-1""#), "{text}");
    assert!(!text.contains("mode"), "{text}");
}

#[test]
fn the_call_that_asks_is_named_also_where_the_server_asks_by_a_request() {
    let recording = until(&recorded("python-2025-11-25"), r#""ask":"opened","id":1"#);
    let mut face = Face::live(140, 42, &recording);
    face.keys("i");
    let text = face.state.inbox.text.text();
    let seq = face.state.servers[0].now.asks[0].1.seq.unwrap();
    let above = face.state.servers[0].timeline.ancestors(seq);
    let call = above.last().expect("the timeline knows the call");
    assert_eq!(&*call.method, "tools/call");
    assert!(text.contains(&format!("asked by tools/call {} (#{})", call.target, call.seq)), "{text}");
    // In a result the server says by its id which call it is about.
    let lines = [
        r#"{"seq":2,"atNs":2000,"kind":"frame","direction":"sent","raw":"{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"tools/call\",\"params\":{\"name\":\"dig\"}}"}"#,
        r#"{"seq":3,"atNs":3000,"kind":"ask","ask":"opened","id":1,"request":"who","method":"elicitation/create","call":7,"expiresNs":300000000000}"#,
    ];
    assert!(told(&lines.map(str::to_owned)).contains("asked by tools/call dig\n"));
}
