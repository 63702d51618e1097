//! What the themes share: protected servers, sessions that may log in, and what both sides saw.

use crate::support::{PATIENCE, at, entries, quick, wait_for};
use mcp_inspector_engine::auth::{AgentError, Book, Headless, Login, Promise, Store, UserAgent, Visit};
use mcp_inspector_engine::core::auth::redirect::Returned;
use mcp_inspector_engine::core::auth::settings::OAuthSettings;
use mcp_inspector_engine::core::auth::{AuthStep, StepName, StepOutcome};
use mcp_inspector_engine::core::entry::EntryKind;
use mcp_inspector_engine::core::target::{Target, Transport};
use mcp_inspector_engine::{Fault, Session, SessionConfig, ToolCall};
use mcp_inspector_testkit::auth::{AuthBehaviour, AuthFault, AuthServer};
use serde_json::json;
use std::sync::Arc;
use tokio::sync::watch;

/// Where the user would come back to. Nobody listens there.
pub(crate) const REDIRECT: &str = "http://127.0.0.1:9/callback";

/// A server that does everything right.
pub(crate) fn good() -> AuthServer {
    AuthServer::start(AuthBehaviour::default())
}

/// A server that is good but for this.
pub(crate) fn faulty(faults: &[AuthFault]) -> AuthServer {
    AuthServer::start(AuthBehaviour::with(faults))
}

/// A login by a user that agrees to everything.
pub(crate) fn agreeing(store: &Store) -> Login {
    Login::by(Arc::new(Headless::coming_back_to(REDIRECT)), store.clone())
}

/// A configuration with this login, and with calls that do not wait for one another.
pub(crate) fn with(login: Login) -> SessionConfig {
    let mut config = SessionConfig { login: Some(login), ..quick() };
    config.peer.concurrency = 16;
    config
}

/// The server as a target.
pub(crate) fn target(server: &AuthServer) -> Target {
    at(&server.url())
}

/// The server as a target with settings for its login.
pub(crate) fn target_with(server: &AuthServer, set_up: impl FnOnce(&mut OAuthSettings)) -> Target {
    let mut target = target(server);
    if let Transport::Http(http) = &mut target.transport {
        set_up(&mut http.oauth);
    }
    target
}

/// A session that is connected; what went wrong is shown with its log.
pub(crate) async fn connected(target: Target, login: Login) -> Session {
    connected_with(target, with(login)).await
}

/// Like [`connected`], with a configuration.
pub(crate) async fn connected_with(target: Target, config: SessionConfig) -> Session {
    let session = Session::open(target, config);
    let ready = tokio::time::timeout(PATIENCE, session.ready()).await;
    match ready.unwrap_or_else(|_| panic!("connecting hangs\n{}", told(&session))) {
        Ok(()) => {
            // The stream that a legacy server may have is asked for last. A test that takes tokens back
            // must not take them from that.
            let is_stream = |kind: &EntryKind| matches!(kind, EntryKind::Http(exchange) if exchange.method == "GET" && exchange.status.is_some_and(|status| status != 401));
            wait_for(&session, is_stream).await;
            session
        }
        Err(fault) => panic!("{fault:#?}\n{}", told(&session)),
    }
}

/// The fault of a session that cannot be connected.
pub(crate) async fn refused(target: Target, login: Login) -> (Session, Fault) {
    let session = Session::open(target, with(login));
    let ready = tokio::time::timeout(PATIENCE, session.ready()).await;
    let ready = ready.unwrap_or_else(|_| panic!("connecting hangs\n{}", told(&session)));
    let fault = ready.expect_err("the server cannot be connected to");
    (session, fault)
}

/// A call of the tool `echo`.
pub(crate) fn echo(text: &str) -> ToolCall {
    ToolCall::new("echo").arguments(json!({ "text": text }))
}

/// Calls `echo` and checks that the text comes back.
pub(crate) async fn check_echo(session: &Session, text: &str) {
    match calling(session, echo(text)).await {
        Ok(said) => assert_eq!(said, text),
        Err(fault) => panic!("{fault:#?}\n{}", told(session)),
    }
}

/// Calls the tool that needs the scope `admin`.
pub(crate) async fn admin(session: &Session) -> Result<String, Fault> {
    calling(session, ToolCall::new("admin")).await
}

async fn calling(session: &Session, call: ToolCall) -> Result<String, Fault> {
    let called = tokio::time::timeout(PATIENCE, session.call_tool(call)).await;
    let result = called.unwrap_or_else(|_| panic!("the call hangs\n{}", told(session)))?;
    Ok(result.get().expect("the result has its shape").text())
}

