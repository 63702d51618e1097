use super::*;
use mcp_inspector_engine::core::At;
use mcp_inspector_engine::core::entry::AskEnd;
use mcp_inspector_engine::{Answer, Revision};
use serde_json::{Value, json};

/// A desk with clients `a` and `b`, and what they hear.
struct Scene {
    desk: Desk,
    asks: u64,
    beside: Option<CallKey>,
    keys: std::cell::Cell<u64>,
    refusals: mpsc::Receiver<Refusal>,
}

fn key(name: &str) -> ClientKey {
    name.into()
}

fn abilities(declared: &Value) -> Abilities {
    Abilities::of(Some(&Raw::of(declared)))
}

impl Scene {
    fn new(a: &Value, b: &Value) -> Self {
        let (desk, refusals) = Desk::new();
        desk.join(&key("a"), abilities(a), Revision::R2025_06_18);
        desk.join(&key("b"), abilities(b), Revision::R2025_06_18);
        Scene { desk, asks: 0, beside: None, keys: std::cell::Cell::new(0), refusals }
    }

    /// A call of a client, with its id and its own progress token.
    fn call(&self, client: &str, id: i64, token: Option<i64>) -> (CallNumber, mpsc::Receiver<Event>) {
        let (events, receiver) = mpsc::channel(QUEUE);
        let abilities = self.desk.client(client).map(|(_, abilities, _)| abilities).unwrap();
        let call = Call {
            client: Some(key(client)),
            id: RequestId::Number(id),
            abilities,
            events: Some(events),
            token: token.map(|token| Raw::of(&token)),
            level: None,
            is_modern: false,
            cancelled: Arc::new(Notify::new()),
        };
        self.keys.set(self.keys.get() + 1);
        (self.desk.begin(call, CallKey(self.keys.get())), receiver)
    }

    fn say(&self, method: &str, params: &Value) {
        self.desk.attend().notified(method, Some(&Raw::of(params)));
    }

    fn ask(&mut self, method: &str) -> (AskId, Option<Answer>) {
        self.asks += 1;
        let ask = Ask {
            id: AskId(self.asks),
            request: RequestId::Number(1),
            method: method.to_owned(),
            params: None,
            call: None,
            beside: self.beside,
            at: At::START,
            expires: At::START,
        };
        (ask.id, self.desk.attend().asked(&ask))
    }
}

fn heard(events: &mut mpsc::Receiver<Event>) -> Vec<Value> {
    let mut heard = Vec::new();
    while let Ok(event) = events.try_recv() {
        heard.push(match event {
            Event::Message(message) => serde_json::from_slice(&message).unwrap(),
            Event::Progress(params) => json!({ "progress": params.to_value() }),
            Event::Ask(ask) => json!({ "ask": ask.method }),
        });
    }
    heard
}

fn streamed(stream: &mut mpsc::Receiver<Bytes>) -> Vec<Value> {
    let mut heard = Vec::new();
    while let Ok(message) = stream.try_recv() {
        heard.push(serde_json::from_slice(&message).unwrap());
    }
    heard
}

#[test]
fn progress_reaches_the_call_it_is_of() {
    let scene = Scene::new(&json!({}), &json!({}));
    let (of_a, mut to_a) = scene.call("a", 1, Some(7));
    let (_, mut to_b) = scene.call("b", 1, Some(7));
    let token = of_a.token().to_value();
    scene.say("notifications/progress", &json!({ "progressToken": token, "progress": 1 }));
    assert_eq!(heard(&mut to_a), [json!({ "progress": { "progressToken": token, "progress": 1 } })]);
    assert_eq!(heard(&mut to_b), Vec::<Value>::new());
}

#[test]
fn an_ask_goes_to_the_call_under_way_whose_client_can_answer() {
    let mut scene = Scene::new(&json!({ "sampling": {} }), &json!({}));
    let (_, mut to_a) = scene.call("a", 1, None);
    let (_, mut to_b) = scene.call("b", 1, None);
    let (id, answer) = scene.ask("sampling/createMessage");
    assert_eq!(answer, None);
    assert_eq!(heard(&mut to_a)[0]["id"], json!(id));
    assert_eq!(heard(&mut to_b), Vec::<Value>::new());
    assert_eq!(scene.desk.claim("a", id), Claim::Own(id));
    assert_eq!(scene.desk.claim("b", id), Claim::Unknown);
}

