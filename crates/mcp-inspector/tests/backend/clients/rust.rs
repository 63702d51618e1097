//! A client on rmcp, the Rust SDK. It takes the main steps of the clients in `scripts/clients`.
#![expect(deprecated, reason = "the SDK marks logging, sampling and roots as on their way out")]

mod party;

use super::behind::{Behind, SERVERS};
use super::servers::Kind;
use party::{Party, text};
use rmcp::ServiceError;
use rmcp::model::{
    GetPromptRequestParams, LoggingLevel, ReadResourceRequestParams, ServerNotification,
    SetLevelRequestParams, SubscribeRequestParams, SubscriptionFilter, UnsubscribeRequestParams,
};
use serde_json::{Value, json};
use std::time::Duration;
use tokio::time::timeout;

/// How long something that must happen may take.
pub(crate) const PATIENCE: Duration = Duration::from_secs(20);

/// A call that waits this long would not have been answered in time by a server that is stuck.
const AT_ONCE: Duration = Duration::from_secs(5);

/// Which era the client speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Era {
    /// The revisions that begin with `initialize`.
    Older,
    /// 2026-07-28.
    Newer,
}

/// What a kind of server calls the same things.
struct Names {
    server: &'static str,
    slow: fn(f64, u32) -> (&'static str, Value),
    sample: (&'static str, Value),
    elicit: &'static str,
    roots: &'static str,
    /// Logs, and how it is ended if it goes on.
    log: (&'static str, Value),
    change: (&'static str, Value),
    goes_on: bool,
    resource: &'static str,
    prompt: (&'static str, Value),
}

/// Runs the steps against every server at once; each has one of its own.
pub(crate) fn everywhere(era: Era) {
    // The HTTP client of the SDK shares its features with ours, which leaves the choice open.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let behind = Behind::start();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async {
        let tours: Vec<_> =
            SERVERS.map(|(server, kind)| (server, tokio::spawn(tour(behind.url(server), kind, era)))).into();
        for (server, tour) in tours {
            assert!(tour.await.is_ok(), "{era:?}: the tour of {server} failed, see above");
        }
    });
    behind.end();
}

async fn tour(url: String, kind: Kind, era: Era) {
    let names = names(kind);
    let one = Party::open(&url, "one", era).await;
    assert_eq!(one.server_name(), names.server, "at {url}");
    lists(&one, &names).await;
    assert_eq!(
        text(&one.call("echo", json!({ "message": "– ✓" })).await).trim_start_matches("Echo: "),
        "– ✓"
    );
    // First, so that server-everything has what it asks for by itself: only `call` answers in the newer era.
    asks(&one, &names).await;
    progress(&one, &names, 8).await;
    logs(&one, &names).await;
    cancellation(&one, &names).await;
    subscription(&one, &names).await;
    reading(&one, &names).await;
    errors(&one, kind).await;
    together(&url, &one, &names, era).await;
    one.close().await;
}

async fn lists(one: &Party, names: &Names) {
    let tools = one.running.list_all_tools().await.expect("the tools are listed");
    for name in ["echo", (names.slow)(1.0, 1).0, names.sample.0, names.elicit, names.roots] {
        assert!(tools.iter().any(|tool| tool.name == name), "there must be the tool {name}: {tools:#?}");
    }
    assert!(!one.running.list_all_resources().await.expect("the resources are listed").is_empty());
    let prompts = one.running.list_all_prompts().await.expect("the prompts are listed");
    assert!(prompts.iter().any(|prompt| prompt.name == names.prompt.0), "{prompts:#?}");
}

/// A long call whose progress all comes, in order, and only to who made it.
async fn progress(party: &Party, names: &Names, steps: u32) {
    let (tool, arguments) = (names.slow)(0.05 * f64::from(steps), steps);
    let call = party.begin(tool, arguments).await;
    let token = call.progress_token.clone();
    timeout(PATIENCE, call.await_response()).await.expect("it is answered in time").expect("it succeeds");
    let wanted: Vec<f64> = (1..=steps).map(f64::from).collect();
    party.until("the whole progress", |notes| notes.progress_of(&token) == wanted).await;
}

async fn asks(one: &Party, names: &Names) {
    let (tool, arguments) = names.sample.clone();
    assert!(text(&one.call(tool, arguments).await).contains("sampled by one"));
    assert!(text(&one.call(names.elicit, json!({})).await).contains("user of one"));
    assert!(text(&one.call(names.roots, json!({})).await).contains("file:///one"));
    assert_eq!(one.notes().times_asked("sampling"), 1);
    assert_eq!(one.notes().times_asked("elicitation"), 1);
}

async fn logs(one: &Party, names: &Names) {
    if one.era == Era::Older {
        one.running.set_level(SetLevelRequestParams::new(LoggingLevel::Debug)).await.expect("it is taken");
    }
    // 2026-07-28 has log messages with a call only. Those that go on are of none, so one waits.
    let (slow, while_it_runs) = (names.slow)(6.0, 60);
    let listening = one.begin(slow, while_it_runs).await;
    let token = listening.progress_token.clone();
    one.until("the first progress", |notes| !notes.progress_of(&token).is_empty()).await;
    let before = one.notes().logs;
    let (tool, arguments) = names.log.clone();
    one.call(tool, arguments.clone()).await;
    one.until("a log message", |notes| notes.logs > before).await;
    if names.goes_on {
        one.call(tool, arguments).await;
    }
    listening.cancel(None).await.expect("it is taken");
}

async fn cancellation(one: &Party, names: &Names) {
    let (tool, arguments) = (names.slow)(60.0, 600);
    let call = one.begin(tool, arguments).await;
    let token = call.progress_token.clone();
    one.until("the first progress", |notes| !notes.progress_of(&token).is_empty()).await;
    call.cancel(Some("changed my mind".to_owned())).await.expect("it is taken");
    let echo = one.call("echo", json!({ "message": "after" }));
    assert!(text(&timeout(AT_ONCE, echo).await.expect("it is answered at once")).contains("after"));
}

async fn subscription(one: &Party, names: &Names) {
    let (tool, arguments) = names.change.clone();
    if one.era == Era::Newer {
        let mut filter = SubscriptionFilter::new();
        filter.resource_subscriptions = Some(vec![names.resource.to_owned()]);
        let mut subscription = one.running.listen(filter).await.expect("it is granted");
        one.call(tool, arguments.clone()).await;
        let news = timeout(PATIENCE, subscription.next()).await.expect("an update comes in time");
        let Ok(Some(ServerNotification::ResourceUpdatedNotification(update))) = news else {
            panic!("not an update: {news:?}");
        };
        assert_eq!(update.params.uri, names.resource);
        subscription.cancel().await.expect("it ends");
    } else {
        let before = one.notes().updates.len();
        one.running.subscribe(SubscribeRequestParams::new(names.resource)).await.expect("it is granted");
        one.call(tool, arguments.clone()).await;
        one.until("an update", |notes| notes.updates.len() > before).await;
        assert_eq!(one.notes().updates.last().map(String::as_str), Some(names.resource));
        one.running.unsubscribe(UnsubscribeRequestParams::new(names.resource)).await.expect("it ends");
    }
    if names.goes_on {
        one.call(tool, arguments).await;
    }
}

async fn reading(one: &Party, names: &Names) {
    let read = one.running.read_resource(ReadResourceRequestParams::new(names.resource)).await;
    assert!(json!(read.expect("it is read")).to_string().contains(names.resource));
    let (prompt, arguments) = names.prompt.clone();
    let arguments = arguments.as_object().expect("an object").clone();
    let got = one.running.get_prompt(GetPromptRequestParams::new(prompt).with_arguments(arguments)).await;
    assert!(json!(got.expect("it is got")).to_string().contains("Riga"));
}

async fn errors(one: &Party, kind: Kind) {
    let unknown = one.try_call("no-such-tool", json!({})).await;
    match (kind, unknown) {
        // As the SDK of that server has it.
        (Kind::Everything, Ok(result)) => assert!(text(&result).contains("not found"), "{result:?}"),
        (Kind::Demo, Err(ServiceError::McpError(error))) => assert_eq!(error.code.0, -32602),
        (_, unknown) => panic!("an unknown tool must be refused: {unknown:?}"),
    }
}

/// Two clients at once. Their requests have the same ids, since each counts from the same number.
async fn together(url: &str, one: &Party, names: &Names, era: Era) {
    let (three, four) = tokio::join!(Party::open(url, "three", era), Party::open(url, "four", era));
    tokio::join!(progress(&three, names, 10), progress(&four, names, 11));
    let (tool, arguments) = (names.slow)(1.0, 10);
    let waiting = three.begin(tool, arguments).await;
    let token = waiting.progress_token.clone();
    three.until("the first progress", |notes| !notes.progress_of(&token).is_empty()).await;
    let (tool, arguments) = names.sample.clone();
    assert!(text(&four.call(tool, arguments).await).contains("sampled by four"));
    assert_eq!(three.notes().times_asked("sampling"), 0, "the other must not be asked");
    waiting.await_response().await.expect("it succeeds");
    three.close().await;
    four.close().await;
    assert!(text(&one.call("echo", json!({ "message": "still here" })).await).contains("still here"));
}

fn names(kind: Kind) -> Names {
    match kind {
        Kind::Everything => Names {
            server: "mcp-servers/everything",
            slow: |seconds, steps| {
                ("trigger-long-running-operation", json!({ "duration": seconds, "steps": steps }))
            },
            sample: ("trigger-sampling-request", json!({ "prompt": "who", "maxTokens": 7 })),
            elicit: "trigger-elicitation-request",
            roots: "get-roots-list",
            log: ("toggle-simulated-logging", json!({})),
            change: ("toggle-subscriber-updates", json!({})),
            goes_on: true,
            resource: "demo://resource/dynamic/text/1",
            prompt: ("args-prompt", json!({ "city": "Riga" })),
        },
        Kind::Demo => Names {
            server: "mcp-inspector-demo",
            slow: |seconds, steps| ("slow", json!({ "seconds": seconds, "steps": steps })),
            sample: ("sample", json!({ "prompt": "who" })),
            elicit: "elicit",
            roots: "roots",
            log: ("log", json!({ "level": "error" })),
            change: ("touch", json!({ "uri": "demo://clock" })),
            goes_on: false,
            resource: "demo://clock",
            prompt: ("greet", json!({ "name": "Riga" })),
        },
    }
}
