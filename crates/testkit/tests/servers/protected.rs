//! Servers that want a login: the Python SDK with its own authorization server, and the Rust SDK
//! behind a layer that checks tokens.

use crate::guarded::{Guarded, Refusing};
use crate::launch::Server;
use crate::place;
use crate::support::{PATIENCE, at, entries};
use crate::tour::{Tour, speaking, within_limit};
use mcp_inspector_engine::auth::{self, AgentError, Book, Headless, Login, Promise, Store, UserAgent, Visit};
use mcp_inspector_engine::core::auth::redirect::Returned;
use mcp_inspector_engine::core::auth::{AuthStep, StepName, StepOutcome};
use mcp_inspector_engine::core::entry::EntryKind;
use mcp_inspector_engine::core::era::{Revision, Versions};
use mcp_inspector_engine::core::target::{Target, Transport};
use mcp_inspector_engine::{FaultCode, Session, SessionConfig, ToolCall};
use serde_json::json;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;

const RULES: &str = r#"{ "rules": [] }"#;
const REDIRECT: &str = "http://127.0.0.1:9/callback";

/// What we want, and the revision that comes of it.
const ROWS: [(Versions, Revision); 2] =
    [(Versions::Legacy, Revision::R2025_11_25), (Versions::Auto, Revision::R2026_07_28)];

fn config(versions: Versions, login: Login) -> SessionConfig {
    SessionConfig { login: Some(login), ..speaking(versions) }
}

fn agreeing(store: &Store) -> Login {
    Login::by(Arc::new(Headless::coming_back_to(REDIRECT)), store.clone())
}

/// The steps of a name in the log.
fn steps(session: &Session, name: StepName) -> Vec<AuthStep> {
    let step = |kind: &EntryKind| match kind {
        EntryKind::Auth(step) if step.step == name => Some(AuthStep::clone(step)),
        _ => None,
    };
    entries(session).iter().filter_map(|entry| step(&entry.kind)).collect()
}

/// Connects and logs in, renews, lets another session use what is stored, and logs out.
async fn journey(
    target: &Target,
    (versions, revision): (Versions, Revision),
    tool: (&str, serde_json::Value, &str),
    expire: impl AsyncFn(&Tour),
) {
    let directory = tempfile::tempdir().unwrap();
    let store = Store::at(directory.path().join("auth.json"));
    let tour = Tour::begin_with(target.clone(), RULES, config(versions, agreeing(&store))).await;
    let (name, arguments, answer) = tool;
    assert!(tour.tool_names().await.iter().any(|known| known == name));
    assert_eq!(tour.call(name, arguments.clone()).await.text(), answer);
    assert_eq!(steps(&tour.session, StepName::Authorization).len(), 1);

    expire(&tour).await;
    assert_eq!(tour.call(name, arguments.clone()).await.text(), answer);
    let renewals = steps(&tour.session, StepName::Refresh);
    assert!(renewals.iter().all(|step| step.outcome == StepOutcome::Passed), "{renewals:#?}");
    assert_eq!((renewals.len(), steps(&tour.session, StepName::Authorization).len()), (1, 1));

    let stored = Login::stored_only(store.clone(), "log in");
    let other = Tour::begin_with(target.clone(), RULES, config(versions, stored)).await;
    assert_eq!(other.call(name, arguments.clone()).await.text(), answer);
    other.end(revision, &[]).await;

    let told = std::sync::Mutex::new(Vec::new());
    let revoked =
        auth::log_out(target, &store, &|step| told.lock().unwrap().push(step.clone())).await.unwrap();
    assert!(revoked.is_revoked && revoked.forgotten == 1, "{:#?}", told.lock().unwrap());
    assert!(store.read().unwrap().tokens().is_empty());
    // They are gone on the other side as well: the session that still has them must log in again.
    assert_eq!(tour.call(name, arguments).await.text(), answer);
    assert_eq!(steps(&tour.session, StepName::Authorization).len(), 2);
    tour.end(revision, &[]).await;
}

#[tokio::test]
async fn a_server_on_the_python_sdk_is_logged_in_to_and_out_of() {
    for row in ROWS {
        within_limit(async {
            let server = Server::start_anywhere(&[place::python("python"), place::script("auth.py")]).await;
            let target = at(&server.url("/mcp"));
            let add = ("add", json!({ "a": 2, "b": 40 }), "42");
            journey(&target, row, add, async |tour| drop(tour.call("expire", json!({})).await)).await;
            server.said("revoked").await;
            server.end();
        })
        .await;
    }
}