/// The steps of all logins in the log.
pub(crate) fn steps(session: &Session) -> Vec<AuthStep> {
    let step = |kind: &EntryKind| {
        if let EntryKind::Auth(step) = kind { Some(AuthStep::clone(step)) } else { None }
    };
    entries(session).iter().filter_map(|entry| step(&entry.kind)).collect()
}

/// The steps of a name.
pub(crate) fn steps_of(session: &Session, name: StepName) -> Vec<AuthStep> {
    steps(session).into_iter().filter(|step| step.step == name).collect()
}

/// The names of the steps, each as often as it is there, with how they ended.
pub(crate) fn course(session: &Session) -> Vec<(StepName, StepOutcome)> {
    steps(session).iter().map(|step| (step.step, step.outcome)).collect()
}

/// The steps of the log, one line each.
pub(crate) fn told(session: &Session) -> String {
    let line = |step: &AuthStep| {
        let answer = step.exchange.as_ref().map(|exchange| (exchange.url.clone(), exchange.status));
        format!("{} {:?}: {} {answer:?} {:?}", step.step, step.outcome, step.what, step.came)
    };
    steps(session).iter().map(line).collect::<Vec<_>>().join("\n")
}

/// Makes the stored tokens such that they are renewed before they are presented.
pub(crate) fn make_due(store: &Store) {
    let change = |book: &mut Book| {
        for mut record in book.tokens().to_vec() {
            record.obtained_at -= 7200;
            record.expires_at = Some(record.obtained_at + 3600);
            book.put_token(record);
        }
    };
    store.update(change).expect("the store can be written");
}

/// How often a user was sent to the authorization server.
pub(crate) fn visits(server: &AuthServer) -> usize {
    server.authorize_requests().len()
}

/// The values of a field of all forms that the token endpoint got.
pub(crate) fn token_fields(server: &AuthServer, name: &str) -> Vec<String> {
    server.token_requests().into_iter().filter_map(|mut form| form.remove(name)).collect()
}

/// The scopes that were asked for at the authorization endpoint.
pub(crate) fn asked_scopes(server: &AuthServer) -> Vec<String> {
    server.authorize_requests().into_iter().filter_map(|mut query| query.remove("scope")).collect()
}

/// A user that agrees, but only once they are let go.
#[derive(Clone, Debug)]
pub(crate) struct Hesitant {
    redirect_uri: &'static str,
    /// How many users are at the authorization server.
    waiting: watch::Sender<usize>,
    may_go: watch::Sender<bool>,
}

impl Hesitant {
    pub(crate) fn new() -> Self {
        Self::coming_back_to(REDIRECT)
    }

    /// A user that comes back to another place, so that the client has to be registered for it.
    pub(crate) fn coming_back_to(redirect_uri: &'static str) -> Self {
        Hesitant { redirect_uri, waiting: watch::Sender::new(0), may_go: watch::Sender::new(false) }
    }

    pub(crate) fn login(&self, store: &Store) -> Login {
        Login::by(Arc::new(self.clone()), store.clone())
    }

    /// Waits until so many users were sent.
    pub(crate) async fn sent(&self, count: usize) {
        let mut waiting = self.waiting.subscribe();
        let sent = tokio::time::timeout(PATIENCE, waiting.wait_for(|sent| *sent >= count)).await;
        assert!(sent.is_ok(), "{count} users were never sent");
    }

    pub(crate) fn let_go(&self) {
        self.may_go.send_replace(true);
    }
}

impl UserAgent for Hesitant {
    fn prepare<'a>(&'a self, _: Option<&'a str>) -> Promise<'a, Result<Box<dyn Visit>, AgentError>> {
        let visit: Box<dyn Visit> = Box::new(self.clone());
        Box::pin(std::future::ready(Ok(visit)))
    }
}

impl Visit for Hesitant {
    fn redirect_uri(&self) -> &str {
        self.redirect_uri
    }

    fn go<'a>(self: Box<Self>, url: &'a str, state: &'a str) -> Promise<'a, Result<Returned, AgentError>> {
        Box::pin(async move {
            self.waiting.send_modify(|count| *count += 1);
            let mut may_go = self.may_go.subscribe();
            may_go.wait_for(|may| *may).await.expect("the test keeps the other end");
            let agent = Headless::coming_back_to(self.redirect_uri);
            agent.prepare(None).await?.go(url, state).await
        })
    }
}
