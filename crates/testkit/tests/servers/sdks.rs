//! Small servers on the SDKs for TypeScript and Python, `scripts/servers/everything.*`, in each era
//! that the SDK serves. What they do is ours; how they say it on the wire is the SDKs'.

use crate::launch::Server;
use crate::place;
use crate::programs::command;
use crate::support::{at, wait_for};
use crate::tour::{ROOT, Tour, speaking, within_limit};
use mcp_inspector_engine::core::entry::{EntryKind, Note};
use mcp_inspector_engine::core::era::{Era, Revision, Versions};
use mcp_inspector_engine::core::peer::config::LogLevel;
use mcp_inspector_engine::core::target::Target;
use mcp_inspector_engine::{FaultCode, Responder, Session, SessionConfig, ToolCall};
use serde_json::{Map, Value, json};

/// Every server with every revision that it is asked for.
const ROWS: &[Row] = &[
    Row { sdk: Sdk::TypeScript, wire: Wire::Stdio, serves: "legacy", revision: Revision::R2025_11_25 },
    Row { sdk: Sdk::TypeScript, wire: Wire::Stdio, serves: "legacy", revision: Revision::R2025_06_18 },
    Row { sdk: Sdk::TypeScript, wire: Wire::Stdio, serves: "dual", revision: Revision::R2025_11_25 },
    Row { sdk: Sdk::TypeScript, wire: Wire::Stdio, serves: "dual", revision: Revision::R2026_07_28 },
    Row { sdk: Sdk::TypeScript, wire: Wire::Stdio, serves: "modern", revision: Revision::R2026_07_28 },
    Row { sdk: Sdk::TypeScript, wire: Wire::Http, serves: "legacy", revision: Revision::R2025_11_25 },
    Row { sdk: Sdk::TypeScript, wire: Wire::Http, serves: "legacy", revision: Revision::R2025_06_18 },
    Row { sdk: Sdk::TypeScript, wire: Wire::Http, serves: "dual", revision: Revision::R2025_11_25 },
    Row { sdk: Sdk::TypeScript, wire: Wire::Http, serves: "dual", revision: Revision::R2026_07_28 },
    Row { sdk: Sdk::TypeScript, wire: Wire::Http, serves: "modern", revision: Revision::R2026_07_28 },
    Row { sdk: Sdk::Python, wire: Wire::Stdio, serves: "dual", revision: Revision::R2025_11_25 },
    Row { sdk: Sdk::Python, wire: Wire::Stdio, serves: "dual", revision: Revision::R2025_06_18 },
    Row { sdk: Sdk::Python, wire: Wire::Stdio, serves: "dual", revision: Revision::R2026_07_28 },
    Row { sdk: Sdk::Python, wire: Wire::Http, serves: "dual", revision: Revision::R2025_11_25 },
    Row { sdk: Sdk::Python, wire: Wire::Http, serves: "dual", revision: Revision::R2025_06_18 },
    Row { sdk: Sdk::Python, wire: Wire::Http, serves: "dual", revision: Revision::R2026_07_28 },
];

const RULES: &str = r#"{ "rules": [
    { "method": "elicitation/create", "accept": { "name": "Ada", "seats": 3 }, "times": 1 },
    { "method": "elicitation/create", "refuse": true },
    { "method": "sampling/createMessage", "result": {
        "role": "assistant", "model": "none", "content": { "type": "text", "text": "a sampled answer" } } }
] }"#;

const NOTE: &str = "note://one";

#[tokio::test]
async fn a_typescript_server_works_over_stdio_in_every_era() {
    each(Sdk::TypeScript, Wire::Stdio).await;
}

#[tokio::test]
async fn a_typescript_server_works_over_http_in_every_era() {
    each(Sdk::TypeScript, Wire::Http).await;
}

#[tokio::test]
async fn a_python_server_works_over_stdio_in_every_era() {
    each(Sdk::Python, Wire::Stdio).await;
}

#[tokio::test]
async fn a_python_server_works_over_http_in_every_era() {
    each(Sdk::Python, Wire::Http).await;
}