#[tokio::test]
async fn a_client_that_the_python_sdk_knows_is_let_in_however_it_proves_itself() {
    for name in ["basic", "post"] {
        within_limit(async {
            let server = Server::start_anywhere(&[place::python("python"), place::script("auth.py")]).await;
            let mut target = at(&server.url("/mcp"));
            if let Transport::Http(http) = &mut target.transport {
                http.oauth.client_id = Some(name.to_owned());
                http.oauth.client_secret = Some(format!("secret-of-{name}"));
            }
            // Its revocation endpoint wants the secret in the body even of a client that has it in a header, so
            // nothing is given back here.
            let store = Store::in_memory();
            auth::log_in(&target, &agreeing(&store), &|_| {}).await.unwrap();
            let told = std::sync::Mutex::new(Vec::new());
            let tell = |step: &AuthStep| told.lock().unwrap().push(step.clone());
            auth::refresh(&target, &store, &tell).await.unwrap();
            let told = told.into_inner().unwrap();
            let renewals: Vec<&AuthStep> =
                told.iter().filter(|step| step.step == StepName::Refresh).collect();
            assert!(
                renewals.len() == 1 && !renewals[0].has_failed(),
                "the way that worked is kept: {told:#?}"
            );
            server.end();
        })
        .await;
    }
}

#[tokio::test]
async fn what_the_python_sdk_says_about_itself_needs_no_advice() {
    within_limit(async {
        let server = Server::start_anywhere(&[place::python("python"), place::script("auth.py")]).await;
        let explained =
            auth::explain(&at(&server.url("/mcp")), &Book::default(), None, &|_| {}).await.unwrap();
        assert!(explained.can_log_in, "{:#?}", explained.steps);
        let failed: Vec<&AuthStep> = explained.steps.iter().filter(|step| step.has_failed()).collect();
        assert!(failed.is_empty(), "{failed:#?}");
        assert_eq!(explained.found.unwrap().issuer, Some(server.url("")));
        server.end();
    })
    .await;
}

#[tokio::test]
async fn a_server_on_rmcp_behind_a_layer_is_logged_in_to_and_out_of() {
    for refusing in [Refusing::Silently, Refusing::WithChallenge] {
        for row in ROWS {
            within_limit(async {
                let server = Guarded::start(refusing).await;
                let greet = ("greet", json!({}), "hello");
                let expire = async |_: &Tour| server.expire_tokens();
                journey(&at(&server.url()), row, greet, expire).await;
            })
            .await;
        }
    }
}

/// A user who never comes back, and of whom we hear when they are sent.
#[derive(Clone, Debug)]
struct Lost {
    sent: watch::Sender<bool>,
}

impl UserAgent for Lost {
    fn prepare<'a>(&'a self, _: Option<&'a str>) -> Promise<'a, Result<Box<dyn Visit>, AgentError>> {
        let visit: Box<dyn Visit> = Box::new(self.clone());
        Box::pin(std::future::ready(Ok(visit)))
    }
}

impl Visit for Lost {
    fn redirect_uri(&self) -> &str {
        REDIRECT
    }

    fn go<'a>(self: Box<Self>, _: &'a str, _: &'a str) -> Promise<'a, Result<Returned, AgentError>> {
        self.sent.send_replace(true);
        Box::pin(std::future::pending())
    }
}

/// In the newer revisions a call that is given up ends its exchange at once, and with it the login
/// that the exchange waits for.
#[tokio::test]
async fn a_login_that_is_given_up_with_its_call_leaves_no_clock_standing() {
    within_limit(async {
        let server = Guarded::start(Refusing::WithChallenge).await;
        let store = Store::in_memory();
        let target = at(&server.url());
        auth::log_in(&target, &agreeing(&store), &|_| {}).await.unwrap();
        let user = Lost { sent: watch::Sender::new(false) };
        let mut config = config(Versions::Auto, Login::by(Arc::new(user.clone()), store));
        config.peer.listen_for_lists = false;
        config.peer.concurrency = 8;
        let tour = Tour::begin_with(target, RULES, config).await;
        assert_eq!(tour.session.revision(), Some(Revision::R2026_07_28));
        // This one was let in before, and has a limit.
        let limit = Duration::from_secs(2);
        let waiting = tour.session.request(ToolCall::new("wait").timeout(limit).into_request()).await;
        assert_eq!(tour.call("greet", json!({})).await.text(), "hello");
        server.revoke_all();
        let given_up = tour.session.request(ToolCall::new("greet").into_request()).await;
        user.sent.subscribe().wait_for(|sent| *sent).await.unwrap();
        given_up.abort("enough").await;
        assert_eq!(given_up.result().await.unwrap_err().code, FaultCode::Cancelled);
        let ended = tokio::time::timeout(PATIENCE, waiting.result()).await.expect("the clocks stand still");
        assert_eq!(ended.unwrap_err().code, FaultCode::RequestTimeout);
        tour.session.stop().await;
    })
    .await;
}