#[tokio::test(start_paused = true)]
async fn an_ask_that_can_be_of_several_clients_waits_until_all_but_one_are_ruled_out() {
    let able = json!({ "elicitation": {} });
    let mut scene = Scene::new(&able, &able);
    let (_, mut to_a) = scene.call("a", 1, None);
    let (of_b, mut to_b) = scene.call("b", 1, None);
    scene.ask("elicitation/create");
    assert_eq!((heard(&mut to_a).len(), heard(&mut to_b).len()), (0, 0), "it is not certain whose it is");
    // A call that waits for an ask does not end before the answer.
    scene.desk.end(of_b, CallKey(2));
    assert_eq!(heard(&mut to_a).len(), 1);
}

#[tokio::test(start_paused = true)]
async fn an_ask_that_stays_unclear_goes_to_what_began_last_and_does_not_end_with_it() {
    let able = json!({ "elicitation": {} });
    let mut scene = Scene::new(&able, &able);
    let (_, mut to_b) = scene.call("b", 1, None);
    let (of_a, mut to_a) = scene.call("a", 1, None);
    scene.ask("elicitation/create");
    // sleep: virtual time, which passes at once
    tokio::time::sleep(std::time::Duration::from_millis(400)).await;
    assert_eq!((heard(&mut to_a).len(), heard(&mut to_b).len()), (1, 0));
    assert_eq!(scene.desk.end(of_a, CallKey(2)), [], "it was only a guess");
}

#[tokio::test(start_paused = true)]
async fn an_ask_that_comes_with_the_answer_of_a_call_is_of_that_call() {
    let able = json!({ "elicitation": {} });
    let mut scene = Scene::new(&able, &able);
    let (of_b, mut to_b) = scene.call("b", 1, None);
    let (_, mut to_a) = scene.call("a", 1, None);
    scene.beside = Some(CallKey(1));
    let (id, _) = scene.ask("elicitation/create");
    assert_eq!((heard(&mut to_a).len(), heard(&mut to_b).len()), (0, 1));
    assert_eq!(scene.desk.end(of_b, CallKey(1)), [id], "it ends with the call");
}

#[tokio::test(start_paused = true)]
async fn an_ask_whose_callers_have_all_gone_is_refused_late() {
    let mut scene = Scene::new(&json!({}), &json!({}));
    let able = abilities(&json!({ "sampling": {} }));
    for (id, client) in [(1, "a"), (2, "b")] {
        let (number, _) = scene.call(client, id, None);
        scene.desk.state().calls.get_mut(&number).unwrap().abilities = able;
    }
    let (id, answer) = scene.ask("sampling/createMessage");
    assert_eq!(answer, None);
    let numbers: Vec<CallNumber> = scene.desk.state().calls.keys().copied().collect();
    scene.desk.state().calls.clear();
    scene.desk.end(numbers[0], CallKey(1));
    let (refused, Answer::Error(error)) = scene.refusals.try_recv().unwrap() else { panic!() };
    assert_eq!((refused, error.code), (id, Some(-32601)));
}

#[test]
fn an_ask_that_no_client_can_answer_is_refused() {
    let mut scene = Scene::new(&json!({}), &json!({ "roots": {} }));
    let (_, answer) = scene.ask("sampling/createMessage");
    let Some(Answer::Error(error)) = answer else { panic!("{answer:?}") };
    assert_eq!(error.code, Some(-32601));
    scene.desk.leave("b").unwrap();
    let (_, answer) = scene.ask("roots/list");
    let Some(Answer::Error(error)) = answer else { panic!("{answer:?}") };
    assert_eq!(error.code, Some(-32601));
}

#[test]
fn what_comes_before_a_client_listens_is_kept_for_it() {
    let mut scene = Scene::new(&json!({ "roots": {} }), &json!({}));
    let (id, answer) = scene.ask("roots/list");
    assert_eq!(answer, None);
    let (_, mut stream) = scene.desk.open_stream("a").unwrap();
    assert_eq!(streamed(&mut stream)[0]["id"], json!(id));
}

#[test]
fn a_client_hears_that_an_ask_is_over_unless_it_answered() {
    let mut scene = Scene::new(&json!({ "sampling": {} }), &json!({}));
    let (_, mut to_a) = scene.call("a", 1, None);
    let (first, _) = scene.ask("sampling/createMessage");
    let (second, _) = scene.ask("sampling/createMessage");
    heard(&mut to_a);
    scene.desk.attend().ask_ended(first, AskEnd::Answered);
    scene.desk.attend().ask_ended(second, AskEnd::Withdrawn);
    let told = heard(&mut to_a);
    assert_eq!(told.len(), 1);
    assert_eq!(told[0]["method"], "notifications/cancelled");
    assert_eq!(told[0]["params"]["requestId"], json!(second));
}