#[tokio::test]
async fn a_server_without_a_handshake_says_which_revisions_it_has() {
    within_limit(async {
        for wire in [Wire::Stdio, Wire::Http] {
            let row = Row { sdk: Sdk::TypeScript, wire, serves: "modern", revision: Revision::NEWEST_LEGACY };
            let (target, server) = row.start().await;
            let fault = Session::connect_with(target, config(Versions::Legacy), Responder::refuse())
                .await
                .unwrap_err();
            assert_eq!(fault.code, FaultCode::ProtocolVersionMismatch, "{fault:#?}");
            assert!(fault.report().contains("2026-07-28"), "{}", fault.report());
            server.into_iter().for_each(Server::end);
        }
    })
    .await;
}

/// One line of the table.
#[derive(Clone, Copy, Debug)]
struct Row {
    sdk: Sdk,
    wire: Wire,
    /// The eras it serves, in its own words.
    serves: &'static str,
    /// The revision we ask for, which it must agree to.
    revision: Revision,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Sdk {
    TypeScript,
    Python,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Wire {
    Stdio,
    Http,
}

impl Row {
    /// Whether this revision is what a session comes to by itself.
    fn is_found_out(self) -> bool {
        let newest = if self.serves == "legacy" { Revision::NEWEST_LEGACY } else { Revision::NEWEST };
        self.revision == newest
    }

    /// The Python SDK declares `listChanged: false` and tells of changed lists all the same.
    fn breaks(self) -> &'static [&'static str] {
        let is_legacy = self.revision.era() == Era::Legacy;
        if self.sdk == Sdk::Python && is_legacy { &["LIFE-07"] } else { &[] }
    }

    /// What its recording is called.
    fn name(self) -> String {
        format!("{:?}-{}", self.sdk, self.revision).to_lowercase()
    }

    /// The Python SDK ends the stream of a cancelled request with an error, where it has one.
    fn answers_what_was_cancelled(self) -> bool {
        self.sdk == Sdk::Python && self.wire == Wire::Http && self.revision.era() == Era::Legacy
    }

    fn words(self) -> Vec<String> {
        let (program, script, wire) = (
            if self.sdk == Sdk::Python { place::python("python") } else { "node".to_owned() },
            if self.sdk == Sdk::Python { "everything.py" } else { "everything.mjs" },
            if self.wire == Wire::Stdio { "stdio" } else { "http" },
        );
        vec![program, place::script(script), wire.to_owned(), self.serves.to_owned()]
    }

    /// Where to connect to, and the server itself when it does not live and die with the session.
    async fn start(self) -> (Target, Option<Server>) {
        let words = self.words();
        if self.wire == Wire::Stdio {
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            return (command(&words, |_| {}), None);
        }
        let server = Server::start(&words).await;
        (at(&server.url("/mcp")), Some(server))
    }
}

fn config(versions: Versions) -> SessionConfig {
    let mut config = speaking(versions);
    config.peer.log_level = Some(LogLevel::Debug);
    config
}

async fn each(sdk: Sdk, wire: Wire) {
    let rows = ROWS.iter().filter(|row| row.sdk == sdk && row.wire == wire);
    for row in rows {
        let pinned = Versions::Pinned(row.revision);
        let all_ways = if row.is_found_out() { vec![pinned, Versions::Auto] } else { vec![pinned] };
        for versions in all_ways {
            eprintln!("{row:?} {versions}");
            within_limit(all(*row, versions)).await;
        }
    }
}

async fn all(row: Row, versions: Versions) {
    let (target, server) = row.start().await;
    let mut tour = Tour::begin_with(target, RULES, config(versions)).await;
    if row.wire == Wire::Http && versions != Versions::Auto && row.serves != "modern" {
        tour.record(&row.name());
    }
    assert_eq!(tour.session.instructions().as_deref(), Some("Only for tests."));
    tools(&tour).await;
    cancelling(&tour, server.as_ref()).await;
    let late = if row.answers_what_was_cancelled() { vec![late_answer(&tour).await] } else { Vec::new() };
    asks(&tour).await;
    changes(&tour).await;
    resources(&tour).await;
    prompts(&tour).await;
    completion(&tour).await;
    let late: Vec<&str> = late.iter().map(String::as_str).collect();
    tour.end_with(row.revision, &late, row.breaks()).await;
    server.into_iter().for_each(Server::end);
}

async fn tools(tour: &Tour) {
    assert_eq!(tour.call("add", json!({ "a": 2, "b": 40.5 })).await.text(), "42.5");
    let measured = tour.call("measure", json!({ "place": "Oslo" })).await.structured_content;
    assert_eq!(measured, Some(json!({ "place": "Oslo", "celsius": 21.5 })));
    let (result, progress) = tour.call_with_progress("count", json!({ "steps": 3 })).await;
    assert_eq!((result.text().as_str(), progress), ("counted to 3", vec![1.0, 2.0, 3.0]));
    let result = tour.try_call("fail", json!({})).await.unwrap();
    assert!(result.is_error && result.text().contains("it failed"), "{}", result.text());
    tour.call("log", json!({ "message": "mind the gap" })).await;
    tour.notified("notifications/message", "mind the gap").await;
}

/// The server hears of it and stops, instead of working for nobody.
async fn cancelling(tour: &Tour, server: Option<&Server>) {
    let said = async |text: &str| match server {
        Some(server) => server.said(text).await,
        None => tour.said(text).await,
    };
    let call = ToolCall::new("wait").arguments(json!({ "seconds": 600 }));
    let pending = tour.session.request(call.into_request()).await;
    said("wait: begun").await;
    pending.abort("the test has seen enough").await;
    assert_eq!(pending.result().await.unwrap_err().code, FaultCode::Cancelled);
    said("wait: cancelled").await;
}

/// The note that an answer came to a request that had ended.
async fn late_answer(tour: &Tour) -> String {
    let is_late = |kind: &EntryKind| matches!(kind, EntryKind::Note(Note::LateAnswer { .. }));
    wait_for(&tour.session, is_late).await;
    tour.oddities().join("; ")
}

async fn asks(tour: &Tour) {
    assert_eq!(tour.call("ask_name", json!({})).await.text(), "Ada, 3");
    assert_eq!(tour.call("ask_name", json!({})).await.text(), "decline");
    assert_eq!(tour.call("ask_model", json!({})).await.text(), "the model said: a sampled answer");
    assert_eq!(tour.call("ask_roots", json!({})).await.text(), ROOT);
    assert!(tour.session.view().asks.is_empty());
}

async fn changes(tour: &Tour) {
    let before = tour.tool_names().await;
    tour.call("toggle_extra", json!({})).await;
    tour.notified("notifications/tools/list_changed", "").await;
    let after = tour.tool_names().await;
    assert_eq!(after.len(), before.len() + 1);
    assert_eq!(tour.call("extra", json!({})).await.text(), "here");

    tour.session.subscribe_resource(NOTE).await.unwrap();
    tour.call("touch", json!({})).await;
    tour.notified("notifications/resources/updated", NOTE).await;
    assert!(tour.session.view().updates.contains_key(NOTE));
    tour.session.unsubscribe_resource(NOTE).await.unwrap();
}

async fn resources(tour: &Tour) {
    let resources = tour.session.list_resources().await.unwrap();
    assert_eq!(resources.valid().map(|resource| resource.uri.as_str()).collect::<Vec<_>>(), [NOTE]);
    let templates = tour.session.list_resource_templates().await.unwrap();
    let uris: Vec<&str> = templates.valid().map(|template| template.uri_template.as_str()).collect();
    assert_eq!(uris, ["note://numbered/{number}"]);
    for (uri, text) in [(NOTE, "note://one, changed"), ("note://numbered/7", "note://numbered/7, changed")] {
        let read = tour.session.read_resource(uri).await.unwrap().into_value("resources/read").unwrap();
        assert!(read.contents[0].text.as_ref().unwrap().starts_with(text), "{read:?}");
    }
    let fault = tour.session.read_resource("note://no/such").await.unwrap_err();
    assert!(fault.details.rpc.is_some(), "{fault:#?}");
}

async fn prompts(tour: &Tour) {
    let arguments = Map::from_iter([("name".to_owned(), json!("Ada")), ("tone".to_owned(), json!("formal"))]);
    let prompt = tour.session.get_prompt("greet", &arguments).await.unwrap();
    assert_eq!(prompt.get().unwrap().messages[0].content.text(), Some("Greet Ada, formal."));
}

async fn completion(tour: &Tour) {
    let values = async |reference: &Value, argument: &str, value: &str| {
        let completion = tour.session.complete(reference, argument, value, None).await.unwrap();
        completion.into_value("completion/complete").unwrap().values
    };
    let prompt = json!({ "type": "ref/prompt", "name": "greet" });
    assert_eq!(values(&prompt, "tone", "fr").await, ["friendly"]);
    let template = json!({ "type": "ref/resource", "uri": "note://numbered/{number}" });
    assert_eq!(values(&template, "number", "1").await, ["1", "10"]);
}