#[test]
fn news_of_a_resource_go_to_its_subscribers_only() {
    let scene = Scene::new(&json!({}), &json!({}));
    let (_, mut to_a) = scene.desk.open_stream("a").unwrap();
    let (_, mut to_b) = scene.desk.open_stream("b").unwrap();
    assert!(scene.desk.subscribe("a", "file:///x"), "the server must be told of the first");
    assert!(!scene.desk.subscribe("b", "file:///x"), "and of no other");
    assert!(!scene.desk.unsubscribe("b", "file:///x"), "someone still listens");
    scene.say("notifications/resources/updated", &json!({ "uri": "file:///x/part" }));
    scene.say("notifications/resources/updated", &json!({ "uri": "file:///y" }));
    assert_eq!(streamed(&mut to_a).len(), 1);
    assert_eq!(streamed(&mut to_b).len(), 0);
    assert!(scene.desk.unsubscribe("a", "file:///x"));
}

#[test]
fn log_messages_are_held_back_from_clients_that_want_severe_ones_only() {
    let scene = Scene::new(&json!({}), &json!({}));
    let (_, mut to_a) = scene.desk.open_stream("a").unwrap();
    let (_, mut to_b) = scene.desk.open_stream("b").unwrap();
    assert_eq!(scene.desk.set_level("a", LogLevel::Error), LogLevel::Error);
    assert_eq!(scene.desk.set_level("b", LogLevel::Debug), LogLevel::Debug);
    scene.say("notifications/message", &json!({ "level": "info", "data": "x" }));
    assert_eq!(streamed(&mut to_a).len(), 0);
    assert_eq!(streamed(&mut to_b).len(), 1);
}

#[test]
fn listeners_hear_what_they_asked_for_marked_as_theirs() {
    let scene = Scene::new(&json!({}), &json!({}));
    let (news, mut stream) = mpsc::channel(QUEUE);
    let listener = Listener {
        id: Raw::of("sub-1"),
        lists: BTreeSet::from(["tools".to_owned()]),
        resources: BTreeSet::from(["file:///x".to_owned()]),
        news,
    };
    let number = scene.desk.listen(listener);
    scene.say("notifications/tools/list_changed", &json!({}));
    scene.say("notifications/prompts/list_changed", &json!({}));
    let told = streamed(&mut stream);
    assert_eq!(told.len(), 1);
    assert_eq!(told[0]["params"]["_meta"]["io.modelcontextprotocol/subscriptionId"], "sub-1");
    assert_eq!(scene.desk.stop_listening(number), ["file:///x"]);
}

#[tokio::test]
async fn a_call_is_cancelled_by_the_client_that_made_it_and_by_no_other() {
    let scene = Scene::new(&json!({}), &json!({}));
    let (of_a, _events) = scene.call("a", 1, None);
    let (_, _others) = scene.call("b", 2, None);
    assert!(!scene.desk.cancel(&key("b"), &RequestId::Number(1)));
    assert!(scene.desk.cancel(&key("a"), &RequestId::Number(1)));
    let cancelled = scene.desk.state().calls[&of_a].cancelled.clone();
    cancelled.notified().await;
}

#[test]
fn a_client_that_does_not_read_loses_its_own_messages_and_holds_bounded_memory() {
    let scene = Scene::new(&json!({}), &json!({}));
    let (_, mut to_b) = scene.desk.open_stream("b").unwrap();
    for count in 0..3 * QUEUE {
        scene.say("notifications/message", &json!({ "level": "info", "data": count }));
        assert_eq!(streamed(&mut to_b).len(), 1);
    }
    let (_, mut to_a) = scene.desk.open_stream("a").unwrap();
    let kept = streamed(&mut to_a);
    assert!(kept.len() < QUEUE, "{}", kept.len());
    assert_eq!(kept.last().unwrap()["params"]["data"], json!(3 * QUEUE - 1), "the newest are kept");
    assert_eq!(scene.desk.take_dropped(), (3 * QUEUE - kept.len()) as u64);
}

#[test]
fn a_server_is_idle_when_nobody_calls_or_listens() {
    let scene = Scene::new(&json!({}), &json!({}));
    assert!(scene.desk.idle_since().is_some());
    let (number, _events) = scene.call("a", 1, None);
    assert!(scene.desk.idle_since().is_none());
    scene.desk.end(number, CallKey(1));
    assert!(scene.desk.idle_since().is_some());
    let (stream, _receiver) = scene.desk.open_stream("a").unwrap();
    assert!(scene.desk.idle_since().is_none());
    scene.desk.close_stream("a", stream);
    assert!(scene.desk.idle_since().is_some());
}
